//! Parameters that a function updates. To the programs their new values are results, after those of the function; the executor
//! puts them into the place of the old ones.

use super::Streamed;
use crate::dag::visit::visit_scalars;
use crate::dag::{Dag, NodeId, NodeKind, Output, ParamKind, Scalar, ScalarId, Target, Var, dot};
use crate::hash::HashSet;
use crate::plan::{Goal, ParamId, ResultId, ResultInfo, Source, StreamUpdate, TileInput};

/// A function that updates nothing, and returns the new values instead.
pub(super) struct Updates {
    pub dag: Dag,
    pub results: Vec<ResultInfo>,
    /// The parameters whose new values are the last results, in their order.
    pub params: Vec<usize>,
}

pub(super) fn updates(dag: &Dag, results: &[ResultInfo]) -> Updates {
    let (mut dag, mut results) = (dag.clone(), results.to_vec());
    let mut params = Vec::new();
    for input in dag.inputs.iter_mut().filter(|input| input.kind == ParamKind::ArrayMut) {
        input.kind = ParamKind::Array;
    }
    for Output { target, node } in std::mem::take(&mut dag.outputs) {
        let target = match target {
            Target::Result(_) => target,
            // It stays as it is.
            Target::Param(k) if dag.node(node).kind == NodeKind::Input(k) => continue,
            Target::Param(k) => {
                let input = &dag.inputs[k as usize];
                let (name, dtype, shape) = (input.name.clone(), input.dtype, input.shape.clone());
                results.push(ResultInfo { name, dtype, shape });
                params.push(k as usize);
                Target::Result(results.len() as u32 - 1)
            }
        };
        dag.outputs.push(Output { target, node });
    }
    Updates { dag, results, params }
}

/// The updates of a function that was taken apart. Their results begin at number `first`. `dag` is the graph before.
pub(super) fn described(
    streamed: &Streamed,
    params: &[usize],
    first: usize,
    dag: &Dag,
) -> Vec<StreamUpdate> {
    let of = |(k, &param): (usize, &usize)| StreamUpdate {
        param: ParamId(param),
        reads_others: match reads_only_own(streamed, param, first + k) {
            true => String::new(),
            false => operation(dag, param),
        },
    };
    params.iter().enumerate().map(of).collect()
}

/// Whether no tile reads elements of a parameter that another tile writes, or wrote in an earlier pass.
fn reads_only_own(streamed: &Streamed, param: usize, result: usize) -> bool {
    let source = Source::Param(ParamId(param));
    let written = streamed.passes.iter().enumerate().find_map(|(k, pass)| {
        let goal = Goal::Result(ResultId(result));
        pass.outputs.iter().find(|output| output.goal == goal).map(|output| (k, output))
    });
    // What runs after all passes writes when everything was read.
    let Some((writer, output)) = written else { return true };
    streamed.passes.iter().enumerate().all(|(k, pass)| {
        let of_steps = pass.before.iter().any(|step| step.inputs.contains(&source));
        !of_steps
            && pass.inputs.iter().all(|input| match input {
                TileInput::Box { source: from, axes, views } if *from == source => {
                    k == writer && views.is_empty() && *axes == output.axes
                }
                _ => true,
            })
    })
}

/// The first operation that reads other elements of a parameter than those at its own position.
fn operation(dag: &Dag, param: usize) -> String {
    let outputs = dag.outputs.iter().map(|output| output.node);
    let mut left: Vec<NodeId> = outputs.collect();
    let mut seen: HashSet<NodeId> = left.iter().copied().collect();
    while let Some(id) = left.pop() {
        let body = match &dag.node(id).kind {
            NodeKind::Input(_) => continue,
            NodeKind::Compute(body) => body,
            NodeKind::Routine { .. } | NodeKind::Loop { .. } => match needs(dag, id, param) {
                true => return described_node(dag, id),
                false => continue,
            },
        };
        let mut moved = false;
        visit_scalars(dag, *body, &mut |_, scalar| {
            let Scalar::Load { node, index } = scalar else { return };
            if is_own(dag, index) {
                if seen.insert(*node) {
                    left.push(*node);
                }
            } else {
                moved |= needs(dag, *node, param);
            }
        });
        if moved {
            return described_node(dag, id);
        }
    }
    "the new value of another array".to_string()
}

/// Whether an index is the position itself.
fn is_own(dag: &Dag, index: &[ScalarId]) -> bool {
    let mut axes = (0..).zip(index);
    axes.all(|(axis, index)| matches!(dag.scalar(*index), Scalar::Var(Var::Axis(k)) if *k == axis))
}

fn needs(dag: &Dag, id: NodeId, param: usize) -> bool {
    crate::dag::visit::reachable_from(dag, [id])
        .into_iter()
        .any(|id| dag.node(id).kind == NodeKind::Input(param as u32))
}

fn described_node(dag: &Dag, id: NodeId) -> String {
    let node = dag.node(id);
    let operation = match &node.kind {
        NodeKind::Compute(body) => dot::formula(dag, *body),
        _ => node.name.clone(),
    };
    match node.origin.line {
        0 => format!("`{operation}`"),
        line => format!("`{operation}` of line {line}"),
    }
}
