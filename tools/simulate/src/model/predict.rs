//! How long a launch takes on a GPU: as long as what is busiest.

use super::gpu::{Gpu, ISSUED, REGISTERS, THREADS};
use super::work::{Stretch, Work};
use crate::code::Kind;

/// What a kernel can be limited by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resource {
    /// Bytes of the memory.
    Memory,
    /// Bytes of the second-level cache.
    L2,
    /// Sectors of the first-level caches.
    L1,
    /// Cycles of shared memory.
    Shared,
    F64,
    /// Units of `f32`, which also multiply integers.
    F32,
    Integer,
    Special,
    /// Instructions that the schedulers issue.
    Issue,
    /// Waiting, with as many blocks on a multiprocessor as fit.
    Latency,
}

impl Resource {
    pub const COUNT: usize = 10;
    pub const NAMES: [&str; Resource::COUNT] =
        ["DRAM", "L2", "L1", "shared", "f64", "f32", "integer", "special", "issue", "latency"];
}

/// Seconds of each resource.
pub type Times = [f64; Resource::COUNT];

/// What is predicted for a launch on a GPU.
#[derive(Clone, Debug, PartialEq)]
pub struct Prediction {
    /// Seconds that this launch takes, without the begin of the kernel.
    pub launch: f64,
    /// Seconds that it would take as a part of one so large that all multiprocessors are always full.
    pub large: f64,
    /// The same if no stretch of the code overlaps with another: what limits one rests in the next. The truth is between.
    pub in_step: f64,
    /// Of the large launch.
    pub times: Times,
    /// Bytes of the memory in the large launch.
    pub bytes: f64,
    /// Blocks that fit a multiprocessor together, and what limits them.
    pub resident: f64,
    pub limited_by: &'static str,
    pub registers: f64,
    pub spilled: f64,
    /// Loads of global memory for each wait of a thread for one.
    pub loads_in_flight: f64,
    /// Whether machine code was counted, not PTX.
    pub machine_code: bool,
}

impl Prediction {
    /// The busiest resource of a large launch.
    pub fn limiter(&self) -> &'static str {
        let largest = self.times.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1));
        largest.map_or("nothing", |(k, _)| Resource::NAMES[k])
    }

    /// The bytes of a large launch in its time, over the bandwidth of the GPU's data sheet.
    pub fn of_bandwidth(&self, gpu: &Gpu) -> f64 {
        self.bytes / self.large / gpu.bandwidth
    }
}

/// Predicts a launch.
pub fn predict(work: &Work, gpu: &Gpu) -> Prediction {
    let stretches = work.stretches(gpu.listing);
    let registers = work.registers.get(gpu.capability).copied().unwrap_or_default();
    let (resident, limited_by) = resident(work, gpu, registers.of_thread);
    let shares = work.blocks / gpu.multiprocessors;
    // The multiprocessor with most blocks, and how often its blocks begin anew.
    let most = shares.ceil();
    let rounds = (most / resident).max(1.0);
    let times =
        |stretch: &Stretch, blocks: f64, rounds: f64| times(stretch, work, gpu, blocks, rounds);
    let sum = |blocks: f64, rounds: f64| {
        let mut all = [0.0; Resource::COUNT];
        for stretch in stretches {
            all.iter_mut().zip(times(stretch, blocks, rounds)).for_each(|(sum, time)| *sum += time);
        }
        all
    };
    let even = largest(&sum(most, rounds));
    // The blocks of one round march in step: what limits one stretch rests in the next.
    let in_step = |blocks: f64, rounds: f64| -> f64 {
        stretches.iter().map(|stretch| largest(&times(stretch, blocks, rounds))).sum()
    };
    let step = in_step(most, rounds);
    let in_step = in_step(shares, shares / resident);
    let times = sum(shares, shares / resident);
    let waits = super::work::waits(stretches);
    let loads: f64 = stretches.iter().map(|stretch| stretch.loads).sum();
    let waits = waits[0] + waits[1] + waits[2];
    Prediction {
        launch: even + (step - even) / rounds,
        large: largest(&times),
        in_step,
        times,
        bytes: stretches.iter().map(|stretch| bytes(stretch, gpu)).sum(),
        resident,
        limited_by,
        registers: registers.of_thread,
        spilled: registers.spilled,
        loads_in_flight: if waits > 0.0 { loads / waits } else { 0.0 },
        machine_code: gpu.listing != "simulated" && work.listings.contains_key(gpu.listing),
    }
}

