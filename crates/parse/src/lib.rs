//! Bytes of one document to text, title, headings, chunks, links and safe HTML.
