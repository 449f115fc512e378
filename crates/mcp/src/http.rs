//! The same server value on loopback HTTP, for clients that can't start a program.

mod accept;
mod gate;
mod routes;
mod server;

pub use server::HttpServer;
