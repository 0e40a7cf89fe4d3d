//! The cost model: the bytes that a kernel moves and the operations that it does, as functions of the dimensions.

use super::kernel::{Access, Extent, KernelIr, Stmt, Value, ValueId};
use crate::dag::{Binary, DType, Reduce, Routine, Size, Unary};
use crate::hash::{HashMap, HashSet};
use crate::plan::{Cost, Gather};

/// The cost of a launch on arrays of `lens` elements.
pub fn cost(kernel: &KernelIr, sizes: &[Size], extents: &[Size], lens: &[Size]) -> Cost {
    let points = Size::product(extents);
    if let Some(routine) = &kernel.routine {
        let ops = operations(&routine.routine, &points, sizes, lens);
        return Cost { bytes: touched(kernel, lens), ops, ..Cost::default() };
    }
    let Visit { gathered, streamed, stored, mut cost, .. } = visited(kernel, sizes, &points);
    if let Some(pieces) = &kernel.pieces {
        // A point does the work of its piece only. All of them count like the one with the most.
        let work = |leaf| visited(leaf, sizes, &points).cost;
        let most = pieces.leaves[1..].iter().map(work).max_by_key(|cost| typical(&cost.ops));
        if let Some(Cost { ops, divisions, exponentials, transcendentals, strided, .. }) = most {
            cost = Cost { ops, divisions, exponentials, transcendentals, strided, ..cost };
        }
    }
    for (k, buffer) in kernel.buffers.iter().enumerate() {
        let size = if buffer.index { 4 } else { buffer.dtype.bytes() };
        let once = lens[k].scale(size);
        if buffer.access != Access::Read {
            let some = stored.get(&(k as u32)).and_then(|some| some.as_ref());
            cost.bytes = cost.bytes.add(&some.map_or(once.clone(), |some| some.scale(size)));
        }
        let loads = gathered.get(&(k as u32)).into_iter().flatten();
        let sum = |sum: Size, n: &Size| sum.add(&n.scale(size));
        let elements = loads.clone().map(|(_, n, _)| n).fold(Size::zero(), sum);
        let apart = loads.filter(|(_, _, differs)| *differs).map(|(_, n, _)| n);
        cost.gathered = cost.gathered.add(&apart.fold(Size::zero(), sum));
        if let Some(asked) = streamed.get(&(k as u32)) {
            // A single point may read only a part of an array, such as the rest of a long sum.
            if points.is_one() && asked.scale(size) != once {
                cost.gathers.push(Gather { array: once, elements: asked.scale(size) });
            } else {
                // Points without loops may read a row of a matrix only.
                let asked = asked.scale(size);
                let in_part = !kernel.has_loops() && once.exact_div(&asked).is_some();
                cost.bytes = cost.bytes.add(if in_part { &asked } else { &once });
            }
        } else if !elements.is_zero() {
            cost.gathers.push(Gather { array: once, elements });
        }
    }
    cost
}

/// The operations and accesses of a kernel that has `points` points.
fn visited<'a>(kernel: &'a KernelIr, sizes: &'a [Size], points: &Size) -> Visit<'a> {
    let mut visit = Visit {
        kernel,
        sizes,
        seen: HashSet::default(),
        gathered: HashMap::default(),
        streamed: HashMap::default(),
        stored: HashMap::default(),
        cost: Cost::default(),
    };
    for phase in &kernel.phases {
        let loops = phase.loops.iter();
        let evaluations = loops.fold(points.clone(), |p, l| runs(kernel, &p, l.extent, sizes));
        visit.seen.clear();
        phase.body.iter().for_each(|stmt| visit.stmt(stmt, &evaluations));
    }
    visit
}

/// The value of a size in estimates that are made before dimensions are known: every dimension counts as 1000.
pub fn typical(size: &Size) -> i64 {
    size.evaluate(&|_| Some(1000)).unwrap_or(i64::MAX / 8)
}

