//! Kernels that do nothing but transpose: elements that they read along one dimension they write along another.
//!
//! Elements may be of any type. Several may stay together, such as the parts of complex numbers or pixels. `l::turn`
//! transposes blocks of registers, and has code for short sides.

use super::analysis::{Offset, mentions};
use super::value::Tile;
use super::{Emitter, Far, extent, ops, rows_of};
use crate::dag::Binary;
use crate::schedule::kernel::{Access, Extent, KernelIr, Stmt, Value, ValueId, VarId};
use crate::schedule::steps::{Step, step};

/// The most bytes that stay together.
const MOST_BYTES: i64 = 64;

/// The transposition that such a kernel does.
pub struct Moved {
    to: (u32, ValueId),
    from: (u32, ValueId),
    /// The number of elements that stay together: the points of the last dimension, if that is not the one that is
    /// written along.
    together: i64,
    /// The dimension that is written along; the one before it is read along.
    lane: usize,
    /// Whether it is read along from its end on, as by `rot90`.
    reversed: bool,
}

/// The transposition that a kernel does, if it does nothing else.
pub fn moved(kernel: &KernelIr) -> Option<Moved> {
    let [phase] = kernel.phases.as_slice() else { return None };
    let [Stmt::Store { buffer, offset: to, value }] = *phase.body.as_slice() else { return None };
    let Value::Load { buffer: read, offset: from } = *kernel.value(value) else { return None };
    let [written, of] = [buffer, read].map(|buffer| kernel.buffers[buffer as usize]);
    let moves = written.access == Access::Write
        && of.access == Access::Read
        && written.dtype == of.dtype
        && !written.index
        && !of.index;
    if !moves || !phase.loops.is_empty() || !kernel.locals.is_empty() || kernel.pieces.is_some() {
        return None;
    }
    let dimensions = kernel.parallel.as_slice();
    let last = dimensions.last()?;
    let alike = [to, from].map(|offset| constant_step(kernel, offset, last.var)) == [Some(1); 2];
    let (together, lane) = match last.extent {
        Extent::Const(n) if alike && n >= 2 && n * of.dtype.bytes() <= MOST_BYTES => {
            (n, dimensions.len().checked_sub(2)?)
        }
        _ => (1, dimensions.len() - 1),
    };
    let (row, column) = (dimensions[lane.checked_sub(1)?].var, dimensions[lane].var);
    let along = constant_step(kernel, from, row);
    let reversed = along == Some(-together);
    let turns = constant_step(kernel, to, column) == Some(together)
        && (along == Some(together) || reversed)
        && matches!(step(kernel, from, column), Some(Step::One | Step::Far))
        && matches!(step(kernel, to, row), Some(Step::One | Step::Far))
        && !is_const(dimensions[lane].extent);
    turns.then_some(Moved { to: (buffer, to), from: (read, from), together, lane, reversed })
}

/// The bytes, and the number, of the elements that stay together in a kernel that transposes.
pub(super) fn together(kernel: &KernelIr) -> Option<(i64, i64)> {
    let Moved { to: (buffer, _), together, .. } = moved(kernel)?;
    Some((together * kernel.buffers[buffer as usize].dtype.bytes(), together))
}

/// Whether an extent is known. The lanes of such a dimension are chosen for its length.
fn is_const(extent: Extent) -> bool {
    matches!(extent, Extent::Const(_))
}

/// The step of an offset with a variable, if it is known.
fn constant_step(kernel: &KernelIr, offset: ValueId, var: VarId) -> Option<i64> {
    let (mut all, mut stack) = (0i64, vec![offset]);
    while let Some(id) = stack.pop() {
        let is_var = |id: ValueId| *kernel.value(id) == Value::Var(var);
        match *kernel.value(id) {
            _ if is_var(id) => all = all.checked_add(1)?,
            _ if !mentions(kernel, id, var) => {}
            Value::Binary(Binary::Add, a, b) => stack.extend([a, b]),
            Value::Binary(Binary::Mul, a, b) if is_var(a) || is_var(b) => {
                let Value::Const(by) = *kernel.value(if is_var(a) { b } else { a }) else {
                    return None;
                };
                all = all.checked_add(by.bits as i64)?;
            }
            _ => return None,
        }
    }
    Some(all)
}

/// Sides of fewer elements fill no tile of wide registers.
const SHORT_SIDE: i64 = 16;

/// The bytes of a line of memory.
const LINE: i64 = 64;

