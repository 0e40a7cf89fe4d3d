//! Options from the command line and from a case file. The command line takes precedence.

use crate::Failure;
use crate::Options;
use crate::case_file::{CaseFile, Setting};
use crate::{exit, print, ranks};
use clap::{ArgAction, ArgMatches, Command, Parser, parser::ValueSource};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

/// The options of a program without case files.
///
/// # Errors
/// [`Failure::Input`] for options that cannot be used, [`Failure::Done`] after the help was printed on request.
pub fn parse_options<P: Parser>() -> Result<P, Failure> {
    let typed: Vec<OsString> = std::env::args_os().collect();
    from(&matches(&P::command(), &typed)?)
}

/// The main function of a driver: parses the options, of which `common` are those of all drivers, and calls `single` or
/// `double`, for the precision that they choose. If the options ask for ranks, or MPI has started
/// some, each of them calls it.
pub fn run<P: Parser + Sync>(
    common: fn(&mut P) -> &mut Options,
    single: fn(&P) -> Result<(), Failure>,
    double: fn(&P) -> Result<(), Failure>,
) -> ExitCode {
    exit(parse(common).and_then(|mut options| {
        let solve = if common(&mut options).f32 { single } else { double };
        let ranks = common(&mut options).ranks;
        ranks::run(ranks, || solve(&options))
    }))
}

/// The options of this run, from the command line and a case file.
///
/// # Errors
/// [`Failure::Input`] for options and case files that cannot be used, [`Failure::Done`] after the help was printed on
/// request.
fn parse<P: Parser>(common: fn(&mut P) -> &mut Options) -> Result<P, Failure> {
    let command = P::command();
    let typed: Vec<OsString> = std::env::args_os().collect();
    let matches = matches(&command, &typed)?;
    let path: Option<&PathBuf> = ["config", "case_file"].iter().find_map(|id| matches.get_one(id));
    let Some(path) = path else { return from(&matches) };

    let file = CaseFile::read(path)?;
    let mut all: Vec<OsString> = typed[..1].to_vec();
    let set = file.options(&command)?;
    for Setting { option, text, .. } in &set {
        let on_command_line = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let repeatable = matches!(option.get_action(), ArgAction::Append);
        let conflicts = command.get_arg_conflicts_with(option);
        let beaten = on_command_line(option.get_id().as_str()) && !repeatable
            || conflicts.iter().any(|other| on_command_line(other.get_id().as_str()));
        if !beaten {
            all.push(text.into());
        }
    }
    all.extend_from_slice(&typed[1..]);
    let mut options: P = from(&self::matches(&command, &all)?)?;
    common(&mut options).places = set.into_iter().map(|set| (set.key, set.place)).collect();
    Ok(options)
}

fn from<P: Parser>(matches: &ArgMatches) -> Result<P, Failure> {
    P::from_arg_matches(matches).map_err(|error| Failure::Input(one_line(&error)))
}

fn matches(command: &Command, arguments: &[OsString]) -> Result<ArgMatches, Failure> {
    // `--final-time -1` is a wrong number, not an unknown option.
    let command = command.clone().allow_negative_numbers(true);
    command.try_get_matches_from(arguments).map_err(|error| {
        if !error.use_stderr() {
            let printed = print(format_args!("{}", error.render()));
            return printed.err().unwrap_or(Failure::Done);
        }
        Failure::input(one_line(&error), "`--help` lists options and values")
    })
}

/// The claim of an error of clap, without the usage, on one line.
pub fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines = text.lines().map(str::trim).take_while(|line| {
        !line.starts_with("Usage:") && !line.starts_with("For more information")
    });
    // Tips are about the positional argument, which users hardly ever mean.
    let lines: Vec<&str> =
        lines.filter(|line| !line.is_empty() && !line.starts_with("tip:")).collect();
    lines.join(" ").trim_start_matches("error: ").to_owned()
}
