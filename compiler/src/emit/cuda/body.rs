//! The statements of one phase at one point, as nested C++ scopes.
//!
//! A value is written where it is used. If it is used more than once, it becomes a named constant of the outermost
//! scope that knows its operands. So loop-invariant values leave their loops.

use super::expression::{self, Expression, OperandFacts};
use super::held::Held;
use super::helpers::Helpers;
use super::kernel::extent;
use super::mapping::{MAX_REGISTER_ELEMENTS, Mapping, Sharing, Strategy, constant};
use super::meet::Meeting;
use super::names::{c_type, is_native};
use super::rounds::Turn;
use super::uses::{Uses, each_root, reachable};
use crate::dag::{Binary, DType, Reduce, Unary};
use crate::hash::{HashMap, HashSet};
use crate::schedule::kernel::{
    Access, Accumulator, AccumulatorId, Extent, KernelIr, Loop, Phase, Stmt, Value, ValueId, VarId,
};
use array_fn_plan::TERMS_PER_THREAD;

/// The longest expression that is written in place.
const MAX_INLINE: usize = 100;

#[derive(Default)]
struct Scope {
    /// The line that opens the scope. It is written when the scope is closed: until then, values may
    /// still be added to the enclosing scope.
    head: String,
    text: String,
    values: HashMap<ValueId, Expression>,
    /// Whether the code of the scope runs at least once whenever the code of the enclosing scope runs.
    certain: bool,
}

pub(super) struct Body<'a> {
    kernel: &'a KernelIr,
    mapping: &'a Mapping,
    helpers: &'a mut Helpers,
    scopes: Vec<Scope>,
    var_level: HashMap<VarId, usize>,
    temp_level: HashMap<AccumulatorId, usize>,
    /// The outermost scope that knows all variables and temporaries of a value.
    level: HashMap<ValueId, usize>,
    uses: Uses,
    /// Local arrays that the phase reads.
    locals_read: HashSet<u32>,
    /// Accumulators of several rounds, which are arrays.
    arrays: Vec<AccumulatorId>,
    /// How many accumulators threads have made one.
    met: u32,
    /// Buffers whose old elements are in shared memory, as `k` and the number.
    pub kept: Vec<u32>,
    /// Loads whose values for all terms of a thread are in registers.
    held: HashSet<ValueId>,
    /// The loops of which it has a name whether a thread has few terms.
    few: HashSet<VarId>,
}

/// Expressions of values that need no name.
type Inline = HashMap<ValueId, Expression>;

