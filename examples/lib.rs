//! Short programs that use array-fn, as examples of this package:
//!
//! - `cargo run --example axpy`: the smallest program.
//! - `cargo run --release --example cuda_graph`: a CUDA graph by hand.
//! - `cargo run --example ranks`: a function over ranks, which are threads.
//!
//! The solvers' programs are those of `dg/drivers`.
