-- What processes tell each other: the keeper's state, and requests to it.
CREATE TABLE states (
    project TEXT PRIMARY KEY,
    phase TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    polling INTEGER NOT NULL,
    error TEXT
) WITHOUT ROWID;

-- What a person paused stays paused, whichever process keeps.
CREATE TABLE paused (project TEXT PRIMARY KEY) WITHOUT ROWID;

CREATE TABLE requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    project TEXT,
    rebuild INTEGER NOT NULL
);
