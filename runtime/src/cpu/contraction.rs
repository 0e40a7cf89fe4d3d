//! Contractions by a library: matrix products of strided matrices, in tiles that threads share.

use crate::Contractions;
use crate::contraction::{Axis, axes, points, position, take};
use crate::cpu::isa::Isa;
use crate::plan::{Contraction, CpuArgs, DType, Role};

/// Least extent of each of the three dimensions of a product for the library.
const LEAST_EXTENT: usize = 8;
/// Least number of multiplications of one product.
const LEAST_WORK: usize = 32 * 32 * 32;

/// Least extent of a tile in the direction in which it is cut: below, packing the operands for each tile
/// takes a noticeable part of the time.
const LEAST_TILE: usize = 128;
/// Tiles begin at multiples of this, which whole blocks of the library's registers fill.
const TILE_UNIT: usize = 48;
/// Tiles per thread, so that threads that come late find less to do.
const TILES_PER_THREAD: usize = 4;

/// A contraction for given dimensions, computed as matrix products: one for every point of `outer` and
/// every tile, over each point of `summed`.
#[derive(Debug)]
pub(crate) struct Gemm {
    /// Whether the elements are `f32`; otherwise they are `f64`.
    single: bool,
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
    /// Extents of a tile, and the number of tiles, in the directions `m` and `n`.
    tile: [usize; 2],
    tiles: [usize; 2],
    /// Tiles of all points of `outer`.
    all: usize,
}

impl Gemm {
    /// The library's part, if it should run. `threads` decides on tiles only, of which no element's value
    /// depends.
    pub(crate) fn new(
        contraction: &Contraction,
        dims: &[i64],
        contractions: Contractions,
        threads: usize,
    ) -> Option<Gemm> {
        // The library has no lesser instruction sets than the machine's.
        if contractions == Contractions::Kernels || !Isa::is_best() {
            return None;
        }
        let single = match contraction.dtype {
            DType::F32 => true,
            DType::F64 => false,
            _ => return None,
        };
        let mut axes = axes(contraction, dims)?;
        let (m, n, k) =
            (take(&mut axes, Role::M), take(&mut axes, Role::N), take(&mut axes, Role::K));
        let work = m.extent.saturating_mul(n.extent).saturating_mul(k.extent);
        let least = m.extent.min(n.extent).min(k.extent);
        let small = least < LEAST_EXTENT || work < LEAST_WORK;
        if contractions == Contractions::BySize && small {
            return None;
        }
        let (summed, outer): (Vec<_>, Vec<_>) = axes.into_iter().partition(|a| a.role == Role::K);
        let count = outer.iter().try_fold(1usize, |n, axis| n.checked_mul(axis.extent))?;
        let (mut tile, mut tiles) = ([m.extent, n.extent], [1, 1]);
        let wanted = if threads > 1 { threads.saturating_mul(TILES_PER_THREAD) } else { 1 };
        while count.saturating_mul(tiles[0] * tiles[1]) < wanted {
            let longer = usize::from(tile[1] > tile[0]);
            let half = tile[longer].div_ceil(2).next_multiple_of(TILE_UNIT);
            if half < LEAST_TILE || half >= tile[longer] {
                break;
            }
            tile[longer] = half;
            tiles[longer] = [m.extent, n.extent][longer].div_ceil(half);
        }
        Some(Gemm {
            single,
            left: position(&contraction.left, dims)?,
            right: position(&contraction.right, dims)?,
            out: usize::from(contraction.out),
            m,
            n,
            k,
            outer: outer.into(),
            summed: summed.into(),
            tile,
            tiles,
            all: count.checked_mul(tiles[0] * tiles[1])?,
        })
    }

    /// The number of tiles: independent parts of the work.
    pub(crate) fn tiles(&self) -> usize {
        self.all
    }

    /// Computes the tiles `begin..end`.
    ///
    /// # Safety
    /// The arguments must be those of the contraction's launch, for the same dimensions; nothing else may
    /// use the elements of these tiles, or write the operands, meanwhile.
    pub(crate) unsafe fn run(&self, args: &CpuArgs, begin: usize, end: usize) {
        for index in begin..end {
            // SAFETY: promised by the caller.
            unsafe {
                match self.single {
                    true => self.tile::<f32>(args, index, matrixmultiply::sgemm),
                    false => self.tile::<f64>(args, index, matrixmultiply::dgemm),
                }
            }
        }
    }

    /// # Safety
    /// As for [`Gemm::run`], with `T` the type of the elements.
    unsafe fn tile<T: Element>(&self, args: &CpuArgs, index: usize, product: Product<T>) {
        let (point, index) =
            (index / (self.tiles[0] * self.tiles[1]), index % (self.tiles[0] * self.tiles[1]));
        let (i, j) = (index / self.tiles[1] * self.tile[0], index % self.tiles[1] * self.tile[1]);
        let (rows, columns) =
            (self.tile[0].min(self.m.extent - i), self.tile[1].min(self.n.extent - j));
        let (mut left, mut right, mut out) = (self.left.1, self.right.1, 0);
        for (axis, at) in points(&self.outer, point) {
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
            let add = if step == 0 { T::ZERO } else { T::ONE };
            // SAFETY: the launch has these buffers, of this dtype. All positions that the axes step
            // through are elements of them, because the program's own kernel reads and writes the same
            // ones; no extent is 0, so the first position of each is one of them. The result is neither
            // operand and its elements differ from each other; others do not use them meanwhile.
            unsafe {
                let buffer = |k: usize, at: isize| (*args.buffers.add(k)).cast::<T>().offset(at);
                product(
                    rows,
                    self.k.extent,
                    columns,
                    T::ONE,
                    buffer(self.left.0, left),
                    self.m.left,
                    self.k.left,
                    buffer(self.right.0, right),
                    self.k.right,
                    self.n.right,
                    add,
                    buffer(self.out, out),
                    self.m.out,
                    self.n.out,
                );
            }
        }
    }
}

/// `matrixmultiply`'s products: `m, k, n, alpha, a, rsa, csa, b, rsb, csb, beta, c, rsc, csc`. With `beta`
/// 0 the result is not read.
type Product<T> = unsafe fn(
    usize,
    usize,
    usize,
    T,
    *const T,
    isize,
    isize,
    *const T,
    isize,
    isize,
    T,
    *mut T,
    isize,
    isize,
);

trait Element {
    const ZERO: Self;
    const ONE: Self;
}

impl Element for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
}

impl Element for f64 {
    const ZERO: f64 = 0.0;
    const ONE: f64 = 1.0;
}
