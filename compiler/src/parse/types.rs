//! Types: `f64`, `[f64; E, N]`, `index<N>`, `[index<E * N>; E, F]`.

use super::ast::{Element, Type};
use super::expr::ABOVE_COMPARISON;
use super::tokens::{Parsed, Parser, span_of_group};
use crate::dag::DType;
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::limits;
use crate::suggest;
use proc_macro2::{Delimiter, Group, Ident, TokenTree};

impl Parser<'_> {
    pub(super) fn ty(&mut self) -> Parsed<Type> {
        self.splice();
        if let Some(group) = self.eat_group(Delimiter::Bracket) {
            return self.array_type(&group);
        }
        if self.peek_op("&") || self.peek_op("&&") {
            let span = self.here();
            return self.reject(Diagnostic::new(span, "a reference cannot stand here").help(
                "only a parameter can be `&mut [T; ...]`; other arrays are written without `&`",
            ));
        }
        if self.peek_group(Delimiter::Parenthesis) {
            let span = self.here();
            return self.reject(
                Diagnostic::new(span, "a tuple cannot stand here")
                    .help("only the result of a function can be a tuple of arrays and scalars"),
            );
        }
        let start = self.here();
        if self.peek_word("fn") {
            let diagnostic = Diagnostic::new(start, "a function cannot stand here");
            return self.reject(diagnostic.help(
                "a parameter of a function without `pub` can be one: `flux: fn(left, right)`",
            ));
        }
        if let Some(record) = self.record_type()? {
            let span = SpanRange { start: start.start, end: self.previous().end };
            return Ok(Type { element: record, shape: None, span });
        }
        let element = self.element()?;
        Ok(Type {
            element,
            shape: None,
            span: SpanRange { start: start.start, end: self.previous().end },
        })
    }

    /// `[T; d0, d1]`. The brackets are already taken.
    #[inline(never)]
    pub(super) fn array_type(&mut self, group: &Group) -> Parsed<Type> {
        let span = span_of_group(group);
        let mut inside = self.enter(group);
        let element = inside.element()?;
        if inside.eat_op(";").is_none() {
            if inside.peek_op(",") {
                return inside.reject(
                    Diagnostic::new(inside.here(), "expected `;` between dtype and dimensions")
                        .help("an array type is written `[f64; E, N]`"),
                );
            }
            if inside.at_end() {
                return inside.reject(
                    Diagnostic::new(span, "this array type does not name its dimensions")
                        .help("write `[f64; N]`, `[f64; E, N]`, ... and declare dimensions: `fn f<E, N>(...)`"),
                );
            }
            return inside.expected("`;` and the dimensions");
        }
        if inside.at_end() {
            return inside.reject(
                Diagnostic::new(span, "this array type has no dimensions")
                    .help("a scalar is written without brackets: `f64`"),
            );
        }
        let shape = inside.comma_separated(|p| p.expr())?;
        if shape.len() > limits::AXES {
            let what = format!("this type has {} axes", shape.len());
            let help = "merge axes into one of their product: `[f64; E * N]`";
            return self.reject(limits::exceeded(span, what, limits::AXES).help(help));
        }
        Ok(Type { element, shape: Some(shape), span })
    }

    /// `fn(left, right)`, the type of a parameter.
    pub(super) fn function_type(&mut self) -> Parsed<Type> {
        let start = self.here();
        self.skip(1);
        let Some(group) = self.eat_group(Delimiter::Parenthesis) else {
            return self.expected("`(`, the names of the function's arguments");
        };
        let span = start.to(span_of_group(&group));
        let arguments = self.enter(&group).comma_separated(|p| {
            if p.eat_word("_").is_some() {
                return Ok(Ident::new("_", proc_macro2::Span::call_site()));
            }
            let name = match p.peek_ident() {
                Some(_) => Some(p.name("an argument")?),
                None => None,
            };
            match name {
                Some(name) if p.at_end() || p.peek_op(",") => Ok(name),
                _ => {
                    let claim = "arguments of `fn(...)` have names only";
                    let help =
                        "write `fn(left, right)`: types are those of the function that is passed";
                    p.reject(Diagnostic::new(p.here(), claim).help(help))
                }
            }
        })?;
        if self.peek_op("->") {
            let diagnostic = Diagnostic::new(self.here(), "a function's result has its own type");
            return self.reject(diagnostic.help("leave `-> ...` out"));
        }
        Ok(Type { element: Element::Function(arguments), shape: None, span })
    }

    /// `State` or `State<E, N>`, if a record of the block comes next.
    fn record_type(&mut self) -> Parsed<Option<Element>> {
        let known = |name: &&Ident| self.records.contains(&name.to_string());
        let Some(name) = self.peek_ident().filter(known).cloned() else { return Ok(None) };
        self.skip(1);
        if !self.peek_op("<") {
            return Ok(Some(Element::Record { name, args: None }));
        }
        self.eat_char('<');
        let mut args = Vec::new();
        while self.eat_char('>').is_none() {
            args.push(self.expr_above(ABOVE_COMPARISON)?);
            let closes = self.operator().is_some_and(|operator| operator.starts_with('>'));
            if self.eat_op(",").is_none() && !closes {
                return self.expected("`,` or `>`");
            }
        }
        Ok(Some(Element::Record { name, args: Some(args) }))
    }

    /// Skips `<...>`, so that the commas in it separate nothing.
    fn skip_angles(&mut self) {
        let mut depth = 0usize;
        while let Some(token) = self.peek() {
            match token {
                TokenTree::Punct(p) if p.as_char() == '<' => depth += 1,
                TokenTree::Punct(p) if p.as_char() == '>' => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.skip(1);
            if depth == 0 {
                return;
            }
        }
    }

    fn element(&mut self) -> Parsed<Element> {
        self.splice();
        if self.peek_group(Delimiter::Bracket) {
            let span = self.here();
            return self.reject(
                Diagnostic::new(span, "arrays of arrays do not exist here")
                    .help("list all dimensions in one pair of brackets: `[f64; E, N]`"),
            );
        }
        if let Some(name) = self.peek_ident().filter(|n| self.records.contains(&n.to_string())) {
            let claim = format!("`{name}` is a record, and arrays of records do not exist here");
            let diagnostic = Diagnostic::new(name.span(), claim);
            return self
                .reject(diagnostic.help("give each field of the record one more dimension"));
        }
        let name = match self.peek_ident() {
            Some(_) => self.name("a dtype")?,
            None => return self.expected("a dtype such as f64"),
        };
        if self.peek_op("::") {
            let span = self.here();
            return self.reject(
                Diagnostic::new(span, "paths are not part of the array language")
                    .help(format_args!("dtypes are plain names: {}", DType::names())),
            );
        }
        if let Some(TokenTree::Group(group)) = self.peek()
            && group.delimiter() == Delimiter::Bracket
        {
            let sizes = group.stream().to_string().replace(" ,", ",");
            self.skip(1);
            return self.reject(
                Diagnostic::new(name.span(), "the dtype of an array stands inside of the brackets")
                    .help(format_args!("write `[{name}; {sizes}]`")),
            );
        }
        if !self.peek_op("<") {
            return Ok(Element::Dtype(name));
        }
        if name != "index" {
            let help = match name.to_string().as_str() {
                "Array" | "ArrayView" | "ArrayViewMut" | "ArrayBase" | "Vec" | "NDArray"
                | "Tensor" => {
                    "an array is written `[f64; N]`, or `[f64; M, N]`, with its dimensions"
                }
                "Array1" | "ArrayView1" => "an array of one axis is written `[f64; N]`",
                "Array2" | "ArrayView2" | "Matrix" => {
                    "an array of two axes is written `[f64; M, N]`"
                }
                "Array3" | "ArrayView3" => "an array of three axes is written `[f64; L, M, N]`",
                "Complex" => "a number of two `f32` is `c32`, one of two `f64` is `c64`",
                "Option" | "Result" => {
                    "every argument and every result is there: write its type alone"
                }
                _ => "the only dtype with angle brackets is `index<N>`: indices into dimension N",
            };
            let near = suggest::nearest(&name.to_string(), self.records.iter().map(String::as_str));
            let help = near.map_or(help.to_string(), |near| format!("did you mean `{near}`?"));
            self.skip_angles();
            return self.reject(
                Diagnostic::new(name.span(), format!("`{name}<...>` is not a dtype")).help(help),
            );
        }
        self.eat_char('<');
        let dimension = self.expr_above(ABOVE_COMPARISON)?;
        if self.eat_char('>').is_none() {
            return self.expected("`>` after the dimension of `index<...>`");
        }
        Ok(Element::Index(Box::new(dimension)))
    }
}
