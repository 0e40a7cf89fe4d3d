//! Turns expressions back into text, for messages. (The source text is not available inside rustc.)

use crate::parse::ast::{
    BinaryOp, Element, Expr, ExprKind, Flow, RecordExpr, Subscript, SubscriptKind, Type, UnaryOp,
};

/// `expr` as source text, shortened if it is long.
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

/// All binary operators, for the text of expressions.
const OPERATORS: [BinaryOp; 18] = {
    use BinaryOp::*;
    [Add, Sub, Mul, Div, Rem, Pow, MatMul, And, Or, Xor, Shl, Shr, Eq, Ne, Lt, Le, Gt, Ge]
};

const CAST: u8 = 8;
const UNARY: u8 = 9;
const POWER: u8 = 10;
/// The level of names, calls, subscripts, and anything in brackets.
const PRIMARY: u8 = 11;

/// How tightly an operator binds, as in the parser.
fn binding(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => 1,
        BinaryOp::Gt | BinaryOp::Ge => 1,
        BinaryOp::Or => 2,
        BinaryOp::Xor => 3,
        BinaryOp::And => 4,
        BinaryOp::Shl | BinaryOp::Shr => 5,
        BinaryOp::Add | BinaryOp::Sub => 6,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem | BinaryOp::MatMul => 7,
        BinaryOp::Pow => POWER,
    }
}

/// The least levels of the operands of an operator. A comparison cannot be an operand of another one, and `**` groups
/// from the right.
fn sides(op: BinaryOp) -> [u8; 2] {
    match binding(op) {
        1 => [2, 2],
        POWER => [PRIMARY, UNARY],
        level => [level, level + 1],
    }
}

fn precedence(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Binary(op, ..) => binding(*op),
        ExprKind::Cast(..) => CAST,
        ExprKind::Unary(..) => UNARY,
        ExprKind::Closure { .. } => 0,
        _ => PRIMARY,
    }
}

/// The level of a text that this module has made. Its operators stand between spaces.
fn precedence_of_text(text: &str) -> u8 {
    let mut least = match text.chars().next() {
        Some('-' | '+' | '!') => UNARY,
        Some('|') => 0,
        _ => PRIMARY,
    };
    let mut depth = 0usize;
    for word in text.split(' ') {
        if depth == 0 {
            if let Some(op) = OPERATORS.iter().find(|op| operator(**op) == word) {
                least = least.min(binding(*op));
            } else if word == "as" {
                least = least.min(CAST);
            }
        }
        for c in word.chars() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }
    least
}

/// The operands of a text that is a quotient of two: the part before the last `/`, and the part after it.
pub(crate) fn quotient(text: &str) -> Option<(&str, &str)> {
    if precedence_of_text(text) != binding(BinaryOp::Div) {
        return None;
    }
    let at = text.rfind(" / ")?;
    let (left, right) = (&text[..at], &text[at + 3..]);
    let balanced = |t: &str| t.matches(['(', '[']).count() == t.matches([')', ']']).count();
    (balanced(right) && precedence_of_text(right) > binding(BinaryOp::Div)).then_some((left, right))
}

/// `left op right`, for operands given as text, with the parentheses that they need.
pub(crate) fn binary(left: &str, op: BinaryOp, right: &str) -> String {
    let [of_left, of_right] = sides(op);
    let at = |text: &str, level: u8| match precedence_of_text(text) < level {
        true => format!("({text})"),
        false => text.to_string(),
    };
    format!("{} {} {}", at(left, of_left), operator(op), at(right, of_right))
}

/// `expr`, in parentheses if it binds less tightly than `level`.
pub(crate) fn at_level(expr: &Expr, level: u8) -> String {
    if precedence(expr) < level { format!("({})", render(expr)) } else { render(expr) }
}

