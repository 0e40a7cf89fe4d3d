//! The machine, in words.

use serde_json::Value;

/// A paragraph, and what the ceilings are.
pub fn describe(machine: &Value) -> String {
    let text = |key: &str| machine[key].as_str().unwrap_or("unknown").to_owned();
    let list = |value: &Value| -> String {
        let items = value.as_array().into_iter().flatten();
        items.filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
    };
    let versions = machine["versions"].as_object().into_iter().flatten();
    let versions: Vec<String> = versions
        .map(|(name, version)| format!("{name} {}", version.as_str().unwrap_or_default()))
        .collect();
    let mut described = format!(
        "{}; {} cores of {} (family {}, model {}; {}); {}; memory {}.\n{}; {}.\n",
        text("date"),
        machine["cores"],
        text("cpu"),
        text("cpu_family"),
        text("cpu_model"),
        list(&machine["instruction_sets"]),
        list(&machine["caches"]),
        text("memory"),
        text("rustc"),
        versions.join(", ")
    );
    let ceilings: Vec<&Value> = machine["ceilings"].as_array().into_iter().flatten().collect();
    if !ceilings.is_empty() {
        described.push_str(
            "\n| threads | triad 768 KiB | 6 MiB | 18 MiB | 768 MiB | past the caches | sum | FMA f64 | f32 |\n",
        );
        described.push_str(&format!("|{}\n", " --- |".repeat(9)));
    }
    for ceiling in ceilings {
        let keys = [
            "threads",
            "triad_768_kib_gb_s",
            "triad_6144_kib_gb_s",
            "triad_18432_kib_gb_s",
            "triad_786432_kib_gb_s",
            "triad_nt_gb_s",
            "sum_gb_s",
            "fma_f64_gf_s",
            "fma_f32_gf_s",
        ];
        let cells: Vec<String> = keys.iter().map(|key| ceiling[*key].to_string()).collect();
        described.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
    described
}

/// Gigabytes a second of a triad in main memory with so many threads, if it was measured.
pub fn triad(machine: &Value, threads: usize) -> Option<f64> {
    let mut ceilings = machine["ceilings"].as_array()?.iter();
    let ceiling = ceilings.find(|ceiling| ceiling["threads"].as_u64() == Some(threads as u64))?;
    ceiling["triad_786432_kib_gb_s"].as_f64()
}
