//! What each part of a code moves, by the lines of PTX that the simulator counted.

use crate::code::lines::{Line, Lines};
use crate::code::walk::Waits;
use crate::code::{Code, Instruction, Kind, Wait};
use crate::counts::Counts;

/// Bytes of a sector.
pub const SECTOR: f64 = 32.0;

/// What instructions move, in a launch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Bytes that the memory reads.
    pub read: f64,
    /// Bytes that it writes while the kernel runs.
    pub written: f64,
    /// Bytes that it writes in all: also what the second-level cache still holds at the end.
    pub stored: f64,
    /// Bytes of the second-level cache.
    pub l2: f64,
    /// Sectors of the first-level caches.
    pub l1: f64,
    /// Cycles of shared memory.
    pub shared: f64,
}

impl Traffic {
    pub const COUNT: usize = 6;

    pub fn numbers(&self) -> [f64; Traffic::COUNT] {
        [self.read, self.written, self.stored, self.l2, self.l1, self.shared]
    }

    pub fn of(numbers: [f64; Traffic::COUNT]) -> Traffic {
        let [read, written, stored, l2, l1, shared] = numbers;
        Traffic { read, written, stored, l2, l1, shared }
    }

    fn add(&mut self, other: &Traffic, part: f64) {
        let (own, more) = (self.numbers(), other.numbers());
        *self = Traffic::of(std::array::from_fn(|k| own[k] + part * more[k]));
    }
}

/// How the counts of a launch belong to its lines.
pub struct Shares<'a> {
    lines: &'a Lines,
    /// Of the sectors that lines of loads and stores ask for: bytes of the second level.
    l2_of_sector: f64,
    /// Bytes written, and in the end written, for a sector that a store asks for.
    written_of_sector: f64,
    stored_of_sector: f64,
    /// The parts of the sectors that the memory did not answer: those which were on their way from it, and those for
    /// which the first level asked the second.
    pending: f64,
    missed: f64,
}

impl<'a> Shares<'a> {
    /// Of a launch. `writable` are the bytes of arrays that the kernel may write.
    pub fn new(ptx: &Code, lines: &'a Lines, counts: &Counts, writable: u64) -> Shares<'a> {
        let of = |stores: bool| {
            let own = ptx
                .instructions
                .iter()
                .filter(move |i| i.kind == Kind::Global && i.writes.is_empty() == stores);
            own.filter_map(|i| lines.get(&i.line)).copied().collect::<Vec<Line>>()
        };
        let sum = |lines: &[Line], of: fn(&Line) -> u64| lines.iter().map(of).sum::<u64>() as f64;
        let (loads, stores) = (of(false), of(true));
        let asked = sum(&loads, |line| line.sectors);
        let put = sum(&stores, |line| line.sectors);
        let ratio = |a: f64, b: f64| if b > 0.0 { a / b } else { 0.0 };
        let read = sum(&loads, |line| line.memory_bytes) / SECTOR;
        let (written, misses) = (counts.dram_written as f64, counts.l1_misses as f64);
        let stored = written.max((put * SECTOR).min(writable as f64));
        Shares {
            lines,
            l2_of_sector: ratio(counts.l2_accesses as f64 * SECTOR, asked + put),
            written_of_sector: ratio(written, put),
            stored_of_sector: ratio(stored, put),
            pending: ratio(counts.l1_pending as f64, asked - read).clamp(0.0, 1.0),
            missed: ratio(misses - put - read, asked - read).clamp(0.0, 1.0),
        }
    }

    /// What answers a load: the memory, where a warp's execution of the line reads a sector or more.
    pub fn answers(&self, instruction: &Instruction) -> Waits {
        let mut answers = [0.0; Wait::COUNT];
        let line = self.lines.get(&instruction.line).copied().unwrap_or_default();
        let memory = match line.warps {
            0 => 0.0,
            warps => (line.memory_bytes as f64 / SECTOR / warps as f64).min(1.0),
        };
        let rest = 1.0 - memory;
        let second = rest * self.missed.min(1.0 - self.pending);
        answers[Wait::Memory as usize] = memory + rest * self.pending;
        answers[Wait::L2 as usize] = second;
        answers[Wait::L1 as usize] = rest * (1.0 - self.pending) - second;
        answers
    }

    /// The traffic of each block of a code, which may be machine code.
    pub fn of_blocks(&self, code: &Code, ptx: &Code) -> Vec<Traffic> {
        let mut blocks = vec![Traffic::default(); code.blocks.len()];
        for instruction in ptx.instructions.iter().filter(|i| self.lines.contains_key(&i.line)) {
            if !matches!(instruction.kind, Kind::Global | Kind::Shared) {
                continue;
            }
            let traffic = self.of_line(instruction);
            let places = places(code, instruction);
            for position in &places {
                if let Some(block) = code.blocks.iter().position(|block| block.contains(position)) {
                    blocks[block].add(&traffic, 1.0 / places.len() as f64);
                }
            }
        }
        blocks
    }

    fn of_line(&self, instruction: &Instruction) -> Traffic {
        let line = self.lines.get(&instruction.line).copied().unwrap_or_default();
        let sectors = line.sectors as f64;
        let stores = if instruction.writes.is_empty() { sectors } else { 0.0 };
        Traffic {
            read: line.memory_bytes as f64,
            written: stores * self.written_of_sector,
            stored: stores * self.stored_of_sector,
            l2: sectors * self.l2_of_sector,
            l1: sectors,
            shared: line.wavefronts as f64,
        }
    }
}

/// The instructions of a code that are a line of PTX: its copies in the most loops, else the last instruction of a line
/// before it (of which a wide access is also this line's).
fn places(code: &Code, of: &Instruction) -> Vec<usize> {
    let own = |position: &usize| {
        let found = &code.instructions[*position];
        found.line == of.line && found.kind == of.kind
    };
    let all: Vec<usize> = (0..code.instructions.len()).filter(own).collect();
    let deepest = all.iter().map(|&position| code.depth(position)).max();
    let copies: Vec<usize> =
        all.into_iter().filter(|&position| Some(code.depth(position)) == deepest).collect();
    if !copies.is_empty() {
        return copies;
    }
    let before = code.instructions.iter().enumerate().filter(|(_, found)| found.line <= of.line);
    before.max_by_key(|(_, found)| found.line).map(|(position, _)| position).into_iter().collect()
}
