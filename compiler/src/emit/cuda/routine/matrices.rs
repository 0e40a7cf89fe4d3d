//! Routines on matrices, with one block per matrix. Small matrices are worked on in shared memory, and others in the
//! memory of the result.
//!
//! Steps are taken in panels. The effect of all steps of a panel on the rest of the matrix is computed at once, but for
//! each element in the order of the steps. So, if products and sums are not contracted, each element has the bits of
//! the plain algorithm (of `dag/routine`).

use super::dqds;
use crate::dag::{DType, Routine};
use crate::emit::cuda::names::c_type;

/// The threads of a block: a power of two, and a multiple of 8. Small matrices have no work for more.
pub(super) const THREADS: u32 = 128;
/// The rows of the largest matrices that are kept in shared memory.
const SHARED: u32 = 64;
/// The number of steps of a panel.
const PANEL: u32 = 16;

/// Whether this file has a routine's kernel.
pub(super) fn has(routine: &Routine) -> bool {
    match routine {
        Routine::Lu | Routine::LuSolve | Routine::Cholesky | Routine::SingularValues => true,
        Routine::Scan(_) | Routine::ScanColumns(_) | Routine::Positions => false,
        Routine::ComplexProducts | Routine::Search { .. } => false,
        Routine::ArgSort | Routine::Sort | Routine::Middle | Routine::Top { .. } => false,
        Routine::Segment(_) | Routine::SegmentCount => false,
        Routine::SegmentLast | Routine::SegmentStore | Routine::Foreign(_) => false,
    }
}

pub(super) fn shared_bytes(routine: &Routine, dtype: DType) -> u32 {
    let element = dtype.bytes() as u32;
    let position = DType::I64.bytes() as u32;
    match routine {
        // The matrix, and for each thread the largest element that it met, with its place.
        Routine::Lu => SHARED * SHARED * element + THREADS * (element + position),
        Routine::Cholesky => SHARED * SHARED * element,
        Routine::LuSolve => 0,
        // The partial sum, or the largest element, of each thread.
        _ => THREADS * element,
    }
}

pub(super) fn suffix(dtype: DType) -> &'static str {
    if dtype == DType::F32 { "f" } else { "" }
}

pub(super) fn lu(dtype: DType) -> String {
    let c = c_type(dtype);
    let matrix = SHARED * SHARED * dtype.bytes() as u32;
    let places = matrix + THREADS * dtype.bytes() as u32;
    // Places are wide. They may come last only because they are aligned there.
    debug_assert_eq!(places % 8, 0);
    let pivot = pivot(dtype);
    format!(
        "    ARRAY_FN_SHARED(shared);
    {c}* const sizes = ({c}*)(shared + {matrix});
    long long* const places = (long long*)(shared + {places});
    const {c}* const a = b0 + (long long)blockIdx.x * n0 * n0;
    {c}* const out = b1 + (long long)blockIdx.x * (n0 + 1) * n0;
    {c}* const w = n0 <= {SHARED} ? ({c}*)shared : out;
    for (long long item = threadIdx.x; item < n0 * n0; item += {THREADS}) w[item] = a[item];
    __syncthreads();
    for (long long k0 = 0; k0 < n0; k0 += {PANEL}) {{
        const long long k1 = k0 + {PANEL} < n0 ? k0 + {PANEL} : n0;
        for (long long k = k0; k < k1; ++k) {{
            {pivot}
            if (threadIdx.x == 0) out[n0 * n0 + k] = ({c})pivot;
            if (pivot != k) {{
                for (long long j = threadIdx.x; j < n0; j += {THREADS}) {{
                    const {c} element = w[k * n0 + j];
                    w[k * n0 + j] = w[pivot * n0 + j];
                    w[pivot * n0 + j] = element;
                }}
            }}
            __syncthreads();
            const {c} divisor = w[k * n0 + k];
            for (long long i = k + 1 + threadIdx.x; i < n0; i += {THREADS}) {{
                const {c} factor = divisor == 0 ? 0 : w[i * n0 + k] / divisor;
                w[i * n0 + k] = factor;
                for (long long j = k + 1; j < k1; ++j) w[i * n0 + j] -= factor * w[k * n0 + j];
            }}
            __syncthreads();
        }}
        for (long long j = k1 + threadIdx.x; j < n0; j += {THREADS}) {{
            for (long long k = k0; k < k1; ++k) {{
                const {c} element = w[k * n0 + j];
                for (long long i = k + 1; i < k1; ++i) w[i * n0 + j] -= w[i * n0 + k] * element;
            }}
        }}
        __syncthreads();
        const long long rest = n0 - k1;
        for (long long item = threadIdx.x; item < rest * rest; item += {THREADS}) {{
            const long long i = k1 + item / rest;
            const long long j = k1 + item % rest;
            {c} element = w[i * n0 + j];
            for (long long k = k0; k < k1; ++k) element -= w[i * n0 + k] * w[k * n0 + j];
            w[i * n0 + j] = element;
        }}
        __syncthreads();
    }}
    if (w == out) return;
    for (long long item = threadIdx.x; item < n0 * n0; item += {THREADS}) out[item] = w[item];
"
    )
}

