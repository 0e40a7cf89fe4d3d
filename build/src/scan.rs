//! Finding blocks in source files.
//!
//! Files are lexed, not parsed. That is faster, and it finds blocks in the arguments of other macros, too.

use crate::generate::{Generate, Source};
use crate::modules::{self, SharedText};
use array_fn_compiler::foreign::Libraries;
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// The Rust files in the folders, sorted.
pub fn files(package: &Path, folders: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in folders {
        collect(&package.join(folder), &mut found);
    }
    found.sort();
    found.dedup();
    found
}

fn collect(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_file() {
        if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path.to_path_buf());
        }
        return;
    }
    // rustc cannot read anything either in a folder that cannot be read.
    let Ok(entries) = fs::read_dir(path) else { return };
    for entry in entries.flatten() {
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        // Links to folders may lead in circles.
        let linked_folder =
            entry.file_type().is_ok_and(|t| t.is_symlink()) && entry.path().is_dir();
        let passed_over = hidden || linked_folder || entry.file_name() == "target";
        if !passed_over && !is_package(&entry.path()) {
            collect(&entry.path(), found);
        }
    }
}

/// Whether the folder belongs to another package, which has its own build script.
pub fn is_package(folder: &Path) -> bool {
    folder.join("Cargo.toml").is_file()
}

/// A block of the package.
#[derive(Clone, Debug)]
pub struct Block {
    /// The module that it stands in, as [`modules::of_file`] names it.
    pub module: Vec<String>,
    pub line: usize,
    pub tokens: TokenStream,
}

/// The blocks of a file that other blocks can use. Files that do not lex are left to rustc.
pub fn shared(package: &Path, file: &Path) -> Vec<SharedText> {
    match fs::read_to_string(file) {
        Ok(text) if text.contains("shared") => {
            let blocks = blocks(&text, &module(package, file));
            blocks.into_iter().filter_map(SharedText::new).collect()
        }
        _ => Vec::new(),
    }
}

/// The CUDA sources of all blocks of a file, which may use those in `shared`.
pub fn file(package: &Path, file: &Path, shared: &[SharedText], generate: Generate) -> Vec<Source> {
    let Ok(text) = fs::read_to_string(file) else { return Vec::new() };
    let shown = file.strip_prefix(package).unwrap_or(file).display().to_string();
    blocks(&text, &module(package, file))
        .into_iter()
        .flat_map(|block| {
            let mut sources = generate(&block, shared);
            sources.iter_mut().for_each(|s| s.block = format!("{shown}:{}", block.line));
            sources
        })
        .collect()
}

/// What all blocks of a file need for their C functions.
pub fn foreign(package: &Path, file: &Path, shared: &[SharedText]) -> Libraries {
    let mut all = Libraries::default();
    let Ok(text) = fs::read_to_string(file) else { return all };
    if !text.contains("extern") {
        return all;
    }
    for block in blocks(&text, &module(package, file)) {
        // A panic of the compiler occurs in the macro, too, where rustc says which block it was.
        let found = std::panic::catch_unwind(|| {
            let handed = modules::handed(&block, shared)?;
            Some(array_fn_compiler::foreign::libraries(block.tokens.clone(), &handed))
        });
        if let Ok(Some(found)) = found {
            all.headers.extend(found.headers);
            all.libraries.extend(found.libraries);
        }
    }
    all
}

fn module(package: &Path, file: &Path) -> Vec<String> {
    modules::of_file(file.strip_prefix(package).unwrap_or(file))
}

/// The content of every `array_fn! { ... }` in a file whose module is `module`.
pub fn blocks(text: &str, module: &[String]) -> Vec<Block> {
    let mut found = Vec::new();
    if text.contains("array_fn") {
        let shebang = text.starts_with("#!") && !text.starts_with("#![");
        let text = if shebang { format!("//{text}") } else { text.to_string() };
        if let Ok(tokens) = TokenStream::from_str(&text) {
            walk(tokens, &mut module.to_vec(), &mut found);
        }
    }
    found
}

