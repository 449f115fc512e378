//! The resident's icon, its menu, and what it starts.

mod host;
mod icon;
mod lines;
mod shown;
mod tray;
mod window;

pub use host::{Host, host};
pub use tray::{Stopper, Tray};
pub use window::{find_window, open_window};
