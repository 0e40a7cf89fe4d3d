//! Compares the declaration of a C function with its header, as libclang understands it.

use array_fn_compiler::foreign::Library;
use bindgen::Builder;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::Command;
use std::str::FromStr;

/// What a comparison finds.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    Equal,
    /// The declaration that the header has, with dtypes, or with words of C where there is no dtype.
    Other(String),
    /// The header does not declare the function, or does not compile. The C compiler says more.
    Nothing,
    /// libclang is missing, or does not work.
    NoLibclang(String),
}

/// Compares a declaration with its header. What is generated goes to files in `folder`.
pub fn compare(library: &Library, folder: &Path) -> Found {
    // bindgen panics where libclang is missing.
    let generated = catch_unwind(AssertUnwindSafe(|| generate(library, folder)));
    let text = match generated {
        Ok(Some(text)) => text,
        Ok(None) => return Found::Nothing,
        Err(panic) => {
            let reason = panic.downcast_ref::<String>().map(String::as_str);
            let reason = reason.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it panics");
            return Found::NoLibclang(reason.to_string());
        }
    };
    let Some(there) =
        TokenStream::from_str(&text).ok().and_then(|all| find(all, &library.function))
    else {
        return Found::Nothing;
    };
    match there == library.types {
        true => Found::Equal,
        false => Found::Other(self::text(&library.function, &there)),
    }
}

fn generate(library: &Library, folder: &Path) -> Option<String> {
    let mut builder = Builder::default()
        .header_contents("declaration.h", &library.header.include())
        .allowlist_function(&library.function)
        // Those that have no symbol are declared, too; the file that would give them one is not compiled.
        .wrap_static_fns(true)
        .wrap_static_fns_path(folder.join(format!("{}_wrapped", library.name)))
        .layout_tests(false)
        .generate_comments(false);
    if let Some(include) = builtin_headers() {
        builder = builder.clang_args(["-isystem", &include]);
    }
    Some(builder.generate().ok()?.to_string())
}

/// The folder of the C compiler's own headers, which a libclang from elsewhere lacks.
fn builtin_headers() -> Option<String> {
    let output = Command::new("cc").arg("-print-file-name=include").output().ok()?;
    let folder = String::from_utf8(output.stdout).ok()?.trim().to_string();
    Path::new(&folder).join("stddef.h").is_file().then_some(folder)
}

/// A declaration with these types, the last of which is that of the result.
pub fn text(name: &str, types: &[String]) -> String {
    let (result, params) = types.split_last().map_or(("", types), |(last, all)| (last, all));
    let arrow = if result.is_empty() { "" } else { " -> " };
    format!("fn {name}({}){arrow}{result}", params.join(", "))
}

/// The types of a function among items: those of its parameters, and that of its result.
fn find(tokens: TokenStream, name: &str) -> Option<Vec<String>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (k, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token
            && group.delimiter() == Delimiter::Brace
            && let Some(found) = find(group.stream(), name)
        {
            return Some(found);
        }
        let is = |at: usize, word: &str| matches!(tokens.get(at), Some(TokenTree::Ident(ident)) if ident == word);
        if !is(k, "fn") || !is(k + 1, name) {
            continue;
        }
        let Some(TokenTree::Group(params)) = tokens.get(k + 2) else { continue };
        let params = after_colons(params.stream());
        let rest = tokens[k + 3..].iter();
        let is_end =
            |token: &&TokenTree| !matches!(token, TokenTree::Punct(p) if p.as_char() == ';');
        let result: TokenStream = rest.take_while(is_end).skip(2).cloned().collect();
        let types = params.into_iter().chain([joined(result)]);
        return Some(types.map(|ty| dtype(&ty)).collect());
    }
    None
}

/// The types of parameters.
fn after_colons(params: TokenStream) -> Vec<String> {
    let (mut types, mut current): (Vec<String>, Option<TokenStream>) = (Vec::new(), None);
    for token in params {
        match (&token, &mut current) {
            (TokenTree::Punct(p), None) if p.as_char() == ':' => current = Some(TokenStream::new()),
            (TokenTree::Punct(p), Some(ty)) if p.as_char() == ',' => {
                types.push(joined(std::mem::take(ty)));
                current = None;
            }
            (_, Some(ty)) => ty.extend([token]),
            // `...` of a function with any number of arguments.
            (TokenTree::Punct(p), None) if p.as_char() == '.' => types.push("...".to_string()),
            (_, None) => {}
        }
    }
    types.extend(current.map(joined));
    types
}

fn joined(tokens: TokenStream) -> String {
    let mut text = String::new();
    for token in tokens {
        let token = token.to_string();
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        // Words that follow each other, as in `*const f64`.
        if text.ends_with(is_word) && token.starts_with(is_word) {
            text.push(' ');
        }
        text.push_str(&token);
    }
    text
}

/// A type that bindgen writes, with dtypes in place of C's words.
fn dtype(ty: &str) -> String {
    for pointer in ["*const ", "*mut "] {
        if let Some(element) = ty.strip_prefix(pointer) {
            return format!("{pointer}{}", dtype(element));
        }
    }
    let word = ty.rsplit(':').next().unwrap_or(ty).trim();
    let long = if cfg!(windows) { "32" } else { "64" };
    match word {
        "c_schar" => "i8".to_string(),
        "c_short" => "i16".to_string(),
        "c_int" => "i32".to_string(),
        "c_long" => format!("i{long}"),
        "c_longlong" => "i64".to_string(),
        "c_uchar" => "u8".to_string(),
        "c_ushort" => "u16".to_string(),
        "c_uint" => "u32".to_string(),
        "c_ulong" => format!("u{long}"),
        "c_ulonglong" => "u64".to_string(),
        "c_float" => "f32".to_string(),
        "c_double" => "f64".to_string(),
        word => word.to_string(),
    }
}
