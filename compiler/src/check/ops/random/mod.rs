//! Random numbers as functions of a key: equal keys give equal numbers, on every executor.
//!
//! Element i of an array (in row-major order) is made by Philox4x32-10 from the counter `(i, purpose)` and the key,
//! which is any `u64`. There is no state: other numbers need another key, which `random.split` and `random.fold_in`
//! derive.

mod draws;
mod keys;
mod philox;

use super::FunctionInfo;

pub(super) const FUNCTIONS: &[FunctionInfo] = &[
    function!(Random "random.key" "(seed)" "The key of a seed." keys::key),
    function!(Random "random.fold_in" "(key, data)"
        "Keys for the integers data, each another than key." keys::fold_in),
    function!(Random "random.split" "(key, num=2)" "num keys, each another than key." keys::split),
    function!(Random "random.bits" "(key, type)" "Random bits: `random.bits(key, [u32; N])`."
        draws::bits),
    function!(Random "random.uniform" "(key, type, low=0.0, high=1.0)"
        "Numbers from low up to, but without, high: `random.uniform(key, [f64; N])`."
        draws::uniform),
    function!(Random "random.normal" "(key, type, loc=0.0, scale=1.0)"
        "Normally distributed numbers: `random.normal(key, [f64; E, N])`." draws::normal),
    function!(Random "random.integers" "(key, type, low, high)"
        "Integers from low up to, but without, high: `random.integers(key, [i64; N], 0, 6)`."
        draws::integers),
];
