//! Places of a source where a small change makes another program of the same types.

use proc_macro2::Span;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A fault that may be planted.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Bytes of the source that are replaced.
    pub range: Range<usize>,
    pub line: usize,
    pub change: Change,
    /// The change for readers.
    pub text: String,
}

#[derive(Clone, Debug)]
pub enum Change {
    /// Another expression.
    Expression(String),
    /// The statement does not run.
    Removed,
    /// A match arm does not apply; its guard, if any, lies in the range, otherwise the range is empty.
    Arm,
    /// A function returns this at once; the range is empty, at the start of its body.
    Returns(String),
}

/// All faults of a file, in its order.
pub fn faults(source: &str) -> Vec<Fault> {
    let file = syn::parse_file(source).expect("the source is Rust");
    let mut finder = Finder { source, faults: Vec::new() };
    finder.visit_file(&file);
    finder.faults.sort_by_key(|f| (f.range.start, f.range.end));
    finder.faults
}

struct Finder<'a> {
    source: &'a str,
    faults: Vec<Fault>,
}

impl Finder<'_> {
    fn text(&self, node: &impl Spanned) -> &str {
        &self.source[node.span().byte_range()]
    }

    fn add(&mut self, span: Span, range: Range<usize>, change: Change, text: String) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.faults.push(Fault { range, line: span.start().line, change, text });
    }

    /// `node` becomes `new`.
    fn replace(&mut self, node: &impl Spanned, new: String) {
        let (span, old) = (node.span(), self.text(node).to_string());
        let text = format!("`{old}` becomes `{new}`");
        self.add(span, span.byte_range(), Change::Expression(new), text);
    }

    fn body(&mut self, output: &syn::ReturnType, name: &syn::Ident, block: &syn::Block) {
        let at = block.brace_token.span.open().byte_range().end;
        for value in defaults(output) {
            let text =
                format!("`{name}` returns {}", if value.is_empty() { "at once" } else { value });
            self.add(name.span(), at..at, Change::Returns(value.to_string()), text);
        }
    }
}

/// Values that a function of this type may return at once.
fn defaults(output: &syn::ReturnType) -> &'static [&'static str] {
    let syn::ReturnType::Type(_, ty) = output else { return &[""] };
    match &**ty {
        syn::Type::Path(path) => {
            let Some(last) = path.path.segments.last() else { return &[] };
            match last.ident.to_string().as_str() {
                "bool" => &["true", "false"],
                "usize" | "i64" | "u64" | "u32" | "i32" | "u16" | "u8" => &["0", "1"],
                "String" => &["String::new()"],
                "Option" => &["None"],
                "Vec" => &["Vec::new()"],
                "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet" => &["Default::default()"],
                "Result" => match &last.arguments {
                    syn::PathArguments::AngleBracketed(arguments) => match arguments.args.first() {
                        Some(syn::GenericArgument::Type(syn::Type::Tuple(t)))
                            if t.elems.is_empty() =>
                        {
                            &["Ok(())"]
                        }
                        _ => &[],
                    },
                    _ => &[],
                },
                _ => &[],
            }
        }
        syn::Type::Tuple(tuple) if tuple.elems.is_empty() => &[""],
        _ => &[],
    }
}

fn contains_let(expr: &syn::Expr) -> bool {
    struct Lets(bool);
    impl<'a> Visit<'a> for Lets {
        fn visit_expr_let(&mut self, _: &'a syn::ExprLet) {
            self.0 = true;
        }
        fn visit_expr_closure(&mut self, _: &'a syn::ExprClosure) {}
    }
    let mut lets = Lets(false);
    lets.visit_expr(expr);
    lets.0
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("test")
            || a.path().is_ident("cfg")
                && matches!(&a.meta, syn::Meta::List(l) if l.tokens.to_string() == "test")
    })
}

