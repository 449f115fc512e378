//! One ranking out of two: reciprocal rank fusion of what words and what meaning found.
//! Source: design.md, "Search".

use crate::lexical::Worded;
use crate::vectors::NearChunk;
use docroom_index::Candidate;
use docroom_model::Why;
use std::collections::HashMap;

/// The constant of reciprocal rank fusion: the higher, the less the first places weigh.
const K: f32 = 60.0;

/// A chunk in the fused ranking.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fused {
    pub(crate) chunk: Candidate,
    pub(crate) why: Why,
}

/// How much each half weighs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights {
    pub(crate) lexical: f32,
    pub(crate) dense: f32,
}

/// Fuses both rankings, best first; the score is 1 where both halves have it first. Ties break
/// by path and position.
pub(crate) fn fuse(words: Vec<Worded>, near: Vec<NearChunk>, weights: Weights) -> Vec<Fused> {
    let part = |weight: f32, rank: usize| {
        weight / (weights.lexical + weights.dense) * (K + 1.0) / (K + rank as f32)
    };
    let mut fused: HashMap<(String, u32), Fused> = HashMap::new();
    for (at, worded) in words.into_iter().enumerate() {
        let why = Why {
            lexical_rank: Some(at as u32 + 1),
            lexical_score: Some(worded.chunk.score),
            linked: worded.linked,
            called: worded.called,
            ..Why::default()
        };
        let place = (worded.chunk.path.clone(), worded.chunk.ordinal);
        let chunk = Candidate { score: part(weights.lexical, at + 1), ..worded.chunk };
        fused.insert(place, Fused { chunk, why });
    }
    for (at, near) in near.into_iter().enumerate() {
        let place = (near.path.clone(), near.ordinal);
        let empty = || Fused {
            chunk: Candidate {
                path: near.path,
                ordinal: near.ordinal,
                revision: near.revision,
                score: 0.0,
            },
            why: Why::default(),
        };
        let found = fused.entry(place).or_insert_with(empty);
        found.chunk.score += part(weights.dense, at + 1);
        found.why.dense_rank = Some(at as u32 + 1);
        found.why.similarity = Some(near.similarity);
    }
    let mut fused: Vec<_> = fused.into_values().collect();
    fused.sort_by(|a, b| {
        let place = |one: &Fused| (one.chunk.path.clone(), one.chunk.ordinal);
        b.chunk.score.total_cmp(&a.chunk.score).then_with(|| place(a).cmp(&place(b)))
    });
    fused
}
