//! What ends or prevents serving agents, in words for the person who started it.

use std::io;
use std::net::SocketAddr;

/// Why a server could not start or had to stop.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The engine refused something that the server needs before it can start.
    #[error(transparent)]
    Engine(#[from] docroom_model::Error),
    /// The project to serve does not exist.
    #[error("there is no project `{name}`; {known}")]
    UnknownProject {
        /// The name that was asked for.
        name: String,
        /// A sentence that lists the projects that exist.
        known: String,
    },
    /// The client stopped reading.
    #[error("the client has read nothing for {seconds} seconds: gave up")]
    Stalled {
        /// How long a write was stuck.
        seconds: u64,
    },
    /// The client closed its end of the pipe.
    #[error("could not write to the client: {0}")]
    Write(#[source] io::Error),
    /// Another program listens on the port.
    #[error(
        "port {port} is taken by another program; stop it or choose another one with `docroom settings http_port PORT`"
    )]
    PortTaken {
        /// The port.
        port: u16,
    },
    /// The loopback address can't be bound.
    #[error("could not listen on `{address}`: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the operating system said.
        source: io::Error,
    },
    /// The operating system gave no thread or event queue.
    #[error("could not start the server's thread: {0}")]
    Start(#[source] io::Error),
}
