//! Tables of the places that lanes read in short rows, which are computed once.
//!
//! Take vectors that run on over the ends of rows of `n` points ([`super::wrapped`]). After `n` vectors, which are as
//! many rows as a vector has lanes, they begin at the same columns again. So everything that depends on columns alone
//! is kept for these `n` vectors: loaded values, or the places of elements.
//!
//! A row adds a distance to a place. If that is a multiple of the number of the row, a pointer moves. Otherwise it is
//! an element of a table of the next rows.

use super::analysis::{Analysis, Offset, mentions};
use super::far::stored;
use super::ops;
use super::value::Tile;
use super::wrapped::Wrapped;
use super::{Emitter, Key};
use crate::dag::{Binary, DType};
use crate::emit::text::add_line;
use crate::hash::HashMap;
use crate::schedule::kernel::{Buffer, KernelIr, Phase, Stmt, Value, ValueId};
use crate::schedule::steps::loads;

/// The longest rows that have tables.
pub const MOST_COLUMNS: i64 = 32;
/// Rows with more points than lanes, but fewer than `LONG_COLUMNS`, could be read in vectors of their own. They have
/// tables only if there are `MIN_TURNS` points per column and lane, so that the tables pay.
const LONG_COLUMNS: i64 = 16;
const MIN_TURNS: i64 = 2;
/// Rows of several dimensions have tables if they have fewer points than `LONG_NUMBERED`, and if there are at least
/// `MIN_ROWS_NUMBERED` per lane. Their places cost more than those of rows that are equally far apart.
const LONG_NUMBERED: i64 = 8;
const MIN_ROWS_NUMBERED: i64 = 4;
/// The number of blocks of rows from which on it pays to find out which elements lie near each other.
const MIN_BLOCKS: i64 = 4;
/// The most values of a kernel with tables. Larger kernels spend their time on other work, and tables double their
/// code.
const MAX_VALUES: usize = 96;

/// The condition for rows of `n` points to be short, for a kernel with `lanes` lanes.
pub fn is_short(n: &str, lanes: usize) -> String {
    if lanes as i64 >= LONG_COLUMNS {
        return format!("{n} < {lanes}");
    }
    let least = MIN_TURNS * lanes as i64;
    format!("{n} < {lanes} || {n} < {LONG_COLUMNS} && (end - begin) as i64 >= {least} * {n}")
}

/// The same for `rows` rows of several dimensions. It does not depend on tasks: rows that are not short have points that
/// fill no vector, which elementary functions round otherwise.
pub fn is_short_numbered(n: &str, rows: &str, lanes: usize) -> String {
    let least = MIN_ROWS_NUMBERED * lanes as i64;
    format!("{n} < {LONG_NUMBERED} && {rows} >= {least}")
}

/// A load that has a table.
struct Table {
    load: ValueId,
    buffer: u32,
    /// The summands of its offset: those that are the same at all points, those that depend on columns, and those that
    /// depend on rows.
    uniform: Vec<ValueId>,
    columns: Vec<ValueId>,
    rows: Rows,
}

impl Table {
    /// Whether vectors should be loaded in one piece, and put in order by one instruction, if that is possible. It does
    /// not pay where four loads of places and elements take no longer.
    fn can_be_near(&self, info: Buffer) -> bool {
        let dtype = info.dtype;
        let takes_long = match self.rows {
            Rows::None => false,
            Rows::Linear(_) => matches!(dtype.bytes(), 1 | 2 | 4),
            Rows::Other(_) => matches!(dtype.bytes(), 1 | 2 | 4 | 8),
        };
        takes_long && !info.index && dtype != DType::Bool
    }

    /// The type of the elements of table `k`, one vector of them, and the expression of the load. `at` is the vector's
    /// place in columns.
    fn entry(&self, k: usize, info: Buffer, at: String) -> (&'static str, String, String) {
        let kind = match (info.index, info.dtype) {
            (true, _) => "_index",
            (_, DType::Bool) => "_bool",
            _ => "",
        };
        let is_near = self.can_be_near(info);
        let place = format!("V(*t{k}.offset(turn as isize))");
        match &self.rows {
            Rows::None => (ops::element(info.dtype), format!("l::gather(p{k}, {at})"), place),
            Rows::Linear(_) => {
                let from = format!("p{k}.wrapping_offset(row.wrapping_mul(r{k}) as isize)");
                let far = format!("l::gather{kind}({from}, {place})");
                ("i64", at, if_near(is_near, k, &from, far))
            }
            Rows::Other(_) => {
                let of_row = format!("l::gather(f{k}, V(*steps.offset(turn as isize)))");
                let far = format!("l::gather{kind}(p{k}, l::add({place}, {of_row}))");
                let from = format!("p{k}.wrapping_offset(*f{k} as isize)");
                ("i64", at, if_near(is_near, k, &from, far))
            }
        }
    }
}

