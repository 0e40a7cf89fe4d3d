//! Keeps the speeds of a machine between programs, in a file. Nothing here fails: speeds that cannot be kept are
//! measured again.

use std::fs;
use std::path::PathBuf;

use super::rates::Rates;
use crate::cpu::isa::Isa;
use crate::user_cache;

/// A text of everything that the speeds depend on.
pub(super) fn machine(threads: usize) -> String {
    let version = env!("CARGO_PKG_VERSION");
    // Kernels of a debug build take many times as long, and so do the loops that measure them.
    let build = if cfg!(debug_assertions) { "debug" } else { "optimised" };
    format!(
        "array-fn {version}, format 6, {build}, {}, {:?}, {threads} threads",
        cpu_model(),
        Isa::selected()
    )
}

fn cpu_model() -> String {
    let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let models = info.lines().filter(|line| line.starts_with("model name"));
    let model = models.filter_map(|line| line.split(':').nth(1)).map(str::trim).next();
    model.unwrap_or(std::env::consts::ARCH).to_string()
}

fn file(machine: &str) -> Option<PathBuf> {
    let hash = user_cache::hash(machine.bytes());
    Some(user_cache::folder()?.join(format!("machine-{hash:016x}.txt")))
}

pub(super) fn load(machine: &str) -> Option<Rates> {
    /// More than such files have.
    const MOST: u64 = 1 << 16;
    Rates::from_text(&user_cache::read(&file(machine)?, MOST)?, machine)
}

/// Keeps the speeds, if there is a place for them.
pub(super) fn keep(rates: &Rates, machine: &str) {
    let Some(file) = file(machine) else { return };
    user_cache::write(&file, &rates.to_text(machine), "the speeds of this machine");
}
