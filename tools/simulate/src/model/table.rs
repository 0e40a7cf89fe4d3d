//! The table of predictions.

use super::gpu::{Gpu, Target};
use super::predict::{Prediction, Resource, predict};
use super::roofline::Roofline;
use super::work::Work;
use crate::chip::{Chip, Kind, Rates};
use clap::ValueEnum;
use serde_json::Value;
use std::fmt::Write as _;

/// A simulated kernel, as far as predictions need it.
#[derive(Clone, Debug, PartialEq)]
pub struct Kernel {
    pub program: String,
    pub kernel: String,
    /// Elements of a solver's mesh.
    pub elements: Option<u64>,
    /// What simulated it.
    pub chip: Chip,
    pub rates: Rates,
    pub cycles: u64,
    pub work: Work,
}

const HEAD: [&str; 11] = [
    "program",
    "kernel",
    "GPU",
    "µs",
    "of simulated",
    "µs in a large launch",
    "without overlap",
    "limited by",
    "of bandwidth",
    "of gather roofline",
    "resident",
];

impl Kernel {
    /// The kernel of a line that an earlier simulation wrote; nothing, if it was not simulated, or without its work.
    pub fn of_json(value: &Value) -> Option<Kernel> {
        let text = |name: &str| Some(value.get(name)?.as_str()?.to_owned());
        let number = |name: &str| value.get(name)?.as_f64();
        let chip = text("chip")?;
        let kind = Kind::value_variants().iter().find(|kind| kind.name() == chip)?;
        Some(Kernel {
            program: text("program")?,
            kernel: text("kernel")?,
            elements: value.get("elements").and_then(Value::as_u64),
            chip: Chip { kind: *kind, part: number("part")? as u32 },
            rates: Rates {
                multiprocessors: number("multiprocessors")? as u32,
                left_over: 0,
                channels: number("channels")? as u32,
                clock: number("clock")?,
                bandwidth: number("bandwidth")?,
            },
            cycles: value.get("cycles")?.as_u64()?,
            work: Work::of_json(value.get("work")?)?,
        })
    }

    /// The prediction for the simulated chip, over the cycles of the simulator.
    pub fn judged(&self) -> Option<(Gpu, f64)> {
        let gpu = Gpu::simulated(self.chip, &self.rates)?;
        let cycles = predict(&self.work, &gpu).launch * gpu.clock;
        Some((gpu, cycles / self.cycles as f64))
    }
}

/// The predictions for kernels: first for the simulated chip, which judges the model, then for the targets.
pub fn table(kernels: &[Kernel], targets: &[Target]) -> String {
    let mut out = format!("| {} |", HEAD.join(" | "));
    for name in Resource::NAMES {
        let _ = write!(out, " {name} |");
    }
    out.push_str(" registers | loads a wait | counted |\n|");
    out.push_str(&" --- |".repeat(HEAD.len() + Resource::COUNT + 3));
    out.push('\n');
    for kernel in kernels {
        if let Some((gpu, judged)) = kernel.judged() {
            row(&mut out, kernel, &gpu, &format!("{:.0} %", 100.0 * judged));
        }
        for target in targets {
            row(&mut out, kernel, &target.gpu(), "");
        }
    }
    out.push_str(&totals(kernels, targets));
    out
}

fn row(out: &mut String, kernel: &Kernel, gpu: &Gpu, judged: &str) {
    let found = predict(&kernel.work, gpu);
    let _ = write!(
        out,
        "| {} | {} | {} | {:.2} | {judged} | {:.2} | {:.2} | {} | {:.0} % | {} | {} ({}) |",
        kernel.program,
        kernel.kernel,
        gpu.name,
        1e6 * found.launch,
        1e6 * found.large,
        1e6 * found.in_step,
        found.limiter(),
        100.0 * found.of_bandwidth(gpu),
        of_roofline(&kernel.program, kernel.elements, gpu, found.large),
        found.resident,
        found.limited_by,
    );
    for time in found.times {
        let _ = write!(out, " {:.0} % |", 100.0 * time / found.large);
    }
    let spilled =
        if found.spilled > 0.0 { format!(" (+{} B)", found.spilled) } else { String::new() };
    let counted = if found.machine_code { gpu.listing } else { "PTX" };
    let _ =
        writeln!(out, " {}{spilled} | {:.1} | {counted} |", found.registers, found.loads_in_flight);
}

/// The part of the speed at which the memory would gather all traces, in percent.
fn of_roofline(program: &str, elements: Option<u64>, gpu: &Gpu, seconds: f64) -> String {
    let found = Roofline::of(program).zip(elements).map(|(roofline, elements)| {
        format!("{:.0} %", 100.0 * roofline.gathered * elements as f64 / gpu.bandwidth / seconds)
    });
    found.unwrap_or_default()
}

