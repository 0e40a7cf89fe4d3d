//! Values: each becomes a `let` in the innermost scope that needs it first.

use super::analysis::Offset;
use super::{Emitter, Key, foreign, ops};
use crate::dag::{Binary, Const, DType, Rounding, Unary};
use crate::schedule::kernel::{KernelIr, Value, ValueId};

/// The tiled loop: which values depend on its variable, and the present copy.
pub struct Tile<'a> {
    pub depends: &'a [bool],
    pub copy: u8,
}

impl Emitter<'_> {
    fn key(&self, id: ValueId, tile: &Tile) -> Key {
        let depends = tile.depends.get(id.0 as usize).copied().unwrap_or(false);
        (id, depends.then_some(tile.copy))
    }

    /// Gives a value a name in the innermost scope.
    pub fn bind(&mut self, id: ValueId, tile: &Tile, name: String) {
        let key = self.key(id, tile);
        self.scopes.last_mut().expect("a scope").insert(key, name);
    }

    fn known(&self, key: &Key) -> Option<&String> {
        self.scopes.iter().rev().find_map(|s| s.get(key))
    }

    /// The name of a value in its own form: `i64` for a uniform `i64`, else `V<T, 1>` or `M<1>` if it is uniform, and
    /// `V<T, W>` or `M<W>` if it varies. Operands are emitted first, without recursion.
    pub fn name(&mut self, root: ValueId, tile: &Tile) -> String {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            let key = self.key(id, tile);
            if self.known(&key).is_some() {
                stack.pop();
                continue;
            }
            let mut missing = Vec::new();
            for operand in self.needed(id) {
                let key = self.key(operand, tile);
                if self.known(&key).is_none() {
                    missing.push(operand);
                }
            }
            if missing.is_empty() {
                let expression = self.expression(id, tile);
                let name = if self.is_plain(id) {
                    expression
                } else {
                    let (name, ty) = (self.fresh(), self.type_of(id));
                    self.line(format!("let {name}: {ty} = {expression};"));
                    name
                };
                self.scopes.last_mut().expect("a scope").insert(key, name);
                stack.pop();
            } else {
                stack.extend(missing);
            }
        }
        let key = self.key(root, tile);
        self.known(&key).expect("just emitted").clone()
    }

    /// The values that must have names before a value's expression is written.
    fn needed(&self, id: ValueId) -> Vec<ValueId> {
        let kernel = self.kernel;
        if let Some((_, var)) = self.columns.get(&id) {
            return var.and_then(|var| kernel.find(&Value::Var(var))).into_iter().collect();
        }
        if self.tabled.contains_key(&id) {
            return Vec::new();
        }
        let mut operands = Vec::new();
        if let Some((_, rest)) = self.repeated(id) {
            return rest;
        }
        let offset = match *kernel.value(id) {
            Value::Load { offset, .. } | Value::LoadLocal { offset, .. } => Some(offset),
            _ => None,
        };
        match offset.map(|o| (o, self.analysis.offset(kernel, o))) {
            Some((_, Offset::Linear { stride, rest })) => {
                operands.extend(stride);
                operands.extend(rest);
            }
            Some((offset, Offset::Other)) if matches!(kernel.value(id), Value::Load { .. }) => {
                let (varying, uniform) = self.analysis.summands(kernel, offset);
                operands.extend(varying);
                operands.extend(uniform);
            }
            Some((offset, _)) => operands.push(offset),
            None => kernel.operands(id, &mut |o| operands.push(o)),
        }
        if let Some((a, b, c, ..)) = self.contraction(id) {
            operands = vec![a, b, c];
        }
        if let Some((_, compared)) = self.comparison(id) {
            operands = compared.to_vec();
        }
        if let (Some(exponent), Value::Binary(_, base, _)) =
            (exponent(kernel, id), kernel.value(id))
        {
            operands = vec![*base, exponent];
        }
        if let Some((_, halves)) = self.of_halves(id) {
            operands = halves;
        }
        operands
    }

    /// Whether a value is a name or an integer already.
    fn is_plain(&self, id: ValueId) -> bool {
        match self.kernel.value(id) {
            Value::Const(c) => c.dtype == DType::I64,
            Value::Size(_) | Value::Scalar(_) | Value::Accumulator(_) => true,
            Value::Var(_) => !self.analysis.is_varying(id),
            _ => false,
        }
    }

    fn type_of(&self, id: ValueId) -> String {
        let dtype = self.kernel.dtype(id);
        match (dtype, self.analysis.is_varying(id)) {
            (DType::I64, false) => "i64".into(),
            (DType::Bool, false) => "M<1>".into(),
            (DType::Bool, true) => "M<W>".into(),
            (dtype, false) => format!("V<{}, 1>", ops::element(dtype)),
            (dtype, true) => format!("V<{}, W>", ops::element(dtype)),
        }
    }

    /// A value as a vector of `W` lanes.
    pub fn varying(&mut self, id: ValueId, tile: &Tile) -> String {
        let name = self.name(id, tile);
        self.splat(id, name)
    }

    fn splat(&self, id: ValueId, name: String) -> String {
        if self.analysis.is_varying(id) {
            return name;
        }
        match self.kernel.dtype(id) {
            DType::I64 => format!("V::<i64, W>([{name}; W])"),
            DType::Bool => format!("{name}.splat::<W>()"),
            dtype => format!("l::splat::<{}, W>({name})", ops::element(dtype)),
        }
    }

    /// A value as an operand of an operation whose result varies or not.
    fn operand(&mut self, id: ValueId, tile: &Tile, varying: bool) -> String {
        let name = self.name(id, tile);
        if varying {
            self.splat(id, name)
        } else if self.kernel.dtype(id) == DType::I64 {
            format!("V::<i64, 1>([{name}])")
        } else {
            name
        }
    }

    /// A float sum as `a * b + c` with signs, if it has a product that is used here only.
    fn contraction(&self, id: ValueId) -> Option<(ValueId, ValueId, ValueId, bool, bool)> {
        let kernel = self.kernel;
        // Points of a piece that fill no vector are not fused, and which points these are depends on threads.
        if kernel.is_strict() || self.first.is_some() || !kernel.dtype(id).is_float() {
            return None;
        }
        let product = |v: ValueId| match *kernel.value(v) {
            Value::Binary(Binary::Mul, a, b) if self.analysis.used_once(v) => Some((a, b)),
            _ => None,
        };
        match *kernel.value(id) {
            Value::Binary(Binary::Add, x, y) => match (product(x), product(y)) {
                (_, Some((a, b))) => Some((a, b, x, false, false)),
                (Some((a, b)), None) => Some((a, b, y, false, false)),
                _ => None,
            },
            Value::Binary(Binary::Sub, x, y) => match (product(x), product(y)) {
                (_, Some((a, b))) => Some((a, b, x, true, false)),
                (Some((a, b)), None) => Some((a, b, y, false, true)),
                _ => None,
            },
            _ => None,
        }
    }

    /// A selection by a comparison of numbers of the same type: the function, the compared values, and the choices.
    fn comparison(&self, id: ValueId) -> Option<(&'static str, [ValueId; 4])> {
        let kernel = self.kernel;
        let Value::Select(c, x, y) = *kernel.value(id) else { return None };
        let Value::Binary(op, a, b) = *kernel.value(c) else { return None };
        let dtype = kernel.dtype(id);
        let native = matches!(dtype, DType::F32 | DType::F64) || dtype.is_integer();
        if !native || kernel.dtype(a) != dtype || !self.analysis.is_varying(c) {
            return None;
        }
        Some(match op {
            Binary::Lt => ("select_lt", [a, b, x, y]),
            Binary::Le => ("select_le", [a, b, x, y]),
            Binary::Gt => ("select_lt", [b, a, x, y]),
            Binary::Ge => ("select_le", [b, a, x, y]),
            Binary::Eq => ("select_eq", [a, b, x, y]),
            Binary::Ne => ("select_eq", [a, b, y, x]),
            _ => return None,
        })
    }

    /// A quotient or remainder of rows that follow each other, for which one division suffices: the function, and the
    /// divisor.
    fn of_next_rows(&self, id: ValueId) -> Option<(&'static str, ValueId)> {
        let kernel = self.kernel;
        let wrapped = self.wrapped.filter(|_| self.rows_follow)?;
        let Value::Binary(op, row, by) = *kernel.value(id) else { return None };
        let is_positive = match *kernel.value(by) {
            Value::Size(_) => true,
            Value::Const(c) => c.bits as i64 > 0,
            _ => false,
        };
        let is_row = *kernel.value(row) == Value::Var(wrapped.row.var);
        match op {
            Binary::FloorDiv if is_row && is_positive => Some(("quotients", by)),
            Binary::Rem if is_row && is_positive => Some(("remainders", by)),
            _ => None,
        }
    }

    /// A product of numbers that fit into the lower halves of their `u64`, or the upper half of a number: the function,
    /// and its arguments. The upper halves of factors may be anything.
    fn of_halves(&self, id: ValueId) -> Option<(&'static str, Vec<ValueId>)> {
        let kernel = self.kernel;
        if kernel.dtype(id) != DType::U64 || !self.analysis.is_varying(id) {
            return None;
        }
        let is_const =
            |id: ValueId, bits: u64| matches!(*kernel.value(id), Value::Const(c) if c.bits == bits);
        let half = |id: ValueId| match *kernel.value(id) {
            Value::Const(c) => (c.bits <= u64::from(u32::MAX)).then_some(id),
            Value::Binary(Binary::And, x, mask) => is_const(mask, u32::MAX.into()).then_some(x),
            Value::Cast(_, x) => {
                matches!(kernel.dtype(x), DType::U8 | DType::U16 | DType::U32).then_some(id)
            }
            _ => None,
        };
        match *kernel.value(id) {
            Value::Binary(Binary::Mul, a, b) => Some(("mul_halves", vec![half(a)?, half(b)?])),
            Value::Binary(Binary::Shr, x, count) => {
                is_const(count, 32).then(|| ("upper_halves", vec![x]))
            }
            _ => None,
        }
    }

    fn expression(&mut self, id: ValueId, tile: &Tile) -> String {
        let kernel = self.kernel;
        if let Some(combined) = self.combined(id, tile) {
            return combined;
        }
        let (dtype, varying) = (kernel.dtype(id), self.analysis.is_varying(id));
        match *kernel.value(id) {
            Value::Const(c) => match c.dtype {
                DType::I64 => ops::literal(c),
                DType::Bool => format!("M::<1>({})", c.bits),
                _ => format!("V([{}])", ops::literal(c)),
            },
            Value::Scalar(k) => format!("s{k}"),
            Value::Size(k) => format!("z{k}"),
            Value::Var(v) if varying => match self.wrapped {
                Some(wrapped) if v == wrapped.row.var => "rows".into(),
                Some(_) => "columns".into(),
                None => format!("l::iota::<W>({})", self.first_lane(tile)),
            },
            Value::Var(v) => format!("v{}", v.0),
            Value::Accumulator(t) => format!("t{}", t.0),
            Value::Load { buffer, offset } => self.loaded(id, buffer, offset, tile),
            Value::LoadLocal { local, offset } => self.load_local(local, offset, tile),
            Value::Unary(op, a) => {
                let of = kernel.dtype(a);
                let a = self.operand(a, tile, varying);
                let value = match op {
                    // Points that fill no vector have the bits of the standard library.
                    _ if kernel.is_strict() && ops::differs_in_lanes(op) => {
                        ops::one_by_one(op, of, &a)
                    }
                    Unary::Exp
                        if kernel.rounding == Rounding::Fast
                            && matches!(of, DType::F32 | DType::F64) =>
                    {
                        format!("l::exp_or_zero({a})")
                    }
                    _ => ops::unary(op, of, &a),
                };
                unwrapped(value, dtype, varying)
            }
            Value::Binary(op, a, b) => self.of_two(id, op, a, b, tile),
            Value::Select(c, a, b) => {
                let c = self.operand(c, tile, varying);
                let (a, b) = (self.operand(a, tile, varying), self.operand(b, tile, varying));
                let function = if dtype == DType::Bool { "select_bool" } else { "select" };
                unwrapped(format!("l::{function}({c}, {a}, {b})"), dtype, varying)
            }
            Value::Cast(to, a) => {
                let from = kernel.dtype(a);
                let a = self.operand(a, tile, varying);
                unwrapped(cast(from, to, a, varying), dtype, varying)
            }
            Value::Foreign { ref function, ref arguments } => {
                let arguments: Vec<String> =
                    arguments.iter().map(|a| self.operand(*a, tile, varying)).collect();
                unwrapped(foreign::call(function, &arguments, varying), dtype, varying)
            }
        }
    }

    /// The expression of a value that forms one operation together with some of its operands, or needs only a part of
    /// them.
    fn combined(&mut self, id: ValueId, tile: &Tile) -> Option<String> {
        if let Some((a, b, c, negate_product, negate_sum)) = self.contraction(id) {
            let varying = self.analysis.is_varying(id);
            let [mut a, b, mut c] = [a, b, c].map(|v| self.operand(v, tile, varying));
            if negate_product {
                a = format!("l::neg({a})");
            }
            if negate_sum {
                c = format!("l::neg({c})");
            }
            return Some(format!("l::fma({a}, {b}, {c})"));
        }
        if let Some((function, by)) = self.of_next_rows(id) {
            let by = self.name(by, tile);
            return Some(format!("l::{function}::<W>(row + next, last, {by})"));
        }
        if let Some((function, operands)) = self.of_halves(id) {
            let operands: Vec<String> = operands.iter().map(|v| self.varying(*v, tile)).collect();
            return Some(format!("l::{function}({})", operands.join(", ")));
        }
        let (name, operands) = self.comparison(id)?;
        let [p, q, x, y] = operands.map(|v| self.varying(v, tile));
        Some(format!("l::{name}({p}, {q}, {x}, {y})"))
    }

    /// An operation on two operands.
    fn of_two(&mut self, id: ValueId, op: Binary, a: ValueId, b: ValueId, tile: &Tile) -> String {
        let kernel = self.kernel;
        let (dtype, varying) = (kernel.dtype(id), self.analysis.is_varying(id));
        match op {
            Binary::Add | Binary::Sub | Binary::Mul if dtype == DType::I64 && !varying => {
                let method = match op {
                    Binary::Add => "wrapping_add",
                    Binary::Sub => "wrapping_sub",
                    _ => "wrapping_mul",
                };
                let (a, b) = (self.name(a, tile), self.name(b, tile));
                format!("{a}.{method}({b})")
            }
            Binary::Div
                if varying
                    && !self.analysis.is_varying(b)
                    && kernel.rounding == Rounding::Fast
                    && matches!(dtype, DType::F32 | DType::F64) =>
            {
                let one = ops::literal(Const::from_f64(dtype, 1.0));
                let reciprocal = format!("l::div(V([{one}]), {})", self.name(b, tile));
                format!("l::mul_by({}, {reciprocal})", self.varying(a, tile))
            }
            Binary::FloorDiv | Binary::Rem
                if varying && let Some(power) = power_of_two(kernel, b) =>
            {
                // Both round towards minus infinity, so a shift and a mask give the same.
                let (op, by) = match op {
                    Binary::Rem => (Binary::And, (1i128 << power) - 1),
                    _ => (Binary::Shr, i128::from(power)),
                };
                let by = ops::literal(Const::from_i128(dtype, by));
                let by = format!("l::splat::<{}, W>(V([{by}]))", ops::element(dtype));
                ops::binary(op, dtype, &self.varying(a, tile), &by)
            }
            Binary::Div if varying && !self.analysis.is_varying(b) => {
                format!("l::div_by({}, {})", self.varying(a, tile), self.name(b, tile))
            }
            _ => {
                let of = kernel.dtype(a);
                let b = exponent(kernel, id).unwrap_or(b);
                let (a, b) = (self.operand(a, tile, varying), self.operand(b, tile, varying));
                let value = match op {
                    _ if kernel.is_strict() && ops::of_two_differs_in_lanes(op) => {
                        ops::pair_by_pair(op, of, &a, &b)
                    }
                    _ => ops::binary(op, of, &a, &b),
                };
                unwrapped(value, dtype, varying)
            }
        }
    }
}

