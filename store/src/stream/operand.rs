//! What a streamed call takes and where its results go.

use std::marker::PhantomData;

use array_fn_runtime::plan::DType;
use array_fn_runtime::{Arg, Array, Element};

use crate::array::StoredArray;
use crate::element::bytes_of;
use crate::{Slice, Stored};

/// An argument of a streamed call.
#[derive(Debug)]
pub enum Argument<'a> {
    /// An array in memory, or a number.
    Memory(Arg<'a>),
    /// An array that may be too large for memory.
    Large(LargeArray<'a>),
}

/// An array of which a streamed call reads a box at a time.
#[derive(Debug)]
pub struct LargeArray<'a> {
    pub(super) dtype: DType,
    /// Parts of an element: 2 for complex numbers, which programs see as one more axis.
    pub(super) parts: usize,
    /// The shape, with the axis of the parts if there are some.
    pub(super) shape: Vec<usize>,
    pub(super) place: Place<'a>,
}

/// Where the elements are.
#[derive(Debug)]
pub(super) enum Place<'a> {
    /// A box of an array on disk, which begins at `start`.
    Stored {
        array: &'a StoredArray,
        start: Vec<u64>,
    },
    Memory(&'a [u8]),
}

fn full_shape<T: Element>(shape: &[usize]) -> Vec<usize> {
    let parts = (T::PARTS > 1).then_some(T::PARTS);
    shape.iter().copied().chain(parts).collect()
}

impl<'a> LargeArray<'a> {
    fn argument<T: Element>(shape: &[usize], place: Place<'a>) -> Argument<'a> {
        let shape = full_shape::<T>(shape);
        Argument::Large(LargeArray { dtype: T::DTYPE, parts: T::PARTS, shape, place })
    }
}

/// Everything that can be passed for a large array of a streamed call: [`Stored`], a [`Slice`] of it, or an [`Array`] in
/// memory.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be passed as a large array of {RANK} axes of `{T}`",
    label = "not a stored array of {RANK} axes of `{T}`",
    note = "pass a reference to a `store::Stored<{T}, {RANK}>`, to a box of one (`stored.slice(..)`), or to an \
            `array_fn::Array<{T}, {RANK}>`"
)]
pub trait Large<T: Element, const RANK: usize> {
    /// Borrows the array.
    #[doc(hidden)]
    fn large(&self) -> Argument<'_>;
}

impl<T: Element, const RANK: usize> Large<T, RANK> for Stored<T, RANK> {
    fn large(&self) -> Argument<'_> {
        let place = Place::Stored { array: self.array(), start: vec![0; RANK] };
        LargeArray::argument::<T>(&self.shape(), place)
    }
}

impl<T: Element, const RANK: usize> Large<T, RANK> for Slice<'_, T, RANK> {
    fn large(&self) -> Argument<'_> {
        let start = self.start().iter().map(|&at| at as u64).collect();
        LargeArray::argument::<T>(&self.shape(), Place::Stored { array: self.array(), start })
    }
}

impl<T: Element, const RANK: usize> Large<T, RANK> for Array<T, RANK> {
    fn large(&self) -> Argument<'_> {
        LargeArray::argument::<T>(&self.shape(), Place::Memory(bytes_of(self.as_slice())))
    }
}

/// The destination of a result of a streamed call.
#[derive(Debug)]
pub struct Sink<'a> {
    pub(super) dtype: DType,
    /// The shape, with the axis of the parts if there are some.
    pub(super) shape: Vec<usize>,
    pub(super) place: SinkPlace<'a>,
}

#[derive(Debug)]
pub(super) enum SinkPlace<'a> {
    Stored { array: &'a StoredArray, start: Vec<u64> },
    Memory { pointer: Pointer, bytes: usize, borrow: PhantomData<&'a mut [u8]> },
}

/// Memory that tiles of a call write.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer(pub *mut u8);

// SAFETY: the call has the memory for itself. Its tiles write boxes of their own, or hold a lock.
unsafe impl Send for Pointer {}
// SAFETY: as above.
unsafe impl Sync for Pointer {}

impl<'a> Sink<'a> {
    fn new<T: Element>(shape: &[usize], place: SinkPlace<'a>) -> Sink<'a> {
        Sink { dtype: T::DTYPE, shape: full_shape::<T>(shape), place }
    }
}

/// Everything that a result of a streamed call can be written into: `&Stored`, a [`Slice`], or `&mut Array`.
#[diagnostic::on_unimplemented(
    message = "a result of {RANK} axes of `{T}` cannot be written into `{Self}`",
    label = "not a target for {RANK} axes of `{T}`",
    note = "pass a `&store::Stored<{T}, {RANK}>`, a box of one (`stored.slice(..)`), or a \
            `&mut array_fn::Array<{T}, {RANK}>`"
)]
pub trait Target<'a, T: Element, const RANK: usize> {
    /// The place for the result.
    #[doc(hidden)]
    fn target(self) -> Sink<'a>;
}

impl<'a, T: Element, const RANK: usize> Target<'a, T, RANK> for &'a Stored<T, RANK> {
    fn target(self) -> Sink<'a> {
        let place = SinkPlace::Stored { array: self.array(), start: vec![0; RANK] };
        Sink::new::<T>(&self.shape(), place)
    }
}

impl<'a, T: Element, const RANK: usize> Target<'a, T, RANK> for Slice<'a, T, RANK> {
    fn target(self) -> Sink<'a> {
        let start = self.start().iter().map(|&at| at as u64).collect();
        Sink::new::<T>(&self.shape(), SinkPlace::Stored { array: self.array(), start })
    }
}

impl<'a, T: Element, const RANK: usize> Target<'a, T, RANK> for &'a mut Array<T, RANK> {
    fn target(self) -> Sink<'a> {
        let shape = self.shape();
        let elements = self.as_mut_slice();
        let bytes = size_of_val(elements);
        let pointer = Pointer(elements.as_mut_ptr().cast());
        Sink::new::<T>(&shape, SinkPlace::Memory { pointer, bytes, borrow: PhantomData })
    }
}
