//! Keeps the speeds of a machine between programs, in a file. Nothing here fails: speeds that cannot be kept are
//! measured again.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use super::rates::Rates;
use crate::cpu::isa::Isa;

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
    Rates::from_text(&read(&file(machine)?)?, machine)
}

/// The text of a regular file of the size that such files have. Other files, such as pipes and devices, may never end,
/// or never yield a first byte.
fn read(file: &Path) -> Option<String> {
    const MOST: u64 = 1 << 16;
    let mut text = String::new();
    if !fs::metadata(file).ok()?.is_file() {
        return None;
    }
    fs::File::open(file).ok()?.take(MOST).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Keeps the speeds, if there is a place for them.
pub(super) fn keep(rates: &Rates, machine: &str) {
    let Some(file) = file(machine) else { return };
    let Some(folder) = file.parent() else { return };
    // Something else that somebody put there stays.
    if fs::metadata(&file).is_ok_and(|found| !found.is_file()) {
        return;
    }
    // It is written under another name first, because other programs may be reading the file.
    let draft = file.with_extension(format!("{}.tmp", std::process::id()));
    let kept = fs::create_dir_all(folder)
        .and_then(|()| fs::File::create_new(&draft))
        .and_then(|mut file| file.write_all(rates.to_text(machine).as_bytes()))
        .and_then(|()| fs::rename(&draft, &file));
    if let Err(error) = kept {
        let _ = fs::remove_file(&draft);
        tracing::debug!(target: "array_fn", %error, "the speeds of this machine are not kept");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    #[cfg_attr(miri, ignore = "starts a process")]
    fn what_has_no_end_is_not_read() {
        assert_eq!(read(Path::new("/dev/zero")), None);
        let pipe = std::env::temp_dir().join(format!("array-fn-{}.pipe", std::process::id()));
        let status = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(status.success());
        let read = read(&pipe);
        fs::remove_file(&pipe).unwrap();
        assert_eq!(read, None);
    }
}