impl<'a> Visit<'a> for Finder<'_> {
    // Neither tests nor what the compiler evaluates.
    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_const(&mut self, _: &'a syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'a syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'a syn::ImplItemConst) {}
    fn visit_item_enum(&mut self, _: &'a syn::ItemEnum) {}
    fn visit_item_macro(&mut self, _: &'a syn::ItemMacro) {}
    fn visit_type(&mut self, _: &'a syn::Type) {}
    fn visit_pat(&mut self, pat: &'a syn::Pat) {
        if let syn::Pat::Guard(pat) = pat {
            self.visit_expr(&pat.guard);
        }
    }
    fn visit_expr_const(&mut self, _: &'a syn::ExprConst) {}
    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}

    fn visit_item_fn(&mut self, item: &'a syn::ItemFn) {
        if item.sig.constness.is_none() && !is_test(&item.attrs) {
            self.body(&item.sig.output, &item.sig.ident, &item.block);
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'a syn::ImplItemFn) {
        if item.sig.constness.is_none() && item.sig.ident != "fmt" {
            self.body(&item.sig.output, &item.sig.ident, &item.block);
            visit::visit_block(self, &item.block);
        }
    }

    fn visit_expr_repeat(&mut self, expr: &'a syn::ExprRepeat) {
        self.visit_expr(&expr.expr);
    }

    fn visit_expr_binary(&mut self, expr: &'a syn::ExprBinary) {
        use syn::BinOp::*;
        let lets = contains_let(&expr.left) || contains_let(&expr.right);
        let other = match expr.op {
            Eq(_) => "!=",
            Ne(_) => "==",
            Lt(_) => "<=",
            Le(_) => "<",
            Gt(_) => ">=",
            Ge(_) => ">",
            And(_) if !lets => "||",
            Or(_) => "&&",
            Add(_) => "-",
            Sub(_) => "+",
            Mul(_) => "+",
            Div(_) => "*",
            Rem(_) => "/",
            AddAssign(_) => "-=",
            SubAssign(_) => "+=",
            MulAssign(_) => "+=",
            BitAnd(_) => "|",
            BitOr(_) => "&",
            _ => "",
        };
        if !other.is_empty() {
            let (left, right) = (self.text(&expr.left), self.text(&expr.right));
            let new = match other {
                "-=" | "+=" => format!("{left} {other} {right}"),
                _ => format!("({left}) {other} ({right})"),
            };
            self.replace(expr, new);
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'a syn::ExprUnary) {
        if matches!(expr.op, syn::UnOp::Not(_)) {
            let new = self.text(&expr.expr).to_string();
            self.replace(expr, new);
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_if(&mut self, expr: &'a syn::ExprIf) {
        if matches!(
            *expr.cond,
            syn::Expr::MethodCall(_)
                | syn::Expr::Path(_)
                | syn::Expr::Call(_)
                | syn::Expr::Field(_)
        ) {
            let new = format!("!({})", self.text(&expr.cond));
            self.replace(&expr.cond, new);
        }
        visit::visit_expr_if(self, expr);
    }

    fn visit_expr_lit(&mut self, expr: &'a syn::ExprLit) {
        match &expr.lit {
            syn::Lit::Bool(b) => self.replace(expr, (!b.value).to_string()),
            syn::Lit::Int(n) => {
                if let Ok(value) = n.base10_parse::<u64>() {
                    self.replace(expr, format!("{}{}", value + 1, n.suffix()));
                }
            }
            _ => {}
        }
    }

    fn visit_expr_method_call(&mut self, expr: &'a syn::ExprMethodCall) {
        let other = match expr.method.to_string().as_str() {
            "min" => "max",
            "max" => "min",
            "any" => "all",
            "all" => "any",
            "is_some" => "is_none",
            "is_none" => "is_some",
            "is_ok" => "is_err",
            "is_err" => "is_ok",
            "is_some_and" => "is_none_or",
            "is_none_or" => "is_some_and",
            "first" => "last",
            "last" => "first",
            _ => "",
        };
        if !other.is_empty() {
            let (all, name) = (expr.span().byte_range(), expr.method.span().byte_range());
            let new = format!(
                "{}{other}{}",
                &self.source[all.start..name.start],
                &self.source[name.end..all.end]
            );
            self.replace(expr, new);
        }
        visit::visit_expr_method_call(self, expr);
    }

    fn visit_stmt(&mut self, stmt: &'a syn::Stmt) {
        if let syn::Stmt::Expr(expr, Some(_)) = stmt {
            let removable = matches!(
                expr,
                syn::Expr::MethodCall(_)
                    | syn::Expr::Call(_)
                    | syn::Expr::Assign(_)
                    | syn::Expr::Binary(_)
                    | syn::Expr::Continue(_)
            );
            if removable {
                let text = format!("`{}` does not run", self.text(stmt));
                self.add(stmt.span(), stmt.span().byte_range(), Change::Removed, text);
            }
        }
        visit::visit_stmt(self, stmt);
    }

    fn visit_expr_match(&mut self, expr: &'a syn::ExprMatch) {
        let falls_through = expr.arms.last().is_some_and(|a| matches!(a.pat, syn::Pat::Wild(_)));
        for arm in &expr.arms[..expr.arms.len().saturating_sub(1)] {
            if !falls_through {
                break;
            }
            let pattern = self.text(&arm.pat).to_string();
            let end = arm.pat.span().byte_range().end;
            let range = match &arm.pat {
                syn::Pat::Guard(pat) if contains_let(&pat.guard) => continue,
                syn::Pat::Guard(pat) => pat.if_token.span.byte_range().start..end,
                _ => end..end,
            };
            self.add(arm.span(), range, Change::Arm, format!("the arm `{pattern}` does not apply"));
        }
        visit::visit_expr_match(self, expr);
    }
}
