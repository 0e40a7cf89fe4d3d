//! The common dtype (NEP 50) and the common shape (broadcasting) of operands.

use super::checker::{Checker, Operand, array_text};
use super::render;
use super::stmt::parenthesised;
use super::value::{Array, Res, Value, Weak, shape_text};
use crate::dag::{DType, Dag, ScalarId, Size};
use crate::diagnostic::{Diagnostic, SpanRange, Unfinished};

/// The dtype that the operands of an operation have in common.
pub(crate) enum Common {
    /// At least one operand has a dtype.
    Typed(DType),
    /// There are only literals and sizes.
    Weak,
}

/// The dtype of a literal that meets an array of dtype `typed` (NEP 50).
fn meet(typed: DType, weak: &Weak) -> DType {
    match (weak, typed) {
        (Weak::Complex(..), d) => d.complex_of(),
        (Weak::Float(_), d) if !d.is_float() && !d.is_complex() => DType::F64,
        (Weak::Int(_) | Weak::Size(_), DType::Bool) => DType::I64,
        (_, d) => d,
    }
}

/// The help for two operands of different dtypes: how one of them can be converted.
pub(crate) fn meeting(left: (&str, DType), right: (&str, DType)) -> String {
    let common = left.1.common_with(right.1);
    for (text, dtype) in [left, right] {
        // A literal without a dtype takes that of the other operand.
        if let Some(number) = text.strip_suffix(dtype.name())
            && number.starts_with(|c: char| c.is_ascii_digit())
            && number.chars().all(|c| c.is_ascii_digit() || ".e-_".contains(c))
        {
            return format!("leave the suffix out: `{number}` takes the other's dtype");
        }
    }
    let cast = |(text, _): (&str, DType)| format!("`{} as {common}`", parenthesised(text));
    let casts = match (left.1 == common, right.1 == common) {
        (true, _) => format!("convert one of them: {}", cast(right)),
        (_, true) => format!("convert one of them: {}", cast(left)),
        _ => format!("convert both: {} and {}", cast(left), cast(right)),
    };
    match left.1.loss_in(common).or(right.1.loss_in(common)) {
        Some(loss) => format!("{casts}, which {loss}"),
        None => casts,
    }
}

/// The help for a value of another dtype than its place: the conversion, and its effect on the value.
pub(crate) fn conversion(text: &str, from: DType, to: DType) -> String {
    if from.is_complex() && !to.is_complex() {
        return format!("take the real part, `real({text})`, or the absolute value, `abs({text})`");
    }
    if let (true, true, Some((a, b))) = (from.is_float(), to.is_integer(), render::quotient(text)) {
        return format!("`/` gives {from}: write `floor_div({a}, {b})`");
    }
    let cast = format!("convert it: `{} as {to}`", parenthesised(text));
    match from.loss_in(to) {
        Some(loss) => format!("{cast}, which {loss}"),
        None => cast,
    }
}

/// The common dtype of operands that are all literals.
pub(crate) fn weak_dtype(operands: &[&Operand]) -> DType {
    let mut dtype = DType::Bool;
    for operand in operands {
        if let Value::Weak(weak) = &operand.value {
            let own = weak.default_dtype();
            dtype = match (dtype, own) {
                (DType::C64, _) | (_, DType::C64) => DType::C64,
                (DType::F64, _) | (_, DType::F64) => DType::F64,
                (DType::U64, _) | (_, DType::U64) => DType::U64,
                (DType::I64, _) | (_, DType::I64) => DType::I64,
                _ => DType::Bool,
            };
        }
    }
    dtype
}

