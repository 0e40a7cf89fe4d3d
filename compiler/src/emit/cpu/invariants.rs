//! Elements that are the same at all points of a kernel. They are loaded before the loop over points, because compilers
//! cannot know that no store changes them.

use super::value::Tile;
use super::{Emitter, analysis};
use crate::hash::HashSet;
use crate::schedule::kernel::{Access, Extent, KernelIr, Phase, Stmt, Value, ValueId, VarId};

impl Emitter<'_> {
    /// Loads such elements of a kernel whose lanes are points.
    pub(super) fn load_invariants(&mut self) {
        let Some(lane) = self.analysis.lane else { return };
        let found = match self.kernel.phases.as_slice() {
            [phase] if phase.loops.is_empty() => self.of_elementwise(phase, lane),
            _ => None,
        };
        let Some(found) = found.or_else(|| first_elements(self.kernel)) else { return };
        let body = std::mem::take(&mut self.out);
        for id in found {
            self.name(id, &Tile { depends: &[], copy: 0 });
        }
        self.before = std::mem::replace(&mut self.out, body);
    }

    /// The loads of an elementwise kernel that do not depend on the dimension of the lanes.
    fn of_elementwise(&self, phase: &Phase, lane: VarId) -> Option<Vec<ValueId>> {
        let mut roots = Vec::new();
        for stmt in &phase.body {
            let Stmt::Store { offset, value, .. } = stmt else { return None };
            roots.extend([*offset, *value]);
        }
        Some(loads(self.kernel, roots, |id, _| !analysis::mentions(self.kernel, id, lane)))
    }
}

/// The first elements of arrays, which are the only ones of arrays of rank 0, as far as every point loads them. `None`
/// if that is not known.
fn first_elements(kernel: &KernelIr) -> Option<Vec<ValueId>> {
    let mut roots = Vec::new();
    let mut stack: Vec<&Stmt> = kernel.phases.iter().flat_map(|phase| &phase.body).collect();
    while let Some(stmt) = stack.pop() {
        match stmt {
            Stmt::Store { offset, value, .. } | Stmt::StoreLocal { offset, value, .. } => {
                roots.extend([*offset, *value]);
            }
            Stmt::Reduce { loops, body, accumulators } => {
                // A loop of no turns may stand for an element that is not there.
                if loops.iter().any(|l| !matches!(l.extent, Extent::Const(1..))) {
                    return None;
                }
                stack.extend(body);
                roots.extend(accumulators.iter().map(|a| a.value));
            }
        }
    }
    Some(loads(
        kernel,
        roots,
        |_, offset| matches!(kernel.value(offset), Value::Const(first) if first.bits == 0),
    ))
}

/// The loads below some values from arrays that the kernel only reads, with an offset that `is_same`.
fn loads(
    kernel: &KernelIr,
    mut stack: Vec<ValueId>,
    is_same: impl Fn(ValueId, ValueId) -> bool,
) -> Vec<ValueId> {
    let (mut seen, mut found) = (HashSet::default(), Vec::new());
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        if let Value::Load { buffer, offset } = *kernel.value(id)
            && kernel.buffers[buffer as usize].access == Access::Read
            && is_same(id, offset)
        {
            found.push(id);
        }
        kernel.operands(id, &mut |operand| stack.push(operand));
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn numbers_are_loaded_before_the_loop_over_points() {
        // The number is an array, because a kernel computes it.
        let source = emitted(
            "pub fn f<M>(x: [f64; M, 4], y: &mut [f64; M, 4], d: [f64; 4, 4], z: [f64; M]) {
                let step = 1 / max(z);
                y += step * (x @ d);
            }",
        );
        let kernel = source.split("unsafe fn").find(|kernel| kernel.contains("l::fma")).unwrap();
        let (before, points) = kernel.split_once("while v0").unwrap();
        let load = "l::load::<f64, 1>(b2.";
        assert!(before.contains(load), "{kernel}");
        assert!(!points.contains(load), "{kernel}");
    }
}
