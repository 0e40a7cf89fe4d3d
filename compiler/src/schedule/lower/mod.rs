//! Lowers one group to one kernel, by evaluating the bodies of its members at symbolic loop points.

mod evaluate;
mod memory;
mod parameters;
mod reductions;

use super::affine::Affine;
use super::group::{Group, Groups};
use super::hints;
use super::kernel::{Access, AccumulatorId, Extent, KernelIr, Loop, Phase, Stmt, ValueId, VarId};
use super::phases::{Item, PhasePlan, Plan};
use crate::dag::{Dag, NodeId, NodeKind, ScalarId, Size, Var};
use crate::hash::{HashMap, HashSet};
use crate::plan::{Place, ScalarArg};

/// A kernel, with the places, scalars and sizes that its parameters are bound to.
#[derive(Clone, Default)]
pub struct Lowered {
    pub kernel: KernelIr,
    pub buffers: Vec<Place>,
    pub scalars: Vec<ScalarArg>,
    pub sizes: Vec<Size>,
    pub extents: Vec<Size>,
}

/// Lowers a group. `places` gives the places of stored nodes: the first one is read, and all are written.
pub fn lower(
    dag: &Dag,
    groups: &Groups,
    group: &Group,
    plan: &Plan,
    places: &HashMap<NodeId, Vec<Place>>,
) -> Lowered {
    let build = |flat: Flat| Lowerer::new(dag, groups, group, plan, places, flat).build();
    let several = |extents: &[i64]| extents.iter().filter(|n| **n != 1).count() > 1;
    let flat = match group.parallel.len() {
        0 if plan.phases.iter().any(|phase| several(&phase.extents)) => Flat::Inner,
        0 | 1 => Flat::None,
        _ if hints::keeps_dimensions(dag, &group.members, &group.parallel) => Flat::None,
        _ => Flat::Parallel,
    };
    if flat != Flat::None {
        let lowerer = build(flat);
        if !lowerer.not_flat {
            return lowerer.finish();
        }
    }
    build(Flat::None).finish()
}

/// The loops that may become one, if all arrays are read and written in the order of its points.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Flat {
    None,
    /// The parallel dimensions.
    Parallel,
    /// The inner loops of each phase.
    Inner,
}

/// Loops that have become one.
struct Merged {
    /// The variable of the merged loop, and those of the loops, outermost first. The latter may occur only in offsets.
    flat: ValueId,
    vars: Vec<ValueId>,
    extents: Vec<Size>,
}

/// Statements of the scope being built.
#[derive(Default)]
struct Scope {
    stmts: Vec<Stmt>,
    /// Loop variables for reductions of given extents.
    vars: HashMap<Vec<Extent>, Vec<VarId>>,
}

/// The values that have been evaluated at the current point.
#[derive(Default)]
struct Memo {
    values: HashMap<ScalarId, ValueId>,
    affines: HashMap<ScalarId, Affine>,
}

struct Lowerer<'a> {
    dag: &'a Dag,
    groups: &'a Groups,
    group: &'a Group,
    plan: &'a Plan,
    places: &'a HashMap<NodeId, Vec<Place>>,
    members: HashSet<NodeId>,
    kernel: KernelIr,
    buffers: Vec<Place>,
    scalars: Vec<ScalarArg>,
    sizes: Vec<Size>,
    /// The parallel variables.
    parallel: Vec<ValueId>,
    flat: Flat,
    merged: Vec<Merged>,
    /// Whether loops that were to become one cannot.
    not_flat: bool,
    locals: HashMap<NodeId, u32>,
    /// Values of members at the current loop point, by the indices on their unrolled axes.
    registers: HashMap<(NodeId, Vec<i64>), ValueId>,
    env: Vec<(Var, Affine)>,
    memo: Vec<Memo>,
    scopes: Vec<Scope>,
    /// For each temporary, the index of the statement of the outermost scope that makes it.
    made_by: HashMap<AccumulatorId, usize>,
    /// The extents of loop variables, if they are constant.
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
        flat: Flat,
    ) -> Self {
        let mut this = Lowerer {
            dag,
            groups,
            group,
            plan,
            places,
            members: group.members.iter().copied().collect(),
            kernel: KernelIr::default(),
            buffers: Vec::new(),
            scalars: Vec::new(),
            sizes: Vec::new(),
            parallel: Vec::new(),
            flat,
            merged: Vec::new(),
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
        let mut loops = Vec::new();
        for size in &group.parallel {
            let (var, value) = this.new_var(size);
            this.parallel.push(value);
            loops.push((var, value, size.clone()));
        }
        this.kernel.parallel = this.loops(loops, flat == Flat::Parallel);
        this
    }

    /// Loops with these variables and extents, or one for all of them.
    fn loops(&mut self, loops: Vec<(VarId, ValueId, Size)>, merge: bool) -> Vec<Loop> {
        if !merge {
            return loops
                .into_iter()
                .map(|(var, _, size)| Loop { var, extent: self.extent(&size) })
                .collect();
        }
        let extents: Vec<Size> = loops.iter().map(|(.., size)| size.clone()).collect();
        let vars = loops.into_iter().map(|(_, value, _)| value).collect();
        let size = Size::product(&extents);
        let (var, flat) = self.new_var(&size);
        self.merged.push(Merged { flat, vars, extents });
        vec![Loop { var, extent: self.extent(&size) }]
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
            Flat::Parallel => vec![Size::product(&self.group.parallel)],
            Flat::Inner | Flat::None => self.group.parallel.clone(),
        };
        let mut kernel = self.kernel;
        kernel.sizes = self.sizes.len() as u32;
        let (buffers, scalars, sizes) = (self.buffers, self.scalars, self.sizes);
        Lowered { kernel, buffers, scalars, sizes, extents }
    }

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
            let size = Size::constant(*extent);
            let (var, value) = self.new_var(&size);
            loops.push((var, value, size));
            points.push(Affine::value(value));
        }
        let merge = self.flat == Flat::Inner && loops.len() > 1;
        let loops = self.loops(loops, merge);
        let mut stores = Vec::new();
        for item in &plan.items {
            match item {
                Item::Stage(node) => self.stage(*node, &points, &mut stores),
                Item::Member(node) => self.member(*node, &points, &mut stores),
            }
        }
        let mut body = self.scopes.pop().expect("the phase's scope").stmts;
        body.extend(stores);
        if merge {
            self.merged.pop();
        }
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
}

/// All points of the given extents, the last index fastest. Without extents there is one empty point.
fn points_of(extents: &[i64]) -> Vec<Vec<i64>> {
    extents.iter().fold(vec![Vec::new()], |points, n| {
        points
            .into_iter()
            .flat_map(|p| (0..*n).map(move |i| p.iter().copied().chain([i]).collect()))
            .collect()
    })
}
