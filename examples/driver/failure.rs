//! How a driver fails.

use array_fn_dg::Error;
use std::process::ExitCode;

/// Why the program stops: a message, and whether the input is to blame.
pub enum Failure {
    Input(String),
    Other(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error {
            Error::Mesh(_)
            | Error::Precision { .. }
            | Error::Inadmissible { .. }
            | Error::Checkpoint { .. } => Failure::Input(error.to_string()),
            Error::BoundaryCondition { .. } => {
                Failure::Input(format!("{error}\nhelp: for example `--boundary NAME=CONDITION`"))
            }
            _ => Failure::Other(error.to_string()),
        }
    }
}

/// Prints why the program stops, and says so in its exit status: 2 for wrong input.
pub fn exit(result: Result<(), Failure>) -> ExitCode {
    let (code, message) = match result {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Input(message)) => (2, message),
        Err(Failure::Other(message)) => (1, message),
    };
    eprintln!("error: {message}");
    ExitCode::from(code)
}
