//! Matrix products for AVX2 and AVX-512, of `f32`, `f64` and complex numbers.
//!
//! The method is that of Goto and van de Geijn: a block of the result whose sums fill the registers (`kernel`), along
//! which a part of the right matrix stays in the first cache and a part of the left one in the second. Parts
//! are copied into the order in which the kernel reads them (`pack`), unless they are small, or read too seldom for that to pay.
//! Complex numbers are pairs in memory, so their product is a real one: of the left matrix as it is, with twice as many
//! terms, and of the right one with `[[re, im], [-im, re]]` for each element, which only the copy knows.
//!
//! An element is one chain of fused multiplications and additions, cut after each `depth` terms: it depends on neither the
//! block it is in nor the part of a matrix that a call computes.

mod kernel;
mod pack;
mod register;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::buffer::Buffer;
use crate::cpu::isa::Isa;
use crate::plan::Numbers;
use kernel::{Block, Kernels};
use pack::Vectors;
use std::cell::Cell;
use std::mem::MaybeUninit;
use std::ops::{Add, Neg};

/// Elements of matrices: `f32` and `f64`.
pub(crate) trait Element:
    Copy + Send + Sync + Add<Output = Self> + Neg<Output = Self> + 'static
{
    /// For this instruction set, if it has some.
    fn kernels(isa: Isa) -> Option<&'static Kernels<Self>>;
    /// What becomes of products by `matrixmultiply`.
    const FOREIGN: Foreign<Self>;
}

/// `matrixmultiply`'s products, `alpha * a @ b + beta * c`: `m, k, n, alpha, a, rsa, csa, b, rsb, csb, beta, c, rsc, csc`. With
/// `beta` 0 the result is not read.
type ForeignProduct<T> = unsafe fn(
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

/// A product by `matrixmultiply`, and the numbers 0 and 1.
pub(crate) struct Foreign<T> {
    product: ForeignProduct<T>,
    zero: T,
    one: T,
}

/// What becomes of the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    Set,
    Add,
    Subtract,
}

/// A matrix: elements from one row, and one column, to the next, parts of complex numbers each counting as one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strided<P> {
    pub(crate) start: P,
    pub(crate) row: isize,
    pub(crate) column: isize,
}

/// `out = left @ right`, or added to it, or subtracted from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product<T> {
    pub(crate) rows: usize,
    pub(crate) terms: usize,
    pub(crate) columns: usize,
    pub(crate) numbers: Numbers,
    pub(crate) left: Strided<*const T>,
    pub(crate) right: Strided<*const T>,
    /// Of complex numbers, those of a row must lie side by side.
    pub(crate) out: Strided<*mut T>,
    pub(crate) update: Update,
    /// Of [`depth`].
    pub(crate) depth: usize,
}

/// Rows of the left matrix that are copied together: they fit the second cache.
const ROWS: usize = 96;
/// Columns of the right matrix that are copied together.
const COLUMNS: usize = 1008;
/// Terms after which sums are cut: a panel of the right matrix fits the first cache.
const TERMS: usize = 256;
/// The same where rows are so few that copies would not pay: what is read of a row of the right matrix is read in one
/// piece.
const FEW_ROWS: usize = 16;
const FEW_TERMS: usize = 64;

/// Least multiplications of a tile: fewer are not worth a thread's attention.
const TILE_WORK: usize = 200_000;
/// Tiles begin at multiples of this, which whole blocks of the library's registers fill.
pub(crate) const TILE_UNIT: usize = 24;
/// Tiles per thread, so that threads that come late find less to do. What a tile reads is copied for it alone, so more of
/// them are more copies.
const TILES_PER_THREAD: usize = 2;

/// Elements of the largest block.
const LARGEST: usize = 8 * 48;

/// Elements of a part of the right matrix that the first cache holds beside others.
const NEAR: usize = 16 << 10;

/// How many real terms of an element are summed before the result is touched: a part of equal size of all `terms`.
/// It has to be that of the whole product, where a call computes a part of one.
pub(crate) fn depth(rows: usize, terms: usize, numbers: Numbers) -> usize {
    let terms = terms.saturating_mul(parts(numbers));
    let most = if rows < FEW_ROWS { FEW_TERMS } else { TERMS };
    terms.div_ceil(terms.div_ceil(most).max(1)).next_multiple_of(4).max(4)
}

