//! Sorts of long rows, as chains of kernels: a stable radix sort by 8 bits of a key at a time, the lowest first.
//!
//! Each pass has three stages. The first counts the digits of each tile of elements. The second sums these counts up,
//! for each digit over all tiles. The third sorts each tile by the digit in shared memory, and moves the elements to
//! their places among all. Atomic operations only count and collect bits, so their order changes nothing.

use super::chain::{
    Formula, Stages, constant, divided_up, number, read, size, stage, sums_of_threads, times,
    within, written,
};
use super::long_scans::Scanned;
use super::{Helpers, THREADS, WARPS};
use crate::dag::{DType, Reduce};
use crate::emit::cuda::names::c_type;
use crate::plan::StageArgument::{self, Buffer, Number, Scratch};
use crate::plan::{Chain, Stage, Within};
use array_fn_plan::BLOCK_ROW;

/// Digits, of which each thread of a block counts one.
const DIGITS: u32 = THREADS;
/// The elements of a tile that a thread moves. With 16 of them registers would be spilled.
const PER_THREAD: u32 = 12;
const TILE: u32 = THREADS * PER_THREAD;
/// The positions of a longer row do not fit into 32 bits.
const LONGEST: i64 = i32::MAX as i64;

/// The keys that order elements.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    pub(super) dtype: DType,
    pub(super) descending: bool,
}

/// What a pass moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moved {
    /// Elements.
    Elements,
    /// Elements with their positions. In the first pass these are not in memory.
    Both { first: bool },
    /// Positions, of 64 bits. This is the last pass.
    Positions { first: bool },
}

impl Moved {
    fn name(self) -> &'static str {
        match self {
            Moved::Elements => "elements",
            Moved::Both { first: true } => "first",
            Moved::Both { first: false } => "both",
            Moved::Positions { first: true } => "only_positions",
            Moved::Positions { first: false } => "positions",
        }
    }

    fn has_elements(self) -> bool {
        !matches!(self, Moved::Positions { .. })
    }

    /// Whether positions are read.
    fn reads_positions(self) -> bool {
        matches!(self, Moved::Both { first: false } | Moved::Positions { first: false })
    }
}

/// A pass over all elements.
struct Pass {
    /// The bits of the key below the digit.
    shift: u32,
    moved: Moved,
    /// The elements.
    from: StageArgument,
    /// What else the last stage reads and writes, in the order of its parameters.
    others: Vec<StageArgument>,
}

/// Two pieces of memory that take turns, and the one that the last pass writes.
#[derive(Clone)]
pub(super) struct Turns {
    pub(super) last: StageArgument,
    pub(super) other: StageArgument,
}

impl Turns {
    fn after(&self, pass: u32, passes: u32) -> StageArgument {
        match (passes - 1 - pass).is_multiple_of(2) {
            true => self.last.clone(),
            false => self.other.clone(),
        }
    }
}

/// The rows that are sorted.
#[derive(Clone)]
pub(super) struct Rows {
    /// The length of a row.
    pub(super) n: Formula,
    pub(super) rows: Formula,
}

impl Rows {
    fn tiles(&self) -> Formula {
        divided_up(&self.n, TILE)
    }

    /// One block for each tile.
    fn blocks(&self) -> Formula {
        times(&self.rows, &self.tiles())
    }

    /// Bytes of memory for all elements.
    pub(super) fn bytes(&self, each: i64) -> Formula {
        times(&times(&self.rows, &self.n), &constant(each))
    }

    /// Bytes of the first two pieces of scratch memory, for counts.
    pub(super) fn counts(&self) -> [Formula; 2] {
        let bytes = times(&self.blocks(), &constant(4 * i64::from(DIGITS)));
        [bytes.clone(), bytes]
    }

    fn numbers(&self, shift: u32) -> [StageArgument; 3] {
        [self.n.clone(), self.tiles(), constant(i64::from(shift))].map(Number)
    }
}

/// The sizes for which there are chains: `size` is the length of a row.
pub(super) fn long() -> Within {
    within(0, BLOCK_ROW + 1, LONGEST)
}

impl Keys {
    fn name(self) -> String {
        format!("{}{}", self.dtype, if self.descending { "_descending" } else { "" })
    }

    /// Passes over all bytes of a key.
    fn passes(self) -> u32 {
        self.dtype.bytes() as u32
    }

