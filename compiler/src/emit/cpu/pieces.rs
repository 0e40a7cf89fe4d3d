//! Kernels whose rows fall into pieces ([`crate::schedule::pieces`]), and rows that are only copied.

use super::analysis::{Analysis, Offset};
use super::far::Far;
use super::value::Tile;
use super::{AVX2, AVX512, Emitter, Part, extent, functions};
use crate::dag::DType;
use crate::schedule::kernel::{Access, Kernel, Stmt, Value, VarId};
use crate::schedule::pieces::{Atom, Linear, Pieces, Tree};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Sizes beyond this might overflow in a comparison; no array that has points is that large.
const MAX_SIZE: i64 = 1 << 40;

/// Rows of fewer vectors are not cut into pieces: each point compares its index, and reads what it has to, one by one.
const MIN_VECTORS: usize = 4;

/// The functions of all pieces, and those that run through the pieces. The first piece is the whole kernel.
pub(super) fn emit(kernel: &Kernel, pieces: &Pieces, name: &str) -> String {
    let mut source = String::new();
    let (half, full) = Emitter::new(kernel).widths();
    let compares = is_cheap(&pieces.tree) && !Analysis::new(kernel).one_lane;
    for (k, leaf) in pieces.leaves.iter().enumerate() {
        let part = if k == 0 { Part::Whole(pieces.first) } else { Part::Of(pieces.first) };
        source += &functions(leaf, &format!("{name}_{k}"), part);
        source.push('\n');
    }
    let has_far = |leaf: &Kernel| Far::new(leaf, &Analysis::new(leaf)).is_some();
    let far: Vec<bool> = pieces.leaves.iter().map(has_far).collect();
    for (version, attributes, lanes) in
        [("baseline", "", 0), ("avx2", AVX2, half), ("avx512", AVX512, full)]
    {
        let short = if compares { lanes * MIN_VECTORS } else { 0 };
        let calls = |k: usize| format!("{name}_{k}_{version}");
        source +=
            &through(kernel, pieces, attributes, &format!("{name}_{version}"), short, &calls, "");
        if version != "baseline" && has_far(kernel) {
            let calls = |k: usize| match far[k] {
                true => format!("{name}_{k}_far_{version}"),
                false => calls(k),
            };
            let name = format!("{name}_far_{version}");
            let end = "l::finish_streams();";
            source += &through(kernel, pieces, attributes, &name, short, &calls, end);
        }
    }
    source
}

/// A function that calls those of pieces, if rows have at least `short` points.
fn through(
    kernel: &Kernel,
    pieces: &Pieces,
    attributes: &str,
    name: &str,
    short: usize,
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
    // Points that have the same index along the dimension in which pieces end.
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
    let tree = through_tree(pieces, &pieces.tree, calls);
    let whole = calls(0);
    format!(
        "{attributes}
        unsafe fn {name}(a: &CpuArgs, begin: usize, end: usize) {{ unsafe {{
            {sizes}
            let inside = {inside};
            if !({fit}) || {most} * inside < {short} {{
                {whole}(a, begin, end);
                {end}
                return;
            }}
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

/// Whether lanes can tell their pieces without a division.
fn is_cheap(tree: &Tree) -> bool {
    match tree {
        Tree::Leaf(_) => true,
        Tree::Turn { .. } => false,
        Tree::Sign { of, negative, other } => {
            !of.terms.keys().any(|atom| matches!(atom, Atom::Rem(..)))
                && is_cheap(negative)
                && is_cheap(other)
        }
    }
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

/// Does the points from that of the lanes' variable on for which the answers are the same; `to` is where they end.
fn through_tree(pieces: &Pieces, tree: &Tree, calls: &dyn Fn(usize) -> String) -> String {
    let (lane, v) = (pieces.lane, pieces.lane.0);
    match tree {
        Tree::Leaf(k) => {
            let call = calls(*k);
            format!("flat = stop(to); {call}(a, begin as usize, flat as usize);")
        }
        Tree::Sign { of, negative, other } => {
            let value = text(of, pieces);
            let [negative, other] = [negative, other].map(|t| through_tree(pieces, t, calls));
            let (until_other, until_negative) = match of.step(lane) {
                0 => (String::new(), String::new()),
                step if step > 0 => {
                    let less = step - 1;
                    (format!("to = i64::min(to, v{v} + ({less} - sign) / {step});"), String::new())
                }
                step => {
                    let step = -step;
                    (String::new(), format!("to = i64::min(to, v{v} + sign / {step} + 1);"))
                }
            };
            format!(
                "let sign: i64 = {value};
                if sign < 0 {{ {until_other} {negative} }} else {{ {until_negative} {other} }}"
            )
        }
        Tree::Turn { of, by, then } => {
            let (value, period) = (text(of, pieces), text(by, pieces));
            let then = through_tree(pieces, then, calls);
            let left = match of.step(lane) > 0 {
                true => "period - turn",
                false => "turn + 1",
            };
            format!(
                "let period: i64 = {period};
                let turn = ({value}).rem_euclid(period);
                to = i64::min(to, v{v} + {left});
                {then}"
            )
        }
    }
}

/// A plain `i64` expression, at the first point of a piece.
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
        write!(text, " + {factor} * {atom}").expect("strings take everything");
    }
    format!("({text})")
}

impl Emitter<'_> {
    /// The code for a row, from `v{lane}` to before `stop`, of a kernel that copies it or fills it with one value.
    pub(super) fn copied_row(&mut self) -> Option<String> {
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
        let v = lane.0;
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
        self.scopes.push(Default::default());
        let body = std::mem::take(&mut self.out);
        let tile = Tile { depends: &[], copy: 0 };
        let (at, _) = self.linear(None, &to_rest, &tile);
        let row = match from {
            Some((from, rest)) => {
                let (from_at, _) = self.linear(None, &rest, &tile);
                let from = self.read_pointer(from);
                format!(
                    "l::copy_row({from}.offset(({from_at}) as isize), b{buffer}.offset(({at}) as isize), stop - v{v});"
                )
            }
            None => {
                let name = self.name(value, &tile);
                let one = match kernel.dtype(value) {
                    DType::I64 => name,
                    _ => format!("{name}.0[0]"),
                };
                format!("l::fill_row({one}, b{buffer}.offset(({at}) as isize), stop - v{v});")
            }
        };
        let before = std::mem::replace(&mut self.out, body);
        self.scopes.pop();
        Some(format!("if v{v} < stop {{ {before} {row} v{v} = stop; }}"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// Rows that are copied, and gathers outside of the kernel for short rows.
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
        // Inside; the frame is filled.
        let frame = "pub fn f<M, N>(x: [f64; M, N]) -> [f64; M + 2, N + 2] { pad(x, 1) }";
        assert_eq!(moved(frame), (1, 0));
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
