//! The C compiler and the archiver.

use std::env;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// No option changes a result: products and sums are rounded one by one, with any vectors.
const OPTIONS: [&str; 7] = [
    "-O3",
    "-fPIC",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-Werror=incompatible-pointer-types",
    "-c",
];

/// The programs for the target of the build.
pub struct CCompiler {
    compiler: Vec<String>,
    archiver: Vec<String>,
    options: Vec<String>,
}

/// Why there is no library.
pub enum Failure {
    /// A program could not be started, or did not end.
    Program(String),
    /// The messages of the C compiler.
    Messages(String),
}

impl CCompiler {
    /// The programs that the environment names, or `cc` and `ar`.
    pub fn find() -> CCompiler {
        let mut options: Vec<String> = OPTIONS.map(str::to_string).to_vec();
        options.extend(of_target("CFLAGS").unwrap_or_default());
        CCompiler {
            compiler: of_target("CC").unwrap_or_else(|| vec!["cc".to_string()]),
            archiver: of_target("AR").unwrap_or_else(|| vec!["ar".to_string()]),
            options,
        }
    }

    /// Everything besides a source that decides about a library.
    pub fn fingerprint(&self) -> String {
        [&self.compiler[..], &self.archiver[..], &self.options[..]].concat().join(" ")
    }

    /// Compiles the file `source` into the library `archive`.
    pub fn library(&self, source: &Path, archive: &Path) -> Result<(), Failure> {
        let object = source.with_extension("o");
        let mut command = command(&self.compiler);
        command.args(&self.options).arg(source).arg("-o").arg(&object);
        let output = output(command)?;
        if !output.status.success() {
            return Err(Failure::Messages(String::from_utf8_lossy(&output.stderr).into_owned()));
        }
        let _ = std::fs::remove_file(archive);
        let mut command = self::command(&self.archiver);
        command.arg("crs").arg(archive).arg(&object);
        let output = self::output(command)?;
        let _ = std::fs::remove_file(&object);
        match output.status.success() {
            true => Ok(()),
            false => {
                Err(Failure::Program(String::from_utf8_lossy(&output.stderr).trim().to_string()))
            }
        }
    }
}

fn command(program: &[String]) -> Command {
    let mut command = Command::new(&program[0]);
    command.args(&program[1..]);
    // The messages are read.
    command.env("LC_ALL", "C");
    command
}

fn output(mut command: Command) -> Result<std::process::Output, Failure> {
    let program = OsString::from(command.get_program());
    command
        .output()
        .map_err(|error| Failure::Program(format!("`{}`: {error}", program.to_string_lossy())))
}

/// The variables that name a program or its options, the most special first.
pub fn variables(name: &str) -> Vec<String> {
    let target = env::var("TARGET").unwrap_or_default();
    let of_build =
        if env::var("HOST").is_ok_and(|host| host == target) { "HOST" } else { "TARGET" };
    vec![
        format!("{name}_{target}"),
        format!("{name}_{}", target.replace('-', "_")),
        format!("{of_build}_{name}"),
        name.to_string(),
    ]
}

fn of_target(name: &str) -> Option<Vec<String>> {
    let value = variables(name).iter().find_map(|variable| crate::settings::non_empty(variable))?;
    Some(value.split_whitespace().map(str::to_string).collect())
        .filter(|all: &Vec<_>| !all.is_empty())
}