/// Finds `pivot`: the row of the first largest element of column `k` from its diagonal on, or `k` if the diagonal is
/// NaN. All threads run this.
fn pivot(dtype: DType) -> String {
    let (c, f) = (c_type(dtype), suffix(dtype));
    format!(
        "const {c} first = fabs{f}(w[k * n0 + k]);
            {c} largest = -1;
            long long place = n0;
            for (long long i = k + threadIdx.x; i < n0; i += {THREADS}) {{
                const {c} size = fabs{f}(w[i * n0 + k]);
                if (size > largest) {{
                    largest = size;
                    place = i;
                }}
            }}
            sizes[threadIdx.x] = largest;
            places[threadIdx.x] = place;
            __syncthreads();
            for (unsigned int step = {THREADS} / 2; step > 0; step /= 2) {{
                if (threadIdx.x < step) {{
                    const {c} other = sizes[threadIdx.x + step];
                    const long long there = places[threadIdx.x + step];
                    if (other > largest || (other == largest && there < place)) {{
                        largest = other;
                        place = there;
                        sizes[threadIdx.x] = largest;
                        places[threadIdx.x] = place;
                    }}
                }}
                __syncthreads();
            }}
            const long long pivot = first != first ? k : places[0];"
    )
}

pub(super) fn lu_solve(dtype: DType) -> String {
    let c = c_type(dtype);
    format!(
        "    const {c}* const w = b0 + (long long)blockIdx.x * (n0 + 1) * n0;
    const {c}* const right = b1 + (long long)blockIdx.x * n0 * n1;
    {c}* const x = b2 + (long long)blockIdx.x * n0 * n1;
    for (long long item = threadIdx.x; item < n0 * n1; item += {THREADS}) x[item] = right[item];
    __syncthreads();
    for (long long j = threadIdx.x; j < n1; j += {THREADS}) {{
        for (long long k = 0; k < n0; ++k) {{
            const {c} place = w[n0 * n0 + k];
            const long long pivot = place >= 0 && place < n0 ? (long long)place : k;
            const {c} element = x[k * n1 + j];
            x[k * n1 + j] = x[pivot * n1 + j];
            x[pivot * n1 + j] = element;
        }}
    }}
    __syncthreads();
    for (long long k0 = 0; k0 < n0; k0 += {PANEL}) {{
        const long long k1 = k0 + {PANEL} < n0 ? k0 + {PANEL} : n0;
        for (long long j = threadIdx.x; j < n1; j += {THREADS}) {{
            for (long long k = k0; k < k1; ++k) {{
                const {c} element = x[k * n1 + j];
                for (long long i = k + 1; i < k1; ++i) x[i * n1 + j] -= w[i * n0 + k] * element;
            }}
        }}
        __syncthreads();
        for (long long item = threadIdx.x; item < (n0 - k1) * n1; item += {THREADS}) {{
            const long long i = k1 + item / n1;
            const long long j = item % n1;
            {c} element = x[i * n1 + j];
            for (long long k = k0; k < k1; ++k) element -= w[i * n0 + k] * x[k * n1 + j];
            x[i * n1 + j] = element;
        }}
        __syncthreads();
    }}
    for (long long k1 = n0; k1 > 0; k1 = k1 > {PANEL} ? k1 - {PANEL} : 0) {{
        const long long k0 = k1 > {PANEL} ? k1 - {PANEL} : 0;
        for (long long j = threadIdx.x; j < n1; j += {THREADS}) {{
            for (long long k = k1 - 1; k >= k0; --k) {{
                const {c} element = x[k * n1 + j] / w[k * n0 + k];
                x[k * n1 + j] = element;
                for (long long i = k0; i < k; ++i) x[i * n1 + j] -= w[i * n0 + k] * element;
            }}
        }}
        __syncthreads();
        for (long long item = threadIdx.x; item < k0 * n1; item += {THREADS}) {{
            const long long i = item / n1;
            const long long j = item % n1;
            {c} element = x[i * n1 + j];
            for (long long k = k1 - 1; k >= k0; --k) element -= w[i * n0 + k] * x[k * n1 + j];
            x[i * n1 + j] = element;
        }}
        __syncthreads();
    }}
"
    )
}

