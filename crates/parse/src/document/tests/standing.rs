//! What chunks need around them: any excerpt of up to three of them stands by itself.

use super::*;
use comrak::nodes::NodeValue;

/// An excerpt of chunks, put together as a reader would.
fn excerpt(parsed: &Parsed, chunks: &[Chunk]) -> String {
    let slice = |from: u32, to: u32| &parsed.text[from as usize..to as usize];
    let mut out = chunks[0].opening.clone().unwrap_or_default();
    let mut end = chunks[0].span.start_byte;
    for chunk in chunks {
        let between = slice(end, chunk.span.start_byte);
        out += if between.trim().is_empty() { between } else { "\n…\n" };
        out += slice(chunk.span.start_byte, chunk.span.end_byte);
        end = chunk.span.end_byte;
    }
    if let Some(closing) = &chunks[chunks.len() - 1].closing {
        out += &format!("\n{closing}");
    }
    out
}

/// Every excerpt of up to three neighbouring chunks.
fn excerpts(parsed: &Parsed) -> impl Iterator<Item = String> {
    (1..=3).flat_map(|size| parsed.chunks.windows(size).map(|chunks| excerpt(parsed, chunks)))
}

/// The last lines of the fences that nothing closes.
fn open_fences(text: &str, front: u32) -> Vec<usize> {
    let lines = Lines::new(text);
    let arena = Arena::new();
    let tree = markdown::parse(&arena, &lines, front, &markdown::options()).unwrap();
    let open = tree.root.descendants().filter_map(|node| {
        let data = node.data();
        let open = matches!(&data.value, NodeValue::CodeBlock(code) if code.fenced && !code.closed);
        open.then(|| data.sourcepos.end.line + front as usize)
    });
    open.collect()
}

#[test]
fn no_excerpt_of_any_text_leaves_a_fence_open() {
    let mut seen = 0;
    for (round, text) in texts().enumerate() {
        // Decoding has taken that away.
        let text = text.trim_start_matches('\u{feff}');
        let (parsed, lines) = (markdown(text), Lines::new(text));
        let front = front_matter::read(&lines).lines;
        if text[lines.start(front + 1)..].trim().is_empty() {
            continue;
        }
        // What ends with the list or quote around it is open in the document itself.
        let mut open = open_fences(text, front);
        let last = lines.line_of(text.trim_end().len()) as usize;
        open.retain(|line| *line < last);
        for excerpt in excerpts(&parsed) {
            seen += 1;
            let left = open_fences(&format!("\n{excerpt}"), 0);
            assert!(
                left.len() <= open.len(),
                "round {round}: {left:?} in\n{excerpt}\n=== of\n{text}"
            );
        }
    }
    assert!(seen > 1000, "{seen}");
}

/// The chunks of a text and what stands around each, in short.
fn around(text: &str) -> Vec<(Option<String>, Option<String>)> {
    markdown(text).chunks.into_iter().map(|chunk| (chunk.opening, chunk.closing)).collect()
}

#[test]
fn long_fences_are_opened_again_and_closed() {
    let body: String = (0..400).map(|n| format!("let line_{n} = {n};\n")).collect();
    let text = format!("# A\n\n```rust,ignore\n{body}```\n\nEnd.\n");
    let parsed = markdown(&text);
    assert!(parsed.chunks.len() > 4);
    for (at, chunk) in parsed.chunks.iter().enumerate() {
        let opening = if at == 0 { None } else { Some("```rust,ignore\n") };
        assert_eq!(chunk.opening.as_deref(), opening);
        let closing = if at + 1 == parsed.chunks.len() { None } else { Some("```") };
        assert_eq!(chunk.closing.as_deref(), closing);
    }
    for excerpt in excerpts(&parsed) {
        assert_eq!(excerpt.matches("```").count(), 2, "{excerpt}");
        assert_eq!(excerpt.matches("```rust,ignore\n").count(), 1, "{excerpt}");
    }
}

