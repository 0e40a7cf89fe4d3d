//! Counts of indices in more segments than a block has memory for, as a chain of two kernels.
//!
//! Segments belong to groups. In the first kernel, a block looks at a tile of indices, and brings those of each group
//! together. In the second one, a block counts the indices of a group in shared memory, and writes its results. So
//! counts need no atomic operation in memory, and their memory needs no zeros before.
//!
//! Within a group of a tile, indices are in any order. Counts are the same for all orders.

use super::THREADS;
use super::chain::{
    Stages, constant, divided_up, number, read, size, stage, sums_of_threads, times, within,
    written,
};
use super::counts::{PER_THREAD, TILE, blocks, length, parameters};
use crate::dag::DType;
use crate::emit::cuda::names::c_type;
use crate::plan::StageArgument::{Buffer, Number, Scratch};
use crate::plan::{Chain, Stage};
use array_fn_plan::BLOCK_ROW;

/// The neighbouring segments that a group has. Their counts are a sector of memory. They are few, so that indices in
/// order are of many groups, and do not wait for each other.
const NEIGHBOURS: u32 = 4;
/// The neighbouring threads that look at the indices of a group in a tile.
const TOGETHER: u32 = 16;
/// The indices that such a thread loads before it counts them.
const LOADED: u32 = 4;
/// The indices of a group in a tile above which threads load more, and count equal ones at once.
const MANY: u32 = 128;
/// The indices that they load then. More of them take registers, and so fewer blocks fit a multiprocessor.
const MORE_LOADED: u32 = 8;

/// Groups, for some numbers of segments.
struct Groups {
    /// There are `2^bits` groups.
    bits: u32,
    /// The most segments of a group.
    counts: u32,
}

/// With few groups there is work for each block; with many of them, for each multiprocessor. What blocks count in is
/// small where it can be, so that many blocks fit a multiprocessor.
const GROUPS: [Groups; 3] = [
    Groups { bits: 5, counts: 256 },
    Groups { bits: 7, counts: 2048 },
    Groups { bits: 7, counts: 12_288 },
];

/// The most indices: a block counts in 32 bits.
const MOST_INDICES: i64 = u32::MAX as i64;

/// The chains, for more than `few` segments.
pub(super) fn chains(few: u32, index: DType, stages: &mut Stages) -> Vec<Chain> {
    let mut least = i64::from(few) + 1;
    let chain = |groups: &Groups| {
        let most = i64::from(groups.counts) << groups.bits;
        let suits = vec![within(0, BLOCK_ROW + 1, MOST_INDICES), within(1, least, most)];
        least = most + 1;
        let indices = times(&blocks(), &constant(2 * i64::from(TILE)));
        let places = times(&blocks(), &constant(4 << groups.bits));
        let stages = vec![groups.split(index, stages), groups.count(stages)];
        Chain { suits, scratch: vec![indices, places], stages }
    };
    GROUPS.iter().map(chain).collect()
}

