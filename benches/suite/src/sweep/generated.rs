//! What is generated, and where it is built.

use crate::Error;
use crate::options::Sweep;
use crate::run::peer::first_line;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Where the peers' scripts are.
pub fn scripts() -> PathBuf {
    root().join("benches/sweep")
}

/// Runs `generate.py` with what chooses cases; the cases.
fn generate(options: &Sweep, command: &[&str]) -> Result<Vec<Value>, Error> {
    let mut process = Command::new(&options.python);
    process.arg(scripts().join("generate.py")).args(command);
    for (name, texts) in
        [("--filter", &options.filter), ("--sizes", &options.sizes), ("--dtype", &options.dtype)]
    {
        if !texts.is_empty() {
            process.arg(name).args(texts);
        }
    }
    if let Some(count) = options.quick {
        process.args(["--quick", &count.to_string(), "--skip", &options.skip.to_string()]);
    }
    process.env("PYTHONDONTWRITEBYTECODE", "1").stderr(Stdio::inherit());
    let output =
        process.output().map_err(|e| format!("cannot run `{}`: {e}", options.python.display()))?;
    if !output.status.success() {
        return Err(format!("generate.py failed: {}", output.status).into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The cases that are asked for.
pub fn cases(options: &Sweep) -> Result<Vec<Value>, Error> {
    generate(options, &["cases"])
}

/// Writes the functions of the cases as crates of a workspace of their own, under `target/sweep`, so that nothing else
/// ever builds them, and builds it; its program.
pub fn build(options: &Sweep) -> Result<PathBuf, Error> {
    let folder = root().join("target/sweep");
    std::fs::create_dir_all(&folder)?;
    generate(options, &["crates", &folder.to_string_lossy()])?;
    // The same versions as everywhere.
    std::fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock"))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--release", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .status()?;
    if !status.success() {
        return Err(format!("the generated functions do not build: {status}").into());
    }
    Ok(folder.join("target/release/sweep"))
}

/// What the peers' interpreter has installed.
pub fn versions(options: &Sweep) -> serde_json::Map<String, Value> {
    let mut versions = serde_json::Map::new();
    versions.insert("array-fn".to_owned(), json!(env!("CARGO_PKG_VERSION")));
    for module in ["numpy", "jax", "numba", "scipy"] {
        let code = format!("import importlib.metadata as m; print(m.version('{module}'))");
        if let Some(version) = first_line(&options.python, &["-c", &code]) {
            versions.insert(module.to_owned(), json!(version));
        }
    }
    versions
}

/// A folder for operands and results, in memory where there is such a one; removed in the end.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Result<Folder, Error> {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        let folder = parent.join(format!("array-fn-sweep-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        Ok(Folder(folder))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed does no harm.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every function of `docs/numpy.md` has a case or a reason in `uncovered.py`, every body a spelling here, and no
    /// two cases have the same title. Without Python there is nothing to sweep.
    #[test]
    fn every_function_has_a_case() {
        let mut check = Command::new("python3");
        check.arg(scripts().join("generate.py")).arg("check").env("PYTHONDONTWRITEBYTECODE", "1");
        let Ok(output) = check.output() else { return };
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    }
}
