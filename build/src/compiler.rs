//! The compilers of CUDA C++ to PTX: what nvcc and NVRTC have in common, and how one is probed.

use std::fs;
use std::path::Path;

/// The option of both compilers for sources that are [strict](array_fn_compiler::emit::cuda::STRICT).
pub const NO_CONTRACTION: &str = "--fmad=false";

/// The option of both compilers that makes an error of one warning, which `-w` would hide: a constant that its type
/// cannot hold. A kernel with such a constant computes something else than the block says.
pub const NO_OVERFLOW: &str = "--diag-error=61";

/// A compiler of CUDA C++: nvcc or NVRTC.
pub trait Compiler: Sync {
    /// Its name in messages.
    fn name(&self) -> &'static str;

    /// The path of its program or library.
    fn path(&self) -> &Path;

    /// Whether its PTX for this source is the best for a GPU that either compiler makes.
    fn suits(&self, source: &str) -> bool;

    /// A text that differs wherever the output for `arch` may differ: between compilers, versions and options.
    fn fingerprint(&self, arch: &str) -> String;

    /// Compiles `source` to `ptx`.
    ///
    /// # Errors
    /// The compiler's message, as it wrote it.
    fn compile(&self, arch: &str, source: &Path, ptx: &Path) -> Result<(), String>;
}

/// Compiles an empty kernel in `folder`, to find out whether the compiler works at all. Its host compiler, its headers
/// or its builtins may be missing, or it may be too new for the architecture. None of that is the fault of a block.
///
/// # Errors
/// The reason why the compiler, of a toolkit of that version, is of no use.
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

/// The ISA version of a PTX text, from its line `.version 9.0`.
fn isa_of(ptx: &str) -> Option<(u32, u32)> {
    numbers(ptx.lines().find_map(|line| line.strip_prefix(".version "))?)
}

/// The newest PTX ISA that a toolkit of this version may write: toolkit 13.0 writes ISA 9.0, 12.x up to 8.x.
fn newest_isa(version: &str) -> Option<(u32, u32)> {
    let (major, minor) = release(version)?;
    Some((major.checked_sub(4)?, minor))
}

/// The release within a version: 13.0 for `13.0, V13.0.88`.
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
