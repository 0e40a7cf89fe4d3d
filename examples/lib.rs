//! Short programs that use array-fn, as examples of this package: `cargo run --example axpy`. The solvers'
//! programs are those of `dg/drivers`.
