//! Compiles the kernels of the examples, and the gas law in C.

fn main() {
    array_fn_build::compile();
}
