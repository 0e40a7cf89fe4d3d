//! The errors of meshes, with their remedies.

use std::fmt;
use std::path::PathBuf;

/// A place in a mesh file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: PathBuf,
    /// The line number, from 1. For a binary file, the byte offset.
    pub position: usize,
    /// Whether the file is binary.
    pub binary: bool,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = if self.binary { "byte " } else { "" };
        write!(f, "{}:{unit}{}", self.path.display(), self.position)
    }
}

/// The least and the largest length of edges. Between them, volumes, squares of areas, and their inverses are finite
/// and not 0.
pub(super) const LENGTHS: [f64; 2] = [1e-60, 1e60];

/// A mesh that cannot be read or used. Every message ends with a remedy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// The file cannot be opened or read.
    #[error("cannot read the mesh `{}`: {source}\nhelp: check the path and its permissions", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The mistake that another rank has found, which reads the file for all.
    #[error("{message}")]
    OnReadingRank {
        /// Its message.
        message: String,
    },
    /// The file does not start with `$MeshFormat`.
    #[error(
        "`{}` is not a Gmsh mesh: it does not start with $MeshFormat\n\
         help: save the mesh as .msh, for example `gmsh model.geo -3 -format msh41 -o model.msh`",
        path.display()
    )]
    NotGmsh {
        /// The file.
        path: PathBuf,
    },
    /// A version other than 2.2 and 4.1.
    #[error(
        "{at}: MSH version {version} is not supported, only 2.2 and 4.1\n\
         help: convert it: `gmsh old.msh -save -format msh41 -o new.msh`"
    )]
    Version {
        /// The line of the version.
        at: Place,
        /// The version found.
        version: String,
    },
    /// Binary data of the other byte order or with another size of integers.
    #[error(
        "{at}: binary data of another machine ({problem})\n\
         help: save it as text: `gmsh old.msh -save -format msh41 -bin 0 -o new.msh`"
    )]
    BinaryLayout {
        /// Where the layout is declared.
        at: Place,
        /// The difference.
        problem: &'static str,
    },
    /// The file ends in the middle of a section.
    #[error(
        "{at}: the file ends within ${section}\n\
         help: the file is cut off: copy it again or save it again with Gmsh"
    )]
    Truncated {
        /// The last line.
        at: Place,
        /// The section.
        section: String,
    },
    /// Something else stands where a number or keyword belongs.
    #[error(
        "{at}: expected {expected} in ${section}, found `{found}`\n\
         help: save the mesh again with Gmsh; hand-made files must follow the MSH 2.2 or 4.1 layout"
    )]
    Malformed {
        /// The place of the mistake.
        at: Place,
        /// The section.
        section: String,
        /// The text that belongs there.
        expected: &'static str,
        /// The text that stands there.
        found: String,
    },
    /// An element names a node that the file does not define.
    #[error(
        "{at}: node {node} is not defined in $Nodes\n\
         help: the file is inconsistent: save it again with Gmsh"
    )]
    UnknownNode {
        /// The line of the element or link.
        at: Place,
        /// The missing node.
        node: u64,
    },
    /// Two nodes have the same number.
    #[error(
        "`{}`: node {node} is defined twice in $Nodes\n\
         help: the file is inconsistent: save it again with Gmsh",
        path.display()
    )]
    DuplicateNode {
        /// The file.
        path: PathBuf,
        /// The node.
        node: u64,
    },
    /// An element that is neither a tetrahedron nor a part of the boundary of one.
    #[error(
        "{at}: element {element} is of type {code} ({name}); only tetrahedra of first and second \
         order, with triangles as their boundary, are supported\n\
         help: mesh the volume with tetrahedra (no `Recombine`, no `Layers`) and `Mesh.ElementOrder = 1`"
    )]
    UnknownElement {
        /// The line of the element.
        at: Place,
        /// Its number in the file.
        element: u64,
        /// Gmsh's type number.
        code: i64,
        /// The name of that type.
        name: &'static str,
    },
    /// The file has no tetrahedra.
    #[error(
        "`{}` holds no tetrahedra\n\
         help: generate a volume mesh (`gmsh -3`); if the model has physical groups, put the volume \
         into a `Physical Volume`, otherwise Gmsh leaves its elements out",
        path.display()
    )]
    NoTetrahedra {
        /// The file.
        path: PathBuf,
    },
    /// A tetrahedron with zero or negative volume.
    #[error(
        "{at}: tetrahedron {element} is {}: its signed volume is {volume:.3e}\n\
         help: swap two of its nodes, or let Gmsh orient and optimise the mesh again \
         (`gmsh old.msh -3 -optimize -o new.msh`)",
        if *volume < 0.0 && !*flat { "turned inside out" } else { "flat" }
    )]
    InvertedTetrahedron {
        /// The line of the element.
        at: Place,
        /// Its number in the file.
        element: u64,
        /// Its signed volume.
        volume: f64,
        /// Whether the volume is zero up to rounding.
        flat: bool,
    },
    /// A tetrahedron so large or so small that its volume is out of the range of numbers.
    #[error(
        "{at}: tetrahedron {element} has edges of length {length:.1e}: its volume cannot be computed with\n\
         help: choose a unit in which edges are between {:.0e} and {:.0e} long (`Mesh.ScalingFactor` in Gmsh)",
        LENGTHS[0], LENGTHS[1]
    )]
    Scale {
        /// The line of the element.
        at: Place,
        /// Its number in the file.
        element: u64,
        /// Length of its longest edge.
        length: f64,
    },
    /// Two tetrahedra of second order that share an edge but not the node on it.
    #[error(
        "{at}: the edge between nodes {ends:?} of tetrahedron {element} has the node {}, but {} in another \
         tetrahedron\n\
         help: neighbours share the nodes on edges: remove duplicates (`Coherence Mesh` in Gmsh)",
        nodes[1], nodes[0]
    )]
    EdgeOfTwoNodes {
        /// The line of the second element.
        at: Place,
        /// Its number in the file.
        element: u64,
        /// The node in another element, and the one here.
        nodes: [u64; 2],
        /// Node numbers of the edge's ends.
        ends: [u64; 2],
    },
    /// A curved tetrahedron that is folded: its Jacobian is not positive everywhere.
    #[error(
        "`{origin}`: the curved tetrahedron {element} is folded at ({:.4}, {:.4}, {:.4}): its Jacobian there \
         is {jacobian:.3e}, {mean:.3e} on average\n\
         help: let Gmsh untangle it (`gmsh old.msh -optimize_ho -o new.msh`, or `Mesh.HighOrderOptimize = 2`), \
         or use smaller elements along curved surfaces",
        x[0], x[1], x[2]
    )]
    FoldedTetrahedron {
        /// The mesh.
        origin: String,
        /// Number of the tetrahedron.
        element: u64,
        /// The node.
        x: [f64; 3],
        /// `det dx/dr` there.
        jacobian: f64,
        /// Its average over the nodes.
        mean: f64,
    },
    /// A face with three or more tetrahedra.
    #[error(
        "`{origin}`: the face with nodes {nodes:?} belongs to more than two tetrahedra: {elements:?}\n\
         help: an element is listed twice (it may be in two physical volumes): remove duplicates \
         (`Coherence Mesh` in Gmsh)"
    )]
    SharedFace {
        /// The mesh.
        origin: String,
        /// Node numbers of the face.
        nodes: [u64; 3],
        /// The tetrahedra.
        elements: Vec<u64>,
    },
    /// A face of a periodic surface without a partner.
    #[error(
        "`{origin}`: the face with nodes {nodes:?} of tetrahedron {element} lies on a periodic surface \
         but no face of the opposite surface is its translated image\n\
         help: both surfaces need the same triangles, translated: declare \
         `Periodic Surface {{a}} = {{b}} Translate {{dx, dy, dz}}` before meshing (rotations are not supported)"
    )]
    UnmatchedPeriodicFace {
        /// The mesh.
        origin: String,
        /// Number of the tetrahedron.
        element: u64,
        /// Node numbers of the face.
        nodes: [u64; 3],
    },
    /// A boundary face that belongs to no named surface.
    #[error(
        "`{origin}`: {count} boundary faces belong to no physical surface; the first is the face with \
         nodes {nodes:?} of tetrahedron {element}, at ({:.4}, {:.4}, {:.4})\n\
         help: put every boundary surface into a `Physical Surface(\"name\")` and save the mesh again",
        centre[0], centre[1], centre[2]
    )]
    UntaggedBoundary {
        /// The mesh.
        origin: String,
        /// The number of such faces.
        count: usize,
        /// Tetrahedron of the first.
        element: u64,
        /// Node numbers of the first.
        nodes: [u64; 3],
        /// Its centroid.
        centre: [f64; 3],
    },
    /// There are more nodes than 32-bit indices reach.
    #[error(
        "`{origin}`: {elements} tetrahedra with {nodes} nodes each are more than 2^31 nodes\n\
         help: use a coarser mesh or a lower order"
    )]
    TooLarge {
        /// The mesh.
        origin: String,
        /// Number of tetrahedra.
        elements: usize,
        /// Nodes of one.
        nodes: usize,
    },
}
