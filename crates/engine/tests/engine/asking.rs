//! What an indexed project answers.

use crate::house::House;
use docroom_model::{
    Code, FindRequest, LinesRequest, ReadRequest, Retrieval, SearchQuery, SearchStatus, TopicsQuery,
};

const GUIDE: &str = "---\ntitle: Lamp guide\n---\n\n# Lamps\n\nAbout lamps.\n\n## Wicks\n\nTrim the \
    wick weekly.\n\n### Cotton\n\nCotton wicks burn bright.\n\n## Oil\n\nUse clean oil; see \
    [the list](list.md).\n";

fn house() -> House {
    House::indexed(&[
        ("guide.md", GUIDE),
        ("list.md", "# List\r\n\r\nfirst line\r\nsecond line\r\n"),
        ("deep/er/notes.txt", "Plain notes\n\nA zebra stands here."),
        ("pic.png", "no image"),
    ])
}

#[test]
fn search_finds_the_passage_with_its_place() {
    let house = house();
    let ask = |query: &str| {
        let query = SearchQuery { query: query.into(), ..Default::default() };
        house.engine.search(&query).unwrap()
    };
    let answer = ask("cotton wick");
    assert_eq!(answer.status, SearchStatus::Results);
    let hit = &answer.results[0];
    assert_eq!(
        (hit.path.as_str(), hit.title.as_str(), hit.breadcrumb.as_str()),
        ("docs/guide.md", "Lamp guide", "Lamp guide > Lamps > Wicks > Cotton")
    );
    assert_eq!(hit.uri, "docroom://docs/docs/guide.md");
    assert_eq!(hit.anchor.as_deref(), Some("cotton"));
    let joined = format!("{}{}{}", hit.context_before, hit.text, hit.context_after);
    assert!(GUIDE.contains(&joined), "neighbours join to a stretch of the document: {joined:?}");
    let lines: Vec<_> = GUIDE.lines().collect();
    assert_eq!(
        joined.trim_end(),
        lines[hit.context_start_line as usize - 1..hit.context_end_line as usize].join("\n")
    );
    assert!(hit.snippet.iter().any(|fragment| fragment.marked && fragment.text == "Cotton"));
    assert_eq!(ask("xylophone").status, SearchStatus::NoMatch);
    assert_eq!(ask("?!").status, SearchStatus::NoMatch);
}

#[test]
fn titles_are_found_while_a_word_is_still_typed() {
    let house = house();
    let check = |query: &str, expect: &[&str]| {
        let query = SearchQuery { query: query.into(), ..Default::default() };
        let answer = house.engine.search_by(&query, Retrieval::Titles).unwrap();
        let found: Vec<_> = answer.results.iter().map(|hit| hit.breadcrumb.as_str()).collect();
        assert_eq!(found, expect, "{}", query.query);
    };
    check("cott", &["Lamp guide > Lamps > Wicks > Cotton"]);
    check("wicks cotton", &["Lamp guide > Lamps > Wicks > Cotton"]);
    check("list", &["List"]);
    check("zebra", &[]);
}

#[test]
fn an_excerpt_stands_by_itself() {
    let code: String = (0..400).map(|n| format!("let lamp_{n} = {n};\n")).collect();
    let rows: String = (0..300).map(|n| format!("| wick_{n} | cotton |\n")).collect();
    let data = "QUJD".repeat(3000);
    let text = format!(
        "# Code\n\n```rust,ignore\n{code}```\n\n# Table\n\n| Wick | Of |\n|---|---|\n{rows}\n\
         # Picture\n\nBefore a flame ![x](data:image/png;base64,{data}) and after.\n"
    );
    let house = House::indexed(&[("long.md", &text)]);
    let check = || {
        let ask = |query: &str| {
            let query = SearchQuery { query: query.into(), ..Default::default() };
            house.engine.search(&query).unwrap().results.remove(0)
        };
        let hit = ask("lamp_200");
        let (before, after) = (&hit.context_before, &hit.context_after);
        assert_eq!(hit.excerpt, format!("```rust,ignore\n{before}{}{after}\n```", hit.text));
        assert!(hit.text.contains("lamp_200") && !before.contains("```"));
        let table = ask("wick_150").excerpt;
        assert!(table.starts_with("| Wick | Of |\n|---|---|\n| wick_"), "{table}");
        let picture = ask("flame").excerpt;
        assert!(picture.contains("base64,\n…\n) and after."), "{picture}");
        hit.start_line
    };
    let line = check();
    // The same from a file that is newer than its index.
    house.engine.stop_keeping();
    house.write("long.md", format!("New first words.\n\n{text}"));
    assert_eq!(check(), line + 2);
}

