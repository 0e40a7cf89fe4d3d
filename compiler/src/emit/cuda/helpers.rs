//! Device functions for operations without an operator in C++. Only those that a source uses are written.

use super::halves;
use super::names::{c_type, wrapping_type};
use crate::dag::foreign::Code;
use crate::dag::{DType, Foreign};
use crate::foreign::wrapper;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Helper {
    Minimum(DType),
    Maximum(DType),
    Sign(DType),
    FloorDivide(DType),
    Remainder(DType),
    Power(DType),
    ShiftLeft(DType),
    ShiftRight(DType),
    Gcd(DType),
    /// Float to integer as Rust's `as`.
    Saturate(DType, DType),
    /// A half to float.
    Widen(DType),
    /// Float or double to the nearest half, ties to even. In the order of helpers, floats come first.
    Round(DType, DType),
}

/// The helpers and the foreign functions that a source needs.
#[derive(Debug, Default)]
pub(super) struct Helpers {
    helpers: BTreeSet<Helper>,
    /// By the names of the functions that call them.
    foreign: BTreeMap<String, Foreign>,
}

impl Helpers {
    /// The name of a helper. The source will define it.
    pub fn name(&mut self, helper: Helper) -> String {
        self.helpers.insert(helper);
        helper.name()
    }

    /// The name of the function that calls a foreign one. The source will define it.
    pub fn foreign(&mut self, function: &Foreign) -> String {
        let name = wrapper(&function.name, function.which);
        self.foreign.insert(name.clone(), function.clone());
        name
    }

    /// Why no GPU can run the source, if a foreign function has no code for GPUs.
    pub fn only_on_cpus(&self) -> Option<String> {
        self.foreign.values().find_map(|function| function.only_on_cpus())
    }

    pub fn definitions(&self) -> String {
        let helpers = self.helpers.iter().map(|h| format!("\n{}", h.definition()));
        self.foreign_text().chain(helpers).collect()
    }

    /// The headers of foreign functions, each once, then the functions that call them.
    fn foreign_text(&self) -> impl Iterator<Item = String> {
        let (mut headers, mut functions): (Vec<String>, Vec<String>) = Default::default();
        for function in self.foreign.values() {
            let Code::C { device: Ok(text), .. } = &function.code else { continue };
            let header = format!("\n{}", text.header);
            if !headers.contains(&header) {
                headers.push(header);
            }
            functions.push(format!("\n{}", text.function));
        }
        headers.into_iter().chain(functions)
    }
}

impl Helper {
    fn name(self) -> String {
        match self {
            Helper::Minimum(t) => format!("minimum_{t}"),
            Helper::Maximum(t) => format!("maximum_{t}"),
            Helper::Sign(t) => format!("sign_{t}"),
            Helper::FloorDivide(t) => format!("floor_divide_{t}"),
            Helper::Remainder(t) => format!("remainder_{t}"),
            Helper::Power(t) => format!("integer_power_{t}"),
            Helper::ShiftLeft(t) => format!("shift_left_{t}"),
            Helper::ShiftRight(t) => format!("shift_right_{t}"),
            Helper::Gcd(t) => format!("gcd_{t}"),
            Helper::Saturate(from, to) => format!("saturate_{from}_to_{to}"),
            Helper::Widen(half) => format!("widen_{half}"),
            Helper::Round(from, half) => format!("round_{from}_to_{half}"),
        }
    }

    fn definition(self) -> String {
        let name = self.name();
        let (result, parameters, body) = match self {
            Helper::Minimum(t) => (t, two(t), format!("    return {};\n", pick(t, "<"))),
            Helper::Maximum(t) => (t, two(t), format!("    return {};\n", pick(t, ">"))),
            Helper::Sign(t) => {
                let other = if t.is_float() { "(a == 0 ? 0 : a)" } else { "0" };
                (t, one(t), format!("    return a > 0 ? 1 : (a < 0 ? -1 : {other});\n"))
            }
            Helper::FloorDivide(t) => (t, two(t), floor_divide(t)),
            Helper::Remainder(t) => (t, two(t), remainder(t)),
            Helper::Power(t) => (t, format!("{} a, long long n", c_type(t)), power(t)),
            Helper::ShiftLeft(t) => {
                let (bits, w) = (t.bytes() * 8, wrapping_type(t));
                let body = format!(
                    "    return {} ? ({})(({w})a << n) : 0;\n",
                    in_range(t, bits),
                    c_type(t)
                );
                (t, format!("{0} a, {0} n", c_type(t)), body)
            }
            Helper::ShiftRight(t) => {
                let rest = if t.is_signed() { "(a < 0 ? -1 : 0)" } else { "0" };
                let body =
                    format!("    return {} ? a >> n : {rest};\n", in_range(t, t.bytes() * 8));
                (t, format!("{0} a, {0} n", c_type(t)), body)
            }
            Helper::Gcd(t) => (t, two(t), gcd(t)),
            Helper::Saturate(from, to) => (to, one(from), saturate(from, to)),
            Helper::Widen(half) => (DType::F32, one(half), halves::widen(half)),
            Helper::Round(from, half) => (half, one(from), halves::round(from, half)),
        };
        format!("static __device__ inline {} {name}({parameters}) {{\n{body}}}\n", c_type(result))
    }
}

