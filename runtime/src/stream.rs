//! The programs of streamed functions, which run over parts of arrays. The crate `array-fn-store` calls them; nobody else
//! should.
//!
//! Memory is untyped here, because an executor that moves boxes between files and programs knows element types only at run
//! time. All that a call of a typed function checks is checked here, too.

use std::marker::PhantomData;

use crate::arg::{Arg, ArgKind, Backing};
use crate::array::RawArray;
use crate::buffer::Buffer;
use crate::call::{Mode, Results, execute};
use crate::instance::check_constraints;
use crate::plan::{DType, Param, ParamKind, Pass, Size, Step, StreamUpdate, StreamValue};
use crate::shape::Shape;
use crate::storage::Storage;
use crate::{Device, Element, Error, Function, bind};

/// A streamed function: the function itself, and its programs.
#[derive(Debug)]
pub struct Streamed {
    function: &'static Function,
    programs: &'static [&'static Function],
    passes: &'static [Pass],
    last: Option<Step>,
    values: &'static [StreamValue],
    updates: &'static [StreamUpdate],
}

impl Streamed {
    /// A function in one piece, whose parameters and dimensions are those of a call; all of its programs, to which tiles
    /// and steps refer by position; the passes over large arrays, in their order; what runs after them; the arrays
    /// in memory that programs hand on; and the parameters that are updated.
    ///
    /// # Safety
    /// Executors copy results of tiles to where the passes say. For all dimensions that satisfy the function's
    /// constraints, and all tiles whose bounds are multiples of the units of the cuts, the box of each output must be
    /// inside of its array, and have the shape of the result. Without a fold, boxes of different tiles must not meet.
    pub const unsafe fn new(
        function: &'static Function,
        programs: &'static [&'static Function],
        passes: &'static [Pass],
        last: Option<Step>,
        values: &'static [StreamValue],
        updates: &'static [StreamUpdate],
    ) -> Streamed {
        Streamed { function, programs, passes, last, values, updates }
    }

    /// The function in one piece.
    pub fn function(&self) -> &'static Function {
        self.function
    }

    /// All programs.
    pub fn programs(&self) -> &'static [&'static Function] {
        self.programs
    }

    /// The passes over large arrays, in their order.
    pub fn passes(&self) -> &'static [Pass] {
        self.passes
    }

    /// What runs after the passes.
    pub fn last(&self) -> Option<&Step> {
        self.last.as_ref()
    }

    /// The arrays in memory that programs hand on.
    pub fn values(&self) -> &'static [StreamValue] {
        self.values
    }

    /// The parameters that are updated. Their new values are results after those of the function.
    pub fn updates(&self) -> &'static [StreamUpdate] {
        self.updates
    }

    /// The name, element type and shape of each result: those of the function, then the new values of parameters.
    pub fn results(&self) -> impl Iterator<Item = (&'static str, DType, &'static [Size])> {
        let program = self.function.program();
        let results = program.results.iter().map(|r| (r.name, r.dtype, r.shape));
        let params = self.updates.iter().map(|update| &program.params[usize::from(update.param)]);
        results.chain(params.map(|Param { name, dtype, shape, .. }| (*name, *dtype, *shape)))
    }
}

/// The element types that a streamed function `F` is compiled for.
#[diagnostic::on_unimplemented(
    message = "the function is not compiled for `{Self}`",
    note = "the choices are those of its `<T: f32 | f64>`"
)]
pub trait Instantiated<F>: crate::rt::Instantiated<F> {
    /// The function for these types.
    fn streamed() -> &'static Streamed;
}

impl<T> Instantiated<crate::rt::Erroneous> for T {
    fn streamed() -> &'static Streamed {
        panic!("its array_fn! block has errors")
    }
}

/// The value of a size over dimensions; `None` if it overflows.
pub fn evaluate(size: Size, dims: &[i64]) -> Option<i64> {
    crate::size::evaluate(size, dims)
}

/// A scalar argument that owns its value.
pub fn scalar<T: Element>(value: T) -> Arg<'static> {
    if T::PARTS == 1 {
        return Arg::scalar(value);
    }
    match Buffer::uninit(size_of::<T>()) {
        Ok(copy) => {
            // SAFETY: the buffer is new, and has room for the value.
            unsafe { copy.pointer().cast::<T>().write(value) };
            // SAFETY: the buffer holds the value, and has no axes besides its parts.
            unsafe { Arg::copied::<T>(copy, &[]) }
        }
        Err(error) => Arg::faulty::<T>(ArgKind::Array, &[], crate::arg::Fault::Other(error)),
    }
}

