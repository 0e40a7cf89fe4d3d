//! Orders instructions as a compiler would: those first that others wait for longest.

use super::walk::Waits;
use super::{Code, Instruction, Kind};
use std::collections::HashMap;
use std::ops::Range;

/// The code with the instructions of each block in another order. Stores, barriers and branches stay where they are, and
/// nothing passes them. Registers are not counted, so this is the best that `ptxas` can do within a block.
pub fn scheduled(mut code: Code, latencies: &Waits) -> Code {
    for block in code.blocks.clone() {
        let fixed = |position: &usize| {
            let instruction = &code.instructions[*position];
            let memory = matches!(
                instruction.kind,
                Kind::Global | Kind::Shared | Kind::Local | Kind::Barrier | Kind::Other
            );
            memory && instruction.writes.is_empty()
        };
        let mut start = block.start;
        for end in block.clone().filter(fixed).chain([block.end]).collect::<Vec<_>>() {
            reorder(&mut code.instructions, start..end, latencies);
            start = (end + 1).min(block.end);
        }
    }
    code
}

fn reorder(instructions: &mut [Instruction], range: Range<usize>, latencies: &Waits) {
    let own = &mut instructions[range];
    let order = order(own, latencies);
    let sorted: Vec<Instruction> = order.into_iter().map(|k| own[k].clone()).collect();
    own.clone_from_slice(&sorted);
}

/// An instruction that another needs: its position, and the cycles from one to the other.
type Need = (usize, f64);

/// The order in which a list scheduler issues instructions: of those whose operands are there, the one that begins the
/// longest chain; while there is none, the one whose operands come first.
fn order(instructions: &[Instruction], latencies: &Waits) -> Vec<usize> {
    let needs = needs(instructions, latencies);
    let mut chains = vec![0.0f64; instructions.len()];
    for (k, needs) in needs.iter().enumerate().rev() {
        for &(before, cycles) in needs {
            chains[before] = chains[before].max(chains[k] + cycles);
        }
    }
    let mut issued: Vec<Option<f64>> = vec![None; instructions.len()];
    let mut left: Vec<usize> = (0..instructions.len()).collect();
    let (mut order, mut now) = (Vec::with_capacity(left.len()), 0.0f64);
    while !left.is_empty() {
        // When the operands of an instruction are there; never, while one was not issued.
        let ready = |k: usize| {
            let times = needs[k].iter().map(|&(before, cycles)| {
                issued[before].map_or(f64::INFINITY, |time| time + cycles)
            });
            times.fold(0.0, f64::max)
        };
        let best = left.iter().enumerate().min_by(|(_, a), (_, b)| {
            let waits = |k: usize| (ready(k) - now).max(0.0);
            let longer = chains[**b].total_cmp(&chains[**a]);
            waits(**a).total_cmp(&waits(**b)).then(longer)
        });
        let Some((place, &k)) = best else { break };
        now = now.max(ready(k));
        issued[k] = Some(now);
        now += instructions[k].cost.iter().map(|(_, count)| count).sum::<f64>();
        order.push(k);
        left.remove(place);
    }
    order
}

/// What each instruction needs: the makers of its operands, and whoever uses the register that it writes before it.
fn needs(instructions: &[Instruction], latencies: &Waits) -> Vec<Vec<Need>> {
    let mut makers: HashMap<&str, usize> = HashMap::new();
    let mut readers: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut all = Vec::with_capacity(instructions.len());
    for (k, instruction) in instructions.iter().enumerate() {
        let mut needs: Vec<Need> = Vec::new();
        for name in &instruction.reads {
            if let Some(&maker) = makers.get(name.as_str()) {
                needs.push((maker, latencies[instructions[maker].wait as usize]));
            }
            readers.entry(name).or_default().push(k);
        }
        for name in &instruction.writes {
            needs.extend(makers.insert(name, k).map(|maker| (maker, 1.0)));
            let before = readers.remove(name.as_str()).unwrap_or_default();
            needs.extend(
                before.into_iter().filter(|reader| *reader != k).map(|reader| (reader, 0.0)),
            );
        }
        all.push(needs);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::scheduled;
    use crate::code::ptx::{Reading, read};

    const LATENCIES: [f64; 9] = [100.0, 50.0, 20.0, 10.0, 8.0, 4.0, 16.0, 60.0, 5.0];

    fn opcodes(body: &str) -> Vec<usize> {
        let code = read(&format!("{{\n{body}\tret;\n}}\n"), Reading::Simulated);
        let code = scheduled(code, &LATENCIES);
        code.instructions.iter().map(|instruction| instruction.line - 1).collect()
    }

    #[test]
    fn loads_come_first() {
        let order = opcodes(
            "\tld.global.f64 \t%fd1, [%rd1];\n\tadd.f64 \t%fd3, %fd3, %fd1;\n\tadd.s64 \t%rd2, %rd1, 8;\n\
             \tld.global.f64 \t%fd2, [%rd2];\n\tadd.f64 \t%fd3, %fd3, %fd2;\n",
        );
        // The first load has the longest chain, because its sum comes first.
        assert_eq!(order, [1, 3, 4, 2, 5, 6]);
    }

    #[test]
    fn nothing_passes_a_store() {
        let order = opcodes(
            "\tadd.f64 \t%fd1, %fd2, %fd3;\n\tst.shared.f64 \t[%rd1], %fd1;\n\tmov.f64 \t%fd4, %fd1;\n\
             \tld.shared.f64 \t%fd1, [%rd2];\n",
        );
        // The register is read before it is written again.
        assert_eq!(order, [1, 2, 3, 4, 5]);
    }
}