impl Checker<'_> {
    /// The common dtype of operands; arrays of different dtypes are an error.
    pub(crate) fn common_dtype(
        &mut self,
        claim: &str,
        span: SpanRange,
        labels: &[&str],
        operands: &[&Operand],
    ) -> Res<Common> {
        let mut first: Option<(usize, DType)> = None;
        for (k, operand) in operands.iter().enumerate() {
            match &operand.value {
                Value::Weak(_) => {}
                Value::Tuple(_) | Value::Record(_) | Value::Function(_) => {
                    return Err(self.not_one_array(operand));
                }
                Value::Array(array) => match first {
                    None => first = Some((k, array.dtype)),
                    Some((f, dtype)) if dtype != array.dtype => {
                        let label = |k: usize| labels.get(k).copied().unwrap_or("also");
                        return Err(self.dtype_mismatch(
                            span,
                            claim,
                            (label(f), operands[f], dtype),
                            (label(k), operand, array.dtype),
                        ));
                    }
                    Some(_) => {}
                },
            }
        }
        let Some((_, mut dtype)) = first else { return Ok(Common::Weak) };
        for operand in operands {
            if let Value::Weak(weak) = &operand.value {
                dtype = meet(dtype, weak);
            }
        }
        Ok(Common::Typed(dtype))
    }

    /// The operand as an array whose elements can be cast to `dtype` when they are used.
    pub(crate) fn coerced(&mut self, operand: &Operand, dtype: DType) -> Res<Array> {
        match &operand.value {
            Value::Weak(weak) => self.weak_to(weak, dtype, operand.span),
            _ => self.as_array(operand),
        }
    }

    /// The common shape of operands, or else an error that names the axis, the shapes and their origins.
    pub(crate) fn broadcast_shape(
        &mut self,
        span: SpanRange,
        labels: &[&str],
        operands: &[(&str, &Array)],
    ) -> Res<Vec<Size>> {
        let rank = operands.iter().map(|(_, a)| a.rank()).max().unwrap_or(0);
        let mut shape = vec![Size::one(); rank];
        let mut from = vec![0usize; rank];
        for (k, (_, array)) in operands.iter().enumerate() {
            for (axis, size) in array.shape.iter().enumerate() {
                let at = rank - array.rank() + axis;
                if size.is_one() || *size == shape[at] {
                    continue;
                }
                if shape[at].is_one() {
                    shape[at] = size.clone();
                    from[at] = k;
                    continue;
                }
                let (l, r) = (from[at], k);
                let label = |k: usize| labels.get(k).copied().unwrap_or("operand");
                let (left, right) = (operands[l], operands[r]);
                let claim = format!(
                    "shapes {} and {} do not broadcast: axis {at} is {} and {}",
                    shape_text(&left.1.shape),
                    shape_text(&right.1.shape),
                    shape[at],
                    size
                );
                let diagnostic = Diagnostic::new(span, claim)
                    .fact(format_args!("{}: `{}` is {}", label(l), left.0, array_text(left.1)))
                    .fact(format_args!("{}: `{}` is {}", label(r), right.0, array_text(right.1)));
                let literal = shape[at].as_constant().is_some() && size.as_constant().is_some();
                return Err(self.report(broadcast_help(diagnostic, left, right, literal)));
            }
        }
        Ok(shape)
    }

    /// A comprehension over broadcast operands. Each operand is cast to `dtype` first, if one is given.
    pub(crate) fn elementwise(
        &mut self,
        name: &str,
        span: SpanRange,
        labels: &[&str],
        operands: &[(&str, Array)],
        dtype: Option<DType>,
        rule: impl Fn(&mut Dag, &[ScalarId]) -> ScalarId + 'static,
    ) -> Res<Array> {
        let views: Vec<(&str, &Array)> = operands.iter().map(|(t, a)| (*t, a)).collect();
        let shape = self.broadcast_shape(span, labels, &views)?;
        let arrays: Vec<Array> = operands.iter().map(|(_, a)| a.clone()).collect();
        let full = shape.clone();
        Ok(self.graph.emit(name, shape, arrays, move |dag, arrays, index| {
            let elements: Vec<ScalarId> = arrays
                .iter()
                .map(|a| {
                    let element = a.broadcast_element(dag, &full, index);
                    match dtype {
                        Some(dtype) => super::fold::cast(dag, dtype, element),
                        None => element,
                    }
                })
                .collect();
            rule(dag, &elements)
        }))
    }
}

/// The help for two shapes that do not broadcast: a change that would make them fit.
fn broadcast_help(
    diagnostic: Diagnostic<Unfinished>,
    left: (&str, &Array),
    right: (&str, &Array),
    literal: bool,
) -> Diagnostic {
    let fits = |a: &[Size], b: &[Size]| {
        a.iter().rev().zip(b.iter().rev()).all(|(x, y)| x == y || x.is_one() || y.is_one())
    };
    let pairs = [(right, left.1), (left, right.1)];
    for ((text, array), other) in pairs {
        let mut padded = array.shape.clone();
        let mut subscripts = if array.rank() > 1 { "..." } else { ".." }.to_string();
        while padded.len() < other.rank() {
            padded.push(Size::one());
            subscripts.push_str(", newaxis");
            if fits(&padded, &other.shape) {
                return diagnostic.help(format_args!(
                    "add a trailing axis: `{}[{subscripts}]`",
                    parenthesised(text)
                ));
            }
        }
    }
    for ((text, array), other) in pairs {
        let reversed: Vec<Size> = array.shape.iter().rev().cloned().collect();
        if array.rank() > 1 && fits(&reversed, &other.shape) {
            return diagnostic.help(format_args!("swap the axes: `{}.T`", parenthesised(text)));
        }
    }
    if literal {
        return diagnostic.help("axes match from the last one backwards; sizes are equal or 1");
    }
    if left.1.rank() == 1 && right.1.rank() == 1 {
        return diagnostic.help(format_args!(
            "for all pairs add an axis: `{}[.., newaxis]`; sizes that always are equal are one dimension",
            parenthesised(left.0)
        ));
    }
    diagnostic.help(
        "sizes are equal only if their formulas are; if these always are, declare one dimension for both",
    )
}
