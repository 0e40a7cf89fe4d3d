//! Reductions of few terms whose number is known at run time only, in kernels whose terms run in lanes
//! ([`Order::Rows`]). Such terms fill no vector, so points run in lanes instead.

use super::Emitter;
use super::analysis::Analysis;
use super::order::Order;
use super::search::search;
use crate::schedule::kernel::{Extent, KernelIr, Stmt};

/// Code for few terms.
pub(super) struct FewTerms {
    /// The functions `{name}_few`, of any number of lanes, and those that it calls.
    pub(super) code: String,
    /// The lanes of `{name}_few` with AVX2 and with AVX-512.
    pub(super) lanes: (usize, usize),
    /// Whether there are few terms, as an expression.
    pub(super) condition: String,
}

/// The most terms of a reduction for which points are in lanes. So few terms fill no vector, or hardly more than one;
/// gathering one of them for each point costs less.
const FEW_TERMS: i64 = 12;
/// The most terms of a search. Along longer rows it stops at the first place, and looks at masks.
const FEW_SEARCHED: i64 = 5;

/// The size that is the number of terms of all reductions of a kernel, and the most terms with which points are in its
/// lanes instead. `analysis` is that of the kernel.
pub(super) fn size(kernel: &KernelIr, analysis: &Analysis) -> Option<(u32, i64)> {
    let [phase] = kernel.phases.as_slice() else { return None };
    if analysis.order != Order::Rows || kernel.parallel.is_empty() || kernel.pieces.is_some() {
        return None;
    }
    let (mut size, mut most) = (None, FEW_TERMS);
    for stmt in &phase.body {
        let Stmt::Reduce { loops, accumulators, .. } = stmt else { continue };
        let [only] = loops.as_slice() else { return None };
        let Extent::Size(k) = only.extent else { return None };
        if size.is_some_and(|size| size != k) {
            return None;
        }
        if accumulators.iter().any(|a| search(kernel, a).is_some()) {
            most = FEW_SEARCHED;
        }
        size = Some(k);
    }
    size.filter(|_| !Analysis::points(kernel).one_lane).map(|size| (size, most))
}

/// The functions that do a kernel's points in lanes. `analysis` is that of the kernel.
pub(super) fn emit(kernel: &KernelIr, analysis: &Analysis, name: &str) -> Option<FewTerms> {
    let (size, most) = size(kernel, analysis)?;
    let name = format!("{name}_few");
    let mut e = Emitter { analysis: Analysis::points(kernel), ..Emitter::new(kernel) };
    e.body();
    let range = e.wrap(&name);
    let lanes = e.widths();
    let code = format!(
        "{range}
        unsafe fn {name}_baseline(a: &CpuArgs, begin: usize, end: usize) {{
            unsafe {{ {name}::<1>(a, begin, end) }}
        }}
        {}
        unsafe fn {name}_avx2(a: &CpuArgs, begin: usize, end: usize) {{
            unsafe {{ {name}::<{}>(a, begin, end) }}
        }}",
        super::AVX2,
        lanes.0
    );
    let condition = format!("*a.sizes.add({size}) <= {most}");
    Some(FewTerms { code, lanes, condition })
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// Whether points can be in lanes.
    fn has_few(body: &str, result: &str) -> bool {
        let source = format!(
            "pub fn f<M, N>(x: [f64; M, N], y: [f64; N], z: [f64; M, 20]) -> {result} {{ {body} }}"
        );
        emitted(&source).contains("k_few::<")
    }

    #[test]
    fn rows_of_unknown_length_are_reduced_in_lanes_of_points_if_they_are_short() {
        for body in ["sum(x, axis=1)", "x @ y", "max(exp(x), axis=1)", "mean(x * x, axis=1) + 1"] {
            assert!(has_few(body, "[f64; M]"), "{body}");
        }
        assert!(has_few("argmax(x, axis=1)", "[i64; M]"));
        // Columns have points in lanes anyway.
        assert!(!has_few("sum(x, axis=0)", "[f64; N]"));
        // There is one point only, or many terms.
        assert!(!has_few("sum(y)", "f64") && !has_few("sum(z, axis=1)", "[f64; M]"));
    }
}
