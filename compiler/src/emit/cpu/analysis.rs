//! Facts about a kernel's values: which of them vary between lanes, and how often each is used.

use super::order::{self, Order};
use super::widths;
use super::wrapped::Wrapped;
use crate::dag::Binary;
use crate::hash::HashSet;
use crate::schedule::kernel::{Extent, KernelIr, Stmt, Value, ValueId, VarId};
pub use crate::schedule::steps::mentions;

/// The most lanes that read one element. If more lanes did, a vector would have only one or two elements.
const MOST_REPETITIONS: i64 = 16;

pub struct Analysis {
    /// The last parallel variable; it runs in lanes unless rows do.
    pub lane: Option<VarId>,
    /// The things that run in lanes.
    pub order: Order,
    varying: Vec<bool>,
    uses: Vec<u32>,
    /// The numbers of lanes with AVX2 and with AVX-512.
    pub widths: (usize, usize),
    /// Whether points have to run one at a time, because reductions are over ranges that differ from lane to lane, or
    /// because nothing can run in lanes.
    pub one_lane: bool,
    /// The dimensions in which lanes run on over the ends of rows, if they do.
    wrapped: Option<Wrapped>,
}

/// An offset as a function of the lane.
pub enum Offset {
    Uniform,
    /// `stride` (`None`: 1) times the lane variable plus uniform terms.
    Linear {
        stride: Option<ValueId>,
        rest: Vec<ValueId>,
    },
    Other,
}

impl Analysis {
    pub fn new(kernel: &KernelIr) -> Analysis {
        Analysis::of(kernel, None, order::order(kernel))
    }

    /// The analysis for lanes of points, whatever is best for memory.
    pub fn points(kernel: &KernelIr) -> Analysis {
        Analysis::of(kernel, None, Order::Points)
    }

    /// The analysis for lanes that run on over the ends of rows.
    pub fn wrapped(kernel: &KernelIr, wrapped: Wrapped) -> Analysis {
        Analysis::of(kernel, Some(wrapped), order::order(kernel))
    }

    /// The same for lanes of points, whatever is best for memory.
    pub fn wrapped_points(kernel: &KernelIr, wrapped: Wrapped) -> Analysis {
        Analysis::of(kernel, Some(wrapped), Order::Points)
    }

    fn of(kernel: &KernelIr, wrapped: Option<Wrapped>, order: Order) -> Analysis {
        let lane = kernel.parallel.last().map(|l| l.var);
        let count = kernel.value_count();
        let rows: HashSet<VarId> = match order {
            Order::Rows => kernel.phases.iter().flat_map(|p| &p.body).filter_map(row).collect(),
            Order::Points | Order::Columns => HashSet::default(),
        };
        let (mut varying, mut uses) = (vec![false; count], vec![0; count]);
        for k in 0..count {
            let id = ValueId(k as u32);
            let own = match kernel.value(id) {
                Value::Var(v) if order == Order::Rows => rows.contains(v),
                Value::Var(v) => Some(*v) == lane || wrapped.is_some_and(|w| *v == w.row.var),
                Value::Accumulator(_) | Value::LoadLocal { .. } => order != Order::Rows,
                _ => false,
            };
            let mut any = own;
            kernel.operands(id, &mut |o| {
                any |= varying[o.0 as usize];
                uses[o.0 as usize] += 1;
            });
            varying[k] = any;
        }
        let mut stack: Vec<&Stmt> = kernel.phases.iter().flat_map(|p| &p.body).collect();
        while let Some(stmt) = stack.pop() {
            stmt.bounds(&mut |bound| uses[bound.0 as usize] += 1);
            match stmt {
                Stmt::Reduce { body, accumulators, .. } => {
                    stack.extend(body);
                    accumulators.iter().for_each(|a| uses[a.value.0 as usize] += 1);
                }
                Stmt::StoreLocal { offset, value, .. } | Stmt::Store { offset, value, .. } => {
                    uses[offset.0 as usize] += 1;
                    uses[value.0 as usize] += 1;
                }
            }
        }
        let mut one_lane = lane.is_none() && order != Order::Rows;
        kernel.bounds(&mut |bound| one_lane |= varying[bound.0 as usize]);
        let mut this =
            Analysis { lane, order, varying, uses, widths: widths::WIDE, one_lane, wrapped };
        this.widths = widths::widths(kernel, &this);
        this
    }

    pub fn is_varying(&self, id: ValueId) -> bool {
        self.varying[id.0 as usize]
    }

    pub fn used_once(&self, id: ValueId) -> bool {
        self.uses[id.0 as usize] <= 1
    }

    /// The summands of an offset that vary between lanes, and those that do not.
    pub fn summands(&self, kernel: &KernelIr, id: ValueId) -> (Vec<ValueId>, Vec<ValueId>) {
        let (mut varying, mut uniform, mut stack) = (Vec::new(), Vec::new(), vec![id]);
        while let Some(id) = stack.pop() {
            match *kernel.value(id) {
                _ if !self.is_varying(id) => uniform.push(id),
                Value::Binary(Binary::Add, a, b) => stack.extend([b, a]),
                _ => varying.push(id),
            }
        }
        (varying, uniform)
    }