fn largest(times: &Times) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}

/// Bytes of the memory. A real launch is repeated, so what it stores is written some time; the simulator ends before.
fn bytes(stretch: &Stretch, gpu: &Gpu) -> f64 {
    let traffic = &stretch.traffic;
    traffic.read + if gpu.uneven { traffic.written } else { traffic.stored }
}

/// The times of a stretch, with so many blocks on a multiprocessor, in so many rounds.
fn times(stretch: &Stretch, work: &Work, gpu: &Gpu, blocks: f64, rounds: f64) -> Times {
    let skew = if gpu.uneven { work.uneven } else { 1.0 };
    let memory = skew * bytes(stretch, gpu) / (gpu.bandwidth * gpu.attained);
    // A slice of the second-level cache belongs to a channel, and is as busy.
    let slowest = (1.0 / gpu.l2_bytes).max(skew / gpu.slice_bytes);
    let l2 = slowest * stretch.traffic.l2 / gpu.clock;
    // The rest is of one multiprocessor, in cycles.
    let part = blocks / work.blocks;
    let issued = |kind: Kind| stretch.issued[kind as usize];
    let lanes = |warps: f64, lanes: f64| part * warps * 32.0 / lanes;
    let waits = stretch.waits.iter().zip(gpu.latencies);
    let waits: f64 = waits.map(|(count, cycles)| count * cycles).sum();
    // Products of integers have at most their own lanes, and share those of `f32`.
    let products = lanes(issued(Kind::Multiply), gpu.multiply_lanes);
    let f32 = lanes(issued(Kind::F32) + issued(Kind::Multiply), gpu.f32_lanes).max(products);
    let cycles = [
        (Resource::L1, part * stretch.traffic.l1 / gpu.l1_sectors),
        (Resource::Shared, part * stretch.traffic.shared),
        (Resource::F64, lanes(issued(Kind::F64), gpu.f64_lanes)),
        (Resource::F32, f32),
        (Resource::Integer, lanes(issued(Kind::Integer), gpu.integer_lanes)),
        (Resource::Special, lanes(issued(Kind::Special), gpu.special_lanes)),
        (Resource::Issue, part * stretch.issued.iter().sum::<f64>() / ISSUED),
        (Resource::Latency, rounds * (stretch.path + waits)),
    ];
    let mut times = [0.0; Resource::COUNT];
    times[Resource::Memory as usize] = memory;
    times[Resource::L2 as usize] = l2;
    for (resource, cycles) in cycles {
        times[resource as usize] = cycles / gpu.clock;
    }
    times
}

/// The blocks that fit a multiprocessor together, and what limits them.
fn resident(work: &Work, gpu: &Gpu, registers: f64) -> (f64, &'static str) {
    let warps = (work.threads / 32.0).ceil();
    // Registers are given to warps, 256 at a time.
    let of_warp = (registers.max(1.0) * 32.0 / 256.0).ceil() * 256.0;
    let shared = if work.shared_bytes > 0.0 || gpu.shared_reserved > 0.0 {
        (gpu.shared_bytes / (work.shared_bytes + gpu.shared_reserved)).floor()
    } else {
        f64::INFINITY
    };
    let limits = [
        (gpu.blocks, "blocks"),
        ((THREADS / 32.0 / warps).floor(), "threads"),
        (((REGISTERS / of_warp).floor() / warps).floor(), "registers"),
        (shared, "shared memory"),
    ];
    let least = limits.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    least.map_or((1.0, "threads"), |(blocks, name)| (blocks.max(1.0), name))
}

#[cfg(test)]
mod tests {
    use super::{Resource, predict, resident};
    use crate::code::{Kind, Wait};
    use crate::model::gpu::Target;
    use crate::model::traffic::Traffic;
    use crate::model::work::{Registers, Stretch, Work};

