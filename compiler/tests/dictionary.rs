//! The dictionary of NumPy: `docs/numpy.md` and the pages of `array_fn::ops` are what the compiler's table says, the
//! Array API standard is covered, and every function is among the value tests.
//!
//! `BLESS=1 cargo test -p array-fn-compiler --test dictionary` writes the pages anew.

use array_fn_compiler::check::function_table;
use array_fn_compiler::dictionary::{array_api, pages, render};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Compares a file with the text that the table makes of it, or writes the text.
fn check(file: &Path, text: &str) {
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(file, text).expect("the file is writable");
    }
    let found = std::fs::read_to_string(file).unwrap_or_default();
    let differ = found.lines().zip(text.lines()).find(|(a, b)| a != b);
    assert!(
        found == text,
        "{} is not up to date, at {differ:?}: write it with BLESS=1",
        file.display()
    );
}

#[test]
fn page_is_what_the_table_says() {
    check(&root().join("docs/numpy.md"), &render());
}

#[test]
fn pages_of_functions_are_what_the_table_says() {
    for (name, text) in pages::files() {
        check(&root().join("src/ops").join(name), &text);
    }
}

#[test]
fn the_array_api_standard_is_covered() {
    let coverage = array_api::coverage(array_api::CORE);
    println!("Array API 2024.12: {} of {}", coverage.present, coverage.applicable);
    let missing: Vec<&str> = array_api::CORE
        .iter()
        .flat_map(|chapter| chapter.functions)
        .filter(|(name, standing)| {
            *standing == array_api::Standing::Function && !array_api::is_function(name)
        })
        .map(|(name, _)| *name)
        .collect();
    assert!(coverage.percent() >= 95.0, "{coverage:?} lacks {missing:?}");
}

/// A call of `name` as a function or a method.
fn is_called(source: &str, name: &str) -> bool {
    source.match_indices(&format!("{name}(")).any(|(at, _)| {
        let before = source[..at].chars().next_back();
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_')
    })
}

#[test]
fn every_function_is_among_the_value_tests() {
    let folder = root().join("conformance/tests/values/cases");
    let mut sources = String::new();
    for entry in std::fs::read_dir(&folder).expect("the folder of the cases") {
        sources += &std::fs::read_to_string(entry.unwrap().path()).unwrap();
    }
    let untested: Vec<&str> = function_table()
        .iter()
        .flat_map(|f| std::iter::once(f.name).chain(f.aliases.iter().copied()))
        .filter(|name| !is_called(&sources, name))
        .collect();
    assert!(untested.is_empty(), "no value test calls {untested:?}");
}
