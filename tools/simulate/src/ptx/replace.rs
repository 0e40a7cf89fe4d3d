//! Other instructions for those that the simulator has not, or executes wrongly.

use super::Purpose;
use std::fmt::Write;

/// An instruction of PTX in a line.
struct Instruction<'a> {
    /// `@%p1 `, or nothing.
    condition: &'a str,
    opcode: &'a str,
    operands: Vec<&'a str>,
}

impl<'a> Instruction<'a> {
    fn of(line: &'a str) -> Option<Instruction<'a>> {
        let text = line.trim().strip_suffix(';')?;
        let (condition, text) = match text.starts_with('@') {
            true => text.split_at(text.find(char::is_whitespace)? + 1),
            false => ("", text),
        };
        let (opcode, rest) = text.trim_start().split_once(char::is_whitespace)?;
        let (mut operands, mut begin, mut depth) = (Vec::new(), 0, 0);
        for (k, c) in rest.char_indices() {
            match c {
                '[' | '{' | '(' => depth += 1,
                ']' | '}' | ')' => depth -= 1,
                ',' if depth == 0 => {
                    operands.push(rest[begin..k].trim());
                    begin = k + 1;
                }
                _ => {}
            }
        }
        operands.push(rest[begin..].trim());
        Some(Instruction { condition, opcode, operands })
    }
}

/// The register that holds a carry. A kernel with such instructions declares it.
pub const CARRY: &str = "\t.reg .b64 %carry;\n";

/// What comes in place of a line, if the line cannot stay. `number` is that of the line, for labels.
pub fn replaced(line: &str, purpose: Purpose, number: usize) -> Option<String> {
    let Instruction { condition, opcode, operands } = Instruction::of(line)?;
    let parts: Vec<&str> = opcode.split('.').collect();
    if let (["atom", "global" | "shared", "max" | "min", "s64" | "u64"], [d, a, b], "") =
        (&parts[..], &operands[..], condition)
    {
        return Some(exchange(&parts[1..], d, a, b, number));
    }
    // The simulator takes the second of two destinations for the first. CUDA's functions leave the second one out of use.
    if let (["shfl", "sync", ..], Some((d, _))) = (&parts[..], operands[0].split_once('|')) {
        return Some(format!("\t{condition}{opcode} \t{d}, {};", operands[1..].join(", ")));
    }
    let body = conversion(&parts, &operands, purpose)
        .or_else(|| real(&parts, &operands, purpose))
        .or_else(|| integer(&parts, &operands, purpose))?;
    let mut text =
        "\t{\n\t.reg .pred %xp<4>;\n\t.reg .b16 %xs<2>;\n\t.reg .b32 %xw<8>;\n\t.reg .b64 %xd<8>;\n"
            .to_owned();
    for line in body.lines() {
        let _ = writeln!(text, "\t{condition}{}", line.trim_start());
    }
    text.push_str("\t}");
    Some(text)
}

/// Instructions in place of a conversion.
fn conversion(parts: &[&str], operands: &[&str], purpose: Purpose) -> Option<String> {
    let (["cvt", mode, to, from], [d, a]) = (parts, operands) else { return None };
    let rounds = matches!(*mode, "rni" | "rzi" | "rmi" | "rpi");
    match (*to, *from) {
        ("f64" | "f32", "s64" | "u64") if *mode == "rn" => Some(from_long(to, from, d, a)),
        ("f16", "f32") => Some(half("\tmov.b32 \t%xw0, A;\n", d, a)),
        ("f16", "f64") => Some(half(ODD, d, a)),
        ("s32", "f64") => None,
        // Where it is not beyond the range, the simulator is right.
        ("s32", "f32") if purpose == Purpose::Measure => None,
        (_, "f64" | "f32") if rounds && to.starts_with(['s', 'u']) => Some(to_integer(parts, d, a)),
        ("f32", "f32") if matches!(*mode, "rmi" | "rpi") => Some(format!(
            "\tcvt.f64.f32 \t%xd0, {a};\n\tcvt.{mode}.f64.f64 \t%xd0, %xd0;\n\tcvt.rn.f32.f64 \t{d}, %xd0;\n"
        )),
        _ => None,
    }
}

/// Instructions in place of one of real numbers.
fn real(parts: &[&str], operands: &[&str], purpose: Purpose) -> Option<String> {
    let (signs, fuses) = (purpose != Purpose::Measure, purpose == Purpose::CheckFused);
    match (parts, operands) {
        (["abs" | "neg", "f64" | "f32"], [d, a]) if signs => Some(sign(parts, d, a)),
        (["fma", "rn", "f64"], [d, a, b, c]) if fuses => Some(fused(d, a, b, c)),
        (["fma", mode, "f32"], [d, a, b, c]) if fuses => Some(fused_single(mode, d, a, b, c)),
        (["rsqrt", .., "f64"], [d, a]) => {
            Some(format!("\tsqrt.rn.f64 \t%xd0, {a};\n\trcp.rn.f64 \t{d}, %xd0;\n"))
        }
        _ => None,
    }
}

/// Instructions in place of one of integers or bits.
fn integer(parts: &[&str], operands: &[&str], purpose: Purpose) -> Option<String> {
    match (parts, operands) {
        (["setp", relation @ ("eq" | "ne"), "b32" | "b16"], [d, a, b]) => {
            let bits = &parts[2][1..];
            Some(format!("\tsetp.{relation}.u{bits} \t{d}, {a}, {b};\n"))
        }
        (["shr", "s64"], [d, a, b]) if b.starts_with('%') => Some(format!(
            "\tcvt.u64.u32 \t%xd0, {b};\n\tcvt.u32.u64 \t%xw0, %xd0;\n\tshr.s64 \t{d}, {a}, %xw0;\n"
        )),
        (["mul", "hi", kind @ ("s64" | "u64")], [d, a, b]) => Some(high(kind, d, a, b)),
        (["mad", "hi", kind @ ("s32" | "u32")], [d, a, b, c]) => {
            Some(format!("\tmul.hi.{kind} \t%xw0, {a}, {b};\n\tadd.{kind} \t{d}, %xw0, {c};\n"))
        }
        (["mad", "wide", kind @ ("s32" | "u32")], [d, a, b, c]) => {
            Some(format!("\tmul.wide.{kind} \t%xd0, {a}, {b};\n\tadd.s64 \t{d}, %xd0, {c};\n"))
        }
        (["mad" | "madc" | "add" | "addc" | "sub" | "subc", .., "u32" | "s32"], _)
            if parts.contains(&"cc") || parts[0].ends_with('c') =>
        {
            Some(carry(parts, operands))
        }
        (["bfi", "b64"], [d, a, b, at, length]) => insert(d, a, b, at, length),
        (["prmt", "b32"], [d, a, b, selector]) => permute(d, a, b, selector),
        (["shf", side @ ("l" | "r"), "wrap", "b32"], [d, a, b, c]) => {
            Some(funnel(side, d, a, b, c))
        }
        (["div" | "rem", "s64" | "u64" | "s32" | "u32" | "s16" | "u16"], [d, a, b])
            if purpose != Purpose::Measure =>
        {
            Some(divide(parts, d, a, b))
        }
        (["ld", .., "s8"], [d, from]) => Some(bytes(parts, d, from)),
        _ => None,
    }
}

/// A load of bytes with signs.
fn bytes(parts: &[&str], d: &str, from: &str) -> String {
    let load = parts[..parts.len() - 1].join(".");
    let mut text = format!("\t{load}.u8 \t{d}, {from};\n");
    for register in d.trim_matches(['{', '}']).split(',').map(str::trim) {
        let _ = writeln!(text, "\tcvt.s{}.s8 \t{register}, {register};", width(register));
    }
    text
}

/// The bits of a register, by the names that NVRTC gives.
fn width(register: &str) -> u32 {
    match register {
        _ if register.starts_with("%rs") || register.starts_with("%xs") => 16,
        _ if register.starts_with("%rd") || register.starts_with("%xd") => 64,
        _ => 32,
    }
}

/// 2^32 as a literal.
const TWO_TO_32: &str = "0d41F0000000000000";

/// A real number of an integer of 64 bits: its halves are converted, and combined with one rounding. For `f32` there is
/// a second one.
fn from_long(to: &str, from: &str, d: &str, a: &str) -> String {
    let high = if from == "s64" { "s32" } else { "u32" };
    let single = to == "f32";
    let sum = if single { "%xd2" } else { d };
    let mut text = format!(
        "\tmov.b64 \t{{%xw0, %xw1}}, {a};\n\tcvt.rn.f64.u32 \t%xd0, %xw0;\n\tcvt.rn.f64.{high} \t%xd1, %xw1;\n\
         \tfma.rn.f64 \t{sum}, %xd1, {TWO_TO_32}, %xd0;\n"
    );
    if single {
        let _ = writeln!(text, "\tcvt.rn.f32.f64 \t{d}, %xd2;");
    }
    text
}

/// The bits of the `f32` that `A` (an `f64`) is rounded to odd, so that another rounding gives what one would.
const ODD: &str = "\tcvt.rn.f32.f64 \t%xw1, A;
\tcvt.f64.f32 \t%xd0, %xw1;
\tmov.b64 \t%xd1, A;
\tand.b64 \t%xd2, %xd0, 9223372036854775807;
\tand.b64 \t%xd1, %xd1, 9223372036854775807;
\tsetp.gt.f64 \t%xp0, %xd2, %xd1;
\tselp.u32 \t%xw2, 1, 0, %xp0;
\tsub.s32 \t%xw2, %xw1, %xw2;
\tor.b32 \t%xw2, %xw2, 1;
\tsetp.eq.f64 \t%xp0, %xd2, %xd1;
\tselp.b32 \t%xw0, %xw1, %xw2, %xp0;
\tsetp.nan.f64 \t%xp0, A, A;
\tselp.b32 \t%xw0, %xw1, %xw0, %xp0;
";

/// The nearest half of an `f32`, whose bits `before` leaves in `%xw0`. Its NaNs are not those of GPUs.
fn half(before: &str, d: &str, a: &str) -> String {
    before.replace('A', a)
        + &format!(
            "\tand.b32 \t%xw1, %xw0, 2147483647;
\tshr.u32 \t%xw2, %xw0, 16;
\tand.b32 \t%xw2, %xw2, 32768;
\tadd.f32 \t%xw3, %xw1, 0f3F000000;
\tsub.s32 \t%xw3, %xw3, 1056964608;
\tshr.u32 \t%xw4, %xw1, 13;
\tand.b32 \t%xw4, %xw4, 1;
\tadd.s32 \t%xw4, %xw4, %xw1;
\tsub.s32 \t%xw4, %xw4, 939520001;
\tshr.u32 \t%xw4, %xw4, 13;
\tsetp.lt.u32 \t%xp0, %xw1, 947912704;
\tselp.b32 \t%xw4, %xw3, %xw4, %xp0;
\tsetp.gt.u32 \t%xp1, %xw1, 2139095040;
\tselp.b32 \t%xw5, 32256, 31744, %xp1;
\tsetp.ge.u32 \t%xp2, %xw1, 1199570944;
\tselp.b32 \t%xw4, %xw5, %xw4, %xp2;
\tor.b32 \t%xw4, %xw4, %xw2;
\tcvt.u16.u32 \t{d}, %xw4;
"
        )
}

/// An integer of a real number: rounded as `f64`, put together from its exponent and its mantissa, and cut to the range
/// of the type.
fn to_integer(parts: &[&str], d: &str, a: &str) -> String {
    let (mode, to, from) = (parts[1], parts[2], parts[3]);
    let (signed, bits) = (to.starts_with('s'), to[1..].parse::<u32>().unwrap_or(64));
    let mut text = match from {
        "f32" => format!("\tcvt.f64.f32 \t%xd0, {a};\n"),
        _ => format!("\tmov.b64 \t%xd0, {a};\n"),
    };
    let _ = write!(
        text,
        "\tcvt.{mode}.f64.f64 \t%xd0, %xd0;
\tshr.u64 \t%xd1, %xd0, 52;
\tcvt.u32.u64 \t%xw0, %xd1;
\tand.b32 \t%xw0, %xw0, 2047;
\tand.b64 \t%xd1, %xd0, 4503599627370495;
\tor.b64 \t%xd1, %xd1, 4503599627370496;
\tsub.s32 \t%xw1, %xw0, 1075;
\tneg.s32 \t%xw2, %xw1;
\tshl.b64 \t%xd2, %xd1, %xw1;
\tshr.u64 \t%xd3, %xd1, %xw2;
\tor.b64 \t%xd2, %xd2, %xd3;
\tsetp.lt.s64 \t%xp0, %xd0, 0;
"
    );
    if signed {
        let (most, least) = (i64::MAX >> (64 - bits), i64::MIN >> (64 - bits));
        let _ = write!(
            text,
            "\tsetp.ge.u32 \t%xp1, %xw0, 1086;
\tselp.b64 \t%xd2, 9223372036854775807, %xd2, %xp1;
\tneg.s64 \t%xd3, %xd2;
\tselp.b64 \t%xd3, -9223372036854775808, %xd3, %xp1;
\tselp.b64 \t%xd2, %xd3, %xd2, %xp0;
\tmin.s64 \t%xd2, %xd2, {most};
\tmax.s64 \t%xd2, %xd2, {least};
"
        );
    } else {
        let most = u64::MAX >> (64 - bits);
        let _ = write!(
            text,
            "\tsetp.ge.u32 \t%xp1, %xw0, 1087;
\tselp.b64 \t%xd2, -1, %xd2, %xp1;
\tselp.b64 \t%xd2, 0, %xd2, %xp0;
\tmin.u64 \t%xd2, %xd2, {most};
"
        );
    }
    // What is no number becomes 0, or the highest bit of long integers and of those of `f64`.
    let none = if bits == 64 || from == "f64" { i64::MIN >> (64 - bits) } else { 0 };
    let _ = writeln!(
        text,
        "\tsetp.nan.f64 \t%xp2, %xd0, %xd0;\n\tselp.b64 \t%xd2, {none}, %xd2, %xp2;"
    );
    match width(d) {
        64 => text + &format!("\tmov.b64 \t{d}, %xd2;\n"),
        width => text + &format!("\tcvt.u{width}.u64 \t{d}, %xd2;\n"),
    }
}

/// The absolute value or the negative, also of zeros: the simulator leaves their signs.
fn sign(parts: &[&str], d: &str, a: &str) -> String {
    let double = parts[1] == "f64";
    let (bits, register) = if double { (64, "%xd0") } else { (32, "%xw0") };
    let (operation, mask) = match (parts[0], double) {
        ("abs", true) => ("and", i64::MAX),
        ("abs", false) => ("and", i64::from(i32::MAX)),
        (_, true) => ("xor", i64::MIN),
        (_, false) => ("xor", i64::from(i32::MIN)),
    };
    format!(
        "\tmov.b{bits} \t{register}, {a};\n\t{operation}.b{bits} \t{register}, {register}, {mask};\n\
         \tmov.b{bits} \t{d}, {register};\n"
    )
}

/// A product and a sum of `f64` with one rounding, but in rare cases: the error of the product, from the halves of its
/// factors, and that of the sum are added to the sum. Where the halves are too large, there are two roundings.
fn fused(d: &str, a: &str, b: &str, c: &str) -> String {
    let mut text =
        format!("\tmov.f64 \t%xd0, {a};\n\tmov.f64 \t%xd1, {b};\n\tmov.f64 \t%xd2, {c};\n");
    // x, and the register for its high half; the low one takes the place of x.
    text.push_str("\tmul.f64 \t%xd3, %xd0, %xd1;\n");
    for (x, high) in [("%xd0", "%xd4"), ("%xd1", "%xd5")] {
        let _ = write!(
            text,
            "\tmul.f64 \t%xd6, {x}, 0d41A0000002000000;\n\tsub.f64 \t{high}, %xd6, {x};\n\
             \tsub.f64 \t{high}, %xd6, {high};\n\tsub.f64 \t{x}, {x}, {high};\n"
        );
    }
    text + &format!(
        "\tmul.f64 \t%xd6, %xd4, %xd5;
\tsub.f64 \t%xd6, %xd6, %xd3;
\tmul.f64 \t%xd4, %xd4, %xd1;
\tadd.f64 \t%xd6, %xd6, %xd4;
\tmul.f64 \t%xd5, %xd5, %xd0;
\tadd.f64 \t%xd6, %xd6, %xd5;
\tmul.f64 \t%xd0, %xd0, %xd1;
\tadd.f64 \t%xd6, %xd6, %xd0;
\tadd.f64 \t%xd0, %xd3, %xd2;
\tsub.f64 \t%xd1, %xd0, %xd3;
\tsub.f64 \t%xd4, %xd0, %xd1;
\tsub.f64 \t%xd3, %xd3, %xd4;
\tsub.f64 \t%xd2, %xd2, %xd1;
\tadd.f64 \t%xd3, %xd3, %xd2;
\tadd.f64 \t%xd3, %xd3, %xd6;
\tadd.f64 \t%xd1, %xd0, %xd3;
\tsub.f64 \t%xd4, %xd1, %xd1;
\tsetp.eq.f64 \t%xp0, %xd4, 0d0000000000000000;
\tsetp.ne.f64 \t%xp1, %xd3, 0d0000000000000000;
\tselp.f64 \t%xd1, %xd1, %xd0, %xp1;
\tselp.f64 \t{d}, %xd1, %xd0, %xp0;
"
    )
}

/// A product and a sum of `f32`, whose product `f64` holds. Rounded to the nearest, the result is one number too far for
/// other modes, where it is beyond the sum.
fn fused_single(mode: &str, d: &str, a: &str, b: &str, c: &str) -> String {
    let mut text = format!(
        "\tmov.f32 \t%xw0, {a};\n\tmov.f32 \t%xw1, {b};\n\tmov.f32 \t%xw2, {c};\n\
         \tcvt.f64.f32 \t%xd0, %xw0;\n\tcvt.f64.f32 \t%xd1, %xw1;\n\tcvt.f64.f32 \t%xd2, %xw2;\n\
         \tmul.f64 \t%xd0, %xd0, %xd1;\n\tadd.f64 \t%xd0, %xd0, %xd2;\n\tcvt.rn.f32.f64 \t%xw3, %xd0;\n\
         \tcvt.f64.f32 \t%xd1, %xw3;\n\tsetp.lt.s32 \t%xp0, %xw3, 0;\n"
    );
    // The compared numbers, and what is added to the bits of a positive and of a negative one.
    let (beyond, positive, negative) = match mode {
        "rz" => {
            let mask = i64::MAX;
            let _ =
                writeln!(text, "\tand.b64 \t%xd0, %xd0, {mask};\n\tand.b64 \t%xd1, %xd1, {mask};");
            ("gt", -1, -1)
        }
        "rm" => ("gt", -1, 1),
        "rp" => ("lt", 1, -1),
        _ => return text + &format!("\tmov.f32 \t{d}, %xw3;\n"),
    };
    text + &format!(
        "\tselp.b32 \t%xw4, {negative}, {positive}, %xp0;\n\tsetp.{beyond}.f64 \t%xp1, %xd1, %xd0;\n\
         \tselp.b32 \t%xw4, %xw4, 0, %xp1;\n\tadd.s32 \t%xw3, %xw3, %xw4;\n\tmov.b32 \t{d}, %xw3;\n"
    )
}

/// The high half of a product of 64 bits, from products of halves.
fn high(kind: &str, d: &str, a: &str, b: &str) -> String {
    let mut text = format!(
        "\tmov.u64 \t%xd0, {a};
\tmov.u64 \t%xd1, {b};
\tmov.b64 \t{{%xw0, %xw1}}, %xd0;
\tmov.b64 \t{{%xw2, %xw3}}, %xd1;
\tmul.wide.u32 \t%xd2, %xw0, %xw2;
\tshr.u64 \t%xd2, %xd2, 32;
\tmul.wide.u32 \t%xd3, %xw1, %xw2;
\tadd.s64 \t%xd2, %xd2, %xd3;
\tmul.wide.u32 \t%xd3, %xw0, %xw3;
\tcvt.u32.u64 \t%xw4, %xd2;
\tcvt.u64.u32 \t%xd4, %xw4;
\tadd.s64 \t%xd3, %xd3, %xd4;
\tshr.u64 \t%xd2, %xd2, 32;
\tshr.u64 \t%xd3, %xd3, 32;
\tadd.s64 \t%xd2, %xd2, %xd3;
\tmul.wide.u32 \t%xd3, %xw1, %xw3;
\tadd.s64 \t%xd2, %xd2, %xd3;
"
    );
    if kind == "s64" {
        for (value, other) in [("%xd0", "%xd1"), ("%xd1", "%xd0")] {
            let _ = write!(
                text,
                "\tshr.s64 \t%xd3, {value}, 63;\n\tand.b64 \t%xd3, %xd3, {other};\n\tsub.s64 \t%xd2, %xd2, %xd3;\n"
            );
        }
    }
    text + &format!("\tmov.u64 \t{d}, %xd2;\n")
}

/// Sums, differences and products with a carry, which `%carry` holds.
fn carry(parts: &[&str], operands: &[&str]) -> String {
    let (name, d) = (parts[0], operands[0]);
    let mut text = String::new();
    let last = operands[operands.len() - 1];
    if name.starts_with("mad") {
        let half = if parts.contains(&"hi") { "hi" } else { "lo" };
        let _ = writeln!(text, "\tmul.{half}.u32 \t%xw0, {}, {};", operands[1], operands[2]);
    } else {
        let _ = writeln!(text, "\tmov.u32 \t%xw0, {};", operands[1]);
    }
    let _ = write!(
        text,
        "\tmov.u32 \t%xw1, {last};\n\tcvt.u64.u32 \t%xd0, %xw0;\n\tcvt.u64.u32 \t%xd1, %xw1;\n"
    );
    let operation = if name.starts_with("sub") { "sub" } else { "add" };
    let _ = writeln!(text, "\t{operation}.s64 \t%xd0, %xd0, %xd1;");
    if name.ends_with('c') {
        let _ = writeln!(text, "\t{operation}.s64 \t%xd0, %xd0, %carry;");
    }
    let _ = writeln!(text, "\tcvt.u32.u64 \t{d}, %xd0;");
    if parts.contains(&"cc") {
        text.push_str("\tshr.u64 \t%carry, %xd0, 32;\n\tand.b64 \t%carry, %carry, 1;\n");
    }
    text
}

/// Bits of `a` in place of those of `b`, at a place and of a length that are numbers.
fn insert(d: &str, a: &str, b: &str, at: &str, length: &str) -> Option<String> {
    let (at, length): (u32, u32) = (at.parse().ok()?, length.parse().ok()?);
    let length = length.min(64u32.checked_sub(at)?);
    let mask = if length == 0 { 0 } else { u64::MAX >> (64 - length) };
    let (mask, kept) = (mask as i64, !(mask << at) as i64);
    Some(format!(
        "\tmov.u64 \t%xd0, {a};\n\tmov.u64 \t%xd1, {b};\n\tand.b64 \t%xd0, %xd0, {mask};\n\
         \tshl.b64 \t%xd0, %xd0, {at};\n\tand.b64 \t%xd1, %xd1, {kept};\n\tor.b64 \t{d}, %xd0, %xd1;\n"
    ))
}

/// Bytes of `a` and `b`, in the order of a selector that is a number.
fn permute(d: &str, a: &str, b: &str, selector: &str) -> Option<String> {
    let selector: u32 = match selector.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => selector.parse().ok()?,
    };
    let mut text =
        format!("\tmov.u32 \t%xw0, {a};\n\tmov.u32 \t%xw1, {b};\n\tmov.u32 \t%xw2, 0;\n");
    for k in 0..4 {
        let nibble = selector >> (4 * k) & 15;
        let (word, byte) = (if nibble & 4 == 0 { "%xw0" } else { "%xw1" }, nibble & 3);
        let _ = writeln!(text, "\tshr.u32 \t%xw3, {word}, {};", 8 * byte);
        if nibble & 8 != 0 {
            // The sign of the byte, eight times.
            text.push_str("\tshl.b32 \t%xw3, %xw3, 24;\n\tshr.s32 \t%xw3, %xw3, 31;\n");
        }
        let _ = write!(
            text,
            "\tand.b32 \t%xw3, %xw3, 255;\n\tshl.b32 \t%xw3, %xw3, {};\n\tor.b32 \t%xw2, %xw2, %xw3;\n",
            8 * k
        );
    }
    Some(text + &format!("\tmov.u32 \t{d}, %xw2;\n"))
}

