//! Names of CUDA architectures, and what is made for a list of them.

use crate::Error;

/// The virtual architecture for which PTX is made by default.
pub const DEFAULT: &str = "compute_75";

/// What is made for a list of architectures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archs {
    /// nvcc's name of the architecture for which PTX is made: the lowest of the list, because all later devices run it.
    pub ptx: String,
    /// The architectures for which PTX is assembled to code, such as `sm_90`, in ascending order.
    pub code: Vec<String>,
}

impl Archs {
    /// PTX for one virtual architecture.
    pub fn of_ptx(ptx: &str) -> Archs {
        Archs { ptx: ptx.to_string(), code: Vec::new() }
    }

    /// The architectures of a list such as `80;90`, `sm_80, 9.0` or `compute_75 90a`.
    ///
    /// # Errors
    /// [`Error::Arch`], which names the entry that is not one.
    pub fn of_list(variable: &str, list: &str) -> Result<Archs, Error> {
        let wrong = |value: &str| Error::Arch { variable: variable.into(), value: value.into() };
        let entries = list.split([';', ',', ' ']).map(str::trim).filter(|entry| !entry.is_empty());
        let parsed = entries.map(|entry| Arch::parse(entry).ok_or_else(|| wrong(entry)));
        let mut parsed = parsed.collect::<Result<Vec<_>, Error>>()?;
        parsed.sort();
        let lowest = parsed.first().ok_or_else(|| wrong(list))?;
        let ptx = format!("compute_{}{}", lowest.number, lowest.suffix);
        let code = parsed.iter().filter(|arch| !arch.is_virtual);
        let mut code: Vec<String> =
            code.map(|arch| format!("sm_{}{}", arch.number, arch.suffix)).collect();
        code.dedup();
        Ok(Archs { ptx, code })
    }
}

/// One entry of a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Arch {
    number: u32,
    /// Of the features that no later device has (`a`), or only those of a family (`f`).
    suffix: String,
    /// Whether the entry is a virtual architecture, which has PTX alone.
    is_virtual: bool,
}

impl Arch {
    fn parse(entry: &str) -> Option<Arch> {
        let named = entry.strip_prefix("compute_");
        let is_virtual = named.is_some();
        let entry = named.or(entry.strip_prefix("sm_")).unwrap_or(entry);
        let end = entry.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(entry.len());
        let (digits, suffix) = entry.split_at(end);
        let number: u32 = digits.replacen('.', "", 1).parse().ok()?;
        let known = (30..1000).contains(&number) && matches!(suffix, "" | "a" | "f");
        known.then(|| Arch { number, suffix: suffix.to_string(), is_virtual })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archs(list: &str) -> (String, String) {
        let Archs { ptx, code } = Archs::of_list("X", list).unwrap();
        (ptx, code.join(" "))
    }

    #[test]
    fn ptx_is_for_the_lowest_and_code_for_each() {
        for (list, ptx, code) in [
            ("80", "compute_80", "sm_80"),
            ("8.0", "compute_80", "sm_80"),
            ("sm_80", "compute_80", "sm_80"),
            (" 80 ", "compute_80", "sm_80"),
            ("90;80;90", "compute_80", "sm_80 sm_90"),
            ("sm_100, 8.0", "compute_80", "sm_80 sm_100"),
            ("90a", "compute_90a", "sm_90a"),
            ("compute_80", "compute_80", ""),
            ("compute_75 80 90", "compute_75", "sm_80 sm_90"),
        ] {
            assert_eq!(archs(list), (ptx.to_string(), code.to_string()), "{list}");
        }
    }

    #[test]
    fn what_is_no_architecture_is_an_error() {
        for list in ["", "all", "8", "sm_x", "80;native"] {
            assert!(Archs::of_list("X", list).is_err(), "{list}");
        }
    }
}
