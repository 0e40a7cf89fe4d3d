//! array-fn alone.

use crate::Error;
use crate::options::Own;
use crate::workloads::workloads;
use crate::{record, timing};
use array_fn::Device;
use std::fs::File;
use std::io::Write;
use std::path::Path;

/// Measures what is asked for and prints a line for each; whether all results were right.
pub fn own(options: &Own) -> Result<bool, Error> {
    let workloads = workloads(options)?;
    let to_stdout = options.json.as_deref() == Some(Path::new("-"));
    let mut file = match &options.json {
        Some(path) if !to_stdout => {
            let create = File::create(path);
            Some(create.map_err(|e| format!("cannot write `{}`: {e}", path.display()))?)
        }
        _ => None,
    };
    let threads = match options.threads[..] {
        [] => vec![Device::cpu().threads()],
        ref threads => threads.to_vec(),
    };
    if !to_stdout {
        println!(
            "workload         p type threads         ms        min        q1        q3     GB/s"
        );
    }
    let mut right = true;
    for workload in &workloads {
        let mut prepared = workload.prepare()?;
        for &threads in &threads {
            let device = Device::cpu_with_threads(threads);
            let times = device
                .run(|| timing::measure(options.seconds, prepared.batch, || prepared.task.run()))?;
            let line = record::own(&workload.name, workload.order, threads, &prepared, &times)?;
            if let Some(file) = &mut file {
                writeln!(file, "{line}")?;
            }
            if to_stdout {
                println!("{line}");
            } else {
                println!(
                    "{:16} {} {:4} {threads:7} {:10.5} {:10.5} {:9.5} {:9.5} {:8.2}",
                    workload.name,
                    workload.order,
                    prepared.dtype,
                    1e3 * times.median,
                    1e3 * times.least,
                    1e3 * times.quartiles[0],
                    1e3 * times.quartiles[1],
                    prepared.bytes as f64 / times.median / 1e9
                );
            }
            let error = prepared.error()?;
            if error >= prepared.tolerance() {
                eprintln!("{}: wrong by {error:.1e}", workload.name);
                right = false;
            }
        }
    }
    Ok(right)
}
