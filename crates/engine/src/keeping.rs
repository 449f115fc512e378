//! Becoming the keeper and ceasing to be: the thread, its lock, its stop signal.

use crate::core::Core;
use crate::keeper::Signal;
use crate::{guide, keeper, lock, memory};
use docroom_model::{Code, Error, Result};
use std::fs::File;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// This process's keeper, if it is one or waits to be.
#[derive(Default)]
pub(crate) struct Keeping {
    current: Mutex<Option<Running>>,
}

struct Running {
    stop: Arc<AtomicBool>,
    holds: Arc<AtomicBool>,
    wake: Sender<Signal>,
    thread: JoinHandle<()>,
}

impl Keeping {
    /// Whether this process keeps.
    pub(crate) fn is_own(&self) -> bool {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        current.as_ref().is_some_and(|running| running.holds.load(Ordering::Acquire))
    }

    /// Keeps if nobody else does.
    pub(crate) fn try_start(&self, core: &Arc<Core>) -> Result<bool> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = current.as_ref()
            && running.holds.load(Ordering::Acquire)
        {
            return Ok(true);
        }
        let Some(held) = lock::try_take(&core.directories)? else { return Ok(false) };
        // A thread that waits for the lock, if there is one, waits on for nothing.
        if let Some(waiting) = current.take() {
            waiting.stop.store(true, Ordering::Release);
        }
        *current = Some(start(core, Some(held))?);
        Ok(true)
    }

    /// Keeps now or as soon as the one who does is gone.
    pub(crate) fn start(&self, core: &Arc<Core>) -> Result<()> {
        let mut current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if current.is_none() {
            let held = lock::try_take(&core.directories)?;
            *current = Some(start(core, held)?);
        }
        Ok(())
    }

    /// Wakes the keeper, if it is this process's: there is something to look at.
    pub(crate) fn wake(&self) {
        let current = self.current.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = current.as_ref() {
            let _ = running.wake.send(Signal::Look);
        }
    }

    /// Ends the batch in work, frees the lock.
    pub(crate) fn stop(&self) {
        let running = self.current.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(running) = running else { return };
        running.stop.store(true, Ordering::Release);
        let _ = running.wake.send(Signal::Look);
        // A thread that only waits for the lock can't be woken; it ends with the process, or
        // when it gets the lock and sees the flag.
        if running.holds.load(Ordering::Acquire) && running.thread.join().is_err() {
            tracing::error!("the keeper's thread had panicked");
        }
    }
}

fn start(core: &Arc<Core>, held: Option<File>) -> Result<Running> {
    if held.is_some() {
        // Here, not only on the thread: who keeps sees the guide among the projects at once.
        guide::install(&core.directories).unwrap_or_else(|error| {
            tracing::warn!(%error, "the user guide could not be written");
        });
    }
    let (wake, signals) = channel();
    let (stop, holds) =
        (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(held.is_some())));
    let thread = {
        let (core, stop, holds, wake) =
            (Arc::clone(core), Arc::clone(&stop), Arc::clone(&holds), wake.clone());
        std::thread::Builder::new()
            .name("keeper".to_owned())
            .spawn(move || keep(&core, held, &stop, &holds, &wake, &signals))
            .map_err(|error| {
                Error::new(Code::Io, "could not start the keeper's thread").because(error)
            })?
    };
    Ok(Running { stop, holds, wake, thread })
}

fn keep(
    core: &Core,
    held: Option<File>,
    stop: &AtomicBool,
    holds: &AtomicBool,
    wake: &Sender<Signal>,
    signals: &Receiver<Signal>,
) {
    let held = match held.map_or_else(|| lock::take(&core.directories), Ok) {
        Ok(held) => held,
        Err(error) => {
            tracing::error!(%error, "cannot keep the index");
            return;
        }
    };
    if !stop.load(Ordering::Acquire) {
        memory::hold_little();
        holds.store(true, Ordering::Release);
        keeper::run(core, stop, wake, signals);
    }
    holds.store(false, Ordering::Release);
    drop(held);
}
