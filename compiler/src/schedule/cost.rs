//! The cost model: bytes moved and operations done by a kernel, as functions of the dimensions.

use super::kernel::{Access, Extent, Kernel, Stmt, Value, ValueId};
use crate::dag::{Binary, Routine, Size};
use crate::hash::HashSet;

/// Bytes and operations of a launch. Each array is counted once (its whole length, `lens`), written
/// or read; gathered elements once per access, at most four bytes more for their index, which is an
/// array of its own.
pub fn cost(kernel: &Kernel, sizes: &[Size], extents: &[Size], lens: &[Size]) -> (Size, Size) {
    let points = Size::product(extents);
    if let Some(routine) = kernel.routine {
        return (touched(kernel, lens), operations(routine.routine, &points, &lens[0]));
    }
    let mut ops = Size::zero();
    let mut gathered: HashSet<(u32, ValueId)> = HashSet::default();
    let mut streamed: HashSet<u32> = HashSet::default();
    let mut bytes = Size::zero();
    for phase in &kernel.phases {
        let loops = phase.loops.iter();
        let evaluations = loops.fold(points.clone(), |p, l| runs(kernel, &p, l.extent, sizes));
        let mut seen = HashSet::default();
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

/// Each buffer once.
fn touched(kernel: &Kernel, lens: &[Size]) -> Size {
    let bytes = kernel.buffers.iter().zip(lens).map(|(b, len)| len.scale(b.dtype.bytes()));
    bytes.fold(Size::zero(), |sum, bytes| sum.add(&bytes))
}

/// Comparisons of a sort and steps of a search as for rows of a million elements.
fn operations(routine: Routine, points: &Size, elements: &Size) -> Size {
    const STEPS: i64 = 20;
    match routine {
        Routine::Scan(_) => elements.clone(),
        Routine::ArgSort => elements.scale(STEPS),
        Routine::Search { .. } => points.scale(STEPS),
    }
}

/// How often the body of a loop runs that is reached so often.
fn runs(kernel: &Kernel, reached: &Size, extent: Extent, sizes: &[Size]) -> Size {
    match extent {
        Extent::Const(n) => reached.scale(n),
        Extent::Size(k) => reached.mul(&sizes[k as usize]),
        // Taken together, ranges are about as long as what they are parts of.
        Extent::Range { high, .. } => match *kernel.value(high) {
            Value::Binary(Binary::Min, _, whole) => match *kernel.value(whole) {
                Value::Const(c) => reached.add(&Size::constant(c.bits as i64)),
                Value::Size(k) => reached.add(&sizes[k as usize]),
                _ => reached.clone(),
            },
            _ => reached.clone(),
        },
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
                let mut ops = Size::zero();
                stmt.bounds(&mut |bound| ops = ops.add(&self.value(bound, evaluations, true)));
                let inside = loops
                    .iter()
                    .fold(evaluations.clone(), |p, l| runs(self.kernel, &p, l.extent, self.sizes));
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
        let (mut stack, mut seen) = (vec![root], HashSet::default());
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
