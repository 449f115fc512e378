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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use serde_json::Value;
    use std::sync::mpsc;
    use tokio::sync::mpsc::unbounded_channel;

    #[test]
    fn an_id_in_flight_is_refused_and_the_first_one_goes_on() {
        let ping = |id: &str| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"ping\"}}\n");
        let input = [ping("1"), ping("1"), ping("\"1\""), ping("2")].concat();
        let (request_sender, mut requests) = unbounded_channel();
        let (frame_sender, frames) = mpsc::channel();
        read_requests(input.as_bytes(), &request_sender, &frame_sender, &Work::default());
        drop((request_sender, frame_sender));
        let refusals: Vec<Value> =
            frames.iter().map(|frame| serde_json::from_slice(&frame).unwrap()).collect();
        assert_eq!(refusals.len(), 1);
        assert_eq!(refusals[0]["id"], 1);
        assert_eq!(refusals[0]["error"]["code"], -32600);
        let mut ids = Vec::new();
        while let Some((id, _)) = requests.blocking_recv() {
            ids.push(id.to_string());
        }
        assert_eq!(ids, ["1", "1", "2"]);
    }
}
