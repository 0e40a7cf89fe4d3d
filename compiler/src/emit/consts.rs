//! Public constants of a block as Rust constants.

use super::cpu;
use crate::check::ConstValue;
use proc_macro2::TokenStream;
use std::str::FromStr;

/// Type and value of a constant; arrays are nested Rust arrays.
pub fn to_rust(value: &ConstValue) -> (TokenStream, TokenStream) {
    let ty = value
        .shape
        .iter()
        .rev()
        .fold(value.dtype.name().to_string(), |ty, n| format!("[{ty}; {n}]"));
    let literals: Vec<String> = value.elements.iter().map(|c| cpu::literal(*c)).collect();
    let text = nested(&literals, &value.shape);
    let parse = |s: &str| TokenStream::from_str(s).expect("emitted source lexes");
    (parse(&ty), parse(&text))
}

fn nested(elements: &[String], shape: &[usize]) -> String {
    match shape {
        [] => elements[0].clone(),
        [n, rest @ ..] => {
            let each = rest.iter().product::<usize>();
            let parts: Vec<String> =
                (0..*n).map(|k| nested(&elements[k * each..(k + 1) * each], rest)).collect();
            format!("[{}]", parts.join(", "))
        }
    }
}
