//! Answering a question: candidates from the index, at most two excerpts a document, each
//! with its neighbours and as its file is now.

use crate::core::Core;
use crate::excerpt::{self, Time};
use crate::failure::Plain;
use crate::open_project::OpenProject;
use crate::{locate, manifest, status};
use docroom_index::{Candidate, Filters, Marker, Question};
use docroom_model::{Error, Hit, Phase, Progress, Result, SearchAnswer, SearchQuery, SearchStatus};
use docroom_store::ProjectStore;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Candidates taken from the index for one answer.
const CANDIDATES: usize = 200;
/// Most excerpts of one document.
const A_DOCUMENT: usize = 2;
/// BM25 scores have no upper bound; this one becomes 0.5.
const HALF: f32 = 12.0;
/// What each further good chunk of a document adds to its best, and how many count: a page
/// about the subject stands before one that mentions it.
const FURTHER: f32 = 0.1;
const FURTHER_COUNT: usize = 5;
/// What the logarithm of the number of documents that link to it adds: the page that others
/// point to is the one to read. On 54 public questions, all else as it was then, the mean
/// reciprocal rank went from 0.25 to 0.30. Chosen on those questions, so less is to be expected.
const LINKED: f32 = 0.15;
/// Factor for a document whose title is just the question.
const CALLED: f32 = 1.5;

/// A search's arguments, checked.
struct Asked<'a> {
    question: Question,
    limit: usize,
    filters: Filters<'a>,
}

/// Answers a search. Source of the bounds: contracts/tools.md.
pub(crate) fn search(core: &Core, query: &SearchQuery) -> Result<SearchAnswer> {
    let asked = check(query)?;
    let projects = match query.project.as_deref() {
        Some(name) => vec![core.project(name)?],
        None => core.projects()?,
    };
    if projects.is_empty() {
        locate::project(core, None)?;
    }
    let mut marker = Marker::new(&asked.question);
    let mut time = Time::start();
    let mut hits = Vec::new();
    let (mut indexed, mut progress, mut unread) = (false, None, None);
    check_labels(query, &projects)?;
    for project in &projects {
        let state = status::keeper_row(core, &project.name)?.progress;
        if matches!(state.phase, Phase::Scanning | Phase::Indexing | Phase::Waiting) {
            progress = Some(longest(progress, state));
        }
        match in_project(core, project, &asked, &mut marker, &mut time, &mut hits) {
            Ok(there) => indexed |= there,
            // Of several projects, one that can't be read must not hide the others.
            Err(error) if projects.len() > 1 => unread = passed_over(project, error, unread),
            Err(error) => return Err(error),
        }
    }
    if let (false, Some(error)) = (indexed, unread) {
        return Err(error);
    }
    hits.sort_by(|a, b| {
        let place = |hit: &Hit| (hit.project.clone(), hit.path.clone(), hit.start_line);
        b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b)))
    });
    hits.truncate(asked.limit);
    for (at, hit) in hits.iter_mut().enumerate() {
        hit.rank = at as u32 + 1;
        hit.score = hit.score / (hit.score + HALF);
    }
    Ok(SearchAnswer {
        project: (projects.len() == 1).then(|| projects[0].name.clone()),
        query: query.query.clone(),
        status: match (indexed, hits.is_empty()) {
            (false, _) => SearchStatus::NotIndexed,
            (true, true) => SearchStatus::NoMatch,
            (true, false) => SearchStatus::Results,
        },
        results: hits,
        omitted: 0,
        closest_score: None,
        floor: None,
        progress,
    })
}

/// Says that a project could not be read, and keeps the first reason.
fn passed_over(project: &OpenProject, error: Error, first: Option<Error>) -> Option<Error> {
    let causes = error.causes();
    tracing::warn!(project = %project.name, %error, ?causes, "not searched");
    first.or(Some(error))
}

fn longest(known: Option<Progress>, next: Progress) -> Progress {
    known.filter(|known| known.total >= next.total).unwrap_or(next)
}

fn check(query: &SearchQuery) -> Result<Asked<'_>> {
    let length = query.query.chars().count();
    if length == 0 || length > SearchQuery::MAX_QUERY {
        return Err(Error::invalid("`query` takes 1 to 2000 characters"));
    }
    let limit = query.limit.unwrap_or(SearchQuery::DEFAULT_LIMIT);
    if !(1..=SearchQuery::MAX_LIMIT).contains(&limit) {
        return Err(Error::invalid("`limit` takes 1 to 20"));
    }
    let path_prefix =
        query.path_prefix.as_deref().map(prefix).transpose()?.filter(|p| !p.is_empty());
    let filters =
        Filters { source: query.source.as_deref(), path_prefix, version: query.version.as_deref() };
    Ok(Asked { question: Question::new(&query.query), limit: limit as usize, filters })
}

