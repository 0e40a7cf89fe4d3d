//! The array-fn language: from the tokens of an `array_fn!` block to Rust, CUDA C++ and a plan.
//!
//! Stages, in the order in which data flows:
//!
//! 1. [`parse`]: tokens to a syntax tree ([`parse::ast`]); every node keeps its span;
//!    [`shared`] adds the items of the blocks that it uses;
//! 2. [`check`]: names, dtypes, symbolic shapes, index domains; the result is a typed [`dag::Dag`];
//! 3. [`dag`]: hash-consed comprehensions, a reference interpreter, Graphviz output;
//! 4. [`optimise`]: passes `Dag -> Dag`, each preserving the interpreter's result;
//! 5. [`schedule`]: what is stored, which comprehensions share a kernel, the buffer plan;
//! 6. [`emit`]: kernels as Rust and as CUDA C++, and the host side: typed function and plan.
//!
//! [`dictionary`] is the function table as a page for users of NumPy.

pub mod check;
pub mod compile;
pub mod dag;
pub mod diagnostic;
pub mod dictionary;
pub mod embed;
pub mod emit;
pub mod hash;
pub mod limits;
pub mod optimise;
pub mod parse;
pub mod records;
pub mod schedule;
pub mod shared;
mod suggest;

pub use compile::{
    Checked, CudaProgram, check_handed, check_tokens, cuda_programs, cuda_programs_handed, expand,
    expand_handed, expand_in_crate, program,
};
