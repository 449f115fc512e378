//! Two looks at outcomes that help to choose: what a relevance floor would refuse, and what
//! changed since another measurement.

use super::mode;
use crate::output::{BAD, DIM, GOOD, STRONG, one_line, stdout};
use anyhow::Result;
use docroom_model::{EvalOutcome, Retrieval};
use serde::Serialize;
use std::collections::HashMap;
use std::io::Write;

/// Floors that are shown, in hundredths.
const LOWEST: u32 = 20;
const HIGHEST: u32 = 85;
const STEP: u32 = 5;

/// What a floor refuses.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Floor {
    floor: f32,
    off_topic_refused: usize,
    off_topic: usize,
    answerable_refused: usize,
    answerable: usize,
}

/// What each floor would refuse of what was asked by words and by meaning.
pub(super) fn floors(outcomes: &[EvalOutcome], chosen: Option<f32>) -> Vec<Floor> {
    let (off_topic, answerable): (Vec<_>, Vec<_>) =
        fused(outcomes).partition(|outcome| outcome.off_topic);
    let refused = |of: &[&EvalOutcome], floor| of.iter().filter(|one| refuses(floor, one)).count();
    let mut floors: Vec<f32> = (LOWEST..=HIGHEST)
        .step_by(STEP as usize)
        .map(|hundredths| hundredths as f32 / 100.0)
        .chain(chosen)
        .collect();
    floors.sort_by(f32::total_cmp);
    floors.dedup();
    let row = |floor| Floor {
        floor,
        off_topic_refused: refused(&off_topic, floor),
        off_topic: off_topic.len(),
        answerable_refused: refused(&answerable, floor),
        answerable: answerable.len(),
    };
    floors.into_iter().map(row).collect()
}

fn fused(outcomes: &[EvalOutcome]) -> impl Iterator<Item = &EvalOutcome> {
    outcomes.iter().filter(|outcome| outcome.mode == Retrieval::Hybrid)
}

/// What was not judged is answered whatever the floor is, unless nothing was found at all.
fn refuses(floor: f32, outcome: &EvalOutcome) -> bool {
    outcome.relevance.map_or(outcome.refused, |relevance| relevance < floor)
}

/// Shows the floors, and the questions that the chosen one would refuse.
pub(super) fn show_floors(outcomes: &[EvalOutcome], chosen: Option<f32>) -> Result<()> {
    let mut out = stdout();
    writeln!(out, "\n{DIM}floor  off-topic refused  answerable refused{DIM:#}")?;
    for row in floors(outcomes, chosen) {
        let share = |count: usize, of: usize| format!("{count} of {of}");
        let (off, right) = (
            share(row.off_topic_refused, row.off_topic),
            share(row.answerable_refused, row.answerable),
        );
        writeln!(out, " {:<5.3} {off:>18}  {right:>18}", row.floor)?;
    }
    if let Some(floor) = chosen {
        let mut refused: Vec<_> = fused(outcomes).filter(|one| refuses(floor, one)).collect();
        refused.sort_by(|a, b| {
            let relevance = |one: &EvalOutcome| one.relevance.unwrap_or_default();
            relevance(a).total_cmp(&relevance(b)).then_with(|| a.id.cmp(&b.id))
        });
        writeln!(out, "\n{STRONG}{floor} refuses{STRONG:#}")?;
        for outcome in refused {
            let style = if outcome.off_topic { GOOD } else { BAD };
            let relevance = outcome.relevance.unwrap_or_default();
            let (id, query) = (one_line(&outcome.id), one_line(&outcome.query));
            writeln!(out, "{style}{relevance:.3}{style:#} {id} {query}")?;
        }
    }
    Ok(())
}

/// A question whose place is another one than before.
#[derive(Serialize)]
pub(super) struct Change<'a> {
    id: &'a str,
    query: &'a str,
    mode: &'static str,
    before: String,
    after: String,
    #[serde(skip)]
    better: bool,
}

/// What changed against a measurement that was kept; what was asked in one only is left out.
pub(super) fn changes<'a>(before: &[EvalOutcome], now: &'a [EvalOutcome]) -> Vec<Change<'a>> {
    let old: HashMap<_, _> = before.iter().map(|old| ((old.id.as_str(), old.mode), old)).collect();
    let mut changes = Vec::new();
    for outcome in now {
        let Some(old) = old.get(&(outcome.id.as_str(), outcome.mode)) else { continue };
        let (was, is) = (place(old), place(outcome));
        if was != is {
            changes.push(Change {
                id: &outcome.id,
                query: &outcome.query,
                mode: mode::name(outcome.mode),
                before: was,
                after: is,
                better: worth(outcome) > worth(old),
            });
        }
    }
    changes
}

fn place(outcome: &EvalOutcome) -> String {
    match (outcome.refused, outcome.off_topic, outcome.rank) {
        (true, ..) => "refused".to_owned(),
        (false, true, _) => "answered".to_owned(),
        (false, false, Some(rank)) => rank.to_string(),
        (false, false, None) => "–".to_owned(),
    }
}

/// 0 to 1: how well it went.
fn worth(outcome: &EvalOutcome) -> f32 {
    match outcome.rank {
        Some(rank) => 1.0 / rank.max(1) as f32,
        None if outcome.off_topic && outcome.refused => 1.0,
        None => 0.0,
    }
}

/// Shows the changes, and how many are for the better.
pub(super) fn show_changes(before: &[EvalOutcome], now: &[EvalOutcome]) -> Result<()> {
    let changes = changes(before, now);
    let mut out = stdout();
    let better = changes.iter().filter(|change| change.better).count();
    let worse = changes.len() - better;
    writeln!(out, "\n{STRONG}{better} better, {worse} worse{STRONG:#}")?;
    for change in changes {
        let style = if change.better { GOOD } else { BAD };
        let Change { before, after, mode, .. } = &change;
        let (id, query) = (one_line(change.id), one_line(change.query));
        writeln!(out, "{style}{before:>8} → {after:<8}{style:#} {mode:<8} {id} {query}")?;
    }
    Ok(())
}
