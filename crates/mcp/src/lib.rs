//! The engine as agent tools, resources and prompts, over stdio and loopback HTTP.

mod answer;
mod arguments;
mod call;
mod envelope;
mod error;
mod fence;
mod http;
mod instructions;
mod resources;
mod schema;
mod server;
mod stdio;
#[cfg(test)]
mod test_home;
mod time;
mod tools;

pub use error::Error;
pub use http::HttpServer;
pub use stdio::serve_stdio;
