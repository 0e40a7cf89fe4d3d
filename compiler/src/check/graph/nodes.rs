//! Makes nodes of a graph from operands and a rule for elements.

use super::Graph;
use crate::check::value::{Array, Data, Lazy};
use crate::dag::{Const, Dag, Scalar, ScalarId, Size};
use std::rc::Rc;

/// A rule: the element of a result, given the operands and the index of the element.
type Rule = Rc<dyn Fn(&mut Dag, &[Array], &[ScalarId]) -> ScalarId>;

impl Graph {
    /// An operand as part of comprehensions: literal arrays become nodes.
    pub(crate) fn materialise(&mut self, array: Array) -> Array {
        let Data::Constant(_) = &array.data else { return array };
        if array.dtype.is_complex() {
            return self.materialise(array.real()).complex();
        }
        let axes: Vec<ScalarId> = (0..array.rank()).map(|k| self.dag.axis(k)).collect();
        let body = array.element(&mut self.dag, &axes);
        let node = self.dag.compute("constant", array.shape.clone(), body);
        Array { data: Data::Node(node), ..array }
    }

    /// Makes the array `out[i...] = rule(operands, i...)`. It is a node, or, inside a closure where an operand depends
    /// on a loop variable, a rule for elements.
    ///
    /// If operands are complex, the rule is applied to each of their parts. So operations that only move elements need
    /// not know about complex numbers.
    pub(crate) fn emit(
        &mut self,
        name: &str,
        shape: Vec<Size>,
        operands: Vec<Array>,
        rule: impl Fn(&mut Dag, &[Array], &[ScalarId]) -> ScalarId + 'static,
    ) -> Array {
        self.emit_rule(name, shape, operands, Rc::new(rule))
    }

    /// The body of [`Graph::emit`]. The latter is compiled once for each of some 200 rules, and is short for that
    /// reason.
    fn emit_rule(
        &mut self,
        name: &str,
        mut shape: Vec<Size>,
        operands: Vec<Array>,
        rule: Rule,
    ) -> Array {
        if !operands.iter().any(|a| a.dtype.is_complex()) {
            return self.emit_real(name, shape, operands, rule);
        }
        shape.push(Size::constant(2));
        let complex: Vec<bool> = operands.iter().map(|a| a.dtype.is_complex()).collect();
        let views = operands.iter().map(Array::real).collect();
        let of_parts: Rule = Rc::new(move |dag, arrays, index| {
            let (part, index) = index.split_last().expect("the axis of parts");
            let parts: Vec<Array> = arrays
                .iter()
                .zip(&complex)
                .map(|(array, complex)| match complex {
                    true => Array {
                        shape: array.shape[..array.rank() - 1].to_vec(),
                        data: Data::Part(Rc::new(array.clone()), *part),
                        ..array.clone()
                    },
                    false => array.clone(),
                })
                .collect();
            rule(dag, &parts, index)
        });
        self.emit_real(name, shape, views, of_parts).complex()
    }

    fn emit_real(
        &mut self,
        name: &str,
        shape: Vec<Size>,
        operands: Vec<Array>,
        rule: Rule,
    ) -> Array {
        let open = !self.loops.is_empty() && operands.iter().any(|a| a.open);
        let operands: Vec<Array> = operands.into_iter().map(|a| self.materialise(a)).collect();
        let axes: Vec<ScalarId> = (0..shape.len()).map(|k| self.dag.axis(k)).collect();
        let body = rule(&mut self.dag, &operands, &axes);
        let dtype = self.dag.dtype(body);
        if open && !shape.is_empty() {
            let lazy = Lazy::new(move |dag, index| rule(dag, &operands, index));
            return Array { shape, dtype, data: Data::Lazy(lazy), bound: None, open };
        }
        if shape.is_empty() && (open || self.is_free_standing(body)) {
            return Array::scalar(dtype, body, open);
        }
        let node = self.dag.compute(name, shape.clone(), body);
        Array::node(shape, dtype, node)
    }

    /// Marks the elements as indices into `0..bound`.
    pub(crate) fn bounded(&mut self, array: Array, bound: Option<Size>) -> Array {
        if let (Data::Node(node), Some(bound)) = (&array.data, &bound) {
            self.node_bounds.insert(*node, bound.clone());
        }
        array.with_bound(bound)
    }

    /// Whether a scalar is a constant or a size, which is cheap enough to be repeated in every user.
    fn is_free_standing(&self, id: ScalarId) -> bool {
        match self.dag.scalar(id) {
            Scalar::Const(_) | Scalar::Size(_) => true,
            Scalar::Cast(_, a) => matches!(self.dag.scalar(*a), Scalar::Size(_)),
            _ => false,
        }
    }

    pub(crate) fn constant(&mut self, value: Const) -> Array {
        let id = self.dag.constant(value);
        Array::scalar(value.dtype, id, false)
    }
}
