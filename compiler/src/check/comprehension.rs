//! Closures: `from_fn(|i: E, j: N| ...)` and reductions over closures.

use super::checker::Checker;
use super::graph::LoopVar;
use super::range::mentions;
use super::render;
use super::scopes::BindingKind;
use super::value::{Array, Data, Lazy, Res, Value};
use crate::dag::visit::map_operands;
use crate::dag::{DType, Dag, Scalar, ScalarId, Size, Var};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::Expr;
use proc_macro2::Ident;
use std::collections::HashMap;

/// A closure whose body has been lowered. Its variables are still free in `body`.
pub(crate) struct Comprehension {
    pub(crate) loops: Vec<LoopVar>,
    pub(crate) body: ScalarId,
    /// The imaginary part, if `body` is the real part of a complex number.
    pub(crate) imaginary: Option<ScalarId>,
    /// Whether the body depends on variables of closures further out.
    pub(crate) open: bool,
}

impl Checker<'_> {
    pub(crate) fn comprehension(
        &mut self,
        params: &[(Ident, Option<Expr>)],
        body: &Expr,
    ) -> Res<Comprehension> {
        if params.is_empty() {
            return self.fail(
                body.span,
                "this closure has no index",
                "an index has a name and a range: `|i: N| ...` for `i` in `0..N`",
            );
        }
        let mut failed = None;
        let mut extents: Vec<(&Ident, Size)> = Vec::new();
        for (position, (name, extent)) in params.iter().enumerate() {
            let extent = match extent {
                Some(e) => self.size_expr(e).and_then(|size| {
                    let message =
                        format!("the range `{}` of `{name}` is negative", render::text(e));
                    self.require(
                        &size,
                        e.span,
                        &message,
                        "a range `n` is `0..n`: `n` is at least 0",
                    )?;
                    Ok(size)
                }),
                None => Err(self.report(
                    Diagnostic::new(name.span(), format!("the index `{name}` needs a range"))
                        .help(format_args!("write `|{name}: N|` for `{name}` in `0..N`")),
                )),
            };
            match extent {
                Ok(extent) => extents.push((name, extent)),
                Err(reported) => failed = Some(reported),
            }
            if params[..position].iter().any(|(other, _)| other == name) {
                failed = Some(
                    self.report(
                        Diagnostic::new(
                            name.span(),
                            format!("the closure has two indices `{name}`"),
                        )
                        .help("each index has a name of its own: `|i: M, j: N| ...`"),
                    ),
                );
            }
        }
        let outer = self.graph.loops.len();
        self.scopes.frame().scopes.push(HashMap::new());
        for (name, _) in params {
            let silent = failed.map_or_else(|| Err(super::value::Reported::after_error()), Err);
            self.scopes.bind(&name.to_string(), silent, BindingKind::Index);
        }
        for (name, extent) in extents {
            let var = self.graph.dag.fresh_var();
            let id = self.graph.dag.var(var);
            self.graph.loops.push(LoopVar { var, id, extent });
            let index = Value::Array(Array::scalar(DType::I64, id, true));
            self.scopes.bind(&name.to_string(), Ok(index), BindingKind::Index);
        }
        let value = self.closure_value(body);
        self.scopes.frame().scopes.pop();
        let loops = self.graph.loops.split_off(outer);
        if let Some(reported) = failed {
            return Err(reported);
        }
        let (body, imaginary) = value?;
        let open = self.graph.loops.iter().any(|l| {
            mentions(&self.graph.dag, body, l.var)
                || imaginary.is_some_and(|im| mentions(&self.graph.dag, im, l.var))
        });
        Ok(Comprehension { loops, body, imaginary, open })
    }

    /// The value, and its imaginary part if it is complex.
    fn closure_value(&mut self, body: &Expr) -> Res<(ScalarId, Option<ScalarId>)> {
        let operand = self.operand(body)?;
        let array = self.as_array(&operand)?;
        if array.rank() > 0 {
            return Err(self.report(
                Diagnostic::new(
                    body.span,
                    format!(
                        "the closure has to give a scalar, but `{}` is {}",
                        operand.text,
                        operand.value.type_text()
                    ),
                )
                .help("index it with the closure's variables, or reduce it"),
            ));
        }
        if array.dtype.is_complex() {
            let view = self.graph.materialise(array.real());
            let pair = super::complex::pair_at(&mut self.graph.dag, &view, &[]);
            return Ok((pair.re, Some(pair.im)));
        }
        Ok((array.element(&mut self.graph.dag, &[]), None))
    }

    /// `from_fn(|i: E, j: N| ...)`
    pub(crate) fn lower_from_fn(
        &mut self,
        params: &[(Ident, Option<Expr>)],
        body: &Expr,
    ) -> Res<Array> {
        let comprehension = self.comprehension(params, body)?;
        let mut shape: Vec<Size> = comprehension.loops.iter().map(|l| l.extent.clone()).collect();
        let mut vars: Vec<Var> = comprehension.loops.iter().map(|l| l.var).collect();
        let (mut body, open) = (comprehension.body, comprehension.open);
        let complex = comprehension.imaginary.is_some();
        if let Some(im) = comprehension.imaginary {
            // There is one more loop, over the parts.
            let part = self.graph.dag.fresh_var();
            let index = self.graph.dag.var(part);
            body = super::complex::choose(
                &mut self.graph.dag,
                super::complex::Pair { re: body, im },
                index,
            );
            shape.push(Size::constant(2));
            vars.push(part);
        }
        let dtype = self.graph.dag.dtype(body);
        if open {
            let lazy = Lazy::new(move |dag, index| {
                let map = vars.iter().copied().zip(index.iter().copied()).collect();
                instantiate(dag, body, &map, &mut HashMap::new())
            });
            let array = Array { shape, dtype, data: Data::Lazy(lazy), bound: None, open };
            return Ok(if complex { array.complex() } else { array });
        }
        let axes: HashMap<Var, ScalarId> =
            vars.iter().enumerate().map(|(k, v)| (*v, self.graph.dag.axis(k))).collect();
        let body = self.graph.dag.substitute(body, &|v| axes.get(&v).copied());
        let node = self.graph.dag.compute("from_fn", shape.clone(), body);
        let array = Array::node(shape, dtype, node);
        Ok(if complex { array.complex() } else { array })
    }
}

