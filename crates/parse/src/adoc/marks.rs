//! What a line of AsciiDoc is by its signs.

use crate::lines::Lines;

/// What a line `[…]` or `.Title` before a block says about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct About {
    /// `[[id]]` or `[#id]`.
    pub(crate) id: Option<String>,
    /// First word: `source`, `NOTE`, `quote` …
    pub(crate) style: String,
    /// The second word of `[source,java]`.
    pub(crate) language: Option<String>,
    /// `.Title`.
    pub(crate) title: Option<String>,
}

/// The labels of admonitions, as they stand before a paragraph or in `[NOTE]`.
pub(crate) const LABELS: [&str; 5] = ["NOTE", "TIP", "IMPORTANT", "WARNING", "CAUTION"];

/// What a delimiter encloses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Delimiter {
    /// `----`, `....`, `++++`, a Markdown fence.
    Verbatim,
    /// `|===` and the like.
    Table,
    /// `====`.
    Example,
    /// `****`.
    Sidebar,
    /// `____`.
    Quote,
    /// `--`.
    Open,
    /// `////`.
    Comment,
}

/// What a line delimits, if it is a delimiter.
pub(crate) fn delimiter(line: &str) -> Option<Delimiter> {
    if line == "--" {
        return Some(Delimiter::Open);
    }
    if line.len() >= 3 && line.starts_with("```") && !line[3..].contains('`') {
        return Some(Delimiter::Verbatim);
    }
    let row = line.strip_prefix(['|', ',', ':', '!']);
    if row.is_some_and(|row| row.len() >= 3 && row.bytes().all(|byte| byte == b'=')) {
        return Some(Delimiter::Table);
    }
    let first = line.bytes().next()?;
    if line.len() < 4 || !line.bytes().all(|byte| byte == first) {
        return None;
    }
    match first {
        b'-' | b'.' | b'+' => Some(Delimiter::Verbatim),
        b'=' => Some(Delimiter::Example),
        b'*' => Some(Delimiter::Sidebar),
        b'_' => Some(Delimiter::Quote),
        b'/' => Some(Delimiter::Comment),
        _ => None,
    }
}

/// A title that begins at a line: level, text, one past its last line. `== Text`, or a line with
/// a row of signs of its own length below it.
pub(crate) fn heading<'a>(lines: &Lines<'a>, line: u32) -> Option<(u8, &'a str, u32)> {
    let text = lines.line(line).trim_end();
    let sign = text.chars().next()?;
    if matches!(sign, '=' | '#') {
        let rest = text.trim_start_matches(sign);
        let level = text.len() - rest.len();
        let title = rest.trim();
        if level <= 6 && rest.starts_with([' ', '\t']) && !title.is_empty() {
            // `== Text ==` is the same.
            let closing = &text[..level];
            let title = title.strip_suffix(closing).map_or(title, str::trim_end);
            return Some((level as u8, title, line + 1));
        }
        return None;
    }
    let below = lines.line(line + 1).trim_end();
    let under = below.chars().next()?;
    let level = "=-~^+".find(under)? as u8 + 1;
    let (width, length) = (text.chars().count(), below.len());
    let fits = length >= 2
        && below.chars().all(|c| c == under)
        && width.abs_diff(length) <= if length > 4 { 2 } else { 1 }
        && text.chars().any(char::is_alphanumeric)
        && !text.starts_with([' ', '\t', '.', '|'])
        && item(text).is_none_or(|mark| mark.kind == ItemKind::Number);
    fits.then_some((level, text, line + 2))
}

/// The mark of a list's item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ItemMark {
    pub(crate) kind: ItemKind,
    /// 1 for the outermost.
    pub(crate) depth: usize,
    /// Where the text begins in the line without its indentation; for a definition the end of the
    /// term.
    pub(crate) text: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Bullet,
    Number,
    Callout,
    /// `term::`
    Term,
}

