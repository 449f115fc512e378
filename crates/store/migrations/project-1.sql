-- What a project holds. Paths are `SOURCE/folder/file`.
CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    source TEXT NOT NULL,
    format TEXT NOT NULL,
    title TEXT NOT NULL,
    version TEXT,
    revision TEXT NOT NULL,
    size INTEGER NOT NULL,
    modified_ns INTEGER NOT NULL,
    line_count INTEGER NOT NULL,
    chunk_count INTEGER NOT NULL,
    -- What it is called in links, and how many other documents link to it.
    stem TEXT NOT NULL,
    linked INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX documents_by_source ON documents (source);

-- Counted after each batch: how much there is must not cost a walk through the table.
CREATE TABLE totals (documents INTEGER NOT NULL, chunks INTEGER NOT NULL);
INSERT INTO totals VALUES (0, 0);

-- Apart from `documents`, so that a listing never walks through the texts.
CREATE TABLE texts (
    document INTEGER PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    -- Before the text: a row is read from its front.
    headings TEXT NOT NULL,
    text TEXT NOT NULL
);

CREATE TABLE links (
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    stem TEXT NOT NULL,
    PRIMARY KEY (document, stem)
) WITHOUT ROWID;
CREATE INDEX links_by_stem ON links (stem);

CREATE TABLE chunks (
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    breadcrumb TEXT NOT NULL,
    start_byte INTEGER NOT NULL,
    end_byte INTEGER NOT NULL,
    start_line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    -- What an excerpt needs before it and after it to stand by itself.
    opening TEXT,
    closing TEXT,
    PRIMARY KEY (document, ordinal)
) WITHOUT ROWID;

-- The coverage ledger: what is not searchable, and the rule or error that keeps it out.
CREATE TABLE left_out (
    path TEXT PRIMARY KEY,
    source TEXT NOT NULL,
    reason TEXT NOT NULL,
    failed INTEGER NOT NULL,
    -- Of a file that failed: what it was then, so that it is tried again when it changes.
    size INTEGER,
    modified_ns INTEGER
) WITHOUT ROWID;

CREATE TABLE offline (source TEXT PRIMARY KEY) WITHOUT ROWID;

CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    started_ms INTEGER NOT NULL,
    finished_ms INTEGER,
    added INTEGER NOT NULL DEFAULT 0,
    changed INTEGER NOT NULL DEFAULT 0,
    removed INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    error TEXT
);

CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
