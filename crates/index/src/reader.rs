//! Reading: the best chunks for a question. A reader sees what was committed when it was
//! last made fresh, also by another process.

use crate::error::Error;
use crate::folder::Folder;
use crate::pages::{Layout, Pages};
use crate::question;
use crate::question::{Filters, Question};
use crate::schema::{Fields, register, schema};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tantivy::collector::TopDocs;
use tantivy::schema::Field;
use tantivy::{DocAddress, Index, IndexReader, ReloadPolicy, Searcher};

/// Words that complete a last word still being typed.
const MOST_COMPLETIONS: usize = 8;
/// Terms looked at while completing: bounds the time a single letter costs.
const COMPLETION_SCAN: usize = 4096;

/// A chunk that may answer, by its address in the store.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// `SOURCE/…`.
    pub path: String,
    /// The chunk's position in its document.
    pub ordinal: u32,
    /// First 8 bytes of the revision that the chunk was cut from.
    pub revision: u64,
    /// BM25 over all fields; higher is better.
    pub score: f32,
}

/// A reader of one index folder.
pub struct Reader {
    folder: PathBuf,
    fields: Fields,
    inner: IndexReader,
    seen: Mutex<Option<u64>>,
    /// Of the last searcher that was asked for whole documents.
    layout: Mutex<Option<(u64, Arc<Layout>)>>,
}

impl Reader {
    /// Opens the index in `folder`; `None` where nothing was committed yet.
    pub fn open(folder: &Path) -> Result<Option<Self>, Error> {
        let seen = commit_of(folder);
        if seen.is_none() {
            return Ok(None);
        }
        let open = || {
            let index = Index::open(Folder::open(folder)?)?;
            register(&index);
            let builder = index.reader_builder().reload_policy(ReloadPolicy::Manual);
            builder.doc_store_cache_num_blocks(0).try_into()
        };
        let inner = open().map_err(Error::index("open", folder))?;
        let (_, fields) = schema();
        Ok(Some(Self {
            folder: folder.to_owned(),
            fields,
            inner,
            seen: Mutex::new(seen),
            layout: Mutex::default(),
        }))
    }

    /// Takes up what was committed since. Costs one look at a file when nothing was.
    pub fn refresh(&self) -> Result<(), Error> {
        let now = commit_of(&self.folder);
        let mut seen = self.seen.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if *seen != now {
            self.inner.reload().map_err(Error::index("read", &self.folder))?;
            *seen = now;
        }
        Ok(())
    }

    /// At most `count` best chunks, best first; ties by path and position.
    pub fn search(
        &self,
        question: &Question,
        filters: &Filters<'_>,
        count: usize,
    ) -> Result<Vec<Candidate>, Error> {
        if question.is_empty() || count == 0 {
            return Ok(Vec::new());
        }
        let searcher = self.inner.searcher();
        let run = || {
            let completions = completions(&searcher, self.fields.body, question)?;
            let query = question::query(&self.fields, question, &completions, filters);
            let top = searcher.search(&query, &TopDocs::with_limit(count).order_by_score())?;
            candidates(&searcher, top)
        };
        run().map_err(Error::index("search", &self.folder))
    }

    /// At most `count` best chunks whose title and headings hold every word of the question; of
    /// the chunks below one heading the first stands first.
    pub fn headings(
        &self,
        question: &Question,
        filters: &Filters<'_>,
        count: usize,
    ) -> Result<Vec<Candidate>, Error> {
        if question.is_empty() || count == 0 {
            return Ok(Vec::new());
        }
        let searcher = self.inner.searcher();
        let run = || {
            let completions = completions(&searcher, self.fields.headings, question)?;
            let query = question::heading_query(&self.fields, question, &completions, filters);
            let top = searcher.search(&query, &TopDocs::with_limit(count).order_by_score())?;
            candidates(&searcher, top)
        };
        run().map_err(Error::index("search", &self.folder))
    }

    /// Every document's score for a question.
    pub fn pages(&self, question: &Question, filters: &Filters<'_>) -> Result<Pages, Error> {
        let searcher = self.inner.searcher();
        let run = || {
            let layout = self.layout(&searcher)?;
            let completions = completions(&searcher, self.fields.body, question)?;
            Pages::score(layout, &searcher, &self.fields, question, &completions, filters)
        };
        run().map_err(Error::index("search", &self.folder))
    }

