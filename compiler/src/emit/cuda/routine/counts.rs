//! Counts of indices, and their last positions, as chains of two kernels. The first writes what a segment without
//! elements has. In the second, each block looks at a tile of indices, and adds what it has found.
//!
//! Counts of more segments are another chain (`grouped_counts`), but for very many.
//!
//! Results change by atomic operations. These are sums and maxima of integers, which are the same in any order.

use super::chain::{
    Formula, Stages, constant, divided_up, number, quotient_up, read, size, stage, times, within,
    written,
};
use super::{THREADS, grouped_counts};
use crate::dag::DType;
use crate::emit::cuda::names::c_type;
use crate::plan::StageArgument::{Buffer, Number, Scratch};
use crate::plan::{Chain, Stage, StageArgument};
use array_fn_plan::BLOCK_ROW;

/// The neighbouring tiles of [`THREADS`] indices that a block looks at.
pub(super) const PER_THREAD: u32 = 16;
/// The indices that a block looks at.
pub(super) const TILE: u32 = THREADS * PER_THREAD;
/// The most segments that a block counts in shared memory, before it adds its counts to those of others. A block has
/// at least twice as many indices.
const FEW: u32 = 2048;
/// The elements that a thread writes at the beginning.
const FILLED: u32 = 4;

/// The chains for counts: one for few segments, some for more, and one for any number.
pub(super) fn counts(index: DType, stages: &mut Stages) -> Vec<Chain> {
    let few = stage(few(index, stages), 4 * FEW, blocks(), arguments(Buffer(1)));
    let many = counted("counts_far", index, "atomicAdd(&result[segment], 1ull);", stages);
    let many = stage(many, 0, blocks(), arguments(Buffer(1)));
    let few_segments = within(1, 1, i64::from(FEW));
    let long = within(0, BLOCK_ROW + 1, i64::MAX);
    let chain = |suits, counts, stages: &mut Stages| Chain {
        suits,
        scratch: Vec::new(),
        stages: vec![fill(Buffer(1), 0, &segments(), stages), counts],
    };
    let mut chains = vec![chain(vec![long, few_segments], few, stages)];
    chains.extend(grouped_counts::chains(FEW, index, stages));
    chains.push(chain(vec![long], many, stages));
    chains
}

/// The chain for last positions.
pub(super) fn last(index: DType, stages: &mut Stages) -> Vec<Chain> {
    let stages = positions(Buffer(1), index, stages).to_vec();
    vec![Chain { suits: vec![within(0, BLOCK_ROW + 1, i64::MAX)], scratch: Vec::new(), stages }]
}

/// The chain that stores values in the place of rows: last positions in scratch memory, and then each element.
pub(super) fn stores(dtype: DType, index: DType, stages: &mut Stages) -> Vec<Chain> {
    let mut all = positions(Scratch(0), index, stages).to_vec();
    let c = c_type(dtype);
    let buffers =
        [read("long long", "last"), read(c, "values"), read(c, "old"), written(c, "result")];
    let numbers = ["elements", "columns", "rows"].map(number);
    let parameters: Vec<String> = buffers.into_iter().chain(numbers).collect();
    let name = stages.name(&format!("stores_{dtype}"), &parameters, || {
        format!(
            "    const long long point = (long long)blockIdx.x * {THREADS} + threadIdx.x;
    if (point >= elements) return;
    const long long segment = point / columns;
    const long long at = last[segment];
    const long long row = rows == 1 ? 0 : at;
    result[point] = at < 0 ? old[point] : values[row * columns + (point - segment * columns)];
"
        )
    });
    let elements = times(&size(1), &size(2));
    let numbers = [elements.clone(), size(2), size(4)].map(Number);
    let arguments = [Scratch(0), Buffer(1), Buffer(2), Buffer(3)].into_iter().chain(numbers);
    all.push(stage(name, 0, divided_up(&elements, THREADS), arguments.collect()));
    let scratch = vec![times(&size(1), &constant(8))];
    vec![Chain { suits: vec![within(0, BLOCK_ROW + 1, i64::MAX)], scratch, stages: all }]
}

/// The stages that write the last position of each segment.
fn positions(to: StageArgument, index: DType, stages: &mut Stages) -> [Stage; 2] {
    let positions = counted("last", index, "atomicMax((long long*)&result[segment], at);", stages);
    let positions = stage(positions, 0, blocks(), arguments(to.clone()));
    [fill(to, -1, &segments(), stages), positions]
}

