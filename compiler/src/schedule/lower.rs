//! One group to one kernel: evaluates the members' bodies at symbolic loop points.

use super::affine::Affine;
use super::group::{self, Group, Groups};
use super::hints;
use super::kernel::{
    Access, Accumulator, Buffer, Extent, Kernel, Local, Loop, Phase, Stmt, TempId, Value, ValueId,
    VarId,
};
use super::phases::{Item, PhasePlan, Plan, unrolled_variables};
use super::program::{Place, ScalarArg};
use crate::dag::graph::visit_operands;
use crate::dag::{
    Binary, Const, DType, Dag, InputKind, NodeId, NodeKind, Reduce, Scalar, ScalarId, Size, Var,
    evaluate,
};
use crate::hash::{HashMap, HashSet};

/// A kernel and what its parameters are bound to.
pub struct Lowered {
    pub kernel: Kernel,
    pub buffers: Vec<Place>,
    pub scalars: Vec<ScalarArg>,
    pub sizes: Vec<Size>,
    pub extents: Vec<Size>,
}

/// Lowers a group; `places` tells where stored nodes live (the first place is read, all are written).
pub fn lower(
    dag: &Dag,
    groups: &Groups,
    group: &Group,
    plan: &Plan,
    places: &HashMap<NodeId, Vec<Place>>,
) -> Lowered {
    let build = |flat: bool| Lowerer::new(dag, groups, group, plan, places, flat).build();
    if group.parallel.len() > 1 && !hints::keeps_dimensions(dag, &group.members, &group.parallel) {
        let lowerer = build(true);
        if !lowerer.not_flat {
            return lowerer.finish();
        }
    }
    build(false).finish()
}

/// Statements of the scope being built.
#[derive(Default)]
struct Scope {
    stmts: Vec<Stmt>,
    /// Loop variables for reductions of given extents.
    vars: HashMap<Vec<Extent>, Vec<VarId>>,
}

/// What has been evaluated at the current point.
#[derive(Default)]
struct Memo {
    values: HashMap<ScalarId, ValueId>,
    affines: HashMap<ScalarId, Affine>,
}

/// An evaluation of a scalar.
#[derive(Clone, Copy)]
enum Task {
    Value(ScalarId),
    /// In affine form.
    Affine(ScalarId),
}

/// Longer sums are values of their own.
const MAX_TERMS: usize = 12;

struct Lowerer<'a> {
    dag: &'a Dag,
    groups: &'a Groups,
    group: &'a Group,
    plan: &'a Plan,
    places: &'a HashMap<NodeId, Vec<Place>>,
    members: HashSet<NodeId>,
    kernel: Kernel,
    buffers: Vec<Place>,
    scalars: Vec<ScalarArg>,
    sizes: Vec<Size>,
    /// The parallel variables, and the one that stands for all of them together.
    parallel: Vec<ValueId>,
    flat: Option<ValueId>,
    not_flat: bool,
    locals: HashMap<NodeId, u32>,
    /// Values of members at the current loop point, by the indices on their unrolled axes.
    registers: HashMap<(NodeId, Vec<i64>), ValueId>,
    env: Vec<(Var, Affine)>,
    memo: Vec<Memo>,
    scopes: Vec<Scope>,
    /// Index of the statement (of the outermost scope) that makes each temporary.
    made_by: HashMap<TempId, usize>,
    /// Extents of loop variables, where constant.
    var_extents: HashMap<ValueId, i64>,
    next_var: u32,
    next_temp: u32,
}

impl<'a> Lowerer<'a> {
    fn new(
        dag: &'a Dag,
        groups: &'a Groups,
        group: &'a Group,
        plan: &'a Plan,
        places: &'a HashMap<NodeId, Vec<Place>>,
        flat: bool,
    ) -> Self {
        let mut this = Lowerer {
            dag,
            groups,
            group,
            plan,
            places,
            members: group.members.iter().copied().collect(),
            kernel: Kernel::default(),
            buffers: Vec::new(),
            scalars: Vec::new(),
            sizes: Vec::new(),
            parallel: Vec::new(),
            flat: None,
            not_flat: false,
            locals: HashMap::default(),
            registers: HashMap::default(),
            env: Vec::new(),
            memo: Vec::new(),
            scopes: Vec::new(),
            made_by: HashMap::default(),
            var_extents: HashMap::default(),
            next_var: 0,
            next_temp: 0,
        };
        if flat {
            let extent = Size::product(&group.parallel);
            let (var, value) = this.new_var(&extent);
            this.flat = Some(value);
            let extent = this.extent(&extent);
            this.kernel.parallel.push(Loop { var, extent });
        }
        for size in &group.parallel {
            let (var, value) = this.new_var(size);
            this.parallel.push(value);
            if !flat {
                let extent = this.extent(size);
                this.kernel.parallel.push(Loop { var, extent });
            }
        }
        this
    }

