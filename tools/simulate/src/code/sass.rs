//! Reads machine code as `nvdisasm -g -c` lists it.

use super::{Branch, Code, Instruction, Kind, Marks, Wait, registers};

/// The instructions of a listing. Its comments name the lines of the PTX.
pub fn read(text: &str) -> Code {
    let (mut instructions, mut marks) = (Vec::new(), Marks::default());
    let mut line = 0;
    for text in text.lines().map(str::trim) {
        if let Some(place) = text.strip_prefix("//## File") {
            let number = place.split("line").nth(1).unwrap_or_default().trim();
            let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
            line = number[..end].parse().unwrap_or(line);
        } else if let Some(label) = text.strip_suffix(':') {
            if label.starts_with("$__internal") {
                marks.functions.push((label.to_owned(), instructions.len()));
            }
            marks.labels.insert(label.to_owned(), instructions.len());
        } else if let Some((_, rest)) =
            text.strip_prefix("/*").and_then(|rest| rest.split_once("*/"))
        {
            let statement = rest.split(';').next().unwrap_or_default().trim();
            if let Some(found) = instruction(statement, line) {
                mark(&found, statement, instructions.len(), &mut marks);
                instructions.push(found);
            }
        }
    }
    Code::new(instructions, marks)
}

/// Notes branches, calls, and ends of threads.
fn mark(instruction: &Instruction, statement: &str, position: usize, marks: &mut Marks) {
    let base = instruction.opcode.split('.').next().unwrap_or_default();
    let label = statement.split_once("`(").and_then(|(_, rest)| rest.split_once(')'));
    let label = label.map(|(label, _)| label.to_owned());
    let predicated = statement.starts_with('@');
    let (target, conditional) = match base {
        "BRA" => (label, predicated),
        "EXIT" | "RET" => (None, predicated),
        "CALL" => {
            marks.calls.extend(label.map(|label| (position, label)));
            (None, true)
        }
        // A branch by a table, to labels that are not followed.
        "BRX" | "JMX" => (None, true),
        _ => return,
    };
    marks.branches.push(Branch { position, target, conditional });
}

fn instruction(statement: &str, line: usize) -> Option<Instruction> {
    let mut rest = statement;
    let mut reads = Vec::new();
    if let Some(predicated) = rest.strip_prefix('@') {
        let (predicate, after) = predicated.split_once(char::is_whitespace)?;
        reads.push(predicate.trim_start_matches('!').to_owned());
        rest = after.trim_start();
    }
    let (opcode, operands) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    if !opcode.starts_with(|c: char| c.is_ascii_uppercase()) {
        return None;
    }
    let base = opcode.split('.').next().unwrap_or_default();
    let (kind, wait) = classify(base);
    let no_result =
        ["ST", "STG", "STS", "STL", "RED", "BRA", "BAR", "EXIT", "RET", "CALL", "BSSY", "BSYNC"];
    let mut operands: Vec<&str> = operands.split(',').map(str::trim).collect();
    let mut writes = Vec::new();
    if !no_result.contains(&base) {
        let target = operands.remove(0);
        writes.extend(wide(&registers(target, register), width(opcode)));
        // A carry, or the second predicate of a comparison.
        let flag = |operand: &&str| {
            let operand = operand.trim_start_matches(['!', 'U']);
            operand.starts_with('P') && !operand.starts_with("PT") && !operand.contains('[')
        };
        if base.contains("IADD3") || base.contains("LEA") || base.contains("SETP") {
            while operands.first().is_some_and(flag) && operands.len() > 2 {
                writes.push(operands.remove(0).trim_start_matches('!').to_owned());
            }
        }
    }
    reads.extend(operands.iter().flat_map(|operand| registers(operand, register)));
    let cost = vec![(kind, 1.0)];
    Some(Instruction { line, opcode: opcode.to_owned(), kind, wait, cost, writes, reads })
}

/// Whether a word is a register, a predicate or a uniform one of these.
fn register(word: &str) -> bool {
    let word = word.strip_prefix('U').unwrap_or(word);
    let number = word.strip_prefix(['R', 'P']);
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|c| c.is_ascii_digit()))
}

/// Registers of 32 bits that a result has.
fn width(opcode: &str) -> usize {
    let has = |part: &str| opcode.split('.').any(|found| found == part);
    if has("128") {
        4
    } else if has("64")
        || has("WIDE")
        || ["DADD", "DMUL", "DFMA", "CS2R"].iter().any(|d| opcode.starts_with(d))
    {
        2
    } else {
        1
    }
}

/// A register with those after it.
fn wide(target: &[String], width: usize) -> Vec<String> {
    let [target] = target else { return target.to_vec() };
    let split = target.find(|c: char| c.is_ascii_digit()).unwrap_or(target.len());
    let (name, number) = target.split_at(split);
    match number.parse::<usize>() {
        Ok(number) if !name.ends_with('P') => {
            (number..number + width).map(|number| format!("{name}{number}")).collect()
        }
        _ => vec![target.clone()],
    }
}

