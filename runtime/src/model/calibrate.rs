//! Finds out how fast a machine is: some seconds of micro-benchmarks.

use std::time::{Duration, Instant};

use super::kernels::{self, ARITHMETIC_OPS, Arrays, DIVISIONS, Element, Loop, SHORT_ROW};
use super::rates::{Curve, Lanes, Rates};
use crate::Error;
use crate::buffer::Buffer;
use crate::cpu::Cpu;
use crate::cpu::far::last_cache;

/// Bytes of working sets whose bandwidth is measured: from the first cache to memory.
pub(super) const SIZES: [usize; 10] = [
    16 << 10,
    40 << 10,
    128 << 10,
    512 << 10,
    1536 << 10,
    4 << 20,
    8 << 20,
    16 << 20,
    24 << 20,
    96 << 20,
];
/// Working set of loops that only compute.
const RESIDENT: usize = 16 << 10;
/// The most rounds in which everything is measured. For each number the best round counts, because other work of a
/// machine comes and goes. No round begins after `PATIENCE`.
const ROUNDS: usize = 10;
const PATIENCE: Duration = Duration::from_secs(5);
/// In each round a measurement is repeated for at least this time, and at least this often.
const BUDGET: Duration = Duration::from_millis(2);
const REPEATS: usize = 3;
/// The least seconds of a repetition, so that reading the clock does not matter; the second is for all threads, so that
/// waking them does not matter.
const ALONE: f64 = 5e-6;
const TOGETHER: f64 = 150e-6;

/// Measures this machine with the threads of `cpu`.
///
/// # Errors
/// [`Error::OutOfMemory`], [`Error::Threads`].
pub(super) fn calibrate(cpu: &Cpu) -> Result<Rates, Error> {
    let largest = SIZES[SIZES.len() - 1];
    let memory = Memory { x: filled(largest)?, y: filled(largest / 2)?, index: indices()? };
    let begin = Instant::now();
    let first = once(cpu, &memory)?;
    let mut rounds = vec![first.clone()];
    while rounds.len() < ROUNDS && begin.elapsed() < PATIENCE {
        rounds.push(once(cpu, &memory)?);
    }
    Ok(Rates::best(rounds).unwrap_or(first))
}

fn once(cpu: &Cpu, memory: &Memory) -> Result<Rates, Error> {
    Ok(Rates {
        read: curve(cpu, memory, [&f64::SUM, &f64::SUM_FAR], 1.0)?,
        columns: curve(cpu, memory, [&f64::COLUMNS, &f64::COLUMNS_FAR], 1.0)?,
        copy: curve(cpu, memory, [&f64::COPY; 2], 2.0)?,
        streamed: streamed(cpu, memory)?,
        gather: gathers(cpu, memory)?,
        f64: lanes::<f64>(cpu, memory, true)?,
        f32: lanes::<f32>(cpu, memory, true)?,
        scalar: lanes::<f64>(cpu, memory, false)?,
        chain: chain(memory),
        row: row(cpu, memory)?,
        team: team(cpu)?,
    })
}

struct Memory {
    x: Buffer,
    y: Buffer,
    index: Buffer,
}

impl Memory {
    fn arrays<T>(&self) -> Arrays<T> {
        Arrays {
            x: self.x.pointer().cast(),
            y: self.y.pointer().cast(),
            index: self.index.pointer().cast(),
        }
    }
}

/// Memory whose pages are mapped, filled with `f64` between 1 and 2. Read as `f32`, its numbers are ordinary, too.
fn filled(bytes: usize) -> Result<Buffer, Error> {
    let buffer = Buffer::uninit(bytes)?;
    for k in 0..bytes / size_of::<f64>() {
        // Both halves are an `f32` between 1 and 2; the upper one is the beginning of an `f64`.
        let half = 0x3FF0_0000 | (k as u64).wrapping_mul(0x9E37_79B1) & 0xF_FFFF;
        // SAFETY: the buffer has these bytes, and nothing else uses it.
        unsafe { buffer.pointer().cast::<u64>().add(k).write(half << 32 | half) };
    }
    Ok(buffer)
}

