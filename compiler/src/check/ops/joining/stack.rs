//! `stack`: arrays of one shape along a new axis.

use super::{common_bound, list_operands};
use crate::check::axis::Axes;
use crate::check::checker::{Checker, Operand};
use crate::check::graph::Graph;
use crate::check::ops::call::Call;
use crate::check::value::{Array, Data, Res};
use crate::dag::{Binary, Const, Size};
use crate::diagnostic::SpanRange;
use std::rc::Rc;

pub(super) fn stack(checker: &mut Checker<'_>, call: &Call<'_>) -> Res<Array> {
    let operands = list_operands(checker, call)?;
    let axis = match call.option(1) {
        Some(e) => {
            let first = checker.as_array(&operands[0])?;
            checker.axis(e, &Axes::of(&operands[0], &first).and_new(1))?
        }
        None => 0,
    };
    checker.stack_operands(&operands, axis, call.span)
}

impl Checker<'_> {
    /// Arrays of one shape along a new axis.
    pub(crate) fn stack_operands(
        &mut self,
        operands: &[Operand],
        axis: usize,
        span: SpanRange,
    ) -> Res<Array> {
        let arrays = self.list_arrays("stack", operands, span)?;
        let help = "all arrays need one shape; `broadcast_to` makes them equal";
        self.require_fit(operands, &arrays, |a, b| a.shape == b.shape, "stack", help)?;
        let first = &arrays[0];
        let mut shape = first.shape.clone();
        shape.insert(axis, Size::constant(arrays.len() as i64));
        if axis == 0
            && let Some(elements) = self.graph.constant_elements(&arrays)
        {
            let dtype = first.dtype;
            let data = Data::Constant(Rc::new(elements));
            return Ok(Array { shape, dtype, data, bound: None, open: false });
        }
        let bound = common_bound(&arrays);
        let result = self.graph.emit("stack", shape, arrays, move |dag, a, index| {
            let mut at = index.to_vec();
            let along = at.remove(axis);
            let mut value = a[a.len() - 1].element(dag, &at);
            for k in (0..a.len() - 1).rev() {
                let this = a[k].element(dag, &at);
                let number = dag.constant(Const::i64(k as i64));
                let here = dag.binary(Binary::Eq, along, number);
                value = dag.select(here, this, value);
            }
            value
        });
        Ok(self.graph.bounded(result, bound))
    }
}

impl Graph {
    fn constant_elements(&self, arrays: &[Array]) -> Option<Vec<Const>> {
        let mut elements = Vec::new();
        for array in arrays {
            match &array.data {
                Data::Constant(own) => elements.extend(own.iter().copied()),
                _ => elements.push(self.as_constant(array)?),
            }
        }
        Some(elements)
    }
}