    fn build(mut self) -> Self {
        let plan = self.plan;
        for phase in &plan.phases {
            self.phase(phase);
        }
        self
    }

    fn finish(self) -> Lowered {
        let extents = match self.flat {
            Some(_) => vec![Size::product(&self.group.parallel)],
            None => self.group.parallel.clone(),
        };
        let mut kernel = self.kernel;
        kernel.sizes = self.sizes.len() as u32;
        let (buffers, scalars, sizes) = (self.buffers, self.scalars, self.sizes);
        Lowered { kernel, buffers, scalars, sizes, extents }
    }

    // ---- small parts -------------------------------------------------------------------------

    fn new_var(&mut self, extent: &Size) -> (VarId, ValueId) {
        let var = VarId(self.next_var);
        self.next_var += 1;
        let value = self.kernel.add(Value::Var(var), DType::I64);
        if let Some(n) = extent.as_constant() {
            self.var_extents.insert(value, n);
        }
        (var, value)
    }

    fn size_param(&mut self, size: &Size) -> u32 {
        if let Some(k) = self.sizes.iter().position(|s| s == size) {
            return k as u32;
        }
        self.sizes.push(size.clone());
        self.sizes.len() as u32 - 1
    }

    fn extent(&mut self, size: &Size) -> Extent {
        match size.as_constant() {
            Some(n) => Extent::Const(n),
            None => Extent::Size(self.size_param(size)),
        }
    }

    fn buffer(&mut self, place: Place, dtype: DType, index: bool, access: Access) -> u32 {
        if let Some(k) = self.buffers.iter().position(|p| *p == place) {
            let buffer = &mut self.kernel.buffers[k];
            if buffer.access != access {
                buffer.access = Access::ReadWrite;
            }
            return k as u32;
        }
        self.buffers.push(place);
        self.kernel.buffers.push(Buffer { dtype, access, index });
        self.buffers.len() as u32 - 1
    }

    fn scalar(&mut self, arg: ScalarArg, dtype: DType) -> ValueId {
        let known = |(k, d): (usize, &DType)| self.scalars[k] == arg && *d == dtype;
        let k = match self.kernel.scalars.iter().enumerate().position(known) {
            Some(k) => k,
            None => {
                self.scalars.push(arg);
                self.kernel.scalars.push(dtype);
                self.scalars.len() - 1
            }
        };
        self.kernel.add(Value::Scalar(k as u32), dtype)
    }

    /// Constants other than the most common ones become parameters, so that kernels which differ in
    /// nothing else are one kernel.
    fn constant(&mut self, c: Const) -> ValueId {
        let common = [0.0, 1.0, -1.0, 2.0, -2.0, 0.5, -0.5];
        let keep = !c.dtype.is_float() || common.contains(&c.to_f64());
        if keep {
            self.kernel.add(Value::Const(c), c.dtype)
        } else {
            self.scalar(ScalarArg::Const(c.bits), c.dtype)
        }
    }

    fn int(&mut self, value: i64) -> ValueId {
        self.kernel.add(Value::Const(Const::i64(value)), DType::I64)
    }

    fn size_value(&mut self, size: &Size) -> ValueId {
        match size.as_constant() {
            Some(n) => self.int(n),
            None => {
                let k = self.size_param(size);
                self.kernel.add(Value::Size(k), DType::I64)
            }
        }
    }

    fn i64_binary(&mut self, op: Binary, a: ValueId, b: ValueId) -> ValueId {
        self.fold_binary(op, a, b, DType::I64)
    }

    /// The value of an affine expression.
    fn affine_value(&mut self, affine: &Affine) -> ValueId {
        if affine.terms.keys().any(|t| self.parallel.contains(t)) && self.flat.is_some() {
            self.not_flat = true;
        }
        let mut sum: Option<ValueId> = None;
        for (id, c) in &affine.terms {
            let term = if c.is_one() {
                *id
            } else {
                let c = self.size_value(c);
                self.i64_binary(Binary::Mul, *id, c)
            };
            sum = Some(match sum {
                Some(s) => self.i64_binary(Binary::Add, s, term),
                None => term,
            });
        }
        match sum {
            None => self.size_value(&affine.constant),
            Some(s) if affine.constant.is_zero() => s,
            Some(s) => {
                let c = self.size_value(&affine.constant);
                self.i64_binary(Binary::Add, s, c)
            }
        }
    }