/// The bytes of results for which tiles are slower, because they write rows of memory that are far from each other. If
/// rows are no whole lines, tiles write each line in two parts, long after each other, so the limit is a lower one.
const LARGE: i64 = 32 << 20;
const LARGE_BROKEN: i64 = 4 << 20;

/// Code that transposes.
pub(super) struct Turned {
    pub(super) code: String,
    /// Whether it leaves some points to others.
    pub(super) has_others: bool,
}

/// The code that does the rows from point `flat` on, or a part of one. It comes before the code for other points.
///
/// If there `are_tiles`, these are wider for elements of 4 and 8 bytes, so only short sides and large results are left
/// to this code.
pub(super) fn turned(kernel: &KernelIr, are_tiles: bool, far: Option<Far>) -> Option<Turned> {
    let Moved { to, from, together, lane, reversed } = moved(kernel)?;
    let mut e = Emitter::new(kernel);
    if e.analysis.one_lane {
        return None;
    }
    let (row, column) = (&kernel.parallel[lane - 1], &kernel.parallel[lane]);
    let (r, c) = (row.var.0, column.var.0);
    let outer = &kernel.parallel[..lane - 1];
    let names = |types: &str| -> String {
        outer.iter().map(|outer| format!("v{}{types}, ", outer.var.0)).collect()
    };
    let (parameters, outer_names) = (names(": i64"), names(""));
    let mut place = |offset: ValueId| {
        let Offset::Linear { stride, rest } = e.analysis.offset(kernel, offset) else {
            return None;
        };
        e.scopes.push(Default::default());
        let (at, _) = e.linear(stride, &rest, &Tile { depends: &[], copy: 0 });
        e.scopes.pop();
        let code = std::mem::take(&mut e.out);
        Some(format!("|{parameters}v{r}: i64, v{c}: i64| -> i64 {{ {code} {at} }}"))
    };
    let (to_at, from_at) = (place(to.1)?, place(from.1)?);
    // The next point of the outer dimensions, of which the last one runs fastest.
    let next = outer.iter().fold(String::new(), |before, outer| {
        let (v, n) = (outer.var.0, extent(outer.extent));
        match before.as_str() {
            "" => format!("v{v} += 1;"),
            _ => format!("v{v} += 1; if v{v} == {n} {{ v{v} = 0; {before} }}"),
        }
    });
    let mutable: String =
        outer.iter().map(|outer| format!("let mut v{0} = v{0};\n", outer.var.0)).collect();
    let ty = ops::element(kernel.buffers[to.0 as usize].dtype);
    // The first of the elements that stay together.
    let first = match together {
        1 => String::new(),
        _ => format!("let v{} = 0i64;", kernel.parallel[lane + 1].var.0),
    };
    let bytes = kernel.buffers[to.0 as usize].dtype.bytes();
    let has_others = are_tiles && together == 1 && matches!(bytes, 4 | 8);
    let (width, height) = (extent(column.extent), extent(row.extent));
    let (read, written) = (e.read_pointer(from.0), to.0);
    let is_short = format!("i64::min({width}, {height}) < {SHORT_SIDE}");
    // Results that no cache holds are written past the caches.
    let is_past = match far {
        Some(Far::Streams { .. }) if together == 1 && matches!(bytes, 4 | 8) => format!(
            "FAR && !({is_short}) && l::turn_past(from_at, from_row, to_at, to_row, rows, columns)"
        ),
        _ => "false".to_string(),
    };
    let condition = match has_others {
        true => {
            let is_large = format!(
                "{width}.saturating_mul({height}) > if {width} % {} == 0 {{ {} }} else {{ {} }}",
                LINE / bytes,
                LARGE / bytes,
                LARGE_BROKEN / bytes
            );
            let is_far = if far.is_some() { " || FAR" } else { "" };
            format!("({is_short} || {is_large}{is_far})")
        }
        false => "true".to_string(),
    };
    // The loop around this code does not know the columns of points that are together.
    let columns = match together {
        1 => String::new(),
        _ => format!("let (left, right) = a.columns_of({width}, flat, end);"),
    };
    // Blocks of a few elements would take less time than the divisions that find their places.
    let next_matrix = match outer {
        [] => "break;".to_string(),
        _ => format!(
            "if v{r} + whole < {height} || end - flat - done < {height} * n {{
                break;
            }}
            {next}
            v{r} = 0;
            whole = {height};
            rows = whole;
            done += whole * n;"
        ),
    };
    // What is read from its end on is written from its end on.
    let (to_row, first_row) = match reversed {
        true => ("to_row.wrapping_neg()", format!("v{r} + rows - 1")),
        false => ("to_row", format!("v{r}")),
    };
    let code = format!(
        "if W > 1 && {condition} && flat % {together} == 0 && flat / {together} < end / {together} {{
            let done = {{
                let (flat, end) = (flat / {together}, end / {together});
                {columns}
                {rows}
                {first}
                let to_at = {to_at};
                let from_at = {from_at};
                let to_row = to_at({outer_names}1, start).wrapping_sub(to_at({outer_names}0, start));
                let to_row = {to_row};
                let from_row = from_at({outer_names}0, 1).wrapping_sub(from_at({outer_names}0, 0));
                let mut whole = if flat == at {{ i64::min({height} - v{r}, (end - flat) / n) }} else {{ 0 }};
                let (mut rows, columns) = (i64::max(whole, 1), stop - start);
                let mut done = if whole > 0 {{ whole * n }} else {{ next - flat }};
                let mut v{r} = v{r};
                {mutable}
                loop {{
                    let first = {first_row};
                    let to_at = b{written}.wrapping_offset(to_at({outer_names}first, start) as isize);
                    let from_at = {read}.wrapping_offset(from_at({outer_names}first, start) as isize);
                    if !({is_past}) {{
                        l::turn::<{ty}, {together}>(from_at, from_row, to_at, to_row, rows, columns);
                    }}
                    {next_matrix}
                }}
                done
            }};
            flat += done * {together};
            continue;
        }}\n",
        rows = rows_of(&kernel.parallel[..lane], column, true),
    );
    Some(Turned { code, has_others })
}

