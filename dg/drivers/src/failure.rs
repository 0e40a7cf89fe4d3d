//! The failures of a driver.

use crate::print::note;
use array_fn_dg::Error;
use array_fn_dg::checkpoint::Difference;
use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

/// The reason why the program stops before its end. Messages end with `help: ` and a remedy, on a line of their own.
#[derive(Debug)]
pub enum Failure {
    /// Input that cannot be used, or a file that cannot be read or written.
    Input(String),
    /// The solution broke down.
    Breakdown(String),
    /// Anything else, such as a device that failed, or exhausted memory.
    Other(String),
    /// A signal asked for it.
    Interrupted(String),
    /// No failure: the help is printed, or nobody reads the output any more.
    Done,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Input(message)
            | Failure::Breakdown(message)
            | Failure::Other(message)
            | Failure::Interrupted(message) => f.write_str(message),
            Failure::Done => f.write_str("nobody reads the output any more"),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let with = |help: &str| format!("{error}\nhelp: {help}");
        let input = |help: &str| Failure::input(&error, help);
        match &error {
            Error::Mesh(_) => Failure::Input(error.to_string()),
            Error::File { action: "read", .. } => input("check the path and its permissions"),
            Error::File { .. } => input(CHECK_PATH),
            Error::NotAFile { .. } => input("name a file, or one that is not there yet"),
            Error::SlopesOfOrder { .. } => input("`--order 1`, or `--limiter positivity`"),
            Error::Precision { .. } => input("leave out `--f32`, or `--flux`"),
            Error::CurvedOverintegration | Error::Overintegration { .. } => {
                input("`--overintegration=false`")
            }
            Error::CurvedPrecision => input("leave out `--f32`, or take `--order 1`"),
            Error::Inadmissible { .. } => input("give a density and a pressure above 0"),
            Error::Gas { .. } => {
                input("give a viscosity (`--reynolds`) and a Prandtl number (`--prandtl`) above 0")
            }
            Error::Checkpoint { .. } => {
                input("go on from a copy of it, or begin anew: leave out `--restart`")
            }
            Error::CheckpointOfOtherOptions { differences, .. } => input(&options_of(differences)),
            Error::BoundaryCondition { surface } => {
                let option = quoted(&format!("{surface}=wall"));
                input(&format!("for example `--boundary {option}`"))
            }
            Error::Array(array_fn::Error::Threads { .. }) => {
                input("choose fewer with `--threads`, or in the variable `ARRAY_FN_NUM_THREADS`")
            }
            Error::Unreachable { .. } => Failure::Breakdown(with(SHORT_STEPS)),
            Error::Breakdown { .. } | Error::NotFinite { .. } => Failure::Breakdown(with(
                "take shorter steps (`--cfl 0.5`), another flux or a finer mesh",
            )),
            _ => Failure::Other(error.to_string()),
        }
    }
}

impl Failure {
    /// Input that cannot be used, with the remedy.
    pub fn input(problem: impl Display, help: impl Display) -> Self {
        Failure::Input(format!("{problem}\nhelp: {help}"))
    }

    /// The failure that `path` cannot be written.
    pub fn writing(path: &Path, error: impl Display) -> Self {
        Failure::input(format_args!("cannot write `{}`: {error}", path.display()), CHECK_PATH)
    }
}

/// The remedy when a file cannot be written.
const CHECK_PATH: &str = "check the path, its permissions and the space that is left";

/// The text that says why steps can be too short, and how they become longer.
pub const SHORT_STEPS: &str = "steps are as long as `--cfl`, the smallest element and the fastest signal allow, and the \
    viscosity (`--reynolds`) if there is any: enlarge what is tiny, or give an earlier `--final-time`";

/// The options that a run needs to go on from the file of another run.
fn options_of(differences: &[Difference]) -> String {
    let remedies: Vec<String> = differences
        .iter()
        .map(|Difference { name, values }| {
            let Some([file, _]) = values else { return format!("the {name} of that run") };
            match (name.as_str(), file.as_deref()) {
                ("precision", Some("f32")) => "`--f32`".into(),
                ("precision", _) => "no `--f32`".into(),
                ("overintegration", Some(value)) => format!("`--overintegration={value}`"),
                ("viscosity", _) => "the `--reynolds` of that run".into(),
                ("box", Some("none")) => "the `--mesh` of that run".into(),
                (name, Some(value)) => match name.strip_prefix("boundary ") {
                    Some(surface) => {
                        format!("`--boundary {}`", quoted(&format!("{surface}={value}")))
                    }
                    None => format!("`--{name} {}`", quoted(value)),
                },
                (name, None) => format!("no {name}"),
            }
        })
        .collect();
    let remedies = remedies.join(", ");
    if differences.iter().any(is_of_the_state) {
        return format!("go on with {remedies}; or begin anew: leave out `--restart`");
    }
    format!(
        "go on with {remedies}; or, if another result is meant, give `--with-changes`, or leave out `--restart`"
    )
}

/// Whether the state in a file depends on this setting, so that `--with-changes` does not allow a change.
fn is_of_the_state(difference: &Difference) -> bool {
    let name = difference.name.as_str();
    difference.values.is_none()
        || matches!(name, "order" | "box" | "mesh")
        || name.starts_with("boundary ")
}

/// Quotes a word for a shell, if it needs quotes.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.,:/=+@%^".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.into(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Prints, on one line, why the program stops, and returns the exit status: 2 for wrong input, 130 for an interrupt,
/// and 1 for all else.
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    let (code, message) = match result {
        Ok(()) | Err(Failure::Done) => return ExitCode::SUCCESS,
        Err(Failure::Input(message)) => (2, message),
        Err(Failure::Breakdown(message) | Failure::Other(message)) => (1, message),
        Err(Failure::Interrupted(message)) => (130, message),
    };
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    note(format_args!("error: {}", lines.join("; ")));
    ExitCode::from(code)
}

#[cfg(test)]
#[path = "tests/failure.rs"]
mod tests;
