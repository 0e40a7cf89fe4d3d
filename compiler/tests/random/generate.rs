//! Random well-formed DAGs and arguments for them, from a seed.

use array_fn_compiler::dag::interpret::Tensor;
use array_fn_compiler::dag::{
    Binary, Check, Const, DType, Dag, Input, InputKind, NodeId, Output, Reduce, Routine, ScalarId,
    Size, Target, Unary,
};

/// A small generator of random numbers (SplitMix64).
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number in `0..n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

pub const FLOAT_UNARY: &[Unary] = {
    use Unary::*;
    &[
        Neg, Abs, Sqrt, Cbrt, Exp, Exp2, Expm1, Log, Log2, Log10, Log1p, Sin, Cos, Tan, Asin, Acos,
        Atan, Sinh, Cosh, Tanh, Asinh, Acosh, Atanh, Erf, Erfc, Gamma, LogGamma, Sign, Floor, Ceil,
        Trunc, Round,
    ]
};
pub const INTEGER_UNARY: &[Unary] =
    &[Unary::Neg, Unary::Abs, Unary::Not, Unary::Sign, Unary::Floor];
/// To bool.
pub const TESTS: &[Unary] = &[Unary::IsNan, Unary::IsInf, Unary::IsFinite];
pub const FLOAT_BINARY: &[Binary] = {
    use Binary::*;
    &[Add, Sub, Mul, Div, FloorDiv, Rem, Fmod, Pow, Min, Max, Atan2, Hypot, Copysign, NextAfter]
};
pub const INTEGER_BINARY: &[Binary] = {
    use Binary::*;
    &[Add, Add, Sub, Mul, FloorDiv, Rem, Min, Max, Gcd, And, Or, Xor, Shl, Shr]
};
pub const COMPARISONS: &[Binary] = {
    use Binary::*;
    &[Eq, Ne, Lt, Le, Gt, Ge]
};

/// A DAG, values of its dimensions, and arguments.
pub struct Case {
    pub dag: Dag,
    pub dims: Vec<(String, i64)>,
    pub args: Vec<Tensor>,
}

impl Case {
    pub fn dim(&self, name: &str) -> Option<i64> {
        self.dims.iter().find(|(dim, _)| dim == name).map(|(_, value)| *value)
    }
}

/// A loop variable and its extent.
type Loop = (ScalarId, Size);

/// A comprehension evaluates no scalar more often, except in indices.
const MOST_POINTS: i64 = 1000;

/// What a case is made of.
struct Style {
    /// Axes have these extents.
    sizes: Vec<Size>,
    /// Nodes have these shapes more often than not, and loads prefer the loop over the same extent: what
    /// shares kernels.
    shapes: Vec<Vec<Size>>,
    /// Reductions of floats do not depend on the order of their elements.
    exact: bool,
}

struct Generator {
    rng: Rng,
    dag: Dag,
    dims: Vec<(String, i64)>,
    style: Style,
}

/// Makes the case of a seed: inputs of several dtypes, index arrays, and comprehensions with
/// broadcasts, gathers, reshapes, joins, reductions and casts; every load is in range.
pub fn case(seed: u64) -> Case {
    make(seed, false)
}

/// A case in which no result depends on the order of a reduction. Half of them are of a few similar shapes
/// with constant inner axes.
pub fn exact_case(seed: u64) -> Case {
    make(seed, true)
}

fn make(seed: u64, exact: bool) -> Case {
    let mut rng = Rng(seed);
    let extent = |rng: &mut Rng| match exact && rng.below(40) == 0 {
        true => *rng.pick(&[7, 17, 300]),
        false => *rng.pick(&[0, 1, 2, 3]),
    };
    let dims: Vec<(String, i64)> =
        ["N", "M"].iter().map(|d| (d.to_string(), extent(&mut rng))).collect();
    let mut dag = Dag::new("random");
    dag.dims = dims.iter().map(|d| d.0.clone()).collect();
    let style = match exact && rng.below(2) == 0 {
        true => similar_shapes(&mut rng),
        false => any_shapes(),
    };
    let mut g = Generator { rng, dag, dims, style: Style { exact, ..style } };
    let args = g.inputs();
    let most = match exact && g.rng.below(8) == 0 {
        true => 16,
        false => 5 + 3 * exact as usize,
    };
    for k in 0..1 + g.rng.below(most) {
        if exact && g.rng.below(12) == 0 && g.routine(&format!("r{k}")).is_some() {
            continue;
        }
        let shape = g.shape();
        let dtype = *g.rng.pick(&DType::ALL);
        g.comprehension(&format!("c{k}"), shape, dtype);
    }
    g.outputs();
    Case { dag: g.dag, dims: g.dims, args }
}

fn any_shapes() -> Style {
    let (n, m) = (Size::dim("N"), Size::dim("M"));
    let sizes = vec![
        Size::one(),
        Size::constant(2),
        n.add(&Size::one()),
        n.mul(&m),
        m.scale(2),
        n.clone(),
        n,
        m.clone(),
        m,
    ];
    Style { sizes, shapes: Vec::new(), exact: false }
}

fn similar_shapes(rng: &mut Rng) -> Style {
    let (n, m) = (Size::dim("N"), Size::dim("M"));
    let parallel = match rng.below(6) {
        0 => vec![],
        1 => vec![n.clone(), m],
        _ => vec![n.clone()],
    };
    let inner: Vec<Size> = (0..2).map(|_| Size::constant(*rng.pick(&[1, 2, 3, 4, 6, 9]))).collect();
    let mut shapes = Vec::new();
    for _ in 0..3 {
        let mut shape = parallel.clone();
        for _ in 0..rng.below(3) {
            let at = rng.below(shape.len() + 1);
            shape.insert(at, rng.pick(&inner).clone());
        }
        shapes.push(shape);
    }
    let mut sizes: Vec<Size> = shapes.iter().flatten().cloned().chain(inner).collect();
    sizes.push(n);
    Style { sizes, shapes, exact: false }
}

/// Values with which identities and overflows happen.
pub fn specials(dtype: DType) -> Vec<Const> {
    if dtype.is_float() {
        let list = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, f64::INFINITY, f64::NAN, 1e300];
        return list.iter().map(|x| Const::from_f64(dtype, *x)).collect();
    }
    let list = [0, 1, -1, 2, 3, 31, 64, i32::MAX.into(), i64::MIN.into(), i64::MAX.into()];
    list.iter().map(|x| Const::from_i128(dtype, *x)).collect()
}

fn random_constant(rng: &mut Rng, dtype: DType) -> Const {
    match rng.below(2) {
        0 => *rng.pick(&specials(dtype)),
        _ => Const::from_f64(dtype, rng.below(1000) as f64 / 64.0 - 7.0),
    }
}

impl Generator {
    fn value(&self, size: &Size) -> i64 {
        let dim = |name: &str| self.dims.iter().find(|(d, _)| d == name).map(|d| d.1);
        size.evaluate(&dim).expect("the dimensions are known")
    }

    fn size(&mut self) -> Size {
        self.rng.pick(&self.style.sizes).clone()
    }

    fn shape(&mut self) -> Vec<Size> {
        loop {
            let shape = self.any_shape();
            if self.value(&Size::product(&shape)) <= MOST_POINTS {
                return shape;
            }
        }
    }

    fn any_shape(&mut self) -> Vec<Size> {
        if !self.style.shapes.is_empty() && self.rng.below(6) > 0 {
            return self.rng.pick(&self.style.shapes).clone();
        }
        (0..self.rng.below(3)).map(|_| self.size()).collect()
    }

    fn inputs(&mut self) -> Vec<Tensor> {
        let mut args = Vec::new();
        for k in 0..2 + self.rng.below(4) {
            let shape = self.shape();
            let concrete: Vec<usize> = shape.iter().map(|s| self.value(s) as usize).collect();
            let count = concrete.iter().product();
            let bound = self.size();
            let limit = self.value(&bound) as usize;
            let (dtype, kind) = match self.rng.below(3) {
                0 if limit > 0 => (DType::I64, InputKind::Index { bound }),
                _ if shape.is_empty() => (*self.rng.pick(&DType::ALL), InputKind::Scalar),
                _ => {
                    let kind = self.rng.pick(&[InputKind::Array, InputKind::ArrayMut]).clone();
                    (*self.rng.pick(&DType::ALL), kind)
                }
            };
            let element = |_| match kind {
                InputKind::Index { .. } => Const::i64(self.rng.below(limit) as i64),
                _ => random_constant(&mut self.rng, dtype),
            };
            let elements: Vec<Const> = (0..count).map(element).collect();
            args.push(Tensor::new(dtype, &concrete, elements));
            self.dag.input(Input { name: format!("x{k}"), dtype, shape, kind });
        }
        args
    }

    fn comprehension(&mut self, name: &str, shape: Vec<Size>, dtype: DType) -> NodeId {
        let scope: Vec<Loop> =
            shape.iter().enumerate().map(|(k, size)| (self.dag.axis(k), size.clone())).collect();
        let body = self.expression(&scope, dtype, 4);
        self.dag.compute(name, shape, body)
    }

    /// A scan, a sort, a search, a factor of a matrix or segments, on nodes that are there.
    fn routine(&mut self, name: &str) -> Option<NodeId> {
        if self.rng.below(4) == 0 {
            return self.segments(name);
        }
        let numbers = |dag: &Dag, id: NodeId| {
            let node = dag.node(id);
            let index = matches!(
                dag.inputs.get(id.0 as usize),
                Some(Input { kind: InputKind::Index { .. }, .. })
            );
            !node.shape.is_empty() && node.dtype != DType::Bool && !index
        };
        let all: Vec<NodeId> =
            self.dag.nodes().map(|n| n.0).filter(|id| numbers(&self.dag, *id)).collect();
        if all.is_empty() {
            return None;
        }
        let of = *self.rng.pick(&all);
        let (dtype, rank) = (self.dag.node(of).dtype, self.dag.node(of).shape.len());
        let (routine, operands) = match self.rng.below(9) {
            0 => {
                let ops = [Reduce::Sum, Reduce::Prod, Reduce::Min, Reduce::Max];
                let op = *self.rng.pick(&ops);
                match rank > 1 && self.rng.below(2) == 0 {
                    true => (Routine::ScanColumns(op), vec![of]),
                    false => (Routine::Scan(op), vec![of]),
                }
            }
            1 if rank == 1 => {
                let same = |id: &NodeId| self.dag.node(*id).dtype == dtype;
                let values: Vec<NodeId> = all.iter().copied().filter(same).collect();
                let values = *self.rng.pick(&values);
                (Routine::Search { right: self.rng.below(2) == 0 }, vec![of, values])
            }
            2 if dtype.is_float() => {
                // Pairs: the node twice, side by side.
                let pairs = self.pairs(of);
                (Routine::ComplexProducts, vec![pairs])
            }
            3 | 4 if dtype.is_float() => {
                let matrices = self.matrices(of)?;
                match self.rng.below(4) {
                    0 => (Routine::Lu, vec![matrices]),
                    1 => (Routine::Cholesky, vec![matrices]),
                    2 => (Routine::SingularValues, vec![matrices]),
                    _ => {
                        let lu = self.dag.routine("lu", Routine::Lu, vec![matrices]);
                        (Routine::LuSolve, vec![lu, matrices])
                    }
                }
            }
            5 => (Routine::ArgSort, vec![of]),
            6 => (Routine::Sort, vec![of]),
            7 => {
                let mut shape = self.dag.node(of).shape.clone();
                if let Some(n) = shape.last_mut() {
                    *n = n.floor_div(2);
                }
                let top = Routine::Top { largest: self.rng.below(2) == 0 };
                return Some(self.dag.routine_into(name, top, vec![of], shape));
            }
            _ => (Routine::Middle, vec![of]),
        };
        Some(self.dag.routine(name, routine, operands))
    }

    /// Segments of the rows of a node, or of indices alone.
    fn segments(&mut self, name: &str) -> Option<NodeId> {
        let all: Vec<NodeId> = self.dag.nodes().map(|n| n.0).collect();
        let is_index = |id: &NodeId| {
            let node = self.dag.node(*id);
            node.shape.len() == 1 && node.dtype.is_integer()
        };
        let indices: Vec<NodeId> = all.iter().copied().filter(is_index).collect();
        if indices.is_empty() {
            return None;
        }
        let mut indices = *self.rng.pick(&indices);
        let rows = self.dag.node(indices).shape[0].clone();
        let segments = self.size();
        if self.rng.below(2) == 0 {
            // Most are of a segment then.
            let (row, few) = (self.dag.axis(0), self.dag.constant(Const::i64(3)));
            let index = self.dag.load(indices, vec![row]);
            let index = self.dag.cast(DType::I64, index);
            let body = self.dag.binary(Binary::Rem, index, few);
            indices = self.dag.compute("indices", vec![rows.clone()], body);
        }
        let has_rows = |id: &NodeId| {
            let node = self.dag.node(*id);
            let index = matches!(
                self.dag.inputs.get(id.0 as usize),
                Some(Input { kind: InputKind::Index { .. }, .. })
            );
            let elements =
                [std::slice::from_ref(&segments), node.shape.get(1..).unwrap_or(&[])].concat();
            node.shape.first() == Some(&rows)
                && !index
                && self.value(&Size::product(&elements)) <= MOST_POINTS
        };
        let values: Vec<NodeId> = all.iter().copied().filter(has_rows).collect();
        let (routine, operands) = match self.rng.below(5) {
            0 => (Routine::SegmentCount, vec![indices]),
            1 => (Routine::SegmentLast, vec![indices]),
            _ if values.is_empty() => return None,
            _ => {
                let values = *self.rng.pick(&values);
                // Sums of floats depend on their order.
                let any = [Reduce::Min, Reduce::Max, Reduce::Sum, Reduce::Prod];
                let dtype = self.dag.node(values).dtype;
                let ordered = dtype.is_float() || dtype == DType::Bool;
                let op = *self.rng.pick(if ordered { &any[..2] } else { &any });
                (Routine::Segment(op), vec![indices, values])
            }
        };
        let last = self.dag.node(operands[operands.len() - 1]).shape.clone();
        let shape = Routine::segments(&last, &segments, None);
        Some(self.dag.routine_into(name, routine, operands, shape))
    }

    /// A square matrix for each row of a node, of its elements; none where they are many.
    fn matrices(&mut self, of: NodeId) -> Option<NodeId> {
        const MOST_ELEMENTS: i64 = 2000;
        let mut shape = self.dag.node(of).shape.clone();
        let last = shape.len() - 1;
        shape.push(shape[last].clone());
        if self.value(&Size::product(&shape)) > MOST_ELEMENTS {
            return None;
        }
        let axes: Vec<ScalarId> = (0..=last + 1).map(|k| self.dag.axis(k)).collect();
        let (row, column) = (axes[last], axes[last + 1]);
        let along_rows = self.dag.load(of, axes[..=last].to_vec());
        let along_columns = self.dag.load(of, [&axes[..last], &[column]].concat());
        let below = self.dag.binary(Binary::Gt, row, column);
        let body = self.dag.select(below, along_rows, along_columns);
        Some(self.dag.compute("matrices", shape, body))
    }

    /// The elements of a node as numbers with two parts.
    fn pairs(&mut self, of: NodeId) -> NodeId {
        let mut shape = self.dag.node(of).shape.clone();
        let index: Vec<ScalarId> = (0..shape.len()).map(|k| self.dag.axis(k)).collect();
        let (part, element) = (self.dag.axis(shape.len()), self.dag.load(of, index));
        let zero = self.dag.constant(Const::i64(0));
        let (real, negative) =
            (self.dag.binary(Binary::Eq, part, zero), self.dag.unary(Unary::Neg, element));
        let body = self.dag.select(real, element, negative);
        shape.push(Size::constant(2));
        self.dag.compute("pairs", shape, body)
    }

    fn outputs(&mut self) {
        let inputs = self.dag.inputs.clone();
        let computed: Vec<NodeId> = self.dag.nodes().map(|n| n.0).skip(inputs.len()).collect();
        for (k, node) in computed.iter().rev().take(1 + self.rng.below(3)).enumerate() {
            self.dag.outputs.push(Output { target: Target::Result(k as u32), node: *node });
        }
        for (k, input) in inputs.iter().enumerate() {
            if input.kind != InputKind::ArrayMut {
                continue;
            }
            let mut fits: Vec<NodeId> = self
                .dag
                .nodes()
                .filter(|(_, n)| n.shape == input.shape && n.dtype == input.dtype)
                .map(|n| n.0)
                .collect();
            if !self.style.exact {
                fits.retain(|n| computed.contains(n));
            }
            // A new value made for it, one that is there (its own, or another parameter's, maybe), none.
            let node = match self.rng.below(4) {
                0 | 1 if self.style.exact => {
                    let name = format!("new_{}", input.name);
                    Some(self.comprehension(&name, input.shape.clone(), input.dtype))
                }
                2 if self.style.exact => None,
                _ => (!fits.is_empty()).then(|| *self.rng.pick(&fits)),
            };
            if let Some(node) = node {
                self.dag.outputs.push(Output { target: Target::Param(k as u32), node });
            }
        }
        if self.style.exact && self.rng.below(3) == 0 {
            self.check();
        }
    }

    /// A check for the first element of something that has a property; mostly it holds.
    fn check(&mut self) {
        let extent = self.size();
        let rare = self.rng.below(4) > 0;
        let never = self.dag.constant(Const::i64(i64::MAX));
        let body = |g: &mut Generator, var: ScalarId| {
            let mut bad = g.expression(&[(var, extent.clone())], DType::Bool, 2);
            if rare {
                let five = g.dag.constant(Const::i64(5));
                let late = g.dag.binary(Binary::Gt, var, five);
                bad = g.dag.binary(Binary::And, bad, late);
            }
            g.dag.select(bad, var, never)
        };
        let first =
            self.reduce(Reduce::Min, vec![extent.clone()], None, |g, vars| body(g, vars[0]));
        let node = self.dag.compute("check", vec![], first);
        self.dag.checks.push(Check { node, message: "bad at {position}".into() });
    }

    /// An expression of a dtype. `scope` holds the loop variables around.
    fn expression(&mut self, scope: &[Loop], dtype: DType, depth: usize) -> ScalarId {
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
    fn reduce(
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
                let bounded = |input: &Input| matches!(&input.kind, InputKind::Index { bound } if bound == size);
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
