//! What the engine tells its process while it works. Hints only: state is asked for, and a
//! lost event costs nothing.

use crate::names::ProjectName;
use crate::status::Progress;
use serde::{Deserialize, Serialize};

/// Something happened. Progress comes at most ten times a second.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A project was added, removed, renamed, paused or resumed.
    Projects,
    /// A run got further.
    Progress {
        /// The project.
        project: ProjectName,
        /// How far it has come.
        progress: Progress,
    },
    /// The documents of a project changed: what was shown may be old.
    Changed {
        /// The project.
        project: ProjectName,
    },
}
