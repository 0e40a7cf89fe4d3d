//! Subscripts: slices, integers, `newaxis`, `...`, and gathers with NumPy's placement rules.

mod bounds;
mod selection;
pub(crate) mod turns;

use super::checker::{Checker, Operand, array_text};
use super::graph::Graph;
use super::render;
use super::value::{Array, Data, Res, Value};
use crate::dag::{Binary, Const, DType, Dag, ScalarId, Size};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::parse::ast::{Expr, Subscript, SubscriptKind};
use std::rc::Rc;

/// A subscript whose expressions are evaluated.
pub(super) struct Evaluated {
    kind: Kind,
    span: SpanRange,
    text: String,
}

enum Kind {
    Int(Size),
    /// A run-time integer or an array of them.
    Array(Array),
    Slice {
        start: Option<Size>,
        stop: Option<Size>,
        step: i64,
    },
    NewAxis,
    Ellipsis,
}

/// How the index along one axis of the source follows from the index of the result.
#[derive(Clone)]
pub(super) enum Rule {
    Fixed(Size),
    Slice {
        out: usize,
        start: Size,
        step: i64,
    },
    /// The index is the element of operand `operand` at the gather axes.
    Gather {
        operand: usize,
        size: Size,
        treatment: Treatment,
    },
}

#[derive(Clone, Copy)]
pub(super) enum Treatment {
    Plain,
    Clamp,
    /// A negative index counts from the end. An index that a check forbids is clamped, so that loads are safe while the
    /// check runs.
    Wrap {
        signed: bool,
        clamp: bool,
    },
}

/// A selection by subscripts: for each element of the result, its place in the source.
#[derive(Clone)]
pub(super) struct Selection {
    /// One rule per axis of the source.
    pub(super) rules: Vec<Rule>,
    /// The shape of the result.
    pub(super) shape: Vec<Size>,
    /// The source, then the index arrays.
    pub(super) operands: Vec<Array>,
    /// The place of the index arrays' axes in the result, and their sizes.
    pub(super) gather_at: usize,
    pub(super) gathered: Vec<Size>,
}

