//! Moves rows of memory into columns of lanes, and back, by transposes of registers.
//!
//! If lanes are far apart, the elements that a loop reads or writes one after the other move through a local array, for
//! all iterations at once. If lanes gather neighbouring elements, these are gathered row by row.

use super::analysis::{Offset, mentions};
use super::value::Tile;
use super::{Emitter, ops};
use crate::dag::{Binary, DType};
use crate::hash::HashMap;
use crate::schedule::kernel::{Extent, Phase, Stmt, Value, ValueId, VarId};
use crate::schedule::steps;
use std::collections::BTreeMap;

/// The fewest columns for which the detour through a local array pays.
const MIN_COLUMNS: i64 = 4;
/// The fewest and the most neighbouring elements that are gathered together.
pub(super) const MIN_NEIGHBOURS: usize = 4;
pub(super) const MAX_NEIGHBOURS: usize = 16;

/// An offset in a loop: `stride` between lanes, `step` between iterations.
struct Walk {
    stride: ValueId,
    step: i64,
    constant: i64,
    rest: Vec<u32>,
}

/// Elements that a loop reads or writes in one row, `step` of them in each iteration.
struct Run<T> {
    buffer: u32,
    /// The offset of the first element of an iteration.
    first: ValueId,
    /// One member for each element of an iteration.
    members: Vec<T>,
}

/// One of the `step` elements that an iteration has in a local array for a row.
#[derive(Clone, Copy)]
pub(super) struct InRow {
    pub array: usize,
    step: usize,
    position: usize,
}

impl InRow {
    /// The only element of an iteration.
    pub fn alone(array: usize) -> InRow {
        InRow { array, step: 1, position: 0 }
    }

    /// The pointer to the element of an iteration.
    pub fn at(self, iteration: &str) -> String {
        let InRow { array, step, position } = self;
        format!("o{array}.offset(({step} * ({iteration}) + {position}) as isize)")
    }
}

/// A row that is stored after its loop.
struct Row {
    array: usize,
    buffer: u32,
    /// The offset of the first element of an iteration.
    first: ValueId,
    length: i64,
}

/// Stores of a loop that write local arrays, which are stored as rows after the loop.
#[derive(Default)]
pub(super) struct RowStores {
    /// The place of each store, by the number of its statement.
    pub of: HashMap<usize, InRow>,
    rows: Vec<Row>,
}

/// A load from a row that lies in a local array already, with the variable of the loop. Without a variable, `r` is the
/// number of the iteration.
pub(super) type RowLoad = (InRow, Option<VarId>);

/// For each load, the loads of neighbouring elements (of rows, or at offsets that differ from lane to lane), in the
/// order of memory.
pub(super) type Neighbours = HashMap<ValueId, std::rc::Rc<[ValueId]>>;

