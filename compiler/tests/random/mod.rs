//! Random well-formed DAGs and arguments for them, from a seed.

use array_fn_compiler::dag::interpret::Tensor;
use array_fn_compiler::dag::{
    Binary, Const, DType, Dag, Input, InputKind, NodeId, Output, Reduce, ScalarId, Size, Target,
    Unary,
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

/// Makes the case of a seed: inputs of several dtypes, index arrays, and comprehensions with
/// broadcasts, gathers, reshapes, joins, reductions and casts; every load is in range.
pub fn case(seed: u64) -> Case {
    let mut rng = Rng(seed);
    let dims: Vec<(String, i64)> =
        ["N", "M"].iter().map(|d| (d.to_string(), *rng.pick(&[0, 1, 2, 3]))).collect();
    let mut dag = Dag::new("random");
    dag.dims = dims.iter().map(|d| d.0.clone()).collect();
    let value = |size: &Size| {
        size.evaluate(&|name| dims.iter().find(|(d, _)| d == name).map(|d| d.1)).unwrap()
    };
    let mut args = Vec::new();
    for k in 0..2 + rng.below(4) {
        let shape = random_shape(&mut rng);
        let concrete: Vec<usize> = shape.iter().map(|s| value(s) as usize).collect();
        let count = concrete.iter().product();
        let bound = random_size(&mut rng);
        let (dtype, kind) = match rng.below(3) {
            0 if value(&bound) > 0 => (DType::I64, InputKind::Index { bound: bound.clone() }),
            _ if shape.is_empty() => (*rng.pick(&DType::ALL), InputKind::Scalar),
            _ => {
                (*rng.pick(&DType::ALL), rng.pick(&[InputKind::Array, InputKind::ArrayMut]).clone())
            }
        };
        let bits = (0..count).map(|_| match kind {
            InputKind::Index { .. } => Const::i64(rng.below(value(&bound) as usize) as i64),
            _ => random_constant(&mut rng, dtype),
        });
        args.push(Tensor::new(dtype, &concrete, bits.collect::<Vec<_>>()));
        dag.input(Input { name: format!("x{k}"), dtype, shape, kind });
    }
    for k in 0..1 + rng.below(5) {
        let shape = random_shape(&mut rng);
        let scope: Vec<Loop> =
            shape.iter().enumerate().map(|(k, size)| (dag.axis(k), size.clone())).collect();
        let dtype = *rng.pick(&DType::ALL);
        let body = expression(&mut rng, &mut dag, &scope, dtype, 4);
        dag.compute(&format!("c{k}"), shape, body);
    }
    let inputs = dag.inputs.len();
    let computed: Vec<NodeId> = dag.nodes().map(|n| n.0).skip(inputs).collect();
    for (k, node) in computed.iter().rev().take(1 + rng.below(3)).enumerate() {
        dag.outputs.push(Output { target: Target::Result(k as u32), node: *node });
    }
    for (k, input) in dag.inputs.iter().enumerate() {
        let fits =
            |n: &&NodeId| dag.node(**n).shape == input.shape && dag.node(**n).dtype == input.dtype;
        if input.kind == InputKind::ArrayMut
            && let Some(node) = computed.iter().find(fits)
        {
            dag.outputs.push(Output { target: Target::Param(k as u32), node: *node });
        }
    }
    Case { dag, dims, args }
}

fn random_size(rng: &mut Rng) -> Size {
    let (n, m) = (Size::dim("N"), Size::dim("M"));
    match rng.below(9) {
        0 => Size::one(),
        1 => Size::constant(2),
        2 => n.add(&Size::one()),
        3 => n.mul(&m),
        4 => m.scale(2),
        5 | 6 => n,
        _ => m,
    }
}

fn random_shape(rng: &mut Rng) -> Vec<Size> {
    (0..rng.below(3)).map(|_| random_size(rng)).collect()
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

fn random_special(rng: &mut Rng, dtype: DType) -> Const {
    *rng.pick(&specials(dtype))
}

fn random_constant(rng: &mut Rng, dtype: DType) -> Const {
    match rng.below(2) {
        0 => random_special(rng, dtype),
        _ => Const::from_f64(dtype, rng.below(1000) as f64 / 64.0 - 7.0),
    }
}

/// An expression of a dtype. `scope` holds the loop variables around.
fn expression(
    rng: &mut Rng,
    dag: &mut Dag,
    scope: &[Loop],
    dtype: DType,
    depth: usize,
) -> ScalarId {
    if depth == 0 {
        return leaf(rng, dag, scope, dtype);
    }
    let numeric: Vec<DType> = DType::ALL.into_iter().filter(|d| *d != DType::Bool).collect();
    match rng.below(10) {
        0 | 1 => leaf(rng, dag, scope, dtype),
        2 => {
            let from = *rng.pick(&DType::ALL);
            let a = expression(rng, dag, scope, from, depth - 1);
            dag.cast(dtype, a)
        }
        3 => {
            let condition = expression(rng, dag, scope, DType::Bool, depth - 1);
            let yes = expression(rng, dag, scope, dtype, depth - 1);
            let no = expression(rng, dag, scope, dtype, depth - 1);
            dag.select(condition, yes, no)
        }
        4 => reduction(rng, dag, scope, dtype, depth),
        5 => {
            let op = match dtype {
                DType::Bool => Unary::Not,
                d if d.is_float() => *rng.pick(&[
                    Unary::Neg,
                    Unary::Abs,
                    Unary::Sqrt,
                    Unary::Exp,
                    Unary::Sign,
                    Unary::Floor,
                    Unary::Round,
                ]),
                _ => *rng.pick(&[Unary::Neg, Unary::Abs, Unary::Not, Unary::Sign, Unary::Floor]),
            };
            let a = expression(rng, dag, scope, dtype, depth - 1);
            dag.unary(op, a)
        }
        6 if dtype == DType::Bool => {
            let of = *rng.pick(&numeric);
            let a = expression(rng, dag, scope, of, depth - 1);
            dag.unary(*rng.pick(&[Unary::IsNan, Unary::IsInf, Unary::IsFinite]), a)
        }
        6 if dtype != DType::Bool => {
            let a = expression(rng, dag, scope, dtype, depth - 1);
            let n = dag.constant(Const::i64(rng.below(4) as i64));
            dag.binary(Binary::PowI, a, n)
        }
        _ => {
            use Binary::*;
            let (op, of) = match dtype {
                DType::Bool if rng.below(2) == 0 => (*rng.pick(&[And, Or, Xor]), dtype),
                DType::Bool => (*rng.pick(&[Eq, Ne, Lt, Le, Gt, Ge]), *rng.pick(&DType::ALL)),
                d if d.is_float() => {
                    (*rng.pick(&[Add, Sub, Mul, Div, FloorDiv, Rem, Min, Max, Hypot]), d)
                }
                d => (
                    *rng.pick(&[
                        Add, Add, Sub, Mul, FloorDiv, Rem, Min, Max, And, Or, Xor, Shl, Shr,
                    ]),
                    d,
                ),
            };
            let a = expression(rng, dag, scope, of, depth - 1);
            let b = match rng.below(6) {
                0 => a,
                1 => {
                    let special = random_special(rng, of);
                    dag.constant(special)
                }
                _ => expression(rng, dag, scope, of, depth - 1),
            };
            let (a, b) = if rng.below(2) == 0 { (a, b) } else { (b, a) };
            dag.binary(op, a, b)
        }
    }
}

fn reduction(rng: &mut Rng, dag: &mut Dag, scope: &[Loop], dtype: DType, depth: usize) -> ScalarId {
    let op = match dtype {
        DType::Bool => *rng.pick(&[Reduce::All, Reduce::Any]),
        _ => *rng.pick(&[Reduce::Sum, Reduce::Prod, Reduce::Min, Reduce::Max]),
    };
    let extents: Vec<Size> = (0..1 + rng.below(2)).map(|_| random_size(rng)).collect();
    dag.reduce(op, extents.clone(), |dag, vars| {
        let mut inner = scope.to_vec();
        inner.extend(vars.iter().copied().zip(extents));
        expression(rng, dag, &inner, dtype, depth - 1)
    })
}

fn leaf(rng: &mut Rng, dag: &mut Dag, scope: &[Loop], dtype: DType) -> ScalarId {
    if rng.below(2) == 0 {
        let nodes: Vec<NodeId> =
            dag.nodes().filter(|(_, n)| n.dtype == dtype).map(|(id, _)| id).collect();
        if !nodes.is_empty() {
            let node = *rng.pick(&nodes);
            let shape = dag.node(node).shape.clone();
            let index: Option<Vec<ScalarId>> =
                shape.iter().map(|size| index(rng, dag, scope, size, 2)).collect();
            if let Some(index) = index {
                return dag.load(node, index);
            }
        }
    }
    match (dtype, rng.below(3)) {
        (DType::I64, 0) => dag.size(random_size(rng)),
        (DType::I64, 1) if !scope.is_empty() => rng.pick(scope).0,
        _ => dag.constant(random_constant(rng, dtype)),
    }
}

/// An index that is certainly in `0..size` wherever it is evaluated.
fn index(
    rng: &mut Rng,
    dag: &mut Dag,
    scope: &[Loop],
    size: &Size,
    depth: usize,
) -> Option<ScalarId> {
    let vars: Vec<ScalarId> =
        scope.iter().filter(|(_, extent)| extent == size).map(|(var, _)| *var).collect();
    // Without a loop over as many values the array may be empty.
    if vars.is_empty() && !size.at_least(1) {
        return split_index(rng, dag, scope, size);
    }
    match rng.below(6) {
        0 if depth > 0 => {
            let any = expression(rng, dag, scope, DType::I64, depth - 1);
            let size = dag.size(size.clone());
            Some(dag.binary(Binary::Rem, any, size))
        }
        1 => {
            let bounded: Vec<NodeId> = dag
                .nodes()
                .map(|(id, _)| id)
                .take(dag.inputs.len())
                .filter(|id| {
                    matches!(&dag.inputs[id.0 as usize].kind,
                        InputKind::Index { bound } if bound == size)
                })
                .collect();
            let node = *bounded.first()?;
            let shape = dag.node(node).shape.clone();
            let at: Option<Vec<ScalarId>> =
                shape.iter().map(|s| index(rng, dag, scope, s, depth.saturating_sub(1))).collect();
            Some(dag.load(node, at?))
        }
        2 => {
            // Clamped: what joins of arrays do.
            let (last, zero) = (dag.size(size.sub(&Size::one())), dag.constant(Const::i64(0)));
            let any = match scope.is_empty() {
                true => dag.size(random_size(rng)),
                false => rng.pick(scope).0,
            };
            let low = dag.binary(Binary::Max, any, zero);
            Some(dag.binary(Binary::Min, low, last))
        }
        3 if !vars.is_empty() => {
            // Reversed.
            let last = dag.size(size.sub(&Size::one()));
            let var = *rng.pick(&vars);
            Some(dag.binary(Binary::Sub, last, var))
        }
        _ if !vars.is_empty() => Some(*rng.pick(&vars)),
        _ => Some(dag.constant(Const::i64(0))),
    }
}

/// Indices as reshapes make them: of `N` or `M` from a loop over `N * M`, of `N * M` from two loops.
fn split_index(rng: &mut Rng, dag: &mut Dag, scope: &[Loop], size: &Size) -> Option<ScalarId> {
    let (n, m) = (Size::dim("N"), Size::dim("M"));
    let product = n.mul(&m);
    let find = |size: &Size| scope.iter().find(|(_, extent)| extent == size).map(|s| s.0);
    if *size == product {
        let (i, j) = (find(&n)?, find(&m)?);
        let m = dag.size(m);
        let row = dag.binary(Binary::Mul, i, m);
        return Some(dag.binary(Binary::Add, row, j));
    }
    let flat = find(&product)?;
    if *size == m {
        let m = dag.size(m);
        return Some(dag.binary(Binary::Rem, flat, m));
    }
    if *size == n {
        let m = dag.size(m);
        return Some(dag.binary(Binary::FloorDiv, flat, m));
    }
    let _ = rng;
    None
}
