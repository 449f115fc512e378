//! Waiting for a project to become searchable, with a bar where a terminal shows one.

use crate::context::Context;
use crate::failure::Interrupted;
use crate::interrupt::Interrupt;
use crate::words;
use anyhow::Result;
use docroom_model::{Phase, Progress, ProjectStatus};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// Keeps the index (or lets the process that already does) until the projects equal their
/// folders; a process that keeps also ends what it began on others. Ctrl-C ends the batch in
/// work and gives [`Interrupted`].
pub(crate) fn index_now(context: &Context, projects: &[String]) -> Result<Vec<ProjectStatus>> {
    index_meanwhile(context, projects, &Interrupt::listen(|| ())?)
}

/// The same for a command that listens for Ctrl-C already and goes on afterwards.
pub(crate) fn index_meanwhile(
    context: &Context,
    projects: &[String],
    interrupt: &Interrupt,
) -> Result<Vec<ProjectStatus>> {
    keeping(context, interrupt, || {
        let wait = |project: &String| wait(context, project, interrupt);
        let waited = projects.iter().map(wait).collect::<Result<_>>()?;
        finish_others(context, interrupt)?;
        Ok(waited)
    })
}

/// The same for all projects, the one that comes with the program included.
pub(crate) fn index_all(context: &Context) -> Result<Vec<ProjectStatus>> {
    let interrupt = &Interrupt::listen(|| ())?;
    keeping(context, interrupt, || {
        let names = context.engine.project_names()?;
        names.iter().map(|name| wait(context, name.as_str(), interrupt)).collect()
    })
}

/// Keeps, or stands by to, while the work is waited for.
fn keeping<T>(
    context: &Context,
    interrupt: &Interrupt,
    work: impl FnOnce() -> Result<T>,
) -> Result<T> {
    context.engine.keep()?;
    let done = work();
    context.engine.stop_keeping();
    if interrupt.asked() { Err(Interrupted.into()) } else { done }
}

fn finish_others(context: &Context, interrupt: &Interrupt) -> Result<()> {
    if !context.engine.keeper()?.own {
        return Ok(());
    }
    let unfinished = |phase| !matches!(phase, Phase::Ready | Phase::Failed);
    for project in context.engine.status(None)? {
        if !interrupt.asked() && unfinished(project.progress.phase) {
            // What went wrong there is not what this command was asked for.
            if let Err(error) = wait(context, project.name.as_str(), interrupt) {
                context.output.hint(error);
            }
        }
    }
    Ok(())
}

fn wait(context: &Context, project: &str, interrupt: &Interrupt) -> Result<ProjectStatus> {
    let mut shown = Shown::new(context, project);
    let asked = || interrupt.asked();
    let status = context.engine.wait_until_ready(project, &mut |now| shown.update(now), &asked);
    shown.bar.finish_and_clear();
    Ok(status?)
}

/// A bar on a terminal; elsewhere a line at each tenth.
struct Shown<'a> {
    context: &'a Context,
    project: &'a str,
    bar: ProgressBar,
    lines: bool,
    tenth: u32,
}

impl<'a> Shown<'a> {
    fn new(context: &'a Context, project: &'a str) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let quiet = context.output.quiet;
        let target = if quiet || !terminal {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let bar = ProgressBar::with_draw_target(None, target);
        dress(&bar, LISTING);
        bar.set_message(project.to_owned());
        bar.enable_steady_tick(Duration::from_millis(120));
        Self { context, project, bar, lines: !terminal && !quiet, tenth: 0 }
    }

    fn update(&mut self, progress: Progress) {
        if progress.total > 0 {
            if self.bar.length().is_none() {
                dress(&self.bar, BAR);
            }
            self.bar.set_length(u64::from(progress.total));
            self.bar.set_position(u64::from(progress.done));
        }
        let tenth = (progress.done.saturating_mul(10)).checked_div(progress.total).unwrap_or(0);
        if self.lines && tenth > self.tenth {
            self.tenth = tenth;
            self.context.output.hint(format!("{}: {}", self.project, words::state(progress)));
        }
    }
}

/// A template of ours that can't be read is caught by the test below.
fn dress(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("━╸─"));
    }
}

const LISTING: &str = "{spinner} {msg}: listing files";
const BAR: &str = "{msg} {bar:30} {human_pos} of {human_len} documents, {eta} left";

#[cfg(test)]
mod tests {
    #[test]
    fn both_can_be_drawn() {
        for template in [super::LISTING, super::BAR] {
            assert!(indicatif::ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