enum Rows {
    /// Nothing, because values are kept.
    None,
    /// Multiples of the number of the row, by a factor or by 1.
    Linear(Vec<Option<ValueId>>),
    Other(Vec<ValueId>),
}

/// A tile for code without a tiled loop.
const TILE: Tile<'static> = Tile { depends: &[], copy: 0 };

/// The code that makes and uses tables.
#[derive(Default)]
struct Code {
    /// Declares the tables, and has all other code before the loops over vectors.
    arrays: String,
    /// Fills the tables, for one vector.
    fill: String,
    /// Computes the places of the next rows, and the names of values in it, which tables share.
    of_rows: String,
    row_names: HashMap<Key, String>,
    /// Finds out which tables have elements that lie near each other.
    blocks: String,
    /// The expression of each load that has a table.
    tabled: HashMap<ValueId, String>,
}

impl Code {
    /// Adds the pieces of table `k`, from which vectors are loaded if their elements lie near each other.
    fn add_near(&mut self, k: usize, rows: &Rows, info: Buffer, most: i64) {
        let (ty, is_float) = (ops::element(info.dtype), info.dtype.is_float());
        self.arrays += &format!(
            "let (mut near{k}, mut is_near{k}) =
                    (l::Near::<{ty}, W, {most}, {is_float}>::new(), false);\n"
        );
        let block = match rows {
            // A block that begins within a row has a part of one row more.
            Rows::Other(_) => {
                format!("block_of_rows(t{k}, steps, n, f{k}, W as i64 + (start % n != 0) as i64)")
            }
            _ => format!("block(t{k}, n)"),
        };
        self.blocks += &format!("is_near{k} = whole && near{k}.{block};\n");
    }

    /// The code before the first vector of a period.
    fn next_rows(&self, has_rows: bool) -> String {
        let Code { of_rows, blocks, .. } = self;
        let whole = match blocks.is_empty() {
            true => String::new(),
            // The work for one block has to serve several.
            false => format!(
                "let whole = vectors >= {MIN_BLOCKS} * n && at + n * W as i64 <= full;\n{blocks}"
            ),
        };
        match has_rows {
            // A vector that begins within a row ends one row later.
            true => format!(
                "if turn == 0 {{
                    let mut next = 0i64;
                    while next < 2 * W as i64 {{
                        let rows = l::min(l::iota::<W>(row + next), V([last; W]));
                        {of_rows}
                        if start % n == 0 {{ break; }}
                        next += W as i64;
                    }}
                    {whole}
                }}"
            ),
            false if blocks.is_empty() => String::new(),
            false => format!("if turn == 0 {{ {whole} }}"),
        }
    }
}

