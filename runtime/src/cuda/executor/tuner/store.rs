//! Keeps the chosen candidates between programs, in one file of the user's cache folder.
//!
//! The file has a line for each choice, the newest last:
//!
//! ```text
//! KEY CHOICE TIMES NAME
//! ```
//!
//! The key is a hash of everything that the times depend on. The choice is a position among the candidates, whose times
//! are nanoseconds with commas between them, or `-` for none. The name is for readers. Lines of another form are left
//! out when the file is written next.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::user_cache;

const TITLE: &str = "array-fn, kernels chosen on GPUs, format 1";
/// The most choices that are kept. Then the oldest are forgotten.
const MOST: usize = 2000;
/// More bytes than so many lines have.
const MOST_BYTES: u64 = 1 << 20;
/// The longest name in a line.
const LONGEST_NAME: usize = 120;

/// What was found out about a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The position of the chosen candidate.
    pub(super) candidate: usize,
    /// The least time of each candidate.
    pub(super) times: Vec<Option<Duration>>,
    /// A name for readers, without spaces.
    pub(super) name: String,
}

/// The choices that this process knows, the newest last. `None` until somebody asks; then the file is read.
static CHOICES: Mutex<Option<Vec<(u64, Choice)>>> = Mutex::new(None);

/// The choice for a key among so many candidates.
pub(super) fn find(key: u64, candidates: usize) -> Option<Choice> {
    let mut choices = CHOICES.lock().unwrap_or_else(PoisonError::into_inner);
    let choices = choices.get_or_insert_with(in_file);
    let (_, choice) = choices.iter().rfind(|(other, _)| *other == key)?;
    let fits = choice.candidate < candidates && choice.times.len() == candidates;
    fits.then(|| choice.clone())
}

/// Keeps choices in this process, and in the file if there is a place for it.
pub(super) fn keep(new: Vec<(u64, Choice)>) {
    if new.is_empty() {
        return;
    }
    let own = {
        let mut choices = CHOICES.lock().unwrap_or_else(PoisonError::into_inner);
        let choices = choices.get_or_insert_with(in_file);
        *choices = merged(std::mem::take(choices), new);
        choices.clone()
    };
    let Some(file) = file() else { return };
    // Another process may have written since. What it writes now is lost, and measured again.
    let all = merged(in_file(), own);
    user_cache::write(&file, &text(&all), "the choice of kernels");
}

/// Both, without those that are too old.
fn merged(mut old: Vec<(u64, Choice)>, new: Vec<(u64, Choice)>) -> Vec<(u64, Choice)> {
    let keys: HashSet<u64> = new.iter().map(|(key, _)| *key).collect();
    old.retain(|(key, _)| !keys.contains(key));
    old.extend(new);
    old.drain(..old.len().saturating_sub(MOST));
    old
}

fn file() -> Option<PathBuf> {
    Some(user_cache::folder()?.join("gpu-kernels.txt"))
}

fn in_file() -> Vec<(u64, Choice)> {
    let text = file().and_then(|file| user_cache::read(&file, MOST_BYTES));
    text.map_or_else(Vec::new, |text| parse(&text))
}

fn text(choices: &[(u64, Choice)]) -> String {
    let mut out = format!("{TITLE}\n");
    for (key, Choice { candidate, times, name }) in choices {
        let times = times.iter().map(|time| match time {
            Some(time) => time.as_nanos().to_string(),
            None => "-".to_owned(),
        });
        let times = times.collect::<Vec<_>>().join(",");
        let name: String = name.chars().take(LONGEST_NAME).collect();
        out.push_str(&format!("{key:016x} {candidate} {times} {name}\n"));
    }
    out
}

fn parse(text: &str) -> Vec<(u64, Choice)> {
    let Some(lines) = text.strip_prefix(TITLE).and_then(|rest| rest.strip_prefix('\n')) else {
        return Vec::new();
    };
    lines.lines().filter_map(parse_line).collect()
}

fn parse_line(line: &str) -> Option<(u64, Choice)> {
    let mut words = line.split(' ');
    let mut word = || words.next().filter(|word| !word.is_empty());
    let key = word().filter(|key| key.len() == 16)?;
    let key = u64::from_str_radix(key, 16).ok()?;
    let candidate: usize = word()?.parse().ok()?;
    let time = |time: &str| match time {
        "-" => Some(None),
        nanos => nanos.parse().ok().map(|nanos| Some(Duration::from_nanos(nanos))),
    };
    let times: Vec<Option<Duration>> = word()?.split(',').map(time).collect::<Option<_>>()?;
    let name = word()?.to_owned();
    (words.next().is_none() && candidate < times.len())
        .then_some((key, Choice { candidate, times, name }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choice(candidate: usize, times: &[Option<u64>]) -> Choice {
        let times = times.iter().map(|nanos| nanos.map(Duration::from_nanos)).collect();
        Choice { candidate, times, name: "f__add".to_owned() }
    }

    #[test]
    fn what_is_written_is_read() {
        let all = [
            (7, choice(1, &[Some(4500), Some(4200)])),
            (u64::MAX, choice(0, &[Some(1), None, Some(3)])),
        ];
        assert_eq!(parse(&text(&all)), all);
    }

    #[test]
    fn the_newest_choices_are_kept() {
        let all = |keys: std::ops::Range<u64>| {
            keys.map(|key| (key, choice(0, &[None]))).collect::<Vec<_>>()
        };
        let both = merged(all(0..10), vec![(3, choice(1, &[None, None]))]);
        assert_eq!(both.len(), 10);
        assert_eq!(both[9], (3, choice(1, &[None, None])));
        let most = MOST as u64;
        assert_eq!(merged(all(0..most), all(most..most + 3)), all(3..most + 3));
    }

    #[test]
    fn foreign_lines_are_left_out() {
        let good = "00000000000000ff 1 4500,4200 f__add";
        let expected = [(255, choice(1, &[Some(4500), Some(4200)]))];
        for bad in [
            "",
            "00000000000000ff",
            "ff 1 4500,4200 f__add",
            "00000000000000fg 1 4500,4200 f__add",
            "00000000000000ff 2 4500,4200 f__add",
            "00000000000000ff -1 4500,4200 f__add",
            "00000000000000ff 1 4500,x f__add",
            "00000000000000ff 1 4500,99999999999999999999999 f__add",
            "00000000000000ff 1 4500,4200",
            "00000000000000ff 1 4500,4200 f__add more",
            "\u{0}\u{fffd}",
        ] {
            assert_eq!(parse(&format!("{TITLE}\n{bad}\n{good}\n{bad}")), expected, "{bad:?}");
        }
        assert_eq!(parse(good), []);
        assert_eq!(parse(&format!("{TITLE}, 2\n{good}")), []);
    }
}
