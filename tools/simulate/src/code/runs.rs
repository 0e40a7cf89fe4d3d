//! How often the blocks of a code ran.

use super::lines::Lines;
use super::{Code, Kind, Wait};
use std::collections::HashMap;
use std::ops::Range;

/// The number of threads of a warp.
const WARP: f64 = 32.0;

/// How often instructions ran.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Runs {
    /// Executions by warps, in the whole launch.
    pub warps: f64,
    /// Executions that a block of threads waits for one after another: those by the warp that has most to do.
    pub path: f64,
}

/// The runs of each block of a PTX. `blocks` are the blocks of threads of the launch.
///
/// The simulator counts threads; of instructions that access global memory it counts warps, too. Elsewhere a warp is
/// taken for full, unless there is less than a warp in each block of threads.
pub fn of_ptx(code: &Code, lines: &Lines, blocks: f64) -> Vec<Runs> {
    let threads = |block: &Range<usize>| -> f64 {
        let counts = code.instructions[block.clone()].iter().filter_map(|i| lines.get(&i.line));
        counts.map(|line| line.threads).max().unwrap_or(0) as f64
    };
    let counted = |block: &Range<usize>| -> f64 {
        let counts = code.instructions[block.clone()].iter().filter_map(|i| lines.get(&i.line));
        counts.map(|line| line.warps).max().unwrap_or(0) as f64
    };
    let all: Vec<f64> = code.blocks.iter().map(threads).collect();
    let block_at = |position: usize| code.blocks.iter().position(|block| block.start == position);
    // Turns of each loop: executions of its first block, over those of the block before it.
    let turns = code.loops.iter().map(|found| {
        let first = block_at(found.start).unwrap_or(0);
        let before = first.checked_sub(1).map_or(all[first], |before| all[before]);
        if before > 0.0 { (all[first] / before).max(1.0) } else { 1.0 }
    });
    let turns: Vec<f64> = turns.collect();
    let runs = code.blocks.iter().zip(&all).map(|(block, &threads)| {
        let full = threads / WARP;
        let warps = match counted(block) {
            0.0 => full.max(threads.min(blocks)),
            counted => counted.clamp(full, threads.max(full)),
        };
        let around =
            code.loops.iter().zip(&turns).filter(|(found, _)| found.contains(&block.start));
        let repeated: f64 = around.map(|(_, turns)| turns).product();
        // Not all blocks of threads have to come here.
        let path = repeated.min(warps / blocks.max(1.0));
        Runs { warps, path }
    });
    runs.collect()
}

/// The runs of each block of machine code, by those of the PTX that it was made of.
///
/// Some instructions of PTX become one of the machine: accesses to memory, arithmetic of real numbers, barriers. Where
/// one of these is there several times, as in loops that `ptxas` unrolled, the runs are shared by those in the most
/// loops. What is left, as a remainder after an unrolled loop, is taken for not executed. A block runs as often as the
/// median of these instructions; a block without one, as often as the least of all its instructions, but for those that
/// were moved out of a loop; and a block of these alone, as often as the block before it.
pub fn of_sass(code: &Code, ptx: &Code, of_ptx: &[Runs]) -> Vec<Runs> {
    let single = single_lines(ptx);
    let mut by_line: HashMap<usize, Runs> = HashMap::new();
    for (block, runs) in ptx.blocks.iter().zip(of_ptx) {
        by_line.extend(ptx.instructions[block.clone()].iter().map(|i| (i.line, *runs)));
    }
    let copies = copies(code, &single);
    let deepest = deepest(code);
    let mut runs: Vec<Runs> = Vec::with_capacity(code.blocks.len());
    for (number, block) in code.blocks.iter().enumerate() {
        let (mut found, mut left, mut least) = (Vec::new(), false, None::<Runs>);
        for position in block.clone() {
            let instruction = &code.instructions[position];
            let Some(runs) = by_line.get(&instruction.line) else { continue };
            let depth = code.depth(position);
            match copies.get(&instruction.line).filter(|copies| copies.kind == instruction.kind) {
                Some(copies) if copies.depth == depth => {
                    let count = copies.count;
                    found.push(Runs { warps: runs.warps / count, path: runs.path / count });
                }
                Some(_) => left = true,
                None => {}
            }
            let own = deepest.get(&instruction.line) == Some(&depth);
            if own && least.is_none_or(|least| runs.warps < least.warps) {
                least = Some(*runs);
            }
        }
        found.sort_by(|a, b| a.warps.total_cmp(&b.warps));
        let before = runs.last().copied().unwrap_or_default();
        runs.push(match found.get(found.len() / 2) {
            _ if !code.reachable[number] => Runs::default(),
            Some(middle) => *middle,
            None if left => Runs::default(),
            None => least.unwrap_or(before),
        });
    }
    functions(code, &mut runs);
    runs
}

/// The lines whose PTX is one instruction of the machine, with its kind.
fn single_lines(ptx: &Code) -> HashMap<usize, Kind> {
    let single = ptx.instructions.iter().filter(|instruction| {
        let memory =
            matches!(instruction.kind, Kind::Global | Kind::Shared | Kind::Local | Kind::Barrier);
        let arithmetic = matches!(instruction.kind, Kind::F64 | Kind::F32);
        memory || (arithmetic && instruction.wait != Wait::Divide)
    });
    single.map(|instruction| (instruction.line, instruction.kind)).collect()
}

