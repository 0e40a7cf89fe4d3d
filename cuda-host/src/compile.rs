//! From C++ to a shared library.

use crate::HostError;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

/// What every library needs.
const COMMON: &[&str] = &["-x", "c++", "-std=c++17", "-w", "-fPIC"];

/// The library of a C++ source behind a header, compiled now or found in `cache`.
pub(crate) fn library(
    header: &str,
    source: &str,
    flags: &[&str],
    cache: &Path,
) -> Result<PathBuf, HostError> {
    let header = if header.is_empty() {
        String::new()
    } else {
        format!("#include \"{}\"\n", precompiled(header, flags, cache)?)
    };
    let text = header + source;
    let stem = stem(&text, flags);
    let path = cache.join(format!("{stem}.so"));
    let code = cache.join(format!("{stem}.cpp"));
    // The text is kept next to the library, which guards against equal hashes.
    if path.exists() && fs::read_to_string(&code).is_ok_and(|old| old == text) {
        return Ok(path);
    }
    fs::create_dir_all(cache).map_err(file_error(cache))?;
    let own = own_name(cache, &stem);
    let (own_code, own_library) = (own.with_extension("cpp"), own.with_extension("so"));
    fs::write(&own_code, &text).map_err(file_error(&own_code))?;
    let mut command = command(flags)?;
    command.arg("-shared").arg(&own_code).arg("-o").arg(&own_library);
    let output = command.output().map_err(|_| HostError::NoCompiler)?;
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

/// The file name of a header in `cache`. A compiler that can finds it precompiled next to it, which saves
/// more than half of the time that the source of one small kernel takes.
fn precompiled(header: &str, flags: &[&str], cache: &Path) -> Result<String, HostError> {
    let stem = stem(header, flags);
    let name = format!("{stem}.h");
    let path = cache.join(&name);
    if path.exists() {
        return Ok(name);
    }
    fs::create_dir_all(cache).map_err(file_error(cache))?;
    let own = own_name(cache, &stem);
    let (own_header, own_precompiled) = (own.with_extension("h"), own.with_extension("gch"));
    fs::write(&own_header, header).map_err(file_error(&own_header))?;
    let mut command = command(flags)?;
    command.args(["-x", "c++-header"]).arg(&own_header).arg("-o").arg(&own_precompiled);
    // Without it the header is read as it is.
    if command.output().map_err(|_| HostError::NoCompiler)?.status.success() {
        let place = cache.join(format!("{name}.gch"));
        fs::rename(&own_precompiled, &place).map_err(file_error(&place))?;
    }
    // Last, because others take its presence for that of both.
    fs::rename(&own_header, &path).map_err(file_error(&path))?;
    Ok(name)
}

fn stem(text: &str, flags: &[&str]) -> String {
    let mut hasher = DefaultHasher::new();
    (COMMON, flags, text).hash(&mut hasher);
    format!("{:016x}-{}", hasher.finish(), text.len())
}

/// A name that no other test uses: several may want the same file at once, and each makes its own and
/// moves it into place.
fn own_name(cache: &Path, stem: &str) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    cache.join(format!("{stem}-{}-{number}.tmp", process::id()))
}

fn command(flags: &[&str]) -> Result<Command, HostError> {
    let mut command = Command::new(compiler()?);
    // A sanitizer that is preloaded into this process is none of the compiler's.
    command.args(COMMON).args(flags).env_remove("LD_PRELOAD").stdin(Stdio::null());
    Ok(command)
}

fn file_error(path: &Path) -> impl FnOnce(io::Error) -> HostError {
    let path = path.to_path_buf();
    move |source| HostError::File { path, source }
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
