//! Awkward and hostile files from their bytes to chunks and HTML: nothing panics, nothing is
//! lost, nothing active gets through.

#![allow(clippy::unwrap_used, missing_docs)]

use docroom_model::{DocumentPath, Parsed};
use docroom_parse::{Links, decode, format_of, parse, render};

struct Case {
    name: &'static str,
    bytes: Vec<u8>,
    title: &'static str,
    /// How many headings it has; none: not looked at.
    headings: Option<usize>,
    /// Each stands in some chunk.
    find: &'static [&'static str],
    /// None stands in the HTML, in any case of letters.
    not_in_html: &'static [&'static str],
}

fn case(name: &'static str, bytes: impl Into<Vec<u8>>, title: &'static str) -> Case {
    Case { name, bytes: bytes.into(), title, headings: None, find: &[], not_in_html: &[] }
}

fn encodings() -> Vec<Case> {
    let manual = "# Pump manual\n\nReplace the impeller.\n\n## Storage\n\nDrain the loop.\n";
    let utf_16 = |text: &str| -> Vec<u8> {
        format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    vec![
        Case { headings: Some(2), find: &["impeller", "Drain"], ..case("a.md", utf_16(manual), "Pump manual") },
        Case { find: &["180 °C"], ..case("b.md", *b"# Cr\xe8me torch\n\nThermostat 180 \xb0C.\n", "Crème torch") },
        Case {
            find: &["squall"],
            not_in_html: &["\u{feff}", "title:"],
            ..case("c.md", "\u{feff}---\ntitle: Marked\n---\n\n# Other\n\nThe squall.\n", "Marked")
        },
        Case {
            headings: Some(2),
            find: &["gantry --lift", "pulley"],
            not_in_html: &["```", "\r"],
            ..case("d.md", "# Ends\r\n\r\n```sh\r\ngantry --lift\r\n```\r\n\r\n## Two\r\n\r\n| a |\r\n|--|\r\n| pulley |\r\n", "Ends")
        },
        Case { find: &["Last"], headings: Some(2), ..case("e.md", "# Ends\n\n## Last", "Ends") },
        Case { find: &["kettle"], ..case("f.txt", "Old text\rThe kettle whistles\r", "Old text") },
        Case { find: &["spool eleven"], ..case("g.md", "# Tape\n\nBefore the gap\0\0\0 after the gap: spool eleven.\n", "Tape") },
        Case {
            find: &["velvet", "marble"],
            headings: Some(2),
            ..case("h.md", *b"# Broken\n\nIntact velvet. \xc3\xa9\n\nBad: \xc3\x28 \xa0 end.\n\n## After\n\nIntact marble.\n", "Broken")
        },
        case("empty.md", "", "empty"),
        Case { find: &["Only a card"], not_in_html: &["tags"], ..case("i.md", "---\ntitle: Only a card\ntags: [x]\n---\n", "Only a card") },
    ]
}

fn shapes() -> Vec<Case> {
    let lines: String = (0..20_000).map(|n| format!("#define REG_{n:05} {n}\n")).collect();
    let knots: String = (1..=10_000).map(|n| format!("## Knot {n}\n\nRope {n}.\n\n")).collect();
    let stairs: String = (0..200).map(|n| format!("{}- step {n}\n", "  ".repeat(n))).collect();
    let storm = format!(
        "# Storm\n\n{}\n\n{}\n\n{}\n\ncalm\n",
        "[".repeat(20_000),
        "*a_ ".repeat(10_000),
        "`".repeat(4001)
    );
    vec![
        Case {
            find: &["needle-7319"],
            ..case("one.txt", "slate marl chalk ".repeat(300_000) + "needle-7319", "one")
        },
        Case {
            headings: Some(10_001),
            find: &["Rope 9999."],
            ..case("many.md", format!("# Knots\n\n{knots}"), "Knots")
        },
        Case {
            headings: Some(1),
            find: &["lantern"],
            ..case(
                "list.md",
                format!("# Stairs\n\n{stairs}{}- lantern\n", "  ".repeat(200)),
                "Stairs",
            )
        },
        Case {
            find: &["whisper"],
            ..case("quote.md", format!("# Echo\n\n{} whisper\n", ">".repeat(1500)), "Echo")
        },
        Case {
            find: &["whisper"],
            ..case("abyss.md", format!("{} whisper\n", ">".repeat(50_000)), "abyss")
        },
        Case { find: &["calm"], ..case("storm.md", storm, "Storm") },
        Case {
            headings: Some(1),
            find: &["REG_19999", "cobalt"],
            ..case("code.md", format!("# Dump\n\n```c\n{lines}```\n\nThe tail: cobalt.\n"), "Dump")
        },
        Case {
            headings: Some(1),
            find: &["swarm"],
            ..case("open.md", "# Open\n\n```python\nx\n\n## no heading\n\nswarm\n", "Open")
        },
        Case {
            headings: Some(2),
            find: &["quince", "Medlar"],
            not_in_html: &["<h2 id=\"commented", "commented out"],
            ..case(
                "code2.md",
                "# Real\n\n```sh\n# comment\necho quince\n```\n\n    # indented\n\n~~~\n## tilde\n~~~\n\n<!--\n## commented out\n-->\n\n## Section\n\nMedlar.\n",
                "Real",
            )
        },
        Case {
            find: &["ferry", "Trunks"],
            headings: Some(2),
            ..case(
                "x.rst",
                "=====\nFerry\n=====\n\nThe ferry.\n\nLuggage\n-------\n\nTrunks.\n",
                "Ferry",
            )
        },
        Case {
            find: &["Prune"],
            not_in_html: &["{{"],
            ..case(
                "hugo.md",
                "---\ntitle: Orchard\n---\n\n{{< note >}}\nPrune it.\n{{< /note >}}\n\n## {{% heading \"whatsnext\" %}}\n",
                "Orchard",
            )
        },
    ]
}

fn text_of(parsed: &Parsed) -> String {
    let piece = |chunk: &docroom_model::Chunk| {
        parsed.text[chunk.span.start_byte as usize..chunk.span.end_byte as usize].to_owned()
    };
    parsed.chunks.iter().map(piece).collect::<Vec<_>>().join("\n")
}

#[test]
fn awkward_files_are_read_whole_and_shown_safely() {
    for case in encodings().into_iter().chain(shapes()) {
        let name = case.name;
        let format = format_of(name).unwrap();
        let parsed = parse(format, name, decode(&case.bytes).unwrap());
        assert_eq!(parsed.title, case.title, "{name}");
        if let Some(count) = case.headings {
            assert_eq!(parsed.headings.len(), count, "{name}");
        }
        let text = text_of(&parsed);
        for phrase in case.find {
            assert!(text.contains(phrase), "{phrase} in {name}");
        }
        let path = DocumentPath::new(format!("s/{name}")).unwrap();
        let links = Links { project: "p", path: &path, exists: &|_| false };
        let html = render(format, &parsed.text, &links).to_lowercase();
        for phrase in case.not_in_html {
            assert!(!html.contains(phrase), "{phrase} in the HTML of {name}");
        }
        for phrase in case.find.iter().filter(|phrase| **phrase != case.title) {
            assert!(html.contains(&phrase.to_lowercase()), "{phrase} in the HTML of {name}");
        }
    }
}

#[test]
fn no_chunk_is_unbounded() {
    for case in shapes() {
        let parsed = parse(format_of(case.name).unwrap(), case.name, decode(&case.bytes).unwrap());
        for chunk in &parsed.chunks {
            let length = chunk.span.end_byte - chunk.span.start_byte;
            assert!(length <= 2500, "{length} bytes in {}", case.name);
        }
    }
}
