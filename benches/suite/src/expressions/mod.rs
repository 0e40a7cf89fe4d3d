//! The workloads of `benches/peers/expr_ops.py`, of the same sizes and distributions. What they have to
//! give is computed by plain loops in f64.

mod elementwise;
mod matrix;
mod tiny;

use crate::Error;
use crate::task::Prepared;

/// A workload.
pub struct Expression {
    /// As the peers call it.
    pub name: &'static str,
    pub prepare: fn() -> Result<Prepared, Error>,
}

pub const EXPRESSIONS: &[Expression] = &[
    Expression { name: "where", prepare: elementwise::where_plus_one },
    Expression { name: "black_scholes", prepare: elementwise::black_scholes },
    Expression { name: "stencil", prepare: matrix::stencil },
    Expression { name: "matvec_4", prepare: matrix::matvec::<4> },
    Expression { name: "matvec_10", prepare: matrix::matvec::<10> },
    Expression { name: "matvec_20", prepare: matrix::matvec::<20> },
    Expression { name: "matvec_35", prepare: matrix::matvec::<35> },
    Expression { name: "softmax", prepare: matrix::softmax },
    Expression { name: "reduce", prepare: matrix::reduce },
    Expression { name: "diamond", prepare: tiny::diamond },
    Expression { name: "diamond_max", prepare: tiny::diamond_max },
];

/// Numbers in f64.
fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().map(|&value| f64::from(value)).collect()
}
