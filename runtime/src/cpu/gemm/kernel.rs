//! The kernel of products: a block of the result whose sums fill the registers.

use super::Update;
use super::pack::Vectors;
use super::register::Register;
use crate::cpu::prefetch::ask;
use std::array;

/// A few rows and columns of a product. Each kernel is compiled for one number of rows and of columns.
pub(super) struct Block<T> {
    /// The number of products that are summed for an element.
    pub(super) terms: usize,
    /// The rows of the left matrix, the elements from one row to the next, and those from one term to the next.
    pub(super) left: *const T,
    pub(super) left_row: isize,
    pub(super) left_step: isize,
    /// The columns of the right matrix, which lie side by side, and the elements from one term to the next.
    pub(super) right: *const T,
    pub(super) right_step: isize,
    /// The rows of the result, each in one piece, and the elements from one row to the next.
    pub(super) out: *mut T,
    pub(super) out_row: isize,
    /// The number of columns in the last register of a row.
    pub(super) last: usize,
    pub(super) update: Update,
}

/// # Safety
/// The matrices have these elements, and nothing else uses those of the result.
pub(super) type MicroKernel<T> = unsafe fn(&Block<T>);

/// The kernels for all numbers of rows and registers of a block.
pub(crate) struct Kernels<T: 'static> {
    /// Elements of a register.
    pub(super) lanes: usize,
    /// The kernels by the number of rows (from 1), by the number of registers per row (from 1), and by whether the last
    /// register is full.
    pub(super) table: &'static [&'static [[MicroKernel<T>; 2]]],
    /// [`Vectors::pack`] into panels with as many rows, or as many columns, as a block.
    pub(super) pack_left: unsafe fn(&Vectors<T>, *mut T),
    pub(super) pack_right: unsafe fn(&Vectors<T>, *mut T),
    /// [`Vectors::pack_parts`] for the left matrix, [`Vectors::pack_matrices`] for the right one.
    pub(super) pack_parts: unsafe fn(&Vectors<T>, *mut T),
    pub(super) pack_matrices: unsafe fn(&Vectors<T>, *mut T),
}

impl<T> Kernels<T> {
    /// The most rows of a block.
    pub(super) fn rows(&self) -> usize {
        self.table.len()
    }

    /// The most columns of a block.
    pub(super) fn columns(&self) -> usize {
        self.table[0].len() * self.lanes
    }

    /// The kernel for this number of rows and of columns.
    #[inline]
    pub(super) fn kernel(&self, rows: usize, columns: usize) -> MicroKernel<T> {
        let full = usize::from(columns.is_multiple_of(self.lanes));
        self.table[rows - 1][(columns - 1) / self.lanes][full]
    }
}