fn walk(tokens: TokenStream, module: &mut Vec<String>, found: &mut Vec<Block>) {
    // The part of `array_fn !` that stands before the current token, and the line where it began.
    let (mut name, mut bang) = (None, false);
    // Whether the word before was `mod`, and the name after a `mod`.
    let (mut after_mod, mut inner) = (false, None);
    for token in tokens {
        let opened = inner.take();
        match &token {
            TokenTree::Ident(ident) if ident == "array_fn" => {
                (name, bang) = (Some(ident.span().start().line), false);
                continue;
            }
            TokenTree::Ident(ident) => {
                inner = after_mod.then(|| ident.to_string());
                after_mod = ident == "mod";
            }
            TokenTree::Punct(p) if name.is_some() && !bang && p.as_char() == '!' => {
                bang = p.spacing() == Spacing::Alone;
                if bang {
                    continue;
                }
            }
            TokenTree::Group(group) => match name {
                Some(line) if bang && group.delimiter() != Delimiter::None => {
                    let (module, tokens) = (module.clone(), group.stream());
                    found.push(Block { module, line, tokens });
                }
                _ => {
                    let depth = module.len();
                    module.extend(opened);
                    walk(group.stream(), module, found);
                    module.truncate(depth);
                }
            },
            _ => {}
        }
        (name, bang) = (None, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<Block> {
        blocks(text, &["src".to_string()])
    }

    fn lines(text: &str) -> Vec<usize> {
        found(text).into_iter().map(|block| block.line).collect()
    }

    #[test]
    fn blocks_are_found_wherever_they_stand() {
        let text = r#"
use array_fn::array_fn;
array_fn! { pub fn f() -> f64 { 1 } }
mod inner {
    array_fn::array_fn! { /// it's documented
        pub fn g() -> f64 { 2 } }
}
proptest! { fn test(x in 0..1) { array_fn!(pub fn h() -> f64 { 3 }); } }
"#;
        assert_eq!(lines(text), [3, 5, 8]);
        assert!(found(text)[1].tokens.to_string().contains("fn g"));
        let modules: Vec<String> = found(text).iter().map(|b| b.module.join("::")).collect();
        assert_eq!(modules, ["src", "src::inner", "src"]);
    }

    #[test]
    fn what_only_looks_like_a_block_is_none() {
        assert!(lines("macro_rules! array_fn { () => {} }").is_empty());
        assert!(lines("let array_fn = 1; if array_fn != { 2 } {}").is_empty());
        assert!(lines("// array_fn! { }").is_empty());
        assert!(lines("let s = \"array_fn! { }\";").is_empty());
        assert!(lines("array_fn! { unbalanced").is_empty());
    }

    #[test]
    fn packages_within_are_passed_over() {
        let package = std::env::temp_dir().join(format!("array-fn-scan-{}", std::process::id()));
        let tests = package.join("tests");
        fs::create_dir_all(tests.join("fixture/src")).unwrap();
        fs::write(tests.join("own.rs"), "").unwrap();
        fs::write(tests.join("fixture/Cargo.toml"), "").unwrap();
        fs::write(tests.join("fixture/src/lib.rs"), "").unwrap();
        let found = |folder: &str| files(&package, &[PathBuf::from(folder)]);
        assert_eq!(found("tests"), [tests.join("own.rs")]);
        // Asked for by name.
        assert_eq!(found("tests/fixture"), [tests.join("fixture/src/lib.rs")]);
        fs::remove_dir_all(&package).unwrap();
    }

    #[test]
    fn a_shebang_is_no_obstacle() {
        assert_eq!(lines("#!/usr/bin/env run\narray_fn! { }"), [2]);
        assert_eq!(lines("#![allow(dead_code)]\narray_fn! { }"), [2]);
    }
}
