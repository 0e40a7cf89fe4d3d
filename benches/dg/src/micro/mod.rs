//! The costs of the parts of CUDA graphs: launches, changes, loops, copies, memory.

mod conditional;
mod copy;
mod first_call;
mod kernels;
mod launch;
mod memory;
mod program;
mod rebind;

use super::error::Error;
use super::options::{Options, Target};
use super::report::Lines;
use array_fn::Device;
use array_fn::cuda::Gpu;
use clap::ValueEnum;
use kernels::Kernels;
use serde_json::{Value, json};

/// What `--micro` measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// The first call of the wave program: before everything else, as nothing is loaded then.
    FirstCall,
    /// Launches of graphs with 1 to 1000 nodes.
    Launch,
    /// Changes of arguments.
    Rebind,
    /// Calls of array programs: a graph, or kernels on a stream.
    Program,
    /// Passes of a WHILE node.
    While,
    /// Copies between the host and the device.
    Copy,
    /// Memory that the graph allocates itself.
    Memory,
}

/// The common state of all parts.
struct Micro<'a> {
    gpu: Gpu,
    device: &'a Device,
    /// The seconds for one measurement.
    seconds: f64,
    copy_mib: usize,
    lines: Lines,
}

/// Prints one table per part, and writes one line per row.
pub fn measure(options: &Options, target: &Target) -> Result<(), Error> {
    let Some(gpu) = target.gpu else { return Err("CUDA graphs need a GPU".into()) };
    let mut micro = Micro {
        gpu,
        device: &target.device,
        seconds: options.seconds / 4.0,
        copy_mib: options.copy_mib.max(1),
        lines: Lines::new(options.json.as_deref(), false)?,
    };
    let wanted = |part: Part| options.parts.is_empty() || options.parts.contains(&part);
    if wanted(Part::FirstCall) {
        first_call::measure(&mut micro)?;
    }
    if wanted(Part::Program) {
        program::measure(&mut micro)?;
    }
    if wanted(Part::Copy) {
        copy::measure(&mut micro)?;
    }
    let by_hand = [Part::Launch, Part::Rebind, Part::While, Part::Memory];
    if by_hand.into_iter().any(wanted) {
        let kernels = Kernels::load(gpu)?;
        println!("\nKernels of the next tables: {}.", kernels.origin);
        if wanted(Part::Launch) {
            launch::measure(&mut micro, &kernels)?;
        }
        if wanted(Part::Rebind) {
            rebind::measure(&mut micro, &kernels)?;
        }
        if wanted(Part::While) {
            conditional::measure(&mut micro, &kernels)?;
        }
        if wanted(Part::Memory) {
            memory::measure(&mut micro, &kernels)?;
        }
    }
    Ok(())
}

impl Micro<'_> {
    /// Adds a line for a measurement of `part`.
    fn line(&mut self, part: &str, mut fields: Value) -> Result<(), Error> {
        fields["micro"] = json!(part);
        fields["device"] = json!(self.device.to_string());
        self.lines.add(&fields)
    }
}
