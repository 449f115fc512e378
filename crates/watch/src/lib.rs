//! List a folder by its rules, each file left out with the rule that keeps it out; report
//! settled changes of folders, or ask for a rescan.

mod error;
mod listing;
mod watcher;

pub use docroom_model::Watching;
pub use error::Error;
pub use listing::{Found, Left, Listing, Rules, check_globs, list};
pub use watcher::{Change, Watcher};
