//! The server's end of stdio: rmcp takes checked requests from here and hands its answers
//! back. Framing and the envelope lie in front of it, writing behind it.

use super::work::Work;
use crate::envelope::message;
use rmcp::RoleServer;
use rmcp::model::{ClientRequest, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use std::future::{Future, ready};
use std::io;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use tokio::sync::mpsc::UnboundedReceiver;

/// Requests from the reader, answers to the writer. Their number is bounded by [`Work`].
pub(crate) struct Pipes {
    /// Checked requests.
    pub(crate) requests: UnboundedReceiver<(RequestId, Box<ClientRequest>)>,
    /// Frames to write.
    pub(crate) frames: Sender<Vec<u8>>,
    /// What is owed.
    pub(crate) work: Arc<Work>,
}

impl Pipes {
    fn write(&self, item: &TxJsonRpcMessage<RoleServer>) -> io::Result<()> {
        let id = match item {
            TxJsonRpcMessage::<RoleServer>::Response(response) => Some(&response.id),
            TxJsonRpcMessage::<RoleServer>::Error(error) => error.id.as_ref(),
            TxJsonRpcMessage::<RoleServer>::Request(_)
            | TxJsonRpcMessage::<RoleServer>::Notification(_) => {
                self.work.owe_at_once();
                None
            }
        };
        if id.is_some_and(|id| !self.work.finish(id)) {
            self.work.paid(1);
            return Ok(());
        }
        let frame = serde_json::to_vec(item)?;
        self.frames.send(frame).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

impl Transport<RoleServer> for Pipes {
    type Error = io::Error;

    fn send(
        &mut self,
        item: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        ready(self.write(&item))
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        let (id, request) = self.requests.recv().await?;
        Some(message(id, *request))
    }

    async fn close(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use rmcp::model::{EmptyResult, ServerResult};
    use std::sync::mpsc;
    use std::time::Duration;
    use tokio::sync::mpsc::unbounded_channel;

    #[test]
    fn a_cancelled_answer_is_dropped_and_owed_no_more() {
        let (_requests, receiver) = unbounded_channel();
        let (frames, written) = mpsc::channel();
        let work = Arc::new(Work::default());
        let pipes = Pipes { requests: receiver, frames, work: Arc::clone(&work) };
        for number in [1, 2] {
            assert!(work.owe() && work.begin(RequestId::Number(number)));
        }
        work.cancel(&RequestId::Number(1));
        for number in [1, 2] {
            let result = ServerResult::EmptyResult(EmptyResult {});
            let answer =
                TxJsonRpcMessage::<RoleServer>::response(result, RequestId::Number(number));
            pipes.write(&answer).unwrap();
        }
        let frame = written.try_recv().unwrap();
        assert_eq!(frame, br#"{"jsonrpc":"2.0","id":2,"result":{}}"#);
        assert!(written.try_recv().is_err());
        work.paid(1);
        work.settle(Duration::from_secs(60));
    }
}
