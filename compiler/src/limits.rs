//! How large a block may be. A larger block is an error that names the limit, because rustc would have to compile the
//! code that the block becomes.
//!
//! The limits are far beyond what people write. They are low enough that a block of a megabyte is compiled, or refused,
//! in seconds. `docs/numpy.md` lists them ([`LIST`]).

use crate::diagnostic::{Diagnostic, SpanRange, Unfinished};

/// Functions of a block.
pub const FUNCTIONS: usize = 2000;
/// Axes of a parameter, a result or a constant. Arrays of the runtime have at most as many.
pub const RANK: usize = 8;
/// Axes of values inside of a function.
pub const AXES: usize = 32;
/// Dimensions that a function declares.
pub const DIMENSIONS: usize = 64;
/// Parameters of a function.
pub const PARAMETERS: usize = 256;
/// Results of a function.
pub const RESULTS: usize = 256;
/// Pinned variants of a function.
pub const VARIANTS: usize = 64;
/// Programs of a function: choices of dtypes times pinned variants.
pub const PROGRAMS: usize = 128;
/// Levels of parentheses, blocks and calls inside each other.
pub const NESTING: usize = 80;
/// Height of an expression without parentheses, such as a long sum.
pub const HEIGHT: usize = 200;
/// Arrays in a list, as in `concatenate([a, b])`.
pub const LISTED: usize = 1000;
/// Iterations of all `for` loops of a function together.
pub const UNROLLED: usize = 20_000;
/// Calls of a block's own functions that are inlined into one.
pub const INLINED: usize = 20_000;
/// Expressions that are evaluated for a block, with loops unrolled and functions inlined.
pub const EXPRESSIONS: usize = 500_000;
/// Operations on elements in a block, for all choices of dtypes together.
pub const OPERATIONS: usize = 200_000;
/// Kernels that a block launches, for all choices of dtypes and all variants together.
pub const LAUNCHES: usize = 5000;
/// Errors that are reported for a block.
pub const ERRORS: usize = 500;
/// Bytes of Rust that a block may become.
pub const CODE: usize = 16 << 20;

/// The limits for people: each number with the things that it counts.
pub const LIST: &[(usize, &str)] = &[
    (FUNCTIONS, "functions of a block"),
    (RANK, "axes of a parameter, a result or a constant"),
    (AXES, "axes of a value inside of a function"),
    (DIMENSIONS, "dimensions of a function"),
    (PARAMETERS, "parameters of a function"),
    (RESULTS, "results of a function"),
    (VARIANTS, "pinned variants of a function"),
    (PROGRAMS, "choices of dtypes times pinned variants of a function"),
    (NESTING, "levels of parentheses, blocks or calls"),
    (HEIGHT, "operators in a chain, such as `a + b + c + ...`"),
    (LISTED, "arrays in a list, such as that of `concatenate([a, b])`"),
    (UNROLLED, "iterations of the `for` loops of a function together"),
    (INLINED, "calls of helpers that are inlined into a function"),
    (EXPRESSIONS, "expressions of a block, loops unrolled and helpers inlined"),
    (OPERATIONS, "operations on elements in a block"),
    (LAUNCHES, "kernels that the functions of a block launch"),
    (ERRORS, "errors that are reported for a block"),
    (CODE >> 20, "megabytes of Rust that a block becomes"),
];

/// The error for an exceeded limit: "`f` has 70 dimensions: the limit is 64". `what` is the part before the colon.
pub fn exceeded(
    span: impl Into<SpanRange>,
    what: impl std::fmt::Display,
    limit: impl std::fmt::Display,
) -> Diagnostic<Unfinished> {
    Diagnostic::new(span, format!("{what}: the limit is {limit}"))
}
