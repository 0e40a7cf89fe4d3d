//! Random numbers as functions of a key: equal keys give equal numbers on every device.
//!
//! A key is any `u64`, which the caller usually passes as an argument. Element `i` of an array, in row-major
//! order, depends on the key and on `i` alone: it is made of Philox4x32-10 of the counter `i` (Salmon et al.,
//! "Parallel random numbers: as easy as 1, 2, 3", 2011). Two draws with one key are therefore related;
//! [`split`] and [`fold_in`] derive further keys.
//!
//! ```text
//! let keys = random.split(key);
//! let x = random.normal(keys[0], [f64; E, N]);
//! let dropped = random.uniform(keys[1], [f64; E, N]) < 0.1;
//! ```

use super::{Array, Sizes, Type};

functions! {
    /// The key of a seed: its bits.
    ///
    /// Shape as `seed`, integers; dtype u64.
    fn key(seed: Array);

    /// The keys that `key` and each of the integers `data` make, such as the number of a time step.
    ///
    /// `key` is one u64. Shape as `data`; dtype u64.
    fn fold_in(key: Array, data: Array);

    /// `num` keys: those of [`fold_in`] for `0..num`.
    ///
    /// `key` is one u64. Shape: `[num]`; dtype u64.
    fn split(key: Array, num: Sizes);

    /// Random bits: every integer of the dtype is as probable as any other.
    ///
    /// `key` is one u64. Shape and dtype (an integer) of the type: `[u32; N]`.
    fn bits(key: Array, array: Type);

    /// Numbers that are uniformly distributed from `low` up to, but without, `high`: multiples of 2^-53 (f32:
    /// 2^-24) of the distance between them. (Rounding may reach a `high` other than 1.)
    ///
    /// `key` is one u64. Shape and dtype (a float) of the type, `[f64; N]`, to which `low` and `high` broadcast.
    /// NumPy: `random.Generator.uniform`, with other numbers.
    fn uniform(key: Array, array: Type, low: Array, high: Array);

    /// Normally distributed numbers of mean `loc` and standard deviation `scale`, by Box and Muller's
    /// method: up to 8.5 standard deviations from the mean (f32: 6.7).
    ///
    /// `key` is one u64. Shape and dtype (a float) of the type, `[f64; N]`, to which `loc` and `scale` broadcast.
    /// NumPy: `random.Generator.normal`, with other numbers.
    fn normal(key: Array, array: Type, loc: Array, scale: Array);

    /// Integers from `low` up to, but without, `high`; none is more probable than another by a part of 2^-32.
    ///
    /// `key` is one u64. Shape and dtype (an integer) of the type, `[i64; N]`, to which `low` and `high`
    /// broadcast. An error at the call unless `low < high`. NumPy: `random.Generator.integers`, with
    /// other numbers.
    fn integers(key: Array, array: Type, low: Array, high: Array);
}
