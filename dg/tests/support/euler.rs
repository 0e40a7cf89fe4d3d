//! The Euler equations in plain loops, one node at a time: the judge of the programs.

use array_fn_dg::Discretisation;
use array_fn_dg::euler::{BoundaryCondition, Flux, Primitive, State};
use array_fn_dg::mesh::Face;
use ndarray::Array3;

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

/// The flux along `normal`.
pub fn normal_flux(q: &State, normal: [f64; 3], gamma: f64) -> State {
    let w = Primitive::from_conserved(*q, gamma);
    let un = dot(w.velocity, normal);
    let mut flux = q.map(|value| value * un);
    for i in 0..3 {
        flux[1 + i] += w.pressure * normal[i];
    }
    flux[4] += w.pressure * un;
    flux
}

/// The state whose normal momentum is the opposite.
pub fn mirrored(q: &State, normal: [f64; 3]) -> State {
    let mn = dot([q[1], q[2], q[3]], normal);
    let m = |i: usize| q[1 + i] - 2.0 * mn * normal[i];
    [q[0], m(0), m(1), m(2), q[4]]
}

/// Toro, *Riemann Solvers and Numerical Methods for Fluid Dynamics*, sections 10.3 to 10.5, by cases.
pub fn numerical_flux(flux: Flux, left: &State, right: &State, n: [f64; 3], gamma: f64) -> State {
    let (l, r) =
        (Primitive::from_conserved(*left, gamma), Primitive::from_conserved(*right, gamma));
    let (ul, ur) = (dot(l.velocity, n), dot(r.velocity, n));
    let sound = |w: &Primitive| (gamma * w.pressure / w.density).sqrt();
    let (al, ar) = (sound(&l), sound(&r));
    let (fl, fr) = (normal_flux(left, n, gamma), normal_flux(right, n, gamma));
    let (sl, sr) = ((ul - al).min(ur - ar), (ul + al).max(ur + ar));
    let each = |f: &dyn Fn(usize) -> f64| std::array::from_fn(f);
    match flux {
        Flux::Llf => {
            let speed = (ul.abs() + al).max(ur.abs() + ar);
            each(&|i| 0.5 * (fl[i] + fr[i]) - 0.5 * speed * (right[i] - left[i]))
        }
        Flux::LlfWide => {
            let all = |w: &Primitive| dot(w.velocity, w.velocity).sqrt() + sound(w);
            let speed = all(&l).max(all(&r));
            each(&|i| 0.5 * (fl[i] + fr[i]) - 0.5 * speed * (right[i] - left[i]))
        }
        _ if sl >= 0.0 => fl,
        _ if sr <= 0.0 => fr,
        Flux::Hll => {
            each(&|i| (sr * fl[i] - sl * fr[i] + sl * sr * (right[i] - left[i])) / (sr - sl))
        }
        Flux::Hllc => {
            let contact = (r.pressure - l.pressure + l.density * ul * (sl - ul)
                - r.density * ur * (sr - ur))
                / (l.density * (sl - ul) - r.density * (sr - ur));
            let (q, w, u, s, f) =
                if contact >= 0.0 { (left, l, ul, sl, fl) } else { (right, r, ur, sr, fr) };
            let factor = w.density * (s - u) / (s - contact);
            let energy =
                q[4] / w.density + (contact - u) * (contact + w.pressure / (w.density * (s - u)));
            let star: State = std::array::from_fn(|i| match i {
                0 => factor,
                4 => factor * energy,
                i => factor * (w.velocity[i - 1] + (contact - u) * n[i - 1]),
            });
            each(&|i| f[i] + s * (star[i] - q[i]))
        }
    }
}

/// Geometric factors node by node, of flat and of curved elements.
struct Geometry<'a>(&'a Discretisation);

impl Geometry<'_> {
    fn jacobian(&self, e: usize, i: usize) -> f64 {
        self.0.curved.as_ref().map_or(self.0.jacobian[e], |c| c.jacobian[[e, i]])
    }

    /// `J grad r`.
    fn contravariant(&self, r: usize, e: usize, i: usize) -> [f64; 3] {
        std::array::from_fn(|axis| match &self.0.curved {
            Some(c) => c.metric[[r, axis, e, i]],
            None => self.0.jacobian[e] * self.0.metric[[r, axis, e]],
        })
    }

    fn normal(&self, e: usize, face: usize, k: usize) -> [f64; 3] {
        std::array::from_fn(|axis| match &self.0.curved {
            Some(c) => c.normal[[axis, e, face, k]],
            None => self.0.normal[[axis, e, face]],
        })
    }

    fn surface(&self, e: usize, face: usize, k: usize) -> f64 {
        match &self.0.curved {
            Some(c) => c.surface[[e, face, k]],
            None => self.0.jacobian[e] * self.0.fscale[[e, face]],
        }
    }
}

/// The right-hand side in the strong form at the state `q`, `[5, E, N]`.
pub fn rhs(
    d: &Discretisation,
    condition: &dyn Fn(&str) -> BoundaryCondition,
    flux: Flux,
    gamma: f64,
    q: &Array3<f64>,
) -> Array3<f64> {
    let (_, elements, n) = q.dim();
    let at = |e: usize, i: usize| -> State { std::array::from_fn(|field| q[[field, e, i]]) };
    let geometry = Geometry(d);
    let mut rhs = Array3::zeros(q.dim());
    for e in 0..elements {
        // Fluxes along the reference coordinates at each node.
        let along =
            |j: usize, r: usize| normal_flux(&at(e, j), geometry.contravariant(r, e, j), gamma);
        let fluxes: Vec<[State; 3]> =
            (0..n).map(|j| std::array::from_fn(|r| along(j, r))).collect();
        for i in 0..n {
            let mut divergence = [0.0; 5];
            for (j, fluxes) in fluxes.iter().enumerate() {
                for (r, flux) in fluxes.iter().enumerate() {
                    let weight = d.reference.derivative[[r, i, j]];
                    for field in 0..5 {
                        divergence[field] += weight * flux[field];
                    }
                }
            }
            for field in 0..5 {
                rhs[[field, e, i]] = -divergence[field];
            }
        }
        for face in 0..4 {
            for k in 0..d.reference.face_node_count() {
                let normal = geometry.normal(e, face, k);
                let own = at(e, d.reference.face_nodes[[face, k]]);
                let other = match d.connectivity.faces[e][face] {
                    Face::Neighbour { .. } => {
                        let node = d.exterior_nodes[[e, face, k]] as usize;
                        at(node / n, node % n)
                    }
                    Face::Boundary { group } => match condition(&d.groups[group as usize]) {
                        BoundaryCondition::SlipWall => mirrored(&own, normal),
                        BoundaryCondition::State(state) => state.conserved(gamma),
                        BoundaryCondition::Extrapolation => own,
                    },
                };
                let physical = normal_flux(&own, normal, gamma);
                let numerical = numerical_flux(flux, &own, &other, normal, gamma);
                for field in 0..5 {
                    let jump = geometry.surface(e, face, k) * (physical[field] - numerical[field]);
                    for i in 0..n {
                        rhs[[field, e, i]] += d.reference.lift[[i, face, k]] * jump;
                    }
                }
            }
        }
        for i in 0..n {
            for field in 0..5 {
                rhs[[field, e, i]] /= geometry.jacobian(e, i);
            }
        }
    }
    rhs
}
