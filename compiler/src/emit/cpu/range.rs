//! The function over a range of points, around the code for a vector of them.

use super::order::Order;
use super::{Emitter, Far, masks, moved, ops, rows_of, tiles, updates};
use crate::schedule::kernel::{Loop, Stmt};

/// The most elements of all local arrays of a kernel that lie on the stack. An element has up to 64 bytes, in code that
/// is not optimised four times as many, and most threads have a stack of 2 MiB.
const MOST_ON_STACK: usize = 1024;

/// The code for a row, beside the code for a vector or instead of it.
struct RowForms {
    /// The loop over a row whose results may be stored past the caches.
    streamed: Option<String>,
    /// A row that is copied, or filled with one value.
    copied: Option<String>,
    /// The work on all columns of a short row.
    short: String,
    /// The code that asks for the elements of a later turn.
    ahead: String,
}

impl Emitter<'_> {
    /// The function over a range of points, around the emitted body.
    pub(super) fn wrap(&mut self, name: &str) -> String {
        let kernel = self.kernel;
        let gathered = self.ask_beside_gathers();
        self.out.insert_str(0, &gathered);
        let streamed = match (self.far, kernel.parallel.last()) {
            (Some(Far::Streams { buffer, offset }), Some(lane)) => {
                Some(self.streamed_row(buffer, offset, lane.var))
            }
            _ => None,
        };
        let copied = self.copied_row();
        let short = self.short_columns();
        let ahead = self.ask_ahead();
        let forms = RowForms { streamed, copied, short, ahead };
        let mut s = self.head(name);
        self.arguments(&mut s);
        self.local_arrays(&mut s);
        s += &match kernel.parallel.as_slice() {
            [] => format!("let _ = (begin, end);\n{}\n", self.out),
            [outer @ .., lane] => self.loop_over_rows(name, outer, lane, &forms),
        };
        if forms.streamed.is_some() && self.first.is_none() {
            s += "if FAR {\nl::finish_streams();\n}\n";
        }
        s + "}\n}\n"
    }

    /// The beginning of the function, before its arguments are read.
    fn head(&self, name: &str) -> String {
        let (lanes, one_lane) = match self.analysis.order {
            Order::Rows => ("L", "const W: usize = 1;\n"),
            Order::Points | Order::Columns => ("W", ""),
        };
        let far = if self.far.is_some() { ", const FAR: bool" } else { "" };
        format!(
            "#[inline(always)]\n\
            unsafe fn {name}<const {lanes}: usize{far}>(a: &CpuArgs, begin: usize, end: usize) {{\n\
            {one_lane}unsafe {{\n"
        )
    }

    /// Declares the kernel's local arrays, and the arrays for the rows of loops.
    fn local_arrays(&self, w: &mut String) {
        let locals = self.kernel.locals.iter().map(|l| (l.dtype, l.len.max(1)));
        let outputs = self.outputs.iter().map(|(dtype, len)| (*dtype, *len as usize));
        let total: usize = locals.clone().chain(outputs.clone()).map(|(_, len)| len).sum();
        let named = locals.enumerate().map(|(k, local)| (format!("l{k}"), local));
        for (name, (dtype, len)) in
            named.chain(outputs.enumerate().map(|(k, output)| (format!("o{k}"), output)))
        {
            let ty = ops::element(dtype);
            *w += &match total > MOST_ON_STACK {
                true => format!("let mut {name} = l::Scratch::new::<[{ty}; W]>({len});\n"),
                false => format!("let mut {name} = l::Local::<[[{ty}; W]; {len}]>::new();\n"),
            };
            *w += &format!("let {name} = {name}.ptr::<[{ty}; W]>();\n");
        }
    }

    /// The loop over the rows, or parts of rows, that have points in the range.
    fn loop_over_rows(&self, name: &str, outer: &[Loop], lane: &Loop, forms: &RowForms) -> String {
        let v = lane.var.0;
        let mut w = String::from("let (mut flat, end) = (begin as i64, end as i64);\n");
        let has_columns = self.has_columns();
        w += &self.columns_of_range();
        w += &self.kept_vectors();
        w += "while flat < end {\n";
        w += &rows_of(outer, lane, has_columns);
        w += self.keep_row();
        // Several rows at a time begin at their first points, too.
        if let Some(first) = self.first {
            w += &format!("let v{} = start;\n", first.0);
        }
        w += &self.several_rows(name, outer);
        w += &format!("let mut v{v} = start;\n{}\n", self.before);
        w += &format!("{}\n", self.vectors(v, forms));
        if !self.analysis.one_lane {
            w += &format!("{}\n", self.rest(name, v));
        }
        w + match has_columns {
            true => "flat = next;\n}\n",
            false => "flat += stop - start;\n}\n",
        }
    }

    /// The code for several rows at a time of a kernel that transposes. It comes before the code for one row.
    fn several_rows(&self, name: &str, outer: &[Loop]) -> String {
        let kernel = self.kernel;
        let tiles = match outer {
            [] => None,
            _ => tiles::tiles(kernel, self.far, name).map(|code| match self.has_columns() {
                true => code,
                false => format!("let at = flat - start;\n{code}"),
            }),
        };
        let turned = match self.first {
            None => moved::turned(kernel, tiles.is_some(), self.far),
            Some(_) => None,
        };
        match turned {
            Some(moved::Turned { code, has_others }) => {
                code + &tiles.filter(|_| has_others).unwrap_or_default()
            }
            None => tiles.unwrap_or_default(),
        }
    }

    /// The points of a row that fill vectors.
    fn vectors(&self, v: u32, forms: &RowForms) -> String {
        let (kernel, body) = (self.kernel, &self.out);
        let RowForms { streamed, copied, short, ahead } = forms;
        let updates = updates(kernel);
        let bools = || masks::joined(kernel, &self.analysis, v, body).unwrap_or_default();
        match (streamed, copied, self.analysis.order) {
            (Some(row), Some(copied), _) => format!("if FAR {{\n{row}\n}} else {{\n{copied}\n}}"),
            (Some(row), None, _) | (None, Some(row), _) => row.clone(),
            // The last vector of columns overlaps with the one before.
            (None, None, Order::Columns) => format!(
                "{short}
                        let mut full = start + (stop - start) / W as i64 * W as i64;
                        loop {{
                            while v{v} < full {{
                                {ahead}{body}
                                v{v} += blocks * W as i64;
                            }}
                            if v{v} == stop || stop - start < W as i64 || {updates} {{
                                break;
                            }}
                            v{v} = stop - W as i64;
                            full = stop;
                        }}"
            ),
            (None, None, Order::Points) if self.overlaps() => format!(
                "let full = if v{v} + W as i64 <= stop {{ stop }} else {{ v{v} }};
                        while v{v} < full {{
                            {ahead}{body}
                            v{v} += W as i64;
                            if v{v} < full {{
                                v{v} = i64::min(v{v}, full - W as i64);
                            }}
                        }}"
            ),
            (None, None, Order::Points) if self.rows_overlap() => {
                let turn = format!("{ahead}{body}\nv{v} += W as i64;");
                let row = self.overlapping_row(v, &turn);
                let full = format!("let mut full = v{v} + (stop - v{v}) / W as i64 * W as i64;");
                format!("{}{full}\n{row}", bools())
            }
            (None, None, Order::Points | Order::Rows) => format!(
                "{}while v{v} + W as i64 <= stop {{\n{ahead}{body}\nv{v} += W as i64;\n}}",
                bools()
            ),
        }
    }

    /// Whether the last vector of a row overlaps with the one before. Points with loops may take a microsecond each, so
    /// they are better computed twice than one at a time.
    fn overlaps(&self) -> bool {
        let kernel = self.kernel;
        let mut body = kernel.phases.iter().flat_map(|phase| &phase.body);
        let has_sums = body.any(|stmt| matches!(stmt, Stmt::Reduce { .. }));
        !self.analysis.one_lane && (kernel.has_loops() || has_sums) && !updates(kernel)
    }

    /// The code for the points that do not fill a vector: in vectors of half the size, then one at a time.
    fn rest(&self, name: &str, v: u32) -> String {
        let (half, full) = self.widths();
        let at = if self.has_columns() { "at" } else { "flat - start" };
        let call = |version: &str| {
            format!("{name}_{version}(a, ({at} + v{v}) as usize, ({at} + stop) as usize);")
        };
        let (avx2, baseline) = (call("avx2"), call("baseline"));
        let halves = match self.analysis.order {
            Order::Points => format!(
                "#[cfg(target_arch = \"x86_64\")]
                if W == {full} && v{v} + {half} <= stop {{
                    {avx2}
                    v{v} = stop;
                }}"
            ),
            Order::Rows | Order::Columns => String::new(),
        };
        format!(
            "{halves}
            if W > 1 && v{v} < stop {{
                {baseline}
            }}"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// Whether the last vector overlaps, and whether vectors of half the size compute the rest.
    fn rest(source: &str) -> (bool, bool) {
        let source = emitted(source);
        (source.contains("full - W as i64"), source.contains("k_avx2(a, "))
    }

    #[test]
    fn the_last_vector_of_large_points_overlaps() {
        let image = "pub fn f<E>(u: [f64; E, 4], a: [f64; 4, 4]) -> [f64; E, 4] { u @ a }";
        assert_eq!(rest(image), (true, true));
        // An element that is updated must be computed once.
        let update =
            "pub fn f<E>(u: [f64; E, 4], a: [f64; 4, 4], r: &mut [f64; E, 4]) { r += u @ a; }";
        assert_eq!(rest(update), (false, true));
        // Points with little work may as well be done one at a time.
        assert_eq!(rest("pub fn f<N>(x: [f64; N]) -> [bool; N] { x > 0 }"), (false, true));
        // The lanes of sums along rows are not points.
        let rows = "pub fn f<M>(x: [f64; M, 40]) -> [f64; M] { sum(x, axis=1) }";
        assert_eq!(rest(rows), (false, false));
    }
}
