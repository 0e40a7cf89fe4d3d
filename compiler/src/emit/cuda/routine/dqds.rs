//! Singular values of bidiagonal matrices, by quotients and differences with shifts. The runtime's module of this name
//! explains the algorithm. Each step waits for the one before, so one thread does all sweeps; blocks have one matrix each.

use super::matrices::{THREADS, negligible, suffix};
use crate::dag::DType;
use crate::emit::cuda::names::c_type;

/// Sweeps for each row, after which the rest counts as converged.
const MOST_SWEEPS: u32 = 100;

/// Writes the singular values of the matrix with the elements `band[0..]`, times `scale`, into `out`: `count` of them in
/// descending order, then zeros up to `n0`. Overwrites `band`, and `w` and `v` of at least as many elements.
pub(super) fn values(dtype: DType) -> String {
    let c = c_type(dtype);
    let f = suffix(dtype);
    let epsilon = match dtype {
        DType::F32 => f64::from(f32::EPSILON),
        _ => f64::EPSILON,
    };
    let negligible = negligible(dtype);
    let square = square(dtype);
    let sweep = sweep(dtype);
    format!(
        "    const bool is_tall = n0 > n1;
    for (long long item = threadIdx.x; item < 2 * count - (is_tall ? 0 : 1); item += {THREADS}) {{
        band[item] *= band[item];
    }}
    for (long long item = threadIdx.x; item < count; item += {THREADS}) v[item] = -1;
    __syncthreads();
    if (threadIdx.x == 0) {{
        {square}
        long long first = 0;
        long long end = count;
        long long sweeps = {MOST_SWEEPS} * count;
        {c} total = 0;
        {c} lost = 0;
        {c} bound = 0;
        {c} but_last = 0;
        while (end > 0) {{
            long long start = end - 1;
            for (; start > first; --start) {{
                const {c} above = band[2 * start - 2];
                const {c} e = band[2 * start - 1];
                {c} q = band[2 * start];
                const bool is_last = start + 1 == end;
                const {c} gap = but_last - (q + e);
                if (is_last && (sweeps == 0 || (gap > q && e * (gap + above) <= ({c}){of_shifts:e} * total * gap))) break;
                if (!is_last && above < q) q = above;
                if (e <= ({c}){of_neighbours:e} * (total + q) || e <= ({c}){negligible:e}) break;
            }}
            if (start + 1 == end) {{
                band[2 * start] += total;
                end = start;
                bound = but_last;
                but_last = 0;
                if (start == first && end > 0) {{
                    total = v[end - 1];
                    lost = 0;
                    bound = 0;
                    first = end - 1;
                    while (first > 0 && v[first - 1] < 0) --first;
                }}
                continue;
            }}
            if (start > first) {{
                v[start - 1] = total;
                first = start;
                bound = 0;
            }}
            {sweep}
            const {c} more = shift - lost;
            const {c} sum = total + more;
            lost = (sum - total) - more;
            total = sum;
            --sweeps;
        }}
    }}
    __syncthreads();
    for (long long item = threadIdx.x; item < n0; item += {THREADS}) {{
        if (item >= count) {{
            out[item] = 0;
            continue;
        }}
        const {c} value = band[2 * item];
        long long place = 0;
        for (long long other = 0; other < count; ++other) {{
            const {c} of_other = band[2 * other];
            if (of_other > value || (of_other == value && other < item)) ++place;
        }}
        out[place] = sqrt{f}(value) * scale;
    }}
",
        of_shifts = epsilon / 64.0,
        of_neighbours = epsilon * epsilon,
    )
}

/// Makes a matrix with one row more than columns square: a sweep without a shift, after which the last row is zero.
fn square(dtype: DType) -> String {
    let c = c_type(dtype);
    let negligible = negligible(dtype);
    format!(
        "if (is_tall) {{
            {c} d = band[0];
            for (long long k = 0; k < count; ++k) {{
                const {c} e = band[2 * k + 1];
                const {c} sum = d + e;
                band[2 * k] = sum;
                if (k + 1 == count) break;
                const {c} q = band[2 * k + 2];
                if (e <= ({c}){negligible:e}) {{
                    band[2 * k + 1] = 0;
                    d = q;
                }} else {{
                    const {c} quotient = q / sum;
                    band[2 * k + 1] = e * quotient;
                    d *= quotient;
                }}
            }}
        }}"
    )
}

/// Sweeps over the rows `start..end` with a `shift` a little below `bound`, or else with half of it, or else with none.
/// Computes the next `bound`, and that of the rows `but_last`.
fn sweep(dtype: DType) -> String {
    let (c, f) = (c_type(dtype), suffix(dtype));
    let slack = match dtype {
        DType::F32 => 4096.0 * f64::from(f32::EPSILON),
        _ => 4096.0 * f64::EPSILON,
    };
    format!(
        "const {c} known = bound;
            {c} shift = 0;
            for (int attempt = 0; attempt < 3; ++attempt) {{
                shift = attempt == 2 ? 0 : known - known * (attempt == 0 ? ({c}){slack:e} : ({c})0.5);
                if (attempt < 2 && !(shift > 0 && shift - shift == 0)) continue;
                {c} d = band[2 * start] - shift;
                {c} before = 0;
                {c} diagonal = 0;
                {c} beside = 0;
                {c} trace = 0;
                {c} of_square = 0;
                for (long long k = start; k < end && !(d < 0); ++k) {{
                    const bool is_last = k + 1 == end;
                    const {c} e = is_last ? 0 : band[2 * k + 1];
                    const {c} sum = d + e;
                    if (is_last) but_last = bound;
                    const {c} inverse = 1 / sum;
                    const {c} factor = before * inverse;
                    beside = factor * (diagonal * diagonal + beside);
                    diagonal = inverse + factor * diagonal;
                    trace += diagonal;
                    of_square += diagonal * diagonal + (beside + beside);
                    w[2 * k] = sum;
                    if (k + 2 >= end) {{
                        const {c} n = ({c})(k + 1 - start);
                        const {c} spread = (n - 1) * (n * of_square - trace * trace);
                        bound = n / (trace + (spread > 0 ? sqrt{f}(spread) : spread * 0));
                    }}
                    if (is_last) break;
                    const {c} quotient = band[2 * k + 2] / sum;
                    before = e * quotient;
                    w[2 * k + 1] = before;
                    d = d * quotient - shift;
                }}
                if (!(d < 0)) break;
            }}
            for (long long k = 2 * start; k < 2 * end - 1; ++k) band[k] = w[k];"
    )
}