/// Rows and columns of the tiles in which some threads compute as many products of these rows, columns and terms. The last
/// tiles may be smaller; no element's value depends on them.
pub(crate) fn tile(
    extents: [usize; 2],
    terms: usize,
    products: usize,
    threads: usize,
) -> [usize; 2] {
    let (mut tile, mut tiles) = (extents, products);
    let wanted = if threads > 1 { threads.saturating_mul(TILES_PER_THREAD) } else { 1 };
    while tiles < wanted {
        let longer = usize::from(tile[1] > tile[0]);
        let half = tile[longer].div_ceil(2).next_multiple_of(TILE_UNIT);
        let work = half.saturating_mul(tile[1 - longer]).saturating_mul(terms);
        if work < TILE_WORK || half >= tile[longer] {
            break;
        }
        tile[longer] = half;
        let across = [0, 1].map(|k: usize| extents[k].div_ceil(tile[k]));
        tiles = products.saturating_mul(across[0] * across[1]);
    }
    tile
}

/// Whether there are kernels for the selected instruction set.
pub(crate) fn is_available() -> bool {
    f64::kernels(Isa::selected()).is_some()
}

/// Elements that a number is.
fn parts(numbers: Numbers) -> usize {
    match numbers {
        Numbers::Real => 1,
        Numbers::Complex => 2,
    }
}

impl<T: Element> Product<T> {
    /// Computes it.
    ///
    /// # Safety
    /// The matrices must have these elements, and nothing else may use those of the result, or write the others, meanwhile.
    /// Unless [`is_available`], they must be real numbers.
    pub(crate) unsafe fn run(&self) {
        // Without optimisation every instruction of a kernel is a call; `matrixmultiply` suffers less.
        let wants_own = cfg!(optimised) || self.numbers != Numbers::Real || !Isa::is_best();
        // SAFETY: promised by the caller; the instruction set is present.
        unsafe {
            match T::kernels(Isa::selected()) {
                Some(kernels) if wants_own => self.run_with(kernels),
                _ => self.run_foreign(),
            }
        }
    }

    /// Computes it by `matrixmultiply`.
    ///
    /// # Safety
    /// As for [`Product::run`].
    unsafe fn run_foreign(&self) {
        let Foreign { product, zero, one } = T::FOREIGN;
        let (alpha, beta) = match self.update {
            Update::Set => (one, zero),
            Update::Add => (one, one),
            Update::Subtract => (-one, one),
        };
        let Product { rows, terms, columns, left: a, right: b, out: c, .. } = *self;
        // SAFETY: promised by the caller.
        unsafe {
            product(
                rows, terms, columns, alpha, a.start, a.row, a.column, b.start, b.row, b.column,
                beta, c.start, c.row, c.column,
            );
        }
    }

    /// # Safety
    /// As for [`Product::run`], and there has to be the kernels' instruction set.
    unsafe fn run_with(&self, kernels: &Kernels<T>) {
        let parts = parts(self.numbers);
        let (terms, columns) = (self.terms * parts, self.columns * parts);
        let block = [kernels.rows(), kernels.columns()];
        let width = COLUMNS / block[1] * block[1];
        let height = ROWS / block[0] * block[0];
        let depth = self.depth.min(terms);
        let packs_left = self.packs_left(block);
        let packs_right = self.packs_right(block);
        let left_len =
            if packs_left { self.rows.min(height).next_multiple_of(block[0]) * depth } else { 0 };
        let right_len =
            if packs_right { columns.min(width).next_multiple_of(block[1]) * depth } else { 0 };
        let left_len = left_len.next_multiple_of(64 / size_of::<T>());
        with_memory((left_len + right_len) * size_of::<T>(), |memory| {
            let left_memory = memory.cast::<T>();
            let right_memory = left_memory.wrapping_add(left_len);
            for column in (0..columns).step_by(width) {
                let columns = width.min(columns - column);
                for term in (0..terms).step_by(depth) {
                    let depth = depth.min(terms - term);
                    // SAFETY: promised by the caller; the memory was asked for.
                    unsafe {
                        let right = match packs_right {
                            true => self.packed_right(
                                kernels,
                                [column, columns],
                                [term, depth],
                                right_memory,
                            ),
                            false => self.plain_right(column, term),
                        };
                        for row in (0..self.rows).step_by(height) {
                            let rows = height.min(self.rows - row);
                            let left = match packs_left {
                                true => self.packed_left(
                                    kernels,
                                    [row, rows],
                                    [term, depth],
                                    left_memory,
                                ),
                                false => self.plain_left(row, term),
                            };
                            self.blocks(
                                kernels,
                                [row, rows],
                                [column, columns],
                                [term, depth],
                                left,
                                right,
                            );
                        }
                    }
                }
            }
        });
    }

