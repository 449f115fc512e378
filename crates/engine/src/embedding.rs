//! Which model finds by meaning: the one that the settings name, loaded at first need and let
//! go at rest.

use crate::failure::Plain;
use docroom_embed::{Model, Wanted};
use docroom_model::{Error, Result};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The model of this process.
#[derive(Default)]
pub(crate) struct Embedding {
    loaded: Mutex<Option<Loaded>>,
}

struct Loaded {
    named: String,
    model: Arc<dyn Model>,
    used: Instant,
}

impl Embedding {
    /// The model that the settings call `named`; `None` where none is wanted.
    pub(crate) fn model(&self, named: &str) -> Result<Option<Arc<dyn Model>>> {
        let mut slot = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(loaded) = slot.as_mut().filter(|loaded| loaded.named == named) {
            loaded.used = Instant::now();
            return Ok(Some(Arc::clone(&loaded.model)));
        }
        let wanted = Wanted::parse(named).ok_or_else(|| {
            Error::invalid(format!("`embedding_model` names no model: `{named}`"))
        })?;
        let model = wanted.open().map_err(Plain::plain)?;
        *slot = model.as_ref().map(|model| Loaded {
            named: named.to_owned(),
            model: Arc::clone(model),
            used: Instant::now(),
        });
        Ok(model)
    }

    /// Lets go of the model where nobody asked for `idle`; says whether it did.
    pub(crate) fn rest(&self, idle: Duration) -> bool {
        let mut slot = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        slot.take_if(|loaded| loaded.used.elapsed() >= idle).is_some()
    }
}
