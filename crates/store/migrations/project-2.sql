-- Vectors of the chunks, by the model that made them: those of a document one after the other,
-- in the order of its chunks.
CREATE TABLE vectors (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    data BLOB NOT NULL
);
CREATE UNIQUE INDEX vectors_by_document ON vectors (document, model);
