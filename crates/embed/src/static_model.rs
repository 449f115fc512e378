//! The model that is built in: one vector for each word piece, a text is their mean. No
//! transformer runs, so tens of thousands of chunks a second go through one core. English.

use crate::error::Error;
use crate::model::{Model, ModelId};
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::sync::OnceLock;
use tokenizers::Tokenizer;

const NAME: &str = "docs-static-en";
static WEIGHTS: &[u8] = include_bytes!("../models/docs-static-en/model.safetensors");
static TOKENIZER: &[u8] = include_bytes!("../models/docs-static-en/tokenizer.json");
/// The table of the weights; one row for each entry of the vocabulary.
const TABLE: &str = "embeddings";
/// Source: the model's config.json, `max_length`.
const MOST_TOKENS: usize = 512;
/// Stands for what the vocabulary lacks; says nothing.
const UNKNOWN: &str = "[UNK]";
/// A token is a few letters; past this many bytes for each, the rest of a text is not looked at.
const BYTES_A_TOKEN: usize = 32;

/// The built-in model. The table stays where the program is loaded; only the vocabulary is
/// built, in some 15 ms.
pub struct StaticModel {
    tokenizer: Tokenizer,
    table: &'static [u8],
    dimensions: usize,
    unknown: Option<u32>,
}

impl StaticModel {
    /// Loads it.
    pub fn built_in() -> Result<Self, Error> {
        let unusable = |reason: String| Error::Unusable { folder: PathBuf::from(NAME), reason };
        let tokenizer = Tokenizer::from_bytes(TOKENIZER)
            .map_err(|error| unusable(format!("`tokenizer.json`: {error}")))?;
        let tensors = safetensors::SafeTensors::deserialize(WEIGHTS)
            .map_err(|error| unusable(format!("`model.safetensors`: {error}")))?;
        let table = tensors
            .tensor(TABLE)
            .map_err(|error| unusable(format!("`model.safetensors`: {error}")))?;
        let &[rows, dimensions] = table.shape() else {
            return Err(unusable(format!("`{TABLE}` has the shape {:?}", table.shape())));
        };
        if table.dtype() != safetensors::Dtype::I8 || rows < tokenizer.get_vocab_size(true) {
            return Err(unusable(format!("`{TABLE}` does not fit the vocabulary")));
        }
        let unknown = tokenizer.token_to_id(UNKNOWN);
        // The tensor's bytes are a part of the program's own.
        let start = table.data().as_ptr().addr() - WEIGHTS.as_ptr().addr();
        let table = &WEIGHTS[start..start + table.data().len()];
        Ok(Self { tokenizer, table, dimensions, unknown })
    }

    fn tokens(&self, text: &str) -> Result<Vec<u32>, Error> {
        let most = text.floor_char_boundary(MOST_TOKENS * BYTES_A_TOKEN);
        let encoding = self.tokenizer.encode_fast(&text[..most], false).map_err(Error::Tokens)?;
        let known = encoding.get_ids().iter().copied().filter(|id| Some(*id) != self.unknown);
        Ok(known.take(MOST_TOKENS).collect())
    }

    fn row(&self, token: u32) -> &'static [u8] {
        let start = token as usize * self.dimensions;
        self.table.get(start..start + self.dimensions).unwrap_or_default()
    }

    fn vector(&self, text: &str) -> Result<Vec<f32>, Error> {
        let mut sums = vec![0_i32; self.dimensions];
        for token in self.tokens(text)? {
            for (sum, byte) in sums.iter_mut().zip(self.row(token)) {
                *sum += i32::from(byte.cast_signed());
            }
        }
        let norm = sums.iter().map(|sum| (*sum as f32).powi(2)).sum::<f32>().sqrt();
        let scale = if norm > 0.0 { norm.recip() } else { 0.0 };
        Ok(sums.into_iter().map(|sum| sum as f32 * scale).collect())
    }
}

impl Model for StaticModel {
    fn id(&self) -> &ModelId {
        built_in_id()
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn passages(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, Error> {
        texts.iter().map(|text| self.vector(text)).collect()
    }

    fn question(&self, text: &str) -> Result<Vec<f32>, Error> {
        self.vector(text)
    }

    fn floor(&self) -> Option<f32> {
        Some(0.35)
    }
}

/// The id of the built-in model.
pub(crate) fn built_in_id() -> &'static ModelId {
    static ID: OnceLock<ModelId> = OnceLock::new();
    ID.get_or_init(|| {
        let mut hash = Sha256::new();
        hash.update(WEIGHTS);
        hash.update(TOKENIZER);
        let hex: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        ModelId::new(NAME, &hex)
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// The first numbers of this question's vector, by the model's authors (model2vec, Python).
    const QUESTION: &str = "How do I let a browser page on another domain call my API?";
    const FIRST: [f32; 6] =
        [-0.136_137_65, -0.136_137_65, 0.095_132_336, -0.063_968_3, 0.013_121_702, -0.068_888_93];

    #[test]
    fn its_vectors_are_those_of_its_authors() {
        let vector = StaticModel::built_in().unwrap().question(QUESTION).unwrap();
        assert_eq!(vector.len(), 256);
        for (ours, theirs) in vector.iter().zip(FIRST) {
            assert!((ours - theirs).abs() < 1e-6, "{ours} {theirs}");
        }
    }

    #[test]
    fn what_it_does_not_know_is_like_nothing_and_length_has_an_end() {
        let model = StaticModel::built_in().unwrap();
        for nothing in ["", " \n", "\u{1F9A6}"] {
            assert!(model.question(nothing).unwrap().iter().all(|n| *n == 0.0), "{nothing:?}");
        }
        let long = "the ingress controller ".repeat(100_000);
        let vector = model.question(&long).unwrap();
        assert!((vector.iter().map(|n| n * n).sum::<f32>() - 1.0).abs() < 1e-5);
    }
}
