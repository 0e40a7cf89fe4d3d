//! Calls of array programs that consist of many small kernels. The kernels are a graph, or run one by one on a stream.
//! The arrays are those of the call before, or others.

use super::Micro;
use crate::error::Error;
use crate::options::ExecutorName;
use crate::report::{digits, row, table};
use crate::timing;
use array_fn::{Array, array_fn};
use serde_json::json;

array_fn! {
    #![unfused]

    /// One kernel, unfused.
    pub fn chain_1<N>(x: [f32; N]) -> [f32; N] {
        x + 1.0
    }

    /// Ten kernels, unfused, all of which read `x`.
    pub fn chain_10<N>(x: [f32; N]) -> [f32; N] {
        let mut y = x;
        for _ in 0..10 {
            y = y + x;
        }
        y
    }

    /// A hundred kernels, unfused, all of which read `x`.
    pub fn chain_100<N>(x: [f32; N]) -> [f32; N] {
        let mut y = x;
        for _ in 0..100 {
            y = y + x;
        }
        y
    }
}

/// Calls one of the programs.
type Call = fn(&Array<f32, 1>, &mut Array<f32, 1>) -> Result<(), array_fn::Error>;

/// The number of kernels, the program, and its result for ones.
const PROGRAMS: [(usize, Call, f32); 3] = [
    (1, |x, y| chain_1::into(x, y), 2.0),
    (10, |x, y| chain_10::into(x, y), 11.0),
    (100, |x, y| chain_100::into(x, y), 101.0),
];

pub fn measure(micro: &mut Micro<'_>) -> Result<(), Error> {
    let columns = ["kernels", "executor", "arrays", "host us", "device us", "device us a kernel"];
    table("Calls of an array program (chain, arrays of 32 numbers)", &columns);
    for (kernels, call, expected) in PROGRAMS {
        for executor in ExecutorName::ALL {
            let device = micro.device.clone().with_executor(executor.executor()).unfused();
            let x = [0, 1].map(|_| Array::full([32], 1.0f32));
            let [x0, x1] = x;
            let (x, mut y) = ([x0?, x1?], [Array::zeros([32])?, Array::zeros([32])?]);
            for (changing, arrays) in [(false, "the same"), (true, "others")] {
                let mut turn = 0;
                let mut next = || {
                    turn = if changing { 1 - turn } else { 0 };
                    Ok(device.run(|| call(&x[turn], &mut y[turn]))?)
                };
                next()?;
                next()?;
                let launches = if executor == ExecutorName::Stream { kernels } else { 1 };
                let calls = (500 / launches).clamp(2, 100);
                let (host, time) = timing::queued(micro.gpu, calls, micro.seconds, &mut next)?;
                let value = y[usize::from(changing)].to_host()?.as_slice()[0];
                if value != expected {
                    return Err(format!("{kernels} kernels make {value}, not {expected}").into());
                }
                micro.line(
                    "program",
                    json!({
                        "kernels": kernels,
                        "executor": executor.name(),
                        "changing": changing,
                        "host_us": 1e6 * host.median,
                        "min_host_us": 1e6 * host.least,
                        "device_us": 1e6 * time.median,
                        "min_device_us": 1e6 * time.least,
                    }),
                )?;
                row(&[
                    kernels.to_string(),
                    executor.name().to_owned(),
                    arrays.to_owned(),
                    digits(1e6 * host.median),
                    digits(1e6 * time.median),
                    digits(1e6 * time.median / kernels as f64),
                ]);
            }
        }
    }
    Ok(())
}
