//! Compiles the kernels, and chooses which tables of `tests/values` take part: all, or those that
//! `ARRAY_FN_CASES` names (`scans,sorting`).

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
}
