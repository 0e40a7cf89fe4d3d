//! Names of CUDA architectures, and the lowest of a list of them.

use crate::Error;

/// The virtual architecture for which PTX is made by default.
pub const DEFAULT: &str = "compute_75";

/// nvcc's name of the lowest architecture in a list such as `80;90`, `sm_80, 9.0` or `compute_90a`.
pub fn lowest(variable: &str, list: &str) -> Result<String, Error> {
    let wrong = |value: &str| Error::Arch { variable: variable.into(), value: value.into() };
    let entries = list.split([';', ',', ' ']).map(str::trim).filter(|entry| !entry.is_empty());
    let parsed = entries.map(|entry| parse(entry).ok_or_else(|| wrong(entry)));
    let mut parsed = parsed.collect::<Result<Vec<_>, Error>>()?;
    parsed.sort();
    let (number, suffix) = parsed.into_iter().next().ok_or_else(|| wrong(list))?;
    Ok(format!("compute_{number}{suffix}"))
}

/// The number and the feature suffix of one entry of a list.
fn parse(entry: &str) -> Option<(u32, String)> {
    let entry = entry.strip_prefix("compute_").or(entry.strip_prefix("sm_")).unwrap_or(entry);
    let end = entry.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(entry.len());
    let (digits, suffix) = entry.split_at(end);
    let number: u32 = digits.replacen('.', "", 1).parse().ok()?;
    ((30..1000).contains(&number) && matches!(suffix, "" | "a" | "f"))
        .then(|| (number, suffix.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        for list in ["80", "8.0", "sm_80", "compute_80", "90;80", "sm_100, 8.0", " 80 "] {
            assert_eq!(lowest("X", list).unwrap(), "compute_80", "{list}");
        }
        assert_eq!(lowest("X", "90a").unwrap(), "compute_90a");
        for list in ["", "all", "8", "sm_x", "80;native"] {
            assert!(lowest("X", list).is_err(), "{list}");
        }
    }
}
