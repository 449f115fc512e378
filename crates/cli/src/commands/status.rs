//! `docroom status`: what is searchable, what the keeper does, and what is left out and why.

use crate::context::Context;
use crate::output::{BAD, DIM, FAIR, GOOD, STRONG, one_line, stdout};
use crate::words;
use anyhow::Result;
use clap::Args;
use docroom_model::{CoverageEntry, CoverageState, Error, KeeperState, Phase, ProjectStatus, Run};
use std::io::{IsTerminal, Write};
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  docroom status
  docroom status kubernetes --files
  docroom status --watch";

/// Show the state of the projects: documents, progress, and what is not searchable and why
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Status {
    /// Only this project
    project: Option<String>,
    /// Every file, searchable or with what keeps it out
    #[arg(long)]
    files: bool,
    /// Show it again whenever it changes, until Ctrl-C
    #[arg(long, conflicts_with = "files")]
    watch: bool,
}

#[derive(serde::Serialize)]
struct Document {
    home: String,
    keeper: KeeperState,
    projects: Vec<OfProject>,
}

#[derive(serde::Serialize)]
struct OfProject {
    #[serde(flatten)]
    status: ProjectStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<CoverageEntry>>,
}

impl Status {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        if self.watch {
            return self.watch(context);
        }
        let document = self.document(context)?;
        if context.output.json {
            return context.output.document(&document);
        }
        let mut out = stdout();
        out.write_all(text(&document)?.as_bytes())?;
        Ok(out.flush()?)
    }

    fn watch(&self, context: &Context) -> Result<()> {
        if context.output.json {
            return Err(
                Error::invalid("`--watch` shows a changing text; it takes no `--json`").into()
            );
        }
        let terminal = std::io::stdout().is_terminal();
        let (mut shown, mut rows) = (None, 0);
        loop {
            let version = context.engine.state_version()?;
            if shown != Some(version) {
                shown = Some(version);
                let text = text(&self.document(context)?)?;
                let mut out = stdout();
                if terminal && rows > 0 {
                    // Up to where it began, and clear from there.
                    write!(out, "\u{1b}[{rows}A\u{1b}[J")?;
                }
                out.write_all(text.as_bytes())?;
                out.flush()?;
                rows = text.lines().count();
            }
            std::thread::sleep(Duration::from_millis(250));
        }
    }

    fn document(&self, context: &Context) -> Result<Document> {
        let engine = &context.engine;
        let of_project = |status: ProjectStatus| -> Result<OfProject> {
            let files = self.files.then(|| engine.coverage(status.name.as_str())).transpose()?;
            Ok(OfProject { status, files })
        };
        let projects = engine.status(self.project.as_deref())?;
        Ok(Document {
            home: engine.directories().home().display().to_string(),
            keeper: engine.keeper()?,
            projects: projects.into_iter().map(of_project).collect::<Result<_>>()?,
        })
    }
}

fn text(document: &Document) -> Result<String> {
    let mut out = Vec::new();
    if document.projects.is_empty() {
        writeln!(out, "No projects yet. Add one: docroom add FOLDER")?;
    }
    for project in &document.projects {
        of_project(&mut out, &project.status)?;
        for file in project.files.iter().flatten() {
            of_file(&mut out, file)?;
        }
    }
    if !document.keeper.running && !document.projects.is_empty() {
        writeln!(
            out,
            "{FAIR}No process keeps the index now.{FAIR:#} Answers come from the files as they are;"
        )?;
        writeln!(
            out,
            "open the app or run `docroom tray` or `docroom serve` to watch for new ones."
        )?;
    }
    Ok(String::from_utf8_lossy(&out).into_owned())
}

fn of_project(out: &mut impl Write, status: &ProjectStatus) -> Result<()> {
    let style = match status.progress.phase {
        Phase::Ready => GOOD,
        Phase::Failed => BAD,
        _ => FAIR,
    };
    let name = one_line(status.name.as_str());
    let state = words::state(status.progress);
    let documents = words::count(status.documents, "document");
    let chunks = words::count(status.chunks, "chunk");
    writeln!(out, "{STRONG}{name}{STRONG:#}  {style}{state}{style:#}  {documents}, {chunks}")?;
    if let Some(error) = &status.error {
        writeln!(out, "  {BAD}{}{BAD:#}", one_line(error))?;
    }
    for source in &status.sources {
        let offline = if source.offline { "  (offline: its documents are kept)" } else { "" };
        let version =
            source.version.as_deref().map(|v| format!("  version {v}")).unwrap_or_default();
        let (name, label) = (one_line(source.name.as_str()), one_line(&source.label));
        let documents = words::count(source.documents, "document");
        writeln!(out, "  {name}  {DIM}{label}{DIM:#}  {documents}{version}{offline}")?;
    }
    if status.not_searchable > 0 {
        let (all, failed) = (words::grouped(status.not_searchable), status.failed);
        writeln!(
            out,
            "  {all} not searchable ({failed} failed, the rest by a rule): docroom status '{name}' --files"
        )?;
    }
    writeln!(out, "  {DIM}{}{}{DIM:#}", words::watching(status.watching), last(&status.last_run))?;
    Ok(())
}

fn last(run: &Option<Run>) -> String {
    let Some((run, finished)) = run.as_ref().and_then(|run| Some((run, run.finished_ms?))) else {
        return String::new();
    };
    format!(
        "; last run {} took {}: {} new, {} changed, {} removed",
        words::ago(finished),
        words::duration(finished - run.started_ms),
        words::grouped(run.added),
        words::grouped(run.changed),
        words::grouped(run.removed)
    )
}

fn of_file(out: &mut impl Write, file: &CoverageEntry) -> Result<()> {
    let (style, mark) = match file.state {
        CoverageState::Indexed => (GOOD, "✓"),
        CoverageState::Excluded => (DIM, "–"),
        CoverageState::Failed => (BAD, "✗"),
    };
    write!(out, "  {style}{mark}{style:#} {}", one_line(&file.path))?;
    if let Some(reason) = &file.reason {
        write!(out, "  {DIM}{}{DIM:#}", one_line(reason))?;
    }
    Ok(writeln!(out)?)
}
