//! Arrays of indices into a dimension, checked when they are made.

use crate::array::unreadable;
use crate::buffer::Buffer;
use crate::element::Element;
use crate::shape::volume;
use crate::storage::Storage;
use crate::{Device, Error, MAX_RANK};

/// An array of indices into a dimension of size `bound`. A parameter `[index<D>; ...]` takes such an array.
///
/// The values are checked once, when the array is made, so that no call has to check them again.
///
/// ```
/// use array_fn_runtime::IndexArray;
///
/// let index = IndexArray::new([2, 2], [3usize, 0, 1, 2], 4)?;
/// assert_eq!(index.bound(), 4);
/// let error = IndexArray::new([2], [0i64, 4], 4).unwrap_err();
/// assert!(error.to_string().starts_with("index 4 at position 1 is out of range"));
/// # Ok::<(), array_fn_runtime::Error>(())
/// ```
pub struct IndexArray<const RANK: usize> {
    /// `i32` values.
    storage: Storage,
    len: usize,
    shape: [usize; RANK],
    bound: usize,
}

/// A value that may be an index: `i32`, `i64`, `u32`, `u64`, `usize`, and references to them.
pub trait IndexValue: std::fmt::Display + Copy {
    #[doc(hidden)]
    fn to_usize(self) -> Option<usize>;
}

macro_rules! index_values {
    ($($type:ty),*) => {$(
        impl IndexValue for $type {
            fn to_usize(self) -> Option<usize> {
                usize::try_from(self).ok()
            }
        }
    )*};
}

index_values!(i32, i64, u32, u64, usize);

impl<V: IndexValue> IndexValue for &V {
    fn to_usize(self) -> Option<usize> {
        (*self).to_usize()
    }
}

impl<const RANK: usize> IndexArray<RANK> {
    const SUPPORTED: () = assert!(RANK <= MAX_RANK, "arrays have at most 8 axes");

    /// An index array of values in C order (a slice, a `Vec`, any iterator), all below `bound`.
    ///
    /// # Errors
    /// [`Error::IndexOutOfRange`] with the first bad value, [`Error::Length`] or [`Error::MoreValues`] where
    /// there are not as many values as the shape has elements, [`Error::BoundTooLarge`] for a bound above `i32::MAX`,
    /// [`Error::SizeOverflow`] and [`Error::OutOfMemory`].
    pub fn new<V: IndexValue>(
        shape: [usize; RANK],
        values: impl IntoIterator<Item = V>,
        bound: usize,
    ) -> Result<Self, Error> {
        let () = Self::SUPPORTED;
        if i32::try_from(bound).is_err() {
            return Err(Error::BoundTooLarge { bound });
        }
        let (len, bytes) = volume(&shape, i32::DTYPE.size())?;
        let buffer = Buffer::uninit(bytes)?;
        let mut values = values.into_iter();
        for position in 0..len {
            let Some(value) = values.next() else {
                let shape = shape.to_vec();
                return Err(Error::Length { shape, expected: len, actual: position });
            };
            let Some(index) = value.to_usize().filter(|&index| index < bound) else {
                return Err(Error::IndexOutOfRange { value: value.to_string(), position, bound });
            };
            // SAFETY: the buffer has room for `len` values, aligned for them.
            unsafe { buffer.pointer().cast::<i32>().add(position).write(index as i32) };
        }
        if values.next().is_some() {
            // The values may never end, so only those that are known to be there are counted.
            return Err(match values.size_hint() {
                (more, Some(most)) if more == most => {
                    let actual = len.saturating_add(1).saturating_add(more);
                    Error::Length { shape: shape.to_vec(), expected: len, actual }
                }
                _ => Error::MoreValues { shape: shape.to_vec(), expected: len },
            });
        }
        Ok(IndexArray { storage: buffer.into(), len, shape, bound })
    }

    /// The sizes of the axes.
    pub fn shape(&self) -> [usize; RANK] {
        self.shape
    }

