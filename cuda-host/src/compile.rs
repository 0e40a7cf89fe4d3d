//! From C++ to a shared library.

use crate::HostError;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

/// The library of a C++ source, compiled now or found in `cache`.
pub(crate) fn library(text: &str, flags: &[&str], cache: &Path) -> Result<PathBuf, HostError> {
    let mut hasher = DefaultHasher::new();
    (flags, text).hash(&mut hasher);
    let stem = format!("{:016x}-{}", hasher.finish(), text.len());
    let path = cache.join(format!("{stem}.so"));
    let code = cache.join(format!("{stem}.cpp"));
    // The text is kept next to the library, which guards against equal hashes.
    if path.exists() && fs::read_to_string(&code).is_ok_and(|old| old == text) {
        return Ok(path);
    }
    let file_error = |path: &Path| {
        let path = path.to_path_buf();
        move |source| HostError::File { path, source }
    };
    fs::create_dir_all(cache).map_err(file_error(cache))?;
    // Several tests may want the same library at once: each makes its own and moves it into place.
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let own =
        |extension: &str| cache.join(format!("{stem}.{}-{number}.{extension}", process::id()));
    let (own_code, own_library) = (own("cpp"), own("so"));
    fs::write(&own_code, text).map_err(file_error(&own_code))?;
    let output = Command::new(compiler()?)
        .args(["-x", "c++", "-std=c++17", "-w", "-shared", "-fPIC"])
        .args(flags)
        .arg(&own_code)
        .arg("-o")
        .arg(&own_library)
        // A sanitizer that is preloaded into this process is none of the compiler's.
        .env_remove("LD_PRELOAD")
        .stdin(Stdio::null())
        .output()
        .map_err(|_| HostError::NoCompiler)?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        let path = cache.join(format!("{stem}.rejected.cpp"));
        fs::rename(&own_code, &path).map_err(file_error(&own_code))?;
        return Err(HostError::Rejected { path, message });
    }
    fs::rename(&own_library, &path).map_err(file_error(&own_library))?;
    fs::rename(&own_code, &code).map_err(file_error(&own_code))?;
    Ok(path)
}

/// `$CXX`, or the first C++ compiler in `PATH`.
pub(crate) fn compiler() -> Result<OsString, HostError> {
    if let Some(name) = env::var_os("CXX").filter(|name| !name.is_empty()) {
        return Ok(name);
    }
    let paths: Vec<PathBuf> = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect();
    ["c++", "g++", "clang++"]
        .into_iter()
        .flat_map(|name| paths.iter().map(move |dir| dir.join(name)))
        .find(|path| path.is_file())
        .map(PathBuf::into_os_string)
        .ok_or(HostError::NoCompiler)
}
