//! Makes sure that indices and slices are in range of their axis: by a proof, a condition on the call, or a check.

use super::Treatment;
use crate::check::checker::{Checker, array_text};
use crate::check::graph::Graph;
use crate::check::range::Proof;
use crate::check::value::{Array, Data, Res};
use crate::dag::{Binary, DType, Dag, ScalarId, Size};
use crate::diagnostic::{Diagnostic, SpanRange};

impl Checker<'_> {
    pub(super) fn resolve_int(
        &mut self,
        index: &Size,
        size: &Size,
        span: SpanRange,
        axis: usize,
        array: &str,
    ) -> Res<Size> {
        let at = self.graph.position_from_front(index, size);
        let message = format!(
            "index {index} is out of range for axis {axis} of `{array}`, which has size {size}"
        );
        let help = match size.as_constant() {
            Some(0) => "an empty axis has no element to take".to_string(),
            Some(n) => format!("indices count from 0 to {}, or from the end: -1 to -{n}", n - 1),
            None => format!(
                "indices count from 0 to {}, or from the end: -1 is the last",
                size.sub(&Size::one())
            ),
        };
        self.require(&at, span, &message, &help)?;
        self.require(&size.sub(&at).sub(&Size::one()), span, &message, &help)?;
        Ok(at)
    }

    /// The start and the length of a slice.
    pub(super) fn resolve_slice(
        &mut self,
        start: Option<&Size>,
        stop: Option<&Size>,
        step: i64,
        size: &Size,
        span: SpanRange,
        what: &SliceText<'_>,
    ) -> Res<(Size, Size)> {
        let message = format!(
            "slice `{}` is out of range for axis {} of `{}`, which has size {size}",
            what.slice, what.axis, what.array
        );
        let start_given = start.map(|s| self.graph.position_from_front(s, size));
        let stop_given = stop.map(|s| self.graph.position_from_front(s, size));
        // NumPy would cut the slice short. The help shows that slice, without the bound that is out of range.
        let text = |bound: Option<&Size>| bound.map_or(String::new(), Size::to_string);
        let (start_written, stop_written) = (start, stop);
        let stepped = if step == 1 { String::new() } else { format!(";{step}") };
        let from_first = format!(
            "bounds are not cut off here; leave it out to begin with the first: `{}[..{}{stepped}]`",
            what.array,
            text(stop)
        );
        let to_last = format!(
            "bounds are not cut off here; leave it out to go to the end: `{}[{}..{stepped}]`",
            what.array,
            text(start)
        );
        if let Some(start) = &start_given {
            self.require(start, span, &message, &from_first)?;
        }
        if let Some(stop) = &stop_given {
            self.require(stop, span, &message, &to_last)?;
        }
        if step > 0 {
            let start = start_given.unwrap_or_default();
            let stop = stop_given.unwrap_or_else(|| size.clone());
            self.require(&size.sub(&stop), span, &message, &to_last)?;
            let span_len = stop.sub(&start);
            let backwards = format!(
                "slice `{}` of axis {} of `{}` ends before it starts",
                what.slice, what.axis, what.array
            );
            let reversed =
                "the smaller bound comes first; a negative step walks backwards: `x[2..0;-1]`";
            self.require(&span_len, span, &backwards, reversed)?;
            let len = span_len.add(&Size::constant(step - 1)).floor_div(step);
            return Ok((start, len));
        }
        let last = size.sub(&Size::one());
        let start = match start_given {
            Some(start) => {
                self.require(&last.sub(&start), span, &message, &from_first)?;
                start
            }
            None => last,
        };
        let stop = stop_given.unwrap_or(Size::constant(-1));
        let span_len = start.sub(&stop);
        let backwards = format!(
            "slice `{}` of axis {} of `{}` ends before it starts",
            what.slice, what.axis, what.array
        );
        let (first, last) = (text(start_written), text(stop_written));
        let forwards = format!(
            "a negative step walks from the larger bound to the smaller one: `{}[{last}..{first}{stepped}]`",
            what.array
        );
        self.require(&span_len, span, &backwards, &forwards)?;
        let back = -step;
        let len = span_len.add(&Size::constant(back - 1)).floor_div(back);
        Ok((start, len))
    }

    #[allow(clippy::too_many_arguments)]
    pub(super) fn index_treatment(
        &mut self,
        index: &Array,
        size: &Size,
        span: SpanRange,
        index_text: &str,
        axis: usize,
        array_name: &str,
        array: &Array,
    ) -> Res<Treatment> {
        if let Some(bound) = &index.bound {
            if bound == size {
                return Ok(Treatment::Plain);
            }
            // The variable of a loop has this bound, but nobody declared it.
            let is_turn =
                matches!(&index.data, Data::Node(node) if self.graph.turns.contains_key(node));
            if is_turn && self.graph.prove_index(index, size) == Proof::InRange {
                return Ok(Treatment::Plain);
            }
            return Err(self.report(
                Diagnostic::new(
                    span,
                    format!("an index into {bound} does not index an axis of size {size}"),
                )
                .fact(format_args!("index: `{index_text}` is {}", array_text(index)))
                .fact(format_args!("axis {axis} of `{array_name}`, which is {}", array_text(array)))
                .help(format_args!(
                    "index an axis of size {bound}, or declare `{index_text}` as `index<{size}>`"
                )),
            ));
        }
        match self.graph.prove_index(index, size) {
            Proof::InRange => return Ok(Treatment::Plain),
            Proof::InRangeClamped => return Ok(Treatment::Clamp),
            Proof::Wrapping { exact } => {
                return Ok(Treatment::Wrap { signed: true, clamp: !exact });
            }
            Proof::OutOfRange => {
                return Err(self.report(
                    Diagnostic::new(
                        span,
                        format!("`{index_text}` runs out of axis {axis} of `{array_name}`, which has size {size}"),
                    )
                    .fact(format_args!("`{array_name}` is {}", array_text(array)))
                    .help("keep it in range with `minimum`, `maximum` or `%`, or shorten the index's range"),
                ));
            }
            Proof::Unknown => {}
        }
        let claim = format!(
            "`{index_text}` is out of range for axis {axis} of `{array_name}`, which has size {size}"
        );
        let sizes = [size.clone()];
        let last = size.sub(&Size::one());
        let limit = size.clone();
        let signed = index.dtype.is_signed();
        let help = match signed {
            true => format!("indices count from 0 to {last}, or, from the end, from -1 to -{}", {
                let text = size.to_string();
                if text.contains(' ') { format!("({text})") } else { text }
            }),
            false => format!("indices count from 0 to {last}"),
        };
        if self.graph.check_turns(index, size, &claim, &help) {
            return Ok(Treatment::Wrap { signed, clamp: true });
        }
        let empty = format!(
            "axis {axis} of `{array_name}` is indexed by `{index_text}` and must not be empty"
        );
        let one = format!("`{index_text}` names elements: `{array_name}` needs one at least");
        self.require(&size.sub(&Size::one()), span, &empty, one)?;
        match self.graph.prove_index_unless_empty(index, size) {
            Proof::InRange => return Ok(Treatment::Plain),
            Proof::InRangeClamped => return Ok(Treatment::Clamp),
            Proof::Wrapping { .. } | Proof::OutOfRange | Proof::Unknown => {}
        }
        self.graph.check_elements(index, &claim, &sizes, &help, move |dag, x| {
            out_of_range(dag, x, &limit)
        });
        Ok(Treatment::Wrap { signed, clamp: true })
    }
}

