//! What libraries need to know of a contraction for given dimensions: axes with values, as few as possible.

use crate::plan::{Contraction, ContractionAxis, Factor, Role, Size};
use crate::size::evaluate;

/// What computes contractions: sums of products of two stored arrays, of which matrix products are the
/// best known.
///
/// The choice is between a library of dense linear algebra and the kernel that the compiler wrote. Both
/// compute the same sums, each in an order of its own, so results agree within rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Contractions {
    /// Large ones the library, small ones the kernel.
    #[default]
    BySize,
    /// The library, wherever it can.
    Library,
    /// The kernel.
    Kernels,
}

/// An axis with values: strides in elements, 0 where the array does not have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) role: Role,
    pub(crate) extent: usize,
    pub(crate) left: isize,
    pub(crate) right: isize,
    pub(crate) out: isize,
}

/// The axes that step through more than one element, as few as possible; None where nothing is computed,
/// or sums are empty: no work for a library.
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

/// Buffer and offset of an operand.
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

    /// The only index of a role without axes.
    pub(crate) fn absent(role: Role) -> Axis {
        Axis { role, extent: 1, left: 0, right: 0, out: 0 }
    }

    /// Whether one step of `self` is all of `inner` in every array, so that both are one axis.
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

/// Makes one axis of two where they step through memory like one.
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

/// Takes the longest axis of a role out of the others; without any, one of extent 1.
pub(crate) fn take(axes: &mut Vec<Axis>, role: Role) -> Axis {
    let of_role = axes.iter().enumerate().filter(|(_, axis)| axis.role == role);
    match of_role.max_by_key(|(_, axis)| axis.extent) {
        Some((position, _)) => axes.remove(position),
        None => Axis::absent(role),
    }
}

/// The axes with their indices at a flat point, the last axis fastest.
pub(crate) fn points(axes: &[Axis], mut flat: usize) -> impl Iterator<Item = (&Axis, isize)> {
    axes.iter().rev().map(move |axis| {
        let at = flat % axis.extent;
        flat /= axis.extent;
        (axis, at as isize)
    })
}
