//! The arrays that a pass reads from and writes to.

use std::borrow::Cow;

use array_fn_runtime::RawArray;
use array_fn_runtime::plan::{AxisView, BoxAxis, Goal, Source};
use array_fn_runtime::stream::{Streamed, integer};

use crate::array::StoredArray;
use crate::grid::Block;
use crate::stream::operand::{Argument, LargeArray, Place, Sink, SinkPlace};
use crate::stream::tiles::{Region, size};
use crate::{Error, Result};

/// An array that programs hand on, or the box of it that belongs to a strip.
pub(in crate::stream) struct Value {
    pub array: RawArray,
    /// Where the box begins.
    pub start: Vec<i64>,
}

/// What a pass reads from and writes to.
pub(in crate::stream) struct Arrays<'a> {
    pub streamed: &'static Streamed,
    pub args: &'a [Argument<'a>],
    /// For each result of the function, where it goes, if not into a new array in memory.
    pub sinks: &'a [Option<Sink<'a>>],
    pub dims: &'a [i64],
    pub values: &'a [Option<Value>],
    /// The least and the most bytes of a tile.
    pub tile_bytes: Option<[u64; 2]>,
}

impl<'a> Arrays<'a> {
    /// The large array that a source is, if it is one.
    pub(in crate::stream) fn large(&self, source: &Source) -> Option<&'a LargeArray<'a>> {
        match source {
            Source::Param(k) => match &self.args[usize::from(*k)] {
                Argument::Large(large) => Some(large),
                Argument::Memory(_) => None,
            },
            Source::Value(_) => None,
        }
    }

    /// The large array on disk that a source is.
    pub(in crate::stream) fn stored(
        &self,
        source: &Source,
    ) -> Option<(&'a LargeArray<'a>, &'a StoredArray, &'a [u64])> {
        let large = self.large(source)?;
        match &large.place {
            Place::Stored { array, start } => Some((large, array, start)),
            Place::Memory(_) | Place::Updated { .. } => None,
        }
    }

    /// The value of a parameter that is an integer.
    pub(in crate::stream) fn number(&self, source: &Source) -> Result<i64> {
        let value = match source {
            Source::Param(k) => match &self.args[usize::from(*k)] {
                Argument::Memory(arg) => integer(arg),
                Argument::Large(_) => None,
            },
            Source::Value(_) => None,
        };
        value.ok_or_else(|| Error::request("a shift is not an integer".to_owned()))
    }

    /// Whether a program gets an array as it is, not a box of it.
    pub(in crate::stream) fn is_passed_whole(
        &self,
        (source, axes, views): (&Source, &[BoxAxis], &[AxisView]),
    ) -> bool {
        let in_memory = |large: &LargeArray<'_>| views.is_empty() && large.memory().is_some();
        !is_cut(axes) && self.large(source).is_none_or(in_memory)
    }

    /// The shape and the bytes per element of an array.
    pub(in crate::stream) fn shape(&self, source: &Source) -> Result<(Cow<'a, [usize]>, u64)> {
        let of_sizes = |sizes: &[array_fn_runtime::plan::Size]| -> Result<Cow<'a, [usize]>> {
            let sizes = sizes.iter().map(|s| Ok(usize::try_from(size(s, self.dims)?).unwrap_or(0)));
            Ok(Cow::Owned(sizes.collect::<Result<_>>()?))
        };
        Ok(match source {
            Source::Param(k) => match &self.args[usize::from(*k)] {
                Argument::Large(large) => {
                    (Cow::Borrowed(large.shape.as_slice()), large.dtype.size() as u64)
                }
                Argument::Memory(_) => {
                    let param = &self.streamed.function().program().params[usize::from(*k)];
                    (of_sizes(param.shape)?, param.dtype.size() as u64)
                }
            },
            Source::Value(k) => {
                let value = &self.streamed.values()[usize::from(*k)];
                (of_sizes(value.shape)?, value.dtype.size() as u64)
            }
        })
    }

    /// The shape and the bytes per element of the array that an output belongs to.
    pub(in crate::stream) fn goal(&self, goal: &Goal) -> Result<(Vec<usize>, u64)> {
        match goal {
            Goal::Value(k) => {
                let (shape, item) = self.shape(&Source::Value(*k))?;
                Ok((shape.into_owned(), item))
            }
            Goal::Result(k) => {
                let result = self.streamed.results().nth(usize::from(*k));
                let (_, dtype, shape) = result.ok_or_else(|| {
                    Error::request(format!("the function has no result number {k}"))
                })?;
                let shape = shape
                    .iter()
                    .map(|s| Ok(usize::try_from(size(s, self.dims)?).unwrap_or(0)))
                    .collect::<Result<Vec<_>>>()?;
                Ok((shape, dtype.size() as u64))
            }
        }
    }

    pub(in crate::stream) fn sink_of(&self, goal: &Goal) -> Option<&'a Sink<'a>> {
        match goal {
            Goal::Result(k) => self.sinks.get(usize::from(*k))?.as_ref(),
            Goal::Value(_) => None,
        }
    }

    /// The array on disk that an output goes to, and where in it.
    pub(in crate::stream) fn target(
        &self,
        goal: &Goal,
    ) -> Option<(&'a Sink<'a>, &'a StoredArray, &'a [u64])> {
        let sink = self.sink_of(goal)?;
        match &sink.place {
            SinkPlace::Stored { array, start } => Some((sink, array, start)),
            SinkPlace::Memory { .. } => None,
        }
    }
}

/// The elements of a region that are inside an array of this shape, as a box of the array on disk, which begins at
/// `origin`. The axis of the parts of elements is left out.
pub(in crate::stream) fn stored_block(region: &Region, shape: &[usize], origin: &[u64]) -> Block {
    let mut block = Block { start: Vec::new(), shape: Vec::new() };
    for (axis, &origin) in origin.iter().enumerate() {
        let begin = region.start[axis].clamp(0, shape[axis] as i64);
        let end = region.start[axis].saturating_add(region.shape[axis] as i64);
        let end = end.clamp(begin, shape[axis] as i64);
        block.start.push(origin + begin as u64);
        block.shape.push((end - begin) as u64);
    }
    block
}

pub(in crate::stream) fn bytes_of(region: &Region, item: u64) -> u64 {
    region.shape.iter().fold(item, |bytes, &size| bytes.saturating_mul(size as u64))
}

/// Whether an input is copied for each tile, rather than passed as it is.
pub(in crate::stream) fn is_cut(axes: &[BoxAxis]) -> bool {
    axes.iter().any(|axis| matches!(axis, BoxAxis::Part { .. }))
}
