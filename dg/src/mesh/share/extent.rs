//! What all slices of a mesh are together.

use super::{Element, MeshSlice};
use crate::Error;
use crate::mesh::volume;
use array_fn::ranks::{ExactSum, Exchange};

impl MeshSlice {
    /// A description of the mesh, for messages: a path, or "box".
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The lower and the upper corner of the axis-aligned box around the whole mesh. All ranks call this.
    ///
    /// # Errors
    /// [`Error::Array`] when ranks cannot exchange them.
    pub fn bounds(&self, exchange: &dyn Exchange) -> Result<([f64; 3], [f64; 3]), Error> {
        bounds(&self.elements, exchange)
    }

    /// The volume of the whole mesh, including curved tetrahedra. All ranks call this.
    ///
    /// # Errors
    /// As for [`MeshSlice::bounds`].
    pub fn volume(&self, exchange: &dyn Exchange) -> Result<f64, Error> {
        let volumes = self.elements.iter().map(|of| volume(of.corners, of.edges.as_deref()));
        let mut sums = [volumes.collect::<ExactSum>()];
        ExactSum::of_ranks(&mut sums, exchange)?;
        Ok(sums[0].value())
    }

    /// Whether any vertices of the whole mesh are linked periodically. All ranks call this.
    ///
    /// # Errors
    /// As for [`MeshSlice::bounds`].
    pub fn is_periodic(&self, exchange: &dyn Exchange) -> Result<bool, Error> {
        any(!self.periodic.is_empty(), exchange)
    }

    /// Whether the whole mesh has surfaces that are not periodic. All ranks call this.
    ///
    /// # Errors
    /// As for [`MeshSlice::bounds`].
    pub fn has_boundary(&self, exchange: &dyn Exchange) -> Result<bool, Error> {
        any(self.triangles.iter().any(|triangle| !triangle.periodic), exchange)
    }
}

/// The box around the elements of all ranks.
pub(super) fn bounds(
    elements: &[Element],
    exchange: &dyn Exchange,
) -> Result<([f64; 3], [f64; 3]), Error> {
    // Of lower bounds the negative, so that all are maxima.
    let mut bounds = [f64::NEG_INFINITY; 6];
    let points = elements
        .iter()
        .flat_map(|of| of.corners.iter().chain(of.edges.iter().flat_map(|edges| edges.iter())));
    for x in points {
        for d in 0..3 {
            bounds[d] = bounds[d].max(-x[d]);
            bounds[3 + d] = bounds[3 + d].max(x[d]);
        }
    }
    exchange.max(&mut bounds)?;
    let [a, b, c, upper @ ..] = bounds;
    Ok(([-a, -b, -c], upper))
}

/// Whether it is so on any rank.
fn any(own: bool, exchange: &dyn Exchange) -> Result<bool, Error> {
    let mut count = [i64::from(own)];
    exchange.sum(&mut count)?;
    Ok(count != [0])
}
