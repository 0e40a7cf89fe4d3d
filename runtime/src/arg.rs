//! One argument of a call, without its static type, and the traits of everything that can be passed.

use std::marker::PhantomData;

use crate::buffer::Buffer;
use crate::element::Element;
use crate::plan::DType;
use crate::shape::{MAX_RANK, Shape};
use crate::storage::Storage;
use crate::{Array, Error, IndexArray};

/// A borrowed argument: pointer, dtype, shape and what may be done with it. It lives on the stack; only
/// operands that had to be copied own heap memory.
pub struct Arg<'a> {
    pub(crate) pointer: *mut u8,
    pub(crate) kind: ArgKind,
    pub(crate) dtype: DType,
    pub(crate) shape: Shape,
    /// Bytes behind `pointer`.
    pub(crate) bytes: usize,
    /// On the heap, because there is hardly ever one, and it would be the largest part of the argument.
    pub(crate) fault: Option<Box<Fault>>,
    pub(crate) place: Backing<'a>,
    /// A contiguous copy that `pointer` points into, kept alive by this.
    _copy: Option<Buffer>,
    borrow: PhantomData<&'a mut ()>,
}

/// Where an operand's elements are.
pub(crate) enum Backing<'a> {
    /// In memory of the host that array-fn does not own.
    Host,
    Storage(&'a Storage),
    StorageMut(&'a mut Storage),
}

impl Backing<'_> {
    pub(crate) fn storage(&self) -> Option<&Storage> {
        match self {
            Backing::Host => None,
            Backing::Storage(storage) => Some(storage),
            Backing::StorageMut(storage) => Some(storage),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArgKind {
    /// The value's bits.
    Scalar(u64),
    Array,
    ArrayMut,
    /// `i32` values in `0..bound`.
    Index {
        bound: usize,
    },
}

/// Why an operand cannot be passed. The call reports it, because it knows the argument's name.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "ndarray"), allow(dead_code, reason = "strides are ndarray's"))]
pub(crate) enum Fault {
    NotContiguous,
    /// More axes than a shape can have; these are the sizes of all of them.
    TooManyAxes(Box<[usize]>),
    Other(Error),
}

impl<'a> Arg<'a> {
    /// An argument of dtype and parts of `T`: complex numbers get one more axis, for their two parts.
    fn of<T: Element>(
        pointer: *mut u8,
        kind: ArgKind,
        axes: &[usize],
        copy: Option<Buffer>,
    ) -> Arg<'a> {
        let mut all = [0; MAX_RANK + 1];
        match all.get_mut(..axes.len()) {
            Some(head) if T::PARTS > 1 => {
                head.copy_from_slice(axes);
                all[axes.len()] = T::PARTS;
                Arg::new(pointer, kind, T::DTYPE, &all[..=axes.len()], copy)
            }
            _ => Arg::new(pointer, kind, T::DTYPE, axes, copy),
        }
    }

    fn new(
        pointer: *mut u8,
        kind: ArgKind,
        dtype: DType,
        axes: &[usize],
        copy: Option<Buffer>,
    ) -> Arg<'a> {
        let fault = (axes.len() > MAX_RANK).then(|| Box::new(Fault::TooManyAxes(axes.into())));
        let axes = if fault.is_none() { axes } else { &[] };
        // The elements exist in memory, so that this product cannot overflow unless one axis is 0.
        let bytes = if axes.contains(&0) {
            0
        } else {
            axes.iter().product::<usize>().saturating_mul(dtype.size())
        };
        Arg {
            pointer,
            kind,
            dtype,
            shape: Shape::of_first(axes),
            bytes,
            fault,
            place: Backing::Host,
            _copy: copy,
            borrow: PhantomData,
        }
    }

    /// An array whose element type is known only at run time.
    pub(crate) fn untyped(
        pointer: *mut u8,
        kind: ArgKind,
        dtype: DType,
        shape: &[usize],
    ) -> Arg<'a> {
        Arg::new(pointer, kind, dtype, shape, None)
    }

    /// The same argument, to be read again.
    pub(crate) fn again(&self) -> Arg<'_> {
        let place = match &self.place {
            Backing::Host => Backing::Host,
            Backing::Storage(storage) => Backing::Storage(storage),
            Backing::StorageMut(storage) => Backing::Storage(storage),
        };
        let kind = match self.kind {
            ArgKind::ArrayMut => ArgKind::Array,
            kind => kind,
        };
        Arg {
            pointer: self.pointer,
            kind,
            dtype: self.dtype,
            shape: self.shape,
            bytes: self.bytes,
            fault: self.fault.clone(),
            place,
            _copy: None,
            borrow: PhantomData,
        }
    }

    /// A scalar argument by reference. A complex one is passed as an array of its parts.
    pub(crate) fn scalar_ref<T: Element>(value: &'a T) -> Arg<'a> {
        match T::PARTS {
            1 => Arg::scalar(*value),
            // SAFETY: a reference to an element is valid for reads of its parts.
            _ => unsafe { Arg::array(value, &[]) },
        }
    }

    /// A scalar argument by value.
    pub(crate) fn scalar<T: Element>(value: T) -> Arg<'a> {
        let kind = ArgKind::Scalar(value.to_bits64());
        Arg::new(std::ptr::null_mut(), kind, T::DTYPE, &[], None)
    }

    /// # Safety
    /// `pointer` must be valid for reads of the shape's elements in C order for `'a`.
    pub(crate) unsafe fn array<T: Element>(pointer: *const T, shape: &[usize]) -> Arg<'a> {
        Arg::of::<T>(pointer.cast_mut().cast(), ArgKind::Array, shape, None)
    }

    /// # Safety
    /// `pointer` must be valid for reads and writes of the shape's elements in C order for `'a`, and
    /// nothing else may access them during `'a`.
    pub(crate) unsafe fn array_mut<T: Element>(pointer: *mut T, shape: &[usize]) -> Arg<'a> {
        Arg::of::<T>(pointer.cast(), ArgKind::ArrayMut, shape, None)
    }

    /// An array that array-fn owns.
    pub(crate) fn stored<T: Element>(
        kind: ArgKind,
        storage: &'a Storage,
        shape: &[usize],
    ) -> Arg<'a> {
        let mut arg = Arg::of::<T>(address(storage), kind, shape, None);
        arg.place = Backing::Storage(storage);
        arg
    }

    /// An array that array-fn owns, to be written.
    pub(crate) fn stored_mut<T: Element>(storage: &'a mut Storage, shape: &[usize]) -> Arg<'a> {
        let mut arg = Arg::of::<T>(address(storage), ArgKind::ArrayMut, shape, None);
        arg.place = Backing::StorageMut(storage);
        arg
    }

    /// A contiguous copy of an operand.
    ///
    /// # Safety
    /// `copy` must hold the shape's elements in C order.
    pub(crate) unsafe fn copied<T: Element>(copy: Buffer, shape: &[usize]) -> Arg<'a> {
        Arg::of::<T>(copy.pointer(), ArgKind::Array, shape, Some(copy))
    }

    /// # Safety
    /// `pointer` must be valid for reads of the shape's elements in C order for `'a`, all of them in
    /// `0..bound`.
    pub(crate) unsafe fn index(pointer: *const i32, shape: &[usize], bound: usize) -> Arg<'a> {
        let kind = ArgKind::Index { bound };
        Arg::new(pointer.cast_mut().cast(), kind, DType::I32, shape, None)
    }

    /// An operand that cannot be passed.
    pub(crate) fn faulty<T: Element>(kind: ArgKind, shape: &[usize], fault: Fault) -> Arg<'a> {
        let shape = &shape[..shape.len().min(MAX_RANK)];
        let mut arg = Arg::of::<T>(std::ptr::null_mut(), kind, shape, None);
        arg.fault = Some(Box::new(fault));
        arg
    }
}

