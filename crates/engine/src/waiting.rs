//! Waiting until a project equals its folders, whoever keeps it.

use crate::core::Core;
use crate::failure::Plain;
use crate::keeping::Keeping;
use crate::{lock, manifest, status};
use docroom_model::{Code, Error, Phase, Progress, ProjectStatus, Result};
use std::sync::Arc;
use std::time::Duration;

/// Between two looks at the state.
const LOOK: Duration = Duration::from_millis(30);

/// Polls the state; becomes the keeper when none is left. A project that is removed meanwhile
/// is not found.
pub(crate) fn until_ready(
    core: &Arc<Core>,
    keeping: &Keeping,
    project: &str,
    on_progress: &mut dyn FnMut(Progress),
    cancelled: &dyn Fn() -> bool,
) -> Result<ProjectStatus> {
    let open = core.project(project)?;
    let library = core.library()?;
    let mut said = None;
    loop {
        if !keeping.is_own() && !lock::is_held(&core.directories)? {
            keeping.try_start(core)?;
        }
        if !manifest::exists(&core.directories, &open.name) {
            let message = format!("project `{project}` was removed while it was being indexed");
            return Err(Error::not_found(message));
        }
        if let Some(why) = core.unsaid(&open.name) {
            return Err(failed(project, &why));
        }
        // Requests first: the keeper says that it begins before it settles one.
        let asked = library.has_request(project).map_err(Plain::plain)?;
        let row = status::keeper_row(core, &open.name)?;
        if said != Some(row.progress) {
            said = Some(row.progress);
            on_progress(row.progress);
        }
        match row.progress.phase {
            Phase::Ready if !asked => return status::one(core, &open),
            Phase::Failed if !asked => {
                return Err(failed(project, &row.error.unwrap_or_default()));
            }
            _ => {}
        }
        if cancelled() {
            let message =
                format!("project `{project}` is not indexed yet; what is done is searchable");
            return Err(Error::new(Code::NotReady, message));
        }
        std::thread::sleep(LOOK);
    }
}

fn failed(project: &str, why: &str) -> Error {
    Error::new(Code::Io, format!("project `{project}` could not be indexed: {why}"))
}
