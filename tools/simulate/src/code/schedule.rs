//! Orders instructions as a compiler would: those first that others wait for longest.

use super::ptx::{self, Reading};
use super::walk::Waits;
use super::{Code, Instruction, Kind};
use std::collections::HashMap;
use std::ops::Range;

/// How far ahead `ptxas` takes an instruction: its registers hold about as many results.
const WINDOW: usize = 64;

/// PTX with its instructions in such an order. In the text of a compiler each load stands right before its first use, and
/// the simulator executes a text as it stands: warps would wait for the memory at every load, which they do not on a GPU.
pub fn assembled(text: &str, latencies: &Waits) -> String {
    let mut code = ptx::read(text, Reading::Simulated);
    let places: Vec<usize> = code.instructions.iter().map(|found| found.line - 1).collect();
    let lines: Vec<&str> = text.lines().collect();
    // Nothing passes a declaration or a brace.
    let follows = |k: usize| {
        let between = &lines[places[k - 1] + 1..places[k]];
        between.iter().all(|line| line.trim().is_empty())
    };
    let mut blocks: Vec<Range<usize>> = Vec::new();
    for block in &code.blocks {
        let mut start = block.start;
        for end in (block.start + 1..block.end).filter(|k| !follows(*k)).chain([block.end]) {
            blocks.push(start..end);
            start = end;
        }
    }
    code.blocks = blocks;
    let code = scheduled(code, latencies, WINDOW);
    let mut ordered = lines.clone();
    for (place, instruction) in places.into_iter().zip(&code.instructions) {
        ordered[place] = lines[instruction.line - 1];
    }
    ordered.join("\n") + "\n"
}

/// The code with the instructions of each block in another order, of which none is more than a window ahead of one that it
/// passes. Barriers, branches and atomic operations stay where they are, and nothing passes them. Loads and stores that may
/// meet in memory keep their order. Registers are not counted: with a window of everything, this is the best that `ptxas`
/// can do within a block.
pub fn scheduled(mut code: Code, latencies: &Waits, window: usize) -> Code {
    for block in code.blocks.clone() {
        let fixed = |position: &usize| is_fixed(&code.instructions[*position]);
        let mut start = block.start;
        for end in block.clone().filter(fixed).chain([block.end]).collect::<Vec<_>>() {
            reorder(&mut code.instructions, start..end, latencies, window);
            start = (end + 1).min(block.end);
        }
    }
    code
}

/// Whether nothing may pass an instruction.
fn is_fixed(instruction: &Instruction) -> bool {
    let acts =
        instruction.writes.is_empty() && matches!(instruction.kind, Kind::Barrier | Kind::Other);
    let parts: Vec<&str> = instruction.opcode.split('.').collect();
    acts || ["atom", "red", "shfl", "vote", "match"].contains(&parts[0])
        || parts.contains(&"volatile")
}

fn reorder(
    instructions: &mut [Instruction],
    range: Range<usize>,
    latencies: &Waits,
    window: usize,
) {
    let own = &mut instructions[range];
    let order = order(own, latencies, window);
    let sorted: Vec<Instruction> = order.into_iter().map(|k| own[k].clone()).collect();
    own.clone_from_slice(&sorted);
}

/// An instruction that another needs: its position, and the cycles from one to the other.
type Need = (usize, f64);

