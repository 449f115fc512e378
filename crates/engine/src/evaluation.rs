//! Asking questions whose documents are known, and counting. The unit is the document: a right
//! one counts at its place among the documents that were found, however many excerpts each has.

use crate::core::Core;
use crate::failure::Plain;
use crate::search;
use docroom_model::{
    Code, Error, EvalFigures, EvalOutcome, EvalQuestion, Hit, Result, Retrieval, SearchQuery,
    SearchStatus,
};

/// Documents that are looked at.
const MOST: usize = 10;
/// Excerpts among which the right heading must be.
const HEADINGS: usize = 5;

/// Asks one question.
pub(crate) fn ask(
    core: &Core,
    question: &EvalQuestion,
    project: &str,
    mode: Retrieval,
) -> Result<EvalOutcome> {
    let query = SearchQuery {
        query: question.query.clone(),
        project: Some(project.to_owned()),
        limit: Some(SearchQuery::MAX_LIMIT),
        ..SearchQuery::default()
    };
    let answer = search::search(core, &query, mode)?;
    if answer.status == SearchStatus::NotIndexed {
        // No answer yet is not a refusal.
        let message = format!("nothing is indexed yet in project `{project}`");
        return Err(Error::new(Code::NotReady, message));
    }
    let expected = &question.expected_paths;
    let right = |hit: &Hit| {
        expected.contains(&hit.path) || expected.iter().any(|path| hit.also_at.contains(path))
    };
    let mut found: Vec<(String, bool)> = Vec::new();
    for hit in &answer.results {
        match found.iter_mut().find(|(path, _)| *path == hit.path) {
            Some((_, is_right)) => *is_right |= right(hit),
            None => found.push((hit.path.clone(), right(hit))),
        }
    }
    found.truncate(MOST);
    let heading = question.expected_heading.as_deref().map(|heading| {
        let under = |hit: &Hit| right(hit) && hit.breadcrumb.split(" > ").any(|h| h == heading);
        answer.results.iter().take(HEADINGS).any(under)
    });
    Ok(EvalOutcome {
        id: question.id.clone(),
        query: question.query.clone(),
        kind: question.kind.clone(),
        corpus: project.to_owned(),
        mode,
        rank: found.iter().position(|(_, right)| *right).map(|at| at as u32 + 1),
        heading,
        off_topic: expected.is_empty(),
        unsearchable: !expected.is_empty() && !any_there(core, project, expected)?,
        refused: answer.status != SearchStatus::Results,
        relevance: answer.closest_score,
        floor: answer.floor,
        found: found.into_iter().map(|(path, _)| path).collect(),
    })
}

/// Whether one of these documents is in the index.
fn any_there(core: &Core, project: &str, paths: &[String]) -> Result<bool> {
    let Some(store) = core.project(project)?.store()? else { return Ok(false) };
    for path in paths {
        if store.has(path).map_err(Plain::plain)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Counts outcomes.
pub(crate) fn figures(outcomes: &[&EvalOutcome]) -> EvalFigures {
    let (off_topic, answerable): (Vec<_>, Vec<_>) =
        outcomes.iter().copied().partition(|outcome| outcome.off_topic);
    let within =
        |most: u32| share(&answerable, |outcome| outcome.rank.is_some_and(|rank| rank <= most));
    // Not `sum`: that of nothing is -0.
    let places = answerable.iter().filter_map(|outcome| outcome.rank);
    let reciprocal = places.fold(0.0, |sum, rank| sum + 1.0 / rank as f32);
    let headed: Vec<_> =
        answerable.iter().copied().filter(|outcome| outcome.heading.is_some()).collect();
    EvalFigures {
        answerable: answerable.len() as u32,
        recall_at_1: within(1),
        recall_at_5: within(5),
        recall_at_10: within(10),
        mrr_at_10: reciprocal / answerable.len().max(1) as f32,
        heading_at_5: (!headed.is_empty())
            .then(|| share(&headed, |outcome| outcome.heading == Some(true))),
        answerable_refused: share(&answerable, |outcome| outcome.refused),
        off_topic: off_topic.len() as u32,
        off_topic_refused: share(&off_topic, |outcome| outcome.refused),
    }
}

fn share(outcomes: &[&EvalOutcome], has: impl Fn(&EvalOutcome) -> bool) -> f32 {
    let count = outcomes.iter().filter(|outcome| has(outcome)).count();
    count as f32 / outcomes.len().max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(rank: Option<u32>, off_topic: bool, refused: bool) -> EvalOutcome {
        EvalOutcome {
            id: String::new(),
            query: String::new(),
            kind: String::new(),
            corpus: String::new(),
            mode: Retrieval::Hybrid,
            rank,
            heading: rank.map(|rank| rank == 1),
            off_topic,
            unsearchable: false,
            refused,
            relevance: None,
            floor: None,
            found: Vec::new(),
        }
    }

    #[test]
    fn what_is_counted_is_counted_of_its_own_kind() {
        let all = [
            outcome(Some(1), false, false),
            outcome(Some(4), false, false),
            outcome(Some(8), false, false),
            outcome(None, false, true),
            outcome(None, true, true),
            outcome(None, true, false),
        ];
        let figures = figures(&all.iter().collect::<Vec<_>>());
        assert_eq!((figures.answerable, figures.off_topic), (4, 2));
        let recall = [figures.recall_at_1, figures.recall_at_5, figures.recall_at_10];
        assert_eq!(recall, [0.25, 0.5, 0.75]);
        assert_eq!(figures.mrr_at_10, (1.0 + 0.25 + 0.125) / 4.0);
        assert_eq!(figures.heading_at_5, Some(1.0 / 3.0));
        assert_eq!((figures.answerable_refused, figures.off_topic_refused), (0.25, 0.5));
        assert_eq!(super::figures(&[]), EvalFigures::default());
    }
}
