//! Moments as agents read them: RFC 3339 in UTC, from milliseconds since 1970.

/// `2026-11-30T19:08:00Z`; seconds are as fine as a file's time is worth.
pub(crate) fn rfc3339(milliseconds: i64) -> String {
    let seconds = milliseconds.div_euclid(1000);
    let (year, month, day) = date(seconds.div_euclid(86_400));
    let rest = seconds.rem_euclid(86_400);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// `2026-11-30 19:08 UTC`, for sentences.
pub(crate) fn minute(milliseconds: i64) -> String {
    let text = rfc3339(milliseconds);
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(time)) => format!("{day} {time} UTC"),
        _ => text,
    }
}

/// The civil date of a day counted from 1970-01-01. Years begin in March here, so that the
/// leap day is the last one and months follow one pattern.
fn date(days: i64) -> (i64, i64, i64) {
    const ERA: i64 = 146_097; // days in 400 years
    let shifted = days + 719_468; // days from 0000-03-01 to 1970-01-01
    let day_of_era = shifted.rem_euclid(ERA);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    let year = year_of_era + shifted.div_euclid(ERA) * 400 + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_around_leap_days_and_the_epoch() {
        for (milliseconds, text) in [
            (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59Z"),
            (1_796_065_680_000, "2026-11-30T19:08:00Z"),
        ] {
            assert_eq!(rfc3339(milliseconds), text);
        }
        assert_eq!(minute(1_796_065_680_000), "2026-11-30 19:08 UTC");
    }
}
