//! Operands, which the peers' process has written to files.

use crate::Error;
use crate::number::Number;
use array_fn::{Array, IndexArray};
use serde_json::Value;

/// The operands of a call, in order: each has a `dtype`, a `shape`, the `path` of its bytes, and, if it is an
/// array of indices, the `bound` of its values.
pub struct Inputs<'a>(&'a [Value]);

impl<'a> Inputs<'a> {
    pub(crate) fn new(operands: &'a Value) -> Result<Self, Error> {
        Ok(Inputs(operands.as_array().ok_or("no inputs")?))
    }

    fn operand(&self, position: usize) -> Result<&Value, Error> {
        Ok(self.0.get(position).ok_or_else(|| format!("no operand {position}"))?)
    }

    fn read<T: Number>(&self, position: usize) -> Result<(Vec<usize>, Vec<T>), Error> {
        let operand = self.operand(position)?;
        let text = |key: &str| operand[key].as_str().ok_or_else(|| format!("no `{key}`"));
        if text("dtype")? != T::NAME {
            return Err(
                format!("operand {position} is of {}, not of {}", text("dtype")?, T::NAME).into()
            );
        }
        let sizes = operand["shape"].as_array().ok_or("no `shape`")?;
        let sizes = sizes.iter().map(|size| size.as_u64().map(|size| size as usize));
        let shape = sizes.collect::<Option<_>>().ok_or("a size is no number")?;
        Ok((shape, T::read(&std::fs::read(text("path")?)?)))
    }

    /// The operand at a position as an array.
    ///
    /// # Errors
    /// It is of another type or rank, or cannot be read.
    pub fn array<T: Number, const RANK: usize>(
        &self,
        position: usize,
    ) -> Result<Array<T, RANK>, Error> {
        let (shape, elements) = self.read::<T>(position)?;
        let shape = shape.try_into().map_err(|_| "another rank")?;
        // The elements move to memory that arrays ask for, as NumPy's do: in huge pages, if they are many.
        Ok(Array::from_slice(shape, &elements)?)
    }

    /// The operand at a position as an array of indices.
    ///
    /// # Errors
    /// As for [`Inputs::array`]; an index is out of range.
    pub fn indices<const RANK: usize>(&self, position: usize) -> Result<IndexArray<RANK>, Error> {
        let (shape, elements) = self.read::<i64>(position)?;
        let shape = shape.try_into().map_err(|_| "another rank")?;
        let bound = self.operand(position)?["bound"].as_u64().ok_or("no `bound`")?;
        Ok(IndexArray::new(shape, elements, bound as usize)?)
    }

    /// The operand at a position as a number.
    ///
    /// # Errors
    /// As for [`Inputs::array`].
    pub fn scalar<T: Number>(&self, position: usize) -> Result<T, Error> {
        let (_, elements) = self.read::<T>(position)?;
        Ok(*elements.first().ok_or("an empty operand")?)
    }
}
