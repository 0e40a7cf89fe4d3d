//! Kernels whose threads share the terms of reductions: the threads of a point, and the thread that stores its results.
//! Neighbouring threads have neighbouring terms of a row of memory, or neighbouring columns.

use super::body::Body;
use super::helpers::Helpers;
use super::kernel::{decode, parallel_loops, product};
use super::mapping::{Mapping, Neighbours, Sharing, Terms};
use crate::emit::text::add_line;
use crate::schedule::kernel::KernelIr;
use array_fn_plan::{MIN_SHARING, MIN_TERMS, TERMS_PER_THREAD, sharing};

/// What follows the signature.
///
/// Threads that have no point of their own take the last one, and wait with the others where they meet. They store
/// nothing. Where no threads meet, they end at once.
pub(super) fn body(
    kernel: &KernelIr,
    mapping: &Mapping,
    shared: Sharing,
    helpers: &mut Helpers,
) -> String {
    let threads = mapping.threads;
    let mut out = "    ARRAY_FN_SHARED(shared);\n".to_string();
    let points = product(None, &parallel_loops(kernel));
    add_line!(&mut out, "    const long long points = {points};");
    out.push_str(&sharing_text(shared, "n"));
    let (lane, point) = match shared.neighbours {
        Neighbours::Terms => ("threadIdx.x & (sharing - 1)", "threadIdx.x / sharing"),
        Neighbours::Points => {
            add_line!(&mut out, "    const unsigned int own_points = {threads} / sharing;");
            ("threadIdx.x / own_points", "(threadIdx.x & (own_points - 1))")
        }
    };
    add_line!(
        &mut out,
        "    const unsigned int lane = {lane};
    const long long own = (long long)blockIdx.x * ({threads} / sharing) + {point};
    if (sharing == 1 && own >= points) return;
    const long long point = own < points ? own : points - 1;"
    );
    let Some(phase) = kernel.phases.first() else { return out };
    let mut body = Body::new(kernel, mapping, phase, helpers);
    decode(&mut body, "point", "long long", &parallel_loops(kernel));
    body.statements(&phase.body);
    out.push_str(&body.finish());
    out
}

/// The number of threads that share the terms of a point. Sizes have names that begin with `size`.
pub(super) fn sharing_text(shared: Sharing, size: &str) -> String {
    let Sharing { terms, most, .. } = shared;
    match terms {
        Terms::Known(n) => format!("    const unsigned int sharing = {};\n", sharing(n, most)),
        // As `array_fn_plan::sharing`.
        Terms::Size(k) => format!(
            "    unsigned int sharing = 1;
    if ({size}{k} >= {MIN_TERMS}) for (sharing = {MIN_SHARING}; sharing < {most} && sharing * {TERMS_PER_THREAD}LL < {size}{k}; sharing *= 2) {{}}\n"
        ),
    }
}
