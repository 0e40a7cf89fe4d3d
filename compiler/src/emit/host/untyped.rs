//! The companion `stream_stored`: calls over arrays on disk whose element types are known only at run time.

use super::signature::{FreeNames, Signature};
use crate::dag::DType;
use crate::emit::element::element_type;
use crate::parse::ast::{Element, Param};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};

impl Signature<'_> {
    /// The companion, if the function has dtype parameters that its arrays decide. `choices` are the names of the dtypes of each
    /// instance; there are none if the block has errors.
    pub(super) fn untyped_companion(&self, choices: &[Vec<String>]) -> TokenStream {
        if !self.is_decided_by_arrays() {
            return TokenStream::new();
        }
        let function = self.function;
        let (mut params, mut args, mut chosen, mut large) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for param in &function.params {
            let Param { name, ty, .. } = param;
            let Some(number) = self.number_of_dtype(param) else {
                let Some((declared, own)) = self.stream_param(param) else { continue };
                params.push(declared);
                args.extend(own);
                continue;
            };
            let Some(shape) = &ty.shape else {
                // A number of the chosen type.
                params.push(quote!(#name: ::core::primitive::f64));
                let cast = choices.iter().enumerate().map(|(k, dtypes)| {
                    let t = element_type(&Ident::new(&dtypes[number], Span::call_site()));
                    quote!(#k => ::array_fn::__rt::stream::scalar::<#t>(#name as #t),)
                });
                args.push(quote! {
                    ::array_fn::store::stream::Argument::Memory(match __choice {
                        #(#cast)*
                        _ => ::array_fn::__rt::stream::scalar::<::core::primitive::f64>(#name),
                    })
                });
                continue;
            };
            let (rank, text) = (shape.len(), name.to_string());
            params.push(quote!(#name: impl ::array_fn::store::stream::Untyped<'__a>));
            large.push(quote! {
                let #name = ::array_fn::store::stream::Untyped::untyped(#name, #rank)?;
            });
            chosen.push(quote!((#text, #number, &#name)));
            args.push(match param.mutable {
                true => quote!(::array_fn::store::stream::Argument::updated(#name)),
                false => quote!(::array_fn::store::stream::Argument::large(&#name)),
            });
        }
        let names = FreeNames::new(function).outs;
        let outs = names.iter().zip(&function.results).map(|(name, ty)| {
            let rank = ty.shape.as_ref().map_or(0, Vec::len);
            large.push(quote! {
                let #name = ::array_fn::store::stream::Untyped::untyped(#name, #rank)?;
            });
            quote!(#name: impl ::array_fn::store::stream::Untyped<'__a>)
        });
        let outs: Vec<TokenStream> = outs.collect();
        let (explicit, text) = (&self.explicit, function.name.to_string());
        let table = choices.iter().enumerate().map(|(k, dtypes)| {
            let types = dtypes.iter().map(|name| {
                let t = element_type(&Ident::new(name, Span::call_site()));
                quote!(::array_fn::store::ElementType::of::<#t>())
            });
            let module = format_ident!("streamed_{}", k);
            quote!((&[#(#types),*], &#module::STREAMED))
        });
        let body = match choices.is_empty() {
            true => quote!(::core::panic!("its array_fn! block has errors")),
            false => quote! {
                #(#large)*
                let (__choice, __streamed) =
                    ::array_fn::store::stream::choose(#text, &[#(#chosen),*], &[#(#table),*])?;
                ::core::result::Result::Ok(::array_fn::store::stream::Call::<'__a, ()>::new(
                    __streamed, &[#(#explicit),*], [#(#args),*], [#(#names),*], |_| (),
                ))
            },
        };
        quote! {
            /// [`stream`] over arrays on disk whose element types are known only at run time: they choose the program. The
            /// results go into arrays on disk.
            ///
            /// # Errors
            /// Element types for which the function is not compiled, and other ranks.
            #[allow(non_snake_case, clippy::too_many_arguments, unused_variables)]
            pub fn stream_stored<'__a>(
                #(#explicit: ::core::primitive::usize,)* #(#params,)* #(#outs),*
            ) -> ::core::result::Result<
                ::array_fn::store::stream::Call<'__a, ()>, ::array_fn::store::Error,
            > {
                #body
            }
        }
    }

    /// The number of the dtype parameter that is the type of a parameter.
    fn number_of_dtype(&self, param: &Param) -> Option<usize> {
        let Element::Dtype(name) = &param.ty.element else { return None };
        self.function.dtypes.iter().position(|dtype| dtype.name == *name)
    }

    /// Whether each dtype parameter is the type of a large array, and else of numbers to which a float can be converted.
    fn is_decided_by_arrays(&self) -> bool {
        let function = self.function;
        let is_array = |param: &&Param| param.ty.shape.is_some() && self.is_large(param);
        let has_array = |k: usize| {
            function.params.iter().filter(is_array).any(|p| self.number_of_dtype(p) == Some(k))
        };
        let is_known = |param: &Param| match self.number_of_dtype(param) {
            None => true,
            Some(k) => match &param.ty.shape {
                Some(_) => self.is_large(param),
                None => function.dtypes[k].choices.iter().all(is_number),
            },
        };
        let is_record =
            function.results.iter().any(|ty| matches!(ty.element, Element::Record { .. }));
        !function.dtypes.is_empty()
            && !is_record
            && (0..function.dtypes.len()).all(has_array)
            && function.params.iter().all(is_known)
    }
}

fn is_number(name: &Ident) -> bool {
    use DType::{F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
    let dtype = DType::from_name(&name.to_string());
    dtype.is_some_and(|d| [F32, F64, I8, I16, I32, I64, U8, U16, U32, U64].contains(&d))
}
