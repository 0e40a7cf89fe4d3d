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
    let (_, bytes) = volume(array.shape(), size_of::<T>())?;
    let buffer = Buffer::uninit(bytes)?;
    write_contiguous(array, &buffer);
    Ok(buffer)
}

/// Writes the elements in C order into a new buffer of their size.
fn write_contiguous<T: Element, D: Dimension>(array: &ArrayRef<T, D>, buffer: &Buffer) {
    assert_eq!(buffer.bytes(), array.len() * size_of::<T>(), "bytes of a copy");
    let pointer = buffer.pointer().cast::<MaybeUninit<T>>();
    // SAFETY: the buffer has room for all elements, just compared, is aligned for them, and is new.
    let target = unsafe { ArrayViewMut::from_shape_ptr(array.raw_dim(), pointer) };
    array.assign_to(target);
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

        impl<T: Element> From<ndarray::Array<T, $dim>> for Array<T, $rank> {
            /// The same elements, copied into aligned memory; aborts where memory is exhausted, as
            /// `Vec` does.
            fn from(array: ndarray::Array<T, $dim>) -> Self {
                let mut shape = [0; $rank];
                shape.copy_from_slice(array.shape());
                let buffer = Buffer::uninit_or_abort(array.len() * size_of::<T>());
                write_contiguous(&array, &buffer);
                // SAFETY: `write_contiguous` wrote the elements of this shape in C order.
                unsafe { Array::from_buffer(buffer, shape, array.len()) }
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
    let what = format!("an `ndarray` array of shape {:?}", shape.slice());
    // The elements are as many as the shape says.
    ndarray::Array::from_shape_vec(shape, copy).map_err(|_| Error::SizeOverflow { what })
}

#[cfg(test)]
mod tests {
    use ndarray::{arr0, arr1, arr2, s};

    use super::*;

    #[test]
    fn round_trips() -> Result<(), Error> {
        let a = arr2(&[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        let b = Array::from(a.clone());
        assert_eq!(b.shape(), [2, 3]);
        assert_eq!(b.view(), a);
        assert_eq!(b.to_ndarray()?, a);
        assert_eq!(Array::from(arr0(3i32)).item(), 3);
        assert_eq!(Array::from(arr1::<bool>(&[])).shape(), [0]);
        Ok(())
    }

    #[test]
    fn any_layout_is_read_in_c_order() -> Result<(), Error> {
        let a = arr2(&[[1, 2, 3], [4, 5, 6]]);
        assert_eq!(Array::try_from(&a.t())?.as_slice(), [1, 4, 2, 5, 3, 6]);
        assert_eq!(Array::from(a.clone().reversed_axes()).as_slice(), [1, 4, 2, 5, 3, 6]);
        assert_eq!(Array::try_from(&a.slice(s![..;-1, ..;2]))?.as_slice(), [4, 6, 1, 3]);
        Ok(())
    }

    #[test]
    fn views_write_through() -> Result<(), Error> {
        let mut a = Array::<i64, 2>::zeros([2, 2])?;
        a.view_mut()[[1, 0]] = 7;
        assert_eq!(a.as_slice(), [0, 0, 7, 0]);
        Ok(())
    }

    #[test]
    fn contiguous_operands_are_not_copied() {
        let mut a = arr2(&[[1.0f32, 2.0], [3.0, 4.0]]);
        let pointer = a.as_ptr().cast_mut().cast::<u8>();
        assert_eq!(Operand::<f32, 2>::arg(&a).pointer, pointer);
        assert_eq!(Operand::<f32, 2>::arg(&a.view()).pointer, pointer);
        assert_ne!(Operand::<f32, 2>::arg(&a.t()).pointer, pointer);
        assert_eq!(Operand::<f32, 2>::arg(&a.view().into_dyn()).pointer, pointer);
        assert_eq!(OperandMut::<f32, 2>::arg_mut(&mut a.view_mut()).pointer, pointer);
        assert!(matches!(
            OperandMut::<f32, 2>::arg_mut(&mut a.view_mut().reversed_axes()).fault.as_deref(),
            Some(Fault::NotContiguous)
        ));
    }
}
