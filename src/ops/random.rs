// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.

use super::*;

functions! {
    /// The key of a seed: its bits.
    ///
    /// ```text
    /// random.key(seed)
    /// ```
    ///
    /// Shape as `seed`, integers; dtype u64.
    fn key(seed: Array);

    /// The keys that `key` and each of the integers `data` make, such as the number of a time step.
    ///
    /// ```text
    /// random.fold_in(key, data)
    /// ```
    ///
    /// `key` is one u64. Shape as `data`; dtype u64.
    fn fold_in(key: Array, data: Array);

    /// `num` keys: those of [`fold_in`] for `0..num`.
    ///
    /// ```text
    /// random.split(key, num=2)
    /// ```
    ///
    /// `key` is one u64. Shape: `[num]`; dtype u64.
    fn split(key: Array, num: Sizes);

    /// Random bits: every integer of the dtype is as probable as any other.
    ///
    /// ```text
    /// random.bits(key, type)
    /// ```
    ///
    /// `key` is one u64. Shape and dtype (an integer) of the type: `[u32; N]`.
    fn bits(key: Array, array: Type);

    /// Numbers that are uniformly distributed from `low` up to, but without, `high`: multiples of
    /// 2^-53 (f32: 2^-24) of the distance between them. (Rounding may reach a `high` other than 1.)
    ///
    /// ```text
    /// random.uniform(key, type, low=0.0, high=1.0)
    /// ```
    ///
    /// `key` is one u64. Shape and dtype (a float) of the type, `[f64; N]`, to which `low` and
    /// `high` broadcast.
    ///
    /// NumPy:
    /// [`random.Generator.uniform`](https://numpy.org/doc/stable/reference/random/generated/numpy.random.Generator.uniform.html)
    /// with other numbers.
    fn uniform(key: Array, array: Type, low: Array, high: Array);

    /// Normally distributed numbers of mean `loc` and standard deviation `scale`, by Box and
    /// Muller's method: up to 8.5 standard deviations from the mean (f32: 6.7).
    ///
    /// ```text
    /// random.normal(key, type, loc=0.0, scale=1.0)
    /// ```
    ///
    /// `key` is one u64. Shape and dtype (a float) of the type, `[f64; N]`, to which `loc` and
    /// `scale` broadcast.
    ///
    /// NumPy:
    /// [`random.Generator.normal`](https://numpy.org/doc/stable/reference/random/generated/numpy.random.Generator.normal.html)
    /// with other numbers.
    fn normal(key: Array, array: Type, loc: Array, scale: Array);

    /// Integers from `low` up to, but without, `high`; none is more probable than another by a part
    /// of 2^-32.
    ///
    /// ```text
    /// random.integers(key, type, low, high)
    /// ```
    ///
    /// `key` is one u64. Shape and dtype (an integer) of the type, `[i64; N]`, to which `low` and
    /// `high` broadcast. An error at the call unless `low < high`.
    ///
    /// NumPy:
    /// [`random.Generator.integers`](https://numpy.org/doc/stable/reference/random/generated/numpy.random.Generator.integers.html)
    /// with other numbers.
    fn integers(key: Array, array: Type, low: Array, high: Array);
}
