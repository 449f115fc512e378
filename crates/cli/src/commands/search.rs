//! `docroom search`: ranked excerpts.

use crate::context::Context;
use crate::failure::Said;
use crate::output::{DIM, FAIR, MARK, STRONG, one_line, stdout};
use crate::words;
use anyhow::Result;
use clap::Args;
use docroom_model::{Hit, SearchAnswer, SearchQuery, SearchStatus, Why};
use serde::Serialize;
use std::io::Write;

const EXAMPLES: &str = "\
Examples:
  docroom search \"rolling update\"
  docroom search maxSurge --project kubernetes --path-prefix docs/reference --limit 10";

/// Search the documents: a question in your own words, or an exact identifier
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Search {
    #[command(flatten)]
    query: SearchQuery,
    /// Say of each excerpt why it stands where it stands
    #[arg(long)]
    explain: bool,
}

/// The answer as JSON: the same fields as the tool's structured answer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Document<'a> {
    project: Option<&'a str>,
    query: &'a str,
    status: SearchStatus,
    results: Vec<Excerpt<'a>>,
    omitted: u32,
    closest_score: Option<f32>,
    floor: Option<f32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Excerpt<'a> {
    rank: u32,
    project: &'a str,
    path: &'a str,
    uri: &'a str,
    title: &'a str,
    breadcrumb: &'a str,
    score: f32,
    start_line: u32,
    end_line: u32,
    text: &'a str,
    changed: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    also_at: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<Why>,
}

impl Search {
    pub(super) fn run(self, context: &Context) -> Result<()> {
        let answer = context.engine.search(&self.query)?;
        if context.output.json {
            context.output.document(&document(&answer, self.explain))?;
        } else {
            let several = answer.project.is_none();
            let mut out = stdout();
            for hit in &answer.results {
                show(&mut out, hit, several, self.explain)?;
            }
            out.flush()?;
        }
        remark(context, &answer)
    }
}

fn document(answer: &SearchAnswer, explain: bool) -> Document<'_> {
    Document {
        project: answer.project.as_ref().map(|name| name.as_str()),
        query: &answer.query,
        status: answer.status,
        results: answer.results.iter().map(|hit| excerpt(hit, explain)).collect(),
        omitted: answer.omitted,
        closest_score: answer.closest_score,
        floor: answer.floor,
    }
}

fn excerpt(hit: &Hit, explain: bool) -> Excerpt<'_> {
    Excerpt {
        rank: hit.rank,
        project: hit.project.as_str(),
        path: &hit.path,
        uri: &hit.uri,
        title: &hit.title,
        breadcrumb: &hit.breadcrumb,
        score: hit.score,
        start_line: hit.start_line,
        end_line: hit.end_line,
        text: &hit.text,
        changed: hit.changed,
        also_at: &hit.also_at,
        why: explain.then_some(hit.why),
    }
}

fn show(out: &mut impl Write, hit: &Hit, several: bool, explain: bool) -> Result<()> {
    let rank = hit.rank;
    // A breadcrumb mostly begins with the title; then it is not said twice.
    let below = match hit.breadcrumb.strip_prefix(&hit.title) {
        Some(below) => below.to_owned(),
        None => format!("  {}", hit.breadcrumb),
    };
    write!(out, "{STRONG}{rank}. {}{STRONG:#}{}", one_line(&hit.title), one_line(&below))?;
    if hit.changed {
        write!(out, "  {FAIR}(changed since indexing){FAIR:#}")?;
    }
    let project = if several { format!("{}: ", hit.project) } else { String::new() };
    let (path, from, to) = (one_line(&hit.path), hit.start_line, hit.end_line);
    let score = hit.score;
    writeln!(out, "\n   {DIM}{}{path}:{from}-{to}  {score:.3}{DIM:#}", one_line(&project))?;
    if !hit.also_at.is_empty() {
        writeln!(out, "   {DIM}also at {}{DIM:#}", one_line(&hit.also_at.join(", ")))?;
    }
    if explain {
        writeln!(out, "   {DIM}{}{DIM:#}", why(hit.why))?;
    }
    write!(out, "   ")?;
    for piece in &hit.snippet {
        let text = one_line(&piece.text);
        if piece.marked {
            write!(out, "{MARK}{text}{MARK:#}")?;
        } else {
            write!(out, "{text}")?;
        }
    }
    Ok(writeln!(out, "\n")?)
}

/// A hit's place in each stage, in one line.
fn why(why: Why) -> String {
    let mut parts = Vec::new();
    match (why.lexical_rank, why.lexical_score) {
        (Some(rank), Some(score)) => parts.push(format!("by words {rank}. ({score:.2})")),
        _ => parts.push("not by words".to_owned()),
    }
    match (why.dense_rank, why.similarity) {
        (Some(rank), Some(alike)) => parts.push(format!("by meaning {rank}. ({alike:.2})")),
        _ => parts.push("not by meaning".to_owned()),
    }
    if why.linked > 0 {
        parts.push(format!("{} to its page", words::count(why.linked, "link")));
    }
    if why.called {
        parts.push("its page is called so".to_owned());
    }
    parts.join(" · ")
}

fn remark(context: &Context, answer: &SearchAnswer) -> Result<()> {
    let output = context.output;
    if answer.omitted > 0 {
        output.hint(format!(
            "{} left out: the answer is full",
            words::count(answer.omitted, "excerpt")
        ));
    }
    if let Some(progress) = answer.progress {
        let state = words::state(progress);
        output.hint(format!("({state}: this is what is searchable so far)"));
    }
    if let Some(why) = &answer.lexical_only {
        output.hint(format!("(by words only: {why})"));
    }
    match answer.status {
        SearchStatus::Results => Ok(()),
        SearchStatus::NoMatch => {
            output.hint("Nothing matches. `docroom topics` lists what there is.");
            Ok(())
        }
        SearchStatus::BelowFloor => {
            output.hint("No good match. `docroom topics` lists what there is.");
            Ok(())
        }
        SearchStatus::NotIndexed => {
            output.hint(
                "Nothing is indexed yet. Add a folder with `docroom add FOLDER`, or index with `docroom index`.",
            );
            Err(Said(1).into())
        }
    }
}
