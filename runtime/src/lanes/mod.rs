//! The vectors that generated CPU kernels are written in: [`V`] has `W` values (lanes) side by side, one for each of
//! `W` neighbouring points of the parallel dimension; [`M`] is a mask with one bool per lane.
//!
//! A kernel is generic over `W`. It is compiled once for every instruction set, with the `W` that fills its registers.
//! Values that are equal in all lanes have `W = 1`. Operations on `f64` and `f32` in full registers are single
//! instructions, and comparisons of integers of these sizes are a few; everything else is a loop over lanes.
//!
//! # Safety
//! Functions choose their instruction set by the width of a vector:
//!
//! - 64 bytes of floats mean AVX-512; 32 bytes of floats mean AVX2, FMA and F16C.
//! - 32 bytes of integers or more mean AVX2; 32 lanes mean AVX-512.
//!
//! So functions that use an instruction set beyond the baseline are `unsafe`: a caller promises that the instruction
//! set of the width is present. Generated code uses these widths only inside functions that are compiled for these
//! sets, and the runtime calls such functions only if the sets are present. The traits whose methods do the work cannot
//! be named outside of this crate.

mod casts;
#[cfg(target_arch = "x86_64")]
mod columns;
#[cfg(target_arch = "x86_64")]
mod division;
mod element;
mod elementary;
mod exponential;
mod firsts;
mod float;
mod foreign;
mod half;
#[cfg(target_arch = "x86_64")]
mod integer;
mod kept;
mod lines;
mod mask;
mod memory;
mod near;
mod ops;
#[cfg(target_arch = "x86_64")]
mod pairs;
mod partial;
#[cfg(target_arch = "x86_64")]
mod quotients;
mod repeated;
mod row;
mod scratch;
#[cfg(target_arch = "x86_64")]
mod small;
mod turn;
mod wide;
mod wrapped;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use element::Lane;
pub(crate) use elementary::InLanes;
pub use elementary::{
    acos, acosh, asin, asinh, atan, atan2, atanh, cbrt, cos, cosh, erf, erfc, exp2, expm1, fmod,
    gamma, hypot, log_gamma, log1p, log2, log10, pow, sin, sinh, tan, tanh,
};
pub(crate) use exponential::Exponential;
pub use exponential::{exp, exp_or_zero, log};
pub use firsts::{Firsts, first_position};
pub use foreign::{bools, each_lane, instruction_set, mask};
pub use half::{round_bf16, round_f16, to_odd, widen_bf16, widen_f16};
pub use kept::Kept;
pub use lines::Lines;
pub use mask::M;
pub use memory::{
    Ahead, Joined, Local, across, afresh, ask_for_end, ask_for_read, ask_for_row, ask_for_written,
    fetch, fetch_row, finish_streams, from_bools, gather, gather_bool, gather_columns,
    gather_index, join_bool, last_of, load, load_alternate, load_bool, load_columns, load_index,
    load_neighbours, load_reversed, load_strided, load_strided_bool, load_strided_index, scatter,
    scatter_bool, splat, store, store_bool, store_columns, store_joined, store_neighbours,
    store_past, store_strided, store_strided_bool, stream,
};
pub use near::Near;
pub(crate) use ops::{Float, Special};
pub use ops::{
    abs, add, bit_not, cast, ceil, copysign, div, div_by, eq, extremum_across, floor, floor_div,
    fma, from_bool, gcd, ge, gt, iota, is_finite, is_inf, is_nan, le, lt, max, min, mul, mul_by,
    ne, neg, next_after, one_by_one, pair_by_pair, powi, rem, round, select, select_bool,
    select_eq, select_le, select_lt, shl, shr, sign, sqrt, sub, to_bool, trunc,
};
pub use partial::{first_lanes, load_first, load_first_bool, load_of_rows};
pub use repeated::load_repeated;
pub use row::{copy_row, fill_row};
pub use scratch::Scratch;
pub use turn::{turn, turn_past};
pub use wide::{bit_and, bit_or, bit_xor, mul_halves, upper_halves};
pub use wrapped::{common_divisor, next_rows_and_columns, quotients, remainders, rows_and_columns};

/// `W` values of one type.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct V<T, const W: usize>(pub [T; W]);

/// The array `[f(0), f(1), ...]`.
///
/// The standard library's ways to fill an array are a dozen functions deep, and in kernels of thousands of operations
/// all of them would be inlined for each operation. One lane is a separate case, because the version without vectors
/// would otherwise have a loop to unroll for each operation.
#[cfg_attr(optimised, inline(always))]
fn each<T: Copy, const W: usize>(f: impl Fn(usize) -> T) -> [T; W] {
    match W {
        1 => [f(0); W],
        _ => {
            let mut all = [f(0); W];
            let mut k = 1;
            while k < W {
                all[k] = f(k);
                k += 1;
            }
            all
        }
    }
}

#[cfg(test)]
mod tests;
