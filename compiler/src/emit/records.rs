//! Emits records as Rust: one `struct` per public record, generic over its fields as a function is over its arguments.
//!
//! ```text
//! pub struct State<Rho = Array<f64, 2>, Momentum = Array<f64, 3>> { pub rho: Rho, pub momentum: Momentum }
//! ```
//!
//! So `State` is the record of arrays that a function returns, and `State { rho: &a, momentum: b.view() }` is a record
//! to call with. If a record has a dtype parameter, the caller chooses the dtype of its arrays. The name of a `struct`
//! with generic fields cannot express that, so `type StateOf<T>` names such a record.
//!
//! The structs stand in one module with the functions of their block. There the module of a function can reach them,
//! even if the block stands among the statements of a function.

use super::element::element_type;
use crate::dag::DType;
use crate::hash::HashSet;
use crate::parse::ast::{Block, Element, Elsewhere, ExprKind, Field, Record, Type};
use crate::records::Records;
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{format_ident, quote, quote_spanned};

/// The role of a field in the type of a parameter or a result.
#[derive(Clone, Copy, PartialEq)]
pub enum Role {
    /// Anything that can be read.
    Read,
    /// Anything that can be written to.
    Written,
    /// The type that functions return.
    Returned,
    /// The default of a type parameter: the same as `Returned`, but scalars are values.
    Owned,
}