/// Whether a kernel does nothing but transpose elements that are written past the caches. The more rows a task of such
/// a kernel has, the longer are the pieces of memory that it reads.
pub(super) fn turns_past(kernel: &KernelIr, far: Far) -> bool {
    let is_past = |moved: Moved| {
        let bytes = kernel.buffers[moved.to.0 as usize].dtype.bytes();
        moved.together == 1 && matches!(bytes, 4 | 8)
    };
    matches!(far, Far::Streams { .. }) && moved(kernel).is_some_and(is_past)
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    fn is_turned(source: &str) -> bool {
        emitted(source).contains("l::turn::<")
    }

    #[test]
    fn transpositions_of_any_elements_are_turned() {
        for dtype in ["u8", "i16", "f16", "f32", "i64", "f64", "bool", "c32", "c64"] {
            let of = |body: &str, result: &str| {
                format!(
                    "pub fn f<M, N, K>(x: [{dtype}; M, N, K]) -> [{dtype}; {result}] {{ {body} }}"
                )
            };
            assert!(is_turned(&of("transpose(x, (0, 2, 1))", "M, K, N")), "{dtype}");
            assert!(is_turned(&of("transpose(x, (1, 2, 0))", "N, K, M")), "{dtype}");
            assert!(!is_turned(&of("transpose(x, (1, 0, 2))", "N, M, K")), "{dtype}");
        }
        assert!(is_turned(
            "pub fn f<M, N>(x: [f32; M, N, 3]) -> [f32; N, M, 3] { transpose(x, (1, 0, 2)) }"
        ));
        for reversed in ["rot90(x)", "x[..;-1, ..;-1].T", "x.T[..;-1]"] {
            assert!(is_turned(&format!(
                "pub fn f<M, N>(x: [f32; M, N]) -> [f32; N, M] {{ {reversed} }}"
            )));
        }
    }

    #[test]
    fn elements_of_4_and_8_bytes_can_pass_the_caches() {
        let passes = |dtype: &str, body: &str| {
            let function =
                format!("pub fn f<M, N>(x: [{dtype}; M, N]) -> [{dtype}; N, M] {{ {body} }}");
            emitted(&function).contains("l::turn_past(")
        };
        assert!(passes("f64", "x.T") && passes("f32", "x.T") && passes("i64", "x.T"));
        assert!(!passes("f16", "x.T") && !passes("c64", "x.T") && !passes("f64", "2 * x.T"));
    }

    #[test]
    fn what_is_computed_or_updated_is_not() {
        assert!(!is_turned("pub fn f<M, N>(x: [f32; M, N]) -> [f32; N, M] { x.T + 1 }"));
        assert!(!is_turned(
            "pub fn f<M, N>(x: [f32; M, N], y: [f32; N, M]) -> [f32; N, M] { x.T * y }"
        ));
        assert!(!is_turned("pub fn f<M, N>(x: [f32; M, N]) -> [f64; N, M] { x.T as f64 }"));
    }
}
