//! Arrays as text, as NumPy prints them (`numpy/core/arrayprint.py`): 8 digits after the point, aligned columns, lines
//! of 75 characters. An array of more than 1000 elements shows three at each end of an axis.

use std::fmt;

use crate::array::Array;
use crate::element::Element;
use crate::plan::DType;

/// An array of more elements prints only those at the ends of its axes.
const THRESHOLD: usize = 1000;
/// The number of elements that it prints at each end.
const EDGE: usize = 3;
/// Characters of a line.
const WIDTH: usize = 75;
/// The most digits after the point.
const PRECISION: usize = 8;

impl<T: Element, const RANK: usize> fmt::Display for Array<T, RANK> {
    /// As NumPy prints it; an array without axes as its number.
    ///
    /// # Panics
    /// As [`Array::as_slice`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("[]");
        }
        let shape = self.shape();
        let page =
            Page { shape: &shape, elements: self.as_slice(), is_short: self.len() > THRESHOLD };
        if RANK == 0 {
            return f.write_str(&scalar(self.as_slice()[0]));
        }
        let mut shown = Vec::new();
        page.collect(0, 0, &mut shown);
        let column = Column::new(&shown);
        f.write_str(&page.text(0, 0, 1, WIDTH, &column))
    }
}

/// An array that is printed.
struct Page<'a, T> {
    shape: &'a [usize],
    elements: &'a [T],
    /// Whether only the elements at the ends of axes are printed.
    is_short: bool,
}

impl<T: Element> Page<'_, T> {
    /// The indices along an axis that are printed; `None` stands for those left out.
    fn indices(&self, axis: usize) -> Vec<Option<usize>> {
        let n = self.shape[axis];
        match self.is_short && n > 2 * EDGE {
            true => {
                let ends = (0..EDGE).map(Some).chain([None]);
                ends.chain((n - EDGE..n).map(Some)).collect()
            }
            false => (0..n).map(Some).collect(),
        }
    }

    /// All elements that are printed, from an axis on and in the part of the array that begins at `first`.
    fn collect(&self, axis: usize, first: usize, shown: &mut Vec<T>) {
        if axis == self.shape.len() {
            shown.push(self.elements[first]);
            return;
        }
        let stride: usize = self.shape[axis + 1..].iter().product();
        for index in self.indices(axis).into_iter().flatten() {
            self.collect(axis + 1, first + index * stride, shown);
        }
    }

    /// The text of a part of the array, which begins in a column of its line and may be `width` characters wide.
    fn text(
        &self,
        axis: usize,
        first: usize,
        indent: usize,
        width: usize,
        column: &Column,
    ) -> String {
        if axis == self.shape.len() {
            return column.text(self.elements[first]);
        }
        let stride: usize = self.shape[axis + 1..].iter().product();
        let inner = self.shape.len() - axis - 1;
        let part = |index: Option<usize>| match index {
            Some(index) => {
                self.text(axis + 1, first + index * stride, indent + 1, width - 1, column)
            }
            None => "...".to_owned(),
        };
        let parts = self.indices(axis).into_iter().map(part);
        if inner > 0 {
            let between = format!("{}{}", "\n".repeat(inner), " ".repeat(indent));
            return format!("[{}]", parts.collect::<Vec<_>>().join(&between));
        }
        let (mut text, mut line) = (String::new(), " ".repeat(indent));
        for (k, part) in parts.enumerate() {
            if k > 0 {
                line.push(' ');
            }
            if line.len() + part.len() > width - 1 && line.len() > indent {
                text.push_str(line.trim_end());
                text.push('\n');
                line = " ".repeat(indent);
            }
            line.push_str(&part);
        }
        text.push_str(&line);
        format!("[{}]", &text[indent..])
    }
}

/// How the elements of an array are written, so that they align.
enum Column {
    Bool,
    Integer { width: usize },
    Float(Floats),
    Complex { real: Floats, imaginary: Floats },
}

impl Column {
    fn new<T: Element>(shown: &[T]) -> Column {
        let floats = |imaginary: bool| {
            let part = |x: &T| Float::new(T::DTYPE, x.part_bits64(imaginary));
            Floats::new(&shown.iter().map(part).collect::<Vec<_>>(), imaginary)
        };
        match T::DTYPE {
            _ if T::PARTS > 1 => Column::Complex { real: floats(false), imaginary: floats(true) },
            DType::Bool => Column::Bool,
            DType::F16 | DType::BF16 | DType::F32 | DType::F64 => Column::Float(floats(false)),
            _ => {
                let width = shown.iter().map(|x| integer(*x).len()).max().unwrap_or(0);
                Column::Integer { width }
            }
        }
    }

