//! Compiles the CUDA kernels of a package's `array_fn!` blocks when the package is built.
//!
//! Call [`compile`] in the package's build script:
//!
//! ```no_run
//! // build.rs
//! fn main() {
//!     array_fn_build::compile();
//! }
//! ```
//!
//! The options of [`compile`] are the methods of [`Builder`].
//!
//! # What happens
//!
//! 1. The sources of the package (`src`, `examples`, `tests`, `benches`) are searched for `array_fn! { ... }`, also
//!    inside the arguments of other macros. A folder with a `Cargo.toml` is another package, which has its own build
//!    script, and is left out.
//! 2. The kernels of each block are emitted as CUDA C++.
//! 3. If a CUDA toolkit is found, the CUDA C++ is compiled to PTX, and that to code for the
//!    [architectures](#architectures) that are asked for.
//! 4. When rustc expands the block, the macro looks for what was made of its kernels, and embeds it.
//!
//! PTX can be missing: without a toolkit, on docs.rs, or for a block that the search cannot see, because another macro
//! makes it or because it stands in a doc test. The build succeeds all the same, and the source is compiled at the
//! first call on a GPU.
//!
//! A block with errors is passed over: the macro reports them where they are. The build fails only if the CUDA compiler
//! rejects a source. That is a bug of array-fn, and the message says so, with the words of the compiler.
//!
//! # Foreign functions
//!
//! For each C function that a block declares (`unsafe extern "phi.h" fn phi(x: f64) -> f64;`) a C file with loops around it
//! is compiled, by `cc` or the compiler that `CC` names, and becomes a library that the macro links. A declaration that
//! the header contradicts is no error here: the macro reports it where it stands. With the feature `foreign` libclang
//! reads the header first, by way of bindgen; it is loaded from the folder `LIBCLANG_PATH`, or found as bindgen does.
//!
//! # Shared blocks
//!
//! A block that uses items of shared blocks is compiled together with them. The build script has to find these blocks
//! without expanding a macro:
//!
//! - It goes by the path of the `use` where the files of the package tell which module that is.
//! - Otherwise it goes by the name of the item, if only one shared block of the package declares it.
//!
//! A crate whose shared blocks are used by other crates needs two things. Its build script calls [`compile`], too, and
//! its `Cargo.toml` has the key `links`, with the name of the package. Otherwise cargo passes nothing on, and the
//! blocks of the other crates are compiled at the first call on a GPU.
//!
//! # nvcc and NVRTC
//!
//! The toolkit is the one that `nvcc` belongs to. NVRTC is the same compiler as a library (`libnvrtc` and
//! `libnvrtc-builtins`). It starts no processes and reads no headers, so it compiles wherever the toolkit has it in the
//! same release. Sources with shared memory are the exception: `nvcc` compiles them, because its pointers take fewer
//! registers. For all other sources both make the same PTX. If one of the two is missing or does not work, the other
//! compiles everything; but without `nvcc` there is no toolkit.
//!
//! # Environment
//!
//! | variable | meaning |
//! | --- | --- |
//! | `ARRAY_FN_NVCC` | the nvcc to use, and with it the toolkit; if empty, none is used |
//! | `NVCC`, `CUDA_HOME`, `CUDA_PATH`, `CUDA_ROOT`, `CUDA_TOOLKIT_ROOT_DIR`, `/usr/local/cuda`, `PATH` | where it is looked for otherwise, in this order |
//! | `ARRAY_FN_NVRTC` | if `0`, nvcc compiles everything, even where its toolkit has NVRTC |
//! | `ARRAY_FN_CUDA_ARCHS` | the [architectures](#architectures) to compile for (`80;90`) |
//! | `CUDA_COMPUTE_CAP` | the same, as other packages call it |
//! | `ARRAY_FN_CACHE_DIR` | where PTX is kept between builds; otherwise a folder of the target directory |
//! | `ARRAY_FN_DUMP` | a folder that receives all sources and graphs of the workspace, for reading |
//! | `CC`, `CFLAGS`, `AR` | the C compiler for [foreign functions](#foreign-functions), its options, and the archiver |
//! | `ARRAY_FN_REQUIRE_PTX` | if `1`, a block without PTX is a compile error that says why |
//!
//! # Architectures
//!
//! A program holds its kernels in two forms:
//!
//! - *PTX* is portable assembly. A driver assembles it for its device at the first call, and keeps the result in a
//!   cache of its own. It takes PTX of its own release and of earlier ones. PTX for some architecture runs on all later
//!   ones.
//! - *Code*, which NVIDIA calls cubin, is for the devices of one architecture. Nothing is left to assemble at the first
//!   call, and a driver takes code of newer toolkits of its major release. `sm_86` runs code for `sm_80`; `sm_90` does
//!   not.
//!
//! Without a list there is PTX for compute capability 7.5, the lowest that all current toolkits know, and no code. Each
//! entry of a list, such as `80;90`, adds code for its architecture, which `ptxas` of the toolkit makes. PTX is made for
//! the lowest of them, and stays for all other devices. `compute_75` is an entry with PTX alone, so `compute_75;80;90` is
//! code for two architectures, and PTX for everything from 7.5 on.
//!
//! Code takes about as much of the program as the PTX, for each architecture. The largest kernels of this project's
//! solvers have 400 kB of PTX, which `ptxas` assembles in one second.

