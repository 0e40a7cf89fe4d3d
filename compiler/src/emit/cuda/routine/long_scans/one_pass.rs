//! Scans of long rows that read and write each element once. Each block scans a tile, and writes the tile's total where
//! the blocks of later tiles find it. Of its own group of tiles, a block combines all totals before its own, in their
//! order. The last tile of a group hands on the combination of everything up to its end. So the bits of a result do not
//! depend on which block is early, as they would if a block took what it finds first.

use super::super::chain::{
    Formula, Stages, constant, divided_up, number, plus, read, size, stage, times, within, written,
};
use super::super::counts::fill;
use super::super::{THREADS, WARP, WARPS};
use super::Scanned;
use crate::plan::StageArgument::{Buffer, Number, Scratch};
use crate::plan::{Chain, Stage};
use array_fn_plan::BLOCK_ROW;

/// The tiles of a group: each thread waits for one of them.
const GROUP: u32 = THREADS;

/// So many blocks fit a multiprocessor together, so that others work while some wait. With five, registers would be
/// spilled from sm_80 on; elements of complex numbers need more of them.
const RESIDENT: u32 = 4;
const RESIDENT_COMPLEX: u32 = 2;
/// The bytes of shared memory before elements, where the number of the tile is. Elements need no larger alignment.
const BEFORE: u32 = 16;

