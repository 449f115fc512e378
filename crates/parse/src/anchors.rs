//! The anchors of headings by GitHub's rule, each one unique in its document.

use comrak::Anchorizer;
use std::collections::{HashMap, HashSet};

/// The anchors given so far in one document.
#[derive(Default)]
pub(crate) struct Anchors {
    taken: HashSet<String>,
    /// The next number to try after a slug.
    next: HashMap<String, u32>,
}

impl Anchors {
    /// The anchor of the next heading: its own id where the text names one, else made from
    /// the text (lower case, blanks to `-`, punctuation dropped), numbered if it is taken.
    pub(crate) fn give(&mut self, text: &str, own: Option<&str>) -> String {
        let slug = match own {
            Some(id) => id.to_owned(),
            // A fresh one each time: numbering is done here, with the headings' own ids.
            None => Anchorizer::new().anchorize(text),
        };
        let mut number = self.next.get(&slug).copied().unwrap_or(0);
        let anchor = loop {
            let tried = if number == 0 { slug.clone() } else { format!("{slug}-{number}") };
            number += 1;
            if self.taken.insert(tried.clone()) {
                break tried;
            }
        };
        self.next.insert(slug, number);
        anchor
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn anchors_follow_github() {
        let mut anchors = Anchors::default();
        let given: Vec<_> = [
            "Options",
            "Options",
            "options-1",
            "code and emphasis & more",
            "🚀 Launch day!",
            "Straße & Çay",
            "C++",
            "",
            "",
            "日本語の見出し",
            "re\u{301}sume\u{301}",
            "a_b c",
        ]
        .into_iter()
        .map(|text| anchors.give(text, None))
        .collect();
        assert_eq!(
            given,
            [
                "options",
                "options-1",
                "options-1-1",
                "code-and-emphasis--more",
                "-launch-day",
                "straße--çay",
                "c",
                "",
                "-1",
                "日本語の見出し",
                "re\u{301}sume\u{301}",
                "a_b-c",
            ]
        );
        assert_eq!(anchors.give("Other", Some("options")), "options-2");
    }
}
