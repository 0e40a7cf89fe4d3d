//! How PTX gets from the build script to the macro.
//!
//! The build script (`array-fn-build`) runs before any macro is expanded. It emits the CUDA C++ of every block that it
//! finds, and leaves these files:
//!
//! ```text
//! $OUT_DIR/array_fn/manifest              format, compiler version, toolkit, architectures; where each block stands
//! $OUT_DIR/array_fn/<stem>.cu             the source
//! $OUT_DIR/array_fn/<stem>.ptx            the PTX that nvcc or NVRTC made of it
//! $OUT_DIR/array_fn/<stem>.sm_90.cubin    the code that ptxas made of that, for each architecture that was asked for
//! $OUT_DIR/array_fn/foreign/lib<name>.a   the loops around a C function (`foreign`)
//! $OUT_DIR/array_fn/foreign/<name>.refused   what is wrong with the declaration of a C function
//! ```
//!
//! `<stem>` is a hash of the source. Emission is deterministic, so the macro emits the same source as the build script.
//! It takes the PTX of exactly that text, or none. So it does not matter where a block stands, how its tokens are
//! spaced, or whose `OUT_DIR` this is. Nothing is remembered between expansions, because one macro server may expand
//! the blocks of many packages.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder in `OUT_DIR`.
pub const FOLDER: &str = "array_fn";
/// The manifest's file name in [`FOLDER`].
pub const MANIFEST: &str = "manifest";

/// The first line of a manifest. Files of another format or compiler are not used.
pub fn manifest_header() -> String {
    format!("array-fn manifest 1, compiler {}", env!("CARGO_PKG_VERSION"))
}

/// The prefix of one line of the manifest. It says the toolkit of which nvcc compiled the sources and which of its
/// compilers did, or why none did.
pub const NVCC_LINE: &str = "nvcc: ";

/// The prefix of the line with the architectures for which there is code, after spaces.
pub const CODE_LINE: &str = "code:";

/// The name of the file with the code of a source.
pub fn code_file(stem: &str, device: &str) -> String {
    format!("{stem}.{device}.cubin")
}

/// The name, without extension, of the files that belong to a source.
pub fn stem(source: &str) -> String {
    // FNV-1a with 128 bits. The source itself is compared as well.
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for byte in source.bytes() {
        hash ^= u128::from(byte);
        hash = hash.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}

/// Why there is no PTX for a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The package has no build script that calls `array_fn_build::compile()`.
    NoBuildScript,
    /// The build script belongs to another version. Holds the header that was found.
    OtherVersion(String),
    /// The build script did not see the block.
    UnknownBlock,
    /// The block was seen and not compiled. Holds the reason.
    NotCompiled(String),
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Missing::NoBuildScript => {
                f.write_str("the package's build script does not call `array_fn_build::compile()`")
            }
            Missing::OtherVersion(found) => {
                let own = manifest_header();
                write!(f, "array-fn-build is of another version: it wrote `{found}`, not `{own}`")
            }
            Missing::UnknownBlock => f.write_str(
                "array-fn-build did not find the block: it was made by another macro, or its file \
                 is not in `src`, `examples`, `tests` or `benches`",
            ),
            Missing::NotCompiled(reason) => write!(f, "it was not compiled: {reason}"),
        }
    }
}

/// Why there is no library with the loops of a C function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoLibrary {
    Missing(Missing),
    /// The build script found a mistake.
    Refused {
        claim: String,
        facts: Vec<String>,
        help: String,
    },
}

/// The folder in [`FOLDER`] with the libraries of foreign functions, and with what is wrong with others.
pub const LIBRARIES: &str = "foreign";

/// The name of the file with a library.
pub fn library_file(library: &str) -> String {
    format!("lib{library}.a")
}

/// The name of the file that says why there is no library. Its lines are those of the message: a claim, facts, and a
/// help.
pub fn refusal_file(library: &str) -> String {
    format!("{library}.refused")
}

/// Looks for a library that the build script made.
///
/// # Errors
/// The reason why there is none.
pub fn foreign_library(library: &str) -> Result<(), NoLibrary> {
    match std::env::var_os("OUT_DIR") {
        Some(out_dir) => foreign_library_in(&Path::new(&out_dir).join(FOLDER), library),
        None => Err(NoLibrary::Missing(Missing::NoBuildScript)),
    }
}

/// Looks for a library in a [`FOLDER`].
///
/// # Errors
/// The reason why there is none.
pub fn foreign_library_in(folder: &Path, library: &str) -> Result<(), NoLibrary> {
    let missing = |missing| Err(NoLibrary::Missing(missing));
    let Ok(manifest) = fs::read_to_string(folder.join(MANIFEST)) else {
        return missing(Missing::NoBuildScript);
    };
    let header = manifest.lines().next().unwrap_or("");
    if header != manifest_header() {
        return missing(Missing::OtherVersion(header.to_string()));
    }
    let libraries = folder.join(LIBRARIES);
    if libraries.join(library_file(library)).is_file() {
        return Ok(());
    }
    let Ok(refusal) = fs::read_to_string(libraries.join(refusal_file(library))) else {
        return missing(Missing::UnknownBlock);
    };
    let mut lines: Vec<String> = refusal.lines().map(str::to_string).collect();
    let help = lines.pop().unwrap_or_default();
    let facts = lines.split_off(lines.len().min(1));
    Err(NoLibrary::Refused { claim: lines.pop().unwrap_or_default(), facts, help })
}

