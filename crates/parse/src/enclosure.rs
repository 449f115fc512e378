//! What encloses the lines of a block: the fence of code, the head rows of a table, the tag of
//! HTML. A piece that is cut out of the block gets it back, so that it stands by itself.

use crate::lines::Lines;
use comrak::nodes::NodeValue;

/// Longer than this, in bytes, is not repeated at every piece.
const LONGEST: usize = 768;
/// CommonMark's kinds of HTML block: one of the tags below, a comment, any other tag.
const VERBATIM: u8 = 1;
const COMMENT: u8 = 2;
const TAGS: [u8; 2] = [6, 7];
const VERBATIM_ENDS: [&str; 4] = ["</pre>", "</script>", "</style>", "</textarea>"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Fence {
        sign: u8,
        length: usize,
    },
    Table,
    Comment,
    Verbatim,
    Tag,
    /// AsciiDoc: the same line before and after.
    Delimited,
}

/// What encloses a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Enclosure {
    kind: Kind,
    /// The block's first line.
    line: u32,
    /// The byte at which it is closed; past the text where it never is.
    until: usize,
}

impl Enclosure {
    /// Of a node that stands on the lines from `line` up to `end`; none where its lines need
    /// nothing around them.
    pub(crate) fn of(value: &NodeValue, line: u32, end: u32, lines: &Lines<'_>) -> Option<Self> {
        let range = lines.start(line)..lines.start(end);
        let text = &lines.text[range.clone()];
        let (kind, until) = match value {
            NodeValue::CodeBlock(code) if code.fenced => {
                let kind = Kind::Fence { sign: code.fence_char, length: code.fence_length };
                (kind, code.closed.then(|| text.trim_end().len()))
            }
            NodeValue::Table(_) => (Kind::Table, Some(text.len())),
            NodeValue::HtmlBlock(html) if html.block_type == COMMENT => {
                (Kind::Comment, text.find("-->"))
            }
            NodeValue::HtmlBlock(html) if html.block_type == VERBATIM => {
                let text = text.to_ascii_lowercase();
                (Kind::Verbatim, VERBATIM_ENDS.iter().filter_map(|end| text.find(end)).min())
            }
            NodeValue::HtmlBlock(html) if TAGS.contains(&html.block_type) => {
                (Kind::Tag, Some(text.len()))
            }
            _ => return None,
        };
        Some(Self { kind, line, until: until.map_or(usize::MAX, |until| range.start + until) })
    }

    /// Of an AsciiDoc block whose delimiters are the lines `line` and `last`.
    pub(crate) fn delimited(line: u32, last: u32, lines: &Lines<'_>) -> Self {
        Self { kind: Kind::Delimited, line, until: lines.start(last) }
    }

    /// Whether the document itself leaves it open.
    pub(crate) fn is_left_open(self) -> bool {
        self.until == usize::MAX
    }

    /// What to put before a piece that begins at byte `at`; whole lines.
    pub(crate) fn opening(self, lines: &Lines<'_>, at: usize) -> Option<String> {
        let start = lines.start(self.line);
        if at <= start || at >= self.until {
            return None;
        }
        let first = head(lines.line(self.line));
        let opening = match self.kind {
            Kind::Fence { sign, length } => {
                let mark = mark(first, sign, length)?;
                let whole = lines.line(self.line).len() <= LONGEST && lines.line_of(at) > self.line;
                if whole { first.to_owned() } else { format!("{mark}\n") }
            }
            Kind::Delimited => first.to_owned(),
            Kind::Table => {
                let rows = lines.start(self.line + 2).min(lines.start(lines.line_of(at)));
                head(&lines.text[start..rows]).to_owned()
            }
            Kind::Comment => format!("{}<!--\n", first.split_once('<')?.0),
            Kind::Verbatim | Kind::Tag => {
                let (before, name) = tag(first)?;
                // One that its own line closes, a heading say, encloses nothing further.
                let closed = first.contains(&format!("</{name}"));
                format!("{before}<{}>\n", if closed { "div" } else { name })
            }
        };
        Some(opening).filter(|opening| opening.ends_with(['\n', '\r']) && opening.len() <= LONGEST)
    }

    /// What to put after a piece that ends at byte `end`, on a line of its own.
    pub(crate) fn closing(self, lines: &Lines<'_>, end: usize) -> Option<String> {
        if end >= self.until {
            return None;
        }
        let first = head(lines.line(self.line));
        let closing = match self.kind {
            Kind::Fence { sign, length } => {
                let mark = mark(first, sign, length)?;
                let (before, fence) = mark.split_at(mark.len() - length);
                indent(before) + fence
            }
            Kind::Delimited if first.starts_with("```") => "```".to_owned(),
            Kind::Delimited => first.trim_end().to_owned(),
            Kind::Table | Kind::Tag => return None,
            Kind::Comment => indent(first.split_once('<')?.0) + "-->",
            Kind::Verbatim => {
                let (before, name) = tag(first)?;
                format!("{}</{name}>", indent(before))
            }
        };
        Some(closing).filter(|closing| closing.len() <= LONGEST)
    }
}

/// As much of a text as is looked at for a piece: pieces are many where texts are endless.
fn head(text: &str) -> &str {
    &text[..text.floor_char_boundary(LONGEST)]
}

/// A fence's line up to the end of its signs.
fn mark(line: &str, sign: u8, length: usize) -> Option<&str> {
    if length > LONGEST {
        return None;
    }
    let start = line.find(&(sign as char).to_string().repeat(length))?;
    Some(&line[..start + length])
}

/// What stands before the first tag of a line, and the tag's name.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (before, tag) = line.split_once('<')?;
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let end = tag.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(tag.len());
    (end > 0).then(|| (before, &tag[..end]))
}

/// What a later line of the block begins with: quote marks stay, list marks become blanks.
fn indent(before: &str) -> String {
    // A footnote's lines are indented by four, however long its name is.
    let (quote, rest) = match before.split_once("[^") {
        Some((quote, note)) => (quote, note.split_once(':').map_or("", |(_, rest)| rest)),
        None => ("", before),
    };
    let keep = |c: char| if c == '>' || c.is_whitespace() { c } else { ' ' };
    let note = if before.len() > rest.len() { "    " } else { "" };
    quote.chars().map(keep).chain(note.chars()).chain(rest.chars().map(keep)).collect()
}
