//! Programs over data that are not meshes: each is one array function, whose loops run on the device.
//!
//! | module | program | from |
//! | --- | --- | --- |
//! | [`kmeans`] | clusters of points, by Lloyd's algorithm | Lloyd 1982 |
//! | [`pagerank`] | ranks of pages that link to each other | Page et al. 1999 |
//! | [`black_scholes`] | prices of European options | Black and Scholes 1973 |
//! | [`skyserver`] | objects of a sky survey with a similar neighbour | Gray et al. 2002 |
//! | [`terasort`] | records of 100 bytes in the order of their keys | the sort benchmark |
//! | [`id3`] | a decision tree | Quinlan 1986 |
//! | [`bm25f`] | scores of documents for a query | Zaragoza et al. 2004 |
//!
//! Each module has the function, the data of three sizes ([`Size`]), and `run`, which measures the function and returns
//! sums by which the result can be checked. The data come from a generator that other languages can repeat
//! ([`generator`]). The examples of the same names are programs around `run`.

pub mod black_scholes;
pub mod bm25f;
pub mod generator;
pub mod id3;
pub mod kmeans;
pub mod pagerank;
pub mod program;
pub mod skyserver;
pub mod terasort;

use std::time::{Duration, Instant};

/// How much data a program gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Size {
    /// A fraction of a second, for tests.
    Small,
    /// The data fit no cache.
    Medium,
    /// Seconds for most other programs.
    Large,
}

/// What a program computed, and how long it took.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Numbers by which the result can be checked, by name.
    pub sums: serde_json::Map<String, serde_json::Value>,
    /// The median time of a call, without that of the first one if there are more.
    pub time: Duration,
    /// The same for what the function needs and is made once, if anything.
    pub preparation: Option<Duration>,
}

/// Calls a function once and then `calls` times, and returns its last result and the median time of the latter. The first
/// call builds the plan.
///
/// # Errors
/// Those of the function.
pub fn measured<T>(
    device: &array_fn::Device,
    calls: usize,
    mut call: impl FnMut() -> Result<T, array_fn::Error>,
) -> Result<(T, Duration), array_fn::Error> {
    let mut timed = || {
        let begin = Instant::now();
        let result = call()?;
        device.synchronize()?;
        Ok::<_, array_fn::Error>((result, begin.elapsed()))
    };
    let (mut last, first) = timed()?;
    let mut times = Vec::with_capacity(calls);
    for _ in 0..calls {
        // Its memory is free for the next result.
        drop(last);
        let (result, time) = timed()?;
        last = result;
        times.push(time);
    }
    times.sort_unstable();
    Ok((last, times.get(calls / 2).copied().unwrap_or(first)))
}
