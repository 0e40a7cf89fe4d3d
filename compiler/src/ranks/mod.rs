//! Functions over ranks: the same array program on several processes or threads, each of which has some rows.
//!
//! A function says by `#[ranks(E)]` that the rows of its arrays along `E` belong to ranks. Each rank has its own rows in
//! front, and behind them room for elements of other ranks, the *halo*. An `index<E * N>` parameter names elements of
//! arrays by positions, of which a row has `N`; a position in the halo stands for one of another rank.
//!
//! [`check`] requires that each row of everything that is computed depends on the same row of everything else, or on
//! elements at loaded positions. So a rank computes its rows by the kernels of the function as they are. [`across`] tells
//! the plan which arrays a launch reads at loaded positions: the halo of these has to be there before the launch runs
//! the rows that need it.

mod across;
mod check;
#[cfg(test)]
mod tests;

pub use across::{Reads, across};
pub use check::{Refusal, Why, check};

use crate::dag::Size;

/// The axis of an array along which its rows are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RowAxis {
    pub(crate) axis: usize,
    /// The number of its elements that belong to one row.
    pub(crate) per_row: Size,
}

/// The axis of rows in an array of this shape, if it has rows.
///
/// # Errors
/// If several axes depend on the number of rows, or one that is no multiple of it.
pub(crate) fn row_axis(shape: &[Size], rows: &Size) -> Result<Option<RowAxis>, ()> {
    let mut found = None;
    for (axis, size) in shape.iter().enumerate() {
        if !mentions(size, rows) {
            continue;
        }
        let per_row = size.exact_div(rows).filter(|per_row| !mentions(per_row, rows)).ok_or(())?;
        if found.replace(RowAxis { axis, per_row }).is_some() {
            return Err(());
        }
    }
    Ok(found)
}

/// Whether a size depends on the number of rows.
pub(crate) fn mentions(size: &Size, rows: &Size) -> bool {
    let dims = rows.dims();
    size.dims().iter().any(|dim| dims.contains(dim))
}
