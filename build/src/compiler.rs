//! What compiles CUDA C++ to PTX.

use std::fs;
use std::path::Path;

/// The option of both for sources that are [strict](array_fn_compiler::emit::cuda::STRICT).
pub const NO_CONTRACTION: &str = "--fmad=false";

/// nvcc or NVRTC.
pub trait Compiler: Sync {
    /// As messages call it.
    fn name(&self) -> &'static str;

    /// Its program or library.
    fn path(&self) -> &Path;

    /// Whether it makes of this source what is best on a GPU.
    fn suits(&self, source: &str) -> bool;

    /// What distinguishes this compiler's output for `arch` from others'.
    fn fingerprint(&self, arch: &str) -> String;

    /// Compiles `source` to `ptx`.
    ///
    /// # Errors
    /// The compiler's own words.
    fn compile(&self, arch: &str, source: &Path, ptx: &Path) -> Result<(), String>;
}

/// Compiles an empty kernel in `folder`: the compiler may be there and its host compiler, headers or
/// builtins not, or it may be too new for the architecture. None of that is the fault of a block.
///
/// # Errors
/// Why the compiler, of a toolkit of that version, is of no use.
pub fn probe(
    compiler: &dyn Compiler,
    version: &str,
    arch: &str,
    folder: &Path,
) -> Result<(), String> {
    let path = compiler.path().display();
    let (source, ptx) = (folder.join("probe.cu"), folder.join("probe.ptx"));
    fs::write(&source, "extern \"C\" __global__ void probe() {}\n")
        .map_err(|e| format!("{}: {e}", source.display()))?;
    let result = compiler.compile(arch, &source, &ptx);
    let isa = fs::read_to_string(&ptx).ok().as_deref().and_then(isa_of);
    let _ = fs::remove_file(&source);
    let _ = fs::remove_file(&ptx);
    result.map_err(|message| format!("{path} does not work: {message}"))?;
    match (isa, newest_isa(version)) {
        (Some(isa), Some(newest)) if isa > newest => Err(format!(
            "{path} is of a mixed installation: it writes PTX {}.{}, newer than a driver for CUDA \
             {version} accepts",
            isa.0, isa.1,
        )),
        _ => Ok(()),
    }
}

/// `.version 9.0` of a PTX text.
fn isa_of(ptx: &str) -> Option<(u32, u32)> {
    numbers(ptx.lines().find_map(|line| line.strip_prefix(".version "))?)
}

/// The newest PTX ISA of a toolkit release: 13.0 has 9.0, 12.x up to 8.x.
fn newest_isa(version: &str) -> Option<(u32, u32)> {
    let (major, minor) = release(version)?;
    Some((major.checked_sub(4)?, minor))
}

/// The release of a version: 13.0 of `13.0, V13.0.88`.
pub fn release(version: &str) -> Option<(u32, u32)> {
    numbers(version.split(',').next()?)
}

fn numbers(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn isa_and_release() {
        assert_eq!(isa_of("//\n.version 9.5\n.target sm_80\n"), Some((9, 5)));
        assert_eq!(release("13.0, V13.0.88"), Some((13, 0)));
        assert_eq!(newest_isa("13.0, V13.0.88"), Some((9, 0)));
        assert_eq!(newest_isa("12.8, V12.8.61"), Some((8, 8)));
    }
}
