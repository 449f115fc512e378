//! A question compared with passages word by word: each word of the question with the word of the
//! passage that is most like it. Finds the passage that says it in other words, where the mean of
//! all its words says little. (In the literature: MaxSim, late interaction.)

/// For each word of a question, how alike the most alike word of a passage is: 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Met(pub(crate) Vec<f32>);

impl Met {
    /// What this passage and another one meet together.
    pub fn join(&mut self, other: &Self) {
        for (here, there) in self.0.iter_mut().zip(&other.0) {
            *here = here.max(*there);
        }
    }
}

/// One question, to be compared with passages.
pub trait WordMatch {
    /// What a passage meets of the question.
    fn met(&mut self, passage: &str) -> Met;

    /// How much of the question that is, words that say more counting more: 0 to 1.
    fn share(&self, met: &Met) -> f32;
}
