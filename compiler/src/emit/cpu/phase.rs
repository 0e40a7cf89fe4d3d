//! Phases, reductions and stores.

use super::analysis::{Offset, depending_on, mentions};
use super::value::Tile;
use super::{Emitter, extent, ops};
use crate::dag::{Binary, DType, Reduce};
use crate::hash::{HashMap, HashSet};
use crate::schedule::kernel::{
    Access, Accumulator, Extent, Loop, Phase, Stmt, Value, ValueId, VarId,
};

/// Accumulators that a tile of the innermost loop may keep in registers: AVX2 has 16 of them, and operands
/// need some. (AVX-512 has 32; more than this has not been measured to help there.)
const MAX_ACCUMULATORS: usize = 12;
/// Fewest columns for which writing through a local array pays.
const MIN_COLUMNS: i64 = 4;

/// A store after the loop: output array, buffer, offset of the first column.
struct ColumnStore {
    output: usize,
    buffer: u32,
    offset: ValueId,
    columns: i64,
}

impl Emitter<'_> {
    pub fn phase(&mut self, phase: &Phase) {
        self.scopes.push(HashMap::default());
        self.line("{");
        match phase.loops.split_last() {
            None => {
                self.point(phase, &Tile { depends: &[], copy: 0 }, 1, &[], &mut Vec::new());
            }
            Some((last, outer)) => {
                for l in outer {
                    self.open(l.var, &extent(l.extent));
                }
                if !self.copy_columns(phase, last) {
                    self.innermost(phase, last);
                }
                for l in outer.iter().rev() {
                    self.close(l.var, 1);
                }
            }
        }
        self.line("}");
        self.scopes.pop();
    }

    pub(super) fn open(&mut self, var: VarId, until: &str) {
        self.open_from(var, "0i64", until);
    }

    pub(super) fn open_from(&mut self, var: VarId, from: &str, until: &str) {
        let v = var.0;
        self.line(format!("let mut v{v} = {from};\nwhile v{v} < {until} {{"));
        self.scopes.push(HashMap::default());
    }

    /// Where a loop begins and ends.
    pub(super) fn limits(&mut self, extent: Extent, tile: &Tile) -> (String, String) {
        match extent {
            Extent::Range { low, high } => (self.bound(low, tile), self.bound(high, tile)),
            other => ("0i64".to_string(), super::extent(other)),
        }
    }

    /// A bound of a range as plain `i64`: it is the same in all lanes, or there is only one.
    fn bound(&mut self, bound: ValueId, tile: &Tile) -> String {
        let name = self.name(bound, tile);
        if self.analysis.is_varying(bound) { format!("{name}.0[0]") } else { name }
    }

    pub(super) fn close(&mut self, var: VarId, step: i64) {
        self.line(format!("v{} += {step};\n}}", var.0));
        self.scopes.pop();
    }

    fn innermost(&mut self, phase: &Phase, last: &Loop) {
        let Extent::Const(n) = last.extent else {
            self.open(last.var, &extent(last.extent));
            self.point(phase, &Tile { depends: &[], copy: 0 }, 1, &[], &mut Vec::new());
            self.close(last.var, 1);
            return;
        };
        let mut stores = Vec::new();
        let columns: Vec<usize> = (0..phase.body.len())
            .filter(|k| self.is_column_store(&phase.body[*k], last.var) && n >= MIN_COLUMNS)
            .collect();
        self.load_columns(phase, last.var, n);
        let copies = tile_size(phase, n);
        let temps = temps_of(&phase.body);
        let depends = depending_on(self.kernel, last.var, &temps);
        let full = n - n % copies as i64;
        let outputs = self.outputs.len();
        self.open(last.var, &format!("{full}i64"));
        self.point(phase, &Tile { depends: &depends, copy: 0 }, copies, &columns, &mut stores);
        self.close(last.var, copies as i64);
        if full < n {
            let v = last.var.0;
            let reuse = outputs;
            self.line(format!("let mut v{v} = {full}i64;\nwhile v{v} < {n}i64 {{"));
            self.scopes.push(HashMap::default());
            self.outputs.truncate(reuse);
            stores.clear();
            self.point(phase, &Tile { depends: &depends, copy: 0 }, 1, &columns, &mut stores);
            self.close(last.var, 1);
        }
        self.store_columns(stores, last.var);
    }

    /// One point of the loops, or `copies` neighbouring points of the last one.
    fn point(
        &mut self,
        phase: &Phase,
        tile: &Tile,
        copies: usize,
        columns: &[usize],
        column_stores: &mut Vec<ColumnStore>,
    ) {
        let tiles: Vec<Tile> =
            (0..copies).map(|c| Tile { depends: tile.depends, copy: c as u8 }).collect();
        if let Some(last) = phase.loops.last() {
            self.bind_copies(last.var, &tiles);
        }
        let mut late = Vec::new();
        for (k, stmt) in phase.body.iter().enumerate() {
            match stmt {
                Stmt::Reduce { .. } => self.reduce(stmt, &tiles),
                Stmt::StoreLocal { local, offset, value } => {
                    for tile in &tiles {
                        self.store_local(*local, *offset, *value, tile);
                    }
                }
                Stmt::Store { buffer, offset, value } if columns.contains(&k) => {
                    let Some(Extent::Const(n)) = phase.loops.last().map(|l| l.extent) else {
                        continue;
                    };
                    let output = self.outputs.len();
                    self.outputs.push((self.kernel.buffers[*buffer as usize].dtype, n));
                    let v = phase.loops.last().map_or(0, |l| l.var.0);
                    for tile in &tiles {
                        let value = self.varying(*value, tile);
                        let c = tile.copy;
                        self.line(format!(
                            "o{output}.offset((v{v} + {c}) as isize).write({value}.0);"
                        ));
                    }
                    let (buffer, offset) = (*buffer, *offset);
                    column_stores.push(ColumnStore { output, buffer, offset, columns: n });
                }
                Stmt::Store { .. } => {
                    tiles.iter().for_each(|t| self.store_or_wait(stmt, t, &mut late))
                }
            }
        }
        late.into_iter().for_each(|store| self.line(store));
    }

    /// All stores of a point whose reductions are done.
    pub(super) fn stores(&mut self, phase: &Phase, tile: &Tile) {
        let mut late = Vec::new();
        phase.body.iter().for_each(|stmt| self.store_or_wait(stmt, tile, &mut late));
        late.into_iter().for_each(|store| self.line(store));
    }

    /// Stores, or puts the store off until all that a point reads of what it overwrites is read.
    fn store_or_wait(&mut self, stmt: &Stmt, tile: &Tile, late: &mut Vec<String>) {
        let Stmt::Store { buffer, offset, value } = stmt else { return };
        let wait = self.kernel.buffers[*buffer as usize].access == Access::ReadWrite;
        let store = self.store(*buffer, *offset, *value, tile);
        if wait { late.push(store) } else { self.line(store) }
    }

    fn bind_copies(&mut self, var: VarId, tiles: &[Tile]) {
        let Some(id) = self.kernel.find(&Value::Var(var)) else { return };
        for tile in tiles {
            let name = self.fresh();
            self.line(format!("let {name}: i64 = v{} + {};", var.0, tile.copy));
            self.bind(id, tile, name);
        }
    }

    // ---- reductions --------------------------------------------------------------------------

    fn reduce(&mut self, stmt: &Stmt, tiles: &[Tile]) {
        let Stmt::Reduce { loops, body, accumulators } = stmt else { return };
        for tile in tiles {
            for a in accumulators {
                let dtype = self.kernel.dtype(a.value);
                let identity = ops::literal(a.op.identity(dtype));
                let (name, c) = (a.temp.0, tile.copy);
                self.line(match dtype {
                    DType::Bool => {
                        format!("let mut t{name}_{c} = M::<1>({identity} as u32).splat::<W>();")
                    }
                    _ => format!("let mut t{name}_{c} = V([{identity}; W]);"),
                });
            }
        }
        for l in loops {
            // Where bounds depend on the tiled loop, there is one copy only.
            let (first, end) = self.limits(l.extent, &tiles[0]);
            self.open_from(l.var, &first, &end);
        }
        for stmt in body {
            self.reduce(stmt, tiles);
        }
        self.accumulate_all(accumulators, tiles);
        for l in loops.iter().rev() {
            self.close(l.var, 1);
        }
        for tile in tiles {
            for a in accumulators {
                let id = self.kernel.find(&Value::Temp(a.temp));
                if let Some(id) = id {
                    self.bind(id, tile, format!("t{}_{}", a.temp.0, tile.copy));
                }
            }
        }
    }

    /// All accumulators, summand by summand: what a summand needs is then used by all of them at once,
    /// and need not stay in registers.
    pub(super) fn accumulate_all(&mut self, accumulators: &[Accumulator], tiles: &[Tile]) {
        let terms: Vec<Option<Vec<ValueId>>> = accumulators
            .iter()
            .map(|a| {
                let sum = a.op == Reduce::Sum && self.kernel.dtype(a.value).is_float();
                sum.then(|| self.terms(a.value))
            })
            .collect();
        let rounds = terms.iter().map(|t| t.as_ref().map_or(1, Vec::len)).max().unwrap_or(0);
        for round in 0..rounds {
            for tile in tiles {
                for (a, terms) in accumulators.iter().zip(&terms) {
                    match terms {
                        None if round == 0 => self.combine(a, tile),
                        None => {}
                        Some(terms) => {
                            if let Some(term) = terms.get(round) {
                                self.accumulate(a, *term, tile);
                            }
                        }
                    }
                }
            }
        }
    }

    fn combine(&mut self, a: &Accumulator, tile: &Tile) {
        let name = format!("t{}_{}", a.temp.0, tile.copy);
        let value = self.varying(a.value, tile);
        let combined = ops::binary(a.op.combine(), self.kernel.dtype(a.value), &name, &value);
        self.line(format!("{name} = {combined};"));
    }

    /// A sum of products is accumulated product by product, each fused with its addition.
    fn accumulate(&mut self, a: &Accumulator, term: ValueId, tile: &Tile) {
        let name = format!("t{}_{}", a.temp.0, tile.copy);
        match *self.kernel.value(term) {
            Value::Binary(Binary::Mul, x, y) if self.analysis.used_once(term) => {
                let (x, y) = (self.varying(x, tile), self.varying(y, tile));
                self.line(format!("{name} = l::fma({x}, {y}, {name});"));
            }
            _ => {
                let value = self.varying(term, tile);
                self.line(format!("{name} = l::add({name}, {value});"));
            }
        }
    }

    /// The summands of a value, first ones first.
    fn terms(&self, id: ValueId) -> Vec<ValueId> {
        let (mut terms, mut stack) = (Vec::new(), vec![id]);
        while let Some(id) = stack.pop() {
            match *self.kernel.value(id) {
                Value::Binary(Binary::Add, a, b) if self.analysis.used_once(id) => {
                    stack.extend([b, a]);
                }
                _ => terms.push(id),
            }
        }
        terms
    }

    // ---- stores ------------------------------------------------------------------------------

    fn store_local(&mut self, local: u32, offset: ValueId, value: ValueId, tile: &Tile) {
        let value = self.varying(value, tile);
        let at = self.name(offset, tile);
        let bool = self.kernel.locals[local as usize].dtype == DType::Bool;
        let lanes = match bool {
            true => format!("std::array::from_fn(|k| {value}.lane(k))"),
            false => format!("{value}.0"),
        };
        self.line(format!("l{local}.offset({at} as isize).write({lanes});"));
    }

    /// The statement that stores a value; what it needs is emitted at once.
    fn store(&mut self, buffer: u32, offset: ValueId, value: ValueId, tile: &Tile) -> String {
        let bool = self.kernel.buffers[buffer as usize].dtype == DType::Bool;
        let kind = if bool { "_bool" } else { "" };
        let value = self.varying(value, tile);
        match self.analysis.offset(self.kernel, offset) {
            Offset::Uniform => {
                let at = self.name(offset, tile);
                format!("l::store{kind}(b{buffer}.offset({at} as isize), {value});")
            }
            Offset::Linear { stride, rest } => {
                let (at, stride) = self.linear(stride, &rest, tile);
                match stride {
                    None => format!("l::store{kind}(b{buffer}.offset(({at}) as isize), {value});"),
                    Some(stride) => format!(
                        "l::store_strided{kind}(b{buffer}.offset(({at}) as isize), {stride}, {value});"
                    ),
                }
            }
            Offset::Other => {
                let at = self.varying(offset, tile);
                format!("l::scatter{kind}(b{buffer}, {at}, {value});")
            }
        }
    }

    /// Whether the loop writes neighbouring elements while lanes are far apart.
    fn is_column_store(&self, stmt: &Stmt, var: VarId) -> bool {
        let Stmt::Store { buffer, offset, .. } = stmt else { return false };
        let float = self.kernel.buffers[*buffer as usize].dtype.is_float();
        float && self.is_column_offset(*offset, var)
    }

    /// An offset with a stride between lanes that is not 1, and 1 for the loop variable.
    fn is_column_offset(&self, offset: ValueId, var: VarId) -> bool {
        match self.analysis.offset(self.kernel, offset) {
            Offset::Linear { stride: Some(_), rest } => self.steps_by_one(&rest, var),
            _ => false,
        }
    }

    fn steps_by_one(&self, terms: &[ValueId], var: VarId) -> bool {
        let mut found = 0;
        let mut stack = terms.to_vec();
        while let Some(id) = stack.pop() {
            match *self.kernel.value(id) {
                Value::Binary(Binary::Add, a, b) => stack.extend([a, b]),
                Value::Var(v) if v == var => found += 1,
                _ if mentions(self.kernel, id, var) => return false,
                _ => {}
            }
        }
        found == 1
    }

    fn store_columns(&mut self, stores: Vec<ColumnStore>, var: VarId) {
        for store in stores {
            let (b, o, n) = (store.buffer, store.output, store.columns);
            let Some((at, stride)) = self.first_column(store.offset, var) else { continue };
            let ty = ops::element(self.kernel.buffers[b as usize].dtype);
            self.line(format!(
                "l::store_columns::<{ty}, W>(o{o}, {n}, b{b}.offset(({at}) as isize), {stride});"
            ));
        }
    }

    /// Offset of lane 0 at loop index 0, and the stride between lanes.
    fn first_column(&mut self, offset: ValueId, var: VarId) -> Option<(String, String)> {
        let Offset::Linear { stride, rest } = self.analysis.offset(self.kernel, offset) else {
            return None;
        };
        let zero = [self.kernel.find(&Value::Var(var))?];
        self.scopes.push(HashMap::default());
        let tile = Tile { depends: &[], copy: 0 };
        self.bind(zero[0], &tile, "0i64".into());
        let (at, stride) = self.linear(stride, &rest, &tile);
        // Names made here mean "at index 0".
        self.scopes.pop();
        Some((at, stride?))
    }

    /// Rows that the loop reads element by element while lanes are far apart: all columns at once, before it.
    fn load_columns(&mut self, phase: &Phase, var: VarId, n: i64) {
        if n < MIN_COLUMNS {
            return;
        }
        let (mut stack, mut seen) = (Vec::new(), HashSet::default());
        for stmt in &phase.body {
            if let Stmt::StoreLocal { offset, value, .. } | Stmt::Store { offset, value, .. } = stmt
            {
                stack.extend([*value, *offset]);
            }
        }
        let mut loads = Vec::new();
        while let Some(id) = stack.pop() {
            if !seen.insert(id) {
                continue;
            }
            match *self.kernel.value(id) {
                Value::Load { buffer, offset }
                    if self.kernel.buffers[buffer as usize].dtype.is_float()
                        && self.is_column_offset(offset, var) =>
                {
                    loads.push((id, buffer, offset));
                }
                _ => self.kernel.operands(id, &mut |o| stack.push(o)),
            }
        }
        loads.sort_by_key(|(id, ..)| id.0);
        for (id, buffer, offset) in loads {
            let Some((at, stride)) = self.first_column(offset, var) else { continue };
            let info = self.kernel.buffers[buffer as usize];
            let output = self.outputs.len();
            self.outputs.push((info.dtype, n));
            self.columns.insert(id, (output, var));
            let pointer = self.read_pointer(buffer);
            let ty = ops::element(info.dtype);
            self.line(format!(
                "l::load_columns::<{ty}, W>({pointer}.offset(({at}) as isize), {stride}, {n}, o{output});"
            ));
        }
    }

    /// A phase that only copies rows of buffers into local arrays, all columns at once.
    fn copy_columns(&mut self, phase: &Phase, last: &Loop) -> bool {
        let Extent::Const(n) = last.extent else { return false };
        let copies: Vec<(u32, ValueId, u32, ValueId)> = phase
            .body
            .iter()
            .filter_map(|stmt| match stmt {
                Stmt::StoreLocal { local, offset: to, value } => match *self.kernel.value(*value) {
                    Value::Load { buffer, offset: from } => Some((*local, *to, buffer, from)),
                    _ => None,
                },
                _ => None,
            })
            .filter(|(_, to, buffer, from)| {
                let b = self.kernel.buffers[*buffer as usize];
                b.dtype.is_float()
                    && self.is_column_offset(*from, last.var)
                    && self.steps_by_one(&[*to], last.var)
            })
            .collect();
        if copies.len() != phase.body.len() || n < MIN_COLUMNS {
            return false;
        }
        for (local, to, buffer, from) in copies {
            let Some((at, stride)) = self.first_column(from, last.var) else { return false };
            let Some(var) = self.kernel.find(&Value::Var(last.var)) else { return false };
            self.scopes.push(HashMap::default());
            let tile = Tile { depends: &[], copy: 0 };
            self.bind(var, &tile, "0i64".into());
            let to = self.name(to, &tile);
            self.scopes.pop();
            let ty = ops::element(self.kernel.buffers[buffer as usize].dtype);
            let pointer = self.read_pointer(buffer);
            self.line(format!(
                "l::load_columns::<{ty}, W>({pointer}.offset(({at}) as isize), {stride}, {n}, l{local}.offset({to} as isize));"
            ));
        }
        true
    }
}

