fn main() {
    array_fn_build::compile();
}
