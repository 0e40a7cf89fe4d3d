fn main() {
    array_fn_build::Builder::new().source("axpy.rs").compile();
}
