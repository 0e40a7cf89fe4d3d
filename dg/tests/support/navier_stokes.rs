//! The Navier-Stokes equations in plain loops, one node at a time, with what is on the far side of a face
//! spelled out for each kind: the judge of the programs.

use super::euler::{mirrored, normal_flux, numerical_flux};
use array_fn_dg::Discretisation;
use array_fn_dg::euler::{Flux, State};
use array_fn_dg::mesh::Face;
use array_fn_dg::navier_stokes::{BoundaryCondition, Gas, Primitive};
use array_fn_dg::reference::Overintegration;
use ndarray::{Array3, ArrayView1, s};

type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

/// Velocity and gas constant times temperature.
fn measured(q: &State, gamma: f64) -> [f64; 4] {
    let w = Primitive::from_conserved(*q, gamma);
    [w.velocity[0], w.velocity[1], w.velocity[2], w.pressure / w.density]
}

fn velocity(w: [f64; 4]) -> Vector {
    [w[0], w[1], w[2]]
}

/// Normal velocities of both drawn together, to the larger Mach number times their difference.
fn low_mach(a: &mut State, b: &mut State, n: Vector, gamma: f64) {
    let (mut left, mut right) =
        (Primitive::from_conserved(*a, gamma), Primitive::from_conserved(*b, gamma));
    let mach =
        |w: &Primitive| (dot(w.velocity, w.velocity) * w.density / (gamma * w.pressure)).sqrt();
    let share = mach(&left).max(mach(&right)).min(1.0);
    let (u, v) = (dot(left.velocity, n), dot(right.velocity, n));
    let mean = 0.5 * (u + v);
    let (to_left, to_right) = (mean + 0.5 * share * (u - v) - u, mean + 0.5 * share * (v - u) - v);
    for (x, n) in n.iter().enumerate() {
        left.velocity[x] += n * to_left;
        right.velocity[x] += n * to_right;
    }
    (*a, *b) = (left.conserved(gamma), right.conserved(gamma));
}

/// Viscous stress and heat flux at a node; heat is counted where it goes in.
#[derive(Clone, Copy)]
struct Friction {
    stress: [Vector; 3],
    heat: Vector,
}

impl Friction {
    /// What momentum and energy get through a face with the normal `n` of gas with the velocity `v`.
    fn through(&self, n: Vector, v: Vector) -> (Vector, f64) {
        let force = self.stress.map(|row| dot(row, n));
        (force, dot(force, v) + dot(self.heat, n))
    }
}

/// What is across a face.
enum Across {
    Element(usize, usize),
    Boundary(BoundaryCondition),
}

/// A mesh, a gas, boundary conditions and the penalty.
pub struct Judge<'a> {
    pub d: &'a Discretisation,
    pub gas: Gas,
    pub condition: &'a dyn Fn(&str) -> BoundaryCondition,
    pub field: &'a dyn Fn([f64; 3]) -> Primitive,
    pub penalty: f64,
}

