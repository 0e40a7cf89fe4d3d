//! Warnings for names of a block that nothing uses, with rustc's own words. A macro cannot warn on stable Rust, but it
//! can emit code that rustc warns about.
//!
//! For each such name it emits one of these, with the user's span and attributes, so that `#[allow(...)]` works:
//!
//! ```text
//! fn unused(x: ()) {}     // unused variable: `x`; in a module where no constant can have its name
//! fn helper() {}          // function `helper` is never used
//! const C: () = ();       // constant `C` is never used
//! struct State;           // struct `State` is never constructed
//! use super::gas::p;      // unused import
//! ```

use crate::hash::{HashMap, HashSet};
use crate::parse::ast::*;
use crate::shared::exported;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote_spanned;

/// The code that makes rustc warn about the unused names of `block`, which has no errors.
pub fn unused(block: &Block) -> TokenStream {
    let mut global = Uses::default();
    global.open();
    for used in &block.uses {
        global.declare(&used.alias);
    }
    for item in block.own_consts() {
        global.declare(&item.name);
    }
    for record in block.own_records() {
        global.declare(&record.name);
    }
    for function in block.own_fns() {
        global.declare(&function.name);
    }
    for record in block.own_records() {
        record.fields.iter().for_each(|field| global.ty(&field.ty));
    }
    for item in block.own_consts() {
        item.ty.shape.iter().flatten().for_each(|size| global.expr(size));
        global.expr(&item.value);
    }
    let mut out = TokenStream::new();
    for function in block.own_fns().filter(|f| f.foreign.is_none()) {
        let variables = global.function(function);
        for name in variables {
            let attrs = &function.attrs;
            let code = quote_spanned! { name.span() =>
                const _: () = {
                    #[no_implicit_prelude]
                    mod unused { #[allow(dead_code)] #attrs fn unused(#name: ()) {} }
                };
            };
            out.extend(code);
        }
    }
    let unused: HashSet<String> = global.close().iter().map(Ident::to_string).collect();
    for used in block.uses.iter().filter(|used| unused.contains(&used.alias.to_string())) {
        let (name, alias) =
            (exported(&used.name), Ident::new(&used.alias.to_string(), used.name.span()));
        // So that rustc points at the name, not at everything from the path on.
        let at_name = |mut token: TokenTree| {
            token.set_span(name.span());
            token
        };
        let module: TokenStream = used.module().into_iter().map(at_name).collect();
        out.extend(quote_spanned! { name.span() =>
            const _: () = { use #module #name as #alias; };
        });
    }
    if block.shared {
        // Uses of the others by other blocks are not known here.
        return out;
    }
    for item in block.own_consts().filter(|c| !c.public) {
        let (attrs, name) = (&item.attrs, &item.name);
        if unused.contains(&name.to_string()) {
            out.extend(quote_spanned! { name.span() =>
                const _: () = { #attrs const #name: () = (); };
            });
        }
    }
    for record in block.own_records().filter(|r| !r.is_public()) {
        let name = &record.name;
        if unused.contains(&name.to_string()) {
            out.extend(quote_spanned! { name.span() =>
                const _: () = { struct #name; };
            });
        }
    }
    for function in block.own_fns().filter(|f| !f.is_public()) {
        let (attrs, name) = (&function.attrs, &function.name);
        if unused.contains(&name.to_string()) {
            out.extend(quote_spanned! { name.span() =>
                const _: () = { #attrs fn #name() {} };
            });
        }
    }
    out
}

/// The names in scope, the innermost scope last, each with whether something uses it.
#[derive(Default)]
struct Uses {
    scopes: Vec<Vec<(Ident, bool)>>,
    /// The places where each name is declared, as a scope and a position in it. The declaration that hides the others
    /// is last.
    declared: HashMap<String, Vec<(usize, usize)>>,
}

impl Uses {
    fn open(&mut self) {
        self.scopes.push(Vec::new());
    }

    /// The unused names of the innermost scope.
    fn close(&mut self) -> Vec<Ident> {
        let names = self.scopes.pop().unwrap_or_default();
        for (name, _) in &names {
            if let Some(places) = self.declared.get_mut(&name.to_string()) {
                places.pop();
            }
        }
        names.into_iter().filter(|(_, used)| !used).map(|(name, _)| name).collect()
    }

    fn declare(&mut self, name: &Ident) {
        let depth = self.scopes.len() - 1;
        if let Some(scope) = self.scopes.last_mut() {
            self.declared.entry(name.to_string()).or_default().push((depth, scope.len()));
            scope.push((name.clone(), false));
        }
    }

    fn mention(&mut self, name: &Ident) {
        let places = self.declared.get(&name.to_string());
        if let Some(&(scope, position)) = places.and_then(|places| places.last()) {
            self.scopes[scope][position].1 = true;
        }
    }

    /// The unused variables of a function that rustc would warn about.
    fn function(&mut self, function: &Function) -> Vec<Ident> {
        let mut unused = Vec::new();
        self.open();
        for param in &function.params {
            self.ty(&param.ty);
        }
        function.results.iter().for_each(|ty| self.ty(ty));
        for param in &function.params {
            self.declare(&param.name);
        }
        self.body(&function.body, &mut unused);
        unused.extend(self.close());
        // A pattern that is named like a constant would be that constant.
        unused.retain(|name| name.to_string().chars().any(char::is_lowercase));
        unused
    }

    fn ty(&mut self, ty: &Type) {
        match &ty.element {
            Element::Index(bound) => self.expr(bound),
            Element::Record { name, args } => {
                self.mention(name);
                args.iter().flatten().for_each(|arg| self.expr(arg));
            }
            Element::Dtype(_) | Element::Function(_) => {}
        }
        ty.shape.iter().flatten().for_each(|size| self.expr(size));
    }

    fn body(&mut self, body: &Body, unused: &mut Vec<Ident>) {
        self.open();
        for stmt in &body.stmts {
            match stmt {
                Stmt::Let { pattern, ty, value, .. } => {
                    self.collect(value, unused);
                    ty.iter().for_each(|ty| self.ty(ty));
                    if let Pattern::Record { name, .. } = pattern {
                        self.mention(name);
                    }
                    pattern.names().filter(|name| *name != "_").for_each(|name| self.declare(name));
                }
                Stmt::Assign { target, value, .. } => {
                    self.collect(target, unused);
                    self.collect(value, unused);
                }
                Stmt::For { var, lo, hi, body, .. } => {
                    self.expr(lo);
                    self.expr(hi);
                    self.open();
                    self.declare(var);
                    self.body(body, unused);
                    unused.extend(self.close());
                }
                Stmt::Expr(expr) => self.collect(expr, unused),
                Stmt::Break(_) => {}
            }
        }
        if let Some(tail) = &body.tail {
            self.collect(tail, unused);
        }
        unused.extend(self.close());
    }

    fn expr(&mut self, expr: &Expr) {
        self.collect(expr, &mut Vec::new());
    }

    /// Marks the names that an expression mentions. Blocks and closures inside it declare names, too.
    fn collect(&mut self, expr: &Expr, unused: &mut Vec<Ident>) {
        match &expr.kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Str(_) => {}
            ExprKind::Name(name) => self.mention(name),
            ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Cast(a, _) => {
                self.collect(a, unused);
            }
            ExprKind::Binary(_, _, a, b) => {
                self.collect(a, unused);
                self.collect(b, unused);
            }
            ExprKind::Index(array, subscripts) => {
                self.collect(array, unused);
                for subscript in subscripts {
                    match &subscript.kind {
                        SubscriptKind::Index(index) => self.collect(index, unused),
                        SubscriptKind::Slice { start, stop, step } => {
                            let parts = [start, stop, step];
                            parts.into_iter().flatten().for_each(|e| self.collect(e, unused));
                        }
                        SubscriptKind::NewAxis | SubscriptKind::Ellipsis => {}
                    }
                }
            }
            ExprKind::Call { function, args } => {
                self.mention(function);
                args.iter().for_each(|arg| self.collect(&arg.value, unused));
            }
            ExprKind::Method { receiver, args, .. } => {
                self.collect(receiver, unused);
                args.iter().for_each(|arg| self.collect(&arg.value, unused));
            }
            ExprKind::Tuple(list) | ExprKind::List(list) => {
                list.iter().for_each(|e| self.collect(e, unused));
            }
            ExprKind::Type(ty) => self.ty(ty),
            ExprKind::Record(record) => {
                let RecordExpr { name, fields, base } = &**record;
                self.mention(name);
                fields.iter().for_each(|(_, value)| self.collect(value, unused));
                base.iter().for_each(|base| self.collect(base, unused));
            }
            ExprKind::Closure { params, body } => {
                params.iter().filter_map(|(_, size)| size.as_ref()).for_each(|e| self.expr(e));
                self.open();
                params.iter().for_each(|(name, _)| self.declare(name));
                self.collect(body, unused);
                unused.extend(self.close());
            }
            ExprKind::Block(body) => self.body(body, unused),
            ExprKind::Flow(flow) => {
                flow.heads().for_each(|head| self.collect(head, unused));
                flow.bodies().for_each(|body| self.body(body, unused));
            }
        }
    }
}
