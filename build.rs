//! Blocks stand in this crate's tests only. Packages that depend on it need nothing of them: their builds would wait for
//! kernels that they never run, and `ARRAY_FN_DUMP` would show them.

use std::env;
use std::path::PathBuf;

fn main() {
    if is_developed() {
        array_fn_build::compile();
    } else {
        println!("cargo:rerun-if-changed=build.rs");
    }
}

/// Whether this is a build of the workspace that the crate belongs to, in its own target folder.
fn is_developed() -> bool {
    let path = |name| env::var_os(name).map(PathBuf::from);
    let (package, out) = (path("CARGO_MANIFEST_DIR"), path("OUT_DIR"));
    matches!((package, out), (Some(package), Some(out)) if out.starts_with(&package))
}
