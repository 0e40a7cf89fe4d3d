//! Files in the user's cache folder, which keep between programs what was measured. Nothing here fails: what cannot be
//! kept is measured again.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// `$XDG_CACHE_HOME/array-fn` or `~/.cache/array-fn`.
pub(crate) fn folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let cache = set("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = cache.or_else(|| Some(PathBuf::from(set("HOME")?).join(".cache")))?;
    Some(folder.join("array-fn"))
}

/// FNV-1a: the same in every program.
pub(crate) fn hash(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The text of a regular file, up to `most` bytes of it. Other files, such as pipes and devices, may never end, or never
/// yield a first byte.
pub(crate) fn read(file: &Path, most: u64) -> Option<String> {
    let mut text = String::new();
    if !fs::metadata(file).ok()?.is_file() {
        return None;
    }
    fs::File::open(file).ok()?.take(most).read_to_string(&mut text).ok()?;
    Some(text)
}

/// Writes a file, if there is a place for it. Other programs find the whole text, or what was there before. `what` is
/// for the event that says why it was not written.
pub(crate) fn write(file: &Path, text: &str, what: &str) {
    let Some(folder) = file.parent() else { return };
    // Something else that somebody put there stays.
    if fs::metadata(file).is_ok_and(|found| !found.is_file()) {
        return;
    }
    // It is written under another name first, because other programs may be reading the file.
    static DRAFTS: AtomicU64 = AtomicU64::new(0);
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    let draft = file.with_extension(format!("{}.{number}.tmp", std::process::id()));
    let kept = fs::create_dir_all(folder)
        .and_then(|()| fs::File::create_new(&draft))
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .and_then(|()| fs::rename(&draft, file));
    if let Err(error) = kept {
        let _ = fs::remove_file(&draft);
        tracing::debug!(target: "array_fn", %error, what, "not kept");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    #[cfg_attr(miri, ignore = "starts a process")]
    fn what_has_no_end_is_not_read() {
        assert_eq!(read(Path::new("/dev/zero"), 1 << 16), None);
        let pipe = std::env::temp_dir().join(format!("array-fn-{}.pipe", std::process::id()));
        let status = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(status.success());
        let read = read(&pipe, 1 << 16);
        fs::remove_file(&pipe).unwrap();
        assert_eq!(read, None);
    }
}
