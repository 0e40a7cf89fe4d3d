//! Owned arrays.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use crate::buffer::Buffer;
use crate::element::Element;
use crate::plan::DType;
use crate::shape::{Shape, volume};
use crate::storage::Storage;
use crate::{Device, Error, MAX_RANK};

/// An owned array of `RANK` axes: C-contiguous, aligned to 64 bytes unless it was made from a `Vec`.
///
/// An array is on the host, or on a GPU if a call on that GPU computed it. Its elements can be read in either case. An
/// array on a GPU is copied to the host when its elements are first asked for, after the calls that compute it, which
/// may still be under way. An array on the host is copied to a GPU when a call there first takes it. Such a copy lasts
/// until the array is written or dropped. [`Array::to_device`] and [`Array::to_host`] make arrays that are in one place
/// only.
///
/// The host memory of a dropped array of at least 8 KiB is kept for later arrays, because the system has to clear new
/// memory. A process keeps at most 257 MiB, and no memory of an array of more than 256 MiB.
///
/// ```
/// use array_fn_runtime::Array;
///
/// let a = Array::from_vec([2, 3], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.5])?;
/// assert_eq!(a.shape(), [2, 3]);
/// assert_eq!(a.as_slice()[4], 5.0);
/// assert_eq!(a[[1, 2]], 6.5);
/// // Arrays are displayed as NumPy prints them.
/// assert_eq!(a.to_string(), "[[1.  2.  3. ]\n [4.  5.  6.5]]");
/// # Ok::<(), array_fn_runtime::Error>(())
/// ```
pub struct Array<T, const RANK: usize> {
    storage: Storage,
    shape: [usize; RANK],
    len: usize,
    element: PhantomData<T>,
}

impl<T: Element, const RANK: usize> Array<T, RANK> {
    const SUPPORTED: () = assert!(RANK <= MAX_RANK, "arrays have at most 8 axes");

    /// # Safety
    /// The buffer must hold the shape's `len` elements, valid values of `T`.
    pub(crate) unsafe fn from_buffer(buffer: Buffer, shape: [usize; RANK], len: usize) -> Self {
        // SAFETY: promised by the caller.
        unsafe { Self::from_storage(buffer.into(), shape, len) }
    }

    /// # Safety
    /// As for [`Array::from_buffer`].
    unsafe fn from_storage(storage: Storage, shape: [usize; RANK], len: usize) -> Self {
        let () = Self::SUPPORTED;
        debug_assert_eq!(storage.bytes(), len * size_of::<T>());
        Array { storage, shape, len, element: PhantomData }
    }

    pub(crate) fn storage(&self) -> &Storage {
        &self.storage
    }

    pub(crate) fn storage_mut(&mut self) -> &mut Storage {
        &mut self.storage
    }

    /// A copy on a device; waits until it is made.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Cuda`].
    pub fn to_device(&self, device: &Device) -> Result<Self, Error> {
        let storage = match device.context() {
            Some(context) => self.storage.to_device(context)?,
            None => self.storage.to_host()?,
        };
        // SAFETY: a copy of this array's elements.
        Ok(unsafe { Self::from_storage(storage, self.shape, self.len) })
    }

    /// A copy on the host. For an array on a GPU, this waits for the calls that compute it, and says
    /// what went wrong with them.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Cuda`].
    pub fn to_host(&self) -> Result<Self, Error> {
        // SAFETY: a copy of this array's elements.
        Ok(unsafe { Self::from_storage(self.storage.to_host()?, self.shape, self.len) })
    }

    /// Whether the array is on a GPU.
    pub fn is_on_gpu(&self) -> bool {
        self.storage.context().is_some()
    }

    /// An array of zeros (`false` for `bool`).
    ///
    /// # Errors
    /// [`Error::SizeOverflow`] and [`Error::OutOfMemory`].
    pub fn zeros(shape: [usize; RANK]) -> Result<Self, Error> {
        let (len, bytes) = volume(&shape, size_of::<T>())?;
        let buffer = Buffer::zeroed(bytes)?;
        // SAFETY: zero bytes are a valid value of every element type.
        Ok(unsafe { Self::from_buffer(buffer, shape, len) })
    }