#[test]
fn bad_arguments_are_named() {
    let house = house();
    let check = |query: SearchQuery, code: Code, says: &str| {
        let error = house.engine.search(&query).unwrap_err();
        assert_eq!(error.code, code);
        assert!(error.message.contains(says), "{}", error.message);
    };
    let base = SearchQuery { query: "oil".into(), ..Default::default() };
    check(SearchQuery { query: String::new(), ..base.clone() }, Code::Invalid, "`query`");
    check(SearchQuery { query: "x".repeat(2001), ..base.clone() }, Code::Invalid, "`query`");
    check(SearchQuery { limit: Some(21), ..base.clone() }, Code::Invalid, "`limit`");
    let prefix = |text: &str| SearchQuery { path_prefix: Some(text.into()), ..base.clone() };
    for bad in ["/", "../x", "a//b", "docs/./x"] {
        check(prefix(bad), Code::Invalid, "`path_prefix`");
    }
    let source = SearchQuery { source: Some("dcos".into()), ..base.clone() };
    check(source, Code::NotFound, "there are `docs`");
    let version = SearchQuery { version: Some("3".into()), ..base.clone() };
    check(version, Code::NotFound, "carry no version");
    let project = SearchQuery { project: Some("nope".into()), ..base };
    check(project, Code::NotFound, "there are `docs`");
}

#[test]
fn filters_narrow_to_whole_segments() {
    let house = house();
    let ask = |prefix: &str| {
        let path_prefix = Some(prefix.to_owned());
        let query = SearchQuery { query: "zebra".into(), path_prefix, ..Default::default() };
        house.engine.search(&query).unwrap().results.len()
    };
    assert_eq!([ask("docs/deep"), ask("docs/deep/"), ask("docs/dee"), ask("docs")], [1, 1, 0, 1]);
}

#[test]
fn a_document_is_read_whole_by_section_by_chunk_and_by_line() {
    let house = house();
    let base = ReadRequest { path: "docs/guide.md".into(), ..Default::default() };
    let read = |request: &ReadRequest| house.engine.read(request);
    let whole = read(&base).unwrap();
    assert_eq!((whole.text.as_str(), whole.truncated), (GUIDE, false));
    for heading in ["Lamp guide > Lamps > Wicks", "wicks", "Lamps > Wicks"] {
        let section = read(&ReadRequest { heading: Some(heading.into()), ..base.clone() }).unwrap();
        assert!(section.text.starts_with("## Wicks") && section.text.contains("### Cotton"));
        assert!(!section.text.contains("## Oil"));
        assert_eq!(section.section.as_deref(), Some("Lamp guide > Lamps > Wicks"));
    }
    let from = read(&ReadRequest { start_line: Some(17), ..base.clone() }).unwrap();
    assert!(from.text.starts_with("## Oil"), "{}", from.text);
    let last = ReadRequest { from: Some(1), to: Some(99), ..base.clone() };
    assert!(GUIDE.contains(&read(&last).unwrap().text));
    let check = |request: ReadRequest, says: &str| {
        let error = read(&request).unwrap_err().message;
        assert!(error.contains(says), "{error}");
    };
    check(
        ReadRequest { heading: Some("Wax".into()), ..base.clone() },
        "`Lamp guide > Lamps > Oil`",
    );
    check(ReadRequest { from: Some(2), to: Some(1), ..base.clone() }, "comes after");
    check(ReadRequest { from: Some(80), ..base.clone() }, "selects nothing");
    check(ReadRequest { start_line: Some(80), ..base.clone() }, "no line 80");
    let both = ReadRequest { heading: Some("Oil".into()), start_line: Some(1), ..base.clone() };
    check(both, "only one of");
    check(ReadRequest { path: "docs/Guide.md".into(), ..base.clone() }, "`docs/guide.md`");
    check(ReadRequest { path: "docs/../x".into(), ..base }, "dot segment");
}

#[test]
fn a_long_document_is_read_in_pieces_that_join() {
    let text: String = (0..4000).map(|n| format!("line {n} of a long page\n")).collect();
    let house = House::indexed(&[("long.md", &text)]);
    let mut request =
        ReadRequest { path: "docs/long.md".into(), max_tokens: Some(5000), ..Default::default() };
    let mut joined = String::new();
    loop {
        let answer = house.engine.read(&request).unwrap();
        assert!(answer.tokens <= 5000);
        joined.push_str(&answer.text);
        let Some(next) = answer.next else { break };
        request.start_line = Some(next.start_line);
    }
    assert_eq!(joined, text);
}

