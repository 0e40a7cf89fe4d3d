//! Puts the bodies of functions in place of calls, which the simulator stops at: NVRTC leaves the large functions of CUDA's
//! library as functions.

use std::collections::BTreeSet;
use std::fmt::Write;

/// A function beside kernels.
struct Function<'a> {
    name: &'a str,
    /// Lines of its body.
    body: Vec<&'a str>,
}

/// A call, as NVRTC writes it between two marks.
#[derive(Default)]
struct Call<'a> {
    function: &'a str,
    /// Type and value of each argument.
    arguments: Vec<(&'a str, &'a str)>,
    /// Type and register of the result.
    result: Option<(&'a str, &'a str)>,
}

/// The PTX without calls in its kernels.
pub fn inlined(ptx: &str) -> String {
    let functions = functions(ptx);
    if functions.is_empty() {
        return ptx.to_owned();
    }
    let mut text = String::new();
    let mut rest = ptx;
    while let Some(start) = rest.find("\n.visible .entry ") {
        let end = rest[start..].find("\n}").map_or(rest.len(), |end| start + end + 2);
        text.push_str(&rest[..start]);
        text.push_str(&kernel(&rest[start..end], &functions));
        rest = &rest[end..];
    }
    text + rest
}

fn functions(ptx: &str) -> Vec<Function<'_>> {
    let texts = ptx.split("\n.func ").skip(1);
    let defined = texts.filter_map(|text| {
        let (head, rest) = text.split_once("\n{\n")?;
        // A declaration, before something else that has a body.
        if head.contains(';') {
            return None;
        }
        let (body, _) = rest.split_once("\n}")?;
        let after = match head.trim_start().strip_prefix('(') {
            Some(result) => result.split_once(')')?.1,
            None => head,
        };
        let name = after.split('(').next()?.trim();
        Some(Function { name, body: body.lines().collect() })
    });
    defined.collect()
}

fn kernel(text: &str, functions: &[Function<'_>]) -> String {
    let Some((signature, body)) = text.split_once("\n{\n") else { return text.to_owned() };
    let (mut out, mut used) = (String::new(), BTreeSet::new());
    let mut lines = body.lines();
    let mut calls = 0;
    while let Some(line) = lines.next() {
        if !line.trim_start().starts_with("{ // callseq") {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let inner: Vec<&str> =
            lines.by_ref().take_while(|line| !line.contains("} // callseq")).collect();
        let call = call(&inner);
        match functions.iter().position(|function| function.name == call.function) {
            Some(number) => {
                used.insert(number);
                out.push_str(&expanded(&call, &functions[number], number, calls));
                calls += 1;
            }
            None => {
                let _ = writeln!(out, "{line}\n{}\n\t}}", inner.join("\n"));
            }
        }
    }
    let mut head = format!("{signature}\n{{\n");
    for number in used {
        head.push_str(&declarations(&functions[number], number));
    }
    head + &out
}

fn call<'a>(lines: &[&'a str]) -> Call<'a> {
    let mut call = Call::default();
    for (k, line) in lines.iter().enumerate() {
        let line = line.trim();
        let Some((opcode, operands)) = line.split_once(char::is_whitespace) else { continue };
        let kind = opcode.rsplit('.').next().unwrap_or_default();
        let (first, second) = operands.split_once(',').unwrap_or((operands, ""));
        let second = second.trim().trim_end_matches(';');
        if opcode.starts_with("st.param") {
            call.arguments.push((kind, second));
        } else if opcode.starts_with("ld.param") {
            call.result = Some((kind, first.trim()));
        } else if opcode.starts_with("call") {
            let next = lines.get(k + 1).copied().unwrap_or_default();
            call.function = next.trim().trim_end_matches(',');
        }
    }
    call
}

/// The registers and the local memory of a function, for the begin of a kernel.
fn declarations(function: &Function<'_>, number: usize) -> String {
    let mut text = format!("\t.reg .b64 %argument{number}_<8>;\n\t.reg .b64 %result{number};\n");
    let mut depth = 0;
    for line in &function.body {
        let bare = line.trim();
        if depth == 0 && (bare.starts_with(".reg") || bare.starts_with(".local")) {
            text.push_str(&renamed(line, number, ""));
            text.push('\n');
        }
        depth += depth_of(bare);
    }
    text
}

/// A line that is a brace opens or closes a block.
fn depth_of(line: &str) -> i32 {
    i32::from(line.starts_with('{')) - i32::from(line.starts_with('}'))
}