    /// An array with every element `value`.
    ///
    /// # Errors
    /// [`Error::SizeOverflow`] and [`Error::OutOfMemory`].
    pub fn full(shape: [usize; RANK], value: T) -> Result<Self, Error> {
        Self::from_fn(shape, |_| value)
    }

    /// An array with elements `f([i0, i1, ...])`, computed in C order.
    ///
    /// # Errors
    /// [`Error::SizeOverflow`] and [`Error::OutOfMemory`].
    pub fn from_fn(
        shape: [usize; RANK],
        mut f: impl FnMut([usize; RANK]) -> T,
    ) -> Result<Self, Error> {
        let mut array = Self::zeros(shape)?;
        let mut index = [0; RANK];
        for element in array.as_mut_slice() {
            *element = f(index);
            for axis in (0..RANK).rev() {
                index[axis] += 1;
                if index[axis] < shape[axis] {
                    break;
                }
                index[axis] = 0;
            }
        }
        Ok(array)
    }

    /// An array of the elements of a slice in C order.
    ///
    /// # Errors
    /// [`Error::Length`] where the slice's length is not the shape's, [`Error::SizeOverflow`] and
    /// [`Error::OutOfMemory`].
    pub fn from_slice(shape: [usize; RANK], elements: &[T]) -> Result<Self, Error> {
        let (len, bytes) = volume(&shape, size_of::<T>())?;
        if elements.len() != len {
            return Err(Error::Length {
                shape: shape.to_vec(),
                expected: len,
                actual: elements.len(),
            });
        }
        let buffer = Buffer::uninit(bytes)?;
        // SAFETY: both hold `len` elements; the buffer is new, so that they do not overlap.
        unsafe {
            buffer.pointer().cast::<T>().copy_from_nonoverlapping(elements.as_ptr(), len);
            Ok(Self::from_buffer(buffer, shape, len))
        }
    }

    /// An array of the elements of a `Vec` in C order. It takes the memory of the `Vec`; nothing is copied.
    ///
    /// [`Array::from_slice`] copies, into memory that is aligned to cache lines and, if it is large, in huge pages. Loops
    /// that do little but read and write are faster there where no cache holds the elements.
    ///
    /// # Errors
    /// [`Error::Length`] where the length is not the shape's, [`Error::SizeOverflow`].
    pub fn from_vec(shape: [usize; RANK], elements: Vec<T>) -> Result<Self, Error> {
        let (len, _) = volume(&shape, size_of::<T>())?;
        let actual = elements.len();
        if actual != len {
            return Err(Error::Length { shape: shape.to_vec(), expected: len, actual });
        }
        // SAFETY: the vector holds the shape's elements.
        Ok(unsafe { Self::from_buffer(Buffer::from_vec(elements), shape, len) })
    }

    /// The sizes of the axes.
    pub fn shape(&self) -> [usize; RANK] {
        self.shape
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The elements in C order, on the host. Those of an array on a GPU are copied first.
    ///
    /// # Panics
    /// If the array is on a GPU and cannot be copied, because the GPU failed or the host's memory is
    /// exhausted; [`Array::to_host`] reports that instead.
    pub fn as_slice(&self) -> &[T] {
        let buffer = self.storage.host().unwrap_or_else(|error| unreadable(&error));
        // SAFETY: the buffer holds `len` elements and is aligned for every element type.
        unsafe { std::slice::from_raw_parts(buffer.pointer().cast(), self.len) }
    }

    /// The elements in C order. An array on a GPU moves to the host.
    ///
    /// # Panics
    /// As [`Array::as_slice`].
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        let buffer = self.storage.host_mut().unwrap_or_else(|error| unreadable(&error));
        // SAFETY: as in `as_slice`; `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(buffer.pointer().cast(), self.len) }
    }

    /// A copy of the elements in C order.
    pub fn to_vec(&self) -> Vec<T> {
        self.as_slice().to_vec()
    }
}