#[test]
fn windows_of_lines_join_to_the_document() {
    let text = "a\r\nb\n\rc\n".repeat(150) + "end without newline";
    let house = House::indexed(&[("mixed.md", &text)]);
    let mut joined = String::new();
    let mut request = LinesRequest { path: "docs/mixed.md".into(), ..Default::default() };
    loop {
        let answer = house.engine.lines(&request).unwrap();
        joined.push_str(&answer.content);
        assert!(answer.end_line - answer.start_line < 200);
        request.start_line = Some(answer.end_line + 1);
        if !answer.has_more {
            break;
        }
    }
    assert_eq!(joined, text);
    assert!(house.engine.lines(&request).unwrap_err().message.contains("has no line"));
}

#[test]
fn literal_text_is_found_line_by_line() {
    let house = house();
    let request =
        FindRequest { path: "docs/list.md".into(), query: "line".into(), ..Default::default() };
    let answer = house.engine.find(&request).unwrap();
    let lines: Vec<_> = answer.matches.iter().map(|m| (m.line, m.content.as_str())).collect();
    assert_eq!(lines, [(3, "first line"), (4, "second line")]);
    let none = FindRequest { query: "LINE".into(), ..request };
    assert!(house.engine.find(&none).unwrap().matches.is_empty());
}

#[test]
fn listings_go_on_where_they_stopped() {
    let house = house();
    let mut query = TopicsQuery { limit: Some(2), ..Default::default() };
    let first = house.engine.topics(&query).unwrap();
    let paths = |answer: &docroom_model::TopicsAnswer| {
        answer.documents.iter().map(|d| d.path.clone()).collect::<Vec<_>>()
    };
    assert_eq!(paths(&first), ["docs/deep/er/notes.txt", "docs/guide.md"]);
    query.cursor = first.next_cursor;
    let second = house.engine.topics(&query).unwrap();
    assert_eq!((paths(&second), second.next_cursor), (vec!["docs/list.md".to_owned()], None));
    let all = house.engine.resources(None, None).unwrap();
    assert_eq!(all.resources.len(), 3);
    let (resource, text) = house.engine.resource(Some("docs"), &all.resources[1].uri).unwrap();
    assert_eq!((resource.media_type.as_str(), text.as_str()), ("text/markdown", GUIDE));
    for unknown in ["docroom://other/docs/guide.md", "docroom://docs/docs/%67uide.md", "x"] {
        assert_eq!(house.engine.resource(Some("docs"), unknown).unwrap_err().code, Code::NotFound);
    }
}

#[test]
fn a_page_is_rendered_with_its_links_and_neighbours() {
    let house = house();
    let page = house.engine.page("docs", "docs/guide.md").unwrap();
    assert!(page.html.contains("data-path=\"docs/list.md\""), "{}", page.html);
    assert_eq!(page.next.map(|entry| entry.path).as_deref(), Some("docs/list.md"));
    assert_eq!(page.previous.map(|entry| entry.path).as_deref(), Some("docs/deep/er/notes.txt"));
    assert_eq!(page.headings.len(), 4);
}

#[test]
fn images_come_from_inside_the_folder_only() {
    let house = house();
    std::fs::write(house.docs.join("../secret.png"), "secret").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(house.docs.join("../secret.png"), house.docs.join("link.png"))
        .unwrap();
    let image = |path: &str| house.engine.image("docs", path);
    assert_eq!(image("docs/pic.png").unwrap(), (b"no image".to_vec(), "image/png"));
    for outside in ["docs/../secret.png", "docs/link.png", "docs/guide.md", "nope/pic.png"] {
        assert!(image(outside).is_err(), "{outside}");
    }
}

#[test]
fn an_empty_home_says_how_to_begin() {
    let root = tempfile::tempdir().unwrap();
    let engine = crate::house::open(&root.path().join("nothing"));
    let query = SearchQuery { query: "x".into(), ..Default::default() };
    let error = engine.search(&query).unwrap_err();
    assert!(error.message.contains("docroom add"), "{}", error.message);
    assert!(engine.status(None).unwrap().is_empty());
    assert!(!root.path().join("nothing").exists(), "asking writes nothing");
}
