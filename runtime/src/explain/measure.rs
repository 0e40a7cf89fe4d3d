//! Measured times.

use std::time::{Duration, Instant};

use super::Explanation;
use crate::buffer::collect;
use crate::call::{Results, execute};
use crate::dynamic::{DynArray, DynData, Stored};
use crate::element::{BF16Bits, F16Bits};
use crate::plan::{DType, ParamKind};
use crate::{Arg, Error, probe};

/// The number of calls before those that count.
const WARM_UP: usize = 2;
/// The most such calls, while a GPU measures its kernels.
const MOST_WARM_UP: usize = 40;
/// The least and the most calls that count.
const CALLS: std::ops::RangeInclusive<usize> = 5..=200;
/// No further call begins after that.
const PATIENCE: Duration = Duration::from_millis(200);

impl Explanation {
    /// Measures each kernel, and the whole call, on arrays that this function makes and fills.
    ///
    /// Floats are between 1 and 2, integers are 0, booleans are true, and `index<D>` arrays step through `D`. So no
    /// float is a NaN, an infinity or a denormal number at the start, and every index is in range. On the other hand,
    /// sorts meet rows that are in order, sparse rows are empty, and gathers find their elements in an order that suits
    /// caches. To measure on your own data, use [`measure`](Explanation::measure).
    ///
    /// Kernels run one after another while they are measured, each with all threads; the whole call runs as always. All
    /// times are interquartile means. On a GPU only the whole call is measured. A measurement takes as much memory as a
    /// call with new arguments, and about half a second for small functions.
    ///
    /// # Errors
    /// As for a call: above all [`Error::OutOfMemory`], and [`Error::CheckFailed`] if index 0 is out of range.
    pub fn with_measurements(self) -> Result<Explanation, Error> {
        let function = self.function;
        let program = function.program();
        let dims: Vec<usize> = self.plan.dims().map(|(_, value)| value).collect();
        let explicit = program.explicit_dims.iter().map(|&dim| dims[usize::from(dim)]);
        let explicit: Vec<usize> = explicit.collect();
        let mode = self.plan.mode();
        let executable = self.plan.executable.clone();
        let instance = &executable.instance;
        let params = program.params.iter().zip(&instance.params).map(|(param, layout)| {
            let shape = layout.shape.to_vec();
            let len = shape.iter().product();
            Stored::new(match param.kind {
                ParamKind::Scalar => DynArray::Scalar(ordinary(param.dtype, 1)),
                ParamKind::Array | ParamKind::ArrayMut => {
                    DynArray::Array { shape, data: ordinary(param.dtype, len) }
                }
                ParamKind::Index { .. } => {
                    let bound = layout.bound;
                    let values = collect(len, |k| (k % bound.max(1)) as i32);
                    DynArray::Index { shape, values, bound }
                }
            })
        });
        let mut params = params.collect::<Result<Vec<_>, Error>>()?;
        let results = program.results.iter().zip(&instance.results).map(|(result, layout)| {
            let data = ordinary(result.dtype, layout.len);
            Stored::new(DynArray::Array { shape: layout.shape.to_vec(), data })
        });
        let mut results = results.collect::<Result<Vec<_>, Error>>()?;
        let mutable = |k: usize| matches!(program.params[k].kind, ParamKind::ArrayMut);
        self.measure(|| {
            // An update may leave values that are no good arguments for the next call.
            for k in (0..params.len()).filter(|&k| mutable(k)) {
                let (dtype, layout) = (program.params[k].dtype, &instance.params[k]);
                let shape = layout.shape.to_vec();
                let len = shape.iter().product();
                params[k] = Stored::new(DynArray::Array { shape, data: ordinary(dtype, len) })?;
            }
            let args = params.iter_mut().enumerate().map(|(k, param)| param.arg(mutable(k)));
            let mut args = args.collect::<Result<Vec<Arg<'_>>, Error>>()?;
            let outs = results.iter_mut().map(|result| result.arg(true));
            let mut outs = outs.collect::<Result<Vec<Arg<'_>>, Error>>()?;
            execute(function, mode, &explicit, &mut args, &mut Results::Into(&mut outs), None)
        })
    }

