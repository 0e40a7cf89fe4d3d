//! Public constants of a block as Rust constants.

use super::cpu;
use crate::check::ConstValue;
use crate::dag::Const;
use proc_macro2::TokenStream;
use std::str::FromStr;

/// Type and value of a constant; arrays are nested Rust arrays.
pub fn to_rust(value: &ConstValue) -> (TokenStream, TokenStream) {
    let dtype = value.dtype;
    let element = if dtype.is_half() { format!("::array_fn::{dtype}") } else { dtype.to_string() };
    let ty = value.shape.iter().rev().fold(element, |ty, n| format!("[{ty}; {n}]"));
    let literals: Vec<String> = value.elements.iter().map(|c| literal(*c)).collect();
    let text = nested(&literals, &value.shape);
    let parse = |s: &str| TokenStream::from_str(s).expect("emitted source lexes");
    (parse(&ty), parse(&text))
}

fn literal(c: Const) -> String {
    match c.dtype.is_half() {
        true => format!("::array_fn::{}::from_bits({})", c.dtype, c.bits),
        false => cpu::literal(c),
    }
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
