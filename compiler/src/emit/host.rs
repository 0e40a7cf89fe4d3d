//! The host side: the typed function that a user calls, and the module of its companions.

use super::element::element_type;
use super::program::{self, PRELUDE};
use super::records::{self, Role};
use super::surroundings::{apart, on_function};
use crate::dag::DType;
use crate::hash::HashSet;
use crate::parse::ast::{Element, ExprKind, Function, Type};
use crate::records::Records;
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
    /// What else stands in the module of the companions.
    pub beside: TokenStream,
}

/// The function and its companions.
pub fn emit(host: &HostFunction) -> TokenStream {
    let (function, records) = (host.function, host.records);
    let main =
        Signature::new(function, records, host.explicit_dims, &quote!(super::super::)).main();
    let signature = Signature::new(function, records, host.explicit_dims, &quote!(super::));
    let companions = signature.companions(host.unfused);
    let (instances, beside) = (instances(function, host), &host.beside);
    apart(function, host.vis, &main, &quote!(#companions #instances #beside))
}

/// The function and its companions with bodies that never run: what callers need to see while the
/// block has errors.
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
    let dtypes = &function.dtypes;
    let companions = signature.companions(unfused);
    let never = quote! { ::core::panic!("its array_fn! block has errors") };
    let handle = if dtypes.is_empty() {
        quote! {
            #[doc(hidden)]
            pub static FUNCTION: ::std::sync::LazyLock<::array_fn::__rt::Function> =
                ::std::sync::LazyLock::new(|| #never);
        }
    } else {
        let names: Vec<&Ident> = dtypes.iter().map(|d| &d.name).collect();
        quote! {
            #[doc(hidden)]
            pub enum Choices {}
            impl<#(#names),*> ::array_fn::__rt::Instantiated<Choices> for (#(#names,)*) {
                fn function() -> &'static ::array_fn::__rt::Function {
                    #never
                }
            }
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

/// A function that takes anything: Rust would report what is wrong in the signature a second time.
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
        let module = format_ident!("program_{}", k);
        let statics = parse(&instance.statics);
        let names = instance.dtypes.iter().map(|d| Ident::new(d, Span::call_site()));
        let dtypes = names.map(|name| element_type(&name));
        quote! {
            #[allow(warnings, clippy::all, clippy::pedantic)]
            mod #module {
                use super::__rt as rt;
                #prelude
                #statics
            }
            impl ::array_fn::__rt::Instantiated<Choices> for (#(#dtypes,)*) {
                fn function() -> &'static ::array_fn::__rt::Function {
                    &#module::FUNCTION
                }
            }
        }
    });
    quote! {
        #[doc(hidden)]
        pub enum Choices {}
        use ::array_fn::__rt;
        #source
        #(#modules)*
    }
}

/// What a companion does with results.
#[derive(Clone, Copy, PartialEq)]
enum Call {
    New,
    Into,
}

struct Signature<'a> {
    function: &'a Function,
    /// `<T>`, or nothing.
    generics: TokenStream,
    /// Leading sizes, then the declared parameters.
    params: Vec<TokenStream>,
    /// Parameters for results, and the arguments that they are, fields of records by themselves.
    outs: Vec<TokenStream>,
    out_args: Vec<TokenStream>,
    /// Names of the arrays that a call returns, and the results that are made of them.
    arrays: Vec<Ident>,
    values: Vec<TokenStream>,
    device: Ident,
    ret: TokenStream,
    explicit: Vec<Ident>,
    args: Vec<TokenStream>,
}

