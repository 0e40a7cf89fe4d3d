//! What holds for every input, also for those that nobody would write. Shared by the tests here and by the
//! fuzz targets (`fuzz/`); each of them takes the kinds of input that it uses, `words.rs` and `programs.rs`.

mod internals;

use array_fn_compiler::diagnostic::{Diagnostic, Errors};
use internals::internal_word;
use proc_macro2::TokenStream;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It consists of no tokens.
    Unreadable,
    Rejected,
    Accepted,
}

/// Compiles an input. Whatever it is: nothing panics, and each error has a message and a place.
pub fn check(source: &str) -> Outcome {
    let Ok(tokens) = source.parse::<TokenStream>() else { return Outcome::Unreadable };
    let mut errors = Errors::default();
    array_fn_compiler::check_tokens(tokens.clone(), &mut errors);
    errors.sorted().iter().for_each(|error| check_message(source, error));
    array_fn_compiler::expand(tokens);
    // The texts of all spans would be kept otherwise.
    proc_macro2::extra::invalidate_current_thread_spans();
    if errors.is_empty() { Outcome::Accepted } else { Outcome::Rejected }
}

fn check_message(source: &str, error: &Diagnostic) {
    let message = &error.message();
    let claim = message.lines().next().unwrap_or_default();
    assert!(!claim.trim().is_empty(), "an error without a message in\n{source}");
    let (start, end) = (error.span.start.start(), error.span.end.end());
    // An empty input has no places.
    if !source.trim().is_empty() {
        let inside = start.line >= 1 && end.line <= source.split('\n').count();
        assert!(inside, "`{message}` has no place ({start:?} to {end:?}) in\n{source}");
        let ordered = (start.line, start.column) < (end.line, end.column);
        assert!(
            ordered,
            "`{message}` has a place without extent ({start:?} to {end:?}) in\n{source}"
        );
    }
    let word = internal_word(message);
    assert!(word.is_none(), "{word:?} in a message:\n{message}\nfor\n{source}");
}