impl Emitter<'_> {
    /// The stores of a loop over `n` iterations that go through local arrays.
    pub(super) fn row_stores(&mut self, phase: &Phase, var: VarId, n: i64) -> RowStores {
        let mut stores = Vec::new();
        for (k, stmt) in phase.body.iter().enumerate() {
            if let Stmt::Store { buffer, offset, .. } = stmt
                && self.kernel.buffers[*buffer as usize].dtype.is_float()
            {
                stores.push((k, *buffer, *offset));
            }
        }
        let mut row_stores = RowStores::default();
        for run in self.runs(&stores, var, n) {
            let (array, step) = (self.outputs.len(), run.members.len());
            let length = n * step as i64;
            self.outputs.push((self.kernel.buffers[run.buffer as usize].dtype, length));
            for (position, stmt) in run.members.iter().enumerate() {
                row_stores.of.insert(*stmt, InRow { array, step, position });
            }
            let (buffer, first) = (run.buffer, run.first);
            row_stores.rows.push(Row { array, buffer, first, length });
        }
        row_stores
    }

    /// Stores the rows after their loop.
    pub(super) fn store_rows(&mut self, stores: &RowStores, var: VarId) {
        for Row { array, buffer, first, length } in &stores.rows {
            let Some((at, stride)) = self.row_start(*first, &[var]) else { continue };
            let ty = ops::element(self.kernel.buffers[*buffer as usize].dtype);
            self.line(format!(
                "l::store_columns::<{ty}, W>(o{array}, {length}, b{buffer}.wrapping_offset(({at}) as isize), {stride});"
            ));
        }
    }

    /// Loads the rows of a loop over `n` iterations, before it.
    pub(super) fn load_rows(&mut self, phase: &Phase, var: VarId, n: i64) {
        let mut roots = Vec::new();
        for stmt in &phase.body {
            if let Stmt::StoreLocal { offset, value, .. } | Stmt::Store { offset, value, .. } = stmt
            {
                roots.extend([*value, *offset]);
            }
        }
        let loads = self.float_loads(roots);
        for run in self.runs(&loads, var, n) {
            let Some((at, stride)) = self.row_start(run.first, &[var]) else { continue };
            let dtype = self.kernel.buffers[run.buffer as usize].dtype;
            let (array, step) = (self.outputs.len(), run.members.len());
            let length = n * step as i64;
            self.outputs.push((dtype, length));
            for (position, id) in run.members.into_iter().enumerate() {
                self.columns.insert(id, (InRow { array, step, position }, Some(var)));
            }
            let (pointer, ty) = (self.read_pointer(run.buffer), ops::element(dtype));
            self.line(format!(
                "l::load_columns::<{ty}, W>({pointer}.wrapping_offset(({at}) as isize), {stride}, {length}, o{array});"
            ));
        }
    }

    /// If a phase only copies rows into local arrays, the number of its innermost loops that run through such a row,
    /// and the length of the row. The number is 0 if the phase does anything else.
    pub(super) fn copied_loops(&self, phase: &Phase) -> (usize, i64) {
        let (mut loops, mut length) = (0, 1);
        'outwards: for l in phase.loops.iter().rev() {
            let Extent::Const(n) = l.extent else { break };
            for stmt in &phase.body {
                let Some((_, to, buffer, from)) = self.copy(stmt) else { return (0, 1) };
                let float = self.kernel.buffers[buffer as usize].dtype.is_float();
                let reads = self.walk(from, l.var).is_some_and(|w| w.step == length);
                let writes =
                    self.parts(&[to], Some(l.var)).is_some_and(|(step, ..)| step == length);
                if !(float && reads && writes) {
                    break 'outwards;
                }
            }
            (loops, length) = (loops + 1, length * n);
        }
        if length < MIN_COLUMNS { (0, 1) } else { (loops, length) }
    }

    /// Copies rows into local arrays. The outer loops are open.
    pub(super) fn copy_rows(&mut self, phase: &Phase, loops: usize, length: i64) {
        let inner = &phase.loops[phase.loops.len() - loops..];
        let vars: Vec<VarId> = inner.iter().map(|l| l.var).collect();
        for stmt in &phase.body {
            let Some((local, to, buffer, from)) = self.copy(stmt) else { continue };
            let Some((at, stride)) = self.row_start(from, &vars) else { continue };
            let to = self.at_start(&vars, |this, tile| this.name(to, tile));
            let ty = ops::element(self.kernel.buffers[buffer as usize].dtype);
            let pointer = self.read_pointer(buffer);
            self.line(format!(
                "l::load_columns::<{ty}, W>({pointer}.wrapping_offset(({at}) as isize), {stride}, {length}, l{local}.offset({to} as isize));"
            ));
        }
    }

    /// For a copy: the local array, the offset there, the buffer, and the offset there.
    fn copy(&self, stmt: &Stmt) -> Option<(u32, ValueId, u32, ValueId)> {
        let Stmt::StoreLocal { local, offset, value } = *stmt else { return None };
        let Value::Load { buffer, offset: from } = *self.kernel.value(value) else { return None };
        Some((local, offset, buffer, from))
    }

    /// Finds the loads of neighbouring elements in a phase.
    pub(super) fn neighbours(&self, phase: &Phase) -> Neighbours {
        let mut roots = Vec::new();
        let mut stack: Vec<&Stmt> = phase.body.iter().collect();
        while let Some(stmt) = stack.pop() {
            match stmt {
                Stmt::Reduce { body, accumulators, .. } => {
                    stack.extend(body);
                    roots.extend(accumulators.iter().map(|a| a.value));
                }
                Stmt::StoreLocal { offset, value, .. } | Stmt::Store { offset, value, .. } => {
                    roots.extend([*value, *offset]);
                }
            }
        }
        // The buffer, and all parts of the offset except the constant one.
        type Key = (u32, Vec<u32>);
        let mut groups: BTreeMap<Key, Vec<(i64, ValueId)>> = BTreeMap::new();
        let loads = steps::loads(self.kernel, roots);
        for &(id, buffer, offset) in &loads {
            let is_float = self.kernel.buffers[buffer as usize].dtype.is_float();
            if is_float && let Offset::Other = self.analysis.offset(self.kernel, offset) {
                let Some((_, constant, rest)) = self.parts(&[offset], None) else { continue };
                groups.entry((buffer, rest)).or_default().push((constant, id));
            }
        }
        let mut neighbours = Neighbours::default();
        for loads in groups.values_mut() {
            loads.sort_by_key(|(constant, _)| *constant);
            for run in loads.chunk_by(|(a, _), (b, _)| a + 1 == *b) {
                for part in run.chunks(MAX_NEIGHBOURS).filter(|p| p.len() >= MIN_NEIGHBOURS) {
                    let ids: std::rc::Rc<[ValueId]> = part.iter().map(|(_, id)| *id).collect();
                    ids.iter().for_each(|id| drop(neighbours.insert(*id, ids.clone())));
                }
            }
        }
        if phase.loops.is_empty() {
            self.field_loads(&loads, &mut neighbours);
        }
        neighbours
    }

    /// Loads all neighbours of a load, gives them names, and returns the expression of the load itself.
    pub(super) fn gather_neighbours(&mut self, id: ValueId, tile: &Tile) -> Option<String> {
        let all = self.neighbours.get(&id)?.clone();
        let Value::Load { buffer, offset } = *self.kernel.value(all[0]) else { return None };
        let ty = ops::element(self.kernel.buffers[buffer as usize].dtype);
        let n = all.len();
        let columns = match self.analysis.offset(self.kernel, offset) {
            Offset::Linear { stride, rest } => {
                let (at, stride) = self.linear(stride, &rest, tile);
                let from = format!("{}.offset(({at}) as isize)", self.read_pointer(buffer));
                format!("load_neighbours::<{ty}, W, {n}>({from}, {})", stride?)
            }
            _ => {
                let (base, at) = self.gathered_from(buffer, offset, tile);
                format!("gather_columns::<{ty}, W, {n}>({base}, {at})")
            }
        };
        let row = self.fresh();
        self.line(format!("let {row} = l::{columns};"));
        let mut own = None;
        for (k, load) in all.iter().enumerate() {
            let column = format!("{row}[{k}]");
            if *load == id {
                own = Some(column);
            } else {
                self.bind(*load, tile, column);
            }
        }
        own
    }

    /// The loads of floats that values need, each with its buffer and its offset.
    fn float_loads(&self, roots: Vec<ValueId>) -> Vec<(ValueId, u32, ValueId)> {
        let mut loads = steps::loads(self.kernel, roots);
        loads.retain(|(_, buffer, _)| self.kernel.buffers[*buffer as usize].dtype.is_float());
        loads
    }

    /// Accesses, each with buffer and offset, that make up rows in a loop over `n` iterations.
    fn runs<T: Copy>(&self, accesses: &[(T, u32, ValueId)], var: VarId, n: i64) -> Vec<Run<T>> {
        type Key = (u32, u32, i64, Vec<u32>);
        let mut groups: BTreeMap<Key, Vec<(i64, ValueId, T)>> = BTreeMap::new();
        for (access, buffer, offset) in accesses {
            if let Some(walk) = self.walk(*offset, var)
                && walk.step >= 1
                && (walk.step * n >= MIN_COLUMNS
                    || walk.step * n == 2 && self.turns_pairs(*buffer, walk.stride))
            {
                let key = (*buffer, walk.stride.0, walk.step, walk.rest);
                groups.entry(key).or_default().push((walk.constant, *offset, *access));
            }
        }
        let mut runs = Vec::new();
        for ((buffer, _, step, _), mut members) in groups {
            members.sort_by_key(|(constant, ..)| *constant);
            let step = step as usize;
            let mut rest = members.as_slice();
            while let Some(run) = rest.get(..step) {
                let first = run[0];
                if run.iter().enumerate().all(|(k, m)| m.0 == first.0 + k as i64) {
                    let members = run.iter().map(|m| m.2).collect();
                    runs.push(Run { buffer, first: first.1, members });
                    rest = &rest[step..];
                } else {
                    rest = &rest[1..];
                }
            }
        }
        runs
    }

    /// Whether there is an instruction for rows of two elements of a buffer.
    fn turns_pairs(&self, buffer: u32, stride: ValueId) -> bool {
        match self.kernel.buffers[buffer as usize].dtype {
            DType::F64 => true,
            DType::F32 => {
                matches!(self.kernel.value(stride), Value::Const(c) if c.bits as i64 == 2)
            }
            _ => false,
        }
    }

    /// The steps of an offset, if it has a stride between lanes that is not 1.
    fn walk(&self, offset: ValueId, var: VarId) -> Option<Walk> {
        match self.analysis.offset(self.kernel, offset) {
            Offset::Linear { stride: Some(stride), rest } => {
                let (step, constant, rest) = self.parts(&rest, Some(var))?;
                Some(Walk { stride, step, constant, rest })
            }
            _ => None,
        }
    }

    /// Splits a sum into a multiple of a variable, a constant, and a rest that does not depend on the variable.
    pub(super) fn parts(
        &self,
        terms: &[ValueId],
        var: Option<VarId>,
    ) -> Option<(i64, i64, Vec<u32>)> {
        let (mut step, mut constant, mut rest) = (0, 0, Vec::new());
        let is_var =
            |id: ValueId| matches!(*self.kernel.value(id), Value::Var(v) if Some(v) == var);
        let mut stack = terms.to_vec();
        while let Some(id) = stack.pop() {
            match *self.kernel.value(id) {
                Value::Binary(Binary::Add, a, b) => stack.extend([a, b]),
                _ if is_var(id) => step += 1,
                Value::Const(c) => constant += c.bits as i64,
                Value::Binary(Binary::Mul, a, b) if is_var(a) || is_var(b) => {
                    let factor = if is_var(a) { b } else { a };
                    let Value::Const(c) = *self.kernel.value(factor) else { return None };
                    step += c.bits as i64;
                }
                _ if var.is_some_and(|var| mentions(self.kernel, id, var)) => return None,
                _ => rest.push(id.0),
            }
        }
        rest.sort();
        Some((step, constant, rest))
    }

    /// The offset of lane 0 at the beginning of the loops, and the stride between lanes.
    fn row_start(&mut self, offset: ValueId, vars: &[VarId]) -> Option<(String, String)> {
        let Offset::Linear { stride, rest } = self.analysis.offset(self.kernel, offset) else {
            return None;
        };
        let (at, stride) = self.at_start(vars, |this, tile| this.linear(stride, &rest, tile));
        Some((at, stride?))
    }

    /// Calls `write` with all of these variables at 0.
    fn at_start<R>(&mut self, vars: &[VarId], write: impl FnOnce(&mut Self, &Tile) -> R) -> R {
        let tile = Tile { depends: &[], copy: 0 };
        self.scopes.push(HashMap::default());
        for var in vars {
            if let Some(id) = self.kernel.find(&Value::Var(*var)) {
                self.bind(id, &tile, "0i64".into());
            }
        }
        let written = write(self, &tile);
        // The names that were made here are valid only at the beginning of the loops.
        self.scopes.pop();
        written
    }
}

