//! Loops: a graph that runs again and again on the arrays that it computed before.

use super::interpret::{Tensor, interpret};
use super::{DType, Dag, NodeId, NodeKind, Size};

/// The handle of a loop in its [`Dag`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

/// The body of a loop over *states*, the arrays that one pass hands to the next.
///
/// The first inputs of the graph are the states before a pass, and its results are the states after it, in the same
/// order. The other inputs are the same in every pass. State 0 is the condition, a `bool` of rank 0: a pass runs while
/// it is true, so a loop whose condition is false at first runs no pass.
///
/// The graph has no checks and no constraints, because these are judged before anything runs.
#[derive(Clone, Debug)]
pub struct Body {
    pub dag: Dag,
    /// The number of states.
    pub states: usize,
}

impl Body {
    /// The dtype and the shape of a state.
    pub fn state(&self, k: usize) -> (DType, &[Size]) {
        let input = &self.dag.inputs[k];
        (input.dtype, &input.shape)
    }

    /// The same loop with another body.
    pub fn with(&self, change: impl FnOnce(&Dag) -> Dag) -> Body {
        Body { dag: change(&self.dag), states: self.states }
    }

    /// Runs the loop on its operands, and returns the last states.
    ///
    /// # Errors
    /// Those of [`interpret`].
    pub(super) fn run(
        &self,
        dims: &dyn Fn(&str) -> Option<i64>,
        operands: &[&Tensor],
    ) -> Result<Vec<Tensor>, String> {
        let mut arguments: Vec<Tensor> = operands.iter().map(|&tensor| tensor.clone()).collect();
        while arguments[0].bits[0] != 0 {
            let states = interpret(&self.dag, dims, &arguments)?.results;
            arguments.splice(..self.states, states);
        }
        arguments.truncate(self.states);
        Ok(arguments)
    }
}

impl Dag {
    /// Adds a loop, which has a node for each state after the last pass.
    pub fn repeat(&mut self, body: Body, operands: &[NodeId]) -> Vec<NodeId> {
        debug_assert_eq!(body.dag.inputs.len(), operands.len(), "operands of a loop");
        let id = LoopId(self.loops.len() as u32);
        let names: Vec<String> =
            body.dag.inputs[..body.states].iter().map(|input| input.name.clone()).collect();
        self.loops.push(body);
        let states = names.iter().enumerate();
        states.map(|(k, name)| self.state(name, id, k as u32, operands.to_vec())).collect()
    }

    /// A state of a loop of this graph.
    pub fn state(&mut self, name: &str, id: LoopId, state: u32, operands: Vec<NodeId>) -> NodeId {
        let (dtype, shape) = self.body_of(id).state(state as usize);
        let shape = shape.to_vec();
        self.add_computed(name, NodeKind::Loop { id, state, operands }, shape, dtype)
    }

    /// The bodies of all loops, in the order of their handles.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = &Body> {
        self.loops.iter()
    }

    /// Gives the graph the loops that its nodes will be states of.
    pub fn set_loops(&mut self, loops: Vec<Body>) {
        self.loops = loops;
    }

    /// The body of a loop.
    pub fn body_of(&self, id: LoopId) -> &Body {
        &self.loops[id.0 as usize]
    }
}
