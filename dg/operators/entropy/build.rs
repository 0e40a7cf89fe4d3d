//! Compiles the CUDA kernels of this package's blocks.

fn main() {
    array_fn_build::compile();
}
