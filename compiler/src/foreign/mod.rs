//! Functions in C and in Rust that a block declares: their code, and what a build script has to compile.
//!
//! The declaration in the block is the truth. A build script compiles loops around a C function ([`libraries`]), and
//! leaves a library, or what is wrong with the declaration ([`crate::embed::foreign_library`]). The macro links the
//! library. Both meet by the name of the library, which depends on everything that the loops are made of.

mod header;
mod link;
mod source;

pub use header::Header;
pub use link::{external, rust_function, rust_functions, unlinked};
pub use source::{DECLARED, Prototype, STATIC, TYPES, VERSIONS, WRAPPER, wrapper};

use crate::check;
use crate::dag::foreign::{Code, DeviceText};
use crate::dag::{DType, Foreign};
use crate::diagnostic::{Diagnostic, Errors};
use crate::embed::stem;
use crate::parse::ast::{Block, ForeignCode, Function};
use crate::shared::{self, Handed};
use proc_macro2::TokenStream;
use std::path::PathBuf;

/// The folder of the package that is compiled: paths of headers begin there.
fn package_folder() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default()
}

/// A foreign function with its code.
///
/// # Errors
/// The header cannot be read.
pub(crate) fn of(
    function: &Function,
    code: &ForeignCode,
    params: Vec<DType>,
    result: DType,
) -> Result<Foreign, Diagnostic> {
    let name = function.name.to_string();
    let code = match code {
        ForeignCode::Rust { path } => {
            let path: Vec<String> = path.iter().map(ToString::to_string).collect();
            Code::Rust { path: path.join("::") }
        }
        ForeignCode::C { header: written, span } => {
            let folder = package_folder();
            let header = Header::read(written, &folder).map_err(|(path, reason)| {
                let claim = format!("the header `{written}` cannot be read");
                let path = path.strip_prefix(&folder).unwrap_or(&path);
                Diagnostic::new(*span, claim)
                    .fact(format_args!("`{}`: {reason}", path.display()))
                    .help("paths of headers begin at the folder of the package's Cargo.toml")
            })?;
            let prototype = Prototype { name: &name, params: &params, result };
            let (library, _) = library(&prototype, &header);
            Code::C { library, device: device(&prototype, &header) }
        }
    };
    Ok(Foreign::new(name, params, result, code))
}

/// The name of the library with the loops of a C function, and its source.
fn library(prototype: &Prototype<'_>, header: &Header) -> (String, String) {
    let source = prototype.loops(header);
    let name = format!("array_fn_{}", &stem(&format!("{source}\n{}", header.text))[..20]);
    let source = source.replace("LIBRARY", &name);
    (name, source)
}

/// The parts of a CUDA source that the function needs, or why there are none.
fn device(prototype: &Prototype<'_>, header: &Header) -> Result<DeviceText, String> {
    let (name, written) = (prototype.name, &header.written);
    if !header.defines(name) {
        return Err(format!("`{written}` has no body of `{name}`, so GPUs cannot run it"));
    }
    if !header.is_for_devices() {
        return Err(format!(
            "`{written}` does not say `__host__ __device__`, so GPUs cannot run `{name}`"
        ));
    }
    Ok(DeviceText { header: source::device_text(header), function: prototype.device() })
}

/// The loops around one C function, which a build script compiles.
#[derive(Clone, Debug)]
pub struct Library {
    pub name: String,
    /// The C source.
    pub source: String,
    /// The name of the C function.
    pub function: String,
    pub params: Vec<DType>,
    pub result: DType,
    pub header: Header,
}

impl Library {
    pub fn prototype(&self) -> Prototype<'_> {
        Prototype { name: &self.function, params: &self.params, result: self.result }
    }
}

/// What a block needs of a build script.
#[derive(Clone, Debug, Default)]
pub struct Libraries {
    /// The headers that the block names, whether or not they can be read.
    pub headers: Vec<PathBuf>,
    /// In the order of the declarations.
    pub libraries: Vec<Library>,
}

/// What a block with C functions needs. Functions whose declarations are wrong are left out, because the macro reports
/// them.
pub fn libraries(tokens: TokenStream, handed: &Handed) -> Libraries {
    let block = shared::link(tokens, handed, &mut Errors::default());
    let folder = package_folder();
    let codes = block.own_fns().filter_map(|function| function.foreign.as_ref());
    let headers = codes.filter_map(|code| match code {
        ForeignCode::C { header, .. } if !header.starts_with('<') => Some(folder.join(header)),
        _ => None,
    });
    Libraries { headers: headers.collect(), libraries: of_block(&block) }
}

fn of_block(block: &Block) -> Vec<Library> {
    let declared = check::foreign::declared(block, &mut Errors::default());
    let mut found = Vec::new();
    for (k, function) in block.own_fns().enumerate() {
        let Some(ForeignCode::C { header, .. }) = &function.foreign else { continue };
        let Some(foreign) = declared.get(&k) else { continue };
        let Ok(header) = Header::read(header, &package_folder()) else { continue };
        let (params, result) = (foreign.params.clone(), foreign.result);
        let prototype = Prototype { name: &foreign.name, params: &params, result };
        let (name, source) = library(&prototype, &header);
        let function = foreign.name.clone();
        found.push(Library { name, source, function, params, result, header });
    }
    found
}
