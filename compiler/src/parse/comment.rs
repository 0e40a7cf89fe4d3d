//! Finds floor divisions that became comments: `a // b` is a division in Python, but Rust's lexer drops `b` in silence.

use super::tokens::Parser;
use crate::diagnostic::Diagnostic;
use proc_macro2::{Group, LineColumn, Span, TokenStream, TokenTree};
use std::collections::HashSet;

/// The largest number of reports per body, because the whole body is searched for each.
const MAX_REPORTED: usize = 20;

/// A comment that reads like the right operand of a division.
struct Swallowed {
    /// The line and the column of the `//`, counted from the start of the text.
    line: usize,
    column: usize,
    operand: String,
}

impl Parser<'_> {
    /// Reports comments in a function's body that consist of one number or one name of the function, and stand right
    /// after an operand.
    pub(super) fn swallowed_divisions(&mut self, body: &Group, signature: TokenStream) {
        // Tokens hold no comments. The source text does, in rustc and in build scripts.
        let Some(text) = body.span().source_text() else { return };
        if !text.contains("//") {
            return;
        }
        let mut names = HashSet::new();
        collect_names(signature, &mut names, 0);
        collect_names(body.stream(), &mut names, 0);
        let start = body.span_open().start();
        for Swallowed { line, column, operand } in
            find(&text, &names).into_iter().take(MAX_REPORTED)
        {
            let place = LineColumn {
                line: start.line + line,
                column: if line == 0 { start.column + column } else { column },
            };
            let Some(span) = token_before(body.stream(), place, 0) else { continue };
            self.errors.push(
                Diagnostic::new(span, format!("`// {operand}` behind this is a comment, not a division"))
                    .help(format_args!(
                        "floor division is `floor_div(..., {operand})`; a comment of one word is `/* {operand} */`"
                    )),
            );
        }
    }
}

fn find(text: &str, names: &HashSet<String>) -> Vec<Swallowed> {
    let mut found = Vec::new();
    let mut in_block = false;
    for (line, content) in text.lines().enumerate() {
        let (mut in_text, mut column) = (false, 0);
        let characters: Vec<char> = content.chars().collect();
        while column + 1 < characters.len() {
            let pair = (characters[column], characters[column + 1]);
            match pair {
                ('*', '/') if in_block => in_block = false,
                _ if in_block => {}
                ('\\', _) if in_text => column += 1,
                ('"', _) => in_text = !in_text,
                _ if in_text => {}
                ('/', '*') => in_block = true,
                ('/', '/') => {
                    let before: String = characters[..column].iter().collect();
                    let after: String = characters[column + 2..].iter().collect();
                    let operand = after.trim().trim_end_matches([';', ',', ')', ']']).trim_end();
                    let follows = before
                        .trim_end()
                        .ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | ')' | ']'));
                    let number = operand.starts_with(|c: char| c.is_ascii_digit())
                        && operand.parse::<f64>().is_ok();
                    if follows && (number || names.contains(operand)) {
                        found.push(Swallowed { line, column, operand: operand.to_string() });
                    }
                    break;
                }
                _ => {}
            }
            column += 1;
        }
    }
    found
}

fn collect_names(tokens: TokenStream, names: &mut HashSet<String>, depth: usize) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => drop(names.insert(ident.to_string())),
            TokenTree::Group(group) if depth < 100 => {
                collect_names(group.stream(), names, depth + 1);
            }
            _ => {}
        }
    }
}

/// The last token on the line of `place` that ends before it.
fn token_before(tokens: TokenStream, place: LineColumn, depth: usize) -> Option<Span> {
    let mut last = None;
    for token in tokens {
        if let (TokenTree::Group(group), true) = (&token, depth < 100) {
            let inner = token_before(group.stream(), place, depth + 1);
            let ends = [inner, Some(group.span_close())];
            last = ends.into_iter().flatten().filter(|s| is_before(*s, place)).last().or(last);
        } else if is_before(token.span(), place) {
            last = Some(token.span());
        }
    }
    last
}

fn is_before(span: Span, place: LineColumn) -> bool {
    let end = span.end();
    end.line == place.line && end.column <= place.column
}