/// What a GPU does with a right-hand side of a solver as a whole, in a large launch.
pub struct RightHandSide {
    pub program: String,
    pub roofline: Roofline,
    /// Of an element of the mesh, and without overlap of stretches of the code.
    pub seconds: f64,
    pub in_step: f64,
    pub bytes: f64,
    /// That of its longest kernel.
    pub limiter: &'static str,
    /// The part of the speed at which the memory would gather all traces.
    pub of_roofline: f64,
}

/// The right-hand sides among kernels, on a GPU.
pub fn right_hand_sides(kernels: &[Kernel], gpu: &Gpu) -> Vec<RightHandSide> {
    let mut programs: Vec<(&str, f64, Roofline)> = Vec::new();
    for kernel in kernels {
        let known = programs.iter().any(|(program, ..)| *program == kernel.program);
        let found = Roofline::of(&kernel.program).zip(kernel.elements).filter(|_| !known);
        programs.extend(found.map(|(roofline, n)| (kernel.program.as_str(), n as f64, roofline)));
    }
    let sides = programs.into_iter().map(|(program, elements, roofline)| {
        let own = kernels.iter().filter(|kernel| kernel.program == program);
        let found: Vec<Prediction> = own.map(|kernel| predict(&kernel.work, gpu)).collect();
        let seconds = found.iter().map(|found| found.large).sum::<f64>() / elements;
        let longest = found.iter().max_by(|a, b| a.large.total_cmp(&b.large));
        RightHandSide {
            program: program.to_owned(),
            roofline,
            seconds,
            in_step: found.iter().map(|found| found.in_step).sum::<f64>() / elements,
            bytes: found.iter().map(|found| found.bytes).sum::<f64>() / elements,
            limiter: longest.map_or("nothing", Prediction::limiter),
            of_roofline: roofline.gathered / gpu.bandwidth / seconds,
        }
    });
    sides.collect()
}

/// A line for each right-hand side of a solver and GPU.
fn totals(kernels: &[Kernel], targets: &[Target]) -> String {
    let mut out = String::new();
    for target in targets {
        for side in right_hand_sides(kernels, &target.gpu()) {
            let _ = write!(
                out,
                "\n{} on {}: {:.2} ns an element ({:.2} without overlap), {:.0} bytes of DRAM ({:.0} if neighbours are gathered from it, {:.0} \
                 at least), {:.0} % of the gather roofline, limited by {}",
                side.program,
                target.name(),
                1e9 * side.seconds,
                1e9 * side.in_step,
                side.bytes,
                side.roofline.gathered,
                side.roofline.compulsory,
                100.0 * side.of_roofline,
                side.limiter,
            );
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Kernel, table};
    use crate::model::gpu::Target;
    use crate::model::traffic::Traffic;
    use crate::model::work::{Registers, Stretch, Work};
    use serde_json::json;

    /// 1000 elements of 2920 bytes.
    fn work() -> Work {
        let traffic = Traffic { read: 1640e3, stored: 1280e3, ..Traffic::default() };
        let of_thread = 32.0;
        Work {
            blocks: 1000.0,
            threads: 256.0,
            uneven: 1.0,
            registers: [("90".to_owned(), Registers { of_thread, spilled: 0.0 })].into(),
            listings: [("ptx".to_owned(), vec![Stretch { traffic, ..Stretch::default() }])].into(),
            ..Work::default()
        }
    }

    #[test]
    fn reads_what_a_simulation_wrote() {
        let line = json!({
            "program": "wave p3 f64", "kernel": "rhs", "elements": 1000, "chip": "TITAN V", "part": 3,
            "multiprocessors": 26, "channels": 8, "clock": 1.2e9, "bandwidth": 217.6e9, "cycles": 20000,
            "work": work().to_json(),
        });
        let kernel = Kernel::of_json(&line).expect("it is one");
        assert_eq!((kernel.rates.channels, kernel.work.clone()), (8, work()));
        let text = table(&[kernel], &[Target::H100]);
        assert!(text.contains("| wave p3 f64 | rhs | H100 |"), "{text}");
        // What a copy attains of the bandwidth.
        assert!(text.contains("| DRAM | 91 % | 91 % |"), "{text}");
        assert!(
            text.contains(
                "wave p3 f64 on H100: 0.96 ns an element (0.96 without overlap), 2920 bytes of DRAM"
            ),
            "{text}"
        );
        assert!(Kernel::of_json(&json!({"program": "copy", "not_simulated": "no"})).is_none());
    }
}
