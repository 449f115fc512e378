//! What the page is told unasked: hints of the engine, of what other processes did to the shared
//! files, and passages that a link asks to open.

use crate::links::Passage;
use docroom_engine::Engine;
use docroom_model::{Event, ProjectStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tauri::WebviewWindow;
use tauri::ipc::Channel;

/// How often the shared state is looked at.
const LOOK: Duration = Duration::from_millis(150);

/// The page that listens, if one does, and the passage it has yet to be told of.
#[derive(Default)]
pub(crate) struct Follower(Mutex<State>);

#[derive(Default)]
struct State {
    events: Option<Channel<Event>>,
    passages: Option<Channel<Passage>>,
    waiting: Option<Passage>,
}

impl Follower {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on this page listens.
    pub(crate) fn follow(&self, events: Channel<Event>, passages: Channel<Passage>) {
        let mut state = self.state();
        if let Some(passage) = state.waiting.take() {
            send(&passages, passage);
        }
        state.events = Some(events);
        state.passages = Some(passages);
    }

    /// Tells the page; a hint that nobody listens to is lost, as hints may be.
    pub(crate) fn tell(&self, event: Event) {
        if let Some(events) = &self.state().events {
            send(events, event);
        }
    }

    /// Has the page open a passage, now or as soon as it listens; the newest one counts.
    pub(crate) fn open(&self, passage: Passage) {
        let mut state = self.state();
        match &state.passages {
            Some(passages) => send(passages, passage),
            None => state.waiting = Some(passage),
        }
    }
}

fn send<T: tauri::ipc::IpcResponse>(channel: &Channel<T>, message: T) {
    if let Err(error) = channel.send(message) {
        tracing::warn!("the page could not be told: {error}");
    }
}

/// Looks at the shared state, and while the window is visible tells the page what changed. Ends
/// when the window is gone.
pub(crate) fn watch(window: &WebviewWindow, engine: &Engine, follower: &Follower) {
    let mut version = None;
    let mut before: Vec<ProjectStatus> = Vec::new();
    loop {
        std::thread::sleep(LOOK);
        // The look itself costs next to nothing. Asking the window wakes its main thread, so that
        // it is asked only when there is something to tell.
        let now = engine.state_version();
        if matches!((&now, version), (Ok(now), Some(version)) if *now == version) {
            continue;
        }
        let (Ok(visible), Ok(minimized)) = (window.is_visible(), window.is_minimized()) else {
            return;
        };
        if !visible || minimized {
            continue;
        }
        match now.and_then(|now| Ok((now, engine.status(None)?))) {
            Ok((now, after)) => {
                // The first look only learns the state: the page has just asked for it.
                if version.is_some() {
                    differences(&before, &after).into_iter().for_each(|event| follower.tell(event));
                }
                version = Some(now);
                before = after;
            }
            Err(error) => tracing::debug!("the shared state could not be read: {error}"),
        }
    }
}

fn differences(before: &[ProjectStatus], after: &[ProjectStatus]) -> Vec<Event> {
    let mut events = Vec::new();
    let rest = |status: &ProjectStatus| {
        (status.watching, status.sources.clone(), status.description.clone(), status.error.clone())
    };
    let mut projects = before.len() != after.len();
    for now in after {
        let project = now.name.clone();
        let Some(then) = before.iter().find(|then| then.name == project) else {
            projects = true;
            continue;
        };
        projects |= rest(then) != rest(now) || then.not_searchable != now.not_searchable;
        if then.progress != now.progress {
            events.push(Event::Progress { project: project.clone(), progress: now.progress });
        }
        let documents = |status: &ProjectStatus| {
            (status.documents, status.chunks, status.last_run.as_ref().map(|run| run.started_ms))
        };
        if documents(then) != documents(now) {
            events.push(Event::Changed { project });
        }
    }
    if projects {
        events.insert(0, Event::Projects);
    }
    events
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use docroom_model::{Phase, Progress, ProjectName, Run, RunKind, Watching};

    fn status(name: &str) -> ProjectStatus {
        ProjectStatus {
            name: ProjectName::new(name).unwrap(),
            description: None,
            progress: Progress { phase: Phase::Ready, done: 0, total: 0 },
            error: None,
            watching: Watching::Live,
            documents: 3,
            chunks: 9,
            not_searchable: 0,
            failed: 0,
            sources: Vec::new(),
            last_run: None,
        }
    }

    #[test]
    fn each_difference_is_told_once_and_by_its_kind() {
        let run = Run {
            kind: RunKind::Change,
            started_ms: 5,
            finished_ms: Some(6),
            added: 0,
            changed: 1,
            removed: 0,
            failed: 0,
            error: None,
        };
        let progress = Progress { phase: Phase::Indexing, done: 1, total: 4 };
        let name = || ProjectName::new("a").unwrap();
        let cases: [(&str, Vec<ProjectStatus>, Vec<Event>); 5] = [
            ("nothing", vec![status("a")], vec![]),
            ("added", vec![status("a"), status("b")], vec![Event::Projects]),
            (
                "paused",
                vec![ProjectStatus { watching: Watching::Paused, ..status("a") }],
                vec![Event::Projects],
            ),
            (
                "further",
                vec![ProjectStatus { progress, ..status("a") }],
                vec![Event::Progress { project: name(), progress }],
            ),
            (
                "text changed, counts did not",
                vec![ProjectStatus { last_run: Some(run), ..status("a") }],
                vec![Event::Changed { project: name() }],
            ),
        ];
        for (what, after, told) in cases {
            assert_eq!(differences(&[status("a")], &after), told, "{what}");
        }
    }
}
