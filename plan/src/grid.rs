//! How many threads of a GPU share a point of a kernel, how many blocks a launch has, and which rows are too long for a
//! block.

/// Reductions with fewer terms are left to one thread.
pub const MIN_TERMS: i64 = 16;
/// So many neighbours in memory are read by neighbouring threads at least.
pub const MIN_SHARING: u32 = 8;
/// A thread has at least about so many terms, so that there is some work between two waits for others.
pub const TERMS_PER_THREAD: i64 = 16;

/// Longer rows are cut into tiles, one for a block each, by the chain of a routine ([`types!`](crate::types)). Shorter
/// ones are left to the routine's kernel, which has one block for each row.
///
/// The length of a row decides alone, so a row has the same bits whatever the number of rows.
pub const BLOCK_ROW: i64 = 8192;

/// The number of threads that share the terms of the reductions of a point: a power of two, at most the number of
/// threads of a block, which is one, too.
///
/// It depends on nothing else, so a sum has the same bits whatever the number of points. Kernels that learn the number
/// of terms at the call follow the same rule, with the same constants.
pub const fn sharing(terms: i64, threads: u32) -> u32 {
    if terms < MIN_TERMS || threads < MIN_SHARING {
        return 1;
    }
    let mut sharing = MIN_SHARING;
    while sharing < threads && sharing as i64 * TERMS_PER_THREAD < terms {
        sharing *= 2;
    }
    sharing
}

/// The number of blocks of a launch with so many points. `terms` is the value of the size parameter that the kernel
/// names, if it names one.
pub fn blocks(points: usize, threads: u32, points_per_block: u32, terms: Option<i64>) -> usize {
    let points_per_block = match terms {
        Some(terms) => threads / sharing(terms, threads),
        None => points_per_block,
    };
    points.div_ceil(points_per_block.max(1) as usize)
}

#[cfg(test)]
mod tests {
    use super::{blocks, sharing};

    #[test]
    fn threads_share_long_reductions() {
        let of = |terms| sharing(terms, 256);
        assert_eq!([0, 1, 15].map(of), [1; 3]);
        assert_eq!(
            [16, 128, 129, 1000, 2049, 4096, i64::MAX].map(of),
            [8, 8, 16, 64, 256, 256, 256]
        );
        assert_eq!((sharing(4096, 32), sharing(4096, 1)), (32, 1));
    }

    #[test]
    fn all_points_have_a_block() {
        assert_eq!(blocks(1000, 256, 256, None), 4);
        assert_eq!(blocks(1000, 256, 256, Some(3)), 4);
        assert_eq!(blocks(1000, 256, 256, Some(1000)), 250);
        assert_eq!(blocks(1, 256, 256, Some(1 << 40)), 1);
    }
}