    /// The value of a flat offset: quotient and remainder by the same size recombined, and, in a
    /// flattened kernel, the parallel variables replaced by the flat one.
    fn offset_value(&mut self, mut offset: Affine) -> ValueId {
        loop {
            let pair = offset.terms.iter().find_map(|(rem, c)| {
                let Value::Binary(Binary::Rem, x, n) = *self.kernel.value(*rem) else {
                    return None;
                };
                let div = Value::Binary(Binary::FloorDiv, x, n);
                let n = self.size_of(n)?;
                offset
                    .terms
                    .iter()
                    .find(|(d, k)| *self.kernel.value(**d) == div && **k == c.mul(&n))
                    .map(|(d, _)| (*rem, *d, x, c.clone()))
            });
            let Some((rem, div, x, c)) = pair else { break };
            offset.terms.remove(&rem);
            offset.terms.remove(&div);
            offset.add_term(x, &c);
        }
        if let Some(flat) = self.flat {
            let parallel = self.parallel.clone();
            let unit =
                parallel.last().and_then(|v| offset.terms.get(v)).cloned().unwrap_or_default();
            let mut expected = unit.clone();
            for (k, var) in parallel.iter().enumerate().rev() {
                let found = offset.terms.remove(var).unwrap_or_default();
                // An axis of extent 1 has index 0, whatever its stride.
                if found != expected && !self.group.parallel[k].is_one() {
                    self.not_flat = true;
                }
                expected = expected.mul(&self.group.parallel[k]);
            }
            if !unit.is_zero() {
                offset.add_term(flat, &unit);
            }
        }
        self.affine_value(&offset)
    }

    fn size_of(&self, id: ValueId) -> Option<Size> {
        match *self.kernel.value(id) {
            Value::Const(c) => Some(Size::constant(c.bits as i64)),
            Value::Size(k) => Some(self.sizes[k as usize].clone()),
            _ => None,
        }
    }

    // ---- phases ------------------------------------------------------------------------------

    fn phase(&mut self, plan: &PhasePlan) {
        self.registers.clear();
        self.made_by.clear();
        self.scopes.push(Scope::default());
        let mut loops = Vec::new();
        let mut points = Vec::new();
        for extent in &plan.extents {
            if *extent == 1 {
                points.push(Affine::default());
                continue;
            }
            let (var, value) = self.new_var(&Size::constant(*extent));
            loops.push(Loop { var, extent: Extent::Const(*extent) });
            points.push(Affine::value(value));
        }
        let mut stores = Vec::new();
        for item in &plan.items {
            match item {
                Item::Stage(node) => self.stage(*node, &points, &mut stores),
                Item::Member(node) => self.member(*node, &points, &mut stores),
            }
        }
        let mut body = self.scopes.pop().expect("the phase's scope").stmts;
        body.extend(stores);
        self.kernel.phases.push(Phase { loops, body });
    }

    fn stage(&mut self, node: NodeId, points: &[Affine], stores: &mut Vec<Stmt>) {
        let shape = self.dag.node(node).shape.clone();
        let axes = &self.groups.info[&node].axes;
        let mut index = vec![Affine::default(); shape.len()];
        for (k, axis) in axes.parallel.iter().enumerate() {
            index[*axis] = Affine::value(self.parallel[k]);
        }
        for (axis, point) in axes.inner.iter().zip(points) {
            index[*axis] = point.clone();
        }
        let value = self.load_global(node, &index);
        let local = self.local(node);
        let offset = self.local_offset(node, &index);
        stores.push(Stmt::StoreLocal { local, offset, value });
    }

    fn member(&mut self, node: NodeId, points: &[Affine], stores: &mut Vec<Stmt>) {
        let NodeKind::Compute(body) = self.dag.node(node).kind else { return };
        let shape = self.dag.node(node).shape.clone();
        let mut index = vec![Affine::default(); shape.len()];
        for (k, axis) in self.groups.info[&node].axes.parallel.iter().enumerate() {
            index[*axis] = Affine::value(self.parallel[k]);
        }
        for (axis, point) in self.plan.loops[&Item::Member(node)].iter().zip(points) {
            index[*axis] = point.clone();
        }
        let unrolled = self.plan.unrolled[&node].clone();
        let extents: Vec<i64> =
            unrolled.iter().map(|k| shape[*k].as_constant().unwrap_or(1)).collect();
        for copy in points_of(&extents) {
            for (axis, value) in unrolled.iter().zip(&copy) {
                index[*axis] = Affine::constant(Size::constant(*value));
            }
            self.env =
                index.iter().enumerate().map(|(k, a)| (Var::Axis(k as u32), a.clone())).collect();
            self.memo.push(Memo::default());
            let value = self.value(body);
            self.memo.pop();
            self.registers.insert((node, copy), value);
            if self.plan.local.contains(&node) {
                let local = self.local(node);
                let offset = self.local_offset(node, &index);
                stores.push(Stmt::StoreLocal { local, offset, value });
            }
            for place in self.places.get(&node).cloned().unwrap_or_default() {
                let dtype = self.dag.node(node).dtype;
                let offset = self.global_offset(node, &index);
                let buffer = self.buffer(place, dtype, false, Access::Write);
                stores.push(Stmt::Store { buffer, offset, value });
            }
        }
    }

