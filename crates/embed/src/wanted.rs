//! Naming a model in one line of text, and opening what is named.

use crate::error::Error;
use crate::model::Model;
use crate::static_model::StaticModel;
use std::path::PathBuf;
use std::sync::Arc;

/// Which model is wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// None: search by words only.
    Off,
    /// The one that is built in.
    BuiltIn,
    /// A transformer in a folder on disk.
    Folder(PathBuf),
    /// A server that speaks the OpenAI way, and the name of its model.
    Endpoint {
        /// Its address, to which `/embeddings` is added.
        url: String,
        /// The model's name there.
        model: String,
    },
}

impl Wanted {
    /// What the built-in model is called.
    pub const BUILT_IN: &'static str = "built-in";
    /// What no model is called.
    pub const OFF: &'static str = "off";

    /// Reads `built-in`, `off`, the absolute path of a folder, or `URL MODEL`. `None`: none of
    /// these.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text == Self::BUILT_IN {
            return Some(Self::BuiltIn);
        }
        if text == Self::OFF {
            return Some(Self::Off);
        }
        if text.starts_with("http://") || text.starts_with("https://") {
            let (url, model) = text.split_once(char::is_whitespace)?;
            let url = url.trim_end_matches('/').to_owned();
            return Some(Self::Endpoint { url, model: model.trim().to_owned() });
        }
        let folder = PathBuf::from(text);
        folder.is_absolute().then_some(Self::Folder(folder))
    }

    /// Opens it; `None` where none is wanted.
    pub fn open(&self) -> Result<Option<Arc<dyn Model>>, Error> {
        Ok(match self {
            Self::Off => None,
            Self::BuiltIn => Some(Arc::new(StaticModel::built_in()?)),
            Self::Folder(folder) => {
                return Err(Error::Unusable {
                    folder: folder.clone(),
                    reason: "models in folders can't be read yet".to_owned(),
                });
            }
            Self::Endpoint { url, .. } => {
                return Err(Error::Unusable {
                    folder: url.into(),
                    reason: "servers can't be asked yet".to_owned(),
                });
            }
        })
    }
}
