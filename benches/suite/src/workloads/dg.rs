//! Right-hand sides on inputs that `benches/peers/dg_ops.py` exported, with NumPy's results.

use super::{Prepare, Workload};
use crate::Error;
use crate::task::{Prepared, Task};
use array_fn_dg_bench::cases::{Case, DType, OPERATORS};
use std::path::Path;

/// The cases in a folder, each a folder `<operator>_p<order>_<dtype>`.
pub fn exported(folder: &Path, dtypes: &[DType]) -> Result<Vec<Workload>, Error> {
    let mut found = Vec::new();
    for operator in OPERATORS {
        for &dtype in dtypes.iter().filter(|dtype| operator.dtypes.contains(dtype)) {
            for order in 1..=7 {
                let case = folder.join(format!("{}_p{order}_{}", operator.name, dtype.name()));
                if case.is_dir() {
                    found.push(Workload {
                        name: operator.name.to_owned(),
                        order,
                        prepare: Prepare::Exported(case, dtype),
                    });
                }
            }
        }
    }
    if found.is_empty() {
        return Err(format!("`{}` has no case that can be measured", folder.display()).into());
    }
    Ok(found)
}

/// Reads a case.
pub fn prepare(folder: &Path, operator: &str, dtype: DType) -> Result<Prepared, Error> {
    let known = OPERATORS.iter().find(|known| known.name == operator);
    let known = known.ok_or_else(|| format!("there is no operator `{operator}`"))?;
    let (case, expected) = (known.load)(folder, dtype)?;
    Ok(Prepared {
        bytes: case.fewest_bytes(),
        values: case.values(),
        elements: case.elements(),
        dtype: dtype.name(),
        batch: 1,
        expected: vec![expected],
        task: Box::new(RightHandSide(case)),
    })
}

struct RightHandSide(Box<dyn Case>);

impl Task for RightHandSide {
    fn run(&mut self) -> Result<(), Error> {
        Ok(self.0.run()?)
    }

    fn results(&self) -> Result<Vec<Vec<f64>>, Error> {
        Ok(vec![self.0.result()?])
    }
}
