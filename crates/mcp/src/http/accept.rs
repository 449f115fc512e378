//! Taking connections until told to stop: small ones at once, half-sent ones cut after a
//! moment, so that neither a slow client nor a dead one holds the port.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// How long a client may take to send its headers.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// How long answers in work are waited for at the stop.
const LAST_ANSWERS: Duration = Duration::from_millis(700);
/// Most connections at a time.
const CONNECTIONS: usize = 256;

/// Serves until `stop` turns true or its sender is gone.
pub(crate) async fn serve(
    listeners: Vec<TcpListener>,
    routes: Router,
    stop: watch::Receiver<bool>,
) {
    let mut connections = JoinSet::new();
    let mut stopping = stop.clone();
    loop {
        tokio::select! {
            biased;
            () = stopped(&mut stopping) => break,
            Some(_) = connections.join_next() => {}
            accepted = accept(&listeners), if connections.len() < CONNECTIONS => match accepted {
                Ok(stream) => {
                    connections.spawn(connection(stream, routes.clone(), stop.clone()));
                }
                Err(error) => {
                    // Out of file handles, mostly: others may close some soon.
                    tracing::warn!(%error, "could not accept a connection");
                    sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }
    drop(listeners);
    let all_done = async { while connections.join_next().await.is_some() {} };
    if timeout(LAST_ANSWERS, all_done).await.is_err() {
        connections.abort_all();
    }
}

async fn accept(listeners: &[TcpListener]) -> io::Result<TcpStream> {
    match listeners {
        [only] => only.accept().await,
        [first, second, ..] => tokio::select! {
            accepted = first.accept() => accepted,
            accepted = second.accept() => accepted,
        },
        [] => std::future::pending().await,
    }
    .map(|(stream, _)| stream)
}

async fn connection(stream: TcpStream, routes: Router, mut stop: watch::Receiver<bool>) {
    // Answers are single writes; waiting to fill a packet would only delay them.
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes));
    let mut connection = std::pin::pin!(connection);
    let done = tokio::select! {
        done = connection.as_mut() => done,
        () = stopped(&mut stop) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = done {
        tracing::debug!(%error, "a connection ended early");
    }
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the server value is gone, which stops it too.
    let _ = stop.wait_for(|stop| *stop).await;
}