/// The order in which a list scheduler issues instructions: of those whose operands are there, the one that begins the
/// longest chain; while there is none, the one whose operands come first.
fn order(instructions: &[Instruction], latencies: &Waits, window: usize) -> Vec<usize> {
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
        let last = left[0].saturating_add(window);
        let near = left.iter().enumerate().take_while(|(_, k)| **k < last);
        let best = near.min_by(|(_, a), (_, b)| {
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

/// What each instruction needs: the makers of its operands, whoever uses the register that it writes before it, and those
/// that it may meet in memory.
fn needs(instructions: &[Instruction], latencies: &Waits) -> Vec<Vec<Need>> {
    let mut makers: HashMap<&str, usize> = HashMap::new();
    let mut readers: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut loads: HashMap<Kind, Vec<usize>> = HashMap::new();
    let mut stores: HashMap<Kind, usize> = HashMap::new();
    let mut all = Vec::with_capacity(instructions.len());
    for (k, instruction) in instructions.iter().enumerate() {
        let mut needs: Vec<Need> = Vec::new();
        if let Some(is_store) = meets_others(instruction) {
            needs.extend(stores.get(&instruction.kind).map(|store| (*store, 0.0)));
            if is_store {
                let before = loads.remove(&instruction.kind).unwrap_or_default();
                needs.extend(before.into_iter().map(|load| (load, 0.0)));
                stores.insert(instruction.kind, k);
            } else {
                loads.entry(instruction.kind).or_default().push(k);
            }
        }
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

/// Whether an instruction of memory that is written stores; none of what nobody writes.
fn meets_others(instruction: &Instruction) -> Option<bool> {
    let is_memory = matches!(instruction.kind, Kind::Global | Kind::Shared | Kind::Local);
    // Loads that bypass coherence read what no thread of the kernel writes.
    let constant = instruction.opcode.split('.').any(|part| part == "nc");
    (is_memory && !constant).then_some(instruction.writes.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{assembled, scheduled};
    use crate::code::ptx::{Reading, read};

    const LATENCIES: [f64; 9] = [100.0, 50.0, 20.0, 10.0, 8.0, 4.0, 16.0, 60.0, 5.0];

    fn opcodes(body: &str) -> Vec<usize> {
        let code = read(&format!("{{\n{body}\tret;\n}}\n"), Reading::Simulated);
        let code = scheduled(code, &LATENCIES, usize::MAX);
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
    fn memory_that_may_be_the_same_keeps_its_order() {
        let order = opcodes(
            "\tadd.f64 \t%fd1, %fd2, %fd3;\n\tst.shared.f64 \t[%rd1], %fd1;\n\tmov.f64 \t%fd4, %fd1;\n\
             \tld.shared.f64 \t%fd1, [%rd2];\n\tld.global.nc.f64 \t%fd5, [%rd3];\n\tst.shared.f64 \t[%rd4], %fd5;\n",
        );
        // What nobody writes comes first; the register is read before it is written again.
        assert_eq!(order, [6, 2, 3, 4, 5, 7, 8].map(|line| line - 1));
    }

    #[test]
    fn a_text_keeps_its_labels_and_what_is_between_barriers() {
        let text = "{\n\t.reg .f64 \t%fd<4>;\n$L__BB0_2:\n\tld.global.nc.f64 \t%fd1, [%rd1];\n\
            \tfma.rn.f64 \t%fd3, %fd1, %fd2, %fd3;\n\tld.global.nc.f64 \t%fd4, [%rd1+8];\n\
            \tfma.rn.f64 \t%fd3, %fd4, %fd2, %fd3;\n\tadd.s64 \t%rd1, %rd1, 16;\n\tsetp.lt.u64 \t%p1, %rd1, %rd2;\n\
            \t@%p1 bra \t$L__BB0_2;\n\tst.shared.f64 \t[%rd5], %fd3;\n\tbar.sync \t0;\n\
            \tld.shared.f64 \t%fd5, [%rd6];\n\tatom.global.add.f64 \t%fd6, [%rd7], %fd5;\n\tret;\n}\n";
        let ordered = assembled(text, &LATENCIES);
        let lines: Vec<&str> = ordered.lines().collect();
        let at = |part: &str| lines.iter().position(|line| line.contains(part)).unwrap();
        let parts = [
            "$L__BB0_2:",
            "%fd1, [",
            "%fd4, [",
            "%fd3, %fd1",
            "%fd3, %fd4",
            "@%p1",
            "st.shared",
            "bar",
            "atom",
        ];
        assert!(parts.map(at).is_sorted(), "{ordered}");
        // The address changes after both loads, and before it is compared.
        assert!(["%fd4, [", "add.s64", "setp"].map(at).is_sorted(), "{ordered}");
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort();
            lines
        };
        assert_eq!(sorted(&ordered), sorted(text));
    }

    #[test]
    fn registers_are_declared_first() {
        let text = "{\n\tmov.u32 \t%word0, 0;\n\t.reg .b64 \t%rd<4>;\n\tld.param.u64 \t%rd1, [f_param_0];\n\t{\n\
            \t.reg .b32 tmp;\n\tmov.b64 \t{tmp, %r1}, %rd1;\n\t}\n\tld.global.u64 \t%rd2, [%rd1];\n\tret;\n}\n";
        assert_eq!(assembled(text, &LATENCIES), text);
    }

    #[test]
    fn nothing_comes_from_beyond_the_window() {
        let sums = "\tadd.f64 \t%fd1, %fd1, %fd2;\n".repeat(100);
        let text = format!(
            "{{\n{sums}\tld.global.nc.f64 \t%fd3, [%rd1];\n\tadd.f64 \t%fd4, %fd3, %fd1;\n\tret;\n}}\n"
        );
        let ordered = assembled(&text, &LATENCIES);
        let load = ordered.lines().position(|line| line.contains("ld.global")).unwrap();
        assert_eq!(load, 1 + 100 - 63);
    }
}
