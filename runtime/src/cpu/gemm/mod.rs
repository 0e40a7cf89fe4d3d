//! Matrix products for AVX2 and AVX-512, of `f32`, `f64` and complex numbers.
//!
//! The method is that of Goto and van de Geijn. The kernel (`kernel`) computes a block of the result whose sums fill
//! the registers. Meanwhile a part of the right matrix stays in the first cache, and a part of the left matrix in the
//! second. Parts are copied into the order in which the kernel reads them (`pack`), unless they are small, or are read
//! too seldom for a copy to pay.
//!
//! Complex numbers are pairs in memory, so a product of complex matrices is computed as a real product. The left matrix
//! is taken as it is, with twice as many terms. In the right matrix each element becomes `[[re, im], [-im, re]]`, which
//! exists only in the copy.
//!
//! An element is one chain of fused multiplications and additions, cut after each `depth` terms. So it depends neither
//! on its block nor on the part of a matrix that a call computes.

mod kernel;
mod pack;
mod register;
#[cfg(test)]
mod tests;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::buffer::Buffer;
use crate::cpu::isa::Isa;
use crate::cpu::prefetch::ask;
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
    /// The kernels for this instruction set, if there are any.
    fn kernels(isa: Isa) -> Option<&'static Kernels<Self>>;
    /// The product by `matrixmultiply`.
    const FOREIGN: Foreign<Self>;
}

/// A product of `matrixmultiply`: `c = alpha * a @ b + beta * c`. The arguments are
/// `m, k, n, alpha, a, rsa, csa, b, rsb, csb, beta, c, rsc, csc`. If `beta` is 0, `c` is not read.
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

/// What is done with the product: it is stored, added to the result, or subtracted from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Update {
    Set,
    Add,
    Subtract,
}

/// A matrix: its start, and the elements from one row to the next and from one column to the next. Each part of a
/// complex number counts as one element.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strided<P> {
    pub(crate) start: P,
    pub(crate) row: isize,
    pub(crate) column: isize,
}

/// A product `left @ right`, which is stored in `out`, added to it, or subtracted from it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product<T> {
    pub(crate) rows: usize,
    pub(crate) terms: usize,
    pub(crate) columns: usize,
    pub(crate) numbers: Numbers,
    pub(crate) left: Strided<*const T>,
    pub(crate) right: Strided<*const T>,
    /// The result. If its numbers are complex, those of a row must lie side by side.
    pub(crate) out: Strided<*mut T>,
    pub(crate) update: Update,
    /// The number of terms that [`depth`] gives.
    pub(crate) depth: usize,
    /// Whose right matrix this is, if other products that this thread computes have the same one.
    pub(crate) shared: Option<RightMatrix>,
}

/// Tells a right matrix from all others, of which a thread may have kept a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RightMatrix {
    /// A number that only the products during which the matrix stays as it is have in common.
    pub(crate) time: u64,
    /// Tells the matrices of one time apart.
    pub(crate) number: usize,
}

/// The rows of the left matrix that are copied together. They fit the second cache.
const ROWS: usize = 96;
/// Columns of the right matrix that are copied together.
const COLUMNS: usize = 1008;
/// The terms after which sums are cut, so that a panel of the right matrix fits the first cache.
const TERMS: usize = 256;
/// The same for fewer rows than `FEW_ROWS`, where copies would not pay. With fewer terms, the pieces of rows in which
/// the right matrix is read are longer.
const FEW_ROWS: usize = 16;
const FEW_TERMS: usize = 64;

/// The least number of multiplications of a tile. Fewer are not worth a thread's attention.
const TILE_WORK: usize = 200_000;
/// The block of `matrixmultiply`, about.
const FOREIGN_BLOCK: [usize; 2] = [8, 8];
/// The number of tiles per thread. It is more than 1, so that threads that come late leave work to others. It is small,
/// because parts of matrices are copied for each tile separately.
const TILES_PER_THREAD: usize = 2;

/// The number of elements of the largest block.
const LARGEST: usize = 8 * 48;

