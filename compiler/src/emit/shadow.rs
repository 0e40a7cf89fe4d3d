//! The shadow of a block: Rust that is never called, for rust-analyzer to read.
//!
//! An editor knows about a token inside `array_fn! { ... }` only what the expansion says about the token's span. The
//! generated kernels mention no tokens of the user, so this code does. Every name of the block is declared once, and
//! mentioned wherever the user wrote it:
//!
//! ```text
//! const _: () = {
//!     use ::array_fn::ops::*;
//!     fn f() {
//!         const N: usize = 0;
//!         const x: Array<f64, 1> = ...;
//!         let _ = sum; let _ = x;
//!     }
//! };
//! ```
//!
//! Only the names carry the user's spans. They are declared as items, not by `let`: a `let` with the name of a constant
//! of the surrounding module (such as `N`) would be a pattern that can fail.
//!
//! Two items of one name cannot share a block. So a name that is bound again becomes an associated constant of a new
//! type (`impl __Again7 { const x: .. }`, mentioned as `__Again7::x`). A nested block for each such name would nest as
//! deeply as a program is long.
//!
//! Names that cannot be resolved are mentioned for rust-analyzer only, which completes `sq` to `sqrt`. rustc would
//! report them a second time.

mod body;
mod records;

use self::records::record_named;
use super::element::element_type;
use crate::check::function_table;
use crate::dag::DType;
use crate::hash::HashMap;
use crate::parse::ast::{Block, Element, Import, Item, Type};
use crate::records::Records;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The names that can follow the dot, as in `x.T`. `array_fn::ops` documents them like the functions.
pub const FIELDS: [&str; 5] = ["T", "mT", "ndim", "shape", "size"];

fn is_documented(name: &str) -> bool {
    FIELDS.contains(&name)
        || function_table().iter().any(|f| f.name == name || f.aliases.contains(&name))
}

