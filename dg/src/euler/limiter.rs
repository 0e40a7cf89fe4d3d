//! Limiters: they keep density and pressure positive in flows that have shocks or that the mesh hardly resolves.

use super::Boundary;
use super::entropy::Behind;
use super::slopes::Slopes;
use crate::named::named;
use crate::real::{convert, double, double_mut};
use crate::{Discretisation, Error, Real};
use array_fn::Array;
use array_fn_dg_operators::limit::{curved_filter, curved_keep_positive, filter, keep_positive};
use ndarray::{Array1, Array2, Axis, concatenate};

named! {
    "limiter"
    /// A correction of the state after each step. The averages of elements stay the same, and so do integrals.
    pub enum Limiting {
        /// Draws elements towards their averages where density or pressure comes near 0. It changes nothing where the
        /// flow is resolved.
        Positivity = "positivity",
        /// Damps the highest modes of each element a little, then does [`Limiting::Positivity`]. It is against aliasing
        /// in flows that the mesh hardly resolves, from order 2 on.
        Filter = "filter",
        /// Limits slopes by the averages around each vertex, then does [`Limiting::Positivity`]. It is for shocks, at
        /// order 1 only.
        Slopes = "slopes",
    }
}

/// The least share of their averages in an element that density and pressure keep, where the solution is limited.
const LEAST: f64 = 0.1;

/// The strength of the filter, and how steeply its effect falls for lower degrees. A step takes a share of
/// `1 - exp(-STRENGTH)` of the highest degree. With a fourth of this strength, the flow around a sphere at Mach 0.6, at
/// order 2, still has densities far above that of its stagnation point.
const STRENGTH: f64 = 0.2;
const STEEPNESS: i32 = 6;

/// The operands of the limiting programs.
#[derive(Clone, Debug)]
pub(super) struct Limiter<T: Real> {
    limiting: Limiting,
    first: First<T>,
    positivity: Positivity<T>,
}

/// What comes before density and pressure are kept positive.
#[derive(Clone, Debug)]
enum First<T: Real> {
    Nothing,
    /// Each element is multiplied by the matrix of the filter, `[N, N]`.
    Filter(Array<T, 2>),
    Slopes(Slopes),
}

/// The operands of the programs that keep density and pressure positive.
#[derive(Clone, Debug)]
pub(crate) struct Positivity<T: Real> {
    /// The least share of their averages in an element that density and pressure keep.
    least: f64,
    /// Integrals of the nodal basis over an element, relative to its volume, `[N]`.
    weights: Array<T, 1>,
    /// The weights if they differ from element to element, `[E, N]`. On curved elements they contain the Jacobian at
    /// each node.
    elementwise: Option<Array<f64, 2>>,
}

impl<T: Real> Limiter<T> {
    /// Elements of prescribed states follow those of the mesh. Each is its own only neighbour.
    pub fn new(
        discretisation: &Discretisation,
        boundary: &Boundary,
        limiting: Limiting,
    ) -> Result<Self, Error> {
        let reference = &discretisation.reference;
        let states = discretisation.behind(boundary.states.len());
        let (n, order) = (reference.node_count(), reference.order);
        let share = |degree: usize| match degree {
            0 | 1 => 1.0,
            _ => (-STRENGTH * (degree as f64 / order as f64).powi(STEEPNESS)).exp(),
        };
        let first = match limiting {
            Limiting::Positivity => First::Nothing,
            Limiting::Filter => First::Filter(convert(reference.filter(share).view(), [n, n])?),
            Limiting::Slopes if order == 1 => First::Slopes(Slopes::new(discretisation, states)?),
            Limiting::Slopes => return Err(Error::SlopesOfOrder { order }),
        };
        let positivity = Positivity::new(discretisation, states, Behind::Uniform, LEAST)?;
        Ok(Limiter { limiting, first, positivity })
    }

    /// The kind of limiter.
    pub fn limiting(&self) -> Limiting {
        self.limiting
    }

    /// The longest step at `time`, if steps of length `longest` are stable. The first steps are shorter when slopes are
    /// limited: nothing is limited within a step, so a jump in the initial state has to spread over a few elements
    /// first.
    pub fn longest_step(&self, time: f64, longest: f64) -> f64 {
        match self.limiting {
            Limiting::Slopes => longest.min(0.05 * longest + 0.03 * time),
            Limiting::Positivity | Limiting::Filter => longest,
        }
    }

    /// Limits the state `q`, `[5, E, N]`.
    pub fn apply(&self, gamma: f64, q: &mut Array<T, 3>) -> Result<(), Error> {
        match (&self.first, &self.positivity.elementwise) {
            (First::Nothing, _) => {}
            (First::Slopes(slopes), _) => slopes.apply(q)?,
            (First::Filter(matrix), None) => filter(q, matrix)?,
            (First::Filter(matrix), Some(weights)) => {
                let q: &mut Array<f64, 3> = double_mut(q)?;
                curved_filter(q, double::<_, Array<f64, 2>>(matrix)?, weights)?;
            }
        }
        self.positivity.apply(gamma, q)
    }
}

impl<T: Real> Positivity<T> {
    /// The operands for a discretisation, followed by `more` elements of prescribed states.
    pub fn new(
        discretisation: &Discretisation,
        more: usize,
        behind: Behind,
        least: f64,
    ) -> Result<Self, Error> {
        let weights = average(discretisation);
        let n = weights.len();
        let elementwise = match discretisation.curved.is_some() || behind == Behind::Mixed {
            true => {
                let mut shares = discretisation.weights();
                for mut row in shares.rows_mut() {
                    row /= row.sum();
                }
                // Any weights keep states that are the same at all nodes. An average of 0 keeps all states.
                let row = match behind {
                    Behind::Uniform => weights.clone(),
                    Behind::Mixed => Array1::zeros(n),
                };
                let behind = Array2::from_shape_fn((more, n), |(_, node)| row[node]);
                let shares = concatenate![Axis(0), shares, behind];
                Some(convert(shares.view(), [shares.nrows(), n])?)
            }
            false => None,
        };
        Ok(Positivity { least, weights: convert(weights.view(), [n])?, elementwise })
    }

    /// Whether weights differ from element to element.
    pub fn is_elementwise(&self) -> bool {
        self.elementwise.is_some()
    }

    /// Draws elements of the state `q`, `[5, E, N]`, towards their averages where density or pressure comes near 0.
    pub fn apply(&self, gamma: f64, q: &mut Array<T, 3>) -> Result<(), Error> {
        match &self.elementwise {
            Some(weights) => {
                let q: &mut Array<f64, 3> = double_mut(q)?;
                curved_keep_positive(q, weights, gamma, self.least)?;
            }
            None => {
                let [gamma, least] = [gamma, self.least].map(T::from_f64);
                keep_positive(q, &self.weights, gamma, least)?;
            }
        }
        Ok(())
    }
}

/// Weights of the nodes in averages over the reference element, `[N]`.
pub(super) fn average(discretisation: &Discretisation) -> Array1<f64> {
    discretisation.reference.mass.sum_axis(Axis(0)) * 0.75
}
