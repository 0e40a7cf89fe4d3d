//! What the system knows of this process.

/// The value of a line such as `VmHWM:  1234 kB` of a file of the system; 0 if there is none.
fn field(file: &str, name: &str) -> u64 {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// The most resident memory that this process had so far, in bytes. Not `ru_maxrss`, which also counts the process that
/// started this one.
pub fn peak_rss() -> u64 {
    field("/proc/self/status", "VmHWM") * 1024
}

/// Bytes that devices read for this process so far.
pub fn device_bytes() -> u64 {
    field("/proc/self/io", "read_bytes")
}
