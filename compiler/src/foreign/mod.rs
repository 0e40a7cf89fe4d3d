//! Functions in C and in Rust that a block declares: their code, and what a build script has to compile.
//!
//! The declaration in the block is the truth. A build script compiles loops around a C function ([`libraries`]), and
//! leaves a library, or what is wrong with the declaration ([`crate::embed::foreign_library`]). The macro links the
//! library. Both meet by the name of the library, which depends on everything that the loops are made of.

mod arrays;
mod header;
mod link;
mod source;

pub use header::Header;
pub use link::{external, promises, rust_function, rust_functions, unlinked};
pub use source::{DECLARED, FOR_CUDA, STATIC, TYPES, VERSIONS, WRAPPER, wrapper};

use crate::check;
use crate::dag::foreign::{Code, DeviceText};
use crate::dag::{DType, Foreign};
use crate::diagnostic::{Diagnostic, Errors};
use crate::embed::stem;
use crate::parse::ast::{Block, ForeignCode, Function};
use crate::shared::{self, Handed};
use arrays::ArrayPrototype;
use proc_macro2::TokenStream;
use source::Prototype;
use std::path::PathBuf;

/// The folder of the package that is compiled: paths of headers begin there.
fn package_folder() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from).unwrap_or_default()
}

/// The types of a foreign function.
pub(crate) struct Types {
    pub params: Vec<DType>,
    pub results: Vec<DType>,
    /// Whether the results are a tuple.
    pub tuple: bool,
    /// For each parameter, whether it is an array, if the function works on whole arrays.
    pub arrays: Option<Vec<bool>>,
}

impl Types {
    /// For each function that stands for the declared one, the result that it is for; `None` if it is for all. One of
    /// scalars with a tuple of results is a function for each.
    fn parts(&self) -> Vec<Option<usize>> {
        match self.tuple && self.arrays.is_none() {
            true => (0..self.results.len()).map(Some).collect(),
            false => vec![None],
        }
    }
}

/// The functions that stand for a foreign one: one, or one for each of several scalars.
///
/// # Errors
/// The header cannot be read, or there is no such code.
pub(crate) fn of(
    function: &Function,
    code: &ForeignCode,
    types: &Types,
) -> Result<Vec<Foreign>, Diagnostic> {
    types.parts().into_iter().map(|which| part(function, code, types, which)).collect()
}

fn part(
    function: &Function,
    code: &ForeignCode,
    types: &Types,
    which: Option<usize>,
) -> Result<Foreign, Diagnostic> {
    let name = function.name.to_string();
    let code = match code {
        ForeignCode::Rust { .. } if types.arrays.is_some() => {
            let claim = format!("the Rust function `{name}` takes arrays");
            return Err(Diagnostic::new(function.name.span(), claim).help(
                "Rust functions take scalars here, and are applied to elements; C functions can take arrays",
            ));
        }
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
            let library = Library::new(function, types, which, header);
            match &types.arrays {
                Some(arrays) => {
                    let arrays = arrays.clone();
                    let enqueued = enqueued(&name, &library.header);
                    Code::CArrays { library: library.name, arrays, enqueued }
                }
                None => {
                    let Types { params, results, .. } = types;
                    let prototype = Prototype { name: &name, params, results, which };
                    let device = device(&prototype, &library.header);
                    Code::C { library: library.name, device }
                }
            }
        }
    };
    let results = match which {
        Some(k) => vec![types.results[k]],
        None => types.results.clone(),
    };
    Ok(Foreign::with_results(name, types.params.clone(), results, which, code))
}

/// Why a function of arrays has no code for GPUs, if it has none.
fn enqueued(name: &str, header: &Header) -> Result<(), String> {
    let (cuda, written) = (arrays::for_cuda(name), &header.written);
    match header.mentions(&cuda) {
        true => Ok(()),
        false => Err(format!(
            "`{name}` works on whole arrays, and `{written}` has no `{cuda}`, so GPUs cannot run it"
        )),
    }
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

/// The C around one function, which a build script compiles.
#[derive(Clone, Debug)]
pub struct Library {
    pub name: String,
    /// The C source.
    pub source: String,
    /// The name of the C function.
    pub function: String,
    /// The declaration in C.
    pub declaration: String,
    /// The name and the declaration of the function for GPUs, if the header has one.
    pub for_cuda: Option<(String, String)>,
    /// The types of the parameters in Rust, and that of the result, which is empty if there is none.
    pub types: Vec<String>,
    pub header: Header,
}

impl Library {
    fn new(function: &Function, types: &Types, which: Option<usize>, header: Header) -> Library {
        let name = function.name.to_string();
        let (params, results) = (types.params.as_slice(), types.results.as_slice());
        let mut for_cuda = None;
        let (source, declaration, types) = match &types.arrays {
            Some(arrays) => {
                let dims = function.dims.len();
                let prototype = ArrayPrototype { name: &name, dims, params, arrays, results };
                let cuda = arrays::for_cuda(&name);
                for_cuda = header.mentions(&cuda).then(|| (cuda, prototype.text_for_cuda()));
                (prototype.source(&header), prototype.text(), prototype.rust_types())
            }
            None => {
                let prototype = Prototype { name: &name, params, results, which };
                (prototype.loops(&header), prototype.text(), prototype.rust_types())
            }
        };
        let library = format!("array_fn_{}", &stem(&format!("{source}\n{}", header.text))[..20]);
        let source = source.replace("LIBRARY", &library);
        Library { name: library, source, function: name, declaration, for_cuda, types, header }
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
    let mut found = Vec::new();
    for function in block.own_fns() {
        let Some(ForeignCode::C { header, .. }) = &function.foreign else { continue };
        let types = check::foreign::types(function, &mut Errors::default());
        let header = Header::read(header, &package_folder());
        if let (Some(types), Ok(header)) = (types, header) {
            let parts = types.parts().into_iter();
            found.extend(parts.map(|k| Library::new(function, &types, k, header.clone())));
        }
    }
    found
}