impl Checker<'_> {
    pub(crate) fn index(
        &mut self,
        base: &Expr,
        subscripts: &[Subscript],
        span: SpanRange,
    ) -> Res<Value> {
        let operand = self.operand(base);
        let evaluated: Vec<Res<Evaluated>> = subscripts.iter().map(|s| self.subscript(s)).collect();
        let (operand, evaluated) = (operand?, evaluated.into_iter().collect::<Res<Vec<_>>>()?);
        match &operand.value {
            Value::Tuple(items) => self.index_tuple(items, &evaluated, span),
            Value::Record(_) | Value::Function(_) => Err(self.not_one_array(&operand)),
            Value::Weak(_) => {
                let claim = format!("`{}` is a number and cannot be indexed", operand.text);
                self.fail(span, claim, format_args!("leave the index out: `{}`", operand.text))
            }
            Value::Array(array) => {
                if let Some(value) = self.graph.index_constant(array, &evaluated) {
                    return Ok(Value::Array(value));
                }
                self.index_array(array, &operand.text, evaluated, span).map(Value::Array)
            }
        }
    }

    fn index_tuple(
        &mut self,
        items: &[Value],
        subscripts: &[Evaluated],
        span: SpanRange,
    ) -> Res<Value> {
        let constant = match subscripts {
            [Evaluated { kind: Kind::Int(size), .. }] => size.as_constant(),
            _ => None,
        };
        let Some(k) = constant else {
            return self.fail(
                span,
                "a tuple is indexed by one constant integer",
                "its entries may differ in shape: join them first, `stack([a, b])[i]`",
            );
        };
        let at = if k < 0 { k + items.len() as i64 } else { k };
        match usize::try_from(at).ok().and_then(|at| items.get(at)) {
            Some(item) => Ok(item.clone()),
            None => self.fail(
                span,
                format!("index {k} is out of range: the tuple has {} entries", items.len()),
                format_args!("entries are counted from 0: the last one is `[-1]`"),
            ),
        }
    }

    pub(super) fn subscript(&mut self, subscript: &Subscript) -> Res<Evaluated> {
        let span = subscript.span;
        let text = render::subscript(subscript);
        let kind = match &subscript.kind {
            SubscriptKind::NewAxis => Kind::NewAxis,
            SubscriptKind::Ellipsis => Kind::Ellipsis,
            SubscriptKind::Slice { start, stop, step } => {
                let part = |this: &mut Self, e: &Option<Expr>| match e {
                    Some(e) => this.size_expr(e).map(Some),
                    None => Ok(None),
                };
                let (start, stop) = (part(self, start), part(self, stop));
                let step = match step {
                    None => 1,
                    Some(e) => match self.const_int(e, "the step of a slice")? {
                        0 => {
                            return self.fail(
                                e.span,
                                "the step of a slice cannot be 0",
                                "a step is positive, or negative to walk backwards: `x[..;-1]`",
                            );
                        }
                        step if step.unsigned_abs() > 1 << 31 => {
                            return self.fail(
                                e.span,
                                "the step of this slice is too large",
                                "the first element alone is `x[..1]`",
                            );
                        }
                        step => step,
                    },
                };
                Kind::Slice { start: start?, stop: stop?, step }
            }
            SubscriptKind::Index(e) => {
                let value = self.expr(e)?;
                if let Some(size) = self.graph.as_size(&value) {
                    Kind::Int(size)
                } else {
                    match value {
                        Value::Array(array) => Kind::Array(self.index_operand(array, &text, span)?),
                        other => {
                            let what = other.type_text();
                            let message = format!("`{text}` cannot be an index: it is {what}");
                            return self.fail(
                                span,
                                message,
                                "an index is an integer, a slice `a..b;step`, an array of integers, `newaxis` or `...`",
                            );
                        }
                    }
                }
            }
        };
        Ok(Evaluated { kind, span, text })
    }

    fn index_operand(&mut self, array: Array, text: &str, span: SpanRange) -> Res<Array> {
        if array.dtype.is_integer() {
            return Ok(array);
        }
        let claim = format!("`{text}` cannot be an index: it is {}", array_text(&array));
        let diagnostic = Diagnostic::new(span, claim);
        Err(self.report(if array.dtype == DType::Bool {
            diagnostic.help(format_args!(
                "a mask would make a size that depends on data: `compress({text}, x, size=M)` has a bound, `where({text}, x, 0)` keeps the shape"
            ))
        } else {
            diagnostic.help(format_args!("convert it: `{text} as i64`"))
        }))
    }

    fn index_array(
        &mut self,
        array: &Array,
        text: &str,
        subscripts: Vec<Evaluated>,
        span: SpanRange,
    ) -> Res<Array> {
        let selection = self.selection(array, text, subscripts, span)?;
        Ok(self.graph.selected(array, selection))
    }

    /// `array[.., index]`, the index at `axis`.
    pub(crate) fn take(
        &mut self,
        (array, text): (&Array, &str),
        index: &Operand,
        axis: usize,
        span: SpanRange,
    ) -> Res<Array> {
        let kind = match self.graph.as_size(&index.value) {
            Some(size) => Kind::Int(size),
            None => Kind::Array(self.as_array(index)?),
        };
        if let Kind::Array(own) = &kind
            && !own.dtype.is_integer()
        {
            return Err(self.not_an_index(index, own));
        }
        let whole = || Evaluated {
            kind: Kind::Slice { start: None, stop: None, step: 1 },
            span,
            text: "..".to_string(),
        };
        let mut subscripts: Vec<Evaluated> = (0..axis).map(|_| whole()).collect();
        subscripts.push(Evaluated { kind, span: index.span, text: index.text.clone() });
        self.index_array(array, text, subscripts, span)
    }

    /// The elements of `array` at `indices` along one axis. In the result that axis has the size of the index array;
    /// the other axes of the two go together.
    pub(crate) fn take_along(
        &mut self,
        (array, text): (&Array, &str),
        index: &Operand,
        axis: usize,
        shape: Vec<Size>,
    ) -> Res<Array> {
        let indices = self.as_array(index)?;
        if !indices.dtype.is_integer() {
            return Err(self.not_an_index(index, &indices));
        }
        let size = array.shape[axis].clone();
        let treatment =
            self.index_treatment(&indices, &size, index.span, &index.text, axis, text, array)?;
        let bound = array.bound.clone();
        let operands = vec![array.clone(), indices];
        let full = shape.clone();
        let result = self.graph.emit("gather", shape, operands, move |dag, a, at| {
            let raw = a[1].broadcast_element(dag, &full, at);
            let raw = dag.cast(DType::I64, raw);
            let mut at: Vec<ScalarId> = at.to_vec();
            at[axis] = treated(dag, raw, &size, treatment);
            for (k, own) in a[0].shape.iter().enumerate() {
                if k != axis && own.is_one() {
                    at[k] = dag.constant(Const::i64(0));
                }
            }
            a[0].element(dag, &at)
        });
        Ok(self.graph.bounded(result, bound))
    }

    fn not_an_index(&mut self, index: &Operand, array: &Array) -> super::value::Reported {
        self.report(
            Diagnostic::new(index.span, format!("an index is an integer, not {}", array.dtype))
                .fact(format_args!("`{}` is {}", index.text, array_text(array)))
                .help(match array.dtype {
                    DType::Bool => "a mask would make a size that depends on data: `compress(mask, x, size=M)` has a bound",
                    _ => "convert it: `index as i64`",
                }),
        )
    }

    /// `index` as positions in `0..size` along an axis of `array`, as `i64`. Negative ones count from the end. Indices
    /// that are not provably in range are checked at the call.
    pub(crate) fn positions(
        &mut self,
        index: &Array,
        size: &Size,
        (text, span): (&str, SpanRange),
        axis: usize,
        (array_name, array): (&str, &Array),
    ) -> Res<Array> {
        let index = self.index_operand(index.clone(), text, span)?;
        let treatment = self.index_treatment(&index, size, span, text, axis, array_name, array)?;
        if matches!(treatment, Treatment::Plain) && index.dtype == DType::I64 {
            return Ok(index);
        }
        let (size, operands) = (size.clone(), vec![index.clone()]);
        Ok(self.graph.emit("positions", index.shape.clone(), operands, move |dag, a, at| {
            let raw = a[0].element(dag, at);
            treated(dag, raw, &size, treatment)
        }))
    }
}

