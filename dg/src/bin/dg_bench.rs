//! Measures the DG operators on inputs that another program exported, checks them against its results,
//! and prints one JSON object a line.
//!
//! A case is a folder `<operator>_p<order>_<dtype>` of `.npy` files; K elements, Np nodes, Nfp nodes a
//! face: `q`, `rhs` (F, K, Np); `D` (3, Np, Np); `LIFT` (Np, 4 Nfp); `G` (3, 3, K); `nrm` (3, K, 4);
//! `fs`, `bc` (K, 4), bc = 1 on rigid walls; `vmapP` (K, 4 Nfp) and `fmask` (4 Nfp) int32. The wave
//! speed is 1.5.

use array_fn::{Array, Device, Element, IndexArray};
use array_fn_dg::npy;
use array_fn_dg::wave::{self, Flux};
use clap::{Parser, ValueEnum};
use ndarray::ArrayD;
use serde_json::json;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Measures the DG operators on exported inputs; prints one JSON object a case.
#[derive(Parser)]
struct Options {
    /// Folder with one folder a case.
    #[arg(long, value_name = "DIR")]
    inputs: PathBuf,
    /// Where to run.
    #[arg(long, value_enum, default_value_t = DeviceName::Cpu)]
    device: DeviceName,
    /// One kernel per array operation.
    #[arg(long)]
    unfused: bool,
    /// Number of CPU threads; 0 for all.
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// Seconds to measure each case for.
    #[arg(long, value_name = "S", default_value_t = 0.6)]
    seconds: f64,
}

/// The wave speed of the exported cases.
const SPEED: f64 = 1.5;

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum DeviceName {
    Cpu,
    Cuda,
}

fn main() -> ExitCode {
    let options = Options::parse();
    match measure_all(&options) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether all results were right.
fn measure_all(options: &Options) -> Result<bool, Box<dyn Error>> {
    if options.device == DeviceName::Cuda {
        return Err("this version runs on CPUs only: use --device cpu".into());
    }
    let device = match options.threads {
        0 => Device::cpu(),
        threads => Device::cpu_with_threads(threads),
    };
    let device = if options.unfused { device.unfused() } else { device };
    let entries = std::fs::read_dir(&options.inputs)
        .map_err(|e| format!("cannot read `{}`: {e}", options.inputs.display()))?;
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    let (mut measured, mut right) = (0, true);
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let parts: Vec<&str> = name.split('_').collect();
        let [operator, order, dtype] = parts[..] else {
            eprintln!("{name}: skipped, not named <operator>_p<order>_<dtype>");
            continue;
        };
        let order = order.strip_prefix('p').and_then(|p| p.parse::<usize>().ok());
        let (Some(order), "wave") = (order, operator) else {
            eprintln!("{name}: skipped, there is no operator `{operator}` here");
            continue;
        };
        right &= match dtype {
            "f64" => measure::<f64>(&folder, order, &device, options, 1e-11)?,
            "f32" => measure::<f32>(&folder, order, &device, options, 2e-5)?,
            other => {
                eprintln!("{name}: skipped, dtype `{other}` is not known");
                continue;
            }
        };
        measured += 1;
    }
    if measured == 0 {
        return Err(format!("no case in `{}` can be measured", options.inputs.display()).into());
    }
    Ok(right)
}

fn load<T: Element + npy::Element, const RANK: usize>(
    folder: &Path,
    name: &str,
    shape: [usize; RANK],
) -> Result<Array<T, RANK>, Box<dyn Error>> {
    let values: ArrayD<T> = npy::read(folder.join(format!("{name}.npy")))?;
    Ok(Array::from_vec(shape, values.into_raw_vec_and_offset().0)?)
}

