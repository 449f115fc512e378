//! MDX to Markdown, line for line: imports, comments and the tags of components become blank, what
//! stands in components loses their indentation, and headings' ids get braces. Only the tree is
//! made of it; the text that is stored, and its lines, are the document's own.

use crate::lines::Lines;

/// Longest import or export, in lines.
const LONGEST: u32 = 300;

/// What the tree of a file is made of, with as many lines as the file; none where that is the file
/// as it stands. Only the ids of headings are read in files that are not named MDX.
pub(crate) fn to_markdown(path: &str, lines: &Lines<'_>, skipped: u32) -> Option<String> {
    let ending = path.rsplit('.').next().unwrap_or("");
    let whole = ending.eq_ignore_ascii_case("mdx");
    if !whole && !lines.text.contains(" {/*") {
        return None;
    }
    let mut out = lines.text[..lines.start(skipped + 1)].to_owned();
    let mut state = State { whole, ..State::default() };
    for number in skipped + 1..=lines.count() {
        let line = lines.line(number);
        let text = line.trim_end_matches(['\n', '\r']);
        state.line(text, &mut out);
        out.push_str(&line[text.len()..]);
    }
    Some(out)
}

#[derive(Default)]
struct State {
    /// The file is MDX throughout.
    whole: bool,
    /// The sign and length of the fence that is open.
    fence: Option<(char, usize)>,
    in_comment: bool,
    /// An import or export goes on: its lines, and its brackets that are open.
    statement: Option<(u32, i32)>,
    /// For each open component, how far its content is indented.
    components: Vec<Option<usize>>,
    after_text: bool,
}

impl State {
    /// Appends what becomes of a line.
    fn line(&mut self, line: &str, out: &mut String) {
        let trimmed = line.trim();
        if let Some((sign, length)) = self.fence {
            let run = trimmed.chars().take_while(|c| *c == sign).count();
            if run >= length && run == trimmed.chars().count() {
                self.fence = None;
            }
            return self.content(line, out);
        }
        if !self.whole {
            self.open_fence(trimmed);
            return self.content(line, out);
        }
        if self.in_comment {
            self.in_comment = !trimmed.contains("*/}");
            return;
        }
        if let Some((count, open)) = self.statement {
            if !trimmed.is_empty() || open > 0 && count < LONGEST {
                self.statement = Some((count + 1, open + brackets(trimmed)));
                return;
            }
            self.statement = None;
        }
        if trimmed.is_empty() {
            self.after_text = false;
            return;
        }
        if !self.after_text && is_statement(line) {
            self.statement = Some((1, brackets(trimmed)));
            return;
        }
        if let Some(comment) = trimmed.strip_prefix("{/*") {
            self.in_comment = !comment.contains("*/}");
            return;
        }
        if matches!(trimmed, "{' '}" | "{\" \"}") || self.tags(trimmed) {
            return;
        }
        self.open_fence(trimmed);
        self.after_text = true;
        self.content(line, out);
    }

    fn open_fence(&mut self, line: &str) {
        let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'));
        if let Some(sign) = sign {
            let run = line.chars().take_while(|c| *c == sign).count();
            if run >= 3 && !(sign == '`' && line[run..].contains('`')) {
                self.fence = Some((sign, run));
            }
        }
    }

    /// Appends a line without its component's indentation.
    fn content(&mut self, line: &str, out: &mut String) {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let least = match self.components.last_mut() {
            Some(least) => *least.get_or_insert(indent),
            None => 0,
        };
        let line = &line[least.min(indent)..];
        match heading_id(line).filter(|_| self.fence.is_none()) {
            Some((text, id)) => out.extend([text, "{#", id, "}"]),
            None => out.push_str(line),
        }
    }

