//! The precisions that are measured.

use clap::ValueEnum;

/// A precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DType {
    /// Double precision.
    F64,
    /// Single precision.
    F32,
}

impl DType {
    /// All precisions.
    pub const ALL: &'static [DType] = &[DType::F64, DType::F32];

    /// The name in options, results and folders.
    pub fn name(self) -> &'static str {
        match self {
            DType::F64 => "f64",
            DType::F32 => "f32",
        }
    }

    /// How far a right-hand side may be from the expected one, relative to its norm.
    pub fn tolerance(self) -> f64 {
        match self {
            DType::F64 => 1e-11,
            DType::F32 => 2e-5,
        }
    }
}
