//! Cursors of listings: opaque, bound to one project (or to all), and naming the last path,
//! so that they survive re-indexing. A forged one is refused.

use docroom_model::{Error, Result};
use sha2::{Digest, Sha256};

/// What kind of listing a cursor belongs to.
const TOPICS: &str = "t1";

/// A cursor that goes on after `path`.
pub(crate) fn encode(scope: &str, path: &str) -> String {
    let hex: String = path.bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("{TOPICS}.{}.{hex}", seal(scope, path))
}

/// The path that a cursor of this scope goes on after.
pub(crate) fn decode(scope: &str, cursor: &str) -> Result<String> {
    let read = || {
        let (seal_given, hex) = cursor.strip_prefix(TOPICS)?.strip_prefix('.')?.split_once('.')?;
        let bytes = hex
            .as_bytes()
            .chunks(2)
            .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        let path = String::from_utf8(bytes.collect::<Option<Vec<u8>>>()?).ok()?;
        (seal(scope, &path) == seal_given).then_some(path)
    };
    read().ok_or_else(|| {
        Error::invalid("`cursor` is none that this listing gave; leave it out to begin anew")
    })
}

fn seal(scope: &str, path: &str) -> String {
    let digest = Sha256::digest(format!("{TOPICS}\0{scope}\0{path}"));
    digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn cursors_belong_to_their_listing() {
        let cursor = encode("kubernetes", "docs/ü.md");
        assert_eq!(decode("kubernetes", &cursor).unwrap(), "docs/ü.md");
        assert!(decode("django", &cursor).is_err());
        for forged in ["", "t1", "t1..", "t1.000000000000.64", "x", "t1.zz.zz", "🦀"] {
            assert!(decode("kubernetes", forged).is_err(), "{forged}");
        }
    }
}
