//! Calls whose types are known only at run time, for tests.
#![allow(missing_docs, reason = "for tests: data named after the types that it holds")]

use crate::arg::{Arg, ArgKind, Fault};
use crate::array::RawArray;
use crate::buffer::Buffer;
use crate::call::{Results, execute};
use crate::element::{BF16Bits, F16Bits};
use crate::launcher::Launcher;
use crate::plan::{DType, ParamKind, Program};
use crate::shape::{Shape, volume};
use crate::storage::Storage;
use crate::{Element, Error, Function, Mode};

/// Elements in C order.
#[derive(Clone, Debug, PartialEq)]
pub enum DynData {
    Bool(Vec<bool>),
    I8(Vec<i8>),
    I16(Vec<i16>),
    I32(Vec<i32>),
    I64(Vec<i64>),
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    U64(Vec<u64>),
    F16(Vec<F16Bits>),
    BF16(Vec<BF16Bits>),
    F32(Vec<f32>),
    F64(Vec<f64>),
}

/// An argument or result.
#[derive(Clone, Debug, PartialEq)]
pub enum DynArray {
    Array {
        shape: Vec<usize>,
        data: DynData,
    },
    /// One element.
    Scalar(DynData),
    /// Values in `0..bound`.
    Index {
        shape: Vec<usize>,
        values: Vec<i32>,
        bound: usize,
    },
}

/// Evaluates `$body` with `$values` bound to the `Vec` of `$data`.
macro_rules! with_data {
    ($data:expr, $values:ident => $body:expr) => {
        match $data {
            DynData::Bool($values) => $body,
            DynData::I8($values) => $body,
            DynData::I16($values) => $body,
            DynData::I32($values) => $body,
            DynData::I64($values) => $body,
            DynData::U8($values) => $body,
            DynData::U16($values) => $body,
            DynData::U32($values) => $body,
            DynData::U64($values) => $body,
            DynData::F16($values) => $body,
            DynData::BF16($values) => $body,
            DynData::F32($values) => $body,
            DynData::F64($values) => $body,
        }
    };
}

fn check_len(shape: &[usize], actual: usize) -> Result<(), Error> {
    let (expected, _) = volume(shape, 1)?;
    match expected == actual {
        true => Ok(()),
        false => Err(Error::Length { shape: shape.to_vec(), expected, actual }),
    }
}

impl DynArray {
    /// Borrows the argument for reading, or for writing too.
    fn arg(&mut self, mutable: bool) -> Result<Arg<'_>, Error> {
        match self {
            DynArray::Array { shape, data } => {
                with_data!(data, values => array_arg(shape, values, mutable))
            }
            DynArray::Scalar(data) => with_data!(data, values => match values[..] {
                [value] => Ok(Arg::scalar(value)),
                _ => Err(Error::Length { shape: vec![], expected: 1, actual: values.len() }),
            }),
            DynArray::Index { shape, values, bound } => {
                check_len(shape, values.len())?;
                let bad = |&value: &i32| usize::try_from(value).map_or(true, |v| v >= *bound);
                if let Some(position) = values.iter().position(bad) {
                    let value = values[position].to_string();
                    return Err(Error::IndexOutOfRange { value, position, bound: *bound });
                }
                // SAFETY: the vector holds the shape's elements, all of them below the bound.
                Ok(unsafe { Arg::index(values.as_ptr(), shape, *bound) })
            }
        }
    }

    fn from_raw(raw: RawArray) -> Result<DynArray, Error> {
        fn values<T: Element>(raw: &RawArray) -> Result<Vec<T>, Error> {
            let buffer = raw.storage.host()?;
            // SAFETY: a call's results are complete; the caller passes their dtype.
            let values = unsafe { std::slice::from_raw_parts(buffer.pointer().cast(), raw.len) };
            Ok(values.to_vec())
        }
        let data = match raw.dtype {
            DType::Bool => DynData::Bool(values(&raw)?),
            DType::I8 => DynData::I8(values(&raw)?),
            DType::I16 => DynData::I16(values(&raw)?),
            DType::I32 => DynData::I32(values(&raw)?),
            DType::I64 => DynData::I64(values(&raw)?),
            DType::U8 => DynData::U8(values(&raw)?),
            DType::U16 => DynData::U16(values(&raw)?),
            DType::U32 => DynData::U32(values(&raw)?),
            DType::U64 => DynData::U64(values(&raw)?),
            DType::F16 => DynData::F16(values(&raw)?),
            DType::BF16 => DynData::BF16(values(&raw)?),
            DType::F32 => DynData::F32(values(&raw)?),
            DType::F64 => DynData::F64(values(&raw)?),
        };
        Ok(DynArray::Array { shape: raw.shape.to_vec(), data })
    }
}