/// Where the elements are, on the host or on a device.
pub(crate) fn address(storage: &Storage) -> *mut u8 {
    match storage {
        Storage::Host { buffer, .. } => buffer.pointer(),
        Storage::Device { memory, .. } => {
            std::ptr::without_provenance_mut(memory.address() as usize)
        }
    }
}

impl std::fmt::Debug for Arg<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} [{}; {:?}]", self.kind, self.dtype, self.shape)
    }
}

/// Everything that can be passed for a parameter `[T; ...]` with `RANK` axes.
///
/// - [`Array`].
/// - `ndarray` arrays and views of any layout. Those that are not C-contiguous are copied.
/// - For one axis: slices, `Vec` and `[T; N]`.
/// - For more axes: the same, of nested arrays. `&[[1.0, 2.0], [3.0, 4.0]]` has two axes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as an array of {RANK} axes of `{T}`",
    label = "not an array of {RANK} axes of `{T}`",
    note = "pass a reference to an `array_fn::Array<{T}, {RANK}>` or to an `ndarray` array or view of \
            {RANK} axes of `{T}`; slices, `Vec` and `[T; N]` are arrays of one axis, `[[T; N]; M]` of two",
    note = "rows in a `Vec<Vec<{T}>>` may differ in length: make `Array::from_vec([m, n], rows.concat())?` of them"
)]
pub trait Operand<T: Element, const RANK: usize> {
    /// Borrows the operand.
    #[doc(hidden)]
    fn arg(&self) -> Arg<'_>;
}

