//! Assignment to a part of an array: `u[1..-1, 0] = v;`, `u[mask] = v;`.
//!
//! Arrays are values, so the new `u` is a comprehension that selects, element by element, between the stored value and
//! the old `u`. The schedule turns it into an update in place.

mod indexed;

use super::checker::{Checker, Operand, array_text};
use super::graph::Graph;
use super::index::{Rule, Selection, treated};
use super::render;
use super::value::{Array, Reported, Res, Value, shape_text};
use crate::dag::{Binary, Const, DType, Dag, ScalarId, Size};
use crate::diagnostic::Diagnostic;
use crate::parse::ast::{BinaryOp, Expr, ExprKind, Subscript, SubscriptKind};
use std::rc::Rc;

/// The indices along one axis that are stored to, and the index of the value that each of them gets.
enum AxisTarget {
    /// One position.
    At(Size),
    /// The position that a scalar gives at run time.
    AtRuntime,
    /// The positions that an index array names.
    Named,
    /// `start`, `start + step`, ...: axis `axis` of the value, which has `len` elements.
    Slice {
        axis: usize,
        start: Size,
        step: i64,
        len: Size,
        /// Whether there are indices before the first position, and after the last one.
        before: bool,
        behind: bool,
    },
}

struct Targets {
    /// One per axis of the array.
    axes: Vec<AxisTarget>,
    selection: Selection,
    /// Whether there are known to be no places.
    empty: bool,
}

/// How the old array and a value are combined into an array of the old shape.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Combine {
    /// The value where it is stored, elsewhere the old array.
    Store,
    /// The value where it is stored, elsewhere any element of it.
    Spread,
    /// The value has the old array's shape already.
    Choose,
}