/// The mark that a line begins with, or the `::` of a term.
pub(crate) fn item(line: &str) -> Option<ItemMark> {
    let trimmed = line.trim_start();
    let (mark, rest) = trimmed.split_once([' ', '\t']).unwrap_or((trimmed, ""));
    let same = |sign: u8| mark.len() <= 5 && mark.bytes().all(|byte| byte == sign);
    let numbered = |suffix: char| {
        mark.strip_suffix(suffix).is_some_and(|n| {
            !n.is_empty() && n.len() < 6 && n.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let callout = mark.strip_prefix('<').and_then(|mark| mark.strip_suffix('>'));
    let is_callout = callout.is_some_and(|n| {
        n == "." || !n.is_empty() && n.len() < 4 && n.bytes().all(|byte| byte.is_ascii_digit())
    });
    let kind = if mark.is_empty() || rest.trim().is_empty() {
        None
    } else if same(b'*') || mark == "-" {
        Some((ItemKind::Bullet, mark.len()))
    } else if same(b'.') {
        Some((ItemKind::Number, mark.len()))
    } else if numbered('.') || numbered(')') {
        Some((ItemKind::Number, 1))
    } else if is_callout {
        Some((ItemKind::Callout, 1))
    } else {
        None
    };
    if let Some((kind, depth)) = kind {
        return Some(ItemMark { kind, depth, text: trimmed.len() - rest.trim_start().len() });
    }
    term(trimmed)
}

/// `term::` with its text behind it or on the lines below.
fn term(line: &str) -> Option<ItemMark> {
    let found = line.match_indices("::").map(|(at, _)| at).find(|at| {
        let rest = line[*at..].trim_start_matches(':');
        let length = line[*at..].len() - rest.len();
        *at > 0 && length <= 4 && (rest.is_empty() || rest.starts_with([' ', '\t']))
    });
    let depth = |at: usize| line[at..].len() - line[at..].trim_start_matches(':').len() - 1;
    if let Some(at) = found {
        return Some(ItemMark { kind: ItemKind::Term, depth: depth(at), text: at });
    }
    let at = line.strip_suffix(";;").filter(|term| !term.is_empty())?.len();
    Some(ItemMark { kind: ItemKind::Term, depth: 2, text: at })
}

/// `image::x[]`, `video::x[]`, `toc::[]` …
pub(crate) fn is_block_macro(line: &str) -> bool {
    let name = line.split("::").next().unwrap_or("");
    let known = ["image", "video", "audio", "toc"];
    known.contains(&name) && line.ends_with(']') && line.len() > name.len()
}

/// Whether a line says something about the block after it.
pub(crate) fn is_about(line: &str) -> bool {
    about(line, &mut About::default())
}

/// Reads a line about the block after it: `[[id]]`, `[style#id,language]`, `.Title`.
pub(crate) fn about(line: &str, about: &mut About) -> bool {
    if let Some(title) = line.strip_prefix('.')
        && title.starts_with(|c: char| !c.is_whitespace() && c != '.')
    {
        about.title = Some(title.to_owned());
        return true;
    }
    let Some(inner) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) else {
        return false;
    };
    if let Some(id) = inner.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
        let id = id.split(',').next().unwrap_or(id).trim();
        if id.is_empty() || id.contains(char::is_whitespace) {
            return false;
        }
        about.id = Some(id.to_owned());
        return true;
    }
    // A link's text at the beginning of a paragraph is none of it.
    if inner.contains(']') || inner.starts_with(' ') || inner.contains('[') {
        return false;
    }
    let mut parts = inner.split(',').map(str::trim);
    let first = parts.next().unwrap_or("");
    let end = first.find(['#', '.', '%']).unwrap_or(first.len());
    let (style, rest) = first.split_at(end);
    if !style.contains('=') && !style.is_empty() {
        about.style = style.to_owned();
    }
    let id = rest.split_once('#').map(|(_, id)| id.split(['.', '%']).next().unwrap_or(id));
    let named = inner.split(',').filter_map(|part| part.split_once('='));
    let named = named.filter(|(name, _)| name.trim() == "id").map(|(_, id)| id.trim());
    if let Some(id) = id.or(named.map(|id| id.trim_matches('"')).next()).filter(|id| !id.is_empty())
    {
        about.id = Some(id.to_owned());
    }
    let second = parts.next().filter(|part| !part.contains('=') && !part.is_empty());
    if let Some(language) = second
        && !matches!(style, "quote" | "verse")
        && !LABELS.contains(&style)
    {
        about.language = Some(language.trim_matches('"').to_owned());
    }
    true
}