/// Everything that can be passed for a parameter `&mut [T; ...]` with `RANK` axes.
///
/// - [`Array`].
/// - C-contiguous `ndarray` arrays and mutable views.
/// - For one axis: slices, `Vec` and `[T; N]`.
/// - For more axes: the same, of nested arrays such as `[[T; N]; M]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as a mutable array of {RANK} axes of `{T}`",
    label = "not a mutable array of {RANK} axes of `{T}`",
    note = "pass a mutable reference to an `array_fn::Array<{T}, {RANK}>` or to an `ndarray` array or \
            mutable view of {RANK} axes of `{T}`; slices, `Vec` and `[T; N]` are arrays of one axis, \
            `[[T; N]; M]` of two"
)]
pub trait OperandMut<T: Element, const RANK: usize> {
    /// Borrows the operand for reading and writing.
    #[doc(hidden)]
    fn arg_mut(&mut self) -> Arg<'_>;
}

/// Everything that can be passed for a scalar field of a record: a value, or an array without axes, as functions return
/// it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as a scalar `{T}`",
    label = "not a `{T}`",
    note = "give the field a value of the type `{T}`, or an `array_fn::Array<{T}, 0>`"
)]
pub trait ScalarOperand<T: Element> {
    /// Borrows the operand.
    #[doc(hidden)]
    fn value_arg(&self) -> Arg<'_>;
}

/// Everything that can be passed for a parameter `[index<D>; ...]` with `RANK` axes: [`IndexArray`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as an index array of {RANK} axes",
    label = "not an `IndexArray<{RANK}>`",
    note = "make one by `IndexArray::new(shape, values, bound)`, which checks the values once"
)]
pub trait IndexOperand<const RANK: usize> {
    /// Borrows the operand.
    #[doc(hidden)]
    fn index_arg(&self) -> Arg<'_>;
}

impl<T: Element, const RANK: usize> Operand<T, RANK> for Array<T, RANK> {
    fn arg(&self) -> Arg<'_> {
        Arg::stored::<T>(ArgKind::Array, self.storage(), &self.shape())
    }
}

impl<T: Element, const RANK: usize> OperandMut<T, RANK> for Array<T, RANK> {
    fn arg_mut(&mut self) -> Arg<'_> {
        let shape = self.shape();
        Arg::stored_mut::<T>(self.storage_mut(), &shape)
    }
}

impl<const RANK: usize> IndexOperand<RANK> for IndexArray<RANK> {
    fn index_arg(&self) -> Arg<'_> {
        let kind = ArgKind::Index { bound: self.bound() };
        Arg::stored::<i32>(kind, self.storage(), &self.shape())
    }
}

impl<T: Element> ScalarOperand<T> for T {
    fn value_arg(&self) -> Arg<'_> {
        Arg::scalar_ref(self)
    }
}

impl<T: Element> ScalarOperand<T> for Array<T, 0> {
    fn value_arg(&self) -> Arg<'_> {
        match self.storage().host() {
            // SAFETY: an array without axes has one element, which the storage keeps as long as it is borrowed.
            Ok(buffer) => Arg::scalar_ref(unsafe { &*buffer.pointer().cast::<T>() }),
            Err(error) => Arg::faulty::<T>(ArgKind::Scalar(0), &[], Fault::Other(error)),
        }
    }
}

impl<T: Element> Operand<T, 1> for [T] {
    fn arg(&self) -> Arg<'_> {
        // SAFETY: a slice holds its length of elements.
        unsafe { Arg::array(self.as_ptr(), &[self.len()]) }
    }
}

