//! Records in the shadow: structs, and the fields that names and expressions have.

use super::{Shadow, value_type};
use crate::dag::DType;
use crate::hash::HashSet;
use crate::parse::ast::{Block, Element, Expr, ExprKind, Field, Record, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

impl Shadow {
    /// The records as structs. A field has the same type as a parameter of its type.
    pub(super) fn record_items(&mut self, block: &Block) -> TokenStream {
        let mut items = TokenStream::new();
        let mut names = HashSet::default();
        for record in &block.records {
            if !names.insert(record.name.to_string()) {
                continue;
            }
            let mut fields = HashSet::default();
            let members: Vec<TokenStream> = record
                .fields
                .iter()
                .filter(|field| fields.insert(field.name.to_string()))
                .map(|field| {
                    let (name, (ty, _)) = (&field.name, self.field(record, field));
                    quote!(#name: #ty)
                })
                .collect();
            let name = &record.name;
            items.extend(quote! { struct #name { #(#members),* } });
        }
        items
    }

    /// The type and the value of a field. A dtype parameter is replaced by one of its dtypes.
    pub(super) fn field(&mut self, record: &Record, field: &Field) -> (TokenStream, TokenStream) {
        let first = |name: &Ident| {
            let parameter = record.dtypes.iter().find(|d| d.name == *name)?;
            parameter.choices.iter().find(|c| DType::from_name(&c.to_string()).is_some()).cloned()
        };
        let mut ty = field.ty.clone();
        if let Element::Dtype(name) = &ty.element {
            ty.element = Element::Dtype(first(name).unwrap_or_else(|| name.clone()));
        }
        match self.records.is_sound(&ty) {
            true => self.ty(&ty),
            false => value_type(),
        }
    }

    /// Type and value of a record.
    pub(super) fn record(&mut self, name: &Ident) -> (TokenStream, TokenStream) {
        let Some(record) = self.records.find(&name.to_string()).cloned() else {
            return value_type();
        };
        let mut fields = HashSet::default();
        let values: Vec<TokenStream> = record
            .fields
            .iter()
            .filter(|field| fields.insert(field.name.to_string()))
            .map(|field| {
                let (_, value) = self.field(&record, field);
                // The name as the struct has it, not as a mention.
                let name = Ident::new(&field.name.to_string(), record.name.span());
                quote!(#name: #value)
            })
            .collect();
        let plain = &record.name;
        (quote!(#name), quote!(#plain { #(#values),* }))
    }

    /// The name of the record that an expression is, if that is easy to see.
    pub(super) fn record_of(&self, expr: &Expr) -> Option<String> {
        match &expr.kind {
            ExprKind::Name(name) => {
                let name = name.to_string();
                self.of_record.iter().rev().find_map(|scope| scope.get(&name)).cloned().flatten()
            }
            ExprKind::Record(record) => Some(record.name.to_string()),
            ExprKind::Call { function, .. } => self.returned.get(&function.to_string()).cloned(),
            ExprKind::Field(base, field) => {
                let record = self.records.find(&self.record_of(base)?)?;
                let field = record.fields.iter().find(|f| f.name == *field)?;
                match &field.ty.element {
                    Element::Record { name, .. } => Some(name.to_string()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Records which record a name stands for, if it stands for one.
    pub(super) fn note_record(&mut self, name: &Ident, record: Option<String>) {
        if let Some(scope) = self.of_record.last_mut() {
            scope.insert(name.to_string(), record);
        }
    }

    /// Mentions a field of a record.
    pub(super) fn mention_field(&mut self, record: &str, field: &Ident) -> bool {
        let found = self.records.find(record).filter(|r| r.fields.iter().any(|f| f.name == *field));
        let Some(record) = found.map(|record| record.name.clone()) else { return false };
        let record = Ident::new(&record.to_string(), proc_macro2::Span::call_site());
        self.emit(quote! { let _ = |__r: #record| { let _ = __r.#field; }; });
        true
    }

    /// Mentions a record where a type or a value names it.
    pub(super) fn mention_record(&mut self, name: &Ident) {
        let known = self.records.find(&name.to_string()).is_some();
        self.emit(match known {
            true => quote! { let _: #name; },
            false => quote! { #[cfg(rust_analyzer)] let _: #name; },
        });
    }
}

/// The record that a type names.
pub(super) fn record_named(ty: &Type) -> Option<String> {
    match &ty.element {
        Element::Record { name, .. } => Some(name.to_string()),
        _ => None,
    }
}
