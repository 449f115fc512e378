//! What the menu says about the projects: a line each, and whether work is under way.

use docroom_model::{Phase, ProjectStatus, Watching};

/// More projects than this are counted, not named.
const MOST: usize = 8;

/// The state of all projects as the menu shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    /// A line a project.
    pub(crate) lines: Vec<String>,
    /// Watching is paused for every project.
    pub(crate) paused: bool,
    /// Some project is being indexed.
    pub(crate) busy: bool,
}

/// Puts the state of the projects into words.
pub(crate) fn state(projects: &[ProjectStatus]) -> State {
    let mut lines: Vec<String> = projects.iter().take(MOST).map(line).collect();
    if projects.is_empty() {
        lines.push("No projects yet".to_owned());
    }
    if projects.len() > MOST {
        lines.push(format!("and {} more", projects.len() - MOST));
    }
    State {
        lines,
        paused: !projects.is_empty() && projects.iter().all(|p| p.watching == Watching::Paused),
        busy: projects.iter().any(|p| !matches!(p.progress.phase, Phase::Ready | Phase::Failed)),
    }
}

fn line(project: &ProjectStatus) -> String {
    let name = project.name.as_str();
    match project.progress.phase {
        Phase::Failed => format!("{name}: failed"),
        Phase::Waiting => format!("{name}: waiting"),
        Phase::Scanning => format!("{name}: listing files"),
        Phase::Indexing => {
            let (done, total) = (project.progress.done, project.progress.total);
            format!("{name}: indexing {} of {}", grouped(done), grouped(total))
        }
        Phase::Embedding | Phase::Ready => {
            let plural = if project.documents == 1 { "" } else { "s" };
            format!("{name}: {} document{plural}", grouped(project.documents))
        }
    }
}

fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let mut parts: Vec<&str> = Vec::new();
    if first > 0 {
        parts.push(&digits[..first]);
    }
    parts.extend((first..digits.len()).step_by(3).map(|at| &digits[at..at + 3]));
    parts.join(",")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use docroom_model::{Progress, ProjectName};

    fn project(name: &str, phase: Phase, watching: Watching) -> ProjectStatus {
        ProjectStatus {
            name: ProjectName::new(name).unwrap(),
            description: None,
            progress: Progress { phase, done: 120, total: 1679 },
            error: None,
            watching,
            documents: 1679,
            chunks: 0,
            not_searchable: 0,
            failed: 0,
            sources: Vec::new(),
            last_run: None,
        }
    }

    #[test]
    fn the_menu_says_what_is_going_on() {
        let state = state(&[
            project("kubernetes", Phase::Ready, Watching::Paused),
            project("日本", Phase::Indexing, Watching::Live),
        ]);
        assert_eq!(state.lines, ["kubernetes: 1,679 documents", "日本: indexing 120 of 1,679"]);
        assert!(state.busy && !state.paused);
    }

    #[test]
    fn many_projects_are_counted_and_none_is_said() {
        let many: Vec<_> =
            (0..11).map(|n| project(&format!("p{n}"), Phase::Ready, Watching::Paused)).collect();
        let shown = state(&many);
        assert_eq!(shown.lines.last().unwrap(), "and 3 more");
        assert!(shown.paused && !shown.busy);
        let none = state(&[]);
        assert_eq!((none.lines, none.paused), (vec!["No projects yet".to_owned()], false));
        assert_eq!(
            ["7", "42", "120", "1,679", "1,234,567"],
            [7, 42, 120, 1679, 1_234_567].map(grouped)[..]
        );
    }
}
