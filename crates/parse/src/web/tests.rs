//! What pages become, and what any bytes must not do.

use super::*;

#[test]
fn a_page_becomes_its_content() {
    let page = r##"<!DOCTYPE html><html><head><title>Widgets — The Site</title><style>p{}</style></head><body>
<nav><ul><li><a href="/">Home</a></ul></nav><div class="sidebar">Side</div>
<main><div class="breadcrumbs">Docs &gt; Widgets</div>
<h1>Widgets<a class="headerlink" href="#widgets">¶</a></h1>
<p>Call <code>make_widget()</code> or
   <em>wait</em>, see <a href="other.html#x">the
   other</a>.</p>
<section id="set-up"><h2>Setting <b>up</b> <a href="#set-up">#</a></h2>
<ul><li>One<li>Two <ol><li>Deep<li>Er</ol></ul>
<div class="highlight-python3"><div class="highlight"><pre><span></span>def f(a_b):
    <span class="k">return</span> "```"
</pre></div></div>
<table><thead><tr><th>Name<th>Use</thead><tr><td>a_b<td>x | y<tr><td><p>c</p><td><code>d|e</code></table>
<dl><dt>rerere.enabled</dt><dd><p>Activates it.</p><p>Or not.</p></dd><dt>b<dd>c</dl>
<blockquote><p>Quoted<br>twice</blockquote>
<p>5 &lt; 6 &amp; __init__, *x* <img src="a b.png" alt="A [pic]"> <img src="data:image/png;base64,AAAA" alt="Inline"></p>
</section><a href="x">Edit this page</a><script>var x = "<p>no</p>"</script></main>
<footer>Copyright</footer></body></html>"##;
    insta::assert_snapshot!(to_markdown(page), @r#"
    # Widgets

    Call `make_widget()` or *wait*, see [the other](other.html#x).

    ## Setting **up** {#set-up}

    - One

    - Two

      1. Deep
      2. Er

    ````python3
    def f(a_b):
        return "```"
    ````

    | Name | Use |
    | --- | --- |
    | a_b | x \| y |
    | c | `d\|e` |

    - rerere.enabled

      Activates it.

      Or not.

    - b

      c

    > Quoted  
    > twice

    5 < 6 & `__init__`, \*x\* ![A pic](a%20b.png) Inline
    "#);
}

#[test]
fn the_content_is_found() {
    for (html, expect) in [
        ("<title>T</title><p>x", "# T\n\nx\n"),
        ("<title>T</title><h2 id=a>b</h2>x", "# T\n\n## b {#a}\n\nx\n"),
        ("<header>Site</header><h1>a</h1><aside>b</aside>", "# a\n"),
        ("<header><h1>a</h1></header>b", "# a\n\nb\n"),
        ("<article><h1>a</h1><aside>Note</aside></article>c", "# a\n\nNote\n"),
        ("<div>x</div><div role=main><h1>a</h1></div>", "# a\n"),
        ("<main></main><p>x", "x\n"),
        ("<nav><p>all there is</nav>", ""),
        ("<div class=menu-wrapper>x</div><h2 id=menu>Menu</h2>", "## Menu {#menu}\n"),
        ("<ul><li><h2>a</h2><p>b</ul>", "## a\n\nb\n"),
        ("<dl><dd>a<dl><dd>b<dl><dd>c</dl></dl></dl>", "a\n\nb\n\nc\n"),
        ("<ul><li><ul><li><ul><li>a</ul></ul></ul>", "- - - a\n"),
        ("<ul><li><blockquote>a<p>b</blockquote></ul>", "- > a\n  >\n  > b\n"),
        ("<table><tr><td><pre>1</pre><td>x</table>", "```\n1\n```\n\nx\n"),
        (
            "<a href='javascript:x'>a</a> <a href=''>b</a> wow!<a href='(c)'>d</a>",
            "a b wow\\![d](\\(c\\))\n",
        ),
        ("<a href='#x'>a</a>", "a\n"),
        ("<b>a</b><b> b</b>", "**a** **b**\n"),
        ("<pre>\n\n  a\r\n\tb\n\n</pre>", "```\n  a\n\tb\n```\n"),
        ("", ""),
    ] {
        assert_eq!(to_markdown(html), expect, "{html}");
    }
}

#[test]
fn no_page_takes_the_reader_down() {
    let many = 20_000;
    for html in [
        "<div>".repeat(many),
        "<b>".repeat(many) + "x",
        "<b><p>".repeat(many),
        "<ul><li>x".repeat(many),
        "<blockquote>x".repeat(many),
        "<table><tr><td>x".repeat(many),
        "<dl><dt>x<dd>".repeat(many),
        "<a href=x>".repeat(many),
        "<h1>x".repeat(many),
        "</p></b>".repeat(many),
        "<i>x</i>".repeat(many),
        format!("<table><tr>{}</tr>{}</table>", "<th>".repeat(many), "<tr><td>".repeat(many)),
        format!("<p {}>x", "a=\"".repeat(many)),
        format!("<p {}>x", (0..many).map(|n| format!("a{n} ")).collect::<String>()),
        "<!--".repeat(many),
        "<".repeat(many),
        "&".repeat(many) + &"&#".repeat(many),
        "<script>".repeat(many),
        "_a".repeat(many),
        "<svg><title>".repeat(many),
        "\u{0}<\u{feff}p\u{2028}>".repeat(many),
    ] {
        let text = to_markdown(&html);
        assert!(text.len() < 40 * html.len(), "{} of {}", text.len(), &html[..20]);
    }
}
