//! Attributes from outside of the source. A tuner tries attributes with them, without writing into anyone's files.
//!
//! ```text
//! #[threads(128)] #[block(E = 256)] fn residual;
//! #[materialize] let flux in residual;
//! ```

use super::ast::{Attribute, Block, Body, Expr, ExprKind, Stmt};
use super::tokens::{Parsed, Parser};
use crate::diagnostic::{Diagnostic, Errors};
use proc_macro2::{Ident, Span, TokenStream};

/// The environment variable that holds the settings.
pub const VARIABLE: &str = "ARRAY_FN_TUNING";

/// One item of the settings.
struct Setting {
    attributes: Vec<Attribute>,
    function: Ident,
    /// The `let` that is meant. Without one, the function itself is meant.
    name: Option<Ident>,
}

/// Gives functions and `let`s of a block the attributes that the settings name. They replace the same attributes of the
/// source. Names that the block does not have belong to other blocks.
pub fn apply(block: &mut Block, settings: &str, errors: &mut Errors) {
    let mut own = Errors::default();
    let parsed = match settings.parse::<TokenStream>() {
        Ok(tokens) => Parser::new(tokens, &mut own).settings(),
        Err(_) => {
            own.push(
                Diagnostic::new(Span::call_site(), "the settings are no tokens")
                    .help("write for example `#[threads(128)] fn f;`, with brackets in pairs"),
            );
            Vec::new()
        }
    };
    for diagnostic in own.sorted() {
        errors.push(diagnostic.within(format_args!("in {VARIABLE}: "), Span::call_site()));
    }
    for setting in &parsed {
        for function in block.fns.iter_mut().filter(|f| f.name == setting.function) {
            match &setting.name {
                None => replace(&mut function.tuning, &setting.attributes),
                Some(name) => tune(&mut function.body, name, &setting.attributes),
            }
        }
    }
}

/// Tunes the `let`s of a name, in a body and its loops.
fn tune(body: &mut Body, name: &Ident, new: &[Attribute]) {
    for stmt in &mut body.stmts {
        match stmt {
            Stmt::Let { attributes, pattern, .. } if pattern.names().any(|n| n == name) => {
                replace(attributes, new);
            }
            Stmt::For { body, .. } => tune(body, name, new),
            Stmt::Expr(Expr { kind: ExprKind::Flow(flow), .. }) => {
                flow.parts_mut().1.into_iter().for_each(|body| tune(body, name, new));
            }
            Stmt::Let { .. } | Stmt::Assign { .. } | Stmt::Expr(_) | Stmt::Break(_) => {}
        }
    }
}

fn replace(attributes: &mut Vec<Attribute>, new: &[Attribute]) {
    let kept = |a: &Attribute| new.iter().all(|n| n.tuning.name() != a.tuning.name());
    attributes.retain(kept);
    attributes.extend(new.iter().cloned());
}

impl Parser<'_> {
    fn settings(&mut self) -> Vec<Setting> {
        let mut settings = Vec::new();
        while !self.at_end() {
            match self.setting() {
                Ok(setting) => settings.push(setting),
                Err(_) => {
                    while !self.at_end() && self.eat_op(";").is_none() {
                        self.skip(1);
                    }
                }
            }
        }
        settings
    }

    fn setting(&mut self) -> Parsed<Setting> {
        // The attributes are those of a `let` if one follows, and those of a function otherwise.
        let mut ahead = 0;
        while self.operator_at(ahead).as_deref() == Some("#") {
            ahead += 2;
        }
        let is_let = self.peek_at(ahead).is_some_and(|token| token.to_string() == "let");
        let attributes = match is_let {
            true => self.statement_attributes()?,
            false => self.attributes()?.tuning,
        };
        let setting = match (is_let, self.peek_word("fn") || is_let) {
            (_, false) => return self.expected("`fn NAME;` or `let NAME in FUNCTION;`"),
            (false, true) => {
                self.skip(1);
                Setting { attributes, function: self.name("a function")?, name: None }
            }
            (true, true) => {
                self.skip(1);
                let name = Some(self.name("a value")?);
                if self.eat_word("in").is_none() {
                    return self.expected("`in` and the name of the function");
                }
                Setting { attributes, function: self.name("a function")?, name }
            }
        };
        match self.eat_op(";") {
            Some(_) => Ok(setting),
            None => self.expected("`;`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse::parse_block;

    fn applied(source: &str, settings: &str) -> Result<Vec<String>, String> {
        let mut errors = Errors::default();
        let mut block = parse_block(source.parse().unwrap(), &mut errors);
        apply(&mut block, settings, &mut errors);
        if let Some(first) = errors.sorted().first() {
            return Err(first.message());
        }
        fn of_body(body: &Body, out: &mut Vec<String>) {
            for stmt in &body.stmts {
                match stmt {
                    Stmt::Let { attributes, pattern, .. } => {
                        let name = pattern.names().next().unwrap();
                        out.extend(attributes.iter().map(|a| format!("{name} {:?}", a.tuning)));
                    }
                    Stmt::For { body, .. } => of_body(body, out),
                    _ => {}
                }
            }
        }
        let mut out = Vec::new();
        for f in &block.fns {
            out.extend(f.tuning.iter().map(|a| format!("{} {:?}", f.name, a.tuning)));
            of_body(&f.body, &mut out);
        }
        Ok(out)
    }

    const SOURCE: &str = "
        #[threads(32)] #[no_fuse] pub fn f<N>(x: [f64; N]) -> [f64; N] {
            let a = x;
            for k in 0..2 { #[materialize] let a = x + k; }
            a
        }
        pub fn g<N>(x: [f64; N]) -> [f64; N] { let a = x; a }";

    #[test]
    fn settings_replace_what_the_source_says() {
        let unchanged = ["f NoFuse", "f Threads(32)", "a Materialize"];
        let sorted = |list: Result<Vec<String>, String>| {
            let mut list = list.unwrap();
            list.sort();
            list
        };
        assert_eq!(sorted(applied(SOURCE, "")), ["a Materialize", "f NoFuse", "f Threads(32)"]);
        assert_eq!(sorted(applied(SOURCE, "#[threads(64)] fn h; fn f;")).len(), unchanged.len());
        assert_eq!(
            sorted(applied(
                SOURCE,
                "#[threads(64)] fn f; #[no_fuse] let a in f; #[threads(96)] fn g;"
            )),
            ["a Materialize", "a NoFuse", "a NoFuse", "f NoFuse", "f Threads(64)", "g Threads(96)"]
        );
    }

    #[test]
    fn wrong_settings_are_errors() {
        for (settings, message) in [
            ("#[threads(7)] fn f;", "a CUDA block cannot have 7 threads here"),
            ("#[threads(64)] f;", "expected `fn NAME;`"),
            ("#[materialize] let a;", "expected `in`"),
            ("#[block(N = 4)] let a in f;", "`block` stands on functions"),
            ("fn f", "expected `;`"),
            ("(", "no tokens"),
        ] {
            let error = applied(SOURCE, settings).unwrap_err();
            assert!(error.starts_with("in ARRAY_FN_TUNING: "), "{error}");
            assert!(error.contains(message), "{settings}: {error}");
        }
    }
}
