//! Renames the records that an item mentions.

use crate::hash::HashMap;
use crate::parse::ast::*;
use proc_macro2::Ident;

/// The new names, by the old ones.
pub(super) type Renames = HashMap<String, String>;

pub(super) fn function(function: &mut Function, names: &Renames) {
    let results = function.results.iter_mut();
    function.params.iter_mut().map(|p| &mut p.ty).chain(results).for_each(|ty| of_type(ty, names));
    body(&mut function.body, names);
}

pub(super) fn record(record: &mut Record, names: &Renames) {
    name(&mut record.name, names);
    record.fields.iter_mut().for_each(|field| of_type(&mut field.ty, names));
}

fn name(name: &mut Ident, names: &Renames) {
    if let Some(new) = names.get(&name.to_string()) {
        *name = Ident::new(new, name.span());
    }
}

fn of_type(ty: &mut Type, names: &Renames) {
    if let Element::Record { name: record, .. } = &mut ty.element {
        name(record, names);
    }
}

fn body(body: &mut Body, names: &Renames) {
    for stmt in &mut body.stmts {
        match stmt {
            Stmt::Let { pattern, ty, value, .. } => {
                if let Pattern::Record { name: record, .. } = pattern {
                    name(record, names);
                }
                ty.iter_mut().for_each(|ty| of_type(ty, names));
                expr(value, names);
            }
            Stmt::Assign { target, value, .. } => {
                expr(target, names);
                expr(value, names);
            }
            Stmt::For { lo, hi, body: inside, .. } => {
                expr(lo, names);
                expr(hi, names);
                self::body(inside, names);
            }
            Stmt::Expr(value) => expr(value, names),
            Stmt::Break(_) => {}
        }
    }
    body.tail.iter_mut().for_each(|tail| expr(tail, names));
}

fn expr(e: &mut Expr, names: &Renames) {
    match &mut e.kind {
        ExprKind::Int { .. }
        | ExprKind::Float { .. }
        | ExprKind::Bool(_)
        | ExprKind::Str(_)
        | ExprKind::Name(_) => {}
        ExprKind::Unary(_, a) | ExprKind::Field(a, _) | ExprKind::Cast(a, _) => expr(a, names),
        ExprKind::Binary(_, _, a, b) => {
            expr(a, names);
            expr(b, names);
        }
        ExprKind::Index(array, subscripts) => {
            expr(array, names);
            for subscript in subscripts {
                match &mut subscript.kind {
                    SubscriptKind::Index(index) => expr(index, names),
                    SubscriptKind::Slice { start, stop, step } => {
                        [start, stop, step].into_iter().flatten().for_each(|e| expr(e, names));
                    }
                    SubscriptKind::NewAxis | SubscriptKind::Ellipsis => {}
                }
            }
        }
        ExprKind::Call { args, .. } => args.iter_mut().for_each(|a| expr(&mut a.value, names)),
        ExprKind::Method { receiver, args, .. } => {
            expr(receiver, names);
            args.iter_mut().for_each(|arg| expr(&mut arg.value, names));
        }
        ExprKind::Tuple(list) | ExprKind::List(list) => {
            list.iter_mut().for_each(|e| expr(e, names));
        }
        ExprKind::Type(ty) => of_type(ty, names),
        ExprKind::Record(record) => {
            name(&mut record.name, names);
            record.fields.iter_mut().for_each(|(_, value)| expr(value, names));
            record.base.iter_mut().for_each(|base| expr(base, names));
        }
        ExprKind::Closure { body, .. } => expr(body, names),
        ExprKind::Block(inside) => body(inside, names),
        ExprKind::Flow(flow) => {
            let (heads, bodies) = flow.parts_mut();
            heads.into_iter().for_each(|head| expr(head, names));
            bodies.into_iter().for_each(|inside| body(inside, names));
        }
    }
}
