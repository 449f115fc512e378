//! What the window gets, and what it never gets.

#![allow(clippy::unwrap_used)]

use super::*;
use crate::parse;
use docroom_model::DocumentPath;

fn html(text: &str) -> String {
    let path = DocumentPath::new("s/docs/page.md").unwrap();
    let exists = |path: &str| matches!(path, "s/docs/other.md" | "s/docs/page.md");
    render(Format::Markdown, text, &Links { project: "p", path: &path, exists: &exists })
}

#[test]
fn blocks_carry_their_lines_and_headings_their_anchors() {
    let text = "---\ntitle: T\n---\n# Top\n\nText *with* `code`.\n\n## Top\n\n- [x] done\n- [ ] open\n\n\
        | a | b |\n|:-:|---|\n| `x \\| y` | d |\n\n```rust,ignore\nfn a() {}\n```\n\n> [!NOTE]\n> Mind.\n\n## Own {#chosen}\n";
    insta::assert_snapshot!(html(text), @r#"
    <h1 id="top" data-line="4">Top</h1>
    <p data-line="6">Text <em>with</em> <code>code</code>.</p>
    <h2 id="top-1" data-line="8">Top</h2>
    <ul data-line="10">
    <li data-line="10"><input type="checkbox" disabled="" checked=""> done</li>
    <li data-line="11"><input type="checkbox" disabled=""> open</li>
    </ul>
    <table data-line="13">
    <thead>
    <tr data-line="13">
    <th align="center">a</th>
    <th>b</th>
    </tr>
    </thead>
    <tbody>
    <tr data-line="15">
    <td align="center"><code>x | y</code></td>
    <td>d</td>
    </tr>
    </tbody>
    </table>
    <pre data-line="17"><code class="language-rust">fn a() {}
    </code></pre>
    <div class="markdown-alert markdown-alert-note" data-line="21">
    <p class="markdown-alert-title">Note</p>
    <p data-line="22">Mind.</p>
    </div>
    <h2 id="chosen" data-line="24">Own</h2>
    "#);
}

#[test]
fn links_and_pictures_are_resolved() {
    let text = "# Head Line\n\n[o](other.md#x%20y) [h](#Head-Line) [m](gone.md) [w](https://x.y/?a=1&b=2) \
        [j](javascript:x) [d](data:text/html,x) <https://auto.link> ![p](img/a.png \"t\") ![r](https://x/y.png)\n\n\
        <a href=\"other.md\" onclick=\"x\" data-path=\"s/evil\">raw</a> <a name=\"spot\"></a> [to spot](#spot) \
        <img src=\"b.png\" width=\"99999999\" height=20> <img src=\"../../../x.png\" alt=\"out\">\n\nNote.[^1]\n\n[^1]: Foot.\n";
    insta::assert_snapshot!(html(text), @r##"
    <h1 id="head-line" data-line="1">Head Line</h1>
    <p data-line="3"><a href="#" data-path="s/docs/other.md" data-anchor="x y">o</a> <a href="#" data-anchor="head-line">h</a> <a data-missing="gone.md">m</a> <a href="https://x.y/?a=1&amp;b=2" rel="noopener noreferrer" data-external="">w</a> <a>j</a> <a>d</a> <a href="https://auto.link" rel="noopener noreferrer" data-external="">https://auto.link</a> <img alt="p" title="t" src="docimg://localhost/p/s/docs/img/a.png"> <span class="remote-image" data-src="https://x/y.png">r</span></p>
    <p data-line="5"><a href="#" data-path="s/docs/other.md">raw</a> <a id="doc-spot"></a> <a href="#" data-anchor="doc-spot">to spot</a> <img height="20" src="docimg://localhost/p/s/docs/b.png"> <span class="missing-image">out</span></p>
    <p data-line="7">Note.<sup class="footnote-ref"><a id="doc-fnref-1" href="#" data-anchor="doc-fn-1">1</a></sup></p>
    <section class="footnotes" data-line="9">
    <ol>
    <li id="doc-fn-1" data-line="9">
    <p data-line="9">Foot. <a class="footnote-backref" href="#" data-anchor="doc-fnref-1">↩</a></p>
    </li>
    </ol>
    </section>
    "##);
}

#[test]
fn ids_in_the_html_are_the_anchors_of_the_outline() {
    let text =
        "# A\n\n## B\n\n> ## B\n\n## B\n\n- # A\n\n## B-1\n\n### `c` {#d}\n\n## Straße\n\n## b\n";
    let parsed = parse(Format::Markdown, "x.md", text.into());
    let html = html(text);
    for heading in &parsed.headings {
        let tag = format!(" id=\"{}\" data-line=\"{}\">", heading.anchor, heading.line);
        assert_eq!(html.matches(&tag).count(), 1, "{tag} in {html}");
    }
    assert_eq!(html.matches(" id=\"").count(), 9);
}

#[test]
fn nothing_active_gets_through() {
    let hostile = [
        "<script>window.pwned = 1</script>",
        "<img src=x onerror=\"window.pwned=2\">",
        "[click](javascript:alert(3)) [vb](vbscript:x) [d](data:text/html;base64,PHNj)",
        "<a href=\"jav&#x09;ascript:alert(6)\">tab</a> <a href=\" javascript:x\">blank</a>",
        "<iframe src=\"https://attacker.example/\"></iframe><iframe srcdoc=\"<script>x</script>\">",
        "<svg onload=\"x\"><script>y</script><a xlink:href=\"javascript:x\"><text>t</text></a></svg>",
        "<details open ontoggle=\"x\"><summary>s</summary>d</details>",
        "<form action=\"https://attacker.example/\"><button formaction=\"javascript:x\">go</button></form>",
        "<style>body{background:url(https://attacker.example/leak)}</style>",
        "<p style=\"background:url(https://attacker.example/leak)\">p</p>",
        "![t](x\" onerror=\"window.pwned=10)",
        "<math><mtext></mtext><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(8)&gt;\">",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(10)>\"></noscript>",
        "<base href=\"https://attacker.example/\"><meta http-equiv=\"refresh\" content=\"0;url=x\"><link rel=stylesheet href=x>",
        "<object data=\"x.swf\"></object><embed src=\"x\"><video src=x poster=y><audio src=x><source srcset=x>",
        "<h1 id=\"app\" class=\"toolbar markdown-alert\" data-sourcepos=\"9:x\" data-path=\"s/x\">fake</h1>",
        "<input type=\"text\" name=\"q\" autofocus onfocus=x><input type=checkbox onchange=x>",
        "<template><script>x</script></template><xmp><script>x</script></xmp><plaintext><script>x",
        "```js\" onload=\"x\ncode\n```\n",
        "<a href=\"docroom://open/x\">o</a><a href=\"file:///etc/passwd\">f</a><a href=\"//attacker.example\">s</a>",
    ];
    for text in hostile.iter().map(|text| (*text).to_owned()).chain([hostile.join("\n\n")]) {
        let html = html(&text);
        tags::rewrite(&html, |tag, _| {
            let known = |name: &str| sanitise::allows(name);
            assert!(known(tag.name), "<{}> from {text}: {html}", tag.name);
            for (name, value) in &tag.attributes {
                assert!(!name.starts_with("on"), "{name} from {text}");
                let safe = match *name {
                    "href" => value == "#" || value.starts_with("https://"),
                    "src" => value.starts_with("docimg://localhost/p/s/"),
                    "id" => value.starts_with("doc-"),
                    "class" => {
                        ["markdown-alert", "missing-image"].contains(&value.as_ref())
                            || value.starts_with("language-")
                    }
                    "style" | "data-path" | "srcset" | "name" | "action" | "data-sourcepos" => {
                        false
                    }
                    _ => true,
                };
                assert!(safe, "{name}={value} from {text}");
            }
        });
    }
}

#[test]
fn plain_text_is_shown_as_it_is() {
    let path = DocumentPath::new("s/a.rst").unwrap();
    let links = Links { project: "p", path: &path, exists: &|_| true };
    let text = "Head & <b>\n==========\r\n\rend";
    insta::assert_snapshot!(render(Format::Text, text, &links), @r#"
    <pre class="plain"><span data-line="1" id="head--b">Head &amp; &lt;b&gt;</span>
    <span data-line="2">==========</span>
    <span data-line="3"></span>
    <span data-line="4">end</span>
    </pre>
    "#);
}

#[test]
fn html_that_would_choke_the_sanitiser_is_shown_as_text() {
    let storm: String = (0..500).map(|n| format!("<b id={n}>x\n\n")).collect();
    let html = html(&storm);
    assert!(html.contains("&lt;b id=0"), "{}", &html[..200]);
    assert!(html.len() < 100_000, "{}", html.len());
    let deep = html_of_deep();
    assert!(deep.starts_with("<pre class=\"plain\">") && deep.contains("innermost"));
}

fn html_of_deep() -> String {
    html(&format!("{} innermost\n", ">".repeat(1500)))
}
