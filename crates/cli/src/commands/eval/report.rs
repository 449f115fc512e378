//! The outcomes of a measurement, as a person reads them and as JSON.

use crate::output::{BAD, DIM, GOOD, STRONG, one_line, stdout};
use anyhow::Result;
use docroom_engine::Engine;
use docroom_model::{EvalFigures, EvalOutcome, Retrieval};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

const MODES: [(Retrieval, &str); 3] =
    [(Retrieval::Lexical, "lexical"), (Retrieval::Dense, "dense"), (Retrieval::Hybrid, "hybrid")];
/// A document past this place is a miss.
const IN_SIGHT: u32 = 5;

/// Everything that was measured.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'a> {
    overall: BTreeMap<&'static str, EvalFigures>,
    kinds: BTreeMap<&'a str, BTreeMap<&'static str, EvalFigures>>,
    corpora: BTreeMap<&'a str, BTreeMap<&'static str, EvalFigures>>,
    questions: &'a [EvalOutcome],
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
    }
}

fn by_mode(
    outcomes: &[EvalOutcome],
    has: impl Fn(&EvalOutcome) -> bool,
) -> BTreeMap<&'static str, EvalFigures> {
    let figures = |(mode, name)| {
        let of: Vec<_> = outcomes.iter().filter(|one| one.mode == mode && has(one)).collect();
        (!of.is_empty()).then(|| (name, Engine::figures(&of)))
    };
    MODES.into_iter().filter_map(figures).collect()
}

/// The figures, one line for each group and way of finding.
pub(super) fn table(outcomes: &[EvalOutcome]) -> Result<()> {
    let document = document(outcomes);
    let mut out = stdout();
    writeln!(
        out,
        "{DIM}{:<24} {:<8} {:>4}  {:>5} {:>5} {:>5} {:>5}  {:>8}  {:>7} {:>7}{DIM:#}",
        "", "", "n", "@1", "@5", "@10", "MRR", "heading5", "refused", "off"
    )?;
    let mut group = |name: &str, modes: &BTreeMap<&str, EvalFigures>| -> Result<()> {
        for (mode, name) in MODES.map(|(_, mode)| (mode, name)) {
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
    format!(
        "{STRONG}{:<24}{STRONG:#} {mode:<8} {:>4}  {:>5} {:>5} {:>5} {:>5}  {heading:>8}  {:>7} {:>7}",
        one_line(name),
        answerable + off_topic,
        blank(answerable, figures.recall_at_1),
        blank(answerable, figures.recall_at_5),
        blank(answerable, figures.recall_at_10),
        blank(answerable, figures.mrr_at_10),
        blank(answerable, figures.answerable_refused),
        blank(off_topic, figures.off_topic_refused),
    )
}

/// The questions whose document is out of sight, and off-topic ones that were answered.
pub(super) fn misses(outcomes: &[EvalOutcome]) -> Result<()> {
    let mut out = stdout();
    for outcome in outcomes.iter().filter(|outcome| outcome.mode == Retrieval::Hybrid) {
        let missed = match (outcome.off_topic, outcome.rank) {
            (true, _) => !outcome.refused,
            (false, rank) => rank.is_none_or(|rank| rank > IN_SIGHT),
        };
        if missed {
            let place = outcome.rank.map_or("–".to_owned(), |rank| rank.to_string());
            let first = outcome.found.first().map(String::as_str).unwrap_or("nothing");
            let (id, query) = (one_line(&outcome.id), one_line(&outcome.query));
            writeln!(out, "{place:>3}  {STRONG}{id}{STRONG:#} {query}")?;
            let relevance = outcome.relevance.unwrap_or_default();
            writeln!(out, "     {DIM}{relevance:.3}, first: {}{DIM:#}", one_line(first))?;
        }
    }
    Ok(())
}

/// What each floor would refuse.
pub(super) fn floors(outcomes: &[EvalOutcome], chosen: Option<f32>) -> Result<()> {
    let judged: Vec<_> = outcomes
        .iter()
        .filter(|outcome| outcome.mode == Retrieval::Hybrid)
        .filter_map(|outcome| Some((outcome, outcome.relevance?)))
        .collect();
    let mut out = stdout();
    let refused = |floor: f32, off_topic: bool| {
        let of: Vec<_> = judged.iter().filter(|(one, _)| one.off_topic == off_topic).collect();
        (of.iter().filter(|(_, relevance)| *relevance < floor).count(), of.len())
    };
    writeln!(out, "{DIM}floor  off-topic refused  answerable refused{DIM:#}")?;
    for step in 4..=17 {
        let floor = step as f32 * 0.05;
        let ((off, of_off), (right, of_right)) = (refused(floor, true), refused(floor, false));
        writeln!(out, " {floor:.2}  {off:>8} of {of_off:<6}  {right:>8} of {of_right}")?;
    }
    if let Some(floor) = chosen {
        for (outcome, relevance) in judged.iter().filter(|(_, relevance)| *relevance < floor) {
            let style = if outcome.off_topic { GOOD } else { BAD };
            let (id, query) = (one_line(&outcome.id), one_line(&outcome.query));
            writeln!(out, "{style}{relevance:.3}{style:#} {id} {query}")?;
        }
    }
    Ok(())
}

/// What changed against a measurement that was kept.
pub(super) fn changes(before: &[EvalOutcome], now: &[EvalOutcome]) -> Result<()> {
    let mut out = stdout();
    let place = |outcome: &EvalOutcome| match (outcome.refused, outcome.rank) {
        (true, _) => "refused".to_owned(),
        (false, Some(rank)) => rank.to_string(),
        (false, None) => "–".to_owned(),
    };
    for outcome in now {
        let same = |old: &&EvalOutcome| old.id == outcome.id && old.mode == outcome.mode;
        let Some(old) = before.iter().find(same) else { continue };
        let (was, is) = (place(old), place(outcome));
        if was != is {
            let mode = MODES.iter().find(|(mode, _)| *mode == outcome.mode).map_or("", |(_, m)| m);
            let (id, query) = (one_line(&outcome.id), one_line(&outcome.query));
            writeln!(out, "{was:>7} → {is:<7} {mode:<8} {STRONG}{id}{STRONG:#} {query}")?;
        }
    }
    Ok(())
}
