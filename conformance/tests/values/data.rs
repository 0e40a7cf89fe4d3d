//! Reads what `generate.py` stored (its header describes the format).

use array_fn_compiler::dag::{Const, DType, interpret::Tensor};

/// One call of a function, and what NumPy makes of it.
pub struct Call {
    pub function: String,
    pub tolerance: Tolerance,
    /// Dimensions that no argument determines.
    pub dims: Vec<(String, i64)>,
    pub args: Vec<Argument>,
    pub expected: Expected,
}

impl Call {
    /// Whether the stand-in for the CUDA driver runs this in many orders; what is larger it runs in few.
    pub fn is_small(&self) -> bool {
        let elements = self.args.iter().map(|a| a.tensor().len()).sum::<usize>();
        // Arrays that kernels make, of the sizes that no argument has.
        elements <= 1000 && self.dims.iter().map(|(_, n)| n).sum::<i64>() <= 10_000
    }

    /// Whether this is what NumPy stored.
    pub fn judge(&self, actual: Result<Vec<Tensor>, String>) -> Result<(), String> {
        match (&self.expected, actual) {
            (Expected::Error(text), Err(e)) if contains_in_order(&e, text) => Ok(()),
            (Expected::Error(text), Err(e)) => Err(format!("the error {e:?} lacks {text:?}")),
            (Expected::Error(_), Ok(_)) => Err("an error was expected".to_string()),
            (Expected::Values(_), Err(e)) => Err(e),
            (Expected::Values(expected), Ok(actual)) => {
                if actual.len() != expected.len() {
                    return Err(format!("{} results instead of {}", actual.len(), expected.len()));
                }
                for (k, (a, b)) in actual.iter().zip(expected).enumerate() {
                    self.tolerance.difference(a, b).map_err(|e| format!("result {k}: {e}"))?;
                }
                Ok(())
            }
        }
    }
}

pub enum Argument {
    Scalar(Tensor),
    Array(Tensor),
    Index { values: Tensor, bound: i64 },
}

impl Argument {
    pub fn tensor(&self) -> &Tensor {
        match self {
            Argument::Scalar(tensor) | Argument::Array(tensor) => tensor,
            Argument::Index { values, .. } => values,
        }
    }
}

pub enum Expected {
    /// The error's text contains this; an ellipsis stands for anything.
    Error(String),
    /// Results, then the updated parameters.
    Values(Vec<Tensor>),
}

/// How far a result may be from NumPy's.
#[derive(Clone, Copy)]
pub struct Tolerance {
    /// In units of the dtype's epsilon; 0 for equality.
    pub epsilons: f64,
    /// What the error is relative to, besides the value itself.
    pub scale: f64,
}

impl Tolerance {
    /// Where two tensors differ by more than the tolerance; NaNs are equal, and so are zeros.
    pub fn difference(self, actual: &Tensor, expected: &Tensor) -> Result<(), String> {
        if actual.dtype != expected.dtype || actual.shape != expected.shape {
            return Err(format!(
                "{} {:?} instead of {} {:?}",
                actual.dtype, actual.shape, expected.dtype, expected.shape
            ));
        }
        let epsilon = expected.dtype.epsilon();
        // Below this, the digits of an `f16` are fewer.
        let normal = if expected.dtype == DType::F16 { 2f64.powi(-14) } else { 0.0 };
        for (k, (a, b)) in actual.elements().zip(expected.elements()).enumerate() {
            let (x, y) = (a.to_f64(), b.to_f64());
            let allowed = self.epsilons * epsilon * y.abs().max(self.scale).max(normal);
            // What underflows may do so at once or gradually.
            let allowed = if self.epsilons > 0.0 { allowed.max(1e-300) } else { 0.0 };
            let equal = a == b
                || expected.dtype.is_float()
                    && (x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= allowed);
            if !equal {
                return Err(format!("{} instead of {} at element {k}", text(a), text(b)));
            }
        }
        Ok(())
    }
}

fn contains_in_order(text: &str, words: &str) -> bool {
    let mut rest = Some(text);
    for part in words.split('…') {
        rest = rest.and_then(|rest| Some(rest.split_once(part)?.1));
    }
    rest.is_some()
}

fn text(c: Const) -> String {
    c.to_i128().map_or_else(|| format!("{:?}", c.to_f64()), |i| i.to_string())
}

/// The calls stored for a table.
pub fn read(data: &[u8]) -> Vec<Call> {
    let mut reader = Reader(data);
    assert_eq!(reader.take(5), b"AFNV1", "format of the stored results");
    let count = u32::from_le_bytes(reader.array());
    let calls = (0..count).map(|_| reader.call()).collect();
    assert!(reader.0.is_empty(), "more is stored than the calls");
    calls
}

/// Dtypes by the codes of the format.
const CODES: [DType; 13] = [
    DType::Bool,
    DType::I32,
    DType::I64,
    DType::U32,
    DType::U64,
    DType::F32,
    DType::F64,
    DType::I8,
    DType::I16,
    DType::U8,
    DType::U16,
    DType::F16,
    DType::BF16,
];

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> &'a [u8] {
        let (head, tail) = self.0.split_at(count);
        self.0 = tail;
        head
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        self.take(N).try_into().unwrap()
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn string(&mut self) -> String {
        let length = u16::from_le_bytes(self.array());
        String::from_utf8(self.take(length.into()).to_vec()).unwrap()
    }

    fn tensor(&mut self) -> Tensor {
        let code = self.byte();
        let dtype = CODES[usize::from(code & 127)];
        let rank = self.byte();
        let shape: Vec<usize> =
            (0..rank).map(|_| u32::from_le_bytes(self.array()) as usize).collect();
        let element = |reader: &mut Self| match dtype {
            DType::Bool => Const::bool(reader.byte() != 0),
            DType::I8 => Const::from_i128(dtype, i8::from_le_bytes(reader.array()).into()),
            DType::I16 => Const::from_i128(dtype, i16::from_le_bytes(reader.array()).into()),
            DType::I32 => Const::from_i128(dtype, i32::from_le_bytes(reader.array()).into()),
            _ => {
                let bits = match dtype.bytes() {
                    1 => reader.byte().into(),
                    2 => u16::from_le_bytes(reader.array()).into(),
                    4 => u32::from_le_bytes(reader.array()).into(),
                    _ => u64::from_le_bytes(reader.array()),
                };
                Const { dtype, bits }
            }
        };
        let count = shape.iter().product();
        let period =
            if code & 128 == 0 { count } else { u32::from_le_bytes(self.array()) as usize };
        let elements: Vec<Const> = (0..period).map(|_| element(self)).collect();
        Tensor::new(dtype, &shape, elements.into_iter().cycle().take(count))
    }

    fn call(&mut self) -> Call {
        let function = self.string();
        let epsilons = f64::from_le_bytes(self.array());
        let tolerance = Tolerance { epsilons, scale: f64::from_le_bytes(self.array()) };
        let dims =
            (0..self.byte()).map(|_| (self.string(), i64::from_le_bytes(self.array()))).collect();
        let args = (0..self.byte())
            .map(|_| match self.byte() {
                0 => Argument::Scalar(self.tensor()),
                1 => Argument::Array(self.tensor()),
                _ => Argument::Index {
                    values: self.tensor(),
                    bound: i64::from_le_bytes(self.array()),
                },
            })
            .collect();
        let error = self.string();
        let values: Vec<Tensor> = (0..self.byte()).map(|_| self.tensor()).collect();
        let expected = match error.is_empty() {
            true => Expected::Values(values),
            false => Expected::Error(error),
        };
        Call { function, tolerance, dims, args, expected }
    }
}
