//! Exact windows of a document's lines, and literal finds.

use crate::core::Core;
use crate::{fresh, locate, manifest, measure};
use docroom_model::{
    DocumentUri, Error, FindAnswer, FindRequest, LineMatch, LinesAnswer, LinesRequest, Result,
};

/// An exact window. Source of its bounds: contracts/tools.md.
pub(crate) fn lines(core: &Core, request: &LinesRequest) -> Result<LinesAnswer> {
    let start = request.start_line.unwrap_or(1);
    let wanted = request.line_count.unwrap_or(LinesRequest::MAX_LINES);
    if !(1..=LinesRequest::MAX_LINES).contains(&wanted) {
        return Err(Error::invalid("`line_count` takes 1 to 200"));
    }
    let (uri, text) = document(core, request.project.as_deref(), &request.path)?;
    let mut window =
        measure::lines(&text).enumerate().skip(start.saturating_sub(1) as usize).peekable();
    if start == 0 || window.peek().is_none() {
        return Err(out_of_range(&request.path, start, measure::line_count(&text)));
    }
    let (mut content, mut end_line) = (String::new(), start - 1);
    while let Some((_, line)) = window.next_if(|(at, line)| {
        let taken = (*at as u32) + 1 - start;
        taken == 0 || (taken < wanted && content.len() + line.len() <= LinesRequest::MAX_BYTES)
    }) {
        content.push_str(line);
        end_line += 1;
    }
    let has_more = window.next().is_some();
    Ok(LinesAnswer { uri, start_line: start, end_line, has_more, content })
}

/// Literal text, line by line.
pub(crate) fn find(core: &Core, request: &FindRequest) -> Result<FindAnswer> {
    if request.query.is_empty() || request.query.chars().count() > FindRequest::MAX_QUERY {
        return Err(Error::invalid("`query` takes 1 to 256 characters"));
    }
    let start = request.start_line.unwrap_or(1);
    let (uri, text) = document(core, request.project.as_deref(), &request.path)?;
    let total = measure::line_count(&text);
    if start == 0 || start > total {
        return Err(out_of_range(&request.path, start, total));
    }
    let mut matches = Vec::new();
    let mut has_more = false;
    for (at, line) in measure::lines(&text).enumerate().skip(start as usize - 1) {
        let line = line.trim_end_matches(['\n', '\r']);
        if !line.contains(&request.query) {
            continue;
        }
        if matches.len() == FindRequest::MAX_MATCHES {
            has_more = true;
            break;
        }
        matches.push(LineMatch { line: at as u32 + 1, content: line.to_owned() });
    }
    Ok(FindAnswer { uri, query: request.query.clone(), start_line: start, matches, has_more })
}

fn document(core: &Core, project: Option<&str>, path: &str) -> Result<(String, String)> {
    let (project, path) = locate::document(core, project, path)?;
    let manifest = manifest::load(&core.directories, &project.name)?;
    let current = fresh::current(&project, &manifest, &path)?;
    Ok((DocumentUri { project: project.name.clone(), path }.to_string(), current.text))
}

/// A line that the document does not have: [`docroom_model::Code::Invalid`].
fn out_of_range(path: &str, line: u32, count: u32) -> Error {
    Error::invalid(format!("`{path}` has no line {line}; it has {count} lines"))
}
