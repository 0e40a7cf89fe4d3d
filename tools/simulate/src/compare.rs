//! Compares memory that a simulated launch left with that of the recording, element by element.

use crate::error::Error;
use crate::recording::{Argument, Launch, Recording};

/// How far two results of a launch are apart.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// Elements whose bits differ.
    pub elements: u64,
    /// The largest difference of real numbers of an array, over the largest of the array; infinite where an integer
    /// differs, or where only one of two elements is a number.
    pub relative: f64,
    /// The largest difference that no rounding explains, as [`Difference::relative`] over that which is allowed for the
    /// type of the array. More than 1 is wrong.
    pub excess: f64,
    /// Where it is.
    pub worst: Option<Place>,
}

/// An element whose bits differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The parameter of the kernel.
    pub array: String,
    pub index: usize,
    pub simulated: String,
    pub recorded: String,
}

/// What the elements of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Element {
    F64,
    F32,
    /// Bits of a half with so many of its mantissa: 10 for `f16`, 7 for `bf16`.
    Half(u32),
    Integer {
        bytes: usize,
        signed: bool,
    },
}

impl Element {
    /// The type of C that a parameter points to. Bits are those of halves where a kernel converts such.
    fn of(declaration: &str, kernel: &str) -> Element {
        let words: Vec<&str> = declaration
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|word| !word.is_empty() && *word != "const")
            .collect();
        let has = |word: &str| words.contains(&word);
        let integer = |bytes| Element::Integer { bytes, signed: !has("unsigned") };
        match words.first() {
            Some(&"double") => Element::F64,
            Some(&"float") => Element::F32,
            _ if has("long") => integer(8),
            _ if has("short") && has("unsigned") && kernel.contains("_bf16(") => Element::Half(7),
            _ if has("short") && has("unsigned") && kernel.contains("_f16(") => Element::Half(10),
            _ if has("short") => integer(2),
            _ if has("char") => integer(1),
            Some(&("int" | "unsigned")) => integer(4),
            _ => Element::Integer { bytes: 1, signed: false },
        }
    }

    fn bytes(self) -> usize {
        match self {
            Element::F64 => 8,
            Element::F32 => 4,
            Element::Half(_) => 2,
            Element::Integer { bytes, .. } => bytes,
        }
    }

    /// How far real numbers of two compilers may be apart, relative to the largest of their array. Both contract
    /// products and sums as they like, and have elementary functions of their own. A kernel may make an `f64` of an `f32`.
    fn tolerance(self, kernel: &str) -> f64 {
        match self {
            Element::F64 if !kernel.contains("float") => 1e-10,
            Element::F64 => 1e-5,
            Element::F32 => 1e-5,
            // Another rounding.
            Element::Half(mantissa) => 1.5 / f64::from(1 << mantissa),
            Element::Integer { .. } => 0.0,
        }
    }

    /// A real number.
    fn read(self, bytes: &[u8]) -> Option<f64> {
        match self {
            Element::F64 => Some(f64::from_le_bytes(bytes.try_into().ok()?)),
            Element::F32 => Some(f64::from(f32::from_le_bytes(bytes.try_into().ok()?))),
            Element::Half(mantissa) => {
                Some(widened(u16::from_le_bytes(bytes.try_into().ok()?), mantissa))
            }
            Element::Integer { .. } => None,
        }
    }

    fn show(self, bytes: &[u8]) -> String {
        let mut wide = [0; 8];
        wide[..bytes.len().min(8)].copy_from_slice(&bytes[..bytes.len().min(8)]);
        let bits = u64::from_le_bytes(wide);
        match (self, self.read(bytes)) {
            (Element::F32, Some(value)) => (value as f32).to_string(),
            (_, Some(value)) => value.to_string(),
            (Element::Integer { bytes, signed: true }, None) => {
                let unused = 64 - 8 * bytes as u32;
                ((bits << unused) as i64 >> unused).to_string()
            }
            _ => bits.to_string(),
        }
    }
}

/// The value of the bits of a half.
fn widened(bits: u16, mantissa: u32) -> f64 {
    let all = (1u32 << (15 - mantissa)) - 1;
    let exponent = u32::from(bits) >> mantissa & all;
    let rest = f64::from(u32::from(bits) & ((1 << mantissa) - 1)) / f64::from(1 << mantissa);
    let bias = (all >> 1) as i32;
    let magnitude = match exponent {
        0 => rest * f64::powi(2.0, 1 - bias),
        _ if exponent == all && rest == 0.0 => f64::INFINITY,
        _ if exponent == all => f64::NAN,
        _ => (1.0 + rest) * f64::powi(2.0, exponent as i32 - bias),
    };
    if bits >> 15 == 0 { magnitude } else { -magnitude }
}

