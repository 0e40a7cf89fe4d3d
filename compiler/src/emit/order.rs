//! Decides what is computed side by side, in lanes of a CPU or by threads of a GPU: neighbouring points, or neighbouring
//! terms of the reductions of each point.

use crate::dag::DType;
use crate::schedule::kernel::{Extent, KernelIr, Lanes, Stmt};
use crate::schedule::steps::{Step, loads, mentions, step};

/// The things that a kernel computes side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Neighbouring points. All work of these is done before that of the next ones.
    Points,
    /// Terms of a reduction; points are computed one after the other. Rows of memory are summed.
    Rows,
    /// Neighbouring points, a block of them for each term of a reduction. Columns of memory are summed, and each row is
    /// read in one piece.
    Columns,
}

/// Reductions over fewer terms gain nothing.
const MIN_TERMS: i64 = 16;

/// The order in which a kernel reads memory contiguously, or the one that the user chose, if it is possible.
pub fn order(kernel: &KernelIr) -> Order {
    let [phase] = kernel.phases.as_slice() else { return Order::Points };
    if !phase.loops.is_empty() || !kernel.locals.is_empty() {
        return Order::Points;
    }
    let lane = kernel.parallel.last().map(|l| l.var);
    let (mut rows, mut columns, mut any) = (true, true, false);
    for stmt in &phase.body {
        let Stmt::Reduce { loops, body, accumulators } = stmt else { continue };
        let Some(last) = loops.last() else { return Order::Points };
        let few = matches!(last.extent, Extent::Const(n) if n < MIN_TERMS);
        let long = !few && !kernel.is_guard(last);
        // Neighbouring points have different ranges, perhaps of different lengths.
        let ranges = loops.iter().any(|l| match l.extent {
            Extent::Range { low, high } => {
                lane.is_some_and(|lane| [low, high].iter().any(|b| mentions(kernel, *b, lane)))
            }
            _ => false,
        });
        if !body.is_empty() {
            return Order::Points;
        }
        // Lanes of bools are bits of a mask, which has a place in a register, not in an array.
        columns &= accumulators.iter().all(|a| kernel.dtype(a.value) != DType::Bool);
        // Lanes of terms are partial sums.
        rows &=
            !kernel.is_strict() || accumulators.iter().all(|a| kernel.dtype(a.value).is_exact());
        any = true;
        (rows, columns) = (rows && long, columns && long && !ranges);
        let (mut contiguous, mut gathered, mut beside, mut far) = (false, false, false, true);
        for (.., offset) in loads(kernel, accumulators.iter().map(|a| a.value)) {
            let of_row = step(kernel, offset, last.var);
            let of_lane = lane.map_or(Some(Step::Zero), |lane| step(kernel, offset, lane));
            contiguous |= of_row == Some(Step::One);
            far &= of_row == Some(Step::Far) && of_lane == Some(Step::Far);
            gathered |= of_row == Some(Step::One)
                && ![Some(Step::Zero), Some(Step::One)].contains(&of_lane);
            // Neighbouring points have their elements side by side already.
            beside |= of_lane == Some(Step::One);
            rows &= of_lane != Some(Step::One) || of_row == Some(Step::Zero);
            columns &= of_lane == Some(Step::Zero)
                || of_lane == Some(Step::One) && of_row != Some(Step::One);
        }
        // If elements of a row are equally far apart (such as every second one), several can be read together; and sums
        // in several lanes do not wait for each other.
        let far = far && !matches!(last.extent, Extent::Const(_));
        // An element that a point has for all of its terms is read only once. It need not be in lanes if other elements
        // would have to be gathered into lanes.
        rows &= (contiguous || far) && (!beside || gathered);
    }
    let rows = match kernel.lanes {
        Some(Lanes::Points) => false,
        Some(Lanes::Terms) => rows || !kernel.is_strict(),
        None => rows,
    };
    match lane {
        _ if any && rows => Order::Rows,
        Some(_) if any && columns => Order::Columns,
        _ => Order::Points,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check_block;
    use crate::diagnostic::Errors;
    use crate::optimise::optimise;
    use crate::parse::parse_block;
    use crate::schedule::{KernelSet, Mode, schedule};

    /// The orders of the kernels of a function.
    fn orders(source: &str) -> Vec<Order> {
        let mut errors = Errors::default();
        let block = parse_block(source.parse().unwrap(), &mut errors);
        let checked = check_block(&block, &mut errors);
        let mut kernels = KernelSet::default();
        schedule(&optimise(&checked[0].instances[0].dag), Mode::Fused, &mut kernels);
        kernels.kernels.iter().map(order).collect()
    }

    #[test]
    fn as_memory_is_laid_out() {
        let of = |body: &str, result: &str| {
            let arguments = "x: [f64; M, N], y: [f64; N], z: [f64; M]";
            orders(&format!("pub fn f<M, N>({arguments}) -> {result} {{ {body} }}"))
        };
        assert_eq!(of("sum(x, axis=1)", "[f64; M]"), [Order::Rows]);
        assert_eq!(of("max(exp(x - y), axis=1)", "[f64; M]"), [Order::Rows]);
        assert_eq!(of("sum(x * z[.., newaxis], axis=1)", "[f64; M]"), [Order::Rows]);
        assert_eq!(of("sum(x[.., ..;2], axis=1)", "[f64; M]"), [Order::Rows]);
        assert_eq!(of("sum(y[..;2])", "f64"), [Order::Rows, Order::Rows]);
        assert_eq!(of("max(y * z[.., newaxis], axis=1)", "[f64; M]"), [Order::Columns]);
        // Parts of the rows, then their results.
        assert_eq!(of("sum(x, axis=0)", "[f64; N]"), [Order::Columns, Order::Columns]);
        assert_eq!(of("2 * x + y", "[f64; M, N]"), [Order::Points]);
        // A long sum: contiguous parts, then their results.
        assert_eq!(of("sum(y * y)", "f64"), [Order::Rows, Order::Rows]);
        // Rows are read in one piece by every kernel of them.
        let softmax =
            "let e = exp(x - max(x, axis=1, keepdims=true)); e / sum(e, axis=1, keepdims=true)";
        let orders = [Order::Rows, Order::Points, Order::Rows, Order::Points];
        assert_eq!(of(softmax, "[f64; M, N]"), orders);
        // Lanes of bools are bits of a mask.
        assert_eq!(of("any(x > 0, axis=1)", "[bool; M]"), [Order::Rows]);
        assert_eq!(of("any(x > 0, axis=0)", "[bool; N]"), [Order::Points, Order::Points]);
    }

    #[test]
    fn short_sums_stay_with_their_points() {
        let source = "pub fn f<E>(x: [f64; E, 4]) -> [f64; E] { sum(x, axis=1) }";
        assert_eq!(orders(source), [Order::Points]);
        let source = "pub fn f<E>(x: [f64; E, 40]) -> [f64; E] { sum(x, axis=1) }";
        assert_eq!(orders(source), [Order::Rows]);
    }
}
