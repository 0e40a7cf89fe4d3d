//! Builds the graph of a tile out of the parts of nodes.

use super::{Key, Part, Ready, Sources, along, box_axis, sizes};
use crate::dag::rebuild::Copies;
use crate::dag::visit::{map_operands, operands_first};
use crate::dag::{
    Binary, DType, Dag, Input, NodeId, NodeKind, Output, ParamKind, Scalar, ScalarId, Size, Target,
    Var,
};
use crate::hash::HashMap;
use crate::optimise::Affine;
use crate::plan::{self, Goal, Length, ResultInfo, TileInput, TileOutput};
use crate::stream::analysis::{Group, RootKind, Rules, row_labels, segment_labels};
use crate::stream::label::{Label, Labels, Place, Scope, axes_of, gcd};
use std::collections::BTreeMap;

/// A variable of the old graph in the new one.
#[derive(Clone)]
struct Local {
    /// The index in the tile.
    index: ScalarId,
    part: Option<Part>,
}

type Locals = HashMap<Var, Local>;

/// Builds the graph.
pub(super) struct Build<'a> {
    pub(super) dag: &'a Dag,
    pub(super) rules: Rules<'a>,
    pub(super) group: &'a Group,
    pub(super) sources: Sources<'a>,
    pub(super) parts: HashMap<(Label, Size), Size>,
    pub(super) done: BTreeMap<Key, Vec<Option<Part>>>,
    pub(super) new: Dag,
    /// The inputs with the beginnings of parts.
    pub(super) starts: HashMap<Label, NodeId>,
    pub(super) inputs: Vec<TileInput>,
}

