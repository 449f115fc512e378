//! What agents are offered: each tool's name, title, the sentences that persuade an agent to
//! use it, and its schemas. The order of the list is fixed.

use crate::schema::{self, Scope};
use docroom_engine::Engine;
use docroom_model::{
    FindAnswer, FindRequest, LinesAnswer, LinesRequest, ReadRequest, SearchQuery, TopicsQuery,
};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use std::sync::Arc;

/// A tool by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name {
    Search,
    Topics,
    Read,
    Lines,
    Find,
    Projects,
}

/// The codes of the refusals of the two exact tools.
pub(crate) const RESOURCE_UNKNOWN: &str = "resource_unknown";
/// The window begins past the document's end.
pub(crate) const LINE_OUT_OF_RANGE: &str = "line_out_of_range";

struct Definition {
    tool: Name,
    name: &'static str,
    title: &'static str,
    description: &'static str,
    input: fn(Scope) -> JsonObject,
    output: Option<fn() -> JsonObject>,
}

const REFUSALS: &[&str] = &[RESOURCE_UNKNOWN, LINE_OUT_OF_RANGE];

const DEFINITIONS: &[Definition] = &[
    Definition {
        tool: Name::Search,
        name: "search_docs",
        title: "Search the documentation",
        description: "Find the passages of the user's own documentation that answer a question \
            or mention an identifier. Use this first, before answering from memory, whenever a \
            question touches what these documents describe: they are the version the user really \
            has. Takes a question in plain words or an exact name (function, option, error \
            message). Returns ranked excerpts with path, section and lines; open one with \
            read_document for the whole section. If nothing fits, ask again in other words.",
        input: schema::arguments::<SearchQuery>,
        output: None,
    },
    Definition {
        tool: Name::Topics,
        name: "list_topics",
        title: "List what is documented",
        description: "List every document with its title, grouped by folder, page by page. Use \
            this to see what the documentation covers, when search finds no good match, or to \
            find the exact path of a page you know by name.",
        input: schema::arguments::<TopicsQuery>,
        output: None,
    },
    Definition {
        tool: Name::Read,
        name: "read_document",
        title: "Read a document",
        description: "Read a document, or one section of it, as a person would: pass the path \
            of a search result and its heading to get the whole section. Use this before you \
            rely on an excerpt, because conditions and exceptions often stand just outside it. \
            Choose at most one of heading, from/to (chunks) and start_line. Long texts come in \
            pieces, each with the exact call for the next one.",
        input: schema::arguments::<ReadRequest>,
        output: None,
    },
    Definition {
        tool: Name::Lines,
        name: "read_lines",
        title: "Read exact lines",
        description: "Read exact lines of a document, byte for byte as stored, at most 200 at a \
            time. Use this to quote, to check a line number, or to step through a long file; \
            use read_document to read for meaning.",
        input: schema::arguments::<LinesRequest>,
        output: Some(|| schema::answer::<LinesAnswer>(REFUSALS)),
    },
    Definition {
        tool: Name::Find,
        name: "find_in_document",
        title: "Find literal text in a document",
        description: "Find every line of one document that holds a literal text, exactly as \
            written, upper and lower case distinct. Use this when you know the page and need \
            each place where a name occurs; use search_docs to find the page.",
        input: schema::arguments::<FindRequest>,
        output: Some(|| schema::answer::<FindAnswer>(REFUSALS)),
    },
    Definition {
        tool: Name::Projects,
        name: "list_projects",
        title: "List the projects",
        description: "List the documentation projects on this machine with their size and \
            state. Use this first when you don't know which project to pass to the other tools.",
        input: |_| schema::no_arguments(),
        output: None,
    },
];

/// Which projects the tools speak for.
pub(crate) fn scope(engine: &Engine, project: Option<&str>) -> docroom_model::Result<Scope> {
    match project {
        Some(_) => Ok(Scope::One),
        None => Ok(Scope::All { required: engine.project_names()?.len() > 1 }),
    }
}

