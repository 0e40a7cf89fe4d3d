//! Compares memory that a simulated launch left with that of the recording, element by element.

use crate::error::Error;
use crate::recording::{Argument, Launch, Recording};

/// How far two results of a launch are apart.
#[derive(Clone, Copy, Debug, Default)]
pub struct Difference {
    /// Elements whose bits differ.
    pub elements: u64,
    /// The largest difference of real numbers of an array, over the largest of the array; infinite where an integer
    /// differs, or where only one of two elements is a number.
    pub relative: f64,
}

/// What the elements of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    F64,
    F32,
    /// Any other, of so many bytes.
    Exact(usize),
}

impl Element {
    /// The type of C that a parameter points to.
    fn of(declaration: &str) -> Element {
        let words: Vec<&str> = declaration
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty() && *word != "const")
            .collect();
        match words.first() {
            Some(&"double") => Element::F64,
            Some(&"float") => Element::F32,
            Some(&"long") => Element::Exact(8),
            Some(&("int" | "unsigned"))
                if !words.contains(&"char") && !words.contains(&"short") =>
            {
                Element::Exact(if words.contains(&"long") { 8 } else { 4 })
            }
            _ => Element::Exact(1),
        }
    }

    fn bytes(self) -> usize {
        match self {
            Element::F64 => 8,
            Element::F32 => 4,
            Element::Exact(bytes) => bytes,
        }
    }

    fn read(self, bytes: &[u8]) -> Option<f64> {
        match self {
            Element::F64 => Some(f64::from_le_bytes(bytes.try_into().ok()?)),
            Element::F32 => Some(f64::from(f32::from_le_bytes(bytes.try_into().ok()?))),
            Element::Exact(_) => None,
        }
    }
}

/// The declarations of the parameters of a kernel.
fn parameters<'a>(source: &'a str, kernel: &str) -> Vec<&'a str> {
    let start = source.match_indices(kernel).find_map(|(at, name)| {
        let before = source[..at].trim_end();
        let rest = source[at + name.len()..].trim_start();
        (before.ends_with(')') || before.ends_with("void")).then(|| rest.strip_prefix('('))?
    });
    let list = start.and_then(|rest| rest.split_once(')')).map_or("", |(list, _)| list);
    list.split(',').map(str::trim).filter(|text| !text.is_empty()).collect()
}

/// Compares everything that a launch wrote.
///
/// # Errors
/// [`Error::File`].
pub fn compare(
    recording: &Recording,
    launch: &Launch,
    written: &[(usize, Vec<u8>)],
) -> Result<Difference, Error> {
    let source = recording.source(launch)?;
    let declarations = parameters(&source, &launch.kernel);
    // Arrays in the order of memory: several may share a buffer.
    let mut arrays: Vec<(usize, usize, Element)> = Vec::new();
    for (argument, declaration) in launch.arguments.iter().zip(&declarations) {
        if let Argument::Pointer(buffer, offset) = *argument {
            arrays.push((buffer, offset, Element::of(declaration)));
        }
    }
    arrays.sort_by_key(|&(buffer, offset, _)| (buffer, offset));
    let mut total = Difference::default();
    for (buffer, simulated) in written {
        let Some(after) = &launch.buffers[*buffer].after else { continue };
        let expected = recording.contents(after)?;
        let own: Vec<_> = arrays.iter().filter(|(of, ..)| of == buffer).collect();
        for (k, &&(_, start, element)) in own.iter().enumerate() {
            let end = own.get(k + 1).map_or(expected.len(), |next| next.1);
            let found = array(element, &simulated[start..end], &expected[start..end]);
            total.elements += found.elements;
            total.relative = total.relative.max(found.relative);
        }
    }
    Ok(total)
}

fn array(element: Element, simulated: &[u8], expected: &[u8]) -> Difference {
    let (mut elements, mut largest, mut difference) = (0, 0.0f64, 0.0f64);
    let size = element.bytes();
    for (s, e) in simulated.chunks(size).zip(expected.chunks(size)) {
        let value = (s.len() == size).then(|| element.read(e)).flatten();
        if let Some(value) = value.filter(|value| value.is_finite()) {
            largest = largest.max(value.abs());
        }
        if s == e {
            continue;
        }
        let pair = element.read(s).zip(value);
        match pair {
            // All NaNs are one.
            Some((s, e)) if s.is_nan() && e.is_nan() => continue,
            Some((s, e)) if s == e => continue,
            Some((s, e)) if s.is_finite() && e.is_finite() => {
                difference = difference.max((s - e).abs())
            }
            _ => difference = f64::INFINITY,
        }
        elements += 1;
    }
    let relative = if difference == 0.0 { 0.0 } else { difference / largest };
    Difference { elements, relative }
}

#[cfg(test)]
mod tests {
    use super::{Element, array, parameters};

    #[test]
    fn reads_declarations() {
        let source = "// f_1 calls nothing\nextern \"C\" __global__ void __launch_bounds__(256, 1) f_1(\n\
            const double* __restrict__ b0, unsigned char* __restrict__ b1, long long* b2, const float s0) {}";
        let found: Vec<Element> = parameters(source, "f_1").into_iter().map(Element::of).collect();
        let (f64, f32) = (Element::F64, Element::F32);
        assert_eq!(found, [f64, Element::Exact(1), Element::Exact(8), f32]);
        assert!(parameters(source, "f_2").is_empty());
    }

    #[test]
    fn compares_elements() {
        let bytes = |values: [f64; 3]| values.map(f64::to_le_bytes).concat();
        let expected = bytes([4.0, 1.0, f64::NAN]);
        assert_eq!(array(Element::F64, &expected, &expected).elements, 0);
        let near = array(Element::F64, &bytes([4.0, 1.5, f64::NAN]), &expected);
        assert_eq!((near.elements, near.relative), (1, 0.125));
        let not_a_number = array(Element::F64, &bytes([4.0, f64::NAN, f64::NAN]), &expected);
        assert_eq!((not_a_number.elements, not_a_number.relative), (1, f64::INFINITY));
        let integers =
            array(Element::Exact(4), &[1, 0, 0, 0, 2, 0, 0, 0], &[1, 0, 0, 0, 3, 0, 0, 0]);
        assert_eq!((integers.elements, integers.relative), (1, f64::INFINITY));
    }
}