/// The module of a block with public records, which also contains `inside`.
pub fn module(block: &Block, records: &Records, inside: &TokenStream) -> Option<TokenStream> {
    let mut names = HashSet::default();
    let reached = reached(block, records);
    let emitted: Vec<&Record> = block
        .records
        .iter()
        .filter(|r| reached.contains(&r.name.to_string()) && names.insert(r.name.to_string()))
        .collect();
    emitted.first()?;
    let own = |record: &&&Record| record.elsewhere.is_none();
    let mut functions = block.fns.iter().filter(|f| f.is_public());
    let first = match (emitted.iter().find(own), functions.next()) {
        (Some(record), _) => record.name.to_string(),
        (None, Some(function)) => format!("records_{}", function.name),
        (None, None) => return None,
    };
    let module = Ident::new(&format!("__with_{first}"), Span::call_site());
    let structs = emitted.iter().map(|record| match &record.elsewhere {
        Some(elsewhere) if record.is_public() => used(record, elsewhere),
        _ => structure(record, records),
    });
    let uses = emitted.iter().filter(own).filter(|record| record.is_public()).map(|record| {
        let Record { vis, name, .. } = record;
        let of = alias(record).map(|of| quote!(#[allow(unused_imports)] #vis use #module::#of;));
        quote!(#[allow(unused_imports, deprecated)] #vis use #module::#name; #of)
    });
    let mut functions = HashSet::default();
    let functions =
        block.fns.iter().filter(|f| f.is_public() && functions.insert(f.name.to_string()));
    let functions = functions.map(|f| {
        let (vis, name) = (&f.vis, &f.name);
        quote! {
            #[doc(inline)]
            #[allow(unused_imports, deprecated)]
            #vis use #module::#name;
        }
    });
    Some(quote! {
        #[allow(unreachable_pub)]
        mod #module {
            // For links in documentation, which are resolved as if they stood around the block.
            #[cfg(doc)]
            #[allow(unused_imports)]
            use super::*;
            #(#structs)*
            #inside
        }
        #(#uses)*
        #(#functions)*
    })
}

/// The struct of a record that another block declares.
fn used(record: &Record, elsewhere: &Elsewhere) -> TokenStream {
    let (name, path) = (&record.name, from_inside(&elsewhere.path));
    let of = alias(record).map(|of| {
        let path = path_of_alias(&path);
        quote!(#[allow(unused_imports, deprecated)] pub(crate) use #path as #of;)
    });
    quote! {
        #[allow(unused_imports, deprecated)]
        pub(crate) use #path as #name;
        #of
    }
}

/// The path of `StateOf` for that of `State`.
pub fn path_of_alias(path: &TokenStream) -> TokenStream {
    let mut path: Vec<TokenTree> = path.clone().into_iter().collect();
    let last = path.pop().map(|name| name.to_string()).unwrap_or_default();
    let of = format_ident!("{last}Of");
    quote!(#(#path)* #of)
}

/// A path as it has to be written in a module inside.
fn from_inside(path: &TokenStream) -> TokenStream {
    match path.clone().into_iter().next() {
        Some(TokenTree::Ident(first)) if first == "crate" => path.clone(),
        Some(TokenTree::Ident(first)) if first == "self" => {
            let rest = path.clone().into_iter().skip(1);
            quote!(super #(#rest)*)
        }
        Some(TokenTree::Ident(_)) => quote!(super::#path),
        // It begins with `::`, and a crate.
        _ => path.clone(),
    }
}

/// Whether a block leaves a module with structs behind.
pub fn has_module(block: &Block, records: &Records) -> bool {
    !reached(block, records).is_empty()
}

/// The records that need a struct in Rust: public ones, and those that these or public functions name. If the latter
/// are not public, that is an error of the block.
fn reached(block: &Block, records: &Records) -> HashSet<String> {
    let public = block.own_records().filter(|record| record.is_public());
    let mut open: Vec<String> = public.map(|record| record.name.to_string()).collect();
    let named = |ty: &Type| match &ty.element {
        Element::Record { name, .. } => Some(name.to_string()),
        _ => None,
    };
    for function in block.fns.iter().filter(|f| f.is_public()) {
        let types = function.params.iter().map(|p| &p.ty).chain(&function.results);
        open.extend(types.filter_map(named));
    }
    let mut reached = HashSet::default();
    while let Some(name) = open.pop() {
        let Some(record) = records.find(&name) else { continue };
        if reached.insert(name) {
            open.extend(record.fields.iter().filter_map(|field| named(&field.ty)));
        }
    }
    reached
}

/// The name of the type of a record's arrays, if it has a dtype parameter.
fn alias(record: &Record) -> Option<Ident> {
    let name = format_ident!("{}Of", record.name, span = Span::call_site());
    (!record.dtypes.is_empty()).then_some(name)
}

fn structure(record: &Record, records: &Records) -> TokenStream {
    let Record { attrs, name, dtypes, .. } = record;
    let mut names = HashSet::default();
    let fields = record.fields.iter();
    let fields: Vec<_> = fields.filter(|f| names.insert(f.name.to_string())).collect();
    let parameters = parameters(&fields, record);
    let here = quote!(self::);
    let defaults: Vec<TokenStream> =
        fields.iter().map(|f| field_type(&f.ty, records, &here, Role::Owned)).collect();
    let declared =
        parameters.iter().zip(&defaults).map(|(parameter, default)| match dtypes.is_empty() {
            true => quote!(#parameter = #default),
            false => quote!(#parameter),
        });
    let members = fields.iter().zip(&parameters).map(|(field, parameter)| {
        let (attrs, name) = (&field.attrs, &field.name);
        // So that lints point at the field.
        let mut parameter = parameter.clone();
        parameter.set_span(name.span());
        let field = quote_spanned!(name.span() => pub #name: #parameter);
        quote!(#attrs #field)
    });
    let of = alias(record).map(|of| {
        let names = dtypes.iter().map(|d| &d.name);
        let docs = format!("[`{name}`] with arrays of its own, as functions return it.");
        quote! {
            #[doc = #docs]
            #[allow(dead_code)]
            pub type #of<#(#names),*> = #name<#(#defaults),*>;
        }
    });
    let head = quote_spanned!(name.span() => pub struct #name);
    quote! {
        #attrs
        #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
        #[allow(dead_code)]
        #head<#(#declared),*> { #(#members),* }
        #of
    }
}

/// The name of a field as a token.
fn identifier(field: &str) -> Ident {
    match field.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, Span::call_site()),
        None => Ident::new(field, Span::call_site()),
    }
}

/// A type parameter for each field: `ExteriorNodes` of `exterior_nodes`.
fn parameters(fields: &[&Field], record: &Record) -> Vec<Ident> {
    let mut taken: HashSet<String> =
        record.dtypes.iter().map(|dtype| dtype.name.to_string()).collect();
    let parameters = fields.iter().map(|field| {
        let text = field.name.to_string();
        let words = text.trim_start_matches("r#").split('_').filter(|word| !word.is_empty());
        let mut name: String = words
            .flat_map(|word| {
                let mut letters = word.chars();
                letters.next().into_iter().flat_map(char::to_uppercase).chain(letters)
            })
            .collect();
        if !name.starts_with(char::is_alphabetic) {
            name.insert(0, 'F');
        }
        while name == "Self" || !taken.insert(name.clone()) {
            name.push('_');
        }
        Ident::new(&name, Span::call_site())
    });
    parameters.collect()
}

/// A type in the role of a field. `path` leads to records.
pub fn field_type(ty: &Type, records: &Records, path: &TokenStream, role: Role) -> TokenStream {
    let rank = ty.shape.as_ref().map_or(0, Vec::len);
    match &ty.element {
        Element::Record { name, .. } => record_type(name, ty, records, path, role),
        // No field is a function.
        Element::Function(_) => quote!(()),
        Element::Index(_) => match role {
            // Only parameters that are read can be index arrays; the checker reports others.
            Role::Read | Role::Written => quote!(impl ::array_fn::__rt::IndexOperand<#rank>),
            Role::Returned => quote!(::array_fn::Array<::core::primitive::i64, #rank>),
            Role::Owned => quote!(::array_fn::IndexArray<#rank>),
        },
        Element::Dtype(dtype) => {
            let t = element_type(dtype);
            match role {
                Role::Read if ty.shape.is_none() => {
                    quote!(impl ::array_fn::__rt::ScalarOperand<#t>)
                }
                Role::Read => quote!(impl ::array_fn::__rt::Operand<#t, #rank>),
                Role::Written => quote!(impl ::array_fn::__rt::OperandMut<#t, #rank>),
                Role::Owned if ty.shape.is_none() => t,
                Role::Returned | Role::Owned => quote!(::array_fn::Array<#t, #rank>),
            }
        }
    }
}

fn record_type(
    name: &Ident,
    ty: &Type,
    records: &Records,
    path: &TokenStream,
    role: Role,
) -> TokenStream {
    let Some(record) = records.find(&name.to_string()) else { return quote!(()) };
    // Resolved like the name of the record, whatever stands around it.
    let name = quote_spanned!(name.span() => #name);
    if role == Role::Owned {
        if !records.is_sound(ty) {
            return quote!(());
        }
        let chosen = chosen_dtypes(record, ty);
        return match alias(record) {
            Some(of) => quote!(#path #of<#(#chosen),*>),
            None => quote!(#path #name),
        };
    }
    let fields = records.fields(ty);
    let fields = fields.iter().map(|(_, ty)| field_type(ty, records, path, role));
    quote!(#path #name<#(#fields),*>)
}

/// The dtypes that a record type gives to the record's parameters.
fn chosen_dtypes(record: &Record, ty: &Type) -> Vec<TokenStream> {
    let Element::Record { args, .. } = &ty.element else { return Vec::new() };
    let of = |name: &Ident| {
        let at = record.generics.iter().position(|generic| generic == name);
        match at.zip(args.as_ref()).and_then(|(at, args)| args.get(at)).map(|arg| &arg.kind) {
            Some(ExprKind::Name(dtype)) => element_type(dtype),
            _ => element_type(name),
        }
    };
    record.dtypes.iter().map(|dtype| of(&dtype.name)).collect()
}

/// The expressions that make arguments of the arrays and scalars of a value of type `ty`. In Rust the value is `place`.
pub fn args(ty: &Type, place: &TokenStream, records: &Records, role: Role) -> Vec<TokenStream> {
    let rank = ty.shape.as_ref().map_or(0, Vec::len);
    let arg = match &ty.element {
        Element::Record { .. } => {
            let fields = records.fields(ty);
            return fields
                .iter()
                .flat_map(|(field, ty)| {
                    let field = identifier(field);
                    args(ty, &quote!(#place.#field), records, role)
                })
                .collect();
        }
        Element::Function(_) => return Vec::new(),
        Element::Index(_) => quote!(::array_fn::__rt::IndexOperand::<#rank>::index_arg(&#place)),
        Element::Dtype(dtype) => {
            let t = element_type(dtype);
            match role {
                Role::Written => {
                    quote!(::array_fn::__rt::OperandMut::<#t, #rank>::arg_mut(&mut #place))
                }
                _ if ty.shape.is_none() => {
                    quote!(::array_fn::__rt::ScalarOperand::<#t>::value_arg(&#place))
                }
                _ => quote!(::array_fn::__rt::Operand::<#t, #rank>::arg(&#place)),
            }
        }
    };
    vec![arg]
}

/// The result of type `ty`, assembled from the next `results`.
pub fn assembled(
    ty: &Type,
    results: &mut impl Iterator<Item = Ident>,
    records: &Records,
    path: &TokenStream,
) -> TokenStream {
    let Element::Record { name, .. } = &ty.element else {
        let result = results.next();
        return quote!(#result.typed());
    };
    let fields = records.fields(ty).into_iter().map(|(field, ty)| {
        let field = identifier(&field);
        let value = assembled(&ty, results, records, path);
        quote!(#field: #value)
    });
    let fields: Vec<TokenStream> = fields.collect();
    quote!(#path #name { #(#fields),* })
}

/// Whether a type names only dtypes (including `dtypes`) and records that exist.
pub fn is_known(ty: &Type, records: &Records, dtypes: &[Ident]) -> bool {
    let leaves = records.leaves(ty, "");
    records.is_sound(ty)
        && leaves.iter().all(|(_, ty)| match &ty.element {
            Element::Dtype(name) => {
                DType::from_name(&name.to_string()).is_some() || dtypes.contains(name)
            }
            Element::Index(_) => true,
            Element::Record { .. } | Element::Function(_) => false,
        })
}