    /// Whether the left matrix is copied.
    fn packs_left(&self, [_, columns]: [usize; 2]) -> bool {
        let plain = self.numbers == Numbers::Real || self.left.column == 2;
        !plain || self.columns * parts(self.numbers) > 16 * columns
    }

    /// Whether the right matrix is copied.
    fn packs_right(&self, [rows, _]: [usize; 2]) -> bool {
        let plain = self.numbers == Numbers::Real && self.right.column == 1;
        !plain || self.rows > 8 * rows && self.terms * self.columns * size_of::<T>() > NEAR
    }

    /// Where the kernel reads the left matrix itself.
    ///
    /// # Safety
    /// As for [`Product::run`]; the row and the term must be of the product.
    unsafe fn plain_left(&self, row: usize, term: usize) -> Part<T> {
        // Terms that are pairs lie side by side here.
        let step = if self.numbers == Numbers::Real { self.left.column } else { 1 };
        // SAFETY: promised by the caller.
        let start =
            unsafe { self.left.start.offset(row as isize * self.left.row + term as isize * step) };
        Part { start, vector: self.left.row, step, panel: self.left.row }
    }

    /// Where the kernel reads the right matrix itself.
    ///
    /// # Safety
    /// As for [`Product::run`]; the column and the term must be of the product.
    unsafe fn plain_right(&self, column: usize, term: usize) -> Part<T> {
        // SAFETY: promised by the caller.
        let start =
            unsafe { self.right.start.offset(column as isize + term as isize * self.right.row) };
        Part { start, vector: 1, step: self.right.row, panel: 1 }
    }

    /// A copy of a part of the left matrix.
    ///
    /// # Safety
    /// As for [`Product::run_with`]; the rows and terms must be of the product, and the memory writable for whole panels of
    /// them.
    unsafe fn packed_left(
        &self,
        kernels: &Kernels<T>,
        [row, count]: [usize; 2],
        [term, depth]: [usize; 2],
        memory: *mut T,
    ) -> Part<T> {
        let parts = parts(self.numbers);
        let (stride, step) = (self.left.row, self.left.column);
        // SAFETY: promised by the caller.
        unsafe {
            let from =
                self.left.start.offset(row as isize * stride + (term / parts) as isize * step);
            let vectors = Vectors { from, count, stride, terms: depth / parts, step };
            match self.numbers {
                Numbers::Complex if step != 2 => (kernels.pack_parts)(&vectors, memory),
                Numbers::Complex => {
                    (kernels.pack_left)(&Vectors { terms: depth, step: 1, ..vectors }, memory);
                }
                Numbers::Real => (kernels.pack_left)(&vectors, memory),
            }
        }
        Part { start: memory, vector: 1, step: kernels.rows() as isize, panel: depth as isize }
    }

    /// A copy of a part of the right matrix.
    ///
    /// # Safety
    /// As for [`Product::run_with`]; the columns and terms must be of the product, and the memory writable for whole panels of
    /// them.
    unsafe fn packed_right(
        &self,
        kernels: &Kernels<T>,
        [column, count]: [usize; 2],
        [term, depth]: [usize; 2],
        memory: *mut T,
    ) -> Part<T> {
        let parts = parts(self.numbers);
        let (stride, step) = (self.right.column, self.right.row);
        // SAFETY: promised by the caller.
        unsafe {
            let from = self
                .right
                .start
                .offset((column / parts) as isize * stride + (term / parts) as isize * step);
            let vectors =
                Vectors { from, count: count / parts, stride, terms: depth / parts, step };
            match self.numbers {
                Numbers::Real => (kernels.pack_right)(&vectors, memory),
                Numbers::Complex => (kernels.pack_matrices)(&vectors, memory),
            }
        }
        Part { start: memory, vector: 1, step: kernels.columns() as isize, panel: depth as isize }
    }

