//! Exported cases. Each is a folder `<operator>_p<order>_<dtype>` of `.npy` files, with K elements, Np nodes per
//! element and Nfp nodes per face:
//!
//! - `q`, `rhs` (F, K, Np); `D` (3, Np, Np); `LIFT` (Np, 4 Nfp).
//! - `G` (3, 3, K); `nrm` (3, K, 4); `fs`, `bc` (K, 4), where `bc` is 1 on rigid walls.
//! - `vmapP` (K, 4 Nfp) and `fmask` (4 Nfp), of int32.
//!
//! The wave speed is 1.5. For `navier_stokes`, `rhs` is the state after a step, see [`Operator::load`].

use super::error::Error;
use super::options::{Options, Target};
use super::report::Lines;
use super::timing;
use array_fn::Device;
use array_fn_dg_bench::cases::{Case, DType, OPERATORS, Operator, relative_error};
use clap::ValueEnum;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Measures all cases in a folder, and prints one line per case. Returns whether all results were right.
pub fn measure_all(folder: &Path, options: &Options, target: &Target) -> Result<bool, Error> {
    let entries = std::fs::read_dir(folder)
        .map_err(|e| format!("cannot read `{}`: {e}", folder.display()))?;
    let mut folders: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    let mut lines = Lines::new(options.json.as_deref(), true)?;
    let (mut measured, mut right) = (0, true);
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let parts: Vec<&str> = name.rsplitn(3, '_').collect();
        let [dtype, order, operator] = parts[..] else {
            eprintln!("{name}: skipped, not named <operator>_p<order>_<dtype>");
            continue;
        };
        let order = order.strip_prefix('p').and_then(|p| p.parse::<usize>().ok());
        let known = OPERATORS.iter().find(|known| known.name == operator);
        let (Some(order), Some(operator)) = (order, known) else {
            eprintln!("{name}: skipped, there is no operator `{operator}` here");
            continue;
        };
        let Ok(dtype) = DType::from_str(dtype, false) else {
            eprintln!("{name}: skipped, dtype `{dtype}` is not known");
            continue;
        };
        if !operator.dtypes.contains(&dtype) || (options.unfused && !operator.unfused) {
            eprintln!("{name}: skipped, there is no such version of it");
            continue;
        }
        right &= measure(&folder, operator, order, dtype, options, target, &mut lines)?;
        measured += 1;
    }
    if measured == 0 {
        return Err(format!("no case in `{}` can be measured", folder.display()).into());
    }
    Ok(right)
}

/// Measures one case, and prints its line. Returns whether the result was right.
fn measure(
    folder: &Path,
    operator: &Operator,
    order: usize,
    dtype: DType,
    options: &Options,
    target: &Target,
    lines: &mut Lines,
) -> Result<bool, Error> {
    let (mut case, expected) = (operator.load)(folder, dtype)?;
    let device = target.way(options.unfused, options.executor());
    let plan = case.plan(&device)?;
    let executor = options.executor();
    let launches = timing::launches(executor, &plan);
    let times =
        timing::measure(&device, target.gpu, launches, options.seconds, &mut || case.run())?;
    let error = relative_error(&case.result()?, &expected);
    let seconds = times.device.median;
    lines.add(&json!({
        "op": operator.name,
        "p": order,
        "dtype": dtype.name(),
        "device": device.to_string(),
        "executor": executor.map(|executor| executor.name()),
        "fused": !options.unfused,
        "elements": case.elements(),
        "kernels": plan.kernel_count(),
        "ms": 1e3 * seconds,
        "min_ms": 1e3 * times.device.least,
        "wall_ms": 1e3 * times.wall.median,
        "host_us": 1e6 * times.host.median,
        "dof_per_second": case.values() as f64 / seconds,
        "gb_per_second": case.fewest_bytes() as f64 / seconds / 1e9,
        "rel_error": error,
    }))?;
    if let Some(to) = &options.explain {
        explain(&mut *case, &device, to, &format!("{}_p{order}_{}", operator.name, dtype.name()))?;
    }
    if error < dtype.tolerance() {
        return Ok(true);
    }
    let (folder, tolerance) = (folder.display(), dtype.tolerance());
    eprintln!("{folder}: wrong by {error:.1e}, more than {tolerance:.0e}");
    Ok(false)
}

/// Writes the explanation of a case.
fn explain(case: &mut dyn Case, device: &Device, folder: &Path, name: &str) -> Result<(), Error> {
    let explanation = case.explain(device)?;
    let write = |file: String, text: String| {
        let path = folder.join(file);
        std::fs::write(&path, text).map_err(|e| format!("cannot write `{}`: {e}", path.display()))
    };
    std::fs::create_dir_all(folder)
        .map_err(|e| format!("cannot make `{}`: {e}", folder.display()))?;
    write(format!("{name}.html"), explanation.html())?;
    let pictures = [
        ("lines", explanation.svg_lines()),
        ("before", explanation.svg_before()),
        ("after", explanation.svg_after()),
    ];
    for (when, picture) in pictures {
        if let Some(picture) = picture {
            write(format!("{name}_{when}.svg"), picture)?;
        }
    }
    Ok(())
}
