//! The GPUs that times are predicted for.

use crate::chip::{Chip, Kind, Rates};
use crate::code::walk::Waits;
use clap::ValueEnum;

/// A GPU that times can be predicted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// NVIDIA TITAN V
    TitanV,
    /// NVIDIA A100 SXM with 80 GB
    A100,
    /// NVIDIA H100 SXM
    H100,
    /// NVIDIA H200
    H200,
}

/// What a GPU can do. Rates are those of data sheets, as far as these have them.
#[derive(Clone, Debug, PartialEq)]
pub struct Gpu {
    pub name: String,
    /// The compute capability, times ten, that decides over registers.
    pub capability: &'static str,
    /// That of the machine code that is counted, where a disassembler shows it. Without, PTX is counted.
    pub listing: &'static str,
    pub multiprocessors: f64,
    /// Clock of the multiprocessors in Hz.
    pub clock: f64,
    /// Of the memory, in bytes a second.
    pub bandwidth: f64,
    /// The part of the bandwidth that a copy of large arrays attains.
    pub attained: f64,
    /// Bytes in a cycle between the second-level cache and all multiprocessors together, and those of its slices.
    pub l2_bytes: f64,
    pub slice_bytes: f64,
    /// Threads that execute an instruction in a cycle of a multiprocessor: of `f64`, `f32`, products of integers,
    /// other integers, and special functions.
    pub f64_lanes: f64,
    pub f32_lanes: f64,
    pub multiply_lanes: f64,
    pub integer_lanes: f64,
    pub special_lanes: f64,
    /// Sectors of 32 bytes of the first-level cache, in a cycle of a multiprocessor.
    pub l1_sectors: f64,
    /// Bytes of shared memory of a multiprocessor, and those that each block has beside its own.
    pub shared_bytes: f64,
    pub shared_reserved: f64,
    /// Blocks of a multiprocessor.
    pub blocks: f64,
    /// Cycles of each kind of wait.
    pub latencies: Waits,
    /// Whether the channels of the memory have unequal parts of the traffic, and what is stored may stay in the
    /// second-level cache: so it is in the simulator.
    pub uneven: bool,
}

/// Registers of a multiprocessor; threads of one; instructions that it issues in a cycle. All GPUs here have the same.
pub const REGISTERS: f64 = 65536.0;
pub const THREADS: f64 = 2048.0;
pub const ISSUED: f64 = 4.0;

/// Latencies in cycles: memory, second and first level, shared memory, `f64`, other arithmetic, special functions,
/// divisions that are not shown as machine instructions, barriers.
const fn latencies(memory: f64, l2: f64, l1: f64, shared: f64) -> Waits {
    [memory, l2, l1, shared, 8.0, 4.0, 20.0, 120.0, 25.0]
}

/// By which the waits of machine code are found: those of an H100, which are near those of the others.
pub const COMMON: Waits = latencies(479.0, 263.0, 41.0, 29.0);

