//! TestApp.
