//! Inputs of right-hand sides, which `dg_ops.py` makes: the same for everybody.

use super::peer::scripts;
use crate::Error;
use crate::options::{Run, Suite};
use array_fn_dg_bench::cases::DType;
use std::path::PathBuf;
use std::process::Command;

/// Orders, and bricks along x, y, z, of five tetrahedra each: 125000, 50000, 25000 and 14000 tetrahedra.
const LARGE: [(usize, [usize; 3]); 4] =
    [(1, [25, 25, 40]), (2, [20, 20, 25]), (3, [10, 20, 25]), (4, [10, 14, 20])];
/// The sizes of the sweep, of order 3: 80 degrees of freedom a tetrahedron.
const SWEEP: [[usize; 3]; 5] = [[5, 5, 10], [8, 10, 10], [10, 15, 17], [20, 20, 20], [25, 25, 40]];

/// Operators of a suite.
pub fn operators(suite: Suite) -> &'static [&'static str] {
    if suite == Suite::DgSweep { &["wave"] } else { &["wave", "euler", "navier_stokes"] }
}

/// Precisions of a suite.
pub fn precisions(options: &Run, suite: Suite) -> &[DType] {
    if suite == Suite::DgSweep { &[DType::F64] } else { &options.dtype }
}

/// One export: what distinguishes its folder, and its arguments.
fn exports(suite: Suite) -> Vec<(String, Vec<String>)> {
    let boxed = |order: usize, cells: [usize; 3]| {
        let mut arguments = vec!["--p".to_owned(), order.to_string(), "--box".to_owned()];
        arguments.extend(cells.map(|n| n.to_string()));
        arguments
    };
    match suite {
        Suite::Expr | Suite::Sizes => Vec::new(),
        Suite::Dg => vec![("dg".to_owned(), Vec::new())],
        Suite::DgLarge => {
            LARGE.map(|(order, cells)| ("dg-large".to_owned(), boxed(order, cells))).to_vec()
        }
        Suite::DgSweep => {
            let export = |cells: [usize; 3]| {
                let tets = 5 * cells.iter().product::<usize>();
                (format!("dg-sweep-{tets}"), boxed(3, cells))
            };
            SWEEP.map(export).to_vec()
        }
    }
}

/// Exports what a suite needs and is not there yet; its folders.
pub fn export(options: &Run, suite: Suite) -> Result<Vec<PathBuf>, Error> {
    let mut folders: Vec<PathBuf> = Vec::new();
    let exports = exports(suite);
    for (name, _) in &exports {
        let folder = options.out.join("inputs").join(name);
        if !folders.contains(&folder) {
            folders.push(folder);
        }
    }
    for folder in &folders {
        let complete = folder.join("complete");
        if complete.exists() {
            continue;
        }
        for (_, arguments) in exports.iter().filter(|(name, _)| folder.ends_with(name)) {
            println!("exporting inputs: {} {}", folder.display(), arguments.join(" "));
            let status = Command::new(&options.python)
                .arg(scripts().join("dg_ops.py"))
                .arg("export")
                .arg(folder)
                .args(arguments)
                .arg("--op")
                .args(operators(suite))
                .arg("--dtype")
                .args(if suite == Suite::DgSweep { &["f64"][..] } else { &["f64", "f32"] })
                .stdout(std::process::Stdio::null())
                .env("PYTHONDONTWRITEBYTECODE", "1")
                .status()
                .map_err(|e| format!("cannot run `{}`: {e}", options.python.display()))?;
            if !status.success() {
                return Err(format!(
                    "dg_ops.py, which makes the inputs of right-hand sides, failed: {status}\n\
                     help: it needs NumPy: `pip install numpy`, or `--suite expr`"
                )
                .into());
            }
        }
        std::fs::write(complete, "")?;
    }
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        let tets = |cells: [usize; 3]| 5 * cells.iter().product::<usize>();
        assert_eq!(LARGE.map(|(_, cells)| tets(cells)), [125_000, 50_000, 25_000, 14_000]);
        assert_eq!(tets(SWEEP[0]) * 80, 100_000);
        assert_eq!(tets(SWEEP[4]) * 80, 10_000_000);
    }
}