    fn close(found: f64, expected: f64) {
        assert!((found / expected - 1.0).abs() < 1e-12, "{found} is not {expected}");
    }

    /// 13 200 blocks of 256 threads, which are 100 on each multiprocessor of an H100.
    fn work(stretches: Vec<Stretch>) -> Work {
        let of_thread = 32.0;
        Work {
            blocks: 13200.0,
            threads: 256.0,
            registers: [("90".to_owned(), Registers { of_thread, spilled: 0.0 })].into(),
            listings: [("sm_90".to_owned(), stretches)].into(),
            uneven: 2.0,
            ..Work::default()
        }
    }

    fn copy() -> Stretch {
        let traffic = Traffic { read: 3352e6, stored: 3352e6, ..Traffic::default() };
        Stretch { traffic, ..Stretch::default() }
    }

    #[test]
    fn a_copy_is_limited_by_the_memory() {
        let gpu = Target::H100.gpu();
        let found = predict(&work(vec![copy()]), &gpu);
        assert_eq!(found.limiter(), "DRAM");
        close(found.large, 2e-3 / 0.91);
        close(found.of_bandwidth(&gpu), 0.91);
        close(found.launch, found.large);
    }

    #[test]
    fn arithmetic_has_lanes() {
        let mut stretch = Stretch::default();
        // A warp has 32 threads, and the multiprocessors 132 x 64 lanes.
        stretch.issued[Kind::F64 as usize] = 132.0 * 2.0 * 1755e3;
        stretch.issued[Kind::Multiply as usize] = 132.0 * 1755e3;
        let found = predict(&work(vec![stretch]), &Target::H100.gpu());
        close(found.times[Resource::F64 as usize], 1e-3);
        close(found.times[Resource::F32 as usize], 0.5e-3);
        close(found.times[Resource::Issue as usize], 0.75e-3);
        assert_eq!(found.limiter(), "f64");
    }

    #[test]
    fn waits_are_hidden_by_other_blocks() {
        let mut stretch = Stretch { path: 521.0, loads: 4.0, ..Stretch::default() };
        stretch.waits[Wait::Memory as usize] = 1.0;
        let found = predict(&work(vec![stretch]), &Target::H100.gpu());
        // 8 blocks of 8 warps fit, so 100 are 12.5 rounds of 479 + 521 cycles.
        assert_eq!((found.resident, found.limited_by), (8.0, "threads"));
        close(found.large, 12.5 * 1000.0 / 1755e6);
        assert_eq!((found.limiter(), found.loads_in_flight), ("latency", 4.0));
    }

    #[test]
    fn blocks_of_one_round_march_in_step() {
        let mut waiting = Stretch::default();
        waiting.waits[Wait::Memory as usize] = 10.0;
        let mut work = work(vec![copy(), waiting]);
        let gpu = Target::H100.gpu();
        let (memory, latency) = (2e-3 / 0.91, 4790.0 / gpu.clock);
        // 12.5 rounds: a step of the first one is not hidden.
        let many = memory + 12.5 * latency;
        close(predict(&work, &gpu).launch, memory + (many - memory) / 12.5);
        close(predict(&work, &gpu).large, memory);
        close(predict(&work, &gpu).in_step, many);
        // One round of 8 blocks on each multiprocessor.
        work.blocks = 1056.0;
        close(predict(&work, &gpu).launch, memory + latency);
    }

    #[test]
    fn registers_and_shared_memory_limit_blocks() {
        let mut work = work(Vec::new());
        let h100 = Target::H100.gpu();
        // 39 registers are 40, of 32 threads and 8 warps: 10 240 of 65 536.
        assert_eq!(resident(&work, &h100, 39.0), (6.0, "registers"));
        work.shared_bytes = 50.0 * 1024.0;
        assert_eq!(resident(&work, &h100, 39.0), (4.0, "shared memory"));
        assert_eq!(resident(&work, &Target::TitanV.gpu(), 39.0), (1.0, "shared memory"));
    }
}
