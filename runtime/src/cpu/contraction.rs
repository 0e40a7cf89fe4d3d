//! Contractions by a library: matrix products of strided matrices, in tiles that threads share out.

use crate::Contractions;
use crate::contraction::{Axis, axes, points, position, take};
use crate::cpu::gemm::{self, RightMatrix, Strided, Update};
use crate::cpu::isa::Isa;
use crate::cpu::tiny::{self, Tiny};
use crate::plan::{Contraction, CpuArgs, DType, Numbers, Role};
use std::ops::Range;

/// The least extent of each of the three dimensions of a product, and the least number of multiplications of all
/// products. Below these the compiler's kernel takes less time.
const LEAST_EXTENT: usize = 2;
const LEAST_WORK: usize = 100;
/// The kernel is faster, too, for up to this many rows or columns (of `f32`, of `f64`), if there are at least `LONG`
/// terms and those of both operands lie side by side. It reads them in vectors, while the library has to transpose one
/// operand first.
const FEW: [usize; 2] = [5, 3];
const LONG: usize = 32;
/// `LEAST_EXTENT` and `LEAST_WORK` for `matrixmultiply`.
const FOREIGN_EXTENT: usize = 8;
const FOREIGN_WORK: usize = 32 * 32 * 32;

/// The number of tiles in each direction of a product of a matrix and its transpose, and the least extent of such a
/// tile. Half of the tiles off the diagonal are copies of the others, so the tiles on the diagonal should be small.
const SYMMETRIC_TILES: usize = 8;
const SYMMETRIC_TILE: usize = 96;

/// A contraction for given dimensions, computed as matrix products: one for every point of `outer`, every tile, and
/// every point of `summed`. The products over `summed` are added up.
#[derive(Debug)]
pub(crate) struct Gemm {
    /// Whether the elements are `f32`; otherwise they are `f64`.
    single: bool,
    numbers: Numbers,
    /// The number of terms that [`gemm::depth`] gives.
    depth: usize,
    /// Buffer and offset.
    left: (usize, isize),
    right: (usize, isize),
    out: usize,
    m: Axis,
    n: Axis,
    k: Axis,
    /// Axes of the result over which products are repeated.
    outer: Box<[Axis]>,
    /// Summed axes beside `k`.
    summed: Box<[Axis]>,
    /// Whether the result is symmetric, bit by bit, so that tiles above the diagonal make those below it, too.
    symmetric: bool,
    /// Extents of a tile, and the number of tiles, in the directions `m` and `n`.
    tile: [usize; 2],
    tiles: [usize; 2],
    /// The number of tiles of all points of `outer` together.
    all: usize,
    /// The products, if all of them are products of tiny matrices.
    tiny: Option<Tiny>,
}