    /// The size of the dimension that is indexed.
    pub fn bound(&self) -> usize {
        self.bound
    }

    /// Number of indices.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no index.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The indices in C order, on the host. Those of an array on a GPU are copied first.
    ///
    /// # Panics
    /// If the array is on a GPU and cannot be copied, because the GPU failed or the host's memory is
    /// exhausted.
    pub fn as_slice(&self) -> &[i32] {
        let buffer = self.storage.host().unwrap_or_else(|error| unreadable(&error));
        // SAFETY: the buffer holds `len` values, written when the array was made.
        unsafe { std::slice::from_raw_parts(buffer.pointer().cast(), self.len) }
    }

    pub(crate) fn storage(&self) -> &Storage {
        &self.storage
    }

    /// A copy on a device. Without it, the first call on a GPU makes one that lasts as long as this
    /// array.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], [`Error::Cuda`].
    pub fn to_device(&self, device: &Device) -> Result<Self, Error> {
        let storage = match device.context() {
            Some(context) => self.storage.to_device(context)?,
            None => self.storage.to_host()?,
        };
        Ok(IndexArray { storage, len: self.len, shape: self.shape, bound: self.bound })
    }
}

impl<const RANK: usize> Clone for IndexArray<RANK> {
    /// A copy in the same place.
    ///
    /// # Panics
    /// If memory is exhausted, or the GPU failed; [`IndexArray::to_device`] reports that instead.
    fn clone(&self) -> Self {
        let storage = self.storage.duplicate().unwrap_or_else(|error| unreadable(&error));
        IndexArray { storage, len: self.len, shape: self.shape, bound: self.bound }
    }
}

impl<const RANK: usize> PartialEq for IndexArray<RANK> {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape
            && self.bound == other.bound
            && self.as_slice() == other.as_slice()
    }
}

impl<const RANK: usize> Eq for IndexArray<RANK> {}

impl<const RANK: usize> std::fmt::Debug for IndexArray<RANK> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 8;
        write!(f, "IndexArray<{RANK}> {:?} below {} ", self.shape, self.bound)?;
        let mut list = f.debug_list();
        list.entries(&self.as_slice()[..self.len.min(SHOWN)]);
        if self.len > SHOWN { list.finish_non_exhaustive() } else { list.finish() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_every_kind_of_values() -> Result<(), Error> {
        let expected = [2, 0, 1];
        assert_eq!(IndexArray::new([3], [2i32, 0, 1], 3)?.as_slice(), expected);
        assert_eq!(IndexArray::new([3], [2i64, 0, 1].as_slice(), 3)?.as_slice(), expected);
        assert_eq!(IndexArray::new([3], vec![2u32, 0, 1], 3)?.as_slice(), expected);
        assert_eq!(IndexArray::new([1, 3], (0..3usize).map(|i| (i + 2) % 3), 3)?.shape(), [1, 3]);
        assert!(IndexArray::new([0], [0i32; 0], 0)?.is_empty());
        Ok(())
    }

    #[test]
    fn refuses_bad_values() {
        let message = |result: Result<IndexArray<1>, Error>| result.unwrap_err().to_string();
        assert_eq!(
            message(IndexArray::new([3], [0i32, -1, 7], 3)),
            "index -1 at position 1 is out of range for a dimension of size 3: indices must be 0 <= \
             index < 3"
        );
        assert_eq!(
            message(IndexArray::new([3], [0i32, 1], 3)),
            "shape [3] has 3 elements, got 2: pass 3"
        );
        assert_eq!(
            message(IndexArray::new([1], [0i32, 1, 2], 3)),
            "shape [1] has 1 elements, got 3: pass 1"
        );
        assert_eq!(
            message(IndexArray::new([1], std::iter::repeat(0usize), 1)),
            "shape [1] has 1 elements, got more: pass 1"
        );
        assert!(message(IndexArray::new([1], [0i32], 1 << 31)).contains("2147483647"));
        assert!(message(IndexArray::new([1], [u64::MAX], 4)).contains("18446744073709551615"));
    }
}
