//! Turns subscripts into a selection: the place in the source of each element of the result.

use super::bounds::SliceText;
use super::{Evaluated, Kind, Rule, Selection};
use crate::check::checker::{Checker, array_text};
use crate::check::value::{Array, Reported, Res};
use crate::dag::Size;
use crate::diagnostic::{Diagnostic, SpanRange};

/// The part of the result that one subscript contributes.
enum Part {
    Kept { size: Size },
    Gathered,
    Separator,
}

/// The selection by the subscripts up to one of them. The axes of the result are not numbered yet: slices count parts.
struct Draft {
    rules: Vec<Rule>,
    parts: Vec<Part>,
    operands: Vec<Array>,
    /// The texts of the index arrays, which are the operands after the first one.
    texts: Vec<String>,
    /// The number of axes that `...` stands for.
    left_out: usize,
    /// Whether an index array has axes. If so, integers count as index arrays.
    gathers: bool,
}

impl Draft {
    /// Adds an axis of the source that stays one of the result.
    fn keep(&mut self, start: Size, step: i64, len: Size) {
        self.rules.push(Rule::Slice { out: self.parts.len(), start, step });
        self.parts.push(Part::Kept { size: len });
    }

    /// Adds an axis of the source that an integer or an index array indexes.
    fn index(&mut self, rule: Rule) {
        self.rules.push(rule);
        if self.gathers {
            self.parts.push(Part::Gathered);
        }
    }

    /// The selection of all subscripts, whose index arrays have the shape `gathered` together.
    fn numbered(self, gathered: Vec<Size>) -> Selection {
        let Draft { mut rules, parts, operands, .. } = self;
        // As in NumPy, the axes of index arrays stand in the place of the arrays if these are neighbours, and otherwise
        // in front.
        let first = parts.iter().position(|p| matches!(p, Part::Gathered));
        let last = parts.iter().rposition(|p| matches!(p, Part::Gathered));
        let together = match (first, last) {
            (Some(f), Some(l)) => parts[f..=l].iter().all(|p| matches!(p, Part::Gathered)),
            _ => true,
        };
        let mut shape: Vec<Size> = Vec::new();
        let mut gather_at = 0;
        if !together {
            shape.extend(gathered.iter().cloned());
        }
        let mut out_axis = vec![0usize; parts.len()];
        for (k, part) in parts.iter().enumerate() {
            match part {
                Part::Kept { size } => {
                    out_axis[k] = shape.len();
                    shape.push(size.clone());
                }
                Part::Gathered if together && Some(k) == first => {
                    gather_at = shape.len();
                    shape.extend(gathered.iter().cloned());
                }
                Part::Gathered | Part::Separator => {}
            }
        }
        for rule in &mut rules {
            if let Rule::Slice { out, .. } = rule {
                *out = out_axis[*out];
            }
        }
        Selection { rules, shape, operands, gather_at, gathered }
    }
}

impl Checker<'_> {
    pub(in crate::check) fn selection(
        &mut self,
        array: &Array,
        text: &str,
        mut subscripts: Vec<Evaluated>,
        span: SpanRange,
    ) -> Res<Selection> {
        let consumes = |k: &Kind| !matches!(k, Kind::NewAxis | Kind::Ellipsis);
        let used = subscripts.iter().filter(|s| consumes(&s.kind)).count();
        if used > array.rank() {
            return Err(self.too_many_indices((array, text), used, span));
        }
        let ellipses = subscripts.iter().filter(|s| matches!(s.kind, Kind::Ellipsis)).count();
        if ellipses > 1 {
            return self.fail(
                span,
                "an index can only have one `...`",
                "write `..` for each axis that one of them stands for",
            );
        }
        if ellipses == 0 {
            subscripts.push(Evaluated { kind: Kind::Ellipsis, span, text: String::new() });
        }
        let mut draft = Draft {
            rules: Vec::new(),
            parts: Vec::new(),
            operands: vec![array.clone()],
            texts: Vec::new(),
            left_out: array.rank() - used,
            gathers: subscripts.iter().any(|s| matches!(&s.kind, Kind::Array(a) if a.rank() > 0)),
        };
        for subscript in &subscripts {
            self.contribute(&mut draft, (array, text), subscript)?;
        }
        let texts = draft.texts.iter().map(String::as_str);
        let views: Vec<(&str, &Array)> = texts.zip(&draft.operands[1..]).collect();
        let labels = vec!["index"; views.len()];
        let gathered = self.broadcast_shape(span, &labels, &views)?;
        Ok(draft.numbered(gathered))
    }

    /// The error for more indices than the array has axes.
    fn too_many_indices(
        &mut self,
        (array, text): (&Array, &str),
        used: usize,
        span: SpanRange,
    ) -> Reported {
        let rank = array.rank();
        if rank == 0 {
            return self.report(
                Diagnostic::new(span, format!("`{text}` is a scalar and has no elements"))
                    .fact(format_args!("`{text}` is {}", array_text(array)))
                    .help(format_args!("leave the index out: `{text}`")),
            );
        }
        let axes = if rank == 1 { "1 axis".into() } else { format!("{rank} axes") };
        self.report(
            Diagnostic::new(span, format!("too many indices: {used} for {axes}"))
                .fact(format_args!("`{text}` is {}", array_text(array)))
                .help(match rank {
                    1 => format!("one index takes an element: `{text}[i]`"),
                    _ => "an axis takes one index; a new axis is made by `newaxis`".to_string(),
                }),
        )
    }

    /// Adds the contribution of a subscript of `array` to the draft.
    fn contribute(
        &mut self,
        draft: &mut Draft,
        (array, text): (&Array, &str),
        subscript: &Evaluated,
    ) -> Res<()> {
        let axis = draft.rules.len();
        let Evaluated { kind, span, text: own } = subscript;
        match kind {
            Kind::NewAxis => draft.parts.push(Part::Kept { size: Size::one() }),
            Kind::Ellipsis => {
                draft.parts.push(Part::Separator);
                for size in &array.shape[axis..axis + draft.left_out] {
                    draft.keep(Size::zero(), 1, size.clone());
                }
            }
            Kind::Slice { start, stop, step } => {
                let what = SliceText { slice: own, axis, array: text };
                let (start, len) = self.resolve_slice(
                    start.as_ref(),
                    stop.as_ref(),
                    *step,
                    &array.shape[axis],
                    *span,
                    &what,
                )?;
                draft.keep(start, *step, len);
            }
            Kind::Int(index) => {
                let at = self.resolve_int(index, &array.shape[axis], *span, axis, text)?;
                draft.index(Rule::Fixed(at));
            }
            Kind::Array(index) => {
                let size = array.shape[axis].clone();
                let treatment =
                    self.index_treatment(index, &size, *span, own, axis, text, array)?;
                let operand = draft.operands.len();
                draft.operands.push(index.clone());
                draft.texts.push(own.clone());
                draft.index(Rule::Gather { operand, size, treatment });
            }
        }
        Ok(())
    }
}