impl Target {
    pub fn name(self) -> &'static str {
        match self {
            Target::TitanV => "TITAN V",
            Target::A100 => "A100",
            Target::H100 => "H100",
            Target::H200 => "H200",
        }
    }

    /// The GPU of a target.
    ///
    /// - Multiprocessors, clocks, lanes, capacities, bandwidths: NVIDIA's white papers on the architectures Volta
    ///   (WP-08608), Ampere (GA100) and Hopper (GH100), and the data sheets of the cards. Limits of blocks, registers
    ///   and shared memory, and lanes of products, conversions and special functions: CUDA C++ Programming Guide,
    ///   compute capabilities 7.0, 8.0 and 9.0.
    /// - Clocks are what cards hold under load: the boost clocks of TITAN V and A100, and 1755 MHz of an H100, whose
    ///   data sheet allows 1980 MHz for short times.
    /// - Second-level caches: 2048 bytes a cycle on a V100, of which a TITAN V has three quarters, and 5120 on A100 and
    ///   H100 (table 3 of doi:10.1016/j.ultsonch.2023.106546, over the clocks). Copies attain about 70 % of that (Jia et
    ///   al., "Dissecting the NVIDIA Volta GPU architecture via microbenchmarking", 2018), which is what stands here.
    /// - Latencies: of a V100 by Jia et al., its memory's by the same table 3; of A100 and H100 by Luo et al.,
    ///   "Benchmarking and dissecting the NVIDIA Hopper GPU architecture", 2024. Those of an H200 were taken from the
    ///   H100. Barriers and divisions are estimates.
    /// - `attained`: Luo et al. measured 90 to 92 % of the bandwidth on three cards.
    pub fn gpu(self) -> Gpu {
        let titan_v = Gpu {
            name: self.name().to_owned(),
            capability: "70",
            listing: "sm_80",
            multiprocessors: 80.0,
            clock: 1455e6,
            bandwidth: 652.8e9,
            attained: 0.91,
            l2_bytes: 0.7 * 1536.0,
            slice_bytes: 1536.0,
            f64_lanes: 32.0,
            f32_lanes: 64.0,
            multiply_lanes: 64.0,
            integer_lanes: 64.0,
            special_lanes: 16.0,
            l1_sectors: 4.0,
            shared_bytes: 96.0 * 1024.0,
            shared_reserved: 0.0,
            blocks: 32.0,
            latencies: latencies(400.0, 193.0, 28.0, 19.0),
            uneven: false,
        };
        let a100 = Gpu {
            capability: "80",
            multiprocessors: 108.0,
            clock: 1410e6,
            bandwidth: 2039e9,
            l2_bytes: 0.7 * 5120.0,
            slice_bytes: 5120.0,
            shared_bytes: 164.0 * 1024.0,
            shared_reserved: 1024.0,
            latencies: latencies(466.0, 262.0, 38.0, 29.0),
            ..titan_v.clone()
        };
        let h100 = Gpu {
            capability: "90",
            listing: "sm_90",
            multiprocessors: 132.0,
            clock: 1755e6,
            bandwidth: 3352e9,
            f64_lanes: 64.0,
            f32_lanes: 128.0,
            shared_bytes: 228.0 * 1024.0,
            latencies: COMMON,
            ..a100.clone()
        };
        match self {
            Target::TitanV => titan_v,
            Target::A100 => a100,
            Target::H100 => h100,
            Target::H200 => Gpu { bandwidth: 4800e9, ..h100 },
        }
    }
}

impl Gpu {
    /// The simulated chip itself, against whose cycles the model is judged. It executes PTX as it stands.
    /// Latencies are those that the simulator tells of its instructions where nothing else runs.
    /// Nothing for chips whose latencies are not known.
    pub fn simulated(chip: Chip, rates: &Rates) -> Option<Gpu> {
        let known = chip.kind == Kind::TitanV;
        known.then(|| Gpu {
            name: format!("simulated {}", chip.kind.name()),
            capability: chip.kind.capability(),
            listing: "simulated",
            multiprocessors: f64::from(rates.multiprocessors),
            clock: rates.clock,
            bandwidth: rates.bandwidth,
            // The part of the cycles of a channel in which it moved data, in copies and products of vectors.
            attained: 0.88,
            // A port of 32 bytes for two multiprocessors. What waits behind a packet for a busy slice waits, too; of
            // such crossbars 59 % is known as the limit with many ports (Karol et al., "Input versus output queueing
            // on a space-division packet switch", 1987), and 62 % with so few.
            l2_bytes: 0.62 * 32.0 * f64::from(rates.multiprocessors) / 2.0,
            // Two slices a channel, 32 bytes each.
            slice_bytes: 64.0 * f64::from(rates.channels),
            latencies: SIMULATED,
            uneven: true,
            ..Target::TitanV.gpu()
        })
    }
}

/// Latencies of the simulated TITAN V.
pub const SIMULATED: Waits = [323.0, 220.0, 35.0, 26.0, 13.0, 8.0, 108.0, 152.0, 6.0];
