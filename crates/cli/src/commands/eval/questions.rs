//! The questions of a file, checked: a slip in one of them would quietly move every figure.

use anyhow::{Result, bail};
use docroom_model::{Error, EvalQuestion};
use std::collections::HashSet;
use std::path::Path;

/// The kind of questions that nothing answers.
const OFF_TOPIC: &str = "offtopic";

/// The questions of a file that are of this kind and corpus, in its order.
pub(super) fn read(
    file: &Path,
    kind: Option<&str>,
    corpus: Option<&str>,
) -> Result<Vec<EvalQuestion>> {
    let text = std::fs::read_to_string(file).map_err(Error::io("read", file))?;
    let mut questions = parse(&text, &file.display().to_string())?;
    let wanted = |asked: Option<&str>, has: Option<&str>| asked.is_none() || asked == has;
    questions.retain(|question| {
        wanted(kind, Some(&question.kind)) && wanted(corpus, question.corpus.as_deref())
    });
    if questions.is_empty() {
        bail!(Error::invalid(format!("`{}` holds no such question", file.display())));
    }
    Ok(questions)
}

fn parse(text: &str, file: &str) -> Result<Vec<EvalQuestion>> {
    let mut questions: Vec<EvalQuestion> = Vec::new();
    let mut ids = HashSet::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let bad = |why: &str| Error::invalid(format!("`{file}`, line {number}: {why}"));
        let question: EvalQuestion =
            serde_json::from_str(line).map_err(|error| bad("not a question").because(error))?;
        if !ids.insert(question.id.clone()) {
            bail!(bad(&format!("the id `{}` stands twice", question.id)));
        }
        match (question.kind == OFF_TOPIC, question.expected_paths.is_empty()) {
            (true, false) => bail!(bad("a page is expected for a question off the topic")),
            (false, true) => {
                bail!(bad("no page is expected; the kind of such a question is `offtopic`"))
            }
            _ => questions.push(question),
        }
    }
    Ok(questions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let said = match parse(text, "q") {
            Ok(questions) => questions.into_iter().map(|question| question.id).collect(),
            Err(error) => error.to_string(),
        };
        assert_eq!(said, expected, "{text}");
    }

    #[test]
    fn slips_are_named_with_their_line() {
        let good = r#"{"id":"a","kind":"question","query":"q","expected_paths":["s/a.md"]}"#;
        let off = r#"{"id":"b","kind":"offtopic","query":"q"}"#;
        check(&format!("{good}\n\n{off}\n"), "ab");
        check(&format!("{good}\n{good}"), "`q`, line 2: the id `a` stands twice");
        check(&format!("\n{{{good}"), "`q`, line 2: not a question");
        let none = r#"{"id":"a","kind":"identifier","query":"q"}"#;
        check(none, "`q`, line 1: no page is expected; the kind of such a question is `offtopic`");
        let some = good.replace("question\"", "offtopic\"");
        check(&some, "`q`, line 1: a page is expected for a question off the topic");
    }
}