    fn text<T: Element>(&self, x: T) -> String {
        let float = |imaginary| Float::new(T::DTYPE, x.part_bits64(imaginary));
        match self {
            Column::Bool => if x.to_bits64() == 0 { "False" } else { " True" }.to_owned(),
            Column::Integer { width } => format!("{:>width$}", integer(x)),
            Column::Float(floats) => floats.text(float(false)),
            Column::Complex { real, imaginary } => {
                let part = imaginary.text(float(true));
                let digits = part.trim_end();
                format!("{}{digits}j{}", real.text(float(false)), &part[digits.len()..])
            }
        }
    }
}

fn integer<T: Element>(x: T) -> String {
    match T::DTYPE {
        DType::I8 | DType::I16 | DType::I32 | DType::I64 => x.to_bits64().cast_signed().to_string(),
        _ => x.to_bits64().to_string(),
    }
}

/// A number of some type of floats.
#[derive(Clone, Copy)]
struct Float {
    exact: f64,
    /// The number with the fewest digits that rounds to this one in its own type.
    short: f64,
}

impl Float {
    fn new(dtype: DType, bits: u64) -> Float {
        let of_digits = |x: f32, is_same: &dyn Fn(f32) -> bool| {
            let text = (0..9).map(|digits| format!("{x:.digits$e}"));
            let mut text = text.filter_map(|text| text.parse::<f64>().ok());
            text.find(|short| is_same(*short as f32)).unwrap_or(f64::from(x))
        };
        let (exact, short) = match dtype {
            DType::F32 => {
                let x = f32::from_bits(bits as u32);
                (f64::from(x), of_digits(x, &|other| other == x))
            }
            DType::F16 | DType::BF16 => {
                use crate::lanes::{V, round_bf16, round_f16, widen_bf16, widen_f16};
                let bits = V([bits as u16]);
                let is_f16 = dtype == DType::F16;
                // SAFETY: single lanes need no instruction set.
                let V([x]) = if is_f16 { unsafe { widen_f16(bits) } } else { widen_bf16(bits) };
                let rounded = |x| match is_f16 {
                    // SAFETY: as above.
                    true => unsafe { round_f16(V([x])) },
                    false => round_bf16(V([x])),
                };
                (f64::from(x), of_digits(x, &|other| rounded(other).0 == bits.0))
            }
            _ => (f64::from_bits(bits), f64::from_bits(bits)),
        };
        if exact.is_finite() { Float { exact, short } } else { Float { exact, short: exact } }
    }

    /// The digits before and after the point: as few as identify the number, at most [`PRECISION`] after the point.
    fn positional(self) -> (String, String) {
        let text = self.short.to_string();
        match text.split_once('.') {
            Some((_, fraction)) if fraction.len() > PRECISION => {
                parts(&format!("{:.PRECISION$}", self.exact))
            }
            Some(_) => parts(&text),
            None => (text, String::new()),
        }
    }

    /// The same of the number divided by a power of ten, and its exponent.
    fn scientific(self) -> (String, String, i32) {
        let split = |text: &str| {
            let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
            let (before, after) = parts(mantissa);
            (before, after, exponent.parse().unwrap_or(0))
        };
        let short = split(&format!("{:e}", self.short));
        if short.1.len() <= PRECISION {
            short
        } else {
            split(&format!("{:.PRECISION$e}", self.exact))
        }
    }
}

/// The digits before and after the point, without zeros at the end.
fn parts(text: &str) -> (String, String) {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    (before.to_owned(), after.trim_end_matches('0').to_owned())
}

/// How floats are written, so that their points align.
struct Floats {
    /// Characters of exponents, if there are any.
    exponent: Option<usize>,
    before: usize,
    after: usize,
    /// Whether positive numbers have a sign.
    signs: bool,
}

impl Floats {
    fn new(all: &[Float], signs: bool) -> Floats {
        let finite = || all.iter().filter(|x| x.exact.is_finite());
        let sizes = finite().map(|x| x.exact.abs()).filter(|size| *size > 0.0);
        let (least, most) =
            sizes.fold((f64::INFINITY, 0.0), |(least, most), x| (x.min(least), x.max(most)));
        let scientific = most > 0.0 && (most >= 1e8 || least < 1e-4 || most / least > 1000.0);
        let mut floats = Floats { exponent: None, before: 0, after: 0, signs };
        for x in finite() {
            let (before, after) = if scientific {
                let (before, after, exponent) = x.scientific();
                let digits = exponent.unsigned_abs().to_string().len().max(2);
                floats.exponent = floats.exponent.max(Some(digits));
                (before, after)
            } else {
                x.positional()
            };
            floats.before =
                floats.before.max(floats.sign(*x).len() + before.trim_start_matches('-').len());
            floats.after = floats.after.max(after.len());
        }
        let others = all.iter().filter(|x| !x.exact.is_finite());
        let others = others.map(|x| floats.special(*x).len()).max();
        if let Some(others) = others {
            floats.before = floats.before.max(others.saturating_sub(floats.rest() + 1));
        }
        floats
    }