    /// A function `digit` of an element. Zeros of both signs have one key, and so have all NaNs, which is the largest.
    fn digit(self) -> String {
        let c = c_type(self.dtype);
        let bits = match self.dtype.bytes() {
            8 => "unsigned long long",
            4 => "unsigned int",
            2 => "unsigned short",
            _ => "unsigned char",
        };
        let top = 8 * self.dtype.bytes() - 1;
        let float = |convert: &str| {
            format!(
                "{bits} key = x == 0 ? 0 : ({bits}){convert}(x);
            key ^= key >> {top} ? ~({bits})0 : ({bits})1 << {top};
            if (x != x) key = ~({bits})0;"
            )
        };
        let key = match self.dtype {
            DType::F64 | DType::C64 => float("__double_as_longlong"),
            DType::F32 | DType::C32 => float("__float_as_int"),
            dtype if dtype.is_signed() => {
                format!("{bits} key = ({bits})(({bits})x ^ ({bits})(({bits})1 << {top}));")
            }
            _ => format!("{bits} key = ({bits})x;"),
        };
        let turned = if self.descending {
            format!("\n            key = ({bits})~key;")
        } else {
            String::new()
        };
        format!(
            "    // The byte of the key.
    struct Digit {{
        long long shift;
        __device__ unsigned int operator()(const {c} x) const {{
            {key}{turned}
            return (unsigned int)(key >> shift) & {}u;
        }}
    }};
    const Digit digit = {{ shift }};
",
            DIGITS - 1
        )
    }

    /// The statements with which a block finds its tile.
    fn tile(self) -> String {
        format!(
            "    const long long row = blockIdx.x / tiles;
    const long long tile = blockIdx.x - row * tiles;
    const long long first = row * n + tile * {TILE};
    const unsigned int left = n - tile * {TILE} < {TILE} ? (unsigned int)(n - tile * {TILE}) : {TILE};
"
        )
    }