impl Gemm {
    /// The library's part, if the library should run. `threads` only affects the tiles, and no value of an element
    /// depends on these.
    pub(crate) fn new(
        contraction: &Contraction,
        dims: &[i64],
        contractions: Contractions,
        threads: usize,
    ) -> Option<Gemm> {
        if contractions == Contractions::Kernels {
            return None;
        }
        let foreign = !gemm::is_available();
        // `matrixmultiply` uses the best instruction set of the machine, even if a lesser one was asked for.
        if foreign && (!Isa::is_best() || contraction.numbers != Numbers::Real) {
            return None;
        }
        let single = match contraction.dtype {
            DType::F32 => true,
            DType::F64 => false,
            _ => return None,
        };
        let mut products = Products::new(contraction, dims)?;
        let count = products.count()?;
        let small = match foreign {
            true => products.are_foreign_small(),
            false => products.are_small(count, single),
        };
        if contractions == Contractions::BySize && small {
            return None;
        }
        let numbers = contraction.numbers;
        let number = if numbers == Numbers::Real { 1 } else { 2 };
        if products.n.out != number && products.m.out == number {
            products.transpose();
        }
        if products.n.extent == 1 {
            products.n.out = number;
        }
        if numbers != Numbers::Real && products.n.out != number {
            return None;
        }
        // For complex numbers, the order in which the two parts are added depends on which factor is the left one.
        let symmetric = numbers == Numbers::Real && products.are_symmetric();
        let Products { left, right, m, n, k, outer, summed } = products;
        let block = if single { gemm::block::<f32>() } else { gemm::block::<f64>() };
        let tile = match symmetric {
            true => {
                let side = m.extent.div_ceil(SYMMETRIC_TILES).max(SYMMETRIC_TILE);
                [side.next_multiple_of(square(block)); 2]
            }
            false => gemm::tile([m.extent, n.extent], k.extent, count, threads, block),
        };
        let tiles = [m.extent.div_ceil(tile[0]), n.extent.div_ceil(tile[1])];
        let tiny = (numbers == Numbers::Real && summed.is_empty() && tiles == [1, 1])
            .then(|| Tiny::new(&outer, [m, n, k]))
            .flatten();
        Some(Gemm {
            single,
            numbers,
            depth: gemm::depth(m.extent, k.extent, numbers),
            left,
            right,
            out: usize::from(contraction.out),
            m,
            n,
            k,
            outer: outer.into(),
            summed: summed.into(),
            symmetric,
            tile,
            tiles,
            all: count.checked_mul(in_product(tiles, symmetric))?,
            tiny,
        })
    }

    /// The number of tiles: independent parts of the work.
    pub(crate) fn tiles(&self) -> usize {
        self.all
    }

    pub(crate) fn is_real(&self) -> bool {
        self.numbers == Numbers::Real
    }

    /// The number of products that are added up for an element.
    pub(crate) fn terms(&self) -> usize {
        self.summed.iter().fold(self.k.extent, |n, axis| n.saturating_mul(axis.extent))
    }

    /// What it takes to compute some rows of a launch with this many `rows` and `points`, if it can do that: it is one
    /// product of real numbers, and rows of the launch are rows of the result.
    pub(crate) fn by_rows(&self, rows: usize, points: usize) -> Option<ByRows> {
        let each = self.m.extent.checked_div(rows)?;
        let of_row = isize::try_from(points.checked_div(rows)?).ok()?;
        let is_whole = each > 0 && each * rows == self.m.extent;
        let are_rows = isize::try_from(each).ok()?.checked_mul(self.m.out) == Some(of_row);
        let is_one = self.outer.is_empty() && self.numbers == Numbers::Real && !self.symmetric;
        let size = if self.single { size_of::<f32>() } else { size_of::<f64>() };
        let terms = self.terms();
        (is_whole && are_rows && is_one).then_some(ByRows {
            terms: terms.div_ceil(each),
            right_bytes: terms.saturating_mul(self.n.extent).saturating_mul(size),
        })
    }

    /// Computes some of the `all` rows of a launch, which [`Gemm::by_rows`] allows.
    ///
    /// # Safety
    /// As for [`Gemm::run`], with these rows instead of tiles. Calls with the same `shared` must find the same elements
    /// in the right matrix.
    pub(crate) unsafe fn run_rows(
        &self,
        args: &CpuArgs,
        all: usize,
        rows: Range<usize>,
        shared: RightMatrix,
    ) {
        let each = self.m.extent / all;
        let rows = rows.start * each..rows.end * each;
        // Products over other summed axes have other right matrices.
        let shared = self.summed.is_empty().then_some(shared);
        let part = Part { point: 0, rows, columns: 0..self.n.extent, shared };
        // SAFETY: promised by the caller.
        unsafe {
            if self.single {
                self.part::<f32>(args, &part);
            } else {
                self.part::<f64>(args, &part);
            }
        }
    }

    /// The modelled work, given the number of operations. Many of these count as one, because an instruction multiplies
    /// and adds a whole register.
    pub(crate) fn work(&self, ops: u64) -> u64 {
        ops / if self.single { 10 } else { 8 }
    }