pub(super) fn cholesky(dtype: DType) -> String {
    let (c, f) = (c_type(dtype), suffix(dtype));
    format!(
        "    ARRAY_FN_SHARED(shared);
    const {c}* const a = b0 + (long long)blockIdx.x * n0 * n0;
    {c}* const out = b1 + (long long)blockIdx.x * n0 * n0;
    {c}* const w = n0 <= {SHARED} ? ({c}*)shared : out;
    for (long long item = threadIdx.x; item < n0 * n0; item += {THREADS}) {{
        w[item] = item % n0 > item / n0 ? 0 : a[item];
    }}
    __syncthreads();
    for (long long k0 = 0; k0 < n0; k0 += {PANEL}) {{
        const long long k1 = k0 + {PANEL} < n0 ? k0 + {PANEL} : n0;
        for (long long k = k0; k < k1; ++k) {{
            const {c} diagonal = sqrt{f}(w[k * n0 + k]);
            __syncthreads();
            for (long long i = k + threadIdx.x; i < n0; i += {THREADS}) {{
                w[i * n0 + k] = i == k ? diagonal : w[i * n0 + k] / diagonal;
            }}
            __syncthreads();
            for (long long i = k + 1 + threadIdx.x; i < n0; i += {THREADS}) {{
                for (long long j = k + 1; j < k1 && j <= i; ++j) {{
                    w[i * n0 + j] -= w[i * n0 + k] * w[j * n0 + k];
                }}
            }}
            __syncthreads();
        }}
        const long long rest = n0 - k1;
        for (long long item = threadIdx.x; item < rest * rest; item += {THREADS}) {{
            const long long i = k1 + item / rest;
            const long long j = k1 + item % rest;
            if (j > i) continue;
            {c} element = w[i * n0 + j];
            for (long long k = k0; k < k1; ++k) element -= w[i * n0 + k] * w[j * n0 + k];
            w[i * n0 + j] = element;
        }}
        __syncthreads();
    }}
    if (w == out) return;
    for (long long item = threadIdx.x; item < n0 * n0; item += {THREADS}) out[item] = w[item];
"
    )
}

/// Adds `part` of the threads of a group of eight, in all of them.
const GROUP_TOTAL: &str = "sums[threadIdx.x] = part;
            __syncthreads();
            part = sums[threadIdx.x / 8 * 8];
            for (unsigned int lane = 1; lane < 8; ++lane) part += sums[threadIdx.x / 8 * 8 + lane];
            __syncthreads();";

/// Singular values. Where rows are multiplied by a vector, there are eight threads per row, because `dot` of the plain
/// algorithm has eight partial sums. Where columns are multiplied, there is one thread per column. The last step has
/// one thread per singular value.
pub(super) fn singular_values(dtype: DType) -> String {
    let c = c_type(dtype);
    let (scaled_copy, bidiagonal, values) =
        (scaled_copy(dtype), bidiagonal(dtype), dqds::values(dtype));
    format!(
        "    ARRAY_FN_SHARED(shared);
    {c}* const sums = ({c}*)shared;
    const {c}* const a = b0 + (long long)blockIdx.x * n0 * n1;
    {c}* const out = b1 + (long long)blockIdx.x * n0;
    {c}* const w = b2 + (long long)blockIdx.x * (n0 * n1 + 3 * n0 + n1);
    {c}* const band = w + n0 * n1;
    {c}* const v = band + 2 * n0;
    const long long count = n0 < n1 ? n0 : n1;
{scaled_copy}{bidiagonal}{values}"
    )
}