impl Build<'_> {
    pub(super) fn all(mut self, lengths: Vec<Length>, goals: &HashMap<NodeId, Goal>) -> Ready {
        let mut copies: HashMap<Key, NodeId> = HashMap::default();
        // The keys are in ascending order, so operands come first.
        for ((id, labels), parts) in self.done.clone() {
            let copy = self.node(&copies, id, &labels, &parts);
            copies.insert((id, labels), copy);
        }
        let (mut results, mut outputs) = (Vec::new(), Vec::new());
        for root in &self.group.roots {
            let shape = self.dag.node(root.node).shape.clone();
            let axes = self.root_parts(&shape, &root.axes);
            let (node, goals) = match &root.kind {
                RootKind::Results(numbers) => {
                    let key = (root.node, root.axes.clone());
                    let node = self.cropped(copies[&key], &self.done[&key].clone(), &axes, &shape);
                    let goals = numbers.iter().map(|k| Goal::Result(plan::ResultId(*k as usize)));
                    (node, goals.collect())
                }
                RootKind::Reduction { op, vars, body } => {
                    let extents: Vec<Size> =
                        vars.iter().map(|(_, extent)| extent.clone()).collect();
                    let inner = self.root_parts(&extents, &root.inner);
                    let mut scope = axes_of(&shape, &root.axes);
                    let mut locals = self.locals(&axes);
                    let fresh: Vec<Var> = vars.iter().map(|_| self.new.fresh_var()).collect();
                    let mut lengths = Vec::new();
                    for (k, (var, extent)) in vars.iter().enumerate() {
                        let place = Place { label: root.inner[k], extent: extent.clone() };
                        scope.insert(*var, place);
                        let index = self.new.var(fresh[k]);
                        let part = inner[k].clone();
                        lengths.push(part.as_ref().map_or(extent, |part| &part.length).clone());
                        locals.insert(*var, Local { index, part });
                    }
                    let body = self.scalar(&copies, *body, &scope, &locals);
                    let body = self.new.bind_reduction(*op, &fresh, lengths, body);
                    let tile_shape = sizes(&shape, &axes);
                    self.new.at(self.dag.node(root.node).origin.clone());
                    let name = self.dag.node(root.node).name.clone();
                    (self.new.compute(&name, tile_shape, body), vec![goals[&root.node]])
                }
                RootKind::Segments { .. } => {
                    let NodeKind::Routine { routine, operands } = &self.dag.node(root.node).kind
                    else {
                        unreachable!("segments are a routine")
                    };
                    let flat = root.inner.len() > 1;
                    let operands = operands.iter().map(|operand| {
                        let copy = copies[&(*operand, segment_labels(self.dag, root, *operand))];
                        if flat { self.flat(copy) } else { copy }
                    });
                    let operands = operands.collect();
                    let tile_shape = sizes(&shape, &axes);
                    let name = self.dag.node(root.node).name.clone();
                    let node = self.new.routine_into(&name, routine.clone(), operands, tile_shape);
                    (node, vec![goals[&root.node]])
                }
            };
            for goal in goals {
                let tile_shape = self.new.node(node).shape.clone();
                let target = Target::Result(results.len() as u32);
                self.new.outputs.push(Output { target, node });
                let dtype = self.new.node(node).dtype;
                results.push(ResultInfo { name: "out".to_string(), dtype, shape: tile_shape });
                outputs.push(TileOutput {
                    goal,
                    axes: axes.iter().map(box_axis).collect(),
                    fold: root.fold(self.dag),
                });
            }
        }
        let units = self.units();
        Ready { dag: self.new, results, lengths, inputs: self.inputs, outputs, units }
    }

    fn root_parts(&self, extents: &[Size], labels: &[Option<Label>]) -> Vec<Option<Part>> {
        let pairs = extents.iter().zip(labels);
        pairs
            .map(|(extent, label)| {
                let label = (*label)?;
                let length = self.parts[&(label, extent.clone())].clone();
                Some(Part { label, low: Size::zero(), length })
            })
            .collect()
    }

    /// For each class, the least common multiple of the denominators of its labels.
    fn units(&self) -> Vec<i64> {
        let mut units = vec![1i64; self.group.classes.len()];
        let of_nodes = self.done.keys().flat_map(|(_, labels)| labels).flatten();
        let of_roots =
            self.group.roots.iter().flat_map(|r| r.axes.iter().chain(&r.inner)).flatten();
        for label in of_nodes.chain(of_roots).filter(|label| label.is_cut()) {
            let unit = &mut units[label.class];
            let d = label.ratio.denominator;
            *unit = *unit / gcd(*unit, d) * d;
        }
        units
    }

    /// The part of a node in the tile.
    fn node(
        &mut self,
        copies: &HashMap<Key, NodeId>,
        id: NodeId,
        labels: &Labels,
        parts: &[Option<Part>],
    ) -> NodeId {
        let node = self.dag.node(id);
        let shape = sizes(&node.shape, parts);
        self.new.at(node.origin.clone());
        let copy = match &node.kind {
            NodeKind::Input(k) => {
                let input = &self.dag.inputs[*k as usize];
                let input = Input { shape, ..input.clone() };
                let source = self.sources.arrays[*k as usize];
                let views = self.sources.views[*k as usize].clone();
                let axes = parts.iter().map(box_axis).collect();
                self.inputs.push(TileInput::Box { source, axes, views });
                self.new.input(input)
            }
            NodeKind::Compute(body) => {
                let scope = axes_of(&node.shape, labels);
                let locals = self.locals(parts);
                let body = self.scalar(copies, *body, &scope, &locals);
                self.new.compute(&node.name, shape, body)
            }
            NodeKind::Routine { routine, operands } => {
                let rows = row_labels(routine, labels);
                let operands = operands.iter().map(|operand| {
                    let rank = self.dag.node(*operand).shape.len();
                    let labels = if rows.len() == rank { rows.clone() } else { vec![None; rank] };
                    copies[&(*operand, labels)]
                });
                let operands = operands.collect();
                self.new.routine_into(&node.name, routine.clone(), operands, shape)
            }
            NodeKind::Loop { operands, .. } => {
                let mut whole = Copies::default();
                for operand in operands {
                    let rank = self.dag.node(*operand).shape.len();
                    whole.insert(*operand, copies[&(*operand, vec![None; rank])]);
                }
                self.new.same(self.dag, &whole, node)
            }
        };
        self.new.hint(copy, &node.hints);
        copy
    }

    fn locals(&mut self, parts: &[Option<Part>]) -> Locals {
        let axes = (0..).zip(parts);
        axes.map(|(k, part)| {
            let index = self.new.axis(k as usize);
            (Var::Axis(k), Local { index, part: part.clone() })
        })
        .collect()
    }

    /// The elements of a node in one axis, in C order.
    fn flat(&mut self, node: NodeId) -> NodeId {
        let shape = self.new.node(node).shape.clone();
        let mut rest = self.new.axis(0);
        let mut index = Vec::new();
        for size in shape[1..].iter().rev() {
            let size = self.new.size(size.clone());
            index.push(self.new.binary(Binary::Rem, rest, size));
            rest = self.new.binary(Binary::FloorDiv, rest, size);
        }
        index.push(rest);
        index.reverse();
        let body = self.new.load(node, index);
        let name = self.new.node(node).name.clone();
        self.new.compute(&name, vec![Size::product(&shape)], body)
    }

    /// The elements of a root's part out of those that a tile has of the node.
    fn cropped(
        &mut self,
        node: NodeId,
        has: &[Option<Part>],
        wants: &[Option<Part>],
        shape: &[Size],
    ) -> NodeId {
        let same = has.iter().zip(wants).all(|(has, wants)| match (has, wants) {
            (Some(has), Some(wants)) => has.low.is_zero() && has.length == wants.length,
            _ => true,
        });
        if same && !matches!(self.new.node(node).kind, NodeKind::Input(_)) {
            return node;
        }
        let index = has.iter().enumerate().map(|(k, has)| {
            let axis = self.new.axis(k);
            match has {
                Some(has) if !has.low.is_zero() => {
                    let low = self.new.size(has.low.clone());
                    self.new.binary(Binary::Sub, axis, low)
                }
                _ => axis,
            }
        });
        let index = index.collect();
        let body = self.new.load(node, index);
        let name = self.new.node(node).name.clone();
        let shape = sizes(shape, wants);
        self.new.compute(&name, shape, body)
    }

    /// The index of a variable in the whole array.
    fn whole_index(&mut self, local: &Local) -> ScalarId {
        let Some(part) = local.part.as_ref().filter(|part| part.label.is_cut()) else {
            return self.relative_index(local);
        };
        let start = match self.starts.get(&part.label) {
            Some(start) => *start,
            None => {
                self.inputs.push(TileInput::Start(along(part.label)));
                let input = Input {
                    name: format!("start {}", self.starts.len()),
                    dtype: DType::I64,
                    shape: Vec::new(),
                    kind: ParamKind::Scalar,
                };
                let start = self.new.input(input);
                self.starts.insert(part.label, start);
                start
            }
        };
        let start = self.new.load(start, Vec::new());
        let relative = self.relative_index(local);
        self.new.binary(Binary::Add, relative, start)
    }

    /// The index of a variable, counted from the beginning of the label's part.
    fn relative_index(&mut self, local: &Local) -> ScalarId {
        match &local.part {
            Some(part) if !part.low.is_zero() => {
                let low = self.new.size(part.low.clone());
                self.new.binary(Binary::Add, local.index, low)
            }
            _ => local.index,
        }
    }

    /// A scalar of the old graph, with indices that count from the beginnings of parts. This is a recursion, because each
    /// node of a graph is one operation of the program; only where an index has to be that of the whole array is it built.
    fn scalar(
        &mut self,
        copies: &HashMap<Key, NodeId>,
        id: ScalarId,
        scope: &Scope,
        locals: &Locals,
    ) -> ScalarId {
        self.scalar_memo(copies, id, scope, locals, &mut HashMap::default())
    }

    fn scalar_memo(
        &mut self,
        copies: &HashMap<Key, NodeId>,
        id: ScalarId,
        scope: &Scope,
        locals: &Locals,
        memo: &mut HashMap<ScalarId, ScalarId>,
    ) -> ScalarId {
        if let Some(copy) = memo.get(&id) {
            return *copy;
        }
        let copy = match self.dag.scalar(id) {
            Scalar::Var(var) => self.whole_index(&locals[var]),
            Scalar::Load { node, index } => self.load(copies, *node, index, scope, locals, memo),
            Scalar::Reduce { op, height, extents, range, body } => {
                let fresh: Vec<Var> = extents.iter().map(|_| self.new.fresh_var()).collect();
                let (mut inner_scope, mut inner) = (scope.clone(), locals.clone());
                for (k, extent) in extents.iter().enumerate() {
                    let var = Var::Reduction { height: *height, k: k as u32 };
                    inner_scope.insert(var, Place { label: None, extent: extent.clone() });
                    let index = self.new.var(fresh[k]);
                    inner.insert(var, Local { index, part: None });
                }
                // What is outside may mention variables that mean something else inside.
                let body = self.scalar(copies, *body, &inner_scope, &inner);
                let range = range
                    .map(|bounds| bounds.map(|s| self.scalar_memo(copies, s, scope, locals, memo)));
                self.new.bind(*op, &fresh, extents.clone(), range, body)
            }
            Scalar::Binary(Binary::Rem, a, divisor)
                if self.starts_at_multiple(*a, *divisor, locals) =>
            {
                // The same remainder, and the optimiser sees it in terms of the tile.
                let dividend = self.relative(*a, locals);
                let divisor = self.scalar_memo(copies, *divisor, scope, locals, memo);
                self.new.binary(Binary::Rem, dividend, divisor)
            }
            other => {
                let dtype = self.dag.dtype(id);
                let mapped =
                    map_operands(other, &mut |s| self.scalar_memo(copies, s, scope, locals, memo));
                self.new.add_scalar(mapped, dtype)
            }
        };
        memo.insert(id, copy);
        copy
    }

    /// Whether a sum of variables begins, in each tile, at a multiple of a constant divisor, apart from what it begins at
    /// in the first.
    fn starts_at_multiple(&self, sum: ScalarId, divisor: ScalarId, locals: &Locals) -> bool {
        let divisor = Affine::of(self.dag, divisor).as_size().and_then(Size::as_constant);
        let Some(divisor) = divisor.filter(|divisor| *divisor > 0) else { return false };
        if self.dag.dtype(sum) != DType::I64 {
            return false;
        }
        Affine::of(self.dag, sum).terms().all(|(term, factor)| {
            let Scalar::Var(var) = self.dag.scalar(term) else { return false };
            let Some(local) = locals.get(var) else { return false };
            let Some(part) = local.part.as_ref().filter(|part| part.label.is_cut()) else {
                return true;
            };
            let ratio = part.label.ratio;
            let step = factor.as_constant().and_then(|factor| factor.checked_mul(ratio.numerator));
            ratio.denominator == 1 && step.is_some_and(|step| step % divisor == 0)
        })
    }

    /// A load of the old graph.
    fn load(
        &mut self,
        copies: &HashMap<Key, NodeId>,
        node: NodeId,
        index: &[ScalarId],
        scope: &Scope,
        locals: &Locals,
        memo: &mut HashMap<ScalarId, ScalarId>,
    ) -> ScalarId {
        let labels = self.rules.labels(node, index, scope);
        let key = (node, labels);
        let parts = self.done[&key].clone();
        let mut local = Vec::new();
        for (index, part) in index.iter().zip(&parts) {
            local.push(match part {
                None => self.scalar_memo(copies, *index, scope, locals, memo),
                Some(part) => {
                    let relative = self.relative(*index, locals);
                    match part.low.is_zero() {
                        true => relative,
                        false => {
                            let low = self.new.size(part.low.clone());
                            self.new.binary(Binary::Sub, relative, low)
                        }
                    }
                }
            });
        }
        self.new.load(copies[&key], local)
    }

    /// An index of the old graph, counted from the beginning of the part that its variables have.
    fn relative(&mut self, index: ScalarId, locals: &Locals) -> ScalarId {
        let mut memo: HashMap<ScalarId, ScalarId> = HashMap::default();
        for id in operands_first(self.dag, index, false, &|_| false) {
            let copy = match self.dag.scalar(id) {
                Scalar::Var(var) => self.relative_index(&locals[var]),
                other => {
                    let dtype = self.dag.dtype(id);
                    let mapped = map_operands(other, &mut |s| memo[&s]);
                    self.new.add_scalar(mapped, dtype)
                }
            };
            memo.insert(id, copy);
        }
        memo[&index]
    }
}
