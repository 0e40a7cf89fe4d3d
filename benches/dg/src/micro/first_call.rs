//! The parts of the time that the first calls of a process take. The driver keeps compiled kernels between processes,
//! unless `CUDA_CACHE_DISABLE=1`.

use super::Micro;
use crate::error::Error;
use crate::mesh;
use crate::report::{digits, row, table};
use array_fn_dg::Discretisation;
use array_fn_dg_bench::cases::{DType, OPERATORS};
use serde_json::json;
use std::time::Instant;

pub fn measure(micro: &mut Micro<'_>) -> Result<(), Error> {
    let columns = [
        "operator",
        "order",
        "dtype",
        "load ms",
        "build ms",
        "instantiate ms",
        "plan in all ms",
        "first call ms",
        "second call ms",
    ];
    table("First calls of a process, in this order", &columns);
    // The third case needs nothing that the first has not loaded.
    for (order, dtype) in [(2, DType::F64), (2, DType::F32), (3, DType::F64)] {
        let discretisation = Discretisation::new(&mesh::near(1000), order)?;
        for operator in OPERATORS {
            let mut case = (operator.make)(&discretisation, dtype)?;
            let start = Instant::now();
            let plan = case.plan(micro.device)?;
            let in_all = start.elapsed();
            let Some(times) = plan.build_times() else { return Err("a plan for a CPU".into()) };
            let mut call = || -> Result<_, Error> {
                let start = Instant::now();
                micro.device.run(|| case.run())?;
                micro.device.synchronize()?;
                Ok(start.elapsed())
            };
            // The first call copies the operands to the device.
            let (first, second) = (call()?, call()?);
            let all = [times.load, times.build, times.instantiate, in_all, first, second];
            let all = all.map(|time| 1e3 * time.as_secs_f64());
            micro.line(
                "first-call",
                json!({
                    "op": operator.name,
                    "p": order,
                    "dtype": dtype.name(),
                    "load_ms": all[0],
                    "build_ms": all[1],
                    "instantiate_ms": all[2],
                    "plan_ms": all[3],
                    "first_call_ms": all[4],
                    "second_call_ms": all[5],
                }),
            )?;
            let mut cells = vec![operator.name.into(), order.to_string(), dtype.name().into()];
            cells.extend(all.map(digits));
            row(&cells);
        }
    }
    Ok(())
}
