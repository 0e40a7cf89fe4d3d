//! The loops around C functions: compiles them, or leaves word of what is wrong with the declaration of a function.
//!
//! The macro links the libraries, and reports the mistakes where the functions are declared.

use crate::Error;
use crate::c_compiler::{self, CCompiler, Failure};
use crate::cache::replace;
use crate::parallel;
use crate::settings::Settings;
use array_fn_compiler::embed::{FOLDER, LIBRARIES, library_file, refusal_file};
use array_fn_compiler::foreign::{DECLARED, FOR_CUDA, Libraries, Library, STATIC, TYPES};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Compiles the libraries of all blocks, tells cargo where they are, and removes those of earlier builds.
pub fn compile(settings: &Settings, found: Vec<Libraries>, rerun: bool) -> Result<(), Error> {
    let folder = settings.out_dir.join(FOLDER).join(LIBRARIES);
    let mut headers: BTreeSet<PathBuf> = BTreeSet::new();
    let mut libraries: BTreeMap<String, Library> = BTreeMap::new();
    for Libraries { headers: named, libraries: of_file } in found {
        headers.extend(named);
        for library in of_file {
            headers.extend(library.header.files.iter().cloned());
            libraries.insert(library.name.clone(), library);
        }
    }
    if rerun && (!headers.is_empty() || !libraries.is_empty()) {
        for variable in ["CC", "AR", "CFLAGS"].into_iter().flat_map(c_compiler::variables) {
            println!("cargo:rerun-if-env-changed={variable}");
        }
        for header in &headers {
            println!("cargo:rerun-if-changed={}", header.display());
        }
    }
    if libraries.is_empty() {
        let _ = fs::remove_dir_all(&folder);
        return Ok(());
    }
    fs::create_dir_all(&folder).map_err(Error::file(&folder))?;
    println!("cargo:rustc-link-search=native={}", folder.display());
    let compiler = CCompiler::find();
    let all: Vec<&Library> = libraries.values().collect();
    let outcomes = parallel::map(&all, |library| one(&compiler, &folder, library));
    outcomes.into_iter().collect::<Result<(), Error>>()?;
    for entry in fs::read_dir(&folder).map_err(Error::file(&folder))?.flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let stem = name.split('.').next().unwrap_or_default();
        let library = stem.strip_prefix("lib").unwrap_or(stem);
        if !libraries.contains_key(library) {
            let _ = fs::remove_file(entry.path());
        }
    }
    Ok(())
}

/// Compiles one library unless it is there, or says what is wrong.
fn one(compiler: &CCompiler, folder: &Path, library: &Library) -> Result<(), Error> {
    let name = &library.name;
    let archive = folder.join(library_file(name));
    let (refused, made_by) =
        (folder.join(refusal_file(name)), folder.join(format!("{name}.command")));
    let fingerprint = compiler.fingerprint();
    if archive.is_file() && fs::read_to_string(&made_by).is_ok_and(|old| old == fingerprint) {
        return Ok(());
    }
    let source = folder.join(format!("{name}.c"));
    replace(&source, &library.source)?;
    if let Some(refusal) = differs(library, folder) {
        let _ = fs::remove_file(&archive);
        return replace(&refused, refusal);
    }
    match compiler.library(&source, &archive) {
        Ok(()) => {
            let _ = fs::remove_file(&refused);
            replace(&made_by, fingerprint)
        }
        Err(failure) => {
            let _ = fs::remove_file(&archive);
            replace(&refused, refusal(library, &failure))
        }
    }
}

/// What libclang has against a declaration. The C compiler may have more.
#[cfg(feature = "foreign")]
fn differs(library: &Library, folder: &Path) -> Option<String> {
    use crate::declarations::{Found, compare};
    match compare(library, folder) {
        Found::Equal | Found::Nothing => None,
        Found::NoLibclang(reason) => {
            let reason = one_line(&reason);
            println!(
                "cargo:warning=array-fn: headers are compared by the C compiler alone: {reason}"
            );
            None
        }
        Found::Other(there) => {
            let (name, header) = (&library.function, &library.header.written);
            Some(lines(&[
                &format!("`{name}` has other types in `{header}`"),
                &format!("here: `{}`", crate::declarations::text(name, &library.types)),
                &format!("there: `{there}`"),
                "declare the types of the header",
            ]))
        }
    }
}