/// The tool of that name. A server of one project has no list of projects.
pub(crate) fn find(name: &str, one_project: bool) -> Option<Name> {
    let offered = offered(one_project);
    offered.into_iter().find(|definition| definition.name == name).map(|found| found.tool)
}

/// The published definitions, in order.
pub(crate) fn list(scope: Scope) -> Vec<Tool> {
    offered(scope == Scope::One).into_iter().map(|definition| publish(definition, scope)).collect()
}

/// The schema of a tool's arguments.
pub(crate) fn input(tool: Name, scope: Scope) -> JsonObject {
    let definition = DEFINITIONS.iter().find(|definition| definition.tool == tool);
    definition.map_or_else(schema::no_arguments, |definition| (definition.input)(scope))
}

fn offered(one_project: bool) -> Vec<&'static Definition> {
    let offered = |definition: &&Definition| !one_project || definition.tool != Name::Projects;
    DEFINITIONS.iter().filter(offered).collect()
}

fn publish(definition: &Definition, scope: Scope) -> Tool {
    let annotations = ToolAnnotations::with_title(definition.title)
        .read_only(true)
        .destructive(false)
        .idempotent(true)
        .open_world(false);
    let input = Arc::new((definition.input)(scope));
    let tool = Tool::new(definition.name, definition.description, input)
        .with_title(definition.title)
        .with_annotations(annotations);
    match definition.output {
        Some(output) => tool.with_raw_output_schema(Arc::new(output())),
        None => tool,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn schemas_are_flat_closed_and_bounded() {
        for scope in [Scope::One, Scope::All { required: false }, Scope::All { required: true }] {
            for tool in list(scope) {
                let text = serde_json::to_string(&*tool.input_schema).unwrap();
                for word in ["anyOf", "oneOf", "$ref", "$schema", "format", "null"] {
                    assert!(!text.contains(word), "{}: {word} in {text}", tool.name);
                }
                assert_eq!(tool.input_schema["additionalProperties"], json!(false));
                let properties = tool.input_schema["properties"].as_object().unwrap();
                assert_eq!(
                    properties.contains_key("project"),
                    scope != Scope::One && tool.name != "list_projects"
                );
                for (name, property) in properties {
                    let bound = match property["type"].as_str() {
                        Some("string") => "maxLength",
                        Some("integer") => "maximum",
                        other => panic!("{}: {name} is {other:?}", tool.name),
                    };
                    assert!(property[bound].is_u64(), "{}: {name} has no {bound}", tool.name);
                    assert!(property["description"].is_string(), "{}: {name}", tool.name);
                }
            }
        }
    }

    #[test]
    fn the_list_is_fixed_and_says_that_it_only_reads() {
        let names = |scope| list(scope).into_iter().map(|tool| tool.name).collect::<Vec<_>>();
        let one = ["search_docs", "list_topics", "read_document", "read_lines", "find_in_document"];
        assert_eq!(names(Scope::One), one);
        assert_eq!(names(Scope::All { required: true }).last().unwrap(), "list_projects");
        assert_eq!(find("list_projects", true), None);
        assert_eq!(find("Search_Docs", false), None);
        for tool in list(Scope::One) {
            let hints = serde_json::to_value(tool.annotations.unwrap()).unwrap();
            assert_eq!(hints["readOnlyHint"], json!(true));
            assert_eq!(hints["destructiveHint"], json!(false));
            assert_eq!(hints["idempotentHint"], json!(true));
            assert_eq!(hints["openWorldHint"], json!(false));
            assert!(hints["title"].is_string() && tool.title.is_some());
        }
    }

    #[test]
    fn schemas_as_published() {
        insta::assert_json_snapshot!(input(Name::Search, Scope::All { required: true }));
        insta::assert_json_snapshot!(Value::Object(schema::answer::<LinesAnswer>(REFUSALS)));
    }
}
