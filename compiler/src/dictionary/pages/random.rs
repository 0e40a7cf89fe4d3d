//! What the pages of random numbers say beside the table.

use super::Like::{Nothing, NumPy};
use super::{Page, page};

pub(super) const PAGES: &[Page] = &[
    page(
        "random.key",
        "The key of a seed: its bits.",
        "Shape as `seed`, integers; dtype u64.",
        Nothing,
    ),
    page(
        "random.fold_in",
        "The keys that `key` and each of the integers `data` make, such as the number of a time \
          step.",
        "`key` is one u64. Shape as `data`; dtype u64.",
        Nothing,
    ),
    page(
        "random.split",
        "`num` keys: those of [`fold_in`] for `0..num`.",
        "`key` is one u64. Shape: `[num]`; dtype u64.",
        Nothing,
    ),
    page(
        "random.bits",
        "Random bits: every integer of the dtype is as probable as any other.",
        "`key` is one u64. Shape and dtype (an integer) of the type: `[u32; N]`.",
        Nothing,
    ),
    page(
        "random.uniform",
        "Numbers that are uniformly distributed from `low` up to, but without, `high`: multiples \
          of 2^-53 (f32: 2^-24) of the distance between them. (Rounding may reach a `high` other \
          than 1.)",
        "`key` is one u64. Shape and dtype (a float) of the type, `[f64; N]`, to which `low` and \
          `high` broadcast.",
        NumPy("random.Generator.uniform"),
    )
    .but("with other numbers"),
    page(
        "random.normal",
        "Normally distributed numbers of mean `loc` and standard deviation `scale`, by Box and \
          Muller's method: up to 8.5 standard deviations from the mean (f32: 6.7).",
        "`key` is one u64. Shape and dtype (a float) of the type, `[f64; N]`, to which `loc` and \
          `scale` broadcast.",
        NumPy("random.Generator.normal"),
    )
    .but("with other numbers"),
    page(
        "random.integers",
        "Integers from `low` up to, but without, `high`; none is more probable than another by a \
          part of 2^-32.",
        "`key` is one u64. Shape and dtype (an integer) of the type, `[i64; N]`, to which `low` \
          and `high` broadcast. An error at the call unless `low < high`.",
        NumPy("random.Generator.integers"),
    )
    .but("with other numbers"),
];