    /// Computes the tiles `begin..end`.
    ///
    /// # Safety
    /// The arguments must be those of the contraction's launch, for the same dimensions; nothing else may
    /// use the elements of these tiles, or write the operands, meanwhile.
    pub(crate) unsafe fn run(&self, args: &CpuArgs, begin: usize, end: usize) {
        if let Some(tiny) = &self.tiny {
            // SAFETY: as for larger products, one of which is a tile.
            unsafe {
                match self.single {
                    true => self.tiny::<f32>(tiny, args, begin..end),
                    false => self.tiny::<f64>(tiny, args, begin..end),
                }
            }
            return;
        }
        for index in begin..end {
            // SAFETY: promised by the caller.
            unsafe {
                match self.single {
                    true => self.tile::<f32>(args, index),
                    false => self.tile::<f64>(args, index),
                }
            }
        }
    }

    /// # Safety
    /// As for [`Gemm::run`], with `T` the type of the elements.
    unsafe fn tiny<T: tiny::Float>(&self, tiny: &Tiny, args: &CpuArgs, products: Range<usize>) {
        // SAFETY: promised by the caller.
        unsafe {
            let buffer = |k: usize, at: isize| (*args.buffers.add(k)).cast::<T>().offset(at);
            let (left, right) =
                (buffer(self.left.0, self.left.1), buffer(self.right.0, self.right.1));
            tiny.run(products, left.cast_const(), right.cast_const(), buffer(self.out, 0));
        }
    }

    /// # Safety
    /// As for [`Gemm::run`], with `T` the type of the elements.
    unsafe fn tile<T: gemm::Element>(&self, args: &CpuArgs, index: usize) {
        let each = in_product(self.tiles, self.symmetric);
        let (point, index) = (index / each, index % each);
        let [i, j] = match self.symmetric {
            true => above_diagonal(index),
            false => [index / self.tiles[1], index % self.tiles[1]],
        };
        let below = self.symmetric && i != j;
        let (i, j) = (i * self.tile[0], j * self.tile[1]);
        let (rows, columns) =
            (self.tile[0].min(self.m.extent - i), self.tile[1].min(self.n.extent - j));
        let part = Part { point, rows: i..i + rows, columns: j..j + columns, shared: None };
        // SAFETY: promised by the caller.
        let out = unsafe { self.part::<T>(args, &part) };
        if below {
            // SAFETY: see above; in a symmetric product, this tile also has its mirror image below the diagonal.
            unsafe { copy_below(out, [rows, columns], [self.m.out, self.n.out], [i, j]) };
        }
    }

    /// Computes a part of a product, and returns its first element.
    ///
    /// # Safety
    /// As for [`Gemm::run`], with `T` the type of the elements, and this part instead of tiles.
    unsafe fn part<T: gemm::Element>(&self, args: &CpuArgs, part: &Part) -> *mut T {
        let (i, j) = (part.rows.start, part.columns.start);
        let (rows, columns) = (part.rows.len(), part.columns.len());
        let (mut left, mut right, mut out) = (self.left.1, self.right.1, 0);
        for (axis, at) in points(&self.outer, part.point) {
            left += axis.left * at;
            right += axis.right * at;
            out += axis.out * at;
        }
        left += self.m.left * i as isize;
        right += self.n.right * j as isize;
        out += self.m.out * i as isize + self.n.out * j as isize;
        let steps: usize = self.summed.iter().map(|axis| axis.extent).product();
        for step in 0..steps {
            let (mut left, mut right) = (left, right);
            for (axis, at) in points(&self.summed, step) {
                left += axis.left * at;
                right += axis.right * at;
            }
            let update = if step == 0 { Update::Set } else { Update::Add };
            // SAFETY: the launch has these buffers, of this dtype. All positions that the axes step
            // through are elements of them, because the program's kernel reads and writes the same
            // ones. No extent is 0, so the first position of each axis is one of them. The result is
            // not an operand, and its elements differ from each other. Nobody else uses them meanwhile.
            unsafe {
                // A pointer by itself may lie outside of its memory, of which there may be some rows only.
                let buffer =
                    |k: usize, at: isize| (*args.buffers.add(k)).cast::<T>().wrapping_offset(at);
                gemm::Product {
                    rows,
                    terms: self.k.extent,
                    columns,
                    numbers: self.numbers,
                    left: Strided {
                        start: buffer(self.left.0, left).cast_const(),
                        row: self.m.left,
                        column: self.k.left,
                    },
                    right: Strided {
                        start: buffer(self.right.0, right).cast_const(),
                        row: self.k.right,
                        column: self.n.right,
                    },
                    out: Strided {
                        start: buffer(self.out, out),
                        row: self.m.out,
                        column: self.n.out,
                    },
                    update,
                    depth: self.depth,
                    shared: part.shared,
                }
                .run();
            }
        }
        // SAFETY: as above.
        unsafe { (*args.buffers.add(self.out)).cast::<T>().wrapping_offset(out) }
    }
}

