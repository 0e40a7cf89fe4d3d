//! The precisions that are measured.

/// A precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum DType {
    /// Double precision.
    F64,
    /// Single precision.
    F32,
}

impl DType {
    /// Both.
    pub const ALL: [DType; 2] = [DType::F64, DType::F32];

    /// The type's name in Rust.
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
