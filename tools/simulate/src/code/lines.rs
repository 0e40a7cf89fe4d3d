//! How often each line of the PTX ran, and what it moved: the file that the simulator writes with
//! `-enable_ptx_file_line_stats`.

use std::collections::HashMap;

/// The counts of one line of PTX in a launch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// Executions, one for each thread.
    pub threads: u64,
    /// Bytes that the memory moved for it.
    pub memory_bytes: u64,
    /// Cycles of shared memory.
    pub wavefronts: u64,
    /// Sectors of 32 bytes of global memory that it asked for, and its executions, one for each warp.
    pub sectors: u64,
    pub warps: u64,
}

/// Counts by line, beginning with 1.
pub type Lines = HashMap<usize, Line>;

/// Reads the simulator's file. Lines that are none of counts are passed over.
pub fn read(text: &str) -> Lines {
    text.lines().filter_map(line).collect()
}

/// `FILE LINE : count latency dram_traffic smem_bk_conflicts smem_warp gmem_access_generated gmem_warp
/// exposed_latency warp_divergence`
fn line(text: &str) -> Option<(usize, Line)> {
    let (place, counts) = text.rsplit_once(" : ")?;
    let (file, number) = place.rsplit_once(' ')?;
    let counts: Vec<u64> = counts.split_whitespace().map_while(|word| word.parse().ok()).collect();
    let &[threads, _, memory_bytes, wavefronts, _, sectors, warps, ..] = &counts[..] else {
        return None;
    };
    let counts = Line { threads, memory_bytes, wavefronts, sectors, warps };
    file.ends_with(".ptx").then_some((number.parse().ok()?, counts))
}

#[cfg(test)]
mod tests {
    use super::{Line, read};

    #[test]
    fn reads_counts() {
        let lines = read(
            "kernel line : count latency dram_traffic smem_bk_conflicts smem_warp gmem_access_generated gmem_warp \
             exposed_latency warp_divergence\n\
             /a folder : b/kernel.ptx 66 : 262144 614584864 2097152 0 0 65536 8192 0 0 \n\
             /a/kernel.ptx 83 : 16384 82400 0 1024 512 0 0 0 0 \nNULL_NAME 0 : 3 0 0 0 0 0 0 0 0 \n",
        );
        let load = Line {
            threads: 262144,
            memory_bytes: 2097152,
            wavefronts: 0,
            sectors: 65536,
            warps: 8192,
        };
        let store = Line { threads: 16384, wavefronts: 1024, ..Line::default() };
        assert_eq!((lines[&66], lines[&83], lines.len()), (load, store, 2));
    }
}