/// The exponent of an integer power, before it was converted to `i64`, if it had fewer bytes. It then fills as many
/// lanes as the base.
pub(super) fn exponent(kernel: &KernelIr, id: ValueId) -> Option<ValueId> {
    let Value::Binary(Binary::PowI, _, exponent) = *kernel.value(id) else { return None };
    let Value::Cast(_, narrow) = *kernel.value(exponent) else { return None };
    let dtype = kernel.dtype(narrow);
    (dtype.is_integer() && dtype.bytes() <= 4).then_some(narrow)
}

/// The power of two that an integer is, if it is known.
fn power_of_two(kernel: &KernelIr, id: ValueId) -> Option<u32> {
    let Value::Const(c) = *kernel.value(id) else { return None };
    // The most negative number is none.
    let is_power = c.dtype.is_integer() && c.bits.is_power_of_two() && c.bits >> 62 == 0;
    is_power.then_some(c.bits.trailing_zeros())
}

/// Takes a uniform `i64` result out of its vector of one lane.
pub(super) fn unwrapped(expression: String, dtype: DType, varying: bool) -> String {
    if dtype == DType::I64 && !varying { format!("({expression}).0[0]") } else { expression }
}

/// An operand converted to another type, in all lanes if it is `varying`.
fn cast(from: DType, to: DType, a: String, varying: bool) -> String {
    let width = if varying { "W" } else { "1" };
    match (from, to) {
        (DType::Bool, DType::Bool) => a,
        (DType::Bool, to) => format!("l::from_bool::<{to}, {width}>({a})"),
        (_, DType::Bool) => format!("l::to_bool({a})"),
        (half, _) if half.is_half() => format!("l::widen_{half}({a})"),
        (DType::F64, half) if half.is_half() => format!("l::round_{half}(l::to_odd({a}))"),
        (_, half) if half.is_half() => format!("l::round_{half}({a})"),
        (from, to) => format!("l::cast::<{from}, {to}, {width}>({a})"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// How often the code for a statement has a function of lanes.
    fn calls(source: &str, function: &str) -> usize {
        emitted(source).matches(&format!("l::{function}(")).count()
    }

    #[test]
    fn powers_of_two_are_shifts_and_masks() {
        let of = |body: &str| format!("pub fn f<N>(x: [i32; N]) -> [i32; N] {{ {body} }}");
        let quotient = of("floor_div(x, 16)");
        assert!(calls(&quotient, "shr") > 0 && calls(&quotient, "floor_div") == 0);
        let remainder = of("x % 8");
        assert!(calls(&remainder, "bit_and") > 0 && calls(&remainder, "rem") == 0);
        // Others, negative ones and those of floats are not.
        for body in ["x % 7", "x % -8"] {
            assert!(calls(&of(body), "rem") > 0, "{body}");
        }
        let floats = "pub fn f<N>(x: [f32; N]) -> [f32; N] { x % 8 }";
        assert!(calls(floats, "rem") > 0);
    }

    #[test]
    fn only_fast_math_leaves_subnormal_exponentials_out() {
        let source = "pub fn f<N>(x: [f32; N]) -> [f32; N] { exp(x) }";
        assert!(calls(source, "exp") > 0 && calls(source, "exp_or_zero") == 0);
        let fast = format!("#[fast_math] {source}");
        assert!(calls(&fast, "exp") == 0 && calls(&fast, "exp_or_zero") > 0);
    }
}
