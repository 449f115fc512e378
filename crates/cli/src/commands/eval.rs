//! `docroom eval`: how well the search finds, measured on questions whose documents are known.

mod report;

use crate::context::Context;
use crate::failure::Interrupted;
use crate::interrupt::Interrupt;
use crate::progress;
use anyhow::{Context as _, Result, bail};
use clap::Args;
use docroom_engine::{Directories, Engine};
use docroom_model::{AddFolder, Code, Error, EvalOutcome, EvalQuestion, Retrieval};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  docroom eval questions.jsonl --project handbook
  docroom eval questions.jsonl --mode hybrid --misses --store before.json
  docroom eval questions.jsonl --against before.json
  docroom eval questions.jsonl --corpora ./corpora --floor

A question is a line of JSON: {\"id\": \"q1\", \"kind\": \"question\", \"query\": \"…\",
\"expected_paths\": [\"SOURCE/page.md\"]}; without expected paths nothing answers it.";

/// Measure the search on questions whose documents are known
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Eval {
    /// The questions, one JSON object a line
    #[arg(value_name = "QUESTIONS.jsonl")]
    questions: PathBuf,
    /// The project that is asked, where a question names no corpus
    #[arg(long, short)]
    project: Option<String>,
    /// Index each folder in here that a question names as its corpus, in a data folder apart
    #[arg(long, value_name = "DIR")]
    corpora: Option<PathBuf>,
    /// Only this way of finding; all three side by side when left out
    #[arg(long, value_name = "MODE")]
    mode: Option<Retrieval>,
    /// Show what each relevance floor would refuse, and what this one would
    #[arg(long, value_name = "FLOOR", num_args = 0..=1, require_equals = true)]
    floor: Option<Option<f32>>,
    /// List the questions whose document is not among the first five
    #[arg(long)]
    misses: bool,
    /// Keep the outcomes in this file
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Compare with the outcomes in this file, question by question
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
}

impl Eval {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let questions = read_questions(&self.questions)?;
        let before = self.against.as_deref().map(read_outcomes).transpose()?;
        let apart = self.corpora.as_deref().map(|corpora| apart(context, corpora, &questions));
        let apart = apart.transpose()?;
        let engine = apart.as_ref().map_or(&context.engine, |apart| &apart.engine);
        let modes = match self.mode {
            Some(mode) => vec![mode],
            None => vec![Retrieval::Lexical, Retrieval::Dense, Retrieval::Hybrid],
        };
        let outcomes = self.ask(context, engine, &questions, &modes)?;
        if let Some(file) = &self.store {
            let text = serde_json::to_vec_pretty(&outcomes)?;
            std::fs::write(file, text).map_err(Error::io("write", file))?;
        }
        if context.output.json {
            return context.output.document(&report::document(&outcomes));
        }
        report::table(&outcomes)?;
        if self.misses {
            report::misses(&outcomes)?;
        }
        if let Some(floor) = self.floor {
            report::floors(&outcomes, floor)?;
        }
        before.map_or(Ok(()), |before| report::changes(&before, &outcomes))
    }

    fn ask(
        &self,
        context: &Context,
        engine: &Engine,
        questions: &[EvalQuestion],
        modes: &[Retrieval],
    ) -> Result<Vec<EvalOutcome>> {
        let interrupt = (self.corpora.is_none()).then(|| Interrupt::listen(|| ())).transpose()?;
        let mut outcomes = Vec::new();
        for (at, question) in questions.iter().enumerate() {
            if interrupt.as_ref().is_some_and(Interrupt::asked) {
                return Err(Interrupted.into());
            }
            let project = question.corpus.as_deref().or(self.project.as_deref());
            let project = match (project, engine.project_names()?.as_slice()) {
                (Some(project), _) => project.to_owned(),
                (None, [only]) => only.to_string(),
                (None, _) => bail!(Error::new(
                    Code::Invalid,
                    format!("`{}` names no corpus; name the project: --project NAME", question.id),
                )),
            };
            for mode in modes {
                outcomes.push(engine.evaluate(question, &project, *mode)?);
            }
            if (at + 1).is_multiple_of(50) {
                context.output.hint(format!("{} of {} questions", at + 1, questions.len()));
            }
        }
        Ok(outcomes)
    }
}

/// A data folder apart from the person's own, with every corpus that is asked about indexed.
fn apart(context: &Context, corpora: &Path, questions: &[EvalQuestion]) -> Result<Context> {
    let home = context.engine.directories().home().join("eval");
    context.output.hint(format!("indexing in `{}`", home.display()));
    std::fs::create_dir_all(&home).map_err(Error::io("make the folder", &home))?;
    let settings = home.join("docroom.toml");
    if !settings.exists() {
        std::fs::write(&settings, "user_guide = false\n").map_err(Error::io("write", &settings))?;
    }
    let engine = Engine::open(Directories::at(&home), |_| ())?;
    let names: BTreeSet<&str> =
        questions.iter().filter_map(|question| question.corpus.as_deref()).collect();
    for name in names {
        let folder = corpora.join(name);
        let entries = std::fs::read_dir(&folder).map_err(Error::io("list", &folder))?;
        let mut sources: Vec<_> =
            entries.flatten().map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
        sources.sort();
        for source in sources {
            let file_name = source.file_name().map(|name| name.to_string_lossy().into_owned());
            engine.add_folder(AddFolder {
                folder: std::path::absolute(&source).map_err(Error::io("find", &source))?,
                name: Some(name.parse()?),
                source: file_name.map(|name| name.parse()).transpose()?,
                ..AddFolder::default()
            })?;
        }
    }
    let apart = Context { engine, output: context.output, home: Some(home) };
    progress::index_all(&apart)?;
    Ok(apart)
}

fn read_questions(file: &Path) -> Result<Vec<EvalQuestion>> {
    let text = std::fs::read_to_string(file).map_err(Error::io("read", file))?;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let questions = lines.map(|(number, line)| {
        serde_json::from_str(line)
            .map_err(|error| Error::invalid(error.to_string()))
            .with_context(|| format!("`{}`, line {number}, is no question", file.display()))
    });
    let questions = questions.collect::<Result<Vec<_>>>()?;
    if questions.is_empty() {
        bail!(Error::invalid(format!("`{}` holds no question", file.display())));
    }
    Ok(questions)
}

fn read_outcomes(file: &Path) -> Result<Vec<EvalOutcome>> {
    let bytes = std::fs::read(file).map_err(Error::io("read", file))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let message = format!("`{}` holds no outcomes of `docroom eval --store`", file.display());
        Error::invalid(message).because(error).into()
    })
}