// The example is a whole build script, which has a `main`.
#![allow(clippy::needless_doctest_main)]

mod arch;
mod assembler;
mod c_compiler;
mod cache;
mod compiler;
#[cfg(feature = "foreign")]
mod declarations;
mod dependencies;
mod dump;
mod error;
#[cfg(all(test, unix))]
mod fixture;
mod folder;
mod foreign;
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
/// Tells cargo to run the build script again when a source folder or one of the environment variables changes. Cargo
/// then ignores all other files: a build script that depends on more uses [`compile_without_rerun`].
///
/// On failure (see the [crate's page](crate)) it prints why and ends the process.
pub fn compile() {
    Builder::new().compile();
}

/// The same as [`compile`], but does not tell cargo when to run the build script again.
pub fn compile_without_rerun() {
    Builder::new().rerun(false).compile();
}

/// The folders where cargo finds the targets of a package.
const FOLDERS: [&str; 4] = ["src", "examples", "tests", "benches"];

/// [`compile`] with options: further sources, another architecture, or no instructions to cargo.
#[derive(Clone, Debug)]
pub struct Builder {
    sources: Vec<PathBuf>,
    archs: Option<String>,
    rerun: bool,
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

impl Builder {
    /// The options that [`compile`] has.
    pub fn new() -> Builder {
        Builder { sources: Vec::new(), archs: None, rerun: true }
    }

    /// Searches this folder or file as well (relative to the package).
    #[must_use]
    pub fn source(mut self, path: impl Into<PathBuf>) -> Builder {
        self.sources.push(path.into());
        self
    }

    /// The architectures to compile for, as a list: `80;90`, unless the environment has one. See
    /// [`ARRAY_FN_CUDA_ARCHS`](crate#architectures).
    #[must_use]
    pub fn archs(mut self, archs: impl Into<String>) -> Builder {
        self.archs = Some(archs.into());
        self
    }

    /// Whether to tell cargo when the build script must run again (it does by default).
    #[must_use]
    pub fn rerun(mut self, rerun: bool) -> Builder {
        self.rerun = rerun;
        self
    }

    /// Compiles all blocks with these options. On failure it prints why and ends the process.
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
        let settings = Settings::from_env(self.archs.as_deref())?;
        let files = scan::files(&settings.package_folder, &self.folders());
        let package = &settings.package_folder;
        let mut shared = parallel::map(&files, |file| scan::shared(package, file)).concat();
        shared.extend(dependencies::shared_blocks());
        dependencies::pass_on(&settings, &shared)?;
        let found = parallel::map(&files, |file| scan::file(package, file, &shared, generate));
        // Equal sources are compiled once, however many blocks have them.
        let mut sources: BTreeMap<String, Source> = BTreeMap::new();
        for source in found.into_iter().flatten() {
            sources.entry(array_fn_compiler::embed::stem(&source.text)).or_insert(source);
        }
        if let Some(folder) = &settings.dump {
            dump::write(folder, &settings.package, &sources)?;
        }
        let libraries = parallel::map(&files, |file| scan::foreign(package, file, &shared));
        foreign::compile(&settings, libraries, self.rerun)?;
        let toolkit = match sources.is_empty() {
            true => Err("there was nothing to compile".to_string()),
            false => toolkit::Toolkit::find(),
        };
        folder::write(&settings, &sources, toolkit)
    }
}
