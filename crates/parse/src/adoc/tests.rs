//! What AsciiDoc becomes, as chunks and as a page.

#![allow(clippy::unwrap_used)]

use crate::{links::Links, parse, render};
use docroom_model::{DocumentPath, Format};

const GUIDE: &str = r#"= Kiln {product} Guide
:product: Pro
:url-docs: https://kiln.example/docs

Fire with {product}.

[[setup]]
== Set `up` {product}

// a comment
NOTE: Mind the *heat*.
Twice.

.Listing one
[source,yaml]
----
kiln:
  = not: heading <1>
== nor this
----
<1> Degrees
<2> Minutes

* One
** Deep, see <<setup,above>>
+
----
attached
----
* Two
. Num

term:: What it is
other::
  Indented meaning.

[WARNING]
====
Hot.

----
code
----
====

|===
| Name | Use

| `a`
| Goes on
  here.
| b | link:{url-docs}/b[B]
|===

Second
------

____
Quoted.
____

include::more.adoc[]

image::kiln.png[A kiln,20]
----
unclosed
"#;

fn shown(text: &str) -> String {
    let parsed = parse(Format::Asciidoc, "x.adoc", text.to_owned());
    let mut out = format!("title: {}\n", parsed.title);
    for chunk in &parsed.chunks {
        let span = chunk.span;
        let text = &parsed.text[span.start_byte as usize..span.end_byte as usize];
        out += &format!("[{} @ {}-{}]\n{text}\n", chunk.breadcrumb, span.start_line, span.end_line);
    }
    out
}

fn html(text: &str) -> String {
    let path = DocumentPath::new("s/page.adoc").unwrap();
    let links = Links { project: "p", path: &path, exists: &|_| true };
    render(Format::Asciidoc, text, &links)
}

