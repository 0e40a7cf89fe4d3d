//! The programs that can be simulated: everyday operations, and operators of solvers.

mod operations;
mod solvers;

use crate::error::Error;
use array_fn::{Device, Plan};

/// What a device would do with a program's dimensions.
pub type Planner = Box<dyn Fn(&Device) -> Result<Plan, Error>>;

/// A program with its operands.
pub struct Program {
    pub name: String,
    /// Calls it on the current device; the elements of its results, in one row.
    pub call: Box<dyn FnMut() -> Result<Vec<f64>, Error>>,
    pub plan: Planner,
    /// Elements of the mesh of a solver.
    pub elements: Option<u64>,
}

/// What programs are made for.
pub struct Sizes {
    /// Elements of the largest array of an operation.
    pub elements: usize,
    /// Tetrahedra of a mesh, about.
    pub tetrahedra: usize,
    /// Orders of elements of solvers.
    pub orders: Vec<usize>,
    /// `f64`, `f32` or both, of solvers.
    pub dtypes: Vec<String>,
}

/// Names of programs. Each but those of solvers is one program.
pub fn names() -> Vec<&'static str> {
    solvers::names().chain(operations::OPERATIONS.iter().map(|(name, _)| *name)).collect()
}

/// The programs of this name: of a solver, one per order and dtype. `operations` is all that are of no solver, and
/// `solvers` are all that are.
///
/// # Errors
/// [`Error::Unknown`], and those of the programs' operands.
pub fn of_name(name: &str, sizes: &Sizes) -> Result<Vec<Program>, Error> {
    match name {
        "operations" => {
            operations::OPERATIONS.iter().map(|(_, make)| make(sizes.elements)).collect()
        }
        "solvers" => {
            let all = solvers::names().map(|name| solvers::of_name(name, sizes));
            Ok(all.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
        }
        _ => {
            if let Some((_, make)) = operations::OPERATIONS.iter().find(|(known, _)| *known == name)
            {
                return Ok(vec![make(sizes.elements)?]);
            }
            if solvers::names().any(|known| known == name) {
                return solvers::of_name(name, sizes);
            }
            let known = names().join(", ");
            Err(Error::Unknown {
                name: name.to_owned(),
                known: format!("operations, solvers, {known}"),
            })
        }
    }
}
