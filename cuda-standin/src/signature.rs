//! What a kernel's source says about its parameters and about what it needs. The stand-in for NVRTC has this file, too.

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
    /// The most threads of a block, if the source tells.
    pub max_threads: Option<u32>,
    /// Bytes of shared memory that each block has without asking.
    pub shared: usize,
    /// Bytes of local memory of each thread.
    pub local: usize,
}

/// Local arrays of at most so many elements are taken for registers.
const REGISTER_ELEMENTS: usize = 8;

/// All kernels of a source: functions marked `extern "C" __global__`.
pub fn signatures(source: &str) -> Vec<Signature> {
    source.split("__global__").skip(1).filter_map(signature).collect()
}

/// From what follows `__global__`.
fn signature(text: &str) -> Option<Signature> {
    let text = text.trim_start().strip_prefix("void")?.trim_start();
    let (bounds, text) = match text.strip_prefix("__launch_bounds__") {
        Some(rest) => {
            rest.split_once(')').map(|(bounds, rest)| (Some(bounds), rest.trim_start()))?
        }
        None => (None, text),
    };
    let bounds = bounds.map(|bounds| bounds.trim_start_matches('(').split(',').next());
    let max_threads = bounds.flatten().and_then(|threads| threads.trim().parse().ok());
    let (name, rest) = text.split_once('(')?;
    let (parameters, body) = rest.split_once(')')?;
    let parameters = parameters.split(',').map(str::trim).filter(|p| !p.is_empty());
    let parameters = parameters.map(parameter).collect::<Option<Vec<_>>>()?;
    let (shared, local) = arrays(body);
    Some(Signature { name: name.trim().to_owned(), parameters, max_threads, shared, local })
}

/// The bytes of all arrays that a body declares: in shared and in local memory.
fn arrays(text: &str) -> (usize, usize) {
    let (mut shared, mut local, mut depth) = (0, 0, 0usize);
    for statement in text.split_inclusive([';', '{', '}']) {
        if let Some((bytes, elements, is_shared)) = array(statement) {
            match is_shared {
                true => shared += bytes,
                false if elements > REGISTER_ELEMENTS => local += bytes,
                false => {}
            }
        }
        match statement.chars().next_back() {
            Some('{') => depth += 1,
            Some('}') if depth <= 1 => break,
            Some('}') => depth -= 1,
            _ => {}
        }
    }
    (shared, local)
}

/// The bytes and the number of elements of an array of numbers that a statement declares, and whether it is shared.
fn array(statement: &str) -> Option<(usize, usize, bool)> {
    let declaration = statement.trim_end_matches(';').trim();
    let (declaration, count) = declaration.strip_suffix(']')?.rsplit_once('[')?;
    let words: Vec<&str> = declaration.split_whitespace().collect();
    let (is_shared, words) = match words.split_first()? {
        (&"__shared__", rest) => (true, rest),
        _ => (false, &words[..]),
    };
    let Some(Parameter::Value(bytes)) = parameter(&words.join(" ")) else { return None };
    let elements: usize = count.trim().parse().ok()?;
    Some((bytes * elements, elements, is_shared))
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
        assert_eq!((f.max_threads, g.max_threads), (Some(256), None));
        use Parameter::{Read, Value, Write};
        assert_eq!(
            (f.name.as_str(), &f.parameters[..]),
            ("f", &[Read, Write, Value(4), Value(8)][..])
        );
        assert_eq!((g.name.as_str(), g.parameters.len()), ("g", 0));
    }

    #[test]
    fn counts_arrays() {
        let source = "extern \"C\" __global__ void f(int* b0) {
                __shared__ double sums[64];
                float local0[100];
                for (int k = 0; k < 3; ++k) { long long inner[9]; b0[4] = inner[k]; }
                double registers[8];
                b0[3];
            }
            static int outside[1000];
            extern \"C\" __global__ void g(int* b0) { b0[0] = 1; }";
        let sizes: Vec<_> = signatures(source).iter().map(|k| (k.shared, k.local)).collect();
        assert_eq!(sizes, [(512, 472), (0, 0)]);
    }
}
