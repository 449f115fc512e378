//! Waiting for what another process does.

use std::time::{Duration, Instant};

/// Far longer than anything takes on a busy machine; only a failure waits so long.
const LONGEST: Duration = Duration::from_secs(60);

/// Asks again and again until there is an answer.
///
/// # Panics
/// After a minute, naming what never came.
#[track_caller]
pub fn until<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let started = Instant::now();
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(started.elapsed() < LONGEST, "never came: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
