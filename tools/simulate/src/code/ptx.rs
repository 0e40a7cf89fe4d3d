//! Reads PTX: its instructions, and what each is on a GPU.

use super::{Branch, Code, Instruction, Kind, Marks, Wait, registers};

/// What PTX instructions stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// One instruction each, as the simulator executes them.
    Simulated,
    /// The machine instructions that `ptxas` usually makes of each ([`expansion`]).
    Expanded,
}

/// The instructions of a text.
pub fn read(text: &str, reading: Reading) -> Code {
    let (mut instructions, mut marks) = (Vec::new(), Marks::default());
    let mut open: Option<(usize, String)> = None;
    let mut inside = false;
    for (number, whole) in text.lines().enumerate() {
        let line = whole.split("//").next().unwrap_or_default().trim();
        if let Some((_, statement)) = &mut open {
            statement.push(' ');
            statement.push_str(line);
        } else if line.starts_with('{') && !inside {
            inside = true;
            marks.functions.push((String::new(), instructions.len()));
            continue;
        } else if !inside || line.is_empty() || line.starts_with(['.', '{', '}']) {
            // Braces of calls have an indent.
            inside &= !whole.starts_with('}');
            continue;
        } else if let Some(label) = line.strip_suffix(':') {
            marks.labels.insert(label.to_owned(), instructions.len());
            continue;
        } else {
            open = Some((number + 1, line.to_owned()));
        }
        if let Some((first, statement)) = open.take_if(|(_, text)| text.ends_with(';')) {
            let statement = statement.trim_end_matches(';');
            if let Some(found) = instruction(statement, first, reading) {
                mark(&found, statement, instructions.len(), &mut marks);
                instructions.push(found);
            }
        }
    }
    Code::new(instructions, marks)
}

/// Notes branches and ends of threads.
fn mark(instruction: &Instruction, statement: &str, position: usize, marks: &mut Marks) {
    let base = instruction.opcode.split('.').next().unwrap_or_default();
    let label = || statement.split_whitespace().last().map(str::to_owned);
    let (target, conditional) = match base {
        "bra" => (label(), statement.starts_with('@')),
        "ret" | "exit" => (None, statement.starts_with('@')),
        // A branch by a table, to labels that are not followed.
        "brx" => (None, true),
        _ => return,
    };
    marks.branches.push(Branch { position, target, conditional });
}

