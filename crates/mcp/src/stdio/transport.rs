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
