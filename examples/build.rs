//! Compiles the CUDA kernels of the examples, which stand beside this file.

fn main() {
    array_fn_build::Builder::new()
        .source("axpy.rs")
        .source("gas_law.rs")
        .source("ranks.rs")
        .compile();
}