/// The innermost copies of the one instruction of a line.
struct Copies {
    kind: Kind,
    /// Loops around them.
    depth: usize,
    count: f64,
}

fn copies(code: &Code, single: &HashMap<usize, Kind>) -> HashMap<usize, Copies> {
    let mut copies: HashMap<usize, Copies> = HashMap::new();
    for (position, instruction) in code.instructions.iter().enumerate() {
        let kind = instruction.kind;
        if single.get(&instruction.line) != Some(&kind) {
            continue;
        }
        let depth = code.depth(position);
        let found = copies.entry(instruction.line).or_insert(Copies { kind, depth, count: 0.0 });
        if depth > found.depth {
            *found = Copies { kind, depth, count: 0.0 };
        }
        if depth == found.depth {
            found.count += 1.0;
        }
    }
    copies
}

/// The most loops around an instruction of each line. One that is in fewer was moved out of a loop, or is left over.
fn deepest(code: &Code) -> HashMap<usize, usize> {
    let mut deepest: HashMap<usize, usize> = HashMap::new();
    for (position, instruction) in code.instructions.iter().enumerate() {
        let found = deepest.entry(instruction.line).or_default();
        *found = (*found).max(code.depth(position));
    }
    deepest
}

/// Functions beside the kernel run as often as they are called. Those of divisions and roots of real numbers are for
/// rare operands, and are taken for never called.
fn functions(code: &Code, runs: &mut [Runs]) {
    for (name, range) in code.functions.iter().filter(|(name, _)| !name.is_empty()) {
        let mut total = Runs::default();
        if !["_rn_", "sqrt", "rcp", "slow"].iter().any(|word| name.contains(word)) {
            for (position, _) in code.calls.iter().filter(|(_, target)| target == name) {
                let caller = code.blocks.iter().position(|block| block.contains(position));
                let found = caller.map_or_else(Runs::default, |caller| runs[caller]);
                total = Runs { warps: total.warps + found.warps, path: total.path + found.path };
            }
        }
        for (block, runs) in code.blocks.iter().zip(runs.iter_mut()) {
            if range.contains(&block.start) {
                *runs = total;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Runs, of_ptx, of_sass};
    use crate::code::lines::{Line, Lines};
    use crate::code::{ptx, sass};

    const PTX: &str = "{\n\tmov.u32 \t%r1, %tid.x;\nL1:\n\tld.global.f64 \t%fd1, [%rd1];\n\
        \tfma.rn.f64 \t%fd2, %fd1, %fd1, %fd2;\n\t@%p1 bra \tL1;\n\t@%p2 bra \tL2;\n\
        \tst.global.f64 \t[%rd1], %fd2;\nL2:\n\tret;\n}\n";

    /// Two blocks of 64 threads, that take 8 turns. One thread of each block stores.
    fn lines() -> Lines {
        let threads = |threads, warps| Line { threads, warps, ..Line::default() };
        [
            (2, 128, 0),
            (4, 1024, 32),
            (5, 1024, 0),
            (6, 1024, 0),
            (7, 128, 0),
            (8, 2, 2),
            (10, 128, 0),
        ]
        .map(|(line, n, warps)| (line, threads(n, warps)))
        .into()
    }

    #[test]
    fn counts_blocks_of_ptx() {
        let code = ptx::read(PTX, ptx::Reading::Simulated);
        let runs = of_ptx(&code, &lines(), 2.0);
        let expected = [(4.0, 1.0), (32.0, 8.0), (4.0, 1.0), (2.0, 1.0), (4.0, 1.0)];
        assert_eq!(runs, expected.map(|(warps, path)| Runs { warps, path }));
    }

    #[test]
    fn unrolled_loops_share_the_runs() {
        let machine = "\t//## File \"k.ptx\", line 2\n /*0000*/ S2R R0, SR_TID.X ;\n.L_x_1:\n\
            \t//## File \"k.ptx\", line 4\n /*0010*/ LDG.E.64 R2, desc[UR6][R8.64] ;\n\
             /*0020*/ LDG.E.64 R4, desc[UR6][R8.64+0x8] ;\n\t//## File \"k.ptx\", line 5\n\
             /*0030*/ DFMA R6, R2, R2, R6 ;\n /*0040*/ DFMA R6, R4, R4, R6 ;\n\
            \t//## File \"k.ptx\", line 6\n /*0050*/ @P1 BRA `(.L_x_1) ;\n\
            \t//## File \"k.ptx\", line 5\n /*0060*/ @P1 DFMA R6, R2, R2, R6 ;\n\
            \t//## File \"k.ptx\", line 7\n /*0070*/ @P2 BRA `(.L_x_2) ;\n\
            \t//## File \"k.ptx\", line 8\n /*0080*/ STG.E.64 desc[UR6][R8.64], R6 ;\n.L_x_2:\n\
            \t//## File \"k.ptx\", line 10\n /*0090*/ EXIT ;\n";
        let ptx = ptx::read(PTX, ptx::Reading::Simulated);
        let code = sass::read(machine);
        let runs = of_sass(&code, &ptx, &of_ptx(&ptx, &lines(), 2.0));
        let expected = [(4.0, 1.0), (16.0, 4.0), (0.0, 0.0), (2.0, 1.0), (4.0, 1.0)];
        assert_eq!(runs, expected.map(|(warps, path)| Runs { warps, path }));
    }
}
