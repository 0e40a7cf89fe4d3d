//! Random well-formed DAGs and arguments for them, from a seed.

#[path = "generate/expressions.rs"]
mod expressions;
#[path = "generate/loops.rs"]
mod loops;
#[path = "generate/routines.rs"]
mod routines;

use array_fn_compiler::dag::interpret::Tensor;
use array_fn_compiler::dag::{
    Binary, Check, Const, DType, Dag, Input, NodeId, Output, ParamKind, Reduce, ScalarId, Size,
    Target, Unary,
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
        if exact && g.rng.below(16) == 0 {
            g.repeat(&format!("l{k}"), 1);
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
                0 if limit > 0 => (DType::I64, ParamKind::Index { bound }),
                _ if shape.is_empty() => (*self.rng.pick(&DType::ALL), ParamKind::Scalar),
                _ => {
                    let kind = self.rng.pick(&[ParamKind::Array, ParamKind::ArrayMut]).clone();
                    (*self.rng.pick(&DType::ALL), kind)
                }
            };
            let element = |_| match kind {
                ParamKind::Index { .. } => Const::i64(self.rng.below(limit) as i64),
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

    fn outputs(&mut self) {
        let inputs = self.dag.inputs.clone();
        let computed: Vec<NodeId> = self.dag.nodes().map(|n| n.0).skip(inputs.len()).collect();
        for (k, node) in computed.iter().rev().take(1 + self.rng.below(3)).enumerate() {
            self.dag.outputs.push(Output { target: Target::Result(k as u32), node: *node });
        }
        for (k, input) in inputs.iter().enumerate() {
            if input.kind != ParamKind::ArrayMut {
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
}
