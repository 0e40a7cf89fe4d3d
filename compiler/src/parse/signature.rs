//! The head of a function: dimensions, dtypes, parameters, results and pinned sizes.

use super::ast::{DtypeParam, Param, Pin, Type};
use super::tokens::{Parsed, Parser, span_of_group};
use crate::diagnostic::{Diagnostic, SpanRange};
use proc_macro2::{Delimiter, Ident, TokenTree};
use std::collections::HashSet;

/// The types of the results, and whether a tuple was written.
pub(super) struct Results {
    pub types: Vec<Type>,
    pub tuple: bool,
}

/// The names between `<` and `>` after the name of a function or a record.
#[derive(Default)]
pub(super) struct Generics {
    pub dims: Vec<Ident>,
    pub dtypes: Vec<DtypeParam>,
    /// All names, in the order in which they are written.
    pub order: Vec<Ident>,
}

impl Parser<'_> {
    /// `<E, N, T: f32 | f64>`, if there is a `<`.
    pub(super) fn generics(&mut self) -> Parsed<Generics> {
        let mut generics = Generics::default();
        if self.eat_char('<').is_none() {
            return Ok(generics);
        }
        while self.eat_char('>').is_none() {
            if self.peek_word("const") {
                let span = self.here();
                self.skip(1);
                return self.reject(
                    Diagnostic::new(span, "dimensions are declared without `const`")
                        .help("write their names only: `fn f<E, N>(...)`"),
                );
            }
            if self.peek_op("'") {
                let span = self.here();
                return self.reject(
                    Diagnostic::new(span, "lifetimes are not part of the array language")
                        .help("angle brackets declare dimensions and dtypes: `fn f<N, T: f32 | f64>(...)`"),
                );
            }
            let name = self.name("a dimension")?;
            generics.order.push(name.clone());
            match self.eat_op(":") {
                Some(_)
                    if ["usize", "isize", "int", "Dim", "Size"]
                        .iter()
                        .any(|t| self.peek_word(t)) =>
                {
                    let span = self.here();
                    return self.reject(
                        Diagnostic::new(span, format!("the dimension `{name}` has no type"))
                            .help(format_args!("write its name only: `fn f<{name}>(...)`")),
                    );
                }
                Some(_) => {
                    let choices = self.dtype_choices(&name)?;
                    generics.dtypes.push(DtypeParam { name, choices });
                }
                None => generics.dims.push(name),
            }
            if self.eat_op(",").is_none() && !self.closes_generics() {
                return self.expected("`,` or `>`");
            }
        }
        Ok(generics)
    }

    fn closes_generics(&self) -> bool {
        self.operator().is_some_and(|operator| operator.starts_with('>'))
    }

    fn dtype_choices(&mut self, name: &Ident) -> Parsed<Vec<Ident>> {
        let (mut choices, mut names) = (Vec::new(), HashSet::new());
        loop {
            match self.peek() {
                Some(TokenTree::Ident(_)) => {
                    let choice = self.name("a dtype")?;
                    if !names.insert(choice.to_string()) {
                        let claim = format!("`{name}` has the choice `{choice}` twice");
                        let diagnostic = Diagnostic::new(choice.span(), claim);
                        return self.reject(diagnostic.help("remove one"));
                    }
                    choices.push(choice);
                }
                Some(TokenTree::Literal(literal)) => {
                    let span = literal.span();
                    return self.reject(
                        Diagnostic::new(
                            span,
                            "sizes of a dimension do not stand between `<` and `>`",
                        )
                        .help(format_args!(
                            "declare `{name}` and pin it behind the result: `where {name}: 4 | 10`"
                        )),
                    );
                }
                _ => return self.expected("a dtype"),
            }
            if self.peek_op("+") {
                let span = self.here();
                return self.reject(
                    Diagnostic::new(span, "a dtype parameter lists dtypes, not traits")
                        .help("separate the dtypes by `|`: `T: f32 | f64`"),
                );
            }
            if self.eat_char('|').is_none() {
                return Ok(choices);
            }
        }
    }

    /// `(x: [f64; E, N], u: &mut [f64; E, N], dt: f64)`
    pub(super) fn params(&mut self) -> Parsed<Vec<Param>> {
        let Some(group) = self.eat_group(Delimiter::Parenthesis) else {
            return self.expected("`(`, the parameters");
        };
        self.enter(&group).comma_separated(Parser::param)
    }

    fn param(&mut self) -> Parsed<Param> {
        self.no_attributes("a parameter")?;
        let start = self.here();
        if self.peek_op("&") || self.peek_word("mut") {
            let help = "an array that is updated in place is written `u: &mut [f64; N]`";
            return self
                .reject(Diagnostic::new(start, "a parameter starts with its name").help(help));
        }
        if self.peek_word("self") {
            return self.reject(
                Diagnostic::new(start, "methods are not part of the array language")
                    .help("pass every array as a parameter of its own"),
            );
        }
        let name = self.name("a parameter")?;
        if self.eat_op(":").is_none() {
            return self.reject(
                Diagnostic::new(name.span(), format!("the parameter `{name}` has no type"))
                    .help(format_args!("write `{name}: f64` or `{name}: [f64; N]`")),
            );
        }
        let reference = self.here();
        let mutable = match self.peek_op("&") {
            true => {
                self.skip(1);
                if self.eat_word("mut").is_none() {
                    return self.reject(
                        Diagnostic::new(reference, "parameters are written without `&`")
                            .help("remove the `&`: arrays are always borrowed, callers pass `&x`"),
                    );
                }
                true
            }
            false => false,
        };
        if self.peek_word("fn") && !mutable {
            let ty = self.function_type()?;
            return Ok(Param { name, mutable, ty });
        }
        let ty = self.ty()?;
        Ok(Param { name, mutable, ty })
    }

    /// `-> [f64; N]`, `-> (f64, [f64; N])`, or nothing.
    pub(super) fn results(&mut self) -> Parsed<Results> {
        if self.eat_op("->").is_none() {
            return Ok(Results { types: Vec::new(), tuple: false });
        }
        self.splice();
        if let Some(group) = self.eat_group(Delimiter::Parenthesis) {
            // As in Rust, one type in parentheses is that type, not a tuple.
            let last = group.stream().into_iter().last();
            let comma = matches!(last, Some(TokenTree::Punct(p)) if p.as_char() == ',');
            let types = self.enter(&group).comma_separated(Parser::ty)?;
            let tuple = types.len() > 1 || comma && !types.is_empty();
            return Ok(Results { types, tuple });
        }
        Ok(Results { types: vec![self.ty()?], tuple: false })
    }

    /// `where N: 4 | 10 | _, (A, B): (1, 2) | (3, 4)`, if there is a `where`.
    pub(super) fn pins(&mut self) -> Parsed<Vec<Pin>> {
        let mut pins = Vec::new();
        if self.eat_word("where").is_none() {
            return Ok(pins);
        }
        while !self.at_end() && !self.peek_group(Delimiter::Brace) && !self.peek_op(";") {
            let (dims, tuple) = match self.eat_group(Delimiter::Parenthesis) {
                Some(group) => {
                    (self.enter(&group).comma_separated(|p| p.name("a dimension"))?, true)
                }
                None => (vec![self.name("a dimension")?], false),
            };
            if self.eat_op(":").is_none() {
                return self.expected("`:` and the sizes to compile for");
            }
            let mut pin = Pin { dims, values: Vec::new(), generic: false };
            self.eat_char('|');
            loop {
                if self.eat_word("_").is_some() {
                    pin.generic = true;
                } else {
                    let value = self.pin_value(&pin, tuple)?;
                    pin.values.push(value);
                }
                if self.eat_char('|').is_none() {
                    break;
                }
            }
            pins.push(pin);
            if self.eat_op(",").is_none() && !self.peek_group(Delimiter::Brace) {
                return self.expected("`,`, `|` or the body of the function");
            }
        }
        Ok(pins)
    }

    /// `10`, or `(10, 24)` if several dimensions are pinned together.
    fn pin_value(&mut self, pin: &Pin, tuple: bool) -> Parsed<(Vec<i64>, SpanRange)> {
        if !tuple {
            if self.peek_group(Delimiter::Parenthesis) {
                let span = self.here();
                return self.reject(
                    Diagnostic::new(
                        span,
                        format!("`{}` is one dimension: its sizes are single numbers", pin.dims[0]),
                    )
                    .help("several dimensions are pinned together as `(N, M): (4, 12) | (10, 24)`"),
                );
            }
            let span = self.here();
            return Ok((vec![self.size()?], span));
        }
        let Some(group) = self.eat_group(Delimiter::Parenthesis) else {
            return self.expected("a tuple of sizes");
        };
        let span = span_of_group(&group);
        let values = self.enter(&group).comma_separated(Parser::size)?;
        if values.len() != pin.dims.len() {
            let names: Vec<String> = pin.dims.iter().map(ToString::to_string).collect();
            let claim = format!(
                "{} sizes for the {} dimensions ({})",
                values.len(),
                pin.dims.len(),
                names.join(", ")
            );
            return self.reject(
                Diagnostic::new(span, claim).help("give a size for each: `where (N, M): (4, 12)`"),
            );
        }
        Ok((values, span))
    }

    /// A size as a plain integer literal.
    fn size(&mut self) -> Parsed<i64> {
        let span = self.here();
        let text = match self.peek() {
            Some(TokenTree::Literal(literal)) => literal.to_string().replace('_', ""),
            _ => return self.size_expected(span),
        };
        match text.parse::<i64>() {
            Ok(size) if size >= 0 && text.bytes().all(|b| b.is_ascii_digit()) => {
                self.skip(1);
                Ok(size)
            }
            _ => self.size_expected(span),
        }
    }

    fn size_expected(&mut self, span: SpanRange) -> Parsed<i64> {
        let found = self.found();
        self.reject(Diagnostic::new(span, format!("expected a size, {found}")).help(
            "dimensions are pinned to integers: `where N: 4 | 10 | _` (`_`: any other size, too)",
        ))
    }
}