/// `expr` as the receiver of a method or subscript.
pub(crate) fn receiver(expr: &Expr) -> String {
    at_level(expr, PRIMARY)
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
            format!("{sign}{}", at_level(a, UNARY))
        }
        ExprKind::Binary(op, _, a, b) => {
            let [left, right] = sides(*op);
            format!("{} {} {}", at_level(a, left), operator(*op), at_level(b, right))
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
        ExprKind::Cast(a, dtype) => format!("{} as {dtype}", at_level(a, CAST)),
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
        ExprKind::Record(record) => {
            let RecordExpr { name, fields, base } = &**record;
            let one = |(field, value): &(proc_macro2::Ident, Expr)| match &value.kind {
                ExprKind::Name(name) if name == field => field.to_string(),
                _ => format!("{field}: {}", render(value)),
            };
            let base = base.iter().map(|base| format!("..{}", render(base)));
            let parts: Vec<String> = fields.iter().map(one).chain(base).collect();
            format!("{name} {{ {} }}", parts.join(", "))
        }
        ExprKind::Block(_) => "{ ... }".into(),
        ExprKind::Flow(flow) => {
            let heads: Vec<String> = flow.heads().map(render).collect();
            match &**flow {
                Flow::If { otherwise: None, .. } => format!("if {} {{ ... }}", heads[0]),
                Flow::If { .. } => format!("if {} {{ ... }} else {{ ... }}", heads[0]),
                Flow::While { condition: Some(_), .. } => format!("while {} {{ ... }}", heads[0]),
                Flow::While { condition: None, .. } => "loop { ... }".into(),
            }
        }
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
        Element::Function(arguments) => {
            let names: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            format!("fn({})", names.join(", "))
        }
        Element::Record { name, args: None } => name.to_string(),
        Element::Record { name, args: Some(args) } => format!("{name}<{}>", list(args)),
    };
    match &ty.shape {
        None => element,
        Some(shape) => format!("[{element}; {}]", list(shape)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Errors;
    use crate::parse::parse_block;

    fn quoted(source: &str) -> String {
        let mut errors = Errors::default();
        let tokens = format!("fn f() {{ {source} }}").parse().expect("it lexes");
        let block = parse_block(tokens, &mut errors);
        assert!(errors.is_empty(), "{source}: {}", errors.render(source, "f.rs"));
        render(block.fns[0].body.tail.as_ref().expect("an expression"))
    }

    /// A quoted expression has the same tree as the written one: quoting it again changes nothing, and all necessary
    /// parentheses stay.
    #[test]
    fn parentheses_stay() {
        for source in [
            "x * (x > 1)",
            "(x + y) * z",
            "x - (y - z)",
            "x - y - z",
            "(a > b) == (c > d)",
            "-x ** 2",
            "(-x) ** 2",
            "x ** -y",
            "x ** y ** z",
            "(x ** y) ** z",
            "(x as f32) ** 2",
            "(x + y) as f32",
            "-x as f32",
            "-(x as f32)",
            "!(a & b)",
            "(a | b) & c",
            "a | b & c",
            "(x + y)[0]",
            "(x + y).T",
            "(-x).sum()",
            "x @ (y @ z)",
            "x / (y * z)",
            "(x << 1) + 1",
        ] {
            assert_eq!(quoted(source), source);
        }
        assert_eq!(quoted("((x) * (y))"), "x * y");
    }

    #[test]
    fn quotients_are_taken_apart() {
        assert_eq!(quotient("a / 2"), Some(("a", "2")));
        assert_eq!(quotient("a * b / (c + d)"), Some(("a * b", "(c + d)")));
        assert_eq!(quotient("a / 2 * b"), None);
        assert_eq!(quotient("a / 2 + b"), None);
        assert_eq!(quotient("f(a / 2)"), None);
    }

    #[test]
    fn texts_are_joined_as_trees_are() {
        use BinaryOp::*;
        for (left, op, right, joined) in [
            ("x", Mul, "x > 1", "x * (x > 1)"),
            ("x + y", Mul, "z", "(x + y) * z"),
            ("x * y", Add, "z", "x * y + z"),
            ("x", Sub, "y - z", "x - (y - z)"),
            ("a > b", Gt, "c", "(a > b) > c"),
            ("-x", Pow, "2", "(-x) ** 2"),
            ("x", Pow, "-y", "x ** -y"),
            ("x as f32", Pow, "y", "(x as f32) ** y"),
            ("sum(x + y)", Mul, "x[i + 1]", "sum(x + y) * x[i + 1]"),
        ] {
            assert_eq!(binary(left, op, right), joined);
        }
    }
}