impl<T: Element, const RANK: usize> Array<T, RANK> {
    /// The position of an element in C order.
    fn position(&self, index: [usize; RANK]) -> usize {
        let axes = index.iter().zip(&self.shape);
        assert!(
            axes.clone().all(|(i, axis)| i < axis),
            "index {index:?} is out of range for shape {:?}",
            self.shape
        );
        axes.fold(0, |position, (i, axis)| position * axis + i)
    }
}

impl<T: Element, const RANK: usize> Index<[usize; RANK]> for Array<T, RANK> {
    type Output = T;

    /// One element; panics where the index is out of range, as slices do.
    fn index(&self, index: [usize; RANK]) -> &T {
        &self.as_slice()[self.position(index)]
    }
}

impl<T: Element, const RANK: usize> IndexMut<[usize; RANK]> for Array<T, RANK> {
    fn index_mut(&mut self, index: [usize; RANK]) -> &mut T {
        let position = self.position(index);
        &mut self.as_mut_slice()[position]
    }
}

impl<T: Element> From<Vec<T>> for Array<T, 1> {
    /// The elements in the memory of the `Vec`; nothing is copied.
    fn from(elements: Vec<T>) -> Self {
        let len = elements.len();
        // SAFETY: the vector holds as many elements.
        unsafe { Self::from_buffer(Buffer::from_vec(elements), [len], len) }
    }
}

/// `let x: f64 = f(..)?.into()`: see [`Array::item`].
macro_rules! items {
    ($($type:ty)*) => {$(
        impl From<Array<$type, 0>> for $type {
            fn from(array: Array<$type, 0>) -> $type {
                array.item()
            }
        }
    )*};
}

items! { bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 }
#[cfg(feature = "half")]
items! { half::f16 half::bf16 }
#[cfg(feature = "complex")]
items! { crate::c32 crate::c64 }

impl<T: Element> Array<T, 0> {
    /// An array without axes.
    pub fn from_item(value: T) -> Self {
        let buffer = Buffer::uninit_or_abort(size_of::<T>());
        // SAFETY: the buffer has room for one element.
        unsafe {
            buffer.pointer().cast::<T>().write(value);
            Self::from_buffer(buffer, [], 1)
        }
    }

    /// The only element. `f64::from(array)`, `let x: f64 = array.into()` and their like are the same.
    ///
    /// # Panics
    /// As [`Array::as_slice`].
    pub fn item(&self) -> T {
        self.as_slice()[0]
    }
}

impl<T: Element, const RANK: usize> Clone for Array<T, RANK> {
    /// A copy in the same place.
    ///
    /// # Panics
    /// If memory is exhausted, or the GPU failed; [`Array::to_device`] and [`Array::to_host`] report
    /// that instead.
    fn clone(&self) -> Self {
        let storage = self.storage.duplicate().unwrap_or_else(|error| unreadable(&error));
        // SAFETY: a copy of this array's elements.
        unsafe { Self::from_storage(storage, self.shape, self.len) }
    }
}

impl<T: Element + PartialEq, const RANK: usize> PartialEq for Array<T, RANK> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.as_slice() == other.as_slice()
    }
}

impl<T: Element, const RANK: usize> fmt::Debug for Array<T, RANK> {
    /// Type, shape and the first elements.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        let name = match (T::PARTS, T::DTYPE) {
            (1, dtype) => dtype.name(),
            (_, DType::F32) => "c32",
            _ => "c64",
        };
        write!(f, "Array<{name}, {RANK}> {:?} ", self.shape)?;
        let mut list = f.debug_list();
        list.entries(&self.as_slice()[..self.len.min(SHOWN)]);
        if self.len > SHOWN { list.finish_non_exhaustive() } else { list.finish() }
    }
}

/// Panics because the elements cannot be brought to the host.
#[cold]
pub(crate) fn unreadable(error: &Error) -> ! {
    panic!("the array cannot be copied: {error}")
}

/// A result of a call without its static type.
pub struct RawArray {
    pub(crate) storage: Storage,
    pub(crate) dtype: DType,
    pub(crate) shape: Shape,
    pub(crate) len: usize,
}