    fn local(&mut self, node: NodeId) -> u32 {
        if let Some(k) = self.locals.get(&node) {
            return *k;
        }
        let len = super::phases::inner_elements(self.dag, self.groups, node) as usize;
        let k = self.kernel.locals.len() as u32;
        self.kernel.locals.push(Local { dtype: self.dag.node(node).dtype, len });
        self.locals.insert(node, k);
        k
    }

    fn local_offset(&mut self, node: NodeId, index: &[Affine]) -> ValueId {
        let (mut offset, mut stride) = (Affine::default(), Size::one());
        for axis in self.groups.info[&node].axes.inner.iter().rev() {
            offset = offset.add(&index[*axis].scale(&stride));
            stride = stride.mul(&self.dag.node(node).shape[*axis]);
        }
        self.affine_value(&offset)
    }

    fn global_offset(&mut self, node: NodeId, index: &[Affine]) -> ValueId {
        let (mut offset, mut stride) = (Affine::default(), Size::one());
        let shape = &self.dag.node(node).shape;
        for axis in (0..shape.len()).rev() {
            // Whatever the index, an axis of extent 1 is at 0.
            if !shape[axis].is_one() {
                offset = offset.add(&index[axis].scale(&stride));
            }
            stride = stride.mul(&shape[axis]);
        }
        self.offset_value(offset)
    }

    fn load_global(&mut self, node: NodeId, index: &[Affine]) -> ValueId {
        let n = self.dag.node(node);
        let (dtype, kind) = (n.dtype, n.kind.clone());
        let place = match kind {
            NodeKind::Input(p) if self.dag.inputs[p as usize].kind == InputKind::Scalar => {
                return self.scalar(ScalarArg::Param(p), dtype);
            }
            NodeKind::Input(p) => Place::Param(p),
            NodeKind::Compute(_) | NodeKind::Routine { .. } => self.places[&node][0],
        };
        let offset = self.global_offset(node, index);
        let is_index = group::is_index_input(self.dag, node);
        let buffer = self.buffer(place, dtype, is_index, Access::Read);
        self.kernel.add(Value::Load { buffer, offset }, dtype)
    }

    // ---- values ------------------------------------------------------------------------------

    fn lookup(&self, var: Var) -> Affine {
        let found = self.env.iter().rev().find(|(v, _)| *v == var);
        found.map(|(_, a)| a.clone()).expect("variables are bound where they are used")
    }

    fn value(&mut self, id: ScalarId) -> ValueId {
        self.evaluate(Task::Value(id));
        self.known_value(id).expect("just evaluated")
    }

    /// An `i64` scalar in affine form.
    fn affine(&mut self, id: ScalarId) -> Affine {
        self.evaluate(Task::Affine(id));
        let memo = self.memo.last().expect("a point");
        memo.affines[&id].clone()
    }

    fn known_value(&self, id: ScalarId) -> Option<ValueId> {
        self.memo.last()?.values.get(&id).copied()
    }

    fn is_done(&self, task: Task) -> bool {
        self.memo.last().is_some_and(|memo| match task {
            Task::Value(id) => memo.values.contains_key(&id),
            Task::Affine(id) => memo.affines.contains_key(&id),
        })
    }

    /// Evaluates what is not known yet, operands first: a loop, because an expression may be as deep as a
    /// program is long.
    fn evaluate(&mut self, root: Task) {
        let mut stack = vec![root];
        let mut operands = Vec::new();
        while let Some(task) = stack.last().copied() {
            operands.clear();
            if !self.is_done(task) {
                self.operands(task, &mut operands);
                operands.retain(|operand| !self.is_done(*operand));
                stack.extend(operands.iter().rev());
                if operands.is_empty() {
                    self.step(task);
                }
            }
            if operands.is_empty() {
                stack.pop();
            }
        }
    }