/// A part of one of the products.
struct Part {
    /// The point of `outer`.
    point: usize,
    rows: Range<usize>,
    columns: Range<usize>,
    /// The right matrix, if it is that of other parts, too.
    shared: Option<RightMatrix>,
}

/// What it takes to compute some rows of a launch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ByRows {
    /// The rows of the launch that have as many rows of the result as sums have terms.
    pub(crate) terms: usize,
    /// The bytes of the right matrix, which is read for all rows together.
    pub(crate) right_bytes: usize,
}

/// The operands and axes of a contraction: a matrix product for every point of `outer` and of `summed`.
struct Products {
    /// Buffer and offset.
    left: (usize, isize),
    right: (usize, isize),
    m: Axis,
    n: Axis,
    k: Axis,
    outer: Vec<Axis>,
    summed: Vec<Axis>,
}

impl Products {
    /// The products; `None` if nothing is computed, or a number does not fit.
    fn new(contraction: &Contraction, dims: &[i64]) -> Option<Products> {
        let mut axes = axes(contraction, dims)?;
        let (m, n, k) =
            (take(&mut axes, Role::M), take(&mut axes, Role::N), take(&mut axes, Role::K));
        let (summed, outer) = axes.into_iter().partition(|a| a.role == Role::K);
        let left = position(&contraction.left, dims)?;
        let right = position(&contraction.right, dims)?;
        Some(Products { left, right, m, n, k, outer, summed })
    }

    /// Points of `outer`.
    fn count(&self) -> Option<usize> {
        self.outer.iter().try_fold(1usize, |n, axis| n.checked_mul(axis.extent))
    }

    /// The least of the three extents of a product, and its multiplications.
    fn size(&self) -> (usize, usize) {
        let (m, n, k) = (self.m.extent, self.n.extent, self.k.extent);
        (m.min(n).min(k), m.saturating_mul(n).saturating_mul(k))
    }

    /// Whether the compiler's kernel takes less time than `count` products by `gemm`.
    fn are_small(&self, count: usize, single: bool) -> bool {
        let (least, work) = self.size();
        let few = FEW[usize::from(!single)];
        let are_dots = self.m.extent.min(self.n.extent) <= few
            && self.k.extent >= LONG
            && (self.k.left, self.k.right) == (1, 1);
        least < LEAST_EXTENT || work.saturating_mul(count) < LEAST_WORK || are_dots
    }

    /// Whether the compiler's kernel takes less time than `matrixmultiply`.
    fn are_foreign_small(&self) -> bool {
        let (least, work) = self.size();
        least < FOREIGN_EXTENT || work < FOREIGN_WORK
    }

    /// Transposes the result: it becomes the product of the transposed right matrix and the transposed left one.
    fn transpose(&mut self) {
        std::mem::swap(&mut self.m, &mut self.n);
        std::mem::swap(&mut self.left, &mut self.right);
        let others = self.summed.iter_mut().chain(&mut self.outer);
        for axis in others.chain([&mut self.m, &mut self.n, &mut self.k]) {
            std::mem::swap(&mut axis.left, &mut axis.right);
        }
    }

