//! What a streamed call will do, for people.

use std::fmt;

/// What a pass over the large arrays does.
#[derive(Clone, Debug, Default)]
pub struct PassSummary {
    /// The number of tiles on each axis that is cut, with the axis.
    pub cuts: Vec<(String, usize)>,
    /// The number of tiles.
    pub tiles: usize,
    /// Reads of chunks, or of parts of chunks.
    pub chunks: u64,
    /// Bytes of these chunks without codecs, as far as they are read.
    pub bytes_read: u64,
    /// Bytes written to arrays on disk, without codecs.
    pub bytes_written: u64,
    /// The most memory that the process takes beyond what it had, in bytes.
    pub peak_bytes: u64,
    /// The predicted time, in seconds, if the files are on a common solid-state disk.
    pub seconds: f64,
    /// The number of threads; the most of all strips.
    pub threads: usize,
    pub(super) coded: bool,
    /// Whether it reads the results of earlier passes only, which are in memory.
    pub(super) of_values: bool,
}

/// What a streamed call will do.
#[derive(Clone, Debug)]
pub struct StreamPlan {
    /// The function.
    pub function: &'static str,
    /// How `&mut` arrays are changed, for people.
    pub updates: Vec<String>,
    /// Passes over the large arrays, one after another.
    pub passes: Vec<PassSummary>,
    /// The number of strips along each axis that is divided into strips. For each strip, all passes run. Passes count those
    /// of all strips.
    pub strips: Vec<(String, usize)>,
    /// The bound of memory.
    pub memory: u64,
}

/// Adds the same pass of another strip.
pub(in crate::stream) fn add_strip(sum: &mut PassSummary, other: &PassSummary) {
    sum.tiles += other.tiles;
    sum.chunks += other.chunks;
    sum.bytes_read += other.bytes_read;
    sum.bytes_written += other.bytes_written;
    sum.peak_bytes = sum.peak_bytes.max(other.peak_bytes);
    sum.seconds += other.seconds;
    sum.threads = sum.threads.max(other.threads);
    sum.coded |= other.coded;
    sum.of_values &= other.of_values;
}

impl StreamPlan {
    /// The most memory that the process takes beyond what it had, in bytes.
    pub fn peak_bytes(&self) -> u64 {
        self.passes.iter().map(|pass| pass.peak_bytes).max().unwrap_or(0)
    }
}

impl fmt::Display for StreamPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mb = |bytes: u64| bytes as f64 / 1e6;
        let over_arrays = self.passes.iter().filter(|pass| !pass.of_values).count();
        writeln!(f, "{}: {} over large arrays", self.function, count(over_arrays, "pass", "es"))?;
        if !self.strips.is_empty() {
            let number = self.strips.iter().map(|(_, parts)| parts).product();
            let axes = self.strips.iter().map(|(axis, parts)| format!("{axis} in {parts}"));
            let axes = axes.collect::<Vec<_>>().join(", ");
            writeln!(f, "  in {} ({axes}), each with all passes", count(number, "strip", "s"))?;
        }
        for (k, pass) in self.passes.iter().enumerate() {
            let cuts = pass.cuts.iter().map(|(axis, parts)| format!("{axis} in {parts}"));
            let cuts = cuts.collect::<Vec<_>>().join(", ");
            let cuts = if cuts.is_empty() { "one tile".to_owned() } else { cuts };
            writeln!(
                f,
                "  pass {}{}: {} ({cuts}), {} of chunks, {:.1} MB read, {:.1} MB written, {:.1} MB of memory, {}, about {:.2} s",
                k + 1,
                if pass.of_values { " over results of earlier ones" } else { "" },
                count(pass.tiles, "tile", "s"),
                count(pass.chunks as usize, "read", "s"),
                mb(pass.bytes_read),
                mb(pass.bytes_written),
                mb(pass.peak_bytes),
                count(pass.threads, "thread", "s"),
                pass.seconds,
            )?;
        }
        for update in &self.updates {
            writeln!(f, "  {update}")?;
        }
        write!(f, "  memory: {:.1} MB of {:.1} MB", mb(self.peak_bytes()), mb(self.memory))
    }
}

fn count(n: usize, thing: &str, plural: &str) -> String {
    if n == 1 { format!("1 {thing}") } else { format!("{n} {thing}{plural}") }
}
