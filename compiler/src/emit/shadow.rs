//! The shadow of a block: Rust that is never called, for rust-analyzer to read.
//!
//! An editor knows about a token inside `array_fn! { ... }` only what the expansion says about that
//! token's span. The generated kernels mention none of them, so this code does: every name of the
//! block is declared once and mentioned wherever the user wrote it, as
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
//! Only the names carry the user's spans. They are declared as items, not as `let`s: a `let` whose
//! name is also a constant of the surrounding module (`N`!) would be a pattern that can fail. Two items
//! of one name cannot share a block, so a name that is bound again is a constant of a type of its own
//! (`impl __Again7 { const x: .. }`, mentioned as `__Again7::x`): a block in a block for each would nest as
//! deeply as a program is long.
//! Names that cannot be resolved are mentioned for rust-analyzer only (it completes `sq` to `sqrt`),
//! because rustc would report them a second time.

use super::element::element_type;
use crate::check::{function_table, is_module_function};
use crate::dag::DType;
use crate::hash::{HashMap, HashSet};
use crate::parse::ast::*;
use crate::records::Records;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

/// What can follow the dot of `x.T`; `array_fn::ops` documents these like the functions.
pub const FIELDS: [&str; 5] = ["T", "mT", "ndim", "shape", "size"];

fn is_documented(name: &str) -> bool {
    FIELDS.contains(&name)
        || function_table().iter().any(|f| f.name == name || f.aliases.contains(&name))
}

