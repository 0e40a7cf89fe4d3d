//! The table of simulated kernels, and the same as JSON.

use crate::chip::{Chip, Rates};
use crate::counts::Counts;
use crate::error::Error;
use crate::model::gpu::Target;
use crate::model::table::{Kernel, table};
use crate::run::{Found, Simulated};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Prints kernels as they come.
pub struct Report {
    rates: Rates,
    chip: Chip,
    json: Option<(PathBuf, File)>,
    /// Kernels that times can be predicted of.
    predictable: Vec<Kernel>,
    right: bool,
}

const HEAD: &str = "program | kernel | blocks x threads | cycles | of bandwidth | DRAM of planned | instructions a point | \
    sectors a load | bank conflicts | registers | resident | waiting | difference";

impl Report {
    /// A report on a chip.
    ///
    /// # Errors
    /// [`Error::File`] where the JSON cannot be written.
    pub fn new(chip: Chip, rates: Rates, json: Option<&Path>) -> Result<Report, Error> {
        let json = json.map(|path| match File::create(path) {
            Ok(file) => Ok((path.to_path_buf(), file)),
            Err(error) => Err(Error::file(path)(error)),
        });
        let part =
            if chip.part == 1 { String::new() } else { format!(", one part of {}", chip.part) };
        let rounded = match rates.left_over {
            0 => String::new(),
            left => format!(" (rounded down: no part has {left})"),
        };
        println!(
            "{}{part}: {} multiprocessors{rounded} at {:.0} MHz, {:.0} GB/s in {} channels\n",
            chip.kind.name(),
            rates.multiprocessors,
            rates.clock / 1e6,
            rates.bandwidth / 1e9,
            rates.channels
        );
        println!("| {HEAD} |\n|{}", " --- |".repeat(HEAD.split('|').count()));
        let predictable = Vec::new();
        Ok(Report { rates, chip, json: json.transpose()?, predictable, right: true })
    }

    /// Adds the kernels of a program.
    ///
    /// # Errors
    /// [`Error::File`] where the JSON cannot be written.
    pub fn add(&mut self, kernels: Vec<Simulated>) -> Result<(), Error> {
        for kernel in kernels {
            self.kernel(&kernel)?;
        }
        Ok(())
    }

    fn kernel(&mut self, kernel: &Simulated) -> Result<(), Error> {
        let launch = &kernel.launch;
        let threads: u32 = launch.block.iter().product();
        let shape = format!("{} x {threads}", launch.blocks());
        let mut object = json!({
            "program": kernel.program, "kernel": launch.kernel, "blocks": launch.blocks(), "threads": threads,
            "shared_bytes": launch.shared, "planned_bytes": kernel.planned_bytes, "points": kernel.planned_points,
            "given_bytes": kernel.given_bytes, "chip": self.chip.kind.name(), "part": self.chip.part,
            "multiprocessors": self.rates.multiprocessors, "channels": self.rates.channels, "clock": self.rates.clock,
            "bandwidth": self.rates.bandwidth, "elements": kernel.elements,
        });
        match &kernel.outcome {
            Err(reason) => {
                self.right = false;
                println!(
                    "| {} | {} | {shape} | not simulated: {reason} |",
                    kernel.program, launch.kernel
                );
                object["not_simulated"] = json!(reason);
            }
            Ok(found) => self.found(kernel, found, &shape, &mut object),
        }
        if let Some((path, file)) = &mut self.json {
            writeln!(file, "{object}").map_err(Error::file(path))?;
        }
        Ok(())
    }

