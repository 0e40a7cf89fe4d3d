//! Assignment through index arrays: `u[i] = v;`, `u[i, .., j] = v;`, `u[i] += v;`.
//!
//! A place that several indices name gets the value of the last one, in row-major order of the indices. So the result
//! depends on the order of the indices alone, not on the executor or the number of threads.
//!
//! Where indices name whole rows, a routine stores the values in the place of these rows. Elsewhere, for each place the
//! number of the index that names it last is found, and the value of that index is taken.

use super::super::checker::{Checker, Operand};
use super::super::graph::Graph;
use super::super::index::{Rule, Selection, Treatment, treated};
use super::super::ops::segments::{Wanted, of_indices};
use super::super::render;
use super::super::value::{Array, Res, Value};
use super::{AxisTarget, Targets};
use crate::dag::{Binary, Const, Dag, Routine, ScalarId, Size};
use crate::parse::ast::{BinaryOp, Expr};
use std::rc::Rc;

/// An axis that an index array indexes.
struct Named {
    axis: usize,
    size: Size,
    index: Array,
    treatment: Treatment,
}

/// The axes of the array that index arrays index.
fn named(selection: &Selection, shape: &[Size]) -> Vec<Named> {
    let mut named = Vec::new();
    for (axis, rule) in selection.rules.iter().enumerate() {
        if let Rule::Gather { operand, treatment, .. } = rule
            && selection.operands[*operand].rank() > 0
        {
            let index = selection.operands[*operand].clone();
            named.push(Named { axis, size: shape[axis].clone(), index, treatment: *treatment });
        }
    }
    named
}

/// The rows that indices name.
struct Rows<'a> {
    /// Their numbers.
    names: Array,
    /// How many rows there are.
    count: Size,
    /// How many axes the index arrays index, and the shape of these arrays.
    leading: usize,
    gathered: &'a [Size],
}

/// Whether index arrays index the first axes, and all others are taken as a whole.
fn names_rows(axes: &[Named], places: &Targets) -> bool {
    axes.iter().enumerate().all(|(k, named)| named.axis == k)
        && places.axes[axes.len()..].iter().all(|axis| match axis {
            AxisTarget::Slice { start, step: 1, before, behind, .. } => {
                start.is_zero() && !before && !behind
            }
            _ => false,
        })
}

/// Whether a routine may have the array as it is: not an expression of a closure's index, and not halves, which
/// routines would convert.
fn stays_in_memory(array: &Array) -> bool {
    !array.open && !array.dtype.is_half()
}

impl Checker<'_> {
    /// The value of variable `name`, which was `old`, after `name[selection] op= operand`.
    pub(super) fn assigned_indexed(
        &mut self,
        target: &Expr,
        name: &str,
        op: Option<BinaryOp>,
        old: &Array,
        selection: Selection,
        operand: &Operand,
    ) -> Res<Value> {
        let text = render::text(target);
        let part = Array { shape: selection.shape.clone(), bound: None, ..old.clone() };
        let value = match op {
            None => self.fit_part(operand, &part, &text)?,
            // As in NumPy, elements are read, combined and stored. So of repeated indices only the last one counts.
            Some(op) => {
                self.same_dtype_update(&part, &text, operand)?;
                let by = match &operand.value {
                    Value::Weak(weak) => Value::Weak(weak.clone()),
                    _ => Value::Array(self.fit_part(operand, &part, &text)?),
                };
                let read = self.graph.selected(old, selection.clone()).with_bound(None);
                self.updated(target, op, &read, by, operand)?
            }
        };
        let axes = named(&selection, &old.shape);
        let places = self.places(old, selection, &value.shape, target)?;
        if places.empty {
            return Ok(Value::Array(old.clone()));
        }
        let names = self.named_places(&axes, &places.selection.gathered);
        let count = Size::product(&axes.iter().map(|a| a.size.clone()).collect::<Vec<_>>());
        let text = render::text(target);
        let wanted = Wanted { name, indices: (&text, target.span) };
        if names_rows(&axes, &places) && stays_in_memory(old) && stays_in_memory(&value) {
            let rows =
                Rows { names, count, leading: axes.len(), gathered: &places.selection.gathered };
            return self.rows_stored(wanted, old, &value, rows).map(Value::Array);
        }
        let last = of_indices(self, wanted, Routine::SegmentLast, &names, &count)?;
        Ok(Value::Array(self.graph.stored_last(old, value, last, axes, &places)))
    }

    /// The places that indices name, along one axis: their numbers in row-major order of the indexed axes.
    fn named_places(&mut self, axes: &[Named], gathered: &[Size]) -> Array {
        let total = Size::product(gathered);
        if let [Named { index, treatment: Treatment::Plain, .. }] = axes {
            return self.graph.reshaped("ravel", index, vec![total]);
        }
        let sizes: Vec<Size> = axes.iter().map(|a| a.size.clone()).collect();
        let treatments: Vec<Treatment> = axes.iter().map(|a| a.treatment).collect();
        let indices = axes.iter().map(|a| a.index.clone()).collect();
        let full = gathered.to_vec();
        let places = self.graph.emit("places", full.clone(), indices, move |dag, a, at| {
            let positions: Vec<ScalarId> = (0..sizes.len())
                .map(|k| {
                    let raw = a[k].broadcast_element(dag, &full, at);
                    treated(dag, raw, &sizes[k], treatments[k])
                })
                .collect();
            flat(dag, &positions, &sizes)
        });
        self.graph.reshaped("ravel", &places, vec![total])
    }

    /// `old`, with the rows of `value` in the place of the rows that are named.
    fn rows_stored(
        &mut self,
        wanted: Wanted<'_>,
        old: &Array,
        value: &Array,
        Rows { names, count, leading, gathered }: Rows<'_>,
    ) -> Res<Array> {
        let row = &old.shape[leading..];
        let of = |first: Size| [first].into_iter().chain(row.iter().cloned()).collect::<Vec<_>>();
        // One row is enough if it is the same for all indices.
        let own = value.rank().saturating_sub(row.len());
        let each: Vec<Size> = match value.shape[..own].iter().all(Size::is_one) {
            true => vec![Size::one(); gathered.len()],
            false => gathered.to_vec(),
        };
        let total = Size::product(&each);
        let full: Vec<Size> = each.into_iter().chain(row.iter().cloned()).collect();
        let values = self.graph.broadcast_to(value, &full);
        let values = self.graph.reshaped("ravel", &values, of(total));
        let rows = self.graph.reshaped("ravel", old, of(count));
        let Wanted { name, indices } = wanted;
        let operands = vec![
            self.stored_indices(name, &names, indices)?,
            self.stored(name, &values.real(), indices)?,
            self.stored(name, &rows.real(), indices)?,
        ];
        let shape = rows.real().shape;
        let node =
            self.graph.dag.routine_into(name, Routine::SegmentStore, operands, shape.clone());
        let dtype = self.graph.dag.node(node).dtype;
        let stored = Array::node(shape, dtype, node);
        let stored = if old.dtype.is_complex() { stored.complex() } else { stored };
        Ok(self.graph.reshaped("assign", &stored, old.shape.clone()))
    }
}

