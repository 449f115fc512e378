//! What a document is called in links: its path without ending, and without the file name
//! where that stands for its folder. Links are counted by it, whatever way they are written.

/// File names that stand for their folder.
const INDEXES: [&str; 4] = ["index", "_index", "README", "readme"];

/// The stem of a document's path: `guide/install/_index.md` and `guide/install.md` are both
/// `guide/install`.
pub fn stem(path: &str) -> String {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    let name = file.rsplit_once('.').map_or(file, |(name, _)| name);
    match (INDEXES.contains(&name), folder.is_empty()) {
        (true, false) => folder.to_owned(),
        (false, false) => format!("{folder}/{name}"),
        _ => name.to_owned(),
    }
}

/// The stems that a link written in the document at `path` may mean: relative to its folder,
/// or, with a slash in front, to its source (also where the source is the folder of that
/// name). Nothing for links that leave the project.
pub fn link_stems(path: &str, target: &str) -> Vec<String> {
    let target = target.split(['#', '?']).next().unwrap_or_default().trim();
    if let Some(page) = antora(path, target) {
        return vec![stem(&page)];
    }
    let outside = target.split(['/', '?', '#']).next().is_some_and(|first| first.contains(':'));
    if target.is_empty() || outside || target.starts_with("//") || target.contains('\\') {
        return Vec::new();
    }
    let source = path.split('/').next().unwrap_or_default();
    match target.strip_prefix('/') {
        Some(rooted) => {
            let below = resolved(source, rooted).map(|path| stem(&path));
            let named = rooted.starts_with(&format!("{source}/"));
            let itself = named.then(|| resolved("", rooted)).flatten().map(|path| stem(&path));
            below.into_iter().chain(itself).collect()
        }
        None => {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            resolved(folder, target).map(|path| stem(&path)).into_iter().collect()
        }
    }
}

/// The page that an AsciiDoc link `page.adoc` or `module:page.adoc` means in a site of Antora's,
/// where pages are named from their module's folder `pages`.
pub(crate) fn antora(path: &str, target: &str) -> Option<String> {
    let (modules, rest) = path.rsplit_once("modules/")?;
    let (own, _) = rest.split_once("/pages/")?;
    if !target.ends_with(".adoc") || target.starts_with(['.', '/']) {
        return None;
    }
    let (module, target) = target.rsplit_once(':').unwrap_or((own, target));
    let module = module.rsplit_once(':').map_or(module, |(_, module)| module);
    let module = if module.is_empty() { "ROOT" } else { module };
    resolved(&format!("{modules}modules/{module}/pages"), target)
}

/// `relative` from `folder`, without dot segments; nothing where it climbs out of the source.
fn resolved(folder: &str, relative: &str) -> Option<String> {
    let mut segments: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." if segments.len() > 1 => {
                segments.pop();
            }
            ".." => return None,
            name => segments.push(name),
        }
    }
    Some(segments.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_document_has_one_stem() {
        for (path, expect) in [
            ("s/guide/install.md", "s/guide/install"),
            ("s/guide/install/_index.md", "s/guide/install"),
            ("s/guide/README.md", "s/guide"),
            ("s/v1.2/notes.md", "s/v1.2/notes"),
            ("s/LICENSE", "s/LICENSE"),
        ] {
            assert_eq!(stem(path), expect);
        }
    }

    #[test]
    fn links_lead_to_stems() {
        let check = |target, expect: &[&str]| {
            assert_eq!(link_stems("docs/guide/a.md", target), expect, "{target}");
        };
        check("b.md#part", &["docs/guide/b"]);
        check("../index.md?x", &["docs"]);
        check("./sub/", &["docs/guide/sub"]);
        check("/concepts/pods/", &["docs/concepts/pods"]);
        check("/docs/concepts/pods/", &["docs/docs/concepts/pods", "docs/concepts/pods"]);
        let page = "docs/modules/ref/pages/web/a.adoc";
        for (target, expect) in [
            ("web/b.adoc#x", "docs/modules/ref/pages/web/b"),
            ("how-to:c.adoc", "docs/modules/how-to/pages/c"),
            ("./b.adoc", "docs/modules/ref/pages/web/b"),
        ] {
            assert_eq!(link_stems(page, target), [expect], "{target}");
        }
        for outside in ["https://x.y/z", "mailto:a@b", "//x/y", "#here", "", "../../../x", "a\\b"] {
            check(outside, &[]);
        }
    }
}