fn array_arg<'a, T: Element>(
    shape: &[usize],
    values: &'a mut Vec<T>,
    mutable: bool,
) -> Result<Arg<'a>, Error> {
    check_len(shape, values.len())?;
    if shape.len() > crate::MAX_RANK {
        return Ok(Arg::faulty::<T>(ArgKind::Array, shape, Fault::TooManyAxes((*shape).into())));
    }
    // SAFETY: the vector holds the shape's elements and is borrowed mutably.
    Ok(unsafe {
        match mutable {
            true => Arg::array_mut(values.as_mut_ptr(), shape),
            false => Arg::array(values.as_ptr(), shape),
        }
    })
}

/// Calls a function. Returns its results, then the `&mut` parameters as the call left them, in order.
///
/// # Errors
/// The errors of typed calls, and those of a wrong number, kind or dtype of arguments.
pub fn call_dynamic(
    function: &Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: Vec<DynArray>,
) -> Result<Vec<DynArray>, Error> {
    call(function, mode, explicit_dims, args, None)
}

/// The same as [`call_dynamic`], with arrays that array-fn owns. On a GPU these stay there between launches, while each
/// call copies other arrays.
///
/// # Errors
/// Those of [`call_dynamic`].
pub fn call_dynamic_stored(
    function: &Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: Vec<DynArray>,
) -> Result<Vec<DynArray>, Error> {
    let program = function.program();
    let mut stored = args.into_iter().map(Stored::new).collect::<Result<Vec<_>, Error>>()?;
    let updated = updated(program);
    let borrowed = stored.iter_mut().enumerate().map(|(k, arg)| arg.arg(updated(k)));
    let mut borrowed = borrowed.collect::<Result<Vec<_>, Error>>()?;
    let results = results_of(function, mode, explicit_dims, &mut borrowed, None)?;
    drop(borrowed);
    let results = results.into_iter().map(DynArray::from_raw);
    let updates = stored.into_iter().enumerate().filter(|(k, _)| updated(*k));
    results.chain(updates.map(|(_, arg)| arg.into_dynamic())).collect()
}

/// An argument in memory that array-fn owns.
pub(crate) enum Stored {
    Array(RawArray),
    /// Values that were found to be below the bound.
    Index {
        shape: Vec<usize>,
        values: Vec<i32>,
        bound: usize,
    },
    Other(DynArray),
}

impl Stored {
    pub(crate) fn new(mut arg: DynArray) -> Result<Stored, Error> {
        arg.arg(false)?;
        let (shape, data) = match arg {
            DynArray::Array { shape, data } => (shape, data),
            DynArray::Index { shape, values, bound } => {
                return Ok(Stored::Index { shape, values, bound });
            }
            DynArray::Scalar(_) => return Ok(Stored::Other(arg)),
        };
        fn storage<T: Element>(values: &[T]) -> Result<Storage, Error> {
            let buffer = Buffer::uninit(size_of_val(values))?;
            // SAFETY: the buffer has room for the values and is new.
            unsafe {
                let target = buffer.pointer().cast::<T>();
                target.copy_from_nonoverlapping(values.as_ptr(), values.len());
            }
            Ok(Storage::from(buffer))
        }
        let Some(short) = Shape::new(&shape) else {
            return Ok(Stored::Other(DynArray::Array { shape, data }));
        };
        let dtype = with_data!(&data, values => dtype_of(values));
        let len = with_data!(&data, values => values.len());
        check_len(&shape, len)?;
        let storage = with_data!(&data, values => storage(values))?;
        Ok(Stored::Array(RawArray { storage, dtype, shape: short, len }))
    }

