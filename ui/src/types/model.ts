// Made from crates/model by `npm run types`; do not edit.

/**
 * What kind of failure this is; each face maps it to its own manners (design, "One definition").
 */
export type Code = "not_found" | "invalid" | "not_ready" | "stale" | "io" | "internal";

/**
 * The name of a project: 1–64 characters, no slash, no control character, no blank at
 * either end. Spaces, quotes and any script are fine.
 */
export type ProjectName = string;

/**
 * The name of a source: the first segment of its documents' paths. Same rules as a
 * project's name.
 */
export type SourceName = string;

/**
 * How a document's bytes are read. The table of file endings is in `crates/parse`.
 */
export type Format = "markdown" | "html" | "asciidoc" | "text";

/**
 * A heading of a document, in reading order.
 */
export type Heading = { 
/**
 * 1 (page) to 6.
 */
level: number, 
/**
 * Plain text, markup stripped.
 */
text: string, 
/**
 * The anchor by GitHub's rule, unique in the document (`name`, `name-1`, …).
 */
anchor: string, 
/**
 * The line it stands on, 1-based.
 */
line: number, 
/**
 * Ancestors and the heading itself joined by ` > `.
 */
breadcrumb: string, };

/**
 * One place that documents come from: today a folder on this machine.
 */
export type Source = { 
/**
 * First segment of the paths of its documents.
 */
name: SourceName, 
/**
 * The folder, absolute; relative ones (shipped projects) start at the manifest's folder.
 */
folder: string, 
/**
 * Exact release label that its documents carry, such as `3.12`.
 */
version?: string | null, 
/**
 * Globs relative to the folder; when there are any, only files that match one are taken.
 */
include?: Array<string>, 
/**
 * Globs relative to the folder; files that match one are left out.
 */
exclude?: Array<string>, 
/**
 * The documents' language as a two-letter code (ISO 639-1), for stemming; `en` when absent.
 */
language?: string | null, 
/**
 * The documents' dialect, such as `mkdocs` or `hugo`, for formats that have several.
 */
flavor?: string | null, };

/**
 * Make a project from a folder, or give an existing one a further source.
 */
export type AddFolder = { 
/**
 * The folder of documents; it is read, never written
 */
folder: string, 
/**
 * The project to make or to extend; by default named after the folder
 */
name?: string, 
/**
 * First segment of the documents' paths; by default the folder's name
 */
source?: string, 
/**
 * Exact release label that these documents carry, such as `3.12`
 */
version?: string, 
/**
 * Take only files that match this glob (may be given more than once)
 */
include: Array<string>, 
/**
 * Leave out files that match this glob (may be given more than once)
 */
exclude: Array<string>, 
/**
 * The documents' language as a two-letter code, for stemming (default: en)
 */
language?: string, 
/**
 * The documents' dialect, such as mkdocs or hugo
 */
flavor?: string, };

/**
 * What [`AddFolder`] did.
 */
export type Added = { 
/**
 * The project.
 */
project: ProjectName, 
/**
 * The source in it.
 */
source: SourceName, 
/**
 * False when that project already had this very source.
 */
created: boolean, };

/**
 * Forget a project, or one source of it. The documents' own folder is never touched.
 */
export type RemoveProject = { 
/**
 * The project to forget
 */
project: string, 
/**
 * Forget only this source of it
 */
source?: string, };

/**
 * Find the passages that answer a question or mention an identifier.
 */
export type SearchQuery = { 
/**
 * What to look for: a question in your own words, or an exact identifier
 */
query: string, 
/**
 * The project to search; may be left out where only one exists
 */
project?: string, 
/**
 * How many excerpts to return at most (default 5)
 */
limit?: number, 
/**
 * Only this source: the first segment of the paths
 */
source?: string, 
/**
 * Only paths under this folder, whole segments, such as `guide/install`
 */
path_prefix?: string, 
/**
 * Only documents that carry exactly this version label
 */
version?: string, };

/**
 * How candidates are found.
 */
export type Retrieval = "hybrid" | "titles" | "lexical" | "dense";

/**
 * What came of a search.
 */
export type SearchStatus = "results" | "no_match" | "below_floor" | "not_indexed";

/**
 * One ranked excerpt.
 */
