//! Says by `cfg(optimised)` whether this build is optimised.
//!
//! Kernels inline all functions of `lanes`, so that each runs with the instruction set of its kernel. Without
//! optimisation that gains nothing, and the many copies of these functions are most of what LLVM works on.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(optimised)");
    if std::env::var("OPT_LEVEL").is_ok_and(|level| level != "0") {
        println!("cargo::rustc-cfg=optimised");
    }
}