impl Emitter<'_> {
    /// The code for all points, if there is something to put into tables. `plain` is the code for a vector without
    /// tables.
    pub(super) fn in_tables(
        &mut self,
        phase: &Phase,
        wrapped: Wrapped,
        plain: &str,
    ) -> Option<String> {
        if self.kernel.value_count() > MAX_VALUES {
            return None;
        }
        let tables = self.tables(phase, wrapped);
        if tables.is_empty() {
            return None;
        }
        let mut code = Code::default();
        let most = MOST_COLUMNS.max(self.widths().1 as i64);
        let has_rows = tables.iter().any(|table| matches!(table.rows, Rows::Other(_)));
        if has_rows {
            code.arrays += &local("steps", "i64", most);
        }
        for (k, table) in tables.iter().enumerate() {
            self.add_table(k, table, most, &mut code);
        }
        self.tabled = std::mem::take(&mut code.tabled);
        self.scopes.push(HashMap::default());
        self.stores(phase, &TILE);
        self.scopes.pop();
        self.tabled = HashMap::default();
        let body = std::mem::take(&mut self.out);
        // If values depend on rows and columns, too, both have to be moved from vector to vector, and tables save
        // little.
        if ["= rows;", "= columns;"].iter().any(|used| body.contains(used)) {
            return None;
        }
        let steps = match has_rows {
            true => "steps.offset(turn as isize).write(step.0);",
            false => "",
        };
        let next_rows = code.next_rows(has_rows);
        let Code { arrays, fill, .. } = code;
        Some(format!(
            "{arrays}
            let vectors = (stop - start) / W as i64;
            let (mut at, mut row, last) = (start, start / n, (stop - 1) / n);
            let _ = last;
            let turns = i64::min(n, vectors);
            let mut turn = 0i64;
            let (mut rows, mut columns) = l::rows_and_columns::<W>(start, n);
            while turn < turns {{
                let step = l::sub(rows, V::<i64, W>([row; W]));
                {steps}
                {fill}
                (rows, columns) = l::next_rows_and_columns(rows, columns, n);
                turn += 1;
            }}
            let full = start + vectors * W as i64;
            turn = 0;
            while at < full {{
                {next_rows}
                {body}
                at += W as i64;
                turn += 1;
                if turn == n {{
                    turn = 0;
                    row += W as i64;
                }}
            }}
            if full < stop {{
                let at = stop - W as i64;
                let (rows, columns) = l::rows_and_columns::<W>(at, n);
                {plain}
            }}"
        ))
    }

    /// Adds the code of table `k`, for rows of at most `most` points.
    fn add_table(&mut self, k: usize, table: &Table, most: i64, code: &mut Code) {
        let info = self.kernel.buffers[table.buffer as usize];
        code.arrays += &self.base(k, table);
        self.scopes.push(HashMap::default());
        let mut at: Vec<String> =
            table.columns.iter().map(|part| self.varying(*part, &TILE)).collect();
        if let Rows::Linear(_) = table.rows {
            at.push(format!("l::mul(step, V::<i64, W>([r{k}; W]))"));
        }
        if table.can_be_near(info) {
            code.add_near(k, &table.rows, info, most);
        }
        let (ty, filled, load) = table.entry(k, info, sum(at));
        code.fill += &std::mem::take(&mut self.out);
        code.fill += &format!("let filled: V<{ty}, W> = {filled};\n");
        code.fill += &format!("t{k}.offset(turn as isize).write(filled.0);\n");
        self.scopes.pop();
        code.arrays += &local(&format!("t{k}"), ty, most);
        if let Rows::Other(parts) = &table.rows {
            self.store_places(k, parts, code);
            code.arrays += &format!(
                "let mut f{k} = l::Local::<[[i64; W]; 2]>::new();
                    let f{k} = f{k}.ptr::<i64>();\n"
            );
        }
        code.tabled.insert(table.load, load);
    }

    /// Declares the pointer of table `k`, and its distance from row to row, which is the same for all points. The names
    /// stay valid in the code that follows.
    fn base(&mut self, k: usize, table: &Table) -> String {
        let mut from = self.read_pointer(table.buffer);
        for part in &table.uniform {
            from = format!("{from}.wrapping_offset({} as isize)", self.name(*part, &TILE));
        }
        let mut by = String::from("0i64");
        if let Rows::Linear(factors) = &table.rows {
            for factor in factors {
                by += &match factor {
                    Some(factor) => format!(".wrapping_add({})", self.name(*factor, &TILE)),
                    None => ".wrapping_add(1)".to_string(),
                };
            }
        }
        let names = std::mem::take(&mut self.out);
        format!("{names}let (p{k}, r{k}) = ({from}, {by});\n")
    }

    /// Stores the places of the next rows of table `k`, computed from the parts of its offset that depend on rows.
    fn store_places(&mut self, k: usize, parts: &[ValueId], code: &mut Code) {
        self.scopes.push(std::mem::take(&mut code.row_names));
        self.rows_follow = true;
        let parts = parts.iter().map(|part| self.varying(*part, &TILE)).collect();
        self.rows_follow = false;
        code.row_names = self.scopes.pop().unwrap_or_default();
        code.of_rows += &std::mem::take(&mut self.out);
        add_line!(&mut code.of_rows, "l::store(f{k}.offset(next as isize), {});", sum(parts));
    }

    /// The loads of a phase whose offsets are sums of a part that depends on columns and a part that depends on rows.
    fn tables(&self, phase: &Phase, wrapped: Wrapped) -> Vec<Table> {
        let kernel = self.kernel;
        let stored = |stmt: &Stmt| match *stmt {
            Stmt::Store { value, .. } => Some(value),
            _ => None,
        };
        let roots: Vec<ValueId> = phase.body.iter().filter_map(stored).collect();
        let mut tables = Vec::new();
        'loads: for (load, buffer, offset) in loads(kernel, roots.iter().copied()) {
            if !matches!(self.analysis.offset(kernel, offset), Offset::Other)
                || self.neighbours.contains_key(&load)
            {
                continue;
            }
            let (varying, uniform) = self.analysis.summands(kernel, offset);
            let (mut columns, mut linear, mut rows) = (Vec::new(), Vec::new(), Vec::new());
            for part in varying {
                let [in_row, in_column] =
                    [wrapped.row, wrapped.lane].map(|l| mentions(kernel, part, l.var));
                match (in_row, in_column) {
                    (true, true) => continue 'loads,
                    (false, _) => columns.push(part),
                    (true, false) => {
                        rows.push(part);
                        linear.extend(factor_of_row(kernel, &self.analysis, part, wrapped));
                    }
                }
            }
            let info = kernel.buffers[buffer as usize];
            let rows = match linear.len() == rows.len() {
                true if rows.is_empty() && !info.index && info.dtype != DType::Bool => Rows::None,
                true => Rows::Linear(linear),
                false => Rows::Other(rows),
            };
            tables.push(Table { load, buffer, uniform, columns, rows });
        }
        // A load that is needed only for places in tables does not need a table itself.
        let used = self.used_beside(&roots, &tables);
        tables.retain(|table| used.contains(&table.load));
        tables
    }

    /// The loads that some values need. Loads with tables need no others.
    fn used_beside(&self, roots: &[ValueId], tables: &[Table]) -> Vec<ValueId> {
        let (mut stack, mut seen) = (roots.to_vec(), Vec::new());
        while let Some(id) = stack.pop() {
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            if tables.iter().all(|table| table.load != id) {
                self.kernel.operands(id, &mut |operand| stack.push(operand));
            }
        }
        seen
    }
}

