//! Runs that failed and are tried again, later and later: nobody may ask again for what a full
//! disk or a busy database left undone.

use crate::compare::Task;
use docroom_model::ProjectName;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// The pause before the first retry; each further one is twice as long.
const FIRST: Duration = Duration::from_secs(1);
const LONGEST: Duration = Duration::from_secs(60);

/// What is to be tried again, by project.
#[derive(Default)]
pub(crate) struct Retries(BTreeMap<ProjectName, Retry>);

struct Retry {
    task: Task,
    why: String,
    pause: Duration,
    due: Instant,
}

impl Retries {
    /// A run failed at `now`. Says whether that is news: another reason than the last time.
    pub(crate) fn failed(
        &mut self,
        name: &ProjectName,
        task: Task,
        why: &str,
        now: Instant,
    ) -> bool {
        let before = self.0.get(name);
        let pause = before.map_or(FIRST, |before| (before.pause * 2).min(LONGEST));
        let news = before.is_none_or(|before| before.why != why);
        let retry = Retry { task, why: why.to_owned(), pause, due: now + pause };
        self.0.insert(name.clone(), retry);
        news
    }

    /// A run was done, or its project is gone.
    pub(crate) fn forget(&mut self, name: &ProjectName) {
        self.0.remove(name);
    }

    /// What is to be tried again at `now`.
    pub(crate) fn due(&mut self, now: Instant) -> Vec<(ProjectName, Task)> {
        let due = self.0.iter_mut().filter(|(_, retry)| retry.due <= now);
        due.map(|(name, retry)| {
            // Not once more while the run goes on.
            retry.due = now + retry.pause;
            (name.clone(), retry.task)
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use docroom_model::RunKind;

    #[test]
    fn pauses_grow_and_a_repeated_reason_is_no_news() {
        let name = ProjectName::new("docs").unwrap();
        let task = Task { kind: RunKind::Scan, by_hash: false };
        let (mut retries, begun) = (Retries::default(), Instant::now());
        let mut pauses = Vec::new();
        let mut now = begun;
        for round in 0..8 {
            assert_eq!(retries.failed(&name, task, "full", now), round == 0);
            assert!(retries.due(now).is_empty(), "not at once");
            let second = Duration::from_secs(1);
            let waited = (1..).find(|n| !retries.due(now + second * *n).is_empty()).unwrap();
            pauses.push(waited);
            now += second * waited;
        }
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60]);
        assert!(retries.failed(&name, task, "busy", now), "another reason is news");
        retries.forget(&name);
        assert!(retries.due(now + LONGEST * 2).is_empty());
    }
}
