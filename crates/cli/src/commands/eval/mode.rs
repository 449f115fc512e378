//! The ways of finding that are measured, and what they are called.

use clap::ValueEnum;
use docroom_model::Retrieval;

/// Which of them are measured.
#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Mode {
    Lexical,
    Dense,
    Hybrid,
    All,
}

impl Mode {
    /// In the order they are shown.
    pub(super) fn ways(self) -> &'static [Retrieval] {
        match self {
            Self::Lexical => &[Retrieval::Lexical],
            Self::Dense => &[Retrieval::Dense],
            Self::Hybrid => &[Retrieval::Hybrid],
            Self::All => &[Retrieval::Lexical, Retrieval::Dense, Retrieval::Hybrid],
        }
    }
}

/// How a way of finding is called.
pub(super) fn name(way: Retrieval) -> &'static str {
    match way {
        Retrieval::Lexical => "lexical",
        Retrieval::Dense => "dense",
        Retrieval::Hybrid => "hybrid",
        Retrieval::Titles => "titles",
    }
}
