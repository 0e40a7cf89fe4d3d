//! Transpositions. A block reads a tile of points along the dimension in which its loads have neighbours, keeps what it
//! read in shared memory, and goes through the points once more along the last dimension, in which it writes.

use super::body::Body;
use super::helpers::Helpers;
use super::kernel::{Loops, decode, from_row, parallel_loops, product};
use super::mapping::{Mapping, STATIC_SHARED_BYTES, constant};
use super::names::c_type;
use crate::emit::text::add_line;
use crate::schedule::kernel::{KernelIr, Phase, Value, ValueId};
use crate::schedule::turn::{Turned, turned};
use array_fn_plan::{LONG_SIDE, SHORT_SIDE, SQUARE_SIDE, TILE, Tile};

/// The fewest threads of a block: with fewer, each has too many points.
const MIN_THREADS: u32 = 128;
/// Constant dimensions below this are left to the caches.
const MIN_EXTENT: i64 = 3;
/// The points of a thread are written one after the other in kernels of more values.
const MANY_VALUES: usize = 64;

/// What a kernel reads along another dimension than the one in which it writes, as far as it has place in shared
/// memory.
pub(super) fn tiled(kernel: &KernelIr, threads: u32) -> Option<Turned> {
    let mut turned = turned(kernel)?;
    let sides = [kernel.parallel.get(turned.dimension)?, kernel.parallel.last()?];
    let short = sides.iter().any(|l| constant(l).is_some_and(|n| n < MIN_EXTENT));
    if short || threads < MIN_THREADS || !(1u32 << TILE).is_multiple_of(threads) {
        return None;
    }
    // A place that is loaded itself would be loaded twice.
    turned.loads.retain(|&(.., offset)| !reads_memory(kernel, offset));
    while i64::from(shared_bytes(kernel, &turned.loads)) > STATIC_SHARED_BYTES {
        turned.loads.pop();
    }
    (!turned.loads.is_empty()).then_some(turned)
}

/// Whether a place in memory depends on something in memory.
fn reads_memory(kernel: &KernelIr, offset: ValueId) -> bool {
    super::uses::reachable(kernel, &[offset], &|_| false)
        .into_iter()
        .any(|id| matches!(kernel.value(id), Value::Load { .. } | Value::LoadLocal { .. }))
}

/// The shared memory of a block.
pub(super) fn shared_bytes(kernel: &KernelIr, loads: &[(ValueId, u32, ValueId)]) -> u32 {
    loads.iter().map(|&(load, ..)| Tile::elements() * kernel.dtype(load).bytes() as u32).sum()
}

/// What follows the signature.
pub(super) fn body(kernel: &KernelIr, mapping: &Mapping, helpers: &mut Helpers) -> String {
    let mut out = "    ARRAY_FN_SHARED(shared);\n".to_string();
    let (Some(Turned { dimension, mut loads }), [phase]) =
        (tiled(kernel, mapping.threads), kernel.phases.as_slice())
    else {
        return out;
    };
    // Wide elements come first, so that each tile is aligned.
    loads.sort_by_key(|&(load, ..)| std::cmp::Reverse(kernel.dtype(load).bytes()));
    for (k, &(load, ..)) in loads.iter().enumerate() {
        let (element, offset) = (c_type(kernel.dtype(load)), shared_bytes(kernel, &loads[..k]));
        add_line!(&mut out, "    {element}* const tile{k} = ({element}*)(shared + {offset});");
    }
    let mut others = parallel_loops(kernel);
    let columns = others.pop();
    let rows = others.remove(dimension);
    let Some(columns) = columns else { return out };
    out.push_str(&sides(&rows.1, &columns.1, &others));
    let points = Points { mapping, kernel, phase, others, rows, columns };
    out.push_str(&read(&points, &loads, helpers));
    out.push_str("    __syncthreads();\n");
    out.push_str(&write(&points, &loads, helpers));
    out
}

/// The sides of the tile, as [`Tile::of`] has them, and the first point of the block.
fn sides(rows: &str, columns: &str, others: &Loops) -> String {
    let others = product(None, others);
    format!(
        "    unsigned int tall = {SHORT_SIDE}, wide = {SHORT_SIDE};
    while (wide < {SQUARE_SIDE} && (1LL << wide) < {columns}) ++wide;
    while (tall < {TILE} - wide && tall < {LONG_SIDE} && (1LL << tall) < {rows}) ++tall;
    while (wide < {TILE} - tall && wide < {LONG_SIDE} && (1LL << wide) < {columns}) ++wide;
    const unsigned int pitch = (1u << tall) + 1;
    const unsigned int across = (unsigned int)((({columns} - 1) >> wide) + 1);
    const unsigned int down = (unsigned int)((({rows} - 1) >> tall) + 1);
    const unsigned int above = blockIdx.x / across;
    const long long first_column = (long long)(blockIdx.x - above * across) << wide;
    const long long first_row = (long long)(above % down) << tall;
    const long long first_other = (long long)(above / down) << ({TILE} - tall - wide);
    const long long others = {others};
"
    )
}

