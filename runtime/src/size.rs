//! Sizes as formulas over the dimensions: their values and their text.

use crate::Error;
use crate::plan::{Size, SizeOp};
pub(crate) use array_fn_plan::evaluate;

/// The same as [`evaluate`], with an error that names the array or axis of that size.
pub(crate) fn evaluate_for(
    size: Size,
    dims: &[i64],
    what: impl FnOnce() -> String,
) -> Result<i64, Error> {
    evaluate(size, dims).ok_or_else(|| Error::SizeOverflow { what: what() })
}

/// A formula such as `2 * N + 1`.
pub(crate) fn text(size: Size, names: &[&str]) -> String {
    #[derive(PartialEq, PartialOrd)]
    enum Binding {
        Sum,
        Product,
        Atom,
    }
    let grouped = |(text, binding): (String, Binding), least: Binding| match binding >= least {
        true => text,
        false => format!("({text})"),
    };
    let mut stack: Vec<(String, Binding)> = Vec::new();
    let zero = || ("0".to_owned(), Binding::Atom);
    for op in size {
        let mut pop = || stack.pop().unwrap_or_else(zero);
        let entry = match *op {
            SizeOp::Const(value) => (value.to_string(), Binding::Atom),
            SizeOp::Dim(dim) => {
                (names.get(usize::from(dim)).unwrap_or(&"?").to_string(), Binding::Atom)
            }
            SizeOp::Add => {
                let (right, left) = (pop().0, pop().0);
                let text = match right.strip_prefix('-') {
                    Some(right) => format!("{left} - {right}"),
                    None => format!("{left} + {right}"),
                };
                (text, Binding::Sum)
            }
            SizeOp::Mul => {
                let (right, left) = (pop(), pop());
                let (left, right) =
                    (grouped(left, Binding::Product), grouped(right, Binding::Product));
                match (left.as_str(), right.as_str()) {
                    ("-1", other) | (other, "-1") => (format!("-{other}"), Binding::Product),
                    _ => (format!("{left} * {right}"), Binding::Product),
                }
            }
            SizeOp::FloorDiv(by) => {
                (format!("{} / {by}", grouped(pop(), Binding::Product)), Binding::Product)
            }
            SizeOp::Quotient => {
                let (by, of) = (pop(), pop());
                let (by, of) = (grouped(by, Binding::Atom), grouped(of, Binding::Product));
                (format!("{of} / {by}"), Binding::Product)
            }
        };
        stack.push(entry);
    }
    stack.pop().unwrap_or_else(zero).0
}

/// The dimensions a size depends on, each once.
pub(crate) fn dims_of(size: Size) -> Vec<u16> {
    let mut dims = Vec::new();
    for op in size {
        if let SizeOp::Dim(dim) = *op
            && !dims.contains(&dim)
        {
            dims.push(dim);
        }
    }
    dims
}

#[cfg(test)]
mod tests {
    use super::SizeOp::{Add, Const, Dim, FloorDiv, Mul, Quotient};
    use super::*;

    #[test]
    fn values() {
        assert_eq!(evaluate(&[], &[]), Some(0));
        assert_eq!(evaluate(&[Const(2), Dim(1), Mul, Const(1), Add], &[9, 4]), Some(9));
        assert_eq!(evaluate(&[Dim(0), Const(-1), Add, FloorDiv(2)], &[0]), Some(-1));
        assert_eq!(evaluate(&[Dim(0), Dim(1), Quotient], &[17, 5]), Some(3));
        assert_eq!(evaluate(&[Dim(0), Dim(1), Quotient], &[17, 0]), Some(17));
        assert_eq!(evaluate(&[Dim(0), Dim(0), Mul], &[1 << 32]), None);
        assert_eq!(evaluate(&[Dim(0), Const(1), Add], &[i64::MAX]), None);
    }

    #[test]
    fn deep_formulas() {
        // Formulas are constants of programs. There is one addition less than there are ones.
        const OPS: &[super::SizeOp] = [[Const(1); 40], [Add; 40]].as_flattened();
        assert_eq!(evaluate(&OPS[..79], &[]), Some(40));
    }

    #[test]
    fn texts() {
        let names = ["E", "N"];
        assert_eq!(text(&[Const(2), Dim(1), Mul, Const(1), Add], &names), "2 * N + 1");
        assert_eq!(text(&[Dim(0), Dim(1), Add, Const(3), Mul], &names), "(E + N) * 3");
        assert_eq!(text(&[Dim(0), Const(-1), Dim(1), Mul, Add], &names), "E - N");
        assert_eq!(text(&[Dim(0), Const(-1), Add, FloorDiv(2)], &names), "(E - 1) / 2");
        const PARTS: &[super::SizeOp] = &[Dim(0), Const(7), Add, Dim(1), Const(8), Mul, Quotient];
        assert_eq!(text(PARTS, &names), "(E + 7) / (N * 8)");
        assert_eq!(dims_of(&[Dim(1), Dim(0), Mul, Dim(1), Add]), [1, 0]);
    }
}
