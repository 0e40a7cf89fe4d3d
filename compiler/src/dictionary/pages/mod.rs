//! The pages of `array_fn::ops`: what editors show for the name of a function inside of a block.
//!
//! A page is made of the function's entry in the table (signature, one sentence, aliases, flags) and of what its
//! `Page` adds: shapes, dtypes, conditions, and where the function comes from. The files below have these additions,
//! one file per chapter of the dictionary.

mod creation;
mod linear;
mod logic;
mod math;
mod random;
mod reduction;
mod segment;
mod shape;
mod sorting;

use crate::check::{FunctionInfo, Group, function_table};
use std::fmt;

/// What is said of a function beside its entry in the table.
#[derive(Clone, Copy)]
pub(super) struct Page {
    name: &'static str,
    /// What the function does, if a page has more to say than the sentence of the table.
    text: &'static str,
    /// Shapes, dtypes and conditions. `¶` separates paragraphs.
    details: &'static str,
    like: Like,
    /// What is different about `like`.
    but: &'static str,
    /// How the function differs from NumPy's, with the reason.
    pub(super) differs: &'static str,
}

/// The function of another library that a function is like.
#[derive(Clone, Copy)]
enum Like {
    NumPy(&'static str),
    SciPy(&'static str),
    Jax(&'static str),
    PyTorch(&'static str),
    Nothing,
}

const fn page(name: &'static str, text: &'static str, details: &'static str, like: Like) -> Page {
    Page { name, text, details, like, but: "", differs: "" }
}

impl Page {
    const fn but(self, but: &'static str) -> Page {
        Page { but, ..self }
    }

    const fn differs(self, differs: &'static str) -> Page {
        Page { differs, ..self }
    }
}

/// A chapter: its group, its file in `src/ops`, and its additions.
type Chapter = (Group, &'static str, &'static [Page]);

const CHAPTERS: [Chapter; 9] = [
    (Group::Math, "math", math::PAGES),
    (Group::Logic, "logic", logic::PAGES),
    (Group::Reduction, "reduction", reduction::PAGES),
    (Group::Sorting, "sorting", sorting::PAGES),
    (Group::Segment, "segment", segment::PAGES),
    (Group::Linear, "linear", linear::PAGES),
    (Group::Shape, "shape", shape::PAGES),
    (Group::Creation, "creation", creation::PAGES),
    (Group::Random, "random", random::PAGES),
];

/// The additions for a function of the table.
pub(super) fn page_of(function: &FunctionInfo) -> Option<&'static Page> {
    let (_, _, pages) = CHAPTERS.iter().find(|(group, _, _)| *group == function.group)?;
    pages.iter().find(|page| page.name == function.name)
}

/// The files of `src/ops` with their texts.
pub fn files() -> Vec<(String, String)> {
    let chapters = CHAPTERS.iter().map(|(group, name, _)| (format!("{name}.rs"), chapter(*group)));
    chapters.chain([("linalg.rs".to_string(), linalg())]).collect()
}

const HEAD: &str =
    "// Written by `BLESS=1 cargo test -p array-fn-compiler --test dictionary`: do not edit.\n\n";

/// The items of a group. Their types are those of `src/ops.rs`, as is the macro `functions!`.
fn chapter(group: Group) -> String {
    let of_group = function_table().iter().filter(|function| function.group == group);
    let names = of_group.flat_map(|function| {
        std::iter::once(function.name)
            .chain(function.aliases.iter().copied())
            .map(move |name| (function, name))
    });
    let items: Vec<String> = names.map(|(function, name)| item(function, name)).collect();
    format!("{HEAD}use super::*;\n\nfunctions! {{\n{}}}\n", items.join("\n"))
}

/// The functions that may have `linalg.` before them.
fn linalg() -> String {
    let of_linalg = function_table().iter().filter(|function| function.flags.linalg);
    let mut names: Vec<String> = of_linalg.map(|function| format!("{},", function.name)).collect();
    names.sort_unstable();
    let names = filled(names.iter().map(String::as_str), "    ");
    format!("{HEAD}#[doc(no_inline)]\npub use super::{{\n{names}}};\n")
}

/// The item of a function under one of its names: a documented declaration.
fn item(function: &FunctionInfo, name: &str) -> String {
    let own = name.rsplit('.').next().unwrap_or(name);
    let parameters: Vec<String> = parameters(function.signature)
        .map(|parameter| declaration(function.name, parameter))
        .collect();
    let raw = if own == "where" { "r#" } else { "" };
    let mut out = String::new();
    for paragraph in paragraphs(function, name) {
        if !out.is_empty() {
            out += "    ///\n";
        }
        match paragraph.strip_prefix("```") {
            Some(_) => paragraph.lines().for_each(|line| out += &format!("    /// {line}\n")),
            None => out += &filled(paragraph.split(' '), "    /// "),
        }
    }
    out + &format!("    fn {raw}{own}({});\n", parameters.join(", "))
}

/// The paragraphs of a page.
fn paragraphs(function: &FunctionInfo, name: &str) -> Vec<String> {
    let page = page_of(function);
    let text = page.map_or("", |page| page.text);
    let (_, list) = function.signature.split_once('(').unwrap_or_default();
    let mut out = Vec::new();
    if name != function.name {
        out.push(format!("Another name of [`{}`].", function.name));
    }
    out.push(if text.is_empty() { function.doc } else { text }.to_string());
    out.push(format!("```text\n{name}({list}\n```"));
    let details = page.map_or("", |page| page.details).split('¶').map(str::trim);
    out.extend(details.filter(|details| !details.is_empty()).map(str::to_string));
    let mut also = Vec::new();
    if let Some(receiver) = receiver(function) {
        also.push(format!("Also `{receiver}.{name}(..)`."));
    }
    if function.flags.complex {
        also.push("Takes complex numbers, too.".to_string());
    }
    if !also.is_empty() {
        out.push(also.join(" "));
    }
    if let Some(page) = page {
        if !page.differs.is_empty() {
            out.push(format!("Unlike NumPy's: {}.", page.differs));
        }
        let but = if page.but.is_empty() { String::new() } else { format!(" {}", page.but) };
        if !matches!(page.like, Like::Nothing) {
            out.push(format!("{}{but}.", page.like));
        }
    }
    out
}

/// The array before the dot, if the function may be called as a method.
fn receiver(function: &FunctionInfo) -> Option<&'static str> {
    let first = parameters(function.signature).next()?;
    (function.is_method() && !first.starts_with('*')).then(|| name_of(first))
}

/// The library, and a link to the function there.
impl fmt::Display for Like {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NUMPY: &str = "https://numpy.org/doc/stable/reference";
        match self {
            Like::NumPy(name) => {
                let page = match name.rsplit_once('.') {
                    Some((_, "accumulate")) => "generated/numpy.ufunc.accumulate".to_string(),
                    Some((_, "at")) => "generated/numpy.ufunc.at".to_string(),
                    Some(("random.Generator", _)) => format!("random/generated/numpy.{name}"),
                    _ => format!("generated/numpy.{name}"),
                };
                write!(f, "NumPy: [`{name}`]({NUMPY}/{page}.html)")
            }
            Like::SciPy(name) => {
                const SCIPY: &str = "https://docs.scipy.org/doc/scipy/reference/generated";
                write!(f, "SciPy: [`{name}`]({SCIPY}/{name}.html)")
            }
            Like::Jax(name) => {
                const JAX: &str = "https://docs.jax.dev/en/latest/_autosummary";
                write!(f, "JAX: [`{name}`]({JAX}/{name}.html)")
            }
            Like::PyTorch(name) => {
                const TORCH: &str = "https://docs.pytorch.org/docs/stable/generated";
                write!(f, "PyTorch: [`{name}`]({TORCH}/torch.{name}.html)")
            }
            Like::Nothing => Ok(()),
        }
    }
}

/// The parameters of a signature: `x`, `axis=None`, `*operands`.
fn parameters(signature: &'static str) -> impl Iterator<Item = &'static str> {
    let list = signature.split_once('(').map_or("", |(_, list)| list);
    let list = list.strip_suffix(')').unwrap_or(list);
    list.split(", ").filter(|parameter| !parameter.is_empty())
}

fn name_of(parameter: &'static str) -> &'static str {
    parameter.split('=').next().unwrap_or(parameter).trim_start_matches('*')
}

/// The types that are not `Array`, with the names of the parameters that have them.
const TYPES: [(&str, &[&str]); 10] = [
    ("Arrays", &["arrays", "choicelist", "condlist", "operands", "spacing"]),
    ("Axis", &["axes", "axis", "axis1", "axis2", "destination", "source"]),
    ("Closure", &["closure"]),
    ("Dtype", &["dtype"]),
    (
        "Sizes",
        &[
            "M",
            "N",
            "dimensions",
            "minlength",
            "num",
            "num_segments",
            "pad_width",
            "repeats",
            "reps",
            "sections",
            "shape",
        ],
    ),
    ("Text", &["indexing", "mode", "side", "subscripts"]),
    ("Type", &["type"]),
    (
        "bool",
        &[
            "descending",
            "endpoint",
            "equal_nan",
            "include_initial",
            "keepdims",
            "largest",
            "right",
            "stable",
            "upper",
        ],
    ),
    ("f64", &["correction", "ddof"]),
    ("i64", &["decimals", "edge_order", "k", "n", "offset"]),
];

/// A parameter in Rust. `type` is no name there.
fn declaration(function: &str, parameter: &'static str) -> String {
    let name = name_of(parameter);
    let ty = match (function, name) {
        ("topk", "k") | ("identity", "n") => "Sizes",
        _ => {
            let known = TYPES.iter().find(|(_, names)| names.contains(&name));
            known.map_or("Array", |(ty, _)| ty)
        }
    };
    format!("{}: {ty}", if name == "type" { "array" } else { name })
}

/// The words in lines that begin with `start` and have at most 100 characters, if their words let them.
fn filled<'a>(words: impl Iterator<Item = &'a str>, start: &str) -> String {
    const WIDTH: usize = 100;
    let mut out = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length <= WIDTH {
            out.push(' ');
            width += 1;
        } else {
            out += if width > 0 { "\n" } else { "" };
            out += start;
            width = start.len();
        }
        out += word;
        width += length;
    }
    out + "\n"
}

#[cfg(test)]
mod tests {
    use super::{CHAPTERS, filled, page_of};
    use crate::check::function_table;

    #[test]
    fn every_function_has_a_page_and_every_page_a_function() {
        for function in function_table() {
            assert!(page_of(function).is_some(), "{}", function.name);
        }
        let pages = CHAPTERS.iter().map(|(_, _, pages)| pages.len());
        assert_eq!(pages.sum::<usize>(), function_table().len());
    }

    #[test]
    fn lines_are_filled() {
        let text = filled("aaa bbb ccc".split(' '), &"-".repeat(93));
        assert_eq!(text, format!("{0}aaa bbb\n{0}ccc\n", "-".repeat(93)));
        assert_eq!(
            filled(["x".repeat(200).as_str()].into_iter(), "/"),
            format!("/{}\n", "x".repeat(200))
        );
    }
}