    /// The stage that counts the digits of each tile. The counts of a digit are neighbours.
    fn counts(self, stages: &mut Stages) -> String {
        let c = c_type(self.dtype);
        let numbers = ["n", "tiles", "shift"].map(number);
        let buffers = [read(c, "b0"), written("unsigned int", "b1")];
        let parameters: Vec<String> = buffers.into_iter().chain(numbers).collect();
        stages.name(&format!("digits_{}", self.name()), &parameters, || {
            let (digit, tile) = (self.digit(), self.tile());
            format!(
                "    ARRAY_FN_SHARED(shared);
    unsigned int* const counts = (unsigned int*)shared;
    unsigned int* const own = counts + threadIdx.x / 32 * {DIGITS};
{digit}{tile}    {c} values[{PER_THREAD}];
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        const unsigned int i = k * {THREADS} + threadIdx.x;
        values[k] = 0;
        if (i < left) values[k] = b0[first + i];
    }}
    #pragma unroll
    for (unsigned int k = 0; k < {WARPS}; ++k) counts[k * {DIGITS} + threadIdx.x] = 0;
    __syncthreads();
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        if (k * {THREADS} + threadIdx.x < left) atomicAdd(&own[digit(values[k])], 1u);
    }}
    __syncthreads();
    unsigned int count = 0;
    #pragma unroll
    for (unsigned int k = 0; k < {WARPS}; ++k) count += counts[k * {DIGITS} + threadIdx.x];
    b1[(row * {DIGITS} + threadIdx.x) * tiles + tile] = count;
"
            )
        })
    }

    /// The stage that moves the elements of each tile to their places.
    fn scatter(self, moved: Moved, stages: &mut Stages) -> String {
        let c = c_type(self.dtype);
        let mut parameters = vec![read(c, "b0"), read("unsigned int", "sums")];
        if moved.reads_positions() {
            parameters.push(read("unsigned int", "b1"));
        }
        if moved.has_elements() {
            parameters.push(written(c, "b2"));
        }
        match moved {
            Moved::Elements => {}
            Moved::Both { .. } => parameters.push(written("unsigned int", "b3")),
            Moved::Positions { .. } => parameters.push(written("long long", "b3")),
        }
        parameters.extend(["n", "tiles", "shift"].map(number));
        stages.name(&format!("move_{}_{}", moved.name(), self.name()), &parameters, || {
            [self.ranks(), self.places(moved), positions(moved)].concat()
        })
    }

    /// The statements that give each element its place in the sorted tile. The lanes of a warp that have a digit find
    /// each other by the bits that they set, and the first of them counts all.
    fn ranks(self) -> String {
        let c = c_type(self.dtype);
        let (digit, tile) = (self.digit(), self.tile());
        format!(
            "    ARRAY_FN_SHARED(shared);
    unsigned int* const starts = (unsigned int*)shared;
    unsigned int* const targets = starts + {DIGITS};
    unsigned int* const counts = targets + {DIGITS};
    unsigned int* const lanes = counts + {WARPS} * {DIGITS};
{digit}{tile}    const unsigned int lane = threadIdx.x % 32;
    const unsigned int lower = (1u << lane) - 1;
    const unsigned int own = threadIdx.x / 32 * {own} + lane;
    unsigned int* const count = counts + threadIdx.x / 32 * {DIGITS};
    unsigned int* const same = lanes + threadIdx.x / 32 * {DIGITS};
    {c} values[{PER_THREAD}];
    unsigned int places[{PER_THREAD}];
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        values[k] = 0;
        if (own + k * 32 < left) values[k] = b0[first + own + k * 32];
    }}
    #pragma unroll
    for (unsigned int k = 0; k < {WARPS}; ++k) {{
        counts[k * {DIGITS} + threadIdx.x] = 0;
        lanes[k * {DIGITS} + threadIdx.x] = 0;
    }}
    __syncthreads();
    // What is past the end of a row comes last.
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        const unsigned int d = own + k * 32 < left ? digit(values[k]) : {DIGITS} - 1;
        atomicOr(&same[d], 1u << lane);
        __syncwarp();
        const unsigned int all = same[d];
        const unsigned int before = count[d];
        __syncwarp();
        places[k] = before + __popc(all & lower);
        if ((all & lower) == 0) {{
            count[d] = before + __popc(all);
            same[d] = 0;
        }}
        __syncwarp();
    }}
    __syncthreads();
    unsigned int total = 0;
    #pragma unroll
    for (unsigned int k = 0; k < {WARPS}; ++k) {{
        const unsigned int those = counts[k * {DIGITS} + threadIdx.x];
        counts[k * {DIGITS} + threadIdx.x] = total;
        total += those;
    }}
    // The sums of all smaller digits: those in the row above those in the tile.
    const unsigned int* const sum = sums + (row * {DIGITS} + threadIdx.x) * tiles;
    const unsigned long long both = (unsigned long long)sum[tiles - 1] << 32 | total;
    unsigned long long* from = (unsigned long long*)lanes;
    unsigned long long* to = from + {DIGITS};
    from[threadIdx.x] = both;
    __syncthreads();
{sums}    const unsigned long long before = from[threadIdx.x] - both;
    const unsigned int start = (unsigned int)before;
    const unsigned int earlier = tile > 0 ? sum[tile - 1] : 0;
    starts[threadIdx.x] = start;
    targets[threadIdx.x] = (unsigned int)(before >> 32) + earlier - start;
    __syncthreads();
",
            own = 32 * PER_THREAD,
            sums = sums_of_threads("unsigned long long", &DIGITS.to_string())
        )
    }

    /// The statements that sort the elements of a tile in shared memory, and move them.
    fn places(self, moved: Moved) -> String {
        let c = c_type(self.dtype);
        let keep = match moved {
            Moved::Elements => "",
            _ => "\n        moved_to[k] = to;",
        };
        let kept = match moved {
            Moved::Elements => String::new(),
            _ => format!("    unsigned int moved_to[{PER_THREAD}];\n"),
        };
        let store =
            if moved.has_elements() { "\n        if (i < left) b2[row * n + to] = x;" } else { "" };
        format!(
            "    {c}* const elements = ({c}*)lanes;
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        const unsigned int d = own + k * 32 < left ? digit(values[k]) : {DIGITS} - 1;
        places[k] += starts[d] + count[d];
        elements[places[k]] = values[k];
    }}
    __syncthreads();
{kept}    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        const unsigned int i = k * {THREADS} + threadIdx.x;
        const {c} x = elements[i];
        const unsigned int to = targets[digit(x)] + i;{keep}{store}
    }}
