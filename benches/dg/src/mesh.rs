//! Meshes of about a given size.

use array_fn_dg::mesh::{BoxMesh, Mesh};

/// The box whose number of tetrahedra is nearest to `tets`, among boxes at most twice as long as wide. Its shape
/// follows from the bricks, which are cubes.
pub fn near(tets: usize) -> Mesh {
    let cells = cells(tets);
    let longest = cells.into_iter().max().unwrap_or(1) as f64;
    BoxMesh::bricks(cells).between([0.0; 3], cells.map(|n| n as f64 / longest)).build()
}

/// The numbers of bricks along x, y and z. Each brick is six tetrahedra.
fn cells(tets: usize) -> [usize; 3] {
    let mut best = [1; 3];
    let mut best_distance = usize::MAX;
    let side = (tets as f64 / 6.0).cbrt().ceil() as usize;
    for a in 1..=side {
        for b in a..=2 * a {
            let exact = tets as f64 / (6 * a * b) as f64;
            for c in [exact.floor() as usize, exact.ceil() as usize] {
                let c = c.clamp(b, 2 * a);
                let distance = (6 * a * b * c).abs_diff(tets);
                // Later boxes are closer to a cube.
                if distance <= best_distance {
                    (best, best_distance) = ([a, b, c], distance);
                }
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_near() {
        for (wanted, count) in [(6, 6), (27000, 27000), (15625, 15624), (1000, 1008)] {
            let [a, b, c] = cells(wanted);
            assert!(c <= 2 * a && a <= b && b <= c, "{:?}", [a, b, c]);
            let actual = 6 * a * b * c;
            assert!(actual.abs_diff(wanted) <= count.max(wanted) / 100 + 8, "{wanted}: {actual}");
        }
        assert_eq!(near(48).tets.len(), 48);
    }
}
