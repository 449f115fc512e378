//! Cuts a long block into pieces of bounded weight: prose at sentence ends, code at line ends,
//! and where there is neither, between words or characters.

use crate::lines::{weight, weight_of};
use std::ops::Range;

/// Base64 data of an inline picture longer than this belongs to no piece: it is no text.
const DATA_LIMIT: usize = 256;

/// The pieces of a block in order. The first weighs at most `first`, the others at most `room`
/// (a last one a quarter more). What lies between two pieces is inline picture data.
pub(crate) fn pieces(text: &str, first: u32, room: u32, by_lines: bool) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut room_now = first;
    for part in without_data(text) {
        let mut left = weight(&text[part.clone()]);
        let mut start = part.start;
        while start < part.end {
            if left <= room_now + room_now / 4 {
                pieces.push(start..part.end);
                break;
            }
            let length = cut(&text[start..part.end], room_now, by_lines);
            left -= weight(&text[start..start + length]).min(left);
            pieces.push(start..start + length);
            start += length;
            room_now = room;
        }
        room_now = room;
    }
    pieces
}

/// Where to end a piece of at most `room`; at least one character.
fn cut(text: &str, room: u32, by_lines: bool) -> usize {
    // The last place of each kind, and the last of each kind in the second half.
    let (mut line, mut sentence, mut word) = (None, None, None);
    let mut late_sentence = None;
    let mut weight = 0;
    let mut characters = text.char_indices().peekable();
    let mut end = 0;
    while let Some((at, character)) = characters.next() {
        weight += weight_of(text.as_bytes()[at]);
        if weight > room && at > 0 {
            break;
        }
        end = at + character.len_utf8();
        let next = characters.peek().map(|(_, next)| *next);
        let blank_next = next.is_none_or(char::is_whitespace);
        if character == '\n' || character == '\r' && next != Some('\n') {
            line = Some(end);
        }
        if matches!(character, '。' | '！' | '？' | '；')
            || matches!(character, '.' | '!' | '?') && blank_next
        {
            if begins_fence(&text[end..]) {
                continue;
            }
            sentence = Some(end);
            if weight * 2 >= room {
                late_sentence = Some(end);
            }
        }
        if character.is_whitespace() && (line == Some(end) || !begins_fence(&text[end..])) {
            word = Some(end);
        }
    }
    let half = |place: Option<usize>| place.filter(|at| *at * 2 >= end);
    let best = if by_lines {
        line.or(half(sentence)).or(word)
    } else {
        late_sentence.or(half(line)).or(half(word)).or(sentence).or(line).or(word)
    };
    best.filter(|at| *at > 0).unwrap_or_else(|| whole_characters(text, end))
}

/// Whether a piece that begins here would begin with a fence where the text has none.
fn begins_fence(rest: &str) -> bool {
    let blanks = rest.bytes().take(3).take_while(|byte| *byte == b' ').count();
    rest[blanks..].starts_with("```") || rest[blanks..].starts_with("~~~")
}

/// Moves a cut back so that it parts no sequence of joined characters (accents, emoji).
fn whole_characters(text: &str, end: usize) -> usize {
    let joins = |c: char| {
        matches!(c, '\u{200d}' | '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}'
            | '\u{1f3fb}'..='\u{1f3ff}' | '\u{1f1e6}'..='\u{1f1ff}')
    };
    let mut at = end;
    // A sequence is short; hostile chains of joiners are cut anywhere.
    for _ in 0..16 {
        let next = text[at..].chars().next();
        let last = text[..at].chars().next_back();
        if !next.is_some_and(joins) && last != Some('\u{200d}') {
            return if at == 0 { end } else { at };
        }
        at -= last.map_or(0, char::len_utf8);
    }
    end
}

/// The parts of a text outside of long `;base64,` data.
fn without_data(text: &str) -> Vec<Range<usize>> {
    const MARK: &str = ";base64,";
    let mut parts = Vec::new();
    let (mut begun, mut from) = (0, 0);
    while let Some(found) = text[from..].find(MARK) {
        let start = from + found + MARK.len();
        let is_data = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'%');
        let length = text.as_bytes()[start..].iter().take_while(|b| is_data(b)).count();
        if length > DATA_LIMIT {
            parts.push(begun..start);
            begun = start + length;
        }
        from = start + length;
    }
    parts.push(begun..text.len());
    parts.retain(|part| !text[part.clone()].trim().is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_up(text: &str, room: u32, by_lines: bool) -> Vec<&str> {
        pieces(text, room, room, by_lines).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn prose_is_cut_at_sentences_code_at_lines() {
        let prose = "One two three. Four five six seven. Eight nine\nten eleven twelve thirteen.";
        assert_eq!(
            cut_up(prose, 24, false),
            [
                "One two three.",
                " Four five six seven.",
                " Eight nine\n",
                "ten eleven twelve thirteen."
            ]
        );
        let code = "let a = 1.0;\nlet b = 2. ;\nlet c = 3;\n";
        assert_eq!(cut_up(code, 14, true), ["let a = 1.0;\n", "let b = 2. ;\n", "let c = 3;\n"]);
        assert_eq!(
            cut_up("日本語。検索は速い。終わり", 24, false),
            ["日本語。", "検索は速い。", "終わり"]
        );
    }

    #[test]
    fn pieces_are_whole_and_bounded() {
        for text in ["x".repeat(1000), "日".repeat(300), "a b ".repeat(300), "👩‍👧".repeat(90)]
        {
            for room in [1, 7, 40] {
                let pieces = cut_up(&text, room, false);
                assert_eq!(pieces.concat(), text);
                let most = room.max(4) + room.max(4) / 4;
                assert!(pieces.iter().all(|piece| weight(piece) <= most.max(12)), "{room}");
            }
        }
        let family = cut_up(&"👩‍👧".repeat(20), 40, false).concat();
        assert_eq!(family.matches('\u{200d}').count(), 20);
        assert!(cut_up(&"👩‍👧".repeat(20), 40, false).iter().all(|p| !p.starts_with('\u{200d}')));
    }

    #[test]
    fn picture_data_belongs_to_no_piece() {
        let data = "QUJD".repeat(200);
        let text = format!("before ![x](data:image/png;base64,{data}) after");
        assert_eq!(cut_up(&text, 400, false), ["before ![x](data:image/png;base64,", ") after"]);
        let short = "![x](data:image/png;base64,QUJD) after";
        assert_eq!(cut_up(short, 400, false), [short]);
    }
}
