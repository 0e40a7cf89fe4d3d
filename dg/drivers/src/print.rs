//! The output of the programs. All that they print goes through this module.
//!
//! When nobody reads the output any more (`| head -1`), a program ends at its next line, quietly and with status 0, as
//! `rg` does. When a line cannot be written, as on a full disk, the program says so and ends with status 2.

use crate::{Failure, ranks};
use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};

/// Prints a line to the standard output, with the words of `format!`.
///
/// # Errors
/// [`Failure::Done`] when nobody reads it, [`Failure::Input`] when it cannot be written.
#[macro_export]
macro_rules! say {
    ($($line:tt)*) => {
        $crate::print(format_args!("{}\n", format_args!($($line)*)))
    };
}

/// Prints text to the standard output, at once. Of several ranks, only the first prints.
///
/// # Errors
/// [`Failure::Done`] when nobody reads it, [`Failure::Input`] when it cannot be written.
pub fn print(text: Arguments) -> Result<(), Failure> {
    if !ranks::is_first() {
        return Ok(());
    }
    let mut out = io::stdout().lock();
    out.write_fmt(text).and_then(|()| out.flush()).map_err(|error| not_printed(&error))
}

/// The failure when the standard output cannot be written to.
pub(crate) fn not_printed(error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::Done,
        _ => Failure::input(
            format_args!("cannot write to the standard output: {error}"),
            "check the space that is left, or send it elsewhere",
        ),
    }
}

/// Prints a line to the standard error. If that cannot be written to, the line is lost.
pub(crate) fn note(line: Arguments) {
    if !ranks::is_first() {
        return;
    }
    let _ = writeln!(io::stderr(), "{line}");
}