#[cfg(test)]
pub(super) mod tests {
    use crate::check::check_block;
    use crate::diagnostic::Errors;
    use crate::optimise::optimise;
    use crate::parse::parse_block;
    use crate::schedule::{KernelSet, Mode, schedule};

    /// The kernels of a function in Rust.
    pub fn emitted(source: &str) -> String {
        let mut errors = Errors::default();
        let block = parse_block(source.parse().unwrap(), &mut errors);
        let checked = check_block(&block, &mut errors);
        let mut kernels = KernelSet::default();
        schedule(&optimise(&checked[0].instances[0].dag), Mode::Fused, &mut kernels);
        kernels.kernels.iter().map(|kernel| super::super::emit(kernel, "k")).collect()
    }

    #[test]
    fn fields_of_a_node_are_one_row_with_those_of_the_others() {
        let source = emitted(
            "pub fn f<M>(x: [f64; M, 5, 3]) -> [f64; M, 5, 2] {
                let (a, b, c) = (x[.., .., 0], x[.., .., 1], x[.., .., 2]);
                stack([a * b, b - c], axis=2)
            }",
        );
        assert!(source.contains("l::load_columns::<f64, W>(b0"), "{source}");
        assert!(source.contains(", 15, "), "{source}");
        assert!(source.contains("l::store_columns::<f64, W>(o"), "{source}");
        assert!(source.contains(", 10, b1"), "{source}");
        assert!(!source.contains("strided"), "{source}");
    }

    #[test]
    fn rows_of_rows_are_copied_at_once() {
        let source = emitted(
            "pub fn f<M>(x: [f64; M, 5, 4], d: [f64; 5, 5]) -> [f64; M, 5, 4] {
                einsum(\"ij,ejk->eik\", d, x)
            }",
        );
        assert_eq!(source.matches("l::load_columns::<f64, W>").count(), 1, "{source}");
        assert!(source.contains(", 20, l0"), "{source}");
    }

    /// As `docs/tuning.md` says.
    #[test]
    fn fields_stored_last_are_gathered_together() {
        let of = |stored: &str, gathered: &str| {
            emitted(&format!(
                "pub fn f<E>(x: [f64; 5, E, 4], i: [index<E * 4>; E]) -> [f64; E] {{
                    {stored}
                    let g = {gathered};
                    g[0] * g[1] - g[2] * g[3] + g[4]
                }}"
            ))
        };
        let apart = of("", "x.reshape(5, E * 4)[.., i]");
        assert!(!apart.contains("gather_columns"), "{apart}");
        let together = of(
            "#[materialize] let x = x.transpose(1, 2, 0);",
            "x.reshape(E * 4, 5)[i].transpose(1, 0)",
        );
        assert!(together.contains("l::gather_columns::<f64, W, 5>("), "{together}");
    }

    #[test]
    fn neighbouring_elements_are_gathered_together() {
        let of = |fields: &str| {
            emitted(&format!(
                "pub fn f<M>(x: [f64; M, 9], i: [index<M>; M]) -> [f64; M] {{
                    let g = x[i]; {fields}
                }}"
            ))
        };
        let source = of("g[.., 1] * g[.., 2] + g[.., 3] * g[.., 4]");
        assert!(source.contains("l::gather_columns::<f64, W, 4>("), "{source}");
        assert!(!source.contains("l::gather("), "{source}");
        // Too few elements, or elements with gaps.
        let source = of("g[.., 1] * g[.., 2] + g[.., 4] * g[.., 5]");
        assert!(!source.contains("gather_columns"), "{source}");
    }
}
