//! Pins dimensions to values, for the variants of a `where` clause.

use super::rewrite::{Rule, rewrite};
use crate::dag::{Dag, Size};

struct Pins<'a>(&'a [(String, i64)]);

impl Rule for Pins<'_> {
    fn size(&self, size: &Size) -> Size {
        size.substitute(&|name| {
            let pin = self.0.iter().find(|(dim, _)| dim == name)?;
            Some(Size::constant(pin.1))
        })
    }
}

/// A copy in which each pinned dimension is a constant in every shape, extent, bound and constraint. The pinned
/// dimensions stay declared, so the function's signature does not change.
pub fn specialise(dag: &Dag, pins: &[(String, i64)]) -> Dag {
    rewrite(dag, &Pins(pins))
}