/// The files that were made of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// PTX, for `include_str!`.
    pub ptx: PathBuf,
    /// Code for devices, for `include_bytes!`, by names of architectures such as `sm_90`.
    pub code: Vec<(String, PathBuf)>,
}

/// What was made of `source`.
///
/// # Errors
/// The reason why there is nothing. A build goes on then, and the source is compiled at run time, unless
/// [`ptx_required`] says otherwise.
pub fn compiled(source: &str) -> Result<Compiled, Missing> {
    let out_dir = std::env::var_os("OUT_DIR").ok_or(Missing::NoBuildScript)?;
    compiled_in(&Path::new(&out_dir).join(FOLDER), source)
}

/// Whether a block without PTX is a compile error, because the user set `ARRAY_FN_REQUIRE_PTX=1`.
pub fn ptx_required() -> bool {
    std::env::var_os("ARRAY_FN_REQUIRE_PTX").is_some_and(|value| !value.is_empty() && value != "0")
}

/// What was made of `source` in a [`FOLDER`].
///
/// # Errors
/// The reason why there is nothing.
pub fn compiled_in(folder: &Path, source: &str) -> Result<Compiled, Missing> {
    let manifest = fs::read_to_string(folder.join(MANIFEST)).map_err(|_| Missing::NoBuildScript)?;
    let header = manifest.lines().next().unwrap_or("");
    if header != manifest_header() {
        return Err(Missing::OtherVersion(header.to_string()));
    }
    let stem = stem(source);
    let known = fs::read_to_string(folder.join(format!("{stem}.cu")));
    if known.ok().as_deref() != Some(source) {
        return Err(Missing::UnknownBlock);
    }
    let ptx = folder.join(format!("{stem}.ptx"));
    if ptx.is_file() {
        let devices = manifest.lines().find_map(|line| line.strip_prefix(CODE_LINE));
        let devices = devices.unwrap_or_default().split_whitespace();
        let code =
            devices.map(|device| (device.to_string(), folder.join(code_file(&stem, device))));
        return Ok(Compiled { ptx, code: code.filter(|(_, path)| path.is_file()).collect() });
    }
    let reason = manifest.lines().find_map(|line| line.strip_prefix(NVCC_LINE));
    Err(Missing::NotCompiled(reason.unwrap_or("the build script was interrupted").to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_found_or_a_reason_is() {
        let folder =
            std::env::temp_dir().join(format!("array-fn-libraries-{}", std::process::id()));
        fs::create_dir_all(folder.join(LIBRARIES)).unwrap();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        let look = || foreign_library_in(&folder, "phi");
        assert_eq!(look(), Err(NoLibrary::Missing(Missing::NoBuildScript)));
        write(MANIFEST, "array-fn manifest 0, compiler 0.0.1\n");
        assert!(matches!(look(), Err(NoLibrary::Missing(Missing::OtherVersion(_)))));
        write(MANIFEST, &format!("{}\n", manifest_header()));
        assert_eq!(look(), Err(NoLibrary::Missing(Missing::UnknownBlock)));
        write(
            &format!("{LIBRARIES}/{}", refusal_file("phi")),
            "it is wrong\nhere\nthere\ndo this\n",
        );
        let (claim, help) = ("it is wrong".to_string(), "do this".to_string());
        let facts = vec!["here".to_string(), "there".to_string()];
        assert_eq!(look(), Err(NoLibrary::Refused { claim, facts, help }));
        write(&format!("{LIBRARIES}/{}", library_file("phi")), "");
        assert_eq!(look(), Ok(()));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn ptx_is_taken_for_exactly_its_source() {
        let folder = std::env::temp_dir().join(format!("array-fn-embed-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        let source = "// a kernel";
        let stem = stem(source);
        assert_eq!(compiled_in(&folder, source), Err(Missing::NoBuildScript));
        write(MANIFEST, "array-fn manifest 0, compiler 0.0.1\n");
        assert!(matches!(compiled_in(&folder, source), Err(Missing::OtherVersion(_))));
        write(MANIFEST, &format!("{}\n{NVCC_LINE}not found\n", manifest_header()));
        assert_eq!(compiled_in(&folder, source), Err(Missing::UnknownBlock));
        write(&format!("{stem}.cu"), "// another with the same hash");
        assert_eq!(compiled_in(&folder, source), Err(Missing::UnknownBlock));
        write(&format!("{stem}.cu"), source);
        assert_eq!(
            compiled_in(&folder, source),
            Err(Missing::NotCompiled("not found".to_string()))
        );
        write(&format!("{stem}.ptx"), ".version 8.0");
        let (ptx, code) = (folder.join(format!("{stem}.ptx")), Vec::new());
        assert_eq!(compiled_in(&folder, source), Ok(Compiled { ptx: ptx.clone(), code }));
        // Code of an earlier build, which the manifest does not name, does not count.
        for device in ["sm_80", "sm_90", "sm_100"] {
            write(&code_file(&stem, device), "code");
        }
        let line = format!("{CODE_LINE} sm_80 sm_90 sm_120");
        write(MANIFEST, &format!("{}\n{line}\n", manifest_header()));
        let file = |device: &str| (device.to_string(), folder.join(code_file(&stem, device)));
        let code = vec![file("sm_80"), file("sm_90")];
        assert_eq!(compiled_in(&folder, source), Ok(Compiled { ptx, code }));
        fs::remove_dir_all(&folder).unwrap();
    }
}
