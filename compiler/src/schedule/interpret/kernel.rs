//! Runs one kernel at its points.

use super::super::kernel::{Extent, KernelIr, Loop, Phase, Stmt, Value, ValueId};
use super::super::pieces::Plain;
use super::memory::{Array, Buffer, Owner};
use crate::dag::{Const, evaluate};
use crate::hash::HashMap;

/// Runs a kernel at all points, or at part `rows.0` of `rows.1` equal parts.
pub fn run(
    kernel: &KernelIr,
    extents: &[i64],
    rows: Option<(i64, i64)>,
    sizes: &[i64],
    scalars: &[u64],
    buffers: &mut [Buffer],
) -> Result<(), String> {
    let known = |l: &Loop| match l.extent {
        Extent::Const(n) => Some(n),
        Extent::Size(k) => sizes.get(k as usize).copied(),
        Extent::Range { .. } => None,
    };
    let declared = kernel.parallel.iter().map(known);
    if !declared.eq(extents.iter().map(|n| Some(*n))) {
        return Err(format!("a launch over {extents:?} of a kernel over {:?}", kernel.parallel));
    }
    // The kernels of pieces are run instead of the kernel itself.
    let of_points = match &kernel.pieces {
        Some(pieces) => pieces.leaves.iter().collect(),
        None => vec![kernel],
    };
    let code = |kernel: &KernelIr| -> Vec<_> {
        kernel.phases.iter().map(|p| Code::of(kernel, &p.body)).collect()
    };
    let code: Vec<_> = of_points.iter().map(|kernel| code(kernel)).collect();
    let most = of_points.iter().map(|kernel| kernel.value_count()).max().unwrap_or(0);
    let mut machine = Machine {
        kernel,
        sizes,
        scalars,
        buffers,
        values: vec![0; most],
        variables: HashMap::default(),
        temps: HashMap::default(),
        locals: Vec::new(),
        point: 0,
        step: 0,
    };
    let points = extents.iter().product();
    let (begin, end) = match rows {
        Some((_, rows)) if points % rows != 0 => {
            return Err(format!("{points} points in {rows} rows"));
        }
        Some((row, rows)) => (row * (points / rows), (row + 1) * (points / rows)),
        None => (0, points),
    };
    for point in begin..end {
        machine.locals = kernel.locals.iter().map(|l| Array::empty(l.len)).collect();
        let mut rest = point;
        for (l, n) in kernel.parallel.iter().zip(extents).rev() {
            machine.variables.insert(l.var.0, rest % n);
            rest /= n;
        }
        let mut of_point = 0;
        if let Some(pieces) = &kernel.pieces {
            let lane = machine.variables.get(&pieces.lane.0).copied().unwrap_or(0);
            machine.variables.insert(pieces.first.0, lane);
            let value = |atom: &Plain| match atom {
                Plain::Var(var) => machine.variables.get(&var.0).copied(),
                Plain::Size(k) => sizes.get(*k as usize).copied(),
                Plain::Scalar(k) => scalars.get(*k as usize).map(|bits| *bits as i64),
            };
            of_point = pieces.tree.leaf(&value).ok_or("a piece depends on what is not known")?;
            machine.kernel = of_points[of_point];
            // Some of its dimensions may have been merged into one.
            let mut rest = point;
            for l in machine.kernel.parallel.iter().rev() {
                let n = known(l).ok_or("a loop over points has no extent")?;
                machine.variables.insert(l.var.0, rest % n);
                rest /= n;
            }
        }
        for (phase, code) in of_points[of_point].phases.iter().zip(&code[of_point]) {
            machine.phase(phase, code)?;
        }
        machine.point += 1;
    }
    Ok(())
}

/// Calls `f` with all indices below the extents, last fastest.
fn each_point(
    extents: &[i64],
    mut f: impl FnMut(&[i64]) -> Result<(), String>,
) -> Result<(), String> {
    if extents.iter().any(|n| *n <= 0) {
        return Ok(());
    }
    let mut index = vec![0; extents.len()];
    loop {
        f(&index)?;
        let mut axis = extents.len();
        loop {
            if axis == 0 {
                return Ok(());
            }
            axis -= 1;
            index[axis] += 1;
            if index[axis] < extents[axis] {
                break;
            }
            index[axis] = 0;
        }
    }
}

/// The values that are evaluated around a statement, operands first.
struct Code {
    /// Before its loops: the bounds of these.
    bounds: Vec<ValueId>,
    /// At each point: the values that it stores or accumulates.
    needs: Vec<ValueId>,
    /// The same for the statements inside.
    inner: Vec<Code>,
}

