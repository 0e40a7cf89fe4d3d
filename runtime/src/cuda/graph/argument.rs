//! Arguments of kernels.

use super::conditional::Condition;
use super::memory::{GraphBuffer, OnDevice, Region, Span, device_span};
use super::node::Use;
use super::rules::RuleError;
use crate::cuda::{DeviceBuffer, Kernel, Number, Parameter};
use crate::plan::DType;

/// An argument of a kernel: a buffer on the device, a number, or a condition. All of them convert:
/// `(&buffer).into()`, `2.5f32.into()`, `condition.into()`.
#[derive(Clone)]
pub struct Argument {
    value: Value,
}

#[derive(Clone)]
enum Value {
    Buffer {
        span: Span,
        dtype: DType,
        len: usize,
    },
    /// The number's bits in the first bytes.
    Number {
        dtype: DType,
        bits: u64,
    },
    Condition(Condition),
}

impl Argument {
    fn buffer<T: Number>(buffer: &impl OnDevice<T>) -> Argument {
        let (dtype, len) = (T::DTYPE, buffer.elements());
        Argument { value: Value::Buffer { span: device_span(buffer), dtype, len } }
    }

    /// The kind of the argument, in words.
    fn kind(&self) -> String {
        match &self.value {
            Value::Buffer { dtype, .. } => buffer_of(*dtype),
            Value::Number { dtype, .. } => number_of(*dtype),
            Value::Condition(_) => "a condition".to_owned(),
        }
    }
}

fn buffer_of(dtype: DType) -> String {
    format!("a buffer of {dtype}")
}

fn number_of(dtype: DType) -> String {
    format!("a number of type {dtype}")
}

impl<T: Number> From<&DeviceBuffer<T>> for Argument {
    fn from(buffer: &DeviceBuffer<T>) -> Argument {
        Argument::buffer(buffer)
    }
}

impl<T: Number> From<&GraphBuffer<T>> for Argument {
    fn from(buffer: &GraphBuffer<T>) -> Argument {
        Argument::buffer(buffer)
    }
}

impl<T: Number> From<T> for Argument {
    fn from(value: T) -> Argument {
        Argument { value: Value::Number { dtype: T::DTYPE, bits: value.to_bits64() } }
    }
}

impl From<Condition> for Argument {
    fn from(condition: Condition) -> Argument {
        Argument { value: Value::Condition(condition) }
    }
}

impl std::fmt::Debug for Argument {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.kind())
    }
}

/// Checks whether a kernel takes these arguments, and returns the memory and the conditions that it uses through them.
pub(super) fn check(kernel: &Kernel, arguments: &[Argument]) -> Result<Vec<Use>, RuleError> {
    let taken = |parameter: &&Parameter| !matches!(parameter, Parameter::Length(_));
    let expected = kernel.parameters().iter().filter(taken).count();
    if arguments.len() != expected {
        let (kernel, actual) = (kernel.name().to_owned(), arguments.len());
        return Err(RuleError::ArgumentCount { kernel, expected, actual });
    }
    let mut uses = Vec::new();
    let parameters = kernel.parameters().iter().filter(taken);
    for (position, (&parameter, argument)) in parameters.zip(arguments).enumerate() {
        let refuse = |expected: String| {
            let (kernel, actual) = (kernel.name().to_owned(), argument.kind());
            Err(RuleError::ArgumentKind { kernel, position, expected, actual })
        };
        match (parameter, &argument.value) {
            (
                Parameter::Read(wanted) | Parameter::Write(wanted),
                Value::Buffer { span, dtype, .. },
            ) if wanted == *dtype => {
                if span.bytes() > 0 {
                    let write = matches!(parameter, Parameter::Write(_));
                    uses.push(Use { span: span.clone(), write });
                }
            }
            (Parameter::Value(wanted), Value::Number { dtype, .. }) if wanted == *dtype => {}
            (Parameter::Condition, Value::Condition(condition)) => {
                uses.push(condition.used(true));
            }
            (Parameter::Read(wanted) | Parameter::Write(wanted), _) => {
                return refuse(buffer_of(wanted));
            }
            (Parameter::Value(wanted), _) => return refuse(number_of(wanted)),
            (Parameter::Condition, _) => return refuse("a condition".to_owned()),
            (Parameter::Length(_), _) => {
                unreachable!("lengths take no argument and were filtered out")
            }
        }
    }
    Ok(uses)
}

/// The addresses of a graph's own memory and conditions.
pub(super) trait Addresses {
    fn region(&self, region: &Region) -> u64;
}

/// The values of all parameters, each in the first bytes of one word. The arguments have been checked.
pub(super) fn words(
    kernel: &Kernel,
    arguments: &[Argument],
    addresses: &impl Addresses,
) -> Vec<u64> {
    let mut given = arguments.iter();
    let mut lengths = vec![0; kernel.parameters().len()];
    let mut words: Vec<u64> = Vec::with_capacity(lengths.len());
    for (position, parameter) in kernel.parameters().iter().enumerate() {
        // Lengths may precede their buffers, so they are filled in below.
        let argument = match parameter {
            Parameter::Length(_) => None,
            _ => given.next(),
        };
        words.push(match argument.map(|argument| &argument.value) {
            Some(Value::Buffer { span, len, .. }) => {
                lengths[position] = *len as u64;
                match span.bytes() {
                    0 => 0,
                    _ => addresses.region(&span.region) + span.range.start as u64,
                }
            }
            Some(Value::Number { bits, .. }) => *bits,
            Some(Value::Condition(condition)) => {
                addresses.region(&Region::Condition(condition.number))
            }
            None => 0,
        });
    }
    for (word, parameter) in words.iter_mut().zip(kernel.parameters()) {
        if let Parameter::Length(of) = parameter {
            *word = lengths[*of];
        }
    }
    words
}