#[cfg(not(feature = "foreign"))]
fn differs(_: &Library, _: &Path) -> Option<String> {
    None
}

/// The lines of a message: a claim, facts, and a help.
fn refusal(library: &Library, failure: &Failure) -> String {
    let (name, header) = (&library.function, &library.header.written);
    let here = format!("here: `{}`", library.declaration);
    // Messages about a source begin with its name and a line.
    let is_error = |line: &&str| {
        let place = line.split(" error: ").next().unwrap_or_default();
        place.len() < line.len() && place.contains(|c: char| c.is_ascii_digit())
    };
    let messages = match failure {
        Failure::Messages(messages) if messages.lines().any(|line| is_error(&line)) => messages,
        Failure::Messages(reason) | Failure::Program(reason) => {
            return lines(&[
                &format!("no C compiler compiles `{name}`"),
                &one_line(reason),
                "install one (Debian and Ubuntu: `apt install gcc`), or name it by the variable CC, and options by CFLAGS",
            ]);
        }
    };
    let first = messages.lines().find(is_error).unwrap_or_default();
    let words = first.split_once(" error: ").map_or(first, |(_, words)| words);
    if first.starts_with(DECLARED) {
        return lines(&[
            &format!("`{header}` declares no function `{name}`"),
            &format!("the C compiler says: {words}"),
            "the name is that of the function in C: correct it, or the header",
        ]);
    }
    if first.starts_with(TYPES) {
        let there = match last_quoted(words) {
            Some(ty) => format!("there: `{}`", one_line(&named(ty, name))),
            None => format!("the C compiler says: {words}"),
        };
        return lines(&[
            &format!("`{name}` has other types in `{header}`"),
            &here,
            &there,
            "declare the types of the header: f64 is `double`, f32 `float`, i64 `int64_t`, u8 `uint8_t`, bool `bool`",
        ]);
    }
    if let Some((name, here)) = &library.for_cuda
        && first.starts_with(FOR_CUDA)
    {
        let there = match last_quoted(words) {
            Some(ty) => format!("there: `{}`", one_line(&self::named(ty, name))),
            None => format!("the C compiler says: {words}"),
        };
        return lines(&[
            &format!("`{name}` has other types in `{header}`"),
            &format!("here: `{here}`"),
            &there,
            "the function for GPUs takes the stream, the sizes, and pointers to memory of the device, for scalars, too",
        ]);
    }
    if first.starts_with(STATIC) {
        return lines(&[
            &format!("`{name}` is defined in `{header}`, and is not `static`"),
            "each C file that includes the header would define it",
            &format!("write `static inline` in front of it in `{header}`"),
        ]);
    }
    let errors = messages.lines().filter(is_error).take(3);
    let mut all = vec![format!("`{header}` does not compile as C")];
    all.extend(errors.map(str::to_string));
    all.push(
        "a header includes what it uses, and hides CUDA and C++ by `#ifdef __CUDACC__` and `#ifdef __cplusplus`"
            .to_string(),
    );
    lines(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

fn lines(lines: &[&str]) -> String {
    lines.join("\n") + "\n"
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The last text between quotes.
fn last_quoted(words: &str) -> Option<&str> {
    let mut parts = words.rsplit('\'');
    parts.next();
    parts.next()
}

/// The type of a function, or of a pointer to it, as a declaration.
fn named(ty: &str, name: &str) -> String {
    match ty.split_once("(*)") {
        Some((result, parameters)) => format!("{}{name}{parameters}", with_space(result)),
        None => match ty.split_once('(') {
            Some((result, parameters)) => format!("{}{name}({parameters}", with_space(result)),
            None => ty.to_string(),
        },
    }
}

fn with_space(result: &str) -> String {
    let result = result.trim_end();
    if result.ends_with('*') { result.to_string() } else { format!("{result} ") }
}

#[cfg(all(test, unix))]
mod tests;
