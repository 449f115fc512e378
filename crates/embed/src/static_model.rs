//! The model that is built in: one vector for each word piece, a text is their mean. No
//! transformer runs, so tens of thousands of chunks a second go through one core. English.

use crate::error::Error;
use crate::model::{Model, ModelId};
use crate::packed::product;
use crate::words::{Met, WordMatch};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
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
/// Words of a question that are compared one by one.
const MOST_ASKED: usize = 64;
/// A token is a few letters; past this many bytes for each, the rest of a text is not looked at.
const BYTES_A_TOKEN: usize = 32;

/// The built-in model. The table stays where the program is loaded; only the vocabulary is
/// built, in some 15 ms.
pub struct StaticModel {
    tokenizer: Tokenizer,
    table: &'static [i8],
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
        let table = bytemuck::cast_slice(&WEIGHTS[start..start + table.data().len()]);
        Ok(Self { tokenizer, table, dimensions, unknown })
    }

    fn tokens(&self, text: &str) -> Result<Vec<u32>, Error> {
        let most = text.floor_char_boundary(MOST_TOKENS * BYTES_A_TOKEN);
        let encoding = self.tokenizer.encode_fast(&text[..most], false).map_err(Error::Tokens)?;
        let known = encoding.get_ids().iter().copied().filter(|id| Some(*id) != self.unknown);
        Ok(known.take(MOST_TOKENS).collect())
    }

    fn row(&self, token: u32) -> &'static [i8] {
        let start = token as usize * self.dimensions;
        self.table.get(start..start + self.dimensions).unwrap_or_default()
    }

    fn vector(&self, text: &str) -> Result<Vec<f32>, Error> {
        let mut sums = vec![0_i32; self.dimensions];
        for token in self.tokens(text)? {
            for (sum, byte) in sums.iter_mut().zip(self.row(token)) {
                *sum += i32::from(*byte);
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

    fn speaks(&self, text: &str) -> bool {
        let (mut words, mut whole) = (0_u32, 0_u32);
        for word in text.split(|letter: char| !letter.is_alphanumeric()).filter(|w| !w.is_empty()) {
            words += 1;
            // Its vocabulary holds common English words in one piece, rarer ones in two.
            let pieces = self.tokenizer.encode_fast(word, false).map_or(0, |found| found.len());
            whole += u32::from((1..=2).contains(&pieces) && word.is_ascii());
        }
        whole * 2 > words
    }

    fn words(&self, question: &str) -> Option<Box<dyn WordMatch + '_>> {
        let mut tokens = self.tokens(question).ok()?;
        let mut seen = std::collections::HashSet::new();
        tokens.retain(|token| seen.insert(*token));
        tokens.truncate(MOST_ASKED);
        let asked: Vec<_> = tokens.iter().map(|token| self.row(*token)).collect();
        let weights: Vec<_> = asked.iter().map(|row| length(row)).collect();
        let whole: f32 = weights.iter().sum();
        let known = HashMap::new();
        (whole > 0.0).then(|| Box::new(Words { model: self, asked, weights, whole, known }) as _)
    }

    fn floor(&self) -> Option<f32> {
        Some(0.455)
    }
}

/// The length of a row. Rows of words that say more are longer: so the model was made.
fn length(row: &[i8]) -> f32 {
    (product(row, row) as f32).sqrt()
}

/// A question of this model, word by word.
struct Words<'a> {
    model: &'a StaticModel,
    asked: Vec<&'static [i8]>,
    weights: Vec<f32>,
    whole: f32,
    /// How alike each token that was seen so far is to each word of the question.
    known: HashMap<u32, Box<[f32]>>,
}

impl WordMatch for Words<'_> {
    fn met(&mut self, passage: &str) -> Met {
        let mut met = Met(vec![0.0; self.asked.len()]);
        for token in self.model.tokens(passage).unwrap_or_default() {
            let alike = self.known.entry(token).or_insert_with(|| {
                let row = self.model.row(token);
                let own = length(row);
                let with = |(asked, weight): (&&[i8], &f32)| {
                    let lengths = own * weight;
                    if lengths > 0.0 { product(asked, row) as f32 / lengths } else { 0.0 }
                };
                self.asked.iter().zip(&self.weights).map(with).collect()
            });
            for (best, alike) in met.0.iter_mut().zip(alike) {
                *best = best.max(*alike);
            }
        }
        met
    }

    fn share(&self, met: &Met) -> f32 {
        met.0.iter().zip(&self.weights).map(|(met, weight)| met * weight).sum::<f32>() / self.whole
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

    #[test]
    fn it_meets_a_question_word_by_word_and_knows_its_language() {
        let model = StaticModel::built_in().unwrap();
        let mut words = model.words("delete a folder").unwrap();
        let share = |words: &mut Box<dyn WordMatch + '_>, passage: &str| {
            let met = words.met(passage);
            words.share(&met)
        };
        let same = share(&mut words, "How to delete a folder.");
        let other = share(&mut words, "Removes a directory and all that is in it.");
        let none = share(&mut words, "Sourdough needs flour.");
        assert!((same - 1.0).abs() < 1e-5 && same > other && other > none, "{same} {other} {none}");
        let mut joined = words.met("delete");
        joined.join(&words.met("a folder"));
        assert!((words.share(&joined) - 1.0).abs() < 1e-5);
        assert!(model.words("\u{1F9A6}").is_none());
        for spoken in ["how do I undo a rollout", "ttlSecondsAfterFinished of a Job"] {
            assert!(model.speaks(spoken), "{spoken}");
        }
        for unknown in
            ["新版本有问题，如何退回到上一个版本", "yanıt döndükten sonra göndermek istiyorum"]
        {
            assert!(!model.speaks(unknown), "{unknown}");
        }
    }
}
