//! Reductions down the columns of many small matrices: `sum(x, axis=1)` of `[M, 4, 3]`.
//!
//! A matrix fills no vector, and a loop for each of them takes longer than its few additions. So lanes are points of
//! several matrices, which run on over the ends of rows as in [`super::wrapped`], and each lane gathers its terms.

use super::Emitter;
use super::analysis::{Analysis, Offset};
use super::order::Order;
use super::outer::argument;
use super::value::Tile;
use super::wrapped::{Kind, ShortRows, Wrapped, vectors};
use crate::hash::HashMap;
use crate::schedule::kernel::{Access, Extent, KernelIr, Stmt};

/// The most rows of a small matrix. Those of larger ones are enough to be read in order, vector by vector
/// ([`super::short_columns`]). If the length of rows is a multiple of `EVEN`, columns repeat after few vectors, and fewer
/// rows are enough.
const MOST_TERMS: i64 = 20;
const MOST_OF_EVEN: i64 = 6;
const EVEN: i64 = 4;
/// The fewest matrices that are many. This does not depend on tasks, because sums depend on the order of their terms.
const MIN_MATRICES: i64 = 64;

/// The dimensions that lanes run through, and the extent of all reductions, if a kernel may be of this kind. Its
/// results must fill their arrays.
fn matrices(kernel: &KernelIr) -> Option<(Wrapped, Extent)> {
    let ([phase], [row, lane]) = (kernel.phases.as_slice(), kernel.parallel.as_slice()) else {
        return None;
    };
    if !matches!(lane.extent, Extent::Size(_)) || !phase.loops.is_empty() {
        return None;
    }
    let wrapped = Wrapped { row: *row, lane: *lane };
    let analysis = Analysis::wrapped_points(kernel, wrapped);
    let reads_own = kernel.buffers.iter().any(|buffer| buffer.access == Access::ReadWrite);
    if analysis.one_lane || reads_own || !kernel.locals.is_empty() {
        return None;
    }
    let mut terms = None;
    for stmt in &phase.body {
        match stmt {
            Stmt::Reduce { loops, body, .. } if body.is_empty() => {
                let [only] = loops.as_slice() else { return None };
                if *terms.get_or_insert(only.extent) != only.extent {
                    return None;
                }
            }
            Stmt::Store { buffer, offset, .. }
                if kernel.buffers[*buffer as usize].access == Access::Write
                    && matches!(
                        analysis.offset(kernel, *offset),
                        Offset::Linear { stride: None, .. }
                    ) => {}
            _ => return None,
        }
    }
    terms.filter(|extent| !matches!(extent, Extent::Range { .. })).map(|terms| (wrapped, terms))
}

/// The code for small matrices of a kernel that may have some.
pub fn emit(kernel: &KernelIr, name: &str) -> Option<ShortRows> {
    if Analysis::new(kernel).order != Order::Columns {
        return None;
    }
    let (wrapped, terms) = matrices(kernel)?;
    let Extent::Size(length) = wrapped.lane.extent else { return None };
    let mut e = Emitter::new(kernel);
    e.analysis = Analysis::wrapped_points(kernel, wrapped);
    e.wrapped = Some(wrapped);
    e.scopes.push(HashMap::default());
    e.one_point(&kernel.phases[0], &Tile { depends: &[], copy: 0 });
    e.scopes.pop();
    let body = std::mem::take(&mut e.out);
    let code = format!("{}{}\n}}\n}}\n", e.begin_wrapped(wrapped, name), vectors(&body));
    let n = argument(wrapped.lane.extent);
    let others = format!(
        " && {} <= if {n} % {EVEN} == 0 {{ {MOST_OF_EVEN} }} else {{ {MOST_TERMS} }} && {} >= {MIN_MATRICES}",
        argument(terms),
        argument(wrapped.row.extent)
    );
    Some(ShortRows { code, length, kind: Kind::Matrices(others), is_even: true })
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// Whether a function of matrices has code for many small ones.
    fn has_code(body: &str, result: &str) -> bool {
        let source = emitted(&format!(
            "pub fn f<M, N, K>(x: [f64; M, N, K], w: [f64; N], z: [f64; M, 4, 3]) -> {result} {{ {body} }}"
        ));
        source.contains("< 16 && (*a.sizes.add(")
    }

    #[test]
    fn columns_of_small_matrices_are_reduced_in_lanes_of_several() {
        let bodies = [
            "sum(x, axis=1)",
            "sum(x * w[.., newaxis], axis=1)",
            "var(x, axis=1)",
            "max(x, axis=1) + 1",
        ];
        for body in bodies {
            assert!(has_code(body, "[f64; M, K]"), "{body}");
        }
        assert!(has_code("argmax(x, axis=1)", "[i64; M, K]"));
        // Rows of matrices, one matrix, and those of known size.
        assert!(!has_code("sum(x, axis=2)", "[f64; M, N]"));
        assert!(!has_code("sum(x, axis=0)", "[f64; N, K]"));
        assert!(!has_code("sum(z, axis=1)", "[f64; M, 3]"));
    }
}
