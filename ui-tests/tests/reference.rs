//! `array_fn::ops` documents exactly the functions that the compiler knows.

use array_fn_compiler::check::{LINALG, function_table, is_module_function};
use array_fn_compiler::emit::shadow::FIELDS;
use std::collections::BTreeMap;

const REFERENCE: &str = include_str!("../../src/ops.rs");
const RANDOM: &str = include_str!("../../src/ops/random.rs");

/// Names and parameter lists of the documented items, and whether each has a doc comment.
fn items() -> BTreeMap<String, (Vec<String>, bool)> {
    let mut items = BTreeMap::new();
    for (module, reference) in [("", REFERENCE), ("random.", RANDOM)] {
        let mut before = "";
        for line in reference.lines() {
            if let Some((name, rest)) = line.strip_prefix("    fn ").and_then(|l| l.split_once('('))
            {
                let names = rest.trim_end_matches(");").split(", ");
                let names = names.filter_map(|p| p.split_once(':')).map(|(n, _)| n.to_string());
                let documented = before.trim_start().starts_with("///");
                let name = format!("{module}{}", name.trim_start_matches("r#"));
                let earlier = items.insert(name.clone(), (names.collect(), documented));
                assert!(earlier.is_none(), "{name} is documented twice");
            }
            before = line;
        }
    }
    items
}

#[test]
fn every_function_is_documented_and_nothing_else() {
    let mut expected: Vec<&str> = FIELDS.to_vec();
    for function in function_table() {
        expected.push(function.name);
        expected.extend(function.aliases);
    }
    expected.sort_unstable();
    let items = items();
    let found: Vec<&str> = items.keys().map(String::as_str).collect();
    assert_eq!(found, expected);
    assert!(items.values().all(|(_, documented)| *documented));
}

#[test]
fn linalg_has_what_the_compiler_finds_there() {
    let (_, rest) = REFERENCE.split_once("pub mod linalg {").expect("the module");
    let (_, list) = rest.split_once("pub use super::{").expect("its functions");
    let found: Vec<&str> = list.split('}').next().unwrap_or_default().split(',').collect();
    let found: Vec<&str> = found.iter().map(|n| n.trim()).filter(|n| !n.is_empty()).collect();
    let known = |name: &&&str| is_module_function("linalg", name);
    let expected: Vec<&str> = LINALG.iter().filter(known).copied().collect();
    assert_eq!(found, expected);
}

#[test]
fn parameters_have_the_names_of_keyword_arguments() {
    let items = items();
    for function in function_table() {
        let Some((_, list)) = function.signature.split_once('(') else { panic!("no signature") };
        let names: Vec<&str> = list
            .trim_end_matches(')')
            .split(", ")
            .map(|p| p.split('=').next().unwrap_or(p).trim_start_matches('*'))
            // `type` cannot be a parameter in Rust.
            .map(|p| if p == "type" { "array" } else { p })
            .collect();
        let (found, _) = &items[function.name];
        assert_eq!(found, &names, "{}", function.name);
    }
}
