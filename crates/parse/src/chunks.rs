//! Blocks to chunks: the pieces that are searched and cited, a bounded weight each, none
//! across two sections.

use crate::blocks::{Block, Kind};
use crate::lines::{Lines, TOKEN};
use crate::split;
use docroom_model::Chunk;
use std::ops::Range;

/// About 96 tokens: the budget that measured best for the embedded text (88–108).
pub(crate) const BUDGET: u32 = 96 * TOKEN;
/// Code and tables are kept whole up to this weight.
const WHOLE: u32 = 4 * BUDGET;
/// Code and tables beyond are cut into pieces of this weight.
const CUT: u32 = 2 * BUDGET;
/// A lead-in of at most this weight stays with the code or table after it.
const LEAD_IN: u32 = BUDGET / 3;
/// A rest of less weight goes to the chunk before it.
const REST: u32 = BUDGET / 4;

/// A section as the chunker sees it: how deep it is, and what its chunks are headed with.
pub(crate) struct Section {
    pub(crate) level: u8,
    pub(crate) breadcrumb: String,
}

/// A chunk in the making.
struct Draft {
    range: Range<usize>,
    weight: u32,
    section: Option<usize>,
    /// It holds nothing but headings so far.
    bare: bool,
    /// Nothing may be added to it: what lies behind it is no text.
    closed: bool,
}

struct Chunker<'a> {
    lines: &'a Lines<'a>,
    sections: &'a [Section],
    done: Vec<Draft>,
    draft: Option<Draft>,
    section: Option<usize>,
}

/// The chunks of a document. `Kind::Heading(n)` begins `sections[n]`; what stands before the
/// first heading is headed with `title`.
pub(crate) fn make(
    lines: &Lines<'_>,
    blocks: &[Block],
    sections: &[Section],
    title: &str,
) -> Vec<Chunk> {
    let mut chunker = Chunker { lines, sections, done: Vec::new(), draft: None, section: None };
    for block in blocks {
        let range = lines.start(block.first)..lines.start(block.end);
        let weight = lines.weight(block.first, block.end);
        match block.kind {
            Kind::Heading(section) => chunker.heading(section, range, weight),
            Kind::Whole => chunker.whole(range, weight),
            Kind::Flow => chunker.flow(range, weight),
        }
    }
    chunker.flush();
    let breadcrumb = |section: Option<usize>| match section {
        Some(section) => sections[section].breadcrumb.clone(),
        None => title.to_owned(),
    };
    let spans = chunker
        .done
        .into_iter()
        .filter_map(|draft| lines.span(draft.range).map(|span| (span, draft.section)));
    let chunk = |(ordinal, (span, section))| Chunk {
        ordinal: ordinal as u32,
        breadcrumb: breadcrumb(section),
        span,
    };
    spans.enumerate().map(chunk).collect()
}

impl Chunker<'_> {
    /// A heading begins a chunk, unless all there is above it are headings it belongs under.
    fn heading(&mut self, section: usize, range: Range<usize>, weight: u32) {
        let level = self.sections[section].level;
        let under = self.section.is_some_and(|above| self.sections[above].level < level);
        match &mut self.draft {
            Some(draft) if draft.bare && under && draft.weight + weight <= BUDGET => {
                draft.range.end = range.end;
                draft.weight += weight;
                draft.section = Some(section);
            }
            _ => {
                self.flush();
                self.draft = Some(Draft {
                    range,
                    weight,
                    section: Some(section),
                    bare: true,
                    closed: false,
                });
            }
        }
        self.section = Some(section);
    }

    fn flow(&mut self, range: Range<usize>, weight: u32) {
        if weight <= BUDGET {
            self.add(range, weight, BUDGET);
        } else {
            self.cut(range, BUDGET, false);
        }
    }

    fn whole(&mut self, range: Range<usize>, weight: u32) {
        if weight > WHOLE {
            self.cut(range, CUT, true);
        } else if self.draft.as_ref().is_some_and(|draft| draft.weight <= LEAD_IN) {
            self.add(range, weight, LEAD_IN + WHOLE);
        } else {
            self.add(range, weight, BUDGET);
        }
    }

    /// Adds a stretch to the draft if both fit into `room` or the draft is bare, else begins anew.
    fn add(&mut self, range: Range<usize>, weight: u32, room: u32) {
        match &mut self.draft {
            Some(draft) if !draft.closed && (draft.bare || draft.weight + weight <= room) => {
                draft.range.end = range.end;
                draft.weight += weight;
                draft.bare = false;
            }
            _ => {
                self.flush();
                let section = self.section;
                self.draft = Some(Draft { range, weight, section, bare: false, closed: false });
            }
        }
    }

    fn cut(&mut self, range: Range<usize>, room: u32, by_lines: bool) {
        let text = &self.lines.text[range.clone()];
        let first = match &self.draft {
            Some(draft) if draft.bare || by_lines && draft.weight <= LEAD_IN => {
                room - draft.weight.min(room / 2)
            }
            _ => room,
        };
        let mut end = 0;
        for (index, piece) in split::pieces(text, first, room, by_lines).into_iter().enumerate() {
            let gap = !text[end..piece.start].trim().is_empty();
            if let Some(draft) = self.draft.as_mut().filter(|_| gap) {
                draft.closed = true;
            }
            end = piece.end;
            let weight = crate::lines::weight(&text[piece.clone()]);
            // Only the first piece may join what stands before it.
            let joined = if index == 0 && first < room { 2 * room } else { 0 };
            self.add(range.start + piece.start..range.start + piece.end, weight, joined);
        }
        if let Some(draft) = self.draft.as_mut().filter(|_| !text[end..].trim().is_empty()) {
            draft.closed = true;
        }
    }

    /// Ends the draft. A small rest of a section goes to the chunk before it.
    fn flush(&mut self) {
        let Some(draft) = self.draft.take() else { return };
        match self.done.last_mut() {
            Some(last)
                if draft.weight < REST
                    && last.section == draft.section
                    && !last.closed
                    && last.weight + draft.weight <= BUDGET + REST =>
            {
                last.range.end = draft.range.end;
                last.weight += draft.weight;
                last.closed = draft.closed;
            }
            _ => self.done.push(draft),
        }
    }
}
