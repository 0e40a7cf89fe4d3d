//! Files for ParaView and other readers of VTK's XML formats: one `.vtu` file with high-order Lagrange cells per
//! instant, and a `.pvd` file that lists them. And fields on planes, for pictures.

mod lagrange;
mod pvd;
mod section;
mod vtu;

pub use lagrange::lagrange_nodes;
pub use pvd::Series;
pub use section::Section;
pub use vtu::{Field, write_vtu};
