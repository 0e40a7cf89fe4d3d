//! The host side: the typed function that a user calls, and the module of its companions.

mod signature;
mod stream;
mod untyped;

use self::signature::Signature;
use super::cuda::CudaSource;
use super::element::element_type;
use super::program::{self, PRELUDE};
use super::records;
use super::surroundings::apart;
use crate::check::{self, CheckedFunction};
use crate::dag::DType;
use crate::hash::HashSet;
use crate::parse::ast::{Element, ExprKind, Function};
use crate::plan::Compiled;
use crate::records::Records;
use crate::schedule::scheduled::Scheduled;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use std::str::FromStr;

/// One choice of the function's dtype parameters, as Rust source of its statics.
pub struct Instance {
    /// Names of the dtypes, one per dtype parameter.
    pub dtypes: Vec<String>,
    /// [`program::emit`]'s output.
    pub statics: String,
}

/// A function ready to be written out.
pub struct HostFunction<'a> {
    pub function: &'a Function,
    /// The visibility where it is emitted.
    pub vis: &'a TokenStream,
    pub records: &'a Records,
    pub explicit_dims: &'a [String],
    /// Whether there is an unfused program.
    pub unfused: bool,
    pub instances: Vec<Instance>,
    /// [`super::explain::source`]'s output.
    pub source: String,
    /// [`super::streamed::module`]'s output for each instance; empty if the function is not streamed.
    pub streamed: TokenStream,
    /// Other code for the module of the companions.
    pub beside: TokenStream,
}

