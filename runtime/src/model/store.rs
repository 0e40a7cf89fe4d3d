//! Where the speeds of a machine are kept between programs. Nothing here fails: what cannot be kept is measured again.

use std::fs;
use std::path::PathBuf;

use super::rates::Rates;
use crate::cpu::isa::Isa;

/// What the speeds depend on.
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

/// `$XDG_CACHE_HOME/array-fn` or `~/.cache/array-fn`.
fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let cache = set("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = cache.or_else(|| Some(PathBuf::from(set("HOME")?).join(".cache")))?;
    Some(folder.join("array-fn"))
}

fn file(machine: &str) -> Option<PathBuf> {
    // FNV-1a: the same in every program.
    let hash = machine.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    Some(folder()?.join(format!("machine-{hash:016x}.txt")))
}

pub(super) fn load(machine: &str) -> Option<Rates> {
    Rates::from_text(&fs::read_to_string(file(machine)?).ok()?, machine)
}

/// Keeps the speeds, if there is a place for them.
pub(super) fn keep(rates: &Rates, machine: &str) {
    let Some(file) = file(machine) else { return };
    let Some(folder) = file.parent() else { return };
    // Under another name first: others may read it now.
    let draft = file.with_extension(format!("{}.tmp", std::process::id()));
    let kept = fs::create_dir_all(folder)
        .and_then(|()| fs::write(&draft, rates.to_text(machine)))
        .and_then(|()| fs::rename(&draft, &file));
    if let Err(error) = kept {
        let _ = fs::remove_file(&draft);
        tracing::debug!(target: "array_fn", %error, "the speeds of this machine are not kept");
    }
}
