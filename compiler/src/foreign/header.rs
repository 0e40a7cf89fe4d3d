//! Reads C headers: their text with that of the files that they include, and what it says of a function.
//!
//! A CUDA source contains this text, because NVRTC has no files to include, and so that PTX is found by it. What is
//! said of a function here decides only where its code can run. The C compiler judges its types.

use crate::embed::stem;
use std::fs;
use std::path::{Path, PathBuf};

/// The deepest that files may include each other.
const MAX_DEPTH: usize = 64;

/// A header, as a declaration names it.
#[derive(Clone, Debug)]
pub struct Header {
    /// As it is written: `phi.h`, or `<math.h>` for one of the system.
    pub written: String,
    /// Where it is; `None` for one of the system.
    pub path: Option<PathBuf>,
    /// Its text, with the files that it includes by `"..."` in their places. Lines that include by `<...>` are left out.
    pub text: String,
    /// The names of the headers of the system that it includes, each once.
    pub system: Vec<String>,
    /// The files that were read.
    pub files: Vec<PathBuf>,
}

impl Header {
    /// Reads the header `written`, whose path begins at `folder`.
    ///
    /// # Errors
    /// The file that cannot be read, and the reason.
    pub fn read(written: &str, folder: &Path) -> Result<Header, (PathBuf, String)> {
        let mut header = Header {
            written: written.to_string(),
            path: None,
            text: String::new(),
            system: Vec::new(),
            files: Vec::new(),
        };
        if let Some(name) = written.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
            header.system.push(name.to_string());
            return Ok(header);
        }
        let path = folder.join(written);
        let mut reading =
            Reading { folder, header: &mut header, around: Vec::new(), once: Vec::new() };
        reading.file(&path)?;
        header.path = Some(path);
        Ok(header)
    }

    /// The line that includes it.
    pub fn include(&self) -> String {
        match &self.path {
            Some(path) => format!("#include {:?}", path.display().to_string()),
            None => format!("#include {}", self.written),
        }
    }

    /// Whether the text has the body of a function.
    pub fn defines(&self, name: &str) -> bool {
        after_name(&code(&self.text), name).any(|after| {
            after_parentheses(after).is_some_and(|rest| rest.trim_start().starts_with('{'))
        })
    }

    /// Whether a name stands in front of parentheses, as in a declaration.
    pub fn mentions(&self, name: &str) -> bool {
        after_name(&code(&self.text), name).any(|after| after.trim_start().starts_with('('))
    }

    /// Whether some function of it is for GPUs.
    pub fn is_for_devices(&self) -> bool {
        code(&self.text).contains("__device__")
    }
}

struct Reading<'a> {
    folder: &'a Path,
    header: &'a mut Header,
    /// The files that are being read.
    around: Vec<PathBuf>,
    /// The files with `#pragma once` that were read.
    once: Vec<PathBuf>,
}

impl Reading<'_> {
    fn file(&mut self, path: &Path) -> Result<(), (PathBuf, String)> {
        // A file within itself has a guard, and is empty there.
        if self.around.iter().chain(&self.once).any(|other| other == path) {
            return Ok(());
        }
        if self.around.len() > MAX_DEPTH {
            return Err((path.into(), format!("more than {MAX_DEPTH} files include each other")));
        }
        let text = fs::read_to_string(path).map_err(|error| (path.into(), error.to_string()))?;
        self.around.push(path.into());
        self.header.files.push(path.into());
        let once = text.lines().any(is_once);
        if once {
            self.once.push(path.into());
            // A source may have several headers, and they the same file.
            let guard = format!("ARRAY_FN_ONCE_{}", &stem(&text)[..12]);
            self.header.text.push_str(&format!("#ifndef {guard}\n#define {guard}\n"));
        }
        for line in text.lines().filter(|line| !is_once(line)) {
            let included = directive(line).strip_prefix("include").map(str::trim_start);
            if let Some(name) = included.and_then(|rest| between(rest, '<', '>')) {
                if self.header.system.iter().all(|known| known != name) {
                    self.header.system.push(name.into());
                }
            } else if let Some(name) = included.and_then(|rest| between(rest, '"', '"')) {
                let beside = path.parent().unwrap_or(self.folder).join(name);
                let found = if beside.is_file() { beside } else { self.folder.join(name) };
                self.file(&found)?;
            } else {
                self.header.text.push_str(line);
                self.header.text.push('\n');
            }
        }
        if once {
            self.header.text.push_str("#endif\n");
        }
        self.around.pop();
        Ok(())
    }
}