    fn layout(&self, searcher: &Searcher) -> tantivy::Result<Arc<Layout>> {
        let now = searcher.generation().generation_id();
        let mut slot = self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, layout)) = slot.as_ref().filter(|(generation, _)| *generation == now) {
            return Ok(Arc::clone(layout));
        }
        let layout = Arc::new(Layout::of(searcher, &self.fields)?);
        *slot = Some((now, Arc::clone(&layout)));
        Ok(layout)
    }
}

/// Tells one commit from another. Not by the file's time: two commits may fall into one tick of the
/// file system's clock.
fn commit_of(folder: &Path) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    std::fs::read(folder.join("meta.json")).ok()?.hash(&mut hasher);
    Some(hasher.finish())
}

fn candidates(searcher: &Searcher, top: Vec<(f32, DocAddress)>) -> tantivy::Result<Vec<Candidate>> {
    let mut columns = Vec::with_capacity(searcher.segment_readers().len());
    for segment in searcher.segment_readers() {
        let fast = segment.fast_fields();
        columns.push((fast.str("path")?, fast.u64("ordinal")?, fast.u64("revision")?));
    }
    let mut found = Vec::with_capacity(top.len());
    for (score, address) in top {
        let (paths, ordinals, revisions) = &columns[address.segment_ord as usize];
        let mut path = String::new();
        if let Some(paths) = paths
            && let Some(term) = paths.term_ords(address.doc_id).next()
        {
            paths.ord_to_str(term, &mut path)?;
        }
        let ordinal = ordinals.first(address.doc_id).unwrap_or_default() as u32;
        let revision = revisions.first(address.doc_id).unwrap_or_default();
        found.push(Candidate { path, ordinal, revision, score });
    }
    found.sort_by(|a, b| {
        b.score.total_cmp(&a.score).then_with(|| (&a.path, a.ordinal).cmp(&(&b.path, b.ordinal)))
    });
    Ok(found)
}

