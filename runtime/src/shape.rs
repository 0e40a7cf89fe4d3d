//! Shapes without heap memory.

use std::ops::Deref;

use crate::Error;

/// Largest number of axes of an array.
pub const MAX_RANK: usize = 8;

/// The sizes of up to [`MAX_RANK`] axes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    rank: u8,
    axes: [usize; MAX_RANK],
}

impl Shape {
    /// A shape; `None` if there are more than [`MAX_RANK`] axes.
    pub(crate) fn new(axes: &[usize]) -> Option<Shape> {
        (axes.len() <= MAX_RANK).then(|| Shape::of_first(axes))
    }

    /// The first [`MAX_RANK`] axes.
    // Inlined, so that the sizes are written where the shape stays. A copy of unknown length, or moving the copy, would
    // take longer than all of this.
    #[inline(always)]
    pub(crate) fn of_first(axes: &[usize]) -> Shape {
        let axis = |k| axes.get(k).copied().unwrap_or(0);
        Shape { rank: axes.len().min(MAX_RANK) as u8, axes: std::array::from_fn(axis) }
    }
}

impl Deref for Shape {
    type Target = [usize];

    fn deref(&self) -> &[usize] {
        &self.axes[..usize::from(self.rank)]
    }
}

impl std::fmt::Debug for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.deref().fmt(f)
    }
}

/// Number of elements and bytes of an array.
///
/// # Errors
/// [`Error::SizeOverflow`] if the bytes do not fit into `isize`. For this test an axis without elements counts as 1:
/// `ndarray` has no views of such arrays, and NumPy refuses them, too.
pub(crate) fn volume(shape: &[usize], item: usize) -> Result<(usize, usize), Error> {
    let mut axes = shape.iter().filter(|&&axis| axis != 0);
    let len = axes.try_fold(1usize, |len, &axis| len.checked_mul(axis));
    let bytes = len.and_then(|len| len.checked_mul(item));
    match (len, bytes.filter(|&bytes| isize::try_from(bytes).is_ok())) {
        (Some(_), Some(_)) if shape.contains(&0) => Ok((0, 0)),
        (Some(len), Some(bytes)) => Ok((len, bytes)),
        _ => Err(Error::SizeOverflow { what: format!("an array of shape {shape:?}") }),
    }
}

/// The number of points of a space, which takes no memory; `None` if it does not fit into `isize`.
pub(crate) fn points(extents: &[usize]) -> Option<usize> {
    if extents.contains(&0) {
        return Some(0);
    }
    let points = extents.iter().try_fold(1usize, |points, &extent| points.checked_mul(extent))?;
    isize::try_from(points).is_ok().then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn volumes() -> Result<(), Error> {
        assert_eq!(volume(&[], 8)?, (1, 8));
        assert_eq!(volume(&[2, 3], 4)?, (6, 24));
        assert_eq!(volume(&[1 << 40, 0, 3], 4)?, (0, 0));
        assert!(matches!(volume(&[usize::MAX, 0, 3], 4), Err(Error::SizeOverflow { .. })));
        assert!(matches!(volume(&[0, 1 << 60], 8), Err(Error::SizeOverflow { .. })));
        assert!(matches!(volume(&[usize::MAX, 2], 1), Err(Error::SizeOverflow { .. })));
        assert!(matches!(volume(&[1 << 60], 8), Err(Error::SizeOverflow { .. })));
        Ok(())
    }

    #[test]
    fn spaces_are_empty_whatever_the_other_extents_say() {
        assert_eq!(points(&[]), Some(1));
        assert_eq!(points(&[usize::MAX, 0, 3]), Some(0));
        assert_eq!(points(&[usize::MAX, 1]), None);
    }

    #[test]
    fn shapes_have_a_largest_rank() {
        assert_eq!(&*Shape::new(&[1, 2, 3]).unwrap(), &[1, 2, 3]);
        assert!(Shape::new(&[1; 9]).is_none());
    }
}