impl<'a> Signature<'a> {
    /// The structs of records are found behind `path`.
    fn new(
        function: &'a Function,
        records: &Records,
        explicit_dims: &[String],
        path: &TokenStream,
    ) -> Self {
        let dtypes: Vec<&Ident> = function.dtypes.iter().map(|d| &d.name).collect();
        let generics = match dtypes.is_empty() {
            true => quote!(),
            false => quote!(<#(#dtypes: ::array_fn::Element),*>),
        };
        let explicit: Vec<Ident> = function
            .dims
            .iter()
            .filter(|d| explicit_dims.contains(&d.to_string()))
            .cloned()
            .collect();
        let mut params: Vec<TokenStream> =
            explicit.iter().map(|d| quote!(#d: ::core::primitive::usize)).collect();
        let mut args = Vec::new();
        for param in &function.params {
            let name = &param.name;
            let is_scalar = param.ty.shape.is_none();
            let rank = param.ty.shape.as_ref().map_or(0, Vec::len);
            match &param.ty.element {
                // The checker has refused it.
                Element::Function(_) => {}
                Element::Record { .. } => {
                    let (role, reference) = match param.mutable {
                        true => (Role::Written, quote!(&mut)),
                        false => (Role::Read, quote!(&)),
                    };
                    let ty = records::field_type(&param.ty, records, path, role);
                    params.push(quote!(#name: #reference #ty));
                    args.extend(records::args(&param.ty, &quote!(#name), records, role));
                }
                Element::Index(_) => {
                    params.push(
                        quote!(#name: &(impl ::array_fn::__rt::IndexOperand<#rank> + ?::core::marker::Sized)),
                    );
                    args.push(quote!(::array_fn::__rt::IndexOperand::<#rank>::index_arg(#name)));
                }
                Element::Dtype(t) if is_scalar && !param.mutable => {
                    let t = element_type(t);
                    params.push(quote!(#name: #t));
                    args.push(quote!(::array_fn::__rt::scalar_arg::<#t>(&#name)));
                }
                Element::Dtype(t) => {
                    let t = element_type(t);
                    if param.mutable {
                        params.push(quote! {
                            #name: &mut (impl ::array_fn::__rt::OperandMut<#t, #rank> + ?::core::marker::Sized)
                        });
                        args.push(
                            quote!(::array_fn::__rt::OperandMut::<#t, #rank>::arg_mut(#name)),
                        );
                    } else {
                        params.push(
                            quote!(#name: &(impl ::array_fn::__rt::Operand<#t, #rank> + ?::core::marker::Sized)),
                        );
                        args.push(quote!(::array_fn::__rt::Operand::<#t, #rank>::arg(#name)));
                    }
                }
            }
        }
        let returned = |ty: &Type| records::field_type(ty, records, path, Role::Returned);
        let results: Vec<TokenStream> = function.results.iter().map(returned).collect();
        let ret = match (results.as_slice(), function.results_tuple) {
            ([], _) => quote!(()),
            ([one], false) => quote!(#one),
            (all, _) => quote!((#(#all,)*)),
        };
        let single = results.len() == 1;
        let names = function.dims.iter().chain(function.params.iter().map(|p| &p.name));
        let taken: HashSet<String> = names.map(Ident::to_string).collect();
        let free = |mut name: String| {
            while taken.contains(&name) {
                name.push('_');
            }
            Ident::new(&name, Span::call_site())
        };
        let out_name = |k| if single { "out".to_string() } else { format!("out{k}") };
        let out_names: Vec<Ident> = (0..results.len()).map(|k| free(out_name(k))).collect();
        let device = free("device".to_string());
        let outs = function
            .results
            .iter()
            .zip(&out_names)
            .map(|(ty, name)| {
                if let Element::Record { .. } = &ty.element {
                    let ty = records::field_type(ty, records, path, Role::Written);
                    return quote!(#name: &mut #ty);
                }
                let (t, rank) = element_and_rank(ty);
                quote!(#name: &mut (impl ::array_fn::__rt::OperandMut<#t, #rank> + ?::core::marker::Sized))
            })
            .collect();
        let out_args: Vec<TokenStream> = function
            .results
            .iter()
            .zip(&out_names)
            .flat_map(|(ty, name)| match &ty.element {
                Element::Record { .. } => records::args(ty, &quote!(#name), records, Role::Written),
                _ => {
                    let (t, rank) = element_and_rank(ty);
                    vec![quote!(::array_fn::__rt::OperandMut::<#t, #rank>::arg_mut(#name))]
                }
            })
            .collect();
        let arrays: Vec<Ident> = (0..out_args.len()).map(|k| format_ident!("__r{}", k)).collect();
        let mut next = arrays.iter().cloned();
        let values: Vec<TokenStream> = function
            .results
            .iter()
            .map(|ty| records::assembled(ty, &mut next, records, path))
            .collect();
        Signature {
            function,
            generics,
            params,
            outs,
            out_args,
            arrays,
            values,
            device,
            ret,
            explicit,
            args,
        }
    }

    fn bound(&self, path: &TokenStream) -> TokenStream {
        let dtypes: Vec<&Ident> = self.function.dtypes.iter().map(|d| &d.name).collect();
        match dtypes.is_empty() {
            true => quote!(),
            false => quote!(where (#(#dtypes,)*): ::array_fn::__rt::Instantiated<#path Choices>),
        }
    }

    fn handle(&self, path: &TokenStream) -> TokenStream {
        let dtypes: Vec<&Ident> = self.function.dtypes.iter().map(|d| &d.name).collect();
        match dtypes.is_empty() {
            true => quote!(&#path FUNCTION),
            false => {
                quote!(<(#(#dtypes,)*) as ::array_fn::__rt::Instantiated<#path Choices>>::function())
            }
        }
    }

    /// The function itself.
    fn main(&self) -> TokenStream {
        let Function { name, attrs, .. } = self.function;
        self.function(&on_function(attrs), name, Call::New, &quote!(super::), "Fused")
    }

    /// A function that runs the program; `path` leads to the companions' module.
    fn function(
        &self,
        attrs: &TokenStream,
        name: &Ident,
        call: Call,
        path: &TokenStream,
        mode: &str,
    ) -> TokenStream {
        let Signature { generics, params, outs, out_args, ret, explicit, args, .. } = self;
        let (bound, handle) = (self.bound(path), self.handle(path));
        let mode = Ident::new(mode, Span::call_site());
        let n = args.len();
        let start = quote! {
            let mut __args: [::array_fn::__rt::Arg<'_>; #n] = [#(#args),*];
        };
        let head = quote!(#attrs #[allow(non_snake_case, clippy::too_many_arguments)] pub fn #name #generics);
        if call == Call::Into {
            return quote! {
                #head (#(#params,)* #(#outs),*) -> ::core::result::Result<(), ::array_fn::Error>
                #bound {
                    #start
                    let mut __outs = [#(#out_args),*];
                    ::array_fn::__rt::call_into(
                        #handle, ::array_fn::Mode::#mode, &[#(#explicit),*], &mut __args, &mut __outs,
                    )
                }
            };
        }
        let names = &self.arrays;
        let count = names.len();
        let value = match (self.values.as_slice(), self.function.results_tuple) {
            ([], _) => quote!(()),
            ([one], false) => quote!(#one),
            (all, _) => quote!((#(#all,)*)),
        };
        quote! {
            #head (#(#params),*) -> ::core::result::Result<#ret, ::array_fn::Error> #bound {
                #start
                let [#(#names),*] = ::array_fn::__rt::call_new::<#count>(
                    #handle, ::array_fn::Mode::#mode, &[#(#explicit),*], &mut __args,
                )?;
                ::core::result::Result::Ok(#value)
            }
        }
    }

    fn companions(&self, unfused: bool) -> TokenStream {
        let Signature { generics, device, .. } = self;
        let here = quote!();
        let id = |name: &str| Ident::new(name, Span::call_site());
        let (bound, handle) = (self.bound(&here), self.handle(&here));
        let mut out = TokenStream::new();
        if !self.outs.is_empty() {
            let docs = quote! {
                /// The function with its results written into given arrays: allocates nothing.
                ///
                /// # Errors
                /// As the function, and if a result's array has another shape; nothing has been
                /// written then.
            };
            out.extend(self.function(&docs, &id("into"), Call::Into, &here, "Fused"));
        }
        let dims = &self.function.dims;
        let plan = |name: &str, mode: &str, docs: TokenStream| {
            let (name, mode) = (id(name), id(mode));
            let (what, make) = match name.to_string().ends_with("explain") {
                true => (id("Explanation"), id("explain_for")),
                false => (id("Plan"), id("plan_for")),
            };
            quote! {
                #docs
                #[allow(non_snake_case)]
                pub fn #name #generics (
                    #device: &::array_fn::Device, #(#dims: ::core::primitive::usize),*
                ) -> ::core::result::Result<::array_fn::#what, ::array_fn::Error> #bound {
                    ::array_fn::__rt::#make(
                        #handle, #device, ::array_fn::Mode::#mode, &[#(#dims),*],
                    )
                }
            }
        };
        out.extend(plan(
            "plan",
            "Fused",
            quote! {
                /// Builds what the first call with these dimensions would build, and describes it.
                ///
                /// # Errors
                /// If the dimensions violate the function's conditions.
            },
        ));
        out.extend(plan(
            "explain",
            "Fused",
            quote! {
                /// Tells what a call with these dimensions does: which kernels compute which operations, at
                /// what cost, in which memory. Print it, or write it as a page with pictures.
                ///
                /// # Errors
                /// As [`plan`].
            },
        ));
        if unfused {
            let docs = quote! {
                /// The function with one kernel per array operation: the baseline of measurements.
                ///
                /// # Errors
                /// As the function.
            };
            out.extend(self.function(&docs, &id("unfused"), Call::New, &here, "Unfused"));
            if !self.outs.is_empty() {
                let docs = quote! {
                    /// [`unfused`] with its results written into given arrays.
                    ///
                    /// # Errors
                    /// As [`into`].
                };
                let name = id("unfused_into");
                out.extend(self.function(&docs, &name, Call::Into, &here, "Unfused"));
            }
            out.extend(plan(
                "unfused_plan",
                "Unfused",
                quote! {
                    /// [`plan`] for [`unfused`].
                    ///
                    /// # Errors
                    /// As [`plan`].
                },
            ));
            out.extend(plan(
                "unfused_explain",
                "Unfused",
                quote! {
                    /// [`explain`] for [`unfused`].
                    ///
                    /// # Errors
                    /// As [`plan`].
                },
            ));
        }
        out
    }
}

fn element_and_rank(ty: &Type) -> (TokenStream, usize) {
    let rank = ty.shape.as_ref().map_or(0, Vec::len);
    match &ty.element {
        Element::Dtype(t) => (element_type(t), rank),
        Element::Index(_) | Element::Record { .. } | Element::Function(_) => {
            (quote!(::core::primitive::i64), rank)
        }
    }
}

/// The statics of one instance.
pub fn instance(
    dtypes: Vec<String>,
    program: &crate::schedule::program::Program,
    cuda: &super::cuda::CudaSource,
    ptx: &program::PtxExpression,
    operations: &str,
) -> Instance {
    Instance { dtypes, statics: program::emit(program, cuda, ptx, operations) }
}
