//! Lets element-local kernels ask, while they work, for the elements of the vectors that come some turns later.
//!
//! Such kernels walk through a dozen arrays at once, a few rows of each in every turn. Processors do not follow that
//! many by themselves. Gathered elements are not asked for here, because their places are known only when they are read;
//! rows that are gathered whole are, by `copied.rs`.

use super::Emitter;
use super::analysis::{Offset, mentions};
use super::order::Order;
use super::value::Tile;
use crate::dag::{Binary, DType};
use crate::hash::{HashMap, HashSet};
use crate::schedule::kernel::{Access, Extent, KernelIr, Loop, Stmt, Value, ValueId, VarId};
use std::collections::BTreeSet;

/// The most parts of one array that a turn asks for: one part for each point of the loops around its use.
const MOST_PARTS: i64 = 16;
/// Kernels that use more arrays, or more parts of them, compute long enough without asking.
const MOST_REGIONS: usize = 48;

/// The elements of neighbouring lanes, from an offset on: as many per lane as the stride.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Region {
    buffer: u32,
    is_written: bool,
    /// The stride; `None` stands for 1.
    stride: Option<ValueId>,
    rest: Vec<ValueId>,
    /// Loops over parts, and their extents.
    parts: Vec<(VarId, i64)>,
}

impl Emitter<'_> {
    /// The code that asks for the elements of a later turn, if arrays are far. It is empty for kernels without loops,
    /// which have a separate form for far arrays.
    pub(super) fn ask_ahead(&mut self) -> String {
        let kernel = self.kernel;
        if self.analysis.order != Order::Points || self.analysis.one_lane || !kernel.has_loops() {
            return String::new();
        }
        let regions = self.regions();
        if regions.is_empty() || regions.len() > MOST_REGIONS {
            return String::new();
        }
        let body = std::mem::take(&mut self.out);
        let tile = Tile { depends: &[], copy: 0 };
        for Region { buffer, is_written, stride, rest, parts } in regions {
            for (var, n) in &parts {
                self.open(*var, &format!("{n}i64"));
            }
            self.scopes.push(HashMap::default());
            let (at, stride) = self.linear(stride, &rest, &tile);
            let stride = stride.unwrap_or_else(|| "1".to_string());
            let at = format!("b{buffer}.wrapping_offset(({at}) as isize)");
            let which = if is_written { "written" } else { "read" };
            self.line(format!("l::ask_for_{which}::<_, W>({at}, {stride});"));
            self.scopes.pop();
            for (var, _) in parts.iter().rev() {
                self.close(*var, 1);
            }
        }
        let asked = std::mem::replace(&mut self.out, body);
        format!("if W > 1 && a.far {{\n{asked}}}\n")
    }

    fn regions(&self) -> BTreeSet<Region> {
        let kernel = self.kernel;
        let inner = inner_loops(kernel);
        let loads =
            (0..kernel.value_count()).filter_map(|k| match *kernel.value(ValueId(k as u32)) {
                Value::Load { buffer, offset } => Some((buffer, offset, false)),
                _ => None,
            });
        let mut stores = Vec::new();
        for stmt in kernel.phases.iter().flat_map(|phase| &phase.body) {
            if let Stmt::Store { buffer, offset, .. } = *stmt
                && kernel.buffers[buffer as usize].access == Access::Write
            {
                stores.push((buffer, offset, true));
            }
        }
        loads.chain(stores).filter_map(|access| self.region(access, &inner)).collect()
    }

    /// The region of a load or a store, if lanes use neighbouring rows, or neighbouring elements.
    fn region(
        &self,
        (buffer, offset, is_written): (u32, ValueId, bool),
        inner: &[Loop],
    ) -> Option<Region> {
        let kernel = self.kernel;
        let Offset::Linear { stride, rest } = self.analysis.offset(kernel, offset) else {
            return None;
        };
        let row = stride.map_or(Some(1), |stride| number(kernel, stride))?;
        // Elements that are read backwards lie before, not after.
        if row < 1 {
            return None;
        }
        let (mut kept, mut parts) = (Vec::new(), Vec::new());
        for term in rest {
            let used: Vec<&Loop> = inner.iter().filter(|l| mentions(kernel, term, l.var)).collect();
            match used.as_slice() {
                [] if number(kernel, term).is_some_and(|c| (0..row).contains(&c)) => {}
                [] if is_pure(kernel, term) => kept.push(term),
                [one] => {
                    let Extent::Const(n) = one.extent else { return None };
                    let step = step(kernel, term, one.var)?;
                    let within = match is_var(kernel, step, one.var) {
                        true => Some(n),
                        false => number(kernel, step).map(|c| c.saturating_mul(n)),
                    };
                    if within.is_none_or(|elements| elements > row) {
                        parts.push((one.var, n));
                        kept.push(term);
                    }
                }
                _ => return None,
            }
        }
        let count = parts.iter().map(|(_, n)| *n).product::<i64>();
        kept.sort();
        parts.sort();
        (count <= MOST_PARTS).then_some(Region { buffer, is_written, stride, rest: kept, parts })
    }
}