/// The text of a kernel after its name.
fn definition<'a>(source: &'a str, kernel: &str) -> &'a str {
    let start = source.match_indices(kernel).find_map(|(at, name)| {
        let before = source[..at].trim_end();
        let rest = source[at + name.len()..].trim_start();
        (before.ends_with(')') || before.ends_with("void")).then(|| rest.strip_prefix('('))?
    });
    start.unwrap_or_default()
}

/// The declarations of the parameters of a kernel.
fn parameters<'a>(source: &'a str, kernel: &str) -> Vec<&'a str> {
    let list = definition(source, kernel).split_once(')').map_or("", |(list, _)| list);
    list.split(',').map(str::trim).filter(|text| !text.is_empty()).collect()
}

/// The statements of a kernel.
fn body<'a>(source: &'a str, kernel: &str) -> &'a str {
    let definition = definition(source, kernel);
    definition.split_once("\n}").map_or(definition, |(body, _)| body)
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
    let body = body(&source, &launch.kernel);
    // The names of kernels tell where orders may differ.
    let any_order = launch.kernel.contains("in_any_order");
    // Arrays in the order of memory: several may share a buffer.
    let mut arrays: Vec<(usize, usize, Element, &str)> = Vec::new();
    for (argument, declaration) in launch.arguments.iter().zip(&declarations) {
        if let Argument::Pointer(buffer, offset) = *argument {
            arrays.push((buffer, offset, Element::of(declaration, body), name(declaration)));
        }
    }
    arrays.sort_by_key(|&(buffer, offset, ..)| (buffer, offset));
    let mut total = Difference::default();
    for (buffer, simulated) in written {
        let Some(after) = &launch.buffers[*buffer].after else { continue };
        let expected = recording.contents(after)?;
        let own: Vec<_> = arrays.iter().filter(|(of, ..)| of == buffer).collect();
        for (k, &&(_, start, element, name)) in own.iter().enumerate() {
            let end = own.get(k + 1).map_or(expected.len(), |next| next.1);
            let mut contents = [&simulated[start..end], &expected[start..end]].map(<[u8]>::to_vec);
            if any_order {
                contents.iter_mut().for_each(|bytes| sort(bytes, element.bytes()));
            }
            let found = array((name, element, body), &contents[0], &contents[1]);
            total.add(found);
        }
    }
    Ok(total)
}

/// Brings elements of so many bytes into one order.
fn sort(bytes: &mut [u8], size: usize) {
    let mut elements: Vec<Vec<u8>> = bytes.chunks_exact(size).map(<[u8]>::to_vec).collect();
    elements.sort();
    for (to, from) in bytes.chunks_exact_mut(size).zip(elements) {
        to.copy_from_slice(&from);
    }
}

impl Difference {
    /// Adds what was found in another array.
    fn add(&mut self, other: Difference) {
        self.elements += other.elements;
        self.relative = self.relative.max(other.relative);
        if other.excess > self.excess || self.worst.is_none() {
            self.worst = other.worst;
        }
        self.excess = self.excess.max(other.excess);
    }

    /// Whether rounding explains all of it. What is `exact` has to be the same to the bit.
    pub fn is_right(&self, exact: bool) -> bool {
        self.excess <= 1.0 && !(exact && self.elements > 0)
    }
}

/// What is between two contents of an array of a kernel with this body.
fn array(
    (name, element, body): (&str, Element, &str),
    simulated: &[u8],
    expected: &[u8],
) -> Difference {
    let (mut elements, mut largest) = (0, 0.0f64);
    let mut worst: Option<(f64, usize)> = None;
    let size = element.bytes();
    for (k, (s, e)) in simulated.chunks(size).zip(expected.chunks(size)).enumerate() {
        let value = (s.len() == size).then(|| element.read(e)).flatten();
        if let Some(value) = value.filter(|value| value.is_finite()) {
            largest = largest.max(value.abs());
        }
        if s == e {
            continue;
        }
        let difference = match element.read(s).zip(value) {
            // All NaNs are one.
            Some((s, e)) if s.is_nan() && e.is_nan() => continue,
            Some((s, e)) if s == e => continue,
            Some((s, e)) if s.is_finite() && e.is_finite() => (s - e).abs(),
            _ => f64::INFINITY,
        };
        if worst.is_none_or(|(known, _)| difference > known) {
            worst = Some((difference, k));
        }
        elements += 1;
    }
    let Some((difference, index)) = worst else { return Difference::default() };
    let relative = difference / largest;
    let show = |bytes: &[u8]| element.show(bytes.chunks(size).nth(index).unwrap_or_default());
    let (simulated, recorded) = (show(simulated), show(expected));
    let worst = Some(Place { array: name.to_owned(), index, simulated, recorded });
    Difference { elements, relative, excess: relative / element.tolerance(body), worst }
}

