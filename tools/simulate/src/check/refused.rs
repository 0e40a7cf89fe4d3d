//! Why the simulator did not execute a kernel, as its output tells.

/// A reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// What many kernels may have in common: an instruction, or the simulator's word.
    pub group: String,
    /// The line of this kernel.
    pub detail: String,
}

impl Refused {
    /// The reason in the output of a simulator that did not end well.
    pub fn of(log: &str, errors: &str, ptx: &str) -> Refused {
        syntax(log)
            .or_else(|| missing(log, ptx))
            .or_else(|| assertion(errors))
            .or_else(|| word(log, errors))
            .unwrap_or_else(|| Refused::new("the simulator stopped without a word", ""))
    }

    /// A source that the compiler of the simulator refused, with the compiler's log.
    pub fn by_compiler(log: &str) -> Refused {
        let error = log.lines().find(|line| line.contains("error")).unwrap_or(log);
        let message = error.split_once("error: ").map_or(error, |(_, message)| message);
        Refused::new(&format!("NVRTC: {message}"), error)
    }

    fn new(group: &str, detail: &str) -> Refused {
        Refused { group: group.to_owned(), detail: detail.trim().to_owned() }
    }
}

/// Whether the simulator could not read the PTX. It goes on all the same, without what it did not understand.
pub fn is_misread(log: &str) -> bool {
    syntax(log).is_some()
}

/// The line that the simulator could not read: it marks a place in it by a `^` in the next line.
fn syntax(log: &str) -> Option<Refused> {
    let mut before = "";
    for line in log.lines() {
        if line.trim() == "^" {
            return Some(Refused::new(&format!("{}: not read", opcode(before)), before));
        }
        before = line;
    }
    None
}

/// An instruction that the simulator has not: `ERROR (FILE:LINE) instruction "NAME" not (yet) implemented`.
fn missing(log: &str, ptx: &str) -> Option<Refused> {
    let line = log.lines().find(|line| line.contains("not (yet) implemented"))?;
    let number = line.split_once(')')?.0.rsplit_once(':')?.1.parse::<usize>().ok()?;
    let text = ptx.lines().nth(number.checked_sub(1)?)?;
    Some(Refused::new(&format!("{}: not executed", opcode(text)), text))
}

/// A failed assertion in a function of the simulator: `replay: FILE:LINE: TYPE NAME(..): Assertion ..`.
fn assertion(errors: &str) -> Option<Refused> {
    let line = errors.lines().find(|line| line.contains("Assertion `"))?;
    let (before, condition) = line.split_once("Assertion `")?;
    let name = before.split_once('(')?.0.split([' ', ':', '*']).next_back()?;
    let condition = condition.split('\'').next()?;
    Some(Refused::new(&format!("the simulator's {name} asserts {condition}"), line))
}

/// The last line that sounds like an error, with its numbers left out.
fn word(log: &str, errors: &str) -> Option<Refused> {
    let telling = |line: &&str| {
        let line = line.to_lowercase();
        ["error", "not implemented", "unsupported", "undefined", "unknown", "replay: "]
            .iter()
            .any(|word| line.contains(word))
            && !line.starts_with("replay: launch")
            // The configuration, which is printed with its explanations.
            && !line.starts_with('-')
    };
    let line = errors.lines().rev().find(telling).or_else(|| log.lines().rev().find(telling))?;
    let group: String = line.chars().filter(|c| !c.is_ascii_digit()).collect();
    Some(Refused::new(group.trim(), line))
}

/// The instruction in a line of PTX, with its types and without its operands.
fn opcode(line: &str) -> &str {
    let mut words = line.split_whitespace().filter(|word| !word.starts_with('@'));
    words.next().unwrap_or(line).trim_end_matches(';')
}

#[cfg(test)]
mod tests {
    use super::{Refused, is_misread, opcode};

    #[test]
    fn instructions_have_no_operands() {
        assert_eq!(opcode("\t@!%p1 bra \t$L__BB0_2;"), "bra");
        assert_eq!(opcode("\tcvt.rn.f16.f32 \t%rs1, %f2;"), "cvt.rn.f16.f32");
        assert_eq!(opcode("\tret;"), "ret");
    }

    #[test]
    fn lines_that_are_not_read() {
        let log = "GPGPU-Sim PTX: parsing\nkernel.ptx:41 Syntax error:\n\n   \tmatch.any.sync.b32 \t%r1, %r2, -1;\n    \t^\n\nmore\n";
        assert!(is_misread(log) && !is_misread("all well\n2^3\n"));
        let found =
            Refused::of(log, "replay: a.h:1: f get_kernel(int): Assertion `i != end' failed.", "");
        assert_eq!(found.group, "match.any.sync.b32: not read");
        assert_eq!(found.detail, "match.any.sync.b32 \t%r1, %r2, -1;");
    }

    #[test]
    fn instructions_that_are_missing() {
        let log =
            "GPGPU-Sim PTX: ERROR (/a/kernel.ptx:2) instruction \"shf\" not (yet) implemented\n";
        let found =
            Refused::of(log, "Aborted", "one\n\t@%p1 shf.l.wrap.b32 \t%r1, %r2, %r3, 5;\nthree\n");
        assert_eq!(found.group, "shf.l.wrap.b32: not executed");
    }

    #[test]
    fn assertions_and_words() {
        let errors = "replay: instructions.cc:1912: void bfi_impl(const ptx_instruction*, ptx_thread_info*): \
            Assertion `0' failed.\n";
        assert_eq!(Refused::of("", errors, "").group, "the simulator's bfi_impl asserts 0");
        let log = "replay: launch f\nExecution error: type 304 of 3\n";
        assert_eq!(Refused::of(log, "", "").group, "Execution error: type  of");
        assert_eq!(
            Refused::of("replay: launch f\n", "", "").group,
            "the simulator stopped without a word"
        );
        let options = "-gpgpu_lib  0 # [Broken because of unknown names]\n";
        assert_eq!(Refused::of(options, "", "").group, "the simulator stopped without a word");
        let compiler = "kernel.cu(3): warning: unused\nkernel.cu(7): error: identifier \"x\" is undefined\n1 error detected\n";
        assert_eq!(Refused::by_compiler(compiler).group, "NVRTC: identifier \"x\" is undefined");
    }
}
