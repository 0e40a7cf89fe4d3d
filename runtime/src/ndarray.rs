//! Conversions from and to `ndarray`.

use std::mem::MaybeUninit;

use ndarray::{
    ArrayBase, ArrayRef, ArrayView, ArrayViewMut, Data, DataMut, Dimension, IntoDimension, Ix0,
    Ix1, Ix2, Ix3, Ix4, Ix5, Ix6, IxDyn,
};

use crate::arg::{ArgKind, Fault};
use crate::buffer::Buffer;
use crate::shape::volume;
use crate::{Arg, Array, Element, Error, Operand, OperandMut};

fn arg<T: Element, D: Dimension>(array: &ArrayRef<T, D>) -> Arg<'_> {
    if array.is_standard_layout() {
        // SAFETY: in standard layout the elements lie in C order from the first one on.
        return unsafe { Arg::array(array.as_ptr(), array.shape()) };
    }
    match contiguous(array) {
        // SAFETY: the copy holds the elements in C order.
        Ok(copy) => unsafe { Arg::copied::<T>(copy, array.shape()) },
        Err(error) => Arg::faulty::<T>(ArgKind::Array, array.shape(), Fault::Other(error)),
    }
}

/// The elements in C order.
fn contiguous<T: Element, D: Dimension>(array: &ArrayRef<T, D>) -> Result<Buffer, Error> {
    let (len, bytes) = volume(array.shape(), size_of::<T>())?;
    let buffer = Buffer::uninit(bytes)?;
    let pointer = buffer.pointer().cast::<MaybeUninit<T>>();
    // SAFETY: the buffer has room for `len` elements, is aligned for them and is nowhere else.
    let elements = unsafe { std::slice::from_raw_parts_mut(pointer, len) };
    if let Ok(target) = ArrayViewMut::from_shape(array.raw_dim(), elements) {
        array.assign_to(target);
    }
    Ok(buffer)
}

fn arg_mut<T: Element, D: Dimension>(array: &mut ArrayRef<T, D>) -> Arg<'_> {
    if !array.is_standard_layout() {
        return Arg::faulty::<T>(ArgKind::ArrayMut, array.shape(), Fault::NotContiguous);
    }
    let shape = array.raw_dim();
    // SAFETY: in standard layout the elements lie in C order from the first one on; `array` is
    // borrowed mutably.
    unsafe { Arg::array_mut(array.as_mut_ptr(), shape.slice()) }
}

macro_rules! ranks {
    ($($rank:literal $dim:ty;)*) => {$(
        impl<T: Element, S: Data<Elem = T>> Operand<T, $rank> for ArrayBase<S, $dim> {
            fn arg(&self) -> Arg<'_> {
                arg(self)
            }
        }

        impl<T: Element, S: DataMut<Elem = T>> OperandMut<T, $rank> for ArrayBase<S, $dim> {
            fn arg_mut(&mut self) -> Arg<'_> {
                arg_mut(self)
            }
        }

        impl<T: Element> Operand<T, $rank> for ArrayRef<T, $dim> {
            fn arg(&self) -> Arg<'_> {
                arg(self)
            }
        }

        impl<T: Element> OperandMut<T, $rank> for ArrayRef<T, $dim> {
            fn arg_mut(&mut self) -> Arg<'_> {
                arg_mut(self)
            }
        }

        impl<T: Element> Array<T, $rank> {
            /// A view of the elements; nothing is copied.
            pub fn view(&self) -> ArrayView<'_, T, $dim> {
                // SAFETY: an array holds the elements of its shape in C order.
                unsafe { ArrayView::from_shape_ptr(self.shape(), self.as_slice().as_ptr()) }
            }

            /// A mutable view of the elements; nothing is copied.
            pub fn view_mut(&mut self) -> ArrayViewMut<'_, T, $dim> {
                let shape = self.shape();
                // SAFETY: as in `view`; `self` is borrowed mutably.
                unsafe { ArrayViewMut::from_shape_ptr(shape, self.as_mut_slice().as_mut_ptr()) }
            }

            /// A copy as an `ndarray` array.
            ///
            /// # Errors
            /// [`Error::OutOfMemory`].
            pub fn to_ndarray(&self) -> Result<ndarray::Array<T, $dim>, Error> {
                to_ndarray(self.as_slice(), self.shape().into_dimension())
            }
        }

        impl<T: Element, S: Data<Elem = T>> TryFrom<&ArrayBase<S, $dim>> for Array<T, $rank> {
            type Error = Error;

            /// A copy of an array or view of any layout.
            fn try_from(array: &ArrayBase<S, $dim>) -> Result<Self, Error> {
                let (len, _) = volume(array.shape(), size_of::<T>())?;
                let buffer = contiguous(array)?;
                let mut shape = [0; $rank];
                shape.copy_from_slice(array.shape());
                // SAFETY: `contiguous` wrote the elements of this shape in C order.
                Ok(unsafe { Array::from_buffer(buffer, shape, len) })
            }
        }
    )*};
}

ranks! {
    0 Ix0;
    1 Ix1;
    2 Ix2;
    3 Ix3;
    4 Ix4;
    5 Ix5;
    6 Ix6;
}

/// Arrays of dynamic rank fit every parameter; the call compares the rank.
impl<T: Element, S: Data<Elem = T>, const RANK: usize> Operand<T, RANK> for ArrayBase<S, IxDyn> {
    fn arg(&self) -> Arg<'_> {
        arg(self)
    }
}

/// Arrays of dynamic rank fit every parameter; the call compares the rank.
impl<T: Element, S: DataMut<Elem = T>, const RANK: usize> OperandMut<T, RANK>
    for ArrayBase<S, IxDyn>
{
    fn arg_mut(&mut self) -> Arg<'_> {
        arg_mut(self)
    }
}

fn to_ndarray<T: Element, D: Dimension>(
    elements: &[T],
    shape: D,
) -> Result<ndarray::Array<T, D>, Error> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(elements.len())
        .map_err(|_| Error::OutOfMemory { bytes: size_of_val(elements) })?;
    copy.extend_from_slice(elements);
    let actual = copy.len();
    let axes = shape.slice().to_vec();
    ndarray::Array::from_shape_vec(shape, copy).map_err(|_| Error::Length {
        shape: axes,
        expected: actual,
        actual,
    })
}
