//! The compiler of array-fn: it turns the tokens of an `array_fn! { ... }` block into Rust, CUDA C++ and a plan.
//!
//! Two crates call it while a package is built. The macro (`array-fn-macros`) returns the Rust that [`expand_in_crate`]
//! and [`expand_handed`] emit. The build script (`array-fn-build`) compiles the CUDA C++ of [`cuda_programs_handed`] to
//! PTX before the macro runs. The compiler itself runs nothing and knows no device. The code that it emits calls the
//! crate `array-fn-runtime`.
//!
//! # From tokens to code
//!
//! ```text
//! tokens -> parse -> ast::Block -> check -> Dag -> optimise -> Dag -> schedule -> Scheduled -> emit -> Rust, CUDA C++
//! ```
//!
//! 1. [`parse`] makes a syntax tree ([`parse::ast`]) of the tokens. Every node keeps its span, so that errors point at
//!    the source. [`shared`] adds the items of other blocks that this one uses.
//! 2. [`check`] resolves names, dtypes, symbolic shapes and index domains. Its result is one typed [`dag::Dag`] per
//!    function and choice of dtypes. [`records`] takes records apart before that: the graph has arrays and scalars
//!    only.
//! 3. [`dag`] is the intermediate representation: a graph of hash-consed comprehensions, with a reference interpreter
//!    and Graphviz output.
//! 4. [`optimise`] is a sequence of passes `Dag -> Dag`. Each preserves the interpreter's result bit for bit.
//! 5. [`schedule`] decides which values are stored, which comprehensions share a kernel, and where in memory each
//!    stored value lives. Its result is a [`schedule::scheduled::Scheduled`].
//! 6. [`emit`] writes the kernels as Rust and as CUDA C++, and the host side: a typed Rust function and the
//!    [`plan::Program`] that the runtime executes.
//!
//! [`compile`] takes a block through all stages. An error in any of them is a [`diagnostic::Diagnostic`], and all
//! errors of a block are reported together.
//!
//! # Other modules
//!
//! - [`embed`]: how the macro finds the PTX that the build script made.
//! - [`foreign`]: functions in C and in Rust that a block declares.
//! - [`ranks`]: functions whose rows belong to several processes or threads.
//! - [`limits`]: how large a block may be.
//! - [`dictionary`]: the table of functions as a page for users of NumPy, `docs/numpy.md`.
//! - [`hash`]: hash tables with a fast hasher.
#![allow(
    missing_docs,
    reason = "fields and variants of trees and graphs are named after what they hold; what other crates call has docs"
)]

pub mod check;
pub mod compile;
pub mod dag;
pub mod diagnostic;
pub mod dictionary;
pub mod embed;
pub mod emit;
pub mod foreign;
pub mod hash;
pub mod limits;
pub mod optimise;
pub mod parse;
pub mod plan;
pub mod ranks;
pub mod records;
pub mod schedule;
pub mod shared;
pub mod stream;
mod suggest;

pub use compile::{
    Checked, CudaProgram, check_handed, check_tokens, cuda_programs, cuda_programs_handed, expand,
    expand_handed, expand_in_crate, schedule_function,
};
