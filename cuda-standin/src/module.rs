//! Loaded code: from PTX to kernels compiled for the host.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use array_fn_cuda_host::HostCuda;

use crate::signature::{Signature, signatures};

pub struct Module {
    pub code: Arc<HostCuda>,
    pub source: String,
    pub kernels: Vec<Signature>,
}

/// Sources that PTX may belong to.
#[derive(Default)]
pub struct Sources {
    by_ptx: HashMap<String, String>,
    cache: Option<PathBuf>,
    folders_read: bool,
}

/// Why an image cannot be loaded.
pub enum Refused {
    Invalid(String),
    /// The version that it needs.
    Version(u32, u32),
    /// Code for another device.
    Device,
}

/// The device that the stand-in is, as in `sm_90`.
const DEVICE: &str = "90";

/// How code of a device begins, in place of PTX.
const CODE: &str = "\u{7f}ELF\n";

/// The source in what the stand-in for NVRTC made (its `HEADER` and `PREFIX`; it is no dependency, because
/// cargo hands the name of a dependency's library on).
fn source_of(ptx: &str) -> Option<String> {
    ptx.trim_start_matches(CODE).starts_with("// array-fn stand-in for NVRTC").then(|| {
        let lines = ptx.lines().filter_map(|line| line.strip_prefix("//| "));
        lines.flat_map(|line| [line, "\n"]).collect()
    })
}

impl Sources {
    pub fn register(&mut self, ptx: Option<&str>, source: &str, cache: &Path) {
        if let Some(ptx) = ptx {
            self.by_ptx.insert(ptx.to_owned(), source.to_owned());
        }
        self.cache = Some(cache.to_path_buf());
    }

    /// Pairs of `.ptx` and `.cu` in the folders of `ARRAY_FN_STANDIN_SOURCES`.
    fn read_folders(&mut self) {
        if std::mem::replace(&mut self.folders_read, true) {
            return;
        }
        let folders = std::env::var_os("ARRAY_FN_STANDIN_SOURCES").unwrap_or_default();
        for folder in std::env::split_paths(&folders) {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.extension().is_some_and(|extension| extension == "ptx")
                    && let Ok(ptx) = std::fs::read_to_string(&path)
                    && let Ok(source) = std::fs::read_to_string(path.with_extension("cu"))
                {
                    self.by_ptx.insert(ptx, source);
                }
            }
        }
    }

    pub fn load(&mut self, ptx: &str, newest: (u32, u32)) -> Result<Module, Refused> {
        let invalid = |text: &str| Refused::Invalid(text.to_owned());
        if ptx.starts_with(CODE) {
            let target = ptx.lines().find_map(|line| line.strip_prefix(".target sm_"));
            return match (target, source_of(ptx)) {
                (Some(DEVICE), Some(source)) => self.compile(&source),
                _ => Err(Refused::Device),
            };
        }
        let version = ptx.lines().find_map(|line| line.trim().strip_prefix(".version "));
        let version = version.and_then(|version| version.trim().split_once('.'));
        let version = version.and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let (major, minor) = version.ok_or_else(|| invalid("missing .version directive"))?;
        if (major, minor) > newest {
            return Err(Refused::Version(major, minor));
        }
        let source = match source_of(ptx) {
            Some(source) => source,
            None => {
                self.read_folders();
                let found = self.by_ptx.get(ptx).cloned();
                found.ok_or_else(|| invalid("no source is registered for this PTX"))?
            }
        };
        self.compile(&source)
    }

    fn compile(&self, source: &str) -> Result<Module, Refused> {
        let kernels = signatures(source);
        let cache = self
            .cache
            .clone()
            .or_else(|| std::env::var_os("ARRAY_FN_STANDIN_CACHE").map(PathBuf::from));
        let cache = cache.unwrap_or_else(|| std::env::temp_dir().join("array-fn-standin"));
        let names = kernels.iter().map(|kernel| kernel.name.as_str());
        let code =
            HostCuda::load(source, names, &cache).map_err(|e| Refused::Invalid(e.to_string()))?;
        Ok(Module { code: Arc::new(code), source: source.to_owned(), kernels })
    }
}
