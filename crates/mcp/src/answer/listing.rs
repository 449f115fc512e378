//! The answers to list_topics and list_projects. Source of the wording: contracts/tools.md,
//! "list_topics".

use crate::fence::one_line;
use docroom_model::{DocumentSummary, Phase, ProjectStatus, TopicsAnswer};
use std::fmt::Write;

/// A page of documents, grouped by the folder that they are in.
pub(crate) fn topics(answer: &TopicsAnswer) -> String {
    let mut text = format!(
        "Project \"{}\": {} documents, {} chunks\n",
        answer.project, answer.document_count, answer.chunk_count
    );
    match &answer.after {
        None => text.push_str(&overview(answer)),
        Some(after) => {
            let _ = writeln!(text, "Continued after {}", one_line(after));
        }
    }
    for group in answer.documents.chunk_by(|a, b| folder(a) == folder(b)) {
        text.push_str(&group_text(group));
    }
    match (&answer.next_cursor, answer.documents.is_empty()) {
        (Some(cursor), _) => {
            let _ = write!(
                text,
                "\nMore documents follow: call list_topics again with this cursor.\n\
                 next_cursor: {cursor}\n"
            );
        }
        (None, true) if answer.after.is_some() => text.push_str("No documents follow.\n"),
        (None, true) => text.push_str("No document is indexed yet.\n"),
        (None, false) => {}
    }
    text
}

/// Every project with its size and state.
pub(crate) fn projects(all: &[ProjectStatus]) -> String {
    if all.is_empty() {
        return "There are no projects yet. The user can add a folder in the Docroom window or \
                with `docroom add FOLDER`.\n"
            .to_owned();
    }
    let mut text = String::from("Pass one of these names as `project` to the other tools:\n");
    for status in all {
        let _ = write!(
            text,
            "• {} — {} documents, {} chunks",
            status.name, status.documents, status.chunks
        );
        if let Some(description) = &status.description {
            let _ = write!(text, " — {}", one_line(description));
        }
        let progress = status.progress;
        match progress.phase {
            Phase::Embedding | Phase::Ready => {}
            Phase::Waiting => text.push_str(" (not indexed yet)"),
            Phase::Scanning => text.push_str(" (its folders are being listed)"),
            Phase::Indexing => {
                let _ = write!(text, " (indexing: {} of {})", progress.done, progress.total);
            }
            Phase::Failed => text.push_str(" (the last indexing run failed)"),
        }
        text.push('\n');
    }
    text
}

fn overview(answer: &TopicsAnswer) -> String {
    let mut text = String::new();
    if !answer.sources.is_empty() {
        text.push_str("Sources:\n");
    }
    for source in &answer.sources {
        let _ = write!(
            text,
            "• {} — {} {}, language {}, {} documents",
            source.name,
            source.kind,
            one_line(&source.label),
            source.language,
            source.documents
        );
        if let Some(version) = &source.version {
            let _ = write!(text, ", version {}", one_line(version));
        }
        text.push_str(if source.offline { ", offline\n" } else { "\n" });
    }
    if !answer.versions.is_empty() {
        let versions: Vec<_> = answer.versions.iter().map(|version| one_line(version)).collect();
        let _ = writeln!(text, "Versions: {}", versions.join(", "));
    }
    text
}

fn group_text(group: &[DocumentSummary]) -> String {
    let Some(first) = group.first() else { return String::new() };
    let chunks: u32 = group.iter().map(|document| document.chunks).sum();
    let mut text = format!(
        "\n{}/ — {}, {}\n",
        one_line(folder(first)),
        counted(group.len(), "document"),
        counted(chunks as usize, "chunk")
    );
    for document in group {
        let _ = writeln!(
            text,
            "• {} — {} ({})",
            one_line_path(&document.path),
            one_line(&document.title),
            counted(document.chunks as usize, "chunk")
        );
    }
    text
}

fn folder(document: &DocumentSummary) -> &str {
    document.path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path is handed back by agents: it is never cut, and it holds no control characters.
fn one_line_path(path: &str) -> String {
    path.replace(['\u{2028}', '\u{2029}'], " ")
}

fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use docroom_model::{Progress, ProjectName, SourceName, SourceStatus, Watching};

    fn page() -> TopicsAnswer {
        let document = |path: &str, title: &str, chunks| DocumentSummary {
            path: path.to_owned(),
            title: title.to_owned(),
            chunks,
        };
        TopicsAnswer {
            project: ProjectName::new("kube").unwrap(),
            document_count: 3,
            chunk_count: 9,
            after: None,
            sources: vec![SourceStatus {
                name: SourceName::new("docs").unwrap(),
                kind: "folder".to_owned(),
                label: "/srv/docs".to_owned(),
                language: "en".to_owned(),
                version: Some("1.30".to_owned()),
                documents: 3,
                offline: true,
            }],
            versions: vec!["1.30".to_owned()],
            documents: vec![
                document("docs/a.md", "A", 1),
                document("docs/b.md", "B\n• fake", 3),
                document("docs/sub/c.md", "C", 5),
            ],
            next_cursor: Some("abc".to_owned()),
        }
    }

    #[test]
    fn a_first_page() {
        insta::assert_snapshot!(topics(&page()), @r#"
        Project "kube": 3 documents, 9 chunks
        Sources:
        • docs — folder /srv/docs, language en, 3 documents, version 1.30, offline
        Versions: 1.30

        docs/ — 2 documents, 4 chunks
        • docs/a.md — A (1 chunk)
        • docs/b.md — B • fake (3 chunks)

        docs/sub/ — 1 document, 5 chunks
        • docs/sub/c.md — C (5 chunks)

        More documents follow: call list_topics again with this cursor.
        next_cursor: abc
        "#);
    }

    #[test]
    fn the_end_is_a_plain_answer() {
        let mut end = page();
        (end.after, end.next_cursor) = (Some("docs/z.md".to_owned()), None);
        end.documents.clear();
        insta::assert_snapshot!(topics(&end), @r#"
        Project "kube": 3 documents, 9 chunks
        Continued after docs/z.md
        No documents follow.
        "#);
        end.after = None;
        assert!(topics(&end).ends_with("No document is indexed yet.\n"));
    }

    #[test]
    fn projects_with_their_state() {
        let status = |name: &str, phase| ProjectStatus {
            name: ProjectName::new(name).unwrap(),
            description: (phase == Phase::Ready).then(|| "The manual".to_owned()),
            progress: Progress { phase, done: 1, total: 4 },
            error: None,
            watching: Watching::Live,
            documents: 4,
            chunks: 8,
            not_searchable: 0,
            failed: 0,
            sources: Vec::new(),
            last_run: None,
        };
        let all = [status("a", Phase::Ready), status("b", Phase::Indexing)];
        insta::assert_snapshot!(projects(&all), @r#"
        Pass one of these names as `project` to the other tools:
        • a — 4 documents, 8 chunks — The manual
        • b — 4 documents, 8 chunks (indexing: 1 of 4)
        "#);
        assert!(projects(&[]).contains("docroom add FOLDER"));
    }
}
