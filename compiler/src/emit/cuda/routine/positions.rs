//! The positions at which masks hold. A block counts the elements of a tile that are true, collects their positions in
//! shared memory, and writes them behind those of the tiles before. Long rows have a block for each tile: a chain of
//! four kernels counts, sums the counts up, writes positions, and fills the places that are left.

use super::chain::{
    Stages, constant, divided_up, number, read, size, stage, sums_of_threads, times, within,
    written,
};
use super::long_scans::Scanned;
use super::{Helpers, THREADS};
use crate::dag::{DType, Reduce};
use crate::plan::Chain;
use crate::plan::StageArgument::{Buffer, Number, Scratch};
use array_fn_plan::BLOCK_ROW;

/// The neighbouring elements of a tile that a thread looks at. They are bytes, and read from shared memory as words.
const PER_THREAD: u32 = 16;
const TILE: u32 = THREADS * PER_THREAD;
/// The places that a thread fills.
const FILLED: u32 = 4;
/// The counts of all threads, twice; the elements of a tile; and the positions of those that are true, of two bytes.
pub(super) const SHARED_BYTES: u32 = 8 * THREADS + TILE + 2 * TILE;

/// The statements that load the tile of `x` that begins at `begin`, and count. Each thread's counts are `own`, and in
/// `from` the counts of all threads up to each one are summed up.
fn count() -> String {
    format!(
        "    const long long rest = n - begin;
    const unsigned int left = rest < {TILE} ? (unsigned int)rest : {TILE};
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        const unsigned int i = k * {THREADS} + threadIdx.x;
        bool element = false;
        if (i < left) element = x[begin + i];
        elements[i] = element;
    }}
    __syncthreads();
    unsigned int words[{PER_THREAD} / 4];
    unsigned int own = 0;
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD} / 4; ++k) {{
        words[k] = ((const unsigned int*)elements)[threadIdx.x * ({PER_THREAD} / 4) + k];
        own += __popc(words[k]);
    }}
    unsigned int* from = counts;
    unsigned int* to = counts + {THREADS};
    from[threadIdx.x] = own;
    __syncthreads();
{sums}",
        sums = sums_of_threads("unsigned int", &THREADS.to_string())
    )
}

/// The statements that write the positions of a counted tile to `y`, from place `so_far` on, where there is room.
fn write() -> String {
    format!(
        "    const unsigned int total = from[{THREADS} - 1];
    unsigned int place = from[threadIdx.x] - own;
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        if (words[k / 4] >> k % 4 * 8 & 1) {{
            found[place] = (unsigned short)(threadIdx.x * {PER_THREAD} + k);
            ++place;
        }}
    }}
    __syncthreads();
    for (unsigned int i = threadIdx.x; i < total && so_far + i < room; i += {THREADS}) {{
        y[so_far + i] = begin + found[i];
    }}
"
    )
}

/// The parts of shared memory.
fn shared() -> String {
    format!(
        "    ARRAY_FN_SHARED(shared);
    unsigned int* const counts = (unsigned int*)shared;
    bool* const elements = (bool*)(counts + 2 * {THREADS});
    unsigned short* const found = (unsigned short*)(elements + {TILE});
"
    )
}

/// The body of the kernel in which a block looks at a row, tile by tile.
pub(super) fn body() -> String {
    let (shared, count, write) = (shared(), count(), write());
    format!(
        "{shared}    const bool* const x = b0 + (long long)blockIdx.x * n0;
    long long* const y = b1 + (long long)blockIdx.x * n1;
    const long long n = n0;
    const long long room = n1 - 1;
    long long so_far = 0;
    for (long long begin = 0; begin < n; begin += {TILE}) {{
{count}{write}    so_far += total;
    __syncthreads();
    }}
    for (long long i = so_far + threadIdx.x; i < room; i += {THREADS}) y[i] = -1;
    if (threadIdx.x == 0) y[room] = so_far;
"
    )
}