impl Checker<'_> {
    /// The error for a target that is neither a variable nor a part of one.
    pub(super) fn not_assignable(&mut self, target: &Expr, base: Option<&Expr>) -> Reported {
        let claim = format!("cannot assign to `{}`", render::text(target));
        let diagnostic = Diagnostic::new(target.span, claim);
        self.report(match base.map(|b| &b.kind) {
            Some(ExprKind::Index(..)) => {
                diagnostic.help("select in one step: `u[0, 1] = v;` instead of `u[0][1] = v;`")
            }
            Some(ExprKind::Field(array, field)) if field == "T" => diagnostic.help(format_args!(
                "store to `{0}` itself, with its own axes: `{0}[...] = v;`",
                render::text(array)
            )),
            _ => {
                diagnostic.help("a variable or a part of it is assigned: `u = v;`, `u[1..-1] = v;`")
            }
        })
    }

    /// The value of variable `name` after `name[subscripts] op= operand`.
    pub(super) fn assigned_part(
        &mut self,
        target: &Expr,
        name: &str,
        subscripts: &[Subscript],
        op: Option<BinaryOp>,
        old: Res<Value>,
        operand: Res<Operand>,
    ) -> Res<Value> {
        let old = match old? {
            Value::Array(array) => array,
            other => {
                let claim = format!("`{name}` is {} and has no parts to assign", other.type_text());
                return self.fail(
                    target.span,
                    claim,
                    format_args!("assign to the whole: `{name} = ...;`"),
                );
            }
        };
        if let [Subscript { kind: SubscriptKind::Index(index), .. }] = subscripts
            && let Value::Array(mask) = self.expr(index)?
            && mask.dtype == DType::Bool
        {
            return self.assigned_mask(target, name, index, mask, op, old, operand?);
        }
        let evaluated: Vec<Res<_>> = subscripts.iter().map(|s| self.subscript(s)).collect();
        let evaluated = evaluated.into_iter().collect::<Res<Vec<_>>>()?;
        let operand = operand?;
        let selection = self.selection(&old, name, evaluated, target.span)?;
        if !selection.gathered.is_empty() {
            return self.assigned_indexed(target, name, op, &old, selection, &operand);
        }
        let text = render::text(target);
        let part = Array { shape: selection.shape.clone(), bound: None, ..old.clone() };
        let Some(op) = op else {
            let value = self.fit_part(&operand, &part, &text)?;
            let places = self.places(&old, selection, &value.shape, target)?;
            return Ok(Value::Array(self.graph.combine(Combine::Store, &old, value, &places)));
        };
        self.same_dtype_update(&part, &text, &operand)?;
        // The operation is done at all places, on the value that belongs to each place. So only the old
        // element of the same place is read. The selection comes last.
        let (by, places) = match &operand.value {
            Value::Weak(weak) => {
                (Value::Weak(weak.clone()), self.places(&old, selection, &[], target)?)
            }
            _ => {
                let value = self.fit_part(&operand, &part, &text)?;
                let places = self.places(&old, selection, &value.shape, target)?;
                (Value::Array(self.graph.combine(Combine::Spread, &old, value, &places)), places)
            }
        };
        let updated = self.updated(target, op, &old, by, &operand)?;
        Ok(Value::Array(self.graph.combine(Combine::Choose, &old, updated, &places)))
    }

    /// `old op by`, of the dtype of `old`.
    fn updated(
        &mut self,
        target: &Expr,
        op: BinaryOp,
        old: &Array,
        by: Value,
        operand: &Operand,
    ) -> Res<Array> {
        let text = render::text(target);
        let left = Value::Array(old.clone().with_bound(None));
        let left = Operand { value: left, text: text.clone(), span: target.span };
        let right = Operand { value: by, text: operand.text.clone(), span: operand.span };
        let value = self.binary_operator(op, target.span.to(operand.span), &left, &right)?;
        let whole = render::binary(&text, op, &operand.text);
        let new = Operand { value, text: whole, span: operand.span };
        self.fit_into(&new, old, &text)
    }

    /// `u[mask] = v`
    #[allow(clippy::too_many_arguments)]
    fn assigned_mask(
        &mut self,
        target: &Expr,
        name: &str,
        index: &Expr,
        mask: Array,
        op: Option<BinaryOp>,
        old: Array,
        operand: Operand,
    ) -> Res<Value> {
        let (text, mask_text) = (render::text(target), render::text(index));
        let leading = mask.rank();
        if leading == 0 || old.shape.get(..leading) != Some(&mask.shape[..]) {
            let claim = format!(
                "the mask `{mask_text}` has shape {}, which is not that of the first axes of `{name}`",
                shape_text(&mask.shape)
            );
            return Err(self.report(
                Diagnostic::new(index.span, claim)
                    .fact(format_args!("`{name}` is {}", array_text(&old)))
                    .fact(format_args!("mask: `{mask_text}` is {}", array_text(&mask)))
                    .help(format_args!(
                        "the shape of a mask is the beginning of that of `{name}`: {}",
                        shape_text(&old.shape)
                    )),
            ));
        }
        // There is one value for all selected places, because their number is not known.
        let part = Array { shape: old.shape[leading..].to_vec(), bound: None, ..old.clone() };
        if let Value::Array(array) = &operand.value
            && array.rank() > 0
            && array.shape == old.shape
        {
            let claim = format!(
                "`{}` has a value for every element of `{name}`, selected or not",
                operand.text
            );
            let new = match op {
                None => operand.text.clone(),
                Some(op) => render::binary(name, op, &operand.text),
            };
            return Err(self.report(
                Diagnostic::new(operand.span, claim)
                    .fact(format_args!("`{}` is {}", operand.text, array_text(array)))
                    .help(format_args!("write `{name} = where({mask_text}, {new}, {name});`")),
            ));
        }
        let value = match op {
            None => self.fit_part(&operand, &part, &text)?,
            Some(op) => {
                self.same_dtype_update(&old, &text, &operand)?;
                let by = match &operand.value {
                    Value::Weak(weak) => Value::Weak(weak.clone()),
                    _ => Value::Array(self.fit_part(&operand, &part, &text)?),
                };
                self.updated(target, op, &old, by, &operand)?
            }
        };
        let shape = old.shape.clone();
        let full = shape.clone();
        let result =
            self.graph.emit("assign", shape, vec![mask, value, old], move |dag, a, index| {
                let here = a[0].element(dag, &index[..leading]);
                let new = a[1].broadcast_element(dag, &full, index);
                let old = a[2].element(dag, index);
                dag.select(here, new, old)
            });
        Ok(Value::Array(result))
    }

    /// The same as for a whole array, except that NumPy drops leading axes of size 1 here.
    fn fit_part(&mut self, new: &Operand, part: &Array, text: &str) -> Res<Array> {
        let mut operand =
            Operand { value: new.value.clone(), text: new.text.clone(), span: new.span };
        if let Value::Array(array) = &new.value {
            let extra = array.rank().saturating_sub(part.rank());
            if extra > 0 && array.shape[..extra].iter().all(Size::is_one) {
                let shape = array.shape[extra..].to_vec();
                operand.value = Value::Array(self.graph.reshaped("squeeze", array, shape));
            }
        }
        self.fit_into(&operand, part, text)
    }

    /// The places of a selection of `old`, for a value of the given shape.
    fn places(
        &mut self,
        old: &Array,
        selection: Selection,
        value: &[Size],
        target: &Expr,
    ) -> Res<Rc<Targets>> {
        let mut axes = Vec::new();
        let empty = selection.shape.iter().any(Size::is_zero);
        for (k, (rule, size)) in selection.rules.iter().zip(&old.shape).enumerate() {
            let Rule::Slice { out, start, step } = rule else {
                axes.push(AxisTarget::of(rule, &selection));
                continue;
            };
            let len = selection.shape[*out].clone();
            let end = start.add(&len.scale(*step));
            let (before, behind) = if *step > 0 {
                (!start.is_zero(), !self.graph.is_non_negative(&end.sub(size)))
            } else {
                let last = size.sub(&Size::one());
                (*start != last, !self.graph.is_non_negative(&Size::constant(-1).sub(&end)))
            };
            let own = (out + value.len()).checked_sub(selection.shape.len());
            let stretched = own.is_none_or(|axis| value[axis].is_one());
            if (before || behind) && !stretched && !empty {
                // The value is loaded before the selection, so it needs an element to load.
                let message = format!(
                    "`{}` must not be empty along axis {k}, because the value has an axis there",
                    render::text(target)
                );
                let help = "assign a scalar, or leave the statement out";
                self.require(&len.sub(&Size::one()), target.span, &message, help)?;
            }
            let (start, step) = (start.clone(), *step);
            axes.push(AxisTarget::Slice { axis: *out, start, step, len, before, behind });
        }
        Ok(Rc::new(Targets { axes, selection, empty }))
    }
}

