//! The signature of the function that a user calls, and its companions.

use super::together;
use crate::emit::element::element_type;
use crate::emit::records::{self, Role};
use crate::emit::surroundings::on_function;
use crate::hash::HashSet;
use crate::parse::ast::{Element, Function, Param, Type};
use crate::records::Records;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

/// The way in which a companion returns results.
#[derive(Clone, Copy, PartialEq)]
enum Call {
    New,
    Into,
}

/// The signature that the function and its companions share.
pub(super) struct Signature<'a> {
    pub(super) function: &'a Function,
    /// `<T>`, or nothing.
    generics: TokenStream,
    /// The same after a lifetime: `, T`.
    pub(super) more_generics: TokenStream,
    /// The leading sizes, then the declared parameters.
    params: Vec<TokenStream>,
    /// The parameters for results, with the arguments that they become. Each field of a record is an argument.
    outs: Vec<TokenStream>,
    out_args: Vec<TokenStream>,
    /// The names of the arrays that a call returns, and the results that are assembled from them.
    pub(super) arrays: Vec<Ident>,
    pub(super) values: Vec<TokenStream>,
    device: Ident,
    pub(super) ret: TokenStream,
    pub(super) explicit: Vec<Ident>,
    pub(super) records: &'a Records,
    /// Leads to the structs of records.
    pub(super) path: TokenStream,
    args: Vec<TokenStream>,
}

