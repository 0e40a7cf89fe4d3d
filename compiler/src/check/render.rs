//! Expressions back to text, for messages (source text is not available inside rustc).

use crate::parse::ast::{
    BinaryOp, Element, Expr, ExprKind, Subscript, SubscriptKind, Type, UnaryOp,
};

/// `expr` as source text, shortened if long.
pub(crate) fn text(expr: &Expr) -> String {
    let full = render(expr);
    if full.chars().count() <= 60 {
        return full;
    }
    let head: String = full.chars().take(57).collect();
    format!("{head}...")
}

pub(crate) fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::Pow => "**",
        BinaryOp::MatMul => "@",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}

fn precedence(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Binary(op, ..) => match op {
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => 1,
            BinaryOp::Gt | BinaryOp::Ge => 1,
            BinaryOp::Or => 2,
            BinaryOp::Xor => 3,
            BinaryOp::And => 4,
            BinaryOp::Shl | BinaryOp::Shr => 5,
            BinaryOp::Add | BinaryOp::Sub => 6,
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::MatMul => 7,
            BinaryOp::Pow => 10,
        },
        ExprKind::Cast(..) => 8,
        ExprKind::Unary(..) => 9,
        ExprKind::Closure { .. } => 0,
        _ => 11,
    }
}

/// `expr`, in parentheses if it binds less tightly than `level`.
pub(crate) fn at_level(expr: &Expr, level: u8) -> String {
    if precedence(expr) < level { format!("({})", render(expr)) } else { render(expr) }
}

/// `expr` as the receiver of a method or subscript.
pub(crate) fn receiver(expr: &Expr) -> String {
    at_level(expr, 11)
}

/// The call of a function with the receiver of a method first.
pub(crate) fn call(name: &str, receiver: &Expr, args: &[crate::parse::ast::Arg]) -> String {
    let rest = arguments(args);
    let comma = if rest.is_empty() { "" } else { ", " };
    format!("{name}({}{comma}{rest})", render(receiver))
}

fn list(exprs: &[Expr]) -> String {
    exprs.iter().map(render).collect::<Vec<_>>().join(", ")
}

fn arguments(args: &[crate::parse::ast::Arg]) -> String {
    let one = |a: &crate::parse::ast::Arg| match &a.name {
        Some(name) => format!("{name}={}", render(&a.value)),
        None => render(&a.value),
    };
    args.iter().map(one).collect::<Vec<_>>().join(", ")
}

fn render(expr: &Expr) -> String {
    let suffix =
        |s: &Option<proc_macro2::Ident>| s.as_ref().map_or(String::new(), |s| s.to_string());
    match &expr.kind {
        ExprKind::Int { value, suffix: s } => format!("{value}{}", suffix(s)),
        ExprKind::Float { value, suffix: s } => format!("{value:?}{}", suffix(s)),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Str(s) => format!("{s:?}"),
        ExprKind::Name(name) => name.to_string(),
        ExprKind::Unary(op, a) => {
            let sign = match op {
                UnaryOp::Neg => "-",
                UnaryOp::Plus => "+",
                UnaryOp::Not => "!",
            };
            format!("{sign}{}", at_level(a, 9))
        }
        ExprKind::Binary(op, _, a, b) => {
            let level = precedence(expr);
            format!("{} {} {}", at_level(a, level), operator(*op), at_level(b, level + 1))
        }
        ExprKind::Index(base, subscripts) => {
            let parts: Vec<String> = subscripts.iter().map(subscript).collect();
            format!("{}[{}]", receiver(base), parts.join(", "))
        }
        ExprKind::Call { function, args } => format!("{function}({})", arguments(args)),
        ExprKind::Method { receiver: r, method, args } => {
            format!("{}.{method}({})", receiver(r), arguments(args))
        }
        ExprKind::Field(base, field) => format!("{}.{field}", receiver(base)),
        ExprKind::Cast(a, dtype) => format!("{} as {dtype}", at_level(a, 8)),
        ExprKind::Tuple(items) if items.len() == 1 => format!("({},)", list(items)),
        ExprKind::Tuple(items) => format!("({})", list(items)),
        ExprKind::List(items) => format!("[{}]", list(items)),
        ExprKind::Type(ty) => type_text(ty),
        ExprKind::Closure { params, body } => {
            let one = |(name, dim): &(proc_macro2::Ident, Option<Expr>)| match dim {
                Some(dim) => format!("{name}: {}", render(dim)),
                None => name.to_string(),
            };
            let params: Vec<String> = params.iter().map(one).collect();
            format!("|{}| {}", params.join(", "), render(body))
        }
        ExprKind::Block(_) => "{ ... }".into(),
    }
}

/// A subscript as source text.
pub(crate) fn subscript(subscript: &Subscript) -> String {
    match &subscript.kind {
        SubscriptKind::Index(e) => render(e),
        SubscriptKind::NewAxis => "newaxis".into(),
        SubscriptKind::Ellipsis => "...".into(),
        SubscriptKind::Slice { start, stop, step } => {
            let part = |e: &Option<Expr>| e.as_ref().map_or(String::new(), render);
            let step = step.as_ref().map_or(String::new(), |s| format!(";{}", render(s)));
            format!("{}..{}{step}", part(start), part(stop))
        }
    }
}

/// A type as source text.
pub(crate) fn type_text(ty: &Type) -> String {
    let element = match &ty.element {
        Element::Dtype(name) => name.to_string(),
        Element::Index(bound) => format!("index<{}>", render(bound)),
    };
    match &ty.shape {
        None => element,
        Some(shape) => format!("[{element}; {}]", list(shape)),
    }
}
