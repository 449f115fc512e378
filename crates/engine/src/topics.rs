//! Listing a project's documents, page by page.

use crate::core::Core;
use crate::failure::Plain;
use crate::{cursor, locate, status};
use docroom_model::{DocumentSummary, Error, Result, TopicsAnswer, TopicsQuery};

/// One page of documents, by path.
pub(crate) fn topics(core: &Core, query: &TopicsQuery) -> Result<TopicsAnswer> {
    let limit = query.limit.unwrap_or(TopicsQuery::DEFAULT_LIMIT);
    if !(1..=TopicsQuery::MAX_LIMIT).contains(&limit) {
        return Err(Error::invalid("`limit` takes 1 to 1000"));
    }
    let project = locate::project(core, query.project.as_deref())?;
    let scope = project.name.as_str();
    let after = query.cursor.as_deref().map(|cursor| cursor::decode(scope, cursor)).transpose()?;
    let state = status::one(core, &project)?;
    let mut answer = TopicsAnswer {
        project: project.name.clone(),
        document_count: state.documents,
        chunk_count: state.chunks,
        after: after.clone(),
        sources: state.sources,
        versions: Vec::new(),
        documents: Vec::new(),
        next_cursor: None,
    };
    let Some(store) = project.store()? else { return Ok(answer) };
    answer.versions = store.versions().map_err(Plain::plain)?;
    let after = after.unwrap_or_default();
    let mut rows = store.documents_after(&after, limit + 1).map_err(Plain::plain)?;
    if rows.len() > limit as usize {
        rows.truncate(limit as usize);
        answer.next_cursor = rows.last().map(|row| cursor::encode(scope, &row.path));
    }
    let summary = |row: docroom_store::DocumentRow| DocumentSummary {
        path: row.path,
        title: row.title,
        chunks: row.chunk_count,
    };
    answer.documents = rows.into_iter().map(summary).collect();
    Ok(answer)
}
