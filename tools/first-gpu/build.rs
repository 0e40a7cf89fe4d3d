//! Compiles the kernels: those of the block, and those of `src/*.cu` where `CUDA_HOME` leads to an nvcc.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    array_fn_build::compile();
    println!("cargo:rerun-if-env-changed=CUDA_HOME");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets it"));
    // Kernels that may start early need compute capability 9.0.
    for (name, arch) in [("kernels", "compute_75"), ("early", "compute_90")] {
        let source = PathBuf::from(format!("src/{name}.cu"));
        println!("cargo:rerun-if-changed={}", source.display());
        let target = out.join(format!("{name}.ptx"));
        let ptx = compiled(&source, &target, arch);
        // Without PTX the program asks NVRTC. With it, a stand-in for the driver looks for the source beside it.
        let written = match ptx {
            true => std::fs::copy(&source, out.join(format!("{name}.cu"))).map(drop),
            false => std::fs::write(&target, ""),
        };
        written.expect("the folder of the build can be written");
    }
}

/// Whether nvcc has compiled a source.
fn compiled(source: &Path, target: &Path, arch: &str) -> bool {
    let Some(home) = std::env::var_os("CUDA_HOME").filter(|home| !home.is_empty()) else {
        return false;
    };
    let mut nvcc = Command::new(Path::new(&home).join("bin/nvcc"));
    nvcc.args(["-ptx", "-w", "-arch", arch, "-o"]).arg(target).arg(source);
    match nvcc.output() {
        Ok(output) if output.status.success() => true,
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            panic!("nvcc refuses {}:\n{text}", source.display());
        }
        Err(error) => {
            println!("cargo:warning=nvcc of CUDA_HOME does not start: {error}");
            false
        }
    }
}
