//! Blocks of rows at a time, for kernels in which rows of the arrays that are read are columns of the results
//! ([`crate::schedule::turn`]).
//!
//! A vector of points of one row reads one element from each of several lines of memory. A tile has as many rows as a
//! line has elements, so it uses whole lines: they are loaded whole, and transposed in registers.

use super::analysis::Offset;
use super::transposed::InRow;
use super::value::Tile;
use super::widths;
use super::{Emitter, Far, extent, ops};
use crate::hash::HashMap;
use crate::schedule::kernel::{Access, Extent, KernelIr, Phase, Stmt, ValueId};
use crate::schedule::turn::{Turned, turned};

/// The most loads of a tile. More arrays would not stay in the first cache together.
const MOST_LOADS: usize = 16;

/// The code that does as many whole rows as there are. It comes before the code for one row. `name` is that of the
/// kernel.
///
/// In the code, a row has `n` points, of which `start..stop` are to be done. Its first point is `at`, and points
/// `flat..end` are left.
pub(super) fn tiles(kernel: &KernelIr, far: Option<Far>, name: &str) -> Option<String> {
    let Turned { dimension, loads } = turned(kernel)?;
    let [phase] = kernel.phases.as_slice() else { return None };
    if dimension + 2 != kernel.parallel.len() || loads.len() > MOST_LOADS {
        return None;
    }
    let (row, lane) = (&kernel.parallel[dimension], &kernel.parallel[dimension + 1]);
    let mut e = Emitter::new(kernel);
    if e.analysis.one_lane {
        return None;
    }
    e.far = far;
    let rows = e.widths().1;
    if matches!(row.extent, Extent::Const(n) if n < rows as i64) {
        return None;
    }
    // In a cache it would only take time.
    let asks = match far {
        Some(Far::Streams { .. }) => "if a.far && !(FAR && lines.is_past())",
        _ => "if a.far",
    };
    let asked = ask_for_written(&mut e, phase);
    let (arrays, load) = load_tile(&mut e, loads)?;
    e.phase(phase);
    let body = std::mem::take(&mut e.out);
    let (p, v, height) = (row.var.0, lane.var.0, extent(row.extent));
    let Ends { fit, next_row, next_lane, rest } = Ends::new(kernel, [p, v], rows, name);
    let lines = match far {
        Some(Far::Streams { buffer, .. }) => {
            let ty = ops::element(kernel.buffers[buffer as usize].dtype);
            format!("let lines = l::Lines::of_rows::<{ty}, W>(n);")
        }
        _ => String::new(),
    };
    Some(format!(
        "if W > 1 && flat == at && stop - start >= W as i64 {{
            let first = v{p};
            let rows = i64::min({height} - first, (end - flat) / n);
            {fit}
            if rows >= {rows} {{
                {arrays}
                {lines}
                let mut v{v} = start;
                while v{v} < stop {{
                    {next_lane}
                    let mut v{p} = first;
                    while v{p} < first + rows {{
                        {next_row}
                        let top = v{p};
                        {asks} {{
                            for r in 0..{rows}i64 {{
                                let v{p} = top + r;
                                {asked}
                            }}
                        }}
                        {load}
                        for r in 0..{rows}i64 {{
                            let v{p} = top + r;
                            {body}
                        }}
                        v{p} += {rows};
                    }}
                    v{v} += W as i64;
                }}
                {rest}
                flat += rows * n;
                continue;
            }}
        }}\n"
    ))
}

/// The code that asks for the memory that the points of one row of a tile are written to.
fn ask_for_written(e: &mut Emitter<'_>, phase: &Phase) -> String {
    let (kernel, tile) = (e.kernel, Tile { depends: &[], copy: 0 });
    e.scopes.push(HashMap::default());
    for stmt in &phase.body {
        let Stmt::Store { buffer, offset, .. } = *stmt else { continue };
        if matches!(e.analysis.offset(kernel, offset), Offset::Linear { stride: None, .. }) {
            let pointer = e.pointer(buffer, offset, &tile);
            e.line(format!("l::ask_for_end::<_, W>({pointer});"));
        }
    }
    e.scopes.pop();
    std::mem::take(&mut e.out)
}

/// The local arrays for the columns of a tile, and the code that fills them. Loads become reads of these arrays.
fn load_tile(e: &mut Emitter<'_>, loads: Vec<(ValueId, u32, ValueId)>) -> Option<(String, String)> {
    let (kernel, rows) = (e.kernel, e.widths().1);
    let tile = Tile { depends: &[], copy: 0 };
    e.scopes.push(HashMap::default());
    let mut arrays = String::new();
    for (array, (id, buffer, offset)) in loads.into_iter().enumerate() {
        let Offset::Linear { stride: Some(stride), rest } = e.analysis.offset(kernel, offset)
        else {
            return None;
        };
        // Eight lanes of 8 bytes can be moved only with AVX-512.
        if kernel.buffers[buffer as usize].dtype.bytes() == 8 && e.widths() != widths::WIDE {
            return None;
        }
        let (at, stride) = e.linear(Some(stride), &rest, &tile);
        let (pointer, stride) = (e.read_pointer(buffer), stride?);
        let ty = ops::element(kernel.buffers[buffer as usize].dtype);
        e.line(format!(
            "l::load_columns::<{ty}, W>({pointer}.wrapping_offset(({at}) as isize), {stride}, {rows}, o{array});"
        ));
        arrays += &format!(
            "let mut o{array} = l::Local::<[[{ty}; W]; {rows}]>::new();
            let o{array} = o{array}.ptr::<[{ty}; W]>();\n"
        );
        e.columns.insert(id, (InRow::alone(array), None));
    }
    // The names that were made here are those for the first row.
    e.scopes.pop();
    Some((arrays, std::mem::take(&mut e.out)))
}

/// The code for the tiles at the ends of rows and columns.
struct Ends {
    /// The number of rows that are done here.
    fit: String,
    /// The beginning of a tile, in rows and in columns.
    next_row: String,
    next_lane: String,
    /// Does the points that are in no tile.
    rest: String,
}

impl Ends {
    /// The code for tiles of `rows` rows. `[p, v]` are the variables of the row and of lanes, and `name` is that of the
    /// kernel. The last tiles overlap with the ones before, unless points must not be done twice.
    fn new(kernel: &KernelIr, [p, v]: [u32; 2], rows: usize, name: &str) -> Ends {
        match kernel.buffers.iter().all(|buffer| buffer.access != Access::ReadWrite) {
            true => Ends {
                fit: String::new(),
                next_row: format!("v{p} = i64::min(v{p}, first + rows - {rows});"),
                next_lane: format!("v{v} = i64::min(v{v}, stop - W as i64);"),
                rest: String::new(),
            },
            false => Ends {
                fit: format!("let rows = rows - rows % {rows};"),
                next_row: String::new(),
                next_lane: format!("if v{v} + W as i64 > stop {{ break; }}"),
                rest: format!(
                    "if v{v} < stop {{
                    for r in 0..rows {{
                        {name}_baseline(a, (flat + r * n + v{v}) as usize, (flat + r * n + stop) as usize);
                    }}
                }}"
                ),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn vectors_of_large_integers_beside_small_floats_are_no_tiles() {
        let of = |dtype: &str| {
            emitted(&format!(
                "pub fn f<M, N>(x: [f32; M, N], y: [{dtype}; M, N]) -> [{dtype}; N, M] {{
                    where(x.T > 0, y.T, 0)
                }}"
            ))
        };
        assert!(of("i32").contains("l::load_columns::<i32, W>("));
        assert!(!of("i64").contains("l::load_columns::<i64, W>("));
    }
}
