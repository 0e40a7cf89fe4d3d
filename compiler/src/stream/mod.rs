//! Streamed functions: the same array program over arrays that are too large for memory.
//!
//! A function says by `#[stream(N)]` along which dimensions its large arrays are cut. [`stream`] takes its graph apart into
//! programs: one for each *tile*, which is a box of each large array, and others for what is in memory.
//!
//! 1. `isolate` makes each reduction of large arrays a node of its own. Before, `flatten` gives histograms arrays with
//!    all of their axes. Then `views` lets large arrays be reversed, rolled, padded or gathered along cut axes.
//! 2. `analysis` finds the *roots* that can be computed now: reductions and results that depend on no other reduction of
//!    large arrays. The variables of a root (its axes, and those of the reduction) are *cut* if they run along a cut axis of
//!    a large array. Variables of different roots that run along the same axis are one *class*.
//! 3. `tile` goes from the roots down to the arrays. It finds the part of each node that a tile needs, which may be
//!    longer than the tile (the halo of a stencil), and builds the graph of a tile, whose indices count from the
//!    beginning of the parts. A reduction becomes the partial result of a tile; the executor combines them.
//! 4. In the rest of the graph the roots are inputs. This is repeated until no large array is left.
//!
//! Each repetition is a [`plan::Pass`] over the large arrays. `array-fn-store` runs them.

mod analysis;
mod flatten;
mod isolate;
mod label;
mod split;
#[cfg(test)]
mod tests;
mod tile;
mod updates;
mod views;

pub use split::stream;

use crate::dag::{Dag, Size};
use crate::plan::{self, ResultInfo};

/// The dimensions along which large arrays are cut.
#[derive(Clone, Debug, Default)]
pub struct Cuts {
    pub dims: Vec<String>,
}

impl Cuts {
    /// Whether a size depends on one of the dimensions.
    pub fn mentioned(&self, size: &Size) -> bool {
        size.dims().iter().any(|dim| self.dims.iter().any(|cut| **cut == **dim))
    }
}

/// A function as programs over parts of its arrays.
#[derive(Clone, Debug)]
pub struct Streamed {
    pub programs: Vec<Program>,
    pub passes: Vec<plan::Pass>,
    /// For each pass, the dimensions of its sizes: those of the function, then those of the tile.
    pub dims: Vec<Vec<String>>,
    /// What runs after the passes.
    pub last: Option<plan::Step>,
    pub values: Vec<plan::StreamValue>,
    /// The parameters that are updated. Their new values are results after those of the function.
    pub updates: Vec<plan::StreamUpdate>,
}

/// One of the programs. All of its dimensions are explicit.
#[derive(Clone, Debug)]
pub struct Program {
    pub dims: Vec<String>,
    pub dag: Dag,
    pub results: Vec<ResultInfo>,
}

/// Why a function cannot be streamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The array that would have to be cut, and the axis.
    pub array: String,
    pub axis: usize,
    /// The operation that prevents it, as a formula, and the line of its source (0 if unknown).
    pub operation: String,
    pub line: usize,
}
