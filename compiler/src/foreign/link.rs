//! What a macro needs of the foreign functions of its block: that their libraries are there, and declarations of what
//! is in them.

use super::source::VERSIONS;
use crate::check;
use crate::dag::Foreign;
use crate::dag::foreign::Code;
use crate::diagnostic::{Diagnostic, Errors};
use crate::embed::{self, Missing, NoLibrary};
use crate::emit::element::element_type;
use crate::parse::ast::{Block, Element, ForeignCode, Function, Type};
use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use std::fmt::Write;

/// Reports the C functions of a checked block that the build script refused, and, in a block without errors, those that
/// it did not compile.
pub fn unlinked(block: &Block, errors: &mut Errors) {
    let sound = errors.is_empty();
    let declared = check::foreign::declared(block, &mut Errors::default());
    for (k, function) in block.own_fns().enumerate() {
        let libraries = declared.get(&k).into_iter().flatten().filter_map(|of| of.library());
        // Where a function has several results, all libraries are refused for the same reason.
        let missing = libraries.map(embed::foreign_library).find_map(Result::err);
        let Some(missing) = missing else { continue };
        let name = &function.name;
        errors.push(match missing {
            NoLibrary::Missing(_) if !sound => continue,
            NoLibrary::Missing(missing) => {
                let help = match missing {
                    Missing::OtherVersion(_) => {
                        "take array-fn-build of the version that array-fn has"
                    }
                    Missing::UnknownBlock => {
                        "write the block in a file of `src`, `examples`, `tests` or `benches`, outside of other macros"
                    }
                    Missing::NoBuildScript | Missing::NotCompiled(_) => {
                        "add array-fn-build to [build-dependencies], and `fn main() { array_fn_build::compile(); }` \
                         to build.rs"
                    }
                };
                Diagnostic::new(name.span(), format!("the C function `{name}` is not compiled"))
                    .fact(format_args!("reason: {missing}"))
                    .help(help)
            }
            NoLibrary::Refused { claim, facts, help } => {
                let diagnostic = Diagnostic::new(name.span(), claim);
                facts.iter().fold(diagnostic, |diagnostic, fact| diagnostic.fact(fact)).help(help)
            }
        });
    }
}

/// Code by which the lint `unsafe_code` sees each `unsafe extern`. It does not look at code that a macro made, except
/// where the user's tokens are.
pub fn promises(block: &Block) -> TokenStream {
    let declared = block.own_fns().filter(|function| function.foreign.is_some());
    let promise = |function: &Function| {
        let span = function.span.start;
        quote_spanned!(span => #[allow(unused_unsafe)] const _: () = unsafe {};)
    };
    declared.map(promise).collect()
}

/// The name of the constant that stands for a Rust function in the module of an array function.
pub fn rust_function(name: &str) -> String {
    format!("__foreign_{name}")
}

/// The Rust functions of a block as constants. Kernels call these, so that rustc reports wrong types and paths where
/// the functions are declared, and once.
pub fn rust_functions(block: &Block) -> TokenStream {
    let mut constants = TokenStream::new();
    for function in block.own_fns() {
        let Some(ForeignCode::Rust { path }) = &function.foreign else { continue };
        let element = |ty: &Type| match &ty.element {
            Element::Dtype(name) if ty.shape.is_none() => Some(element_type(name)),
            _ => None,
        };
        let params = function.params.iter().map(|param| element(&param.ty));
        let params: Option<Vec<TokenStream>> = params.collect();
        let results: Option<Vec<TokenStream>> = function.results.iter().map(element).collect();
        let (Some(params), Some(results)) = (params, results) else { continue };
        let result = match &results[..] {
            [] => continue,
            [result] if !function.results_tuple => result.clone(),
            results => quote!((#(#results,)*)),
        };
        let inside = path.first().is_some_and(|first| first == "crate");
        let root = (!inside).then(|| quote!(::));
        let span = function.name.span();
        let constant = Ident::new(&rust_function(&function.name.to_string()), span);
        constants.extend(quote_spanned! { span =>
            #[allow(dead_code, non_upper_case_globals)]
            const #constant: fn(#(#params),*) -> #result = #root #(#path)::*;
        });
    }
    constants
}

/// The declarations of the loops of C functions, as Rust.
pub fn external<'a>(functions: impl IntoIterator<Item = &'a Foreign>) -> String {
    let mut rust = String::new();
    for function in functions {
        let library = match &function.code {
            Code::C { library, .. } => library,
            Code::CArrays { library, arrays, .. } => {
                rust.push_str(&of_arrays(function, library, arrays));
                continue;
            }
            Code::Rust { .. } => continue,
        };
        let mut parameters = format!("y: *mut {}", function.result());
        for (k, param) in function.params.iter().enumerate() {
            let _ = write!(parameters, ", x{k}: *const {param}");
        }
        let _ = writeln!(
            rust,
            "#[link(name = \"{library}\", kind = \"static\")]\nunsafe extern \"C\" {{"
        );
        for (version, attribute) in VERSIONS {
            let only = if attribute.is_empty() { "" } else { "#[cfg(target_arch = \"x86_64\")]\n" };
            let _ = writeln!(rust, "{only}fn {library}_{version}({parameters}, n: i64);");
        }
        rust.push_str("}\n");
    }
    rust
}

const VOID: &str = "::core::ffi::c_void";

/// The declarations of the functions that call one of arrays, and put its work on a stream.
fn of_arrays(function: &Foreign, library: &str, arrays: &[bool]) -> String {
    let mut parameters = String::new();
    for (k, (is_array, param)) in arrays.iter().zip(&function.params).enumerate() {
        let pointer = if *is_array { "*const " } else { "" };
        let _ = write!(parameters, ", x{k}: {pointer}{param}");
    }
    for (k, result) in function.results.iter().enumerate() {
        let _ = write!(parameters, ", y{k}: *mut {result}");
    }
    let enqueue = function.enqueue().map(|name| {
        format!("fn {name}(stream: *mut {VOID}, sizes: *const i64, buffers: *const *mut {VOID});")
    });
    format!(
        "#[link(name = \"{library}\", kind = \"static\")]
        unsafe extern \"C\" {{ fn {library}(sizes: *const i64{parameters}); {} }}
",
        enqueue.unwrap_or_default()
    )
}