impl<'a> Signature<'a> {
    /// The signature of a function. `path` leads to the structs of records.
    pub(super) fn new(
        function: &'a Function,
        records: &'a Records,
        explicit_dims: &[String],
        path: &TokenStream,
    ) -> Self {
        let dtypes: Vec<&Ident> = function.dtypes.iter().map(|d| &d.name).collect();
        let (generics, more_generics) = match dtypes.as_slice() {
            [] => (quote!(), quote!()),
            // The bound on one dtype says that it is an element.
            [one] => (quote!(<#one>), quote!(, #one)),
            all => {
                let bounded = quote!(#(#all: ::array_fn::Element),*);
                (quote!(<#bounded>), quote!(, #bounded))
            }
        };
        let explicit: Vec<Ident> = function
            .dims
            .iter()
            .filter(|d| explicit_dims.contains(&d.to_string()))
            .cloned()
            .collect();
        let sizes = explicit.iter().map(|d| quote!(#d: ::core::primitive::usize));
        let declared = function.params.iter().filter_map(|param| parameter(param, records, path));
        let (declared, args): (Vec<_>, Vec<Vec<_>>) = declared.unzip();
        let params: Vec<TokenStream> = sizes.chain(declared).collect();
        let free = FreeNames::new(function);
        let outs = function.results.iter().zip(&free.outs);
        let outs = outs.map(|(ty, name)| written(name, ty, records, path));
        let (outs, out_args): (Vec<_>, Vec<Vec<_>>) = outs.unzip();
        let out_args: Vec<TokenStream> = out_args.into_iter().flatten().collect();
        let arrays: Vec<Ident> = (0..out_args.len()).map(|k| format_ident!("__r{}", k)).collect();
        let mut next = arrays.iter().cloned();
        let values: Vec<TokenStream> = function
            .results
            .iter()
            .map(|ty| records::assembled(ty, &mut next, records, path))
            .collect();
        let returned = |ty: &Type| records::field_type(ty, records, path, Role::Returned);
        let returned: Vec<TokenStream> = function.results.iter().map(returned).collect();
        Signature {
            function,
            generics,
            more_generics,
            params,
            outs,
            out_args,
            arrays,
            values,
            device: free.device,
            ret: as_one(&returned, function.results_tuple),
            explicit,
            records,
            path: path.clone(),
            args: args.into_iter().flatten().collect(),
        }
    }

    /// The function's dtype parameters as one type, if it has some.
    fn chosen(&self) -> Option<TokenStream> {
        let names = self.function.dtypes.iter().map(|d| &d.name);
        let names: Vec<TokenStream> = names.map(|name| quote!(#name)).collect();
        (!names.is_empty()).then(|| together(&names))
    }

    pub(super) fn bound(&self, path: &TokenStream) -> TokenStream {
        let bound = match self.function.dtypes.len() {
            1 => quote!(Dtype),
            _ => quote!(Dtypes),
        };
        self.chosen().map(|chosen| quote!(where #chosen: #path #bound)).unwrap_or_default()
    }

    fn handle(&self, path: &TokenStream) -> TokenStream {
        match self.chosen() {
            None => quote!(&#path FUNCTION),
            Some(chosen) => {
                quote!(<#chosen as ::array_fn::__rt::Instantiated<#path Choices>>::function())
            }
        }
    }

    /// The programs for large arrays of a streamed function.
    pub(super) fn streamed_handle(&self) -> TokenStream {
        match self.chosen() {
            None => quote!(&streamed::STREAMED),
            Some(chosen) => {
                quote!(<#chosen as ::array_fn::__rt::stream::Instantiated<Choices>>::streamed())
            }
        }
    }

    /// The function itself.
    pub(super) fn main(&self) -> TokenStream {
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
        let value = as_one(&self.values, self.function.results_tuple);
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

    /// The companions: other ways to run the function, and ways to learn what it does.
    pub(super) fn companions(&self, unfused: bool) -> TokenStream {
        let mut out = TokenStream::new();
        if !self.outs.is_empty() {
            let docs = quote! {
                /// The function with its results written into given arrays: allocates nothing.
                ///
                /// # Errors
                /// As the function, and if a result's array has another shape; nothing has been
                /// written then.
            };
            out.extend(self.companion("into", Call::Into, "Fused", &docs));
        }
        let docs = quote! {
            /// Builds what the first call with these dimensions would build, and describes it.
            ///
            /// # Errors
            /// If the dimensions violate the function's conditions.
        };
        out.extend(self.plan("plan", "Fused", &docs));
        let docs = quote! {
            /// Tells what a call with these dimensions does: which kernels compute which operations, at
            /// what cost, in which memory. Print it, or write it as a page with pictures.
            ///
            /// # Errors
            /// As [`plan`].
        };
        out.extend(self.plan("explain", "Fused", &docs));
        if unfused {
            out.extend(self.unfused_companions());
        }
        out
    }

    /// The companions that run and describe the unfused program.
    fn unfused_companions(&self) -> TokenStream {
        let docs = quote! {
            /// The function with one kernel per array operation: the baseline of measurements.
            ///
            /// # Errors
            /// As the function.
        };
        let mut out = self.companion("unfused", Call::New, "Unfused", &docs);
        if !self.outs.is_empty() {
            let docs = quote! {
                /// [`unfused`] with its results written into given arrays.
                ///
                /// # Errors
                /// As [`into`].
            };
            out.extend(self.companion("unfused_into", Call::Into, "Unfused", &docs));
        }
        let docs = quote! {
            /// [`plan`] for [`unfused`].
            ///
            /// # Errors
            /// As [`plan`].
        };
        out.extend(self.plan("unfused_plan", "Unfused", &docs));
        let docs = quote! {
            /// [`explain`] for [`unfused`].
            ///
            /// # Errors
            /// As [`plan`].
        };
        out.extend(self.plan("unfused_explain", "Unfused", &docs));
        out
    }

    /// A companion that runs the program.
    fn companion(&self, name: &str, call: Call, mode: &str, docs: &TokenStream) -> TokenStream {
        self.function(docs, &Ident::new(name, Span::call_site()), call, &quote!(), mode)
    }

    /// A companion that describes the program: its plan, or the explanation of it.
    fn plan(&self, name: &str, mode: &str, docs: &TokenStream) -> TokenStream {
        let Signature { generics, device, .. } = self;
        let here = quote!();
        let id = |name: &str| Ident::new(name, Span::call_site());
        let (bound, handle) = (self.bound(&here), self.handle(&here));
        let dims = &self.function.dims;
        let (what, make) = match name.ends_with("explain") {
            true => (quote!(explain::Explanation), id("explain_for")),
            false => (quote!(Plan), id("plan_for")),
        };
        let (name, mode) = (id(name), id(mode));
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
    }
}

/// Names for additional parameters, which differ from those of the declared ones.
pub(super) struct FreeNames {
    /// One name per result.
    pub(super) outs: Vec<Ident>,
    device: Ident,
}

impl FreeNames {
    pub(super) fn new(function: &Function) -> Self {
        let names = function.dims.iter().chain(function.params.iter().map(|p| &p.name));
        let taken: HashSet<String> = names.map(Ident::to_string).collect();
        let free = |mut name: String| {
            while taken.contains(&name) {
                name.push('_');
            }
            Ident::new(&name, Span::call_site())
        };
        let count = function.results.len();
        let out = |k: usize| if count == 1 { "out".to_string() } else { format!("out{k}") };
        FreeNames {
            outs: (0..count).map(|k| free(out(k))).collect(),
            device: free("device".to_string()),
        }
    }
}

/// A declared parameter in Rust, and the arguments that it becomes. Each field of a record is an argument.
fn parameter(
    param: &Param,
    records: &Records,
    path: &TokenStream,
) -> Option<(TokenStream, Vec<TokenStream>)> {
    let Param { name, mutable, ty } = param;
    let rank = ty.shape.as_ref().map_or(0, Vec::len);
    Some(match &ty.element {
        // The checker has refused it.
        Element::Function(_) => return None,
        Element::Index(_) => (
            quote!(#name: &(impl ::array_fn::__rt::IndexOperand<#rank> + ?::core::marker::Sized)),
            vec![quote!(::array_fn::__rt::IndexOperand::<#rank>::index_arg(#name))],
        ),
        Element::Record { .. } | Element::Dtype(_) if *mutable => written(name, ty, records, path),
        Element::Record { .. } => {
            let record = records::field_type(ty, records, path, Role::Read);
            (quote!(#name: &#record), records::args(ty, &quote!(#name), records, Role::Read))
        }
        Element::Dtype(t) if ty.shape.is_none() => {
            let t = element_type(t);
            (quote!(#name: #t), vec![quote!(::array_fn::__rt::scalar_arg::<#t>(&#name))])
        }
        Element::Dtype(t) => {
            let t = element_type(t);
            (
                quote!(#name: &(impl ::array_fn::__rt::Operand<#t, #rank> + ?::core::marker::Sized)),
                vec![quote!(::array_fn::__rt::Operand::<#t, #rank>::arg(#name))],
            )
        }
    })
}

/// A parameter that is written to, and the arguments that it becomes. Each field of a record is an argument.
fn written(
    name: &Ident,
    ty: &Type,
    records: &Records,
    path: &TokenStream,
) -> (TokenStream, Vec<TokenStream>) {
    if let Element::Record { .. } = &ty.element {
        let record = records::field_type(ty, records, path, Role::Written);
        let args = records::args(ty, &quote!(#name), records, Role::Written);
        return (quote!(#name: &mut #record), args);
    }
    let (t, rank) = element_and_rank(ty);
    (
        quote!(#name: &mut (impl ::array_fn::__rt::OperandMut<#t, #rank> + ?::core::marker::Sized)),
        vec![quote!(::array_fn::__rt::OperandMut::<#t, #rank>::arg_mut(#name))],
    )
}

/// The results as one type or value. A single one stays as it is, unless the user wrote a tuple.
pub(super) fn as_one(all: &[TokenStream], is_tuple: bool) -> TokenStream {
    match (all, is_tuple) {
        ([], _) => quote!(()),
        ([one], false) => quote!(#one),
        (all, _) => quote!((#(#all,)*)),
    }
}

pub(super) fn element_and_rank(ty: &Type) -> (TokenStream, usize) {
    let rank = ty.shape.as_ref().map_or(0, Vec::len);
    match &ty.element {
        Element::Dtype(t) => (element_type(t), rank),
        Element::Index(_) | Element::Record { .. } | Element::Function(_) => {
            (quote!(::core::primitive::i64), rank)
        }
    }
}
