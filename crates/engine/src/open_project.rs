//! One project's files, open in this process: its database, and the live generation of its
//! index. Opened again when the project was removed and made anew.

use crate::directories::Directories;
use crate::failure::Plain;
use crate::vectors::Vectors;
use docroom_index::Reader;
use docroom_model::{Error, ProjectName, Result};
use docroom_store::ProjectStore;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The mark that names the live generation of the index.
pub(crate) const GENERATION: &str = "generation";

pub(crate) struct OpenProject {
    pub(crate) name: ProjectName,
    pub(crate) folder: PathBuf,
    store: Mutex<Option<Arc<ProjectStore>>>,
    reader: Mutex<Option<Live>>,
    vectors: Mutex<Option<Arc<Vectors>>>,
    identity: Mutex<Option<FileIdentity>>,
}

/// The reader of the live generation.
struct Live {
    generation: String,
    reader: Arc<Reader>,
    used: Instant,
}

/// Which file a path leads to: tells a database from the one made anew in its place.
type FileIdentity = (u64, u64);

impl OpenProject {
    pub(crate) fn open(directories: &Directories, name: &ProjectName) -> Result<Self> {
        let folder = directories.project(name);
        Ok(Self {
            name: name.clone(),
            folder,
            store: Mutex::default(),
            reader: Mutex::default(),
            vectors: Mutex::default(),
            identity: Mutex::default(),
        })
    }

    fn store_file(&self) -> PathBuf {
        self.folder.join("store.sqlite")
    }

    /// The folder of a generation of the index.
    pub(crate) fn index_folder(&self, generation: &str) -> PathBuf {
        self.folder.join("index").join(generation)
    }

    /// Whether what is open is still what is on disk.
    pub(crate) fn is_current(&self) -> bool {
        let identity = *self.identity.lock().unwrap_or_else(PoisonError::into_inner);
        identity.is_none_or(|identity| Some(identity) == file_identity(&self.store_file()))
    }

    /// The database, if the keeper has made it.
    pub(crate) fn store(&self) -> Result<Option<Arc<ProjectStore>>> {
        let mut slot = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_none() {
            let opened = ProjectStore::existing(&self.store_file()).map_err(Plain::plain)?;
            self.remember(opened, &mut slot);
        }
        Ok(slot.clone())
    }

    /// The database, made if need be: the keeper's way in.
    pub(crate) fn store_or_create(&self) -> Result<Arc<ProjectStore>> {
        if let Some(store) = self.store()? {
            return Ok(store);
        }
        let mut slot = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let made = ProjectStore::create(&self.store_file()).map_err(Plain::plain)?;
        let made = Arc::new(made);
        *slot = Some(Arc::clone(&made));
        self.set_identity();
        Ok(made)
    }

    /// Before a rebuild: a database that can't be read is put aside as `store.sqlite.damaged`,
    /// so that a new one is made from the folders.
    pub(crate) fn set_damaged_store_aside(&self) -> Result<()> {
        let file = self.store_file();
        let sound = match ProjectStore::existing(&file) {
            Ok(store) => store.is_none_or(|store| store.is_sound()),
            Err(docroom_store::Error::Damaged { .. }) => false,
            Err(other) => return Err(other.plain()),
        };
        if sound {
            return Ok(());
        }
        let mut slot = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        *slot = None;
        tracing::warn!(file = %file.display(), "damaged; it is put aside and made anew");
        std::fs::rename(&file, file.with_extension("sqlite.damaged"))
            .map_err(Error::io("put aside", &file))?;
        for ending in ["sqlite-wal", "sqlite-shm"] {
            let _ = std::fs::remove_file(file.with_extension(ending));
        }
        Ok(())
    }

    fn remember(&self, opened: Option<ProjectStore>, slot: &mut Option<Arc<ProjectStore>>) {
        if let Some(opened) = opened {
            *slot = Some(Arc::new(opened));
            self.set_identity();
        }
    }

    fn set_identity(&self) {
        let identity = file_identity(&self.store_file());
        *self.identity.lock().unwrap_or_else(PoisonError::into_inner) = identity;
    }

    /// The live generation's reader, up to date; `None` where nothing was indexed yet.
    pub(crate) fn reader(&self) -> Result<Option<Arc<Reader>>> {
        let Some(store) = self.store()? else { return Ok(None) };
        let live = || store.mark(GENERATION).map_err(Plain::plain);
        let Some(mut generation) = live()? else { return Ok(None) };
        let mut slot = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let found = self.reader_of(&generation, &mut slot);
            if let Ok(Some(_)) = found {
                return found;
            }
            // Another one may have taken its place, and this one been swept away, since.
            match live()? {
                Some(now) if now != generation => generation = now,
                _ => return found,
            }
        }
    }

    fn reader_of(&self, generation: &str, slot: &mut Option<Live>) -> Result<Option<Arc<Reader>>> {
        if let Some(live) = slot.as_mut().filter(|live| live.generation == generation) {
            live.reader.refresh().map_err(Plain::plain)?;
            live.used = Instant::now();
            return Ok(Some(Arc::clone(&live.reader)));
        }
        let opened = Reader::open(&self.index_folder(generation)).map_err(Plain::plain)?;
        let (generation, used) = (generation.to_owned(), Instant::now());
        *slot = opened.map(|reader| Live { generation, reader: Arc::new(reader), used });
        Ok(slot.as_ref().map(|live| Arc::clone(&live.reader)))
    }

    /// The vectors of a model, up to date.
    pub(crate) fn vectors(
        &self,
        store: &ProjectStore,
        model: &str,
        dimensions: usize,
    ) -> Result<Arc<Vectors>> {
        let mut slot = self.vectors.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Vectors::refreshed(slot.take(), store, model, dimensions)?;
        *slot = Some(Arc::clone(&now));
        Ok(now)
    }

    /// Lets go of the index where nobody asked for `idle`; says whether it did.
    pub(crate) fn rest(&self, idle: Duration) -> bool {
        let mut slot = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let rests = slot.take_if(|live| live.used.elapsed() >= idle).is_some();
        if rests {
            *self.vectors.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        rests
    }
}

#[cfg(unix)]
fn file_identity(file: &Path) -> Option<FileIdentity> {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(file).ok().map(|meta| (meta.dev(), meta.ino()))
}

#[cfg(not(unix))]
fn file_identity(file: &Path) -> Option<FileIdentity> {
    let made = std::fs::metadata(file).ok()?.created().ok()?;
    let since = made.duration_since(std::time::UNIX_EPOCH).ok()?;
    Some((since.as_secs(), u64::from(since.subsec_nanos())))
}
