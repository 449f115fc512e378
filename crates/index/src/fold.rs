//! Folding characters: lower case, accents dropped, one spelling; and which characters belong
//! to scripts that write words without blanks, or are not seen at all.

use unicode_normalization::UnicodeNormalization;

/// Appends the folded word to `into`: one spelling for what reads the same, also where a text
/// writes `é` as two characters, `fi` as one, or hides a soft hyphen in a word.
pub(crate) fn fold(word: &str, into: &mut String) {
    if word.is_ascii() {
        let start = into.len();
        into.push_str(word);
        into[start..].make_ascii_lowercase();
        return;
    }
    let kept = |c: &char| c.is_alphanumeric() || c.is_ascii() || is_cjk(*c);
    for character in word.nfkd().filter(kept).flat_map(char::to_lowercase).nfc() {
        match latin_base(character) {
            Some(base) => into.push_str(base),
            None => into.push(character),
        }
    }
}

/// What no decomposition takes apart.
fn latin_base(character: char) -> Option<&'static str> {
    Some(match character {
        'đ' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ł' => "l",
        'ø' => "o",
        'ß' => "ss",
        'ŧ' => "t",
        'æ' => "ae",
        'œ' => "oe",
        'ς' => "σ",
        _ => return None,
    })
}

/// Combining marks (Unicode block 0300–036F), as in decomposed accents.
pub(crate) fn is_mark(character: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&character)
}

/// Characters that nobody sees: they neither part a word nor belong to it.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
}

/// Scripts that write words without blanks between them.
pub(crate) fn is_cjk(character: char) -> bool {
    matches!(u32::from(character),
        0x3040..=0x30FF | 0x31F0..=0x31FF | 0x3400..=0x4DBF | 0x4E00..=0x9FFF
        | 0xAC00..=0xD7AF | 0xF900..=0xFAFF | 0x20000..=0x3FFFF)
}
