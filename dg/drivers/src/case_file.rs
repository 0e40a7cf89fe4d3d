//! Case files: the options of the command line as keys of a TOML file.

use crate::Failure;
use crate::arguments::one_line;
use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command};
use std::any::TypeId;
use std::io::Read;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

/// The largest size of a case file, which is more than any case needs.
const LARGEST: u64 = 1 << 20;

/// The text of a case file.
pub struct CaseFile {
    path: PathBuf,
    text: String,
}

/// An option that a file sets.
pub struct Setting<'c> {
    pub option: &'c Arg,
    /// The setting as an argument of the command line.
    pub text: String,
    /// The key, followed by the name if the option is repeated.
    pub key: String,
    /// The file and the line.
    pub place: String,
}

/// The kind of a value.
#[derive(Clone, Copy)]
enum Kind {
    Flag,
    Whole,
    Number,
    Path,
    /// A word, or a state as a list or a table of numbers.
    Text,
}

impl CaseFile {
    /// Reads a case file.
    ///
    /// # Errors
    /// [`Failure::Input`] when it cannot be read, or is no text of a sensible length.
    pub fn read(path: &Path) -> Result<Self, Failure> {
        let failed = |problem: &str, help: &str| {
            let path = path.display();
            Failure::input(format_args!("cannot read the case file `{path}`: {problem}"), help)
        };
        let mut bytes = Vec::new();
        std::fs::File::open(path)
            .and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes))
            .map_err(|error| failed(&error.to_string(), "check the path and its permissions"))?;
        if bytes.len() as u64 > LARGEST {
            return Err(failed("it is longer than 1 MiB", "name a TOML file of options"));
        }
        let text = String::from_utf8(bytes)
            .map_err(|_| failed("it is no UTF-8 text", "name a TOML file of options"))?;
        Ok(CaseFile { path: path.into(), text })
    }

    /// The options of `command` that the file sets.
    ///
    /// # Errors
    /// [`Failure::Input`] with the line and the key of the first mistake.
    pub fn options<'c>(&self, command: &'c Command) -> Result<Vec<Setting<'c>>, Failure> {
        let table = DeTable::parse(&self.text).map_err(|error| {
            let problem = error.message().replace('\n', ", ");
            self.wrong(error.span().map_or(0, |s| s.start), &problem, "the file has to be TOML")
        })?;
        let known: Vec<&Arg> = command.get_arguments().filter(|arg| is_key(arg)).collect();
        let mut options = Vec::new();
        for (key, value) in in_order(table.get_ref()) {
            let name = key.get_ref().as_ref();
            let Some(option) = known.iter().find(|arg| arg.get_long() == Some(name)) else {
                let keys: Vec<&str> = known.iter().filter_map(|arg| arg.get_long()).collect();
                let spelt = name.replace('_', "-").to_ascii_lowercase();
                let help = match keys.contains(&spelt.as_str()) {
                    true => format!("write `{spelt}`"),
                    false => format!("the keys are {}", keys.join(", ")),
                };
                let problem = format!("there is no key `{name}`");
                return Err(self.wrong(key.span().start, &problem, &help));
            };
            for (at, key, text) in self.values(option, name, value)? {
                check(command, ["", &text]).map_err(|problem| {
                    let help = "`--help` lists keys and values";
                    self.wrong(at, &format!("`{key}`: {problem}"), help)
                })?;
                options.push(Setting { option, text, key, place: self.place(at) });
            }
        }
        // This finds keys that exclude each other.
        let alone = std::iter::once("").chain(options.iter().map(|set| set.text.as_str()));
        check(command, alone).map_err(|problem| self.wrong(0, &problem, "remove one of them"))?;
        Ok(options)
    }

    /// The value of a key as arguments, with their places. A table of named values gives several arguments.
    fn values(
        &self,
        option: &Arg,
        key: &str,
        value: &Spanned<DeValue>,
    ) -> Result<Vec<(usize, String, String)>, Failure> {
        let kind = kind(option);
        if !matches!(option.get_action(), ArgAction::Append) {
            let text = self.value(kind, key, value)?;
            let bare = matches!(option.get_action(), ArgAction::SetTrue);
            let argument = match (bare, text.as_str()) {
                (true, "false") => return Ok(Vec::new()),
                (true, _) => format!("--{key}"),
                (false, _) => format!("--{key}={text}"),
            };
            return Ok(vec![(value.span().start, key.into(), argument)]);
        }
        let Some(named) = value.get_ref().as_table() else {
            let problem = format!("`{key}` is no table");
            let help = format!("write `[{key}]` and below it `NAME = \"VALUE\"`");
            return Err(self.wrong(value.span().start, &problem, &help));
        };
        let one = |(name, value): (&Spanned<DeString>, &Spanned<DeValue>)| {
            let name = name.get_ref().as_ref();
            let full = format!("{key}.{name}");
            let text = self.value(kind, &full, value)?;
            Ok((value.span().start, full, format!("--{key}={name}={text}")))
        };
        in_order(named).into_iter().map(one).collect()
    }

    /// A value as the text of the command line.
    fn value(&self, kind: Kind, key: &str, value: &Spanned<DeValue>) -> Result<String, Failure> {
        let needed = match (kind, value.get_ref()) {
            (Kind::Flag, DeValue::Boolean(flag)) => return Ok(flag.to_string()),
            (Kind::Flag, _) => "true or false",
            (Kind::Whole, DeValue::Integer(_)) => return Ok(number(value.get_ref())),
            (Kind::Whole, _) => "a whole number",
            (Kind::Number, DeValue::Integer(_) | DeValue::Float(_)) => {
                return Ok(number(value.get_ref()));
            }
            (Kind::Number, _) => "a number",
            (Kind::Path, DeValue::String(path)) => {
                // Paths are relative to the file, so that a case is the same from everywhere.
                let folder = self.path.parent().unwrap_or(Path::new(""));
                return Ok(folder.join(path.as_ref()).display().to_string());
            }
            (Kind::Path, _) => "a path in quotes",
            (Kind::Text, DeValue::String(text)) => return Ok(text.as_ref().into()),
            (Kind::Text, DeValue::Array(list)) if list.iter().all(|x| is_number(x.get_ref())) => {
                let numbers: Vec<String> = list.iter().map(|x| number(x.get_ref())).collect();
                return Ok(numbers.join(","));
            }
            (Kind::Text, DeValue::Table(state)) => match self::state(state) {
                Some(text) => return Ok(text),
                None => "`{ density = 1, velocity = [0, 0, 0], pressure = 1 }`",
            },
            (Kind::Text, _) => "a text in quotes, or a state",
        };
        let problem = format!("`{key}` is {} {}", article(value), value.get_ref().type_str());
        Err(self.wrong(value.span().start, &problem, &format!("write {needed}")))
    }

    /// The file and the line of a byte.
    fn place(&self, at: usize) -> String {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        format!("{}:{line}", self.path.display())
    }

    fn wrong(&self, at: usize, problem: &str, help: &str) -> Failure {
        Failure::input(format_args!("{}: {problem}", self.place(at)), help)
    }
}