impl Graph {
    /// `old`, with `value` at the places that indices name. `last` is the number of the last index of each place.
    fn stored_last(
        &mut self,
        old: &Array,
        value: Array,
        last: Array,
        axes: Vec<Named>,
        places: &Rc<Targets>,
    ) -> Array {
        let places = Rc::clone(places);
        let Selection { shape, gathered, gather_at, .. } = &places.selection;
        // Nothing can be loaded from an empty value, not even if the selection drops it.
        let skip = shape.len() - value.rank();
        let along: Vec<usize> = (*gather_at..gather_at + gathered.len())
            .filter_map(|axis| axis.checked_sub(skip))
            .filter(|axis| !value.shape[*axis].is_one())
            .collect();
        let empty = self.may_be_empty(&value, &along);
        let mut operands = vec![value, old.clone()];
        operands.extend(places.selection.operands[1..].iter().cloned());
        operands.push(last);
        self.emit("assign", old.shape.clone(), operands, move |dag, a, index| {
            let Selection { shape, gathered, gather_at, .. } = &places.selection;
            let (mut at, here) = places.locate(dag, &a[1..], index);
            let positions: Vec<ScalarId> = axes.iter().map(|named| index[named.axis]).collect();
            let sizes: Vec<Size> = axes.iter().map(|named| named.size.clone()).collect();
            let position = flat(dag, &positions, &sizes);
            let last = a[a.len() - 1].element(dag, &[position]);
            let zero = dag.constant(Const::i64(0));
            let mut found = dag.binary(Binary::Ge, last, zero);
            let last = dag.binary(Binary::Max, last, zero);
            for (k, part) in unravelled(dag, last, gathered).into_iter().enumerate() {
                at[gather_at + k] = part;
            }
            let own = a[0].broadcast_index(dag, shape, &at);
            let new = a[0].element_unless_empty(dag, &own, &empty);
            if let Some(here) = here {
                found = dag.binary(Binary::And, found, here);
            }
            let old = a[1].element(dag, index);
            dag.select(found, new, old)
        })
    }
}

/// The number of an index in row-major order.
fn flat(dag: &mut Dag, index: &[ScalarId], sizes: &[Size]) -> ScalarId {
    let mut flat = index[0];
    for (at, size) in index.iter().zip(sizes).skip(1) {
        let size = dag.size(size.clone());
        let scaled = dag.binary(Binary::Mul, flat, size);
        flat = dag.binary(Binary::Add, scaled, *at);
    }
    flat
}

/// The index of a number in row-major order.
fn unravelled(dag: &mut Dag, number: ScalarId, sizes: &[Size]) -> Vec<ScalarId> {
    let mut index = vec![number; sizes.len()];
    let mut rest = number;
    for k in (1..sizes.len()).rev() {
        let size = dag.size(sizes[k].clone());
        index[k] = dag.binary(Binary::Rem, rest, size);
        rest = dag.binary(Binary::FloorDiv, rest, size);
    }
    index[0] = rest;
    index
}

impl AxisTarget {
    /// The place along an axis that is not indexed by a slice.
    pub(super) fn of(rule: &Rule, selection: &Selection) -> AxisTarget {
        match rule {
            Rule::Fixed(at) => AxisTarget::At(at.clone()),
            Rule::Gather { operand, .. } if selection.operands[*operand].rank() > 0 => {
                AxisTarget::Named
            }
            Rule::Gather { .. } | Rule::Slice { .. } => AxisTarget::AtRuntime,
        }
    }
}
