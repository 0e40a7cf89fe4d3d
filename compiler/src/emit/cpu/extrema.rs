//! Positions of extrema along rows, as those of `argmin`: a reduction to the extremum, and a search for it. Both are
//! done in one pass, in which no branch depends on elements.

use super::Emitter;
use super::rows::in_lanes;
use super::search::first_place;
use super::value::Tile;
use crate::dag::{Binary, DType, Reduce, Unary};
use crate::hash::HashMap;
use crate::schedule::kernel::{Accumulator, Loop, Stmt, Value, ValueId};

/// The chains of vectors that a row is dealt out to.
const CHAINS: u8 = 2;

/// The position of the first extremum of a row, or of its first NaN.
pub(super) struct Position<'s> {
    row: &'s Loop,
    /// The search for the extremum.
    search: &'s [Accumulator],
    largest: bool,
    element: ValueId,
    is_nan: ValueId,
    place: ValueId,
}

impl Emitter<'_> {
    /// The position that the first two statements find, if nothing else needs the extremum.
    pub(super) fn position_of_extremum<'s>(&self, stmts: &'s [Stmt]) -> Option<Position<'s>> {
        let [
            Stmt::Reduce { loops, body, accumulators: extrema },
            Stmt::Reduce { loops: same, body: none, accumulators: search },
            ..,
        ] = stmts
        else {
            return None;
        };
        let ([row], [of], true) = (loops.as_slice(), extrema.as_slice(), loops == same) else {
            return None;
        };
        let largest = match of.op {
            Reduce::Max => true,
            Reduce::Min => false,
            _ => return None,
        };
        let kernel = self.kernel;
        let is_float = matches!(kernel.dtype(of.value), DType::F32 | DType::F64);
        if !(is_float && body.is_empty() && none.is_empty() && self.loads_in_part(search)) {
            return None;
        }
        let extremum = kernel.find(&Value::Accumulator(of.id))?;
        let (found, place) = first_place(kernel, same, search)?;
        let Value::Binary(Binary::Or, a, b) = *kernel.value(found) else { return None };
        let is_nan = |id: ValueId| *kernel.value(id) == Value::Unary(Unary::IsNan, of.value);
        let is_extremum = |id: ValueId| {
            let Value::Binary(Binary::Eq, a, b) = *kernel.value(id) else { return false };
            [(a, b), (b, a)].contains(&(of.value, extremum))
        };
        let (nan, equal) = if is_nan(a) { (a, b) } else { (b, a) };
        let alone = [extremum, equal, found].into_iter().all(|id| self.analysis.used_once(id));
        (is_nan(nan) && is_extremum(equal) && alone).then_some(Position {
            row,
            search,
            largest,
            element: of.value,
            is_nan: nan,
            place,
        })
    }

    /// Emits the one pass. If it has seen a NaN, another one finds the first.
    pub(super) fn find_position(&mut self, position: &Position<'_>) {
        let &Position { row, search, largest, element, is_nan, place } = position;
        let [a] = search else { return };
        let (t, v) = (a.id.0, row.var.0);
        let depends = super::analysis::depending_on(self.kernel, row.var, &Default::default());
        let tiles: Vec<Tile> = (0..CHAINS).map(|copy| Tile { depends: &depends, copy }).collect();
        let (first, n) = self.limits(row.extent, &Tile { depends: &[], copy: 0 });
        let none = a.op.identity(self.kernel.dtype(a.value)).bits as i64;
        self.line(format!(
            "let t{t}: i64 = 'search: {{
             let first = {first};
             if first >= {n} {{ break 'search {none}i64; }}
             let mut v{v} = first;
             let mut firsts = [l::Firsts::<_, L, {largest}>::new(); {CHAINS}];
             let (mut nan, mut number) = (0u32, 0i64);
             while v{v} + {CHAINS} * L as i64 <= {n} {{"
        ));
        self.add_to_firsts(position, &tiles);
        self.line(format!("number += {CHAINS};\nv{v} += {CHAINS} * L as i64;\n}}"));
        self.line(format!("while v{v} + L as i64 <= {n} {{"));
        self.add_to_firsts(position, &tiles[..1]);
        self.line(format!("number += 1;\nv{v} += L as i64;\n}}"));
        self.fetch_rest(search, row, &n, &tiles[0]);

        self.line(format!("if L > 1 && v{v} < {n} {{\nlet left = {n} - v{v};"));
        let begin = self.out.len();
        self.partial = Some("left".to_string());
        let rest = self.elements_of(position, element, &tiles[..1]).remove(0);
        self.partial = None;
        self.end_in_lanes(begin, "L");
        let worst = if largest { "NEG_INFINITY" } else { "INFINITY" };
        let float = super::ops::element(self.kernel.dtype(element));
        self.line(format!(
            "let rest = l::select(l::first_lanes::<L>(left), {rest}, V([{float}::{worst}; L]));
             nan |= firsts[0].add(rest, number).0;\n}}"
        ));
        self.scopes.pop();

        self.line(format!("if nan != 0 {{\nlet mut v{v} = first;\nwhile v{v} < {n} {{"));
        let begin = self.out.len();
        let found = self.elements_of(position, is_nan, &tiles[..1]).remove(0);
        self.line(format!("if {found}.0 != 0 {{\nlet at = v{v};"));
        self.end_in_lanes(begin, "1");
        self.leave_with(place, row.var);
        self.line(format!("}}\nv{v} += 1;\n}}\n}}"));
        self.scopes.pop();

        self.line("let at = first + l::first_position(firsts);");
        self.leave_with(place, row.var);
        self.line("};");
        self.bind_total(a, t);
    }

    /// Adds a vector of elements to each chain. Opens and closes a scope.
    fn add_to_firsts(&mut self, position: &Position<'_>, tiles: &[Tile]) {
        let begin = self.out.len();
        let elements = self.elements_of(position, position.element, tiles);
        for (chain, element) in elements.iter().enumerate() {
            self.line(format!("nan |= firsts[{chain}].add({element}, number).0;"));
        }
        self.end_in_lanes(begin, "L");
        self.scopes.pop();
    }

    /// Turns what was emitted since `begin` into code for so many lanes.
    fn end_in_lanes(&mut self, begin: usize, lanes: &str) {
        let body = in_lanes(&self.out[begin..], lanes);
        self.out.truncate(begin);
        self.out.push_str(&body);
    }

    /// Computes a value in some vectors of the row. Opens a scope.
    fn elements_of(&mut self, position: &Position<'_>, id: ValueId, tiles: &[Tile]) -> Vec<String> {
        self.scopes.push(HashMap::default());
        let row = position.row;
        for tile in tiles {
            self.bases.insert(tile.copy, format!("(v{} + {} * W as i64)", row.var.0, tile.copy));
        }
        self.row = Some(row.var);
        if self.partial.is_none() && id == position.element {
            tiles.iter().for_each(|tile| self.fetch_terms(position.search, row, tile));
        }
        let elements = tiles.iter().map(|tile| self.varying(id, tile)).collect();
        self.row = None;
        elements
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn positions_of_extrema_are_found_in_one_pass() {
        let once = |results: &str, body: &str| {
            let source =
                emitted(&format!("pub fn f<M, N>(x: [f64; M, N]) -> {results} {{ {body} }}"));
            source.contains("l::first_position(firsts)")
        };
        assert!(once("[i64; M]", "argmin(x, axis=1)") && once("[i64; M]", "argmax(x, axis=1)"));
        assert!(once("[i64; M]", "argmin(2 * x - 1, axis=1)"));
        // Rows of integers, whose comparison is cheaper than two selections, columns, and an extremum that is a result.
        assert!(!once("[i64; M]", "argmin(x as i64, axis=1)"));
        assert!(!once("[i64; N]", "argmin(x, axis=0)"));
        assert!(!once(
            "([i64; M], [f64; M])",
            "let least = min(x, axis=1); (argmin(x, axis=1), least)"
        ));
    }
}