impl Code {
    fn of(kernel: &KernelIr, stmts: &[Stmt]) -> Vec<Code> {
        let code = |stmt: &Stmt| {
            let mut bounds = Vec::new();
            stmt.bounds(&mut |b| bounds.push(b));
            let (needs, inner) = match stmt {
                Stmt::Reduce { body, accumulators, .. } => {
                    let values = accumulators.iter().map(|a| a.value).collect();
                    (values, Code::of(kernel, body))
                }
                Stmt::StoreLocal { offset, value, .. } | Stmt::Store { offset, value, .. } => {
                    (vec![*offset, *value], Vec::new())
                }
            };
            Code { bounds: closure(kernel, bounds), needs: closure(kernel, needs), inner }
        };
        stmts.iter().map(code).collect()
    }
}

fn closure(kernel: &KernelIr, roots: Vec<ValueId>) -> Vec<ValueId> {
    let (mut stack, mut seen) = (roots, std::collections::BTreeSet::new());
    while let Some(id) = stack.pop() {
        if seen.insert(id) {
            kernel.operands(id, &mut |o| stack.push(o));
        }
    }
    // Operands have smaller ids.
    seen.into_iter().collect()
}

struct Machine<'a> {
    kernel: &'a KernelIr,
    sizes: &'a [i64],
    scalars: &'a [u64],
    buffers: &'a mut [Buffer],
    values: Vec<u64>,
    variables: HashMap<u32, i64>,
    temps: HashMap<u32, u64>,
    locals: Vec<Array>,
    /// The number of the point of the parallel dimensions, and that of the point of a phase's loops.
    point: usize,
    step: usize,
}

enum StoreTarget {
    Local(u32),
    Buffer(u32),
}