fn instruction(statement: &str, line: usize, reading: Reading) -> Option<Instruction> {
    let mut rest = statement.trim();
    let mut reads = Vec::new();
    if let Some(predicated) = rest.strip_prefix('@') {
        let (predicate, after) = predicated.split_once(char::is_whitespace)?;
        reads.push(predicate.trim_start_matches('!').to_owned());
        rest = after.trim_start();
    }
    let (opcode, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let operands = operands.trim_start();
    let (kind, wait) = classify(opcode);
    let cost = match reading {
        Reading::Simulated => vec![(kind, 1.0)],
        Reading::Expanded => expansion(opcode),
    };
    let register = |word: &str| word.starts_with('%');
    let base = opcode.split('.').next().unwrap_or_default();
    let no_result = ["st", "red", "bra", "bar", "ret", "exit", "membar", "call", "prefetch"];
    let (target, sources) = if no_result.contains(&base) {
        ("", operands)
    } else if operands.starts_with('{') {
        operands.split_once('}').unwrap_or((operands, ""))
    } else {
        operands.split_once(',').unwrap_or((operands, ""))
    };
    reads.extend(registers(sources, register));
    let writes = registers(target, register);
    Some(Instruction { line, opcode: opcode.to_owned(), kind, wait, cost, writes, reads })
}

/// What executes an instruction, and how long its result takes.
pub fn classify(opcode: &str) -> (Kind, Wait) {
    let parts: Vec<&str> = opcode.split('.').collect();
    let (base, dtype) = (parts[0], parts[parts.len() - 1]);
    let has = |part: &str| parts.contains(&part);
    match base {
        "ld" | "ldu" | "st" | "atom" | "red" => {
            if has("param") || has("const") {
                (Kind::Other, Wait::Arithmetic)
            } else if has("shared") {
                (Kind::Shared, Wait::Shared)
            } else if has("local") {
                (Kind::Local, Wait::L1)
            } else {
                (Kind::Global, Wait::Memory)
            }
        }
        "bar" | "barrier" => (Kind::Barrier, Wait::Barrier),
        "bra" | "ret" | "exit" | "call" | "brx" | "membar" | "fence" | "prefetch"
        | "activemask" => (Kind::Other, Wait::Arithmetic),
        "shfl" => (Kind::Shared, Wait::Shared),
        "ex2" | "lg2" | "sin" | "cos" | "tanh" | "popc" | "clz" | "bfind" | "brev" => {
            (Kind::Special, Wait::Special)
        }
        "rcp" | "rsqrt" | "sqrt" | "div" if has("approx") => (Kind::Special, Wait::Special),
        "div" | "rem" | "rcp" | "sqrt" | "rsqrt" => match dtype {
            "f64" => (Kind::F64, Wait::Divide),
            "f32" => (Kind::F32, Wait::Divide),
            _ => (Kind::Integer, Wait::Divide),
        },
        "cvt" if parts.iter().any(|part| matches!(*part, "f16" | "bf16" | "f32" | "f64")) => {
            (Kind::Special, Wait::Special)
        }
        "mov" | "selp" | "neg" | "abs" | "cvta" | "copysign" | "testp" => {
            (Kind::Integer, Wait::Arithmetic)
        }
        _ if has("f64") => (Kind::F64, Wait::F64),
        "setp" | "set" | "min" | "max" if has("f32") => (Kind::Integer, Wait::Arithmetic),
        _ if ["f32", "f16", "f16x2", "bf16", "bf16x2"].contains(&dtype) => {
            (Kind::F32, Wait::Arithmetic)
        }
        "mul" | "mad" | "mul24" | "mad24" => (Kind::Multiply, Wait::Arithmetic),
        _ => (Kind::Integer, Wait::Arithmetic),
    }
}

/// The machine instructions that usually become of a PTX instruction, where no disassembler shows them. Registers have
/// 32 bits, so integers of 64 are two or more instructions; divisions and roots are sequences; most moves, constants and
/// parameters disappear.
pub fn expansion(opcode: &str) -> Vec<(Kind, f64)> {
    use Kind::{F32, F64, Integer, Multiply, Special};
    let (kind, _) = classify(opcode);
    let parts: Vec<&str> = opcode.split('.').collect();
    let (base, dtype) = (parts[0], parts[parts.len() - 1]);
    let wide = matches!(dtype, "s64" | "u64" | "b64");
    let approximate = parts.contains(&"approx");
    match (base, dtype) {
        ("cvta", _) => vec![],
        ("ld" | "ldu", _) if kind == Kind::Other => vec![],
        ("mov", _) => vec![(Integer, 0.5)],
        ("div" | "rem" | "rcp" | "sqrt" | "rsqrt", "f64") if !approximate => {
            vec![(F64, 9.0), (Special, 1.0), (Integer, 8.0), (Kind::Other, 3.0)]
        }
        ("div" | "rcp" | "sqrt" | "rsqrt", "f32") if !approximate => {
            vec![(F32, 7.0), (Special, 1.0), (Integer, 3.0), (Kind::Other, 2.0)]
        }
        ("div" | "rem", _) if wide => {
            vec![(Integer, 45.0), (Multiply, 35.0), (Special, 2.0), (Kind::Other, 5.0)]
        }
        ("div" | "rem", "s32" | "u32" | "s16" | "u16") => {
            vec![(Integer, 11.0), (Multiply, 4.0), (Special, 3.0)]
        }
        ("min" | "max", "f64") => vec![(F64, 1.0), (Integer, 4.0)],
        ("selp", "f64") => vec![(Integer, 2.0)],
        ("mul" | "mad", _) if wide => vec![(Multiply, 3.0), (Integer, 1.0)],
        ("cvt", _) if kind == Integer => vec![(Integer, 0.5)],
        ("shl" | "shr", _) if wide => vec![(Integer, 2.0)],
        ("min" | "max", _) if wide => vec![(Integer, 4.0)],
        ("add" | "sub" | "setp" | "and" | "or" | "xor" | "not" | "neg" | "selp", _) if wide => {
            vec![(Integer, 2.0)]
        }
        _ => vec![(kind, 1.0)],
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Reading, Wait, classify, expansion, read};

    const TEXT: &str = ".version 7.8\n.visible .entry f(\n\t.param .u64 f_param_0\n)\n.maxntid 256, 1, 1\n{\n\
        \t.reg .f64 \t%fd<4>;\n\n\tld.param.u64 \t%rd1, [f_param_0];\n\t@%p1 bra \t$L__BB0_2;\n\n$L__BB0_1:\n\
        \tld.global.nc.v2.f64 \t{%fd1, %fd2}, [%rd1+16];\n\tfma.rn.f64 \t%fd3, %fd1, %fd2, %fd3;\n\
        \tsetp.lt.s64 \t%p2, %rd1, %rd2;\n\t@%p2 bra \t$L__BB0_1;\n\n$L__BB0_2:\n\tst.global.f64 \t[%rd1], %fd3;\n\
        \tcall.uni (retval0), \n\tg, \n\t(\n\tparam0\n\t);\n\tret;\n\n}\n";

    #[test]
    fn reads_instructions() {
        let code = read(TEXT, Reading::Simulated);
        let lines: Vec<usize> = code.instructions.iter().map(|found| found.line).collect();
        assert_eq!(lines, [9, 10, 13, 14, 15, 16, 19, 20, 25]);
        let load = &code.instructions[2];
        assert_eq!((load.kind, load.loads()), (Kind::Global, true));
        assert_eq!(
            (load.writes.join(" "), load.reads.join(" ")),
            ("%fd1 %fd2".into(), "%rd1".into())
        );
        assert_eq!(code.instructions[5].reads, ["%p2"]);
        let store = &code.instructions[6];
        assert!(store.writes.is_empty() && !store.loads());
        assert_eq!(store.reads, ["%rd1", "%fd3"]);
    }

    #[test]
    fn finds_blocks_and_loops() {
        let code = read(TEXT, Reading::Simulated);
        assert_eq!(code.blocks, [0..2, 2..6, 6..9]);
        assert_eq!(code.loops.iter().collect::<Vec<_>>(), [&(2..6)]);
        assert_eq!(code.reachable, [true; 3]);
        assert!(code.repeats(&(2..6)) && code.depth(3) == 1 && code.depth(6) == 0);
    }

    #[test]
    fn classifies() {
        let kinds = [
            ("fma.rn.f64", Kind::F64, Wait::F64),
            ("setp.gt.f64", Kind::F64, Wait::F64),
            ("abs.f64", Kind::Integer, Wait::Arithmetic),
            ("fma.rn.f32", Kind::F32, Wait::Arithmetic),
            ("mul.wide.u32", Kind::Multiply, Wait::Arithmetic),
            ("add.s64", Kind::Integer, Wait::Arithmetic),
            ("cvt.rn.f64.s32", Kind::Special, Wait::Special),
            ("cvt.u64.u32", Kind::Integer, Wait::Arithmetic),
            ("ex2.approx.ftz.f32", Kind::Special, Wait::Special),
            ("div.rn.f64", Kind::F64, Wait::Divide),
            ("div.u32", Kind::Integer, Wait::Divide),
            ("ld.shared.f64", Kind::Shared, Wait::Shared),
            ("ld.local.f64", Kind::Local, Wait::L1),
            ("ld.param.u64", Kind::Other, Wait::Arithmetic),
            ("atom.global.add.u64", Kind::Global, Wait::Memory),
            ("bar.sync", Kind::Barrier, Wait::Barrier),
            ("bra.uni", Kind::Other, Wait::Arithmetic),
        ];
        for (opcode, kind, wait) in kinds {
            assert_eq!(classify(opcode), (kind, wait), "{opcode}");
        }
    }

    #[test]
    fn expands() {
        assert_eq!(expansion("add.s64"), [(Kind::Integer, 2.0)]);
        assert_eq!(expansion("add.s32"), [(Kind::Integer, 1.0)]);
        assert_eq!(expansion("fma.rn.f64"), [(Kind::F64, 1.0)]);
        assert!(expansion("ld.param.u64").is_empty());
        assert_eq!(expansion("div.rn.f64")[0], (Kind::F64, 9.0));
    }
}
