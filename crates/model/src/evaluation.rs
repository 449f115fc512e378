//! Measuring search: questions whose pages are known, and how the search did on them.

use crate::search::Retrieval;
use serde::{Deserialize, Serialize};

/// One line of a questions file. Further fields are notes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvalQuestion {
    /// Names the question between two runs.
    pub id: String,
    /// What is asked.
    pub query: String,
    /// `question`, `identifier`, `offtopic`, or a kind of one's own.
    pub kind: String,
    /// The project that is asked; the one that is named on the command line when absent.
    #[serde(default)]
    pub corpus: Option<String>,
    /// Documents that answer it, `SOURCE/…`; any of them is right. None: nothing does, and the
    /// search should say so.
    #[serde(default)]
    pub expected_paths: Vec<String>,
    /// The heading that the answer stands under, where that is known.
    #[serde(default)]
    pub expected_heading: Option<String>,
}

/// How the search did on one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EvalOutcome {
    /// The question's id.
    pub id: String,
    /// Its words.
    pub query: String,
    /// Its kind.
    pub kind: String,
    /// The project that was asked.
    pub corpus: String,
    /// How candidates were found.
    pub mode: Retrieval,
    /// The place of the first right document among the documents found, 1 is best; none when it
    /// is not among the first ten.
    pub rank: Option<u32>,
    /// Whether one of the first five excerpts stands under the right heading; none where no
    /// heading is known.
    pub heading: Option<bool>,
    /// Nothing answers it.
    pub off_topic: bool,
    /// None of the documents that answer it is in the index: no search can find them.
    #[serde(default)]
    pub unsearchable: bool,
    /// The search had no answer.
    pub refused: bool,
    /// How relevant the best excerpt was, 0 to 1, where that was judged.
    pub relevance: Option<f32>,
    /// The floor it was held to.
    pub floor: Option<f32>,
    /// The documents that were found, best first; at most ten.
    pub found: Vec<String>,
}

/// How the search did on several questions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EvalFigures {
    /// Questions that have an answer.
    pub answerable: u32,
    /// Share of them whose right document is the first.
    pub recall_at_1: f32,
    /// … is among the first five.
    pub recall_at_5: f32,
    /// … is among the first ten.
    pub recall_at_10: f32,
    /// Mean of 1 / place, 0 past the tenth.
    pub mrr_at_10: f32,
    /// Share, of those whose heading is known, with it among the first five excerpts.
    pub heading_at_5: Option<f32>,
    /// Share of the answerable that the search had no answer to.
    pub answerable_refused: f32,
    /// Questions that nothing answers.
    pub off_topic: u32,
    /// Share of them that the search refused.
    pub off_topic_refused: f32,
}
