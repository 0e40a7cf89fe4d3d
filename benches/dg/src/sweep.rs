//! Sweeps: all operators on meshes of this program, for orders, sizes and precisions, fused and unfused, by every
//! executor.

use super::bandwidth;
use super::error::Error;
use super::mesh;
use super::options::{ExecutorName, Options, Target};
use super::report::{self, Lines, digits};
use super::timing;
use array_fn::Device;
use array_fn_dg::Discretisation;
use array_fn_dg_bench::cases::{Case, DType, OPERATORS, Operator, relative_error};
use serde_json::json;

/// The common part of all lines of a sweep.
struct Sweep<'a> {
    options: &'a Options,
    target: &'a Target,
    lines: Lines,
    /// The bytes per second of a copy.
    copy: f64,
}

/// Prints a table, and writes one line per case. Returns whether all ways of running agree with the fused one on the
/// CPU.
pub fn sweep(options: &Options, target: &Target) -> Result<bool, Error> {
    let copy = bandwidth::measure(target, options.copy_mib, options.seconds)?;
    let lines = Lines::new(options.json.as_deref(), false)?;
    let mut sweep = Sweep { options, target, lines, copy };
    let title = format!(
        "Right-hand sides (of navier_stokes, steps) on {}; a copy of {} MiB: {} GB/s",
        target.device,
        options.copy_mib,
        digits(copy / 1e9)
    );
    let columns = [
        "operator",
        "order",
        "tetrahedra",
        "dtype",
        "way",
        "kernels",
        "device ms (least)",
        "wall ms",
        "host us",
        "GB/s of fewest bytes",
        "of a copy",
        "difference",
    ];
    report::table(&title, &columns);
    let mut right = true;
    for operator in OPERATORS {
        for &order in &options.orders {
            for size in &options.sizes {
                let mesh = mesh::near(size.tets(order));
                let discretisation = Discretisation::new(&mesh, order)?;
                let wanted = |dtype: &&DType| operator.dtypes.contains(dtype);
                for &dtype in options.dtypes.iter().filter(wanted) {
                    let case = (operator.make)(&discretisation, dtype)?;
                    right &= sweep.case(operator, order, dtype, case)?;
                }
            }
        }
    }
    Ok(right)
}

impl Sweep<'_> {
    /// Runs one case in all ways. Returns whether they agree.
    fn case(
        &mut self,
        operator: &Operator,
        order: usize,
        dtype: DType,
        mut case: Box<dyn Case>,
    ) -> Result<bool, Error> {
        Device::cpu().run(|| case.run())?;
        let expected = case.result()?;
        let executors: Vec<Option<ExecutorName>> = match (self.target.gpu, self.options.executor) {
            (None, _) => vec![None],
            (Some(_), Some(executor)) => vec![Some(executor)],
            (Some(_), None) => ExecutorName::ALL.map(Some).to_vec(),
        };
        let mut right = true;
        for fused in [false, true] {
            if (fused && self.options.unfused) || (!fused && !operator.unfused) {
                continue;
            }
            for &executor in &executors {
                let error =
                    self.way(operator, order, dtype, &mut *case, fused, executor, &expected)?;
                if error >= dtype.tolerance() {
                    right = false;
                    let (name, dtype) = (operator.name, dtype.name());
                    eprintln!("{name} p{order} {dtype}: wrong by {error:.1e}");
                }
            }
        }
        Ok(right)
    }

    /// Measures one way, and returns how far its result is from the expected one.
    #[allow(clippy::too_many_arguments)]
    fn way(
        &mut self,
        operator: &Operator,
        order: usize,
        dtype: DType,
        case: &mut dyn Case,
        fused: bool,
        executor: Option<ExecutorName>,
        expected: &[f64],
    ) -> Result<f64, Error> {
        let device = self.target.way(!fused, executor);
        let plan = case.plan(&device)?;
        let launches = timing::launches(executor, &plan);
        let (gpu, seconds) = (self.target.gpu, self.options.seconds);
        let times = timing::measure(&device, gpu, launches, seconds, &mut || case.run())?;
        let error = relative_error(&case.result()?, expected);
        let bytes = case.fewest_bytes();
        let rate = bytes as f64 / times.device.median;
        let build = plan.build_times();
        let milliseconds = |time: std::time::Duration| 1e3 * time.as_secs_f64();
        self.lines.add(&json!({
            "op": operator.name,
            "p": order,
            "dtype": dtype.name(),
            "device": device.to_string(),
            "executor": executor.map(|executor| executor.name()),
            "fused": fused,
            "elements": case.elements(),
            "kernels": plan.kernel_count(),
            "ms": 1e3 * times.device.median,
            "min_ms": 1e3 * times.device.least,
            "wall_ms": 1e3 * times.wall.median,
            "min_wall_ms": 1e3 * times.wall.least,
            "host_us": 1e6 * times.host.median,
            "min_host_us": 1e6 * times.host.least,
            "dof_per_second": case.values() as f64 / times.device.median,
            "fewest_bytes": bytes,
            "planned_bytes": plan.bytes(),
            "planned_ops": plan.ops(),
            "gb_per_second": rate / 1e9,
            "copy_gb_per_second": self.copy / 1e9,
            "of_copy": rate / self.copy,
            "load_ms": build.map(|times| milliseconds(times.load)),
            "build_ms": build.map(|times| milliseconds(times.build)),
            "instantiate_ms": build.map(|times| milliseconds(times.instantiate)),
            "rel_error": error,
        }))?;
        let way = if fused { "fused" } else { "unfused" };
        let way = match executor {
            Some(executor) => format!("{way}, {}", executor.name()),
            None => way.to_owned(),
        };
        report::row(&[
            operator.name.to_owned(),
            order.to_string(),
            case.elements().to_string(),
            dtype.name().to_owned(),
            way,
            plan.kernel_count().to_string(),
            format!("{} ({})", digits(1e3 * times.device.median), digits(1e3 * times.device.least)),
            digits(1e3 * times.wall.median),
            digits(1e6 * times.host.median),
            digits(rate / 1e9),
            format!("{:.0} %", 100.0 * rate / self.copy),
            format!("{error:.0e}"),
        ]);
        Ok(error)
    }
}