/// The value of a scalar argument that is an integer of 32 or 64 bits.
pub fn integer(arg: &Arg<'_>) -> Option<i64> {
    match (&arg.kind, arg.dtype) {
        (ArgKind::Scalar(bits), DType::I64) => Some(*bits as i64),
        (ArgKind::Scalar(bits), DType::I32) => Some(i64::from(*bits as u32 as i32)),
        _ => None,
    }
}

/// An argument of which only the type and the shape count.
#[derive(Debug)]
pub enum Shaped<'a> {
    Arg(&'a Arg<'a>),
    /// An array that is not in memory.
    Absent {
        dtype: DType,
        shape: &'a [usize],
    },
}

/// The dimensions of a call: explicit ones, and those that follow from the arguments.
///
/// # Errors
/// All that is wrong with kinds, dtypes and shapes of the arguments.
pub fn bind(
    function: &Function,
    explicit: &[usize],
    args: &[Shaped<'_>],
) -> Result<Vec<i64>, Error> {
    let program = function.program();
    let args = args.iter().enumerate().map(|(k, arg)| match arg {
        Shaped::Arg(arg) => arg.again(),
        Shaped::Absent { dtype, shape } => {
            let is_updated =
                program.params.get(k).is_some_and(|param| param.kind == ParamKind::ArrayMut);
            let kind = if is_updated { ArgKind::ArrayMut } else { ArgKind::Array };
            Arg::untyped(std::ptr::null_mut(), kind, *dtype, shape)
        }
    });
    let args: Vec<Arg<'_>> = args.collect();
    let mut dims = vec![0; program.dims.len()];
    bind::check_kinds(program, &args)?;
    bind::solve_dims(program, explicit, &args, &mut dims)?;
    bind::check_shapes(program, &args, &dims)?;
    check_constraints(program, &dims)?;
    Ok(dims)
}

/// Memory of a box, as an argument. The elements are in C order.
#[derive(Debug)]
pub struct Elements<'a> {
    pointer: *mut u8,
    bytes: usize,
    dtype: DType,
    shape: &'a [usize],
    memory: PhantomData<&'a mut [u8]>,
}

impl<'a> Elements<'a> {
    /// Memory that is read.
    ///
    /// # Safety
    /// The bytes must be values of the dtype: those of a `bool` are 0 or 1.
    pub unsafe fn new(bytes: &'a [u8], dtype: DType, shape: &'a [usize]) -> Elements<'a> {
        let pointer = bytes.as_ptr().cast_mut();
        Elements { pointer, bytes: bytes.len(), dtype, shape, memory: PhantomData }
    }

    /// Memory that is written.
    pub fn written(bytes: &'a mut [u8], dtype: DType, shape: &'a [usize]) -> Elements<'a> {
        let (pointer, bytes) = (bytes.as_mut_ptr(), bytes.len());
        Elements { pointer, bytes, dtype, shape, memory: PhantomData }
    }

    /// As an argument, if it is aligned, and as long as its shape.
    fn arg(&self, kind: ArgKind) -> Result<Arg<'a>, Error> {
        let count = self.shape.iter().try_fold(1usize, |n, &size| n.checked_mul(size));
        let bytes = count.and_then(|count| count.checked_mul(self.dtype.size()));
        if (bytes, self.bytes) == (Some(0), 0) {
            // Memory without elements may begin anywhere.
            let pointer = std::ptr::without_provenance_mut(self.dtype.size());
            return Ok(Arg::untyped(pointer, kind, self.dtype, self.shape));
        }
        if bytes != Some(self.bytes) || !self.pointer.addr().is_multiple_of(self.dtype.size()) {
            let (expected, actual) = (count.unwrap_or(usize::MAX), self.bytes / self.dtype.size());
            return Err(Error::Length { shape: self.shape.to_vec(), expected, actual });
        }
        Ok(Arg::untyped(self.pointer, kind, self.dtype, self.shape))
    }
}

// SAFETY: through a shared argument, its description can be read, and another argument for reading can be made of it.
// Nothing writes the elements while it is shared; element types are plain data.
unsafe impl Sync for Arg<'_> {}

