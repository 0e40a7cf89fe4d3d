//! Makes PTX of NVRTC what the simulator executes rightly. Instructions that it has not, or that it is wrong about, become
//! others ([`replace`]), and functions are put in place of their calls ([`inline`]). Literals that 32 bits do not hold are put together in registers, when the kernel begins.

mod inline;
#[cfg(test)]
mod interpret;
mod replace;

use inline::inlined;
use replace::{CARRY, EXCHANGE, replaced};
use std::fmt::Write;

/// What PTX is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To count what it costs. Only what would make results wrong becomes other instructions, which are more.
    Measure,
    /// To compare results. Zeros have the right signs, and divisions by zero do not stop the simulator, too.
    Check,
    /// The same, and a fused multiply-add rounds once. The simulator's rounds twice.
    CheckFused,
}

/// The kernels of these names alone, as the simulator takes them.
pub fn adapted(ptx: &str, purpose: Purpose, is_wanted: impl Fn(&str) -> bool) -> String {
    let ptx = inlined(ptx);
    let mut text = String::new();
    let mut rest = &*ptx;
    while let Some(start) = rest.find("\n.visible .entry ") {
        text.push_str(&rest[..start]);
        let body = &rest[start..];
        let end = body.find("\n}").map_or(body.len(), |end| end + 2);
        let name = body["\n.visible .entry ".len()..].split(['(', '\n']).next().unwrap_or_default();
        if is_wanted(name.trim()) {
            text.push_str(&entry(&body[..end], purpose));
        }
        rest = &body[end..];
    }
    text + rest
}

/// The text of one kernel with other instructions.
fn entry(text: &str, purpose: Purpose) -> String {
    let Some((signature, body)) = text.split_once("\n{\n") else { return text.to_owned() };
    let mut literals: Vec<i128> = Vec::new();
    let mut out = String::new();
    for (number, line) in body.lines().enumerate() {
        let other = replaced(line, purpose, number);
        for line in other.as_deref().unwrap_or(line).lines() {
            out.push_str(&with_registers(line, &mut literals));
            out.push('\n');
        }
    }
    let mut head = format!("{signature}\n{{\n");
    for (register, declarations) in [("%carry", CARRY), ("%again", EXCHANGE)] {
        if out.contains(register) {
            head.push_str(declarations);
        }
    }
    if !literals.is_empty() {
        let count = literals.len() + 1;
        let _ = writeln!(head, "\t.reg .b32 %word<2>;\n\t.reg .b64 %literal<{count}>;");
        for (k, literal) in literals.iter().enumerate() {
            let (high, low) = ((literal >> 32) as i32, *literal as i32);
            let _ = writeln!(
                head,
                "\tmov.u32 \t%word0, {low};\n\tmov.u32 \t%word1, {high};\n\
                 \tmov.b64 \t%literal{k}, {{%word0, %word1}};"
            );
        }
    }
    head + &out
}

/// The line with registers in place of long literals, which are added to those that are known.
fn with_registers(line: &str, literals: &mut Vec<i128>) -> String {
    let mut out = String::new();
    for (k, word) in line.split_inclusive([',', ';', ' ', '\t']).enumerate() {
        let bare = word.trim_end_matches([',', ';', ' ', '\t']);
        let value = bare.parse::<i128>().ok().filter(|_| k > 0);
        match value.filter(|value| i32::try_from(*value).is_err()) {
            Some(value) => {
                let known = literals.iter().position(|literal| *literal == value);
                let number = known.unwrap_or(literals.len());
                if known.is_none() {
                    literals.push(value);
                }
                let _ = write!(out, "%literal{number}{}", &word[bare.len()..]);
            }
            None => out.push_str(word),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Purpose, adapted};

    fn kernel(name: &str, body: &str) -> String {
        format!("\n.visible .entry {name}(\n)\n{{\n{body}\tret;\n\n}}\n")
    }

    #[test]
    fn one_kernel_is_left() {
        let ptx = format!(".version 7.8\n{}{}", kernel("f_0", ""), kernel("f_1", ""));
        let left = adapted(&ptx, Purpose::Measure, |name| name == "f_1");
        assert!(left.contains(".entry f_1(") && !left.contains("f_0"), "{left}");
        assert!(left.starts_with(".version 7.8\n"));
        assert_eq!(left.matches("ret;").count(), 1);
    }

    #[test]
    fn conversions_are_made_of_halves() {
        let text =
            adapted(&kernel("f", "\tcvt.rn.f64.s64 \t%fd2, %rd11;\n"), Purpose::Measure, |_| true);
        assert!(text.contains("mov.b64 \t{%xw0, %xw1}, %rd11;"), "{text}");
        assert!(text.contains("fma.rn.f64 \t%fd2, %xd1, 0d41F0000000000000, %xd0;"), "{text}");
        let text =
            adapted(&kernel("f", "\tcvt.rn.f32.u64 \t%f2, %rd1;\n"), Purpose::Measure, |_| true);
        assert!(text.contains("cvt.rn.f64.u32 \t%xd1, %xw1;"), "{text}");
        assert!(text.contains("cvt.rn.f32.f64 \t%f2, %xd2;"), "{text}");
    }

    #[test]
    fn long_literals_are_registers() {
        let body = "\tselp.b64 \t%rd1, %rd2, 9223372036854775807, %p1;\n\tadd.s64 \t%rd3, %rd2, -100;\n\
            \tmov.u64 \t%rd4, 9223372036854775807;\n\tand.b64 \t%rd5, %rd4, -4294967296;\n";
        let text = adapted(&kernel("f", body), Purpose::Measure, |_| true);
        assert!(text.contains("selp.b64 \t%rd1, %rd2, %literal0, %p1;"), "{text}");
        assert!(text.contains("mov.u64 \t%rd4, %literal0;"), "{text}");
        assert!(text.contains("and.b64 \t%rd5, %rd4, %literal1;"), "{text}");
        assert!(text.contains("add.s64 \t%rd3, %rd2, -100;"), "{text}");
        assert!(text.contains("mov.u32 \t%word0, -1;\n\tmov.u32 \t%word1, 2147483647;"), "{text}");
        assert!(text.contains("mov.u32 \t%word0, 0;\n\tmov.u32 \t%word1, -1;"), "{text}");
    }
}