/// The points of a tile.
struct Points<'a> {
    mapping: &'a Mapping,
    kernel: &'a KernelIr,
    phase: &'a Phase,
    /// The parallel loops but for the two of the tile.
    others: Loops<'a>,
    rows: (&'a crate::schedule::kernel::Loop, String),
    columns: (&'a crate::schedule::kernel::Loop, String),
}

impl Points<'_> {
    /// The number of points of a thread.
    fn count(&self) -> u32 {
        (1 << TILE) / self.mapping.threads
    }

    /// Opens the loop over the points of a thread, of which the first side is that of neighbouring threads. Passes of
    /// points that do not exist end after `without`.
    fn open(&self, body: &mut Body, unroll: &str, sides: [(&str, &str); 2], without: &str) {
        let threads = self.mapping.threads;
        body.open(&format!(
            "{unroll}\n        for (unsigned int k = 0; k < {}; ++k) {{",
            self.count()
        ));
        let [(near, of_near), (far, of_far)] = sides;
        body.line(&format!("const unsigned int item = threadIdx.x + k * {threads};"));
        body.line(&format!("const unsigned int {near} = item & ((1u << {of_near}) - 1);"));
        body.line(&format!(
            "const unsigned int {far} = item >> {of_near} & ((1u << {of_far}) - 1);"
        ));
        body.line("const unsigned int layer = item >> (tall + wide);");
        let (row, column) = (body.bind(self.rows.0.var), body.bind(self.columns.0.var));
        let from = from_row(self.kernel, self.rows.0);
        body.line(&format!("const long long {row} = {from}first_row + r;"));
        body.line(&format!("const long long {column} = first_column + c;"));
        body.line("const long long other = first_other + layer;");
        if !without.is_empty() {
            body.line(without);
        }
        let (rows, columns) = (&self.rows.1, &self.columns.1);
        body.line(&format!(
            "if ({row} >= {from}{rows} || {column} >= {columns} || other >= others) continue;"
        ));
        decode(body, "other", "long long", &self.others);
    }
}

/// Reads the tiles. All loads of a thread are under way together.
fn read(points: &Points, loads: &[(ValueId, u32, ValueId)], helpers: &mut Helpers) -> String {
    let Points { kernel, mapping, phase, .. } = *points;
    let mut body = Body::new(kernel, mapping, phase, helpers);
    body.open("{");
    for (k, &(load, ..)) in loads.iter().enumerate() {
        body.line(&format!("{} v{k}[{}];", c_type(kernel.dtype(load)), points.count()));
    }
    let nothing: Vec<String> = (0..loads.len()).map(|k| format!("v{k}[k] = 0;")).collect();
    let sides = [("r", "tall"), ("c", "wide")];
    points.open(&mut body, "#pragma unroll", sides, &nothing.join(" "));
    for (k, &(load, ..)) in loads.iter().enumerate() {
        let text = body.text(load);
        body.line(&format!("v{k}[k] = {text};"));
    }
    body.close();
    body.open(&format!(
        "#pragma unroll\n        for (unsigned int k = 0; k < {}; ++k) {{",
        points.count()
    ));
    body.line(&format!("const unsigned int item = threadIdx.x + k * {};", mapping.threads));
    body.line("const unsigned int place = (item >> tall) * pitch + (item & ((1u << tall) - 1));");
    for k in 0..loads.len() {
        body.line(&format!("tile{k}[place] = v{k}[k];"));
    }
    body.close();
    body.finish()
}

/// Computes and writes the points.
fn write(points: &Points, loads: &[(ValueId, u32, ValueId)], helpers: &mut Helpers) -> String {
    let Points { kernel, mapping, phase, .. } = *points;
    let mut body = Body::new(kernel, mapping, phase, helpers);
    body.open("{");
    let many = kernel.value_count() > MANY_VALUES;
    let unroll = if many { "#pragma unroll 1" } else { "#pragma unroll" };
    points.open(&mut body, unroll, [("c", "wide"), ("r", "tall")], "");
    body.line("const unsigned int place = (layer << wide | c) * pitch + r;");
    for (k, &(load, ..)) in loads.iter().enumerate() {
        let (element, name) = (c_type(kernel.dtype(load)), format!("y{k}"));
        body.line(&format!("const {element} {name} = tile{k}[place];"));
        body.define(load, &name);
    }
    body.statements(&phase.body);
    body.finish()
}