/// The elements of an array argument as bytes in C order, and its shape. Those on a GPU are copied to the host.
///
/// # Errors
/// Those of the copy, and [`Error::NotContiguous`].
pub fn elements<'a>(arg: &'a Arg<'a>) -> Result<(&'a [u8], DType, &'a [usize]), Error> {
    let pointer = match &arg.place {
        Backing::Host => arg.pointer,
        Backing::Storage(storage) => storage.host()?.pointer(),
        Backing::StorageMut(storage) => storage.host()?.pointer(),
    };
    if arg.fault.is_some() || (pointer.is_null() && arg.bytes > 0) {
        let argument = format!("{arg:?}");
        return Err(Error::NotContiguous { function: "stream", argument });
    }
    let bytes = match arg.bytes {
        0 => &[],
        // SAFETY: an argument without fault is valid for reads of so many bytes for its lifetime.
        bytes => unsafe { std::slice::from_raw_parts(pointer, bytes) },
    };
    Ok((bytes, arg.dtype, &arg.shape))
}

/// An argument of a program.
pub enum Input<'a> {
    /// A number.
    Number(i64),
    /// A box of an array.
    Elements(Elements<'a>),
    /// An argument of the function.
    Arg(&'a Arg<'a>),
    /// An array that an earlier program made.
    Array(&'a RawArray),
}

impl<'a> Input<'a> {
    fn arg(&self) -> Result<Arg<'a>, Error> {
        match self {
            Input::Number(number) => Ok(Arg::scalar(*number)),
            Input::Elements(elements) => elements.arg(ArgKind::Array),
            Input::Arg(arg) => Ok(arg.again()),
            Input::Array(array) => {
                let mut arg = Arg::untyped(
                    crate::arg::address(&array.storage),
                    ArgKind::Array,
                    array.dtype,
                    &array.shape,
                );
                arg.place = Backing::Storage(&array.storage);
                Ok(arg)
            }
        }
    }
}

/// Calls a program on a device. The call allocates its results.
///
/// # Errors
/// Those of calls.
pub fn call(
    device: &Device,
    program: &'static Function,
    dims: &[usize],
    inputs: &[Input<'_>],
) -> Result<Vec<RawArray>, Error> {
    let mut args = inputs.iter().map(Input::arg).collect::<Result<Vec<_>, Error>>()?;
    let mut results: Vec<Option<RawArray>> = Vec::new();
    results.resize_with(program.program().results.len(), || None);
    let mut target = Results::New(&mut results);
    device.run(|| execute(program, Mode::Fused, dims, &mut args, &mut target, None))?;
    Ok(results.into_iter().flatten().collect())
}

/// Calls a program on a device, and writes its results into memory.
///
/// # Errors
/// Those of calls.
pub fn call_into(
    device: &Device,
    program: &'static Function,
    dims: &[usize],
    inputs: &[Input<'_>],
    outputs: &mut [Elements<'_>],
) -> Result<(), Error> {
    let mut args = inputs.iter().map(Input::arg).collect::<Result<Vec<_>, Error>>()?;
    let outs = outputs.iter().map(|out| out.arg(ArgKind::ArrayMut));
    let mut outs = outs.collect::<Result<Vec<_>, Error>>()?;
    let mut target = Results::Into(&mut outs);
    device.run(|| execute(program, Mode::Fused, dims, &mut args, &mut target, None))
}

impl RawArray {
    /// An array of zeros in memory of the host.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::SizeOverflow`].
    pub fn zeros(dtype: DType, shape: &[usize]) -> Result<RawArray, Error> {
        let overflow = || Error::SizeOverflow { what: format!("an array of shape {shape:?}") };
        let len = shape.iter().try_fold(1usize, |n, &size| n.checked_mul(size));
        let len = len.ok_or_else(overflow)?;
        let bytes = len.checked_mul(dtype.size()).ok_or_else(overflow)?;
        let buffer = Buffer::zeroed(bytes)?;
        let shape = Shape::new(shape).ok_or_else(overflow)?;
        Ok(RawArray { storage: Storage::from(buffer), dtype, shape, len })
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The number of elements on each axis.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The elements as bytes, in C order. They are copied to the host if they are not there.
    ///
    /// # Errors
    /// Those of the copy.
    pub fn bytes(&self) -> Result<&[u8], Error> {
        let buffer = self.storage.host()?;
        // SAFETY: the buffer holds all elements, and lives as long as it is borrowed.
        Ok(unsafe { std::slice::from_raw_parts(buffer.pointer(), self.len * self.dtype.size()) })
    }

    /// The address of the elements, if they are in memory of the host and nothing else has them.
    pub fn pointer(&mut self) -> Option<*mut u8> {
        match &mut self.storage {
            Storage::Host { buffer, .. } => Some(buffer.pointer()),
            Storage::Device { .. } => None,
        }
    }
}