    fn sign(&self, x: Float) -> &'static str {
        match x.exact.is_sign_negative() && !x.exact.is_nan() {
            true => "-",
            false if self.signs => "+",
            false => "",
        }
    }

    fn special(&self, x: Float) -> String {
        format!("{}{}", self.sign(x), if x.exact.is_nan() { "nan" } else { "inf" })
    }

    /// Characters behind the point.
    fn rest(&self) -> usize {
        self.after + self.exponent.map_or(0, |digits| digits + 2)
    }

    fn text(&self, x: Float) -> String {
        let Floats { before: width, after: digits, .. } = *self;
        if !x.exact.is_finite() {
            return format!("{:>1$}", self.special(x), width + 1 + self.rest());
        }
        let unsigned = |before: &str| format!("{}{}", self.sign(x), before.trim_start_matches('-'));
        match self.exponent {
            Some(size) => {
                let (before, after, exponent) = x.scientific();
                let sign = if exponent < 0 { '-' } else { '+' };
                let exponent = exponent.unsigned_abs();
                format!("{:>width$}.{after:0<digits$}e{sign}{exponent:0>size$}", unsigned(&before))
            }
            None => {
                let (before, after) = x.positional();
                format!("{:>width$}.{after:<digits$}", unsigned(&before))
            }
        }
    }
}

