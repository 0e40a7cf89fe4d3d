//! The cache: PTX and code of earlier builds, found by the content of their source.

use crate::Error;
use crate::compiler::Compiler;
use array_fn_compiler::embed::stem;
use std::fs;
use std::path::{Path, PathBuf};
use std::process;

pub struct Cache {
    folder: PathBuf,
}

impl Cache {
    pub fn new(folder: &Path) -> Result<Cache, Error> {
        fs::create_dir_all(folder).map_err(Error::file(folder))?;
        Ok(Cache { folder: folder.to_path_buf() })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of the PTX of a source, whether it exists already or not.
    pub fn entry(&self, compiler: &dyn Compiler, arch: &str, source_stem: &str) -> PathBuf {
        let compiler = stem(&compiler.fingerprint(arch));
        self.folder.join(format!("{source_stem}-{}.ptx", &compiler[..12]))
    }
}

/// Writes a file in one step, so that no reader sees half of it.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> Result<(), Error> {
    let content = content.as_ref();
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let temporary = own_name(path);
    fs::write(&temporary, content).map_err(Error::file(&temporary))?;
    fs::rename(&temporary, path).map_err(Error::file(path))
}

/// A name next to `path` that no other process uses.
pub fn own_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tmp", process::id()));
    path.with_file_name(name)
}
