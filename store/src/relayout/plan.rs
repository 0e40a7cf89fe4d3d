//! What is known of a change of layout before it runs.

use std::fmt;

use serde_json::{Value, json};

use super::Pass;

/// What a change of layout does, known before it runs.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) passes: Vec<Pass>,
    pub(super) memory: u64,
}

impl Plan {
    /// The passes; none if the array has no elements.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// The most memory by which the process grows, in bytes.
    pub fn peak_bytes(&self) -> u64 {
        self.passes.iter().map(|pass| pass.peak_bytes).max().unwrap_or(0)
    }

    /// Bytes read in all passes.
    pub fn bytes_read(&self) -> u64 {
        self.passes.iter().map(|pass| pass.bytes_read).sum()
    }

    /// Bytes written in all passes.
    pub fn bytes_written(&self) -> u64 {
        self.passes.iter().map(|pass| pass.bytes_written).sum()
    }

    /// The predicted time, in seconds.
    pub fn seconds(&self) -> f64 {
        self.passes.iter().map(|pass| pass.seconds).sum()
    }

    /// The plan as a JSON object.
    pub fn json(&self) -> Value {
        json!({
            "memory": self.memory,
            "peak_bytes": self.peak_bytes(),
            "bytes_read": self.bytes_read(),
            "bytes_written": self.bytes_written(),
            "seconds": self.seconds(),
            "passes": self.passes.iter().map(Pass::json).collect::<Vec<_>>(),
        })
    }
}

/// Bytes in the unit that leaves at most five digits before the point.
fn size(bytes: u64) -> String {
    let bytes = bytes as f64;
    let units = [(1e6, "MB"), (1e9, "GB"), (1e12, "TB"), (1e15, "PB")];
    let (unit, name) = units.into_iter().find(|(unit, _)| bytes < 1e5 * unit).unwrap_or(units[3]);
    format!("{:.1} {name}", bytes / unit)
}

/// A time in seconds or hours.
fn time(seconds: f64) -> String {
    match seconds < 7200.0 {
        true => format!("{seconds:.1} s"),
        false => format!("{:.1} h", seconds / 3600.0),
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, pass) in self.passes.iter().enumerate() {
            writeln!(f, "pass {}: {}", k + 1, pass.describe())?;
            let about = if pass.is_exact { "" } else { "about " };
            writeln!(
                f,
                "  reads {about}{} in {} chunks, writes {about}{} in {} chunks",
                size(pass.bytes_read),
                pass.chunks_read,
                size(pass.bytes_written),
                pass.chunks_written
            )?;
            writeln!(
                f,
                "  at most {} of memory, {} threads, about {}",
                size(pass.peak_bytes),
                pass.threads,
                time(pass.seconds)
            )?;
        }
        write!(
            f,
            "{} pass{}: reads {}, writes {}, at most {} of memory (of {}), about {}",
            self.passes.len(),
            if self.passes.len() == 1 { "" } else { "es" },
            size(self.bytes_read()),
            size(self.bytes_written()),
            size(self.peak_bytes()),
            size(self.memory),
            time(self.seconds())
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times_have_units_that_suit_them() {
        assert_eq!(size(2_147_483_648), "2147.5 MB");
        assert_eq!(size(3_200_000_000_000), "3200.0 GB");
        assert_eq!(size(1_000_000_000_000_000), "1000.0 TB");
        assert_eq!(size(u64::MAX), "18446.7 PB");
        assert_eq!((time(3.25), time(36_000.0)), ("3.2 s".to_owned(), "10.0 h".to_owned()));
    }
}