    /// What has to be known for the next step of an evaluation. What constants rule out is not evaluated:
    /// it may be out of range.
    fn operands(&self, task: Task, operands: &mut Vec<Task>) {
        let dag = self.dag;
        match task {
            Task::Value(id) if self.is_affine(id) => operands.push(Task::Affine(id)),
            Task::Value(id) => match dag.scalar(id) {
                Scalar::Load { index, .. } => {
                    operands.extend(index.iter().map(|i| Task::Affine(*i)))
                }
                Scalar::Select(c, a, b) => match self.known_value(*c).map(|c| self.kernel.value(c))
                {
                    None => operands.push(Task::Value(*c)),
                    Some(Value::Const(k)) => {
                        operands.push(Task::Value(if k.bits != 0 { *a } else { *b }))
                    }
                    Some(_) => operands.extend([Task::Value(*a), Task::Value(*b)]),
                },
                Scalar::Reduce { range, .. } => {
                    operands.extend(range.iter().flatten().map(|s| Task::Value(*s)));
                }
                scalar => visit_operands(scalar, &mut |s| operands.push(Task::Value(s))),
            },
            Task::Affine(id) => match dag.scalar(id) {
                Scalar::Const(_) | Scalar::Size(_) | Scalar::Var(_) => {}
                Scalar::Binary(
                    Binary::Add | Binary::Sub | Binary::Mul | Binary::FloorDiv | Binary::Rem,
                    a,
                    b,
                ) => operands.extend([Task::Affine(*a), Task::Affine(*b)]),
                _ => operands.push(Task::Value(id)),
            },
        }
    }

    /// Whether a value is evaluated in affine form.
    fn is_affine(&self, id: ScalarId) -> bool {
        match self.dag.scalar(id) {
            Scalar::Size(_) | Scalar::Var(_) => true,
            Scalar::Binary(
                Binary::Add | Binary::Sub | Binary::Mul | Binary::FloorDiv | Binary::Rem,
                ..,
            ) => self.dag.dtype(id) == DType::I64,
            _ => false,
        }
    }

    /// Evaluates a scalar whose operands are known.
    fn step(&mut self, task: Task) {
        match task {
            Task::Value(id) => {
                let value = self.value_step(id);
                self.memo.last_mut().expect("a point").values.insert(id, value);
            }
            Task::Affine(id) => {
                let mut affine = self.affine_step(id);
                if affine.terms.len() > MAX_TERMS {
                    let value = self.affine_value(&affine);
                    affine = Affine::value(value);
                }
                self.memo.last_mut().expect("a point").affines.insert(id, affine);
            }
        }
    }

    fn value_step(&mut self, id: ScalarId) -> ValueId {
        let dag = self.dag;
        let dtype = dag.dtype(id);
        if self.is_affine(id) {
            let affine = self.affine(id);
            return self.affine_value(&affine);
        }
        match dag.scalar(id) {
            Scalar::Size(_) | Scalar::Var(_) => unreachable!("read in affine form"),
            Scalar::Const(c) => self.constant(*c),
            Scalar::Load { node, index } => {
                let index: Vec<Affine> = index.iter().map(|i| self.affine(*i)).collect();
                self.load(*node, &index)
            }
            Scalar::Unary(op, a) => {
                let a = self.value(*a);
                self.kernel.add(Value::Unary(*op, a), dtype)
            }
            Scalar::Binary(op, a, b) => {
                let (a, b) = (self.value(*a), self.value(*b));
                self.fold_binary(*op, a, b, dtype)
            }
            Scalar::Select(c, a, b) => {
                let c = self.value(*c);
                match self.kernel.value(c) {
                    Value::Const(k) if k.bits != 0 => self.value(*a),
                    Value::Const(_) => self.value(*b),
                    _ => {
                        let (a, b) = (self.value(*a), self.value(*b));
                        self.kernel.add(Value::Select(c, a, b), dtype)
                    }
                }
            }
            Scalar::Cast(to, a) => {
                let a = self.value(*a);
                self.kernel.add(Value::Cast(*to, a), *to)
            }
            Scalar::Reduce { op, height, extents, range: None, body } => {
                self.reduce(*op, *height, extents, *body)
            }
            Scalar::Reduce { op, height, extents, range: Some(range), body } => {
                self.reduce_range(*op, *height, &extents[0], *range, *body)
            }
        }
    }

    /// Folds integers and bools: what unrolled axes make of stacked arrays, and of indices, has to be
    /// constant ([`super::phases`] relies on it).
    fn fold_binary(&mut self, op: Binary, a: ValueId, b: ValueId, dtype: DType) -> ValueId {
        if let (Value::Const(x), Value::Const(y)) = (self.kernel.value(a), self.kernel.value(b))
            && op != Binary::PowI
            && !x.dtype.is_float()
            && let Some(known) = evaluate::binary(op, *x, *y)
        {
            return self.kernel.add(Value::Const(known), dtype);
        }
        self.kernel.add(Value::Binary(op, a, b), dtype)
    }

    /// An affine expression that is just this value.
    fn affine_of(&self, value: ValueId) -> Affine {
        match *self.kernel.value(value) {
            Value::Const(c) => Affine::constant(Size::constant(c.bits as i64)),
            _ => Affine::value(value),
        }
    }

