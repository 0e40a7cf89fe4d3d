//! `array_fn::ops` documents exactly the functions that the compiler knows.

use array_fn_compiler::check::{function_table, is_module_function};
use array_fn_compiler::emit::shadow::FIELDS;
use std::collections::BTreeMap;

/// The module of the items, and the text of a file.
const FILES: [(&str, &str); 10] = [
    ("", include_str!("../../src/ops.rs")),
    ("", include_str!("../../src/ops/math.rs")),
    ("", include_str!("../../src/ops/logic.rs")),
    ("", include_str!("../../src/ops/reduction.rs")),
    ("", include_str!("../../src/ops/sorting.rs")),
    ("", include_str!("../../src/ops/segment.rs")),
    ("", include_str!("../../src/ops/linear.rs")),
    ("", include_str!("../../src/ops/shape.rs")),
    ("", include_str!("../../src/ops/creation.rs")),
    ("random.", include_str!("../../src/ops/random.rs")),
];
const LINALG: &str = include_str!("../../src/ops/linalg.rs");

/// Names and parameter lists of the documented items, and whether each has a doc comment.
fn items() -> BTreeMap<String, (Vec<String>, bool)> {
    let mut items = BTreeMap::new();
    for (module, reference) in FILES {
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
    let (_, list) = LINALG.split_once("pub use super::{").expect("its functions");
    let found: Vec<&str> = list.split('}').next().unwrap_or_default().split(',').collect();
    let found: Vec<&str> = found.iter().map(|n| n.trim()).filter(|n| !n.is_empty()).collect();
    let plain = function_table().iter().map(|f| f.name).filter(|name| !name.contains('.'));
    let mut expected: Vec<&str> = plain.filter(|name| is_module_function("linalg", name)).collect();
    expected.sort_unstable();
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
