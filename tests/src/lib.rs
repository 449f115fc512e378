//! What the tests sit at: a data folder and documents of their own, the real programs, an agent
//! at the end of a pipe or a port. A test may fail loudly, so these panic with what they saw.

mod agent;
mod app;
mod http;
mod program;
mod wait;

pub use agent::Agent;
pub use app::TestApp;
pub use http::{Reply, Request};
pub use program::{Answer, Running, program};
pub use wait::until;
