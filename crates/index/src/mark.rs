//! Finding a question's words in a text: what is marked in a snippet, and how well a text
//! that is not in the index answers.

use crate::question::Question;
use crate::schema::word_analyzer;
use std::ops::Range;
use tantivy::tokenizer::TextAnalyzer;

/// Knows the words of one question.
pub struct Marker {
    words: TextAnalyzer,
    question: Question,
}

impl Marker {
    /// A marker for this question.
    pub fn new(question: &Question) -> Self {
        Self { words: word_analyzer(), question: question.clone() }
    }

    /// Byte ranges of the question's words and identifiers in `text`, in order, none
    /// overlapping; neighbours that touch are joined.
    pub fn ranges(&mut self, text: &str) -> Vec<Range<usize>> {
        let question = &self.question;
        let (last, stem) = (question.last.as_deref(), question.words.last());
        let mut found: Vec<Range<usize>> = Vec::new();
        let mut begun: Vec<Range<usize>> = Vec::new();
        let mut complete = false;
        self.words.token_stream(text).process(&mut |token| {
            let range = token.offset_from..token.offset_to;
            if [&question.words, &question.parts, &question.names]
                .iter()
                .any(|terms| terms.contains(&token.text))
            {
                complete |= Some(&token.text) == stem;
                found.push(range);
            } else if last.is_some_and(|last| last.len() > 1 && token.text.starts_with(last)) {
                begun.push(range);
            }
        });
        if !complete {
            // The last word stands nowhere in the text: somebody may still be typing it.
            found.append(&mut begun);
        }
        found.sort_by_key(|range| (range.start, range.end));
        found.dedup_by(|next, kept| {
            let joined = next.start <= kept.end;
            if joined {
                kept.end = kept.end.max(next.end);
            }
            joined
        });
        found
    }

    /// How many different words and identifiers of the question `text` holds.
    pub fn coverage(&mut self, text: &str) -> usize {
        let mut held = std::collections::HashSet::new();
        let wanted = || self.question.words.iter().chain(&self.question.names);
        self.words.token_stream(text).process(&mut |token| {
            held.extend(wanted().enumerate().filter(|(_, term)| **term == token.text).map(|w| w.0));
        });
        held.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stems_identifiers_and_words_in_the_making() {
        let marked = |question: &str, text: &str| {
            let mut marker = Marker::new(&Question::new(question));
            let ranges = marker.ranges(text);
            ranges.into_iter().map(|range| text[range].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(marked("rolling update", "Updates roll out."), ["Updates", "roll"]);
        assert_eq!(marked("kube-proxy", "The kube-proxy runs."), ["kube-proxy"]);
        assert_eq!(marked("rolling upd", "an update"), ["update"]);
        assert_eq!(marked("creme", "Crème brûlée"), ["Crème"]);
        assert_eq!(marked("动更", "滚动更新"), ["动更"]);
        assert!(marked("", "text").is_empty());
    }

    #[test]
    fn coverage_counts_each_word_once() {
        let mut marker = Marker::new(&Question::new("rolling update strategy"));
        assert_eq!(marker.coverage("roll, rolls, rolling"), 1);
        assert_eq!(marker.coverage("An update strategy that rolls"), 3);
    }
}
