//! Contractions: sums of products of two stored arrays, for which linear algebra libraries have routines.
//!
//! Each axis, of the result or summed, has one of four roles, by the arrays that it runs through ([`Role`]). It steps
//! through each array with a fixed stride, so transposes, slices, broadcasts and several axes of one role need no
//! special treatment. Complex numbers are pairs along a last axis; each part is a sum of two products.

use super::lower::Lowered;
use crate::dag::{
    Binary, DType, Dag, NodeId, NodeKind, ParamKind, Reduce, Scalar, ScalarId, Size, Var,
};
use crate::hash::HashMap;
use crate::optimise::Affine;
use crate::plan::{BufferId, Contraction, ContractionAxis, Factor, Numbers, ParamId, Place, Role};

/// A contraction is stored by itself unless the extent of one of its roles is a constant below this. So the operators
/// of finite elements, whose sizes are pinned, stay fused with the arrays that they are applied to.
const LARGE: i64 = 256;

/// If `m` and `n` are symbolic, a product of matrices is stored by itself, too, from this extent of the sum on.
const DEEP: i64 = 16;

/// The largest extents of an operator: a constant matrix up to this size is best applied by a kernel.
const OPERATOR: i64 = 64;

/// If a constant extent is below this, a kernel is best.
const HOPELESS: i64 = 8;

/// The largest constant extents of products of small matrices with each other. Kernels compute these in registers.
const TINY: i64 = 8;

/// A node that is a contraction of two arrays.
struct Found {
    /// The arrays, each with the flat position of its first element.
    factors: [(NodeId, Size); 2],
    numbers: Numbers,
    axes: Vec<ContractionAxis>,
}

/// Whether a node is a contraction that is better stored by itself, so that a library may compute it, than fused with
/// its users. Fusion saves traffic of `m * n` elements; a library saves a good part of `m * n * k` operations.
pub fn is_large(dag: &Dag, node: NodeId) -> bool {
    find(dag, node).is_some_and(|found| found.is_at_least(LARGE, LARGE) || found.is_of_any_size())
}

/// The description, for a library, of a kernel that computes one contraction and nothing else.
pub fn describe(
    dag: &Dag,
    node: NodeId,
    places: &HashMap<NodeId, Vec<Place>>,
    lowered: &Lowered,
) -> Option<Contraction> {
    let found =
        find(dag, node).filter(|f| f.is_at_least(HOPELESS, HOPELESS) && !f.is_for_registers())?;
    let [out] = places.get(&node)?.as_slice() else { return None };
    let position = |place: Place| lowered.buffers.iter().position(|p| *p == place).map(BufferId);
    let factor = |(node, offset): (NodeId, Size)| {
        let place = match dag.node(node).kind {
            NodeKind::Input(p) => Place::Param(ParamId(p as usize)),
            NodeKind::Compute(_) | NodeKind::Routine { .. } | NodeKind::Loop { .. } => {
                places.get(&node)?[0]
            }
        };
        // If the result overwrites an operand, only the kernel reads and writes in the right order.
        let buffer = (place != *out).then(|| position(place))??;
        Some(Factor { buffer, offset })
    };
    let [left, right] = found.factors;
    Some(Contraction {
        dtype: dag.node(node).dtype,
        numbers: found.numbers,
        left: factor(left)?,
        right: factor(right)?,
        out: position(*out)?,
        axes: found.axes,
    })
}

impl Found {
    /// Whether a small constant matrix is applied to many vectors, or tiny matrices to each other. A kernel then keeps
    /// the sums in registers.
    fn is_for_registers(&self) -> bool {
        let [m, n, k] = [Role::M, Role::N, Role::K].map(|role| {
            let axes = self.axes.iter().filter(|axis| axis.role == role);
            Size::product(axes.map(|axis| &axis.extent)).as_constant()
        });
        let within = |extent: Option<i64>, bound| extent.is_some_and(|n| n <= bound);
        let operator = within(k, OPERATOR) && within(m, OPERATOR) != within(n, OPERATOR);
        operator || [m, n, k].into_iter().all(|extent| within(extent, TINY))
    }

