//! Boxes, grids of chunks, and copies of boxes between strided memories.

use std::ops::Range;

/// A box of elements: where it begins on each axis, and how many elements it has there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The first position on each axis.
    pub start: Vec<u64>,
    /// The number of elements on each axis.
    pub shape: Vec<u64>,
}

impl Block {
    /// The box of all elements of an array.
    pub fn all(shape: &[u64]) -> Block {
        Block { start: vec![0; shape.len()], shape: shape.to_vec() }
    }

    /// The number of elements.
    pub fn elements(&self) -> u64 {
        self.shape.iter().fold(1, |elements, &size| elements.saturating_mul(size))
    }

    /// The position after the last on an axis.
    pub fn end(&self, axis: usize) -> u64 {
        let of = |axes: &[u64]| axes.get(axis).copied().unwrap_or(0);
        of(&self.start).saturating_add(of(&self.shape))
    }

    /// The number of axes; `None` if start and shape disagree.
    fn rank(&self) -> Option<usize> {
        (self.start.len() == self.shape.len()).then_some(self.start.len())
    }

    /// The common part of two boxes; `None` if there is none, or they have different ranks.
    pub fn intersection(&self, other: &Block) -> Option<Block> {
        if self.rank() != other.rank() {
            return None;
        }
        let mut out = self.clone();
        for axis in 0..self.start.len() {
            out.start[axis] = self.start[axis].max(other.start[axis]);
            let end = self.end(axis).min(other.end(axis));
            out.shape[axis] = end.checked_sub(out.start[axis]).filter(|&size| size > 0)?;
        }
        Some(out)
    }

    /// The same box in an array whose axis `k` is axis `order[k]` of this one.
    pub(crate) fn permuted(&self, order: &[usize]) -> Block {
        Block { start: permuted(&self.start, order), shape: permuted(&self.shape, order) }
    }

    /// The range on an axis.
    pub fn range(&self, axis: usize) -> Range<u64> {
        self.start.get(axis).copied().unwrap_or(0)..self.end(axis)
    }
}

/// `values[order[0]], values[order[1]], ..`
pub(crate) fn permuted<T: Copy>(values: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|&axis| values[axis]).collect()
}

/// A grid of chunks of one shape. Those at the end of an axis may reach beyond the array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// The shape of the array.
    pub shape: Vec<u64>,
    /// The shape of each chunk; no axis is 0.
    pub chunk: Vec<u64>,
}

impl Grid {
    /// The number of chunks on each axis.
    pub fn counts(&self) -> Vec<u64> {
        self.shape
            .iter()
            .zip(&self.chunk)
            .map(|(&size, &chunk)| size.div_ceil(chunk.max(1)))
            .collect()
    }

    /// The number of chunks.
    pub fn len(&self) -> u64 {
        self.counts().iter().fold(1, |chunks, &count| chunks.saturating_mul(count))
    }

    /// Whether the array has no elements, and so no chunks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements of the array that are in a chunk; none if it is not in the grid.
    pub fn block(&self, chunk: &[u64]) -> Block {
        let start: Vec<_> =
            chunk.iter().zip(&self.chunk).map(|(&k, &size)| k.saturating_mul(size)).collect();
        let left = self.shape.iter().zip(&start).map(|(&size, &start)| size.saturating_sub(start));
        let shape = left.zip(&self.chunk).map(|(left, &chunk)| left.min(chunk)).collect();
        Block { shape, start }
    }

    /// The chunks that have elements of a box: a box of positions in the grid. It is empty if the ranks differ.
    pub fn touched(&self, block: &Block) -> Block {
        let axes = 0..self.shape.len();
        if block.rank() != Some(self.shape.len())
            || self.chunk.len() != self.shape.len()
            || self.chunk.contains(&0)
        {
            return Block { start: vec![0; self.shape.len()], shape: vec![0; self.shape.len()] };
        }
        let start: Vec<_> = axes.clone().map(|axis| block.start[axis] / self.chunk[axis]).collect();
        let count = |axis: usize| match block.shape[axis] {
            0 => 0,
            _ => block.end(axis).div_ceil(self.chunk[axis]) - start[axis],
        };
        Block { shape: axes.map(count).collect(), start }
    }

    /// The same grid with axes in another order.
    pub(crate) fn permuted(&self, order: &[usize]) -> Grid {
        Grid { shape: permuted(&self.shape, order), chunk: permuted(&self.chunk, order) }
    }

