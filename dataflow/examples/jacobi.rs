//! Jacobi's method for `u'' = 0` to convergence, as one array function with a `while`, beside the same loop in C++.
//!
//! ```text
//! cargo run --release --example jacobi
//! ```
//!
//! It compiles `benches/peers/jacobi.cpp` by `g++ -O3 -march=native`, with and without `-ffast-math`, and runs all three
//! programs in turns. For each it prints the median time of a run, that of a pass, and the ratio to the array function.
//! Without g++ it prints the array function alone. `--points` is the number of points, `--threads` that of threads.

use array_fn::{Device, Error, array_fn};
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

array_fn! {
    /// Solves `u[k-1] - 2 u[k] + u[k+1] = f[k]` until no element changes by more than `tolerance`. Returns the number of
    /// passes.
    pub fn jacobi<N>(u: &mut [f64; N], f: [f64; N], tolerance: f64, most: i64) -> i64 {
        let mut change = inf;
        let passes = while change > tolerance, at most most {
            let old = u;
            u[1..-1] = 0.5 * (old[..-2] + old[2..] - f[1..-1]);
            change = max(abs(u - old));
        };
        passes
    }
}

const TOLERANCE: f64 = 1e-6;
const MOST: i64 = 10_000_000;

#[derive(Parser)]
struct Options {
    /// The number of points.
    #[arg(long, default_value_t = 1000)]
    points: usize,
    /// The number of threads of the array function.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// How often each program runs.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// One run: its seconds, its passes, and the sum of `u`.
type Run = (f64, i64, f64);

fn array_function(device: &Device, points: usize) -> Result<Run, Error> {
    let mut u = vec![0.0; points];
    (u[0], u[points - 1]) = (1.0, 2.0);
    let f = vec![0.0; points];
    let begin = Instant::now();
    let passes = device.run(|| jacobi(&mut u, &f, TOLERANCE, MOST))?.item();
    Ok((begin.elapsed().as_secs_f64(), passes, u.iter().sum()))
}

/// The program in C++, compiled with some options; `None` without g++.
fn compiled(name: &str, options: &[&str]) -> Option<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../benches/peers/jacobi.cpp");
    let program = std::env::temp_dir().join(format!("array-fn-{name}-{}", std::process::id()));
    let mut compiler = Command::new("g++");
    compiler.args(["-O3", "-march=native"]).args(options).arg(source).arg("-o").arg(&program);
    compiler.status().is_ok_and(|status| status.success()).then_some(program)
}

fn run(program: &Path, points: usize) -> Option<Run> {
    let arguments = [points.to_string(), TOLERANCE.to_string(), MOST.to_string()];
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut words = text.split_whitespace();
    Some((words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}

fn main() -> Result<(), Error> {
    let Options { points, threads, rounds } = Options::parse();
    let points = points.max(3);
    let device = Device::cpu_with_threads(threads.max(1));
    let peers = [("g++ -O3", &[][..]), ("g++ -O3 -ffast-math", &["-ffast-math"][..])];
    let peers: Vec<(&str, PathBuf)> = peers
        .into_iter()
        .filter_map(|(name, options)| Some((name, compiled(&name.replace(' ', ""), options)?)))
        .collect();
    // The first call makes the plan.
    array_function(&device, points)?;
    let mut all: Vec<(&str, Vec<Run>)> = vec![("array_fn!", Vec::new())];
    all.extend(peers.iter().map(|(name, _)| (*name, Vec::new())));
    for _ in 0..rounds.max(1) {
        all[0].1.push(array_function(&device, points)?);
        for ((_, program), (_, runs)) in peers.iter().zip(&mut all[1..]) {
            runs.extend(run(program, points));
        }
    }
    for (_, program) in &peers {
        let _ = std::fs::remove_file(program);
    }
    let median = |runs: &[Run]| {
        let mut times: Vec<f64> = runs.iter().map(|(seconds, ..)| *seconds).collect();
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
    };
    let own = median(&all[0].1);
    println!("{points} points, {threads} threads");
    for (name, runs) in &all {
        let Some((_, passes, sum)) = runs.first() else { continue };
        let (time, ratio) = (median(runs), own / median(runs));
        let pass = 1e9 * time / *passes as f64;
        println!(
            "{name:20} {:8.1} ms, {passes} passes of {pass:6.1} ns, sum {sum:.6}, ratio {ratio:.2}",
            1e3 * time
        );
    }
    Ok(())
}
