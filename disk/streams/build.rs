//! Compiles the kernels of the programs for GPUs.

fn main() {
    array_fn_build::compile();
}
