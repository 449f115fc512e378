//! What documents become: titles, headings, chunks, and what must hold for any text.

#![allow(clippy::unwrap_used)]

use super::*;

mod standing;

fn markdown(text: &str) -> Parsed {
    parse(Format::Markdown, "dir/file-name.md", text.to_owned())
}

/// One chunk a paragraph: `breadcrumb @ first-last`, then its text.
fn shown(parsed: &Parsed) -> String {
    let mut out = format!("title: {}\n", parsed.title);
    for chunk in &parsed.chunks {
        let span = chunk.span;
        let text = &parsed.text[span.start_byte as usize..span.end_byte as usize];
        let text = if text.len() > 200 { &text[..60] } else { text };
        out += &format!("[{} @ {}-{}]\n{text}\n", chunk.breadcrumb, span.start_line, span.end_line);
    }
    out
}

#[test]
fn titles() {
    for (text, title) in [
        ("---\ntitle: Front\n---\n# Head\n", "Front"),
        ("text\n\n## Head *one*\n", "Head one"),
        ("just text", "file-name"),
        ("", "file-name"),
        ("---\ntitle: \"unclosed\n---\n\n# Survives\n", "Survives"),
        ("---\n\nOpening words.\n\n---\n\n# After\n", "After"),
    ] {
        assert_eq!(markdown(text).title, title, "{text:?}");
    }
    let text = |name: &str, text: &str| parse(Format::Text, name, text.to_owned()).title;
    assert_eq!(text("a/b.txt", "\n  Lighthouse log\n\nThe horn"), "Lighthouse log");
    assert_eq!(text("a/b.txt", &"long ".repeat(50)), "b");
    assert_eq!(text("LICENSE", ""), "LICENSE");
    let adoc = |text: &str| parse(Format::Asciidoc, "x.adoc", text.to_owned()).title;
    assert_eq!(adoc("= Vineyard handbook\n"), "Vineyard handbook");
    assert_eq!(adoc("git-x(1)\n========\n\nNAME\n----\n"), "git-x(1)");
    assert_eq!(text("x.rst", "intro\n\nTitle\n=====\n"), "Title");
}

