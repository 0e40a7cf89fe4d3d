//! The graph of a tile: the parts of nodes that the roots of a pass need.

use super::analysis::{Group, Kind, RootKind, Rules, row_labels, segment_labels};
use super::label::{Access, Label, Labels, Place, Scope, access, axes_of, gcd, loads};
use super::{Cuts, Refusal};
use crate::dag::rebuild::Copies;
use crate::dag::visit::{map_operands, operands_first};
use crate::dag::{
    Binary, DType, Dag, Input, NodeId, NodeKind, Output, ParamKind, Scalar, ScalarId, Size, Target,
    Var, dot,
};
use crate::hash::{HashMap, HashSet};
use crate::optimise::Affine;
use crate::plan::{self, BoxAxis, Goal, Length, ResultInfo, Source, TileInput, TileOutput};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The program of a tile, or nodes that have to be in memory first.
pub(super) enum Tile {
    Ready(Box<Ready>),
    First(Vec<NodeId>),
}

pub(super) struct Ready {
    pub dag: Dag,
    pub results: Vec<ResultInfo>,
    pub lengths: Vec<Length>,
    pub inputs: Vec<TileInput>,
    pub outputs: Vec<TileOutput>,
    /// For each class, what the beginning of a tile is a multiple of.
    pub units: Vec<i64>,
}

/// The part of an axis that a tile has of a node.
#[derive(Clone, Debug)]
struct Part {
    label: Label,
    /// The first index, counted from the beginning of the label's part.
    low: Size,
    length: Size,
}

/// What users need of an axis: the first index, and pairs of a length that must not be 0 and of an end. All are counted
/// from the beginning of the label's part.
#[derive(Clone, Debug)]
struct Need {
    low: Size,
    reaches: Vec<(Size, Size)>,
}

type Key = (NodeId, Labels);

/// Makes the program of a tile. `sources` are the inputs of the graph; `goals` says where the result of a reduction goes.
pub(super) fn tile(
    dag: &Dag,
    group: &Group,
    cuts: &Cuts,
    sources: &[Source],
    goals: &HashMap<NodeId, Goal>,
) -> Result<Tile, Refusal> {
    let rules = Rules { dag, kinds: &group.kinds, cuts, fixed: &group.fixed };
    let mut needs = Needs {
        dag,
        rules,
        group,
        dims: Vec::new(),
        lengths: Vec::new(),
        parts: HashMap::default(),
        open: BTreeMap::new(),
        done: BTreeMap::new(),
        first: HashSet::default(),
    };
    needs.roots()?;
    needs.all()?;
    if !needs.first.is_empty() {
        let mut first: Vec<NodeId> = needs.first.into_iter().collect();
        first.sort_unstable();
        return Ok(Tile::First(first));
    }
    let Needs { dims, lengths, parts, done, .. } = needs;
    let mut new = Dag::new(&dag.name);
    new.dims = dag.dims.iter().chain(&dims).cloned().collect();
    new.tuning = dag.tuning.clone();
    new.constraints.clone_from(&dag.constraints);
    new.set_loops(dag.bodies().cloned().collect());
    let build = Build {
        dag,
        rules,
        group,
        sources,
        parts,
        done,
        new,
        starts: HashMap::default(),
        inputs: vec![],
    };
    Ok(Tile::Ready(Box::new(build.all(lengths, goals))))
}

/// Finds the parts of all nodes.
struct Needs<'a> {
    dag: &'a Dag,
    rules: Rules<'a>,
    group: &'a Group,
    dims: Vec<String>,
    lengths: Vec<Length>,
    /// The lengths of the parts of roots.
    parts: HashMap<(Label, Size), Size>,
    /// The nodes whose users are not all known, the last first.
    open: BTreeMap<(Reverse<NodeId>, Labels), Vec<Option<Need>>>,
    done: BTreeMap<Key, Vec<Option<Part>>>,
    /// Nodes that have to be in memory before.
    first: HashSet<NodeId>,
}

