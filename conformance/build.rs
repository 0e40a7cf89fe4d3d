//! Compiles the kernels, and chooses which tables of `tests/values` take part: all, or those that
//! `ARRAY_FN_CASES` names (`scans,sorting`); and which programs `tests/corpus` runs: the stored ones, or those
//! in the folder that `ARRAY_FN_PROGRAMS` names.

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
}
