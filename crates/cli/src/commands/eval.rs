//! `docroom eval`: how well the search finds, measured on questions whose documents are known.

mod compare;
mod corpora;
mod mode;
mod questions;
mod report;

use crate::context::Context;
use crate::failure::Interrupted;
use crate::interrupt::Interrupt;
use crate::words::{count, state};
use anyhow::{Result, bail};
use clap::Args;
use docroom_engine::Engine;
use docroom_model::{Code, Error, EvalOutcome, EvalQuestion, Phase};
use mode::Mode;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  docroom eval questions.jsonl --project handbook
  docroom eval questions.jsonl --mode hybrid --misses --store before.json
  docroom eval questions.jsonl --against before.json
  docroom eval questions.jsonl --corpora ./corpora --floor

A question is a line of JSON: {\"id\": \"q1\", \"kind\": \"question\", \"query\": \"…\",
\"expected_paths\": [\"SOURCE/page.md\"]}. Nothing answers those of the kind `offtopic`; they
expect no path.";

/// Between two words about how far it has come.
const SAID: usize = 50;

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
    /// Index what a question names as its corpus, a folder or a .tar.zst in here, in a data folder apart
    #[arg(long, value_name = "DIR")]
    corpora: Option<PathBuf>,
    /// How candidates are found; all ways side by side when left out
    #[arg(long, value_name = "MODE", value_enum, default_value_t = Mode::All, hide_default_value = true)]
    mode: Mode,
    /// Only questions of this kind
    #[arg(long)]
    kind: Option<String>,
    /// Only questions about this corpus
    #[arg(long)]
    corpus: Option<String>,
    /// Show what each relevance floor would refuse, and by question what this one would
    #[arg(long, value_name = "FLOOR", num_args = 0..=1)]
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
        let questions =
            questions::read(&self.questions, self.kind.as_deref(), self.corpus.as_deref())?;
        let before = self.against.as_deref().map(read_outcomes).transpose()?;
        let interrupt = Interrupt::listen(|| ())?;
        let apart = match &self.corpora {
            Some(corpora) => Some(corpora::index(context, corpora, &questions, &interrupt)?),
            None => None,
        };
        let outcomes = self.ask(apart.as_ref().unwrap_or(context), &questions, &interrupt)?;
        if let Some(file) = &self.store {
            let text = serde_json::to_vec_pretty(&outcomes)?;
            std::fs::write(file, text).map_err(Error::io("write", file))?;
        }
        if context.output.json {
            let mut document = report::document(&outcomes);
            document.floors = self.floor.map(|chosen| compare::floors(&outcomes, chosen));
            document.changes = before.as_ref().map(|before| compare::changes(before, &outcomes));
            return context.output.document(&document);
        }
        report::table(&outcomes)?;
        if self.misses {
            report::misses(&outcomes)?;
        }
        if let Some(chosen) = self.floor {
            compare::show_floors(&outcomes, chosen)?;
        }
        before.map_or(Ok(()), |before| compare::show_changes(&before, &outcomes))
    }

    fn ask(
        &self,
        context: &Context,
        questions: &[EvalQuestion],
        interrupt: &Interrupt,
    ) -> Result<Vec<EvalOutcome>> {
        let (engine, output) = (&context.engine, context.output);
        let asked: Vec<(&EvalQuestion, String)> = questions
            .iter()
            .map(|question| Ok((question, self.project_of(engine, question)?)))
            .collect::<Result<_>>()?;
        for project in asked.iter().map(|(_, project)| project).collect::<BTreeSet<_>>() {
            for status in engine.status(Some(project))? {
                if status.progress.phase != Phase::Ready {
                    let state = state(status.progress);
                    output.hint(format!("({project}: {state}; the figures are of what is there)"));
                }
            }
        }
        let mut outcomes = Vec::new();
        for (at, (question, project)) in asked.iter().enumerate() {
            if interrupt.asked() {
                return Err(Interrupted.into());
            }
            for mode in self.mode.ways() {
                outcomes.push(engine.evaluate(question, project, *mode)?);
            }
            if (at + 1).is_multiple_of(SAID) {
                output.hint(format!("{} of {} questions", at + 1, asked.len()));
            }
        }
        let ways = self.mode.ways().len();
        let lost = outcomes.iter().filter(|outcome| outcome.unsearchable).count() / ways;
        if lost > 0 {
            let questions = count(lost as u32, "question");
            output.hint(format!(
                "{questions} counted as missed: no document expected there is searchable (--misses lists them)"
            ));
        }
        Ok(outcomes)
    }

    fn project_of(&self, engine: &Engine, question: &EvalQuestion) -> Result<String> {
        if let Some(project) = question.corpus.as_deref().or(self.project.as_deref()) {
            return Ok(project.to_owned());
        }
        match engine.project_names()?.as_slice() {
            [only] => Ok(only.to_string()),
            _ => {
                let message =
                    format!("`{}` names no corpus; name the project: --project NAME", question.id);
                bail!(Error::new(Code::Invalid, message))
            }
        }
    }
}

fn read_outcomes(file: &Path) -> Result<Vec<EvalOutcome>> {
    let bytes = std::fs::read(file).map_err(Error::io("read", file))?;
    serde_json::from_slice(&bytes).map_err(|error| {
        let message = format!("`{}` holds no outcomes of `docroom eval --store`", file.display());
        Error::invalid(message).because(error).into()
    })
}
