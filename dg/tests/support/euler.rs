//! The Euler equations in plain loops, one node at a time: the judge of the programs.

use array_fn_dg::Discretisation;
use array_fn_dg::euler::{BoundaryCondition, Flux, Primitive, State};
use array_fn_dg::mesh::Face;
use array_fn_dg::reference::Cubature;
use ndarray::{Array3, Axis};

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

/// The conserved variables of entropy variables.
fn from_entropy_variables(v: State, gamma: f64) -> State {
    let inverse = -v[4];
    let velocity = [1, 2, 3].map(|i| v[i] / inverse);
    let kinetic = 0.5 * dot(velocity, velocity);
    let entropy = gamma - (gamma - 1.0) * (v[0] + inverse * kinetic);
    let pressure = ((entropy + gamma * inverse.ln()) / (1.0 - gamma)).exp();
    let density = inverse * pressure;
    let [u, v, w] = velocity.map(|x| x * density);
    [density, u, v, w, pressure / (gamma - 1.0) + density * kinetic]
}

/// Derivatives of the mathematical entropy `-rho log(p / rho^gamma) / (gamma - 1)` by the conserved variables.
fn entropy_variables(q: State, gamma: f64) -> State {
    let Primitive { density, velocity, pressure } = Primitive::from_conserved(q, gamma);
    let entropy = (pressure / density.powf(gamma)).ln();
    let inverse = density / pressure;
    let [u, v, w] = velocity.map(|x| x * inverse);
    let first = (gamma - entropy) / (gamma - 1.0) - 0.5 * inverse * dot(velocity, velocity);
    [first, u, v, w, -inverse]
}

/// What the entropy correction makes of the state `q`, `[5, E, N]`, after a step of length `dt`.
pub fn keep_entropy(d: &Discretisation, gamma: f64, dt: f64, q: &Array3<f64>) -> Array3<f64> {
    let (_, elements, n) = q.dim();
    let (reference, geometry) = (&d.reference, Geometry(d));
    let order = reference.order as f64;
    let roughness = reference.filter(|degree| (degree as f64 / order).powi(4));
    let weights = reference.mass.sum_axis(Axis(0)) * 0.75;
    let rule = Cubature::tetrahedron(2 * reference.order + 1).unwrap();
    let fine = reference.interpolation(&rule.points);
    let mut result = q.clone();
    for e in 0..elements {
        let states: Vec<State> =
            (0..n).map(|i| std::array::from_fn(|field| q[[field, e, i]])).collect();
        let v: Vec<State> = states.iter().map(|&q| entropy_variables(q, gamma)).collect();
        let sum = |f: &dyn Fn(usize) -> f64| (0..n).map(f).sum::<f64>();
        let mut production = 0.0;
        for (point, weight) in rule.weights.iter().enumerate() {
            let there = |f: &dyn Fn(usize) -> f64| sum(&|i| fine[[point, i]] * f(i));
            let w: State = std::array::from_fn(|field| there(&|i| v[i][field]));
            let state = from_entropy_variables(w, gamma);
            for r in 0..3 {
                let along: [f64; 3] =
                    std::array::from_fn(|x| there(&|i| geometry.contravariant(r, e, i)[x]));
                let exact = normal_flux(&state, along, gamma);
                for field in 0..5 {
                    let slope = there(&|i| sum(&|j| reference.derivative[[r, i, j]] * v[j][field]));
                    let flux = there(&|i| {
                        normal_flux(&states[i], geometry.contravariant(r, e, i), gamma)[field]
                    });
                    production += weight * slope * (flux - exact[field]);
                }
            }
        }
        // Derivatives by differences.
        let mean: State = std::array::from_fn(|field| sum(&|i| weights[i] * states[i][field]));
        let middle = entropy_variables(mean, gamma);
        let rough = |i: usize, field: usize| sum(&|j| roughness[[i, j]] * v[j][field]);
        let changes: Vec<State> = (0..n)
            .map(|i| {
                let mut change = [0.0; 5];
                for by in 0..5 {
                    let step = 1e-5 * middle[4].abs();
                    let [above, below] = [step, -step].map(|step| {
                        let mut v = middle;
                        v[by] += step;
                        from_entropy_variables(v, gamma)
                    });
                    for field in 0..5 {
                        change[field] +=
                            (above[field] - below[field]) / (2.0 * step) * rough(i, by);
                    }
                }
                change
            })
            .collect();
        let taken = (0..5)
            .map(|f| sum(&|i| v[i][f] * sum(&|j| reference.mass[[i, j]] * changes[j][f])))
            .sum::<f64>();
        let least = (0..n).map(|i| geometry.jacobian(e, i)).fold(f64::INFINITY, f64::min);
        let share = (dt * production.max(0.0) / taken).min(least);
        for i in 0..n {
            for field in 0..5 {
                result[[field, e, i]] -= share / geometry.jacobian(e, i) * changes[i][field];
            }
        }
    }
    result
}
