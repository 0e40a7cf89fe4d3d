//! Compiles the CUDA kernels of a package's `array_fn!` blocks when the package is built.
//!
//! ```no_run
//! // build.rs
//! fn main() {
//!     array_fn_build::compile();
//! }
//! ```
//!
//! The sources of the package (`src`, `examples`, `tests`, `benches`) are searched for
//! `array_fn! { ... }`, also inside the arguments of other macros. Their kernels are emitted as CUDA
//! C++, and compiled to PTX where a CUDA toolkit is found; the macro embeds what it finds. Without a
//! toolkit, on docs.rs, or for a block that the search cannot see (made by another macro, or in a doc
//! test), the build succeeds all the same, and the source is compiled at the first call on a GPU.
//! A folder with a `Cargo.toml` is another package, whose own build script looks there.
//!
//! A block that uses items of others is compiled with them if their files tell their modules: by the path of the `use`, or else
//! by the item's name, if only one shared block of the package declares it. The build script of a crate whose shared blocks other
//! crates use calls [`compile`], too, and its `Cargo.toml` has the key `links`, with the name of the package: otherwise cargo passes
//! nothing on, and what uses the blocks is compiled at the first call on a GPU.
//!
//! A block with errors is passed over: the macro reports them where they are. The build fails only if
//! the CUDA compiler rejects a source, which is a bug of array-fn, and says so with its message.
//!
//! `nvcc` leads to the toolkit. If that has NVRTC of the same release (`libnvrtc` and
//! `libnvrtc-builtins`), NVRTC compiles: the same compiler as a library, which starts no processes and
//! reads no headers. Sources with shared memory are `nvcc`'s all the same, because its pointers take
//! fewer registers; of the others both make the same PTX. Where one of the two is missing or does not
//! work, the other compiles everything; but without `nvcc` there is no toolkit.
//!
//! # Environment
//!
//! | variable | meaning |
//! | --- | --- |
//! | `ARRAY_FN_NVCC` | the nvcc to use, and with it the toolkit; empty: none |
//! | `NVCC`, `CUDA_HOME`, `CUDA_PATH`, `CUDA_ROOT`, `CUDA_TOOLKIT_ROOT_DIR`, `/usr/local/cuda`, `PATH` | where it is looked for otherwise, in this order |
//! | `ARRAY_FN_NVRTC` | `0`: nvcc compiles everything, even where its toolkit has NVRTC |
//! | `ARRAY_FN_CUDA_ARCHS` | architectures to serve (`80;90`): PTX is made for the lowest, which all later ones run |
//! | `CUDA_COMPUTE_CAP` | the same, as other packages call it |
//! | `ARRAY_FN_CACHE_DIR` | where PTX is kept between builds; otherwise a folder of the target directory |
//! | `ARRAY_FN_DUMP` | a folder that receives all sources and graphs of the workspace, for reading |
//! | `ARRAY_FN_REQUIRE_PTX` | `1`: a block without PTX is a compile error that says why |
//!
//! PTX is made for compute capability 7.5 by default, the lowest that all current toolkits know.

// The example is a whole build script, which has a `main`.
#![allow(clippy::needless_doctest_main)]

mod arch;
mod cache;
mod compiler;
mod dependencies;
mod dump;
mod error;
#[cfg(all(test, unix))]
mod fixture;
mod folder;
mod generate;
mod modules;
mod nvcc;
mod nvrtc;
mod parallel;
mod scan;
mod settings;
mod toolkit;

use error::Error;
use generate::Source;
use settings::Settings;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Compiles all blocks of the package whose build script calls this.
///
/// Tells cargo to run the build script again when a source folder or one of the environment variables
/// changes; where that hides changes from other parts of the build script, use
/// [`compile_without_rerun`].
///
/// On failure (see the [crate's page](crate)) it prints why and ends the process.
pub fn compile() {
    Builder::new().compile();
}

/// As [`compile`], without a word to cargo about when to run again.
pub fn compile_without_rerun() {
    Builder::new().rerun(false).compile();
}

/// Where cargo finds the targets of a package.
const FOLDERS: [&str; 4] = ["src", "examples", "tests", "benches"];

/// [`compile`] with options.
#[derive(Clone, Debug)]
pub struct Builder {
    sources: Vec<PathBuf>,
    arch: Option<String>,
    rerun: bool,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// The options of [`compile`].
    pub fn new() -> Builder {
        Builder { sources: Vec::new(), arch: None, rerun: true }
    }

    /// Searches this folder or file as well (relative to the package).
    #[must_use]
    pub fn source(mut self, path: impl Into<PathBuf>) -> Builder {
        self.sources.push(path.into());
        self
    }

    /// Architecture to make PTX for (`90`, `9.0`, `sm_90` or `compute_90`), where the environment
    /// names none.
    #[must_use]
    pub fn arch(mut self, arch: impl Into<String>) -> Builder {
        self.arch = Some(arch.into());
        self
    }

    /// Whether to tell cargo when the build script must run again (it does by default).
    #[must_use]
    pub fn rerun(mut self, rerun: bool) -> Builder {
        self.rerun = rerun;
        self
    }

    /// Compiles.
    pub fn compile(&self) {
        if self.rerun {
            settings::print_rerun(&self.folders());
        }
        if let Err(error) = self.run(generate::sources) {
            eprintln!("error: {error}");
            std::process::exit(1);
        }
    }

    fn folders(&self) -> Vec<PathBuf> {
        let own = FOLDERS.iter().map(PathBuf::from).filter(|folder| !scan::is_package(folder));
        own.chain(self.sources.iter().cloned()).collect()
    }

    fn run(&self, generate: generate::Generate) -> Result<(), Error> {
        let settings = Settings::from_env(self.arch.as_deref())?;
        let files = scan::files(&settings.package_folder, &self.folders());
        let package = &settings.package_folder;
        let mut shared = parallel::map(&files, |file| scan::shared(package, file)).concat();
        shared.extend(dependencies::shared_blocks());
        dependencies::pass_on(&settings, &shared)?;
        let found = parallel::map(&files, |file| scan::file(package, file, &shared, generate));
        // Equal sources are one, whatever the number of blocks.
        let mut sources: BTreeMap<String, Source> = BTreeMap::new();
        for source in found.into_iter().flatten() {
            sources.entry(array_fn_compiler::embed::stem(&source.text)).or_insert(source);
        }
        if let Some(folder) = &settings.dump {
            dump::write(folder, &settings.package, &sources)?;
        }
        let toolkit = match sources.is_empty() {
            true => Err("there was nothing to compile".to_string()),
            false => toolkit::Toolkit::find(),
        };
        folder::write(&settings, &sources, toolkit)
    }
}