impl Judge<'_> {
    fn viscosity(&self, theta: f64) -> f64 {
        self.gas.viscosity_at(theta / self.gas.constant)
    }

    fn normal(&self, e: usize, face: usize) -> Vector {
        std::array::from_fn(|x| self.d.normal[[x, e, face]])
    }

    fn across(&self, e: usize, face: usize, k: usize) -> Across {
        match self.d.connectivity.faces[e][face] {
            Face::Neighbour { .. } => {
                let n = self.d.reference.node_count();
                let node = self.d.exterior_nodes[[e, face, k]] as usize;
                Across::Element(node / n, node % n)
            }
            Face::Boundary { group } => {
                let condition = (self.condition)(&self.d.groups[group as usize]);
                Across::Boundary(match condition {
                    BoundaryCondition::Field => {
                        let node = self.d.reference.face_nodes[[face, k]];
                        let x = std::array::from_fn(|axis| self.d.nodes[[axis, e, node]]);
                        BoundaryCondition::State((self.field)(x))
                    }
                    condition => condition,
                })
            }
        }
    }

    /// Velocity and temperature on the face.
    fn on_face(
        &self,
        own: [f64; 4],
        other: impl Fn() -> [f64; 4],
        n: Vector,
        a: &Across,
    ) -> [f64; 4] {
        let wall = |v: Vector, theta: f64| [v[0], v[1], v[2], theta];
        match *a {
            Across::Element(..) => {
                let other = other();
                std::array::from_fn(|i| 0.5 * (own[i] + other[i]))
            }
            Across::Boundary(BoundaryCondition::SlipWall) => {
                let un = dot(velocity(own), n);
                wall(std::array::from_fn(|i| own[i] - un * n[i]), own[3])
            }
            Across::Boundary(BoundaryCondition::Adiabatic { velocity }) => wall(velocity, own[3]),
            Across::Boundary(BoundaryCondition::Isothermal { velocity, temperature }) => {
                wall(velocity, self.gas.constant * temperature)
            }
            Across::Boundary(BoundaryCondition::State(state)) => {
                wall(state.velocity, state.pressure / state.density)
            }
            Across::Boundary(_) => own,
        }
    }

    fn friction(&self, q: &Array3<f64>) -> Vec<Vec<Friction>> {
        let (d, gamma) = (self.d, self.gas.gamma);
        let (_, elements, n) = q.dim();
        let w = |e: usize, i: usize| measured(&std::array::from_fn(|f| q[[f, e, i]]), gamma);
        let mut result = Vec::new();
        for e in 0..elements {
            // By direction, then by field.
            let mut gradient = vec![[[0.0; 4]; 3]; n];
            for (i, gradient) in gradient.iter_mut().enumerate() {
                for j in 0..n {
                    for r in 0..3 {
                        for (x, slopes) in gradient.iter_mut().enumerate() {
                            let weight = d.metric[[r, x, e]] * d.reference.derivative[[r, i, j]];
                            for (slope, value) in slopes.iter_mut().zip(w(e, j)) {
                                *slope += weight * value;
                            }
                        }
                    }
                }
                for face in 0..4 {
                    let normal = self.normal(e, face);
                    for k in 0..d.reference.face_node_count() {
                        let own = w(e, d.reference.face_nodes[[face, k]]);
                        let across = self.across(e, face, k);
                        let other = || match across {
                            Across::Element(e, i) => w(e, i),
                            Across::Boundary(_) => own,
                        };
                        let value = self.on_face(own, other, normal, &across);
                        let weight = d.reference.lift[[i, face, k]] * d.fscale[[e, face]];
                        for x in 0..3 {
                            for a in 0..4 {
                                gradient[x][a] += weight * normal[x] * (value[a] - own[a]);
                            }
                        }
                    }
                }
            }
            let friction = |(i, g): (usize, &[[f64; 4]; 3])| {
                let mu = self.viscosity(w(e, i)[3]);
                let expansion = g[0][0] + g[1][1] + g[2][2];
                let stress = |x: usize, y: usize| {
                    mu * (g[x][y] + g[y][x] - if x == y { 2.0 / 3.0 * expansion } else { 0.0 })
                };
                let conduction = mu * gamma / ((gamma - 1.0) * self.gas.prandtl);
                Friction {
                    stress: std::array::from_fn(|x| std::array::from_fn(|y| stress(x, y))),
                    heat: std::array::from_fn(|x| conduction * g[x][3]),
                }
            };
            result.push(gradient.iter().enumerate().map(friction).collect());
        }
        result
    }

    /// The right-hand side in the strong form at the state `q`, `[5, E, N]`.
    pub fn rhs(&self, q: &Array3<f64>) -> Array3<f64> {
        let (d, gamma) = (self.d, self.gas.gamma);
        let (_, elements, n) = q.dim();
        let friction = self.friction(q);
        let at = |e: usize, i: usize| -> State { std::array::from_fn(|field| q[[field, e, i]]) };
        // Along any vector, not only of the length 1.
        let flux = |e: usize, i: usize, along: Vector| -> State {
            let own = at(e, i);
            let (force, power) = friction[e][i].through(along, velocity(measured(&own, gamma)));
            let mut flux = normal_flux(&own, along, gamma);
            for x in 0..3 {
                flux[1 + x] -= force[x];
            }
            flux[4] -= power;
            flux
        };
        let mut rhs = Array3::zeros(q.dim());
        for e in 0..elements {
            for j in 0..n {
                for r in 0..3 {
                    let flux = flux(e, j, std::array::from_fn(|axis| d.metric[[r, axis, e]]));
                    for i in 0..n {
                        for field in 0..5 {
                            rhs[[field, e, i]] -= d.reference.derivative[[r, i, j]] * flux[field];
                        }
                    }
                }
            }
            for face in 0..4 {
                for k in 0..d.reference.face_node_count() {
                    let node = d.reference.face_nodes[[face, k]];
                    let physical = flux(e, node, self.normal(e, face));
                    let numerical = self.numerical(e, face, k, &friction, &at);
                    for field in 0..5 {
                        let jump = d.fscale[[e, face]] * (physical[field] - numerical[field]);
                        for i in 0..n {
                            rhs[[field, e, i]] += d.reference.lift[[i, face, k]] * jump;
                        }
                    }
                }
            }
        }
        rhs
    }

    /// The state that the inviscid flux sees across a face.
    fn beyond(&self, e: usize, face: usize, k: usize, at: &dyn Fn(usize, usize) -> State) -> State {
        let own = at(e, self.d.reference.face_nodes[[face, k]]);
        match self.across(e, face, k) {
            Across::Element(e, i) => at(e, i),
            Across::Boundary(BoundaryCondition::State(state)) => state.conserved(self.gas.gamma),
            Across::Boundary(BoundaryCondition::Extrapolation) => own,
            Across::Boundary(_) => mirrored(&own, self.normal(e, face)),
        }
    }

    /// The right-hand side at the state `q` with the inviscid flux integrated at more points.
    pub fn overintegrated_rhs(&self, q: &Array3<f64>, fine: &Overintegration) -> Array3<f64> {
        let (d, gamma) = (self.d, self.gas.gamma);
        let (_, elements, n) = q.dim();
        let at = |e: usize, i: usize| -> State { std::array::from_fn(|field| q[[field, e, i]]) };
        let interpolated = |weights: ArrayView1<f64>, states: &[State]| -> State {
            let terms = || weights.iter().zip(states);
            std::array::from_fn(|field| terms().map(|(w, state)| w * state[field]).sum())
        };
        // Of the right-hand side at the nodes the inviscid part is taken off again.
        let mut rhs = self.rhs(q);
        let mut add = |e: usize, weights: ArrayView1<f64>, scale: f64, flux: State| {
            for (i, weight) in weights.iter().enumerate() {
                for field in 0..5 {
                    rhs[[field, e, i]] += scale * weight * flux[field];
                }
            }
        };
        for e in 0..elements {
            let own: Vec<State> = (0..n).map(|i| at(e, i)).collect();
            for r in 0..3 {
                let along = std::array::from_fn(|axis| d.metric[[r, axis, e]]);
                for (j, own) in own.iter().enumerate() {
                    let flux = normal_flux(own, along, gamma);
                    add(e, d.reference.derivative.slice(s![r, .., j]), 1.0, flux);
                }
                for (m, weights) in fine.interpolation.outer_iter().enumerate() {
                    let flux = normal_flux(&interpolated(weights, &own), along, gamma);
                    add(e, fine.weak.slice(s![r, .., m]), 1.0, flux);
                }
            }
            for face in 0..4 {
                let (normal, fscale) = (self.normal(e, face), d.fscale[[e, face]]);
                let numerical =
                    |a: &State, b: &State| numerical_flux(Flux::Hllc, a, b, normal, gamma);
                let nodes = d.reference.face_nodes.row(face);
                let own: Vec<State> = nodes.iter().map(|&i| at(e, i)).collect();
                let other: Vec<State> =
                    (0..nodes.len()).map(|k| self.beyond(e, face, k, &at)).collect();
                for (k, (a, b)) in own.iter().zip(&other).enumerate() {
                    let lift = d.reference.lift.slice(s![.., face, k]);
                    add(e, lift, -fscale, normal_flux(a, normal, gamma));
                    add(e, lift, fscale, numerical(a, b));
                }
                for (g, weights) in fine.face_interpolation.outer_iter().enumerate() {
                    let (mut a, mut b) =
                        (interpolated(weights, &own), interpolated(weights, &other));
                    if matches!(self.across(e, face, 0), Across::Element(..)) {
                        low_mach(&mut a, &mut b, normal, gamma);
                    }
                    add(e, fine.lift.slice(s![.., face, g]), -fscale, numerical(&a, &b));
                }
            }
        }
        rhs
    }

    /// The numerical flux at a node of a face.
    fn numerical(
        &self,
        e: usize,
        face: usize,
        k: usize,
        friction: &[Vec<Friction>],
        at: &dyn Fn(usize, usize) -> State,
    ) -> State {
        let (d, gamma) = (self.d, self.gas.gamma);
        let n = self.normal(e, face);
        let node = d.reference.face_nodes[[face, k]];
        let (own, own_friction) = (at(e, node), friction[e][node]);
        let w = measured(&own, gamma);
        let across = self.across(e, face, k);

        let other = self.beyond(e, face, k, at);
        let mut flux = numerical_flux(Flux::Hllc, &own, &other, n, gamma);

        let far = match across {
            Across::Element(..) | Across::Boundary(BoundaryCondition::SlipWall) => {
                measured(&other, gamma)
            }
            // The jump to a wall or to a prescribed state is that to the value on the face.
            _ => self.on_face(w, || w, n, &across),
        };
        let value = self.on_face(w, || far, n, &across);
        let (force, power) = own_friction.through(n, velocity(w));
        let (force, power) = match across {
            Across::Element(e, i) => {
                let (f, p) = friction[e][i].through(n, velocity(far));
                (std::array::from_fn(|x| 0.5 * (force[x] + f[x])), 0.5 * (power + p))
            }
            Across::Boundary(BoundaryCondition::SlipWall) => {
                let normal_force = dot(force, n);
                (n.map(|x| normal_force * x), 0.0)
            }
            Across::Boundary(BoundaryCondition::Adiabatic { velocity }) => {
                (force, dot(force, velocity))
            }
            Across::Boundary(_) => (force, power),
        };

        let p = d.reference.order as f64;
        let across_scale = match d.connectivity.faces[e][face] {
            Face::Neighbour { element, face } => d.fscale[[element as usize, face as usize]],
            Face::Boundary { .. } => 0.0,
        };
        let scale = d.fscale[[e, face]].max(across_scale);
        let stiffness =
            self.penalty * (p + 1.0) * (p + 3.0) / 3.0 * scale * self.viscosity(value[3]);
        let drag: Vector = std::array::from_fn(|x| stiffness * (w[x] - far[x]));
        let conduction = gamma / ((gamma - 1.0) * self.gas.prandtl);
        let leak = stiffness * conduction * (w[3] - far[3]);
        for x in 0..3 {
            flux[1 + x] -= force[x] - drag[x];
        }
        flux[4] -= power - dot(velocity(value), drag) - leak;
        flux
    }
}