/// How many neighbouring points of the last loop share the work: as many as divide it and keep the
/// accumulators in registers.
fn tile_size(phase: &Phase, n: i64) -> usize {
    let widest = phase
        .body
        .iter()
        .map(|s| match s {
            Stmt::Reduce { accumulators, .. } => accumulators.len(),
            _ => 0,
        })
        .max()
        .unwrap_or(0);
    let mut ranges = false;
    phase.body.iter().for_each(|s| has_ranges(s, &mut ranges));
    if widest == 0 || ranges {
        return 1;
    }
    let fits = |r: &usize| r * widest <= MAX_ACCUMULATORS;
    let divides = |r: &usize| n % *r as i64 == 0;
    let best = (2..=12).rev().filter(fits).find(divides);
    best.or_else(|| (2..=4).rev().find(|r| fits(r) && n >= 2 * *r as i64)).unwrap_or(1)
}

fn has_ranges(stmt: &Stmt, found: &mut bool) {
    stmt.bounds(&mut |_| *found = true);
    if let Stmt::Reduce { body, .. } = stmt {
        body.iter().for_each(|s| has_ranges(s, found));
    }
}

fn temps_of(body: &[Stmt]) -> HashSet<u32> {
    let mut temps = HashSet::default();
    let mut stack: Vec<&Stmt> = body.iter().collect();
    while let Some(stmt) = stack.pop() {
        if let Stmt::Reduce { body, accumulators, .. } = stmt {
            temps.extend(accumulators.iter().map(|a| a.temp.0));
            stack.extend(body);
        }
    }
    temps
}
