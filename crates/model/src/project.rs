//! A project and its sources, as the manifest `project.toml` keeps them, and the requests
//! that change them. A project is a folder; its manifest is the truth about what belongs to it.

use crate::names::{ProjectName, SourceName};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// `project.toml`: what a project is made of. Unknown keys are refused, so that a
/// misspelt option is never silently ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The project's name, as people write it.
    pub name: ProjectName,
    /// Shown beside the name; free text of one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// How relevant the best excerpt must be for a question to be answered at all, 0 to 1; that of
    /// the embedding model when absent. `docroom eval --floor` shows what one would refuse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub floor: Option<f32>,
    /// The folders and other places that documents come from; names are unique.
    #[serde(default, rename = "source")]
    pub sources: Vec<Source>,
}

/// One place that documents come from: today a folder on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// First segment of the paths of its documents.
    pub name: SourceName,
    /// The folder, absolute; relative ones (shipped projects) start at the manifest's folder.
    #[cfg_attr(test, ts(type = "string"))]
    pub folder: PathBuf,
    /// Exact release label that its documents carry, such as `3.12`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Globs relative to the folder; when there are any, only files that match one are taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub include: Vec<String>,
    /// Globs relative to the folder; files that match one are left out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
    /// The documents' language as a two-letter code (ISO 639-1), for stemming; `en` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The documents' dialect, such as `mkdocs` or `hugo`, for formats that have several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flavor: Option<String>,
}

/// Make a project from a folder, or give an existing one a further source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields, default)]
pub struct AddFolder {
    /// The folder of documents; it is read, never written
    #[cfg_attr(feature = "clap", arg(value_name = "FOLDER"))]
    #[cfg_attr(test, ts(type = "string"))]
    pub folder: PathBuf,
    /// The project to make or to extend; by default named after the folder
    #[cfg_attr(feature = "clap", arg(long, value_name = "NAME"))]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
    /// First segment of the documents' paths; by default the folder's name
    #[cfg_attr(feature = "clap", arg(long, value_name = "SOURCE"))]
    #[cfg_attr(test, ts(optional))]
    pub source: Option<String>,
    /// Exact release label that these documents carry, such as `3.12`
    #[cfg_attr(feature = "clap", arg(long, value_name = "VERSION"))]
    #[cfg_attr(test, ts(optional))]
    pub version: Option<String>,
    /// Take only files that match this glob (may be given more than once)
    #[cfg_attr(feature = "clap", arg(long, value_name = "GLOB"))]
    pub include: Vec<String>,
    /// Leave out files that match this glob (may be given more than once)
    #[cfg_attr(feature = "clap", arg(long, value_name = "GLOB"))]
    pub exclude: Vec<String>,
    /// The documents' language as a two-letter code, for stemming (default: en)
    #[cfg_attr(feature = "clap", arg(long, value_name = "LANGUAGE"))]
    #[cfg_attr(test, ts(optional))]
    pub language: Option<String>,
    /// The documents' dialect, such as mkdocs or hugo
    #[cfg_attr(feature = "clap", arg(long, value_name = "FLAVOR"))]
    #[cfg_attr(test, ts(optional))]
    pub flavor: Option<String>,
}

/// What [`AddFolder`] did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Added {
    /// The project.
    pub project: ProjectName,
    /// The source in it.
    pub source: SourceName,
    /// False when that project already had this very source.
    pub created: bool,
}

/// Forget a project, or one source of it. The documents' own folder is never touched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RemoveProject {
    /// The project to forget
    pub project: String,
    /// Forget only this source of it
    #[serde(default)]
    #[cfg_attr(feature = "clap", arg(long, value_name = "SOURCE"))]
    #[cfg_attr(test, ts(optional))]
    pub source: Option<String>,
}
