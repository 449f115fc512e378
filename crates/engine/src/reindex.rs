//! One run over one project: list its folders, compare with what is known, and bring index
//! and store up to date in batches. A crash costs one repeated batch: the index is committed
//! first, then the store, and both may be written twice.

use crate::batches::Batches;
use crate::compare::{self, Plan, Task};
use crate::core::Core;
use crate::failure::Plain;
use crate::generation::{self, Generation};
use crate::open_project::OpenProject;
use crate::{embed_run, files, manifest, memory, reading, settings, summary};
use docroom_model::{Event, Phase, Progress, ProjectName, Result, Run, RunKind};
use docroom_store::{KeeperRow, ProjectStore};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Up to this many documents get their vectors without a word: it is done before one is read.
const QUIETLY: u32 = 200;
/// Progress is said at most this often.
const BETWEEN_WORDS: Duration = Duration::from_millis(100);

/// Says what the keeper does with a project.
pub(crate) fn say(
    core: &Core,
    name: &ProjectName,
    phase: Phase,
    done: u32,
    total: u32,
) -> Result<()> {
    let polling = core.library()?.state(name.as_str()).map_err(Plain::plain)?;
    let polling = polling.is_some_and(|row| row.polling);
    say_all(core, name, Progress { phase, done, total }, polling)
}

fn say_all(core: &Core, name: &ProjectName, progress: Progress, polling: bool) -> Result<()> {
    let row = KeeperRow { progress, polling, error: None };
    core.library()?.set_state(name.as_str(), &row).map_err(Plain::plain)?;
    core.emit(Event::Progress { project: name.clone(), progress });
    Ok(())
}

/// Brings a project up to date; returns early, with what is done committed, when `stop` is set.
pub(crate) fn run(
    core: &Core,
    name: &ProjectName,
    task: Task,
    polling: bool,
    stop: &AtomicBool,
) -> Result<()> {
    let started_ms = files::now_ms();
    let manifest = manifest::load(&core.directories, name)?;
    let settings = settings::load(&core.directories)?;
    let project = core.project(name.as_str())?;
    if task.kind == RunKind::Rebuild {
        project.set_damaged_store_aside()?;
    }
    let store = project.store_or_create()?;
    let generation = generation::choose(&project, &store, task.kind)?;
    let loud = task.kind != RunKind::Change || generation.fresh;
    if loud {
        say_all(core, name, Progress { phase: Phase::Scanning, done: 0, total: 0 }, polling)?;
    }
    let cancelled = || stop.load(Ordering::Acquire);
    let plan = compare::plan(
        &store,
        &manifest,
        &settings,
        core.directories.home(),
        task,
        generation.fresh,
        &cancelled,
    )?;
    if cancelled() {
        return Ok(());
    }
    let mut run = Run {
        kind: task.kind,
        started_ms,
        finished_ms: None,
        added: 0,
        changed: 0,
        removed: 0,
        failed: 0,
        error: None,
    };
    let busy = !plan.is_empty() || generation.fresh;
    if busy {
        let id = store.begin_run(task.kind, started_ms).map_err(Plain::plain)?;
        let outcome =
            work(core, &project, &store, &generation, plan, polling, &cancelled, &mut run);
        if cancelled() && outcome.is_ok() {
            // The next keeper goes on from here.
            say_all(core, name, Progress { phase: Phase::Waiting, done: 0, total: 0 }, polling)?;
            return store.drop_run(id).map_err(Plain::plain);
        }
        let idle = run.added + run.changed + run.removed + run.failed == 0;
        run.finished_ms = Some(files::now_ms());
        run.error = outcome.as_ref().err().map(ToString::to_string);
        if idle && outcome.is_ok() {
            store.drop_run(id).map_err(Plain::plain)?;
        } else {
            store.finish_run(id, &run).map_err(Plain::plain)?;
        }
        outcome?;
    }
    let mut said = Instant::now();
    let embedded =
        embed_run::run(core, &settings.embedding_model, &store, &cancelled, |done, total| {
            let due = total > QUIETLY && said.elapsed() >= BETWEEN_WORDS;
            if due {
                said = Instant::now();
                say_all(core, name, Progress { phase: Phase::Embedding, done, total }, polling)?;
            }
            Ok(())
        });
    let embedded = embedded.unwrap_or_else(|error| {
        // Everything can be found by its words.
        tracing::warn!(project = %name, %error, causes = ?error.causes(), "no vectors");
        false
    });
    let busy = busy || embedded;
    if busy || loud {
        let counts = store.counts().map_err(Plain::plain)?;
        let indexed = store.last_run().map_err(Plain::plain)?.and_then(|run| run.finished_ms);
        summary::write(&project.folder, counts, indexed)?;
        let total = counts.documents;
        say_all(core, name, Progress { phase: Phase::Ready, done: total, total }, polling)?;
    }
    if busy {
        core.emit(Event::Changed { project: name.clone() });
        memory::give_back();
    }
    Ok(())
}

#[allow(clippy::too_many_arguments)] // one caller, and each is a thing of its own
fn work(
    core: &Core,
    project: &OpenProject,
    store: &ProjectStore,
    generation: &Generation,
    plan: Plan,
    polling: bool,
    cancelled: &(dyn Fn() -> bool + Sync),
    run: &mut Run,
) -> Result<()> {
    let total = plan.read.len() as u32;
    let folder = project.index_folder(&generation.name);
    let mut batches = Batches::open(&folder, store, plan.read.iter().map(|file| file.size).sum())?;
    run.removed = plan.gone.len() as u32;
    batches.remove(plan.gone)?;
    for source in &plan.forgotten {
        batches.forget_source(source)?;
    }
    let mut said = Instant::now() - BETWEEN_WORDS;
    let mut live = !generation.fresh || generation.first;
    let mut done = 0;
    reading::each(&plan.read, cancelled, |file, outcome| {
        let committed = batches.take(file, outcome, run)?;
        done += 1;
        if committed && generation.first && live {
            // From the first batch on, what is there can be found.
            generation::publish(store, generation)?;
            live = false;
        }
        if said.elapsed() >= BETWEEN_WORDS {
            said = Instant::now();
            let progress = Progress { phase: Phase::Indexing, done, total };
            say_all(core, &project.name, progress, polling)?;
            if committed {
                core.emit(Event::Changed { project: project.name.clone() });
            }
        }
        Ok(())
    })?;
    batches.finish()?;
    if !cancelled() {
        for (source, stamp) in &plan.stamps {
            store.set_marks(&[(source, stamp)]).map_err(Plain::plain)?;
        }
    }
    if !cancelled() || generation.first {
        generation::publish(store, generation)?;
        generation::sweep(project, &generation.name);
    }
    Ok(())
}
