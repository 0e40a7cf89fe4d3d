//! Random loops.

use super::Generator;
use array_fn_compiler::dag::{
    Binary, Body, Const, DType, Dag, Input, NodeId, NodeKind, Output, ParamKind, Target,
};

impl Generator {
    /// Adds a loop over some nodes, which reads others in every pass. It has at most three passes.
    pub fn repeat(&mut self, name: &str, depth: usize) {
        let nodes: Vec<NodeId> = self.dag.nodes().map(|n| n.0).collect();
        let most = self.rng.below(4) as i64;
        let most = self.dag.constant(Const::i64(most));
        let zero = self.dag.constant(Const::i64(0));
        let first = self.dag.binary(Binary::Lt, zero, most);
        let first = self.dag.compute("condition", Vec::new(), first);
        let start = self.dag.compute("start", Vec::new(), zero);
        let mut operands = vec![first, start];
        for _ in 0..1 + self.rng.below(3) {
            operands.push(*self.rng.pick(&nodes));
        }
        let states = operands.len();
        for _ in 0..self.rng.below(4) {
            operands.push(*self.rng.pick(&nodes));
        }
        let mut inner = Dag::new(name);
        inner.dims.clone_from(&self.dag.dims);
        for (k, operand) in operands.iter().enumerate() {
            let node = self.dag.node(*operand);
            let kind = match node.kind {
                NodeKind::Input(p) if k >= states => match &self.dag.inputs[p as usize].kind {
                    ParamKind::ArrayMut => ParamKind::Array,
                    kind => kind.clone(),
                },
                _ => ParamKind::Array,
            };
            let (dtype, shape) = (node.dtype, node.shape.clone());
            inner.input(Input { name: format!("{name}_{k}"), dtype, shape, kind });
        }
        let outer = std::mem::replace(&mut self.dag, inner);
        let outputs = self.pass(name, states, depth);
        let mut body = std::mem::replace(&mut self.dag, outer);
        body.outputs = (0..)
            .zip(outputs)
            .map(|(k, node)| Output { target: Target::Result(k), node })
            .collect();
        let most = match *self.dag.scalar(most) {
            array_fn_compiler::dag::Scalar::Const(c) => c,
            _ => unreachable!("a constant was made"),
        };
        // The condition of the next pass: there were fewer than so many.
        let counter = body.outputs[1].node;
        let count = body.load(counter, Vec::new());
        let most = body.constant(most);
        let mut next = body.binary(Binary::Lt, count, most);
        let flag = body.load(body.outputs[0].node, Vec::new());
        next = body.binary(Binary::And, next, flag);
        body.outputs[0].node = body.compute("condition", Vec::new(), next);
        self.dag.repeat(Body { dag: body, states }, &operands);
    }

    /// The states after a pass. The first is a condition, the second counts.
    fn pass(&mut self, name: &str, states: usize, depth: usize) -> Vec<NodeId> {
        let inputs: Vec<NodeId> = self.dag.nodes().map(|n| n.0).collect();
        for k in 0..self.rng.below(3) {
            if depth > 0 && self.rng.below(4) == 0 {
                self.repeat(&format!("{name}_{k}"), depth - 1);
                continue;
            }
            if self.rng.below(6) == 0 && self.routine(&format!("{name}_r{k}")).is_some() {
                continue;
            }
            let (shape, dtype) = (self.shape(), *self.rng.pick(&DType::ALL));
            self.comprehension(&format!("{name}_c{k}"), shape, dtype);
        }
        let rare = self.comprehension("flag", Vec::new(), DType::Bool);
        let flag = match self.rng.below(3) {
            0 => rare,
            _ => {
                let yes = self.dag.constant(Const::from_i128(DType::Bool, 1));
                self.dag.compute("flag", Vec::new(), yes)
            }
        };
        let count = self.dag.load(inputs[1], Vec::new());
        let one = self.dag.constant(Const::i64(1));
        let count = self.dag.binary(Binary::Add, count, one);
        let mut outputs = vec![flag, self.dag.compute("count", Vec::new(), count)];
        for state in &inputs[2..states] {
            let node = self.dag.node(*state);
            let (shape, dtype) = (node.shape.clone(), node.dtype);
            let fits: Vec<NodeId> = self
                .dag
                .nodes()
                .filter(|(_, n)| n.shape == shape && n.dtype == dtype)
                .map(|n| n.0)
                .collect();
            outputs.push(match self.rng.below(3) {
                0 => *self.rng.pick(&fits),
                _ => self.comprehension(&format!("{name}_next"), shape, dtype),
            });
        }
        outputs
    }
}