"
        )
    }

    /// Shared memory of [`Keys::scatter`].
    fn scatter_bytes(self, moved: Moved) -> u32 {
        let each = match moved {
            Moved::Elements => self.dtype.bytes() as u32,
            _ => (self.dtype.bytes() as u32).max(4),
        };
        4 * (2 + WARPS) * DIGITS + (4 * WARPS * DIGITS).max(each * TILE)
    }

    /// The stages of a pass.
    fn pass(
        self,
        Pass { shift, moved, from, others }: Pass,
        rows: &Rows,
        stages: &mut Stages,
        helpers: &mut Helpers,
    ) -> Vec<Stage> {
        let arguments =
            |start: Vec<StageArgument>| start.into_iter().chain(rows.numbers(shift)).collect();
        let counts = arguments(vec![from.clone(), Scratch(0)]);
        let places = arguments([vec![from, Scratch(1)], others].concat());
        let digits = times(&rows.rows, &constant(i64::from(DIGITS)));
        let scanned = Scanned::numbers(Reduce::Sum, DType::U32, helpers);
        vec![
            stage(self.counts(stages), 4 * WARPS * DIGITS, rows.blocks(), counts),
            scanned.carry_stage(stages, digits, rows.tiles()),
            stage(self.scatter(moved, stages), self.scatter_bytes(moved), rows.blocks(), places),
        ]
    }

    /// The stages that sort the first buffer.
    fn elements(
        self,
        turns: &Turns,
        rows: &Rows,
        stages: &mut Stages,
        helpers: &mut Helpers,
    ) -> Vec<Stage> {
        let mut from = Buffer(0);
        let mut all = Vec::new();
        for pass in 0..self.passes() {
            let to = turns.after(pass, self.passes());
            let (moved, others) = (Moved::Elements, vec![to.clone()]);
            let pass = Pass { shift: 8 * pass, moved, from, others };
            all.extend(self.pass(pass, rows, stages, helpers));
            from = to;
        }
        all
    }

    /// The stages that find the positions of sorted elements, of 64 bits in the last memory.
    fn positions(
        self,
        last: StageArgument,
        turns: [Turns; 2],
        rows: &Rows,
        stages: &mut Stages,
        helpers: &mut Helpers,
    ) -> Vec<Stage> {
        let before = self.passes() - 1;
        let [keys, positions] = [&turns[0], &turns[1]].map(|turns| turns.last.clone());
        let mut all = self.both(before, Buffer(0), turns, rows, stages, helpers);
        let (from, others) = match before {
            0 => (Buffer(0), vec![last]),
            _ => (keys, vec![positions, last]),
        };
        let moved = Moved::Positions { first: before == 0 };
        let pass = Pass { shift: 8 * before, moved, from, others };
        all.extend(self.pass(pass, rows, stages, helpers));
        all
    }

    /// The stages that sort elements with their positions by the lowest bytes of keys.
    pub(super) fn both(
        self,
        passes: u32,
        from: StageArgument,
        [keys, positions]: [Turns; 2],
        rows: &Rows,
        stages: &mut Stages,
        helpers: &mut Helpers,
    ) -> Vec<Stage> {
        let mut all = Vec::new();
        let (mut from, mut at) = (from, None);
        for pass in 0..passes {
            let (to, place) = (keys.after(pass, passes), positions.after(pass, passes));
            let moved = Moved::Both { first: at.is_none() };
            let others = at.into_iter().chain([to.clone(), place.clone()]).collect();
            let pass = Pass { shift: 8 * pass, moved, from, others };
            all.extend(self.pass(pass, rows, stages, helpers));
            (from, at) = (to, Some(place));
        }
        all
    }

    /// The chain of a sort. Buffers: the rows, the sorted rows, and scratch memory of the same size.
    pub(super) fn sort(self, stages: &mut Stages, helpers: &mut Helpers) -> Vec<Chain> {
        let rows = Rows { n: size(0), rows: size(1) };
        let turns = Turns { last: Buffer(1), other: Buffer(2) };
        let stages = self.elements(&turns, &rows, stages, helpers);
        vec![Chain { suits: vec![long()], scratch: rows.counts().into(), stages }]
    }

    /// The chain for the middle of sorted rows. Buffers: the rows, the results, and scratch memory.
    pub(super) fn middle(self, stages: &mut Stages, helpers: &mut Helpers) -> Vec<Chain> {
        let rows = Rows { n: size(0), rows: size(1) };
        let turns = Turns { last: Buffer(2), other: Scratch(2) };
        let mut all = self.elements(&turns, &rows, stages, helpers);
        let c = c_type(self.dtype);
        let numbers = ["n", "points"].map(number);
        let parameters: Vec<String> =
            [read(c, "b0"), written(c, "b1")].into_iter().chain(numbers).collect();
        let name = stages.name(&format!("middle_{}", self.dtype), &parameters, || {
            format!(
                "    const long long point = blockIdx.x * {THREADS}LL + threadIdx.x;
    if (point >= points) return;
    const int which = (int)(point % 3);
    const long long place = which == 0 ? (n - 1) / 2 : which == 1 ? n / 2 : n - 1;
    b1[point] = b0[point / 3 * n + place];
"
            )
        });
        let points = times(&rows.rows, &constant(3));
        let arguments = vec![Buffer(2), Buffer(1), Number(size(0)), Number(points.clone())];
        all.push(stage(name, 0, divided_up(&points, THREADS), arguments));
        let counts = rows.counts();
        let other = rows.bytes(self.dtype.bytes());
        let scratch = counts.into_iter().chain((self.passes() > 1).then_some(other)).collect();
        vec![Chain { suits: vec![long()], scratch, stages: all }]
    }

    /// Memory of the passes before the last one, which move keys and positions: scratch memory, and the buffer of
    /// scratch memory.
    fn memory(self, rows: &Rows) -> (Vec<Formula>, [Turns; 2]) {
        let (keys, positions) = (rows.bytes(self.dtype.bytes()), rows.bytes(4));
        let used = match self.passes() {
            1 => vec![],
            2 => vec![keys, positions],
            _ => vec![keys.clone(), positions, keys],
        };
        let turns = [
            Turns { last: Scratch(2), other: Scratch(4) },
            Turns { last: Scratch(3), other: Buffer(2) },
        ];
        (rows.counts().into_iter().chain(used).collect(), turns)
    }

    /// The chain of an `argsort`. Buffers: the rows, the positions, and scratch memory of the same size.
    pub(super) fn argsort(self, stages: &mut Stages, helpers: &mut Helpers) -> Vec<Chain> {
        let rows = Rows { n: size(0), rows: size(1) };
        let (scratch, turns) = self.memory(&rows);
        let stages = self.positions(Buffer(1), turns, &rows, stages, helpers);
        vec![Chain { suits: vec![long()], scratch, stages }]
    }

    /// The chain for the first of these positions. Buffers: the rows, the results, and scratch memory.
    pub(super) fn top(self, stages: &mut Stages, helpers: &mut Helpers) -> Vec<Chain> {
        let rows = Rows { n: size(0), rows: size(2) };
        let (scratch, turns) = self.memory(&rows);
        let mut all = self.positions(Buffer(2), turns, &rows, stages, helpers);
        let buffers = [read("long long", "b0"), written("long long", "b1")];
        let numbers = ["n", "taken", "points"].map(number);
        let parameters: Vec<String> = buffers.into_iter().chain(numbers).collect();
        let name = stages.name("take_i64", &parameters, || {
            format!(
                "    const long long point = blockIdx.x * {THREADS}LL + threadIdx.x;
    if (point < points) b1[point] = b0[point / taken * n + point % taken];
"
            )
        });
        let points = times(&rows.rows, &size(1));
        let numbers = [size(0), size(1), points.clone()].map(Number);
        let arguments = [Buffer(2), Buffer(1)].into_iter().chain(numbers).collect();
        all.push(stage(name, 0, divided_up(&points, THREADS), arguments));
        let some = within(1, 1, i64::MAX);
        vec![Chain { suits: vec![long(), some], scratch, stages: all }]
    }
}

/// The statements that move positions as their elements are moved.
fn positions(moved: Moved) -> String {
    let number = match moved {
        Moved::Elements => return String::new(),
        _ if moved.reads_positions() => "b1[first + own + k * 32]".to_string(),
        _ => format!("(unsigned int)(tile * {TILE} + own + k * 32)"),
    };
    format!(
        "    unsigned int* const others = (unsigned int*)lanes;
    unsigned int numbers[{PER_THREAD}];
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        numbers[k] = 0;
        if (own + k * 32 < left) numbers[k] = {number};
    }}
    __syncthreads();
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) others[places[k]] = numbers[k];
    __syncthreads();
    #pragma unroll
    for (unsigned int k = 0; k < {PER_THREAD}; ++k) {{
        const unsigned int i = k * {THREADS} + threadIdx.x;
        if (i < left) b3[row * n + moved_to[k]] = others[i];
    }}
"
    )
}