/// Measures one case and prints its line; whether the result was right.
fn measure<T: wave::Real + npy::Element>(
    folder: &Path,
    order: usize,
    device: &Device,
    options: &Options,
    tolerance: f64,
) -> Result<bool, Box<dyn Error>> {
    let q: ArrayD<T> = npy::read(folder.join("q.npy"))?;
    let &[fields, elements, n] = q.shape() else { return Err("q must have three axes".into()) };
    let shape = [fields, elements, n];
    let fmask: ArrayD<i32> = npy::read(folder.join("fmask.npy"))?;
    let exterior: ArrayD<i32> = npy::read(folder.join("vmapP.npy"))?;
    let f = fmask.len() / 4;
    let walls: Array<T, 2> = load(folder, "bc", [elements, 4])?;
    let open = walls.as_slice().iter().map(|&wall| T::from_f64(1.0 - wall.to_f64())).collect();
    let operands = wave::Operands {
        derivative: load(folder, "D", [3, n, n])?,
        lift: load(folder, "LIFT", [n, 4, f])?,
        metric: load(folder, "G", [3, 3, elements])?,
        normal: load(folder, "nrm", [3, elements, 4])?,
        fscale: load(folder, "fs", [elements, 4])?,
        transmission: Array::from_vec([elements, 4], open)?,
        reflection: walls,
        exterior_nodes: IndexArray::new([elements, 4, f], &exterior, elements * n)?,
        face_nodes: IndexArray::new([4, f], &fmask, n)?,
    };
    let q = Array::from_vec(shape, q.into_raw_vec_and_offset().0)?;
    let expected: Array<T, 3> = load(folder, "rhs", shape)?;
    let mut rhs = Array::zeros(shape)?;
    let mut run = || device.run(|| operands.rhs_into(Flux::Upwind, SPEED, &q, &mut rhs));
    let (median, least) = time(options.seconds, &mut run)?;
    let error = relative_error(rhs.as_slice(), expected.as_slice());
    let plan = operands.rhs_plan(device, Flux::Upwind)?;

    // The fewest bytes: every input once and the result once, without the small matrices.
    let static_values = elements * (9 + 12 + 4 + 4);
    let bytes = size_of::<T>() * (2 * q.len() + static_values) + 4 * exterior.len();
    let line = json!({
        "op": "wave",
        "p": order,
        "dtype": if size_of::<T>() == 8 { "f64" } else { "f32" },
        "device": device.to_string(),
        "fused": !options.unfused,
        "elements": elements,
        "kernels": plan.kernel_count(),
        "ms": 1e3 * median,
        "min_ms": 1e3 * least,
        "dof_per_second": q.len() as f64 / median,
        "gb_per_second": bytes as f64 / median / 1e9,
        "rel_error": error,
    });
    println!("{line}");
    if error < tolerance {
        return Ok(true);
    }
    eprintln!("{}: wrong by {error:.1e}, more than {tolerance:.0e}", folder.display());
    Ok(false)
}

/// Seconds of one run: the median and the least of as many runs as fit into `seconds`, at least 9.
fn time(
    seconds: f64,
    run: &mut impl FnMut() -> Result<(), array_fn_dg::Error>,
) -> Result<(f64, f64), Box<dyn Error>> {
    for _ in 0..3 {
        run()?;
    }
    let mut samples = Vec::new();
    let start = Instant::now();
    while samples.len() < 9 || start.elapsed().as_secs_f64() < seconds {
        let start = Instant::now();
        run()?;
        samples.push(start.elapsed().as_secs_f64());
    }
    samples.sort_by(f64::total_cmp);
    Ok((samples[samples.len() / 2], samples[0]))
}

/// The norm of the difference by the norm of what is expected; not a number counts as infinite.
fn relative_error<T: wave::Real>(actual: &[T], expected: &[T]) -> f64 {
    let (mut difference, mut norm) = (0.0, 0.0);
    for (a, e) in actual.iter().zip(expected) {
        difference += (a.to_f64() - e.to_f64()).powi(2);
        norm += e.to_f64().powi(2);
    }
    let error = (difference / norm).sqrt();
    if error.is_nan() { f64::INFINITY } else { error }
}