    /// Takes a line of nothing but components' tags.
    fn tags(&mut self, line: &str) -> bool {
        let mut rest = line;
        let mut change = Vec::new();
        while !rest.is_empty() {
            let Some((tag, after)) = tag(rest) else { return false };
            rest = after.trim_start();
            if tag.starts_with("</") {
                change.push(false);
            } else if !tag.ends_with("/>") {
                change.push(true);
            }
        }
        for opens in change {
            if opens {
                self.components.push(None);
            } else {
                self.components.pop();
            }
        }
        self.after_text = false;
        true
    }
}

/// The text and the id of a heading `## Text {/*id*/}`.
fn heading_id(line: &str) -> Option<(&str, &str)> {
    let (text, id) = line.trim_end().strip_suffix("*/}")?.rsplit_once("{/*")?;
    (text.starts_with('#') && !id.is_empty() && !id.contains([' ', '{', '}'])).then_some((text, id))
}

/// `import x from 'y'`, `export const x = …`: at the left margin, and no sentence.
fn is_statement(line: &str) -> bool {
    let quoted = line.contains(['\'', '"']);
    if let Some(rest) = line.strip_prefix("import ") {
        return rest.starts_with(['\'', '"', '{', '*']) || rest.contains(" from ") && quoted;
    }
    let exported = line.strip_prefix("export ").and_then(|rest| rest.split(' ').next());
    exported.is_some_and(|word| {
        ["const", "let", "var", "default", "function", "async", "class", "*", "{"].contains(&word)
            || word.starts_with('{')
    })
}

/// How many more brackets a line opens than it closes.
fn brackets(line: &str) -> i32 {
    line.bytes().fold(0i32, |open, byte| match byte {
        b'{' | b'(' | b'[' => open.saturating_add(1),
        b'}' | b')' | b']' => open.saturating_sub(1),
        _ => open,
    })
}

/// The component's tag that a text begins with, and what follows it.
fn tag(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('<')?;
    let name = inner.strip_prefix('/').unwrap_or(inner);
    if !name.starts_with(|c: char| c.is_ascii_uppercase() || c == '>') {
        return None;
    }
    let (mut quote, mut depth) = (None, 0u32);
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), byte) if byte == open => quote = None,
            (Some(_), _) => {}
            (None, b'"' | b'\'') => quote = Some(byte),
            (None, b'{') => depth += 1,
            (None, b'}') => depth = depth.saturating_sub(1),
            (None, b'>') if depth == 0 => return Some(text.split_at(at + 1)),
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_headings_are_read_everywhere() {
        let text = "## A {/*a*/}\n{/* b */}\n```\n# c {/*c*/}\n```\n## D {/* d */}\n";
        let made = to_markdown("a.md", &Lines::new(text), 0);
        assert_eq!(made, Some(text.replace("A {/*a*/}", "A {#a}")));
        assert_eq!(to_markdown("a.md", &Lines::new("## A"), 0), None);
    }

    #[test]
    fn what_is_no_text_becomes_blank() {
        let text = "---\nimport: x\n---\nimport A from 'a';\nimport {\n  B\n} from \"b\";\n\n\
            import the files from here.\n\nexport const c = {\n\n  d: 1\n}\n\n{/* note\nmore */}\n\
            <Tabs>\n  <TabItem label=\"a > b\" x={() => 1}>\n\n    Words\n    {' '}\n      * nested\n\n\
            \x20   ```sh\n    import x from 'y'\n    <A>\n    ```\n    <B/> <C />\n  </TabItem>\n</Tabs>\n\
            Use <A>inline</A>.\r\n<div>x</div>\n";
        let lines = Lines::new(text);
        let made = to_markdown("a.MDX", &lines, 3).unwrap_or_default();
        assert_eq!(Lines::new(&made).count(), lines.count());
        let kept: Vec<_> = made.lines().filter(|line| !line.trim().is_empty()).collect();
        assert_eq!(
            kept,
            [
                "---",
                "import: x",
                "---",
                "import the files from here.",
                "Words",
                "  * nested",
                "```sh",
                "import x from 'y'",
                "<A>",
                "```",
                "Use <A>inline</A>.",
                "<div>x</div>"
            ]
        );
    }
}
