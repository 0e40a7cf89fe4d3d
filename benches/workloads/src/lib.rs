//! The array programs that are measured beside the DG operators. A package of their own, so that they are
//! compiled once.

#![warn(missing_docs)]

pub mod expressions;
pub mod sizes;
