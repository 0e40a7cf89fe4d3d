//! Short programs that use array-fn, as examples of this package:
//!
//! - `cargo run --example axpy`: the smallest program.
//! - `cargo run --release --example cuda_graph`: a CUDA graph by hand.
//!
//! The solvers' programs are those of `dg/drivers`.