/// Checks options as if nothing else were given. Other options that they require may be on the command line.
fn check<'a>(
    command: &Command,
    arguments: impl IntoIterator<Item = &'a str>,
) -> Result<(), String> {
    match command.clone().try_get_matches_from(arguments) {
        Err(error) if error.kind() != ErrorKind::MissingRequiredArgument => Err(one_line(&error)),
        _ => Ok(()),
    }
}

/// Whether an option may be a key of a case file.
fn is_key(option: &Arg) -> bool {
    option.get_long().is_some() && !matches!(option.get_id().as_str(), "config" | "help")
}

fn kind(option: &Arg) -> Kind {
    let kinds = [
        (TypeId::of::<bool>(), Kind::Flag),
        (TypeId::of::<usize>(), Kind::Whole),
        (TypeId::of::<f64>(), Kind::Number),
        (TypeId::of::<PathBuf>(), Kind::Path),
    ];
    let own = option.get_value_parser().type_id();
    kinds.into_iter().find(|(of, _)| own == *of).map_or(Kind::Text, |(_, kind)| kind)
}

/// The entries of a table as the file has them.
fn in_order<'a, 'b>(
    table: &'a DeTable<'b>,
) -> Vec<(&'a Spanned<DeString<'b>>, &'a Spanned<DeValue<'b>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

fn is_number(value: &DeValue) -> bool {
    value.is_integer() || value.is_float()
}

/// A number in decimal digits.
fn number(value: &DeValue) -> String {
    match value {
        DeValue::Integer(x) => match i128::from_str_radix(x.as_str(), x.radix()) {
            Ok(x) => x.to_string(),
            Err(_) => x.as_str().into(),
        },
        DeValue::Float(x) => x.as_str().into(),
        _ => String::new(),
    }
}

/// `density,u,v,w,pressure` from a table that has exactly the keys of a state.
fn state(table: &DeTable) -> Option<String> {
    let get = |name: &str| table.get(name).map(Spanned::get_ref);
    let velocity = get("velocity")?.as_array()?;
    let mut numbers = vec![get("density")?];
    numbers.extend(velocity.iter().map(Spanned::get_ref));
    numbers.push(get("pressure")?);
    let fits = table.len() == 3 && numbers.len() == 5 && numbers.iter().all(|x| is_number(x));
    fits.then(|| numbers.into_iter().map(number).collect::<Vec<_>>().join(","))
}

fn article(value: &Spanned<DeValue>) -> &'static str {
    if value.get_ref().type_str().starts_with(['a', 'i', 'o']) { "an" } else { "a" }
}