/// The shadow of `block`. It compiles without warnings for every valid block, and adds no errors to those of an invalid
/// block.
pub fn shadow(block: &Block) -> TokenStream {
    let mut shadow = Shadow { records: Records::new(block), ..Shadow::default() };
    for function in block.own_fns() {
        if let ([ty], false) = (&function.results[..], function.results_tuple)
            && let Element::Record { name, .. } = &ty.element
        {
            shadow.returned.entry(function.name.to_string()).or_insert(name.to_string());
        }
    }
    shadow.open();
    let mut items = shadow.record_items(block);
    for constant in block.own_consts() {
        let ty = shadow.ty(&constant.ty);
        items.extend(shadow.declare(&constant.name, ty));
    }
    // All functions are declared before the first body, for they may call later ones.
    let fresh: Vec<bool> = block.own_fns().map(|f| shadow.enters_scope(&f.name)).collect();
    items.extend(shadow.used_items(block));
    for constant in block.own_consts() {
        shadow.expr(&constant.value);
    }
    let mentions = shadow.take();
    for (function, fresh) in block.own_fns().zip(fresh) {
        let name = &function.name;
        let body = shadow.function(function);
        items.extend(match fresh {
            true => quote! { fn #name() { #body } },
            false => quote! { const _: fn() = || { #body }; },
        });
    }
    quote! {
        #[allow(
            dead_code, deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals,
            unexpected_cfgs, unused_imports, clippy::all, clippy::pedantic, clippy::restriction
        )]
        const _: () = {
            use ::array_fn::ops::*;
            #items
            const _: fn() = || { #mentions };
        };
    }
}

#[derive(Default)]
struct Shadow {
    /// The names of values in scope, the innermost scope last. If a scope had a name already, the name comes with the
    /// type that declares it.
    scopes: Vec<HashMap<String, Option<Ident>>>,
    /// The number of names that have been bound again.
    again: usize,
    /// Names of the dtype parameters in scope, with a dtype that stands for them.
    dtypes: Vec<(String, DType)>,
    /// The statements written so far, with one list per open brace.
    out: Vec<TokenStream>,
    records: Records,
    /// For each function that returns a record, the name of that record.
    returned: HashMap<String, String>,
    /// For each name in scope that stands for a record, the name of that record; the innermost scope last.
    of_record: Vec<HashMap<String, Option<String>>>,
}

impl Shadow {
    fn open(&mut self) {
        self.scopes.push(HashMap::default());
        self.of_record.push(HashMap::default());
        self.out.push(TokenStream::new());
    }

    /// Closes a scope and returns its statements, without the braces.
    fn close(&mut self) -> TokenStream {
        self.scopes.pop();
        self.of_record.pop();
        self.out.pop().unwrap_or_default()
    }

    /// The names that the block uses, declared where the other block declares them.
    fn used_items(&mut self, block: &Block) -> TokenStream {
        let mut items = TokenStream::new();
        for Import { alias, item, .. } in block.imports.iter().filter(|i| i.user == 0) {
            let at = |name: &Ident| Ident::new(&alias.to_string(), name.span());
            match item {
                Item::Const(k) => {
                    let constant = &block.consts[*k];
                    let ty = self.ty(&constant.ty);
                    items.extend(self.declare(&at(&constant.name), ty));
                    self.mention(alias);
                }
                Item::Function(k) => {
                    let function = &block.fns[*k];
                    if let ([ty], false) = (&function.results[..], function.results_tuple) {
                        let record = record_named(ty).unwrap_or_default();
                        self.returned.entry(alias.to_string()).or_insert(record);
                    }
                    let name = at(&function.name);
                    if self.enters_scope(&name) {
                        items.extend(quote! { fn #name() {} });
                    }
                    self.mention(alias);
                }
                Item::Record(_) => self.mention_record(alias),
            }
        }
        items
    }

    fn take(&mut self) -> TokenStream {
        self.out.last_mut().map(std::mem::take).unwrap_or_default()
    }

    fn emit(&mut self, tokens: TokenStream) {
        if let Some(out) = self.out.last_mut() {
            out.extend(tokens);
        }
    }

    /// Whether `name` is new in the innermost scope.
    fn enters_scope(&mut self, name: &Ident) -> bool {
        let Some(scope) = self.scopes.last_mut() else { return false };
        let new = name != "_" && !scope.contains_key(&name.to_string());
        if new {
            scope.insert(name.to_string(), None);
        }
        new
    }

    /// The type that declares a name in scope; the inner `None` if the name is declared by an item.
    fn declared(&self, name: &Ident) -> Option<Option<&Ident>> {
        let name = name.to_string();
        self.scopes.iter().rev().find_map(|scope| scope.get(&name)).map(Option::as_ref)
    }

    fn in_scope(&self, name: &Ident) -> bool {
        self.declared(name).is_some()
    }

    /// An item that declares `name`; nothing if the scope has that name already.
    fn declare(&mut self, name: &Ident, (ty, value): (TokenStream, TokenStream)) -> TokenStream {
        match self.enters_scope(name) {
            true => quote! { const #name: #ty = #value; },
            false => TokenStream::new(),
        }
    }

    /// Declares the name of a `let`, a loop or a closure, which may hide an earlier one.
    fn bind(&mut self, name: &Ident, typed: (TokenStream, TokenStream)) {
        if name == "_" {
            return;
        }
        let (ty, value) = typed;
        if self.enters_scope(name) {
            self.emit(quote! { const #name: #ty = #value; });
            return;
        }
        self.again += 1;
        let again = format_ident!("__Again{}", self.again);
        self.emit(quote! { struct #again {} impl #again { const #name: #ty = #value; } });
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), Some(again));
        }
    }

    fn mention(&mut self, name: &Ident) {
        let known = self.in_scope(name) || is_documented(&name.to_string());
        self.mention_if(name, known);
    }

    fn mention_if(&mut self, name: &Ident, known: bool) {
        if let Some(Some(again)) = self.declared(name) {
            let path = quote! { let _ = #again::#name; };
            self.emit(path);
            return;
        }
        // `where` is a keyword of Rust, and a function here.
        let name = match name == "where" {
            true => Ident::new_raw("where", name.span()),
            false => name.clone(),
        };
        self.emit(match known {
            true => quote! { let _ = #name; },
            false => quote! { #[cfg(rust_analyzer)] let _ = #name; },
        });
    }

    /// The dtype that a name stands for.
    fn dtype(&self, name: &Ident) -> Option<DType> {
        let text = name.to_string();
        let parameter = self.dtypes.iter().find(|(parameter, _)| *parameter == text);
        parameter.map(|(_, dtype)| *dtype).or_else(|| DType::from_name(&text))
    }

    fn ty(&mut self, ty: &Type) -> (TokenStream, TokenStream) {
        let rank = ty.shape.as_ref().map_or(0, Vec::len);
        if rank > 8 {
            return value_type();
        }
        let (array, index) = (format_ident!("Array{}", rank), format_ident!("IndexArray{}", rank));
        match (&ty.element, &ty.shape) {
            (Element::Dtype(name), shape) => match (self.dtype(name), shape) {
                (None, _) => value_type(),
                (Some(_), Some(_)) => {
                    let element = element_type(name);
                    (
                        quote! { __shadow::#array<#element> },
                        quote! { __shadow::#array(::core::marker::PhantomData) },
                    )
                }
                (Some(dtype), None) => {
                    let name = element_type(name);
                    let zero = match dtype {
                        DType::Bool => quote! { false },
                        _ if dtype.is_half() => quote! { <#name>::from_bits(0) },
                        _ if dtype.is_complex() => quote! { <#name>::new(0.0, 0.0) },
                        _ if dtype.is_float() => quote! { 0.0 },
                        _ => quote! { 0 },
                    };
                    (quote! { #name }, zero)
                }
            },
            (Element::Index(_), _) => (quote! { __shadow::#index }, quote! { __shadow::#index }),
            (Element::Record { name, .. }, _) => self.record(name),
            (Element::Function(_), _) => value_type(),
        }
    }
}

/// Type and value of a name whose dtype and rank only the checker knows.
fn value_type() -> (TokenStream, TokenStream) {
    (quote! { __shadow::Value }, quote! { __shadow::Value })
}
