//! Serving one client over its pipes. Three parts pass frames on: a thread that reads, rmcp on
//! a runtime of this thread, a thread that writes; here they are joined and watched.

mod frames;
mod reader;
mod transport;
mod work;
mod writer;

use crate::error::Error;
use crate::server::Server;
use docroom_engine::Engine;
use rmcp::RoleServer;
use rmcp::service::{Peer, serve_directly};
use std::io::{self, BufReader, Read, Write};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::{Notify, oneshot};
use transport::Pipes;
use work::Work;
use writer::Busy;

/// How long a client may leave a write stuck.
const STALL: Duration = Duration::from_secs(30);
/// How often a stuck write is looked for.
const STALL_LOOK: Duration = Duration::from_secs(5);
/// How long answers in work are waited for when the input has ended.
const LAST_ANSWERS: Duration = Duration::from_millis(900);
/// How often the index's state is looked at for changes of the resource list.
const LOOK: Duration = Duration::from_millis(500);

/// Serves stdin and stdout until the input ends; stdout carries frames only. `project` is the
/// one project to serve, none serves all. Once the first answer is out, this process keeps the
/// index if no other one does.
pub fn serve_stdio(engine: Engine, project: Option<String>) -> Result<(), Error> {
    serve_pipes(engine, project, io::stdin(), io::stdout(), STALL)
}

fn serve_pipes(
    engine: Engine,
    project: Option<String>,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    stall: Duration,
) -> Result<(), Error> {
    let server = Server::new(engine.clone(), project)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        // Answers take milliseconds; more threads would only compete for the same cores.
        .max_blocking_threads(4)
        .build()
        .map_err(Error::Start)?;
    let result = runtime.block_on(join_parts(engine, server, input, output, stall));
    // A call that hangs must not keep the process: its answer is lost either way.
    runtime.shutdown_background();
    result
}

async fn join_parts(
    engine: Engine,
    server: Server,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    stall: Duration,
) -> Result<(), Error> {
    let work = Arc::new(Work::default());
    let busy = Arc::new(Busy::new());
    let (request_sender, requests) = unbounded_channel();
    let (frame_sender, frames) = mpsc::channel();
    let (ended_sender, mut ended) = oneshot::channel();
    let (failed_sender, mut failed) = oneshot::channel();
    let answered = Arc::new(Notify::new());

    let (owed, refusals) = (Arc::clone(&work), frame_sender.clone());
    spawn("docroom-read", move || {
        reader::read_requests(BufReader::new(input), &request_sender, &refusals, &owed);
        owed.settle(LAST_ANSWERS);
        // The request channel lives until here: rmcp would cancel calls when it closes.
        drop(request_sender);
        let _ = ended_sender.send(());
    })?;
    let (owed, watched, first) = (Arc::clone(&work), Arc::clone(&busy), Arc::clone(&answered));
    spawn("docroom-write", move || {
        let wrote = writer::write_frames(&frames, output, &watched, &owed, || first.notify_one());
        if let Err(error) = wrote {
            let _ = failed_sender.send(error);
            owed.stop();
        }
    })?;

    let pipes = Pipes { requests, frames: frame_sender, work };
    let running = serve_directly::<RoleServer, _, _, _, _>(server.clone(), pipes, None);
    let peer = running.peer().clone();
    let index = tokio::spawn(follow_index(engine, server, peer, answered));
    let mut looks = tokio::time::interval(stall.min(STALL_LOOK));
    let result = loop {
        tokio::select! {
            biased;
            Ok(error) = &mut failed => break Err(Error::Write(error)),
            _ = &mut ended => break Ok(()),
            _ = looks.tick() => {
                if busy.duration() >= stall {
                    break Err(Error::Stalled { seconds: stall.as_secs() });
                }
            }
        }
    };
    index.abort();
    drop(running);
    result
}

/// Begins keeping the index once the first answer is out, then tells the client whenever the
/// list of resources changed.
async fn follow_index(
    engine: Engine,
    server: Server,
    peer: Peer<RoleServer>,
    answered: Arc<Notify>,
) {
    answered.notified().await;
    let kept = tokio::task::spawn_blocking(move || engine.keep()).await;
    if let Ok(Err(error)) = kept {
        tracing::warn!(%error, causes = ?error.causes(), "this process can't keep the index");
    }
    let mut seen = server.index_mark(None).await;
    let mut looks = tokio::time::interval(LOOK);
    looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        looks.tick().await;
        let now = server.index_mark(seen.clone()).await;
        let changed =
            matches!((&seen, &now), (Some(old), Some(new)) if old.documents != new.documents);
        // A client that never said `initialize` speaks a revision without this notification.
        if changed && peer.peer_info().is_some() {
            let _ = peer.notify_resource_list_changed().await;
        }
        seen = now.or(seen);
    }
}

fn spawn(name: &str, body: impl FnOnce() + Send + 'static) -> Result<(), Error> {
    thread::Builder::new().name(name.to_owned()).spawn(body).map_err(Error::Start)?;
    Ok(())
}

#[cfg(test)]
mod tests;
