//! `for` loops whose bounds are known at the call.

use super::super::checker::Checker;
use super::super::index::turns::Turn;
use super::super::render;
use super::super::scopes::BindingKind;
use super::super::value::{Array, Data, Res, Value, Weak};
use super::assigned::assigned;
use super::region::Kind;
use crate::dag::{Binary, Const, DType, Size};
use crate::diagnostic::SpanRange;
use crate::parse::ast::{Body, Expr};
use proc_macro2::Ident;
use std::collections::HashMap;

/// The names of the hidden variables: the number of the pass, its first value, and the end.
const TURN: &str = "#turn";
const LOW: &str = "#low";
const END: &str = "#end";

impl Checker<'_> {
    /// `for var in lo..hi { ... }`
    pub(crate) fn counted_loop(
        &mut self,
        var: &Ident,
        (lo, low): (&Expr, Value),
        (hi, high): (&Expr, Value),
        body: &Body,
        span: SpanRange,
    ) -> Res<()> {
        self.outside_closures(span, "a loop")?;
        // An index that counts from 0 to a size is in range of an axis of that size.
        let bound = match (&low, self.graph.as_size(&high)) {
            (Value::Weak(Weak::Int(low)), Some(high)) if *low >= 0 => Some(high),
            _ => None,
        };
        let low = self.bound_of_loop(lo, low)?;
        let high = self.bound_of_loop(hi, high)?;
        self.scopes.frame().scopes.push(HashMap::new());
        self.scopes.bind(LOW, Ok(Value::Array(low.clone())), BindingKind::Index);
        self.scopes.bind(TURN, Ok(Value::Array(low)), BindingKind::Local);
        self.scopes.bind(END, Ok(Value::Array(high)), BindingKind::Index);
        let outcome = self.turns(var, bound.as_ref(), body, span);
        self.scopes.frame().scopes.pop();
        outcome
    }

    fn turns(
        &mut self,
        var: &Ident,
        bound: Option<&Size>,
        body: &Body,
        span: SpanRange,
    ) -> Res<()> {
        let turn = self.variable(TURN)?;
        let first = self.is_before_end(&turn)?;
        let mut names = assigned(self, body);
        names.insert(0, (TURN.to_string(), span));
        let states = self.states(&names, span)?;
        let region = self.enter(Kind::Loop, first, states);
        let next = self.turn(var, bound, body, span);
        self.leave_loop(region, next, span)
    }

    /// One pass, inside the region.
    fn turn(
        &mut self,
        var: &Ident,
        bound: Option<&Size>,
        body: &Body,
        span: SpanRange,
    ) -> Res<Array> {
        let turn = self.variable(TURN)?;
        if let (Data::Node(node), Some(bound)) = (&turn.data, bound) {
            self.graph.node_bounds.insert(*node, bound.clone());
        }
        let (low, end) = (self.variable(LOW)?, self.variable(END)?);
        if let Data::Node(node) = turn.data {
            self.graph.turns.insert(node, Turn { low, end, whole: !super::has_break(body) });
        }
        self.scopes.frame().scopes.push(HashMap::new());
        let index = Value::Array(turn.clone().with_bound(bound.cloned()));
        self.scopes.bind(&var.to_string(), Ok(index), BindingKind::Index);
        let stopped = self.once(body, span);
        self.scopes.frame().scopes.pop();
        let stopped = stopped?;
        let next = self.graph.map("next", &turn, None, |dag, turn| {
            let one = dag.constant(Const::i64(1));
            dag.binary(Binary::Add, turn, one)
        });
        self.scopes.store_back(TURN, Ok(Value::Array(next.clone())));
        let goes_on = self.is_before_end(&next)?;
        Ok(self.unless(stopped, goes_on))
    }

    fn is_before_end(&mut self, turn: &Array) -> Res<Array> {
        let end = self.variable(END)?;
        Ok(self.graph.emit("before_end", Vec::new(), vec![turn.clone(), end], |dag, a, i| {
            let (turn, end) = (a[0].element(dag, i), a[1].element(dag, i));
            dag.binary(Binary::Lt, turn, end)
        }))
    }

    /// A bound of a loop as an `i64`.
    fn bound_of_loop(&mut self, expr: &Expr, value: Value) -> Res<Array> {
        match value {
            Value::Weak(weak @ (Weak::Int(_) | Weak::Size(_))) => {
                self.weak_to(&weak, DType::I64, expr.span)
            }
            Value::Array(array) if array.dtype.is_integer() && array.shape.is_empty() => {
                Ok(self.graph.cast(&array, DType::I64))
            }
            other => {
                let claim = format!(
                    "the bounds of `for` are integers, but `{}` is {}",
                    render::text(expr),
                    other.type_text()
                );
                self.fail(
                    expr.span,
                    claim,
                    "loop over a range of integers: `for t in 0..n { ... }`; over elements use array operations",
                )
            }
        }
    }
}
