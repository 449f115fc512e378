//! What the window left on its desk: zoom, shown project, the page that was read; one small file
//! in the data folder, written as soon as something changes. The page decides what is in it.

use docroom_model::{Error, Result};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Most values, and most bytes of a key and of a value: the page is not trusted with the disk.
const MOST_VALUES: usize = 64;
const LONGEST_KEY: usize = 64;
const LONGEST_VALUE: usize = 8192;
/// More than all of that can take, in bytes, however it is escaped: a longer file is not ours.
const LONGEST_FILE: u64 = 8 << 20;

/// The file and what is in it.
pub(crate) struct Desk {
    file: PathBuf,
    kept: Mutex<BTreeMap<String, String>>,
}

impl Desk {
    /// The desk of this data folder. A file that is absent or broken is an empty desk: nothing on
    /// it is worth a window that does not open.
    pub(crate) fn at(home: &Path) -> Self {
        let file = home.join("desk.json");
        let kept = read(&file).unwrap_or_default();
        Self { file, kept: Mutex::new(kept) }
    }

    /// All that is kept.
    pub(crate) fn recall(&self) -> BTreeMap<String, String> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps a value, on disk too: written beside and renamed, so that a crash leaves the old
    /// file whole.
    pub(crate) fn keep(&self, key: String, value: String) -> Result<()> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let full = kept.len() >= MOST_VALUES && !kept.contains_key(&key);
        if full || key.len() > LONGEST_KEY || value.len() > LONGEST_VALUE {
            return Err(Error::invalid(format!("the desk has no room for `{key}`")));
        }
        kept.insert(key, value);
        let beside = self.file.with_extension("json.new");
        std::fs::write(&beside, serde_json::json!(*kept).to_string())
            .and_then(|()| std::fs::rename(&beside, &self.file))
            .map_err(Error::io("write", &self.file))
    }
}

fn read(file: &Path) -> Option<BTreeMap<String, String>> {
    let mut bytes = Vec::new();
    File::open(file).ok()?.take(LONGEST_FILE).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_kept_is_there_the_next_time_and_what_is_broken_is_nothing() {
        let home = tempfile::tempdir().unwrap();
        let desk = Desk::at(home.path());
        desk.keep("zoom".into(), "125".into()).unwrap();
        desk.keep("zoom".into(), "150".into()).unwrap();
        assert_eq!(Desk::at(home.path()).recall(), [("zoom".into(), "150".into())].into());
        for broken in ["{\"zoom\":", "[]", "{\"zoom\": 3}", "\u{0}"] {
            std::fs::write(home.path().join("desk.json"), broken).unwrap();
            let desk = Desk::at(home.path());
            assert!(desk.recall().is_empty(), "{broken}");
            desk.keep("zoom".into(), "90".into()).unwrap();
        }
        assert_eq!(Desk::at(home.path()).recall(), [("zoom".into(), "90".into())].into());
    }

    #[test]
    fn it_has_an_end() {
        let home = tempfile::tempdir().unwrap();
        let desk = Desk::at(home.path());
        assert!(desk.keep("k".into(), "v".repeat(LONGEST_VALUE + 1)).is_err());
        assert!(desk.keep("k".repeat(LONGEST_KEY + 1), "v".into()).is_err());
        for at in 0..MOST_VALUES {
            desk.keep(at.to_string(), "v".into()).unwrap();
        }
        assert!(desk.keep("one more".into(), "v".into()).is_err());
        desk.keep("0".into(), "w".into()).unwrap();
    }
}
