//! The kernel IR: parallel dimensions, local arrays, and an ordered list of phases over them.
//!
//! ```text
//! for every point of the parallel dimensions (independent of each other):
//!     local arrays (constant sizes)
//!     phase 0: for every point of its inner loops (independent of each other): statements
//!     phase 1: ...                              sees everything that phase 0 stored
//! ```
//!
//! A kernel knows buffers, scalars and sizes only by position. So equal computations on different arrays are equal
//! kernels.

use crate::hash::HashMap;
use std::hash::{Hash, Hasher};

use super::pieces::Pieces;

use crate::dag::{Binary, Const, DType, Foreign, Reduce, Rounding, Routine, Unary};

/// Handle of a value in its [`KernelIr`]. Operands have smaller ids than their users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ValueId(pub u32);

/// A loop variable of the kernel, `i64`; each number is bound in one place only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VarId(pub u32);

/// An accumulator of a [`Stmt::Reduce`], readable after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccumulatorId(pub u32);

/// Extent of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    Const(i64),
    /// Size parameter `k` of the kernel.
    Size(u32),
    /// A range, which occurs only in reductions: from `low` up to, but without, `high`, which are values of the point
    /// around.
    Range {
        low: ValueId,
        high: ValueId,
    },
}

/// A pure value. Equal values of a kernel are one value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    Const(Const),
    /// Scalar parameter `k`.
    Scalar(u32),
    /// Size parameter `k`, `i64`.
    Size(u32),
    Var(VarId),
    /// An accumulator, after its loops.
    Accumulator(AccumulatorId),
    /// Element at a flat offset (`i64`) of buffer parameter `k`.
    Load {
        buffer: u32,
        offset: ValueId,
    },
    /// Element at a flat offset of a local array.
    LoadLocal {
        local: u32,
        offset: ValueId,
    },
    Unary(Unary, ValueId),
    Binary(Binary, ValueId, ValueId),
    Select(ValueId, ValueId, ValueId),
    Cast(DType, ValueId),
    /// A foreign function of values.
    Foreign {
        function: Foreign,
        arguments: Vec<ValueId>,
    },
}

