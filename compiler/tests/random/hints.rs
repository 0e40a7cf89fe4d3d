//! What users may ask of how things are computed, drawn at random.

use crate::generate::{Case, Rng};
use array_fn_compiler::dag::{Dag, Hints, NodeId, Size};

/// The graph of a case with hints on some of its nodes and on all of it. (From a seed of its own, so that the case
/// is the same.)
pub fn drawn(case: &Case, seed: u64) -> Dag {
    let mut rng = Rng(seed ^ 0x6869_6e74_7321_0000);
    let mut dag = case.dag.clone();
    let sizes: Vec<Size> =
        dag.nodes().flat_map(|(_, n)| n.shape.clone()).chain(dims(case)).collect();
    let nodes: Vec<NodeId> = dag.nodes().map(|(id, _)| id).collect();
    // On one node in two, or on few.
    let one_in = *rng.pick(&[2, 2, 6]);
    for id in nodes {
        if rng.below(one_in) > 0 {
            continue;
        }
        let mut hints = Hints::default();
        match rng.below(8) {
            0..3 => hints.materialize = true,
            3..6 => hints.inline = true,
            _ => hints.no_fuse = true,
        }
        if rng.below(3) == 0 {
            hints.vectorize = Some(rng.pick(&sizes).clone());
        }
        dag.hint(id, &hints);
    }
    dag.tuning.no_fuse = rng.below(12) == 0;
    if rng.below(3) == 0 {
        dag.tuning.vectorize = Some(rng.pick(&sizes).clone());
    }
    if rng.below(4) == 0 {
        dag.tuning.threads = Some(32 * (1 + rng.below(32) as u32));
    }
    if rng.below(4) == 0 {
        dag.tuning.block = dims(case).map(|dim| (dim, 1 + rng.below(100) as i64)).collect();
    }
    dag
}

fn dims(case: &Case) -> impl Iterator<Item = Size> {
    case.dims.iter().map(|(name, _)| Size::dim(name))
}
