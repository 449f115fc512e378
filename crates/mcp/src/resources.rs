//! Documents as resources: one page of the list, the template, and one whole text.
//! Source: contracts/tools.md, "Resources".

use crate::call::{protocol, removed};
use crate::time::rfc3339;
use docroom_engine::Engine;
use docroom_model::{Code, DocumentPath, DocumentUri, ProjectName};
use rmcp::model::{
    Annotations, ErrorData, ListResourceTemplatesResult, ListResourcesResult,
    PaginatedRequestParams, ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
};
use serde_json::json;

/// Largest text that is read whole, in bytes.
const WHOLE_LIMIT: u64 = 4 * 1024 * 1024;

/// One page of documents.
pub(crate) fn list(
    engine: &Engine,
    project: Option<&str>,
    cursor: Option<&str>,
) -> Result<ListResourcesResult, ErrorData> {
    if cursor == Some("") {
        return Err(foreign_cursor());
    }
    if project.is_some_and(|name| removed(engine, name)) {
        return Ok(ListResourcesResult::default());
    }
    let page = engine.resources(project, cursor).map_err(|error| match error.code {
        Code::Invalid => foreign_cursor(),
        _ => protocol(&error),
    })?;
    let mut result =
        ListResourcesResult::with_all_items(page.resources.into_iter().map(published).collect());
    result.next_cursor = page.next_cursor;
    Ok(result)
}

/// The whole stored text of a document.
pub(crate) fn read(
    engine: &Engine,
    project: Option<&str>,
    uri: &str,
) -> Result<ReadResourceResult, ErrorData> {
    if uri.is_empty() {
        return Err(ErrorData::invalid_params("`uri` must not be empty", None));
    }
    // A URI of another scheme or another spelling never reaches the engine.
    let (resource, text) = DocumentUri::parse(uri)
        .and_then(|_| engine.resource(project, uri))
        .map_err(|error| match error.code {
            Code::NotFound | Code::Invalid => unknown(uri),
            _ => protocol(&error),
        })?;
    if resource.size > WHOLE_LIMIT {
        let message = format!(
            "`{}` has {} bytes, more than the {WHOLE_LIMIT} that are read whole; read it with the \
             tool read_lines",
            resource.path, resource.size
        );
        return Err(ErrorData::invalid_params(message, Some(json!({ "uri": uri }))));
    }
    let contents = ResourceContents::text(text, resource.uri).with_mime_type(resource.media_type);
    Ok(ReadResourceResult::new(vec![contents]))
}

/// How every document's URI is built.
pub(crate) fn templates(project: Option<&str>) -> ListResourceTemplatesResult {
    let (template, description) = match project {
        Some(_) => (
            format!("{}{{+path}}", prefix(project)),
            "A document of this project by its path, as search and listings show it",
        ),
        None => (
            "docroom://{project}/{+path}".to_owned(),
            "A document by its project and its path, as search and listings show it",
        ),
    };
    let template = ResourceTemplate::new(template, "document")
        .with_title("Document")
        .with_description(description);
    ListResourceTemplatesResult::with_all_items(vec![template])
}

/// Lists of one page take no cursor: whatever one is given is not ours.
pub(crate) fn no_cursor(request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor) {
        Some(_) => Err(foreign_cursor()),
        None => Ok(()),
    }
}

fn prefix(project: Option<&str>) -> String {
    let uri = project
        .and_then(|name| ProjectName::new(name).ok())
        .zip(DocumentPath::new("s/p").ok())
        .map(|(project, path)| DocumentUri { project, path }.to_string());
    uri.and_then(|uri| Some(uri.strip_suffix("s/p")?.to_owned()))
        .unwrap_or_else(|| "docroom://".to_owned())
}

fn published(document: docroom_model::Resource) -> Resource {
    let mut annotations = Annotations::default();
    annotations.last_modified = Some(rfc3339(document.modified_ms));
    let description = format!("{} ({} bytes)", document.path, document.size);
    Resource::new(document.uri, document.path)
        .with_title(document.title)
        .with_description(description)
        .with_mime_type(document.media_type)
        .with_size(document.size)
        .with_annotations(annotations)
}

fn unknown(uri: &str) -> ErrorData {
    ErrorData::resource_not_found("there is no such resource", Some(json!({ "uri": uri })))
}

fn foreign_cursor() -> ErrorData {
    ErrorData::invalid_params("`cursor` is none of this server's", None)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn one_template_with_the_project_spelt_out() {
        let of = |project| {
            let templates = templates(project).resource_templates;
            assert_eq!(templates.len(), 1);
            templates.into_iter().next().unwrap().uri_template
        };
        assert_eq!(of(Some("my docs")), "docroom://my%20docs/{+path}");
        assert_eq!(of(None), "docroom://{project}/{+path}");
    }

    #[test]
    fn a_resource_says_what_it_is() {
        let document = docroom_model::Resource {
            uri: "docroom://kube/docs/a.md".to_owned(),
            path: "docs/a.md".to_owned(),
            title: "A".to_owned(),
            media_type: "text/markdown".to_owned(),
            size: 12,
            modified_ms: 0,
        };
        insta::assert_json_snapshot!(serde_json::to_value(published(document)).unwrap());
    }
}