impl Machine<'_> {
    fn phase(&mut self, phase: &Phase, code: &[Code]) -> Result<(), String> {
        let (_, extents) = self.ranges(&phase.loops)?;
        self.temps.clear();
        each_point(&extents, |index| {
            self.bind(&phase.loops, index);
            // Everything is computed before the first store.
            let mut stores = Vec::new();
            for (stmt, code) in phase.body.iter().zip(code) {
                match stmt {
                    Stmt::Reduce { .. } => self.reduce(stmt, code)?,
                    Stmt::StoreLocal { local, offset, value } => {
                        self.evaluate(&code.needs)?;
                        stores.push((
                            StoreTarget::Local(*local),
                            self.int(*offset),
                            self.bits(*value),
                        ));
                    }
                    Stmt::Store { buffer, offset, value } => {
                        self.evaluate(&code.needs)?;
                        let (of_value, of_buffer) = (
                            self.kernel.dtype(*value),
                            self.kernel.buffers[*buffer as usize].dtype,
                        );
                        if of_value != of_buffer {
                            return Err(format!("it stores {of_value} to an array of {of_buffer}"));
                        }
                        stores.push((
                            StoreTarget::Buffer(*buffer),
                            self.int(*offset),
                            self.bits(*value),
                        ));
                    }
                }
            }
            for (place, offset, bits) in stores {
                match place {
                    StoreTarget::Buffer(k) => {
                        self.buffers[k as usize].write(offset, self.point, bits)?
                    }
                    StoreTarget::Local(k) => {
                        let array = &mut self.locals[k as usize];
                        let at = local_position(array, offset)?;
                        array.write(at, Owner::Itself, self.step, bits)?;
                    }
                }
            }
            self.step += 1;
            Ok(())
        })?;
        // The next phase sees the values that this one stored.
        self.locals.iter_mut().for_each(Array::end_of_launch);
        Ok(())
    }

    fn reduce(&mut self, stmt: &Stmt, code: &Code) -> Result<(), String> {
        let Stmt::Reduce { loops, body, accumulators } = stmt else {
            return Err("only reductions are inside of reductions".into());
        };
        let dtypes: Vec<_> = accumulators.iter().map(|a| self.kernel.dtype(a.value)).collect();
        let identity = accumulators.iter().zip(&dtypes).map(|(a, d)| a.op.identity(*d));
        let mut sums: Vec<Const> = identity.collect();
        self.evaluate(&code.bounds)?;
        let (first, extents) = self.ranges(loops)?;
        each_point(&extents, |index| {
            let index: Vec<i64> = index.iter().zip(&first).map(|(i, first)| i + first).collect();
            self.bind(loops, &index);
            for (stmt, code) in body.iter().zip(&code.inner) {
                self.reduce(stmt, code)?;
            }
            self.evaluate(&code.needs)?;
            for (sum, a) in sums.iter_mut().zip(accumulators) {
                let term = self.constant(a.value);
                *sum = evaluate::binary(a.op.combine(), *sum, term)
                    .ok_or_else(|| format!("{:?} is not defined for {}", a.op, term.dtype))?;
            }
            Ok(())
        })?;
        for l in loops {
            self.variables.remove(&l.var.0);
        }
        for (sum, a) in sums.into_iter().zip(accumulators) {
            self.temps.insert(a.id.0, sum.bits);
        }
        Ok(())
    }

    /// The beginnings of loops, and their numbers of points.
    fn ranges(&self, loops: &[Loop]) -> Result<(Vec<i64>, Vec<i64>), String> {
        let range = |l: &Loop| match l.extent {
            Extent::Const(n) => Ok((0, n)),
            Extent::Size(k) => {
                let size = self.sizes.get(k as usize);
                size.map(|n| (0, *n)).ok_or_else(|| format!("size {k} does not exist"))
            }
            Extent::Range { low, high } => {
                Ok((self.int(low), self.int(high).saturating_sub(self.int(low))))
            }
        };
        loops.iter().map(range).collect::<Result<Vec<_>, _>>().map(|r| r.into_iter().unzip())
    }

    fn bind(&mut self, loops: &[Loop], index: &[i64]) {
        for (l, i) in loops.iter().zip(index) {
            self.variables.insert(l.var.0, *i);
        }
    }

    fn bits(&self, id: ValueId) -> u64 {
        self.values[id.0 as usize]
    }

    fn int(&self, id: ValueId) -> i64 {
        self.bits(id) as i64
    }

    fn constant(&self, id: ValueId) -> Const {
        Const { dtype: self.kernel.dtype(id), bits: self.bits(id) }
    }

    fn evaluate(&mut self, ids: &[ValueId]) -> Result<(), String> {
        for id in ids {
            let bits = self.value(*id)?;
            self.values[id.0 as usize] = bits;
        }
        Ok(())
    }

    fn value(&mut self, id: ValueId) -> Result<u64, String> {
        let kernel = self.kernel;
        let undefined = || format!("{:?} is not defined for its operands", kernel.value(id));
        let value = match *kernel.value(id) {
            Value::Const(c) => c,
            Value::Scalar(k) => {
                Const { dtype: kernel.scalars[k as usize], bits: self.scalars[k as usize] }
            }
            Value::Size(k) => Const::i64(self.sizes[k as usize]),
            Value::Var(var) => {
                let value = self.variables.get(&var.0);
                Const::i64(*value.ok_or_else(|| format!("{var:?} is not bound"))?)
            }
            Value::Accumulator(temp) => {
                let bits =
                    self.temps.get(&temp.0).ok_or_else(|| format!("{temp:?} is not known"))?;
                Const { dtype: kernel.dtype(id), bits: *bits }
            }
            Value::Load { buffer, offset } => {
                let (offset, point) = (self.int(offset), self.point);
                let dtype = kernel.buffers[buffer as usize].dtype;
                let buffer = &mut self.buffers[buffer as usize];
                Const { dtype, bits: buffer.read(offset, point)? }
            }
            Value::LoadLocal { local, offset } => {
                let offset = self.int(offset);
                let array = &mut self.locals[local as usize];
                let at = local_position(array, offset)?;
                let bits = array.read(at, Owner::Itself, Some(self.step))?;
                Const { dtype: kernel.locals[local as usize].dtype, bits }
            }
            Value::Unary(op, a) => evaluate::unary(op, self.constant(a)).ok_or_else(undefined)?,
            Value::Binary(op, a, b) => {
                evaluate::binary(op, self.constant(a), self.constant(b)).ok_or_else(undefined)?
            }
            Value::Select(c, a, b) => {
                let (c, a, b) = (self.constant(c), self.constant(a), self.constant(b));
                if c.bits != 0 { a } else { b }
            }
            Value::Cast(dtype, a) => evaluate::cast(dtype, self.constant(a)),
            Value::Foreign { ref function, ref arguments } => {
                let arguments: Vec<Const> = arguments.iter().map(|a| self.constant(*a)).collect();
                function.evaluate(&arguments)?
            }
        };
        if value.dtype != kernel.dtype(id) {
            return Err(format!(
                "{:?} is {}, not {}",
                kernel.value(id),
                value.dtype,
                kernel.dtype(id)
            ));
        }
        Ok(value.bits)
    }
}

fn local_position(array: &Array, offset: i64) -> Result<usize, String> {
    let inside = usize::try_from(offset).ok().filter(|k| *k < array.len());
    inside.ok_or_else(|| format!("element {offset} of a local array of {}", array.len()))
}
