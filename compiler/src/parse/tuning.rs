//! Attributes that tune: their names, their arguments, and the places where they stand.

use super::ast::{Attribute, Tuning};
use super::attribute::SWITCHES;
use super::tokens::{Parsed, Parser, span_of_group};
use crate::diagnostic::{Diagnostic, SpanRange};
use crate::suggest;
use proc_macro2::{Delimiter, Ident, TokenTree};

/// The attributes that can stand before a `let`.
pub(super) const OF_LET: [&str; 4] = ["materialize", "inline", "no_fuse", "vectorize"];
/// The attributes that tune and can stand before a function.
pub(super) const OF_FUNCTION: [&str; 4] = ["no_fuse", "vectorize", "block", "threads"];

/// CUDA's bounds: whole warps, and no more threads than a block may have.
const WARP: i64 = 32;
const MAX_THREADS: i64 = 1024;

impl Parser<'_> {
    /// The attributes before a statement, which has to be a `let`.
    pub(super) fn statement_attributes(&mut self) -> Parsed<Vec<Attribute>> {
        let (mut attributes, mut first) = (Vec::new(), None);
        while self.peek_op("#") {
            let Some(TokenTree::Group(group)) = self.peek_at(1).cloned() else {
                self.no_attributes("a statement")?;
                continue;
            };
            if group.delimiter() != Delimiter::Bracket
                || group.stream().to_string().starts_with("doc")
            {
                self.no_attributes("a statement")?;
                continue;
            }
            let span = self.here().to(span_of_group(&group));
            self.skip(2);
            first.get_or_insert(span);
            let mut inside = self.enter(&group);
            let name = inside.peek_ident().map(ToString::to_string).unwrap_or_default();
            inside.skip(1);
            if OF_LET.contains(&name.as_str()) {
                if let Ok(tuning) = inside.tuning(&name, span) {
                    self.add(&mut attributes, Attribute { tuning, span });
                }
            } else {
                self.errors.push(not_of_let(&name, span));
            }
        }
        self.splice_statement();
        if let Some(span) = first
            && !self.peek_word("let")
        {
            self.errors.push(
                Diagnostic::new(span, "attributes tune a `let`, and this statement is none")
                    .help("bind the value first: `#[materialize] let a = ...;`"),
            );
        }
        Ok(attributes)
    }

    /// Adds an attribute to others of the same `let` or function.
    pub(super) fn add(&mut self, attributes: &mut Vec<Attribute>, new: Attribute) {
        let name = new.tuning.name();
        if attributes.iter().any(|a| a.tuning.name() == name) {
            self.errors.push(
                Diagnostic::new(new.span, format!("`{name}` is given twice")).help("remove one"),
            );
            return;
        }
        let is_inline = |a: &Attribute| matches!(a.tuning, Tuning::Inline);
        if let Some(other) = attributes.iter().find(|a| is_inline(a) || is_inline(&new)) {
            self.errors.push(
                Diagnostic::new(
                    new.span,
                    format!("`{}` and `{name}` contradict each other", other.tuning.name()),
                )
                .fact("what is inlined is a part of its users: it has no memory, kernel or lanes of its own")
                .help("keep one of them"),
            );
            return;
        }
        attributes.push(new);
    }

    /// The arguments of an attribute that tunes, at the cursor. `span` is the whole attribute.
    pub(super) fn tuning(&mut self, name: &str, span: SpanRange) -> Parsed<Tuning> {
        let simple = match name {
            "materialize" => Some(Tuning::Materialize),
            "inline" => Some(Tuning::Inline),
            "no_fuse" => Some(Tuning::NoFuse),
            _ => None,
        };
        if let Some(tuning) = simple {
            return match self.at_end() {
                true => Ok(tuning),
                false => self.reject(
                    Diagnostic::new(span, format!("`{name}` takes no arguments"))
                        .help(format_args!("write `#[{name}]`")),
                ),
            };
        }
        let example = match name {
            "vectorize" => "`#[vectorize(N)]`: a dimension",
            "block" => "`#[block(N = 1024)]`: a dimension and a number of its steps",
            _ => "`#[threads(128)]`: a number of threads",
        };
        let group = self.eat_group(Delimiter::Parenthesis).filter(|g| !g.stream().is_empty());
        let (Some(group), true) = (group, self.at_end()) else {
            return self.reject(
                Diagnostic::new(span, format!("`{name}` needs arguments in parentheses"))
                    .help(format_args!("write {example}")),
            );
        };
        let mut inside = self.enter(&group);
        let tuning = match name {
            "vectorize" => inside.dimension(example).map(Tuning::Vectorize),
            "block" => inside.comma_separated(|p| p.steps(example)).map(Tuning::Block),
            _ => inside.threads(example).map(Tuning::Threads),
        };
        let tuning = tuning?;
        if !inside.at_end() {
            let claim = format!("`{name}` takes one argument, {}", inside.found());
            let span = inside.here();
            return inside
                .reject(Diagnostic::new(span, claim).help(format_args!("write {example}")));
        }
        match &tuning {
            Tuning::Block(steps) => self.named_once(steps).map(|()| tuning),
            _ => Ok(tuning),
        }
    }

    fn named_once(&mut self, steps: &[(Ident, i64)]) -> Parsed<()> {
        for (k, (dim, _)) in steps.iter().enumerate() {
            if steps[..k].iter().any(|(other, _)| other == dim) {
                let claim = format!("`block` names `{dim}` twice");
                return self.reject(Diagnostic::new(dim.span(), claim).help("remove one"));
            }
        }
        Ok(())
    }

    fn dimension(&mut self, example: &str) -> Parsed<Ident> {
        match self.peek_ident() {
            Some(_) => self.name("a dimension"),
            None => {
                let diagnostic = self.expected_diagnostic("the name of a dimension");
                self.reject(diagnostic.help(format_args!("write {example}")))
            }
        }
    }

    /// `E = 32`
    fn steps(&mut self, example: &str) -> Parsed<(Ident, i64)> {
        let dim = self.dimension(example)?;
        if self.eat_op("=").is_none() {
            let diagnostic = self.expected_diagnostic("`=` and a number");
            return self.reject(diagnostic.help(format_args!("write {example}")));
        }
        let (steps, span) = self.whole_number(example)?;
        if steps == 0 {
            return self.reject(
                Diagnostic::new(span, format!("a block of 0 steps along `{dim}` has no work"))
                    .help("give at least 1"),
            );
        }
        Ok((dim, steps))
    }

    fn threads(&mut self, example: &str) -> Parsed<u32> {
        let (threads, span) = self.whole_number(example)?;
        let possible = (WARP..=MAX_THREADS).contains(&threads) && threads % WARP == 0;
        match u32::try_from(threads) {
            Ok(threads) if possible => Ok(threads),
            _ => self.reject(
                Diagnostic::new(span, format!("a CUDA block cannot have {threads} threads here"))
                    .fact(format_args!(
                        "threads run in warps of {WARP}, at most {MAX_THREADS} in a block"
                    ))
                    .help(format_args!(
                        "write a multiple of {WARP}, such as {}",
                        (threads.saturating_add(WARP - 1) / WARP * WARP).clamp(WARP, MAX_THREADS)
                    )),
            ),
        }
    }

    /// A plain integer literal.
    fn whole_number(&mut self, example: &str) -> Parsed<(i64, SpanRange)> {
        let span = self.here();
        let text = match self.peek() {
            Some(TokenTree::Literal(literal)) => literal.to_string().replace('_', ""),
            _ => String::new(),
        };
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        match text.parse::<i64>() {
            Ok(number) if digits => {
                self.skip(1);
                Ok((number, span))
            }
            _ => {
                let diagnostic = self.expected_diagnostic("a number");
                self.reject(diagnostic.help(format_args!("write {example}")))
            }
        }
    }

    /// Reports attributes that tune in places where nothing can be tuned.
    pub(super) fn no_tuning(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            let claim = format!("`{}` stands on functions only", attribute.tuning.name());
            self.errors.push(Diagnostic::new(attribute.span, claim).help("remove it"));
        }
    }
}

fn not_of_let(name: &str, span: SpanRange) -> Diagnostic {
    if SWITCHES.contains(&name) || OF_FUNCTION.contains(&name) {
        return Diagnostic::new(span, format!("`{name}` stands on functions, not on a `let`"))
            .help("write it before `pub fn`");
    }
    let diagnostic = Diagnostic::new(span, "this attribute cannot stand on a `let`");
    match suggest::nearest(name, OF_LET) {
        Some(near) => diagnostic.help(format_args!("did you mean `{near}`?")),
        None => diagnostic.help(format_args!("possible are {}", OF_LET.join(", "))),
    }
}
