//! Walks a warp through its instructions, one after another: where does it wait, and for what?

use super::{Code, Instruction, Kind, Wait};
use std::collections::HashMap;

/// Numbers, one for each kind of wait.
pub type Waits = [f64; Wait::COUNT];

/// What one execution of a block of instructions costs a warp.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Passage {
    /// Instructions that it issues.
    pub issued: f64,
    /// Latencies that it waits out, of each kind. A half is a latency of which the first half was hidden.
    pub waits: Waits,
}

/// A warp on its way.
pub struct Walk<'a> {
    /// Cycles of each kind of wait.
    latencies: &'a Waits,
    /// What answers a load, as parts of 1.
    answers: &'a dyn Fn(&Instruction) -> Waits,
    now: f64,
    /// When registers have their values, and what makes them.
    ready: HashMap<&'a str, (f64, Waits)>,
}

impl<'a> Walk<'a> {
    pub fn new(latencies: &'a Waits, answers: &'a dyn Fn(&Instruction) -> Waits) -> Walk<'a> {
        Walk { latencies, answers, now: 0.0, ready: HashMap::new() }
    }

    /// All blocks, in the order of the text. A block that is a loop is walked through twice, and the second time counts,
    /// because values may come from the turn before.
    pub fn through(mut self, code: &'a Code) -> Vec<Passage> {
        let blocks = code.blocks.iter().map(|block| {
            let instructions = &code.instructions[block.clone()];
            if code.repeats(block) {
                self.block(instructions);
            }
            self.block(instructions)
        });
        blocks.collect()
    }

    fn block(&mut self, instructions: &'a [Instruction]) -> Passage {
        let mut passage = Passage::default();
        for instruction in instructions {
            let operands =
                instruction.reads.iter().filter_map(|name| self.ready.get(name.as_str()));
            let latest = operands.max_by(|a, b| a.0.total_cmp(&b.0)).copied();
            if let Some((ready, maker)) = latest.filter(|(ready, _)| *ready > self.now) {
                let part = (ready - self.now) / self.cycles(&maker);
                add(&mut passage.waits, &maker, part);
                self.now = ready;
            }
            let slots: f64 = instruction.cost.iter().map(|(_, count)| count).sum();
            passage.issued += slots;
            self.now += slots;
            let mut result = [0.0; Wait::COUNT];
            if instruction.loads() {
                result = (self.answers)(instruction);
            } else {
                result[instruction.wait as usize] = 1.0;
            }
            let ready = self.now + self.cycles(&result);
            if instruction.kind == Kind::Barrier {
                add(&mut passage.waits, &result, 1.0);
                self.now = ready;
            }
            for name in &instruction.writes {
                self.ready.insert(name, (ready, result));
            }
        }
        passage
    }

    fn cycles(&self, waits: &Waits) -> f64 {
        self.latencies.iter().zip(waits).map(|(cycles, part)| cycles * part).sum()
    }
}

fn add(waits: &mut Waits, more: &Waits, times: f64) {
    for (wait, more) in waits.iter_mut().zip(more) {
        *wait += times * more;
    }
}

#[cfg(test)]
mod tests {
    use super::{Waits, Walk};
    use crate::code::{Instruction, Wait, ptx};

    const LATENCIES: Waits = [100.0, 50.0, 20.0, 10.0, 8.0, 4.0, 16.0, 60.0, 5.0];

    fn memory(_: &Instruction) -> Waits {
        let mut answer = [0.0; Wait::COUNT];
        answer[Wait::Memory as usize] = 1.0;
        answer
    }

    fn walk(body: &str) -> Vec<super::Passage> {
        let code = ptx::read(&format!("{{\n{body}\tret;\n}}\n"), ptx::Reading::Simulated);
        Walk::new(&LATENCIES, &memory).through(&code)
    }

    #[test]
    fn loads_in_a_row_are_one_wait() {
        let passages = walk(
            "\tld.global.f64 \t%fd1, [%rd1];\n\tld.global.f64 \t%fd2, [%rd2];\n\tadd.f64 \t%fd3, %fd1, %fd2;\n",
        );
        // The second load comes 100 cycles after it was issued, of which nothing is hidden.
        let expected = [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        assert_eq!((passages[0].issued, passages[0].waits), (4.0, expected));
    }

    #[test]
    fn dependent_loads_are_two_waits() {
        let passages = walk(
            "\tld.global.u64 \t%rd2, [%rd1];\n\tld.global.f64 \t%fd2, [%rd2];\n\tadd.f64 \t%fd3, %fd2, %fd2;\n\
             \tadd.f64 \t%fd4, %fd3, %fd2;\n\tbar.sync \t0;\n",
        );
        let expected = [2.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        assert_eq!((passages[0].issued, passages[0].waits), (6.0, expected));
    }

    #[test]
    fn the_second_turn_counts() {
        // The load of one turn is used in the next, 3 instructions later.
        let passages = walk(
            "L:\n\tadd.f64 \t%fd2, %fd1, %fd3;\n\tld.global.f64 \t%fd1, [%rd1];\n\tbra \tL;\n",
        );
        assert_eq!(passages[0].waits[Wait::Memory as usize], 0.99);
    }
}
