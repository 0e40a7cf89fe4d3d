//! A scheduled function.

use super::kernel::KernelIr;
use crate::plan::{Schedule, Variant};

/// A function for one choice of dtypes: its schedules and its kernels.
///
/// It is no [`crate::plan::Program`] yet. Here kernels are kernel IR, of which `emit` makes Rust and CUDA C++. A
/// program has the names of these instead, and what the checker knows of parameters and dimensions.
#[derive(Clone, Debug)]
pub struct Scheduled {
    /// The function's name, followed by its dtypes where it has a choice.
    pub name: String,
    /// The variants, in the order in which they are tried.
    pub variants: Vec<Variant>,
    /// The schedule without fusion, if it was asked for.
    pub unfused: Option<Schedule>,
    /// Distinct kernels of all variants.
    pub kernels: Vec<KernelIr>,
    /// The dimension whose rows may belong to ranks.
    pub ranks: Option<String>,
    /// An array that kernels read in a way in which no rank can.
    pub refused: Option<String>,
}

impl Scheduled {
    /// All schedules. That without fusion comes last.
    pub fn schedules(&self) -> impl Iterator<Item = &Schedule> {
        self.variants.iter().map(|variant| &variant.fused).chain(&self.unfused)
    }
}