    /// Measures each kernel, and the whole call, by running `call` again and again, on the explanation's device.
    ///
    /// `call` is to call the explained function. Its other work counts as a part of the whole call. If it calls another
    /// function, or uses other dimensions, the kernels that it never reaches stay without a time.
    ///
    /// # Errors
    /// The errors of `call`.
    pub fn measure<T>(mut self, mut call: impl FnMut() -> Result<T, Error>) -> Result<Self, Error> {
        let device = self.device.clone();
        let executable = self.plan.executable.clone();
        let mut whole = || {
            let begin = Instant::now();
            device.run(&mut call)?;
            device.synchronize()?;
            Ok::<Duration, Error>(begin.elapsed())
        };
        let executor = &executable.executor;
        let mut calls = 0;
        while calls < WARM_UP || executor.is_tuning() && calls < MOST_WARM_UP {
            whole()?;
            calls += 1;
        }
        let calls = repeat(&mut whole)?;
        let (outcome, launches) = probe::observe(&executable, || repeat(&mut whole));
        outcome?;
        self.measured = interquartile_mean(calls);
        for (launch, times) in self.launches.iter_mut().zip(launches) {
            launch.measured = interquartile_mean(times);
        }
        for (k, launch) in self.launches.iter_mut().enumerate() {
            launch.candidates = executor.candidates(&executable.instance, k);
        }
        Ok(self)
    }
}

fn repeat(call: &mut impl FnMut() -> Result<Duration, Error>) -> Result<Vec<Duration>, Error> {
    let begin = Instant::now();
    let mut times = Vec::new();
    while times.len() < *CALLS.start() || times.len() < *CALLS.end() && begin.elapsed() < PATIENCE {
        times.push(call()?);
    }
    Ok(times)
}

/// The mean of the middle half of the times. It is as robust as the median, but not bound to the ticks of the clock;
/// short kernels take only a few of these.
fn interquartile_mean(mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    let half = &times[times.len() / 4..times.len() - times.len() / 4];
    let count = u32::try_from(half.len()).ok().filter(|&count| count > 0)?;
    Some(half.iter().sum::<Duration>() / count)
}

/// `len` ordinary values of a dtype.
fn ordinary(dtype: DType, len: usize) -> DynData {
    let float = |k: usize| 1.0 + (k % 64) as f64 / 64.0;
    // 1.0 in the two formats of 16 bits.
    const F16_ONE: u16 = 0x3C00;
    const BF16_ONE: u16 = 0x3F80;
    match dtype {
        DType::Bool => DynData::Bool(collect(len, |_| true)),
        DType::I8 => DynData::I8(collect(len, |_| 0)),
        DType::I16 => DynData::I16(collect(len, |_| 0)),
        DType::I32 => DynData::I32(collect(len, |_| 0)),
        DType::I64 => DynData::I64(collect(len, |_| 0)),
        DType::U8 => DynData::U8(collect(len, |_| 0)),
        DType::U16 => DynData::U16(collect(len, |_| 0)),
        DType::U32 => DynData::U32(collect(len, |_| 0)),
        DType::U64 => DynData::U64(collect(len, |_| 0)),
        DType::F16 => DynData::F16(collect(len, |_| F16Bits(F16_ONE))),
        DType::BF16 => DynData::BF16(collect(len, |_| BF16Bits(BF16_ONE))),
        DType::F32 => DynData::F32(collect(len, |k| float(k) as f32)),
        DType::F64 => DynData::F64(collect(len, float)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interquartile_mean_is_finer_than_the_clock_and_robust() {
        let times = |nanos: &[u64]| nanos.iter().map(|&n| Duration::from_nanos(n)).collect();
        assert_eq!(
            interquartile_mean(times(&[20, 30, 30, 20, 0, 900, 30, 20])),
            Some(Duration::from_nanos(25))
        );
        assert_eq!(interquartile_mean(times(&[7])), Some(Duration::from_nanos(7)));
        assert_eq!(interquartile_mean(times(&[7, 9])), Some(Duration::from_nanos(8)));
        assert_eq!(interquartile_mean(Vec::new()), None);
    }
}
