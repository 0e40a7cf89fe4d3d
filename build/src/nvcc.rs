//! Finding and running nvcc.

use crate::compiler::{Compiler, NO_CONTRACTION, NO_OVERFLOW};
use crate::settings::non_empty;
use array_fn_compiler::emit::cuda::STRICT;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An nvcc that has told its version.
pub struct Nvcc {
    program: PathBuf,
    /// `13.0, V13.0.88`
    pub version: String,
}

/// The options that change the output, besides the architecture.
const FLAGS: &[&str] = &["-ptx", "-w", NO_OVERFLOW];

impl Nvcc {
    /// The nvcc that the environment leads to, or the reason why there is none.
    pub fn find() -> Result<Nvcc, String> {
        if env::var_os("DOCS_RS").is_some() {
            return Err("documentation is built without nvcc (DOCS_RS is set)".to_string());
        }
        match env::var_os("ARRAY_FN_NVCC") {
            Some(path) if path.is_empty() => {
                Err("ARRAY_FN_NVCC is empty, which asks for no nvcc".to_string())
            }
            Some(path) => Nvcc::first_of(vec![PathBuf::from(path)]),
            None => Nvcc::first_of(candidates()),
        }
    }

    /// The first of the candidates that tells its version.
    pub fn first_of(candidates: Vec<PathBuf>) -> Result<Nvcc, String> {
        let mut reason = "nvcc was not found (ARRAY_FN_NVCC, CUDA_HOME, PATH)".to_string();
        for program in candidates {
            match version(&program) {
                Ok(version) => return Ok(Nvcc { program, version }),
                Err(Some(trouble)) => reason = trouble,
                Err(None) => {}
            }
        }
        Err(reason)
    }

    fn command(&self, arch: &str, source: &Path, ptx: &Path, strict: bool) -> Command {
        let mut command = Command::new(&self.program);
        command.args(strict.then_some(NO_CONTRACTION));
        command.args(FLAGS).arg(format!("-arch={arch}")).arg("-o").arg(ptx).arg(source);
        command.stdin(Stdio::null());
        command
    }
}

impl Compiler for Nvcc {
    fn name(&self) -> &'static str {
        "nvcc"
    }

    fn path(&self) -> &Path {
        &self.program
    }

    fn suits(&self, _source: &str) -> bool {
        true
    }

    fn fingerprint(&self, arch: &str) -> String {
        format!("{} {} {arch}", self.version, FLAGS.join(" "))
    }

    fn compile(&self, arch: &str, source: &Path, ptx: &Path) -> Result<(), String> {
        let trouble = |e| format!("{}: {e}", self.program.display());
        let text = fs::read_to_string(source).map_err(|e| format!("{}: {e}", source.display()))?;
        let strict = text.contains(STRICT);
        let output = self.command(arch, source, ptx, strict).output().map_err(trouble)?;
        if output.status.success() && ptx.is_file() {
            return Ok(());
        }
        let mut message = String::from_utf8_lossy(&output.stderr).into_owned();
        message.push_str(&String::from_utf8_lossy(&output.stdout));
        Err(message.trim_end().to_string())
    }
}

/// The places to look for nvcc, in this order.
fn candidates() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = non_empty("NVCC").map(PathBuf::from).into_iter().collect();
    let name = format!("nvcc{}", env::consts::EXE_SUFFIX);
    for variable in ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT", "CUDA_TOOLKIT_ROOT_DIR"] {
        found.extend(non_empty(variable).map(|home| Path::new(&home).join("bin").join(&name)));
    }
    found.push(Path::new("/usr/local/cuda/bin").join(&name));
    let path: OsString = env::var_os("PATH").unwrap_or_default();
    found.extend(env::split_paths(&path).map(|folder| folder.join(&name)));
    found
}

/// The version that `nvcc --version` prints. The error is `None` if there is no such file.
fn version(program: &Path) -> Result<String, Option<String>> {
    // The system looks up a bare name in PATH.
    if program.components().count() > 1 && !program.is_file() {
        return Err(None);
    }
    let output = Command::new(program).arg("--version").stdin(Stdio::null()).output();
    let text = match output {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(error) => return Err(Some(format!("{}: {error}", program.display()))),
    };
    let release = text.lines().find_map(|line| line.split_once("release "));
    let release = release.map(|(_, rest)| rest.trim().to_string());
    release.ok_or_else(|| Some(format!("{} does not say its version", program.display())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_compiler_is_no_trouble() {
        assert_eq!(version(Path::new("/nowhere/bin/nvcc")), Err(None));
    }
}
