//! Routines on segments, with one thread per segment of a part.
//!
//! The threads of a block look at the indices of a part together, one tile at a time, and record those of the block's
//! segments. Then each thread combines the elements of its own segment in their order. There are no atomic operations,
//! and no other order than that of the elements, so results are those of a plain loop.

use super::{Helpers, THREADS};
use crate::dag::{DType, Routine};
use crate::emit::cuda::expression::{self, Expression, OperandFacts};
use crate::emit::cuda::names::c_type;
use crate::schedule::kernel::RoutineKernel;

/// The number of neighbouring indices that a thread looks at in a tile: as many as an `unsigned short` has bits.
const PER_THREAD: u32 = 16;

/// The bytes for the thread that each element belongs to, and for each thread the set of its indices that are of the
/// block's segments.
pub(super) const SHARED_BYTES: u32 = THREADS * PER_THREAD + 2 * THREADS;

/// How a segment combines its elements, as statements.
struct Combination {
    /// The buffer of the results.
    result: &'static str,
    /// The statements with which a thread that owns a segment begins, if there are any.
    first: String,
    /// The statements for each element of the segment, which is at place `at`.
    each: String,
    /// The statements after all elements.
    last: &'static str,
}

/// The combination of a routine, whose result is `none` for a segment without elements.
fn combination(kernel: &RoutineKernel, none: &str, helpers: &mut Helpers) -> Combination {
    let op = match &kernel.routine {
        Routine::Segment(op) => *op,
        Routine::SegmentLast => return counted("so_far = at;"),
        Routine::SegmentStore => return stored(),
        _ => return counted("so_far += 1;"),
    };
    let mut combined = |a: &str| {
        let facts = OperandFacts { dtype: kernel.dtype, index: false, right: None };
        let (a, b) = (Expression::primary(a), Expression::primary("b1[at * n2 + column]"));
        expression::binary(op.combine(), facts, &a, &b, helpers).text
    };
    // One column is kept in a register.
    let (one, several) = (combined("so_far"), combined("result[column]"));
    Combination {
        result: "b2",
        first: format!(
            "for (long long column = 0; column < n2; ++column) result[column] = {none};"
        ),
        each: format!(
            "if (n2 == 1) {{
                            const long long column = 0;
                            so_far = {one};
                        }} else {{
                            for (long long column = 0; column < n2; ++column) result[column] = {several};
                        }}"
        ),
        last: "if (owns && n2 == 1) result[0] = so_far;",
    }
}

/// Values in the place of old rows. The elements of a segment come in their order, so the last one stays.
fn stored() -> Combination {
    let copy = |from: &str| {
        format!("for (long long column = 0; column < n2; ++column) result[column] = {from};")
    };
    Combination {
        result: "b3",
        first: copy("b2[(first + threadIdx.x) * n2 + column]"),
        each: copy("b1[(n4 == 1 ? 0 : at) * n2 + column]"),
        last: "",
    }
}

/// The combination of elements without values, for which only places count.
fn counted(each: &str) -> Combination {
    Combination {
        result: "b1",
        first: String::new(),
        each: each.to_string(),
        last: "if (owns) result[0] = so_far;",
    }
}

pub(super) fn body(kernel: &RoutineKernel, helpers: &mut Helpers) -> String {
    let (dtype, none) = match &kernel.routine {
        // There is nothing to be combined.
        Routine::SegmentStore => (kernel.dtype, "0".to_string()),
        Routine::Segment(op) => {
            (kernel.dtype, Expression::constant(op.identity(kernel.dtype)).text)
        }
        Routine::SegmentLast => (DType::I64, "-1".to_string()),
        _ => (DType::I64, "0".to_string()),
    };
    let c = c_type(dtype);
    let Combination { result, first, each, last } = combination(kernel, &none, helpers);
    let owns = if first.is_empty() { String::new() } else { format!("    if (owns) {first}\n") };
    let tile = THREADS * PER_THREAD;
    format!(
        "    ARRAY_FN_SHARED(shared);
    unsigned char* const owners = (unsigned char*)shared;
    unsigned short* const found = (unsigned short*)(shared + {tile});
    const long long points = m0 * m1;
    const long long first = (long long)blockIdx.x * {THREADS};
    const long long end = first + {THREADS} < points ? first + {THREADS} : points;
    const long long length = (n0 + n3 - 1) / n3;
    const bool owns = first + threadIdx.x < points;
    {c}* const result = {result} + (first + threadIdx.x) * n2;
    {c} so_far = {none};
{owns}    for (long long part = first / n1; part * n1 < end; ++part) {{
        const long long begin = part * length;
        const long long part_end = begin + length < n0 ? begin + length : n0;
        for (long long tile = begin; tile < part_end; tile += {tile}) {{
            unsigned int own = 0;
            #pragma unroll
            for (int k = 0; k < {PER_THREAD}; ++k) {{
                const long long at = tile + (long long)threadIdx.x * {PER_THREAD} + k;
                if (at >= part_end) break;
                const long long segment = (long long)b0[at];
                if (segment < 0 || segment >= n1) continue;
                const long long owner = part * n1 + segment - first;
                if (owner < 0 || owner >= {THREADS}) continue;
                owners[threadIdx.x * {PER_THREAD} + k] = (unsigned char)owner;
                own |= 1u << k;
            }}
            found[threadIdx.x] = (unsigned short)own;
            __syncthreads();
            for (unsigned int thread = 0; thread < {THREADS}; ++thread) {{
                const unsigned int elements = found[thread];
                if (elements == 0) continue;
                for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
                    if ((elements >> k & 1) && owners[thread * {PER_THREAD} + k] == threadIdx.x) {{
                        const long long at = tile + (long long)thread * {PER_THREAD} + k;
                        {each}
                    }}
                }}
            }}
            __syncthreads();
        }}
    }}
    {last}
"
    )
}