/// The value of a constant.
fn number(kernel: &KernelIr, id: ValueId) -> Option<i64> {
    match kernel.value(id) {
        Value::Const(c) if c.dtype == DType::I64 => Some(c.bits.cast_signed()),
        _ => None,
    }
}

/// The factor of a variable in a product of two; the variable itself if it stands alone.
fn step(kernel: &KernelIr, id: ValueId, var: VarId) -> Option<ValueId> {
    match *kernel.value(id) {
        Value::Var(_) => Some(id),
        Value::Binary(Binary::Mul, a, b) if is_var(kernel, a, var) => Some(b),
        Value::Binary(Binary::Mul, a, b) if is_var(kernel, b, var) => Some(a),
        _ => None,
    }
}

fn is_var(kernel: &KernelIr, id: ValueId, var: VarId) -> bool {
    *kernel.value(id) == Value::Var(var)
}

/// Whether a value needs nothing from memory, and no result of a loop.
pub(super) fn is_pure(kernel: &KernelIr, root: ValueId) -> bool {
    let (mut stack, mut seen) = (vec![root], HashSet::default());
    while let Some(id) = stack.pop() {
        if matches!(
            kernel.value(id),
            Value::Load { .. } | Value::LoadLocal { .. } | Value::Accumulator(_)
        ) {
            return false;
        }
        if seen.insert(id) {
            kernel.operands(id, &mut |operand| stack.push(operand));
        }
    }
    true
}

/// All loops except the parallel ones.
fn inner_loops(kernel: &KernelIr) -> Vec<Loop> {
    let mut inner = Vec::new();
    for phase in &kernel.phases {
        inner.extend(phase.loops.iter().cloned());
        let mut stack: Vec<&Stmt> = phase.body.iter().collect();
        while let Some(stmt) = stack.pop() {
            if let Stmt::Reduce { loops, body, .. } = stmt {
                inner.extend(loops.iter().cloned());
                stack.extend(body);
            }
        }
    }
    inner
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// The memory that is asked for, each with whether it is read or written.
    fn asked(source: &str) -> Vec<(String, String)> {
        let source = emitted(source);
        let lines = source.lines().filter_map(|line| line.trim().strip_prefix("l::ask_for_"));
        let of = |line: &str| {
            let (which, rest) = line.split_once("::<_, W>(b").expect("a buffer");
            let stride = rest.rsplit_once(", ").expect("a stride").1;
            let digits = stride.chars().filter(char::is_ascii_digit).collect::<String>();
            (which.to_string(), digits.strip_suffix("64").unwrap_or(&digits).to_string())
        };
        lines.map(of).collect()
    }

    fn pairs(of: &[(&str, &str)]) -> Vec<(String, String)> {
        of.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect()
    }

    #[test]
    fn rows_of_elements() {
        let source = "pub fn f<E>(d: [f64; 10, 10], u: [f64; E, 10]) -> [f64; E, 10] {
            einsum(\"ij,ej->ei\", d, u)
        }";
        // All elements of a row at once, and nothing of the operator.
        assert_eq!(asked(source), pairs(&[("read", "10"), ("written", "10")]));
    }

    #[test]
    fn parts_of_factors_that_are_stored_apart() {
        let source =
            "pub fn f<E>(g: [f64; 3, E], d: [f64; 3, 4, 4], u: [f64; E, 4]) -> [f64; E, 4] {
            einsum(\"re,rij,ej->ei\", g, d, u)
        }";
        let parts = [("read", "1"), ("read", "1"), ("read", "1"), ("read", "4"), ("written", "4")];
        let mut of_source = asked(source);
        of_source.sort();
        assert_eq!(of_source, pairs(&parts));
    }

    #[test]
    fn neither_what_is_gathered_nor_without_loops() {
        let gathered =
            "pub fn f<E>(d: [f64; 4, 4], u: [f64; E, 4], i: [index<E>; E]) -> [f64; E, 4] {
            einsum(\"ij,ej->ei\", d, u[i])
        }";
        assert_eq!(asked(gathered), pairs(&[("read", "1"), ("written", "4")]));
        assert_eq!(asked("pub fn f<N>(x: [f64; N], y: &mut [f64; N]) { y += x; }"), []);
        let backwards = "pub fn f<E>(d: [f64; 4, 4], u: [f64; 4, E]) -> [f64; E, 4] {
            einsum(\"ij,je->ei\", d, u[.., ..;-1])
        }";
        assert_eq!(asked(backwards), pairs(&[("written", "4")]));
    }
}