impl<'a> Body<'a> {
    pub fn new(
        kernel: &'a KernelIr,
        mapping: &'a Mapping,
        phase: &Phase,
        helpers: &'a mut Helpers,
    ) -> Body<'a> {
        let mut roots = Vec::new();
        each_root(&phase.body, &mut |root, _| roots.push(root));
        let read = |id: ValueId| match kernel.value(id) {
            Value::LoadLocal { local, .. } => Some(*local),
            _ => None,
        };
        let locals_read =
            reachable(kernel, &roots, &|_| false).into_iter().filter_map(read).collect();
        Body {
            kernel,
            mapping,
            helpers,
            locals_read,
            scopes: vec![Scope { certain: true, ..Scope::default() }],
            var_level: HashMap::default(),
            temp_level: HashMap::default(),
            level: HashMap::default(),
            uses: Uses::of(kernel, &phase.body),
            arrays: Vec::new(),
            met: 0,
            kept: Vec::new(),
            held: HashSet::default(),
            few: HashSet::default(),
        }
    }

    pub fn finish(mut self) -> String {
        while self.scopes.len() > 1 {
            self.close();
        }
        self.scopes.pop().map(|s| s.text).unwrap_or_default()
    }

    pub fn line(&mut self, text: &str) {
        self.line_at(self.scopes.len() - 1, text);
    }

    fn line_at(&mut self, level: usize, text: &str) {
        let indent = "    ".repeat(level + 1);
        let scope = &mut self.scopes[level].text;
        scope.push_str(&indent);
        scope.push_str(text);
        scope.push('\n');
    }

    /// Opens a scope whose code runs for every point.
    pub fn open(&mut self, head: &str) {
        let indent = "    ".repeat(self.scopes.len());
        let head = format!("{indent}{head}\n");
        self.scopes.push(Scope { head, certain: true, ..Scope::default() });
    }

    /// Opens a scope whose code may not run.
    pub fn open_guard(&mut self, head: &str) {
        self.open(head);
        if let Some(scope) = self.scopes.last_mut() {
            scope.certain = false;
        }
    }

    /// Opens a loop over rounds, in which each variable of an item gets a value anew.
    pub fn open_again(&mut self, head: &str) {
        let scopes = &self.scopes;
        // Values that have names keep them; of the others it is found out again where they can be computed.
        self.level.retain(|id, _| scopes.iter().any(|s| s.values.contains_key(id)));
        let indent = "    ".repeat(self.scopes.len());
        self.open(&format!("#pragma unroll\n{indent}{head}"));
    }

    /// How many scopes are open.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Closes all scopes beyond so many.
    pub fn close_to(&mut self, depth: usize) {
        while self.scopes.len() > depth {
            self.close();
        }
    }

    pub fn open_loop(&mut self, l: &Loop) {
        self.open_loop_for(l, false);
    }

    /// Opens a loop, or, if it is shared, that part of it that is this thread's.
    fn open_loop_for(&mut self, l: &Loop, shared: bool) {
        let var = format!("i{}", l.var.0);
        let (start, end) = match l.extent {
            Extent::Range { low, high } => (self.value(low).text, self.value(high).text),
            other => ("0".to_string(), extent(other)),
        };
        let (start, step) = match (shared, start.as_str()) {
            (false, _) => (start, format!("++{var}")),
            (true, "0") => ("lane".to_string(), format!("{var} += sharing")),
            (true, _) => (format!("{start} + lane"), format!("{var} += sharing")),
        };
        self.open(&format!("for (long long {var} = {start}; {var} < {end}; {step}) {{"));
        let level = self.scopes.len() - 1;
        let scope = &mut self.scopes[level];
        // A thread may have no part of a short loop.
        scope.certain = !shared && constant(l).is_some_and(|n| n > 0);
        // Registers have no addresses, so loops over them must be unrolled. If all accesses go to
        // local memory, nvcc would gain nothing from unrolling, and run out of registers.
        let short = constant(l).is_some_and(|n| n <= MAX_REGISTER_ELEMENTS);
        let pragma = match self.mapping.strategy {
            Strategy::LocalMemory => Some("#pragma unroll 1"),
            Strategy::Registers if short => Some("#pragma unroll"),
            _ => None,
        };
        if let Some(pragma) = pragma {
            scope.head.insert_str(0, &format!("{}{pragma}\n", "    ".repeat(level)));
        }
        self.var_level.insert(l.var, level);
    }

    pub fn close(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            if let Some(parent) = self.scopes.last_mut() {
                parent.text.push_str(&scope.head);
                parent.text.push_str(&scope.text);
            }
            self.line("}");
        }
    }

    pub fn kernel(&self) -> &'a KernelIr {
        self.kernel
    }

    /// Declares that the current scope defines a loop variable, and returns its name.
    pub fn bind(&mut self, var: VarId) -> String {
        self.var_level.insert(var, self.scopes.len() - 1);
        format!("i{}", var.0)
    }

    /// Declares a value in the current scope, where it has this name.
    pub fn define(&mut self, id: ValueId, name: &str) {
        let here = self.scopes.len() - 1;
        self.level.insert(id, here);
        self.scopes[here].values.insert(id, Expression::primary(name));
    }

    /// The text of a value in the current scope.
    pub fn text(&mut self, id: ValueId) -> String {
        self.value(id).text
    }

    pub fn statements(&mut self, statements: &[Stmt]) {
        for (k, statement) in statements.iter().enumerate() {
            match statement {
                Stmt::Reduce { loops, body, accumulators } => {
                    let level = self.scopes.len() - 1;
                    for a in accumulators {
                        let dtype = self.kernel.dtype(a.value);
                        let identity = Expression::constant(a.op.identity(dtype));
                        self.line(&format!("{} t{} = {};", c_type(dtype), a.id.0, identity.text));
                    }
                    let shared = matches!(self.mapping.strategy, Strategy::Terms(_));
                    if shared && let Some(held) = Held::of(self.kernel, statement) {
                        self.held(&held, accumulators);
                    }
                    for (k, l) in loops.iter().enumerate() {
                        self.open_loop_for(l, shared && k + 1 == loops.len());
                    }
                    self.statements(body);
                    self.add_terms(accumulators);
                    for _ in loops {
                        self.close();
                    }
                    for a in accumulators {
                        self.temp_level.insert(a.id, level);
                    }
                    if shared {
                        self.meet(accumulators, &statements[k + 1..]);
                    }
                }
                Stmt::StoreLocal { local, offset, value } => {
                    let value = self.value(*value);
                    let place = self.value(*offset);
                    let place = self.local(*local, *offset, &place);
                    if self.locals_read.contains(local) {
                        self.read_before_overwriting(
                            &statements[k + 1..],
                            &|v| matches!(v, Value::LoadLocal { local: l, .. } if l == local),
                        );
                    }
                    self.line(&format!("{place} = {};", value.text));
                }
                Stmt::Store { buffer, offset, value } => {
                    let mut value = self.value(*value);
                    if self.kernel.buffers[*buffer as usize].index {
                        value = expression::convert("int", &value);
                    }
                    let offset = self.value(*offset);
                    if self.kernel.buffers[*buffer as usize].access != Access::Write {
                        self.read_before_overwriting(
                            &statements[k + 1..],
                            &|v| matches!(v, Value::Load { buffer: b, .. } if b == buffer),
                        );
                    }
                    self.line(&format!("b{buffer}[{}] = {};", offset.text, value.text));
                }
            }
        }
    }

    /// Adds a term to each accumulator.
    fn add_terms(&mut self, accumulators: &[Accumulator]) {
        for a in accumulators {
            let value = self.value(a.value);
            let name = format!("t{}", a.id.0);
            self.accumulate(&name, a.op, self.kernel.dtype(a.value), &value);
        }
    }

    /// A reduction whose terms a thread has in registers, where they are few, but not so few that most registers would be
    /// empty. What an earlier reduction has loaded is still there. A loop for any number of terms has to follow.
    fn held(&mut self, held: &Held, accumulators: &[Accumulator]) {
        let (number, few) = (extent(held.terms.extent), format!("few{}", held.terms.var.0));
        if self.few.insert(held.terms.var) {
            let (most, half) = (TERMS_PER_THREAD, TERMS_PER_THREAD / 2);
            self.line(&format!(
                "const bool {few} = {number} > {half}LL * sharing && {number} <= {most}LL * sharing;"
            ));
        }
        let missing: Vec<ValueId> =
            held.loads.iter().copied().filter(|id| self.held.insert(*id)).collect();
        for id in &missing {
            let ty = c_type(self.kernel.dtype(*id));
            self.line(&format!("{ty} r{}[{TERMS_PER_THREAD}];", id.0));
        }
        let depth = self.depth();
        if !missing.is_empty() {
            self.open_guard(&format!("if ({few}) {{"));
            self.open_held(&held.terms, &number);
            for id in &missing {
                let value = self.text(*id);
                self.line(&format!("r{}[k] = {value};", id.0));
            }
            self.close_to(depth);
        }
        self.open_guard(&format!("if ({few}) {{"));
        self.open_held(&held.terms, &number);
        for id in &held.loads {
            self.define(*id, &format!("r{}[k]", id.0));
        }
        self.add_terms(accumulators);
        self.close_to(depth);
        self.line("else");
    }

    /// Opens an unrolled loop over the few terms of a thread.
    fn open_held(&mut self, terms: &Loop, number: &str) {
        self.open_again(&format!("for (unsigned int k = 0; k < {TERMS_PER_THREAD}; ++k) {{"));
        let var = self.bind(terms.var);
        self.line(&format!("const long long {var} = lane + k * sharing;"));
        self.open_guard(&format!("if ({var} < {number}) {{"));
    }

    /// The statements of several rounds: `open` opens the loop over them, for sums or for what follows these. Between
    /// both, threads may wait for each other.
    pub fn summed_rounds(
        &mut self,
        statements: &[Stmt],
        rounds: i64,
        waits: bool,
        open: &dyn Fn(&mut Body<'a>, Turn),
    ) {
        let outside = self.depth();
        let sums = statements.iter().take_while(|s| matches!(s, Stmt::Reduce { .. })).count();
        for a in statements[..sums].iter().flat_map(Stmt::accumulators) {
            let dtype = self.kernel.dtype(a.value);
            let identity = Expression::constant(a.op.identity(dtype)).text;
            let values = vec![identity; rounds as usize].join(", ");
            self.line(&format!("{} t{}[{rounds}] = {{ {values} }};", c_type(dtype), a.id.0));
        }
        open(self, Turn::Phase);
        let depth = self.depth();
        for statement in &statements[..sums] {
            let Stmt::Reduce { loops, body, accumulators } = statement else { continue };
            for l in loops {
                self.open_loop(l);
            }
            // Unrolled as a whole, all that it loads for other rounds, too, would be kept in registers.
            let indent = "    ".repeat(self.depth() - 1);
            if let Some(scope) = self.scopes.last_mut().filter(|_| !loops.is_empty()) {
                scope.head.insert_str(0, &format!("{indent}#pragma unroll 2\n"));
            }
            open(self, Turn::Early);
            self.find_arrays();
            self.statements(body);
            for a in accumulators {
                let value = self.value(a.value);
                let name = format!("t{}[r]", a.id.0);
                self.accumulate(&name, a.op, self.kernel.dtype(a.value), &value);
            }
            self.close_to(depth);
            self.arrays.extend(accumulators.iter().map(|a| a.id));
        }
        if waits {
            self.close_to(outside);
            self.line("__syncthreads();");
            self.level.clear();
            open(self, Turn::Phase);
        }
        open(self, Turn::Last);
        self.find_arrays();
        self.statements(&statements[sums..]);
        self.close_to(outside);
    }

    /// Makes the sums of earlier loops those of the round that was opened.
    fn find_arrays(&mut self) {
        let level = self.scopes.len() - 1;
        self.temp_level.extend(self.arrays.iter().map(|id| (*id, level)));
    }

    /// After a reduction whose terms threads share: makes their accumulators one. After the last reduction one thread
    /// of the point stays.
    fn meet(&mut self, accumulators: &[Accumulator], later: &[Stmt]) {
        let Strategy::Terms(Sharing { neighbours, .. }) = self.mapping.strategy else { return };
        let more = later.iter().any(|s| matches!(s, Stmt::Reduce { .. }));
        for (k, a) in accumulators.iter().enumerate() {
            let dtype = self.kernel.dtype(a.value);
            let facts = OperandFacts { dtype, index: false, right: None };
            let helpers = &mut *self.helpers;
            let mut combined = |left: &str, right: &str| {
                let (left, right) = (Expression::primary(left), Expression::primary(right));
                expression::binary(a.op.combine(), facts, &left, &right, helpers).text
            };
            let meeting = Meeting {
                accumulator: a,
                dtype,
                neighbours,
                threads: self.mapping.threads,
                before: self.met,
                last: !more && k + 1 == accumulators.len(),
            };
            let text = meeting.text(&mut combined);
            self.met += 1;
            self.line(&text);
        }
        if !more {
            self.line("if (lane != 0 || own >= points) return;");
        }
    }

    /// A load of a phase gives the memory as it was when the phase began. So the loads that later stores of this point
    /// still need are done before the memory changes.
    fn read_before_overwriting(&mut self, later: &[Stmt], overwritten: &dyn Fn(&Value) -> bool) {
        let mut roots = Vec::new();
        let stores = later.iter().filter(|s| !matches!(s, Stmt::Reduce { .. }));
        for store in stores {
            each_root(std::slice::from_ref(store), &mut |root, _| roots.push(root));
        }
        let kernel = self.kernel;
        for id in reachable(kernel, &roots, &|id| self.cached(id).is_some()) {
            if overwritten(kernel.value(id)) && self.cached(id).is_none() {
                let value = self.value(id);
                if self.cached(id).is_none() {
                    self.name(id, self.scopes.len() - 1, &value);
                }
            }
        }
    }

    fn accumulate(&mut self, name: &str, op: Reduce, dtype: DType, value: &Expression) {
        let symbol = match op.combine() {
            Binary::Add => "+=",
            Binary::Mul => "*=",
            _ => "",
        };
        if !symbol.is_empty() && is_native(dtype) {
            return self.line(&format!("{name} {symbol} {};", value.text));
        }
        let facts = OperandFacts { dtype, index: false, right: None };
        let current = Expression::primary(name);
        let combined = expression::binary(op.combine(), facts, &current, value, self.helpers);
        self.line(&format!("{name} = {};", combined.text));
    }

    /// The expression for a value in the current scope.
    fn value(&mut self, id: ValueId) -> Expression {
        let missing = reachable(self.kernel, &[id], &|id| self.cached(id).is_some());
        let mut inline = Inline::default();
        for id in missing {
            self.find_level(id);
            let value = self.compute(id, &inline);
            let value = self.name_if_worthwhile(id, value);
            inline.insert(id, value);
        }
        self.operand(id, &inline)
    }

    /// The expression for a value that was computed before.
    fn operand(&self, id: ValueId, inline: &Inline) -> Expression {
        let found = inline.get(&id).cloned().or_else(|| self.cached(id));
        found.expect("operands are computed before their users")
    }

    fn name_if_worthwhile(&mut self, id: ValueId, value: Expression) -> Expression {
        let here = self.scopes.len() - 1;
        let target = self.placement(id, here);
        let trivial = matches!(
            self.kernel.value(id),
            Value::Const(_)
                | Value::Scalar(_)
                | Value::Size(_)
                | Value::Var(_)
                | Value::Accumulator(_)
        );
        let hoisted = target < here && self.is_costly(id);
        let long = value.text.len() > MAX_INLINE;
        if !trivial && (self.uses.is_shared(id) || hoisted || long) {
            return self.name(id, target, &value);
        }
        value
    }

    fn cached(&self, id: ValueId) -> Option<Expression> {
        self.scopes.iter().rev().find_map(|s| s.values.get(&id)).cloned()
    }

    /// Writes the value as a named constant of the scope at `level`.
    fn name(&mut self, id: ValueId, level: usize, value: &Expression) -> Expression {
        let dtype = c_type(self.kernel.dtype(id));
        self.line_at(level, &format!("const {dtype} x{} = {};", id.0, value.text));
        let named = Expression::primary(format!("x{}", id.0));
        self.scopes[level].values.insert(id, named.clone());
        named
    }

    /// The scope in which to compute a value: the outermost one that knows its operands. But a load does not leave a
    /// loop that may not run, because it might then be out of range.
    fn placement(&self, id: ValueId, here: usize) -> usize {
        let needed = self.level.get(&id).copied().unwrap_or(0);
        let loads = self.uses.loads(id);
        let mut level = here;
        while level > needed && (!loads || self.scopes[level].certain) {
            level -= 1;
        }
        level
    }

    /// Writes a value as an expression. The operands are written as in the current scope. That is right for any scope
    /// in between, because named operands live in scopes at most as deep as that of the value.
    fn compute(&mut self, id: ValueId, inline: &Inline) -> Expression {
        let kernel = self.kernel;
        match *kernel.value(id) {
            Value::Const(c) => Expression::constant(c),
            Value::Scalar(k) => Expression::primary(format!("s{k}")),
            Value::Size(k) => Expression::primary(format!("n{k}")),
            Value::Var(var) => Expression::primary(format!("i{}", var.0)),
            Value::Accumulator(temp) if self.arrays.contains(&temp) => {
                Expression::primary(format!("t{}[r]", temp.0))
            }
            Value::Accumulator(temp) => Expression::primary(format!("t{}", temp.0)),
            Value::Load { buffer, offset } => {
                let offset = self.operand(offset, inline);
                let array = if self.kept.contains(&buffer) { "k" } else { "b" };
                let element = Expression::primary(format!("{array}{buffer}[{}]", offset.text));
                if kernel.buffers[buffer as usize].index {
                    expression::convert("long long", &element)
                } else {
                    element
                }
            }
            Value::LoadLocal { local, offset } => {
                let place = self.operand(offset, inline);
                Expression::primary(self.local(local, offset, &place))
            }
            Value::Unary(op, a) => {
                let dtype = kernel.dtype(a);
                let a = self.operand(a, inline);
                expression::unary(op, dtype, &a, self.helpers)
            }
            Value::Binary(op, a, b) => {
                let right = match kernel.value(b) {
                    Value::Const(c) => c.to_i128(),
                    _ => None,
                };
                let dtype = kernel.dtype(a);
                let index = dtype == DType::I64 && !self.uses.is_data(id);
                let (a, b) = (self.operand(a, inline), self.operand(b, inline));
                expression::binary(op, OperandFacts { dtype, index, right }, &a, &b, self.helpers)
            }
            Value::Select(c, a, b) => {
                let (c, a, b) =
                    (self.operand(c, inline), self.operand(a, inline), self.operand(b, inline));
                expression::select(&c, &a, &b)
            }
            Value::Cast(to, a) => {
                let from = kernel.dtype(a);
                let a = self.operand(a, inline);
                expression::cast(from, to, &a, self.helpers)
            }
            Value::Foreign { ref function, ref arguments } => {
                let arguments: Vec<String> =
                    arguments.iter().map(|a| self.operand(*a, inline).text).collect();
                let name = self.helpers.foreign(function);
                Expression::primary(format!("{name}({})", arguments.join(", ")))
            }
        }
    }

    /// An element of a local array.
    fn local(&self, local: u32, offset: ValueId, place: &Expression) -> String {
        let constant = match self.kernel.value(offset) {
            Value::Const(c) => c.to_i128(),
            _ => None,
        };
        match (self.mapping.strategy, constant) {
            (Strategy::Shared { stride: 1, .. }, _) => format!("local{local}[{}]", place.text),
            (Strategy::Shared { .. }, Some(0)) => format!("local{local}[lane]"),
            (Strategy::Shared { stride, .. }, Some(n)) => {
                format!("local{local}[{} + lane]", n * i128::from(stride))
            }
            (Strategy::Shared { stride, .. }, None) => {
                let place = place.at(expression::Binding::Product);
                format!("local{local}[{place} * {stride} + lane]")
            }
            (_, Some(n)) => format!("local{local}[{n}]"),
            (_, None) => format!("local{local}[{}]", place.text),
        }
    }

    /// Records the outermost scope that knows all variables and temporaries of a value, whose operands are known.
    fn find_level(&mut self, id: ValueId) {
        // Values that depend on parameters alone are computed inside the loop over points, next to their uses.
        let base = usize::from(self.scopes.len() > 1);
        let mut level = match self.kernel.value(id) {
            Value::Var(var) => self.var_level.get(var).copied().unwrap_or(0),
            Value::Accumulator(temp) => self.temp_level.get(temp).copied().unwrap_or(0),
            _ => 0,
        }
        .max(base);
        let known = &self.level;
        self.kernel.operands(id, &mut |operand| {
            level = level.max(known.get(&operand).copied().unwrap_or(0));
        });
        self.level.insert(id, level);
    }

    /// Whether computing a value again in every pass of a loop would be noticed.
    fn is_costly(&self, id: ValueId) -> bool {
        match self.kernel.value(id) {
            Value::Load { .. } | Value::LoadLocal { .. } | Value::Foreign { .. } => true,
            Value::Unary(op, _) => !matches!(op, Unary::Neg | Unary::Not | Unary::Abs),
            Value::Binary(op, _, _) => !matches!(
                op,
                Binary::Add | Binary::Sub | Binary::Mul | Binary::And | Binary::Or | Binary::Xor
            ),
            _ => false,
        }
    }
}