/// What executes an instruction, and how long its result takes.
pub fn classify(base: &str) -> (Kind, Wait) {
    match base {
        "DADD" | "DMUL" | "DFMA" | "DSETP" | "DMNMX" => (Kind::F64, Wait::F64),
        "FADD" | "FMUL" | "FFMA" | "FADD32I" | "FMUL32I" | "FFMA32I" | "FSWZADD" | "HADD2"
        | "HMUL2" | "HFMA2" => (Kind::F32, Wait::Arithmetic),
        "IMAD" | "IMUL" | "IMAD32I" => (Kind::Multiply, Wait::Arithmetic),
        "MUFU" | "I2F" | "F2I" | "F2F" | "I2I" | "FRND" | "POPC" | "FLO" | "BREV" => {
            (Kind::Special, Wait::Special)
        }
        "LDG" | "LD" | "STG" | "ST" | "ATOM" | "ATOMG" | "RED" | "LDGSTS" => {
            (Kind::Global, Wait::Memory)
        }
        "LDS" | "STS" | "ATOMS" | "LDSM" | "SHFL" => (Kind::Shared, Wait::Shared),
        "LDL" | "STL" => (Kind::Local, Wait::L1),
        "BAR" => (Kind::Barrier, Wait::Barrier),
        "BRA" | "BRX" | "EXIT" | "RET" | "CALL" | "BSSY" | "BSYNC" | "NOP" | "WARPSYNC" | "S2R"
        | "S2UR" | "CS2R" | "LDC" | "DEPBAR" | "MEMBAR" | "R2UR" | "YIELD" | "CCTL" | "ERRBAR"
        | "NANOSLEEP" | "BREAK" | "BMOV" => (Kind::Other, Wait::Arithmetic),
        _ if base.starts_with('U') => (Kind::Other, Wait::Arithmetic),
        _ => (Kind::Integer, Wait::Arithmetic),
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Wait, classify, read};

    const LISTING: &str = "\t.headerflags\t@\"EF_CUDA_SM90\"\n.text.f:\n\
        \t//## File \"k.ptx\", line 33\n        /*0000*/                   LDC R1, c[0x0][0x28] ;\n\
        .L_x_4:\n\t//## File \"k.ptx\", line 66\n\
        /*03a0*/                   LDG.E.64.CONSTANT R16, desc[UR6][R12.64] ;\n\
        \t//## File \"k.ptx\", line 71\n        /*0420*/                   IADD3 R35, P1, R35, 0x400, RZ ;\n\
        \t//## File \"k.ptx\", line 68\n        /*0460*/                   DFMA R16, R16, R18, R10 ;\n\
        \t//## File \"k.ptx\", line 73\n        /*04e0*/              @!P1 BRA `(.L_x_4) ;\n\
        \t//## File \"k.ptx\", line 80\n        /*04f0*/                   CALL.REL.NOINC `($__internal_0_$g) ;\n\
        /*0500*/                   EXIT ;\n$__internal_0_$g:\n        /*0510*/                   RET.REL.NODEC R2 `(f) ;\n\
        .L_x_9:\n        /*0520*/                   BRA `(.L_x_9);\n        /*0530*/                   NOP;\n";

    #[test]
    fn reads_a_listing() {
        let code = read(LISTING);
        let opcodes: Vec<(usize, &str)> =
            code.instructions.iter().map(|i| (i.line, i.opcode.as_str())).collect();
        let expected = [
            (33, "LDC"),
            (66, "LDG.E.64.CONSTANT"),
            (71, "IADD3"),
            (68, "DFMA"),
            (73, "BRA"),
            (80, "CALL.REL.NOINC"),
            (80, "EXIT"),
            (80, "RET.REL.NODEC"),
            (80, "BRA"),
            (80, "NOP"),
        ];
        assert_eq!(opcodes, expected);
        let load = &code.instructions[1];
        assert_eq!(
            (&load.writes[..], &load.reads[..]),
            (&["R16".into(), "R17".into()][..], &["UR6".into(), "R12".into()][..])
        );
        assert_eq!(code.instructions[2].writes, ["R35", "P1"]);
        assert_eq!(code.instructions[3].reads, ["R16", "R18", "R10"]);
        assert_eq!(code.instructions[4].reads, ["P1"]);
        assert_eq!(code.loops, [1..5, 8..9]);
        // The last two fill the end.
        assert_eq!(code.reachable, [true, true, true, true, true, false, false]);
        assert_eq!(code.calls, [(5, "$__internal_0_$g".to_owned())]);
        assert_eq!(code.functions, [("$__internal_0_$g".to_owned(), 7..10)]);
    }

    #[test]
    fn classifies() {
        let kinds = [
            ("DFMA", Kind::F64, Wait::F64),
            ("FFMA", Kind::F32, Wait::Arithmetic),
            ("IMAD", Kind::Multiply, Wait::Arithmetic),
            ("ISETP", Kind::Integer, Wait::Arithmetic),
            ("MUFU", Kind::Special, Wait::Special),
            ("LDS", Kind::Shared, Wait::Shared),
            ("STL", Kind::Local, Wait::L1),
            ("ULDC", Kind::Other, Wait::Arithmetic),
            ("BAR", Kind::Barrier, Wait::Barrier),
        ];
        for (opcode, kind, wait) in kinds {
            assert_eq!(classify(opcode), (kind, wait), "{opcode}");
        }
    }
}
