//! Loops. The body of a loop is scheduled by itself, and its launches become launches of the schedule around it.
//!
//! A state lives in one array, in which it is updated. If a pass needs old elements after it has written new ones, the
//! state has a second array: passes alternate between the two, so that nothing is copied.

mod expand;

use super::settle::settle_outputs;
use super::{KernelSet, Mode, grouped, mapped, whole_or_split};
use crate::dag::{Body, Dag, Input, LoopId, NodeId, NodeKind, Output, ParamKind, Target};
use crate::hash::HashMap;
use crate::plan::{ParamId, Place, Schedule, SlotId, Temp, TempId};
use crate::schedule::split::Rows;
pub(super) use expand::expand;

/// A loop, its schedule, and the arrays around it.
pub(super) struct LoweredLoop {
    /// The names of what it computes.
    name: String,
    /// The place of each state.
    states: Vec<Place>,
    /// The second place of each state that has one.
    second: Vec<Option<Place>>,
    /// The operands: the states before the first pass, then what is the same in every pass.
    operands: Vec<Operand>,
    /// Copies states before the first pass to their places.
    start: Copies,
    /// A pass. Its parameters are the operands; its results are states in their second places.
    pass: Schedule,
    /// Copies states from their second places.
    finish: Copies,
}

/// An operand of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operand {
    Array(Place),
    /// A scalar parameter, which is in no memory.
    Scalar(ParamId),
}

/// Launches that copy some states.
struct Copies {
    schedule: Schedule,
    /// The states, in the order of the parameters and results of the schedule.
    states: Vec<usize>,
}

impl LoweredLoop {
    /// The temporary of state 0, which is nothing that a program can name.
    fn condition(&self) -> TempId {
        match self.states[0] {
            Place::Temp(temp) => temp,
            Place::Param(_) | Place::Result(_) => unreachable!("a condition is no result"),
        }
    }

    /// All arrays that the loop reads or writes.
    pub(super) fn places(&self) -> Vec<Place> {
        let operands = self.operands.iter().filter_map(|operand| match operand {
            Operand::Array(place) => Some(*place),
            Operand::Scalar(_) => None,
        });
        let second = self.second.iter().flatten().copied();
        self.states.iter().copied().chain(second).chain(operands).collect()
    }
}

/// The loop that nodes are states of.
pub(super) fn of(dag: &Dag, members: &[NodeId]) -> Option<LoopId> {
    members.iter().find_map(|m| match dag.node(*m).kind {
        NodeKind::Loop { id, .. } => Some(id),
        _ => None,
    })
}

/// Whether a node is a state of a loop whose value before the first pass is `input`, and whether the loop reads the input
/// as nothing else. Such a state can be updated where the input is.
pub(super) fn updates(dag: &Dag, node: NodeId, input: NodeKind) -> bool {
    let NodeKind::Loop { state, operands, .. } = &dag.node(node).kind else { return false };
    let is_input = |operand: &NodeId| dag.node(*operand).kind == input;
    is_input(&operands[*state as usize]) && operands.iter().filter(|o| is_input(o)).count() == 1
}

/// The state before the first pass whose memory a state may take over: one that only one kernel or loop reads, which is
/// this one, and reads it only once. `readers` has the numbers of kernels and loops that read a node.
pub(super) fn taken_over(
    dag: &Dag,
    node: NodeId,
    readers: &HashMap<NodeId, usize>,
) -> Option<NodeId> {
    let NodeKind::Loop { state, operands, .. } = &dag.node(node).kind else { return None };
    let first = operands[*state as usize];
    let once = operands.iter().filter(|o| **o == first).count() == 1;
    (once && readers.get(&first) == Some(&1)).then_some(first)
}

