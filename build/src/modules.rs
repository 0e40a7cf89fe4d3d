//! Finds the shared block that a `use` means.
//!
//! The macro leaves that to Rust's own name resolution. A build script expands no macros, so it goes by the files of
//! the modules.

use crate::scan::Block;
use array_fn_compiler::embed::stem;
use array_fn_compiler::parse::uses;
use array_fn_compiler::shared::{Handed, SharedBlock};
use proc_macro2::TokenStream;
use std::fmt::Write;
use std::path::Path;

/// The module path of a source file in a package. Its first name is that of the target's folder or file: `src/gas.rs`
/// is `["src", "gas"]`, `tests/flow/main.rs` is `["tests/flow"]`. The module of a file that is included by `#[path]` or
/// `include!` cannot be told.
pub fn of_file(file: &Path) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for part in file.iter() {
        names.push(part.to_string_lossy().into_owned());
    }
    if let Some(last) = names.pop() {
        let stem = last.strip_suffix(".rs").unwrap_or(&last).to_string();
        let is_root = names.len() == 1 && names[0] == "src" && (stem == "lib" || stem == "main");
        let is_target = names.len() >= 2 && stem == "main";
        if !(is_root || is_target || stem == "mod") {
            names.push(stem);
        }
    }
    // The target: `src`, `src/bin/x`, `examples/x`.
    let targets = match names.first().map(String::as_str) {
        Some("src") if names.get(1).is_some_and(|name| name == "bin") => 3,
        Some("src") => 1,
        _ => 2,
    };
    let rest = names.split_off(targets.min(names.len()));
    std::iter::once(names.join("/")).chain(rest).collect()
}

/// A block that others can use, as text: unlike tokens, texts can be sent to another thread.
#[derive(Clone, Debug)]
pub struct SharedText {
    module: Vec<String>,
    /// The names that its items declare.
    items: Vec<String>,
    text: String,
}

impl SharedText {
    /// The shared block in `block`; `None` if it is not shared.
    pub fn new(block: Block) -> Option<SharedText> {
        let (_, shared) = uses::heads(block.tokens.clone())?;
        let text = block.tokens.to_string();
        let items = uses::declared(block.tokens).iter().map(ToString::to_string).collect();
        shared.then_some(SharedText { module: block.module, items, text })
    }

    /// Writes all blocks of the library as one text, which [`SharedText::read`] reads.
    pub fn write(all: &[SharedText], package: &str) -> String {
        let mut out = String::new();
        for SharedText { module, text, .. } in all {
            let mut module = module.clone();
            match module.first_mut() {
                // A module of this package's library.
                Some(root) if root == "src" => *root = format!("::{}", package.replace('-', "_")),
                Some(root) if root.starts_with("::") => {}
                _ => continue,
            }
            let _ = write!(out, "{} {}\n{text}\n", module.join(" "), text.len());
        }
        out
    }

    /// Reads a text; `None` if [`SharedText::write`] did not write it.
    pub fn read(text: &str) -> Option<Vec<SharedText>> {
        let (mut all, mut rest) = (Vec::new(), text);
        while !rest.is_empty() {
            let (head, behind) = rest.split_once('\n')?;
            let (module, length) = head.rsplit_once(' ')?;
            let (text, behind) = behind.split_at_checked(length.parse().ok()?)?;
            rest = behind.strip_prefix('\n')?;
            let module = module.split(' ').map(str::to_string).collect();
            let items =
                uses::declared(text.parse().ok()?).iter().map(ToString::to_string).collect();
            all.push(SharedText { module, items, text: text.to_string() });
        }
        Some(all)
    }

    fn id(&self) -> String {
        // Two blocks with the same text are still two blocks, in two modules.
        stem(&format!("{}\n{}", self.module.join("::"), self.text))
    }
}

/// The shared blocks that `block` uses. `None` if one of them is not found, or could be one of several.
pub fn handed(block: &Block, shared: &[SharedText]) -> Option<Handed> {
    find(&block.tokens, &block.module, shared, &mut Vec::new())
}

fn find(
    tokens: &TokenStream,
    module: &[String],
    shared: &[SharedText],
    within: &mut Vec<String>,
) -> Option<Handed> {
    let (used, _) = uses::heads(tokens.clone())?;
    let mut handed = Handed::default();
    for used in used {
        let path: Vec<String> = used.path.iter().map(ToString::to_string).collect();
        let provider = provider(module, &path, &used.name.to_string(), shared)?;
        let id = provider.id();
        if within.contains(&id) {
            return None;
        }
        within.push(id.clone());
        let tokens: TokenStream = provider.text.parse().ok()?;
        let of_provider = find(&tokens, &provider.module, shared, within)?;
        within.pop();
        let providers = of_provider.providers;
        let own = SharedBlock { id, broken: false, providers, tokens };
        handed.take(std::iter::once(own).chain(of_provider.blocks).collect());
    }
    Some(handed)
}