export type Hit = { 
/**
 * 1 is best.
 */
rank: number, 
/**
 * The project it was found in.
 */
project: ProjectName, 
/**
 * The document, `SOURCE/…`.
 */
path: string, 
/**
 * Its resource URI.
 */
uri: string, 
/**
 * The document's title.
 */
title: string, 
/**
 * The headings above the excerpt joined by ` > `.
 */
breadcrumb: string, 
/**
 * The anchor of the nearest heading above, if any.
 */
anchor: string | null, 
/**
 * 0 to 1; comparable inside one answer only.
 */
score: number, 
/**
 * First line of `text`, 1-based.
 */
startLine: number, 
/**
 * Last line of `text`.
 */
endLine: number, 
/**
 * The chunk itself.
 */
text: string, 
/**
 * The chunk before it in the same document; empty where there is none.
 */
contextBefore: string, 
/**
 * The chunk after it.
 */
contextAfter: string, 
/**
 * All three as a text that stands by itself: a fence or a table that goes on beyond it is
 * opened and closed, and `…` stands for what is no text between them.
 */
excerpt: string, 
/**
 * First line of `context_before`, or of `text`.
 */
contextStartLine: number, 
/**
 * Last line of `context_after`, or of `text`.
 */
contextEndLine: number, 
/**
 * The document goes on before `context_before`.
 */
moreBefore: boolean, 
/**
 * The document goes on after `context_after`.
 */
moreAfter: boolean, 
/**
 * The file changed since it was indexed and could not be read anew in time.
 */
changed: boolean, 
/**
 * About two lines of `text` around what matched, as plain text, in marked and unmarked pieces.
 */
snippet: Array<Fragment>, 
/**
 * Other documents that hold the same text: in another format, or a copy.
 */
alsoAt: Array<string>, 
/**
 * What brought it here.
 */
why: Why, };

/**
 * Why a hit stands where it stands: what each stage of the search says of its document.
 */
export type Why = { 
/**
 * Its document's place by words, 1 is best.
 */
lexicalRank: number | null, 
/**
 * Its document's score by words; no upper bound.
 */
lexicalScore: number | null, 
/**
 * Its document's place by meaning.
 */
denseRank: number | null, 
/**
 * How alike its document's nearest chunk is to the question in meaning, -1 to 1.
 */
similarity: number | null, 
/**
 * How much of the question its document holds, rare words counting more: 0 to 1.
 */
coverage: number | null, 
/**
 * How much of the question its document meets word by word, in the same words or in words
 * that are like them: 0 to 1. Only the first few documents are compared so.
 */
met: number | null, 
/**
 * How many other documents link to its document.
 */
linked: number, 
/**
 * Its document is called just like the question.
 */
called: boolean, };

/**
 * A piece of a snippet.
 */
export type Fragment = { 
/**
 * Plain text.
 */
text: string, 
/**
 * It is a word of the question.
 */
marked: boolean, };

/**
 * The answer to a [`SearchQuery`].
 */
export type SearchAnswer = { 
/**
 * The one project that was searched; absent when all were.
 */
project: ProjectName | null, 
/**
 * The question as asked.
 */
query: string, 
/**
 * What came of it.
 */
status: SearchStatus, 
/**
 * Best first.
 */
results: Array<Hit>, 
/**
 * Excerpts left out because the whole answer would pass its size limit.
 */
omitted: number, 
/**
 * Score of the best candidate that the floor refused.
 */
closestScore: number | null, 
/**
 * The relevance floor that was applied.
 */
floor: number | null, 
/**
 * Why the search went by words only although meaning was wanted: the vectors are still being
 * made, say. Absent where both took part.
 */
lexicalOnly?: string, 
/**
 * Set while indexing goes on: the answer covers what is searchable so far.
 */
progress: Progress | null, };

/**
 * A document in the tree at the left. The window builds the folders from the paths.
 */
export type TreeEntry = { 
/**
 * `SOURCE/…`.
 */
path: string, 
/**
 * Its title.
 */
title: string, };

/**
 * A document rendered for reading.
 */
export type Page = { 
/**
 * The project.
 */
project: ProjectName, 
/**
 * The document, `SOURCE/…`.
 */
path: string, 
/**
 * Its title.
 */
title: string, 
/**
 * How it was read.
 */
format: Format, 
/**
 * Sanitised HTML. Headings carry their anchors as `id`; blocks carry `data-line` (the
 * first source line, 1-based); local images point at the `docimg` scheme; links to
 * other documents carry `data-path` and, with a fragment, `data-anchor`; links whose
 * target is missing carry `data-missing`. A `data-anchor` names an `id` as it is, in lower
 * case, or after `doc-`. Words in `span.remote-image` and `span.missing-image` stand for
 * pictures of other machines and for such as can't be had.
 */
html: string, 
/**
 * The outline at the right.
 */
headings: Array<Heading>, 
/**
 * Lines in the document.
 */
lineCount: number, 
/**
 * The file on disk, absolute.
 */
file: string, 
/**
 * The file changed since it was indexed and could not be read anew.
 */
changed: boolean, 
/**
 * The neighbours in path order: the documents before and after.
 */
previous: TreeEntry | null, 
/**
 * The document after this one.
 */
next: TreeEntry | null, };