/// Copies `a` to `w`, divided by `scale`, the largest magnitude of its elements. If that is 0 or not finite, all
/// singular values are 0 or NaN, and the threads return.
fn scaled_copy(dtype: DType) -> String {
    let (c, f) = (c_type(dtype), suffix(dtype));
    format!(
        "    {c} scale = 0;
    for (long long item = threadIdx.x; item < n0 * n1; item += {THREADS}) {{
        const {c} size = fabs{f}(a[item]);
        if (!(size <= scale)) scale = size;
        if (scale != scale) break;
    }}
    sums[threadIdx.x] = scale;
    __syncthreads();
    for (unsigned int step = {THREADS} / 2; step > 0; step /= 2) {{
        if (threadIdx.x < step) {{
            const {c} other = sums[threadIdx.x + step];
            if (scale == scale && !(other <= scale)) scale = other;
            sums[threadIdx.x] = scale;
        }}
        __syncthreads();
    }}
    scale = sums[0];
    __syncthreads();
    if (scale == 0 || scale - scale != 0) {{
        for (long long i = threadIdx.x; i < n0; i += {THREADS}) out[i] = scale - scale;
        return;
    }}
    for (long long item = threadIdx.x; item < n0 * n1; item += {THREADS}) w[item] = a[item] / scale;
    __syncthreads();
"
    )
}

/// Reduces `w` to the elements of `band`: `band[2 * k]` is on the diagonal, and the element after it is below the
/// diagonal.
fn bidiagonal(dtype: DType) -> String {
    let c = c_type(dtype);
    let groups = THREADS / 8;
    let (of_row, of_column) = (reflection(dtype, "2 * k"), reflection(dtype, "2 * k + 1"));
    format!(
        "    {c} factor = 0;
    for (long long k = 0; k < count; ++k) {{
        long long length = n1 - k;
        for (long long j = threadIdx.x; j < length; j += {THREADS}) v[j] = w[k * n1 + k + j];
        __syncthreads();
        {of_row}
        if (factor != 0) for (long long first = k + 1; first < n0; first += {groups}) {{
            const long long i = first + threadIdx.x / 8;
            {c}* const row = w + i * n1 + k;
            {c} part = 0;
            if (i < n0) for (long long j = threadIdx.x % 8; j < length; j += 8) part += row[j] * v[j];
            {GROUP_TOTAL}
            const {c} scaled = factor * part;
            if (i < n0) for (long long j = threadIdx.x % 8; j < length; j += 8) row[j] -= scaled * v[j];
        }}
        __syncthreads();
        length = n0 - k - 1;
        if (length == 0) break;
        for (long long i = threadIdx.x; i < length; i += {THREADS}) v[i] = w[(k + 1 + i) * n1 + k];
        __syncthreads();
        {of_column}
        if (factor != 0) for (long long j = k + 1 + threadIdx.x; j < n1; j += {THREADS}) {{
            {c}* const column = w + (k + 1) * n1 + j;
            {c} sum = 0;
            for (long long i = 0; i < length; ++i) sum += v[i] * column[i * n1];
            const {c} scaled = factor * sum;
            for (long long i = 0; i < length; ++i) column[i * n1] -= scaled * v[i];
        }}
        __syncthreads();
    }}
"
    )
}

/// Makes the reflection that leaves only the head of `v[0..length]`: `v` becomes its vector, `factor` its scale, and
/// `band[place]` gets the new head. All threads run this.
fn reflection(dtype: DType, place: &str) -> String {
    let (c, f) = (c_type(dtype), suffix(dtype));
    let negligible = negligible(dtype);
    format!(
        "{{
            {c} part = 0;
            for (long long j = 1 + threadIdx.x % 8; j < length; j += 8) part += v[j] * v[j];
            {GROUP_TOTAL}
            const {c} head = v[0];
            __syncthreads();
            factor = 0;
            {c} value = head;
            if (part > ({c}){negligible:e}) {{
                const {c} norm = sqrt{f}(head * head + part);
                const {c} pointed = head < 0 ? head - norm : head + norm;
                value = head < 0 ? norm : -norm;
                factor = 1 / (norm * fabs{f}(pointed));
                if (threadIdx.x == 0) v[0] = pointed;
            }}
            if (threadIdx.x == 0) band[{place}] = value;
            __syncthreads();
        }}"
    )
}

/// Sums of squares of elements up to this count as zero.
pub(super) fn negligible(dtype: DType) -> f64 {
    match dtype {
        DType::F32 => f64::from(f32::MIN_POSITIVE / f32::EPSILON),
        _ => f64::MIN_POSITIVE / f64::EPSILON,
    }
}
