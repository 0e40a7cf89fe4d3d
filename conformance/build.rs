//! Compiles the kernels, and chooses which tables of `tests/values` take part: all, or those that
//! `ARRAY_FN_CASES` names (`scans,sorting`); and which programs `tests/corpus` runs: the stored ones, or those
//! in the folder that `ARRAY_FN_PROGRAMS` names. `tests/foreign` calls BLAS where it is installed.

use std::process::Command;

fn main() {
    array_fn_build::compile();
    println!("cargo::rerun-if-env-changed=ARRAY_FN_CASES");
    println!("cargo::rustc-check-cfg=cfg(all_cases)");
    println!("cargo::rustc-check-cfg=cfg(cases, values(any()))");
    match std::env::var("ARRAY_FN_CASES") {
        Ok(tables) if !tables.is_empty() => {
            for table in tables.split(',') {
                println!("cargo::rustc-cfg=cases=\"{}\"", table.trim());
            }
        }
        _ => println!("cargo::rustc-cfg=all_cases"),
    }
    println!("cargo::rerun-if-env-changed=ARRAY_FN_PROGRAMS");
    let package = std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let stored = format!("{package}/tests/corpus/stored");
    let programs = std::env::var("ARRAY_FN_PROGRAMS").unwrap_or(stored);
    println!("cargo::rustc-env=ARRAY_FN_PROGRAMS={programs}");
    println!("cargo::rustc-check-cfg=cfg(has_blas)");
    if has_blas() {
        println!("cargo::rustc-cfg=has_blas");
        println!("cargo::rustc-link-arg-tests=-lblas");
    }
}

/// Whether a C program with `<cblas.h>` can be linked with `libblas`, as after `apt install libblas-dev`.
fn has_blas() -> bool {
    println!("cargo::rerun-if-env-changed=LIBRARY_PATH");
    let out_dir = std::env::var("OUT_DIR").expect("cargo sets it");
    let program = format!("{out_dir}/blas.c");
    let text = "#include <cblas.h>\nint main(void) { return cblas_idamax(0, 0, 1) > 1; }\n";
    if std::fs::write(&program, text).is_err() {
        return false;
    }
    let flags = std::env::var("CFLAGS").unwrap_or_default();
    let mut compiler = Command::new("cc");
    compiler.args(flags.split_whitespace()).arg(&program).args(["-lblas", "-o"]);
    let output = compiler.arg(format!("{out_dir}/blas")).output();
    output.is_ok_and(|output| output.status.success())
}