/// A half of two registers that are shifted together.
fn funnel(side: &str, d: &str, a: &str, b: &str, c: &str) -> String {
    let mut text = format!(
        "\tmov.u32 \t%xw0, {a};\n\tmov.u32 \t%xw1, {b};\n\tmov.b64 \t%xd0, {{%xw0, %xw1}};\n\
         \tmov.u32 \t%xw2, {c};\n\tand.b32 \t%xw2, %xw2, 31;\n"
    );
    text.push_str(match side {
        "l" => "\tshl.b64 \t%xd0, %xd0, %xw2;\n\tshr.u64 \t%xd0, %xd0, 32;\n",
        _ => "\tshr.u64 \t%xd0, %xd0, %xw2;\n",
    });
    text + &format!("\tcvt.u32.u64 \t{d}, %xd0;\n")
}

/// A division that has a result where the simulator would stop: by zero, and of the least integer by -1. Integers of 16
/// bits are divided as 32.
fn divide(parts: &[&str], d: &str, a: &str, b: &str) -> String {
    let (name, kind) = (parts[0], parts[1]);
    let signed = kind.starts_with('s');
    let bits = if kind.ends_with("64") { 64 } else { 32 };
    let sign = &kind[..1];
    let (x, y, quotient) =
        if bits == 64 { ("%xd0", "%xd1", "%xd2") } else { ("%xw0", "%xw1", "%xw2") };
    let mut text = if kind.ends_with("16") {
        format!(
            "\tmov.u16 \t%xs0, {a};\n\tmov.u16 \t%xs1, {b};\n\tcvt.{sign}32.{kind} \t{x}, %xs0;\n\tcvt.{sign}32.{kind} \t{y}, %xs1;\n"
        )
    } else {
        format!("\tmov.b{bits} \t{x}, {a};\n\tmov.b{bits} \t{y}, {b};\n")
    };
    let _ = write!(
        text,
        "\tsetp.eq.{sign}{bits} \t%xp0, {y}, 0;\n\tselp.b{bits} \t{y}, 1, {y}, %xp0;\n"
    );
    if signed {
        let _ = write!(
            text,
            "\tsetp.eq.s{bits} \t%xp1, {y}, -1;\n\tselp.b{bits} \t{y}, 1, {y}, %xp1;\n"
        );
    }
    let _ = writeln!(text, "\t{name}.{sign}{bits} \t{quotient}, {x}, {y};");
    // By zero all bits are set, as on GPUs; a remainder is then the dividend.
    let by_zero = if name == "div" { "-1" } else { x };
    if signed && name == "div" {
        let _ = write!(
            text,
            "\tneg.s{bits} \t{y}, {x};\n\tselp.b{bits} \t{quotient}, {y}, {quotient}, %xp1;\n"
        );
    }
    let _ = writeln!(text, "\tselp.b{bits} \t{quotient}, {by_zero}, {quotient}, %xp0;");
    match width(d) {
        16 => text + &format!("\tcvt.u16.u32 \t{d}, {quotient};\n"),
        width => text + &format!("\tmov.b{width} \t{d}, {quotient};\n"),
    }
}

/// An atomic maximum or minimum of 64 bits, by exchanges until none comes between. Its registers are those of the
/// kernel, because the simulator looks for labels there.
fn exchange(parts: &[&str], d: &str, a: &str, b: &str, number: usize) -> String {
    let [space, operation, kind] = *parts else { return String::new() };
    let label = format!("$exchange{number}");
    format!(
        "{label}:\n\tld.{space}.u64 \t%seen, {a};\n\t{operation}.{kind} \t%wanted, %seen, {b};\n\
         \tatom.{space}.cas.b64 \t%found, {a}, %seen, %wanted;\n\tsetp.ne.s64 \t%again, %found, %seen;\n\
         \t@%again bra \t{label};\n\tmov.u64 \t{d}, %found;"
    )
}

/// The registers of [`exchange`].
pub const EXCHANGE: &str =
    "\t.reg .pred %again;\n\t.reg .b64 %seen;\n\t.reg .b64 %wanted;\n\t.reg .b64 %found;\n";

#[cfg(test)]
mod tests;