/// The shared block that has the item in the module that `path` means. If that module has no such block (another file
/// may hand the name on), the only block of the package with such an item.
fn provider<'s>(
    module: &[String],
    path: &[String],
    item: &str,
    shared: &'s [SharedText],
) -> Option<&'s SharedText> {
    let mut target: Vec<String> = module.to_vec();
    for (k, segment) in path.iter().enumerate() {
        match segment.as_str() {
            "crate" => target.truncate(1),
            "self" => {}
            "super" => drop(target.pop()),
            // The name of another crate.
            name if k == 0 => target = vec![format!("::{name}")],
            name => target.push(name.to_string()),
        }
    }
    let has_item = |block: &&SharedText| block.items.iter().any(|name| name == item);
    let mut there = shared.iter().filter(|block| block.module == target).filter(has_item);
    if let Some(found) = there.next() {
        return Some(found);
    }
    let mut anywhere = shared.iter().filter(has_item);
    match (anywhere.next(), anywhere.next()) {
        (found, None) => found,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan;

    fn module(file: &str) -> String {
        of_file(Path::new(file)).join("::")
    }

    #[test]
    fn modules_follow_from_files() {
        assert_eq!(module("src/lib.rs"), "src");
        assert_eq!(module("src/main.rs"), "src");
        assert_eq!(module("src/gas.rs"), "src::gas");
        assert_eq!(module("src/gas/mod.rs"), "src::gas");
        assert_eq!(module("src/gas/law.rs"), "src::gas::law");
        assert_eq!(module("src/bin/tool.rs"), "src/bin/tool");
        assert_eq!(module("src/bin/tool/main.rs"), "src/bin/tool");
        assert_eq!(module("src/bin/tool/part.rs"), "src/bin/tool::part");
        assert_eq!(module("tests/api/main.rs"), "tests/api");
        assert_eq!(module("tests/api/records.rs"), "tests/api::records");
        assert_eq!(module("examples/wave.rs"), "examples/wave");
    }

    #[test]
    fn blocks_are_found_by_paths_and_else_by_names() {
        let files = [
            (
                "src/lib.rs",
                "mod inner { array_fn! { #![shared] fn a<N>(x: [f64; N]) -> [f64; N] { x } } }",
            ),
            (
                "src/gas.rs",
                "array_fn! { #![shared] use crate::inner::a; fn p<N>(x: [f64; N]) -> [f64; N] { a(x) } }",
            ),
            (
                "src/other.rs",
                "array_fn! { #![shared] fn a<N>(x: [f64; N]) -> [f64; N] { 2 * x } fn b() -> f64 { 1 } }",
            ),
            (
                "src/flow.rs",
                "array_fn! {
                use super::gas::p; use crate::other::a as twice; use crate::prelude::b;
                pub fn f<N>(x: [f64; N]) -> [f64; N] { p(twice(x)) + b() } }",
            ),
            (
                "src/lost.rs",
                "array_fn! { use crate::prelude::a; pub fn g(x: f64) -> f64 { a(x) } }",
            ),
        ];
        let mut all = Vec::new();
        for (file, text) in files {
            all.extend(scan::blocks(text, &of_file(Path::new(file))));
        }
        let shared: Vec<_> = all.iter().cloned().filter_map(SharedText::new).collect();
        assert_eq!(shared.len(), 3);
        let flow = handed(&all[3], &shared).expect("all are there");
        assert_eq!(flow.providers.len(), 3);
        assert_eq!(flow.blocks.len(), 3);
        let programs = array_fn_compiler::cuda_programs_handed(all[3].tokens.clone(), &flow);
        assert_eq!(programs.len(), 1);
        assert_eq!(programs[0].name, "f");
        // Two blocks have an `a`, and no module says which is meant.
        assert!(handed(&all[4], &shared).is_none());
    }

    #[test]
    fn blocks_of_other_crates_are_found_by_their_names() {
        let gas = "array_fn! { #![shared] const G: f64 = 1.4; fn p<N>(x: [f64; N]) -> [f64; N] { G * x ** 2 } }";
        let tests = "array_fn! { #![shared] fn p(x: f64) -> f64 { x } }";
        let mut blocks = scan::blocks(gas, &of_file(Path::new("src/gas.rs")));
        blocks.extend(scan::blocks(tests, &of_file(Path::new("tests/t.rs"))));
        let own: Vec<_> = blocks.into_iter().filter_map(SharedText::new).collect();
        let known =
            SharedText::read(&SharedText::write(&own, "gas-laws")).expect("as it was written");
        assert_eq!(known.len(), 1);
        // Passed on by a crate that uses it.
        let known =
            SharedText::read(&SharedText::write(&known, "flows")).expect("as it was written");
        let user =
            "array_fn! { use gas_laws::gas::p; pub fn f<N>(x: [f64; N]) -> [f64; N] { p(x) } }";
        let user = &scan::blocks(user, &["src".to_string()])[0];
        let handed = handed(user, &known).expect("it is there");
        assert_eq!(array_fn_compiler::cuda_programs_handed(user.tokens.clone(), &handed).len(), 1);
        assert!(SharedText::read("src gas 100\nshort\n").is_none());
    }

    #[test]
    fn blocks_that_use_each_other_are_not_found() {
        let text = "array_fn! { #![shared] use self::b; fn a() -> f64 { b() } }
            array_fn! { #![shared] use self::a; fn b() -> f64 { a() } }";
        let all = scan::blocks(text, &["src".to_string()]);
        let shared: Vec<_> = all.iter().cloned().filter_map(SharedText::new).collect();
        assert_eq!(shared.len(), 2);
        assert!(handed(&all[0], &shared).is_none());
    }
}
