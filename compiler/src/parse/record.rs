//! Parses records: their declarations, and `State { rho, momentum }` as a value and as the pattern of a `let`.

use super::ast::{Expr, ExprKind, Field, Pattern, Record, RecordExpr};
use super::attribute::Attributes;
use super::signature::Generics;
use super::tokens::{Parsed, Parser, Rejected, Tree, span_of_group};
use crate::diagnostic::{Diagnostic, SpanRange};
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};

impl Parser<'_> {
    /// `struct State<E, N> { rho: [f64; E, N], momentum: [f64; 3, E, N] }`. The first word is already taken.
    pub(super) fn record(
        &mut self,
        attributes: Attributes,
        vis: TokenStream,
        start: SpanRange,
    ) -> Parsed<Record> {
        if let Some(span) = attributes.of_functions() {
            let claim = "this attribute stands on functions only";
            self.errors.push(Diagnostic::new(span, claim).help("remove it"));
        }
        let name = self.name("a record")?;
        let Generics { dims, dtypes, order: generics } = self.generics()?;
        let span = SpanRange { start: start.start, end: self.previous().end };
        if self.peek_word("where") {
            let diagnostic = Diagnostic::new(self.here(), "a record has no `where`");
            return self
                .reject(diagnostic.help("sizes are pinned by the functions that take the record"));
        }
        let Some(group) = self.eat_group(Delimiter::Brace) else {
            let example = format!("write `struct {name}<N> {{ x: [f64; N] }}`");
            if self.peek_group(Delimiter::Parenthesis) || self.peek_op(";") {
                let diagnostic = Diagnostic::new(self.here(), "the fields of a record have names");
                return self.reject(diagnostic.help(example));
            }
            return self.expected("`{ ... }`, the fields of the record");
        };
        let fields = self.enter(&group).comma_separated(Parser::field)?;
        if fields.is_empty() {
            let claim = format!("the record `{name}` has no fields");
            let help = format!("write `struct {name}<N> {{ x: [f64; N] }}`, or remove it");
            return self.reject(Diagnostic::new(name.span(), claim).help(help));
        }
        let mut attrs = attributes.tokens;
        attrs.extend(attributes.derives);
        let (home, elsewhere) = (0, None);
        Ok(Record { attrs, vis, name, dims, dtypes, generics, fields, span, home, elsewhere })
    }

    /// `rho: [f64; E, N]`
    fn field(&mut self) -> Parsed<Field> {
        let attributes = self.attributes()?;
        if let Some(span) = attributes.of_functions().or(attributes.derive) {
            let claim = "this attribute cannot stand on a field";
            self.errors.push(Diagnostic::new(span, claim).help("remove it"));
        }
        if self.peek_word("pub") {
            let diagnostic = Diagnostic::new(self.here(), "a field has no `pub` of its own");
            return self.reject(
                diagnostic
                    .help("remove it: the fields of a record are visible where the record is"),
            );
        }
        let name = self.name("a field")?;
        if self.eat_op(":").is_none() {
            return self.reject(
                Diagnostic::new(name.span(), format!("the field `{name}` has no type"))
                    .help(format_args!("write `{name}: f64` or `{name}: [f64; N]`")),
            );
        }
        if self.peek_op("&") {
            let diagnostic = Diagnostic::new(self.here(), "a field cannot be a reference");
            return self.reject(diagnostic.help(
                "remove it: a record is updated in place where a parameter is `&mut` of it",
            ));
        }
        let ty = self.ty()?;
        self.rank_is_small(&ty, format_args!("the field `{name}`"))?;
        Ok(Field { attrs: attributes.tokens, name, ty })
    }

    /// Whether the braces after `name` hold the fields of a record.
    pub(super) fn opens_record(&self, name: &Ident) -> bool {
        let Some(TokenTree::Group(group)) = self.peek() else { return false };
        if self.brace_is_body || group.delimiter() != Delimiter::Brace {
            return false;
        }
        let text = name.to_string();
        self.records.contains(&text) || text.starts_with(char::is_uppercase) && holds_fields(group)
    }

    /// `{ rho, momentum: m, ..old }` after the name of a record.
    #[inline(never)]
    pub(super) fn record_value(&mut self, name: Ident) -> Parsed<Tree> {
        let Some(group) = self.eat_group(Delimiter::Brace) else { return Err(Rejected) };
        let span = SpanRange::from(name.span()).to(span_of_group(&group));
        let mut tallest = 0;
        let mut base = None;
        let fields = self.enter(&group).comma_separated(|p| {
            if base.is_some() {
                let diagnostic = Diagnostic::new(p.here(), "nothing follows `..` in a record");
                return p.reject(diagnostic.help("put the fields before it"));
            }
            if let Some(dots) = p.eat_op("..") {
                if p.at_end() {
                    let claim = "`..` needs the record that has the other fields";
                    let help = format!("write `{name} {{ ..., ..old }}`, or name all fields");
                    return p.reject(Diagnostic::new(dots, claim).help(help));
                }
                let tree = p.expr_tree()?;
                tallest = tallest.max(tree.height);
                base = Some(tree.expr);
                return Ok(None);
            }
            let field = p.name("a field")?;
            if let Some(span) = p.eat_op("=") {
                let claim = "fields get their values by `:`";
                let help = format!("write `{field}: ...`");
                return p.reject(Diagnostic::new(span, claim).help(help));
            }
            if p.eat_op(":").is_none() {
                let span = field.span().into();
                return Ok(Some((field.clone(), Expr { kind: ExprKind::Name(field), span })));
            }
            let tree = p.expr_tree()?;
            tallest = tallest.max(tree.height);
            Ok(Some((field, tree.expr)))
        })?;
        let fields = fields.into_iter().flatten().collect();
        let record = RecordExpr { name, fields, base };
        self.grown(ExprKind::Record(Box::new(record)), span, tallest)
    }

    /// `State { rho, momentum: m, .. }` of a `let`, if that comes next.
    pub(super) fn record_pattern(&mut self) -> Parsed<Option<Pattern>> {
        let brace = matches!(
            self.peek_at(1),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace
        );
        let Some(name) = self.peek_ident().filter(|_| brace).cloned() else { return Ok(None) };
        self.skip(1);
        let Some(group) = self.eat_group(Delimiter::Brace) else { return Ok(None) };
        let span = SpanRange::from(name.span()).to(span_of_group(&group));
        let mut rest = false;
        let fields = self.enter(&group).comma_separated(|p| {
            if p.eat_op("..").is_some() {
                rest = true;
                return Ok(None);
            }
            p.eat_word("mut");
            let field = p.name("a field")?;
            let name = match p.eat_op(":") {
                Some(_) => p.pattern()?,
                None => field.clone(),
            };
            Ok(Some((field, name)))
        })?;
        let fields = fields.into_iter().flatten().collect();
        Ok(Some(Pattern::Record { name, fields, rest, span }))
    }
}

/// Whether braces look like `{ a, b: ... }`, rather than like a block.
fn holds_fields(group: &Group) -> bool {
    let mut tokens = group.stream().into_iter();
    let (first, second) = (tokens.next(), tokens.next());
    let is = |token: &Option<TokenTree>, c: char| match token {
        Some(TokenTree::Punct(punct)) => punct.as_char() == c,
        _ => false,
    };
    match &first {
        Some(TokenTree::Ident(_)) => is(&second, ':') || is(&second, ','),
        Some(TokenTree::Punct(_)) => is(&first, '.') && is(&second, '.'),
        _ => false,
    }
}
