//! The loopback server as a value: bound when it exists, serving on a thread of its own until
//! it is stopped or dropped.

use super::accept::serve;
use super::gate::Gate;
use super::routes::routes;
use crate::error::Error;
use docroom_engine::Engine;
use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener};
use std::thread::{self, JoinHandle};
use tokio::sync::watch;

/// A running server of all projects on loopback HTTP.
#[derive(Debug)]
pub struct HttpServer {
    address: SocketAddr,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl HttpServer {
    /// Binds `port` on 127.0.0.1, and on ::1 where the machine has it; 0 chooses a free one.
    /// Serves on a thread of its own from here on. A taken port is an error, never another port.
    pub fn start(engine: Engine, port: u16) -> Result<Self, Error> {
        let token = engine.http_token()?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .max_blocking_threads(4)
            .build()
            .map_err(Error::Start)?;
        let first = bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)))?;
        let address = first.local_addr().map_err(Error::Start)?;
        let mut listeners = vec![first];
        listeners.extend(bind_second(port, address)?);
        let routes = routes(engine, Gate { port: address.port(), token });
        let (stop, stopping) = watch::channel(false);
        let body = move || {
            runtime.block_on(async move {
                let listeners: io::Result<Vec<_>> =
                    listeners.into_iter().map(tokio::net::TcpListener::from_std).collect();
                match listeners {
                    Ok(listeners) => serve(listeners, routes, stopping).await,
                    Err(error) => tracing::error!(%error, "could not serve HTTP"),
                }
            });
            runtime.shutdown_background();
        };
        let thread = thread::Builder::new()
            .name("docroom-http".to_owned())
            .spawn(body)
            .map_err(Error::Start)?;
        Ok(Self { address, stop, thread: Some(thread) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes no further connections, lets answers in work go out, and returns within a second.
    pub fn stop(self) {
        drop(self);
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The same port on ::1. A machine without IPv6 does without; a port that was chosen for us on
/// 127.0.0.1 may be another program's here, which is no reason to fail.
fn bind_second(port: u16, first: SocketAddr) -> Result<Option<TcpListener>, Error> {
    match bind(SocketAddr::from((Ipv6Addr::LOCALHOST, first.port()))) {
        Ok(listener) => Ok(Some(listener)),
        Err(error @ Error::PortTaken { .. }) if port != 0 => Err(error),
        Err(_) => Ok(None),
    }
}

fn bind(address: SocketAddr) -> Result<TcpListener, Error> {
    let bound = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    bound.map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => Error::PortTaken { port: address.port() },
        _ => Error::Listen { address, source },
    })
}

#[cfg(test)]
mod tests;