#[test]
fn sections_are_found_and_blocks_kept() {
    insta::assert_snapshot!(shown(GUIDE), @r#"
    title: Kiln Pro Guide
    [Kiln Pro Guide @ 1-5]
    = Kiln {product} Guide
    :product: Pro
    :url-docs: https://kiln.example/docs

    Fire with {product}.
    [Kiln Pro Guide > Set up Pro @ 7-53]
    [[setup]]
    == Set `up` {product}

    // a comment
    NOTE: Mind the *heat*.
    Twice.

    .Listing one
    [source,yaml]
    ----
    kiln:
      = not: heading <1>
    == nor this
    ----
    <1> Degrees
    <2> Minutes

    * One
    ** Deep, see <<setup,above>>
    +
    ----
    attached
    ----
    * Two
    . Num

    term:: What it is
    other::
      Indented meaning.

    [WARNING]
    ====
    Hot.

    ----
    code
    ----
    ====

    |===
    | Name | Use

    | `a`
    | Goes on
      here.
    | b | link:{url-docs}/b[B]
    |===
    [Kiln Pro Guide > Second @ 55-66]
    Second
    ------

    ____
    Quoted.
    ____

    include::more.adoc[]

    image::kiln.png[A kiln,20]
    ----
    unclosed
    "#);
}

#[test]
fn a_page_can_be_read() {
    insta::assert_snapshot!(html(GUIDE), @r##"
    <h1 id="kiln-pro-guide" data-line="1">Kiln Pro Guide</h1>
    <p data-line="5">Fire with Pro.</p>
    <h2 id="setup" data-line="8">Set <code>up</code> Pro</h2>
    <div class="markdown-alert markdown-alert-note" data-line="11">
    <p class="markdown-alert-title">Note</p>
    <p data-line="11">Mind the <strong>heat</strong>.
    Twice.</p>
    </div>
    <p data-line="14"><strong>Listing one</strong></p>
    <pre data-line="16"><code class="language-yaml">kiln:
      = not: heading &lt;1&gt;
    == nor this
    </code></pre>
    <ol data-line="21">
    <li data-line="21">Degrees
    </li>
    <li data-line="22">Minutes
    </li>
    </ol>
    <ul data-line="24">
    <li data-line="24">One
    <ul data-line="25">
    <li data-line="25">Deep, see <a href="#" data-anchor="setup">above</a>
    <pre data-line="27"><code>attached
    </code></pre>
    </li>
    </ul>
    </li>
    <li data-line="30">Two
    <ol data-line="31">
    <li data-line="31">Num
    <ul data-line="33">
    <li data-line="33"><strong>term</strong><br>What it is
    </li>
    <li data-line="34"><strong>other</strong><br>Indented meaning.
    </li>
    </ul>
    </li>
    </ol>
    </li>
    </ul>
    <div class="markdown-alert markdown-alert-warning" data-line="38">
    <p class="markdown-alert-title">Warning</p>
    <p data-line="39">Hot.</p>
    <pre data-line="41"><code>code
    </code></pre>
    </div>
    <table data-line="46">
    <tbody><tr data-line="47"><td>Name</td><td>Use</td></tr>
    <tr data-line="49"><td><code>a</code></td><td>Goes on
      here.</td></tr>
    <tr data-line="52"><td>b</td><td><a href="https://kiln.example/docs/b" rel="noopener noreferrer" data-external="">B</a></td></tr>
    </tbody></table>
    <h2 id="second" data-line="55">Second</h2>
    <blockquote data-line="58">
    <p data-line="59">Quoted.</p>
    </blockquote>
    <p data-line="62"><code>include::more.adoc[]</code></p>
    <p data-line="64"><img alt="A kiln" src="docimg://localhost/p/s/kiln.png"></p>
    <p data-line="65">----</p>
    <p data-line="66">unclosed</p>
    "##);
}

#[test]
fn what_is_no_heading() {
    for (text, headings) in [
        ("= A\n\n....\n== no\n....\n\n== B\n", vec!["A", "B"]),
        ("--\n== no\n--\n\n== B\n", vec!["B"]),
        ("////\n== no\n////\n== B\n", vec!["B"]),
        ("a long line\n----\n\n== no\n\n----\n", vec![]),
        ("Name\n----\nx\n\nOther\n-----\n", vec!["Name", "Other"]),
        ("text\nName\n----\ncode\n----\n", vec![]),
        ("|===\n| a\n|===\n== B ==\n=NoBlank\n======= seven\n", vec!["B"]),
        ("```sh\n# no\n```\n# B\n", vec!["B"]),
        ("====\n== unclosed\n", vec!["unclosed"]),
    ] {
        let parsed = parse(Format::Asciidoc, "x.adoc", text.to_owned());
        let found: Vec<_> = parsed.headings.into_iter().map(|heading| heading.text).collect();
        assert_eq!(found, headings, "{text}");
    }
}

#[test]
fn pieces_of_code_stand_by_themselves() {
    let text = format!("= A\n\n[source]\n----\n{}----\n", "some line of code\n".repeat(200));
    let parsed = parse(Format::Asciidoc, "x.adoc", text);
    assert!(parsed.chunks.len() > 2);
    let around = |index: usize| {
        let chunk = &parsed.chunks[index];
        (chunk.opening.as_deref(), chunk.closing.as_deref())
    };
    assert_eq!(around(0), (None, Some("----")));
    assert_eq!(around(1), (Some("----\n"), Some("----")));
    assert_eq!(around(parsed.chunks.len() - 1), (Some("----\n"), None));
}

#[test]
fn no_text_takes_the_reader_down() {
    for text in [
        "====\n",
        "----\n",
        "* a\n",
        "a::\n",
        "|===\n",
        "[[a]]\n",
        ".a\n",
        "== a\n",
        "+\n",
        "--\n",
        "a\n----\n",
        "{a}",
        "<<",
        "*",
        ":a: {a}{a}x\n",
        "include::x[]\n",
        "|",
        "****\n====\n* a\n",
        "****\n====\n** a\n. b\n",
        "é\n=\n",
        "[",
        "`+",
        "a:b[",
    ] {
        let text = text.repeat(5_000);
        let parsed = parse(Format::Asciidoc, "x.adoc", text.clone());
        assert!(parsed.chunks.iter().all(|chunk| chunk.span.start_byte < chunk.span.end_byte));
        html(&text);
    }
}