/// As many positions as a resident array has elements of 4 bytes.
fn indices() -> Result<Buffer, Error> {
    let buffer = Buffer::uninit(RESIDENT)?;
    fill_indices(&buffer, RESIDENT / 2 / size_of::<f64>());
    Ok(buffer)
}

/// Positions below `bound` in no order that a processor could guess.
fn fill_indices(buffer: &Buffer, bound: usize) {
    for k in 0..buffer.bytes() / size_of::<i32>() {
        let index = (k as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 33;
        // SAFETY: the buffer has room for the number.
        unsafe { buffer.pointer().cast::<i32>().add(k).write((index % bound as u64) as i32) };
    }
}

/// Loads per second from loaded positions, for arrays of all sizes.
fn gathers(cpu: &Cpu, memory: &Memory) -> Result<Curve, Error> {
    let mut rates = [[0.0; SIZES.len()]; 2];
    let count = RESIDENT / size_of::<f32>();
    for (k, size) in SIZES.into_iter().enumerate() {
        fill_indices(&memory.index, size.min(memory.x.bytes()) / size_of::<f64>());
        for (threads, rates) in rates.iter_mut().enumerate() {
            let seconds = time(cpu, memory, &f64::GATHER, count, threads == 1, true)?;
            rates[k] = count as f64 / seconds;
        }
    }
    Ok(Curve { one: rates[0], all: rates[1] })
}

/// Bytes per second for working sets of all sizes, each of `arrays` arrays: by the loop for arrays that are near, and
/// by the loop for those that are far.
fn curve(
    cpu: &Cpu,
    memory: &Memory,
    [near, far]: [&[Loop<f64>; 3]; 2],
    arrays: f64,
) -> Result<Curve, Error> {
    let mut rates = [[0.0; SIZES.len()]; 2];
    for (threads, rates) in rates.iter_mut().enumerate() {
        for (rate, size) in rates.iter_mut().zip(SIZES) {
            let count = (size as f64 / arrays) as usize / size_of::<f64>();
            let versions = if size as u64 > last_cache() / 2 { far } else { near };
            let seconds = time(cpu, memory, versions, count, threads == 1, true)?;
            *rate = count as f64 * size_of::<f64>() as f64 * arrays / seconds;
        }
    }
    Ok(Curve { one: rates[0], all: rates[1] })
}

/// Bytes copied per second, counted twice, in the largest working set, past the caches.
fn streamed(cpu: &Cpu, memory: &Memory) -> Result<[f64; 2], Error> {
    let count = SIZES[SIZES.len() - 1] / 2 / size_of::<f64>();
    let rate = |by_all| {
        let seconds = time(cpu, memory, &f64::STREAM, count, by_all, true)?;
        Ok::<f64, Error>((2 * count * size_of::<f64>()) as f64 / seconds)
    };
    Ok([rate(false)?, rate(true)?])
}

/// The seconds that a short sum takes in addition to those of its terms.
fn row(cpu: &Cpu, memory: &Memory) -> Result<f64, Error> {
    let count = RESIDENT / size_of::<f64>();
    let rows = time(cpu, memory, &f64::SHORT_ROWS, count, false, true)?;
    let terms = time(cpu, memory, &f64::SUM, count, false, true)?;
    Ok((rows - terms).max(0.0) / (count / SHORT_ROW) as f64)
}

fn lanes<T: Element>(cpu: &Cpu, memory: &Memory, in_lanes: bool) -> Result<Lanes, Error> {
    let count = RESIDENT / 2 / size_of::<T>();
    let element = |versions| {
        let seconds = time::<T>(cpu, memory, versions, count, false, in_lanes)?;
        Ok::<f64, Error>(seconds / count as f64)
    };
    Ok(Lanes {
        op: element(&T::ARITHMETIC)? / ARITHMETIC_OPS as f64,
        division: element(&T::DIVIDE)? / DIVISIONS as f64,
        exponential: element(&T::EXP)?,
        // The mean of two very different functions.
        transcendental: (element(&T::SIN)? + element(&T::ERF)?) / 2.0,
        strided: element(&T::ROWS)?,
    })
}

/// The seconds of one pass over `count` elements, by one thread or by all of them. It is the median of several passes,
/// which is the time that a program can expect.
fn time<T: Element>(
    cpu: &Cpu,
    memory: &Memory,
    versions: &[Loop<T>; 3],
    count: usize,
    by_all: bool,
    in_lanes: bool,
) -> Result<f64, Error> {
    let shared = Shared(memory.arrays::<T>());
    let run = kernels::of(versions, in_lanes);
    let threads = if by_all { cpu.threads() } else { 1 };
    let part = |k: usize| (count * k / threads, count * (k + 1) / threads);
    let pass = |passes: usize| {
        let work = |k: usize| {
            let (begin, end) = part(k);
            for _ in 0..passes {
                // SAFETY: `count` elements are within the arrays, whose indices are in range; parts are
                // disjoint; the version is one for this machine.
                unsafe { run(std::hint::black_box(shared.get()), begin, end) };
            }
        };
        let start = Instant::now();
        match threads {
            1 => work(0),
            _ => cpu.side_by_side(threads, &work)?,
        }
        Ok::<f64, Error>(start.elapsed().as_secs_f64() / passes as f64)
    };
    // The first pass brings the arrays into the caches, where the next ones find them.
    let first = pass(1)?;
    let least = if threads > 1 { TOGETHER } else { ALONE };
    let passes = (least / first.max(1e-9)).ceil().clamp(1.0, 1e5) as usize;
    let (begin, mut times) = (Instant::now(), Vec::new());
    while times.len() < REPEATS || begin.elapsed() < BUDGET {
        times.push(pass(passes)?);
    }
    Ok(median(times).max(1e-12))
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Arrays of which threads use disjoint parts.
struct Shared<T>(Arrays<T>);

// SAFETY: only the parts of `time` are written, each by one thread.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> &Arrays<T> {
        &self.0
    }
}

