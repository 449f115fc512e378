//! Chunks in, ranked candidates out (lexical).