fn one(t: DType) -> String {
    format!("{} a", c_type(t))
}

fn two(t: DType) -> String {
    format!("{0} a, {0} b", c_type(t))
}

fn in_range(t: DType, bits: i64) -> String {
    if t.is_signed() { format!("n >= 0 && n < {bits}") } else { format!("n < {bits}") }
}

/// The body of a minimum or maximum of `a` and `b`, which is NaN if either is.
fn pick(t: DType, less: &str) -> String {
    if t.is_float() {
        format!("(a {less} b || a != a) ? a : b")
    } else {
        format!("a {less} b ? a : b")
    }
}

/// The suffix of the C mathematical functions.
pub(super) fn suffix(t: DType) -> &'static str {
    if t == DType::F32 { "f" } else { "" }
}

fn floor_divide(t: DType) -> String {
    let c = c_type(t);
    match t {
        // NumPy's floor_divide, with its corrections of rounding.
        DType::F32 | DType::F64 => {
            let f = suffix(t);
            format!(
                "    if (b == 0) return a / b;
    const {c} r = fmod{f}(a, b);
    {c} q = (a - r) / b;
    if (r != 0 && (b < 0) != (r < 0)) q -= 1;
    if (q == 0) return copysign{f}(({c})0, a / b);
    const {c} whole = floor{f}(q);
    return q - whole > ({c})0.5 ? whole + 1 : whole;
"
            )
        }
        _ if t.is_signed_integer() => {
            let w = wrapping_type(t);
            format!(
                "    if (b == 0) return 0;
    if (b == -1) return ({c})(0 - ({w})a);
    const {c} q = a / b;
    return q * b != a && (a < 0) != (b < 0) ? q - 1 : q;
"
            )
        }
        _ => "    return b == 0 ? 0 : a / b;\n".to_string(),
    }
}

fn remainder(t: DType) -> String {
    let c = c_type(t);
    match t {
        DType::F32 | DType::F64 => {
            let f = suffix(t);
            format!(
                "    const {c} r = fmod{f}(a, b);
    if (b == 0 || r != r) return r;
    if (r == 0) return copysign{f}(({c})0, b);
    return (b < 0) != (r < 0) ? r + b : r;
"
            )
        }
        _ if t.is_signed_integer() => format!(
            "    if (b == 0 || b == -1) return 0;
    const {c} r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
"
        ),
        _ => "    return b == 0 ? 0 : a % b;\n".to_string(),
    }
}

fn power(t: DType) -> String {
    let c = c_type(t);
    if t.is_float() {
        // Long products lose digits. Negative powers are not products either, because 1 / x may overflow where x to the
        // n does not.
        let f = suffix(t);
        return format!(
            "    if (n < -16 || n > 16) return pow{f}(a, ({c})n);
    {c} product = 1;
    for (int k = n < 0 ? -n : n; k > 0; k >>= 1) {{
        if (k & 1) product *= a;
        a *= a;
    }}
    return n < 0 ? 1 / product : product;
"
        );
    }
    let w = wrapping_type(t);
    format!(
        "    {w} product = 1, square = ({w})a;
    for (unsigned long long k = n; k > 0; k >>= 1) {{
        if (k & 1) product *= square;
        square *= square;
    }}
    return ({c})product;
"
    )
}

/// Euclid's algorithm on magnitudes. The magnitude of the smallest integer fits only its unsigned type.
fn gcd(t: DType) -> String {
    let (c, w) = (c_type(t), wrapping_type(t));
    let magnitude = |name: &str| match t.is_signed() {
        true => format!("{name} < 0 ? 0 - ({w}){name} : ({w}){name}"),
        false => name.to_string(),
    };
    format!(
        "    {w} x = {}, y = {};
    while (y != 0) {{
        const {w} rest = x % y;
        x = y;
        y = rest;
    }}
    return ({c})x;
",
        magnitude("a"),
        magnitude("b")
    )
}

fn saturate(from: DType, to: DType) -> String {
    let f = suffix(from);
    let (low, low_value, high, high_value) = match to {
        DType::I32 => ("-2147483648.0", "-2147483647 - 1", "2147483648.0", "2147483647"),
        DType::I64 => (
            "-9223372036854775808.0",
            "-9223372036854775807LL - 1",
            "9223372036854775808.0",
            "9223372036854775807LL",
        ),
        DType::I8 => ("-128.0", "-128", "127.0", "127"),
        DType::I16 => ("-32768.0", "-32768", "32767.0", "32767"),
        DType::U8 => ("0.0", "0", "255.0", "255"),
        DType::U16 => ("0.0", "0", "65535.0", "65535"),
        DType::U32 => ("0.0", "0", "4294967296.0", "4294967295u"),
        _ => ("0.0", "0", "18446744073709551616.0", "18446744073709551615ull"),
    };
    format!(
        "    if (a != a) return 0;
    if (a <= {low}{f}) return {low_value};
    return a >= {high}{f} ? {high_value} : ({})a;
",
        c_type(to)
    )
}