/// The number of indices of a part.
pub(super) fn length() -> Formula {
    quotient_up(&size(0), &size(3))
}

pub(super) fn blocks() -> Formula {
    times(&size(3), &divided_up(&length(), TILE))
}

fn arguments(to: StageArgument) -> Vec<StageArgument> {
    let numbers = [size(0), size(1), length(), divided_up(&length(), TILE)];
    [Buffer(0), to].into_iter().chain(numbers.map(Number)).collect()
}

pub(super) fn parameters(index: DType) -> Vec<String> {
    let buffers = [read(c_type(index), "b0"), written("unsigned long long", "b1")];
    buffers.into_iter().chain(["n", "segments", "length", "tiles"].map(number)).collect()
}

/// The number of results: the segments of all parts.
fn segments() -> Formula {
    times(&size(3), &size(1))
}

/// A stage that writes the same number `n` times.
pub(super) fn fill(to: StageArgument, value: i64, n: &Formula, stages: &mut Stages) -> Stage {
    let parameters = [written("long long", "b0"), number("value"), number("n")];
    let each = FILLED * THREADS;
    let name = stages.name("fill_i64", &parameters, || {
        format!(
            "    const long long first = blockIdx.x * {each}LL + threadIdx.x;
    #pragma unroll
    for (int k = 0; k < {FILLED}; ++k) {{
        if (first + k * {THREADS} < n) b0[first + k * {THREADS}] = value;
    }}
"
        )
    });
    let arguments = vec![to, Number(constant(value)), Number(n.clone())];
    stage(name, 0, divided_up(n, each), arguments)
}

/// The statements that load the indices of a block's tile. Those that are in no segment become -1.
fn load(index: DType) -> String {
    let c = c_type(index);
    format!(
        "    const long long part = blockIdx.x / tiles;
    const long long first = part * length + (blockIdx.x - part * tiles) * {TILE};
    const long long end = (part + 1) * length < n ? (part + 1) * length : n;
    unsigned long long* const result = b1 + part * segments;
    {c} values[{PER_THREAD}];
    #pragma unroll
    for (int k = 0; k < {PER_THREAD}; ++k) {{
        const long long at = first + k * {THREADS} + threadIdx.x;
        values[k] = 0;
        if (at < end) values[k] = b0[at];
    }}
"
    )
}

/// A stage that changes the result of each index in memory.
fn counted(name: &str, index: DType, each: &str, stages: &mut Stages) -> String {
    stages.name(&format!("{name}_{index}"), &parameters(index), || {
        let load = load(index);
        format!(
            "{load}    #pragma unroll
    for (int k = 0; k < {PER_THREAD}; ++k) {{
        const long long at = first + k * {THREADS} + threadIdx.x;
        const long long segment = (long long)values[k];
        if (at < end && segment >= 0 && segment < segments) {each}
    }}
"
        )
    })
}

/// A stage that counts in shared memory. Where there is room, several copies of the counts serve fewer warps each.
fn few(index: DType, stages: &mut Stages) -> String {
    stages.name(&format!("counts_{index}"), &parameters(index), || {
        let load = load(index);
        let [eighth, quarter, half] = [FEW / 8, FEW / 4, FEW / 2];
        format!(
            "    ARRAY_FN_SHARED(shared);
    unsigned int* const counts = (unsigned int*)shared;
    const unsigned int bins = (unsigned int)segments;
    const unsigned int copies = bins <= {eighth} ? 8 : bins <= {quarter} ? 4 : bins <= {half} ? 2 : 1;
    unsigned int* const own = counts + threadIdx.x / 32 % copies * bins;
{load}    for (unsigned int i = threadIdx.x; i < copies * bins; i += {THREADS}) counts[i] = 0;
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < {PER_THREAD}; ++k) {{
        const long long at = first + k * {THREADS} + threadIdx.x;
        const long long segment = (long long)values[k];
        if (at < end && segment >= 0 && segment < segments) atomicAdd(&own[segment], 1u);
    }}
    __syncthreads();
    for (unsigned int i = threadIdx.x; i < bins; i += {THREADS}) {{
        unsigned int count = 0;
        for (unsigned int k = 0; k < copies; ++k) count += counts[k * bins + i];
        if (count != 0) atomicAdd(&result[i], (unsigned long long)count);
    }}
"
        )
    })
}
