//! Searches: reductions to the first place where a condition holds, such as the one in `argmax`. The condition seldom
//! holds, so the other work is skipped if no lane has found anything. Along rows, a search keeps only masks, and ends
//! with the first place.

use super::Emitter;
use super::value::Tile;
use crate::dag::{Binary, Reduce};
use crate::hash::HashMap;
use crate::schedule::kernel::{Accumulator, KernelIr, Loop, Value, ValueId, VarId};
use crate::schedule::steps::{Step, step};

/// The condition of a search for the first or last place where it holds, and the place.
pub fn search(kernel: &KernelIr, a: &Accumulator) -> Option<(ValueId, ValueId)> {
    let dtype = kernel.dtype(a.value);
    let Value::Select(found, place, none) = *kernel.value(a.value) else { return None };
    let identity = Value::Const(a.op.identity(dtype));
    let is_search = matches!(a.op, Reduce::Min | Reduce::Max)
        && *kernel.value(none) == identity
        && is_place(kernel, place);
    is_search.then_some((found, place))
}

/// Whether a value depends on the position of the loops only, and not on elements of arrays.
fn is_place(kernel: &KernelIr, id: ValueId) -> bool {
    let mut stack = vec![id];
    let mut has_loops = false;
    while let Some(id) = stack.pop() {
        match *kernel.value(id) {
            Value::Const(_) | Value::Size(_) => {}
            Value::Var(_) => has_loops = true,
            Value::Binary(Binary::Add | Binary::Sub | Binary::Mul, a, b) => stack.extend([a, b]),
            _ => return false,
        }
    }
    has_loops
}

/// The condition and the place, if a reduction along a row only looks for the first place.
pub fn first_place(
    kernel: &KernelIr,
    loops: &[Loop],
    accumulators: &[Accumulator],
) -> Option<(ValueId, ValueId)> {
    let ([row], [a]) = (loops, accumulators) else { return None };
    let (found, place) = search(kernel, a)?;
    (a.op == Reduce::Min && step(kernel, place, row.var) == Some(Step::One))
        .then_some((found, place))
}