impl RawArray {
    /// The result with its type. Generated code knows both; any other type is a panic.
    pub fn typed<T: Element, const RANK: usize>(self) -> Array<T, RANK> {
        assert_eq!(T::DTYPE, self.dtype, "dtype of a result");
        let axes = match T::PARTS {
            1 => &*self.shape,
            parts => self.shape.strip_suffix(&[parts]).expect("the axis of a number's parts"),
        };
        assert_eq!(RANK, axes.len(), "rank of a result");
        let mut shape = [0; RANK];
        shape.copy_from_slice(axes);
        // SAFETY: a call's results are complete and of the dtype just compared. A number has as many parts as the last
        // axis is long.
        unsafe { Array::from_storage(self.storage, shape, self.len / T::PARTS) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_fn_runs_in_c_order() -> Result<(), Error> {
        let a = Array::from_fn([2, 3], |[i, j]| (10 * i + j) as i64)?;
        assert_eq!(a.to_vec(), [0, 1, 2, 10, 11, 12]);
        assert_eq!(Array::from_fn([2, 0, 3], |_| 1.0)?.len(), 0);
        assert_eq!(Array::from_fn([], |_| 7.0)?.item(), 7.0);
        assert_eq!(Array::from_item(3i32).item(), 3);
        Ok(())
    }

    #[test]
    fn vectors_become_arrays_without_a_copy() -> Result<(), Error> {
        let values = vec![1.0, 2.0, 3.0, 4.0];
        let memory = values.as_ptr();
        let a = Array::from_vec([2, 2], values)?;
        assert_eq!((a.as_slice().as_ptr(), a[[1, 0]]), (memory, 3.0));
        let mut b = Array::from(vec![1u8, 2]);
        b.as_mut_slice()[0] = 7;
        assert_eq!((b.shape(), b.clone().to_vec()), ([2], vec![7, 2]));
        assert!(matches!(Array::from_vec([3], vec![1.0]), Err(Error::Length { .. })));
        Ok(())
    }

    #[test]
    fn scalars_are_numbers() {
        let x: f64 = Array::from_item(2.5).into();
        assert_eq!(x + f64::from(Array::from_item(0.5)), 3.0);
    }

    #[test]
    fn elements_by_index() -> Result<(), Error> {
        let mut a = Array::from_fn([2, 3], |[i, j]| (10 * i + j) as i64)?;
        a[[1, 2]] += 100;
        assert_eq!((a[[0, 1]], a[[1, 2]]), (1, 112));
        Ok(())
    }

    #[test]
    #[should_panic(expected = "index [0, 3] is out of range for shape [2, 3]")]
    fn indices_out_of_range_panic() {
        let _ = Array::<f64, 2>::zeros([2, 3]).unwrap()[[0, 3]];
    }

    #[test]
    fn lengths_are_checked() {
        let error = Array::from_vec([2, 2], vec![1.0, 2.0, 3.0]).unwrap_err();
        assert_eq!(error.to_string(), "shape [2, 2] has 4 elements, got 3: pass 4");
        assert!(matches!(Array::<f64, 2>::zeros([usize::MAX, 3]), Err(Error::SizeOverflow { .. })));
    }

    #[test]
    fn clones_are_equal_and_separate() -> Result<(), Error> {
        let a = Array::from_vec([3], vec![1u32, 2, 3])?;
        let mut b = a.clone();
        assert_eq!(a, b);
        b.as_mut_slice()[0] = 9;
        assert_eq!(a.as_slice(), [1, 2, 3]);
        assert_ne!(a, b);
        Ok(())
    }

    #[test]
    fn debug_is_short() -> Result<(), Error> {
        let a = Array::<bool, 2>::zeros([1, 2])?;
        assert_eq!(format!("{a:?}"), "Array<bool, 2> [1, 2] [false, false]");
        let b = Array::<i32, 1>::zeros([9])?;
        assert_eq!(format!("{b:?}"), "Array<i32, 1> [9] [0, 0, 0, 0, 0, 0, 0, 0, ..]");
        Ok(())
    }
}
