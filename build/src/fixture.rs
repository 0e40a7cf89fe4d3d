//! A package with a CUDA toolkit of its own, for tests.

use crate::arch::Archs;
use crate::generate::Source;
use crate::nvcc::Nvcc;
use crate::settings::Settings;
use crate::toolkit::Toolkit;
use crate::{Error, folder};
use array_fn_compiler::embed::{Compiled, FOLDER, MANIFEST, Missing, NVCC_LINE, compiled_in, stem};
use std::env;
use std::ffi::c_int;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};

/// A compiler that turns each source into PTX of one line, and rejects those with `wrong` in them.
pub const NVCC: &str = r#"#!/bin/sh
if [ "$1" = --version ]; then echo "Cuda compilation tools, release 13.0, V13.0.0"; exit; fi
while [ $# -gt 1 ]; do [ "$1" = -o ] && out=$2; shift; done
echo call >>"$0.calls"
if grep -q wrong "$1"; then echo "$1(1): error: wrong" >&2; exit 1; fi
echo ".version 9.0" >"$out"
"#;

/// An assembler whose code is the architecture and the PTX, and which knows no `sm_100`.
pub const PTXAS: &str = r#"#!/bin/sh
echo call >>"$0.calls"
case $1 in *sm_100) echo "ptxas fatal: unsupported" >&2; exit 1;; esac
(echo "$1"; cat "$2") >"$4"
"#;

/// A package in a folder below the system's temporary folder.
pub struct Fixture {
    folder: PathBuf,
    settings: Settings,
    /// Whether NVRTC is wanted.
    pub nvrtc: bool,
}

impl Fixture {
    pub fn new(name: &str) -> Fixture {
        let folder = env::temp_dir().join(format!("array-fn-{name}-{}", process::id()));
        let _ = fs::remove_dir_all(&folder);
        let out_dir = folder.join("out");
        for folder in [&out_dir, &folder.join("toolkit/bin"), &folder.join("toolkit/lib")] {
            fs::create_dir_all(folder).unwrap();
        }
        let settings = Settings {
            package: "p".to_string(),
            package_folder: folder.clone(),
            cache: folder.join("cache"),
            out_dir,
            archs: Archs::of_ptx("compute_75"),
            dump: None,
        };
        let fixture = Fixture { folder, settings, nvrtc: true };
        fixture.set_nvcc(NVCC);
        fixture
    }

    /// Puts a script in nvcc's place.
    pub fn set_nvcc(&self, script: &str) {
        self.set_program("nvcc", script);
    }

    /// Puts a script into the toolkit's programs. A separate process writes it. If this process did, a process that
    /// another test starts meanwhile would inherit the open file, and no file can be run while it is open for writing.
    pub fn set_program(&self, name: &str, script: &str) {
        let mut shell = Command::new("sh");
        shell
            .args(["-c", r#"printf %s "$1" >"$0" && chmod 755 "$0""#])
            .arg(self.folder.join("toolkit/bin").join(name))
            .arg(script);
        assert!(shell.status().unwrap().success(), "{shell:?}");
    }

    pub fn nvcc(&self) -> PathBuf {
        self.folder.join("toolkit/bin/nvcc")
    }

    pub fn library(&self) -> PathBuf {
        self.folder.join("toolkit/lib/libnvrtc.so.13")
    }

    /// Puts an NVRTC into the toolkit; false if there is no C compiler to make it with.
    pub fn add_nvrtc(&self, defines: &[&str]) -> bool {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/fixture/nvrtc.c");
        let mut command = Command::new("cc");
        command.args(["-shared", "-fPIC", "-o"]).arg(self.library()).args(defines).arg(source);
        match command.status() {
            Ok(status) => assert!(status.success(), "{command:?}"),
            Err(error) if required() => panic!("ARRAY_FN_REQUIRE_HOST_CUDA=1, and cc: {error}"),
            Err(error) => println!("skipped: cc: {error}"),
        }
        self.library().is_file()
    }

    /// The number of programs that the NVRTC of this toolkit has made and nobody has destroyed.
    pub fn programs_alive(&self) -> c_int {
        // SAFETY: the library of `nvrtc.c`, which has no constructors, and whose `alive` is an integer that
        // no thread writes any more; it stays open.
        unsafe {
            let library = libloading::Library::new(self.library()).unwrap();
            let alive: *const c_int = *library.get(b"alive").unwrap();
            std::mem::forget(library);
            *alive
        }
    }

    pub fn write(&self, texts: &[&str]) -> Result<(), Error> {
        let source = |text: &str| Source {
            name: "f".to_string(),
            text: text.to_string(),
            block: "src/lib.rs:7".to_string(),
            extras: Vec::new(),
        };
        let sources = texts.iter().map(|text| (stem(text), source(text))).collect();
        let nvcc = Nvcc::first_of(vec![self.nvcc()]);
        folder::write(&self.settings, &sources, nvcc.map(|nvcc| Toolkit::of(nvcc, self.nvrtc)))
    }

    /// Asks for these architectures from now on.
    pub fn set_archs(&mut self, list: &str) {
        self.settings.archs = Archs::of_list("X", list).unwrap();
    }

    pub fn compiled(&self, text: &str) -> Result<Compiled, Missing> {
        compiled_in(&self.settings.out_dir.join(FOLDER), text)
    }

    pub fn ptx(&self, text: &str) -> Result<PathBuf, Missing> {
        self.compiled(text).map(|compiled| compiled.ptx)
    }

    /// The PTX of a source, as the folder has it.
    pub fn text(&self, text: &str) -> String {
        fs::read_to_string(self.ptx(text).unwrap()).unwrap()
    }

    /// The manifest's line about the compiler.
    pub fn outcome(&self) -> String {
        let manifest = self.settings.out_dir.join(FOLDER).join(MANIFEST);
        let manifest = fs::read_to_string(manifest).unwrap();
        manifest.lines().find(|line| line.starts_with(NVCC_LINE)).unwrap().to_string()
    }

    pub fn calls(&self) -> usize {
        self.calls_of("nvcc")
    }

    pub fn calls_of(&self, name: &str) -> usize {
        let calls = self.folder.join("toolkit/bin").join(format!("{name}.calls"));
        let calls = fs::read_to_string(calls);
        calls.map_or(0, |text| text.lines().count())
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Whether tests must fail where a compiler is missing.
pub fn required() -> bool {
    env::var_os("ARRAY_FN_REQUIRE_HOST_CUDA").is_some_and(|value| value == "1")
}