    /// If several neighbouring lanes read one element, and the lanes after them the next one: the number of lanes per
    /// element, and the other summands of the offset.
    pub fn repeated(&self, kernel: &KernelIr, offset: ValueId) -> Option<(i64, Vec<ValueId>)> {
        if self.wrapped.is_some() || !self.is_varying(offset) {
            return None;
        }
        let (varying, uniform) = self.summands(kernel, offset);
        let [quotient] = *varying.as_slice() else { return None };
        let Value::Binary(Binary::FloorDiv, of, by) = *kernel.value(quotient) else { return None };
        let (Value::Var(_), Value::Const(by)) = (kernel.value(of), kernel.value(by)) else {
            return None;
        };
        let by = by.bits as i64;
        (2..=MOST_REPETITIONS).contains(&by).then_some((by, uniform))
    }

    /// How an offset depends on the lane.
    pub fn offset(&self, kernel: &KernelIr, id: ValueId) -> Offset {
        if !self.is_varying(id) {
            return Offset::Uniform;
        }
        if let Some(wrapped) = self.wrapped {
            return self.wrapped_offset(kernel, id, wrapped);
        }
        let (mut stride, mut rest, mut found) = (None, Vec::new(), false);
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            if !self.is_varying(id) {
                rest.push(id);
                continue;
            }
            match *kernel.value(id) {
                Value::Binary(Binary::Add, a, b) => stack.extend([b, a]),
                Value::Var(_) if !found => found = true,
                Value::Binary(Binary::Mul, a, b) if !found => {
                    let (var, k) = if self.is_varying(a) { (a, b) } else { (b, a) };
                    if self.is_varying(k) || !matches!(kernel.value(var), Value::Var(_)) {
                        return Offset::Other;
                    }
                    (stride, found) = (Some(k), true);
                }
                _ => return Offset::Other,
            }
        }
        Offset::Linear { stride, rest }
    }

    /// The same for lanes that run on over the ends of rows. The stride is 1 only if elements follow each other in
    /// memory there, too.
    fn wrapped_offset(&self, kernel: &KernelIr, id: ValueId, wrapped: Wrapped) -> Offset {
        let (mut rest, mut rows, mut columns) = (Vec::new(), 0, 0);
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            let is_row = |id| *kernel.value(id) == Value::Var(wrapped.row.var);
            let is_length = |id| is_extent(kernel, id, wrapped.lane.extent);
            match *kernel.value(id) {
                _ if !self.is_varying(id) => rest.push(id),
                Value::Binary(Binary::Add, a, b) => stack.extend([b, a]),
                Value::Var(v) if v == wrapped.lane.var => columns += 1,
                Value::Binary(Binary::Mul, a, b)
                    if is_row(a) && is_length(b) || is_row(b) && is_length(a) =>
                {
                    rows += 1;
                }
                _ => return Offset::Other,
            }
        }
        match (rows, columns) {
            (1, 1) => Offset::Linear { stride: None, rest },
            _ => Offset::Other,
        }
    }

    /// The other summands of an offset that is the same in all columns of a row, and larger by one in the next row.
    pub fn of_row(&self, kernel: &KernelIr, offset: ValueId) -> Option<Vec<ValueId>> {
        let wrapped = self.wrapped?;
        let (varying, uniform) = self.summands(kernel, offset);
        let [row] = *varying.as_slice() else { return None };
        (*kernel.value(row) == Value::Var(wrapped.row.var)).then_some(uniform)
    }
}

/// Whether a value is the extent of a loop.
fn is_extent(kernel: &KernelIr, id: ValueId, extent: Extent) -> bool {
    match (kernel.value(id), extent) {
        (Value::Size(k), Extent::Size(n)) => *k == n,
        (Value::Const(c), Extent::Const(n)) => c.bits as i64 == n,
        _ => false,
    }
}

/// The innermost variable of a reduction.
fn row(stmt: &Stmt) -> Option<VarId> {
    match stmt {
        Stmt::Reduce { loops, .. } => loops.last().map(|l| l.var),
        _ => None,
    }
}

/// The values that depend on a variable.
pub fn depending_on(kernel: &KernelIr, var: VarId, temps: &HashSet<u32>) -> Vec<bool> {
    let mut depends = vec![false; kernel.value_count()];
    for k in 0..kernel.value_count() {
        let id = ValueId(k as u32);
        let mut any = match kernel.value(id) {
            Value::Var(v) => *v == var,
            Value::Accumulator(t) => temps.contains(&t.0),
            _ => false,
        };
        kernel.operands(id, &mut |o| any |= depends[o.0 as usize]);
        depends[k] = any;
    }
    depends
}
