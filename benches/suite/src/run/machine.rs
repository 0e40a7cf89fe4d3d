//! What machine it is: the processor as the system describes it, compilers, and measured ceilings.

use super::child::{self, Outcome};
use super::peer::{first_line, scripts};
use crate::Error;
use crate::options::Run;
use serde_json::{Map, Value, json};
use std::path::Path;
use std::process::Command;

/// Instruction sets that make a difference, as the kernel calls them.
const FLAGS: [&str; 5] = ["sse4_2", "avx2", "fma", "avx512f", "avx512_bf16"];

/// Everything that figures depend on, with the versions of who is measured.
pub fn describe(
    options: &Run,
    threads: &[usize],
    versions: Map<String, Value>,
) -> Result<Value, Error> {
    let mut machine = without_ceilings(versions)?;
    machine["ceilings"] = ceilings(options, threads)?.into();
    Ok(machine)
}

/// The same without measuring anything.
pub fn without_ceilings(versions: Map<String, Value>) -> Result<Value, Error> {
    let processor = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let field = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    };
    let flags = field(&processor, "flags").unwrap_or_default();
    let flags: Vec<&str> = flags.split(' ').collect();
    let memory = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let day = first_line(Path::new("date"), &["-u", "+%Y-%m-%d"]);
    Ok(json!({
        "date": day,
        "cpu": field(&processor, "model name"),
        "cpu_family": field(&processor, "cpu family"),
        "cpu_model": field(&processor, "model\t"),
        "cores": std::thread::available_parallelism()?.get(),
        "instruction_sets": FLAGS.iter().filter(|flag| flags.contains(flag)).collect::<Vec<_>>(),
        "caches": caches(),
        "memory": field(&memory, "MemTotal"),
        "rustc": first_line(Path::new("rustc"), &["--version"]),
        "versions": versions,
    }))
}

/// The description of a later run with what only the earlier one knows: peers, and ceilings with other
/// numbers of threads.
pub fn merge(earlier: Value, mut later: Value) -> Value {
    if let (Some(old), Some(new)) =
        (earlier["versions"].as_object(), later["versions"].as_object_mut())
    {
        for (name, version) in old {
            new.entry(name.clone()).or_insert_with(|| version.clone());
        }
    }
    if let (Some(old), Some(new)) =
        (earlier["ceilings"].as_array(), later["ceilings"].as_array_mut())
    {
        let known: Vec<Value> = new.iter().map(|ceiling| ceiling["threads"].clone()).collect();
        new.extend(old.iter().filter(|ceiling| !known.contains(&ceiling["threads"])).cloned());
        new.sort_by_key(|ceiling| std::cmp::Reverse(ceiling["threads"].as_u64()));
    }
    later
}

/// The caches of the first core: level, kind and size.
fn caches() -> Vec<String> {
    let folder = Path::new("/sys/devices/system/cpu/cpu0/cache");
    let read = |index: usize, file: &str| {
        let text = std::fs::read_to_string(folder.join(format!("index{index}/{file}"))).ok()?;
        Some(text.trim().to_owned())
    };
    let cache = |index| {
        let (level, kind) = (read(index, "level")?, read(index, "type")?);
        Some(format!("L{level} {kind} {}", read(index, "size")?))
    };
    (0..8).filter_map(cache).collect()
}

/// What `machine.cpp` measures, for each number of threads; nothing without a C++ compiler.
fn ceilings(options: &Run, threads: &[usize]) -> Result<Vec<Value>, Error> {
    let program = options.out.join("machine");
    let flags = ["-O3", "-march=native", "-ffast-math", "-fopenmp", "-o"];
    let compiled = Command::new("g++")
        .args(flags)
        .arg(&program)
        .arg(scripts().join("machine.cpp"))
        .status()
        .is_ok_and(|status| status.success());
    if !compiled {
        println!("the ceilings of the machine: left out, machine.cpp does not compile");
        return Ok(Vec::new());
    }
    let cores = std::thread::available_parallelism()?.get();
    let program = program.canonicalize()?;
    let mut measured = Vec::new();
    for &threads in threads {
        let command = vec![program.clone().into_os_string()];
        if let Outcome::Lines { lines, .. } = child::run(command, options, threads, cores)? {
            measured.extend(lines);
        }
    }
    Ok(measured)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_add_up() {
        let run = |peer: &str, threads: usize, rate: f64| json!({"versions": {peer: "1"}, "ceilings": [{"threads": threads, "sum_gb_s": rate}]});
        let both = merge(run("numpy", 2, 20.0), run("cpp", 1, 10.0));
        assert_eq!(both["versions"], json!({"cpp": "1", "numpy": "1"}));
        let threads: Vec<_> = [0, 1].map(|k| both["ceilings"][k]["threads"].clone()).to_vec();
        assert_eq!(threads, [json!(2), json!(1)]);
        let again = merge(both, run("cpp", 2, 30.0));
        assert_eq!(again["ceilings"].as_array().unwrap().len(), 2);
        assert_eq!(again["ceilings"][0]["sum_gb_s"], json!(30.0));
    }
}
