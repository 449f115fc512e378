//! Which projects, sources, documents and chunks exist, in which state; their text.
