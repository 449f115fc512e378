//! Numbers, times and states in words.

use docroom_model::{Phase, Progress, Watching};
use std::time::{SystemTime, UNIX_EPOCH};

/// `1 document`, `1,679 documents`.
pub(crate) fn count(number: u32, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// `1,679`.
pub(crate) fn grouped(number: u32) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What the keeper is doing: `ready`, `indexing 120 of 1,679`.
pub(crate) fn state(progress: Progress) -> String {
    let of = || format!("{} of {}", grouped(progress.done), grouped(progress.total));
    match progress.phase {
        Phase::Waiting => "waiting to be indexed".to_owned(),
        Phase::Scanning => "listing files".to_owned(),
        Phase::Indexing => format!("indexing {}", of()),
        Phase::Embedding => format!("searchable; vectors {}", of()),
        Phase::Ready => "ready".to_owned(),
        Phase::Failed => "failed".to_owned(),
    }
}

/// How changes are noticed.
pub(crate) fn watching(watching: Watching) -> &'static str {
    match watching {
        Watching::Live => "changes are noticed at once",
        Watching::Polling => {
            "changes are noticed within seconds (the system's watch limit is used up)"
        }
        Watching::Paused => "watching is paused",
        Watching::Off => "no process keeps the index now",
    }
}

/// `just now`, `5 minutes ago`, from milliseconds since 1970.
pub(crate) fn ago(then_ms: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_millis() as i64);
    since((now - then_ms).max(0) / 1000)
}

/// `35 ms`, `1.6 s`, from milliseconds.
pub(crate) fn duration(milliseconds: i64) -> String {
    match milliseconds.max(0) {
        short @ ..1000 => format!("{short} ms"),
        long => format!("{:.1} s", long as f64 / 1000.0),
    }
}

fn since(seconds: i64) -> String {
    let (number, noun) = match seconds {
        ..10 => return "just now".to_owned(),
        10..120 => (seconds, "second"),
        120..7_200 => (seconds / 60, "minute"),
        7_200..172_800 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", count(u32::try_from(number).unwrap_or(u32::MAX), noun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_times_read_well() {
        assert_eq!(count(1, "chunk"), "1 chunk");
        assert_eq!(count(1_234_567, "chunk"), "1,234,567 chunks");
        assert_eq!(grouped(999), "999");
        assert_eq!([duration(35), duration(1_640)], ["35 ms", "1.6 s"]);
        for (seconds, text) in [
            (3, "just now"),
            (75, "75 seconds ago"),
            (600, "10 minutes ago"),
            (200_000, "2 days ago"),
        ] {
            assert_eq!(since(seconds), text);
        }
    }
}
