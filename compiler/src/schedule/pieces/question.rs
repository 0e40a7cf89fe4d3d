//! The questions that can be decided about the points of a kernel, and the kernels that the answers lead to.

use super::linear::{Atom, Facts, Linear, MAX_CONSTANT, written};
use super::rebuild::rebuilt;
use super::{MAX_LEAVES, MAX_VALUES, MIN_POINTS, Node};
use crate::dag::{Binary, Const, DType, Size, Unary};
use crate::hash::{HashMap, HashSet};
use crate::schedule::kernel::{Extent, KernelIr, Stmt, Value, ValueId, VarId};

/// A question that can be decided.
enum Question {
    Known {
        value: ValueId,
        answer: Answer,
    },
    /// A value has the answer `negative` if `of` is negative, and `other` if not.
    Sign {
        of: Linear,
        value: ValueId,
        negative: Answer,
        other: Answer,
    },
    /// A value is the remainder of `of` by `by`.
    Turn {
        of: Linear,
        by: Linear,
        value: ValueId,
    },
}

#[derive(Clone, Copy)]
enum Answer {
    Is(bool),
    Same(ValueId),
    Turns(i64),
    /// The comparison is reduced to whether the first operand is at most the second (or is not).
    AtMost(bool),
}

pub(super) struct Splitter<'a> {
    pub(super) sizes: &'a [Size],
    pub(super) lane: VarId,
    /// Whether rows are too short to be split into pieces.
    pub(super) short: bool,
    pub(super) first: VarId,
    pub(super) leaves: usize,
    pub(super) values: usize,
}

