//! Takes a graph apart into passes over large arrays.

use super::analysis::{Group, Kind, RootKind, next_group};
use super::flatten::flatten;
use super::isolate::isolate;
use super::tile::{Sources, Tile, tile};
use super::updates::{Updates, described, updates};
use super::views::{View, Viewed, views};
use super::{Cuts, Program, Refusal, Streamed};
use crate::dag::rebuild::{Copied, Copies};
use crate::dag::visit::{operands, reachable, reachable_from};
use crate::dag::{Check, Dag, Input, NodeId, NodeKind, Output, ParamKind, Target, check};
use crate::hash::{HashMap, HashSet};
use crate::optimise::optimise;
use crate::plan::{self, AxisView, Goal, ParamId, ResultId, ResultInfo, Source, StreamValue};

/// Takes the graph of a function apart. `large` are the inputs that may be too large for memory. `results` are those of
/// the function.
///
/// # Errors
/// The operation that prevents a large array from being cut.
pub fn stream(
    dag: &Dag,
    results: &[ResultInfo],
    large: &[bool],
    cuts: &Cuts,
) -> Result<Streamed, Refusal> {
    let Updates { dag, results, params } = updates(&optimise(dag), results);
    let isolated = isolate(&flatten(&dag, large, cuts), large, cuts);
    let Viewed { dag, inputs } = views(&isolated, large, cuts);
    let mut rest = Rest {
        dag,
        large: inputs.iter().map(|(k, _)| large[*k]).collect(),
        sources: inputs.iter().map(|(k, _)| Source::Param(ParamId(*k))).collect(),
        views: inputs.into_iter().map(|(_, views)| views.iter().map(of_plan).collect()).collect(),
        results: &results,
        cuts,
        values_are_cut: true,
        out: Streamed {
            programs: Vec::new(),
            passes: Vec::new(),
            dims: Vec::new(),
            last: None,
            values: Vec::new(),
            updates: Vec::new(),
        },
    };
    while let Some(next) = rest.clone().next()? {
        rest = next;
    }
    rest.last();
    let first = results.len() - params.len();
    rest.out.updates = described(&rest.out, &params, first, &isolated);
    Ok(rest.out)
}

/// What is not done yet.
#[derive(Clone)]
struct Rest<'a> {
    dag: Dag,
    /// For each input, whether it is a large array, and where it comes from.
    large: Vec<bool>,
    sources: Vec<Source>,
    /// For each input, the views of its axes, if there are some.
    views: Vec<Vec<AxisView>>,
    results: &'a [ResultInfo],
    cuts: &'a Cuts,
    /// Whether the values of earlier passes are cut, too, if they have a cut dimension. Then a box of them is enough for a
    /// tile, and executors need not have all of a value in memory.
    values_are_cut: bool,
    out: Streamed,
}