/// The name in the declaration of a parameter.
fn name(declaration: &str) -> &str {
    declaration.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Difference, Element, Place, array, body, name, parameters, sort, widened};

    const I32: Element = Element::Integer { bytes: 4, signed: true };

    #[test]
    fn reads_declarations() {
        let source = "// f_1 calls nothing\nextern \"C\" __global__ void __launch_bounds__(256, 1) f_1(\n\
            const double* __restrict__ b0, unsigned char* __restrict__ b1, long long* b2, const float s0,\n\
            const bool* b3, unsigned short* b4, unsigned int* b5) {}";
        let declarations = parameters(source, "f_1");
        let found: Vec<Element> =
            declarations.iter().map(|declaration| Element::of(declaration, "")).collect();
        let integer = |bytes, signed| Element::Integer { bytes, signed };
        let expected = [
            Element::F64,
            integer(1, false),
            integer(8, true),
            Element::F32,
            integer(1, false),
            integer(2, false),
            integer(4, false),
        ];
        assert_eq!(found, expected);
        assert_eq!(name(declarations[0]), "b0");
        assert_eq!(name(declarations[2]), "b2");
        assert!(parameters(source, "f_2").is_empty());
    }

    #[test]
    fn sorts_elements() {
        let mut bytes = [3, 1, 0, 7, 3, 0, 9];
        sort(&mut bytes, 2);
        assert_eq!(bytes, [0, 7, 3, 0, 3, 1, 9]);
    }

    #[test]
    fn compares_elements() {
        let bytes = |values: [f64; 3]| values.map(f64::to_le_bytes).concat();
        let expected = bytes([4.0, 1.0, f64::NAN]);
        let array = |element, s: &[u8], e: &[u8]| array(("b1", element, ""), s, e);
        assert_eq!(array(Element::F64, &expected, &expected).elements, 0);
        let near = array(Element::F64, &bytes([4.0, 1.5, f64::NAN]), &expected);
        assert_eq!((near.elements, near.relative), (1, 0.125));
        assert!(!near.is_right(false));
        let place = Place {
            array: "b1".to_owned(),
            index: 1,
            simulated: "1.5".to_owned(),
            recorded: "1".to_owned(),
        };
        assert_eq!(near.worst, Some(place));
        let not_a_number = array(Element::F64, &bytes([4.0, f64::NAN, f64::NAN]), &expected);
        assert_eq!((not_a_number.elements, not_a_number.relative), (1, f64::INFINITY));
        let integers = array(I32, &[1, 0, 0, 0, 2, 0, 0, 0], &[1, 0, 0, 0, 255, 255, 255, 255]);
        assert_eq!((integers.elements, integers.relative), (1, f64::INFINITY));
        let worst = integers.worst.expect("one differs");
        assert_eq!((worst.index, &*worst.simulated, &*worst.recorded), (1, "2", "-1"));
    }

    #[test]
    fn halves_are_real_numbers() {
        let values = [0x3c00, 0xc000, 0x0001, 0x7bff, 0xfc00].map(|bits| widened(bits, 10));
        let tiny = f64::powi(2.0, -24);
        assert_eq!(values, [1.0, -2.0, tiny, 65504.0, f64::NEG_INFINITY]);
        assert_eq!([0x3f80, 0x4049].map(|bits| widened(bits, 7)), [1.0, 3.140625]);
        let source = "__global__ void f(unsigned short* b0) {\n    b0[0] = round_f32_to_f16(1.0f);\n}\n\
            __global__ void g(unsigned short* b0) {\n    b0[0] = 1;\n}\n";
        let declaration = "unsigned short* b0";
        let half = Element::of(declaration, body(source, "f"));
        assert_eq!(half, Element::Half(10));
        assert_eq!(
            Element::of(declaration, body(source, "g")),
            Element::Integer { bytes: 2, signed: false }
        );
        // Two NaNs, and another rounding.
        assert_eq!(array(("b0", half, ""), &[0, 0x7e], &[0, 0xfe]).elements, 0);
        assert!(array(("b0", half, ""), &[1, 0x3c], &[0, 0x3c]).is_right(false));
        assert!(!array(("b0", half, ""), &[2, 0x3c], &[0, 0x3c]).is_right(false));
    }

    #[test]
    fn rounding_is_right_unless_bits_have_to_agree() {
        let next = f64::from_bits(1.0f64.to_bits() + 1);
        let mut found = array(("b0", Element::F64, ""), &next.to_le_bytes(), &1.0f64.to_le_bytes());
        assert!(found.is_right(false) && !found.is_right(true));
        let single = f64::from(f32::from_bits(1.0f32.to_bits() + 1)).to_le_bytes();
        let narrow = |body| array(("b0", Element::F64, body), &single, &1.0f64.to_le_bytes());
        assert!(!narrow("const double x").is_right(false));
        assert!(narrow("const float x").is_right(false));
        found.add(array(("b1", I32, ""), &[1, 0, 0, 0], &[2, 0, 0, 0]));
        assert!(!found.is_right(false));
        assert_eq!(found.worst.expect("one differs").array, "b1");
        assert!(Difference::default().is_right(true));
    }
}