impl Splitter<'_> {
    /// Replaces an open node by the next question and its answers, or by a leaf.
    pub(super) fn decide(&mut self, nodes: &mut Vec<Node>, at: usize) {
        let Node::Open(mut kernel, facts, mut kept) = std::mem::replace(&mut nodes[at], Node::Done)
        else {
            return;
        };
        loop {
            match self.question(&kernel, &kept, &facts) {
                Some(Question::Known { value, answer }) => {
                    kernel = self.answered(&kernel, value, answer);
                }
                Some(Question::Sign { of, value, negative, other }) => {
                    if self.is_enough(&kernel) {
                        break;
                    }
                    let children = [(negative, true), (other, false)].map(|(answer, sign)| {
                        let kernel = self.answered(&kernel, value, answer);
                        nodes.push(Node::Open(kernel, facts.with(&of, sign), kept.clone()));
                        nodes.len() - 1
                    });
                    nodes[at] = Node::Sign(of, children[0], children[1]);
                    return;
                }
                Some(Question::Turn { of, by, value }) => {
                    // The length of turns is decided by a separate question.
                    let mut short = by.clone();
                    short.constant -= MIN_POINTS;
                    match facts.sign(&short, self.sizes) {
                        Some(true) => kept.push((of, by)),
                        Some(false) => {
                            let (kernel, remainder) = self.turned(&kernel, &of, &by, value);
                            let mut facts = facts.with(&remainder, false);
                            facts.0.extend(remainder.plus(&by, -1).map(|below| (below, true)));
                            nodes.push(Node::Open(kernel, facts, kept));
                            nodes[at] = Node::Turn(of, by, nodes.len() - 1);
                            return;
                        }
                        None if self.is_enough(&kernel) => kept.push((of, by)),
                        None => {
                            let children = [true, false].map(|sign| {
                                let facts = facts.with(&short, sign);
                                nodes.push(Node::Open(kernel.clone(), facts, kept.clone()));
                                nodes.len() - 1
                            });
                            nodes[at] = Node::Sign(short, children[0], children[1]);
                            return;
                        }
                    }
                }
                None => break,
            }
        }
        nodes[at] = Node::Leaf(kernel);
    }

    /// The kernel with all answers that the facts give.
    pub(super) fn settled(&self, mut kernel: KernelIr, facts: &Facts) -> KernelIr {
        while let Some(Question::Known { value, answer }) = self.question(&kernel, &[], facts) {
            kernel = self.answered(&kernel, value, answer);
        }
        kernel
    }

    /// Whether one more kernel is too many.
    fn is_enough(&mut self, kernel: &KernelIr) -> bool {
        let values = self.values + kernel.value_count();
        let enough = self.leaves >= MAX_LEAVES || values > MAX_VALUES;
        if !enough {
            (self.leaves, self.values) = (self.leaves + 1, values);
        }
        enough
    }

    /// The question that is best decided next. The order is: known answers; comparisons and remainders that differ
    /// between lanes; clamped values (comparisons often decide these, too); values that are the same in a row.
    fn question(
        &self,
        kernel: &KernelIr,
        kept: &[(Linear, Linear)],
        facts: &Facts,
    ) -> Option<Question> {
        let linear = self.linear_values(kernel);
        let guards = guards(kernel);
        if let Some((value, turns)) = self.known_turns(kernel, &linear, facts) {
            return Some(Question::Known { value, answer: Answer::Turns(turns) });
        }
        let mut best: Option<(u8, Question)> = None;
        for k in 0..kernel.value_count() {
            let value = ValueId(k as u32);
            let Value::Binary(op, a, b) = *kernel.value(value) else { continue };
            let (Some(x), Some(y)) = (&linear[a.0 as usize], &linear[b.0 as usize]) else {
                continue;
            };
            let Some(difference) = x.plus(y, -1) else { continue };
            if x.has_scalars() || y.has_scalars() {
                continue;
            }
            // `a <= b` is `a - b - 1 < 0`.
            let less_one = || Linear { constant: difference.constant - 1, ..difference.clone() };
            let open = difference.clone();
            let varies = |linear: &Linear| linear.step(self.lane) != 0;
            use Answer::{AtMost, Is, Same};
            let (of, negative, other) = match op {
                Binary::Lt => (open.clone(), Is(true), Is(false)),
                Binary::Ge => (open.clone(), Is(false), Is(true)),
                Binary::Le => (less_one(), Is(true), Is(false)),
                Binary::Gt => (less_one(), Is(false), Is(true)),
                Binary::Eq => (open.clone(), Is(false), AtMost(true)),
                Binary::Ne => (open.clone(), Is(true), AtMost(false)),
                // If both are equal, the one that varies, because it varies at neighbouring points, too.
                Binary::Max if varies(y) => (less_one(), Same(b), Same(a)),
                Binary::Max => (open.clone(), Same(b), Same(a)),
                Binary::Min if varies(x) => (less_one(), Same(a), Same(b)),
                Binary::Min => (open.clone(), Same(a), Same(b)),
                Binary::Rem
                    if x.step(self.lane).abs() == 1 && y.step(self.lane) == 0 && !self.short =>
                {
                    let (of, by) = (x.clone(), y.clone());
                    let asked = kept.iter().any(|(x, y)| *x == of && *y == by);
                    if !asked && best.as_ref().is_none_or(|(rank, _)| *rank > 0) {
                        best = Some((0, Question::Turn { of, by, value }));
                    }
                    continue;
                }
                _ => continue,
            };
            let mut known = facts.sign(&of, self.sizes);
            if let (Binary::Max | Binary::Min, None) = (op, known) {
                // If both are equal, either is right.
                let closed = if of.constant == open.constant { less_one() } else { open };
                known = facts.sign(&closed, self.sizes);
            }
            if let Some(known) = known {
                let answer = if known { negative } else { other };
                return Some(Question::Known { value, answer });
            }
            let rank = match (of.mentions(self.lane), op) {
                (true, _) if self.short => continue,
                (true, Binary::Max | Binary::Min) => 1,
                (true, _) => 0,
                // A value that is the same in a row costs little, unless it makes the kernel read arrays for nothing.
                (false, _) if guards.contains(&value) && !of.turns() => 2,
                (false, _) => continue,
            };
            if best.as_ref().is_none_or(|(best, _)| *best > rank) {
                best = Some((rank, Question::Sign { of, value, negative, other }));
            }
        }
        best.map(|(_, question)| question)
    }

    /// The bound of a loop of one turn or none, if its number of turns is known; and that number.
    fn known_turns(
        &self,
        kernel: &KernelIr,
        linear: &[Option<Linear>],
        facts: &Facts,
    ) -> Option<(ValueId, i64)> {
        kernel.phases[0].body.iter().find_map(|stmt| {
            let Stmt::Reduce { loops, .. } = stmt else { return None };
            let [one] = loops.as_slice() else { return None };
            let Extent::Range { high, .. } = one.extent else { return None };
            let sizes = kernel.guarded_by(one)?;
            if sizes.is_empty() {
                return None;
            }
            let is_empty = |id: &ValueId| {
                let size = linear[id.0 as usize].as_ref()?;
                facts.sign(&Linear { constant: size.constant - 1, ..size.clone() }, self.sizes)
            };
            let empty: Vec<Option<bool>> = sizes.iter().map(is_empty).collect();
            if empty.contains(&Some(true)) {
                return Some((high, 0));
            }
            empty.iter().all(|empty| *empty == Some(false)).then_some((high, 1))
        })
    }

    /// The `i64` values that are linear.
    fn linear_values(&self, kernel: &KernelIr) -> Vec<Option<Linear>> {
        let mut linear: Vec<Option<Linear>> = Vec::with_capacity(kernel.value_count());
        let is_point =
            |var: VarId| var == self.first || kernel.parallel.iter().any(|l| l.var == var);
        for k in 0..kernel.value_count() {
            let id = ValueId(k as u32);
            let of = |id: ValueId| linear[id.0 as usize].as_ref();
            let value = match *kernel.value(id) {
                _ if kernel.dtype(id) != DType::I64 => None,
                Value::Const(c) => {
                    let constant = c.bits as i64;
                    let small = constant.unsigned_abs() <= MAX_CONSTANT as u64;
                    small.then(|| Linear { constant, ..Linear::default() })
                }
                Value::Var(var) => is_point(var).then(|| Linear::atom(Atom::Var(var))),
                Value::Size(k) => Some(Linear::atom(Atom::Size(k))),
                Value::Scalar(k) => Some(Linear::atom(Atom::Scalar(k))),
                Value::Unary(Unary::Neg, a) => of(a).and_then(|a| Linear::default().plus(a, -1)),
                Value::Binary(op, a, b) => match (op, of(a), of(b)) {
                    (Binary::Add, Some(a), Some(b)) => a.plus(b, 1),
                    (Binary::Sub, Some(a), Some(b)) => a.plus(b, -1),
                    (Binary::Mul, Some(a), Some(b)) => match (a.as_constant(), b.as_constant()) {
                        (Some(factor), _) => Linear::default().plus(b, factor),
                        (_, Some(factor)) => Linear::default().plus(a, factor),
                        _ => None,
                    },
                    (Binary::Rem, Some(a), Some(b))
                        if a.step(self.lane) == 0 && b.step(self.lane) == 0 =>
                    {
                        let (a, b) = (Box::new(a.clone()), Box::new(b.clone()));
                        Some(Linear::atom(Atom::Rem(a, b)))
                    }
                    _ => None,
                },
                _ => None,
            };
            linear.push(value);
        }
        linear
    }

    /// The kernel for points where a value has an answer.
    fn answered(&self, kernel: &KernelIr, value: ValueId, answer: Answer) -> KernelIr {
        let mut kernel = kernel.clone();
        let by = match (answer, kernel.value(value).clone()) {
            (Answer::Same(other), _) => other,
            (Answer::Is(truth), _) => kernel.add(Value::Const(Const::bool(truth)), DType::Bool),
            (Answer::Turns(n), _) => kernel.add(Value::Const(Const::i64(n)), DType::I64),
            (Answer::AtMost(truth), Value::Binary(_, a, b)) => {
                let op = if truth { Binary::Le } else { Binary::Gt };
                kernel.add(Value::Binary(op, a, b), DType::Bool)
            }
            (Answer::AtMost(_), _) => unreachable!("only comparisons have such answers"),
        };
        rebuilt(kernel, HashMap::from_iter([(value, by)]))
    }

    /// The kernel for the points of one turn, within which the remainder of `of` grows by as much as `of` itself. Also
    /// returns the remainder.
    fn turned(
        &self,
        kernel: &KernelIr,
        of: &Linear,
        by: &Linear,
        value: ValueId,
    ) -> (KernelIr, Linear) {
        let mut kernel = kernel.clone();
        let Value::Binary(_, _, b) = *kernel.value(value) else {
            unreachable!("remainders are binary")
        };
        let at_first = of.at(self.lane, self.first);
        let start = written(&mut kernel, &at_first);
        let first = kernel.add(Value::Var(self.first), DType::I64);
        let lane = kernel.add(Value::Var(self.lane), DType::I64);
        // A linear value consists of the variable of the lanes and of parts that are the same in all lanes.
        let moved = match of.step(self.lane) {
            1 => Value::Binary(Binary::Sub, lane, first),
            _ => Value::Binary(Binary::Sub, first, lane),
        };
        let moved = kernel.add(moved, DType::I64);
        let remainder = kernel.add(Value::Binary(Binary::Rem, start, b), DType::I64);
        let grown = kernel.add(Value::Binary(Binary::Add, remainder, moved), DType::I64);
        let kernel = rebuilt(kernel, HashMap::from_iter([(value, grown)]));
        let moved = of.plus(&at_first, -1).unwrap_or_default();
        let atom = Atom::Rem(Box::new(at_first), Box::new(by.clone()));
        let remainder = moved.plus(&Linear::atom(atom), 1).unwrap_or_default();
        (kernel, remainder)
    }
}

/// The bools that decide which array is read.
fn guards(kernel: &KernelIr) -> HashSet<ValueId> {
    let count = kernel.value_count();
    let mut loads = vec![false; count];
    for k in 0..count {
        let id = ValueId(k as u32);
        // A temporary is the result of a guard: an element that may not be there.
        let mut any = matches!(kernel.value(id), Value::Load { .. } | Value::Accumulator(_));
        kernel.operands(id, &mut |operand| any |= loads[operand.0 as usize]);
        loads[k] = any;
    }
    let mut guards = HashSet::default();
    for k in (0..count).rev() {
        let id = ValueId(k as u32);
        match *kernel.value(id) {
            Value::Select(c, a, b) if loads[a.0 as usize] || loads[b.0 as usize] => {
                guards.insert(c);
            }
            Value::Binary(Binary::And | Binary::Or, a, b) if guards.contains(&id) => {
                guards.extend([a, b]);
            }
            Value::Unary(Unary::Not, a) if guards.contains(&id) => {
                guards.insert(a);
            }
            _ => {}
        }
    }
    guards
}