/**
 * What the keeper is doing with a project.
 */
export type Phase = "waiting" | "scanning" | "indexing" | "embedding" | "ready" | "failed";

/**
 * How far a run has come.
 */
export type Progress = { 
/**
 * What is being done.
 */
phase: Phase, 
/**
 * Documents done in this run.
 */
done: number, 
/**
 * Documents to do in this run; 0 while the folders are still being listed.
 */
total: number, };

/**
 * How changes are noticed.
 */
export type Watching = "live" | "polling" | "paused" | "off";

/**
 * Why a run was started.
 */
export type RunKind = "change" | "scan" | "rebuild";

/**
 * One run of the keeper over a project.
 */
export type Run = { 
/**
 * Why it was started.
 */
kind: RunKind, 
/**
 * Milliseconds since 1970 UTC.
 */
startedMs: number, 
/**
 * Milliseconds since 1970 UTC; absent while it runs or when it was cut short.
 */
finishedMs: number | null, 
/**
 * Documents that are new.
 */
added: number, 
/**
 * Documents whose text changed.
 */
changed: number, 
/**
 * Documents that vanished.
 */
removed: number, 
/**
 * Files that could not be read or parsed.
 */
failed: number, 
/**
 * What stopped the run, if anything did.
 */
error: string | null, };

/**
 * A source and its state.
 */
export type SourceStatus = { 
/**
 * First segment of its documents' paths.
 */
name: SourceName, 
/**
 * What it is: `folder`.
 */
kind: string, 
/**
 * Where it is, for people.
 */
label: string, 
/**
 * Language of the documents, ISO 639-1.
 */
language: string, 
/**
 * Version label that its documents carry.
 */
version: string | null, 
/**
 * Its documents that are searchable.
 */
documents: number, 
/**
 * The folder is gone or unmounted; its documents are kept.
 */
offline: boolean, };

/**
 * A project and its state.
 */
export type ProjectStatus = { 
/**
 * Its name.
 */
name: ProjectName, 
/**
 * From the manifest.
 */
description: string | null, 
/**
 * What the keeper is doing, and how far it has come.
 */
progress: Progress, 
/**
 * What went wrong, when the phase is `failed`.
 */
error: string | null, 
/**
 * How changes are noticed.
 */
watching: Watching, 
/**
 * Documents that are searchable.
 */
documents: number, 
/**
 * Their chunks.
 */
chunks: number, 
/**
 * Files and folders that are not searchable: entries of the coverage ledger.
 */
notSearchable: number, 
/**
 * Those of them that failed rather than being left out by a rule.
 */
failed: number, 
/**
 * The sources.
 */
sources: Array<SourceStatus>, 
/**
 * The newest finished run.
 */
lastRun: Run | null, };

/**
 * Whether a file is searchable.
 */
export type CoverageState = "indexed" | "excluded" | "failed";

/**
 * A line of the coverage ledger: a file, or a folder left out with all that is in it.
 */
export type CoverageEntry = { 
/**
 * `SOURCE/…`; a folder ends with `/`.
 */
path: string, 
/**
 * Whether it is searchable.
 */
state: CoverageState, 
/**
 * The rule or the error that keeps it out; absent for what is searchable.
 */
reason: string | null, };

/**
 * Whether a process keeps the index, and which.
 */
export type KeeperState = { 
/**
 * Some process holds the keeper's lock.
 */
running: boolean, 
/**
 * It is this one.
 */
own: boolean, };

/**
 * Something happened. Progress comes at most ten times a second.
 */
export type Event = { "kind": "projects" } | { "kind": "progress", 
/**
 * The project.
 */
project: ProjectName, 
/**
 * How far it has come.
 */
progress: Progress, } | { "kind": "changed", 
/**
 * The project.
 */
project: ProjectName, };

/**
 * All settings. Absent keys have their default; unknown keys are refused.
 */
export type Settings = { 
/**
 * Port of the loopback HTTP server, 1–65535.
 */
http_port: number, 
/**
 * Most characters of one search answer, at least 500.
 */
max_result_chars: number, 
/**
 * Largest file that is indexed, in mebibytes, 1–1024.
 */
max_file_mib: number, 
/**
 * Send structured results with the prose tools also to clients older than 2026-07-28.
 */
structured_output: boolean, 
/**
 * Keep the app's own guide as the project `user-guide`.
 */
user_guide: boolean, 
/**
 * The model that finds passages by meaning: `built-in`, `off`, the absolute path of a
 * folder with a transformer, or `URL MODEL` of a server that speaks the OpenAI way.
 */
embedding_model: string, 
/**
 * Weight of the place by words, 0–100, where both are fused.
 */
lexical_weight: number, 
/**
 * Weight of the place by meaning, 0–100.
 */
dense_weight: number, };
