//! Constant folding and algebraic identities. Each is exact to the last bit.

use super::affine;
use super::rewrite::{Reduction, Rule, Scope, build, build_reduce, rewrite};
use crate::dag::{
    Binary, Const, DType, Dag, NodeId, NodeKind, Scalar, ScalarId, Size, Unary, Var, evaluate,
};

/// A copy with constants folded, index arithmetic in normal form, and identities removed.
///
/// Only identities that hold bit for bit are removed, so not `x + 0.0` or `0.0 * x`. Values that may depend on the
/// machine (NaN payloads, `exp` and its kin) are not folded, so that emission stays deterministic.
pub fn fold(dag: &Dag) -> Dag {
    rewrite(dag, &Fold)
}

struct Fold;

impl Rule for Fold {
    fn drop_constraint(&self, size: &Size) -> bool {
        size.at_least(0)
    }

    fn drop_check(&self, dag: &Dag, node: NodeId) -> bool {
        match dag.node(node).kind {
            NodeKind::Compute(body) => constant(dag, body) == Some(Const::i64(i64::MAX)),
            NodeKind::Input(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => false,
        }
    }

    fn scalar(&self, dag: &mut Dag, scope: &Scope, scalar: Scalar) -> ScalarId {
        match &scalar {
            Scalar::Var(var) if scope.extent(*var).is_some_and(Size::is_one) => {
                dag.constant(Const::i64(0))
            }
            Scalar::Load { node, index } => load(dag, *node, index.clone()),
            Scalar::Unary(op, a) => unary(dag, *op, *a),
            Scalar::Binary(op, a, b) => binary(dag, scope, *op, *a, *b),
            Scalar::Select(c, a, b) => match constant(dag, *c) {
                _ if a == b => *a,
                Some(c) => [*b, *a][(c.bits != 0) as usize],
                None => build(dag, scalar),
            },
            Scalar::Cast(dtype, a) => cast(dag, *dtype, *a),
            _ => build(dag, scalar),
        }
    }

    fn reduce(&self, dag: &mut Dag, scope: &Scope, reduction: Reduction) -> ScalarId {
        let Reduction { op, mut vars, range, body } = reduction;
        let identity = op.identity(dag.dtype(body));
        let unchanged = |c| evaluate::binary(op.combine(), identity, c) == Some(identity);
        if vars.iter().any(|(_, extent)| extent.is_zero())
            || constant(dag, body).is_some_and(unchanged)
        {
            return dag.constant(identity);
        }
        if range.is_some() {
            return build_reduce(dag, Reduction { op, vars, range, body });
        }
        // The body has 0 in place of a variable with only one value already.
        vars.retain(|(_, extent)| !extent.is_one());
        if vars.is_empty() {
            // This is not just `body`: 0.0 + -0.0 is 0.0.
            let identity = dag.constant(identity);
            return binary(dag, scope, op.combine(), identity, body);
        }
        build_reduce(dag, Reduction { op, vars, range, body })
    }
}

fn constant(dag: &Dag, id: ScalarId) -> Option<Const> {
    match dag.scalar(id) {
        Scalar::Const(c) => Some(*c),
        _ => None,
    }
}

/// A constant result, unless it is NaN, because the bits of NaN differ between machines.
fn folded(dag: &mut Dag, value: Option<Const>) -> Option<ScalarId> {
    value.filter(|c| !(c.dtype.is_float() && c.to_f64().is_nan())).map(|c| dag.constant(c))
}

/// A load. It looks through nodes that are constants or plain copies of other nodes, unless the user wants those nodes
/// in memory.
fn load(dag: &mut Dag, mut node: NodeId, index: Vec<ScalarId>) -> ScalarId {
    while let NodeKind::Compute(body) = dag.node(node).kind {
        if dag.node(node).hints.is_stored() {
            break;
        }
        match dag.scalar(body) {
            Scalar::Const(c) => return dag.constant(*c),
            Scalar::Load { node: source, index }
                if dag.node(*source).shape == dag.node(node).shape
                    && index.iter().enumerate().all(|(k, i)| is_axis(dag, node, *i, k)) =>
            {
                node = *source;
            }
            _ => break,
        }
    }
    dag.load(node, index)
}

/// Whether an index of a comprehension is its axis `k`. Along an axis of length 1, 0 is the axis as well.
fn is_axis(dag: &Dag, node: NodeId, index: ScalarId, k: usize) -> bool {
    match dag.scalar(index) {
        Scalar::Var(Var::Axis(axis)) => *axis as usize == k,
        Scalar::Const(c) => c.bits == 0 && dag.node(node).shape[k].is_one(),
        _ => false,
    }
}

fn unary(dag: &mut Dag, op: Unary, a: ScalarId) -> ScalarId {
    use Unary::*;
    if let Some(c) = constant(dag, a) {
        let exact = !c.dtype.is_float()
            || matches!(
                op,
                Neg | Abs | Sqrt | Sign | Floor | Ceil | Trunc | Round | IsNan | IsInf | IsFinite
            );
        let value = exact.then(|| evaluate::unary(op, c)).flatten();
        if let Some(done) = folded(dag, value) {
            return done;
        }
    }
    let dtype = dag.dtype(a);
    match (op, dag.scalar(a).clone()) {
        (Neg, Scalar::Unary(Neg, x)) | (Not, Scalar::Unary(Not, x)) => return x,
        (Abs, Scalar::Unary(Neg | Abs, x)) if dtype.is_float() => {
            return dag.unary(Abs, x);
        }
        (Not, Scalar::Binary(compare, x, y)) => {
            // For floats, only equality has an exact opposite, because every order is false for NaN.
            let opposite = match compare {
                Binary::Eq => Some(Binary::Ne),
                Binary::Ne => Some(Binary::Eq),
                _ if dag.dtype(x).is_float() => None,
                Binary::Lt => Some(Binary::Ge),
                Binary::Ge => Some(Binary::Lt),
                Binary::Gt => Some(Binary::Le),
                Binary::Le => Some(Binary::Gt),
                _ => None,
            };
            if let Some(op) = opposite {
                return dag.binary(op, x, y);
            }
        }
        (Abs, _) if dtype.is_integer() && !dtype.is_signed() => return a,
        (Floor | Ceil | Trunc | Round, _) if dtype.is_integer() => return a,
        (IsNan | IsInf, _) if dtype.is_integer() => return dag.constant(Const::bool(false)),
        (IsFinite, _) if dtype.is_integer() => return dag.constant(Const::bool(true)),
        (Neg, _) if dtype == DType::I64 => {
            let zero = affine::Affine::default();
            return zero.minus(&affine::Affine::of(dag, a)).build(dag);
        }
        _ => {}
    }
    dag.unary(op, a)
}

fn cast(dag: &mut Dag, dtype: DType, a: ScalarId) -> ScalarId {
    if let Some(c) = constant(dag, a)
        && let Some(done) = folded(dag, Some(evaluate::cast(dtype, c)))
    {
        return done;
    }
    if let Scalar::Cast(_, x) = *dag.scalar(a) {
        let (from, through) = (dag.dtype(x), dag.dtype(a));
        if from == dtype && widens(from, through) {
            return x;
        }
        if widens(from, through) && widens(through, dtype) {
            return cast(dag, dtype, x);
        }
    }
    dag.cast(dtype, a)
}

/// Whether every value of `from` is a value of `to`.
fn widens(from: DType, to: DType) -> bool {
    use DType::*;
    match (from, to) {
        // In practice, NaNs keep their payload on the way to a wider float, but nothing promises it.
        (F16 | BF16 | F32, F64) | (F16 | BF16, F32) => false,
        (Bool, to) => to != Bool,
        (F64, _) => false,
        (from, to) if from.is_integer() && to.is_integer() => {
            let (from, to) = (from.integer_range(), to.integer_range());
            from.zip(to).is_some_and(|(f, t)| f != t && t.0 <= f.0 && f.1 <= t.1)
        }
        (I8 | I16 | U8 | U16, F32 | F64) | (I32 | U32, F64) => true,
        _ => false,
    }
}

fn binary(dag: &mut Dag, scope: &Scope, op: Binary, a: ScalarId, b: ScalarId) -> ScalarId {
    if let (Some(x), Some(y)) = (constant(dag, a), constant(dag, b)) {
        use Binary::*;
        let exact = !x.dtype.is_float() || !matches!(op, Pow | PowI | Atan2 | Hypot);
        let value = exact.then(|| evaluate::binary(op, x, y)).flatten();
        if let Some(done) = folded(dag, value) {
            return done;
        }
    }
    if let Some(done) = affine::simplify(dag, scope, op, a, b) {
        return done;
    }
    if let Some(done) = identity(dag, scope, op, a, b) {
        return done;
    }
    dag.binary(op, a, b)
}

/// Applies identities of operations with a constant or with two equal operands.
fn identity(
    dag: &mut Dag,
    scope: &Scope,
    op: Binary,
    a: ScalarId,
    b: ScalarId,
) -> Option<ScalarId> {
    use Binary::*;
    let dtype = dag.dtype(a);
    let (x, y) = (constant(dag, a), constant(dag, b));
    let is = |c: Option<Const>, value: i128| c == Some(Const::from_i128(dtype, value));
    if op == PowI {
        return match y?.bits as i64 {
            0 => Some(dag.constant(Const::from_i128(dtype, 1))),
            1 => Some(a),
            2 => Some(binary(dag, scope, Mul, a, a)),
            _ => None,
        };
    }
    if dtype.is_float() {
        let minus_zero = Some(Const::from_f64(dtype, -0.0));
        return match op {
            Mul if is(y, 1) => Some(a),
            Mul if is(x, 1) => Some(b),
            Div if is(y, 1) => Some(a),
            Add if y == minus_zero => Some(a),
            Add if x == minus_zero => Some(b),
            Sub if is(y, 0) => Some(a),
            _ => None,
        };
    }
    let zero = || Const::from_i128(dtype, 0);
    if dtype == DType::Bool {
        return match op {
            And | Min if x.is_some_and(|c| c.bits != 0) || a == b => Some(b),
            And | Min if y.is_some_and(|c| c.bits != 0) => Some(a),
            And | Min if is(x, 0) || is(y, 0) => Some(dag.constant(zero())),
            Or | Max if is(x, 0) || a == b => Some(b),
            Or | Max if is(y, 0) => Some(a),
            Or | Max if x.is_some() || y.is_some() => Some(dag.constant(Const::bool(true))),
            Xor if is(x, 0) => Some(b),
            Xor if is(y, 0) => Some(a),
            Eq | Le | Ge if a == b => Some(dag.constant(Const::bool(true))),
            Ne | Xor | Lt | Gt if a == b => Some(dag.constant(Const::bool(false))),
            _ => None,
        };
    }
    let power = y.map(|c| c.bits).filter(|bits| dtype.is_unsigned() && bits.is_power_of_two());
    match op {
        Add | Or | Xor if is(x, 0) => Some(b),
        Add | Sub | Or | Xor | Shl | Shr if is(y, 0) => Some(a),
        Mul | FloorDiv if is(y, 1) => Some(a),
        Mul if is(x, 1) => Some(b),
        Mul | And if is(x, 0) || is(y, 0) => Some(dag.constant(zero())),
        FloorDiv | Rem if is(y, 0) => Some(dag.constant(zero())),
        Rem if is(y, 1) => Some(dag.constant(zero())),
        // No processor divides vectors of integers.
        FloorDiv | Rem if power.is_some() => {
            let power = power?;
            let (op, by) = match op {
                Rem => (And, power - 1),
                _ => (Shr, u64::from(power.trailing_zeros())),
            };
            let by = dag.constant(Const::from_i128(dtype, i128::from(by)));
            Some(binary(dag, scope, op, a, by))
        }
        And | Or | Min | Max if a == b => Some(a),
        Sub | Xor | Rem if a == b => Some(dag.constant(zero())),
        Eq | Le | Ge if a == b => Some(dag.constant(Const::bool(true))),
        Ne | Lt | Gt if a == b => Some(dag.constant(Const::bool(false))),
        _ => None,
    }
}
