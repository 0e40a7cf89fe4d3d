//! A contraction for given dimensions, in the form that libraries need: as few axes as possible, with their extents and
//! strides as numbers.

use crate::plan::{Contraction, ContractionAxis, Factor, Role, Size};
use crate::size::evaluate;

/// The choice of what computes contractions. A contraction is a sum of products of two stored arrays; the best known is
/// the matrix product.
///
/// The choice is between a library of dense linear algebra and the kernel that the compiler wrote. Both compute the
/// same sums, but each adds in its own order, so results agree within rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contractions {
    /// The library computes large contractions, the kernel small ones.
    #[default]
    BySize,
    /// The library computes every contraction that it can.
    Library,
    /// The kernel computes all contractions.
    Kernels,
}

/// An axis with its extent and its strides. Strides count elements; a stride is 0 where the array does not have the
/// axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) role: Role,
    pub(crate) extent: usize,
    pub(crate) left: isize,
    pub(crate) right: isize,
    pub(crate) out: isize,
}

/// The axes with more than one element, as few as possible. `None` if an axis is empty: then nothing is computed or all
/// sums are empty, which is no work for a library.
pub(crate) fn axes(contraction: &Contraction, dims: &[i64]) -> Option<Vec<Axis>> {
    let mut axes = Vec::with_capacity(contraction.axes.len());
    for axis in contraction.axes {
        let axis = Axis::new(axis, dims)?;
        match axis.extent {
            0 => return None,
            1 => {}
            _ => axes.push(axis),
        }
    }
    collapse(&mut axes);
    Some(axes)
}

/// The buffer of an operand, and its offset there.
pub(crate) fn position(factor: &Factor, dims: &[i64]) -> Option<(usize, isize)> {
    let offset = isize::try_from(evaluate(factor.offset, dims)?).ok()?;
    Some((usize::from(factor.buffer), offset))
}

impl Axis {
    fn new(axis: &ContractionAxis, dims: &[i64]) -> Option<Axis> {
        let stride = |size: Size| isize::try_from(evaluate(size, dims)?).ok();
        Some(Axis {
            role: axis.role,
            extent: usize::try_from(evaluate(axis.extent, dims)?).ok()?,
            left: stride(axis.left)?,
            right: stride(axis.right)?,
            out: stride(axis.out)?,
        })
    }

    /// An axis of extent 1, for a role without axes.
    pub(crate) fn absent(role: Role) -> Axis {
        Axis { role, extent: 1, left: 0, right: 0, out: 0 }
    }

    /// Whether, in every array, one step of `self` is as long as the whole of `inner`, so that both are one axis.
    fn continues(&self, inner: &Axis) -> bool {
        let follows = |own: isize, stride: isize| {
            isize::try_from(inner.extent).ok().and_then(|n| n.checked_mul(stride)) == Some(own)
        };
        self.role == inner.role
            && follows(self.left, inner.left)
            && follows(self.right, inner.right)
            && follows(self.out, inner.out)
    }
}

/// Joins axes that step through memory like one axis.
fn collapse(axes: &mut Vec<Axis>) {
    let pair = |axes: &[Axis]| {
        let all = || 0..axes.len();
        all()
            .flat_map(|outer| all().map(move |inner| (outer, inner)))
            .find(|&(outer, inner)| outer != inner && axes[outer].continues(&axes[inner]))
    };
    while let Some((outer, inner)) = pair(axes) {
        axes[inner].extent *= axes[outer].extent;
        axes.remove(outer);
    }
}

/// Removes the longest axis of a role from `axes`. If there is none, the result is an axis of extent 1.
pub(crate) fn take(axes: &mut Vec<Axis>, role: Role) -> Axis {
    let of_role = axes.iter().enumerate().filter(|(_, axis)| axis.role == role);
    match of_role.max_by_key(|(_, axis)| axis.extent) {
        Some((position, _)) => axes.remove(position),
        None => Axis::absent(role),
    }
}

/// Each axis with its index at a flat point. The last axis is the fastest.
pub(crate) fn points(axes: &[Axis], mut flat: usize) -> impl Iterator<Item = (&Axis, isize)> {
    axes.iter().rev().map(move |axis| {
        let at = flat % axis.extent;
        flat /= axis.extent;
        (axis, at as isize)
    })
}
