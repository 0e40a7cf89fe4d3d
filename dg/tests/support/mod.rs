//! Operators in plain loops, with the ghost states spelled out: the judges of the programs.

#![allow(dead_code, reason = "each test binary uses its own part")]

pub mod euler;
pub mod navier_stokes;

use array_fn_dg::mesh::Face;
use array_fn_dg::wave::BoundaryCondition;
use array_fn_dg::{Discretisation, time_stepping};
use ndarray::Array3;

/// The wave operator: `u_t = -c div v + lift, v_t = -c grad u + lift` of the state `q = [u, v]`, `[4, E, N]`.
pub fn wave_rhs(
    d: &Discretisation,
    condition: &dyn Fn(&str) -> BoundaryCondition,
    c: f64,
    alpha: f64,
    q: &Array3<f64>,
) -> Array3<f64> {
    let (_, elements, n) = q.dim();
    let mut rhs = Array3::zeros(q.dim());
    let derivative = |e: usize, field: usize, i: usize, axis: usize| -> f64 {
        let along = |r: usize| -> f64 {
            (0..n).map(|j| d.reference.derivative[[r, i, j]] * q[[field, e, j]]).sum()
        };
        (0..3).map(|r| d.metric[[r, axis, e]] * along(r)).sum()
    };
    for e in 0..elements {
        for i in 0..n {
            rhs[[0, e, i]] = -c * (0..3).map(|x| derivative(e, 1 + x, i, x)).sum::<f64>();
            for x in 0..3 {
                rhs[[1 + x, e, i]] = -c * derivative(e, 0, i, x);
            }
        }
        for face in 0..4 {
            let normal: [f64; 3] = std::array::from_fn(|x| d.normal[[x, e, face]]);
            let along_normal =
                |s: &[f64; 4]| normal[0] * s[1] + normal[1] * s[2] + normal[2] * s[3];
            for k in 0..d.reference.face_node_count() {
                let own = d.reference.face_nodes[[face, k]];
                let minus: [f64; 4] = std::array::from_fn(|f| q[[f, e, own]]);
                let plus: [f64; 4] = match d.connectivity.faces[e][face] {
                    Face::Neighbour { .. } => {
                        let other = d.exterior_nodes[[e, face, k]] as usize;
                        std::array::from_fn(|f| q[[f, other / n, other % n]])
                    }
                    Face::Boundary { group } => match condition(&d.groups[group as usize]) {
                        BoundaryCondition::Dirichlet => [-minus[0], minus[1], minus[2], minus[3]],
                        BoundaryCondition::Neumann => [minus[0], -minus[1], -minus[2], -minus[3]],
                        BoundaryCondition::Radiation => {
                            let w = 0.5 * (minus[0] + along_normal(&minus));
                            [w, w * normal[0], w * normal[1], w * normal[2]]
                        }
                    },
                };
                let jump_u = plus[0] - minus[0];
                let jump_v = along_normal(&plus) - along_normal(&minus);
                let scale = 0.5 * c * d.fscale[[e, face]];
                let flux_u = scale * (alpha * jump_u - jump_v);
                let flux_v = scale * (alpha * jump_v - jump_u);
                for i in 0..n {
                    let lift = d.reference.lift[[i, face, k]];
                    rhs[[0, e, i]] += lift * flux_u;
                    for x in 0..3 {
                        rhs[[1 + x, e, i]] += lift * normal[x] * flux_v;
                    }
                }
            }
        }
    }
    rhs
}

/// One step of the five-stage Runge-Kutta method.
pub fn step(q: &mut Array3<f64>, dt: f64, rhs: impl Fn(&Array3<f64>) -> Array3<f64>) {
    let mut k = Array3::<f64>::zeros(q.dim());
    for stage in 0..5 {
        k = time_stepping::A[stage] * k + dt * rhs(q);
        *q += &(time_stepping::B[stage] * &k);
    }
}
