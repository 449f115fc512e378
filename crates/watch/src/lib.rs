//! List a folder by its rules, each file left out with the rule that keeps it out; report
//! settled changes of folders, or ask for a rescan.

mod change;
mod error;
mod events;
mod globs;
mod ignores;
mod listing;
mod poll;
mod roots;
mod settle;
mod walk;
mod watcher;

pub use change::Change;
pub use docroom_model::Watching;
pub use error::Error;
pub use globs::check_globs;
pub use listing::{Found, Left, Listing, Rules};
pub use walk::list;
pub use watcher::Watcher;