    fn found(&mut self, kernel: &Simulated, found: &Found, shape: &str, object: &mut Value) {
        let Found { counts, difference, work } = found;
        let wrong = !difference.is_right(false);
        self.right &= !wrong;
        let figures = Figures::of(kernel, counts, &self.rates);
        let verdict = match (wrong, difference.elements) {
            (true, _) => format!("WRONG: {:.1e}", difference.relative),
            (false, 0) => "none".to_owned(),
            (false, _) => format!("{:.1e}", difference.relative),
        };
        println!(
            "| {} | {} | {shape} | {} | {:.0} % | {:.2} | {:.0} | {:.1} | {:.0} % | {} | {} ({}) | {:.0} % | \
             {verdict} |",
            kernel.program,
            kernel.launch.kernel,
            counts.cycles,
            100.0 * figures.of_bandwidth,
            figures.dram_of_planned,
            figures.instructions,
            figures.sectors,
            100.0 * figures.conflicts,
            counts.registers,
            counts.resident_blocks,
            counts.limited_by,
            100.0 * figures.waiting,
        );
        figures.write(object, counts);
        object["different_elements"] = json!(difference.elements);
        object["difference"] = json!(difference.relative);
        if let Some(work) = work {
            object["work"] = work.to_json();
            self.predictable.extend(Kernel::of_json(object));
        }
    }

    /// The predictions for some GPUs, after all kernels.
    pub fn predict(&self, targets: &[Target]) {
        if !targets.is_empty() {
            println!("\n{}", table(&self.predictable, targets));
        }
    }

    /// Whether all kernels ran and were right.
    pub fn end(self) -> bool {
        self.right
    }
}

/// Figures that are derived from counts.
struct Figures {
    seconds: f64,
    /// The bandwidth that the planned bytes in this time are, over that of the memory.
    of_bandwidth: f64,
    dram_of_planned: f64,
    /// Thread instructions of a point; of a thread, where no plan is known.
    instructions: f64,
    /// Sectors that the threads of a warp ask for in one load or store.
    sectors: f64,
    /// The share of the cycles of shared memory in which an access waited.
    conflicts: f64,
    /// The share of cycles of schedulers in which instructions waited for operands.
    waiting: f64,
}

impl Figures {
    fn of(kernel: &Simulated, counts: &Counts, rates: &Rates) -> Figures {
        let ratio = |a: u64, b: u64| if b == 0 { 0.0 } else { a as f64 / b as f64 };
        let seconds = counts.cycles as f64 / rates.clock;
        let bytes = kernel.planned_bytes.unwrap_or(kernel.given_bytes);
        let points = kernel.planned_points.unwrap_or_else(|| kernel.launch.threads());
        let accesses = (counts.loads + counts.stores).div_ceil(32);
        let shared = counts.shared_accesses.div_ceil(32) + counts.shared_conflicts;
        let issued = counts.warp_instructions + counts.idle + counts.waiting;
        Figures {
            seconds,
            of_bandwidth: bytes as f64 / seconds / rates.bandwidth,
            dram_of_planned: ratio(counts.dram(), bytes),
            instructions: ratio(counts.thread_instructions, points),
            sectors: ratio(counts.l1_accesses, accesses),
            conflicts: ratio(counts.shared_conflicts, shared),
            waiting: ratio(counts.waiting, issued),
        }
    }

    fn write(&self, object: &mut Value, counts: &Counts) {
        let figures = json!({
            "seconds": self.seconds, "of_bandwidth": self.of_bandwidth, "dram_of_planned": self.dram_of_planned,
            "instructions_per_point": self.instructions, "sectors_per_access": self.sectors,
            "bank_conflicts": self.conflicts, "waiting": self.waiting, "cycles": counts.cycles,
            "thread_instructions": counts.thread_instructions, "warp_instructions": counts.warp_instructions,
            "dram_read": counts.dram_read, "dram_written": counts.dram_written, "busiest_channel": counts.busiest_channel, "loads": counts.loads,
            "stores": counts.stores, "shared_accesses": counts.shared_accesses,
            "shared_conflicts": counts.shared_conflicts, "l1_accesses": counts.l1_accesses,
            "l1_misses": counts.l1_misses, "l1_pending": counts.l1_pending, "l2_accesses": counts.l2_accesses, "l2_misses": counts.l2_misses,
            "local_accesses": counts.local_accesses, "registers": counts.registers,
            "local_bytes": counts.local_bytes, "static_shared": counts.static_shared,
            "resident_blocks": counts.resident_blocks, "limited_by": counts.limited_by,
        });
        if let (Value::Object(object), Value::Object(figures)) = (object, figures) {
            object.extend(figures);
        }
    }
}