impl Scanned<'_> {
    /// The neighbouring elements of a tile that a thread scans.
    fn per_thread(&self) -> u32 {
        if self.bytes <= 4 { 16 } else { 8 }
    }

    fn tile(&self) -> u32 {
        THREADS * self.per_thread()
    }

    /// After how many elements of shared memory, as a power of two, one is left out, so that threads that read
    /// elements far apart use different banks.
    fn gap(&self) -> u32 {
        if self.bytes <= 4 { 5 } else { 4 }
    }

    /// The elements of a tile in shared memory, with those that are left out.
    fn padded(&self) -> u32 {
        self.tile() + (self.tile() >> self.gap())
    }

    /// The value that the thread so far below has. The first threads of a warp have none.
    fn value_below(&self, value: &str, distance: &str) -> String {
        let shuffle = |value: &str| format!("__shfl_up_sync(0xffffffffu, {value}, {distance})");
        match self.op {
            Some(_) => shuffle(value),
            None => {
                let [re, im] = ["re", "im"].map(|part| shuffle(&format!("{value}.{part}")));
                format!("Number {{ {re}, {im} }}")
            }
        }
    }

    /// An element that another block wrote, read from where all blocks see the same.
    fn value_of_block(&self, place: &str, at: &str) -> String {
        let place = format!("((const volatile {}*){place})", self.buffer);
        match self.op {
            Some(_) => format!("{place}[{at}]"),
            None => format!("Number {{ {place}[2 * ({at})], {place}[2 * ({at}) + 1] }}"),
        }
    }

    /// The statements that combine the elements of a warp up to each thread's own.
    fn scan_of_warp(&self, name: &str) -> String {
        let element = self.element;
        let (below, combined) = (self.value_below(name, "step"), self.combine("below", name));
        format!(
            "    #pragma unroll
    for (unsigned int step = 1; step < {WARP}; step *= 2) {{
        const {element} below = {below};
        if (lane >= step) {name} = {combined};
    }}
"
        )
    }

    /// The statements that load a tile, in which a warp has its elements side by side, and scan what each thread has.
    fn load(&self) -> String {
        let Scanned { element, padding, .. } = self;
        let (tile, per_thread, gap) = (self.tile(), self.per_thread(), self.gap());
        let own = self.combine("values[k - 1]", "values[k]");
        format!(
            "    const {element}* const x = (const {element}*)b0 + row * n + (long long)tile * {tile};
    const long long rest = n - (long long)tile * {tile};
    const unsigned int left = rest < {tile} ? (unsigned int)rest : {tile};
    const unsigned int first = warp * {of_warp} + lane;
    {element} values[{per_thread}];
    #pragma unroll
    for (unsigned int k = 0; k < {per_thread}; ++k) {{
        values[k] = {padding};
        if (first + k * {WARP} < left) values[k] = x[first + k * {WARP}];
    }}
    #pragma unroll
    for (unsigned int k = 0; k < {per_thread}; ++k) {{
        const unsigned int i = first + k * {WARP};
        elements[i + (i >> {gap})] = values[k];
    }}
    __syncwarp();
    #pragma unroll
    for (unsigned int k = 0; k < {per_thread}; ++k) {{
        const unsigned int i = threadIdx.x * {per_thread} + k;
        values[k] = elements[i + (i >> {gap})];
    }}
    #pragma unroll
    for (unsigned int k = 1; k < {per_thread}; ++k) values[k] = {own};
",
            of_warp = WARP * per_thread
        )
    }

    /// The statements after which each thread has the combination of the tile's elements before its warp in `ahead`, and
    /// of those of its warp before its own in `prefix`. Other blocks find the total.
    fn totals(&self) -> String {
        let element = self.element;
        let warps = self.scan_of_warp("total");
        let (prefix, next) = (self.value_below("total", "1"), self.combine("sum", "sums[k]"));
        let last = self.per_thread() - 1;
        format!(
            "    {element} total = values[{last}];
{warps}    {element} prefix = {prefix};
    if (lane == {WARP} - 1) sums[warp] = total;
    __syncthreads();
    {element} sum = sums[0];
    {element} ahead = sum;
    #pragma unroll
    for (unsigned int k = 1; k < {WARPS}; ++k) {{
        if (k == warp) ahead = sum;
        sum = {next};
    }}
    if (threadIdx.x == 0 && tile + 1 < tiles) {{
        (({element}*)totals)[block] = sum;
        raise_flag(&flags[block], 1);
    }}
"
        )
    }

    /// The statements after which `carry` is the combination of all tiles before this one. The end of a group is handed
    /// on.
    fn carry(&self) -> String {
        let Scanned { element, padding, .. } = self;
        let (total, ends) = (
            self.value_of_block("totals", "block - before + threadIdx.x"),
            self.value_of_block("ends", "group - 1"),
        );
        let warps = self.scan_of_warp("other");
        let next = self.combine("carry", "groups[k]");
        let (all, end) = (self.combine("earlier", "carry"), self.combine("carry", "sum"));
        format!(
            "    const unsigned int before = tile % {GROUP};
    const unsigned int group = (unsigned int)row * ((tiles + {GROUP} - 1) / {GROUP}) + tile / {GROUP};
    {element} other = {padding};
    if (threadIdx.x < before) {{
        await_flag(&flags[block - before + threadIdx.x], 1);
        other = {total};
    }}
{warps}    if (threadIdx.x + 1 == before || (threadIdx.x < before && lane == {WARP} - 1)) groups[warp] = other;
    if (threadIdx.x == {THREADS} - 1 && tile >= {GROUP}) {{
        await_flag(&flags[block - before - 1], 2);
        *end = {ends};
    }}
    __syncthreads();
    {element} carry = groups[0];
    for (unsigned int k = 1; k < (before + {WARP} - 1) / {WARP}; ++k) carry = {next};
    if (tile >= {GROUP}) {{
        const {element} earlier = *end;
        carry = before > 0 ? {all} : earlier;
    }}
    if (threadIdx.x == 0 && before == {GROUP} - 1 && tile + 1 < tiles) {{
        (({element}*)ends)[group] = {end};
        raise_flag(&flags[block], 2);
    }}
"
        )
    }

    /// The statements that combine each element with what comes before it, and write the tile.
    fn store(&self) -> String {
        let element = self.element;
        let (tile, per_thread, gap) = (self.tile(), self.per_thread(), self.gap());
        let (warps, tiles) = (self.combine("ahead", "prefix"), self.combine("carry", "prefix"));
        let result = self.combine("prefix", "values[k]");
        format!(
            "    if (warp > 0) prefix = lane > 0 ? {warps} : ahead;
    if (tile > 0) prefix = threadIdx.x > 0 ? {tiles} : carry;
    const bool preceded = tile > 0 || threadIdx.x > 0;
    #pragma unroll
    for (unsigned int k = 0; k < {per_thread}; ++k) {{
        const unsigned int i = threadIdx.x * {per_thread} + k;
        elements[i + (i >> {gap})] = preceded ? {result} : values[k];
    }}
    __syncwarp();
    {element}* const y = ({element}*)b1 + row * n + (long long)tile * {tile};
    #pragma unroll
    for (unsigned int k = 0; k < {per_thread}; ++k) {{
        const unsigned int i = first + k * {WARP};
        if (i < left) y[i] = elements[i + (i >> {gap})];
    }}
"
        )
    }

    /// The kernel. Its blocks take tiles in the order in which they begin: a block waits for tiles before its own alone,
    /// so it never waits for one that has not begun.
    fn kernel(&self, stages: &mut Stages) -> String {
        let Scanned { buffer, element, types, .. } = self;
        let parameters = [
            read(buffer, "b0"),
            written(buffer, "b1"),
            written(buffer, "totals"),
            written(buffer, "ends"),
            written("unsigned int", "turn"),
            number("n"),
            number("of_row"),
        ];
        stages.define_flags();
        let resident = if self.op.is_some() { RESIDENT } else { RESIDENT_COMPLEX };
        stages.name_resident(&format!("scan_{}", self.name), &parameters, resident, || {
            let parts = [self.load(), self.totals(), self.carry(), self.store()].concat();
            format!(
                "    ARRAY_FN_SHARED(shared);
{types}    unsigned int* const taken = (unsigned int*)shared;
    {element}* const elements = ({element}*)(shared + {BEFORE});
    {element}* const sums = elements + {padded};
    {element}* const groups = sums + {WARPS};
    {element}* const end = groups + {WARPS};
    unsigned int* const flags = turn + 1;
    if (threadIdx.x == 0) *taken = atomicAdd(turn, 1u);
    __syncthreads();
    const unsigned int block = *taken;
    const unsigned int tiles = (unsigned int)of_row;
    const unsigned int tile = block % tiles;
    const long long row = block / tiles;
    const unsigned int lane = threadIdx.x % {WARP};
    const unsigned int warp = threadIdx.x / {WARP};
{parts}",
                padded = self.padded()
            )
        })
    }

    /// The chain for rows, of size 0. Extent 0 is their number.
    pub(in super::super) fn rows(&self, stages: &mut Stages) -> Chain {
        let (n, rows) = (size(0), size(1));
        let tiles = divided_up(&n, self.tile());
        let all = times(&rows, &tiles);
        let groups = times(&rows, &divided_up(&tiles, GROUP));
        let bytes = |count: &Formula| times(count, &constant(self.bytes.into()));
        // The number of the next tile, and a flag for each of them, in words of 64 bits.
        let flags = divided_up(&plus(&all, &constant(1)), 2);
        let scratch = vec![bytes(&all), bytes(&groups), times(&flags, &constant(8))];
        let buffers = [Buffer(0), Buffer(1), Scratch(0), Scratch(1), Scratch(2)];
        let arguments = buffers.into_iter().chain([n, tiles].map(Number)).collect();
        let clear: Stage = fill(Scratch(2), 0, &flags, stages);
        let shared = BEFORE + (self.padded() + 2 * WARPS + 1) * self.bytes;
        let scan = stage(self.kernel(stages), shared, all, arguments);
        Chain {
            suits: vec![within(0, BLOCK_ROW + 1, i64::MAX)],
            scratch,
            stages: vec![clear, scan],
        }
    }
}