    /// Whether a matrix is multiplied by its own transpose, and the result is large enough to gain from that.
    fn are_symmetric(&self) -> bool {
        let (m, n, k) = (self.m, self.n, self.k);
        self.left == self.right
            && (m.extent, m.left, k.left) == (n.extent, n.right, k.right)
            && self.summed.iter().chain(&self.outer).all(|axis| axis.left == axis.right)
            && m.extent >= 2 * SYMMETRIC_TILE
    }
}

/// The least side of a square of whole blocks.
fn square([rows, columns]: [usize; 2]) -> usize {
    let sides = (1..=rows).map(|k| k * columns);
    sides.into_iter().find(|side| side.is_multiple_of(rows)).unwrap_or(columns)
}

/// The number of tiles of one product.
fn in_product([rows, columns]: [usize; 2], symmetric: bool) -> usize {
    if symmetric { rows * (rows + 1) / 2 } else { rows * columns }
}

/// The row and the column of a tile on the diagonal or above it. Tiles are numbered column by column.
fn above_diagonal(index: usize) -> [usize; 2] {
    let mut first = 0;
    let column = (0..).find(|column| {
        first += column;
        index <= first + column
    });
    column.map_or([0, 0], |column| [index - first, column])
}

/// Copies a tile, which begins at row `i` and column `j` of a symmetric matrix, to the place of its transpose.
///
/// # Safety
/// `tile` must be the first element of the tile, the strides must be those of the matrix, and nothing else may use the
/// elements of either.
unsafe fn copy_below<T: Copy>(
    tile: *mut T,
    [rows, columns]: [usize; 2],
    [row, column]: [isize; 2],
    [i, j]: [usize; 2],
) {
    // As many elements as whole cache lines hold, on both sides.
    const SIDE: usize = 16;
    let (down, right) = (j as isize - i as isize, i as isize - j as isize);
    // SAFETY: promised by the caller.
    unsafe {
        let below = tile.offset(down * row + right * column);
        for first in (0..columns).step_by(SIDE) {
            for begin in (0..rows).step_by(SIDE) {
                for c in first..columns.min(first + SIDE) {
                    for r in begin..rows.min(begin + SIDE) {
                        let (r, c) = (r as isize, c as isize);
                        let value = *tile.offset(r * row + c * column);
                        below.offset(c * row + r * column).write(value);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{
        ContractionAxis, Factor,
        SizeOp::{Const, Dim},
    };

    /// `x.T @ y` of matrices of 500 rows, where `y` is the number of a buffer.
    fn product(y: u16) -> Contraction {
        let axis =
            |role, left, right, out| ContractionAxis { role, extent: &[Dim(0)], left, right, out };
        let axes = vec![
            axis(Role::M, &[Const(1)], &[Const(0)], &[Dim(0)]),
            axis(Role::N, &[Const(0)], &[Const(1)], &[Const(1)]),
            axis(Role::K, &[Dim(0)], &[Dim(0)], &[Const(0)]),
        ];
        Contraction {
            dtype: DType::F64,
            numbers: Numbers::Real,
            left: Factor { buffer: 0, offset: &[Const(0)] },
            right: Factor { buffer: y, offset: &[Const(0)] },
            out: 2,
            axes: axes.leak(),
        }
    }

    #[test]
    fn half_of_a_symmetric_product_is_computed() {
        let tiles = |y| {
            let gemm = Gemm::new(&product(y), &[500], Contractions::Library, 2)?;
            Some((gemm.symmetric, gemm.tiles))
        };
        let (is_symmetric, [rows, columns]) = tiles(0).unwrap();
        assert!(is_symmetric && rows == columns && rows > 2);
        assert!(!tiles(1).unwrap().0);
        assert_eq!(in_product([4, 4], true), 10);
        let all: Vec<[usize; 2]> = (0..10).map(above_diagonal).collect();
        assert!((0..4).all(|j| (0..=j).all(|i| all.contains(&[i, j]))), "{all:?}");
    }
}