impl Graph {
    /// A position as written, counted from the front. Negative positions count from the end.
    fn position_from_front(&self, position: &Size, size: &Size) -> Size {
        let negative = self.is_non_negative(&position.scale(-1)) && !position.is_zero();
        if negative { size.add(position) } else { position.clone() }
    }
}

/// A slice and the array that it is taken from, for messages.
pub(super) struct SliceText<'t> {
    pub(super) slice: &'t str,
    pub(super) axis: usize,
    pub(super) array: &'t str,
}

/// `x < -size || x >= size`
pub(super) fn out_of_range(dag: &mut Dag, x: ScalarId, size: &Size) -> ScalarId {
    let limit = dag.size(size.clone());
    match dag.dtype(x) {
        // Compared in `u64`, because a cast to `i64` would make large values look negative.
        DType::U64 => {
            let limit = dag.cast(DType::U64, limit);
            dag.binary(Binary::Ge, x, limit)
        }
        dtype => {
            let x = dag.cast(DType::I64, x);
            let above = dag.binary(Binary::Ge, x, limit);
            if !dtype.is_signed() {
                return above;
            }
            let least = dag.size(size.scale(-1));
            let below = dag.binary(Binary::Lt, x, least);
            dag.binary(Binary::Or, above, below)
        }
    }
}