    /// The number of a chunk when all are counted in C order.
    pub(crate) fn flat(&self, chunk: &[u64]) -> u64 {
        let counts = self.shape.iter().zip(&self.chunk).map(|(&n, &size)| n.div_ceil(size.max(1)));
        chunk.iter().zip(counts).fold(0, |flat, (&k, n)| flat.saturating_mul(n).saturating_add(k))
    }

    /// The chunk with a number.
    pub(crate) fn chunk_of(&self, mut flat: u64) -> Vec<u64> {
        let mut chunk = self.counts();
        for place in chunk.iter_mut().rev() {
            let count = (*place).max(1);
            *place = flat % count;
            flat /= count;
        }
        chunk
    }
}

/// The positions in a box, in C order.
pub fn positions(block: &Block) -> impl Iterator<Item = Vec<u64>> + use<> {
    let order: Vec<usize> = (0..block.start.len()).collect();
    ordered_positions(block, &order)
}

/// The positions in a box; axis `order[0]` varies slowest.
pub(crate) fn ordered_positions(
    block: &Block,
    order: &[usize],
) -> impl Iterator<Item = Vec<u64>> + use<> {
    let (block, order) = (block.clone(), order.to_vec());
    let mut next = (block.elements() > 0 && block.rank().is_some()).then(|| block.start.clone());
    std::iter::from_fn(move || {
        let current = next.take()?;
        let mut following = current.clone();
        for &axis in order.iter().rev() {
            following[axis] += 1;
            if following[axis] < block.end(axis) {
                next = Some(following);
                break;
            }
            following[axis] = block.start[axis];
        }
        Some(current)
    })
}

