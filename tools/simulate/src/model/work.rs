//! The work of a launch: what a prediction needs to know of it, also as JSON.

use super::gpu::{COMMON, SIMULATED};
use super::traffic::{Shares, Traffic};
use crate::code::compile::Tools;
use crate::code::lines::Lines;
use crate::code::ptx::{self, Reading};
use crate::code::runs::{self, Runs};
use crate::code::walk::{Waits, Walk};
use crate::code::{Code, Kind, Wait, sass, schedule};
use crate::counts::Counts;
use crate::error::Error;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Compute capabilities (times ten) that registers are told for.
pub const CAPABILITIES: [&str; 3] = ["70", "80", "90"];

/// Instructions that run one after another, and what they cost in a launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stretch {
    /// Instructions of warps, by kind.
    pub issued: [f64; Kind::COUNT],
    /// Instructions, and waits of each kind, that a block of threads has one after another.
    pub path: f64,
    pub waits: Waits,
    /// Loads of global memory on the same path.
    pub loads: f64,
    pub traffic: Traffic,
}

/// What `ptxas` says of a kernel for one compute capability.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Registers {
    pub of_thread: f64,
    /// Bytes of a thread that did not fit.
    pub spilled: f64,
}

/// The work of a launch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Work {
    pub blocks: f64,
    pub threads: f64,
    /// Bytes of shared memory of a block.
    pub shared_bytes: f64,
    /// The traffic of the simulator's busiest channel of the memory, over that of the average one.
    pub uneven: f64,
    /// By compute capability.
    pub registers: BTreeMap<String, Registers>,
    /// The stretches, of the PTX as it was `simulated`, of its usual machine instructions (`ptx`), and of the machine code
    /// of architectures (such as `sm_90`).
    pub listings: BTreeMap<String, Vec<Stretch>>,
}

/// What the work of a launch is taken from.
pub struct Sources<'a> {
    /// As the simulator executed it.
    pub ptx: &'a str,
    pub lines: &'a Lines,
    pub counts: &'a Counts,
    pub blocks: u64,
    pub threads: u32,
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// Bytes of arrays that the kernel may write.
    pub writable: u64,
}

impl Work {
    /// The work of a launch. The compiler's files are written into a folder.
    ///
    /// # Errors
    /// Those of the compiler and the disassembler.
    pub fn new(sources: &Sources<'_>, tools: &Tools, folder: &Path) -> Result<Work, Error> {
        let blocks = sources.blocks as f64;
        let simulated = ptx::read(sources.ptx, Reading::Simulated);
        let shares = Shares::new(&simulated, sources.lines, sources.counts, sources.writable);
        let runs = runs::of_ptx(&simulated, sources.lines, blocks);
        let expanded =
            schedule::scheduled(ptx::read(sources.ptx, Reading::Expanded), &COMMON, usize::MAX);
        let mut work = Work {
            blocks,
            threads: f64::from(sources.threads),
            shared_bytes: f64::from(sources.shared) + sources.counts.static_shared as f64,
            uneven: sources.counts.uneven(),
            ..Work::default()
        };
        let of = |code: &Code, runs: &[Runs], latencies: &Waits| {
            stretches(code, runs, &shares, &simulated, latencies)
        };
        work.listings.insert("simulated".to_owned(), of(&simulated, &runs, &SIMULATED));
        work.listings.insert("ptx".to_owned(), of(&expanded, &runs, &COMMON));
        for capability in CAPABILITIES {
            let compiled = tools.compile(sources.ptx, capability, folder)?;
            let (of_thread, spilled) = (compiled.registers as f64, compiled.spilled as f64);
            work.registers.insert(capability.to_owned(), Registers { of_thread, spilled });
            if let Some(listing) = compiled.listing {
                let code = sass::read(&listing);
                let runs = runs::of_sass(&code, &simulated, &runs);
                work.listings.insert(format!("sm_{capability}"), of(&code, &runs, &COMMON));
            }
        }
        Ok(work)
    }

    /// The stretches that a prediction counts: machine code, or else PTX.
    pub fn stretches(&self, listing: &str) -> &[Stretch] {
        let found = self.listings.get(listing).or_else(|| self.listings.get("ptx"));
        found.map_or(&[], Vec::as_slice)
    }

    pub fn to_json(&self) -> Value {
        let registers = self.registers.iter().map(|(capability, registers)| {
            (capability.clone(), json!([registers.of_thread, registers.spilled]))
        });
        let listings = self.listings.iter().map(|(name, stretches)| {
            let stretches = stretches.iter().map(|stretch| {
                json!([
                    stretch.issued,
                    stretch.path,
                    stretch.waits,
                    stretch.loads,
                    stretch.traffic.numbers()
                ])
            });
            (name.clone(), stretches.collect::<Value>())
        });
        json!({
            "blocks": self.blocks, "threads": self.threads, "shared_bytes": self.shared_bytes, "uneven": self.uneven,
            "kinds": Kind::NAMES, "waits": Wait::NAMES, "registers": registers.collect::<serde_json::Map<_, _>>(),
            "listings": listings.collect::<serde_json::Map<_, _>>(),
        })
    }

    /// The work of which a value was made; nothing, if it was made of none.
    pub fn of_json(value: &Value) -> Option<Work> {
        let number = |name: &str| value.get(name)?.as_f64();
        let registers =
            value.get("registers")?.as_object()?.iter().map(|(capability, registers)| {
                let [of_thread, spilled] = numbers(registers)?;
                Some((capability.clone(), Registers { of_thread, spilled }))
            });
        let listings = value.get("listings")?.as_object()?.iter().map(|(name, stretches)| {
            let stretches =
                stretches.as_array()?.iter().map(stretch).collect::<Option<Vec<_>>>()?;
            Some((name.clone(), stretches))
        });
        Some(Work {
            blocks: number("blocks")?,
            threads: number("threads")?,
            shared_bytes: number("shared_bytes")?,
            uneven: number("uneven")?,
            registers: registers.collect::<Option<_>>()?,
            listings: listings.collect::<Option<_>>()?,
        })
    }
}

