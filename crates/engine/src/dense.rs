//! Documents by meaning: how near their vectors are to the question's; or why there are none.

use crate::core::Core;
use crate::embed_run::{EMBEDDED, FAILED};
use crate::failure::Plain;
use crate::open_project::OpenProject;
use crate::vectors::Nearness;
use docroom_embed::{Model, Wanted};
use docroom_index::Filters;
use docroom_model::{Result, Settings};
use docroom_store::ProjectStore;
use std::sync::Arc;

/// The question as a vector, once for every project.
pub(crate) struct Asked {
    pub(crate) model: Arc<dyn Model>,
    question: Vec<f32>,
    speaks: bool,
}

/// What meaning has to say in one project.
pub(crate) enum Meaning {
    /// It takes part.
    Near(Nearness),
    /// It can't, though it is wanted; why.
    Missing(String),
    /// It is not wanted, or the model does not know the question's language.
    Off,
}

/// Asks the model for the question's vector; `Ok(None)` where none is wanted, a reason where it
/// can't be had.
pub(crate) fn ask(
    core: &Core,
    settings: &Settings,
    question: &str,
) -> std::result::Result<Option<Asked>, String> {
    if settings.embedding_model == Wanted::OFF {
        return Ok(None);
    }
    let model = core.embedding.model(&settings.embedding_model).map_err(|e| e.to_string())?;
    let Some(model) = model else { return Ok(None) };
    let speaks = model.speaks(question);
    let question = model.question(question).map_err(|error| error.to_string())?;
    Ok(Some(Asked { model, question, speaks }))
}

/// How near a project's documents are.
pub(crate) fn candidates(
    asked: &std::result::Result<Option<Asked>, String>,
    filters: &Filters<'_>,
    project: &OpenProject,
    store: &ProjectStore,
) -> Result<Meaning> {
    let asked = match asked {
        Ok(Some(asked)) if asked.speaks => asked,
        Ok(_) => return Ok(Meaning::Off),
        Err(why) => return Ok(Meaning::Missing(why.clone())),
    };
    let id = asked.model.id().as_str();
    let stamped = store.mark(EMBEDDED).map_err(Plain::plain)?;
    if stamped.as_deref() != Some(id) {
        let failed = store.mark(FAILED).map_err(Plain::plain)?.filter(|why| !why.is_empty());
        let why = match (failed, stamped) {
            (Some(why), _) => why,
            (None, Some(old)) => {
                format!("the vectors are of `{old}`; those of `{id}` are still being made")
            }
            (None, None) => format!("the vectors of `{id}` are still being made"),
        };
        return Ok(Meaning::Missing(why));
    }
    let vectors = project.vectors(store, id, asked.model.dimensions())?;
    Ok(Meaning::Near(vectors.compared(&asked.question, filters)))
}
