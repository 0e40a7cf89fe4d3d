//! An in-process mesher: a box of cubes, each cut into six tetrahedra around a diagonal (Kuhn 1960).

use super::{BoundaryTriangle, Mesh, signed_volume};

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
fn grid([a, b, c]: [usize; 3]) -> impl Iterator<Item = [usize; 3]> {
    (0..a * b * c).map(move |i| [i % a, i / a % b, i / (a * b)])
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
        let n = self.cells;
        let vertices = self.vertices();
        let tets = self.tets(&vertices);
        let (triangles, periodic) = self.sides();
        Mesh {
            origin: format!("box of {} x {} x {} cells", n[0], n[1], n[2]),
            tet_tags: (1..=tets.len() as u64).collect(),
            vertex_tags: (1..=vertices.len() as u64).collect(),
            partition: None,
            vertices,
            tets,
            edges: None,
            triangles,
            groups: SIDES.map(String::from).to_vec(),
            periodic,
            notes: Vec::new(),
        }
    }

    /// The vertex at a corner of bricks.
    fn vertex(&self, c: [usize; 3]) -> u32 {
        let n = self.cells;
        (c[0] + (n[0] + 1) * (c[1] + (n[1] + 1) * c[2])) as u32
    }

    fn vertices(&self) -> Vec<[f64; 3]> {
        let n = self.cells;
        let at = |c: usize, d: usize| {
            let (lo, hi) = (self.lower[d], self.upper[d]);
            // The end is exact, so that opposite sides are translates to the last bit.
            if c == n[d] { hi } else { lo + (hi - lo) * c as f64 / n[d] as f64 }
        };
        grid(n.map(|n| n + 1)).map(|c| std::array::from_fn(|d| at(c[d], d))).collect()
    }

    fn tets(&self, vertices: &[[f64; 3]]) -> Vec<[u32; 4]> {
        let mut tets = Vec::new();
        for lowest in grid(self.cells) {
            for axes in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
                let mut corner = lowest;
                let mut tet = [self.vertex(corner); 4];
                for (step, axis) in axes.into_iter().enumerate() {
                    corner[axis] += 1;
                    tet[step + 1] = self.vertex(corner);
                }
                if signed_volume(tet.map(|v| vertices[v as usize])) < 0.0 {
                    tet.swap(2, 3);
                }
                tets.push(tet);
            }
        }
        tets
    }

    /// The triangles of all sides, and the pairs of vertices that are linked.
    fn sides(&self) -> (Vec<BoundaryTriangle>, Vec<[u32; 2]>) {
        let n = self.cells;
        let mut triangles = Vec::new();
        let mut periodic = Vec::new();
        for axis in 0..3 {
            let (a, b) = ((axis + 1) % 3, (axis + 2) % 3);
            let at = |level: usize, ca: usize, cb: usize| {
                let mut c = [0; 3];
                (c[axis], c[a], c[b]) = (level, ca, cb);
                self.vertex(c)
            };
            for side in 0..2 {
                let level = side * n[axis];
                for [ca, cb, _] in grid([n[a], n[b], 1]) {
                    // The diagonal of the brick's side runs from low to high, too.
                    let (low, high) = (at(level, ca, cb), at(level, ca + 1, cb + 1));
                    for third in [at(level, ca + 1, cb), at(level, ca, cb + 1)] {
                        triangles.push(BoundaryTriangle {
                            vertices: [low, third, high],
                            group: Some((2 * axis + side) as u32),
                            periodic: self.periodic[axis],
                        });
                    }
                }
            }
            if self.periodic[axis] {
                let corners = grid([n[a] + 1, n[b] + 1, 1]);
                periodic.extend(corners.map(|[ca, cb, _]| [at(n[axis], ca, cb), at(0, ca, cb)]));
            }
        }
        (triangles, periodic)
    }
}

#[cfg(test)]
#[path = "tests/kuhn.rs"]
mod tests;
