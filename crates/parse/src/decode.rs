//! The bytes of a file to text: byte order marks, UTF-8, windows-1252, and what is no text at all.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// Why bytes are no text. The message is a plain sentence for the coverage ledger.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The bytes are those of a picture, an archive, a program or the like.
    #[error("not text: the file holds {0}")]
    Binary(&'static str),
}

/// First bytes of formats that turn up in the clothes of a text file.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a zip archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\0", "a SQLite database"),
];

/// Most NULs and other control characters a text may hold: one in this many bytes.
const CONTROL_SHARE: usize = 10;

/// The text of a file: a byte order mark (UTF-8, UTF-16) is obeyed and dropped, then UTF-8 is
/// tried, then windows-1252, which takes any bytes. A few bad bytes in otherwise good UTF-8
/// become U+FFFD. Line ends stay as they are; U+0000 is dropped.
///
/// # Errors
/// [`DecodeError::Binary`] where the bytes are no text, with what they look like.
pub fn decode(bytes: &[u8]) -> Result<String, DecodeError> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        let text = encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
        return Ok(without_nul(text));
    }
    if let Some((_, what)) = SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Err(DecodeError::Binary(what));
    }
    if let Some(encoding) = unmarked_utf_16(bytes) {
        return Ok(without_nul(encoding.decode_without_bom_handling(bytes).0.into_owned()));
    }
    let controls = bytes.iter().filter(|byte| is_control(**byte)).count();
    if controls * CONTROL_SHARE > bytes.len() {
        return Err(DecodeError::Binary("binary data"));
    }
    let encoding = if mostly_utf_8(bytes) { UTF_8 } else { WINDOWS_1252 };
    Ok(without_nul(encoding.decode_without_bom_handling(bytes).0.into_owned()))
}

/// The text of an HTML page: as [`decode`], but bytes that are no UTF-8 are read as the page says
/// that they are written (`<meta charset=…>`, in its first 1024 bytes).
///
/// # Errors
/// As [`decode`].
pub fn decode_page(bytes: &[u8]) -> Result<String, DecodeError> {
    let plain = decode(bytes)?;
    let escapes = bytes.contains(&0x1b);
    if Encoding::for_bom(bytes).is_some() || std::str::from_utf8(bytes).is_ok() && !escapes {
        return Ok(plain);
    }
    let Some(encoding) = declared(bytes) else { return Ok(plain) };
    Ok(without_nul(encoding.decode_without_bom_handling(bytes).0.into_owned()))
}

/// The encoding that a page names.
fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(1024)]).to_ascii_lowercase();
    let (_, after) = head.split_once("charset")?;
    let name = after.trim_start().strip_prefix('=')?.trim_start().trim_start_matches(['"', '\'']);
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | ':')));
    Encoding::for_label(&name.as_bytes()[..end.unwrap_or(name.len())])
}

fn is_control(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1b)
}

/// UTF-8, or UTF-8 with a few broken bytes: some characters beyond ASCII are right and at most
/// as many are wrong, or none are wrong.
fn mostly_utf_8(bytes: &[u8]) -> bool {
    let (mut right, mut wrong) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        right += chunk.valid().bytes().filter(|byte| *byte >= 0xc0).count();
        wrong += usize::from(!chunk.invalid().is_empty());
    }
    wrong == 0 || right >= wrong
}

/// UTF-16 without its mark: every second byte of the beginning is NUL.
fn unmarked_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(512) & !1];
    if head.len() < 8 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let nuls = |offset: usize| head.iter().skip(offset).step_by(2).filter(|b| **b == 0).count();
    let (even, odd, half) = (nuls(0), nuls(1), head.len() / 2);
    if even == 0 && odd * 10 >= half * 9 {
        Some(UTF_16LE)
    } else if odd == 0 && even * 10 >= half * 9 {
        Some(UTF_16BE)
    } else {
        None
    }
}

fn without_nul(mut text: String) -> String {
    if text.contains('\0') {
        text.retain(|character| character != '\0');
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn utf_16(text: &str, bytes_of: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes_of).collect()
    }

    #[test]
    fn every_encoding_leads_to_the_same_text() {
        let text = "# Pump\r\n\nCafé 日本\rend";
        let marked = format!("\u{feff}{text}");
        assert_eq!(decode(text.as_bytes()).unwrap(), text);
        assert_eq!(decode(marked.as_bytes()).unwrap(), text);
        assert_eq!(decode(&utf_16(&marked, u16::to_le_bytes)).unwrap(), text);
        assert_eq!(decode(&utf_16(&marked, u16::to_be_bytes)).unwrap(), text);
        let plain = "plain words, no mark\n";
        assert_eq!(decode(&utf_16(plain, u16::to_le_bytes)).unwrap(), plain);
        assert_eq!(decode(&utf_16(plain, u16::to_be_bytes)).unwrap(), plain);
        assert_eq!(decode(b"").unwrap(), "");
    }

    #[test]
    fn old_and_broken_bytes_keep_their_words() {
        assert_eq!(decode(b"Cr\xe8me br\xfbl\xe9e 180 \xb0C").unwrap(), "Crème brûlée 180 °C");
        let broken = decode(b"ok \xc3\xa9 bad \xc3\x28 end").unwrap();
        assert_eq!(broken, "ok é bad \u{fffd}( end");
        assert_eq!(
            decode(b"text before the gap\0\0\0 and text after it").unwrap(),
            "text before the gap and text after it"
        );
    }

    #[test]
    fn pages_say_how_they_are_written() {
        let page = |bytes: &[u8]| decode_page(bytes).unwrap();
        let koi = b"<meta http-equiv=x content=\"text/html; charset=koi8-r\">\xcd\xc9\xd2";
        assert!(page(koi).ends_with(">мир"), "{}", page(koi));
        assert!(page(b"<meta charset='Shift_JIS'>\x93\xfa").ends_with('日'));
        assert!(page(b"<META CHARSET=iso-2022-jp>\x1b$BF|\x1b(B").ends_with('日'));
        assert!(page("<meta charset=koi8-r>мир".as_bytes()).ends_with("мир"));
        assert!(page(b"<meta charset=nonsense>\xe8").ends_with('è'));
        assert!(decode_page(b"%PDF-1").is_err());
    }

    #[test]
    fn binary_is_refused_with_what_it_is() {
        let refused = |bytes: &[u8]| decode(bytes).unwrap_err().to_string();
        assert_eq!(refused(b"\x89PNG\r\n\x1a\n rest"), "not text: the file holds a PNG picture");
        let noise: Vec<u8> = (0..=255u8).cycle().take(4096).map(|b| b & 0x1f).collect();
        assert_eq!(refused(&noise), "not text: the file holds binary data");
        assert_eq!(refused(&[0; 64]), "not text: the file holds binary data");
    }
}