impl Graph {
    /// Elements and rows of literal arrays at constant indices are constants.
    fn index_constant(&mut self, array: &Array, subscripts: &[Evaluated]) -> Option<Array> {
        let Data::Constant(elements) = &array.data else { return None };
        if subscripts.len() > array.rank() {
            return None;
        }
        let (mut from, mut len) = (0usize, elements.len());
        for (subscript, size) in subscripts.iter().zip(&array.shape) {
            let Kind::Int(index) = &subscript.kind else { return None };
            let (index, size) = (index.as_constant()?, size.as_constant()?);
            let at = if index < 0 { index + size } else { index };
            if !(0..size).contains(&at) {
                return None;
            }
            len /= size as usize;
            from += len * at as usize;
        }
        let shape = array.shape[subscripts.len()..].to_vec();
        if shape.is_empty() && !array.dtype.is_complex() {
            return Some(self.constant(elements[from]));
        }
        let data = Data::Constant(Rc::new(elements[from..from + len].to_vec()));
        Some(Array { shape, data, ..array.clone() })
    }

    /// The elements that a selection of `array` reads.
    pub(super) fn selected(&mut self, array: &Array, selection: Selection) -> Array {
        let Selection { rules, shape, operands, gather_at, gathered } = selection;
        let whole = rules.iter().enumerate().all(|(k, r)| {
            matches!(r, Rule::Slice { out, start, step: 1 } if *out == k && start.is_zero())
        });
        if whole && shape == array.shape {
            return array.clone();
        }
        let name = if operands.len() == 1 { "slice" } else { "gather" };
        let bound = array.bound.clone();
        let result = self.emit(name, shape, operands, move |dag, arrays, index| {
            let at: Vec<ScalarId> = rules
                .iter()
                .map(|rule| rule_index(dag, rule, arrays, index, gather_at, &gathered))
                .collect();
            arrays[0].element(dag, &at)
        });
        self.bounded(result, bound)
    }
}

fn clamp(dag: &mut Dag, x: ScalarId, size: &Size) -> ScalarId {
    let zero = dag.constant(Const::i64(0));
    let last = dag.size(size.sub(&Size::one()));
    let x = dag.binary(Binary::Max, x, zero);
    dag.binary(Binary::Min, x, last)
}

fn rule_index(
    dag: &mut Dag,
    rule: &Rule,
    arrays: &[Array],
    index: &[ScalarId],
    gather_at: usize,
    gathered: &[Size],
) -> ScalarId {
    match rule {
        Rule::Fixed(at) => dag.size(at.clone()),
        Rule::Slice { out, start, step } => affine(dag, index[*out], start, *step),
        Rule::Gather { operand, size, treatment } => {
            let at = &index[gather_at..gather_at + gathered.len()];
            let raw = arrays[*operand].broadcast_element(dag, gathered, at);
            treated(dag, raw, size, *treatment)
        }
    }
}

/// The position that an element of an index array stands for.
pub(super) fn treated(dag: &mut Dag, raw: ScalarId, size: &Size, treatment: Treatment) -> ScalarId {
    let raw = dag.cast(DType::I64, raw);
    match treatment {
        Treatment::Plain => raw,
        Treatment::Clamp => clamp(dag, raw, size),
        Treatment::Wrap { signed, clamp: with_clamp } => {
            let mut at = raw;
            if signed {
                let zero = dag.constant(Const::i64(0));
                let extent = dag.size(size.clone());
                let negative = dag.binary(Binary::Lt, raw, zero);
                let from_end = dag.binary(Binary::Add, raw, extent);
                at = dag.select(negative, from_end, raw);
            }
            if with_clamp { clamp(dag, at, size) } else { at }
        }
    }
}

/// `start + step * i`
pub(crate) fn affine(dag: &mut Dag, i: ScalarId, start: &Size, step: i64) -> ScalarId {
    let mut at = i;
    if step != 1 {
        let step = dag.constant(Const::i64(step));
        at = dag.binary(Binary::Mul, at, step);
    }
    if !start.is_zero() {
        let start = dag.size(start.clone());
        at = dag.binary(Binary::Add, at, start);
    }
    at
}