    pub(crate) fn arg(&mut self, mutable: bool) -> Result<Arg<'_>, Error> {
        fn arg<'a, T: Element>(raw: &'a mut RawArray, mutable: bool) -> Arg<'a> {
            match mutable {
                true => Arg::stored_mut::<T>(&mut raw.storage, &raw.shape),
                false => Arg::stored::<T>(ArgKind::Array, &raw.storage, &raw.shape),
            }
        }
        match self {
            Stored::Other(other) => other.arg(mutable),
            Stored::Index { shape, values, bound } => {
                // SAFETY: the vector holds the shape's elements, all of them below the bound.
                Ok(unsafe { Arg::index(values.as_ptr(), shape, *bound) })
            }
            Stored::Array(raw) => Ok(match raw.dtype {
                DType::Bool => arg::<bool>(raw, mutable),
                DType::I8 => arg::<i8>(raw, mutable),
                DType::I16 => arg::<i16>(raw, mutable),
                DType::I32 => arg::<i32>(raw, mutable),
                DType::I64 => arg::<i64>(raw, mutable),
                DType::U8 => arg::<u8>(raw, mutable),
                DType::U16 => arg::<u16>(raw, mutable),
                DType::U32 => arg::<u32>(raw, mutable),
                DType::U64 => arg::<u64>(raw, mutable),
                DType::F16 => arg::<F16Bits>(raw, mutable),
                DType::BF16 => arg::<BF16Bits>(raw, mutable),
                DType::F32 => arg::<f32>(raw, mutable),
                DType::F64 => arg::<f64>(raw, mutable),
            }),
        }
    }

    fn into_dynamic(self) -> Result<DynArray, Error> {
        match self {
            Stored::Array(raw) => DynArray::from_raw(raw),
            Stored::Index { shape, values, bound } => Ok(DynArray::Index { shape, values, bound }),
            Stored::Other(other) => Ok(other),
        }
    }
}

fn dtype_of<T: Element>(_: &[T]) -> DType {
    T::DTYPE
}

/// Whether a call updates its argument `k`.
fn updated(program: &Program) -> impl Fn(usize) -> bool {
    |k| program.params.get(k).is_some_and(|param| matches!(param.kind, ParamKind::ArrayMut))
}

/// The same as [`call_dynamic`], but `launcher` runs all launches, one after another.
///
/// # Errors
/// Those of [`call_dynamic`].
///
/// # Safety
/// The launcher must do the same as the kernels of the program: stay within the buffers, and write every element that
/// they write.
pub unsafe fn run_with(
    function: &Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: Vec<DynArray>,
    launcher: &dyn Launcher,
) -> Result<Vec<DynArray>, Error> {
    call(function, mode, explicit_dims, args, Some(launcher))
}

fn call(
    function: &Function,
    mode: Mode,
    explicit_dims: &[usize],
    mut args: Vec<DynArray>,
    launcher: Option<&dyn Launcher>,
) -> Result<Vec<DynArray>, Error> {
    let updated = updated(function.program());
    let borrowed = args.iter_mut().enumerate().map(|(k, arg)| arg.arg(updated(k)));
    let mut borrowed = borrowed.collect::<Result<Vec<_>, Error>>()?;
    let results = results_of(function, mode, explicit_dims, &mut borrowed, launcher)?;
    drop(borrowed);
    let results = results.into_iter().map(DynArray::from_raw);
    let updates = args.into_iter().enumerate().filter(|(k, _)| updated(*k)).map(|(_, arg)| Ok(arg));
    results.chain(updates).collect()
}

fn results_of(
    function: &Function,
    mode: Mode,
    explicit_dims: &[usize],
    args: &mut [Arg<'_>],
    launcher: Option<&dyn Launcher>,
) -> Result<Vec<RawArray>, Error> {
    let mut results: Vec<Option<RawArray>> = Vec::new();
    results.resize_with(function.program().results.len(), || None);
    let mut target = Results::New(&mut results);
    execute(function, mode, explicit_dims, args, &mut target, launcher)?;
    Ok(results.into_iter().flatten().collect())
}
