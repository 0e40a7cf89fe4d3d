//! Numbers and tables as people read them.

use std::time::Duration;

/// A number with three digits and a prefix: `1.23 M`. The unit follows the prefix without a space.
pub(super) fn si(value: f64, unit: &str) -> String {
    const PREFIXES: [&str; 6] = ["", "k", "M", "G", "T", "P"];
    let mut value = value;
    let mut prefix = 0;
    while value >= 999.5 && prefix + 1 < PREFIXES.len() {
        value /= 1000.0;
        prefix += 1;
    }
    let number = match value {
        _ if prefix == 0 && value.fract() == 0.0 => format!("{value}"),
        ..9.995 => format!("{value:.2}"),
        ..99.95 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    };
    match (PREFIXES[prefix], unit) {
        ("", "") => number,
        (prefix, unit) => format!("{number} {prefix}{unit}"),
    }
}

pub(super) fn bytes(bytes: u64) -> String {
    si(bytes as f64, "B")
}

pub(super) fn count(count: u64) -> String {
    si(count as f64, "")
}

pub(super) fn time(time: Option<Duration>) -> String {
    match time.map(|time| time.as_secs_f64()) {
        None => "-".into(),
        Some(seconds) if seconds < 0.9995e-6 => format!("{:.0} ns", seconds * 1e9),
        Some(seconds) if seconds < 0.9995e-3 => format!("{:.1} us", seconds * 1e6),
        Some(seconds) if seconds < 0.9995 => format!("{:.2} ms", seconds * 1e3),
        Some(seconds) => format!("{seconds:.2} s"),
    }
}

pub(super) fn percent(part: Option<f64>) -> String {
    part.map_or("-".into(), |part| format!("{:.0} %", part * 100.0))
}

/// `1 kernel`, `2 kernels`
pub(super) fn plural(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Columns of equal width, the first to the left and the others to the right; lines end without spaces.
pub(super) fn columns(rows: &[Vec<String>]) -> Vec<String> {
    let width = |k: usize| rows.iter().filter_map(|row| Some(row.get(k)?.chars().count())).max();
    let widths: Vec<usize> = (0..).map_while(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(k, (cell, &width))| match k {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits() {
        let texts = [0, 7, 999, 1000, 9_999, 12_345, 999_499, 999_500].map(count);
        assert_eq!(texts, ["0", "7", "999", "1.00 k", "10.0 k", "12.3 k", "999 k", "1.00 M"]);
        assert_eq!(bytes(16_000_000), "16.0 MB");
        assert_eq!(bytes(u64::MAX), "18447 PB");
        assert_eq!(time(Some(Duration::from_nanos(1500))), "1.5 us");
        assert_eq!(time(Some(Duration::from_nanos(999_900))), "1.00 ms");
        assert_eq!(percent(Some(0.256)), "26 %");
    }
}