/// The function and its companions.
pub fn emit(host: &HostFunction) -> TokenStream {
    let (function, records) = (host.function, host.records);
    let main =
        Signature::new(function, records, host.explicit_dims, &quote!(super::super::)).main();
    let signature = Signature::new(function, records, host.explicit_dims, &quote!(super::));
    let mut companions = signature.companions(host.unfused);
    if function.stream.is_some() {
        let (modules, stream) = (&host.streamed, signature.stream_companions(false));
        let choices: Vec<_> = host.instances.iter().map(|i| i.dtypes.clone()).collect();
        let untyped = signature.untyped_companion(&choices);
        companions.extend(quote!(#modules ::array_fn::__with_zarr! { #stream #untyped }));
    }
    let (instances, beside) = (instances(function, host), &host.beside);
    apart(function, host.vis, &main, &quote!(#companions #instances #beside))
}

/// The function and its companions with bodies that never run. Callers see these while the block has errors.
pub fn signature_only(
    function: &Function,
    vis: &TokenStream,
    records: &Records,
    unfused: bool,
) -> TokenStream {
    let mut mentioned: Vec<String> = Vec::new();
    for (_, ty) in function.params.iter().flat_map(|p| records.leaves(&p.ty, "")) {
        let domain = match &ty.element {
            Element::Index(domain) => Some(&**domain),
            Element::Dtype(_) | Element::Record { .. } | Element::Function(_) => None,
        };
        let sizes = ty.shape.iter().flatten().chain(domain);
        mentioned.extend(sizes.flat_map(|size| names_in(&size.kind)));
    }
    let explicit: Vec<String> =
        function.dims.iter().map(Ident::to_string).filter(|d| !mentioned.contains(d)).collect();
    if !is_sound(function, records) {
        return loose_signature(function, vis, &explicit);
    }
    let main = Signature::new(function, records, &explicit, &quote!(super::super::)).main();
    let signature = Signature::new(function, records, &explicit, &quote!(super::));
    let mut companions = signature.companions(unfused);
    if function.stream.is_some() {
        let stream = signature.stream_companions(true);
        let untyped = signature.untyped_companion(&[]);
        companions.extend(quote!(::array_fn::__with_zarr! { #stream #untyped }));
    }
    let handle = if function.dtypes.is_empty() {
        quote! {
            #[doc(hidden)]
            pub static FUNCTION: ::std::sync::LazyLock<::array_fn::__rt::Function> =
                ::std::sync::LazyLock::new(|| ::core::panic!("its array_fn! block has errors"));
        }
    } else {
        let bound = dtypes_bound(function);
        quote! {
            #[doc(hidden)]
            pub use ::array_fn::__rt::Erroneous as Choices;
            #bound
        }
    };
    apart(function, vis, &main, &quote!(#companions #handle))
}

/// Whether the signature names only dtypes that exist, and no name twice.
fn is_sound(function: &Function, records: &Records) -> bool {
    let chosen: Vec<Ident> = function.dtypes.iter().map(|d| d.name.clone()).collect();
    let mut seen = HashSet::default();
    let dtypes = function.dtypes.iter().map(|d| &d.name);
    let names = function.dims.iter().chain(dtypes).chain(function.params.iter().map(|p| &p.name));
    names.into_iter().all(|name| seen.insert(name.to_string()))
        && function
            .params
            .iter()
            .map(|p| &p.ty)
            .chain(&function.results)
            .all(|ty| records::is_known(ty, records, &chosen))
}

/// A function that takes anything. With the real signature, Rust would report its errors a second time.
fn loose_signature(function: &Function, vis: &TokenStream, explicit: &[String]) -> TokenStream {
    let count = explicit.len() + function.params.len();
    let params = (0..count).map(|_| quote!(_: impl ::core::marker::Sized));
    let results = function.results.iter().map(|ty| {
        let rank = ty.shape.as_ref().map_or(0, Vec::len);
        match &ty.element {
            Element::Dtype(name) if DType::from_name(&name.to_string()).is_some() => {
                let name = element_type(name);
                quote!(::array_fn::Array<#name, #rank>)
            }
            _ => quote!(::array_fn::Array<::core::primitive::f64, #rank>),
        }
    });
    let ret = match (function.results.len(), function.results_tuple) {
        (1, false) => quote!(#(#results)*),
        _ => quote!((#(#results,)*)),
    };
    let name = &function.name;
    quote! {
        #vis fn #name(#(#params),*) -> ::core::result::Result<#ret, ::array_fn::Error> {
            ::core::panic!("its array_fn! block has errors")
        }
    }
}

fn names_in(kind: &ExprKind) -> Vec<String> {
    match kind {
        ExprKind::Name(name) => vec![name.to_string()],
        ExprKind::Unary(_, a) => names_in(&a.kind),
        ExprKind::Binary(_, _, a, b) => [names_in(&a.kind), names_in(&b.kind)].concat(),
        _ => Vec::new(),
    }
}

fn instances(function: &Function, host: &HostFunction) -> TokenStream {
    let parse = |text: &str| TokenStream::from_str(text).expect("emitted source lexes");
    let prelude = parse(PRELUDE);
    let source = &host.source;
    let source = quote!(const __SOURCE: &::core::primitive::str = #source;);
    if function.dtypes.is_empty() {
        let statics = parse(&host.instances[0].statics);
        return quote! {
            use ::array_fn::__rt;
            #source
            #[allow(warnings, clippy::all, clippy::pedantic)]
            mod program {
                use super::__rt as rt;
                #prelude
                #statics
            }
            #[doc(hidden)]
            pub use program::FUNCTION;
        };
    }
    let modules = host.instances.iter().enumerate().map(|(k, instance)| {
        let ModuleNames { program: module, streamed } = module_names(function, k);
        let statics = parse(&instance.statics);
        let names = instance.dtypes.iter().map(|d| Ident::new(d, Span::call_site()));
        let dtypes: Vec<TokenStream> = names.map(|name| element_type(&name)).collect();
        let chosen = together(&dtypes);
        let streamed = function.stream.as_ref().map(|_| {
            quote! {
                impl ::array_fn::__rt::stream::Instantiated<Choices> for #chosen {
                    fn streamed() -> &'static ::array_fn::__rt::stream::Streamed {
                        &#streamed::STREAMED
                    }
                }
            }
        });
        quote! {
            #[allow(warnings, clippy::all, clippy::pedantic)]
            mod #module {
                use super::__rt as rt;
                #prelude
                #statics
            }
            impl ::array_fn::__rt::Instantiated<Choices> for #chosen {
                fn function() -> &'static ::array_fn::__rt::Function {
                    &#module::FUNCTION
                }
            }
            #streamed
        }
    });
    let bound = dtypes_bound(function);
    quote! {
        #[doc(hidden)]
        pub enum Choices {}
        #bound
        use ::array_fn::__rt;
        #source
        #(#modules)*
    }
}

/// The names of the modules with the programs of an instance.
pub struct ModuleNames {
    pub program: Ident,
    /// Of the programs for large arrays, if the function is streamed.
    pub streamed: Ident,
}

/// Those of instance number `k`.
pub fn module_names(function: &Function, k: usize) -> ModuleNames {
    let name = |name: &str| match function.dtypes.is_empty() {
        true => Ident::new(name, Span::call_site()),
        false => format_ident!("{name}_{k}"),
    };
    ModuleNames { program: name("program"), streamed: name("streamed") }
}

/// The trait of the dtypes that a function is compiled for. `Choices` stands for the function.
fn dtypes_bound(function: &Function) -> TokenStream {
    let instantiated = match function.stream {
        None => quote!(::array_fn::__rt::Instantiated<Choices>),
        Some(_) => quote!(::array_fn::__rt::stream::Instantiated<Choices>),
    };
    match function.dtypes.as_slice() {
        [_] => quote! {
            /// The dtypes that the function is compiled for. Rust code that is generic over them calls the function, and has
            /// this bound.
            pub trait Dtype: ::array_fn::Element + #instantiated {}
            impl<T: ::array_fn::Element + #instantiated> Dtype for T {}
        },
        _ => quote! {
            /// The dtypes, as a tuple, that the function is compiled for. Rust code that is generic over them calls the
            /// function, and has this bound.
            pub trait Dtypes: #instantiated {}
            impl<T: #instantiated> Dtypes for T {}
        },
    }
}

/// The dtypes as one type: a single one as it is, several as a tuple.
fn together(dtypes: &[TokenStream]) -> TokenStream {
    match dtypes {
        [one] => one.clone(),
        all => quote!((#(#all),*)),
    }
}

/// The statics of one instance.
pub fn instance(
    function: &CheckedFunction,
    instance: &check::Instance,
    scheduled: Scheduled,
    cuda: CudaSource,
    compiled: Compiled,
) -> Instance {
    let dtypes = instance.dtypes.iter().map(|(_, d)| d.name().to_string()).collect();
    Instance { dtypes, statics: program::emit(function, instance, scheduled, cuda, compiled) }
}
