//! What is in work between reading a request and having written its answer: at most so many,
//! no id twice, and the answers that nobody waits for any more.

use rmcp::model::RequestId;
use std::collections::HashMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Most answers owed at a time; past it no further frame is read.
pub(crate) const LIMIT: usize = 64;

/// The table, shared by the reader, the server's transport and the writer.
#[derive(Debug, Default)]
pub(crate) struct Work {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    owed: usize,
    wanted: HashMap<RequestId, bool>,
    stopped: bool,
}

impl Work {
    /// Waits for room and owes one more answer. False: writing has failed for good.
    pub(crate) fn owe(&self) -> bool {
        let mut state = self
            .changed
            .wait_while(self.lock(), |state| state.owed >= LIMIT && !state.stopped)
            .unwrap_or_else(PoisonError::into_inner);
        state.owed += 1;
        !state.stopped
    }

    /// Owes a frame of our own making, whatever else is owed.
    pub(crate) fn owe_at_once(&self) {
        self.lock().owed += 1;
    }

    /// Notes a request's id. False: one with that id is in work.
    pub(crate) fn begin(&self, id: RequestId) -> bool {
        let mut state = self.lock();
        if state.wanted.contains_key(&id) {
            return false;
        }
        state.wanted.insert(id, true);
        true
    }

    /// The client does not want this answer. An id that is not in work is no matter.
    pub(crate) fn cancel(&self, id: &RequestId) {
        if let Some(wanted) = self.lock().wanted.get_mut(id) {
            *wanted = false;
        }
    }

    /// Frees a request's id. False: it was cancelled, its answer is not to be written.
    pub(crate) fn finish(&self, id: &RequestId) -> bool {
        self.lock().wanted.remove(id).unwrap_or(true)
    }

    /// So many frames are written (or dropped).
    pub(crate) fn paid(&self, count: usize) {
        let mut state = self.lock();
        state.owed = state.owed.saturating_sub(count);
        self.changed.notify_all();
    }

    /// Nothing can be written any more: nobody waits for room.
    pub(crate) fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }

    /// Waits until nothing is owed, but no longer than `patience`.
    pub(crate) fn settle(&self, patience: Duration) {
        let busy = |state: &mut State| state.owed > 0 && !state.stopped;
        let waited = self.changed.wait_timeout_while(self.lock(), patience, busy);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    // The table stays usable whatever thread panicked while it held the lock: each change to
    // it is a single step.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn an_id_is_in_work_once_and_a_cancelled_answer_is_unwanted() {
        let work = Work::default();
        let id = RequestId::Number(1);
        assert!(work.begin(id.clone()));
        assert!(!work.begin(id.clone()));
        assert!(work.begin(RequestId::String("1".into())), "another id");
        work.cancel(&id);
        work.cancel(&RequestId::Number(9));
        assert!(!work.finish(&id));
        assert!(work.begin(id.clone()), "free again");
        assert!(work.finish(&id));
    }

    /// Against a reader that takes all it may, forever.
    #[test]
    fn no_more_is_owed_than_the_limit() {
        let work = Arc::new(Work::default());
        let greedy = Arc::clone(&work);
        let reader = std::thread::spawn(move || while greedy.owe() {});
        for _ in 0..200 {
            while work.lock().owed < LIMIT {
                std::thread::yield_now();
            }
            assert_eq!(work.lock().owed, LIMIT);
            work.paid(1);
        }
        work.stop();
        assert!(reader.join().is_ok());
    }

    #[test]
    fn a_dead_writer_frees_everyone() {
        let work = Work::default();
        for _ in 0..LIMIT {
            work.owe_at_once();
        }
        work.stop();
        assert!(!work.owe());
        work.settle(Duration::from_secs(60));
    }
}
