//! The resident's icon, its menu, and what it starts.
