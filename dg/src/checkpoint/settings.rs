//! The settings that decide the result of a computation.

use std::fmt::{self, Display};
use xxhash_rust::xxh3::Xxh3;

/// The settings that decide the result of a computation, by name. A run that goes on from a file has to have the same
/// settings as the run that wrote the file.
///
/// A solver lists its own settings. Its user adds those that the solver does not know, such as the safety factor of
/// steps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    all: Vec<Setting>,
    /// Whether a run with these settings may go on from a file with other settings.
    changes: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Setting {
    name: String,
    value: String,
    /// Whether the value is a fingerprint of something too large to write down.
    hash: bool,
}

/// A setting that differs between two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the setting.
    pub name: String,
    /// The values of the setting in the file and in this run, where it exists. There are no values for something that
    /// is too large to be named, such as a mesh.
    pub values: Option<[Option<String>; 2]>,
}

/// Writes the difference as the end of a message: `with flux hllc, and this run has llf`.
impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = &self.name;
        match self.values.as_ref().map(|values| values.each_ref().map(Option::as_deref)) {
            None => write!(f, "with another {name}"),
            Some([Some(file), run]) => {
                write!(f, "with {name} {file}, and this run has {}", run.unwrap_or("none"))
            }
            Some([None, run]) => {
                write!(f, "without {name}, and this run has {}", run.unwrap_or("none"))
            }
        }
    }
}

impl Settings {
    /// No settings.
    pub fn new() -> Self {
        Settings::default()
    }

    /// The same settings, for a run that may go on from a file with other settings. Its result is that of neither run
    /// alone. The order, the mesh and the boundary conditions must not differ, because the state depends on them.
    #[must_use]
    pub fn with_changes(self) -> Self {
        Settings { changes: true, ..self }
    }

    /// These settings and one more. It replaces a setting of the same name.
    #[must_use]
    pub fn with(self, name: impl Display, value: impl Display) -> Self {
        self.and(name.to_string(), value.to_string(), false)
    }

    /// These settings and a fingerprint of numbers, which differs if the bits of any number differ.
    #[must_use]
    pub fn with_hash(self, name: impl Display, numbers: impl IntoIterator<Item = f64>) -> Self {
        let mut hash = Xxh3::new();
        let mut numbers = numbers.into_iter();
        loop {
            let chunk: Vec<u8> =
                numbers.by_ref().take(1 << 12).flat_map(f64::to_le_bytes).collect();
            if chunk.is_empty() {
                break;
            }
            hash.update(&chunk);
        }
        self.and(name.to_string(), format!("{:032x}", hash.digest128()), true)
    }

    /// These settings and a fingerprint.
    #[must_use]
    pub(crate) fn with_fingerprint(self, name: impl Display, fingerprint: u64) -> Self {
        self.and(name.to_string(), format!("{fingerprint:016x}"), true)
    }

    /// These settings and those of `more`, which replace settings of the same names.
    #[must_use]
    pub fn with_all(self, more: &Settings) -> Self {
        let all = Settings { changes: self.changes || more.changes, ..self };
        more.all.iter().fold(all, |all, s| all.and(s.name.clone(), s.value.clone(), s.hash))
    }

    fn and(mut self, name: String, value: String, hash: bool) -> Self {
        // In a file, each setting is a line, and tabulators separate its fields. So both are escaped.
        let [name, value] = [name, value].map(|text| text.escape_debug().to_string());
        self.all.retain(|setting| setting.name != name);
        self.all.push(Setting { name, value, hash });
        self
    }

    /// Adds the setting of a line, as [`Display`] writes it. Returns whether the line was one.
    pub(super) fn parse(&mut self, line: &str) -> bool {
        let mut fields = line.split('\t');
        let [kind, name, value, None] = [(); 4].map(|()| fields.next()) else { return false };
        let (Some(kind @ ("option" | "hash")), Some(name), Some(value)) = (kind, name, value)
        else {
            return false;
        };
        self.all.push(Setting { name: name.into(), value: value.into(), hash: kind == "hash" });
        true
    }

    /// The differences between these settings, of a file, and those of a run. Fingerprints count only if all other
    /// settings are the same, because the order of a method changes the nodes of its mesh.
    pub(super) fn differences(&self, run: &Settings) -> Vec<Difference> {
        let value = |of: &Settings, name: &str| {
            of.all.iter().find(|setting| setting.name == name).map(|setting| setting.value.clone())
        };
        let of = |hash: bool| -> Vec<Difference> {
            let mut names: Vec<&str> = Vec::new();
            for setting in run.all.iter().chain(&self.all).filter(|setting| setting.hash == hash) {
                if !names.contains(&&*setting.name) {
                    names.push(&setting.name);
                }
            }
            let differing = names.into_iter().filter_map(|name| {
                let values = [value(self, name), value(run, name)];
                let values_of = |values| if hash { None } else { Some(values) };
                (values[0] != values[1])
                    .then(|| Difference { name: name.into(), values: values_of(values) })
            });
            differing.collect()
        };
        let mut named = of(false);
        if run.changes {
            named.retain(|difference| difference.name == "order");
        }
        if named.is_empty() { of(true) } else { named }
    }
}

/// Writes the settings as lines of a header: kind, name and value.
impl Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for Setting { name, value, hash } in &self.all {
            let kind = if *hash { "hash" } else { "option" };
            writeln!(f, "{kind}\t{name}\t{value}")?;
        }
        Ok(())
    }
}