fn stretch(value: &Value) -> Option<Stretch> {
    Some(Stretch {
        issued: numbers(value.get(0)?)?,
        path: value.get(1)?.as_f64()?,
        waits: numbers(value.get(2)?)?,
        loads: value.get(3)?.as_f64()?,
        traffic: Traffic::of(numbers(value.get(4)?)?),
    })
}

fn numbers<const N: usize>(value: &Value) -> Option<[f64; N]> {
    let numbers = value.as_array()?.iter().map(Value::as_f64).collect::<Option<Vec<f64>>>()?;
    numbers.try_into().ok()
}

/// The stretches of a code that ran.
fn stretches(
    code: &Code,
    runs: &[Runs],
    shares: &Shares<'_>,
    ptx: &Code,
    latencies: &Waits,
) -> Vec<Stretch> {
    let answers = |instruction: &crate::code::Instruction| shares.answers(instruction);
    let passages = Walk::new(latencies, &answers).through(code);
    let traffic = shares.of_blocks(code, ptx);
    let all = code.blocks.iter().zip(runs).zip(passages.iter().zip(traffic));
    let stretches = all.map(|((block, runs), (passage, traffic))| {
        let mut stretch =
            Stretch { traffic, path: runs.path * passage.issued, ..Stretch::default() };
        for (wait, part) in stretch.waits.iter_mut().zip(passage.waits) {
            *wait = runs.path * part;
        }
        for instruction in &code.instructions[block.clone()] {
            for (kind, count) in &instruction.cost {
                stretch.issued[*kind as usize] += count * runs.warps;
            }
            if instruction.loads() {
                stretch.loads += runs.path;
            }
            // What did not fit in registers is in the first-level cache: 4 bytes or more of each thread.
            if instruction.kind == Kind::Local {
                let wide = if instruction.opcode.contains("64") { 2.0 } else { 1.0 };
                stretch.traffic.l1 += 4.0 * wide * runs.warps;
            }
        }
        stretch
    });
    stretches.filter(|stretch| *stretch != Stretch::default()).collect()
}

/// Waits in all, by kind.
pub fn waits(stretches: &[Stretch]) -> Waits {
    let mut all = [0.0; Wait::COUNT];
    for stretch in stretches {
        all.iter_mut().zip(stretch.waits).for_each(|(sum, part)| *sum += part);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Registers, Sources, Stretch, Work, stretches};
    use crate::code::lines::{Line, Lines};
    use crate::code::ptx::{Reading, read};
    use crate::code::{Kind, Wait, runs};
    use crate::counts::Counts;
    use crate::model::gpu::COMMON;
    use crate::model::traffic::{Shares, Traffic};

    #[test]
    fn json_keeps_the_work() {
        let stretch = Stretch {
            issued: [1.5; Kind::COUNT],
            path: 7.0,
            waits: [0.25; Wait::COUNT],
            loads: 2.0,
            traffic: Traffic { read: 64.0, l1: 2.0, ..Traffic::default() },
        };
        let work = Work {
            blocks: 64.0,
            threads: 256.0,
            shared_bytes: 2048.0,
            uneven: 1.5,
            registers: [("90".to_owned(), Registers { of_thread: 39.0, spilled: 8.0 })].into(),
            listings: [("sm_90".to_owned(), vec![stretch])].into(),
        };
        let text = work.to_json().to_string();
        let value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(Work::of_json(&value), Some(work));
        assert_eq!(Work::of_json(&serde_json::json!({"blocks": 1})), None);
    }

    /// A copy of 128 values by two blocks of 64 threads.
    #[test]
    fn counts_a_copy() {
        let text =
            "{\n\tld.global.f64 \t%fd1, [%rd1];\n\tst.global.f64 \t[%rd2], %fd1;\n\tret;\n}\n";
        let load =
            Line { threads: 128, memory_bytes: 1024, sectors: 32, warps: 4, ..Line::default() };
        let store = Line { threads: 128, sectors: 32, warps: 4, ..Line::default() };
        let end = Line { threads: 128, ..Line::default() };
        let lines: Lines = [(2, load), (3, store), (4, end)].into();
        let counts = Counts {
            dram_written: 256,
            l1_misses: 64,
            l1_accesses: 64,
            l2_accesses: 64,
            ..Counts::default()
        };
        let sources = Sources {
            ptx: text,
            lines: &lines,
            counts: &counts,
            blocks: 2,
            threads: 64,
            shared: 0,
            writable: 1024,
        };
        let code = read(text, Reading::Simulated);
        let shares = Shares::new(&code, &lines, &counts, sources.writable);
        let found = stretches(&code, &runs::of_ptx(&code, &lines, 2.0), &shares, &code, &COMMON);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].traffic.numbers(), [1024.0, 256.0, 1024.0, 2048.0, 64.0, 0.0]);
        // Two warps a block execute a load, a store and a return, and each waits for the memory once.
        assert_eq!(found[0].issued[Kind::Global as usize], 8.0);
        assert_eq!(found[0].issued[Kind::Other as usize], 4.0);
        assert_eq!(
            (found[0].path, found[0].waits[Wait::Memory as usize], found[0].loads),
            (3.0, 1.0, 1.0)
        );
    }
}
