//! The figures of a measurement, as a table and as JSON, and the questions that were missed.

use super::compare::{Change, Floor};
use super::mode::{self, Mode};
use crate::output::{DIM, STRONG, one_line, stdout};
use anyhow::Result;
use docroom_engine::Engine;
use docroom_model::{EvalFigures, EvalOutcome, Retrieval};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

/// A document past this place is a miss.
const IN_SIGHT: u32 = 5;

type ByMode = BTreeMap<&'static str, EvalFigures>;

/// Everything that was measured.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'a> {
    overall: ByMode,
    kinds: BTreeMap<&'a str, ByMode>,
    corpora: BTreeMap<&'a str, ByMode>,
    questions: &'a [EvalOutcome],
    /// With `--floor`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) floors: Option<Vec<Floor>>,
    /// With `--against`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) changes: Option<Vec<Change<'a>>>,
}

/// The JSON document.
pub(super) fn document(outcomes: &[EvalOutcome]) -> Document<'_> {
    let by = |key: fn(&EvalOutcome) -> &str| {
        let keys: BTreeSet<&str> = outcomes.iter().map(key).collect();
        let of = |name| (name, by_mode(outcomes, |outcome| key(outcome) == name));
        keys.into_iter().map(of).collect()
    };
    Document {
        overall: by_mode(outcomes, |_| true),
        kinds: by(|outcome| &outcome.kind),
        corpora: by(|outcome| &outcome.corpus),
        questions: outcomes,
        floors: None,
        changes: None,
    }
}

fn by_mode(outcomes: &[EvalOutcome], has: impl Fn(&EvalOutcome) -> bool) -> ByMode {
    let figures = |way: &Retrieval| {
        let of: Vec<_> = outcomes.iter().filter(|one| one.mode == *way && has(one)).collect();
        (!of.is_empty()).then(|| (mode::name(*way), Engine::figures(&of)))
    };
    Mode::All.ways().iter().filter_map(figures).collect()
}

/// The figures, one line for each group and way of finding.
pub(super) fn table(outcomes: &[EvalOutcome]) -> Result<()> {
    let document = document(outcomes);
    let mut out = stdout();
    writeln!(
        out,
        "{DIM}{:<24} {:<8} {:>4}  {:>5} {:>5} {:>5} {:>5} {:>9}  refused: answerable off-topic{DIM:#}",
        "", "", "n", "@1", "@5", "@10", "MRR", "heading@5"
    )?;
    let mut group = |name: &str, modes: &ByMode| -> Result<()> {
        for mode in Mode::All.ways().iter().map(|way| mode::name(*way)) {
            let Some(figures) = modes.get(mode) else { continue };
            writeln!(out, "{}", line(name, mode, figures))?;
        }
        Ok(())
    };
    for (name, modes) in &document.kinds {
        group(&format!("kind {name}"), modes)?;
    }
    for (name, modes) in &document.corpora {
        group(&format!("corpus {name}"), modes)?;
    }
    group("all", &document.overall)
}

fn line(name: &str, mode: &str, figures: &EvalFigures) -> String {
    let blank = |count: u32, figure: f32| match count {
        0 => String::new(),
        _ => format!("{figure:.2}"),
    };
    let EvalFigures { answerable, off_topic, .. } = *figures;
    let heading = figures.heading_at_5.map(|share| format!("{share:.2}")).unwrap_or_default();
    let line = format!(
        "{STRONG}{:<24}{STRONG:#} {mode:<8} {:>4}  {:>5} {:>5} {:>5} {:>5} {heading:>9}  {:>19} {:>9}",
        one_line(name),
        answerable + off_topic,
        blank(answerable, figures.recall_at_1),
        blank(answerable, figures.recall_at_5),
        blank(answerable, figures.recall_at_10),
        blank(answerable, figures.mrr_at_10),
        blank(answerable, figures.answerable_refused),
        blank(off_topic, figures.off_topic_refused),
    );
    line.trim_end().to_owned()
}

/// The questions whose document is out of sight, and off-topic ones that were answered: of the
/// fused search, or of the one that was measured.
pub(super) fn misses(outcomes: &[EvalOutcome]) -> Result<()> {
    let fused = outcomes.iter().any(|outcome| outcome.mode == Retrieval::Hybrid);
    let mut out = stdout();
    writeln!(out, "\n{STRONG}missed{STRONG:#}")?;
    for outcome in outcomes.iter().filter(|one| !fused || one.mode == Retrieval::Hybrid) {
        let missed = match (outcome.off_topic, outcome.rank) {
            (true, _) => !outcome.refused,
            (false, rank) => rank.is_none_or(|rank| rank > IN_SIGHT),
        };
        if missed {
            let place = outcome.rank.map_or("–".to_owned(), |rank| rank.to_string());
            let (id, query) = (one_line(&outcome.id), one_line(&outcome.query));
            writeln!(out, "{place:>3}  {STRONG}{id}{STRONG:#} {query}")?;
            writeln!(out, "     {DIM}{}{DIM:#}", one_line(&first(outcome)))?;
        }
    }
    Ok(())
}

/// What stood in the right document's place.
fn first(outcome: &EvalOutcome) -> String {
    let relevance = outcome.relevance.map(|relevance| format!("relevance {relevance:.3}, "));
    let found = match (outcome.refused, outcome.found.first()) {
        (true, _) => "refused".to_owned(),
        (false, Some(path)) => format!("first: {path}"),
        (false, None) => "nothing found".to_owned(),
    };
    let lost = if outcome.unsearchable { "; no expected document is searchable" } else { "" };
    format!("{}{found}{lost}", relevance.unwrap_or_default())
}