    /// Whether `m` and `n` are symbolic, and the sum is not short.
    fn is_of_any_size(&self) -> bool {
        self.is_at_least(i64::MAX, DEEP)
    }

    /// Whether every role is there, and no extent is a constant below `bound` (for the summed role, below `depth`).
    fn is_at_least(&self, bound: i64, depth: i64) -> bool {
        [(Role::M, bound), (Role::N, bound), (Role::K, depth)].into_iter().all(|(role, bound)| {
            let extents =
                self.axes.iter().filter(|axis| axis.role == role).map(|axis| &axis.extent);
            Size::product(extents).as_constant().is_none_or(|n| n >= bound)
        })
    }
}

fn find(dag: &Dag, node: NodeId) -> Option<Found> {
    let NodeKind::Compute(body) = dag.node(node).kind else { return None };
    let (Terms { height, extents, left, right }, numbers) = match Terms::of_real(dag, body) {
        Some(terms) => (terms, Numbers::Real),
        None => (Terms::of_complex(dag, node, body)?, Numbers::Complex),
    };
    let shape = &dag.node(node).shape;
    let mut strides = row_major(shape);
    if numbers != Numbers::Real {
        // No load has the axis of parts.
        strides.pop();
    }
    let mut out = strides.into_iter().map(Some);
    let own = shape[..out.len()].iter().enumerate();
    let own = own.map(|(k, extent)| (Var::Axis(k as u32), extent));
    let summed = extents
        .iter()
        .enumerate()
        .map(|(k, extent)| (Var::Reduction { height, k: k as u32 }, extent));
    let mut axes = Vec::new();
    for (var, extent) in own.chain(summed) {
        let out = out.next().flatten();
        let stride = |read: &Read| read.strides.get(&var).cloned().unwrap_or_default();
        let (left, right) = (stride(&left), stride(&right));
        if extent.is_one() {
            continue;
        }
        let role = match (left.is_zero(), right.is_zero(), &out) {
            (false, false, Some(_)) => Role::Batch,
            (false, true, Some(_)) => Role::M,
            (true, false, Some(_)) => Role::N,
            (false, false, None) => Role::K,
            _ => return None,
        };
        let out = out.unwrap_or_default();
        axes.push(ContractionAxis { role, extent: extent.clone(), left, right, out });
    }
    let factors = [(left.node, left.offset), (right.node, right.offset)];
    Some(Found { factors, numbers, axes })
}

/// The summed products: each is one of two loads. For complex numbers, the loads are those of the real parts.
struct Terms<'d> {
    height: u32,
    extents: &'d [Size],
    left: Read,
    right: Read,
}

