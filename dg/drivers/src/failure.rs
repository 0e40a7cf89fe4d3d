//! How a driver fails.

use array_fn_dg::Error;
use std::process::ExitCode;

/// Why the program stops before its end. Messages end with `help: ` and a remedy, on a line of its own.
pub enum Failure {
    /// Input that cannot be used, or a file that cannot be read or written.
    Input(String),
    /// The solution broke down.
    Breakdown(String),
    /// Anything else: a device that failed, no memory.
    Other(String),
    /// Somebody asked for it.
    Interrupted(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let with = |help: &str| format!("{error}\nhelp: {help}");
        match &error {
            Error::Mesh(_) => Failure::Input(error.to_string()),
            Error::File { action: "read", .. } => {
                Failure::Input(with("check the path and its permissions"))
            }
            Error::File { .. } => {
                Failure::Input(with("check the path, its permissions and the space that is left"))
            }
            Error::SlopesOfOrder { .. } => {
                Failure::Input(with("`--order 1`, or `--limiter positivity`"))
            }
            Error::Precision { .. } => Failure::Input(with("leave out `--f32`, or `--flux`")),
            Error::CurvedOverintegration | Error::Overintegration { .. } => {
                Failure::Input(with("`--overintegration=false`"))
            }
            Error::CurvedPrecision => {
                Failure::Input(with("leave out `--f32`, or take `--order 1`"))
            }
            Error::Inadmissible { .. } => {
                Failure::Input(with("give a density and a pressure above 0"))
            }
            Error::Gas { .. } => {
                Failure::Input(with("give a viscosity and a Prandtl number above 0"))
            }
            Error::Checkpoint { .. } => Failure::Input(with(
                "go on with the mesh, order, precision and boundary conditions of the run that wrote it",
            )),
            Error::BoundaryCondition { surface } => {
                Failure::Input(with(&format!("for example `--boundary {surface}=wall`")))
            }
            Error::Breakdown { .. } | Error::NotFinite { .. } => Failure::Breakdown(with(
                "take shorter steps (`--cfl 0.5`), another flux or a finer mesh",
            )),
            _ => Failure::Other(error.to_string()),
        }
    }
}

/// Prints why the program stops, on one line, and says so in its exit status: 2 for wrong input, 130 for an
/// interrupt, 1 for all else.
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    let (code, message) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Input(message)) => (2, message),
        Err(Failure::Breakdown(message) | Failure::Other(message)) => (1, message),
        Err(Failure::Interrupted(message)) => (130, message),
    };
    let lines: Vec<&str> = message.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    eprintln!("error: {}", lines.join("; "));
    ExitCode::from(code)
}
