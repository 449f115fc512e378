//! Reading a document: whole, a section, a range of chunks, or from a line on; never more
//! than the tokens that were allowed.

use crate::core::Core;
use crate::fresh::Current;
use crate::{fresh, locate, manifest, measure};
use docroom_model::{
    ChunkRange, DocumentUri, Error, LineRange, ReadAnswer, ReadNext, ReadRequest, Result,
};
use std::ops::Range;

/// Headings that an error lists.
const LISTED: usize = 40;

/// What of the document was asked for.
struct Selection {
    bytes: Range<usize>,
    section: Option<String>,
    chunks: Option<ChunkRange>,
}

/// Answers a read. Source of the bounds: contracts/tools.md.
pub(crate) fn read(core: &Core, request: &ReadRequest) -> Result<ReadAnswer> {
    let limit = request.max_tokens.unwrap_or(ReadRequest::DEFAULT_TOKENS);
    if !(ReadRequest::MIN_TOKENS..=ReadRequest::MAX_TOKENS).contains(&limit) {
        return Err(Error::invalid("`max_tokens` takes 200 to 20000"));
    }
    let (project, path) = locate::document(core, request.project.as_deref(), &request.path)?;
    let manifest = manifest::load(&core.directories, &project.name)?;
    let current = fresh::current(&project, &manifest, &path)?;
    let selection = select(&current, request)?;
    let before = current.text.get(..selection.bytes.start).unwrap_or_default();
    let selected = current.text.get(selection.bytes.clone()).unwrap_or_default();
    let start = measure::line_count(before) + 1;
    let cut = cut(selected, limit);
    let text = &selected[..cut];
    let read_lines = measure::line_count(text);
    let truncated = cut < selected.len();
    let end = start + read_lines.max(1) - 1;
    Ok(ReadAnswer {
        uri: DocumentUri { project: project.name.clone(), path }.to_string(),
        project: project.name.clone(),
        path: current.path,
        title: current.title,
        section: selection.section,
        chunks: selection.chunks,
        lines: (read_lines > 0).then_some(LineRange { start, end }),
        line_count: current.line_count,
        tokens: measure::tokens(text),
        text: text.to_owned(),
        truncated,
        next: truncated.then_some(ReadNext { start_line: end + 1 }),
        changed: current.changed,
    })
}

/// Bytes of `text` that fit, cut at a line's end; inside the first line if that alone is too
/// long.
fn cut(text: &str, limit: u32) -> usize {
    let (mut bytes, mut used) = (0, 0);
    for line in measure::lines(text) {
        let cost = measure::tokens(line);
        if used + cost > limit {
            if bytes == 0 {
                return text.floor_char_boundary((limit as usize).min(line.len()));
            }
            break;
        }
        used += cost;
        bytes += line.len();
    }
    bytes
}

fn select(current: &Current, request: &ReadRequest) -> Result<Selection> {
    let range = request.from.is_some() || request.to.is_some();
    let selectors = [range, request.heading.is_some(), request.start_line.is_some()];
    if selectors.iter().filter(|set| **set).count() > 1 {
        let message = "give only one of `heading`, `from`/`to` and `start_line`";
        return Err(Error::invalid(message));
    }
    if let Some(heading) = &request.heading {
        return section(current, heading);
    }
    if let Some(line) = request.start_line {
        return from_line(current, line);
    }
    if range {
        return chunk_range(current, request.from, request.to);
    }
    Ok(Selection { bytes: 0..current.text.len(), section: None, chunks: None })
}

fn from_line(current: &Current, line: u32) -> Result<Selection> {
    if line == 0 || line > current.line_count.max(1) {
        let count = current.line_count;
        let message = format!("`{}` has no line {line}; it has {count} lines", current.path);
        return Err(Error::invalid(message));
    }
    let start = measure::lines(&current.text).take(line as usize - 1).map(str::len).sum();
    Ok(Selection { bytes: start..current.text.len(), section: None, chunks: None })
}

fn chunk_range(current: &Current, from: Option<u32>, to: Option<u32>) -> Result<Selection> {
    let total = current.chunks.len() as u32;
    let from = from.unwrap_or(0);
    let to = to.unwrap_or(total.saturating_sub(1));
    if from > to && from < total {
        return Err(Error::invalid(format!("`from` ({from}) comes after `to` ({to})")));
    }
    let first = current.chunks.get(from as usize);
    let last = current.chunks.get(to.min(total.saturating_sub(1)) as usize);
    let (Some(first), Some(last)) = (first, last) else {
        let message =
            format!("the range selects nothing: `{}` has {total} chunks, from 0", current.path);
        return Err(Error::invalid(message));
    };
    Ok(Selection {
        bytes: first.span.start_byte as usize..last.span.end_byte as usize,
        section: None,
        chunks: Some(ChunkRange { from, to: last.ordinal, total }),
    })
}

/// A section by its breadcrumb, by the end of it, or by its heading alone; case does not matter.
fn section(current: &Current, wanted: &str) -> Result<Selection> {
    let normal = |text: &str| text.trim().to_lowercase();
    let wanted_text = normal(wanted);
    let headings = &current.headings;
    let at = headings
        .iter()
        .position(|heading| normal(&heading.breadcrumb) == wanted_text)
        .or_else(|| headings.iter().position(|heading| normal(&heading.text) == wanted_text))
        .or_else(|| {
            let end = format!(" > {wanted_text}");
            headings.iter().position(|heading| normal(&heading.breadcrumb).ends_with(&end))
        })
        .or_else(|| {
            // Excerpts carry the document's title before the first heading.
            let rest = wanted_text.strip_prefix(&format!("{} > ", normal(&current.title)))?;
            headings.iter().position(|heading| normal(&heading.breadcrumb) == rest)
        });
    let Some(at) = at else { return no_section(current, wanted) };
    let heading = &headings[at];
    let next = headings[at + 1..].iter().find(|later| later.level <= heading.level);
    let offset = |line: u32| -> usize {
        measure::lines(&current.text).take(line.saturating_sub(1) as usize).map(str::len).sum()
    };
    let end = next.map_or(current.text.len(), |next| offset(next.line));
    Ok(Selection {
        bytes: offset(heading.line)..end,
        section: Some(heading.breadcrumb.clone()),
        chunks: None,
    })
}

fn no_section(current: &Current, wanted: &str) -> Result<Selection> {
    // The title names the whole page.
    if wanted.trim().to_lowercase() == current.title.to_lowercase() {
        let section = Some(current.title.clone());
        return Ok(Selection { bytes: 0..current.text.len(), section, chunks: None });
    }
    let mut list: Vec<_> =
        current.headings.iter().take(LISTED).map(|h| format!("`{}`", h.breadcrumb)).collect();
    if current.headings.len() > LISTED {
        list.push(format!("and {} more", current.headings.len() - LISTED));
    }
    let there = if list.is_empty() { "it has no headings".to_owned() } else { list.join(", ") };
    Err(Error::not_found(format!("`{}` has no heading `{wanted}`: {there}", current.path)))
}
