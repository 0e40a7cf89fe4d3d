//! What a streamed call takes and where its results go.

use std::marker::PhantomData;

use array_fn_runtime::plan::DType;
use array_fn_runtime::{Arg, Array, Element};

use crate::array::StoredArray;
use crate::element::bytes_of;
use crate::{Block, ElementType, Slice, Stored};

/// An argument of a streamed call.
#[derive(Debug)]
pub enum Argument<'a> {
    /// An array in memory, or a number.
    Memory(Arg<'a>),
    /// An array that may be too large for memory, or is updated.
    Large(LargeArray<'a>),
}

impl<'a> Argument<'a> {
    /// An array that is read.
    #[doc(hidden)]
    pub fn large(array: &Sink<'a>) -> Argument<'a> {
        Argument::Large(array.operand())
    }

    /// An array that is updated.
    #[doc(hidden)]
    pub fn updated(sink: Sink<'a>) -> Argument<'a> {
        let operand = sink.operand();
        Argument::Large(LargeArray { update: Some(Box::new(sink)), ..operand })
    }
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
    /// Where its new value goes, if it is updated.
    pub(super) update: Option<Box<Sink<'a>>>,
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
    /// Memory that is updated after all of it was read.
    Updated {
        pointer: Pointer,
        bytes: usize,
        borrow: PhantomData<&'a mut [u8]>,
    },
}

fn full_shape<T: Element>(shape: &[usize]) -> Vec<usize> {
    let parts = (T::PARTS > 1).then_some(T::PARTS);
    shape.iter().copied().chain(parts).collect()
}

impl<'a> LargeArray<'a> {
    fn argument<T: Element>(shape: &[usize], place: Place<'a>) -> Argument<'a> {
        let shape = full_shape::<T>(shape);
        Argument::Large(LargeArray { dtype: T::DTYPE, parts: T::PARTS, shape, place, update: None })
    }

    /// The elements, if they are in memory.
    pub(super) fn memory(&self) -> Option<&[u8]> {
        match self.place {
            Place::Stored { .. } => None,
            Place::Memory(bytes) => Some(bytes),
            Place::Updated { bytes: 0, .. } => Some(&[]),
            // SAFETY: the call has the memory for itself, and writes it when nothing reads any more.
            Place::Updated { pointer, bytes, .. } => {
                Some(unsafe { std::slice::from_raw_parts(pointer.0, bytes) })
            }
        }
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
    /// Parts of an element.
    parts: usize,
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
        Sink { dtype: T::DTYPE, parts: T::PARTS, shape: full_shape::<T>(shape), place }
    }

    /// A box of an array whose element type is known only at run time.
    pub(super) fn untyped(array: &'a StoredArray, block: Block) -> Sink<'a> {
        let element = array.header().element;
        let sizes = block.shape.iter().map(|&size| usize::try_from(size).unwrap_or(usize::MAX));
        let shape = sizes.chain((element.parts > 1).then_some(element.parts)).collect();
        let place = SinkPlace::Stored { array, start: block.start };
        Sink { dtype: element.dtype, parts: element.parts, shape, place }
    }

    /// The type of the elements.
    pub(super) fn element(&self) -> ElementType {
        ElementType { dtype: self.dtype, parts: self.parts }
    }

    /// The array that the target is, as an operand.
    pub(super) fn operand(&self) -> LargeArray<'a> {
        let place = match &self.place {
            SinkPlace::Stored { array, start } => Place::Stored { array, start: start.clone() },
            SinkPlace::Memory { pointer, bytes, .. } => {
                Place::Updated { pointer: *pointer, bytes: *bytes, borrow: PhantomData }
            }
        };
        let shape = self.shape.clone();
        LargeArray { dtype: self.dtype, parts: self.parts, shape, place, update: None }
    }

    /// The same box of another array on disk.
    pub(super) fn within<'b>(&self, array: &'b StoredArray) -> Sink<'b> {
        let start = match &self.place {
            SinkPlace::Stored { start, .. } => start.clone(),
            SinkPlace::Memory { .. } => vec![0; self.shape.len()],
        };
        let place = SinkPlace::Stored { array, start };
        Sink { dtype: self.dtype, parts: self.parts, shape: self.shape.clone(), place }
    }

    /// The same target. Only one of both is written.
    pub(super) fn again(&self) -> Sink<'a> {
        let place = match &self.place {
            SinkPlace::Stored { array, start } => SinkPlace::Stored { array, start: start.clone() },
            SinkPlace::Memory { pointer, bytes, .. } => {
                SinkPlace::Memory { pointer: *pointer, bytes: *bytes, borrow: PhantomData }
            }
        };
        Sink { dtype: self.dtype, parts: self.parts, shape: self.shape.clone(), place }
    }

    /// The array on disk that the target is.
    pub(super) fn stored(&self) -> Option<&'a StoredArray> {
        match self.place {
            SinkPlace::Stored { array, .. } => Some(array),
            SinkPlace::Memory { .. } => None,
        }
    }
}

/// Everything that a result of a streamed call can be written into, and that can be passed for a `&mut` parameter: `&Stored`, a
/// [`Slice`], or `&mut Array`.
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