/// What follows the `#` of a line for the preprocessor; nothing of other lines.
fn directive(line: &str) -> &str {
    line.trim_start().strip_prefix('#').map_or("", str::trim_start)
}

fn is_once(line: &str) -> bool {
    let mut words = directive(line).split_whitespace();
    words.next() == Some("pragma") && words.next() == Some("once")
}

/// The text between two characters, the first of which begins it.
fn between(text: &str, open: char, close: char) -> Option<&str> {
    Some(text.strip_prefix(open)?.split_once(close)?.0)
}

/// The text without comments and literals.
fn code(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(inside) = rest.strip_prefix("/*") {
            rest = inside.split_once("*/").map_or("", |(_, rest)| rest);
            code.push(' ');
        } else if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |at| &rest[at..]);
        } else if c == '"' || c == '\'' {
            rest = after_literal(&rest[1..], c);
            code.push(' ');
        } else {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    code
}

/// What follows a name, wherever it stands as a word.
fn after_name<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    code.match_indices(name).filter_map(move |(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        (!before.ends_with(is_word) && !after.starts_with(is_word)).then_some(after)
    })
}

/// What follows a literal, whose opening quote is gone already.
fn after_literal(text: &str, quote: char) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return &text[at..],
            _ if c == quote => return &text[at + 1..],
            _ => {}
        }
    }
    ""
}

/// What follows the closing parenthesis of the one that `text` begins with.
fn after_parentheses(text: &str) -> Option<&str> {
    let text = text.trim_start();
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return text[..at + 1].ends_with(')').then(|| &text[at + 1..]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Header {
        Header {
            written: "a.h".into(),
            path: None,
            text: text.into(),
            system: Vec::new(),
            files: Vec::new(),
        }
    }

    #[test]
    fn a_definition_has_a_body() {
        let header = of("double phi(double x) /* as in \"the\" book */\n{ return x; }");
        assert!(header.defines("phi") && !header.defines("ph") && !header.defines("hi"));
        assert!(!of("double phi(double x);").defines("phi"));
        assert!(!of("// double phi(double x) { return x; }\n").defines("phi"));
        assert!(!of("double psi(double x) { return phi(x); }").defines("phi"));
        assert!(of("F(int) phi(double (*f)(int), int c = ')') { }").defines("phi"));
        assert!(!of("phi").defines("phi") && !of("phi(").defines("phi"));
    }

    #[test]
    fn declarations_are_mentioned() {
        let header = of("void f_cuda (void *stream); // g_cuda(x)\nint h_cuda;");
        assert!(header.mentions("f_cuda") && !header.mentions("f") && !header.mentions("cuda"));
        assert!(!header.mentions("g_cuda") && !header.mentions("h_cuda"));
    }

    #[test]
    fn words_for_devices_count_outside_of_comments() {
        assert!(of("__host__ __device__ double f(double x) { return x; }").is_for_devices());
        assert!(!of("/* no __device__ */ double f(double x);").is_for_devices());
    }

    #[test]
    fn included_files_stand_in_their_places() {
        let folder = std::env::temp_dir().join(format!("array-fn-header-{}", std::process::id()));
        fs::create_dir_all(folder.join("sub")).unwrap();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        write(
            "a.h",
            "#ifndef A\n#define A\n#include <math.h>\n#include \"sub/b.h\"\nint a;\n#endif\n",
        );
        write("sub/b.h", "#pragma once\n# include \"c.h\"\n#include \"a.h\"\nint b;\n");
        write("sub/c.h", "#include <math.h>\n#include <stdint.h>\n#include \"b.h\"\nint c;\n");
        let header = Header::read("a.h", &folder).unwrap();
        let lines: Vec<&str> =
            header.text.lines().filter(|line| !line.contains("ARRAY_FN_ONCE_")).collect();
        assert_eq!(lines.join(";"), "#ifndef A;#define A;int c;;int b;;#endif;int a;;#endif");
        assert_eq!(header.system, ["math.h", "stdint.h"]);
        let (missing, _) = Header::read("d.h", &folder).unwrap_err();
        assert_eq!(missing, folder.join("d.h"));
        fs::remove_dir_all(&folder).unwrap();
    }
}
