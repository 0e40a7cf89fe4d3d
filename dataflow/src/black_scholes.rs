//! Prices of European options (Black and Scholes 1973, "The pricing of options and corporate liabilities").

use crate::generator::uniform;
use crate::{Outcome, Size, measured};
use array_fn::{Array, Device, Error, array_fn};
use serde_json::json;

array_fn! {
    /// The prices of calls and of puts, for prices of the share `s`, strike prices `x` and years to expiry `t`, at a
    /// riskless rate `r` and a volatility `v` a year.
    pub fn black_scholes<N>(s: [f64; N], x: [f64; N], t: [f64; N], r: f64, v: f64)
        -> ([f64; N], [f64; N])
    {
        let q = v * sqrt(t);
        let d = (log(s / x) + (r + 0.5 * v * v) * t) / q;
        let discounted = x * exp(-r * t);
        let call = s * normal(d) - discounted * normal(d - q);
        (call, call - s + discounted)
    }

    /// The distribution function of the standard normal distribution.
    fn normal<N>(d: [f64; N]) -> [f64; N] { 0.5 * erfc(d * -0.7071067811865476) }
}

/// Options: prices of shares, strike prices, years to expiry, `[N]` each.
#[derive(Clone, Debug)]
pub struct Data {
    /// Prices of shares.
    pub s: Array<f64, 1>,
    /// Strike prices.
    pub x: Array<f64, 1>,
    /// Years to expiry.
    pub t: Array<f64, 1>,
}

/// 1e5, 1e6 or 1e7 options.
///
/// # Errors
/// [`Error::OutOfMemory`].
pub fn data(size: Size) -> Result<Data, Error> {
    let n = match size {
        Size::Small => 100_000,
        Size::Medium => 1_000_000,
        Size::Large => 10_000_000,
    };
    let of = |stream: u64, low: f64, width: f64| {
        Array::from_fn([n], |[i]| low + width * uniform(stream, i as u64))
    };
    Ok(Data { s: of(11, 5.0, 25.0)?, x: of(12, 1.0, 99.0)?, t: of(13, 0.25, 9.75)? })
}

/// `sum_call` and `sum_put`, the sums of all prices, and `call_0`, the first one, at a rate of 0.02 and a volatility of
/// 0.3.
///
/// # Errors
/// Those of memory and of the device.
pub fn run(device: &Device, size: Size, calls: usize) -> Result<Outcome, Error> {
    let Data { s, x, t } = data(size)?;
    let call = || device.run(|| black_scholes(&s, &x, &t, 0.02, 0.3));
    let ((calls, puts), time) = measured(device, calls, call)?;
    let calls = calls.to_vec();
    let mut sums = serde_json::Map::new();
    sums.insert("sum_call".into(), json!(calls.iter().sum::<f64>()));
    sums.insert("sum_put".into(), json!(puts.to_vec().iter().sum::<f64>()));
    sums.insert("call_0".into(), json!(calls[0]));
    Ok(Outcome { sums, time, preparation: None })
}