/// A number by itself, with all digits that identify it.
fn scalar<T: Element>(x: T) -> String {
    let float = |imaginary| {
        let float = Float::new(T::DTYPE, x.part_bits64(imaginary)).short;
        let size = float.abs();
        match (1e-4..1e16).contains(&size) || size == 0.0 {
            _ if float.is_nan() => "nan".to_owned(),
            _ if size.is_infinite() => float.to_string(),
            true => float.to_string(),
            false => {
                let text = format!("{float:e}");
                let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
                let exponent: i32 = exponent.parse().unwrap_or(0);
                let sign = if exponent < 0 { '-' } else { '+' };
                format!("{mantissa}e{sign}{:02}", exponent.unsigned_abs())
            }
        }
    };
    match T::DTYPE {
        _ if T::PARTS > 1 => {
            let (real, imaginary) = (float(false), float(true));
            let sign = if imaginary.starts_with('-') { "" } else { "+" };
            match real == "0" {
                true => format!("{imaginary}j"),
                false => format!("({real}{sign}{imaginary}j)"),
            }
        }
        DType::Bool => if x.to_bits64() == 0 { "False" } else { "True" }.to_owned(),
        DType::F16 | DType::BF16 | DType::F32 | DType::F64 => {
            let text = float(false);
            let is_whole = text.bytes().all(|b| b.is_ascii_digit() || b == b'-');
            if is_whole { format!("{text}.0") } else { text }
        }
        _ => integer(x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Error;

    fn array<T: Element, const RANK: usize>(
        shape: [usize; RANK],
        elements: &[T],
    ) -> Array<T, RANK> {
        Array::from_slice(shape, elements).unwrap()
    }

    /// The expected texts are NumPy's.
    fn check<T: Element, const RANK: usize>(array: &Array<T, RANK>, expected: &str) {
        assert_eq!(array.to_string(), expected);
    }

    #[test]
    fn as_numpy_prints() -> Result<(), Error> {
        check(&Array::from(vec![1.0, 2.0, 3.5]), "[1.  2.  3.5]");
        check(
            &array([2, 2], &[0.1, 0.1 + 0.2, 1.0 / 3.0, -2.0 / 3.0]),
            "[[ 0.1         0.3       ]\n [ 0.33333333 -0.66666667]]",
        );
        check(&Array::from(vec![1e10, 1.0]), "[1.e+10 1.e+00]");
        check(&Array::from(vec![1e-5, 1.0, 0.0]), "[1.e-05 1.e+00 0.e+00]");
        check(&Array::from(vec![1e300, -1e-300]), "[ 1.e+300 -1.e-300]");
        check(&Array::from(vec![1e-9]), "[1.e-09]");
        check(&Array::from(vec![123_456_789.125]), "[1.23456789e+08]");
        check(&Array::from(vec![12_345_678.9, 20_000.0]), "[12345678.9    20000. ]");
        check(
            &Array::from(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1.25]),
            "[ nan  inf -inf 1.25]",
        );
        check(&Array::from(vec![f64::NAN, 1.0]), "[nan  1.]");
        check(&Array::from(vec![f64::NAN, f64::NAN]), "[nan nan]");
        check(&Array::from(vec![-0.0, 0.0]), "[-0.  0.]");
        check(&Array::from(vec![0.1f32, 3.0, 16_777.0]), "[1.0000e-01 3.0000e+00 1.6777e+04]");
        check(&Array::from(vec![1.0f32 / 3.0]), "[0.33333334]");
        check(&array([2, 2], &[1i64, -20, 300, 4]), "[[  1 -20]\n [300   4]]");
        check(&array([2, 2], &[true, false, true, true]), "[[ True False]\n [ True  True]]");
        check(&array([2, 1, 2], &[0u8, 1, 20, 255]), "[[[  0   1]]\n\n [[ 20 255]]]");
        check(&array([2, 1, 1, 2], &[1.0, 2.0, 3.0, 4.0]), "[[[[1. 2.]]]\n\n\n [[[3. 4.]]]]");
        check(&Array::<f64, 2>::zeros([0, 3])?, "[]");
        check(
            &Array::from_fn([30], |[i]| 1.5 * i as f64)?,
            "[ 0.   1.5  3.   4.5  6.   7.5  9.  10.5 12.  13.5 15.  16.5 18.  19.5\n 21.  22.5 24.  25.5 27.  28.5 30.  31.5 33.  34.5 36.  37.5 39.  40.5\n 42.  43.5]",
        );
        check(
            &Array::from_fn([3, 30], |[i, j]| (i * j) as i32)?,
            "[[ 0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0  0\n   0  0  0  0  0  0]\n [ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n  24 25 26 27 28 29]\n [ 0  2  4  6  8 10 12 14 16 18 20 22 24 26 28 30 32 34 36 38 40 42 44 46\n  48 50 52 54 56 58]]",
        );
        check(
            &Array::from_fn([2000], |[i]| i as f64)?,
            "[0.000e+00 1.000e+00 2.000e+00 ... 1.997e+03 1.998e+03 1.999e+03]",
        );
        check(
            &Array::from_fn([30, 40], |[i, j]| (40 * i + j) as i64)?,
            "[[   0    1    2 ...   37   38   39]\n [  40   41   42 ...   77   78   79]\n [  80   81   82 ...  117  118  119]\n ...\n [1080 1081 1082 ... 1117 1118 1119]\n [1120 1121 1122 ... 1157 1158 1159]\n [1160 1161 1162 ... 1197 1198 1199]]",
        );
        check(
            &Array::from_fn([1001, 1], |[i, _]| i as f64 / 8.0)?,
            "[[  0.   ]\n [  0.125]\n [  0.25 ]\n ...\n [124.75 ]\n [124.875]\n [125.   ]]",
        );
        check(&Array::from_item(3.0), "3.0");
        check(&Array::from_item(1e-5), "1e-05");
        check(&Array::from_item(1e16), "1e+16");
        check(&Array::from_item(123_456.789), "123456.789");
        check(&Array::from_item(0.1f32), "0.1");
        check(&Array::from_item(f64::NAN), "nan");
        check(&Array::from_item(f64::NEG_INFINITY), "-inf");
        check(&Array::from_item(-7i8), "-7");
        check(&Array::from_item(true), "True");
        Ok(())
    }

    #[cfg(feature = "complex")]
    #[test]
    fn complex_numbers_as_numpy_prints() {
        use crate::{c32, c64};
        check(
            &Array::from(vec![c64::new(1.0, 2.0), c64::new(3.25, -1.5)]),
            "[1.  +2.j  3.25-1.5j]",
        );
        check(
            &Array::from(vec![c64::new(f64::NAN, 0.0), c64::new(-1.0, f64::INFINITY)]),
            "[nan +0.j -1.+infj]",
        );
        check(&Array::from(vec![c32::new(0.1, 0.0)]), "[0.1+0.j]");
        check(&Array::from_item(c64::new(1.0, -2.5)), "(1-2.5j)");
        check(&Array::from_item(c64::new(0.0, 2.0)), "2j");
    }

    #[cfg(feature = "half")]
    #[test]
    fn halves_as_numpy_prints() {
        use crate::f16;
        check(&Array::from(vec![f16::from_f32(0.1), f16::from_f32(2.0)]), "[0.1 2. ]");
        check(&Array::from_item(f16::from_f32(1.0 / 3.0)), "0.3333");
    }
}
