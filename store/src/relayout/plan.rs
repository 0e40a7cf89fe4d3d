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

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let megabytes = |bytes: u64| bytes as f64 / 1e6;
        for (k, pass) in self.passes.iter().enumerate() {
            writeln!(f, "pass {}: {}", k + 1, pass.describe())?;
            let about = if pass.is_exact { "" } else { "about " };
            writeln!(
                f,
                "  reads {about}{:.1} MB in {} chunks, writes {about}{:.1} MB in {} chunks",
                megabytes(pass.bytes_read),
                pass.chunks_read,
                megabytes(pass.bytes_written),
                pass.chunks_written
            )?;
            writeln!(
                f,
                "  at most {:.1} MB of memory, {} threads, about {:.1} s",
                megabytes(pass.peak_bytes),
                pass.threads,
                pass.seconds
            )?;
        }
        write!(
            f,
            "{} pass{}: reads {:.1} MB, writes {:.1} MB, at most {:.1} MB of memory (of {:.1}), about {:.1} s",
            self.passes.len(),
            if self.passes.len() == 1 { "" } else { "es" },
            megabytes(self.bytes_read()),
            megabytes(self.bytes_written()),
            megabytes(self.peak_bytes()),
            megabytes(self.memory),
            self.seconds()
        )
    }
}