impl<T: Element> OperandMut<T, 1> for [T] {
    fn arg_mut(&mut self) -> Arg<'_> {
        // SAFETY: a slice holds its length of elements; `self` is borrowed mutably.
        unsafe { Arg::array_mut(self.as_mut_ptr(), &[self.len()]) }
    }
}

impl<T: Element> Operand<T, 1> for Vec<T> {
    fn arg(&self) -> Arg<'_> {
        self.as_slice().arg()
    }
}

impl<T: Element> OperandMut<T, 1> for Vec<T> {
    fn arg_mut(&mut self) -> Arg<'_> {
        self.as_mut_slice().arg_mut()
    }
}

impl<T: Element, const N: usize> Operand<T, 1> for [T; N] {
    fn arg(&self) -> Arg<'_> {
        self.as_slice().arg()
    }
}

impl<T: Element, const N: usize> OperandMut<T, 1> for [T; N] {
    fn arg_mut(&mut self) -> Arg<'_> {
        self.as_mut_slice().arg_mut()
    }
}

/// An array of arrays, outermost axis first.
macro_rules! nest {
    ($element:ty;) => { $element };
    ($element:ty; $axis:ident $($inner:ident)*) => { [nest!($element; $($inner)*); $axis] };
}

/// Arrays, slices and vectors of arrays, for each rank and the names of its axes.
macro_rules! nested {
    ($($rank:literal $outer:ident $($inner:ident)*;)*) => {$(
        impl<T: Element, $(const $inner: usize),*> Operand<T, $rank> for [nest!(T; $($inner)*)] {
            fn arg(&self) -> Arg<'_> {
                // SAFETY: a slice holds its length of arrays, whose elements lie in C order, without gaps.
                unsafe { Arg::array(self.as_ptr().cast::<T>(), &[self.len(), $($inner),*]) }
            }
        }

        impl<T: Element, $(const $inner: usize),*> OperandMut<T, $rank> for [nest!(T; $($inner)*)] {
            fn arg_mut(&mut self) -> Arg<'_> {
                let shape = [self.len(), $($inner),*];
                // SAFETY: as for `arg`; `self` is borrowed mutably.
                unsafe { Arg::array_mut(self.as_mut_ptr().cast::<T>(), &shape) }
            }
        }

        impl<T: Element, $(const $inner: usize),*> Operand<T, $rank> for Vec<nest!(T; $($inner)*)> {
            fn arg(&self) -> Arg<'_> {
                self.as_slice().arg()
            }
        }

        impl<T: Element, $(const $inner: usize),*> OperandMut<T, $rank> for Vec<nest!(T; $($inner)*)> {
            fn arg_mut(&mut self) -> Arg<'_> {
                self.as_mut_slice().arg_mut()
            }
        }

        impl<T: Element, const $outer: usize, $(const $inner: usize),*> Operand<T, $rank>
            for [nest!(T; $($inner)*); $outer]
        {
            fn arg(&self) -> Arg<'_> {
                self.as_slice().arg()
            }
        }

        impl<T: Element, const $outer: usize, $(const $inner: usize),*> OperandMut<T, $rank>
            for [nest!(T; $($inner)*); $outer]
        {
            fn arg_mut(&mut self) -> Arg<'_> {
                self.as_mut_slice().arg_mut()
            }
        }
    )*};
}

nested! {
    2 A B;
    3 A B C;
    4 A B C D;
    5 A B C D E;
    6 A B C D E F;
    7 A B C D E F G;
    8 A B C D E F G H;
}

impl<T: Element, const RANK: usize, O: Operand<T, RANK> + ?Sized> Operand<T, RANK> for &O {
    fn arg(&self) -> Arg<'_> {
        (**self).arg()
    }
}

impl<T: Element, const RANK: usize, O: Operand<T, RANK> + ?Sized> Operand<T, RANK> for &mut O {
    fn arg(&self) -> Arg<'_> {
        (**self).arg()
    }
}

impl<T: Element, const RANK: usize, O: OperandMut<T, RANK> + ?Sized> OperandMut<T, RANK>
    for &mut O
{
    fn arg_mut(&mut self) -> Arg<'_> {
        (**self).arg_mut()
    }
}

impl<const RANK: usize, O: IndexOperand<RANK> + ?Sized> IndexOperand<RANK> for &O {
    fn index_arg(&self) -> Arg<'_> {
        (**self).index_arg()
    }
}
