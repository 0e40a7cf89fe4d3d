//! An in-process mesher: a box of cubes, each cut into six tetrahedra around a diagonal (Kuhn 1960).

use super::share::{Element, Triangle, range};
use super::{BoundaryTriangle, Mesh, MeshSlice, signed_volume};

/// A box of `cells[0] x cells[1] x cells[2]` equal bricks, six tetrahedra each around the diagonal
/// from the lowest to the highest corner. The six sides are named `x_min`, `x_max`, `y_min`, ...
///
/// ```
/// use array_fn_dg::mesh::BoxMesh;
/// let mesh = BoxMesh::cube(4).periodic([true, true, false]).build();
/// assert_eq!(mesh.tets.len(), 6 * 4 * 4 * 4);
/// ```
#[derive(Clone, Debug)]
pub struct BoxMesh {
    cells: [usize; 3],
    lower: [f64; 3],
    upper: [f64; 3],
    periodic: [bool; 3],
}

/// All triples of numbers below those of `n`. The first number changes fastest.
fn grid(n: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..n.iter().product()).map(move |i| triple(n, i))
}

/// Triple `i` of [`grid`].
fn triple([a, b, _]: [usize; 3], i: usize) -> [usize; 3] {
    [i % a, i / a % b, i / (a * b)]
}

/// Names of the sides, lower before upper.
const SIDES: [&str; 6] = ["x_min", "x_max", "y_min", "y_max", "z_min", "z_max"];

impl BoxMesh {
    /// The unit cube with `cells` bricks along each axis (at least 1).
    pub fn cube(cells: usize) -> Self {
        Self::bricks([cells; 3])
    }

    /// The unit cube with the given numbers of bricks along x, y and z (at least 1 each).
    pub fn bricks(cells: [usize; 3]) -> Self {
        let cells = cells.map(|n| n.max(1));
        BoxMesh { cells, lower: [0.0; 3], upper: [1.0; 3], periodic: [false; 3] }
    }

    /// The same box between other corners; `lower[d] < upper[d]` for a mesh of positive volume.
    pub fn between(mut self, lower: [f64; 3], upper: [f64; 3]) -> Self {
        (self.lower, self.upper) = (lower, upper);
        self
    }

    /// Links opposite sides along x, y, z.
    pub fn periodic(mut self, along: [bool; 3]) -> Self {
        self.periodic = along;
        self
    }

    /// Builds the mesh.
    pub fn build(&self) -> Mesh {
        let vertices = self.vertices();
        let tets = self.tets(&vertices);
        let (triangles, periodic) = self.sides();
        Mesh {
            origin: self.origin(),
            tet_tags: (1..=tets.len() as u64).collect(),
            vertex_tags: (1..=vertices.len() as u64).collect(),
            partition: None,
            vertices,
            tets,
            edges: None,
            triangles,
            groups: SIDES.map(String::from).to_vec(),
            periodic,
        }
    }

    /// The vertex at a corner of bricks.
    fn vertex(&self, c: [usize; 3]) -> u32 {
        let n = self.cells;
        (c[0] + (n[0] + 1) * (c[1] + (n[1] + 1) * c[2])) as u32
    }

    fn vertices(&self) -> Vec<[f64; 3]> {
        grid(self.cells.map(|n| n + 1)).map(|c| self.place(c)).collect()
    }

    /// The coordinates of a corner of bricks.
    fn place(&self, c: [usize; 3]) -> [f64; 3] {
        let n = self.cells;
        std::array::from_fn(|d| {
            let (lo, hi) = (self.lower[d], self.upper[d]);
            // The end is exact, so that opposite sides are translates to the last bit.
            if c[d] == n[d] { hi } else { lo + (hi - lo) * c[d] as f64 / n[d] as f64 }
        })
    }

    fn tets(&self, vertices: &[[f64; 3]]) -> Vec<[u32; 4]> {
        let place = |v: u32| vertices[v as usize];
        grid(self.cells).flat_map(|lowest| self.tets_of(lowest, place)).collect()
    }

    /// The six tetrahedra of a brick.
    fn tets_of(&self, lowest: [usize; 3], place: impl Fn(u32) -> [f64; 3]) -> [[u32; 4]; 6] {
        let axes = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        axes.map(|axes| {
            let mut corner = lowest;
            let mut tet = [self.vertex(corner); 4];
            for (step, axis) in axes.into_iter().enumerate() {
                corner[axis] += 1;
                tet[step + 1] = self.vertex(corner);
            }
            if signed_volume(tet.map(&place)) < 0.0 {
                tet.swap(2, 3);
            }
            tet
        })
    }

