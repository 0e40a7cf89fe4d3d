//! What is measured. What has to come out is computed by plain loops in f64, or by NumPy.

mod dg;
mod elementwise;
mod matrix;
mod sizes;
mod tiny;

use crate::Error;
use crate::options::{Own, Suite};
use crate::task::Prepared;
use array_fn_dg_bench::cases::DType;
use std::path::PathBuf;

/// A workload.
pub struct Workload {
    /// As the peers call it.
    pub name: String,
    /// The polynomial order; 0 where there is none.
    pub order: usize,
    prepare: Prepare,
}

/// Makes operands of so many elements.
type OfSize = fn(usize) -> Result<Prepared, Error>;

/// Where its operands come from.
enum Prepare {
    Fixed(fn() -> Result<Prepared, Error>),
    Sized(OfSize, usize),
    Exported(PathBuf, DType),
}

impl Workload {
    fn fixed(name: &str, prepare: fn() -> Result<Prepared, Error>) -> Workload {
        Workload { name: name.to_owned(), order: 0, prepare: Prepare::Fixed(prepare) }
    }

    /// Makes operands and computes, or reads, what is expected.
    pub fn prepare(&self) -> Result<Prepared, Error> {
        match &self.prepare {
            Prepare::Fixed(prepare) => prepare(),
            Prepare::Sized(prepare, elements) => prepare(*elements),
            Prepare::Exported(folder, dtype) => dg::prepare(folder, &self.name, *dtype),
        }
    }
}

/// All that is asked for, in order.
pub fn workloads(options: &Own) -> Result<Vec<Workload>, Error> {
    let all = match options.suite {
        Suite::Expr => expressions(),
        Suite::Sizes => sizes(),
        Suite::Dg | Suite::DgLarge | Suite::DgSweep => {
            let Some(folder) = &options.inputs else {
                return Err("right-hand sides need --inputs: dg_ops.py exports them".into());
            };
            dg::exported(folder, &options.dtype)?
        }
    };
    let known: Vec<&str> = all.iter().map(|workload| workload.name.as_str()).collect();
    if let Some(unknown) = options.op.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(format!("no workload is called `{unknown}`: {}", known.join(", ")).into());
    }
    let wanted = |name: &String| options.op.is_empty() || options.op.contains(name);
    Ok(all.into_iter().filter(|workload| wanted(&workload.name)).collect())
}

/// The workloads of `benches/peers/expr_ops.py`, of the same sizes and distributions.
fn expressions() -> Vec<Workload> {
    vec![
        Workload::fixed("where", elementwise::where_plus_one),
        Workload::fixed("black_scholes", elementwise::black_scholes),
        Workload::fixed("stencil", matrix::stencil),
        Workload::fixed("matvec_4", matrix::matvec::<4>),
        Workload::fixed("matvec_10", matrix::matvec::<10>),
        Workload::fixed("matvec_20", matrix::matvec::<20>),
        Workload::fixed("matvec_35", matrix::matvec::<35>),
        Workload::fixed("softmax", matrix::softmax),
        Workload::fixed("reduce", matrix::reduce),
        Workload::fixed("diamond", tiny::diamond),
        Workload::fixed("diamond_max", tiny::diamond_max),
    ]
}

/// Its workloads of many sizes.
fn sizes() -> Vec<Workload> {
    let functions: [(&str, OfSize); 3] =
        [("axpy", sizes::axpy), ("gauss", sizes::gauss), ("sum", sizes::sum)];
    let of = |(name, prepare): (&str, _)| {
        (2..=8).map(move |k| 10_usize.pow(k)).map({
            let name = name.to_owned();
            move |n| Workload {
                name: format!("{name}_{n}"),
                order: 0,
                prepare: Prepare::Sized(prepare, n),
            }
        })
    };
    functions.into_iter().flat_map(of).collect()
}

/// Numbers in f64.
fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().map(|&value| f64::from(value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_workloads_are_right() {
        let small = |workload: &Workload| {
            let size = workload.name.rsplit_once('_').and_then(|(_, size)| size.parse().ok());
            workload.name.starts_with("diamond") || size.is_some_and(|size: usize| size <= 10_000)
        };
        let chosen: Vec<Workload> =
            expressions().into_iter().chain(sizes()).filter(small).collect();
        assert_eq!(chosen.len(), 4 + 2 + 3 * 3);
        for workload in chosen {
            let mut prepared = workload.prepare().unwrap();
            assert_eq!(prepared.error().unwrap(), 1.0, "{}: nothing computed yet", workload.name);
            prepared.task.run().unwrap();
            let error = prepared.error().unwrap();
            assert!(error < prepared.tolerance(), "{}: {error:.1e}", workload.name);
        }
    }
}