impl Emitter<'_> {
    /// The condition of a search whose value nothing else needs.
    pub(super) fn searched(&self, a: &Accumulator) -> Option<ValueId> {
        let (found, _) = search(self.kernel, a)?;
        self.analysis.used_once(a.value).then_some(found)
    }

    /// Finds the first place of a row, four vectors at a time; if fewer are left, all of these at once. `in_part` says
    /// whether the last vector is read in part.
    pub(super) fn first_of_row(
        &mut self,
        a: &Accumulator,
        row: &Loop,
        (found, place): (ValueId, ValueId),
        depends: &[bool],
        in_part: bool,
    ) {
        // The masks of this many vectors have 64 bits together.
        let chains: u8 = if self.widths().1 > 16 { 2 } else { 4 };
        let (t, v) = (a.id.0, row.var.0);
        let tiles: Vec<Tile> = (0..chains).map(|copy| Tile { depends, copy }).collect();
        let none = a.op.identity(self.kernel.dtype(a.value)).bits;
        let (first, n) = self.limits(row.extent, &Tile { depends: &[], copy: 0 });
        self.line(format!(
            "let t{t}: i64 = 'search: {{
             let mut v{v} = {first};
             while v{v} + {chains} * L as i64 <= {n} {{"
        ));
        self.masks(found, row.var, &tiles, "L");
        let all: Vec<String> = (0..chains).map(|c| format!("(m{c} << ({c} * L))")).collect();
        self.line(format!("let found = {};\nif found != 0 {{", all.join(" | ")));
        self.place_of(place, row.var, &format!("v{v}"));
        self.line(format!("}}\nv{v} += {chains} * L as i64;\n}}"));
        self.scopes.pop();

        self.line(format!("let (from, mut found) = (v{v}, 0u64);"));
        self.line(format!("while v{v} + L as i64 <= {n} {{"));
        self.masks(found, row.var, &tiles[..1], "L");
        self.line(format!("found |= m0 << (v{v} - from);\nv{v} += L as i64;\n}}"));
        self.scopes.pop();
        match in_part {
            true => {
                self.line(format!("if L > 1 && v{v} < {n} {{\nlet left = {n} - v{v};"));
                self.partial = Some("left".to_string());
                self.masks(found, row.var, &tiles[..1], "L");
                self.partial = None;
                self.line(format!(
                    "found |= (m0 & l::first_lanes::<L>(left).0 as u64) << (v{v} - from);\n}}"
                ));
            }
            false => {
                self.line(format!("while v{v} < {n} {{"));
                self.masks(found, row.var, &tiles[..1], "1");
                self.line(format!("found |= m0 << (v{v} - from);\nv{v} += 1;\n}}"));
            }
        }
        self.scopes.pop();
        self.line("if found != 0 {");
        self.place_of(place, row.var, "from");
        self.line(format!("}}\n{}i64\n}};", none as i64));
        self.bind_total(a, t);
    }

    /// Finds the first place of a row that fits one vector, which is read in part.
    pub(super) fn first_of_short_row(
        &mut self,
        a: &Accumulator,
        row: &Loop,
        (found, place): (ValueId, ValueId),
        depends: &[bool],
    ) {
        let (t, v) = (a.id.0, row.var.0);
        let none = a.op.identity(self.kernel.dtype(a.value)).bits;
        let (_, n) = self.limits(row.extent, &Tile { depends: &[], copy: 0 });
        self.line(format!("let t{t}: i64 = 'search: {{\nlet left = {n};"));
        self.partial = Some("left".to_string());
        self.masks(found, row.var, &[Tile { depends, copy: 0 }], "L");
        self.partial = None;
        self.line("let found = m0 & l::first_lanes::<L>(left).0 as u64;\nif found != 0 {");
        self.place_of(place, row.var, &format!("v{v}"));
        self.scopes.pop();
        self.line(format!("}}\n{}i64\n}};", none as i64));
        self.bind_total(a, t);
    }

    pub(super) fn bind_total(&mut self, a: &Accumulator, t: u32) {
        if let Some(id) = self.kernel.find(&Value::Accumulator(a.id)) {
            self.bind(id, &Tile { depends: &[], copy: 0 }, format!("t{t}"));
        }
    }

    /// Computes the masks `m0`, `m1`, .. of the lanes of each vector in which the condition holds. Opens a scope.
    fn masks(&mut self, found: ValueId, row: VarId, tiles: &[Tile], lanes: &str) {
        self.scopes.push(HashMap::default());
        let begin = self.out.len();
        for tile in tiles {
            self.bases.insert(tile.copy, format!("(v{} + {} * W as i64)", row.0, tile.copy));
        }
        self.row = Some(row);
        for tile in tiles {
            let mask = self.varying(found, tile);
            self.line(format!("let m{} = {mask}.0 as u64;", tile.copy));
        }
        self.row = None;
        let body = super::rows::in_lanes(&self.out[begin..], lanes);
        self.out.truncate(begin);
        self.out.push_str(&body);
    }

    /// Leaves the search with the place of the first bit, where bit 0 is for `from`.
    fn place_of(&mut self, place: ValueId, row: VarId, from: &str) {
        self.line(format!("let at = {from} + i64::from(found.trailing_zeros());"));
        self.leave_with(place, row);
    }

    /// Leaves the search with the place for position `at` of the row.
    pub(super) fn leave_with(&mut self, place: ValueId, row: VarId) {
        self.scopes.push(HashMap::default());
        // The place is known in all lanes, so any copy will do.
        let tile = Tile { depends: &[], copy: 0 };
        self.bases.insert(0, "at".to_string());
        self.row = Some(row);
        let place = self.varying(place, &tile);
        self.row = None;
        self.line(format!("break 'search {place}.0[0];"));
        self.scopes.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn searches_along_rows_end_with_the_first_place() {
        let ends = |body: &str| {
            let source =
                emitted(&format!("pub fn f<M, N>(x: [f64; M, N]) -> [i64; M] {{ {body} }}"));
            source.matches("break 'search").count()
        };
        // A search ends in vectors, in the rest of a row, and in a row that is nothing but a rest.
        assert_eq!(ends("argmax(x as i64, axis=1)"), 3);
        // For floats, in a row that fits one vector. Others are `extrema`.
        assert!(ends("argmax(x, axis=1)") > 0);
        // Not a search for a value that depends on the elements, because every lane may have one.
        assert_eq!(ends("max(where(x > 0.0, x as i64, -9223372036854775808), axis=1)"), 0);
    }

    #[test]
    fn places_in_columns_are_combined_where_they_are_found() {
        let skips = |body: &str| {
            let source =
                emitted(&format!("pub fn f<M, N>(x: [f64; M, N]) -> [i64; N] {{ {body} }}"));
            source.contains(".0 != 0 { t")
        };
        assert!(skips("argmax(x, axis=0)") && skips("argmin(x, axis=0)"));
        assert!(!skips("max(where(x > 0.0, x as i64, -9223372036854775808), axis=0)"));
    }
}
