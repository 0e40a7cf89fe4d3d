//! The instructions of a kernel and how often each ran: as PTX, which the simulator executes, and as the machine code
//! (SASS) that `ptxas` makes of the same PTX for a real GPU.

pub mod compile;
pub mod lines;
pub mod ptx;
pub mod runs;
pub mod sass;
pub mod schedule;
pub mod walk;

use std::collections::HashMap;
use std::ops::Range;

/// What executes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Arithmetic of `f64`.
    F64,
    /// Arithmetic of `f32`.
    F32,
    /// Products of integers, on the units of `f32`.
    Multiply,
    /// Sums, comparisons, logic, selections and moves of 32 bits.
    Integer,
    /// Conversions, reciprocals, roots and elementary functions.
    Special,
    /// Loads and stores of global memory, also atomic ones.
    Global,
    Shared,
    /// Memory of one thread, as of registers that did not fit.
    Local,
    /// The barrier of a block of threads.
    Barrier,
    /// Branches, special registers, constants: an issue slot and no more.
    Other,
}

impl Kind {
    pub const COUNT: usize = 10;
    pub const NAMES: [&str; Kind::COUNT] = [
        "f64", "f32", "multiply", "integer", "special", "global", "shared", "local", "barrier",
        "other",
    ];
}

/// What an instruction waits for while an operand is missing: the result of an instruction of this latency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A load that the memory answers.
    Memory,
    /// A load that the second-level cache answers.
    L2,
    /// A load that the first-level cache answers.
    L1,
    Shared,
    F64,
    /// Arithmetic of `f32` and of integers.
    Arithmetic,
    Special,
    /// A division or a root that is many machine instructions.
    Divide,
    Barrier,
}

impl Wait {
    pub const COUNT: usize = 9;
    pub const NAMES: [&str; Wait::COUNT] =
        ["memory", "l2", "l1", "shared", "f64", "arithmetic", "special", "divide", "barrier"];
}

/// An instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// The line of the PTX that it is, or that it was made of.
    pub line: usize,
    pub opcode: String,
    pub kind: Kind,
    /// Of its result.
    pub wait: Wait,
    /// The machine instructions that it stands for.
    pub cost: Vec<(Kind, f64)>,
    pub writes: Vec<String>,
    pub reads: Vec<String>,
}

impl Instruction {
    /// Whether it loads from global memory.
    pub fn loads(&self) -> bool {
        self.kind == Kind::Global && self.wait == Wait::Memory && !self.writes.is_empty()
    }
}

/// The instructions of a kernel in their order. Positions are those of `instructions`.
#[derive(Debug)]
pub struct Code {
    pub instructions: Vec<Instruction>,
    /// Blocks: instructions that run one after another, whenever the first does.
    pub blocks: Vec<Range<usize>>,
    /// Of each block, whether the kernel or a function comes there. What fills the end of machine code is not.
    pub reachable: Vec<bool>,
    /// Loops: from the target of a branch backwards to the branch.
    pub loops: Vec<Range<usize>>,
    /// Functions beside the kernel, by the names of their labels.
    pub functions: Vec<(String, Range<usize>)>,
    /// Calls: the position, and the label of the function.
    pub calls: Vec<(usize, String)>,
}

/// An instruction after which another may come than the next.
#[derive(Debug)]
pub struct Branch {
    pub position: usize,
    /// The label of the other; none where a thread ends, or a function returns.
    pub target: Option<String>,
    /// Whether it may be the next all the same.
    pub conditional: bool,
}

/// What a parser finds beside instructions.
#[derive(Debug, Default)]
pub struct Marks {
    pub labels: HashMap<String, usize>,
    pub branches: Vec<Branch>,
    pub functions: Vec<(String, usize)>,
    pub calls: Vec<(usize, String)>,
}

impl Code {
    pub fn new(instructions: Vec<Instruction>, marks: Marks) -> Code {
        let end = instructions.len();
        let mut starts: Vec<usize> = vec![0];
        let mut loops: HashMap<usize, usize> = HashMap::new();
        for branch in &marks.branches {
            starts.push(branch.position + 1);
            let target = branch.target.as_ref().and_then(|label| marks.labels.get(label));
            if let Some(&target) = target.filter(|target| **target <= branch.position) {
                let last = loops.entry(target).or_default();
                *last = (*last).max(branch.position + 1);
            }
        }
        starts.extend(marks.labels.values().chain(marks.functions.iter().map(|(_, start)| start)));
        starts.sort_unstable();
        starts.dedup();
        starts.retain(|start| *start < end);
        let ends = starts.iter().skip(1).copied().chain([end]);
        let blocks = starts.iter().copied().zip(ends).map(|(start, end)| start..end);
        let blocks: Vec<Range<usize>> = blocks.collect();
        let reachable = reachable(&blocks, &marks);
        let mut loops: Vec<Range<usize>> =
            loops.into_iter().map(|(start, end)| start..end).collect();
        loops.sort_by_key(|found| (found.start, std::cmp::Reverse(found.end)));
        let ends = marks.functions.iter().skip(1).map(|(_, start)| *start).chain([end]);
        let functions = marks.functions.iter().zip(ends).collect::<Vec<_>>();
        let functions =
            functions.into_iter().map(|((name, start), end)| (name.clone(), *start..end)).collect();
        Code { instructions, blocks, reachable, loops, functions, calls: marks.calls }
    }

    /// How many loops an instruction is in.
    pub fn depth(&self, position: usize) -> usize {
        self.loops.iter().filter(|found| found.contains(&position)).count()
    }

    /// Whether a block is a loop of its own.
    pub fn repeats(&self, block: &Range<usize>) -> bool {
        self.loops.contains(block)
    }
}

/// Which blocks come after the begin of the kernel or of a function.
fn reachable(blocks: &[Range<usize>], marks: &Marks) -> Vec<bool> {
    let mut reached = vec![false; blocks.len()];
    let functions = marks.functions.iter().map(|(_, start)| *start);
    let mut open: Vec<usize> = functions.chain([0]).collect();
    while let Some(start) = open.pop() {
        let found = blocks.iter().position(|block| block.start == start);
        let Some(block) = found.filter(|&block| !std::mem::replace(&mut reached[block], true))
        else {
            continue;
        };
        let end = blocks[block].end;
        let branch = marks.branches.iter().find(|branch| branch.position + 1 == end);
        if branch.is_none_or(|branch| branch.conditional) {
            open.push(end);
        }
        let target = branch.and_then(|branch| branch.target.as_ref());
        open.extend(target.and_then(|label| marks.labels.get(label)));
    }
    reached
}

/// The words of a text that are registers by `of`.
fn registers(text: &str, of: impl Fn(&str) -> bool) -> Vec<String> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '%'))
        .filter(|word| of(word))
        .map(str::to_owned)
        .collect()
}
