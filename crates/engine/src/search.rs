//! Answering a question: candidates from the index, at most two excerpts a document, each
//! with its neighbours and as its file is now.

use crate::core::Core;
use crate::dense::{self, Meaning};
use crate::excerpt::Time;
use crate::failure::Plain;
use crate::hits::{self, Place};
use crate::open_project::OpenProject;
use crate::rank::{self, Weights};
use crate::vectors::Nearness;
use crate::{lexical, locate, manifest, settings, status, titles};
use docroom_index::{Filters, Marker, Question};
use docroom_model::{
    Error, Hit, Phase, Progress, Result, Retrieval, SearchAnswer, SearchQuery, SearchStatus,
};
use std::sync::Arc;

/// A search's arguments, checked, and what comes of them once for every project.
struct Asked<'a> {
    text: &'a str,
    question: Question,
    limit: usize,
    filters: Filters<'a>,
    retrieval: Retrieval,
    weights: Weights,
    meaning: std::result::Result<Option<dense::Asked>, String>,
}

/// What was found so far, in every project.
#[derive(Default)]
struct Found {
    hits: Vec<Hit>,
    lexical_only: Option<String>,
    /// The relevance of the project that answers best, and the floor it was held to.
    closest: Option<f32>,
    floor: Option<f32>,
}

/// Answers a search. Source of the bounds: contracts/tools.md.
pub(crate) fn search(
    core: &Core,
    query: &SearchQuery,
    retrieval: Retrieval,
) -> Result<SearchAnswer> {
    let asked = check(core, query, retrieval)?;
    let projects = match query.project.as_deref() {
        Some(name) => vec![core.project(name)?],
        None => core.projects()?,
    };
    if projects.is_empty() {
        locate::project(core, None)?;
    }
    let mut marker = Marker::new(&asked.question);
    let mut time = Time::start();
    let mut found = Found::default();
    let (mut indexed, mut progress, mut unread) = (false, None, None);
    check_labels(query, &projects)?;
    for project in &projects {
        let state = status::keeper_row(core, &project.name)?.progress;
        if matches!(state.phase, Phase::Scanning | Phase::Indexing | Phase::Waiting) {
            progress = Some(longest(progress, state));
        }
        match in_project(core, project, &asked, &mut marker, &mut time, &mut found) {
            Ok(there) => indexed |= there,
            // Of several projects, one that can't be read must not hide the others.
            Err(error) if projects.len() > 1 => unread = passed_over(project, error, unread),
            Err(error) => return Err(error),
        }
    }
    if let (false, Some(error)) = (indexed, unread) {
        return Err(error);
    }
    let Found { mut hits, lexical_only, closest, floor } = found;
    hits.sort_by(|a, b| {
        let place = |hit: &Hit| (hit.project.clone(), hit.path.clone(), hit.start_line);
        b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b)))
    });
    hits.truncate(asked.limit);
    for (at, hit) in hits.iter_mut().enumerate() {
        hit.rank = at as u32 + 1;
    }
    Ok(SearchAnswer {
        project: (projects.len() == 1).then(|| projects[0].name.clone()),
        query: query.query.clone(),
        status: match (indexed, hits.is_empty()) {
            (false, _) => SearchStatus::NotIndexed,
            (true, true) if closest < floor => SearchStatus::BelowFloor,
            (true, true) => SearchStatus::NoMatch,
            (true, false) => SearchStatus::Results,
        },
        results: hits,
        omitted: 0,
        closest_score: closest,
        floor,
        lexical_only,
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

fn check<'a>(core: &Core, query: &'a SearchQuery, retrieval: Retrieval) -> Result<Asked<'a>> {
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
    let settings = settings::load(&core.directories)?;
    let meaning = match retrieval {
        Retrieval::Titles | Retrieval::Lexical => Ok(None),
        Retrieval::Hybrid | Retrieval::Dense => dense::ask(core, &settings, &query.query),
    };
    let weights =
        Weights { lexical: settings.lexical_weight as f32, dense: settings.dense_weight as f32 };
    let (question, limit) = (Question::new(&query.query), limit as usize);
    Ok(Asked { text: &query.query, question, limit, filters, retrieval, weights, meaning })
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
    found: &mut Found,
) -> Result<bool> {
    let Some(reader) = project.reader()? else { return Ok(false) };
    let Some(store) = project.store()? else { return Ok(false) };
    let words = match asked.retrieval {
        Retrieval::Titles | Retrieval::Dense => None,
        Retrieval::Hybrid | Retrieval::Lexical => {
            Some(lexical::candidates(&asked.question, &asked.filters, &reader)?)
        }
    };
    let near = match dense::candidates(&asked.meaning, &asked.filters, project, &store)? {
        Meaning::Near(near) => Some(near),
        Meaning::Missing(why) => {
            found.lexical_only.get_or_insert(why);
            None
        }
        Meaning::Off => None,
    };
    let model = asked.meaning.as_ref().ok().and_then(Option::as_ref).filter(|_| near.is_some());
    let mut matcher = model.and_then(|model| model.model.words(asked.text));
    let ranking = match asked.retrieval {
        Retrieval::Titles => titles::ranking(&asked.question, &asked.filters, &reader, &store)?,
        Retrieval::Hybrid | Retrieval::Lexical | Retrieval::Dense => rank::rank(
            &asked.question,
            words.as_ref(),
            near.as_ref(),
            matcher.as_deref_mut(),
            asked.weights,
            &store,
        )?,
    };
    let manifest = manifest::load(&core.directories, &project.name)?;
    if let (Some(relevance), Retrieval::Hybrid) = (ranking.relevance, asked.retrieval) {
        let measured = model.and_then(|model| model.model.floor());
        let chunks = near.as_ref().map_or(0, Nearness::chunks);
        let floor = manifest.floor.or_else(|| measured.map(|floor| rank::floor(floor, chunks)));
        let refused = floor.filter(|floor| relevance < *floor);
        if found.closest.is_none_or(|closest| closest < relevance) {
            (found.closest, found.floor) = (Some(relevance), floor);
        }
        if refused.is_some() {
            return Ok(true);
        }
    }
    let place = Place { project, store: &store, reader: &reader, manifest: &manifest };
    let question = &asked.question;
    let mut hits = hits::pick(&place, &ranking.documents, question, asked.limit, marker, time)?;
    // Scores are parts of a project's best: between projects it counts how good that is.
    for hit in &mut hits {
        hit.score *= ranking.relevance.unwrap_or(1.0);
    }
    found.hits.append(&mut hits);
    Ok(true)
}
