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

/// What every library needs. Warnings are not shown, except for a constant that its type cannot hold: the emitter wrote
/// a product of numbers without a suffix, and is wrong.
const COMMON: &[&str] = &["-x", "c++", "-std=c++17", "-Werror=overflow", "-fPIC"];

/// The libraries that the kernels of a C++ source may call: no search for those that C++ has by default.
pub(crate) const MATHEMATICS: &[&str] = &["-nostdlib", "-lm", "-lgcc"];

/// What makes a library.
#[derive(Clone, Copy)]
pub(crate) struct Recipe<'a> {
    pub(crate) source: &'a str,
    /// Of the compiler.
    pub(crate) flags: &'a [&'a str],
    /// Of the linker, after the source.
    pub(crate) libraries: &'a [&'a str],
}

impl Recipe<'_> {
    /// The library, made now or found in `cache`.
    pub(crate) fn library(self, cache: &Path) -> Result<PathBuf, HostError> {
        let path = self.path(cache);
        if self.is_made(&path) {
            return Ok(path);
        }
        fs::create_dir_all(cache).map_err(file_error(cache))?;
        let own = own_name(&path);
        let (own_code, own_library) = (own.with_extension("cpp"), own.with_extension("so"));
        fs::write(&own_code, self.source).map_err(file_error(&own_code))?;
        let mut command = Command::new(compiler()?);
        command.args(COMMON).args(self.flags).arg("-shared").arg(&own_code).args(self.libraries);
        // A sanitizer that is preloaded into this process is none of the compiler's.
        command.arg("-o").arg(&own_library).env_remove("LD_PRELOAD").stdin(Stdio::null());
        let output = command.output().map_err(|_| HostError::NoCompiler)?;
        if !output.status.success() {
            let message = String::from_utf8_lossy(&output.stderr).into_owned();
            let path = path.with_extension("rejected.cpp");
            fs::rename(&own_code, &path).map_err(file_error(&own_code))?;
            return Err(HostError::Rejected { path, message });
        }
        put(&own_library, &path)?;
        put(&own_code, &path.with_extension("cpp"))?;
        Ok(path)
    }

    /// Makes another library in `cache`, which has all that this one would have, be found as this one.
    pub(crate) fn is_part_of(self, other: &Path, cache: &Path) -> Result<(), HostError> {
        let path = self.path(cache);
        if self.is_made(&path) {
            return Ok(());
        }
        let own = own_name(&path);
        let (own_code, own_library) = (own.with_extension("cpp"), own.with_extension("so"));
        let target = other.file_name().unwrap_or(other.as_os_str());
        std::os::unix::fs::symlink(target, &own_library).map_err(file_error(&own_library))?;
        fs::write(&own_code, self.source).map_err(file_error(&own_code))?;
        put(&own_library, &path)?;
        put(&own_code, &path.with_extension("cpp"))
    }

    fn path(self, cache: &Path) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        (COMMON, self.flags, self.libraries, self.source).hash(&mut hasher);
        cache.join(format!("{:016x}-{}.so", hasher.finish(), self.source.len()))
    }

    /// The source is kept next to the library, which guards against equal hashes. It is put there last, because others
    /// take its presence for that of both.
    fn is_made(self, path: &Path) -> bool {
        let source = path.with_extension("cpp");
        path.exists() && fs::read_to_string(source).is_ok_and(|old| old == self.source)
    }
}

fn put(own: &Path, place: &Path) -> Result<(), HostError> {
    fs::rename(own, place).map_err(file_error(own))
}

/// A name that no other test uses: several may want the same file at once, and each makes its own and
/// moves it into place.
fn own_name(path: &Path) -> PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    path.with_extension(format!("{}-{number}.tmp", process::id()))
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