impl Value {
    /// The same value of other operands; `None` if there is none for one of them.
    pub fn with_operands(&self, f: &mut dyn FnMut(ValueId) -> Option<ValueId>) -> Option<Value> {
        Some(match *self {
            Value::Load { buffer, offset } => Value::Load { buffer, offset: f(offset)? },
            Value::LoadLocal { local, offset } => Value::LoadLocal { local, offset: f(offset)? },
            Value::Unary(op, a) => Value::Unary(op, f(a)?),
            Value::Binary(op, a, b) => Value::Binary(op, f(a)?, f(b)?),
            Value::Select(c, a, b) => Value::Select(f(c)?, f(a)?, f(b)?),
            Value::Cast(to, a) => Value::Cast(to, f(a)?),
            Value::Foreign { ref function, ref arguments } => Value::Foreign {
                function: function.clone(),
                arguments: arguments.iter().map(|a| f(*a)).collect::<Option<_>>()?,
            },
            Value::Const(_)
            | Value::Scalar(_)
            | Value::Size(_)
            | Value::Var(_)
            | Value::Accumulator(_) => self.clone(),
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Access {
    Read,
    Write,
    ReadWrite,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer {
    /// The dtype as the program sees it. Index arrays are an exception: see `index`.
    pub dtype: DType,
    pub access: Access,
    /// Whether it is an `index<D>` array, which is stored as `i32` and loaded as `i64`.
    pub index: bool,
}

/// An array private to one point of the parallel dimensions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Local {
    pub dtype: DType,
    pub len: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Loop {
    pub var: VarId,
    pub extent: Extent,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Accumulator {
    pub id: AccumulatorId,
    pub op: Reduce,
    /// Evaluated for every point of the loops.
    pub value: ValueId,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Stmt {
    /// Runs all accumulators over the loops (outermost first). `body` has the inner reductions that the accumulated
    /// values need. It runs first, once per point.
    Reduce { loops: Vec<Loop>, body: Vec<Stmt>, accumulators: Vec<Accumulator> },
    /// Stores into a local array.
    StoreLocal { local: u32, offset: ValueId, value: ValueId },
    /// Stores into a buffer.
    Store { buffer: u32, offset: ValueId, value: ValueId },
}

impl Stmt {
    /// The accumulators of the statement's own loops.
    pub fn accumulators(&self) -> &[Accumulator] {
        match self {
            Stmt::Reduce { accumulators, .. } => accumulators,
            Stmt::StoreLocal { .. } | Stmt::Store { .. } => &[],
        }
    }

    /// Calls `f` on the bounds of the ranges that the statement's own loops run over.
    pub fn bounds(&self, f: &mut dyn FnMut(ValueId)) {
        if let Stmt::Reduce { loops, .. } = self {
            for l in loops {
                if let Extent::Range { low, high } = l.extent {
                    [low, high].into_iter().for_each(&mut *f);
                }
            }
        }
    }
}

/// Inner loops (of constant extents if the kernel has local arrays), and the statements that run at each point.
///
/// The points are independent: they may run in any order, or at the same time. At one point, all reductions run and all
/// stored values are computed before the first store takes effect. So a point may update the elements that it reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phase {
    pub loops: Vec<Loop>,
    pub body: Vec<Stmt>,
}

/// A kernel that is a fixed algorithm (see [`super::routine`] for its parameters).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RoutineKernel {
    pub routine: Routine,
    /// The dtype of the operands. For segments it is that of the values, or that of the indices if there are no values.
    pub dtype: DType,
}

/// The user's choice of what runs in lanes on a CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lanes {
    /// Points of the last parallel dimension.
    Points,
    /// Terms of the reductions; points are computed one after the other.
    Terms,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct KernelIr {
    /// The routine of the kernel, if it is not made of comprehensions. It then has no phases.
    pub routine: Option<RoutineKernel>,
    /// The parallel dimensions, outermost first; empty for a single point. Vectorised code runs the last one in lanes.
    pub parallel: Vec<Loop>,
    pub buffers: Vec<Buffer>,
    /// The dtypes of the scalar parameters, which are passed by value.
    pub scalars: Vec<DType>,
    /// Number of size parameters (`i64`).
    pub sizes: u32,
    pub locals: Vec<Local>,
    pub phases: Vec<Phase>,
    /// The choice of what runs in lanes, where that is possible. `None` leaves it to the layout of memory.
    pub lanes: Option<Lanes>,
    /// The number of CUDA threads per block; `None` leaves it to the phases.
    pub threads: Option<u32>,
    pub rounding: Rounding,
    /// Whether CUDA code takes the first of the rows, along the outermost parallel dimension, that it computes.
    pub some_rows: bool,
    /// The kernels of pieces of rows, if a CPU is to use such kernels.
    pub pieces: Option<Box<Pieces>>,
    values: Vec<(Value, DType)>,
    value_ids: ValueIds,
}

impl KernelIr {
    pub fn is_strict(&self) -> bool {
        self.rounding == Rounding::Strict
    }

    /// Whether it has loops around stores or reductions, or more than one phase.
    pub fn has_loops(&self) -> bool {
        match self.phases.as_slice() {
            [phase] => !phase.loops.is_empty(),
            phases => phases.len() > 1,
        }
    }

    /// The same kernel without values, which are yet to be added.
    pub fn without_values(&self) -> KernelIr {
        let (values, value_ids) = (Vec::new(), ValueIds::default());
        KernelIr {
            routine: self.routine.clone(),
            parallel: self.parallel.clone(),
            buffers: self.buffers.clone(),
            scalars: self.scalars.clone(),
            sizes: self.sizes,
            locals: self.locals.clone(),
            phases: self.phases.clone(),
            lanes: self.lanes,
            threads: self.threads,
            rounding: self.rounding,
            some_rows: self.some_rows,
            pieces: None,
            values,
            value_ids,
        }
    }

    pub fn value(&self, id: ValueId) -> &Value {
        &self.values[id.0 as usize].0
    }

    pub fn dtype(&self, id: ValueId) -> DType {
        self.values[id.0 as usize].1
    }

    pub fn value_count(&self) -> usize {
        self.values.len()
    }

    /// Adds a value, or finds an equal one.
    pub fn add(&mut self, value: Value, dtype: DType) -> ValueId {
        if let Some(id) = self.value_ids.0.get(&value) {
            return *id;
        }
        let id = ValueId(self.values.len() as u32);
        self.values.push((value.clone(), dtype));
        self.value_ids.0.insert(value, id);
        id
    }

    /// The id of a value, if the kernel has it.
    pub fn find(&self, value: &Value) -> Option<ValueId> {
        self.value_ids.0.get(value).copied()
    }

    /// Calls `f` on the direct operands of a value.
    pub fn operands(&self, id: ValueId, f: &mut dyn FnMut(ValueId)) {
        match *self.value(id) {
            Value::Const(_)
            | Value::Scalar(_)
            | Value::Size(_)
            | Value::Var(_)
            | Value::Accumulator(_) => {}
            Value::Load { offset, .. } | Value::LoadLocal { offset, .. } => f(offset),
            Value::Unary(_, a) | Value::Cast(_, a) => f(a),
            Value::Binary(_, a, b) => [a, b].into_iter().for_each(f),
            Value::Select(c, a, b) => [c, a, b].into_iter().for_each(f),
            Value::Foreign { ref arguments, .. } => arguments.iter().for_each(|a| f(*a)),
        }
    }

    /// Calls `f` on the bounds of all reductions over ranges, outer ones first.
    pub fn bounds(&self, f: &mut dyn FnMut(ValueId)) {
        let mut stack: Vec<&Stmt> = self.phases.iter().flat_map(|p| &p.body).collect();
        while let Some(stmt) = stack.pop() {
            stmt.bounds(f);
            if let Stmt::Reduce { body, .. } = stmt {
                stack.extend(body);
            }
        }
    }

    /// The loop of a reduction that has a variable.
    pub fn reduction_loop(&self, var: VarId) -> Option<Loop> {
        let mut stack: Vec<&Stmt> = self.phases.iter().flat_map(|p| &p.body).collect();
        while let Some(stmt) = stack.pop() {
            if let Stmt::Reduce { loops, body, .. } = stmt {
                if let Some(of) = loops.iter().find(|l| l.var == var) {
                    return Some(*of);
                }
                stack.extend(body);
            }
        }
        None
    }

    /// Whether a loop is a guard: it has one turn or none, and so reads an element only if it is there.
    pub fn is_guard(&self, l: &Loop) -> bool {
        self.guarded_by(l).is_some()
    }

    /// The values that have to be at least 1 for such a loop to have its turn.
    pub fn guarded_by(&self, l: &Loop) -> Option<Vec<ValueId>> {
        let is = |id: ValueId, n: i64| *self.value(id) == Value::Const(Const::i64(n));
        let Extent::Range { low, high } = l.extent else { return None };
        let (mut stack, mut sizes, mut once) = (vec![high], Vec::new(), false);
        while let Some(id) = stack.pop() {
            match *self.value(id) {
                Value::Binary(Binary::Min, a, b) => stack.extend([a, b]),
                _ if is(id, 1) => once = true,
                _ => sizes.push(id),
            }
        }
        (once && is(low, 0)).then_some(sizes)
    }

    /// Bytes of local arrays per point.
    pub fn local_bytes(&self) -> i64 {
        self.locals.iter().map(|l| l.len as i64 * l.dtype.bytes()).sum()
    }
}

/// The index of a kernel's values. It is not a part of the kernel's identity.
#[derive(Clone, Debug, Default)]
struct ValueIds(HashMap<Value, ValueId>);

impl PartialEq for ValueIds {
    fn eq(&self, _: &ValueIds) -> bool {
        true
    }
}

impl Eq for ValueIds {}

impl Hash for ValueIds {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
