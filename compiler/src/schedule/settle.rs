//! Gives every output a node of its own.

use super::MAX_LOCAL_ELEMENTS;
use super::access::{self, LoadRef};
use super::contraction;
use super::group::{Groups, Info};
use super::repeat;
use crate::dag::{Dag, Hints, NodeId, NodeKind, Output, Size, Target};
use crate::hash::HashSet;

/// Gives every output its own computed node:
///
/// - Parameters that are returned, or stored unchanged into others, are copied.
/// - Parameters that keep their value are dropped.
/// - A value that a check needs, too, is copied after the check, because checks must not write memory of the caller.
/// - A `&mut` parameter whose old value is still needed after its new one is known gets a copy at the end. So does one
///   whose new rows are too long to be kept beside the old ones.
pub fn settle_outputs(dag: &mut Dag, unfused: bool) {
    let mut operands = access::operands(dag);
    let known = operands.len();
    let mut of_checks = access::needed(&operands, dag.checks.iter().map(|c| c.node));
    // All states of a loop are computed together, and all results of a call of a foreign function.
    let unit = |node: NodeId| access::unit(dag, node);
    let units: HashSet<_> = of_checks.iter().filter_map(|node| unit(*node)).collect();
    let together = dag.nodes().map(|(id, _)| id);
    of_checks.extend(together.filter(|id| unit(*id).is_some_and(|of| units.contains(&of))));
    let mut outputs: Vec<Output> = Vec::new();
    for output in dag.outputs.clone() {
        let own = match output.target {
            Target::Param(p) => dag.node(output.node).kind == NodeKind::Input(p),
            Target::Result(_) => false,
        };
        if own {
            continue;
        }
        let is_input = matches!(dag.node(output.node).kind, NodeKind::Input(_));
        // A node with its own kernel writes to one place, which it does not read.
        let updates = match output.target {
            Target::Param(p) => repeat::updates(dag, output.node, NodeKind::Input(p)),
            Target::Result(_) => false,
        };
        let routine = access::is_routine(dag, output.node) && !updates;
        let again = outputs.iter().any(|o| o.node == output.node);
        let taken = routine && matches!(output.target, Target::Param(_))
            || again && (routine || updates || contraction::is_large(dag, output.node));
        // The condition of a loop is read by what runs the loop.
        let condition = matches!(dag.node(output.node).kind, NodeKind::Loop { state: 0, .. });
        let shared = is_input || taken || condition || of_checks.contains(&output.node);
        let node = if shared { copy_of(dag, output.node, known) } else { output.node };
        outputs.push(Output { node, ..output });
    }
    // Each new value must come after all readers of the old one, which gives edges from readers to writers. If these
    // form a cycle, the value is computed elsewhere and copied at the end.
    operands.extend((known..dag.node_count()).map(|k| access::operands_of(dag, NodeId(k as u32))));
    let inputs = access::input_nodes(dag);
    let mut edges: Vec<Vec<NodeId>> = vec![Vec::new(); operands.len()];
    for (k, of_node) in operands.iter().enumerate() {
        of_node.iter().for_each(|o| edges[o.0 as usize].push(NodeId(k as u32)));
    }
    for output in &mut outputs {
        let Target::Param(p) = output.target else { continue };
        let writer = output.node;
        let input = inputs[p as usize];
        // None of the edges added here starts at an input.
        let together = written_together(dag, writer);
        let mut readers = edges[input.0 as usize].clone();
        readers.retain(|r| *r == writer || !together.contains(r));
        let cyclic = together.iter().any(|w| reaches(&edges, *w, writer, &readers));
        let by_loop = repeat::updates(dag, writer, NodeKind::Input(p));
        let elsewhere = !by_loop && !reads_in_place(dag, writer, input, unfused);
        let too_long = !by_loop && !elsewhere && rows_are_too_long(dag, writer, input, unfused);
        if too_long {
            // In a kernel with the copy, the new row would be kept beside the old one, too.
            dag.hint(writer, &Hints { materialize: true, ..Hints::default() });
        }
        if cyclic || elsewhere || too_long {
            output.node = copy_of(dag, writer, known);
            edges.resize(dag.node_count(), Vec::new());
            edges[writer.0 as usize].push(output.node);
        }
        let written = if output.node == writer { together } else { vec![output.node] };
        for r in readers.into_iter().filter(|r| *r != output.node) {
            edges[r.0 as usize].extend(&written);
        }
    }
    dag.outputs = outputs;
}

/// A copy that is not one of the first `known` nodes. An equal node that exists already, such as a copy that a user
/// wants in memory, may be one that this copy has to come after.
fn copy_of(dag: &mut Dag, mut node: NodeId, known: usize) -> NodeId {
    loop {
        let (shape, name) = (dag.node(node).shape.clone(), dag.node(node).name.clone());
        let index = (0..shape.len()).map(|k| dag.axis(k)).collect();
        let body = dag.load(node, index);
        dag.at(dag.node(node).origin.clone());
        node = dag.compute(&format!("{name}_copy"), shape, body);
        if node.0 as usize >= known {
            return node;
        }
    }
}

/// Whether `writer` sees `input` only at its own point, so that it may overwrite it.
fn reads_in_place(dag: &Dag, writer: NodeId, input: NodeId, unfused: bool) -> bool {
    let info = [writer, input].map(|n| (n, Info::new(dag, n, unfused)));
    let groups = Groups { info: info.into_iter().collect(), ..Groups::default() };
    groups.all_local(dag, writer, input)
}

/// Whether `writer`, which sees `input` at its own point only, sees other elements there than the one that it writes, of
/// so long a row that no local array holds it.
fn rows_are_too_long(dag: &Dag, writer: NodeId, input: NodeId, unfused: bool) -> bool {
    let Info { axes, loads, .. } = Info::new(dag, writer, unfused);
    let shape = &dag.node(writer).shape;
    let row: Vec<Size> = axes.inner.iter().map(|&axis| shape[axis].clone()).collect();
    let is_long = Size::product(&row).as_constant().is_none_or(|n| n > MAX_LOCAL_ELEMENTS);
    let elsewhere = |load: &LoadRef| {
        let own = (0..shape.len()).map(Some);
        !load.index.iter().map(|&index| access::as_axis(dag, index)).eq(own)
    };
    is_long && loads.iter().filter(|load| load.node == input).any(elsewhere)
}

/// The nodes that are computed together with one: all states of a loop.
fn written_together(dag: &Dag, writer: NodeId) -> Vec<NodeId> {
    let NodeKind::Loop { id, .. } = dag.node(writer).kind else { return vec![writer] };
    let is_state = |node: &NodeKind| matches!(node, NodeKind::Loop { id: of, .. } if *of == id);
    dag.nodes().filter(|(_, node)| is_state(&node.kind)).map(|(id, _)| id).collect()
}

/// Whether a path leads from `from` to a node of `to` that is not `writer`.
fn reaches(edges: &[Vec<NodeId>], from: NodeId, writer: NodeId, to: &[NodeId]) -> bool {
    let to: HashSet<NodeId> = to.iter().copied().filter(|n| *n != writer).collect();
    let (mut stack, mut seen) = (vec![from], HashSet::default());
    while let Some(n) = stack.pop() {
        if to.contains(&n) {
            return true;
        }
        if seen.insert(n) {
            stack.extend(&edges[n.0 as usize]);
        }
    }
    false
}