/// The number of elements of a part of the right matrix that the first cache holds beside other things.
const NEAR: usize = 16 << 10;

/// The number of real terms of an element that are summed before the result is touched. It divides all `terms` into
/// parts of about equal size. A call that computes a part of a product needs the depth of the whole product.
pub(crate) fn depth(rows: usize, terms: usize, numbers: Numbers) -> usize {
    let terms = terms.saturating_mul(parts(numbers));
    let most = if rows < FEW_ROWS { FEW_TERMS } else { TERMS };
    terms.div_ceil(terms.div_ceil(most).max(1)).next_multiple_of(4).max(4)
}

/// The rows and the columns of the largest block whose sums fill the registers. Tiles are multiples of them, so that such
/// blocks fill the tiles: a smaller block takes nearly as long.
pub(crate) fn block<T: Element>() -> [usize; 2] {
    let kernels = T::kernels(Isa::selected());
    kernels.map_or(FOREIGN_BLOCK, |kernels| [kernels.rows(), kernels.columns()])
}

/// The rows and the columns of the tiles, of whole `block`s, in which `threads` threads compute `products` products of
/// these extents. The last tiles may be smaller. No value of an element depends on tiles.
pub(crate) fn tile(
    extents: [usize; 2],
    terms: usize,
    products: usize,
    threads: usize,
    block: [usize; 2],
) -> [usize; 2] {
    let (mut tile, mut tiles) = (extents, products);
    let wanted = if threads > 1 { threads.saturating_mul(TILES_PER_THREAD) } else { 1 };
    while tiles < wanted {
        let longer = usize::from(tile[1] > tile[0]);
        let half = tile[longer].div_ceil(2).next_multiple_of(block[longer]);
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

/// The number of elements that a number consists of.
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
    /// The matrices must have these elements, and nothing else may use those of the result, or write the others,
    /// meanwhile. Unless [`is_available`], they must be real numbers.
    pub(crate) unsafe fn run(&self) {
        // Without optimisation every instruction of a kernel is a call, and `matrixmultiply` suffers less from that.
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
    /// As for [`Product::run`]; the instruction set of the kernels must be present.
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
        // A copy that others use, too, lies at the same place for all numbers of rows.
        let right_len = right_len.next_multiple_of(64 / size_of::<T>());
        let is_one = packs_right && columns <= width && terms <= depth;
        let shared = self.shared.filter(|_| is_one);
        with_memory((right_len + left_len) * size_of::<T>(), shared, |memory, has_right| {
            let right_memory = memory.cast::<T>();
            let left_memory = right_memory.wrapping_add(right_len);
            for column in (0..columns).step_by(width) {
                let columns = width.min(columns - column);
                for term in (0..terms).step_by(depth) {
                    let depth = depth.min(terms - term);
                    // SAFETY: promised by the caller; the memory was asked for.
                    unsafe {
                        let right = match packs_right {
                            true if has_right => kept_right(kernels, depth, right_memory),
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
                            let last = column + columns == self.columns * parts;
                            let plain = !packs_left && self.left.column == 1;
                            let next = height.min(self.rows - row - rows);
                            let ahead = (last && plain && next > 0).then(|| {
                                let blocks = rows.div_ceil(block[0]) * columns.div_ceil(block[1]);
                                Ahead::new(&left, [next, depth], rows, blocks)
                            });
                            self.blocks(
                                kernels,
                                [row, rows],
                                [column, columns],
                                [term, depth],
                                (left, ahead),
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

    /// The part of the left matrix from this row and term on, to be read from the matrix itself.
    ///
    /// # Safety
    /// As for [`Product::run`]; the row and the term must be of the product.
    unsafe fn plain_left(&self, row: usize, term: usize) -> Part<T> {
        // The two parts of a complex number are two terms that lie side by side.
        let step = if self.numbers == Numbers::Real { self.left.column } else { 1 };
        // SAFETY: promised by the caller.
        let start =
            unsafe { self.left.start.offset(row as isize * self.left.row + term as isize * step) };
        Part { start, vector: self.left.row, step, panel: self.left.row }
    }

    /// The part of the right matrix from this column and term on, to be read from the matrix itself.
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
    /// As for [`Product::run_with`]; the rows and terms must be of the product, and the memory writable for whole
    /// panels of them.
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
    /// As for [`Product::run_with`]; the columns and terms must be of the product, and the memory writable for whole
    /// panels of them.
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
        kept_right(kernels, depth, memory)
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
        (left, mut ahead): (Part<T>, Option<Ahead<T>>),
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
                if let Some(ahead) = &mut ahead {
                    ahead.ask();
                }
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

/// A part of the right matrix with this many terms, of which memory has a copy.
fn kept_right<T>(kernels: &Kernels<T>, depth: usize, memory: *const T) -> Part<T> {
    Part { start: memory, vector: 1, step: kernels.columns() as isize, panel: depth as isize }
}

/// A part of a matrix, as the kernel reads it.
#[derive(Clone, Copy)]
struct Part<T> {
    start: *const T,
    /// The elements from one row (of the left matrix) or column (of the right one) to the next.
    vector: isize,
    /// The elements from one term to the next.
    step: isize,
    /// The position of the panel that begins with vector `k` is `k` times this.
    panel: isize,
}

/// The part of the left matrix that comes after the one that is multiplied, if both are read from the matrix itself. It
/// is loaded meanwhile, a few cache lines with each block: the matrix may be in memory, and a part of it is
/// multiplied in less time than it takes to load.
struct Ahead<T> {
    /// The next cache line.
    at: *const T,
    /// The cache lines of a row that are left, and those of each row.
    left: usize,
    lines: usize,
    /// The elements from the last line of a row to the first one of the next.
    step: isize,
    /// The lines that are asked for with each block.
    each: usize,
}

impl<T> Ahead<T> {
    const LINE: usize = 64 / size_of::<T>();

    /// What comes after `rows` rows of a part: `height` rows with some terms, asked for with a number of blocks.
    fn new(left: &Part<T>, [height, terms]: [usize; 2], rows: usize, blocks: usize) -> Ahead<T> {
        // Rows side by side are one row.
        let one = left.panel == terms as isize;
        let (height, terms) = if one { (1, height * terms) } else { (height, terms) };
        let lines = terms.div_ceil(Self::LINE) + 1;
        Ahead {
            at: left.start.wrapping_offset(rows as isize * left.panel),
            left: lines,
            lines,
            step: left.panel - ((lines - 1) * Self::LINE) as isize,
            each: (height * lines).div_ceil(blocks.max(1)),
        }
    }

    #[inline]
    fn ask(&mut self) {
        for _ in 0..self.each {
            ask(self.at);
            self.left -= 1;
            if self.left == 0 {
                self.left = self.lines;
                self.at = self.at.wrapping_offset(self.step);
            } else {
                self.at = self.at.wrapping_add(Self::LINE);
            }
        }
    }
}

/// What a thread keeps: memory for copies, and the right matrix of which it has a copy, if that is known.
struct Kept {
    buffer: Buffer,
    right: Option<RightMatrix>,
}

/// Calls `run` with memory for copies, which the thread keeps, and with whether it begins with a copy of the right
/// matrix. If `right` is given, it does so after the call. The thread keeps at most the memory of the largest parts.
fn with_memory(bytes: usize, right: Option<RightMatrix>, run: impl FnOnce(*mut u8, bool)) {
    thread_local! {
        static KEPT: Cell<Option<Kept>> = const { Cell::new(None) };
    }
    if bytes == 0 {
        return run(std::ptr::null_mut(), false);
    }
    // A thread that is ending keeps nothing.
    let kept = KEPT.try_with(Cell::take).ok().flatten();
    let kept = kept.filter(|kept| kept.buffer.bytes() >= bytes);
    let kept = kept.unwrap_or_else(|| Kept { buffer: Buffer::uninit_or_abort(bytes), right: None });
    run(kept.buffer.pointer(), right.is_some() && kept.right == right);
    let _ = KEPT.try_with(|all| all.set(Some(Kept { right, ..kept })));
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
