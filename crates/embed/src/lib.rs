//! Text to vectors by one of several models, and the nearest of them. Knows no document and no
//! disk but a model's own folder; what is kept, and for which text, is the engine's.

mod error;
mod model;
mod nearest;
mod packed;
mod static_model;
mod wanted;
mod words;

pub use error::Error;
pub use model::{Model, ModelId};
pub use nearest::Row;
pub use packed::{Packed, similarity};
pub use static_model::StaticModel;
pub use wanted::Wanted;
pub use words::{Met, WordMatch};
