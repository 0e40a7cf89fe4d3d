//! Text from bytes, without grammar but with the language's words.

use array_fn_compiler::check::function_table;

const WORDS: &[&str] = &[
    "pub",
    "#[materialize]",
    "#[inline]",
    "#[no_fuse]",
    "#[vectorize(N)]",
    "#[block(N = 8)]",
    "#[threads(64)]",
    "fn",
    "let",
    "mut",
    "for",
    "in",
    "const",
    "struct",
    "S",
    "S { a: x, b: y }",
    "S { a, ..q }",
    "q",
    "q.a",
    ".b",
    "where",
    "as",
    "f",
    "g",
    "x",
    "y",
    "z",
    "i",
    "N",
    "M",
    "T",
    "_",
    "f64",
    "f32",
    "f16",
    "bf16",
    "i64",
    "i32",
    "i16",
    "i8",
    "u8",
    "u16",
    "u32",
    "bool",
    "index",
    "newaxis",
    "true",
    "false",
    "axis",
    "keepdims",
    "dtype",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "0.5",
    "1e300",
    "255",
    "9223372036854775807",
    "\"ij,jk->ik\"",
    "\"ii\"",
    "'a'",
    "+",
    "-",
    "*",
    "/",
    "//",
    "**",
    "%",
    "@",
    "&",
    "|",
    "^",
    "~",
    "!",
    "<<",
    ">>",
    "<",
    ">",
    "<=",
    ">=",
    "==",
    "!=",
    "=",
    "+=",
    "*=",
    "=>",
    "->",
    "..",
    "...",
    ":",
    "::",
    ";",
    ",",
    ".",
    "#",
    "&mut",
    "unfused",
    "T",
    "shape",
    "ndim",
    "size",
    "np",
    "linalg",
    "from_fn",
    "sum",
    "einsum",
    "reshape",
    "cumsum",
    "argsort",
    "where",
    "stack",
    "\n",
];

/// A function to be filled, so that bytes get past the signature.
const HEAD: &str = "pub struct S<N> { a: [f64; N], b: [i64; N] }
pub fn f<N, M>(x: [f64; N], y: [i64; M], z: &mut [f64; N, M], i: [index<N>; M], q: &mut S) -> [f64; N] {\n";

/// The text that bytes stand for; brackets match.
pub fn text(bytes: &[u8]) -> String {
    let names: Vec<&str> = function_table().iter().map(|function| function.name).collect();
    let mut text = String::new();
    let mut open = Vec::new();
    let mut bytes = bytes.iter().copied();
    if bytes.next().is_some_and(|b| b % 4 > 0) {
        text.push_str(HEAD);
        open.push('}');
    }
    while let Some(byte) = bytes.next() {
        match byte {
            0..=199 if (byte as usize) < WORDS.len() => text.push_str(WORDS[byte as usize]),
            200..=219 => {
                let which = (byte as usize - 200) * 256 + bytes.next().unwrap_or(0) as usize;
                text.push_str(names[which % names.len()]);
            }
            220..=239 => {
                let (opening, closing) = [("(", ')'), ("[", ']'), ("{", '}')][byte as usize % 3];
                text.push_str(opening);
                open.push(closing);
            }
            240..=255 => text.extend(open.pop()),
            _ => text.push_str(&byte.to_string()),
        }
        text.push(' ');
    }
    text.extend(open.into_iter().rev());
    text
}
