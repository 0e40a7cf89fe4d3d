//! Names of kernels, and of types.

use crate::dag::DType;
use crate::hash::HashSet;
use crate::schedule::scheduled::Scheduled;
use std::collections::BTreeSet;

/// The longest name, before a number is added to make it unique. Profilers cut long names.
const MAX_LENGTH: usize = 96;

/// One C identifier per kernel: the name of the program, and that of the first launch that runs the kernel.
pub(super) fn kernel_names(scheduled: &Scheduled) -> Vec<String> {
    let mut names = vec![None; scheduled.kernels.len()];
    for launch in scheduled.schedules().flat_map(|s| &s.launches) {
        if let Some(name) = names.get_mut(launch.kernel.0) {
            name.get_or_insert(launch.name.as_str());
        }
    }
    let mut used = HashSet::default();
    names
        .into_iter()
        .map(|launch| {
            let mut base = identifier(&scheduled.name);
            base.push_str("__");
            base.push_str(&identifier(launch.unwrap_or("kernel")));
            base.truncate(MAX_LENGTH);
            let mut name = base.clone();
            let mut number = 2;
            while !used.insert(name.clone()) {
                name = format!("{base}_{number}");
                number += 1;
            }
            name
        })
        .collect()
}

/// The name of an alternative of a kernel, which is none of the names that are used so far.
pub(super) fn another(kernel: &str, used: &mut BTreeSet<String>) -> String {
    for letter in 'b'..='z' {
        let name = format!("{kernel}_{letter}");
        if used.insert(name.clone()) {
            return name;
        }
    }
    another(&format!("{kernel}_z"), used)
}

/// The ASCII letters and digits of `text`, with one `_` for everything else in between.
pub(super) fn identifier(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            out.push(c);
        } else if !out.is_empty() && !out.ends_with('_') {
            out.push('_');
        }
    }
    out.truncate(out.trim_end_matches('_').len());
    if out.is_empty() || out.starts_with(|c: char| c.is_ascii_digit()) {
        out.insert(0, 'k');
    }
    out
}

/// The C type of a dtype. Halves are kept as bits.
pub fn c_type(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "bool",
        DType::I8 => "signed char",
        DType::I16 => "short",
        DType::I32 => "int",
        DType::I64 => "long long",
        DType::U8 => "unsigned char",
        DType::U16 | DType::F16 | DType::BF16 => "unsigned short",
        DType::U32 => "unsigned int",
        DType::U64 => "unsigned long long",
        DType::F32 | DType::C32 => "float",
        DType::F64 | DType::C64 => "double",
    }
}

/// The unsigned type in which integers of `dtype` are added and multiplied before they wrap.
pub(super) fn wrapping_type(dtype: DType) -> &'static str {
    if dtype.bytes() == 8 { "unsigned long long" } else { "unsigned int" }
}

/// Whether C++ does arithmetic on `dtype` as the language does: floats, and unsigned integers that are
/// not promoted to `int` first.
pub(super) fn is_native(dtype: DType) -> bool {
    dtype.is_float() || dtype.is_unsigned() && dtype.bytes() >= 4
}

#[cfg(test)]
mod tests {
    use super::identifier;

    #[test]
    fn names_are_c_identifiers() {
        assert_eq!(identifier("du/dt, λ"), "du_dt");
        assert_eq!(identifier("_x"), "_x");
        assert_eq!(identifier("λ"), "k");
        assert_eq!(identifier("3d"), "k3d");
    }
}
