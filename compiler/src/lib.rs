//! The array-fn language: from the tokens of an `array_fn!` block to Rust, CUDA C++ and a plan.
//!
//! Stages, in the order in which data flows:
//!
//! 1. [`parse`]: tokens to a syntax tree ([`parse::ast`]); every node keeps its span;
//! 2. [`check`]: names, dtypes, symbolic shapes, index domains; the result is a typed [`dag::Dag`];
//! 3. [`dag`]: hash-consed comprehensions, a reference interpreter, Graphviz output;
//! 4. [`optimise`]: passes `Dag -> Dag`, each preserving the interpreter's result;
//! 5. [`schedule`]: what is stored, which comprehensions share a kernel, the buffer plan;
//! 6. [`emit`]: kernels as Rust and as CUDA C++, and the host side: typed function and plan.

pub mod check;
pub mod dag;
pub mod diagnostic;
pub mod embed;
pub mod emit;
pub mod optimise;
pub mod parse;
pub mod schedule;

/// Parses and checks the content of an `array_fn! { ... }`; what is wrong goes to `errors`.
pub fn check_tokens(tokens: proc_macro2::TokenStream, errors: &mut diagnostic::Errors) {
    parse::parse_block(tokens, errors);
}

/// Expands the content of an `array_fn! { ... }`.
pub fn expand(tokens: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    let mut errors = diagnostic::Errors::default();
    let block = parse::parse_block(tokens, &mut errors);
    let mut expansion = errors.to_compile_errors();
    expansion.extend(emit::shadow::shadow(&block));
    expansion
}

/// The CUDA side of one program of a block.
#[derive(Clone, Debug)]
pub struct CudaProgram {
    pub name: String,
    /// CUDA C++, byte for byte what the macro emits.
    pub source: String,
    /// Drawings of the graph, as pairs of a file extension and Graphviz text.
    pub pictures: Vec<(String, String)>,
}

/// The CUDA sources of the content of an `array_fn! { ... }`; none if it has errors, which the macro
/// reports.
pub fn cuda_programs(tokens: proc_macro2::TokenStream) -> Vec<CudaProgram> {
    let mut errors = diagnostic::Errors::default();
    parse::parse_block(tokens, &mut errors);
    // No stage makes programs yet.
    Vec::new()
}