/// The shadow of `block`. It compiles without warnings for every valid block, and adds no error to
/// those of an invalid one.
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
    /// Names of values in scope, innermost scope last, each with the type that declares it if its scope
    /// had it already.
    scopes: Vec<HashMap<String, Option<Ident>>>,
    /// How many names have been bound again.
    again: usize,
    /// Names of the dtype parameters in scope, with a dtype that stands for them.
    dtypes: Vec<(String, DType)>,
    /// Statements written so far, one list for each open brace.
    out: Vec<TokenStream>,
    records: Records,
    /// The record that each function returns, for those that return one.
    returned: HashMap<String, String>,
    /// The record that each name in scope is, for those that are one; innermost scope last.
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

    /// The records as structs, whose fields are what parameters of their types are.
    fn record_items(&mut self, block: &Block) -> TokenStream {
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

    /// Type and value of a field, dtype parameters replaced by a dtype that they may be.
    fn field(&mut self, record: &Record, field: &Field) -> (TokenStream, TokenStream) {
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
    fn record(&mut self, name: &Ident) -> (TokenStream, TokenStream) {
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

    /// The record that an expression is, where that is plain to see.
    fn record_of(&self, expr: &Expr) -> Option<String> {
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

    /// Notes which record a name is, if it is one.
    fn note_record(&mut self, name: &Ident, record: Option<String>) {
        if let Some(scope) = self.of_record.last_mut() {
            scope.insert(name.to_string(), record);
        }
    }

    /// Mentions a field of a record.
    fn mention_field(&mut self, record: &str, field: &Ident) -> bool {
        let found = self.records.find(record).filter(|r| r.fields.iter().any(|f| f.name == *field));
        let Some(record) = found.map(|record| record.name.clone()) else { return false };
        let record = Ident::new(&record.to_string(), proc_macro2::Span::call_site());
        self.emit(quote! { let _ = |__r: #record| { let _ = __r.#field; }; });
        true
    }

    /// Mentions a record where a type or a value names it.
    fn mention_record(&mut self, name: &Ident) {
        let known = self.records.find(&name.to_string()).is_some();
        self.emit(match known {
            true => quote! { let _: #name; },
            false => quote! { #[cfg(rust_analyzer)] let _: #name; },
        });
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

    /// The type that declares a name in scope, or none for an item of its own.
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

    /// A dtype as a Rust type with the user's span, and the dtype it stands for.
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

    /// Mentions the names in the dimensions of a type.
    fn type_names(&mut self, ty: &Type) {
        match &ty.element {
            Element::Index(dimension) => self.expr(dimension),
            Element::Record { name, args } => {
                self.mention_record(name);
                args.iter().flatten().for_each(|arg| self.expr(arg));
            }
            Element::Dtype(_) | Element::Function(_) => {}
        }
        ty.shape.iter().flatten().for_each(|size| self.expr(size));
    }

    fn function(&mut self, function: &Function) -> TokenStream {
        self.open();
        self.dtypes.clear();
        for parameter in &function.dtypes {
            let known =
                parameter.choices.iter().find(|c| DType::from_name(&c.to_string()).is_some());
            let Some(choice) = known else { continue };
            let Some(dtype) = DType::from_name(&choice.to_string()) else { continue };
            let name = &parameter.name;
            if self.dtypes.iter().all(|(other, _)| name != other) {
                let choice = element_type(choice);
                self.emit(quote! { type #name = #choice; });
                self.dtypes.push((name.to_string(), dtype));
            }
        }
        for dim in &function.dims {
            let item = self.declare(dim, (quote! { ::core::primitive::usize }, quote! { 0 }));
            self.emit(item);
        }
        for param in &function.params {
            self.type_names(&param.ty);
        }
        for ty in &function.results {
            self.type_names(ty);
        }
        for dim in function.pins.iter().flat_map(|pin| &pin.dims) {
            self.mention(dim);
        }
        for param in &function.params {
            let ty = self.ty(&param.ty);
            self.bind(&param.name, ty);
            self.note_record(&param.name, record_named(&param.ty));
        }
        self.tuning(&function.tuning);
        if function.broken {
            self.raw(function.broken_tokens.clone());
        } else {
            self.body(&function.body);
        }
        self.dtypes.clear();
        self.close()
    }

    /// Mentions the dimensions that attributes name.
    fn tuning(&mut self, attributes: &[Attribute]) {
        for dim in attributes.iter().flat_map(|a| a.tuning.dims()) {
            self.mention(dim);
        }
    }

    fn body(&mut self, body: &Body) {
        for stmt in &body.stmts {
            match stmt {
                Stmt::Let { attributes, pattern, ty, value } => {
                    self.tuning(attributes);
                    self.expr(value);
                    if let Some(ty) = ty {
                        self.type_names(ty);
                    }
                    self.pattern(pattern, ty.as_ref(), value);
                }
                Stmt::Assign { target, value, .. } => {
                    self.expr(target);
                    self.expr(value);
                }
                Stmt::For { var, lo, hi, body, .. } => {
                    self.expr(lo);
                    self.expr(hi);
                    self.scoped(|s| {
                        s.bind(var, (quote! { ::core::primitive::i64 }, quote! { 0 }));
                        s.body(body);
                    });
                }
                Stmt::Expr(expr) => self.expr(expr),
            }
        }
        if let Some(tail) = &body.tail {
            self.expr(tail);
        }
    }

    fn pattern(&mut self, pattern: &Pattern, ty: Option<&Type>, value: &Expr) {
        if let Pattern::Record { name, fields, .. } = pattern {
            self.mention_record(name);
            let record = name.to_string();
            for (field, _) in fields {
                self.mention_field(&record, field);
            }
            let declared = self.records.find(&record).cloned();
            for (field, name) in fields {
                let fields = declared.iter().flat_map(|r| &r.fields);
                let found = fields.into_iter().find(|f| f.name == *field);
                let typed = match (&declared, found) {
                    (Some(record), Some(field)) => self.field(record, field),
                    _ => value_type(),
                };
                self.bind(name, typed);
                self.note_record(name, found.and_then(|field| record_named(&field.ty)));
            }
            return;
        }
        let of_record = match (pattern, ty) {
            (Pattern::Name(_), Some(ty)) => record_named(ty),
            (Pattern::Name(_), None) => self.record_of(value),
            _ => None,
        };
        for name in pattern.names() {
            let typed = match (&of_record, ty) {
                (Some(record), _) if self.records.find(record).is_some() => {
                    let record = Ident::new(record, proc_macro2::Span::call_site());
                    self.record(&record)
                }
                (_, Some(ty)) => self.ty(ty),
                _ => value_type(),
            };
            self.bind(name, typed);
            self.note_record(name, of_record.clone());
        }
    }

    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        self.open();
        inside(self);
        let inner = self.close();
        self.emit(quote! { { #inner } });
    }

    fn args(&mut self, args: &[Arg]) {
        args.iter().for_each(|arg| self.expr(&arg.value));
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Str(_) => {}
            ExprKind::Name(name) => match self.dtype(name) {
                Some(_) if !self.in_scope(name) => {
                    let ty = element_type(name);
                    self.emit(quote! { let _: #ty; });
                }
                _ => self.mention(name),
            },
            ExprKind::Unary(_, operand) => self.expr(operand),
            ExprKind::Binary(_, _, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Index(array, subscripts) => {
                self.expr(array);
                for subscript in subscripts {
                    match &subscript.kind {
                        SubscriptKind::Index(index) => self.expr(index),
                        SubscriptKind::Slice { start, stop, step } => {
                            [start, stop, step].into_iter().flatten().for_each(|e| self.expr(e));
                        }
                        SubscriptKind::NewAxis | SubscriptKind::Ellipsis => {}
                    }
                }
            }
            ExprKind::Call { function, args } => {
                self.mention(function);
                self.args(args);
            }
            ExprKind::Method { receiver, method, args } => {
                match &receiver.kind {
                    ExprKind::Name(module)
                        if is_module_function(&module.to_string(), &method.to_string())
                            && !self.in_scope(module) =>
                    {
                        self.emit(quote! { let _ = ::array_fn::ops::#module::#method; });
                    }
                    _ => {
                        self.expr(receiver);
                        self.mention_if(method, is_documented(&method.to_string()));
                    }
                }
                self.args(args);
            }
            ExprKind::Field(value, name) => {
                self.expr(value);
                let record = self.record_of(value);
                if !record.is_some_and(|record| self.mention_field(&record, name)) {
                    self.mention_if(name, is_documented(&name.to_string()));
                }
            }
            ExprKind::Record(record) => {
                let RecordExpr { name, fields, base } = &**record;
                self.mention_record(name);
                for (field, value) in fields {
                    self.mention_field(&name.to_string(), field);
                    self.expr(value);
                }
                base.iter().for_each(|base| self.expr(base));
            }
            ExprKind::Cast(value, dtype) => {
                self.expr(value);
                if self.dtype(dtype).is_some() {
                    let ty = element_type(dtype);
                    self.emit(quote! { let _: #ty; });
                }
            }
            ExprKind::Tuple(list) | ExprKind::List(list) => {
                list.iter().for_each(|e| self.expr(e));
            }
            ExprKind::Type(ty) => self.type_names(ty),
            ExprKind::Closure { params, body } => {
                params.iter().filter_map(|(_, size)| size.as_ref()).for_each(|e| self.expr(e));
                self.scoped(|s| {
                    for (name, _) in params {
                        s.bind(name, (quote! { ::core::primitive::i64 }, quote! { 0 }));
                    }
                    s.expr(body);
                });
            }
            ExprKind::Block(body) => self.scoped(|s| s.body(body)),
        }
    }

    /// The names in a body that did not parse: declarations are what follows `let`, `let mut`,
    /// `for`, `|` and `(` of a tuple; everything else is mentioned.
    fn raw(&mut self, tokens: TokenStream) {
        let mut idents = Vec::new();
        collect(tokens, &mut idents, 0);
        let mut declares = false;
        let mut mentions = Vec::new();
        for ident in idents {
            match ident.to_string().as_str() {
                "let" | "for" => declares = true,
                "mut" => {}
                "in" | "as" | "_" | "newaxis" | "true" | "false" => declares = false,
                _ if declares => {
                    declares = false;
                    let item = self.declare(&ident, value_type());
                    self.emit(item);
                }
                word if word != "where" && crate::parse::is_keyword(word) => {}
                _ => mentions.push(ident),
            }
        }
        for ident in mentions {
            match self.dtype(&ident) {
                Some(_) if !self.in_scope(&ident) => {
                    let ty = element_type(&ident);
                    self.emit(quote! { let _: #ty; });
                }
                _ => self.mention(&ident),
            }
        }
    }
}

/// The record that a type names.
fn record_named(ty: &Type) -> Option<String> {
    match &ty.element {
        Element::Record { name, .. } => Some(name.to_string()),
        _ => None,
    }
}

/// Type and value of a name whose dtype and rank only the checker knows.
fn value_type() -> (TokenStream, TokenStream) {
    (quote! { __shadow::Value }, quote! { __shadow::Value })
}

fn collect(tokens: TokenStream, idents: &mut Vec<Ident>, depth: usize) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => idents.push(ident),
            TokenTree::Group(group) if depth < 100 => collect(group.stream(), idents, depth + 1),
            _ => {}
        }
    }
}