    /// Sums some terms of the elements in some rows and columns, block by block.
    ///
    /// # Safety
    /// As for [`Product::run_with`]; the rows, columns and terms must be of the product, and of both parts.
    unsafe fn blocks(
        &self,
        kernels: &Kernels<T>,
        [row, rows]: [usize; 2],
        [column, columns]: [usize; 2],
        [term, depth]: [usize; 2],
        left: Part<T>,
        right: Part<T>,
    ) {
        let (most_rows, most_columns) = (kernels.rows(), kernels.columns());
        let update = match self.update {
            Update::Set if term > 0 => Update::Add,
            update => update,
        };
        let parts = parts(self.numbers) as isize;
        let plain = self.out.column == parts || columns == 1;
        for j in (0..columns).step_by(most_columns) {
            let width = most_columns.min(columns - j);
            for i in (0..rows).step_by(most_rows) {
                let height = most_rows.min(rows - i);
                let kernel = kernels.kernel(height, width);
                // SAFETY: promised by the caller.
                unsafe {
                    let out = self.out.start.offset(
                        (row + i) as isize * self.out.row
                            + (column + j) as isize * self.out.column / parts,
                    );
                    let mut block = Block {
                        terms: depth,
                        left: left.start.offset(i as isize * left.panel),
                        left_row: left.vector,
                        left_step: left.step,
                        right: right.start.offset(j as isize * right.panel),
                        right_step: right.step,
                        out,
                        out_row: self.out.row,
                        last: width - (width - 1) / kernels.lanes * kernels.lanes,
                        update,
                    };
                    if plain {
                        kernel(&block);
                        continue;
                    }
                    let mut memory = [const { MaybeUninit::<T>::uninit() }; LARGEST];
                    block.out = memory.as_mut_ptr().cast();
                    block.out_row = width as isize;
                    block.update = Update::Set;
                    kernel(&block);
                    for (k, value) in memory[..height * width].iter().enumerate() {
                        let value = value.assume_init();
                        let out = out.offset(
                            (k / width) as isize * self.out.row
                                + (k % width) as isize * self.out.column,
                        );
                        out.write(match update {
                            Update::Set => value,
                            Update::Add => *out + value,
                            Update::Subtract => *out + -value,
                        });
                    }
                }
            }
        }
    }
}

/// A part of a matrix as the kernel reads it.
#[derive(Clone, Copy)]
struct Part<T> {
    start: *const T,
    /// Elements from one row (of the left matrix) or column (of the right one) to the next,
    vector: isize,
    /// and from one term to the next.
    step: isize,
    /// Elements to the panel of vectors that begins with a vector, for each vector before.
    panel: isize,
}

/// Memory that a thread keeps for its copies: at most that of the largest parts.
fn with_memory(bytes: usize, run: impl FnOnce(*mut u8)) {
    thread_local! {
        static KEPT: Cell<Option<Buffer>> = const { Cell::new(None) };
    }
    if bytes == 0 {
        return run(std::ptr::null_mut());
    }
    // While a thread ends, it keeps nothing.
    let kept = KEPT.try_with(Cell::take).ok().flatten();
    let buffer = kept.filter(|buffer| buffer.bytes() >= bytes);
    let buffer = buffer.unwrap_or_else(|| Buffer::uninit_or_abort(bytes));
    run(buffer.pointer());
    let _ = KEPT.try_with(|kept| kept.set(Some(buffer)));
}

macro_rules! element {
    ($type:ident, $avx2:ident, $avx512:ident, $foreign:path) => {
        impl Element for $type {
            const FOREIGN: Foreign<$type> = Foreign { product: $foreign, zero: 0.0, one: 1.0 };

            fn kernels(isa: Isa) -> Option<&'static Kernels<$type>> {
                match isa {
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx512 => Some(&x86::$avx512),
                    #[cfg(target_arch = "x86_64")]
                    Isa::Avx2 => Some(&x86::$avx2),
                    _ => None,
                }
            }
        }
    };
}

element!(f32, AVX2_F32, AVX512_F32, matrixmultiply::sgemm);
element!(f64, AVX2_F64, AVX512_F64, matrixmultiply::dgemm);