/// The chain for long rows.
pub(super) fn chain(stages: &mut Stages, helpers: &mut Helpers) -> Chain {
    let (n, len, rows) = (size(0), size(1), size(2));
    let tiles = divided_up(&n, TILE);
    let all = times(&rows, &tiles);
    let bytes = times(&all, &constant(8));
    let fills = divided_up(&len, FILLED * THREADS);
    let sums = Scanned::numbers(Reduce::Sum, DType::I64, helpers);
    let numbers = [&n, &len, &tiles].map(|n| Number(n.clone()));
    let counts = [Buffer(0), Scratch(0)].into_iter().chain([&n, &tiles].map(|n| Number(n.clone())));
    let writes = [Buffer(0), Scratch(1), Buffer(1)].into_iter().chain(numbers);
    let rest = [&len, &fills].map(|n| Number(n.clone()));
    let rest = [Buffer(1)].into_iter().chain(rest);
    Chain {
        suits: vec![within(0, BLOCK_ROW + 1, i64::MAX)],
        scratch: vec![bytes.clone(), bytes],
        stages: vec![
            stage(counts_of_tiles(stages), SHARED_BYTES, all.clone(), counts.collect()),
            sums.carry_stage(stages, rows.clone(), tiles),
            stage(positions_of_tiles(stages), SHARED_BYTES, all, writes.collect()),
            stage(places_left(stages), 0, times(&rows, &fills), rest.collect()),
        ],
    }
}

/// The stage that counts each tile's elements.
fn counts_of_tiles(stages: &mut Stages) -> String {
    let buffers = [read("bool", "b0"), written("long long", "b1")];
    let parameters: Vec<String> = buffers.into_iter().chain(["n", "tiles"].map(number)).collect();
    stages.name("position_counts", &parameters, || {
        let (shared, count) = (shared(), count());
        format!(
            "{shared}    const long long row = blockIdx.x / tiles;
    const long long begin = (blockIdx.x - row * tiles) * {TILE};
    const bool* const x = b0 + row * n;
{count}    (void)found;
    if (threadIdx.x == 0) b1[blockIdx.x] = from[{THREADS} - 1];
"
        )
    })
}

/// The stage that writes each tile's positions. `b1` holds the sums of counts up to and including each tile.
fn positions_of_tiles(stages: &mut Stages) -> String {
    let buffers = [read("bool", "b0"), read("long long", "b1"), written("long long", "b2")];
    let parameters: Vec<String> =
        buffers.into_iter().chain(["n", "len", "tiles"].map(number)).collect();
    stages.name("position_tiles", &parameters, || {
        let (shared, count, write) = (shared(), count(), write());
        format!(
            "{shared}    const long long row = blockIdx.x / tiles;
    const long long tile = blockIdx.x - row * tiles;
    const long long begin = tile * {TILE};
    const bool* const x = b0 + row * n;
    long long* const y = b2 + row * len;
    const long long room = len - 1;
    const long long so_far = tile > 0 ? b1[blockIdx.x - 1] : 0;
{count}{write}    if (threadIdx.x == 0 && tile == tiles - 1) y[room] = so_far + total;
"
        )
    })
}

/// The stage that fills the places behind the last position.
fn places_left(stages: &mut Stages) -> String {
    let parameters: Vec<String> =
        [written("long long", "b0")].into_iter().chain(["len", "blocks"].map(number)).collect();
    let each = FILLED * THREADS;
    stages.name("position_rest", &parameters, || {
        format!(
            "    const long long row = blockIdx.x / blocks;
    const long long first = (blockIdx.x - row * blocks) * {each}LL + threadIdx.x;
    long long* const y = b0 + row * len;
    const long long count = y[len - 1];
    #pragma unroll
    for (int k = 0; k < {FILLED}; ++k) {{
        const long long i = first + k * {THREADS};
        if (i >= count && i < len - 1) y[i] = -1;
    }}
"
        )
    })
}
