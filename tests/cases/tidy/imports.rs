//! Which file of a crate imports from which, read from the text: every path that begins with
//! `crate::`, `super::`, `self::`, or with a module that the file declares.

use super::tree::{Room, Source};
use std::collections::{BTreeMap, BTreeSet};

type Module = Vec<String>;

/// A path of names as it stands in the text, with braces spread out.
type Name = Vec<String>;

/// The first loop of imports, as `a -> b -> a`.
pub(super) fn find_loop(room: &Room) -> Option<String> {
    let graph = graph(room);
    let mut done = BTreeSet::new();
    for start in graph.keys() {
        let mut way = Vec::new();
        if walk(start, &graph, &mut way, &mut done) {
            let names: Vec<String> = way.iter().map(|module| shown(module)).collect();
            return Some(format!("{}: {}", room.name, names.join(" -> ")));
        }
    }
    None
}

/// Every import of a name through the crate's own lib.rs.
pub(super) fn from_own_face(room: &Room) -> Vec<String> {
    let files = modules(room);
    if !room.files.iter().any(|file| file.path.ends_with("src/lib.rs")) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (module, file) in files.iter().filter(|(module, _)| !module.is_empty()) {
        for name in names(module, file, &files) {
            // Macros of the crate live at its root.
            let is_type = name[0].starts_with(char::is_uppercase);
            if is_type && holder(&name, &files).is_empty() {
                found.push(format!("{}: crate::{}", file.path, name.join("::")));
            }
        }
    }
    found
}

fn walk<'a>(
    at: &'a Module,
    graph: &'a BTreeMap<Module, BTreeSet<Module>>,
    way: &mut Vec<&'a Module>,
    done: &mut BTreeSet<&'a Module>,
) -> bool {
    if let Some(begin) = way.iter().position(|module| *module == at) {
        way.drain(..begin);
        way.push(at);
        return true;
    }
    if done.contains(at) {
        return false;
    }
    way.push(at);
    for next in graph.get(at).into_iter().flatten() {
        if walk(next, graph, way, done) {
            return true;
        }
    }
    way.pop();
    done.insert(at);
    false
}

fn graph(room: &Room) -> BTreeMap<Module, BTreeSet<Module>> {
    let files = modules(room);
    let face = face(&files);
    let mut graph = BTreeMap::new();
    // The root declares and re-exports; that is its job, not an import.
    for (module, file) in files.iter().filter(|(module, _)| !module.is_empty()) {
        let targets = names(module, file, &files).into_iter().map(|name| {
            let holder = holder(&name, &files);
            if holder.is_empty() { face.get(&name[0]).cloned().unwrap_or_default() } else { holder }
        });
        let targets: BTreeSet<Module> =
            targets.filter(|target| target != module && !target.is_empty()).collect();
        graph.insert(module.clone(), targets);
    }
    graph
}

/// The files of a crate by their module path; the root's is empty.
fn modules(room: &Room) -> BTreeMap<Module, &Source> {
    let module = |file: &Source| {
        let inside = file.path.split_once("/src/").unwrap().1.trim_end_matches(".rs");
        let mut names: Module = inside.split('/').map(str::to_owned).collect();
        if names.last().is_some_and(|last| matches!(last.as_str(), "mod" | "lib" | "main")) {
            names.pop();
        }
        names
    };
    room.files.iter().map(|file| (module(file), file)).collect()
}

/// Where the names that the root re-exports come from.
fn face(files: &BTreeMap<Module, &Source>) -> BTreeMap<String, Module> {
    let Some(root) = files.get(&Vec::new()) else { return BTreeMap::new() };
    let mut face = BTreeMap::new();
    for statement in statements(&root.text, "pub use ") {
        for name in spread(&statement) {
            let holder = holder(&name, files);
            face.insert(name.last().unwrap().clone(), holder);
        }
    }
    face
}

/// The longest beginning of a name that is a file.
fn holder(name: &[String], files: &BTreeMap<Module, &Source>) -> Module {
    let lengths = (0..=name.len()).rev();
    lengths
        .map(|length| name[..length].to_vec())
        .find(|module| files.contains_key(module))
        .unwrap_or_default()
}