impl<'d> Terms<'d> {
    fn of_real(dag: &'d Dag, body: ScalarId) -> Option<Terms<'d>> {
        let (height, extents, body) = sum(dag, body)?;
        let [left, right] = factors(dag, body)?.map(|factor| read(dag, factor));
        Some(Terms { height, extents, left: left?, right: right? })
    }

    /// `part == 0 ? sum(a.re * b.re - a.im * b.im) : sum(a.re * b.im + a.im * b.re)`, where `part` is the last axis.
    fn of_complex(dag: &'d Dag, node: NodeId, body: ScalarId) -> Option<Terms<'d>> {
        let last = dag.node(node).shape.len().checked_sub(1)?;
        let Scalar::Select(condition, then, otherwise) = *dag.scalar(body) else { return None };
        let Scalar::Binary(Binary::Eq, part, zero) = *dag.scalar(condition) else { return None };
        let is_part = *dag.scalar(part) == Scalar::Var(Var::Axis(last as u32));
        if !is_part || !matches!(dag.scalar(zero), Scalar::Const(c) if c.bits == 0) {
            return None;
        }
        let (height, extents, re) = sum(dag, then)?;
        let (im_height, im_extents, im) = sum(dag, otherwise)?;
        let Scalar::Binary(Binary::Sub, re_re, im_im) = *dag.scalar(re) else { return None };
        let Scalar::Binary(Binary::Add, re_im, im_re) = *dag.scalar(im) else { return None };
        let [a_re, b_re] = factors(dag, re_re)?;
        let [a_im, b_im] = factors(dag, im_im)?;
        let crossed = [factors(dag, re_im)?, factors(dag, im_re)?];
        if (height, extents) != (im_height, im_extents) || crossed != [[a_re, b_im], [a_im, b_re]] {
            return None;
        }
        let (left, right) = (number(dag, a_re, a_im)?, number(dag, b_re, b_im)?);
        Some(Terms { height, extents, left, right })
    }
}

/// The numbering, the extents and the body of a sum.
fn sum(dag: &Dag, scalar: ScalarId) -> Option<(u32, &[Size], ScalarId)> {
    match dag.scalar(scalar) {
        Scalar::Reduce { op: Reduce::Sum, height, extents, range: None, body } => {
            Some((*height, extents, *body))
        }
        _ => None,
    }
}

/// The factors of a product of `f32` or `f64`.
fn factors(dag: &Dag, scalar: ScalarId) -> Option<[ScalarId; 2]> {
    match *dag.scalar(scalar) {
        Scalar::Binary(Binary::Mul, left, right)
            if matches!(dag.dtype(scalar), DType::F32 | DType::F64) =>
        {
            Some([left, right])
        }
        _ => None,
    }
}

/// The position where the real part of a number is read, if the imaginary part is the next element.
fn number(dag: &Dag, re: ScalarId, im: ScalarId) -> Option<Read> {
    let (re, im) = (read(dag, re)?, read(dag, im)?);
    let is_next =
        im.node == re.node && im.strides == re.strides && im.offset == re.offset.add(&Size::one());
    is_next.then_some(re)
}

/// A load as a flat position in an array.
struct Read {
    node: NodeId,
    offset: Size,
    strides: HashMap<Var, Size>,
}

fn read(dag: &Dag, load: ScalarId) -> Option<Read> {
    let Scalar::Load { node, index } = dag.scalar(load) else { return None };
    if let NodeKind::Input(p) = dag.node(*node).kind
        && dag.inputs[p as usize].kind == ParamKind::Scalar
    {
        return None;
    }
    let shape = &dag.node(*node).shape;
    let mut position = Affine::default();
    for ((index, extent), stride) in index.iter().zip(shape).zip(row_major(shape)) {
        // The index of an axis of extent 1 is always 0.
        if !extent.is_one() {
            position = position.plus(&Affine::of(dag, *index).scaled(&stride));
        }
    }
    let position = recombined(dag, position);
    let strides = position.terms().map(|(term, stride)| match dag.scalar(term) {
        Scalar::Var(var) => Some((*var, stride.clone())),
        _ => None,
    });
    let strides = strides.collect::<Option<_>>()?;
    Some(Read { node: *node, offset: position.offset().clone(), strides })
}

/// The position with quotients and remainders by the same size put together again. Reshaped arrays have such pairs.
fn recombined(dag: &Dag, mut position: Affine) -> Affine {
    loop {
        let whole = position.terms().find_map(|(term, stride)| {
            let Scalar::Binary(Binary::Rem, x, n) = *dag.scalar(term) else { return None };
            let divisor = Affine::of(dag, n);
            let rows = stride.mul(divisor.as_size()?);
            let quotient = position.terms().find(|(term, other)| {
                **other == rows && *dag.scalar(*term) == Scalar::Binary(Binary::FloorDiv, x, n)
            });
            Some([(quotient?.0, rows), (term, stride.clone())]).map(|parts| (x, parts))
        });
        let Some((x, [(quotient, rows), (rest, stride)])) = whole else { return position };
        position = position
            .minus(&Affine::term(dag, quotient).scaled(&rows))
            .minus(&Affine::term(dag, rest).scaled(&stride))
            .plus(&Affine::of(dag, x).scaled(&stride));
    }
}

fn row_major(shape: &[Size]) -> Vec<Size> {
    let mut strides = vec![Size::one(); shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis].mul(&shape[axis]);
    }
    strides
}
