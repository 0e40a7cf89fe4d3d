//! The messages of failed [`Check`](super::Check)s. A message is a template, whose gaps are filled when the check
//! fails.
//!
//! `{position}` is the position, `{value:2}` is the element of input 2 there, and `{here:N M}` lists the values of
//! dimensions. The runtime fills the gaps as [`fill`] does.

use super::Const;
use super::graph::{Dag, NodeKind};
use super::interpret::Tensor;
use super::scalar::{Scalar, ScalarId, Var};
use crate::plan::ParamKind;

/// The part of a message that tells the place of an element.
const PLACE: &str = ", at position {position}";
/// The part of a message about too many elements that tells how many there are. It takes the place of a position.
const COUNT: &str = ", {position} in all";

/// An input whose element tells why a check fails.
pub(crate) struct Shown {
    pub(crate) input: u32,
    /// Whether the element itself is checked, rather than a value that is computed from it.
    pub(crate) itself: bool,
}

/// The template of a message: the `claim`, the place if there are `positions`, the element, the dimensions that the
/// claim mentions, and the advice.
pub(crate) fn template(
    dag: &Dag,
    claim: &str,
    positions: bool,
    shown: Option<Shown>,
    dims: &[String],
    help: &str,
) -> String {
    let place = if positions { PLACE } else { "" };
    let value = match shown {
        Some(Shown { input, itself: true }) => format!(", where it is {{value:{input}}}"),
        Some(Shown { input, itself: false }) => {
            format!(", where `{}` is {{value:{input}}}", dag.inputs[input as usize].name)
        }
        None => String::new(),
    };
    format!("{claim}{place}{value}{}: {help}", here(dims))
}

/// The template of a message about too many elements: the `claim`, their number, the values of dimensions, and the
/// advice.
pub(crate) fn count_template(claim: &str, dims: &[String], help: &str) -> String {
    format!("{claim}{COUNT}{}: {help}", here(dims))
}

/// The gap for the values of dimensions.
fn here(dims: &[String]) -> String {
    if dims.is_empty() { String::new() } else { format!("{{here:{}}}", dims.join(" ")) }
}

/// The claim of a template, without the parts that only a failure knows.
pub(crate) fn claim(template: &str) -> &str {
    let ends = [PLACE, COUNT, ", where it is {value:", ", where `", "{here:"];
    let end = ends.iter().filter_map(|end| template.find(end)).min();
    &template[..end.unwrap_or(template.len())]
}

/// The template for a graph in which inputs have other numbers and names. An element is not shown if its input has none.
pub(crate) fn renumbered<'a>(
    template: &str,
    input: impl Fn(u32) -> Option<(u32, &'a str)>,
) -> String {
    const GAP: &str = "{value:";
    const NAMED: &str = ", where `";
    let Some(at) = template.find(GAP) else { return template.to_string() };
    let (before, behind) = (&template[..at], &template[at + GAP.len()..]);
    let Some((old, behind)) = behind.split_once('}') else { return template.to_string() };
    let Some((new, name)) = old.parse().ok().and_then(input) else {
        return format!("{}{behind}", &before[..before.rfind(", where ").unwrap_or(at)]);
    };
    match before.rfind(NAMED) {
        Some(named) => format!("{}{NAMED}{name}` is {GAP}{new}}}{behind}", &before[..named]),
        None => format!("{before}{GAP}{new}}}{behind}"),
    }
}

/// The message of a check that fails for these arguments.
pub(crate) fn failure(
    template: &str,
    position: i64,
    args: &[Tensor],
    dim: impl Fn(&str) -> Option<i64>,
) -> String {
    let value = |k: usize| {
        let (arg, at) = (args.get(k)?, usize::try_from(position).ok()?);
        Const { dtype: arg.dtype, bits: *arg.bits.get(at)? }.to_i128()
    };
    fill(template, position, value, dim)
}

