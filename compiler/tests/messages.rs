//! The messages of the cases in `ui-tests/tests/ui`, without rustc: each case's block goes through
//! the compiler library, and what it reports is compared with the `.stderr` beside the case. The
//! crate `ui-tests` compares the same files with what rustc prints.
//!
//! `BLESS=1 cargo test -p array-fn-compiler --test messages` writes the files anew.

#[path = "hostile/internals.rs"]
mod internals;

use array_fn_compiler::diagnostic::{CLAIM_IS_REMEDY, Diagnostic, Errors, Help};
use proc_macro2::{TokenStream, TokenTree};
use std::path::{Path, PathBuf};

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ui-tests/tests/ui");
    let mut cases: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of the cases")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "rs"))
        .collect();
    cases.sort();
    assert!(cases.len() >= 60, "{} cases in {}", cases.len(), folder.display());
    cases
}

/// The content of the file's `array_fn! { ... }`.
fn block(source: &str) -> TokenStream {
    let tokens: Vec<TokenTree> =
        source.parse::<TokenStream>().expect("the case lexes").into_iter().collect();
    for window in tokens.windows(3) {
        if let [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(group)] = window
            && name == "array_fn"
            && bang.as_char() == '!'
        {
            return group.stream();
        }
    }
    panic!("the case has no array_fn! block");
}

fn diagnose(case: &Path) -> (String, Vec<Diagnostic>) {
    let source = std::fs::read_to_string(case).expect("the case is readable");
    let mut errors = Errors::default();
    array_fn_compiler::check_tokens(block(&source), &mut errors);
    (source, errors.sorted())
}

fn name(case: &Path) -> String {
    case.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default()
}

#[test]
fn messages_are_as_recorded() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut differing = Vec::new();
    for case in cases() {
        let (source, errors) = diagnose(&case);
        let rendered: Vec<String> = errors
            .iter()
            .map(|d| d.render(&source, &format!("tests/ui/{}", name(&case))))
            .collect();
        let rendered = rendered.join("\n");
        let golden = case.with_extension("stderr");
        if bless {
            std::fs::write(&golden, &rendered).expect("the golden file is writable");
        } else if std::fs::read_to_string(&golden).unwrap_or_default() != rendered {
            differing.push(format!("--- {}\n{rendered}", golden.display()));
        }
    }
    assert!(differing.is_empty(), "{}\n{} differ", differing.join("\n"), differing.len());
}

/// Each case is an error, with a place inside the block for every message.
#[test]
fn every_case_has_an_error_with_a_place() {
    for case in cases() {
        let (source, errors) = diagnose(&case);
        assert!(!errors.is_empty(), "{} has no error", name(&case));
        let lines = source.lines().count();
        for error in errors {
            let (start, end) = (error.span.start.start(), error.span.end.end());
            assert!(start.line > 3 && end.line <= lines, "{}: {}", name(&case), error.message());
            assert!((start.line, start.column) < (end.line, end.column), "{}", name(&case));
        }
    }
}

/// Messages speak about the user's program in the user's words.
#[test]
fn messages_show_no_internals() {
    for case in cases() {
        for error in diagnose(&case).1 {
            let message = error.message();
            let claim = message.lines().next().unwrap_or_default();
            assert!(!claim.ends_with('.'), "{}: a claim is no sentence: {claim}", name(&case));
            assert!(claim.len() <= 110, "{}: a claim is short: {claim}", name(&case));
            let first = claim.chars().next().unwrap_or('A');
            assert!(!first.is_uppercase(), "{}: a claim starts small: {claim}", name(&case));
            assert!(!claim.contains("  "), "{}: {claim}", name(&case));
            let word = internals::internal_word(&message);
            assert!(word.is_none(), "{}: {word:?} in: {message}", name(&case));
            let helps = message.lines().filter(|l| l.starts_with("= help: ")).count();
            assert!(helps <= 1, "{}: one help: {message}", name(&case));
            let last = message.lines().last().unwrap_or_default();
            assert!(helps == 0 || last.starts_with("= help: "), "{}: help is last", name(&case));
        }
    }
}

/// Why a message may have no help. (That each has a help or a reason is a matter of types: a
/// `Diagnostic` without either cannot be reported.)
const REASONS: &[&str] = &[CLAIM_IS_REMEDY];

#[test]
fn messages_end_in_a_help() {
    let mut with_help = 0;
    for case in cases() {
        let mut all = true;
        for error in diagnose(&case).1 {
            match error.remedy() {
                Help::Remedy(line) => {
                    assert!(!line.is_empty() && !line.ends_with('.'), "{}: {line}", name(&case));
                }
                Help::None { reason } => {
                    assert!(REASONS.contains(reason), "{}: {reason}", name(&case));
                    all = false;
                }
            }
        }
        with_help += usize::from(all);
    }
    assert!(with_help >= 120, "{with_help} cases have a help line");
}
