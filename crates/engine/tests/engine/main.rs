//! The engine through its public face: real folders, real threads, no binary and no face.
//! Nothing here sleeps for luck: what takes time is asked for until it is so.

#![allow(clippy::unwrap_used, missing_docs)]

mod asking;
mod coverage;
mod house;
mod keeping;
mod mending;
