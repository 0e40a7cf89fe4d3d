//! The mesh of a run.

use crate::{Failure, ranks};
use array_fn::ranks::Exchange;
use array_fn_dg::mesh::{BoxMesh, MeshShare, MeshSlice};
use array_fn_dg::{Discretisation, Error, Mesh};
use std::path::Path;
use std::sync::Arc;

/// The mesh as it is made or read: as a whole, or on ranks the slice that this rank begins with.
pub enum RunMesh {
    /// All of it, in a run without ranks.
    Whole(Mesh),
    /// A slice, and the rank.
    Slice(MeshSlice, Arc<dyn Exchange>),
}

impl RunMesh {
    /// A box.
    pub fn of_box(mesh: &BoxMesh) -> RunMesh {
        match ranks::current() {
            Some(exchange) => {
                RunMesh::Slice(mesh.slice(exchange.rank(), exchange.size()), exchange)
            }
            None => RunMesh::Whole(mesh.build()),
        }
    }

    /// The mesh of a file. On ranks, all ranks call this, and rank 0 reads the file.
    ///
    /// # Errors
    /// As for [`Mesh::read`] and [`MeshSlice::read`].
    pub fn read(path: &Path) -> Result<RunMesh, Error> {
        Ok(match ranks::current() {
            Some(exchange) => RunMesh::Slice(MeshSlice::read(path, &*exchange)?, exchange),
            None => RunMesh::Whole(Mesh::read(path)?),
        })
    }

    /// A description, for messages: a path, or "box".
    pub fn origin(&self) -> &str {
        match self {
            RunMesh::Whole(mesh) => &mesh.origin,
            RunMesh::Slice(slice, _) => slice.origin(),
        }
    }

    /// Names of the surfaces.
    pub fn groups(&self) -> &[String] {
        match self {
            RunMesh::Whole(mesh) => &mesh.groups,
            RunMesh::Slice(slice, _) => slice.groups(),
        }
    }

    /// The box around the mesh. On ranks, all ranks call this.
    ///
    /// # Errors
    /// [`Failure::Other`] when ranks cannot exchange theirs.
    pub fn extent(&self) -> Result<Extent, Failure> {
        let ((lower, upper), volume) = match self {
            RunMesh::Whole(mesh) => (mesh.bounds(), mesh.volume()),
            RunMesh::Slice(slice, exchange) => {
                (slice.bounds(&**exchange)?, slice.volume(&**exchange)?)
            }
        };
        Ok(Extent::new(lower, upper, volume))
    }

    /// Whether any vertices are linked periodically. On ranks, all ranks call this.
    ///
    /// # Errors
    /// As for [`RunMesh::extent`].
    pub fn is_periodic(&self) -> Result<bool, Failure> {
        Ok(match self {
            RunMesh::Whole(mesh) => !mesh.periodic.is_empty(),
            RunMesh::Slice(slice, exchange) => slice.is_periodic(&**exchange)?,
        })
    }

    /// Whether there are surfaces that are not periodic. On ranks, all ranks call this.
    ///
    /// # Errors
    /// As for [`RunMesh::extent`].
    pub fn has_boundary(&self) -> Result<bool, Failure> {
        Ok(match self {
            RunMesh::Whole(mesh) => mesh.triangles.iter().any(|triangle| !triangle.periodic),
            RunMesh::Slice(slice, exchange) => slice.has_boundary(&**exchange)?,
        })
    }

    /// The discretisation, or on ranks the part of this rank.
    ///
    /// # Errors
    /// As for [`Discretisation::new`] and [`Discretisation::of_share`].
    pub(crate) fn discretisation(self, order: usize) -> Result<Discretisation, Error> {
        match self {
            RunMesh::Whole(mesh) => Discretisation::new(&mesh, order),
            RunMesh::Slice(slice, exchange) => {
                let share = MeshShare::new(slice, &*exchange)?;
                Discretisation::of_share(&share, order, exchange)
            }
        }
    }
}

/// The box around a mesh.
#[derive(Clone, Copy)]
pub struct Extent {
    /// The corner with the least coordinates.
    pub lower: [f64; 3],
    /// The corner with the greatest coordinates.
    pub upper: [f64; 3],
    /// The length of its edges.
    pub size: [f64; 3],
    /// The length of the longest edge.
    pub largest: f64,
    /// Whether the mesh fills the box.
    pub is_brick: bool,
}

impl Extent {
    fn new(lower: [f64; 3], upper: [f64; 3], volume: f64) -> Self {
        // A corner at -0 is one at 0, on any number of ranks.
        let [lower, upper] = [lower, upper].map(|corner| corner.map(|x| x + 0.0));
        let size: [f64; 3] = std::array::from_fn(|d| upper[d] - lower[d]);
        let largest = size.into_iter().fold(0.0, f64::max);
        let is_brick = (volume / size.iter().product::<f64>() - 1.0).abs() < 1e-6;
        Extent { lower, upper, size, largest, is_brick }
    }

    /// A point off the middle, where an obstacle may be.
    pub fn off_middle(&self) -> [f64; 3] {
        let mut point = std::array::from_fn(|d| 0.5 * (self.lower[d] + self.upper[d]));
        point[0] -= 0.3 * self.size[0];
        point
    }
}