/// The bytes of all buffers, each counted once.
fn touched(kernel: &KernelIr, lens: &[Size]) -> Size {
    let bytes = kernel.buffers.iter().zip(lens).map(|(b, len)| len.scale(b.dtype.bytes()));
    bytes.fold(Size::zero(), |sum, bytes| sum.add(&bytes))
}

/// The operations of a routine. Comparisons of a sort and steps of a search are those for rows of a million elements.
fn operations(routine: &Routine, points: &Size, sizes: &[Size], lens: &[Size]) -> Size {
    // Comparisons of a binary search, and what sorts do to an element: about as long as so many operations.
    const SEARCH: i64 = 20;
    const SORT: i64 = 8;
    // Loading and storing at the place that an index gives.
    const SEGMENT: i64 = 4;
    let elements = &lens[0];
    match routine {
        Routine::Lu | Routine::Cholesky => elements.mul(&sizes[0]),
        Routine::LuSolve => lens[1].mul(&sizes[0]).scale(2),
        Routine::SingularValues => elements.mul(&sizes[0]).scale(3),
        Routine::Scan(_) | Routine::ScanColumns(_) | Routine::Positions => elements.clone(),
        // Six operations per pair of elements.
        Routine::ComplexProducts => elements.scale(3),
        // Most elements are compared a few times.
        Routine::Middle | Routine::Top { .. } => elements.scale(4),
        Routine::ArgSort | Routine::Sort => elements.scale(SORT),
        Routine::Search { .. } => points.scale(SEARCH),
        // The values that are combined, and the results of the segments.
        Routine::Segment(_) => elements.mul(&sizes[2]).scale(SEGMENT).add(points),
        Routine::SegmentStore => {
            let values = elements.mul(&sizes[2]).scale(SEGMENT);
            values.add(&points.mul(&sizes[2]))
        }
        Routine::SegmentCount | Routine::SegmentLast => elements.scale(SEGMENT).add(points),
        // Nothing is known of them but that they look at their operands.
        Routine::Foreign(_) => lens.iter().fold(Size::zero(), |sum, len| sum.add(len)),
    }
}

/// How often the body of a loop runs if the loop is reached `reached` times.
fn runs(kernel: &KernelIr, reached: &Size, extent: Extent, sizes: &[Size]) -> Size {
    match extent {
        Extent::Const(n) => reached.scale(n),
        Extent::Size(k) => reached.mul(&sizes[k as usize]),
        // All ranges together are about as long as the extent that they are parts of. Ranges that begin at 0 are whole,
        // except the last one.
        Extent::Range { low, high } => match *kernel.value(high) {
            // A loop that runs once unless an array is empty.
            Value::Binary(Binary::Min, at_most, _) if is_one(kernel, at_most) => reached.clone(),
            Value::Binary(Binary::Min, _, whole) => match *kernel.value(whole) {
                Value::Const(_) | Value::Size(_) => {
                    let part = match *kernel.value(whole) {
                        Value::Size(k) => sizes[k as usize].clone(),
                        Value::Const(c) => Size::constant(c.bits as i64),
                        _ => unreachable!(),
                    };
                    let from_0 = matches!(*kernel.value(low), Value::Const(z) if z.bits == 0);
                    match from_0 {
                        true => whole_axis(kernel, reached, high, &part, sizes)
                            .unwrap_or_else(|| reached.mul(&part)),
                        false => reached.add(&part),
                    }
                }
                _ => reached.clone(),
            },
            _ => reached.clone(),
        },
    }
}

fn is_one(kernel: &KernelIr, id: ValueId) -> bool {
    matches!(*kernel.value(id), Value::Const(c) if c.bits == 1)
}