    fn affine_step(&mut self, id: ScalarId) -> Affine {
        let dag = self.dag;
        match dag.scalar(id) {
            Scalar::Const(c) => Affine::constant(Size::constant(c.bits as i64)),
            Scalar::Size(size) => Affine::constant(size.clone()),
            Scalar::Var(var) => self.lookup(*var),
            Scalar::Binary(Binary::Add, a, b) => {
                let a = self.affine(*a);
                a.add(&self.affine(*b))
            }
            Scalar::Binary(Binary::Sub, a, b) => {
                let a = self.affine(*a);
                a.add(&self.affine(*b).scale(&Size::constant(-1)))
            }
            Scalar::Binary(Binary::Mul, a, b) => {
                let (a, b) = (self.affine(*a), self.affine(*b));
                let short = |a: &Affine, k: &Size| {
                    a.terms.values().chain([&a.constant]).all(|c| c.short_product(k).is_some())
                };
                match (a.as_size(), b.as_size()) {
                    (_, Some(k)) if short(&a, k) => a.scale(k),
                    (Some(k), _) if short(&b, k) => b.scale(k),
                    _ => {
                        let (a, b) = (self.affine_value(&a), self.affine_value(&b));
                        let product = self.i64_binary(Binary::Mul, a, b);
                        self.affine_of(product)
                    }
                }
            }
            Scalar::Binary(op @ (Binary::FloorDiv | Binary::Rem), a, b) => {
                let (a, b) = (self.affine(*a), self.affine(*b));
                self.divide(*op, a, b)
            }
            _ => {
                let value = self.value(id);
                self.affine_of(value)
            }
        }
    }

    /// Floor division or remainder, simplified where the divisor is a size that divides terms.
    fn divide(&mut self, op: Binary, a: Affine, b: Affine) -> Affine {
        if let Some(n) = b.as_size().filter(|n| self.is_positive(n) && self.is_exact(&a)) {
            let (quotient, rest) = a.split(n);
            if self.is_below(&rest, n) {
                return if op == Binary::Rem { rest } else { quotient };
            }
        }
        let (a, b) = (self.affine_value(&a), self.affine_value(&b));
        let value = self.i64_binary(op, a, b);
        self.affine_of(value)
    }

    /// Whether a size is at least 1 wherever this kernel has a point.
    fn is_positive(&self, n: &Size) -> bool {
        n.at_least(1) || self.group.parallel.iter().any(|p| p.exact_div(n).is_some())
    }

    /// Whether the arithmetic of an affine expression cannot wrap: its terms are loop variables and
    /// indices, its constants moderate. (Sizes of arrays and their products do not overflow.)
    fn is_exact(&self, a: &Affine) -> bool {
        moderate(&a.constant) && a.terms.iter().all(|(id, c)| moderate(c) && self.is_bounded(*id))
    }

    /// Whether a value is a loop variable or an index, or a quotient or remainder of such.
    fn is_bounded(&self, id: ValueId) -> bool {
        match *self.kernel.value(id) {
            Value::Var(_) => true,
            Value::Load { buffer, .. } => self.kernel.buffers[buffer as usize].index,
            Value::Binary(Binary::Rem, _, n) => self.size_of(n).is_some(),
            Value::Binary(Binary::FloorDiv, a, n) => {
                self.size_of(n).is_some() && self.is_bounded(a)
            }
            _ => false,
        }
    }

    /// Whether `0 <= a < n` certainly.
    fn is_below(&self, a: &Affine, n: &Size) -> bool {
        if a.terms.is_empty() && a.constant.is_zero() {
            return true;
        }
        let (Some(mut high), Some(n)) = (a.constant.as_constant(), n.as_constant()) else {
            // One index of an axis that has just this extent.
            let extent = a.as_value().and_then(|v| self.parallel.iter().position(|p| *p == v));
            return extent.is_some_and(|k| self.group.parallel[k] == *n);
        };
        if high < 0 {
            return false;
        }
        for (id, c) in &a.terms {
            let (Some(c), Some(extent)) = (c.as_constant(), self.var_extents.get(id)) else {
                return false;
            };
            if c < 0 {
                return false;
            }
            high = high.saturating_add(c.saturating_mul((*extent - 1).max(0)));
        }
        high < n
    }

    fn load(&mut self, node: NodeId, index: &[Affine]) -> ValueId {
        if self.members.contains(&node) {
            let unrolled = &self.plan.unrolled[&node];
            let copy: Option<Vec<i64>> = unrolled.iter().map(|k| index[*k].as_constant()).collect();
            let at_point = copy.and_then(|copy| self.registers.get(&(node, copy)).copied());
            if let Some(value) = at_point {
                return value;
            }
            let local = self.local(node);
            let offset = self.local_offset(node, index);
            let dtype = self.dag.node(node).dtype;
            return self.kernel.add(Value::LoadLocal { local, offset }, dtype);
        }
        if self.plan.staged.contains(&node) && self.is_own_point(node, index) {
            let local = self.local(node);
            let offset = self.local_offset(node, index);
            let dtype = self.dag.node(node).dtype;
            return self.kernel.add(Value::LoadLocal { local, offset }, dtype);
        }
        self.load_global(node, index)
    }

