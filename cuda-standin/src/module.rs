//! Loaded code: from PTX to kernels compiled for the host.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use array_fn_cuda_host::HostCuda;

use crate::ptx::{self, Ptx};
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
    /// The PTX that code was assembled from.
    ptx_of_code: HashMap<Vec<u8>, String>,
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
const DEVICE: u32 = 90;

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

    /// Tells which PTX some code was assembled from.
    pub fn register_code(&mut self, code: &[u8], ptx: &str) {
        self.ptx_of_code.insert(code.to_owned(), ptx.to_owned());
    }

    /// Pairs of `.ptx` and `.cu`, and the code of the former, in the folders of `ARRAY_FN_STANDIN_SOURCES`.
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
                    for code in code_beside(&path) {
                        self.ptx_of_code.insert(code, ptx.clone());
                    }
                    self.by_ptx.insert(ptx, source);
                }
            }
        }
    }

    pub fn load(&mut self, ptx: &str, newest: (u32, u32)) -> Result<Module, Refused> {
        let invalid = |text: &str| Refused::Invalid(text.to_owned());
        if ptx.starts_with(CODE) {
            let read = Ptx::read(ptx, DEVICE).map_err(|_| Refused::Device)?;
            return match source_of(ptx) {
                Some(source) if read.target == DEVICE => self.compile(&source, &read),
                _ => Err(Refused::Device),
            };
        }
        let version = ptx::version(ptx).ok_or_else(|| invalid("missing .version directive"))?;
        if version > newest {
            return Err(Refused::Version(version.0, version.1));
        }
        let read = Ptx::read(ptx, DEVICE).map_err(Refused::Invalid)?;
        let source = match source_of(ptx) {
            Some(source) => source,
            None => {
                self.read_folders();
                let found = self.by_ptx.get(ptx).cloned();
                found.ok_or_else(|| invalid("no source is registered for this PTX"))?
            }
        };
        self.compile(&source, &read)
    }

    /// Code that ptxas made for `architecture`. A driver of any version takes it, on a device of that architecture or of a
    /// later one with the same major number.
    pub fn load_code(&mut self, code: &[u8], architecture: u32) -> Result<Module, Refused> {
        if architecture / 10 != DEVICE / 10 || architecture > DEVICE {
            return Err(Refused::Device);
        }
        self.read_folders();
        let ptx = self.ptx_of_code.get(code);
        let ptx =
            ptx.ok_or_else(|| Refused::Invalid("no PTX is registered for this code".into()))?;
        let source = self.by_ptx.get(ptx);
        let source = source.ok_or_else(|| Refused::Invalid("no source is registered".into()))?;
        let read = Ptx::read(ptx, DEVICE).map_err(Refused::Invalid)?;
        self.compile(source, &read)
    }

    /// The kernels of a source that the PTX has, too. The source tells which memory they read and write, the PTX what
    /// they need.
    fn compile(&self, source: &str, ptx: &Ptx) -> Result<Module, Refused> {
        let all = signatures(source);
        let mut kernels = Vec::new();
        for entry in &ptx.entries {
            let name = &entry.name;
            let found = all.iter().find(|kernel| kernel.name == *name);
            let bytes = |kernel: &Signature| {
                kernel.parameters.iter().map(|parameter| parameter.bytes()).collect::<Vec<_>>()
            };
            let Some(found) = found.filter(|kernel| bytes(kernel) == entry.parameters) else {
                let text =
                    format!("the source of the PTX has no kernel `{name}` with its parameters");
                return Err(Refused::Invalid(text));
            };
            let (parameters, max_threads) = (found.parameters.clone(), entry.max_threads);
            let (name, shared, local) = (name.clone(), entry.shared, entry.local);
            kernels.push(Signature { name, parameters, max_threads, shared, local });
        }
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

/// The code of a file of PTX, for all architectures: `name.sm_90.cubin` beside `name.ptx`.
fn code_beside(ptx: &Path) -> Vec<Vec<u8>> {
    let (Some(folder), Some(stem)) = (ptx.parent(), ptx.file_stem()) else { return Vec::new() };
    let beginning = format!("{}.sm_", stem.to_string_lossy());
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = files.filter(|file| {
        let name = file.file_name().to_string_lossy().into_owned();
        name.starts_with(&beginning) && name.ends_with(".cubin")
    });
    names.filter_map(|file| std::fs::read(file.path()).ok()).collect()
}