/// A path prefix of whole segments; a slash at the end is allowed.
fn prefix(text: &str) -> Result<&str> {
    let trimmed = text.strip_suffix('/').unwrap_or(text);
    let bad = |segment: &str| segment.is_empty() || segment == "." || segment == "..";
    let unusable = text.chars().count() > 512
        || text.chars().any(char::is_control)
        || (!trimmed.is_empty() && trimmed.split('/').any(bad))
        || (trimmed.is_empty() && !text.is_empty());
    if unusable {
        let message = format!("`path_prefix` takes a folder such as `guide/install`, not `{text}`");
        return Err(Error::invalid(message));
    }
    Ok(trimmed)
}

/// Unknown sources and versions are answered with those that exist.
fn check_labels(query: &SearchQuery, projects: &[Arc<OpenProject>]) -> Result<()> {
    // What can't be opened is reported where it is searched.
    let stores: Vec<_> = projects.iter().filter_map(|p| p.store().ok().flatten()).collect();
    if stores.is_empty() {
        return Ok(());
    }
    let mut known = Vec::new();
    if let Some(source) = &query.source {
        for store in &stores {
            let counts = store.source_counts().map_err(Plain::plain)?;
            known.extend(counts.into_iter().map(|(name, _)| name));
        }
        require("source", source, &mut known)?;
    }
    if let Some(version) = &query.version {
        known.clear();
        for store in &stores {
            known.extend(store.versions().map_err(Plain::plain)?);
        }
        require("version", version, &mut known)?;
    }
    Ok(())
}

fn require(what: &str, wanted: &str, known: &mut Vec<String>) -> Result<()> {
    if known.iter().any(|name| name == wanted) {
        return Ok(());
    }
    known.sort();
    known.dedup();
    let list: Vec<_> = known.iter().map(|name| format!("`{name}`")).collect();
    let there = if list.is_empty() {
        format!("documents here carry no {what}")
    } else {
        format!("there are {}", list.join(", "))
    };
    Err(Error::not_found(format!("no {what} `{wanted}`; {there}")))
}

/// Adds a project's hits; says whether anything is indexed there.
fn in_project(
    core: &Core,
    project: &Arc<OpenProject>,
    asked: &Asked<'_>,
    marker: &mut Marker,
    time: &mut Time,
    hits: &mut Vec<Hit>,
) -> Result<bool> {
    let Some(reader) = project.reader()? else { return Ok(false) };
    let Some(store) = project.store()? else { return Ok(false) };
    let found = reader.search(&asked.question, &asked.filters, CANDIDATES).map_err(Plain::plain)?;
    let manifest = manifest::load(&core.directories, &project.name)?;
    let mut taken = 0;
    let mut of_document: HashMap<String, usize> = HashMap::new();
    for candidate in rank(&asked.question, &store, found)? {
        if taken == asked.limit {
            break;
        }
        let count = of_document.entry(candidate.path.clone()).or_default();
        if *count == A_DOCUMENT {
            continue;
        }
        if let Some(hit) = excerpt::hit(project, &store, &manifest, &candidate, marker, time)? {
            // Two candidates of a changed document may lead to one passage.
            if hits.iter().any(|other| {
                other.project == hit.project
                    && other.path == hit.path
                    && other.start_line == hit.start_line
            }) {
                continue;
            }
            *count += 1;
            taken += 1;
            hits.push(hit);
        }
    }
    Ok(true)
}

/// Lifts chunks of documents that have further good ones, that others link to, or that are
/// called like the question.
fn rank(
    question: &Question,
    store: &ProjectStore,
    mut found: Vec<Candidate>,
) -> Result<Vec<Candidate>> {
    let mut scores: BTreeMap<&str, Vec<f32>> = BTreeMap::new();
    for candidate in &found {
        scores.entry(&candidate.path).or_default().push(candidate.score);
    }
    let paths: Vec<&str> = scores.keys().copied().collect();
    let standing = store.standing(&paths).map_err(Plain::plain)?;
    let lift: HashMap<String, (f32, f32)> = scores
        .into_iter()
        .zip(standing)
        .map(|((path, scores), (title, linked))| {
            let further: f32 = scores.iter().skip(1).take(FURTHER_COUNT).sum();
            let called = if question.is_called(&title) { CALLED } else { 1.0 };
            let factor = called * (1.0 + LINKED * (1.0 + linked as f32).ln());
            (path.to_owned(), (FURTHER * further, factor))
        })
        .collect();
    for candidate in &mut found {
        let (further, factor) = lift.get(&candidate.path).copied().unwrap_or((0.0, 1.0));
        candidate.score = (candidate.score + further) * factor;
    }
    found.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then_with(|| (&a.path, a.ordinal).cmp(&(&b.path, b.ordinal)))
    });
    Ok(found)
}