    /// Whether an array from outside is read at this point of the parallel dimensions.
    fn is_own_point(&self, node: NodeId, index: &[Affine]) -> bool {
        let axes = &self.groups.info[&node].axes.parallel;
        axes.len() == self.parallel.len()
            && axes.iter().zip(&self.parallel).all(|(k, v)| index[*k].as_value() == Some(*v))
    }

    // ---- reductions --------------------------------------------------------------------------

    fn reduce(&mut self, op: Reduce, height: u32, extents: &[Size], body: ScalarId) -> ValueId {
        let dtype = self.dag.dtype(body);
        let unrolled = unrolled_variables(extents);
        let (mut short, mut long) = (Vec::new(), Vec::new());
        for (k, extent) in extents.iter().enumerate() {
            match extent.as_constant() {
                Some(n) if unrolled[k] => short.push((k, n)),
                _ => long.push(k),
            }
        }
        if short.iter().any(|(_, n)| *n <= 0) {
            return self.constant(op.identity(dtype));
        }
        let depth = self.env.len();
        if long.is_empty() {
            let value = self.combine(op, height, &short, body, dtype);
            self.env.truncate(depth);
            return value;
        }
        let key: Vec<Extent> = long.iter().map(|k| self.extent(&extents[*k])).collect();
        let known = self.scopes.last().and_then(|s| s.vars.get(&key).cloned());
        let vars = known.unwrap_or_else(|| {
            long.iter().map(|k| self.new_var(&extents[*k]).0).collect::<Vec<VarId>>()
        });
        if let Some(scope) = self.scopes.last_mut() {
            scope.vars.insert(key.clone(), vars.clone());
        }
        for (k, var) in long.iter().zip(&vars) {
            let value = self.kernel.add(Value::Var(*var), DType::I64);
            self.env.push((Var::Reduction { height, k: *k as u32 }, Affine::value(value)));
        }
        self.scopes.push(Scope::default());
        let value = self.combine(op, height, &short, body, dtype);
        let inner = self.scopes.pop().expect("the reduction's scope").stmts;
        self.env.truncate(depth);
        let loops: Vec<Loop> =
            vars.iter().zip(key).map(|(var, extent)| Loop { var: *var, extent }).collect();
        let (loops, inner, value) = self.flattened(loops, inner, op, value);
        let temp = self.accumulate(loops, inner, op, value);
        self.kernel.add(Value::Temp(temp), dtype)
    }

    /// A reduction of nothing but a reduction of the same kind is one over the loops of both.
    fn flattened(
        &self,
        mut loops: Vec<Loop>,
        inner: Vec<Stmt>,
        op: Reduce,
        value: ValueId,
    ) -> (Vec<Loop>, Vec<Stmt>, ValueId) {
        let [Stmt::Reduce { loops: within, body, accumulators }] = inner.as_slice() else {
            return (loops, inner, value);
        };
        let [a] = accumulators.as_slice() else { return (loops, inner, value) };
        let bounds = within.iter().flat_map(|l| match l.extent {
            Extent::Range { low, high } => vec![low, high],
            Extent::Const(_) | Extent::Size(_) => Vec::new(),
        });
        // Bounds are evaluated before the first loop.
        let fixed = bounds.into_iter().all(|bound| !self.depends(bound, &loops));
        let same = a.op == op && *self.kernel.value(value) == Value::Temp(a.temp);
        if !body.is_empty() || !fixed || !same {
            return (loops, inner, value);
        }
        loops.extend(within.iter().cloned());
        (loops, Vec::new(), a.value)
    }

    /// Whether a value depends on the variable of one of the loops.
    fn depends(&self, value: ValueId, loops: &[Loop]) -> bool {
        let (mut stack, mut seen) = (vec![value], HashSet::default());
        while let Some(id) = stack.pop() {
            if matches!(*self.kernel.value(id), Value::Var(var) if loops.iter().any(|l| l.var == var))
            {
                return true;
            }
            if seen.insert(id) {
                self.kernel.operands(id, &mut |o| stack.push(o));
            }
        }
        false
    }