impl Groups {
    /// The stage that brings the indices of each group of a tile together, as places among the segments of the group.
    /// For each group it writes where they begin, and in the upper half their number.
    fn split(&self, index: DType, stages: &mut Stages) -> Stage {
        let all = parameters(index);
        let scratch = [written("unsigned short", "b1"), written("unsigned int", "b2")];
        let parameters: Vec<String> = [all[0].clone()]
            .into_iter()
            .chain(scratch)
            .chain(all[2..].iter().cloned())
            .chain([number("bits")])
            .collect();
        let name = stages.name(&format!("groups_in_any_order_{index}"), &parameters, || {
            let c = c_type(index);
            // A negative index becomes larger than any number of segments.
            let unsigned = if index.bytes() == 8 { "unsigned long long" } else { "unsigned int" };
            let words = TILE / 2 / THREADS;
            format!(
                "    ARRAY_FN_SHARED(shared);
    unsigned int* const counts = (unsigned int*)shared;
    unsigned short* const grouped = (unsigned short*)(counts + 2 * {THREADS});
    const unsigned int groups = 1u << bits;
    const long long part = blockIdx.x / tiles;
    const long long first = part * length + (blockIdx.x - part * tiles) * {TILE};
    const long long end = (part + 1) * length < n ? (part + 1) * length : n;
    const int left = end - first < {TILE} ? (int)(end - first) : {TILE};
    {c} values[{PER_THREAD}];
    #pragma unroll
    for (int k = 0; k < {PER_THREAD}; ++k) {{
        const int i = k * {THREADS} + (int)threadIdx.x;
        values[k] = 0;
        if (i < left) values[k] = b0[first + i];
    }}
    counts[threadIdx.x] = 0;
    __syncthreads();
    // The place of each index among those of its group in the tile.
    unsigned int places[{PER_THREAD}];
    #pragma unroll
    for (int k = 0; k < {PER_THREAD}; ++k) {{
        places[k] = {TILE};
        if (k * {THREADS} + (int)threadIdx.x < left && ({unsigned})values[k] < ({unsigned})segments) {{
            places[k] = atomicAdd(&counts[(unsigned int)values[k] / {NEIGHBOURS} % groups], 1u);
        }}
    }}
    __syncthreads();
    const unsigned int own = counts[threadIdx.x];
    unsigned int* from = counts;
    unsigned int* to = counts + {THREADS};
{sums}    unsigned int* const starts = to;
    if (threadIdx.x < groups) {{
        const unsigned int start = from[threadIdx.x] - own;
        starts[threadIdx.x] = start;
        b2[blockIdx.x * (long long)groups + threadIdx.x] = own << 16 | start;
    }}
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < {PER_THREAD}; ++k) {{
        if (places[k] < {TILE}) {{
            const unsigned int sector = (unsigned int)values[k] / {NEIGHBOURS};
            const unsigned int neighbour = (unsigned int)values[k] % {NEIGHBOURS};
            const unsigned int place = starts[sector % groups] + places[k];
            grouped[place] = (unsigned short)((sector >> bits) * {NEIGHBOURS} + neighbour);
        }}
    }}
    const unsigned int total = from[groups - 1];
    __syncthreads();
    unsigned int* const words = (unsigned int*)(b1 + (long long)blockIdx.x * {TILE});
    #pragma unroll
    for (int k = 0; k < {words}; ++k) {{
        const unsigned int i = k * {THREADS} + threadIdx.x;
        if (2 * i + 1 < total) words[i] = ((const unsigned int*)grouped)[i];
    }}
    if (total % 2 == 1 && threadIdx.x == 0) ((unsigned short*)words)[total - 1] = grouped[total - 1];
",
                sums = sums_of_threads("unsigned int", "groups")
            )
        });
        let numbers = [size(0), size(1), length(), divided_up(&length(), TILE), self.bits()];
        let arguments = [Buffer(0), Scratch(0), Scratch(1)].into_iter().chain(numbers.map(Number));
        let shared_bytes = 4 * 2 * THREADS + 2 * TILE;
        stage(name, shared_bytes, blocks(), arguments.collect())
    }

    /// The stage that counts the indices of each group.
    fn count(&self, stages: &mut Stages) -> Stage {
        let buffers =
            [read("unsigned short", "b0"), read("unsigned int", "b1"), written("long long", "b2")];
        let numbers = ["segments", "tiles", "bits"].map(number);
        let parameters: Vec<String> = buffers.into_iter().chain(numbers).collect();
        let name = stages.name("counts_of_groups", &parameters, || {
            let [at_once, turns] = [TOGETHER * LOADED, THREADS / TOGETHER];
            let most_at_once = TOGETHER * MORE_LOADED;
            format!(
                "    ARRAY_FN_SHARED(shared);
    unsigned int* const counts = (unsigned int*)shared;
    const long long part = blockIdx.x >> bits;
    const unsigned int group = blockIdx.x & ((1u << bits) - 1);
    const unsigned int sectors = ((unsigned int)segments + {NEIGHBOURS} - 1) / {NEIGHBOURS};
    const unsigned int own = (((sectors - 1) >> bits) + 1) * {NEIGHBOURS};
    for (unsigned int i = threadIdx.x; i < own; i += {THREADS}) counts[i] = 0;
    __syncthreads();
    const unsigned int lane = threadIdx.x % {TOGETHER};
    for (long long tile = threadIdx.x / {TOGETHER}; tile < tiles; tile += {turns}) {{
        const long long at = part * tiles + tile;
        const unsigned int found = b1[(at << bits) + group];
        const unsigned int count = found >> 16;
        const unsigned short* const places = b0 + at * {TILE} + (found & 0xFFFF);
        if (count <= {MANY}) {{
            for (unsigned int i = lane; i < count; i += {at_once}) {{
                unsigned int some[{LOADED}];
                #pragma unroll
                for (unsigned int k = 0; k < {LOADED}; ++k) {{
                    some[k] = 0;
                    if (i + k * {TOGETHER} < count) some[k] = places[i + k * {TOGETHER}];
                }}
                #pragma unroll
                for (unsigned int k = 0; k < {LOADED}; ++k) {{
                    if (i + k * {TOGETHER} < count) atomicAdd(&counts[some[k]], 1u);
                }}
            }}
            continue;
        }}
        // So many may all be equal, and additions to one count wait for each other.
        for (unsigned int i = lane; i < count; i += {most_at_once}) {{
            unsigned int some[{MORE_LOADED}];
            #pragma unroll
            for (unsigned int k = 0; k < {MORE_LOADED}; ++k) {{
                const unsigned int at = i + k * {TOGETHER};
                some[k] = places[at < count ? at : count - 1];
            }}
            unsigned int equal = 0;
            #pragma unroll
            for (unsigned int k = 0; k < {MORE_LOADED}; ++k) {{
                if (i + k * {TOGETHER} < count) ++equal;
                if (k + 1 == {MORE_LOADED} || some[(k + 1) % {MORE_LOADED}] != some[k]) {{
                    if (equal > 0) atomicAdd(&counts[some[k]], equal);
                    equal = 0;
                }}
            }}
        }}
    }}
    __syncthreads();
    long long* const result = b2 + part * segments;
    for (unsigned int i = threadIdx.x; i < own; i += {THREADS}) {{
        const unsigned int segment =
            ((i / {NEIGHBOURS} << bits) + group) * {NEIGHBOURS} + i % {NEIGHBOURS};
        if (segment < (unsigned int)segments) result[segment] = counts[i];
    }}
"
            )
        });
        let numbers = [size(1), divided_up(&length(), TILE), self.bits()].map(Number);
        let arguments = [Scratch(0), Scratch(1), Buffer(1)].into_iter().chain(numbers);
        let grid = times(&size(3), &constant(1 << self.bits));
        stage(name, 4 * self.counts, grid, arguments.collect())
    }

    fn bits(&self) -> super::chain::Formula {
        constant(i64::from(self.bits))
    }
}
