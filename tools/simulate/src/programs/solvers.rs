//! Right-hand sides of the wave, Euler and Navier-Stokes equations, on boxes of tetrahedra.

use super::{Program, Sizes};
use crate::error::Error;
use array_fn_dg::Discretisation;
use array_fn_dg::mesh::BoxMesh;
use array_fn_dg_bench::cases::{OPERATORS, Operator};
use std::cell::RefCell;
use std::rc::Rc;

pub fn names() -> impl Iterator<Item = &'static str> {
    OPERATORS.iter().map(|operator| operator.name)
}

/// The operator in all orders and dtypes that are wanted, and in which it exists.
///
/// # Errors
/// Those of the solver.
pub fn of_name(name: &str, sizes: &Sizes) -> Result<Vec<Program>, Error> {
    let mut programs = Vec::new();
    for operator in OPERATORS.iter().filter(|operator| operator.name == name) {
        for &order in &sizes.orders {
            programs.extend(of_order(operator, order, sizes)?);
        }
    }
    Ok(programs)
}

fn of_order(operator: &Operator, order: usize, sizes: &Sizes) -> Result<Vec<Program>, Error> {
    // Six tetrahedra per cell.
    let cells = (sizes.tetrahedra as f64 / 6.0).cbrt().round().max(3.0) as usize;
    let mesh = BoxMesh::bricks([cells; 3]).build();
    let discretisation = Discretisation::new(&mesh, order)?;
    let mut programs = Vec::new();
    let wanted = |name: &str| sizes.dtypes.iter().any(|dtype| dtype == name);
    for &dtype in operator.dtypes.iter().filter(|dtype| wanted(dtype.name())) {
        let case = Rc::new(RefCell::new((operator.make)(&discretisation, dtype)?));
        let planned = Rc::clone(&case);
        let elements = case.borrow().elements() as u64;
        programs.push(Program {
            name: format!("{} p{order} {}", operator.name, dtype.name()),
            call: Box::new(move || {
                let mut case = case.borrow_mut();
                case.run()?;
                Ok(case.result()?)
            }),
            plan: Box::new(move |device| Ok(planned.borrow().plan(device)?)),
            elements: Some(elements),
        });
    }
    Ok(programs)
}
