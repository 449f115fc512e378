//! Watches folders and reports their settled changes.

use crate::change::Change;
use crate::error::Error;
use crate::roots::Roots;
use docroom_model::Watching;
use notify::{Config, Event, RecommendedWatcher, Watcher as _};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

/// Watches any number of folders with one watcher of the operating system; where its limits
/// are used up, folders are polled every two seconds instead. Dropping it ends its thread.
pub struct Watcher {
    roots: Arc<Mutex<Roots>>,
    messages: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

enum Message {
    Report(notify::Result<Event>),
    /// A folder was added: look again at what is to be done when.
    Added,
    Stop,
}

impl Watcher {
    /// Starts watching nothing yet. `on_change` is called on a thread of the watcher's own.
    ///
    /// # Errors
    /// [`Error::Start`] where no thread can be had.
    pub fn start(on_change: impl Fn(Change) + Send + 'static) -> Result<Self, Error> {
        let (messages, inbox) = channel();
        let reports = messages.clone();
        let report = move |event| {
            // Nobody listens any more once the watcher is being dropped.
            let _ = reports.send(Message::Report(event));
        };
        let config = Config::default().with_follow_symlinks(false);
        let live = RecommendedWatcher::new(report, config).inspect_err(|error| {
            tracing::warn!(%error, "no watcher of the operating system; folders are polled");
        });
        let roots = Arc::new(Mutex::new(Roots::new(live.ok())));
        let shared = Arc::clone(&roots);
        let thread = std::thread::Builder::new()
            .name("docroom-watch".into())
            .spawn(move || run(&shared, &inbox, &on_change))
            .map_err(Error::Start)?;
        Ok(Self { roots, messages, thread: Some(thread) })
    }

    /// Watches a folder and all below it, and says how: live or by polling. Once more sets the
    /// watches anew. Changes are reported from before this returns.
    ///
    /// # Errors
    /// [`Error::Root`] where the folder can't be read.
    pub fn watch(&mut self, root: &Path) -> Result<Watching, Error> {
        let watching = locked(&self.roots).watch(root)?;
        let _ = self.messages.send(Message::Added);
        Ok(watching)
    }

    /// Ends watching a folder; one that is not watched is no error.
    pub fn unwatch(&mut self, root: &Path) {
        locked(&self.roots).unwatch(root);
    }

    /// How a folder is watched now: it may have come to be polled since, or be gone (`Off`; it
    /// is watched again, and a [`Change::Rescan`] sent, when it comes back). None: not watched.
    pub fn watching(&self, root: &Path) -> Option<Watching> {
        locked(&self.roots).watching(root)
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.messages.send(Message::Stop);
        if let Some(thread) = self.thread.take()
            && thread.thread().id() != std::thread::current().id()
        {
            let _ = thread.join();
        }
    }
}

fn locked(roots: &Mutex<Roots>) -> MutexGuard<'_, Roots> {
    roots.lock().unwrap_or_else(PoisonError::into_inner)
}

fn run(roots: &Mutex<Roots>, inbox: &Receiver<Message>, on_change: &dyn Fn(Change)) {
    loop {
        let wait = locked(roots).next().saturating_duration_since(Instant::now());
        let first = match inbox.recv_timeout(wait) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        let changes = {
            let mut roots = locked(roots);
            for message in first.into_iter().chain(inbox.try_iter()) {
                match message {
                    Message::Report(report) => roots.report(report, Instant::now()),
                    Message::Added => {}
                    Message::Stop => return,
                }
            }
            roots.settled(Instant::now())
        };
        changes.into_iter().for_each(on_change);
    }
}

#[cfg(test)]
mod tests;
