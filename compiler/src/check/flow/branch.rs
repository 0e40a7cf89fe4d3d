//! `if`.

use super::super::checker::{Checker, Operand};
use super::super::value::{Array, Data, RecordValue, Res, Value, Weak};
use super::assigned::assigned;
use super::invariant;
use super::region::Kind;
use crate::dag::{DType, NodeId};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::{Body, Expr};
use std::rc::Rc;

impl Checker<'_> {
    /// A branch. If both sides have values, so has the branch: both are computed, and one is chosen. Otherwise only the
    /// side that is chosen runs.
    pub(super) fn branch(
        &mut self,
        condition: &Expr,
        then: &Body,
        otherwise: Option<&Body>,
        span: SpanRange,
    ) -> Res<Value> {
        let holds = self.condition(condition)?;
        if let Some(constant) = self.graph.as_constant(&holds) {
            let taken = if constant.bits != 0 { Some(then) } else { otherwise };
            let value = taken.map_or(Ok(None), |body| self.body(body))?;
            return Ok(value.unwrap_or(Value::Tuple(Vec::new())));
        }
        if let (Some(_), Some(other)) = (&then.tail, otherwise)
            && other.tail.is_some()
        {
            return self.chosen(&holds, then, other, span);
        }
        self.outside_closures(span, "a branch that assigns")?;
        let fails = self.graph.not(&holds);
        self.only_if(holds, then, span)?;
        if let Some(other) = otherwise {
            self.only_if(fails, other, span)?;
        }
        Ok(Value::Tuple(Vec::new()))
    }

    /// Runs a body once if a condition holds.
    pub(super) fn only_if(&mut self, holds: Array, body: &Body, span: SpanRange) -> Res<()> {
        let names = assigned(self, body);
        let states = self.states(&names, span)?;
        let condition = holds.clone();
        let region = self.enter(Kind::Branch, holds, states);
        let next = self.once_without_break(body);
        let (body, left) = self.leave(region, next, span)?;
        if left.states.is_empty() {
            return Ok(());
        }
        let scalars = (0..body.states).all(|k| body.state(k).1.is_empty());
        let new = match scalars {
            true => invariant::spliced(&body.dag, &left.operands, &mut self.graph.dag),
            false => None,
        };
        let nodes = match new {
            Some(new) => self.selected(&condition, &new[1..], &left.operands[1..]),
            None => self.graph.dag.repeat(body, &left.operands)[1..].to_vec(),
        };
        self.bind_states(&left.states, &nodes);
        Ok(())
    }

    fn once_without_break(&mut self, body: &Body) -> Res<Array> {
        self.scopes.frame().scopes.push(std::collections::HashMap::new());
        let done = self.no_value(body, "one side of this branch has a value, the other has none");
        self.scopes.frame().scopes.pop();
        done.map(|()| self.graph.never())
    }

    /// Scalars that are `new` if a condition holds, else `old`.
    fn selected(&mut self, holds: &Array, new: &[NodeId], old: &[NodeId]) -> Vec<NodeId> {
        let dag = &mut self.graph.dag;
        let pairs = new.iter().zip(old).map(|(new, old)| {
            let condition = holds.element(dag, &[]);
            let (a, b) = (dag.load(*new, Vec::new()), dag.load(*old, Vec::new()));
            let chosen = dag.select(condition, a, b);
            let name = dag.node(*new).name.clone();
            dag.compute(&name, Vec::new(), chosen)
        });
        pairs.collect()
    }

    /// The value of one of two bodies, both of which are computed.
    fn chosen(&mut self, holds: &Array, then: &Body, other: &Body, span: SpanRange) -> Res<Value> {
        let values = [then, other].map(|body| {
            if let Some((name, span)) = assigned(self, body).into_iter().next() {
                return self.fail(
                    span,
                    format!("`{name}` is assigned in a branch that has a value"),
                    "assign in branches without values, `if c { x = a; }`, or choose a value, `x = if c { a } else { b };`",
                );
            }
            self.body(body)
        });
        let [a, b] = values;
        let (Some(a), Some(b)) = (a?, b?) else { return Ok(Value::Tuple(Vec::new())) };
        let of = |body: &Body, value| {
            let tail = body.tail.as_ref();
            let text = tail.map_or(String::new(), super::super::render::text);
            Operand { value, text, span: tail.map_or(span, |tail| tail.span) }
        };
        self.choose_between(holds, of(then, a), of(other, b), span)
    }

    fn choose_between(
        &mut self,
        holds: &Array,
        a: Operand,
        b: Operand,
        span: SpanRange,
    ) -> Res<Value> {
        match (&a.value, &b.value) {
            (Value::Record(x), Value::Record(y)) if x.name == y.name => {
                let fields = x.fields.iter().zip(&y.fields).map(|((field, x), (_, y))| {
                    let part = |of: &Operand, value: &Value| Operand {
                        value: value.clone(),
                        text: format!("{}.{field}", of.text),
                        span: of.span,
                    };
                    let value = self.choose_between(holds, part(&a, x), part(&b, y), span)?;
                    Ok((field.clone(), value))
                });
                let fields = fields.collect::<Res<_>>()?;
                return Ok(Value::Record(Rc::new(RecordValue { name: x.name.clone(), fields })));
            }
            (Value::Tuple(x), Value::Tuple(y)) if x.len() == y.len() => {
                let items = x.iter().zip(y).enumerate().map(|(k, (x, y))| {
                    let part = |of: &Operand, value: &Value| Operand {
                        value: value.clone(),
                        text: format!("{}.{k}", of.text),
                        span: of.span,
                    };
                    self.choose_between(holds, part(&a, x), part(&b, y), span)
                });
                return Ok(Value::Tuple(items.collect::<Res<_>>()?));
            }
            _ => {}
        }
        let dtype = |value: &Value| match value {
            Value::Array(array) => Some(array.dtype),
            _ => None,
        };
        let weak = |value: &Value| match value {
            Value::Weak(weak) => Some(weak.default_dtype()),
            _ => None,
        };
        let typed = dtype(&a.value).or(dtype(&b.value));
        let of_literals = || match (weak(&a.value), weak(&b.value)) {
            (Some(DType::F64), _) | (_, Some(DType::F64)) => Some(DType::F64),
            (x, _) => x,
        };
        let Some(common) = typed.or_else(of_literals) else {
            return Err(self.not_one_array(&a));
        };
        let mut arrays = Vec::new();
        for operand in [&a, &b] {
            let as_typed = match &operand.value {
                Value::Weak(
                    Weak::Int(_)
                    | Weak::Float(_)
                    | Weak::Bool(_)
                    | Weak::Size(_)
                    | Weak::Complex(..),
                ) => {
                    let Value::Weak(weak) = &operand.value else { continue };
                    self.weak_to(weak, common, operand.span)?
                }
                _ => self.as_array(operand)?,
            };
            arrays.push(as_typed);
        }
        let [x, y] = [arrays[0].clone(), arrays[1].clone()];
        if x.dtype != y.dtype || x.shape != y.shape {
            return Err(self.report(
                Diagnostic::new(span, "the branches have values of different types")
                    .fact(format_args!("`{}` is {}", a.text, a.value.type_text()))
                    .fact(format_args!("`{}` is {}", b.text, b.value.type_text()))
                    .help("both sides of an `if` have the same shape and dtype: convert with `as`, or `broadcast_to`"),
            ));
        }
        let bound = x.bound.clone().filter(|bound| y.bound.as_ref() == Some(bound));
        let shape = x.shape.clone();
        let operands = vec![holds.clone(), x, y];
        let chosen = self.graph.emit_chosen(shape, operands);
        Ok(Value::Array(self.graph.bounded(chosen, bound)))
    }
}

impl super::super::graph::Graph {
    /// The second or the third operand, whichever the first, a `bool` of rank 0, says.
    fn emit_chosen(&mut self, shape: Vec<crate::dag::Size>, operands: Vec<Array>) -> Array {
        debug_assert!(!matches!(operands[0].data, Data::Constant(_)));
        self.emit("if", shape, operands, |dag, a, i| {
            let holds = a[0].element(dag, &[]);
            let (x, y) = (a[1].element(dag, i), a[2].element(dag, i));
            dag.select(holds, x, y)
        })
    }
}
