//! The one writer of stdout: whole frames in order, flushed when none waits. It keeps the
//! moment a write began, so that a client that stopped reading can be told from an idle one.

use super::work::Work;
use std::io::{self, BufWriter, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

/// Since when the writer has been busy with one write.
#[derive(Debug)]
pub(crate) struct Busy {
    base: Instant,
    since: AtomicU64,
}

impl Busy {
    pub(crate) fn new() -> Self {
        Self { base: Instant::now(), since: AtomicU64::new(0) }
    }

    /// How long the write in hand has taken; zero when none is.
    pub(crate) fn duration(&self) -> Duration {
        match self.since.load(Ordering::Relaxed) {
            0 => Duration::ZERO,
            began => self.base.elapsed().saturating_sub(Duration::from_millis(began - 1)),
        }
    }

    fn during<T>(&self, write: impl FnOnce() -> T) -> T {
        let now = u64::try_from(self.base.elapsed().as_millis()).unwrap_or(u64::MAX - 1);
        self.since.store(now + 1, Ordering::Relaxed);
        let result = write();
        self.since.store(0, Ordering::Relaxed);
        result
    }
}

/// Writes frames until every sender is gone. `on_written` is called after each flush.
pub(crate) fn write_frames(
    frames: &Receiver<Vec<u8>>,
    output: impl Write,
    busy: &Busy,
    work: &Work,
    mut on_written: impl FnMut(),
) -> io::Result<()> {
    let mut output = BufWriter::with_capacity(64 * 1024, output);
    while let Ok(first) = frames.recv() {
        let mut next = Some(first);
        let mut unflushed = 0;
        while let Some(mut frame) = next.take() {
            frame.push(b'\n');
            busy.during(|| output.write_all(&frame))?;
            unflushed += 1;
            next = frames.try_recv().ok();
        }
        busy.during(|| output.flush())?;
        // Only what has left this process makes room for more.
        work.paid(unflushed);
        on_written();
    }
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn frames_are_written_whole_and_paid_for() {
        let (sender, frames) = mpsc::channel();
        let work = Work::default();
        for text in ["a", "b"] {
            work.owe_at_once();
            sender.send(text.as_bytes().to_vec()).unwrap();
        }
        drop(sender);
        let mut output = Vec::new();
        let mut flushes = 0;
        write_frames(&frames, &mut output, &Busy::new(), &work, || flushes += 1).unwrap();
        assert_eq!((output.as_slice(), flushes), (&b"a\nb\n"[..], 1));
        work.settle(Duration::from_secs(60));
    }

    #[test]
    fn a_broken_pipe_is_reported() {
        struct Broken;
        impl Write for Broken {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let (sender, frames) = mpsc::channel();
        sender.send(b"{}".to_vec()).unwrap();
        let result = write_frames(&frames, Broken, &Busy::new(), &Work::default(), || ());
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::BrokenPipe);
    }
}
