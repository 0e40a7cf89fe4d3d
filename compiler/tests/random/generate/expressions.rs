//! Expressions of comprehensions.

use super::{
    COMPARISONS, FLOAT_BINARY, FLOAT_UNARY, Generator, INTEGER_BINARY, INTEGER_UNARY, Loop,
    MOST_POINTS, TESTS, random_constant, specials,
};
use array_fn_compiler::dag::foreign::{Code, DeviceText};
use array_fn_compiler::dag::{
    Binary, Const, DType, Foreign, Input, NodeId, ParamKind, Reduce, ScalarId, Size, Unary,
};

impl Generator {
    /// An expression of a dtype. `scope` holds the loop variables around.
    pub(super) fn expression(&mut self, scope: &[Loop], dtype: DType, depth: usize) -> ScalarId {
        if depth == 0 {
            return self.leaf(scope, dtype);
        }
        let numeric: Vec<DType> = DType::ALL.into_iter().filter(|d| *d != DType::Bool).collect();
        match self.rng.below(10) {
            0 | 1 => self.leaf(scope, dtype),
            2 => {
                let from = *self.rng.pick(&DType::ALL);
                let a = self.expression(scope, from, depth - 1);
                self.dag.cast(dtype, a)
            }
            3 => {
                let condition = self.expression(scope, DType::Bool, depth - 1);
                let yes = self.expression(scope, dtype, depth - 1);
                let no = self.expression(scope, dtype, depth - 1);
                self.dag.select(condition, yes, no)
            }
            4 => self.reduction(scope, dtype, depth),
            5 if !dtype.is_half() && self.rng.below(6) == 0 => self.foreign(scope, dtype, depth),
            5 => {
                let op = match dtype {
                    DType::Bool => Unary::Not,
                    d if d.is_float() => *self.rng.pick(FLOAT_UNARY),
                    _ => *self.rng.pick(INTEGER_UNARY),
                };
                let a = self.expression(scope, dtype, depth - 1);
                self.dag.unary(op, a)
            }
            6 if dtype == DType::Bool => {
                let of = *self.rng.pick(&numeric);
                let a = self.expression(scope, of, depth - 1);
                let op = *self.rng.pick(TESTS);
                self.dag.unary(op, a)
            }
            6 => {
                let a = self.expression(scope, dtype, depth - 1);
                let n = self.dag.constant(Const::i64(self.rng.below(4) as i64));
                self.dag.binary(Binary::PowI, a, n)
            }
            _ => self.binary(scope, dtype, depth),
        }
    }