/// The factor of the row's number in a part of an offset that is a multiple of it (`None`: 1).
fn factor_of_row(
    kernel: &KernelIr,
    analysis: &Analysis,
    part: ValueId,
    wrapped: Wrapped,
) -> Option<Option<ValueId>> {
    let is_row = |id: ValueId| *kernel.value(id) == Value::Var(wrapped.row.var);
    match *kernel.value(part) {
        Value::Var(_) if is_row(part) => Some(None),
        Value::Binary(Binary::Mul, a, b) if is_row(a) && !analysis.is_varying(b) => Some(Some(b)),
        Value::Binary(Binary::Mul, a, b) if is_row(b) && !analysis.is_varying(a) => Some(Some(a)),
        _ => None,
    }
}

/// Whether all rows that a kernel loads from are equally far from each other.
pub(super) fn is_even(kernel: &KernelIr, wrapped: Wrapped) -> bool {
    let analysis = Analysis::wrapped(kernel, wrapped);
    loads(kernel, stored(kernel)).into_iter().all(|(_, _, offset)| {
        let (varying, _) = analysis.summands(kernel, offset);
        varying.into_iter().all(|part| {
            !mentions(kernel, part, wrapped.row.var)
                || factor_of_row(kernel, &analysis, part, wrapped).is_some()
        })
    })
}

/// A load by pieces, if the kernel has pieces and the block of rows allows it; otherwise the load `far`.
fn if_near(can_be: bool, k: usize, from: &str, far: String) -> String {
    match can_be {
        true => format!("if is_near{k} {{ near{k}.load({from}, turn) }} else {{ {far} }}"),
        false => far,
    }
}

fn local(name: &str, ty: &str, len: i64) -> String {
    format!(
        "let mut {name} = l::Local::<[[{ty}; W]; {len}]>::new();
        let {name} = {name}.ptr::<[{ty}; W]>();\n"
    )
}

fn sum(parts: Vec<String>) -> String {
    let all = parts.into_iter().reduce(|sum, part| format!("l::add({sum}, {part})"));
    all.unwrap_or_else(|| "V::<i64, W>([0; W])".to_string())
}