/// The seconds of an addition that waits for the one before.
fn chain(memory: &Memory) -> f64 {
    let count = RESIDENT / size_of::<f64>();
    // SAFETY: the memory holds as many floats, and nothing writes to it now.
    let values = unsafe { std::slice::from_raw_parts(memory.x.pointer().cast::<f64>(), count) };
    let once = |_| {
        let start = Instant::now();
        std::hint::black_box(std::hint::black_box(values).iter().sum::<f64>());
        start.elapsed().as_secs_f64() / count as f64
    };
    median((0..50).map(once).collect())
}

/// The seconds that it takes to hand tasks to all threads and to wait for them. They are measured as the time that
/// tasks of some microseconds take in addition to their share of the work.
fn team(cpu: &Cpu) -> Result<f64, Error> {
    const STEPS: usize = 10_000;
    const TASKS: usize = 2;
    if cpu.threads() < 2 {
        return Ok(0.0);
    }
    let task =
        |k: usize| _ = std::hint::black_box((0..STEPS).fold(k, |x, y| std::hint::black_box(x ^ y)));
    let (mut alone, mut together) = (Vec::new(), Vec::new());
    for _ in 0..50 {
        let start = Instant::now();
        (0..TASKS).for_each(task);
        alone.push(start.elapsed().as_secs_f64());
        let start = Instant::now();
        cpu.side_by_side(TASKS * cpu.threads(), &task)?;
        together.push(start.elapsed().as_secs_f64());
    }
    let least = |times: Vec<f64>| times.into_iter().fold(f64::INFINITY, f64::min);
    Ok((least(together) - least(alone)).max(0.0))
}