    /// A foreign function: its first argument, or 1 where the second one is odd.
    fn foreign(&mut self, scope: &[Loop], dtype: DType, depth: usize) -> ScalarId {
        let name = format!("f_{dtype}");
        let ty = c_type(dtype);
        let function = format!(
            "static inline __device__ {ty} array_fn_foreign_{name}({ty} x, long long n) {{
    return n & 1 ? ({ty})1 : x;
}}
"
        );
        let device = Ok(DeviceText { header: String::new(), function });
        let code = Code::C { library: "f".to_string(), device };
        let function = Foreign::new(name, vec![dtype, DType::I64], dtype, code);
        let judge = |x: &[Const]| match x[1].bits % 2 {
            0 => x[0],
            _ => Const::from_i128(x[0].dtype, 1),
        };
        function.judge.set(judge).expect("a new function has none");
        let arguments = [dtype, DType::I64].map(|of| self.expression(scope, of, depth - 1));
        self.dag.foreign(function, arguments.to_vec())
    }

    fn binary(&mut self, scope: &[Loop], dtype: DType, depth: usize) -> ScalarId {
        use Binary::*;
        let rng = &mut self.rng;
        let (op, of) = match dtype {
            DType::Bool if rng.below(2) == 0 => (*rng.pick(&[And, Or, Xor]), dtype),
            DType::Bool => (*rng.pick(COMPARISONS), *rng.pick(&DType::ALL)),
            // The cheap ones half of the time: what follows them is seldom all NaN.
            d if d.is_float() && rng.below(2) == 0 => (*rng.pick(&[Add, Sub, Mul, Min, Max]), d),
            d if d.is_float() => (*rng.pick(FLOAT_BINARY), d),
            d => (*rng.pick(INTEGER_BINARY), d),
        };
        let a = self.expression(scope, of, depth - 1);
        let b = match self.rng.below(8) {
            0 => a,
            1 => {
                let special = *self.rng.pick(&specials(of));
                self.dag.constant(special)
            }
            _ => self.expression(scope, of, depth - 1),
        };
        let (a, b) = if self.rng.below(2) == 0 { (a, b) } else { (b, a) };
        // Nothing promises the sign of NaN.
        let b = if op == Copysign { self.without_nan(b) } else { b };
        self.dag.binary(op, a, b)
    }

    fn without_nan(&mut self, x: ScalarId) -> ScalarId {
        let nan = self.dag.unary(Unary::IsNan, x);
        let zero = Const::from_f64(self.dag.dtype(x), 0.0);
        let zero = self.dag.constant(zero);
        self.dag.select(nan, zero, x)
    }

    fn reduction(&mut self, scope: &[Loop], dtype: DType, depth: usize) -> ScalarId {
        let op = match dtype {
            DType::Bool => *self.rng.pick(&[Reduce::All, Reduce::Any]),
            _ => *self.rng.pick(&[Reduce::Sum, Reduce::Prod, Reduce::Min, Reduce::Max]),
        };
        let extents: Vec<Size> = (0..1 + self.rng.below(2)).map(|_| self.size()).collect();
        let around = scope.iter().map(|(_, extent)| extent);
        if self.value(&Size::product(around.chain(&extents))) > MOST_POINTS {
            return self.leaf(scope, dtype);
        }
        let ranged = self.style.exact && extents.len() == 1 && self.rng.below(4) == 0;
        let range = ranged.then(|| [(); 2].map(|()| self.expression(scope, DType::I64, depth - 1)));
        self.reduce(op, extents.clone(), range, |g, vars| {
            let mut inner = scope.to_vec();
            inner.extend(vars.iter().copied().zip(extents));
            if !g.style.exact || !dtype.is_float() {
                return g.expression(&inner, dtype, depth - 1);
            }
            // Small integers; for products -1, 0 and 1.
            let x = g.expression(&inner, DType::I64, depth - 1);
            let limit = if op == Reduce::Prod { 3 } else { 64 };
            let limit = g.dag.constant(Const::i64(limit));
            let x = g.dag.binary(Binary::Rem, x, limit);
            let one = g.dag.constant(Const::i64(1));
            let x = g.dag.binary(Binary::Sub, x, one);
            g.dag.cast(dtype, x)
        })
    }

    /// A reduction over new variables, one per extent, or over a part of its only extent.
    pub(super) fn reduce(
        &mut self,
        op: Reduce,
        extents: Vec<Size>,
        range: Option<[ScalarId; 2]>,
        body: impl FnOnce(&mut Generator, &[ScalarId]) -> ScalarId,
    ) -> ScalarId {
        let fresh: Vec<_> = extents.iter().map(|_| self.dag.fresh_var()).collect();
        let vars: Vec<ScalarId> = fresh.iter().map(|v| self.dag.var(*v)).collect();
        let body = body(self, &vars);
        self.dag.bind(op, &fresh, extents, range, body)
    }

    fn leaf(&mut self, scope: &[Loop], dtype: DType) -> ScalarId {
        let similar = !self.style.shapes.is_empty();
        if self.rng.below(4) < 2 + similar as usize {
            let nodes: Vec<NodeId> =
                self.dag.nodes().filter(|(_, n)| n.dtype == dtype).map(|(id, _)| id).collect();
            if !nodes.is_empty() {
                // The latest nodes more often, so that chains become long.
                let node = match similar && self.rng.below(2) == 0 {
                    true => nodes[nodes.len() - 1],
                    false => *self.rng.pick(&nodes),
                };
                let shape = self.dag.node(node).shape.clone();
                let index: Option<Vec<ScalarId>> =
                    shape.iter().map(|size| self.index(scope, size, 2)).collect();
                if let Some(index) = index {
                    return self.dag.load(node, index);
                }
            }
        }
        match (dtype, self.rng.below(3)) {
            (DType::I64, 0) => {
                let size = self.size();
                self.dag.size(size)
            }
            (DType::I64, 1) if !scope.is_empty() => self.rng.pick(scope).0,
            _ => {
                let constant = random_constant(&mut self.rng, dtype);
                self.dag.constant(constant)
            }
        }
    }

    /// An index that is certainly in `0..size` wherever it is evaluated.
    fn index(&mut self, scope: &[Loop], size: &Size, depth: usize) -> Option<ScalarId> {
        let vars: Vec<ScalarId> =
            scope.iter().filter(|(_, extent)| extent == size).map(|(var, _)| *var).collect();
        // Without a loop over as many values the array may be empty.
        if vars.is_empty() && !size.at_least(1) {
            return self.split_index(scope, size);
        }
        if !self.style.shapes.is_empty() && !vars.is_empty() && self.rng.below(8) > 0 {
            return Some(*self.rng.pick(&vars));
        }
        match self.rng.below(6) {
            0 if depth > 0 => {
                let any = self.expression(scope, DType::I64, depth - 1);
                let size = self.dag.size(size.clone());
                Some(self.dag.binary(Binary::Rem, any, size))
            }
            1 => {
                let bounded = |input: &Input| matches!(&input.kind, ParamKind::Index { bound } if bound == size);
                let bounded: Vec<NodeId> = self
                    .dag
                    .nodes()
                    .map(|(id, _)| id)
                    .take(self.dag.inputs.len())
                    .filter(|id| bounded(&self.dag.inputs[id.0 as usize]))
                    .collect();
                let node = *bounded.first()?;
                let shape = self.dag.node(node).shape.clone();
                let at: Option<Vec<ScalarId>> =
                    shape.iter().map(|s| self.index(scope, s, depth.saturating_sub(1))).collect();
                Some(self.dag.load(node, at?))
            }
            2 => {
                // Clamped: what joins of arrays do.
                let last = self.dag.size(size.sub(&Size::one()));
                let zero = self.dag.constant(Const::i64(0));
                let any = match scope.is_empty() {
                    true => {
                        let size = self.size();
                        self.dag.size(size)
                    }
                    false => self.rng.pick(scope).0,
                };
                let low = self.dag.binary(Binary::Max, any, zero);
                Some(self.dag.binary(Binary::Min, low, last))
            }
            3 if !vars.is_empty() => {
                // Reversed.
                let last = self.dag.size(size.sub(&Size::one()));
                let var = *self.rng.pick(&vars);
                Some(self.dag.binary(Binary::Sub, last, var))
            }
            _ if !vars.is_empty() => Some(*self.rng.pick(&vars)),
            _ => match size.as_constant() {
                Some(n) if n > 1 => {
                    let at = self.rng.below(n as usize) as i64;
                    Some(self.dag.constant(Const::i64(at)))
                }
                _ => Some(self.dag.constant(Const::i64(0))),
            },
        }
    }

    /// Indices as reshapes make them: of `N` or `M` from a loop over `N * M`, of `N * M` from two loops.
    fn split_index(&mut self, scope: &[Loop], size: &Size) -> Option<ScalarId> {
        let (n, m) = (Size::dim("N"), Size::dim("M"));
        let product = n.mul(&m);
        let find = |size: &Size| scope.iter().find(|(_, extent)| extent == size).map(|s| s.0);
        if *size == product {
            let (i, j) = (find(&n)?, find(&m)?);
            let m = self.dag.size(m);
            let row = self.dag.binary(Binary::Mul, i, m);
            return Some(self.dag.binary(Binary::Add, row, j));
        }
        let flat = find(&product)?;
        let op = match () {
            _ if *size == m => Binary::Rem,
            _ if *size == n => Binary::FloorDiv,
            _ => return None,
        };
        let m = self.dag.size(m);
        Some(self.dag.binary(op, flat, m))
    }
}

/// The type of a dtype in CUDA C++.
fn c_type(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::I8 => "signed char",
        DType::I16 => "short",
        DType::I32 => "int",
        DType::I64 => "long long",
        DType::U8 => "unsigned char",
        DType::U16 => "unsigned short",
        DType::U32 => "unsigned int",
        DType::U64 => "unsigned long long",
        DType::F32 => "float",
        DType::F64 => "double",
        other => unreachable!("no foreign function has {other}"),
    }
}
