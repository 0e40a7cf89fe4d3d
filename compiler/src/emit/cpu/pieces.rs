//! Kernels whose rows fall into pieces ([`crate::schedule::pieces`]), and rows that are only copied.

use super::ahead::is_pure;
use super::analysis::{Analysis, Offset};
use super::far::Far;
use super::order::Order;
use super::tables::{MOST_COLUMNS, is_even, is_short};
use super::value::Tile;
use super::{AVX2, AVX512, Emitter, extent, functions, wrapped};
use crate::dag::DType;
use crate::schedule::kernel::{Access, KernelIr, Stmt, Value, ValueId, VarId};
use crate::schedule::pieces::{Atom, Linear, Pieces, Tree};
use std::collections::BTreeSet;

/// Larger sizes might overflow in a comparison. No array that has points is that large.
const MAX_SIZE: i64 = 1 << 40;

/// Each piece of shorter rows is done for several rows at once, because finding a piece takes as long as some dozens of
/// points.
const SHORT_ROW: i64 = 256;
/// The number of points of these rows, which fill a part of the first cache.
const BLOCK_POINTS: i64 = 2048;
/// The least number of these rows.
const BLOCK_ROWS: i64 = 8;

/// The functions of all pieces, and the functions that run through the pieces. The first piece is the whole kernel.
pub(super) fn emit(kernel: &KernelIr, pieces: &Pieces, name: &str) -> String {
    let mut source = String::new();
    let (half, full) = Emitter::new(kernel).widths();
    let blocks = blocks(kernel, pieces);
    let moved: Vec<bool> =
        pieces.leaves.iter().map(|leaf| blocks && is_moved(leaf, pieces.first)).collect();
    // Even a few elements are moved faster as a piece than if each lane finds its own.
    let short_tree =
        pieces.tree_of_any_length().filter(|_| moved.iter().skip(1).all(|is_moved| *is_moved));
    // Rows that are too short for pieces. If pieces are only moved, it is faster to move all of a row at once where its
    // elements fill registers, because rows are equally far from each other.
    let wrapped = wrapped::wrapped(kernel)
        .filter(|wrapped| blocks && (short_tree.is_none() || is_even(kernel, *wrapped)));
    let in_tables = wrapped.and_then(|wrapped| {
        let first = Some(pieces.first);
        let (short, has_tables) = wrapped::emit(kernel, wrapped, &format!("{name}_0"), first);
        has_tables.then_some(short)
    });
    source += in_tables.as_deref().unwrap_or_default();
    for (k, leaf) in pieces.leaves.iter().enumerate() {
        let name = format!("{name}_{k}");
        source += &functions(leaf, &name, Some(pieces.first));
        source += &match leaf.parallel.len() {
            2 if blocks => block(leaf, &name, pieces.first),
            1 if moved[k] => flat_block(leaf, &name, pieces.first),
            _ => String::new(),
        };
        source.push('\n');
    }
    let has_far = |leaf: &KernelIr| Far::new(leaf, &Analysis::new(leaf)).is_some();
    let far: Vec<bool> = pieces.leaves.iter().map(has_far).collect();
    for (version, attributes, lanes) in
        [("baseline", "", 0), ("avx2", AVX2, half), ("avx512", AVX512, full)]
    {
        let n = extent(kernel.parallel[pieces.along].extent);
        let is_in_blocks =
            format!("n > 0 && n < {SHORT_ROW} && begin as i64 % n == 0 && end as i64 % n == 0");
        let is_shortest = match (&in_tables, short_tree) {
            (Some(_), None) => Some(format!("n > 0 && n < {MOST_COLUMNS}")),
            (Some(_), Some(_)) => Some(format!("n > 0 && ({})", is_short("n", lanes))),
            (None, _) => None,
        };
        let shortest = is_shortest.as_ref().map_or(String::new(), |is_shortest| {
            let lanes = wrapped::lanes(kernel, lanes);
            format!("if {is_shortest} {{ return {name}_0_wrapped::<{lanes}>(a, begin, end); }}")
        });
        let short = match version {
            _ if !blocks || version == "baseline" => String::new(),
            _ => format!(
                "let n = {n};\n{shortest}\nif {is_in_blocks} {{ {} return; }}",
                in_blocks(pieces, short_tree, [&far, &moved], name, lanes)
            ),
        };
        // There is nothing to stream.
        let far_short = match short.is_empty() {
            true => String::new(),
            false => {
                let is_shortest =
                    is_shortest.map_or(String::new(), |is_shortest| format!("{is_shortest} || "));
                format!(
                    "let n = {n};\nif {is_shortest}{is_in_blocks} {{ return {name}_{version}(a, begin, end); }}"
                )
            }
        };
        let calls = |k: usize| format!("{name}_{k}_{version}");
        source +=
            &through(kernel, pieces, attributes, &format!("{name}_{version}"), &short, &calls, "");
        if version != "baseline" && has_far(kernel) {
            let calls = |k: usize| match far[k] {
                true => format!("{name}_{k}_far_{version}"),
                false => calls(k),
            };
            let name = format!("{name}_far_{version}");
            let end = "l::finish_streams();";
            source += &through(kernel, pieces, attributes, &name, &far_short, &calls, end);
        }
    }
    source
}

