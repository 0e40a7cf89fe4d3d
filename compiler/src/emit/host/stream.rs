//! The companions `stream` and `stream_into`: calls over arrays that are too large for memory.

use super::signature::{FreeNames, Signature, as_one, element_and_rank};
use crate::emit::element::element_type;
use crate::emit::records::{self, Role};
use crate::parse::ast::{Element, ExprKind, Param};
use proc_macro2::TokenStream;
use quote::quote;

impl Signature<'_> {
    /// The companions. Those of an `erroneous` function have bodies that never run.
    pub(super) fn stream_companions(&self, erroneous: bool) -> TokenStream {
        let (params, args): (Vec<_>, Vec<_>) =
            self.function.params.iter().filter_map(|param| self.stream_param(param)).unzip();
        let args: Vec<TokenStream> = args.into_iter().flatten().collect();
        let Signature { explicit, arrays, values, ret, more_generics, .. } = self;
        let (bound, handle) = (self.bound(&quote!()), self.streamed_handle());
        let call = |result: &TokenStream, finish: &TokenStream, outs: &TokenStream| match erroneous
        {
            true => quote!(::core::panic!("its array_fn! block has errors")),
            false => quote! {
                ::array_fn::store::stream::Call::<'__a, #result>::new(
                    #handle,
                    &[#(#explicit),*],
                    [#(#args),*],
                    #outs,
                    #finish,
                )
            },
        };
        let value = as_one(values, self.function.results_tuple);
        let finish = match arrays.is_empty() {
            true => quote!(|_| ()),
            false => quote!(|__arrays| { #(let #arrays = __arrays.take();)* #value }),
        };
        let body = call(ret, &finish, &quote!([]));
        let head = quote! {
            #[allow(non_snake_case, clippy::too_many_arguments, unused_variables)]
        };
        let sizes = quote!(#(#explicit: ::core::primitive::usize,)*);
        let mut out = quote! {
            /// The function over arrays on disk, which may be too large for memory. The call that is returned runs when
            /// asked to; its results are arrays in memory.
            #head
            pub fn stream<'__a #more_generics>(#sizes #(#params),*)
                -> ::array_fn::store::stream::Call<'__a, #ret>
            #bound
            {
                #body
            }
        };
        let results = &self.function.results;
        let of_records = results.iter().any(|ty| matches!(ty.element, Element::Record { .. }));
        if results.is_empty() || of_records {
            return out;
        }
        let names = FreeNames::new(self.function).outs;
        let outs = results.iter().zip(&names).map(|(ty, name)| {
            let (t, rank) = element_and_rank(ty);
            quote!(#name: impl ::array_fn::store::stream::Target<'__a, #t, #rank>)
        });
        let targets = quote! {
            [#(::array_fn::store::stream::Target::target(#names)),*]
        };
        let body = call(&quote!(()), &quote!(|_| ()), &targets);
        out.extend(quote! {
            /// [`stream`] with its results written into arrays on disk or in memory.
            #head
            pub fn stream_into<'__a #more_generics>(#sizes #(#params,)* #(#outs),*)
                -> ::array_fn::store::stream::Call<'__a, ()>
            #bound
            {
                #body
            }
        });
        out
    }

    /// A parameter, and the arguments that it becomes.
    pub(super) fn stream_param(&self, param: &Param) -> Option<(TokenStream, Vec<TokenStream>)> {
        let Param { name, ty, .. } = param;
        let rank = ty.shape.as_ref().map_or(0, Vec::len);
        let memory = |arg: TokenStream| quote!(::array_fn::store::stream::Argument::Memory(#arg));
        Some(match &ty.element {
            Element::Function(_) => return None,
            Element::Index(_) => (
                quote!(#name: &'__a (impl ::array_fn::__rt::IndexOperand<#rank> + ?::core::marker::Sized)),
                vec![memory(quote!(::array_fn::__rt::IndexOperand::<#rank>::index_arg(#name)))],
            ),
            Element::Record { .. } => {
                let record = records::field_type(ty, self.records, &self.path, Role::Read);
                let args = records::args(ty, &quote!(#name), self.records, Role::Read);
                (quote!(#name: &'__a #record), args.into_iter().map(memory).collect())
            }
            Element::Dtype(t) if ty.shape.is_none() => {
                let t = element_type(t);
                let arg = memory(quote!(::array_fn::__rt::stream::scalar::<#t>(#name)));
                (quote!(#name: #t), vec![arg])
            }
            Element::Dtype(t) if param.mutable => {
                let t = element_type(t);
                let ty = match self.is_large(param) {
                    true => quote!(impl ::array_fn::store::stream::Target<'__a, #t, #rank>),
                    false => quote!(&'__a mut ::array_fn::Array<#t, #rank>),
                };
                let target = quote!(::array_fn::store::stream::Target::<'__a, #t, #rank>::target);
                let arg = quote!(::array_fn::store::stream::Argument::updated(#target(#name)));
                (quote!(#name: #ty), vec![arg])
            }
            Element::Dtype(t) if self.is_large(param) => {
                let t = element_type(t);
                let large = quote! {
                    ::array_fn::store::stream::Large<#t, #rank> + ?::core::marker::Sized
                };
                (
                    quote!(#name: &'__a (impl #large)),
                    vec![quote!(::array_fn::store::stream::Large::<#t, #rank>::large(#name))],
                )
            }
            Element::Dtype(t) => {
                let t = element_type(t);
                let arg = quote!(::array_fn::__rt::Operand::<#t, #rank>::arg(#name));
                (
                    quote!(#name: &'__a (impl ::array_fn::__rt::Operand<#t, #rank> + ?::core::marker::Sized)),
                    vec![memory(arg)],
                )
            }
        })
    }

    /// Whether the parameter has an axis along a dimension that is cut.
    pub(super) fn is_large(&self, param: &Param) -> bool {
        let Some(stream) = &self.function.stream else { return false };
        let sizes = param.ty.shape.iter().flatten();
        sizes.into_iter().any(|size| mentions(&size.kind, &stream.dims))
    }
}

fn mentions(kind: &ExprKind, dims: &[proc_macro2::Ident]) -> bool {
    match kind {
        ExprKind::Name(name) => dims.contains(name),
        ExprKind::Unary(_, a) => mentions(&a.kind, dims),
        ExprKind::Binary(_, _, a, b) => mentions(&a.kind, dims) || mentions(&b.kind, dims),
        ExprKind::Call { args, .. } => args.iter().any(|arg| mentions(&arg.value.kind, dims)),
        _ => false,
    }
}