/// Defines the kernels for an instruction set. The arguments are: the name, the type of elements, that of registers,
/// the features, the numbers of registers per row and their total number of elements, and the numbers of rows.
macro_rules! compiled {
    ($name:ident, $type:ident, $register:ty, [$($features:literal)?], $columns:tt = $width:literal, $($rows:literal)* = $height:literal) => {
        pub(super) static $name: $crate::cpu::gemm::kernel::Kernels<$type> = {
            use $crate::cpu::gemm::kernel::{Block, Kernels};
            use $crate::cpu::gemm::pack::Vectors;
            use $crate::cpu::gemm::register::Register;

            $(#[target_feature(enable = $features)])?
            unsafe fn pack<const WIDTH: usize>(vectors: &Vectors<$type>, to: *mut $type) {
                // SAFETY: promised by the caller, as for all below.
                unsafe { vectors.pack::<WIDTH>(to) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn pack_parts<const WIDTH: usize>(vectors: &Vectors<$type>, to: *mut $type) {
                // SAFETY: see above.
                unsafe { vectors.pack_parts::<WIDTH>(to) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn pack_matrices<const WIDTH: usize>(
                vectors: &Vectors<$type>,
                to: *mut $type,
            ) {
                // SAFETY: see above.
                unsafe { vectors.pack_matrices::<WIDTH>(to) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn kernel<const ROWS: usize, const REGISTERS: usize, const FULL: bool>(
                block: &Block<$type>,
            ) {
                // SAFETY: see above.
                unsafe { $crate::cpu::gemm::kernel::run::<$register, ROWS, REGISTERS, FULL>(block) }
            }

            Kernels {
                lanes: <$register as Register>::LANES,
                table: &[$(compiled!(row $rows $columns)),*],
                pack_left: pack::<$height>,
                pack_right: pack::<$width>,
                pack_parts: pack_parts::<$height>,
                pack_matrices: pack_matrices::<$width>,
            }
        };
    };
    (row $rows:literal [$($registers:literal)*]) => {
        &[$([kernel::<$rows, $registers, false>, kernel::<$rows, $registers, true>]),*]
    };
}
pub(super) use compiled;

/// The number of terms per pass of the loop in which all positions are constants.
const UNROLLED: usize = 4;

/// Adds a term to the sums: the products of the elements of the rows and those of the columns.
///
/// # Safety
/// There must be as many elements, and the instruction set of the register.
#[cfg_attr(optimised, inline(always))]
unsafe fn add<V: Register, const ROWS: usize, const REGISTERS: usize>(
    sums: &mut [[V; REGISTERS]; ROWS],
    rows: *const V::Element,
    row: isize,
    columns: [V; REGISTERS],
) {
    for (i, sums) in sums.iter_mut().enumerate() {
        // SAFETY: promised by the caller.
        unsafe {
            let factor = V::splat(rows.offset(i as isize * row));
            for (sum, column) in sums.iter_mut().zip(columns) {
                *sum = factor.fma(column, *sum);
            }
        }
    }
}

/// # Safety
/// As for [`MicroKernel`], and there has to be the instruction set of the register.
#[cfg_attr(optimised, inline(always))]
pub(super) unsafe fn run<
    V: Register,
    const ROWS: usize,
    const REGISTERS: usize,
    const FULL: bool,
>(
    block: &Block<V::Element>,
) {
    // SAFETY: promised by the caller.
    unsafe {
        let first = V::first(block.last);
        let is_part = |v: usize| !FULL && v + 1 == REGISTERS;
        let load = |from: *const V::Element, v: usize| match is_part(v) {
            true => V::load_first(from, first),
            false => V::load(from),
        };
        let mut sums = [[V::zero(); REGISTERS]; ROWS];
        for i in 0..ROWS {
            ask(block.out.wrapping_offset(i as isize * block.out_row));
            ask(block
                .out
                .wrapping_offset(i as isize * block.out_row)
                .wrapping_add(REGISTERS * V::LANES - 1));
        }
        let (mut left, mut right) = (block.left, block.right);
        let mut terms = block.terms;
        let width = REGISTERS * V::LANES;
        // If both matrices are copies, all positions are constants, and the processor has only sums to compute.
        let constant = block.left_row == 1
            && (block.left_step, block.right_step) == (ROWS as isize, width as isize);
        if FULL && constant {
            while terms >= UNROLLED {
                for k in 0..UNROLLED {
                    let columns = array::from_fn(|v| V::load(right.add(k * width + v * V::LANES)));
                    add(&mut sums, left.add(k * ROWS), 1, columns);
                }
                left = left.wrapping_add(UNROLLED * ROWS);
                right = right.wrapping_add(UNROLLED * width);
                terms -= UNROLLED;
            }
        }
        for _ in 0..terms {
            let columns = array::from_fn(|v| load(right.add(v * V::LANES), v));
            match block.left_row {
                1 => add(&mut sums, left, 1, columns),
                row => add(&mut sums, left, row, columns),
            }
            // Wrapping, because after the last term the position may be outside of the array.
            left = left.wrapping_offset(block.left_step);
            right = right.wrapping_offset(block.right_step);
        }
        for (i, sums) in sums.iter().enumerate() {
            for (v, sum) in sums.iter().enumerate() {
                let out = block.out.offset(i as isize * block.out_row).add(v * V::LANES);
                let value = match block.update {
                    Update::Set => *sum,
                    Update::Add => load(out, v).add(*sum),
                    Update::Subtract => load(out, v).sub(*sum),
                };
                match is_part(v) {
                    true => value.store_first(out, block.last),
                    false => value.store(out),
                }
            }
        }
    }
}