    /// The elements of this box that rank `rank` of `size` has at first: those of a range of bricks. No rank builds the box.
    pub fn slice(&self, rank: usize, size: usize) -> MeshSlice {
        let n = self.cells;
        let place = |v: u32| self.place(triple(n.map(|n| n + 1), v as usize));
        let element = |brick: usize, k: usize, tet: [u32; 4]| {
            let number = (6 * brick + k) as u64;
            Element {
                number,
                tag: number + 1,
                partition: None,
                vertices: tet.map(u64::from),
                vertex_tags: tet.map(|v| u64::from(v) + 1),
                corners: tet.map(place),
                edges: None,
            }
        };
        let bricks = range(n.iter().product(), rank, size);
        let of_brick = |brick: usize| {
            let tets = self.tets_of(triple(n, brick), place).into_iter().enumerate();
            tets.map(move |(k, tet)| element(brick, k, tet))
        };
        // Sides have few triangles, which need not all be there at once.
        let sides = [n[1] * n[2], n[2] * n[0], n[0] * n[1]].map(|facets| 4 * facets);
        let triangles = range(sides.iter().sum(), rank, size);
        let links =
            (0..3).map(|axis| if self.periodic[axis] { self.links(axis).count() } else { 0 });
        let links = range(links.sum(), rank, size);
        let triangle = |(number, of): (usize, BoundaryTriangle)| Triangle {
            number: number as u64,
            vertices: of.vertices.map(u64::from),
            group: of.group,
            periodic: of.periodic,
        };
        let within = |at: &usize| triangles.contains(at);
        let of_sides = (0..3).flat_map(|axis| self.triangles(axis)).enumerate();
        let pairs = (0..3).filter(|axis| self.periodic[*axis]).flat_map(|axis| self.links(axis));
        MeshSlice {
            origin: self.origin(),
            groups: SIDES.map(String::from).to_vec(),
            elements: bricks.flat_map(of_brick).collect(),
            triangles: of_sides.filter(|(at, _)| within(at)).map(triangle).collect(),
            periodic: pairs
                .skip(links.start)
                .take(links.len())
                .map(|of| of.map(u64::from))
                .collect(),
        }
    }

    fn origin(&self) -> String {
        let n = self.cells;
        format!("box of {} x {} x {} cells", n[0], n[1], n[2])
    }

    /// The triangles of all sides, and the pairs of vertices that are linked.
    fn sides(&self) -> (Vec<BoundaryTriangle>, Vec<[u32; 2]>) {
        let linked = (0..3).filter(|axis| self.periodic[*axis]);
        let triangles = (0..3).flat_map(|axis| self.triangles(axis));
        (triangles.collect(), linked.flat_map(|axis| self.links(axis)).collect())
    }

    /// The vertex on a level of an axis, at places along the two axes that follow.
    fn at(&self, axis: usize, level: usize, ca: usize, cb: usize) -> u32 {
        let mut c = [0; 3];
        (c[axis], c[(axis + 1) % 3], c[(axis + 2) % 3]) = (level, ca, cb);
        self.vertex(c)
    }

    /// The triangles of the lower side across an axis, then those of the upper one.
    fn triangles(&self, axis: usize) -> impl Iterator<Item = BoundaryTriangle> {
        let n = self.cells;
        let facets = [n[(axis + 1) % 3], n[(axis + 2) % 3], 2];
        grid(facets).flat_map(move |[ca, cb, side]| {
            let at = |ca, cb| self.at(axis, side * n[axis], ca, cb);
            // The diagonal of the brick's side runs from low to high, too.
            let (low, high) = (at(ca, cb), at(ca + 1, cb + 1));
            [at(ca + 1, cb), at(ca, cb + 1)].map(|third| BoundaryTriangle {
                vertices: [low, third, high],
                group: Some((2 * axis + side) as u32),
                periodic: self.periodic[axis],
            })
        })
    }

    /// The vertices of the upper side across an axis, each with that of the lower one.
    fn links(&self, axis: usize) -> impl Iterator<Item = [u32; 2]> {
        let n = self.cells;
        let corners = grid([n[(axis + 1) % 3] + 1, n[(axis + 2) % 3] + 1, 1]);
        corners.map(move |[ca, cb, _]| [self.at(axis, n[axis], ca, cb), self.at(axis, 0, ca, cb)])
    }
}

#[cfg(test)]
#[path = "tests/kuhn.rs"]
mod tests;
