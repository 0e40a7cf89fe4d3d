//! What a kernel's source says about its parameters.

/// A kernel's parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// A pointer to what is only read.
    Read,
    /// A pointer to what may be written.
    Write,
    /// A value of so many bytes.
    Value(usize),
}

impl Parameter {
    pub fn bytes(self) -> usize {
        match self {
            Parameter::Read | Parameter::Write => 8,
            Parameter::Value(bytes) => bytes,
        }
    }
}

/// A kernel of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub name: String,
    pub parameters: Vec<Parameter>,
}

/// All kernels of a source: functions marked `extern "C" __global__`.
pub fn signatures(source: &str) -> Vec<Signature> {
    source.split("__global__").skip(1).filter_map(signature).collect()
}

/// From what follows `__global__`.
fn signature(text: &str) -> Option<Signature> {
    let text = text.trim_start().strip_prefix("void")?.trim_start();
    let text = match text.strip_prefix("__launch_bounds__") {
        Some(rest) => rest.split_once(')')?.1.trim_start(),
        None => text,
    };
    let (name, rest) = text.split_once('(')?;
    let (parameters, _) = rest.split_once(')')?;
    let parameters = parameters.split(',').map(str::trim).filter(|p| !p.is_empty());
    let parameters = parameters.map(parameter).collect::<Option<Vec<_>>>()?;
    Some(Signature { name: name.trim().to_owned(), parameters })
}

fn parameter(text: &str) -> Option<Parameter> {
    if text.contains('*') {
        let read = text.trim_start().starts_with("const ");
        return Some(if read { Parameter::Read } else { Parameter::Write });
    }
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "const").collect();
    let (_, kind) = words.split_last()?;
    Some(Parameter::Value(match kind {
        ["double"] | ["long", "long"] | ["unsigned", "long", "long"] => 8,
        ["cudaGraphConditionalHandle"] | ["size_t"] => 8,
        ["float"] | ["int"] | ["unsigned", "int"] | ["unsigned"] => 4,
        ["short"] | ["unsigned", "short"] => 2,
        ["bool"] | ["char"] | ["unsigned", "char"] | ["signed", "char"] => 1,
        _ => return None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_signatures() {
        let source = "extern \"C\" __global__ void __launch_bounds__(256, 2) f(
            const double* __restrict__ b0, unsigned char* __restrict__ b1, const float s0,
            const long long n0) { }
            extern \"C\" __global__ void g() {}";
        let [f, g] = &signatures(source)[..] else { panic!() };
        use Parameter::{Read, Value, Write};
        assert_eq!(
            (f.name.as_str(), &f.parameters[..]),
            ("f", &[Read, Write, Value(4), Value(8)][..])
        );
        assert_eq!((g.name.as_str(), g.parameters.len()), ("g", 0));
    }
}