/// `scalar` with free variables replaced. Reductions inside get new variables, so that replacements may contain
/// reductions themselves.
fn instantiate(
    dag: &mut Dag,
    id: ScalarId,
    map: &HashMap<Var, ScalarId>,
    memo: &mut HashMap<ScalarId, ScalarId>,
) -> ScalarId {
    if let Some(done) = memo.get(&id) {
        return *done;
    }
    let new = match dag.scalar(id).clone() {
        Scalar::Var(v) => map.get(&v).copied().unwrap_or(id),
        Scalar::Reduce { op, height, extents, range, body } => {
            let range = range.map(|bounds| bounds.map(|s| instantiate(dag, s, map, memo)));
            let mut inner = map.clone();
            let mut vars = Vec::new();
            for k in 0..extents.len() {
                let var = dag.fresh_var();
                let fresh = dag.var(var);
                inner.insert(Var::Reduction { height, k: k as u32 }, fresh);
                vars.push(var);
            }
            // Inside, bound variables mean something else, so results from outside are not reused.
            let body = instantiate(dag, body, &inner, &mut HashMap::new());
            dag.bind(op, &vars, extents, range, body)
        }
        other => {
            let mapped = map_operands(&other, &mut |s| instantiate(dag, s, map, memo));
            match mapped {
                Scalar::Const(c) => dag.constant(c),
                Scalar::Size(s) => dag.size(s),
                Scalar::Var(v) => dag.var(v),
                Scalar::Load { node, index } => dag.load(node, index),
                Scalar::Unary(op, a) => dag.unary(op, a),
                Scalar::Binary(op, a, b) => dag.binary(op, a, b),
                Scalar::Select(c, a, b) => dag.select(c, a, b),
                Scalar::Cast(dtype, a) => dag.cast(dtype, a),
                Scalar::Foreign { function, arguments } => dag.foreign(function, arguments),
                // Handled above.
                Scalar::Reduce { .. } => id,
            }
        }
    };
    memo.insert(id, new);
    new
}
