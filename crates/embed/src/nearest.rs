//! A question's vector compared with every one of a document: exact, the same each time, and fast
//! enough for hundreds of thousands of chunks.

use crate::packed::{Packed, product};

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

    /// How alike each chunk is to a question, in their order: -1 to 1. Nothing for a question
    /// without a known word.
    pub fn similarities<'a>(&'a self, question: &'a Packed) -> impl Iterator<Item = f32> + 'a {
        let (factor, numbers) = question.parts();
        let known = if factor == 0.0 { 0 } else { numbers.len() };
        let vectors = self.numbers.chunks_exact(known.max(1)).zip(&self.factors);
        vectors
            .take(if known == 0 { 0 } else { usize::MAX })
            .map(move |(row, own)| factor * own * product(numbers, row) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_chunk_is_compared_in_its_place() {
        let mut bytes = Vec::new();
        let vectors = [[0.0, 1.0], [1.0, 0.0], [0.6, 0.8]];
        vectors.iter().for_each(|vector| Packed::of(vector).write(&mut bytes));
        let row = Row::read(&bytes, 2);
        let found: Vec<_> = row.similarities(&Packed::of(&[1.0, 0.0])).collect();
        for (found, expected) in found.iter().zip([0.0, 1.0, 0.6]) {
            assert!((found - expected).abs() < 0.01, "{found} {expected}");
        }
        assert_eq!((found.len(), row.len(), row.is_empty()), (3, 3, false));
        assert_eq!(row.similarities(&Packed::of(&[0.0, 0.0])).count(), 0, "no known word");
    }
}