#[test]
fn sections_become_chunks_with_breadcrumbs() {
    let text = "---\ntitle: Guide\n---\n\nBefore.\n\n# Guide\n\n## Setup\n\n### Linux\n\nOne.\n\nTwo.\n\n\
        ```sh\n# no heading\n```\n\n### Mac\n\n## Empty\n\n# Other\n\nThree.\n\n[ref]: https://x.y\n";
    insta::assert_snapshot!(shown(&markdown(text)), @r"
    title: Guide
    [Guide @ 5-5]
    Before.
    [Guide > Setup > Linux @ 7-19]
    # Guide

    ## Setup

    ### Linux

    One.

    Two.

    ```sh
    # no heading
    ```
    [Guide > Setup > Mac @ 21-21]
    ### Mac
    [Guide > Empty @ 23-23]
    ## Empty
    [Guide > Other @ 25-29]
    # Other

    Three.

    [ref]: https://x.y
    ");
}

#[test]
fn long_blocks_are_cut_and_small_rests_kept() {
    let sentence = "This sentence of ten words is here to fill a paragraph. ";
    let row = "| some cell text | another cell that is rather wide |\n";
    let text = format!(
        "# A\n\n{}\n\nShort end.\n\nRun this:\n\n```sh\n{}```\n\n# B\n\n| a | b |\n|---|---|\n{}\n",
        sentence.repeat(20),
        "echo one two three\n".repeat(30),
        row.repeat(60)
    );
    let parsed = markdown(&text);
    let mut table = String::new();
    for Chunk { breadcrumb, span, .. } in &parsed.chunks {
        table += &format!("{breadcrumb}: {}-{}, ", span.start_line, span.end_line);
        table += &format!("{} bytes\n", span.end_byte - span.start_byte);
    }
    insta::assert_snapshot!(table, @r"
    A: 1-3, 340 bytes
    A: 3-3, 336 bytes
    A: 3-3, 448 bytes
    A: 5-40, 602 bytes
    A > B: 42-58, 726 bytes
    A > B: 59-72, 755 bytes
    A > B: 73-86, 755 bytes
    A > B: 87-100, 755 bytes
    A > B: 101-105, 269 bytes
    ");
}

#[test]
fn reading_rst_finds_its_sections() {
    let text = "=====\nFerry\n=====\n\nIntro.\n\nBoarding\n--------\n\nUse the ramp.\n";
    let parsed = parse(Format::Text, "a.rst", text.to_owned());
    insta::assert_snapshot!(shown(&parsed), @r"
    title: Ferry
    [Ferry @ 1-5]
    =====
    Ferry
    =====

    Intro.
    [Ferry > Boarding @ 7-10]
    Boarding
    --------

    Use the ramp.
    ");
}

#[test]
fn mdx_is_read_without_its_code() {
    let text = "---\ntitle: T\n---\nimport A from 'a';\n\n{/* not\nthis */}\n\n## One {/*own*/}\n\n<Steps>\n\
        \n    1. Words\n\n       ```sh\n       code\n       ```\n\n</Steps>\n\n## Two\n\n<Link to=\"x\">Go</Link>\n";
    let parsed = parse(Format::Markdown, "a/b.mdx", text.to_owned());
    assert_eq!(parsed.text, text);
    assert_eq!(parsed.headings[0].anchor, "own");
    insta::assert_snapshot!(shown(&parsed), @r#"
    title: T
    [T > One @ 9-17]
    ## One {/*own*/}

    <Steps>

        1. Words

           ```sh
           code
           ```
    [T > Two @ 21-23]
    ## Two

    <Link to="x">Go</Link>
    "#);
}

#[test]
fn picture_data_is_in_no_chunk() {
    let text = format!(
        "# P\n\n![big](data:image/png;base64,{})\n\nJuniper.\n",
        "iVBORw0KGgo".repeat(9000)
    );
    let parsed = markdown(&text);
    insta::assert_snapshot!(shown(&parsed), @r"
    title: P
    [P @ 1-3]
    # P

    ![big](data:image/png;base64,
    [P @ 3-5]
    )

    Juniper.
    ");
}

/// Chunks are in order, don't overlap, are bounded, and their spans agree; in formats whose every
/// line is text (`whole`) they hold every word.
fn check(parsed: &Parsed, whole: bool) {
    let text = &parsed.text;
    let lines = Lines::new(text);
    let front = match parsed.format {
        Format::Markdown | Format::Html => front_matter::read(&lines).lines,
        Format::Asciidoc | Format::Text => 0,
    };
    let mut words: Vec<&str> = Vec::new();
    let mut end = 0;
    for (index, chunk) in parsed.chunks.iter().enumerate() {
        let span = chunk.span;
        assert_eq!(chunk.ordinal as usize, index);
        assert!(span.start_byte >= end && span.start_byte < span.end_byte, "{span:?} after {end}");
        end = span.end_byte;
        let piece = &text[span.start_byte as usize..span.end_byte as usize];
        assert_eq!(piece.trim_end(), piece);
        assert_eq!(lines.line_of(span.start_byte as usize), span.start_line);
        assert_eq!(lines.line_of(span.end_byte as usize - 1), span.end_line);
        assert!(!chunk.breadcrumb.is_empty());
        if span.start_line > front {
            words.extend(piece.split_whitespace());
        }
    }
    let body = &text[lines.start(front + 1)..];
    if whole && !body.trim().is_empty() {
        assert_eq!(words.concat(), body.split_whitespace().collect::<String>());
    }
    for heading in &parsed.headings {
        assert!(heading.line >= 1 && heading.line <= lines.count());
    }
}

/// A small generator of numbers, so that the texts are the same each time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// Texts put together from what Markdown is made of, the same ones each time.
fn texts() -> impl Iterator<Item = String> {
    let parts = [
        "# One\n",
        "## Two {#x}\n",
        "Three\n===\n",
        "Four\r\n---\r\n",
        "\n",
        "\n\n",
        "\r\r",
        "text words. More. ",
        "```sh\n",
        "~~~\n",
        "```\n",
        "- item\n",
        "== Section\n",
        "----\n",
        "====\n",
        "|===\n",
        "[NOTE]\n",
        "term::\n",
        "+\n",
        "{a} :a: b\n",
        ":a: b\n",
        "import x from 'y'\n",
        "<Tabs>\n",
        "</Tabs>\n",
        "{/* x\n",
        "<p>a<ul><li>",
        "<h2 id=x>",
        "<table><tr><th>a<td>",
        "</ul></table>",
        "<pre>",
        "#+TITLE: x\n",
        "  - sub\n",
        "    code\n",
        "1. one\n",
        "> quote\n",
        "> # in quote\n",
        "| a | b |\n",
        "|---|---|\n",
        "<div>\n",
        "</div>\n",
        "<!--\n",
        "-->\n",
        "[r]: https://x.y\n",
        "[^1]: note\n",
        "[^1]",
        "日本語の文。",
        "é\u{301}",
        "👩‍👧",
        "\t",
        "***",
        "`",
        "---\n",
        "title: x\n",
        "description: y\n",
        "+++\n",
        "\u{a0}",
        "\u{2028}",
        "\u{feff}",
        "> [!NOTE]\n",
        "- [ ] task\n",
        "* * *\n",
        "\\\n",
        "  \n",
        "A\u{c}B\n",
        "\u{85}",
        "x".repeat(500).leak(),
        "wide words and so on, ".repeat(40).leak(),
        "many lines of one kind\n".repeat(90).leak(),
        "    lines far in | and | so on\n".repeat(60).leak(),
        "> lines of a quote\n".repeat(90).leak(),
    ];
    let mut numbers = Numbers(7);
    (0..3000).map(move |_| {
        let count = numbers.below(40);
        (0..count).map(|_| parts[numbers.below(parts.len())]).collect()
    })
}

#[test]
fn any_text_is_covered_once_and_in_order() {
    for (round, text) in texts().enumerate() {
        for (format, name, whole) in [
            (Format::Markdown, "a.md", true),
            (Format::Markdown, "a.mdx", false),
            (Format::Html, "a.html", true),
            (Format::Asciidoc, "a.adoc", false),
            (Format::Text, "a.txt", true),
            (Format::Text, "a.rst", true),
            (Format::Text, "a.org", true),
        ] {
            let parsed = std::panic::catch_unwind(|| parse(format, name, text.clone()));
            let checked =
                parsed.and_then(|parsed| std::panic::catch_unwind(|| check(&parsed, whole)));
            let path = docroom_model::DocumentPath::new(format!("s/{name}")).unwrap();
            let links = crate::links::Links { project: "p", path: &path, exists: &|_| true };
            let shown =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match round % 8 {
                    0 => {
                        crate::render(format, &parse(format, name, text.clone()).text, &links).len()
                    }
                    _ => 0,
                }));
            assert!(shown.is_ok(), "round {round}, {format:?} {name}: {text:?}");
            assert!(checked.is_ok(), "round {round}, {format:?} {name}: {text:?}");
        }
    }
}

#[test]
fn a_text_with_directives_is_restructured_text() {
    let rst = "======\nModels\n======\n\n.. currentmodule:: x\n\nFields\n======\n\nWords.\n";
    let headings = |name: &str, text: &str| {
        let parsed = parse(Format::Text, name, text.to_owned());
        let breadcrumbs = parsed.headings.into_iter().map(|heading| heading.breadcrumb);
        (parsed.title, breadcrumbs.collect::<Vec<_>>())
    };
    let expect = ["Models", "Models > Fields"].map(str::to_owned).to_vec();
    assert_eq!(headings("models.txt", rst), ("Models".to_owned(), expect));
    let plain = "Minutes\n=======\n\nNo directive, so no markup.\n";
    assert_eq!(headings("minutes.txt", plain).1, Vec::<String>::new());
}
