//! Every face through the real programs. One file a question.
#![allow(clippy::unwrap_used)]

mod agents;
mod eval;
mod faces;
mod http;
mod keeper;
mod names;
mod shapes;
mod terminal;
mod tidy;