/// How often the body of a loop runs that is reached once for each part of an axis, and is over `part` positions or as
/// many as are left. It runs once for each position of the axis.
fn whole_axis(
    kernel: &KernelIr,
    reached: &Size,
    end: ValueId,
    part: &Size,
    sizes: &[Size],
) -> Option<Size> {
    let mut ends = vec![end];
    let axis = loop {
        match *kernel.value(ends.pop()?) {
            Value::Binary(Binary::Min, a, b) => ends.extend([a, b]),
            // The length of the axis, less the positions before the part.
            Value::Binary(Binary::Add, before, axis) => {
                match (kernel.value(before), kernel.value(axis)) {
                    (Value::Binary(Binary::Mul, ..), Value::Size(k)) => {
                        break sizes[*k as usize].clone();
                    }
                    (Value::Binary(Binary::Mul, ..), Value::Const(c)) => {
                        break Size::constant(c.bits as i64);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    };
    let parts = axis.add(part).sub(&Size::one()).quotient(part);
    Some(reached.exact_div(&parts)?.mul(&axis))
}

/// Operations of one evaluation.
#[derive(Default)]
struct Count {
    ops: i64,
    divisions: i64,
    exponentials: i64,
    transcendentals: i64,
    strided: i64,
}

/// The operations of a minimum or maximum of floats that keeps NaNs, with AVX-512. Other instruction sets take more.
const EXTREMUM: i64 = 2;

impl Count {
    fn add(&mut self, value: &Value, dtype: DType) {
        self.ops += 1;
        match value {
            Value::Binary(Binary::Min | Binary::Max, ..) if dtype.is_float() => {
                self.ops += EXTREMUM - 1;
            }
            Value::Unary(Unary::Sqrt, _)
            | Value::Binary(
                Binary::Div | Binary::FloorDiv | Binary::Rem | Binary::Fmod | Binary::Gcd,
                ..,
            ) => self.divisions += 1,
            Value::Unary(Unary::Exp | Unary::Log, _) => self.exponentials += 1,
            Value::Unary(op, _) if is_transcendental(*op) => self.transcendentals += 1,
            Value::Binary(Binary::Pow | Binary::Atan2 | Binary::Hypot, ..)
            | Value::Foreign { .. } => {
                self.transcendentals += 1;
            }
            _ => {}
        }
    }
}

fn is_transcendental(op: Unary) -> bool {
    use Unary::*;
    !matches!(
        op,
        Neg | Not | Abs | Sqrt | Sign | Floor | Ceil | Trunc | Round | IsNan | IsInf | IsFinite
    )
}

/// How the elements lie that a load reads for neighbouring points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lanes {
    Same,
    Neighbours,
    Apart,
}

struct Visit<'a> {
    kernel: &'a KernelIr,
    sizes: &'a [Size],
    /// Values that the phase has evaluated.
    seen: HashSet<ValueId>,
    /// For each buffer, the positions that are gathered from, how often, and whether they differ between neighbouring
    /// points. They count once for all phases.
    gathered: HashMap<u32, Vec<(ValueId, Size, bool)>>,
    /// For each buffer, the number of elements that are read at positions known in advance.
    streamed: HashMap<u32, Size>,
    /// For each buffer, the number of elements that are stored, if all of them are at loaded positions.
    stored: HashMap<u32, Option<Size>>,
    cost: Cost,
}

impl Visit<'_> {
    fn stmt(&mut self, stmt: &Stmt, evaluations: &Size) {
        if let Stmt::Store { buffer, offset, .. } = *stmt {
            let anywhere = self.loaded(offset).0;
            let stored = self.stored.entry(buffer).or_insert_with(|| Some(Size::zero()));
            *stored = stored.take().filter(|_| anywhere).map(|some| some.add(evaluations));
        }
        match stmt {
            Stmt::StoreLocal { offset, value, .. } | Stmt::Store { offset, value, .. } => {
                self.value(*offset, evaluations, false);
                self.value(*value, evaluations, true);
            }
            Stmt::Reduce { loops, body, accumulators } => {
                stmt.bounds(&mut |bound| self.value(bound, evaluations, true));
                let inside = loops
                    .iter()
                    .fold(evaluations.clone(), |p, l| runs(self.kernel, &p, l.extent, self.sizes));
                body.iter().for_each(|stmt| self.stmt(stmt, &inside));
                for a in accumulators {
                    self.value(a.value, &inside, true);
                    let is_extremum = matches!(a.op, Reduce::Min | Reduce::Max)
                        && self.kernel.dtype(a.value).is_float();
                    let ops = if is_extremum { inside.scale(EXTREMUM) } else { inside.clone() };
                    self.cost.ops = self.cost.ops.add(&ops);
                }
            }
        }
    }

    /// Counts a value that is evaluated `evaluations` times. Values that were seen before are free.
    fn value(&mut self, root: ValueId, evaluations: &Size, count: bool) {
        let mut counted = Count::default();
        let mut stack = vec![(root, count)];
        while let Some((id, count)) = stack.pop() {
            if !self.seen.insert(id) {
                continue;
            }
            match *self.kernel.value(id) {
                Value::Load { buffer, offset } => {
                    let (anywhere, differs) = self.loaded(offset);
                    if anywhere {
                        let loads = self.gathered.entry(buffer).or_default();
                        if !loads.iter().any(|(known, ..)| *known == offset) {
                            loads.push((offset, evaluations.clone(), differs));
                        }
                    } else {
                        let asked = self.streamed.entry(buffer).or_default();
                        *asked = asked.add(evaluations);
                    }
                    if !differs {
                        counted.strided += i64::from(self.lanes(offset) == Lanes::Apart);
                    }
                    stack.push((offset, false));
                }
                Value::LoadLocal { offset, .. } => stack.push((offset, false)),
                Value::Unary(..)
                | Value::Binary(..)
                | Value::Select(..)
                | Value::Foreign { .. } => {
                    if count {
                        counted.add(self.kernel.value(id), self.kernel.dtype(id));
                    }
                    self.kernel.operands(id, &mut |o| stack.push((o, count)));
                }
                _ => self.kernel.operands(id, &mut |o| stack.push((o, count))),
            }
        }
        let add = |to: &mut Size, n: i64| {
            if n > 0 {
                *to = to.add(&evaluations.scale(n));
            }
        };
        add(&mut self.cost.ops, counted.ops);
        add(&mut self.cost.divisions, counted.divisions);
        add(&mut self.cost.exponentials, counted.exponentials);
        add(&mut self.cost.transcendentals, counted.transcendentals);
        add(&mut self.cost.strided, counted.strided);
    }

    /// How an offset without loaded parts depends on the last parallel dimension.
    fn lanes(&self, root: ValueId) -> Lanes {
        let Some(lane) = self.kernel.parallel.last() else { return Lanes::Same };
        let mut known: HashMap<ValueId, Lanes> = HashMap::default();
        let mut stack = vec![(root, false)];
        while let Some((id, ready)) = stack.pop() {
            if known.contains_key(&id) {
                continue;
            }
            if !ready {
                stack.push((id, true));
                self.kernel.operands(id, &mut |o| stack.push((o, false)));
                continue;
            }
            let lanes = match *self.kernel.value(id) {
                Value::Var(var) if var == lane.var => Lanes::Neighbours,
                Value::Binary(Binary::Add, a, b) => match (known[&a], known[&b]) {
                    (Lanes::Same, other) | (other, Lanes::Same) => other,
                    _ => Lanes::Apart,
                },
                Value::Binary(Binary::Sub, a, b) if known[&b] == Lanes::Same => known[&a],
                _ => {
                    let mut same = true;
                    self.kernel.operands(id, &mut |o| same &= known[&o] == Lanes::Same);
                    if same { Lanes::Same } else { Lanes::Apart }
                }
            };
            known.insert(id, lanes);
        }
        known[&root]
    }

    /// Whether an offset has loaded parts, or parts that are arguments, and whether these differ between neighbouring points.
    fn loaded(&self, root: ValueId) -> (bool, bool) {
        let (mut stack, mut seen) = (vec![root], HashSet::default());
        let mut any = false;
        while let Some(id) = stack.pop() {
            if matches!(self.kernel.value(id), Value::Load { .. } | Value::Scalar(_)) {
                any = true;
                if self.lanes(id) != Lanes::Same {
                    return (true, true);
                }
            }
            if seen.insert(id) {
                self.kernel.operands(id, &mut |o| stack.push(o));
            }
        }
        (any, false)
    }
}
