//! The nearest of many vectors, by looking at every one: exact, the same each time, and fast
//! enough for hundreds of thousands of chunks.

use crate::packed::{Packed, product};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The vectors of one document's chunks, in their order.
#[derive(Debug, Clone, Default)]
pub struct Row {
    factors: Vec<f32>,
    numbers: Vec<i8>,
}

impl Row {
    /// Takes vectors as [`Packed::write`] left them, one after the other. A rest that is no
    /// whole vector is left out.
    pub fn read(bytes: &[u8], dimensions: usize) -> Self {
        let mut row = Self::default();
        for one in bytes.chunks_exact(Packed::size(dimensions)) {
            if let Some((factor, numbers)) = one.split_first_chunk::<4>() {
                row.factors.push(f32::from_le_bytes(*factor));
                row.numbers.extend(numbers.iter().map(|byte| byte.cast_signed()));
            }
        }
        row
    }

    /// How many chunks it has.
    pub fn len(&self) -> usize {
        self.factors.len()
    }

    /// No chunk at all.
    pub fn is_empty(&self) -> bool {
        self.factors.is_empty()
    }
}

/// A chunk that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Which row of those that were looked at.
    pub row: usize,
    /// Which chunk of it.
    pub ordinal: u32,
    /// -1 to 1.
    pub similarity: f32,
}

impl Eq for Near {}

impl Ord for Near {
    /// The farthest is the greatest; of equals the later one.
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |near: &Self| (near.row, near.ordinal);
        other.similarity.total_cmp(&self.similarity).then_with(|| place(self).cmp(&place(other)))
    }
}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The nearest so far.
pub struct Nearest {
    question: Packed,
    most: usize,
    found: BinaryHeap<Near>,
}

impl Nearest {
    /// Will keep the `most` nearest to this question.
    pub fn to(question: &[f32], most: usize) -> Self {
        Self { question: Packed::of(question), most, found: BinaryHeap::with_capacity(most + 1) }
    }

    /// Looks at a row. `at` names it in what is found; of equally near ones the lower stays.
    pub fn look(&mut self, at: usize, row: &Row) {
        let dimensions = self.question.numbers.len();
        if dimensions == 0 || self.question.factor == 0.0 {
            return;
        }
        let vectors = row.numbers.chunks_exact(dimensions).zip(&row.factors);
        for (ordinal, (numbers, factor)) in vectors.enumerate() {
            let similarity =
                self.question.factor * factor * product(&self.question.numbers, numbers) as f32;
            let near = Near { row: at, ordinal: ordinal as u32, similarity };
            if self.found.len() < self.most {
                self.found.push(near);
            } else if self.found.peek().is_some_and(|farthest| near < *farthest) {
                self.found.pop();
                self.found.push(near);
            }
        }
    }

    /// What was found, nearest first.
    pub fn done(self) -> Vec<Near> {
        self.found.into_sorted_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(vectors: &[[f32; 2]]) -> Row {
        let mut bytes = Vec::new();
        vectors.iter().for_each(|vector| Packed::of(vector).write(&mut bytes));
        Row::read(&bytes, 2)
    }

    #[test]
    fn the_nearest_come_first_and_equals_by_their_place() {
        let rows = [row(&[[0.0, 1.0], [1.0, 0.0]]), row(&[]), row(&[[1.0, 0.0], [0.6, 0.8]])];
        let mut nearest = Nearest::to(&[1.0, 0.0], 3);
        rows.iter().enumerate().for_each(|(at, row)| nearest.look(at, row));
        let places: Vec<_> = nearest.done().iter().map(|near| (near.row, near.ordinal)).collect();
        assert_eq!(places, [(0, 1), (2, 0), (2, 1)]);
    }

    #[test]
    fn a_question_without_a_known_word_is_near_nothing() {
        let mut nearest = Nearest::to(&[0.0, 0.0], 3);
        nearest.look(0, &row(&[[1.0, 0.0]]));
        assert_eq!(nearest.done(), []);
    }
}