impl Rest<'_> {
    /// What is left after the next pass. `None` if nothing depends on large arrays.
    fn next(mut self) -> Result<Option<Self>, Refusal> {
        let whole = self.with_whole_values();
        let mut pass = || {
            let group = next_group(&self.dag, &self.large, self.cuts)?;
            group.map(|group| self.pass(group, self.cuts)).transpose()
        };
        match (pass(), whole) {
            (Ok(done), _) => Ok(done.map(|()| self)),
            // Some operation needs all of a value.
            (Err(_), Some(whole)) => whole.next(),
            (Err(refusal), None) => Err(refusal),
        }
    }

    /// The same with whole values in memory, unless they are that already.
    fn with_whole_values(&self) -> Option<Self> {
        let mut whole = self.clone();
        whole.values_are_cut = false;
        for (large, source) in whole.large.iter_mut().zip(&whole.sources) {
            *large &= matches!(source, Source::Param(_));
        }
        (whole.large != self.large).then_some(whole)
    }

    fn pass(&mut self, group: Group, cuts: &Cuts) -> Result<(), Refusal> {
        let mut before = Vec::new();
        let mut group = group;
        let ready = loop {
            let goals = self.goals(&group);
            let sources = Sources { arrays: &self.sources, views: &self.views };
            match tile(&self.dag, &group, cuts, sources, &goals)? {
                Tile::Ready(ready) if !self.has_checks(&group.kinds) => {
                    self.add_values(&group, &goals);
                    break (ready, goals);
                }
                Tile::Ready(_) => before.push(self.step(&[], &group.kinds)),
                Tile::First(nodes) => before.push(self.step(&nodes, &group.kinds)),
            }
            match next_group(&self.dag, &self.large, cuts)? {
                Some(next) => group = next,
                None => unreachable!("large arrays are still needed"),
            }
        };
        let (ready, goals) = ready;
        let dims = ready.dag.dims.clone();
        let name = |class: &(NodeId, usize)| {
            let (array, axis) = class;
            format!("axis {axis} of `{}`", self.input_name(*array))
        };
        let names = group.classes.iter().map(name);
        let cuts = names.zip(&ready.units).map(|(name, unit)| plan::Cut { name, unit: *unit });
        self.out.passes.push(plan::Pass {
            before,
            program: self.out.programs.len(),
            cuts: cuts.collect(),
            lengths: ready.lengths,
            inputs: ready.inputs,
            outputs: ready.outputs,
        });
        self.out.dims.push(dims.clone());
        self.out.programs.push(Program { dims, dag: ready.dag, results: ready.results });
        let done: HashSet<u32> = group
            .roots
            .iter()
            .flat_map(|root| match &root.kind {
                RootKind::Results(results) => results.clone(),
                _ => Vec::new(),
            })
            .collect();
        self.dag.outputs.retain(|output| match output.target {
            Target::Result(k) => !done.contains(&k),
            Target::Param(_) => unreachable!("updates are results"),
        });
        self.replace(&goals, self.values_are_cut);
        Ok(())
    }

    fn input_name(&self, node: NodeId) -> &str {
        match self.dag.node(node).kind {
            NodeKind::Input(k) => &self.dag.inputs[k as usize].name,
            _ => "",
        }
    }

    /// The arrays in memory that the reductions of a pass become.
    fn goals(&self, group: &Group) -> HashMap<NodeId, Goal> {
        let reductions = group.roots.iter().filter(|r| !matches!(r.kind, RootKind::Results(_)));
        let first = self.out.values.len();
        reductions.enumerate().map(|(k, root)| (root.node, Goal::Value(first + k))).collect()
    }

    fn add_values(&mut self, group: &Group, goals: &HashMap<NodeId, Goal>) {
        for root in group.roots.iter().filter(|root| goals.contains_key(&root.node)) {
            self.add_value(root.node);
        }
    }

    fn add_value(&mut self, node: NodeId) -> usize {
        let node = self.dag.node(node);
        self.out.values.push(StreamValue { dtype: node.dtype, shape: node.shape.clone() });
        self.out.values.len() - 1
    }

    fn has_checks(&self, kinds: &[Kind]) -> bool {
        self.dag.checks.iter().any(|check| is_resident(kinds, check.node))
    }

    /// A program that computes arrays in memory, and judges the checks that can be judged. In the rest of the graph the
    /// arrays are inputs.
    fn step(&mut self, nodes: &[NodeId], kinds: &[Kind]) -> plan::Step {
        let mut goals = HashMap::default();
        let mut outputs = Vec::new();
        for node in nodes {
            let goal = Goal::Value(self.add_value(*node));
            goals.insert(*node, goal);
            outputs.push(goal);
        }
        let (checks, later) =
            self.dag.checks.drain(..).partition(|check| is_resident(kinds, check.node));
        let step = self.program(nodes, outputs, checks);
        self.dag.checks = later;
        self.replace(&goals, false);
        step
    }

    /// The program of the results that are left.
    fn last(&mut self) {
        if self.dag.outputs.is_empty() && self.dag.checks.is_empty() {
            return;
        }
        let nodes: Vec<NodeId> = self.dag.outputs.iter().map(|output| output.node).collect();
        let outputs = self.dag.outputs.iter().map(|output| match output.target {
            Target::Result(k) => Goal::Result(ResultId(k as usize)),
            Target::Param(_) => unreachable!("updates are results"),
        });
        let outputs = outputs.collect();
        let checks = std::mem::take(&mut self.dag.checks);
        self.out.last = Some(self.program(&nodes, outputs, checks));
    }

    /// Adds a program that computes some nodes.
    fn program(&mut self, nodes: &[NodeId], outputs: Vec<Goal>, checks: Vec<Check>) -> plan::Step {
        let (dag, inputs) = restricted(&self.dag, nodes, checks);
        let results = nodes.iter().zip(&outputs).map(|(node, goal)| {
            let node = self.dag.node(*node);
            let name = match goal {
                Goal::Result(k) => self.results[k.0].name.clone(),
                Goal::Value(_) => "out".to_string(),
            };
            ResultInfo { name, dtype: node.dtype, shape: node.shape.clone() }
        });
        let results = results.collect();
        let program = self.out.programs.len();
        self.out.programs.push(Program { dims: dag.dims.clone(), dag, results });
        let inputs = inputs.into_iter().map(|k| self.sources[k]).collect();
        plan::Step { program, inputs, outputs }
    }

    /// Makes nodes inputs, and large ones if they `may_be_cut` and have a cut dimension.
    fn replace(&mut self, goals: &HashMap<NodeId, Goal>, may_be_cut: bool) {
        let needed: HashSet<NodeId> = reachable(&self.dag).into_iter().collect();
        let value = |id: NodeId| match goals.get(&id) {
            Some(Goal::Value(value)) if needed.contains(&id) => Some(*value),
            _ => None,
        };
        let (dag, _) = self.dag.copied(&mut |new, copies, id, node| {
            if !needed.contains(&id) {
                return Copied::Nothing;
            }
            Copied::Node(match value(id) {
                Some(_) => new.input(Input {
                    name: node.name.clone(),
                    dtype: node.dtype,
                    shape: node.shape.clone(),
                    kind: ParamKind::Array,
                }),
                None => new.same(&self.dag, copies, node),
            })
        });
        // The inputs of the copy are in the order of their nodes.
        let inputs = self.dag.nodes().filter_map(|(id, node)| match node.kind {
            NodeKind::Input(k) => {
                let k = k as usize;
                Some((self.large[k], self.sources[k], self.views[k].clone()))
            }
            _ => value(id).map(|value| {
                let large = may_be_cut && node.shape.iter().any(|s| self.cuts.mentioned(s));
                (large, Source::Value(value), Vec::new())
            }),
        });
        let inputs: Vec<_> = inputs.collect();
        self.large = inputs.iter().map(|input| input.0).collect();
        self.sources = inputs.iter().map(|input| input.1).collect();
        self.views = inputs.into_iter().map(|input| input.2).collect();
        self.dag = dag;
    }
}