/// A template with its gaps filled.
fn fill(
    template: &str,
    position: i64,
    value: impl Fn(usize) -> Option<i128>,
    dim: impl Fn(&str) -> Option<i64>,
) -> String {
    let mut message = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        message.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find('}').map_or(rest.len(), |end| end + 1);
        let (gap, behind) = rest.split_at(end);
        let inside = gap.trim_start_matches('{').trim_end_matches('}');
        if inside == "position" {
            message.push_str(&position.to_string());
        } else if let Some(input) = inside.strip_prefix("value:") {
            let value = input.parse().ok().and_then(&value);
            message.push_str(&value.map_or("unknown".to_string(), |v| v.to_string()));
        } else if let Some(names) = inside.strip_prefix("here:") {
            let equal = |name: &str| Some(format!("{name} = {}", dim(name)?));
            let texts: Vec<String> = names.split(' ').filter_map(equal).collect();
            message.push_str(&format!(" (here {})", texts.join(", ")));
        } else {
            message.push_str(gap);
        }
        rest = behind;
    }
    message + rest
}

/// The integer input from which `element` is computed, or whose element it is, at the place `index`.
pub(crate) fn shown(dag: &Dag, element: ScalarId, index: &[ScalarId]) -> Option<Shown> {
    // Expressions may be long. The first few scalars are enough for a message.
    let mut left = 64;
    look(dag, element, &|own| own == index, true, &mut left)
}

/// Whether the elements of an input are integers, stored as the dtype says.
fn is_shown(dag: &Dag, input: u32) -> bool {
    let input = &dag.inputs[input as usize];
    input.dtype.is_integer() && !matches!(input.kind, ParamKind::Index { .. })
}

/// Searches for the input. `is_place` tells whether a load is at the place in question.
fn look(
    dag: &Dag,
    scalar: ScalarId,
    is_place: &dyn Fn(&[ScalarId]) -> bool,
    itself: bool,
    left: &mut usize,
) -> Option<Shown> {
    *left = left.checked_sub(1)?;
    match dag.scalar(scalar) {
        Scalar::Load { node, index } if is_place(index) => match &dag.node(*node).kind {
            NodeKind::Input(k) if is_shown(dag, *k) => Some(Shown { input: *k, itself }),
            NodeKind::Compute(body) => {
                let rank = index.len();
                let is_axis = |(k, id): (usize, &ScalarId)| matches!(dag.scalar(*id), Scalar::Var(Var::Axis(axis)) if *axis as usize == k);
                let is_place =
                    |own: &[ScalarId]| own.len() == rank && own.iter().enumerate().all(is_axis);
                look(dag, *body, &is_place, itself, left)
            }
            _ => None,
        },
        Scalar::Cast(_, a) => look(dag, *a, is_place, itself, left),
        Scalar::Unary(_, a) => look(dag, *a, is_place, false, left),
        Scalar::Binary(_, a, b) | Scalar::Select(_, a, b) => {
            let first = look(dag, *a, is_place, false, left);
            first.or_else(|| look(dag, *b, is_place, false, left))
        }
        Scalar::Foreign { arguments, .. } => {
            arguments.iter().find_map(|a| look(dag, *a, is_place, false, left))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_filled() {
        let dag = Dag::new("f");
        let shown = Some(Shown { input: 2, itself: true });
        let dims = ["N".to_string(), "M".to_string()];
        let text = template(&dag, "`i` of `{ ... }` is {odd}", true, shown, &dims, "do");
        let filled = fill(&text, 3, |k| (k == 2).then_some(-7), |name| (name == "N").then_some(5));
        let expected = "`i` of `{ ... }` is {odd}, at position 3, where it is -7 (here N = 5): do";
        assert_eq!(filled, expected);
        assert_eq!(claim(&text), "`i` of `{ ... }` is {odd}");
        let text = count_template("there are more than N", &dims[..1], "do");
        let filled = fill(&text, 7, |_| None, |_| Some(5));
        assert_eq!(filled, "there are more than N, 7 in all (here N = 5): do");
        assert_eq!(claim(&text), "there are more than N");
    }
}
