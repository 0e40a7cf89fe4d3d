//! What the system knows of this process.

/// The most resident memory that this process had so far, in bytes; 0 if the system does not tell.
pub fn peak_rss() -> u64 {
    array_fn_store::peak_resident_bytes().unwrap_or(0)
}

/// Bytes that devices read for this process so far.
pub fn device_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/io").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("read_bytes:"));
    line.and_then(|line| line.trim().parse().ok()).unwrap_or(0)
}
