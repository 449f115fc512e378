//! Ctrl-C and the system's request to end, noticed in the middle of long work.

use anyhow::{Context, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Whether the program was asked to end.
#[derive(Clone)]
pub(crate) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Begins to listen; once a process. `wake` is called besides the waiting thread's own
    /// wake-up. A second Ctrl-C ends the program on the spot.
    pub(crate) fn listen(wake: impl Fn() + Send + 'static) -> Result<Self> {
        let asked = Arc::new(AtomicBool::new(false));
        let (flag, waiting) = (Arc::clone(&asked), std::thread::current());
        ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
            waiting.unpark();
            wake();
        })
        .context("could not listen for Ctrl-C")?;
        Ok(Self(asked))
    }

    /// The program was asked to end.
    pub(crate) fn asked(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Sleeps until the program is asked to end; on the thread that listens.
    pub(crate) fn wait(&self) {
        while !self.asked() {
            std::thread::park_timeout(Duration::from_secs(60));
        }
    }
}