    /// A reduction over a part of an extent.
    fn reduce_range(
        &mut self,
        op: Reduce,
        height: u32,
        extent: &Size,
        [low, high]: [ScalarId; 2],
        body: ScalarId,
    ) -> ValueId {
        let dtype = self.dag.dtype(body);
        let (low, high) = (self.value(low), self.value(high));
        let (first, end) = (self.int(0), self.size_value(extent));
        let low = self.i64_binary(Binary::Max, low, first);
        let high = self.i64_binary(Binary::Min, high, end);
        let key = vec![Extent::Range { low, high }];
        let known = self.scopes.last().and_then(|s| s.vars.get(&key).cloned());
        let vars = known.unwrap_or_else(|| vec![self.new_var(extent).0]);
        if let Some(scope) = self.scopes.last_mut() {
            scope.vars.insert(key.clone(), vars.clone());
        }
        let depth = self.env.len();
        let value = self.kernel.add(Value::Var(vars[0]), DType::I64);
        self.env.push((Var::Reduction { height, k: 0 }, Affine::value(value)));
        self.scopes.push(Scope::default());
        let value = self.combine(op, height, &[], body, dtype);
        let inner = self.scopes.pop().expect("the reduction's scope").stmts;
        self.env.truncate(depth);
        let loops = vec![Loop { var: vars[0], extent: key[0] }];
        let (loops, inner, value) = self.flattened(loops, inner, op, value);
        let temp = self.accumulate(loops, inner, op, value);
        self.kernel.add(Value::Temp(temp), dtype)
    }

    /// The body at all points of the short variables, combined.
    fn combine(
        &mut self,
        op: Reduce,
        height: u32,
        short: &[(usize, i64)],
        body: ScalarId,
        dtype: DType,
    ) -> ValueId {
        let extents: Vec<i64> = short.iter().map(|(_, n)| *n).collect();
        let mut total: Option<ValueId> = None;
        for point in points_of(&extents) {
            let depth = self.env.len();
            for ((k, _), i) in short.iter().zip(&point) {
                let at = Affine::constant(Size::constant(*i));
                self.env.push((Var::Reduction { height, k: *k as u32 }, at));
            }
            self.memo.push(Memo::default());
            let value = self.value(body);
            self.memo.pop();
            self.env.truncate(depth);
            total = Some(match total {
                Some(t) => self.fold_binary(op.combine(), t, value, dtype),
                None => value,
            });
        }
        total.expect("at least one point")
    }

    /// Adds an accumulator, to an existing reduction over the same loops where that is possible.
    fn accumulate(
        &mut self,
        loops: Vec<Loop>,
        body: Vec<Stmt>,
        op: Reduce,
        value: ValueId,
    ) -> TempId {
        let outermost = self.scopes.len() == 1;
        let mut needs = self.needs(value);
        for l in &loops {
            if let Extent::Range { low, high } = l.extent {
                needs = needs.max(self.needs(low)).max(self.needs(high));
            }
        }
        let scope = self.scopes.last_mut().expect("a scope");
        for (k, stmt) in scope.stmts.iter_mut().enumerate() {
            let Stmt::Reduce { loops: l, body: b, accumulators } = stmt else { continue };
            if *l != loops || !b.is_empty() || !body.is_empty() || !outermost || k < needs {
                continue;
            }
            let same = accumulators.iter().find(|a| a.op == op && a.value == value);
            if let Some(same) = same {
                return same.temp;
            }
            let temp = TempId(self.next_temp);
            self.next_temp += 1;
            accumulators.push(Accumulator { temp, op, value });
            self.made_by.insert(temp, k);
            return temp;
        }
        let temp = TempId(self.next_temp);
        self.next_temp += 1;
        if outermost {
            self.made_by.insert(temp, scope.stmts.len());
        }
        let accumulators = vec![Accumulator { temp, op, value }];
        scope.stmts.push(Stmt::Reduce { loops, body, accumulators });
        temp
    }

    /// The first statement of the outermost scope before which `value` is not known.
    fn needs(&self, value: ValueId) -> usize {
        let mut seen = HashSet::default();
        let (mut stack, mut needs) = (vec![value], 0);
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            if let Value::Temp(t) = self.kernel.value(id) {
                needs = needs.max(self.made_by.get(t).map_or(0, |k| k + 1));
            }
            self.kernel.operands(id, &mut |o| stack.push(o));
        }
        needs
    }
}

/// Whether multiples of a size, as sizes go, do not overflow.
fn moderate(size: &Size) -> bool {
    size.terms().all(|(_, c)| c.unsigned_abs() < 1 << 28)
}

/// All points of the given extents, last fastest; one empty point for no extents.
fn points_of(extents: &[i64]) -> Vec<Vec<i64>> {
    extents.iter().fold(vec![Vec::new()], |points, n| {
        points
            .into_iter()
            .flat_map(|p| (0..*n).map(move |i| p.iter().copied().chain([i]).collect()))
            .collect()
    })
}
