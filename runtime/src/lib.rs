//! Devices, arrays, plans and executors of array-fn.

mod arg;
mod array;
mod buffer;
#[doc(hidden)]
pub mod call;
mod element;
mod error;
mod function;
mod index_array;
#[doc(hidden)]
pub mod lanes;
#[cfg(feature = "ndarray")]
mod ndarray;
pub mod plan;
mod shape;

pub use arg::{Arg, IndexOperand, Operand, OperandMut};
pub use array::{Array, RawArray};
pub use buffer::ALIGNMENT;
pub use call::Mode;
pub use element::Element;
pub use error::Error;
pub use function::Function;
pub use index_array::{IndexArray, IndexValue};
pub use shape::MAX_RANK;

/// The runtime as generated code names it (`array_fn::__rt`).
#[doc(hidden)]
pub mod rt {
    pub use crate::call::{Mode, call_into, call_new, scalar_arg};
    pub use crate::{
        Arg, Array, Element, Error, Function, IndexArray, IndexOperand, Operand, OperandMut,
        RawArray, plan,
    };
}