/// Whether there is code for blocks of rows. There must be two dimensions, and pieces must end along the last one.
fn blocks(kernel: &KernelIr, pieces: &Pieces) -> bool {
    let in_lanes = |leaf: &KernelIr| {
        let analysis = Analysis::new(leaf);
        analysis.order == Order::Points && !analysis.one_lane
    };
    kernel.parallel.len() == 2 && pieces.along == 1 && pieces.leaves.iter().all(in_lanes)
}

/// Whether a piece consists of rows that are copied from elsewhere, or filled.
fn is_moved(leaf: &KernelIr, first: VarId) -> bool {
    let mut e = Emitter::new(leaf);
    e.first = Some(first);
    e.copied_row().is_some()
}

/// The function `{name}_block`, which does one piece of some rows.
fn block(kernel: &KernelIr, name: &str, first: VarId) -> String {
    let mut e = Emitter::new(kernel);
    e.first = Some(first);
    e.body();
    let [row, lane] = kernel.parallel.as_slice() else {
        unreachable!("rows are a dimension of two")
    };
    let (row, v, f) = (row.var.0, lane.var.0, first.0);
    let mut s = format!(
        "#[inline(always)]
        unsafe fn {name}_block<const W: usize>(
            a: &CpuArgs, from: i64, to: i64, first: i64, start: i64, stop: i64
        ) {{ unsafe {{\n"
    );
    e.arguments(&mut s);
    let copied = e.copied_row();
    let before = format!("let v{f} = first; let mut v{v} = start; {}", e.before);
    let rows = match copied {
        Some(copied) => format!(
            "let mut v{row} = from;
            while v{row} < to {{ {before} {copied} let _ = (v{f}, v{v}); v{row} += 1; }}"
        ),
        None => format!(
            "let full = start + (stop - start) / W as i64 * W as i64;
            let mut v{row} = from;
            while v{row} < to {{
                {before}
                while v{v} < full {{ {body} v{v} += W as i64; }}
                v{row} += 1;
            }}
            if W > 1 && full < stop {{ {name}_block::<1>(a, from, to, first, full, stop); }}",
            body = e.out,
        ),
    };
    s + &rows + "}}\n"
}

/// The same for a piece that is moved whole. Its points are numbered through all rows, each of which has `n` points.
fn flat_block(kernel: &KernelIr, name: &str, first: VarId) -> String {
    let mut e = Emitter::new(kernel);
    e.first = Some(first);
    e.body();
    let [lane] = kernel.parallel.as_slice() else { unreachable!("points have one number") };
    let (v, f) = (lane.var.0, first.0);
    let mut s = format!(
        "#[inline(always)]
        unsafe fn {name}_block(a: &CpuArgs, n: i64, from: i64, to: i64, start: i64, stop: i64) {{ unsafe {{
        const W: usize = 1;\n"
    );
    e.arguments(&mut s);
    let copied = e.copied_row().expect("a piece that is moved");
    s += &format!(
        "let mut row = from;
        while row < to {{
            let stop = row * n + stop;
            let v{f} = row * n + start;
            let mut v{v} = v{f};
            {} {copied}
            let _ = (v{f}, v{v});
            row += 1;
        }}
        }}}}\n",
        e.before
    );
    s
}

/// Goes through rows, as many at once as have the same pieces, and through their pieces. Short rows have the pieces of
/// `short_tree`, if there is one. For each piece, `far` says whether there is a version for far arrays, and `moved`
/// whether it is moved whole.
fn in_blocks(
    pieces: &Pieces,
    short_tree: Option<&Tree>,
    [far, moved]: [&[bool]; 2],
    name: &str,
    lanes: usize,
) -> String {
    let row = pieces.leaves[0].parallel[0].var;
    let run = |k: usize| match pieces.leaves[k].parallel.len() {
        2 => format!("{name}_{k}_block::<{lanes}>(a, r, rows, c, c, to); c = to;"),
        // Whole rows follow each other in memory.
        _ => {
            let call = format!("{name}_{k}::<{lanes}{}>", if far[k] { ", false" } else { "" });
            let row_by_row = match moved[k] {
                true => format!("{name}_{k}_block(a, n, r, rows, c, to);"),
                false => format!(
                    "let mut r = r;
                    while r < rows {{ {call}(a, (r * n + c) as usize, (r * n + to) as usize); r += 1; }}"
                ),
            };
            format!(
                "if c == 0 && to == n {{ {call}(a, (r * n) as usize, (rows * n) as usize); }}
                else {{ {row_by_row} }}
                c = to;"
            )
        }
    };
    let (lane, v) = (pieces.lane.0, row.0);
    let tree = short_tree.unwrap_or(&pieces.tree);
    let looks = through_tree(pieces, tree, Some(row), &|_| "c = to;".to_string());
    let runs = through_tree(pieces, tree, None, &run);
    let walk = |tree: &str| {
        format!("let mut c = 0i64; while c < n {{ let v{lane} = c; let mut to = n; {tree} }}")
    };
    format!(
        "let (mut r, end) = (begin as i64 / n, end as i64 / n);
        while r < end {{
            let v{v} = r;
            let mut rows = i64::min(end, r + i64::max({BLOCK_ROWS}, {BLOCK_POINTS} / n));
            {{ {} }}
            {{ {} }}
            r = rows;
        }}",
        walk(&looks),
        walk(&runs)
    )
}

/// The function that calls the functions of pieces. `short` is the code for short rows.
fn through(
    kernel: &KernelIr,
    pieces: &Pieces,
    attributes: &str,
    name: &str,
    short: &str,
    calls: &dyn Fn(usize) -> String,
    end: &str,
) -> String {
    let sizes: String =
        (0..kernel.sizes).map(|k| format!("let z{k} = *a.sizes.add({k});\n")).collect();
    let mut compared = BTreeSet::new();
    sizes_of(&pieces.tree, &mut compared);
    let fit = compared.iter().fold("true".to_string(), |fit, k| {
        format!("{fit} && z{k} < {MAX_SIZE} && z{k} > -{MAX_SIZE}")
    });
    let (outer, inner) = kernel.parallel.split_at(pieces.along + 1);
    // The points with the same index along the dimension in which pieces end.
    let inside =
        inner.iter().fold("1i64".to_string(), |n, l| format!("{n} * {}", extent(l.extent)));
    let mut indices = String::new();
    for (k, l) in outer.iter().enumerate().rev() {
        let (v, n) = (l.var.0, extent(l.extent));
        indices += &match k {
            0 => format!("let v{v} = row;\n"),
            _ => format!("let v{v} = row % {n}; row /= {n};\n"),
        };
    }
    let (v, most) = (pieces.lane.0, extent(kernel.parallel[pieces.along].extent));
    let run = |k: usize| {
        let call = calls(k);
        format!("flat = stop(to); {call}(a, begin as usize, flat as usize);")
    };
    let tree = through_tree(pieces, &pieces.tree, None, &run);
    let whole = calls(0);
    format!(
        "{attributes}
        unsafe fn {name}(a: &CpuArgs, begin: usize, end: usize) {{ unsafe {{
            {sizes}
            if !({fit}) {{
                {whole}(a, begin, end);
                {end}
                return;
            }}
            {short}
            let inside = {inside};
            let (mut flat, end) = (begin as i64, end as i64);
            while flat < end {{
                let (mut row, rest) = (flat / inside, flat % inside);
                {indices}
                let _ = row;
                let mut to = {most};
                let begin = flat;
                let stop = |to: i64| i64::min(end, begin - rest + (to - v{v}) * inside);
                {tree}
            }}
            {end}
        }} }}\n"
    )
}

fn sizes_of(tree: &Tree, sizes: &mut BTreeSet<u32>) {
    fn of_linear(linear: &Linear, sizes: &mut BTreeSet<u32>) {
        for atom in linear.terms.keys() {
            match atom {
                Atom::Var(_) | Atom::Scalar(_) => {}
                Atom::Size(k) => {
                    sizes.insert(*k);
                }
                Atom::Rem(of, by) => [of, by].into_iter().for_each(|l| of_linear(l, sizes)),
            }
        }
    }
    match tree {
        Tree::Leaf(_) => {}
        Tree::Sign { of, negative, other } => {
            of_linear(of, sizes);
            sizes_of(negative, sizes);
            sizes_of(other, sizes);
        }
        Tree::Turn { of, by, then } => {
            [of, by].into_iter().for_each(|l| of_linear(l, sizes));
            sizes_of(then, sizes);
        }
    }
}

/// Finds the piece at the point of the lanes' variable. `to` is its end; `rows` is the end of the rows that have the
/// same pieces as `row`; `leaf` is the code that does the piece.
fn through_tree(
    pieces: &Pieces,
    tree: &Tree,
    row: Option<VarId>,
    leaf: &dyn Fn(usize) -> String,
) -> String {
    let (lane, v) = (pieces.lane, pieces.lane.0);
    // The position up to which the sign stays the same along a variable: if it is negative, and if it is not.
    let until = |end: &str, var: VarId, step: i64| match step {
        0 => (String::new(), String::new()),
        step if step > 0 => {
            let less = step - 1;
            let until = format!("{end} = i64::min({end}, v{} + ({less} - sign) / {step});", var.0);
            (until, String::new())
        }
        step => {
            let step = -step;
            let until = format!("{end} = i64::min({end}, v{} + sign / {step} + 1);", var.0);
            (String::new(), until)
        }
    };
    match tree {
        Tree::Leaf(k) => leaf(*k),
        Tree::Sign { of, negative, other } => {
            let value = text(of, pieces);
            let [negative, other] =
                [negative, other].map(|tree| through_tree(pieces, tree, row, leaf));
            let (until_other, until_negative) = until("to", lane, of.step(lane));
            let (rows_other, rows_negative) = match row {
                Some(row) if of.mentions(row) => {
                    let has_rest = of.terms.keys().any(|atom| matches!(atom, Atom::Rem(..)));
                    match of.mentions(lane) || has_rest {
                        true => ("rows = r + 1;".to_string(), "rows = r + 1;".to_string()),
                        false => until("rows", row, of.step(row)),
                    }
                }
                _ => (String::new(), String::new()),
            };
            format!(
                "let sign: i64 = {value};
                if sign < 0 {{ {until_other} {rows_other} {negative} }}
                else {{ {until_negative} {rows_negative} {other} }}"
            )
        }
        Tree::Turn { of, by, then } => {
            let (value, period) = (text(of, pieces), text(by, pieces));
            let then = through_tree(pieces, then, row, leaf);
            let rows = match row {
                Some(row) if of.mentions(row) || by.mentions(row) => "rows = r + 1;",
                _ => "",
            };
            let left = match of.step(lane) > 0 {
                true => "period - turn",
                false => "turn + 1",
            };
            format!(
                "let period: i64 = {period};
                let turn = ({value}).rem_euclid(period);
                to = i64::min(to, v{v} + {left});
                {rows}
                {then}"
            )
        }
    }
}

/// A linear expression as plain `i64`, at the first point of a piece.
fn text(linear: &Linear, pieces: &Pieces) -> String {
    let mut text = format!("{}i64", linear.constant);
    for (atom, factor) in &linear.terms {
        let atom = match atom {
            Atom::Var(VarId(v)) if *v == pieces.first.0 => format!("v{}", pieces.lane.0),
            Atom::Var(VarId(v)) => format!("v{v}"),
            Atom::Size(k) => format!("z{k}"),
            Atom::Scalar(k) => format!("(*a.scalars.add({k}) as i64)"),
            Atom::Rem(of, by) => {
                let (of, by) = (self::text(of, pieces), self::text(by, pieces));
                format!("l::rem(V([{of}]), V([{by}])).0[0]")
            }
        };
        text += &format!(" + {factor} * {atom}");
    }
    format!("({text})")
}

/// The parts of a kernel that copies rows, or fills them with one value.
struct MovedRow {
    /// The buffer and the offset that are read; `None` for a value that is the same for a whole row.
    from: Option<(u32, Vec<ValueId>)>,
    value: ValueId,
    to: (u32, Vec<ValueId>),
    lane: VarId,
}

impl Emitter<'_> {
    fn moved_row(&self) -> Option<MovedRow> {
        let kernel = self.kernel;
        let ([phase], Some(lane)) = (kernel.phases.as_slice(), self.analysis.lane) else {
            return None;
        };
        let [Stmt::Store { buffer, offset, value }] = *phase.body.as_slice() else { return None };
        let to = kernel.buffers[buffer as usize];
        let contiguous = |offset| match self.analysis.offset(kernel, offset) {
            Offset::Linear { stride: None, rest } => Some(rest),
            _ => None,
        };
        if !phase.loops.is_empty() || self.analysis.one_lane || to.access != Access::Write {
            return None;
        }
        let to_rest = contiguous(offset)?;
        let from = match *kernel.value(value) {
            Value::Load { buffer, offset } => {
                let from = kernel.buffers[buffer as usize];
                if from.access != Access::Read || from.index || from.dtype != to.dtype {
                    return None;
                }
                Some((buffer, contiguous(offset)?))
            }
            _ if self.analysis.is_varying(value) || to.dtype == DType::Bool => return None,
            _ => None,
        };
        Some(MovedRow { from, value, to: (buffer, to_rest), lane })
    }

    /// The code for a row, from `v{lane}` up to, but without, `stop`, of a kernel that copies it or fills it with one
    /// value.
    pub(super) fn copied_row(&mut self) -> Option<String> {
        let MovedRow { from, value, to: (buffer, to_rest), lane: VarId(v) } = self.moved_row()?;
        self.scopes.push(Default::default());
        let body = std::mem::take(&mut self.out);
        let tile = Tile { depends: &[], copy: 0 };
        let (at, _) = self.linear(None, &to_rest, &tile);
        let row = match from {
            Some((from, rest)) => {
                let (from_at, _) = self.linear(None, &rest, &tile);
                let from = self.read_pointer(from);
                format!(
                    "l::copy_row({from}.wrapping_offset(({from_at}) as isize), b{buffer}.wrapping_offset(({at}) as isize), stop - v{v});"
                )
            }
            None => {
                let name = self.name(value, &tile);
                let one = match self.kernel.dtype(value) {
                    DType::I64 => name,
                    _ => format!("{name}.0[0]"),
                };
                format!(
                    "l::fill_row({one}, b{buffer}.wrapping_offset(({at}) as isize), stop - v{v});"
                )
            }
        };
        let before = std::mem::replace(&mut self.out, body);
        self.scopes.pop();
        Some(format!("if v{v} < stop {{ {before} {row} v{v} = stop; }}"))
    }

    /// The code that asks for the memory of the row that is copied at the present values of the variables, from
    /// `v{lane}` up to `stop`, if its place is read from memory. Processors find other rows by themselves.
    pub(super) fn ask_for_row(&mut self) -> Option<String> {
        let MovedRow { from: Some((from, rest)), lane: VarId(v), .. } = self.moved_row()? else {
            return None;
        };
        if rest.iter().all(|term| is_pure(self.kernel, *term)) {
            return None;
        }
        self.scopes.push(Default::default());
        let body = std::mem::take(&mut self.out);
        let (at, _) = self.linear(None, &rest, &Tile { depends: &[], copy: 0 });
        let from = self.read_pointer(from);
        let before = std::mem::replace(&mut self.out, body);
        self.scopes.pop();
        Some(format!(
            "{before} l::ask_for_row({from}.wrapping_offset(({at}) as isize), stop - v{v});"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// The number of rows that are copied, and that of gathers outside of the kernel for short rows.
    fn moved(source: &str) -> (usize, usize) {
        let source = emitted(source);
        let (whole, pieces) = source.split_once("unsafe fn k_1<").unwrap_or(("", &source));
        assert!(whole.is_empty() || !whole.contains("copy_row"));
        let near = |text: &str| pieces.matches(text).count();
        (near("l::copy_row("), near("l::gather"))
    }

    #[test]
    fn concatenations_are_copies() {
        let source =
            "pub fn f<N, M>(x: [f64; N], y: [f64; M]) -> [f64; N + M] { concatenate([x, y]) }";
        assert_eq!(moved(source), (2, 0));
        let tiles = "pub fn f<N>(x: [f64; N]) -> [f64; 3 * N] { tile(x, 3) }";
        assert_eq!(moved(tiles), (1, 0));
        // The inside is copied row by row, and many rows after each other; the frame is filled.
        let frame = "pub fn f<M, N>(x: [f64; M, N]) -> [f64; M + 2, N + 2] { pad(x, 1) }";
        assert_eq!(moved(frame), (2, 0));
        assert!(emitted(frame).contains("l::fill_row("));
        let plain = "pub fn f<N>(x: [f64; N]) -> [f64; N] { x + 1 }";
        assert!(!emitted(plain).contains("k_1"));
    }

    #[test]
    fn rows_of_one_piece_are_one() {
        let short = "pub fn f<M, K>(x: [f64; M, 3], y: [f64; K, 3]) -> [f64; M + K, 3] {
            concatenate([x, y])
        }";
        assert_eq!(moved(short), (2, 0));
        let source = emitted(short);
        let leaf =
            source.split("unsafe fn k_1<").nth(1).and_then(|leaf| leaf.split("unsafe fn").next());
        // No index of rows is left.
        assert!(leaf.is_some_and(|leaf| !leaf.contains("let mut row")), "{source}");
    }

    #[test]
    fn arrays_are_read_backwards() {
        let source = emitted("pub fn f<N>(x: [f64; N]) -> [f64; N] { x[..;-1] + 1 }");
        assert!(source.contains("l::load_reversed("), "{source}");
    }
}
