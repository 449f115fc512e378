//! A data folder that belongs to one test, and outlives every clone of the engine on it.
#![allow(clippy::unwrap_used)]

use docroom_engine::{Directories, Engine};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use tempfile::TempDir;

/// Far longer than an engine takes to end on a busy machine.
const LONGEST: Duration = Duration::from_secs(60);

/// Dropped last, it removes the folder once nobody can write into it any more.
pub(crate) struct TestHome {
    _folder: TempDir,
    /// Closed when the last clone of the engine is gone.
    gone: Receiver<()>,
}

impl TestHome {
    /// A folder of its own and an engine on it.
    pub(crate) fn open() -> (Self, Engine) {
        let folder = TempDir::new().unwrap();
        let (held, gone) = channel::<()>();
        let engine = Engine::open(Directories::at(folder.path()), move |_| {
            // The closure lives as long as the engine, and what it captures with it.
            let _ = &held;
        });
        (Self { _folder: folder, gone }, engine.unwrap())
    }
}

impl Drop for TestHome {
    fn drop(&mut self) {
        // A server that has ended may still drop its engine on a thread of its own.
        let _ = self.gone.recv_timeout(LONGEST);
    }
}