#[test]
fn a_fence_keeps_what_its_line_begins_with() {
    let marks = |first: &str, later: &str| {
        let around = around(&format!("{first}\n{}", format!("{later}code;\n").repeat(400)));
        assert_eq!(around[0].0, None);
        assert_eq!(around[1].0, Some(format!("{first}\n")), "the opening is the line itself");
        // Nothing in the document closes it.
        assert_eq!(around[0].1, around[around.len() - 1].1);
        around[1].1.clone().unwrap()
    };
    for (first, later, closing) in [
        ("~~~~ sh x", "", "~~~~"),
        ("  ```", "  ", "  ```"),
        ("> ```", "> ", "> ```"),
        ("> - ~~~sh", ">   ", ">   ~~~"),
        ("10. ```", "    ", "    ```"),
        ("> [^long]: ```", ">     ", ">      ```"),
        ("[^long-name]: ```", "    ", "     ```"),
        ("<!-- note", "", "-->"),
        ("<pre class=\"x\">", "", "</pre>"),
    ] {
        if first.starts_with('<') {
            let around = around(&format!("{first}\n{}", "code;\n".repeat(200)));
            assert_eq!(around[0].1.as_deref(), Some(closing));
        } else {
            assert_eq!(marks(first, later), closing, "{first}");
        }
    }
}

#[test]
fn pieces_of_a_long_table_have_its_head() {
    for end in ["\n", "\r\n"] {
        let head = format!("| number | word |{end}|---|---|{end}");
        let rows: String = (0..300).map(|n| format!("| {n} | some word |{end}")).collect();
        let parsed = markdown(&format!("# T{end}{end}{head}{rows}"));
        assert!(parsed.chunks.len() > 5);
        for chunk in &parsed.chunks[1..] {
            assert_eq!((chunk.opening.as_ref(), chunk.closing.as_ref()), (Some(&head), None));
        }
        for excerpt in excerpts(&parsed) {
            assert_eq!(excerpt.matches(&head).count(), 1, "{excerpt}");
        }
    }
}

#[test]
fn pieces_of_markup_stay_what_they_are() {
    let rows = "<tr><td>a cell</td></tr>\n".repeat(40);
    let shown = around(&format!("<table class=\"x\">\n{rows}</table>\n"));
    assert_eq!(shown[1], (Some("<table>\n".into()), None));
    let shown = around(&format!("<h2>Head</h2>\n{}", "Words in markup. ".repeat(60)));
    assert_eq!(shown[1], (Some("<div>\n".into()), None));
    let comment = format!("<!-- Hidden.\n{}--> shown\n", "Not for readers. ".repeat(60));
    let hidden = around(&comment);
    assert_eq!(hidden[0], (None, Some("-->".into())));
    assert_eq!(hidden[1], (Some("<!--\n".into()), Some("-->".into())));
    assert_eq!(hidden[hidden.len() - 1].1, None);
    let after = around(&format!("<!-- x --> {}\n", "Words for readers. ".repeat(60)));
    assert!(after.iter().all(|around| *around == (None, None)), "{after:?}");
}

#[test]
fn endless_lines_are_not_repeated_at_every_piece() {
    let long = "x".repeat(5000);
    let fence = around(&format!("```{long}\n{}```\n", "code;\n".repeat(400)));
    assert_eq!(fence[fence.len() - 1].0.as_deref(), Some("```\n"));
    let table = around(&format!("| {long} |\n|---|\n{}", "| cell |\n".repeat(400)));
    assert!(table.iter().all(|around| *around == (None, None)));
    let signs = around(&format!("{}\n{}", "`".repeat(5000), "code;\n".repeat(400)));
    assert!(signs.iter().all(|around| *around == (None, None)));
}

#[test]
fn what_the_front_matter_says_is_a_chunk_of_its_own() {
    let text = "---\ntitle: Deployments\nreviewers:\n- janet\ndescription: >-\n  Rolls out Pods.\n\
        tags: [roll, out]\nweight: 10\n---\n\nFirst words.\n";
    insta::assert_snapshot!(shown(&markdown(text)), @r"
    title: Deployments
    [Deployments @ 5-7]
    description: >-
      Rolls out Pods.
    tags: [roll, out]
    [Deployments @ 11-11]
    First words.
    ");
    let silent = text.replace("description", "layout").replace("tags", "x");
    assert_eq!(markdown(&silent).chunks.len(), 1);
    let long = format!("---\nsummary: {}\n---\ntext\n", "Words and more of them. ".repeat(99));
    assert!(
        markdown(&long)
            .chunks
            .iter()
            .all(|chunk| chunk.span.end_byte - chunk.span.start_byte < 500)
    );
}
