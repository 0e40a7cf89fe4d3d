//! Makes PTX of NVRTC what the simulator executes rightly. It is wrong about two things, for which it gets other
//! instructions:
//!
//! - integers of 64 bits that become real numbers (`cvt.rn.f64.s64`): their halves are converted, and then combined
//!   with one rounding;
//! - literals that 32 bits do not hold: they are put together in registers, when the kernel begins.

use std::fmt::Write;

/// What the integers of a conversion are, and what they become.
const CONVERSIONS: [&str; 4] =
    ["cvt.rn.f64.s64", "cvt.rn.f64.u64", "cvt.rn.f32.s64", "cvt.rn.f32.u64"];

/// 2^32 as a literal.
const TWO_TO_32: &str = "0d41F0000000000000";

/// The kernel of this name alone, as the simulator takes it: it reads all of a text, and stops at each kernel that it
/// does not know.
pub fn adapted(ptx: &str, kernel: &str) -> String {
    let mut text = String::new();
    let mut rest = ptx;
    while let Some(start) = rest.find("\n.visible .entry ") {
        text.push_str(&rest[..start]);
        let body = &rest[start..];
        let end = body.find("\n}").map_or(body.len(), |end| end + 2);
        let name = body["\n.visible .entry ".len()..].split(['(', '\n']).next().unwrap_or_default();
        if name.trim() == kernel {
            text.push_str(&entry(&body[..end]));
        }
        rest = &body[end..];
    }
    text.push_str(rest);
    text
}

/// The text of one kernel with other instructions.
fn entry(text: &str) -> String {
    let Some((signature, body)) = text.split_once("\n{\n") else { return text.to_owned() };
    let mut literals: Vec<i128> = Vec::new();
    let mut converts = false;
    let mut out = String::new();
    for line in body.lines() {
        match conversion(line) {
            Some(instructions) => {
                converts = true;
                out.push_str(&instructions);
            }
            None => out.push_str(&with_registers(line, &mut literals)),
        }
        out.push('\n');
    }
    let mut head = format!("{signature}\n{{\n");
    if converts {
        head.push_str("\t.reg .b32 %half<2>;\n\t.reg .f64 %part<3>;\n");
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

/// The instructions in place of a conversion, if the line is one that has no condition.
fn conversion(line: &str) -> Option<String> {
    let kind = CONVERSIONS.into_iter().find(|kind| line.trim_start().starts_with(kind))?;
    let operands = line.trim_start().strip_prefix(kind)?.trim().strip_suffix(';')?;
    let (target, source) = operands.split_once(',')?;
    let (target, source) = (target.trim(), source.trim());
    let high = if kind.ends_with("s64") { "s32" } else { "u32" };
    let single = kind.starts_with("cvt.rn.f32");
    let sum = if single { "%part2" } else { target };
    let mut out = format!(
        "\tmov.b64 \t{{%half0, %half1}}, {source};\n\tcvt.rn.f64.u32 \t%part0, %half0;\n\
         \tcvt.rn.f64.{high} \t%part1, %half1;\n\tfma.rn.f64 \t{sum}, %part1, {TWO_TO_32}, %part0;"
    );
    if single {
        let _ = write!(out, "\n\tcvt.rn.f32.f64 \t{target}, %part2;");
    }
    Some(out)
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
    use super::adapted;

    fn kernel(name: &str, body: &str) -> String {
        format!("\n.visible .entry {name}(\n)\n{{\n{body}\tret;\n\n}}\n")
    }

    #[test]
    fn one_kernel_is_left() {
        let ptx = format!(".version 7.8\n{}{}", kernel("f_0", ""), kernel("f_1", ""));
        let left = adapted(&ptx, "f_1");
        assert!(left.contains(".entry f_1(") && !left.contains("f_0"), "{left}");
        assert!(left.starts_with(".version 7.8\n"));
        assert_eq!(left.matches("ret;").count(), 1);
    }

    #[test]
    fn conversions_are_made_of_halves() {
        let text = adapted(&kernel("f", "\tcvt.rn.f64.s64 \t%fd2, %rd11;\n"), "f");
        assert!(text.contains("mov.b64 \t{%half0, %half1}, %rd11;"), "{text}");
        assert!(text.contains("fma.rn.f64 \t%fd2, %part1, 0d41F0000000000000, %part0;"), "{text}");
        let text = adapted(&kernel("f", "\tcvt.rn.f32.u64 \t%f2, %rd1;\n"), "f");
        assert!(text.contains("cvt.rn.f64.u32 \t%part1, %half1;"), "{text}");
        assert!(text.contains("cvt.rn.f32.f64 \t%f2, %part2;"), "{text}");
    }

    #[test]
    fn long_literals_are_registers() {
        let body = "\tselp.b64 \t%rd1, %rd2, 9223372036854775807, %p1;\n\tadd.s64 \t%rd3, %rd2, -100;\n\
            \tmov.u64 \t%rd4, 9223372036854775807;\n\tand.b64 \t%rd5, %rd4, -4294967296;\n";
        let text = adapted(&kernel("f", body), "f");
        assert!(text.contains("selp.b64 \t%rd1, %rd2, %literal0, %p1;"), "{text}");
        assert!(text.contains("mov.u64 \t%rd4, %literal0;"), "{text}");
        assert!(text.contains("and.b64 \t%rd5, %rd4, %literal1;"), "{text}");
        assert!(text.contains("add.s64 \t%rd3, %rd2, -100;"), "{text}");
        assert!(text.contains("mov.u32 \t%word0, -1;\n\tmov.u32 \t%word1, 2147483647;"), "{text}");
        assert!(text.contains("mov.u32 \t%word0, 0;\n\tmov.u32 \t%word1, -1;"), "{text}");
    }
}