/// The body of a function, in place of a call.
fn expanded(call: &Call<'_>, function: &Function<'_>, number: usize, site: usize) -> String {
    let mut text = String::new();
    let end = format!("$end_{site}");
    for (k, (kind, value)) in call.arguments.iter().enumerate() {
        let _ = writeln!(text, "\tmov.{kind} \t%argument{number}_{k}, {value};");
    }
    let mut depth = 0;
    for line in &function.body {
        let bare = line.trim();
        if depth == 0 && (bare.starts_with(".reg") || bare.starts_with(".local")) {
            continue;
        }
        depth += depth_of(bare);
        let line = renamed(line, number, &format!("_{site}"));
        let _ = match parameter(&line, function.name, number) {
            Some(other) => writeln!(text, "{other}"),
            None => writeln!(text, "{}", line.replace("ret;", &format!("bra \t{end};"))),
        };
    }
    let _ = writeln!(text, "{end}:");
    if let Some((kind, register)) = call.result {
        let _ = writeln!(text, "\tmov.{kind} \t{register}, %result{number};");
    }
    text
}

/// A move in place of a line that reads a parameter or writes the result.
fn parameter(line: &str, function: &str, number: usize) -> Option<String> {
    let (opcode, operands) = line.trim().split_once(char::is_whitespace)?;
    let kind = opcode.rsplit('.').next()?;
    let (first, second) = operands.trim().strip_suffix(';')?.split_once(',')?;
    if opcode.starts_with("ld.param") {
        let name = second.trim().trim_matches(['[', ']']);
        let k = name.strip_prefix(function)?.strip_prefix("_param_")?;
        return Some(format!("\tmov.{kind} \t{first}, %argument{number}_{k};"));
    }
    opcode
        .starts_with("st.param")
        .then(|| format!("\tmov.{kind} \t%result{number}, {};", second.trim()))
}

/// The line with other names of registers, for this function, and of labels, for this call.
fn renamed(line: &str, number: usize, site: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(['%', '$']) {
        out.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        let end = after.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let (name, left) = after.split_at(end.unwrap_or(after.len()));
        if rest[start..].starts_with('$') {
            let _ = write!(out, "${name}{site}");
        } else if ["tid", "ctaid", "ntid", "nctaid", "laneid"].contains(&name) {
            let _ = write!(out, "%{name}");
        } else {
            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
            let _ = write!(out, "%{stem}c{number}_{}", &name[stem.len()..]);
        }
        rest = left;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::inlined;

    const PTX: &str = ".version 7.8
.func  (.param .b64 func_retval0) pow
(
\t.param .b64 pow_param_0
)
;

.visible .entry f(
)
{
\t.reg .f64 \t%fd<3>;
\tmov.f64 \t%fd1, 0d4000000000000000;
\t{ // callseq 0, 0
\t.reg .b32 temp_param_reg;
\t.param .b64 param0;
\tst.param.f64 \t[param0+0], %fd1;
\t.param .b64 retval0;
\tcall.uni (retval0), 
\tpow, 
\t(
\tparam0
\t);
\tld.param.f64 \t%fd2, [retval0+0];
\t} // callseq 0
\tret;

}
.func  (.param .b64 func_retval0) pow(
\t.param .b64 pow_param_0
)
{
\t.reg .pred \t%p<2>;
\t.reg .f64 \t%fd<9>;
\tld.param.f64 \t%fd1, [pow_param_0];
\tsetp.lt.f64 \t%p1, %fd1, 0d0000000000000000;
\t@%p1 bra \t$L__BB1_2;
\tmul.f64 \t%fd8, %fd1, %fd1;
$L__BB1_2:
\tst.param.f64 \t[func_retval0+0], %fd8;
\tret;

}
";

    #[test]
    fn bodies_replace_calls() {
        let text = inlined(PTX);
        let kernel = &text[text.find(".entry f").unwrap()..text.rfind(".func").unwrap()];
        let lines: Vec<&str> =
            kernel.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let expected = [
            ".entry f(",
            ")",
            "{",
            ".reg .b64 %argument0_<8>;",
            ".reg .b64 %result0;",
            ".reg .pred \t%pc0_<2>;",
            ".reg .f64 \t%fdc0_<9>;",
            ".reg .f64 \t%fd<3>;",
            "mov.f64 \t%fd1, 0d4000000000000000;",
            "mov.f64 \t%argument0_0, %fd1;",
            "mov.f64 \t%fdc0_1, %argument0_0;",
            "setp.lt.f64 \t%pc0_1, %fdc0_1, 0d0000000000000000;",
            "@%pc0_1 bra \t$L__BB1_2_0;",
            "mul.f64 \t%fdc0_8, %fdc0_1, %fdc0_1;",
            "$L__BB1_2_0:",
            "mov.f64 \t%result0, %fdc0_8;",
            "bra \t$end_0;",
            "$end_0:",
            "mov.f64 \t%fd2, %result0;",
            "ret;",
            "}",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn texts_without_functions_stay() {
        let text = "\n.visible .entry f(\n)\n{\n\tret;\n}\n";
        assert_eq!(inlined(text), text);
    }
}