/// Every name of its own crate that a file uses, from the crate's root on.
fn names(module: &Module, file: &Source, files: &BTreeMap<Module, &Source>) -> Vec<Name> {
    let text = without_tests(&file.text);
    let mut found = Vec::new();
    for (beginning, base) in [
        ("crate::", Vec::new()),
        ("super::", module[..module.len() - 1].to_vec()),
        ("self::", module.clone()),
    ] {
        for path in paths_after(&text, beginning) {
            for name in spread(&path) {
                found.push([base.clone(), name].concat());
            }
        }
    }
    for child in
        files.keys().filter(|child| child.len() == module.len() + 1 && child.starts_with(module))
    {
        let word = format!("{}::", child.last().unwrap());
        if !paths_after(&text, &word).is_empty() {
            found.push(child.clone());
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

/// The text without comments and without the tests at its end.
fn without_tests(text: &str) -> String {
    let begins = |at: usize| {
        let mut lines = text[at..].lines().skip_while(|line| line.starts_with("#["));
        lines.next().is_some_and(|line| line.starts_with("mod ") && line.ends_with('{'))
    };
    let end = text.match_indices("#[cfg(test)]").map(|(at, _)| at).find(|at| begins(*at));
    let code = &text[..end.unwrap_or(text.len())];
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// What follows each beginning, braces included, up to where the path ends.
fn paths_after(text: &str, beginning: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(beginning) {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let (mut depth, mut path) = (0, String::new());
        for c in text[at + beginning.len()..].chars() {
            match c {
                '{' if path.is_empty() || path.ends_with("::") || depth > 0 => depth += 1,
                '}' if depth > 0 => depth -= 1,
                _ if depth > 0 || c.is_alphanumeric() || "_:*".contains(c) => {}
                _ => break,
            }
            path.push(c);
            if c == '}' && depth == 0 {
                break;
            }
        }
        found.push(path);
    }
    found
}

fn statements(text: &str, beginning: &str) -> Vec<String> {
    let parts = text.match_indices(beginning).map(|(at, _)| &text[at + beginning.len()..]);
    parts.filter_map(|rest| Some(rest.split_once(';')?.0.to_owned())).collect()
}

/// `a::{b, c::D}` as `a::b` and `a::c::D`.
fn spread(path: &str) -> Vec<Name> {
    let path = path.trim();
    let Some((head, rest)) = path.split_once('{') else {
        let plain = path.split(" as ").next().unwrap_or_default();
        let names = plain
            .split("::")
            .map(str::trim)
            .filter(|name| !name.is_empty() && *name != "*" && *name != "self");
        return vec![names.map(str::to_owned).collect()];
    };
    let head: Name =
        head.split("::").map(str::trim).filter(|n| !n.is_empty()).map(str::to_owned).collect();
    let inner = rest.trim_end().strip_suffix('}').unwrap_or(rest);
    let (mut depth, mut parts) = (0, vec![String::new()]);
    for c in inner.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().unwrap().push(c);
    }
    let inner = parts.iter().filter(|part| !part.trim().is_empty()).flat_map(|part| spread(part));
    inner.map(|name| [head.clone(), name].concat()).collect()
}

fn shown(module: &Module) -> String {
    module.join("/")
}

#[test]
fn a_loop_is_found_and_a_tree_is_none() {
    let room = |files: &[(&str, &str)]| Room {
        name: "x".to_owned(),
        files: files
            .iter()
            .map(|(path, text)| Source {
                path: format!("crates/x/src/{path}"),
                text: (*text).to_owned(),
            })
            .collect(),
    };
    let lib = ("lib.rs", "mod a;\nmod b;\npub use a::{One, Two};\n");
    let looped =
        room(&[lib, ("a.rs", "use crate::b::{self, Three};"), ("b.rs", "use crate::One;")]);
    assert_eq!(find_loop(&looped).as_deref(), Some("x: a -> b -> a"));
    assert_eq!(from_own_face(&looped), ["crates/x/src/b.rs: crate::One"]);
    let nested = room(&[lib, ("a.rs", "mod c;\nfn f() { c::g() }"), ("a/c.rs", "use super::One;")]);
    assert_eq!(find_loop(&nested).as_deref(), Some("x: a -> a/c -> a"));
    let tests = "fn f() {}\n#[cfg(test)]\nmod tests {\n    use crate::b::g;\n}\n";
    let tree =
        room(&[lib, ("a.rs", tests), ("b.rs", "// crate::b\nuse crate::a::{One, Two as T};")]);
    assert_eq!(find_loop(&tree), None);
}
