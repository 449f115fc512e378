//! The reading thread: lines of input to checked requests, refusals straight to the writer.

use super::frames::{Line, next_line};
use super::work::Work;
use crate::envelope::{self, FRAME_LIMIT, Frame, Refusal};
use rmcp::model::{ClientRequest, RequestId};
use std::io::BufRead;
use std::sync::mpsc::Sender;
use tokio::sync::mpsc::UnboundedSender;

/// Reads until the input ends or nothing can be written any more.
pub(crate) fn read_requests(
    mut input: impl BufRead,
    requests: &UnboundedSender<(RequestId, Box<ClientRequest>)>,
    frames: &Sender<Vec<u8>>,
    work: &Work,
) {
    loop {
        let frame = match next_line(&mut input, FRAME_LIMIT) {
            Ok(Some(Line::Whole(line))) => envelope::read(&line),
            Ok(Some(Line::Overlong)) => Frame::Refused(Refusal::too_long()),
            Ok(None) => return,
            Err(error) => {
                tracing::warn!(%error, "could not read from the client; taken as its end");
                return;
            }
        };
        let refusal = match frame {
            Frame::Ignored => continue,
            Frame::Cancelled(id) => {
                work.cancel(&id);
                continue;
            }
            Frame::Refused(refusal) => refusal,
            Frame::Request(id, request) => {
                if !work.owe() {
                    return;
                }
                if work.begin(id.clone()) {
                    if requests.send((id, request)).is_err() {
                        return;
                    }
                } else if frames.send(Refusal::in_flight(id).to_bytes()).is_err() {
                    return;
                }
                continue;
            }
        };
        if !work.owe() || frames.send(refusal.to_bytes()).is_err() {
            return;
        }
    }
}
