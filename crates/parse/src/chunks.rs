//! Blocks to chunks: the pieces that are searched and cited, a bounded weight each, none
//! across two sections.

use crate::blocks::{Block, Kind};
use crate::enclosure::Enclosure;
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
    around: Around,
}

/// What a stretch needs before it and after it to stand by itself.
#[derive(Default)]
struct Around {
    opening: Option<String>,
    closing: Option<String>,
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
            Kind::Whole => chunker.whole(range, weight, block.enclosure),
            Kind::Flow => chunker.flow(range, weight, block.enclosure),
            Kind::Apart => {
                chunker.flow(range, weight, block.enclosure);
                chunker.close();
            }
        }
    }
    chunker.flush();
    let breadcrumb = |section: Option<usize>| match section {
        Some(section) => sections[section].breadcrumb.clone(),
        None => title.to_owned(),
    };
    let spans = chunker.done.into_iter().filter_map(|draft| {
        lines.span(draft.range).map(|span| (span, draft.section, draft.around))
    });
    let chunk = |(ordinal, (span, section, around)): (usize, (_, _, Around))| Chunk {
        ordinal: ordinal as u32,
        breadcrumb: breadcrumb(section),
        span,
        opening: around.opening,
        closing: around.closing,
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
                    around: Around::default(),
                });
            }
        }
        self.section = Some(section);
    }

    fn flow(&mut self, range: Range<usize>, weight: u32, enclosure: Option<Enclosure>) {
        if weight <= BUDGET {
            let around = self.around(&range, enclosure.filter(|e| e.is_left_open()));
            self.add(range, weight, BUDGET, around);
        } else {
            self.cut(range, BUDGET, false, enclosure);
        }
    }

    fn whole(&mut self, range: Range<usize>, weight: u32, enclosure: Option<Enclosure>) {
        if weight > WHOLE {
            return self.cut(range, CUT, true, enclosure);
        }
        let lead_in = self.draft.as_ref().is_some_and(|draft| draft.weight <= LEAD_IN);
        let room = if lead_in { LEAD_IN + WHOLE } else { BUDGET };
        let around = self.around(&range, enclosure);
        self.add(range, weight, room, around);
    }

    /// What a stretch of an enclosed block needs around it.
    fn around(&self, range: &Range<usize>, enclosure: Option<Enclosure>) -> Around {
        let Some(enclosure) = enclosure else { return Around::default() };
        let end = range.start + self.lines.text[range.clone()].trim_end().len();
        Around {
            opening: enclosure.opening(self.lines, range.start),
            closing: enclosure.closing(self.lines, end),
        }
    }

    /// Adds a stretch to the draft if both fit into `room` or the draft is bare, else begins anew.
    fn add(&mut self, range: Range<usize>, weight: u32, room: u32, around: Around) {
        match &mut self.draft {
            Some(draft) if !draft.closed && (draft.bare || draft.weight + weight <= room) => {
                draft.range.end = range.end;
                draft.weight += weight;
                draft.bare = false;
                draft.around.closing = around.closing;
            }
            _ => {
                self.flush();
                let section = self.section;
                let (bare, closed) = (false, false);
                self.draft = Some(Draft { range, weight, section, bare, closed, around });
            }
        }
    }

    fn cut(
        &mut self,
        range: Range<usize>,
        room: u32,
        by_lines: bool,
        enclosure: Option<Enclosure>,
    ) {
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
            if gap {
                self.close();
            }
            end = piece.end;
            let weight = crate::lines::weight(&text[piece.clone()]);
            // Only the first piece may join what stands before it.
            let joined = if index == 0 && first < room { 2 * room } else { 0 };
            let piece = range.start + piece.start..range.start + piece.end;
            let around = self.around(&piece, enclosure);
            self.add(piece, weight, joined, around);
        }
        if !text[end..].trim().is_empty() {
            self.close();
        }
    }

    fn close(&mut self) {
        if let Some(draft) = &mut self.draft {
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
                last.around.closing = draft.around.closing;
            }
            _ => self.done.push(draft),
        }
    }
}
