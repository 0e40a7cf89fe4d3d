//! The bodies of functions in the shadow: statements and expressions as mentions of their names.

use super::records::record_named;
use super::{Shadow, is_documented, value_type};
use crate::check::is_module_function;
use crate::dag::DType;
use crate::emit::element::element_type;
use crate::parse::ast::{
    Arg, Attribute, Body, Element, Expr, ExprKind, Function, Pattern, RecordExpr, Stmt, Subscript,
    SubscriptKind, Type,
};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

impl Shadow {
    /// The body of a function's shadow.
    pub(super) fn function(&mut self, function: &Function) -> TokenStream {
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
                Stmt::Break(_) => {}
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

    pub(super) fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Str(_) => {}
            ExprKind::Name(name) => self.name(name),
            ExprKind::Unary(_, operand) => self.expr(operand),
            ExprKind::Binary(_, _, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Index(array, subscripts) => {
                self.expr(array);
                subscripts.iter().for_each(|subscript| self.subscript(subscript));
            }
            ExprKind::Call { function, args } => {
                self.mention(function);
                self.args(args);
            }
            ExprKind::Method { receiver, method, args } => {
                self.method(receiver, method);
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
            ExprKind::Flow(flow) => {
                flow.heads().for_each(|head| self.expr(head));
                flow.bodies().for_each(|body| self.scoped(|s| s.body(body)));
            }
        }
    }

    /// Mentions a name that stands for a value, or for a dtype.
    fn name(&mut self, name: &Ident) {
        match self.dtype(name) {
            Some(_) if !self.in_scope(name) => {
                let ty = element_type(name);
                self.emit(quote! { let _: #ty; });
            }
            _ => self.mention(name),
        }
    }

    fn subscript(&mut self, subscript: &Subscript) {
        match &subscript.kind {
            SubscriptKind::Index(index) => self.expr(index),
            SubscriptKind::Slice { start, stop, step } => {
                [start, stop, step].into_iter().flatten().for_each(|e| self.expr(e));
            }
            SubscriptKind::NewAxis | SubscriptKind::Ellipsis => {}
        }
    }

    /// Mentions a method and its receiver, or the function of a module.
    fn method(&mut self, receiver: &Expr, method: &Ident) {
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
    }

    /// The names in a body that did not parse. A name after `let`, `let mut`, `for`, `|` or the `(` of a tuple is
    /// declared; all others are mentioned.
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
            self.name(&ident);
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