impl Needs<'_> {
    fn dimension(&mut self, length: Length) -> Size {
        let name = format!("tile {}", self.dims.len());
        self.lengths.push(length);
        let size = Size::dim(&name);
        self.dims.push(name);
        size
    }

    /// The length of the part of a root's variable.
    fn part(&mut self, label: Label, extent: &Size) -> Size {
        let key = (label, extent.clone());
        if let Some(size) = self.parts.get(&key) {
            return size.clone();
        }
        let size = self.dimension(Length::Part { along: along(label), extent: extent.clone() });
        self.parts.insert(key, size.clone());
        size
    }

    /// The variables of a root that are cut, with their parts.
    fn root_parts(&mut self, extents: &[Size], labels: &[Option<Label>]) -> Vec<Option<Part>> {
        let pairs = extents.iter().zip(labels);
        pairs
            .map(|(extent, label)| {
                let label = (*label)?;
                Some(Part { label, low: Size::zero(), length: self.part(label, extent) })
            })
            .collect()
    }

    fn roots(&mut self) -> Result<(), Refusal> {
        for root in &self.group.roots {
            let shape = self.dag.node(root.node).shape.clone();
            let axes = self.root_parts(&shape, &root.axes);
            match &root.kind {
                RootKind::Results(_) => {
                    let whole = |part: &Option<Part>| {
                        part.as_ref().map(|part| Need {
                            low: Size::zero(),
                            reaches: vec![(part.length.clone(), part.length.clone())],
                        })
                    };
                    let needs = axes.iter().map(whole).collect();
                    self.need(root.node, root.axes.clone(), needs, root.node)?;
                }
                RootKind::Reduction { vars, body, .. } => {
                    let extents: Vec<Size> =
                        vars.iter().map(|(_, extent)| extent.clone()).collect();
                    let inner = self.root_parts(&extents, &root.inner);
                    let mut scope = axes_of(&shape, &root.axes);
                    let mut parts = parts_of(&axes);
                    for (((var, extent), label), part) in vars.iter().zip(&root.inner).zip(inner) {
                        scope.insert(*var, Place { label: *label, extent: extent.clone() });
                        parts.extend(part.map(|part| (*var, part)));
                    }
                    self.body(root.node, *body, &scope, &parts)?;
                }
                RootKind::Segments { rows } => {
                    let inner = self.root_parts(rows, &root.inner);
                    for operand in self.dag.node(root.node).kind.whole_operands().to_vec() {
                        let labels = segment_labels(self.dag, root, operand);
                        let parts = inner.iter().chain(axes.iter().skip(1));
                        let needs = parts.take(labels.len()).map(|part| {
                            part.as_ref().map(|part| Need {
                                low: Size::zero(),
                                reaches: vec![(part.length.clone(), part.length.clone())],
                            })
                        });
                        self.operand(operand, labels, needs.collect(), root.node)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Goes from users to operands until all parts are known.
    fn all(&mut self) -> Result<(), Refusal> {
        while let Some(((Reverse(id), labels), needs)) = self.open.pop_first() {
            let mut parts = Vec::new();
            for (label, need) in labels.iter().zip(needs) {
                parts.push(match (label, need) {
                    (Some(label), Some(need)) => {
                        let low = need.low.clone();
                        let length = self.length(need);
                        Some(Part { label: *label, low, length })
                    }
                    _ => None,
                });
            }
            self.done.insert((id, labels.clone()), parts.clone());
            let node = self.dag.node(id);
            match (&node.kind, self.rules.kind(id)) {
                (_, Kind::Large | Kind::Memory | Kind::Resident) | (NodeKind::Input(_), _) => {}
                (NodeKind::Compute(body), _) => {
                    let scope = axes_of(&node.shape, &labels);
                    self.body(id, *body, &scope, &parts_of(&parts))?;
                }
                (NodeKind::Routine { routine, operands }, _) => {
                    let rows = row_labels(routine, &labels);
                    if rows.iter().flatten().count() < labels.iter().flatten().count() {
                        return Err(self.refusal(id, id));
                    }
                    for operand in operands.clone() {
                        let rank = self.dag.node(operand).shape.len();
                        let (labels, parts) = match rows.len() == rank {
                            true => (rows.clone(), parts.clone()),
                            false if rows.iter().all(Option::is_none) => {
                                (vec![None; rank], vec![None; rank])
                            }
                            false => return Err(self.refusal(operand, id)),
                        };
                        let needs = parts.iter().zip(&labels).map(|(part, label)| {
                            let part = part.as_ref().filter(|_| label.is_some())?;
                            let end = part.low.add(&part.length);
                            let reaches = vec![(part.length.clone(), end)];
                            Some(Need { low: part.low.clone(), reaches })
                        });
                        self.operand(operand, labels.clone(), needs.collect(), id)?;
                    }
                }
                (NodeKind::Loop { operands, .. }, _) => {
                    if labels.iter().any(Option::is_some) {
                        return Err(self.refusal(id, id));
                    }
                    for operand in operands.clone() {
                        let rank = self.dag.node(operand).shape.len();
                        self.operand(operand, vec![None; rank], vec![None; rank], id)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The length that covers all reaches.
    fn length(&mut self, need: Need) -> Size {
        let mut reaches: Vec<(Size, Size)> = Vec::new();
        for (needed, end) in need.reaches {
            let end = end.sub(&need.low);
            let same = reaches.iter_mut().find(|(other, longest)| {
                *other == needed && (longest.sub(&end).at_least(0) || end.sub(longest).at_least(0))
            });
            match same {
                Some((_, longest)) if longest.sub(&end).at_least(0) => {}
                Some((_, longest)) => *longest = end,
                None => reaches.push((needed, end)),
            }
        }
        match reaches.as_slice() {
            // A multiple is 0 where nothing is needed. It keeps how axes depend on each other, which reshapes need.
            [(needed, end)] if is_multiple(needed, end) => end.clone(),
            _ => self.dimension(Length::Cover { reaches }),
        }
    }

    /// The operands of a body.
    fn body(
        &mut self,
        user: NodeId,
        body: ScalarId,
        scope: &Scope,
        parts: &HashMap<Var, Part>,
    ) -> Result<(), Refusal> {
        let mut wanted = Vec::new();
        loads(self.dag, body, scope, &mut |node, index, scope| {
            let labels = self.rules.labels(node, index, scope);
            let needs: Vec<Option<Need>> = index
                .iter()
                .zip(&labels)
                .map(|(index, label)| {
                    label.as_ref()?;
                    match access(self.dag, *index, scope) {
                        Access::Along(along) => Some(reach(&along, parts.get(&along.var)?)),
                        Access::Uncut(Some((first, span))) => {
                            let end = first.add(&span).add(&Size::one());
                            Some(Need { low: first, reaches: vec![(Size::one(), end)] })
                        }
                        Access::Uncut(None) | Access::Scattered => None,
                    }
                })
                .collect();
            let scattered = index
                .iter()
                .any(|index| matches!(access(self.dag, *index, scope), Access::Scattered));
            wanted.push((node, labels, needs, scattered));
        });
        for (node, labels, needs, scattered) in wanted {
            match self.rules.kind(node) {
                Kind::Generated if !scattered => self.need(node, labels, needs, user)?,
                Kind::Resident | Kind::Generated => {
                    self.first.insert(node);
                }
                Kind::Large | Kind::Streamed | Kind::Memory => {
                    self.need(node, labels, needs, user)?;
                }
            }
        }
        Ok(())
    }

    /// An operand of a routine or a loop.
    fn operand(
        &mut self,
        node: NodeId,
        labels: Labels,
        needs: Vec<Option<Need>>,
        user: NodeId,
    ) -> Result<(), Refusal> {
        let cut = labels.iter().any(Option::is_some);
        match self.rules.kind(node) {
            Kind::Memory if cut && self.rules.is_index_array(node) => Err(self.refusal(node, user)),
            Kind::Resident => {
                self.first.insert(node);
                Ok(())
            }
            _ => self.need(node, labels, needs, user),
        }
    }

    fn need(
        &mut self,
        node: NodeId,
        labels: Labels,
        needs: Vec<Option<Need>>,
        user: NodeId,
    ) -> Result<(), Refusal> {
        let refused = self.refusal(node, user);
        let all = self.open.entry((Reverse(node), labels)).or_insert_with(|| needs.clone());
        for (all, need) in all.iter_mut().zip(needs) {
            if let (Some(all), Some(need)) = (all, need) {
                all.low = least(&all.low, &need.low).ok_or_else(|| refused.clone())?;
                all.reaches.extend(need.reaches);
            }
        }
        Ok(())
    }

    fn refusal(&self, array: NodeId, user: NodeId) -> Refusal {
        let node = self.dag.node(user);
        let operation = match &node.kind {
            NodeKind::Compute(body) => dot::formula(self.dag, *body),
            _ => node.name.clone(),
        };
        let array = self.dag.node(array).name.clone();
        Refusal { array, axis: 0, operation, line: node.origin.line }
    }
}

/// The smaller of two sizes, if one is smaller for all dimensions.
fn least(a: &Size, b: &Size) -> Option<Size> {
    if b.sub(a).at_least(0) { Some(a.clone()) } else { a.sub(b).at_least(0).then(|| b.clone()) }
}

/// Whether `b` is `a` times some positive number, for all dimensions.
fn is_multiple(a: &Size, b: &Size) -> bool {
    let first = |size: &Size| size.terms().next().map(|(_, factor)| factor);
    match (first(a), first(b)) {
        (Some(of_a), Some(of_b)) => of_a > 0 && of_b > 0 && a.scale(of_b) == b.scale(of_a),
        _ => false,
    }
}

/// What an access needs, if its variable has this part.
fn reach(access: &super::label::Along, part: &Part) -> Need {
    let last = part.length.sub(&Size::one());
    let (low, last) = match access.divisor {
        1 => {
            let low = part.low.scale(access.step).add(&access.first);
            (low.clone(), low.add(&last.scale(access.step)))
        }
        divisor => {
            let begin = part.low.add(&access.shift);
            let at = |k: &Size| begin.add(k).floor_div(divisor).add(&access.first);
            (at(&Size::zero()), at(&last))
        }
    };
    let end = last.add(&access.span).add(&Size::one());
    Need { low, reaches: vec![(part.length.clone(), end)] }
}

fn parts_of(axes: &[Option<Part>]) -> HashMap<Var, Part> {
    let axes = (0..).zip(axes);
    axes.filter_map(|(k, part)| Some((Var::Axis(k), part.clone()?))).collect()
}

fn along(label: Label) -> plan::Along {
    plan::Along {
        cut: label.class,
        numerator: label.ratio.numerator,
        denominator: label.ratio.denominator,
    }
}

/// A variable of the old graph in the new one.
#[derive(Clone)]
struct Local {
    /// The index in the tile.
    index: ScalarId,
    part: Option<Part>,
}

type Locals = HashMap<Var, Local>;

/// Builds the graph.
struct Build<'a> {
    dag: &'a Dag,
    rules: Rules<'a>,
    group: &'a Group,
    sources: &'a [Source],
    parts: HashMap<(Label, Size), Size>,
    done: BTreeMap<Key, Vec<Option<Part>>>,
    new: Dag,
    /// The inputs with the beginnings of parts.
    starts: HashMap<Label, NodeId>,
    inputs: Vec<TileInput>,
}

impl Build<'_> {
    fn all(mut self, lengths: Vec<Length>, goals: &HashMap<NodeId, Goal>) -> Ready {
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
                let source = self.sources[*k as usize];
                self.inputs
                    .push(TileInput::Box { source, axes: parts.iter().map(box_axis).collect() });
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

fn sizes(shape: &[Size], parts: &[Option<Part>]) -> Vec<Size> {
    let axes = shape.iter().zip(parts);
    axes.map(|(size, part)| part.as_ref().map_or(size, |part| &part.length).clone()).collect()
}

fn box_axis(part: &Option<Part>) -> BoxAxis {
    match part {
        None => BoxAxis::Whole,
        Some(Part { label, low, length }) => BoxAxis::Part {
            along: label.is_cut().then(|| along(*label)),
            low: low.clone(),
            length: length.clone(),
        },
    }
}
