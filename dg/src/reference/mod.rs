//! The reference tetrahedron { r, s, t >= -1, r + s + t <= -1 }: nodes, basis and operators.
//!
//! Its vertices are v1 (-1,-1,-1), v2 (1,-1,-1), v3 (-1,1,-1) and v4 (-1,-1,1). Its faces are:
//!
//! | face | equation | vertices |
//! | --- | --- | --- |
//! | f1 | `t = -1` | v1 v2 v3 |
//! | f2 | `s = -1` | v1 v2 v4 |
//! | f3 | `r + s + t = -1` | v2 v3 v4 |
//! | f4 | `r = -1` | v1 v3 v4 |

mod basis;
mod cubature;
mod element;
mod nodes;
mod overintegration;

pub use basis::{gradient_vandermonde, vandermonde, vandermonde_2d};
pub use cubature::Cubature;
pub use element::ReferenceElement;
pub use nodes::{equispaced, gauss_lobatto, warp_and_blend};
pub use overintegration::Overintegration;

/// The vertices of each face, as sets: their order does not tell which side is outside.
pub const FACE_VERTICES: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [1, 2, 3], [0, 2, 3]];

/// The number of nodes of a tetrahedron of order `p`: (p+1)(p+2)(p+3)/6.
pub const fn node_count(p: usize) -> usize {
    (p + 1) * (p + 2) * (p + 3) / 6
}

/// The number of nodes of one face: (p+1)(p+2)/2.
pub const fn face_node_count(p: usize) -> usize {
    (p + 1) * (p + 2) / 2
}
