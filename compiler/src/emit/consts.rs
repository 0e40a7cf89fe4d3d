//! Public constants of a block as Rust constants.

use super::cpu;
use crate::check::ConstValue;
use crate::dag::{Const, DType};
use proc_macro2::TokenStream;
use std::str::FromStr;

/// Type and value of a constant; arrays are nested Rust arrays.
pub fn to_rust(value: &ConstValue) -> (TokenStream, TokenStream) {
    let dtype = value.dtype;
    let element = if dtype.is_half() || dtype.is_complex() {
        format!("::array_fn::__rt::{dtype}")
    } else {
        format!("::core::primitive::{dtype}")
    };
    let ty = value.shape.iter().rev().fold(element, |ty, n| format!("[{ty}; {n}]"));
    let literals: Vec<String> = match dtype.is_complex() {
        true => value.elements.chunks(2).map(|parts| complex(dtype, parts)).collect(),
        false => value.elements.iter().map(|c| literal(*c)).collect(),
    };
    let text = nested(&literals, &value.shape);
    let parse = |s: &str| TokenStream::from_str(s).expect("emitted source lexes");
    (parse(&ty), parse(&text))
}

fn complex(dtype: DType, parts: &[Const]) -> String {
    format!(
        "::array_fn::__rt::{dtype} {{ re: {}, im: {} }}",
        qualified(parts[0]),
        qualified(parts[1])
    )
}

fn literal(c: Const) -> String {
    match c.dtype.is_half() {
        true => format!("::array_fn::__rt::{}::from_bits({})", c.dtype, c.bits),
        false => qualified(c),
    }
}

/// [`cpu::literal`] in a module that may have types named like Rust's own.
fn qualified(c: Const) -> String {
    let text = cpu::literal(c);
    match text.contains("::") {
        true => format!("::core::primitive::{text}"),
        false => text,
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