/// The most frequent terms that begin with the last word, when it is no term itself: somebody
/// is still typing it.
fn completions(
    searcher: &Searcher,
    field: Field,
    question: &Question,
) -> tantivy::Result<Vec<String>> {
    let (Some(last), Some(stem)) = (&question.last, question.words.last()) else {
        return Ok(Vec::new());
    };
    if last.chars().count() < 2 {
        return Ok(Vec::new());
    }
    let mut counts = std::collections::BTreeMap::<String, u32>::new();
    for segment in searcher.segment_readers() {
        let inverted = segment.inverted_index(field)?;
        if inverted.terms().get(stem.as_bytes())?.is_some() {
            return Ok(Vec::new());
        }
        let mut terms = inverted.terms().range().ge(last.as_bytes()).into_stream()?;
        let mut looked = 0;
        while looked < COMPLETION_SCAN && terms.advance() {
            let Some(term) =
                std::str::from_utf8(terms.key()).ok().filter(|t| t.starts_with(last.as_str()))
            else {
                break;
            };
            *counts.entry(term.to_owned()).or_default() += terms.value().doc_freq;
            looked += 1;
        }
    }
    let mut ranked: Vec<_> = counts.into_iter().collect();
    ranked.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(ranked.into_iter().take(MOST_COMPLETIONS).map(|(term, _)| term).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::writer::{Entry, Piece, Writer};

    const SMALL: usize = 15_000_000;

    fn put(writer: &mut Writer, path: &str, title: &str, pieces: &[(&str, &str)]) {
        let pieces: Vec<_> =
            pieces.iter().map(|(breadcrumb, text)| Piece { breadcrumb, text }).collect();
        let version = path.starts_with("old/").then_some("1.0");
        writer.put(&Entry { path, version, revision: 7, title, pieces: &pieces }).unwrap();
    }

    fn paths(reader: &Reader, question: &str, filters: Filters<'_>) -> Vec<String> {
        reader.refresh().unwrap();
        let found = reader.search(&Question::new(question), &filters, 10).unwrap();
        found.into_iter().map(|c| format!("{}#{}", c.path, c.ordinal)).collect()
    }

    #[test]
    fn an_open_reader_sees_what_was_put_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Reader::open(folder.path()).unwrap().is_none(), "nothing committed");
        let mut writer = Writer::open(folder.path(), SMALL).unwrap();
        put(
            &mut writer,
            "docs/a.md",
            "Deploy",
            &[("Deploy", "one"), ("Deploy > Roll", "rolling update")],
        );
        writer.commit().unwrap();
        let reader = Reader::open(folder.path()).unwrap().unwrap();
        assert_eq!(paths(&reader, "updates", Filters::default()), ["docs/a.md#1"]);
        put(&mut writer, "docs/a.md", "Deploy", &[("Deploy", "a zebra instead")]);
        put(&mut writer, "old/b.md", "Other", &[("Other", "a zebra too")]);
        writer.commit().unwrap();
        assert!(paths(&reader, "updates", Filters::default()).is_empty());
        assert_eq!(paths(&reader, "zebra", Filters::default()), ["docs/a.md#0", "old/b.md#0"]);
        assert_eq!(paths(&reader, "zeb", Filters::default()).len(), 2, "still typing");
        writer.remove("docs/a.md");
        writer.commit().unwrap();
        writer.finish().unwrap();
        assert_eq!(paths(&reader, "zebra", Filters::default()), ["old/b.md#0"]);
    }

    #[test]
    fn filters_act_inside_the_search_and_on_whole_segments() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(folder.path(), SMALL).unwrap();
        for n in 0..300 {
            put(&mut writer, &format!("big/{n}.md"), "Page", &[("Page", "zebra zebra zebra")]);
        }
        put(&mut writer, "old/guide/x.md", "X", &[("X", "one zebra in a longer piece of text")]);
        put(
            &mut writer,
            "old/guidebook/y.md",
            "Y",
            &[("Y", "one zebra in a longer piece of text")],
        );
        writer.commit().unwrap();
        let reader = Reader::open(folder.path()).unwrap().unwrap();
        let check = |filters, expect: &[&str]| assert_eq!(paths(&reader, "zebra", filters), expect);
        let none = Filters::default();
        check(
            Filters { source: Some("old"), ..none },
            &["old/guide/x.md#0", "old/guidebook/y.md#0"],
        );
        check(Filters { path_prefix: Some("old/guide"), ..none }, &["old/guide/x.md#0"]);
        check(
            Filters { version: Some("1.0"), path_prefix: Some("old/guidebook"), ..none },
            &["old/guidebook/y.md#0"],
        );
        check(Filters { version: Some("2"), ..none }, &[]);
    }

    #[test]
    fn headings_hold_every_word_and_the_first_chunk_below_stands_first() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(folder.path(), SMALL).unwrap();
        let roll = "Deploy > Rolling update";
        put(
            &mut writer,
            "docs/a.md",
            "Deploy",
            &[("Deploy", "one"), (roll, "two"), (roll, "three rolling updates")],
        );
        put(&mut writer, "docs/b.md", "Undo", &[("Undo", "undo a rolling update")]);
        writer.commit().unwrap();
        let reader = Reader::open(folder.path()).unwrap().unwrap();
        let check = |question: &str, expect: &[&str]| {
            let found = reader.headings(&Question::new(question), &Filters::default(), 10).unwrap();
            let found: Vec<_> = found.iter().map(|c| format!("{}#{}", c.path, c.ordinal)).collect();
            assert_eq!(found, expect, "{question}");
        };
        check("how do I do rolling updates", &["docs/a.md#1", "docs/a.md#2"]);
        check("rolling upd", &["docs/a.md#1", "docs/a.md#2"]);
        check("undo", &["docs/b.md#0"]);
        check("undo a rolling update", &[]);
        check("?!", &[]);
    }

    #[test]
    fn any_character_is_text() {
        let folder = tempfile::tempdir().unwrap();
        let mut writer = Writer::open(folder.path(), SMALL).unwrap();
        put(
            &mut writer,
            "docs/a.md",
            "A",
            &[("A", "call a::b(c) with --dry-run # and \"quotes\"")],
        );
        writer.commit().unwrap();
        let reader = Reader::open(folder.path()).unwrap().unwrap();
        for question in
            ["a::b", "--dry-run", "\"quotes\"", "dry-run AND (", "title:quotes", "quotes^2 ~*?"]
        {
            assert_eq!(paths(&reader, question, Filters::default()), ["docs/a.md#0"], "{question}");
        }
    }
}
