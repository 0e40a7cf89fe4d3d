//! The cost model: bytes moved and operations done by a kernel, as functions of the dimensions.

use super::kernel::{Access, Extent, Kernel, Stmt, Value, ValueId};
use crate::dag::Size;
use std::collections::HashSet;

/// Bytes and operations of a launch. Each array is counted once (its whole length, `lens`), written
/// or read; gathered elements once per access, at most four bytes more for their index, which is an
/// array of its own.
pub fn cost(kernel: &Kernel, sizes: &[Size], extents: &[Size], lens: &[Size]) -> (Size, Size) {
    let points = Size::product(extents);
    let mut ops = Size::zero();
    let mut gathered: HashSet<(u32, ValueId)> = HashSet::new();
    let mut streamed: HashSet<u32> = HashSet::new();
    let mut bytes = Size::zero();
    for phase in &kernel.phases {
        let loops = phase.loops.iter().map(|l| extent(l.extent, sizes));
        let evaluations = loops.fold(points.clone(), |p, n| p.mul(&n));
        let mut seen = HashSet::new();
        for stmt in &phase.body {
            let mut visit = Visit {
                kernel,
                sizes,
                seen: &mut seen,
                gathered: &mut gathered,
                streamed: &mut streamed,
                bytes: &mut bytes,
            };
            ops = ops.add(&visit.stmt(stmt, &evaluations));
        }
    }
    for (k, buffer) in kernel.buffers.iter().enumerate() {
        let size = if buffer.index { 4 } else { buffer.dtype.bytes() };
        let once = lens[k].scale(size);
        if buffer.access != Access::Read {
            bytes = bytes.add(&once);
        }
        if streamed.contains(&(k as u32)) {
            bytes = bytes.add(&once);
        }
    }
    (bytes, ops)
}

fn extent(extent: Extent, sizes: &[Size]) -> Size {
    match extent {
        Extent::Const(n) => Size::constant(n),
        Extent::Size(k) => sizes[k as usize].clone(),
    }
}

struct Visit<'a> {
    kernel: &'a Kernel,
    sizes: &'a [Size],
    seen: &'a mut HashSet<ValueId>,
    gathered: &'a mut HashSet<(u32, ValueId)>,
    streamed: &'a mut HashSet<u32>,
    bytes: &'a mut Size,
}

impl Visit<'_> {
    fn stmt(&mut self, stmt: &Stmt, evaluations: &Size) -> Size {
        match stmt {
            Stmt::StoreLocal { offset, value, .. } | Stmt::Store { offset, value, .. } => {
                self.value(*offset, evaluations, false).add(&self.value(*value, evaluations, true))
            }
            Stmt::Reduce { loops, body, accumulators } => {
                let inside = loops
                    .iter()
                    .fold(evaluations.clone(), |p, l| p.mul(&extent(l.extent, self.sizes)));
                let mut ops = Size::zero();
                for stmt in body {
                    ops = ops.add(&self.stmt(stmt, &inside));
                }
                for a in accumulators {
                    ops = ops.add(&self.value(a.value, &inside, true)).add(&inside);
                }
                ops
            }
        }
    }

    /// Operations of a value that is evaluated that often; those seen before are free.
    fn value(&mut self, root: ValueId, evaluations: &Size, count: bool) -> Size {
        let mut ops = 0;
        let mut stack = vec![(root, count)];
        while let Some((id, count)) = stack.pop() {
            if !self.seen.insert(id) {
                continue;
            }
            match *self.kernel.value(id) {
                Value::Load { buffer, offset } => {
                    if self.has_load(offset) {
                        if self.gathered.insert((buffer, offset)) {
                            let size = self.kernel.buffers[buffer as usize].dtype.bytes();
                            *self.bytes = self.bytes.add(&evaluations.scale(size));
                        }
                    } else {
                        self.streamed.insert(buffer);
                    }
                    stack.push((offset, false));
                }
                Value::LoadLocal { offset, .. } => stack.push((offset, false)),
                Value::Unary(..) | Value::Binary(..) | Value::Select(..) => {
                    ops += count as i64;
                    self.kernel.operands(id, &mut |o| stack.push((o, count)));
                }
                _ => self.kernel.operands(id, &mut |o| stack.push((o, count))),
            }
        }
        evaluations.scale(ops)
    }

    fn has_load(&self, root: ValueId) -> bool {
        let (mut stack, mut seen) = (vec![root], HashSet::new());
        while let Some(id) = stack.pop() {
            if matches!(self.kernel.value(id), Value::Load { .. }) {
                return true;
            }
            if seen.insert(id) {
                self.kernel.operands(id, &mut |o| stack.push(o));
            }
        }
        false
    }
}