/// Schedules the loop whose states are the members of a group. `places` has those of its operands, and of states that
/// something reads; other places are added to `temps`.
pub(super) fn lower(
    dag: &Dag,
    id: LoopId,
    members: &[NodeId],
    places: &HashMap<NodeId, Vec<Place>>,
    temps: &mut Vec<Temp>,
    mode: Mode,
    kernels: &mut KernelSet,
) -> LoweredLoop {
    let body = dag.body_of(id);
    let operands = operands(dag, members, places);
    let mut temporary = |k: usize| {
        let (dtype, shape) = body.state(k);
        let name = body.dag.inputs[k].name.clone();
        let len = crate::dag::Size::product(shape);
        temps.push(Temp { name, dtype, len, slot: SlotId::NONE, in_strip: None });
        Place::Temp(TempId(temps.len() - 1))
    };
    let mut states = vec![None; body.states];
    for m in members {
        let NodeKind::Loop { state, .. } = dag.node(*m).kind else { continue };
        states[state as usize] = places.get(m).and_then(|places| places.first().copied());
    }
    let states: Vec<Place> = states
        .into_iter()
        .enumerate()
        .map(|(k, place)| place.unwrap_or_else(|| temporary(k)))
        .collect();
    let (body_dag, doubled) = in_place(dag, body, mode);
    let second = doubled.iter().enumerate();
    let second: Vec<Option<Place>> = second.map(|(k, twice)| twice.then(|| temporary(k))).collect();
    let pass = match mode {
        Mode::Fused => whole_or_split(&mapped(&body_dag), Rows::Split, kernels).0,
        Mode::Unfused => grouped(body_dag, true, kernels),
    };
    let moved = (0..body.states).filter(|&k| operands[k] != Operand::Array(states[k]));
    let kind_of = |k: usize| match operands[k] {
        Operand::Scalar(_) => ParamKind::Scalar,
        Operand::Array(_) => kind_outside(dag, members, k),
    };
    let start = copies(body, moved.collect(), &kind_of, kernels);
    let moved = (0..body.states).filter(|&k| second[k].is_some());
    let finish = copies(body, moved.collect(), &|_| ParamKind::Array, kernels);
    let names: Vec<&str> =
        body.dag.inputs[1..body.states].iter().map(|i| i.name.as_str()).collect();
    LoweredLoop { name: names.join(", "), states, second, operands, start, pass, finish }
}

/// The operands of a loop, by their places.
fn operands(dag: &Dag, members: &[NodeId], places: &HashMap<NodeId, Vec<Place>>) -> Vec<Operand> {
    let operands = dag.node(members[0]).kind.whole_operands().iter();
    let operands = operands.map(|operand| match dag.node(*operand).kind {
        NodeKind::Input(p) if dag.inputs[p as usize].kind == ParamKind::Scalar => {
            Operand::Scalar(ParamId(p as usize))
        }
        NodeKind::Input(p) => Operand::Array(Place::Param(ParamId(p as usize))),
        _ => Operand::Array(places[operand][0]),
    });
    operands.collect()
}

/// How an operand that is an array is passed.
fn kind_outside(dag: &Dag, members: &[NodeId], k: usize) -> ParamKind {
    let operand = dag.node(members[0]).kind.whole_operands()[k];
    match dag.node(operand).kind {
        NodeKind::Input(p) => match &dag.inputs[p as usize].kind {
            index @ ParamKind::Index { .. } => index.clone(),
            _ => ParamKind::Array,
        },
        _ => ParamKind::Array,
    }
}

/// The body with its states updated in place where that needs no copy, and for each state whether it is not.
fn in_place(outside: &Dag, body: &Body, mode: Mode) -> (Dag, Vec<bool>) {
    let mut dag = body.dag.clone();
    dag.tuning = outside.tuning.clone();
    // They hold in each pass, too.
    dag.constraints = outside.constraints.clone();
    for k in 0..body.states {
        dag.inputs[k].kind = ParamKind::ArrayMut;
        dag.outputs[k].target = Target::Param(k as u32);
    }
    let mut settled = if mode == Mode::Fused { mapped(&dag) } else { dag.clone() };
    let before = settled.outputs.clone();
    settle_outputs(&mut settled, mode == Mode::Unfused);
    let stays = |output: &Output| {
        let after = settled.outputs.iter().find(|o| o.target == output.target);
        after.is_none_or(|after| after.node == output.node)
    };
    // The condition, which no pass reads, is first.
    let doubled: Vec<bool> =
        before.iter().enumerate().map(|(k, output)| k > 0 && !stays(output)).collect();
    for k in (0..body.states).filter(|&k| doubled[k]) {
        dag.inputs[k].kind = ParamKind::Array;
        dag.outputs[k].target = Target::Result(k as u32);
    }
    (dag, doubled)
}

/// Launches that copy some states of a loop.
fn copies(
    body: &Body,
    states: Vec<usize>,
    kind: &dyn Fn(usize) -> ParamKind,
    kernels: &mut KernelSet,
) -> Copies {
    let mut dag = Dag::new(&body.dag.name);
    dag.dims.clone_from(&body.dag.dims);
    let inputs: Vec<NodeId> = states
        .iter()
        .map(|&k| dag.input(Input { kind: kind(k), ..body.dag.inputs[k].clone() }))
        .collect();
    for (result, (input, &k)) in inputs.iter().zip(&states).enumerate() {
        let shape = body.dag.inputs[k].shape.clone();
        let axes = (0..shape.len()).map(|axis| dag.axis(axis)).collect();
        let element = dag.load(*input, axes);
        let node = dag.compute(&body.dag.inputs[k].name, shape, element);
        dag.outputs.push(Output { target: Target::Result(result as u32), node });
    }
    Copies { schedule: super::schedule(&dag, Mode::Fused, kernels), states }
}