impl Graph {
    fn combine(&mut self, how: Combine, old: &Array, value: Array, places: &Rc<Targets>) -> Array {
        // Nothing can be loaded from an empty value, not even if the selection drops it.
        if places.empty {
            return old.clone();
        }
        let places = Rc::clone(places);
        let mut operands = vec![value];
        operands.push(old.clone());
        operands.extend(places.selection.operands[1..].iter().cloned());
        self.emit("assign", old.shape.clone(), operands, move |dag, a, index| {
            let (at, here) = places.locate(dag, &a[1..], index);
            let new = match how {
                Combine::Store | Combine::Spread => {
                    a[0].broadcast_element(dag, &places.selection.shape, &at)
                }
                Combine::Choose => a[0].element(dag, index),
            };
            match here {
                Some(here) if how != Combine::Spread => {
                    let old = a[1].element(dag, index);
                    dag.select(here, new, old)
                }
                _ => new,
            }
        })
    }
}

impl Targets {
    /// The index in the value of the element for `index`, and whether `index` is stored to (`None`: always).
    fn locate(
        &self,
        dag: &mut Dag,
        sources: &[Array],
        index: &[ScalarId],
    ) -> (Vec<ScalarId>, Option<ScalarId>) {
        let selection = &self.selection;
        let mut at = vec![dag.constant(Const::i64(0)); selection.shape.len()];
        let mut conditions = Vec::new();
        for (k, (place, i)) in self.axes.iter().zip(index).enumerate() {
            let position = match place {
                AxisTarget::At(position) => dag.size(position.clone()),
                AxisTarget::AtRuntime => {
                    let Rule::Gather { operand, size, treatment } = &selection.rules[k] else {
                        unreachable!("what is no slice and not fixed is given by a scalar")
                    };
                    let raw = sources[*operand].element(dag, &[]);
                    treated(dag, raw, size, *treatment)
                }
                AxisTarget::Named => continue,
                AxisTarget::Slice { axis, .. } => {
                    at[*axis] = slice_position(dag, place, *i, &mut conditions);
                    continue;
                }
            };
            conditions.push(dag.binary(Binary::Eq, *i, position));
        }
        (at, conditions.into_iter().reduce(|c, d| dag.binary(Binary::And, c, d)))
    }
}

/// The position of index `i` along a slice, clamped into it, and the conditions for it to be in the slice.
fn slice_position(
    dag: &mut Dag,
    place: &AxisTarget,
    i: ScalarId,
    conditions: &mut Vec<ScalarId>,
) -> ScalarId {
    let AxisTarget::Slice { start, step, len, before, behind, .. } = place else { return i };
    let zero = dag.constant(Const::i64(0));
    let first = dag.size(start.clone());
    let mut at = match (*step > 0, start.is_zero()) {
        (true, true) => i,
        (true, false) => dag.binary(Binary::Sub, i, first),
        (false, _) => dag.binary(Binary::Sub, first, i),
    };
    let stride = step.unsigned_abs() as i64;
    if *before {
        conditions.push(dag.binary(Binary::Ge, at, zero));
    }
    if stride > 1 {
        let stride = dag.constant(Const::i64(stride));
        let rest = dag.binary(Binary::Rem, at, stride);
        conditions.push(dag.binary(Binary::Eq, rest, zero));
        at = dag.binary(Binary::FloorDiv, at, stride);
    }
    let limit = dag.size(len.clone());
    if *behind {
        conditions.push(dag.binary(Binary::Lt, at, limit));
    }
    if *before {
        at = dag.binary(Binary::Max, at, zero);
    }
    if *behind {
        let last = dag.size(len.sub(&Size::one()));
        at = dag.binary(Binary::Min, at, last);
    }
    at
}