/// All choices of one element per list, in the order of the lists, the last fastest.
pub(crate) fn ordered_product<T: Copy>(lists: &[Vec<T>]) -> Vec<Vec<T>> {
    let mut all = vec![Vec::with_capacity(lists.len())];
    for list in lists {
        let longer = |head: &Vec<T>| {
            let head = head.clone();
            list.iter().map(move |&last| {
                let mut head = head.clone();
                head.push(last);
                head
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Strides in bytes of C-contiguous memory.
pub fn c_strides(shape: &[u64], item: u64) -> Vec<u64> {
    let mut strides = vec![item; shape.len()];
    for axis in (1..shape.len()).rev() {
        strides[axis - 1] = strides[axis].saturating_mul(shape[axis]);
    }
    strides
}

/// Where position `at` is, in bytes.
pub(crate) fn offset(at: &[u64], strides: &[u64]) -> u64 {
    let products = at.iter().zip(strides).map(|(&k, &stride)| k.saturating_mul(stride));
    products.fold(0, u64::saturating_add)
}

/// One side of a copy: a memory, and where the elements of the box are in it.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// Where the first element of the box is, in bytes.
    pub(crate) offset: u64,
    /// The bytes from one element to the next on each axis of the box.
    pub(crate) strides: Vec<u64>,
}

/// Axes of a copy, merged where both sides allow it: size, stride of the source, stride of the target. The last is
/// innermost.
fn merged(shape: &[u64], source: &[u64], target: &[u64]) -> Vec<(u64, u64, u64)> {
    let mut axes: Vec<(u64, u64, u64)> = (0..shape.len())
        .map(|axis| (shape[axis], source[axis], target[axis]))
        .filter(|axis| axis.0 != 1)
        .collect();
    // The axis that is contiguous in the target goes innermost: writes are what caches miss most.
    axes.sort_by_key(|axis| std::cmp::Reverse((axis.2, axis.1)));
    let mut out: Vec<(u64, u64, u64)> = Vec::new();
    for axis in axes {
        match out.last_mut() {
            Some(outer) if outer.1 == axis.1 * axis.0 && outer.2 == axis.2 * axis.0 => {
                *outer = (outer.0 * axis.0, axis.1, axis.2);
            }
            _ => out.push(axis),
        }
    }
    out
}

/// Copies a box of elements of `item` bytes between two memories.
///
/// # Safety
/// All elements of the box must be inside both memories, and nothing else may access those of the target.
pub(crate) unsafe fn copy_box(
    shape: &[u64],
    item: usize,
    (source, from): (*const u8, &Layout),
    (target, to): (*mut u8, &Layout),
) {
    if shape.contains(&0) {
        return;
    }
    let mut axes = merged(shape, &from.strides, &to.strides);
    // A contiguous row is one element.
    let mut run = item as u64;
    if let Some(&(size, a, b)) = axes.last()
        && a == run
        && b == run
    {
        run *= size;
        axes.pop();
    }
    // SAFETY: the offsets of the first element are inside by the caller's promise.
    let (source, target) =
        unsafe { (source.add(from.offset as usize), target.add(to.offset as usize)) };
    // SAFETY: the axes are those of the box, so every row is inside.
    unsafe { copy_axes(&axes, run as usize, source, target) }
}

/// # Safety
/// As for [`copy_box`].
unsafe fn copy_axes(axes: &[(u64, u64, u64)], run: usize, source: *const u8, target: *mut u8) {
    match *axes {
        // SAFETY: a row of the box; source and target are different memories.
        [] => unsafe { std::ptr::copy_nonoverlapping(source, target, run) },
        [(outer, oa, ob), (inner, ia, ib)] if run <= 16 => {
            // A transposition: squares of elements, so that neither side runs through memory in far steps.
            const SIDE: u64 = 16;
            for outer_start in (0..outer).step_by(SIDE as usize) {
                for inner_start in (0..inner).step_by(SIDE as usize) {
                    for o in outer_start..(outer_start + SIDE).min(outer) {
                        let (s, t) = ((o * oa) as usize, (o * ob) as usize);
                        let end = (inner_start + SIDE).min(inner);
                        // SAFETY: inside the box.
                        unsafe {
                            let axis = (end - inner_start, ia, ib);
                            let s = source.add(s + (inner_start * ia) as usize);
                            let t = target.add(t + (inner_start * ib) as usize);
                            copy_row(axis, run, s, t);
                        }
                    }
                }
            }
        }
        // SAFETY: inside the box.
        [axis] => unsafe { copy_row(axis, run, source, target) },
        [(size, a, b), ref rest @ ..] => {
            for k in 0..size {
                // SAFETY: inside the box.
                unsafe {
                    copy_axes(rest, run, source.add((k * a) as usize), target.add((k * b) as usize))
                }
            }
        }
    }
}

/// # Safety
/// As for [`copy_box`].
unsafe fn copy_row((size, a, b): (u64, u64, u64), run: usize, source: *const u8, target: *mut u8) {
    macro_rules! rows {
        ($run:expr) => {
            for k in 0..size {
                // SAFETY: inside the box; source and target are different memories.
                unsafe {
                    std::ptr::copy_nonoverlapping(
                        source.add((k * a) as usize),
                        target.add((k * b) as usize),
                        $run,
                    )
                }
            }
        };
    }
    match run {
        1 => rows!(1),
        2 => rows!(2),
        4 => rows!(4),
        8 => rows!(8),
        16 => rows!(16),
        _ => rows!(run),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_meet() {
        let a = Block { start: vec![2, 0], shape: vec![4, 5] };
        let b = Block { start: vec![4, 3], shape: vec![9, 9] };
        let common = Block { start: vec![4, 3], shape: vec![2, 2] };
        assert_eq!(a.intersection(&b), Some(common));
        assert_eq!(a.intersection(&Block { start: vec![6, 0], shape: vec![1, 1] }), None);
    }

    #[test]
    fn grids_have_ragged_ends() {
        let grid = Grid { shape: vec![10, 7], chunk: vec![4, 7] };
        assert_eq!(grid.counts(), [3, 1]);
        assert_eq!(grid.block(&[2, 0]), Block { start: vec![8, 0], shape: vec![2, 7] });
        let touched = grid.touched(&Block { start: vec![3, 0], shape: vec![2, 1] });
        assert_eq!(touched, Block { start: vec![0, 0], shape: vec![2, 1] });
        assert_eq!(positions(&touched).collect::<Vec<_>>(), [[0, 0], [1, 0]]);
        assert!(Grid { shape: vec![0, 7], chunk: vec![4, 7] }.is_empty());
    }

    #[test]
    fn copies_transpose() {
        let (rows, columns) = (37u64, 21u64);
        let source: Vec<u16> = (0..rows * columns).map(|k| k as u16).collect();
        let mut target = vec![0u16; source.len()];
        let from = Layout { offset: 0, strides: c_strides(&[rows, columns], 2) };
        let to = Layout { offset: 0, strides: vec![2, 2 * rows] };
        // SAFETY: both memories have all elements.
        unsafe {
            copy_box(
                &[rows, columns],
                2,
                (source.as_ptr().cast(), &from),
                (target.as_mut_ptr().cast(), &to),
            );
        }
        for row in 0..rows {
            for column in 0..columns {
                assert_eq!(
                    target[(column * rows + row) as usize],
                    source[(row * columns + column) as usize]
                );
            }
        }
    }
}