fn of_plan(view: &View) -> AxisView {
    match view.clone() {
        View::Same => AxisView::Same,
        View::Reversed => AxisView::Reversed,
        View::Wrapped { low, size } => AxisView::Wrapped { low, size },
        View::WrappedBack { low, size } => AxisView::WrappedBack { low, size },
        View::Rolled { size, input, times } => {
            AxisView::Rolled { size, by: Source::Param(ParamId(input)), times }
        }
        View::Clamped { low, size } => AxisView::Clamped { low, size },
        View::ClampedBack { low, size } => AxisView::ClampedBack { low, size },
        View::Reflected => AxisView::Reflected,
        View::Mirrored => AxisView::Mirrored,
        View::Gathered(k) => AxisView::Gathered(Source::Param(ParamId(k))),
    }
}

fn is_resident(kinds: &[Kind], node: NodeId) -> bool {
    !matches!(kinds[node.0 as usize], Kind::Large | Kind::Streamed)
}

/// The node itself, or a copy of an input: results and checks are arrays of their own.
fn computed(dag: &mut Dag, node: NodeId) -> NodeId {
    if !matches!(dag.node(node).kind, NodeKind::Input(_)) {
        return node;
    }
    let shape = dag.node(node).shape.clone();
    let axes = (0..shape.len()).map(|axis| dag.axis(axis)).collect();
    let body = dag.load(node, axes);
    dag.compute("copy", shape, body)
}

/// A copy of the part of a graph that some nodes and checks need, and its inputs.
fn restricted(dag: &Dag, nodes: &[NodeId], checks: Vec<Check>) -> (Dag, Vec<usize>) {
    let mut new = Dag::new(&dag.name);
    new.dims.clone_from(&dag.dims);
    new.constraints.clone_from(&dag.constraints);
    new.tuning = dag.tuning.clone();
    new.set_loops(dag.bodies().cloned().collect());
    let mut copies = Copies::default();
    let mut inputs = Vec::new();
    let roots = nodes.iter().copied().chain(checks.iter().map(|check| check.node));
    for id in reachable_from(dag, roots) {
        let node = dag.node(id);
        if let NodeKind::Input(k) = node.kind {
            inputs.push(k as usize);
        }
        new.at(node.origin.clone());
        let copy = new.same(dag, &copies, node);
        new.hint(copy, &node.hints);
        copies.insert(id, copy);
    }
    for (k, node) in (0..).zip(nodes) {
        let node = computed(&mut new, copies[node]);
        new.outputs.push(Output { target: Target::Result(k), node });
    }
    let place = |k: u32| inputs.iter().position(|input| *input == k as usize);
    new.checks = checks
        .into_iter()
        .map(|c| {
            let message = check::renumbered(&c.message, |k| {
                let name = dag.inputs[k as usize].name.as_str();
                place(k).map(|new| (new as u32, name))
            });
            Check { node: computed(&mut new, copies[&c.node]), message }
        })
        .collect();
    debug_assert!(new.nodes().all(|(id, _)| operands(&new, id).iter().all(|o| *o < id)));
    (new, inputs)
}
