//! The precisions that are measured.

use crate::named::named;

named! {
    "precision"
    /// A precision.
    pub enum DType {
        /// Double precision.
        F64 = "f64",
        /// Single precision.
        F32 = "f32",
    }
}

impl DType {
    /// How far a right-hand side may be from the expected one, relative to its norm.
    pub fn tolerance(self) -> f64 {
        match self {
            DType::F64 => 1e-11,
            DType::F32 => 2e-5,
        }
    }
}
