//! How the points of a kernel are spread over blocks of threads, how many blocks a launch has, and which rows are too
//! long for a block.
//!
//! Kernels follow the same rules, with the same constants.

use crate::{ToRust, Writer};

/// Reductions with fewer terms are left to one thread.
pub const MIN_TERMS: i64 = 16;
/// So many threads at least share the terms of a point, if any do.
pub const MIN_SHARING: u32 = 8;
/// A thread has at least about so many terms, so that there is some work between two waits for others.
pub const TERMS_PER_THREAD: i64 = 16;

/// Longer rows are cut into tiles, one for a block each, by the chain of a routine ([`types!`](crate::types)). Shorter
/// ones are left to the routine's kernel, which has one block for each row.
///
/// The length of a row decides alone, so a row has the same bits whatever the number of rows.
pub const BLOCK_ROW: i64 = 8192;

/// The number of threads that share the terms of the reductions of a point: a power of two, at most `most`, which is
/// one, too.
///
/// It depends on nothing else, so a sum has the same bits whatever the number of points.
pub const fn sharing(terms: i64, most: u32) -> u32 {
    if terms < MIN_TERMS || most < MIN_SHARING {
        return 1;
    }
    let mut sharing = MIN_SHARING;
    while sharing < most && sharing as i64 * TERMS_PER_THREAD < terms {
        sharing *= 2;
    }
    sharing
}

/// The number of blocks of a kernel that does several launches for each row ([`types!`](crate::types)), and the bytes of
/// shared memory of each that hold `kept_bytes` per term. `None` if the launches are better kernels of their own: few
/// rows would leave most of the device idle, or they would not fit.
pub fn joined_blocks(
    rows: usize,
    terms: i64,
    threads: u32,
    kept_bytes: u32,
) -> Option<(usize, u32)> {
    let sharing = sharing(terms, threads);
    let of_block = (threads / sharing).max(1);
    let blocks = rows.div_ceil(of_block as usize);
    let kept = terms.checked_mul(i64::from(of_block))?.checked_mul(i64::from(kept_bytes))?;
    let kept = u32::try_from(kept).ok().filter(|kept| *kept <= MOST_KEPT)?;
    (sharing > 1 && (terms <= BLOCK_ROW || blocks >= MANY_BLOCKS)).then_some((blocks, kept))
}

/// So many blocks keep a device busy.
const MANY_BLOCKS: usize = 256;
/// Bytes of shared memory that are kept at most, so that a multiprocessor can hold two blocks.
const MOST_KEPT: u32 = 40 << 10;

/// A tile has two to this power points.
pub const TILE: u32 = 10;
/// No side of a tile is shorter than two to this power points, even if the dimension is.
pub const SHORT_SIDE: u32 = 2;
/// Tiles are squares with this side, as a power of two, where both dimensions are long.
pub const SQUARE_SIDE: u32 = 5;
/// No side of a tile is longer.
pub const LONG_SIDE: u32 = 8;
/// A patch of a stencil is that wide, as a power of two, where both dimensions are long.
pub const PATCH_WIDTH: u32 = 5;

/// The sides of a tile of a transposition, or of a patch of a stencil: how many points it has of the dimension that is read along, of the one that
/// is written along, and of all others as one. All are powers of two, and these are the exponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tile {
    /// Along the dimension in which neighbours are read.
    pub tall: u32,
    /// Along the last dimension, in which neighbours are written.
    pub wide: u32,
    /// Along the other dimensions.
    pub deep: u32,
}

impl Tile {
    /// The tile for dimensions of `rows` and `columns` points. A side is about as long as a short dimension.
    pub const fn of(rows: i64, columns: i64) -> Tile {
        let (mut tall, mut wide) = (SHORT_SIDE, SHORT_SIDE);
        while wide < SQUARE_SIDE && (1 << wide) < columns {
            wide += 1;
        }
        while tall < TILE - wide && tall < LONG_SIDE && (1 << tall) < rows {
            tall += 1;
        }
        while wide < TILE - tall && wide < LONG_SIDE && (1 << wide) < columns {
            wide += 1;
        }
        Tile { tall, wide, deep: TILE - tall - wide }
    }

    /// The patch of points of a stencil for dimensions of `rows` and `columns` points, in a block of so many threads, a
    /// power of two. It is as wide as a warp, where the dimensions are long.
    pub const fn patch(rows: i64, columns: i64, threads: u32) -> Tile {
        let (all, mut tall, mut wide) = (threads.ilog2(), 0, 0);
        while wide < PATCH_WIDTH && wide < all && (1 << wide) < columns {
            wide += 1;
        }
        while tall < all - wide && (1 << tall) < rows {
            tall += 1;
        }
        while wide < all - tall && (1 << wide) < columns {
            wide += 1;
        }
        Tile { tall, wide, deep: all - tall - wide }
    }

    /// The number of blocks for tiles that fill dimensions of so many points.
    fn blocks(self, others: usize, rows: usize, columns: usize) -> usize {
        let sides = [(others, self.deep), (rows, self.tall), (columns, self.wide)];
        sides.into_iter().map(|(points, side)| points.div_ceil(1 << side)).product()
    }

    /// The most elements of one array of a tile in shared memory, where each column has one more element than it has
    /// points. Then neighbours of a row are in different banks.
    pub const fn elements() -> u32 {
        (1 << TILE) + (1 << LONG_SIDE)
    }
}

/// The points of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spread {
    /// So many neighbours.
    Points(u32),
    /// Neighbours. Threads share the terms of each, whose number a size parameter tells.
    Terms {
        /// The size parameter.
        size: u32,
        /// Threads of a block.
        threads: u32,
        /// The most threads that share the terms of a point.
        most: u32,
    },
    /// A [`Tile`] of this parallel dimension and of the last one.
    Tiles(u32),
    /// A [patch](Tile::patch) of the last two parallel dimensions. A block has so many threads.
    Patches(u32),
}

impl Spread {
    /// The number of blocks of a launch with these values of its size parameters and of the extents of its parallel
    /// dimensions, of which none is 0.
    pub fn blocks(self, sizes: &[i64], extents: &[i64]) -> usize {
        let points = |extents: &[i64]| extents.iter().fold(1, |n, &extent| n * extent as usize);
        match self {
            Spread::Points(count) => points(extents).div_ceil(count.max(1) as usize),
            Spread::Terms { size, threads, most } => {
                let count = threads / sharing(sizes[size as usize], most);
                points(extents).div_ceil(count.max(1) as usize)
            }
            Spread::Tiles(along) => {
                let last = extents.len() - 1;
                let (rows, columns) = (extents[along as usize], extents[last]);
                let others = points(&extents[..last]) / rows as usize;
                Tile::of(rows, columns).blocks(others, rows as usize, columns as usize)
            }
            Spread::Patches(threads) => {
                let [others @ .., rows, columns] = extents else { return 1 };
                let patch = Tile::patch(*rows, *columns, threads);
                patch.blocks(points(others), *rows as usize, *columns as usize)
            }
        }
    }
}

impl ToRust for Spread {
    fn to_rust(&self, out: &mut Writer<'_>) {
        out.path("Spread::");
        match self {
            Spread::Points(count) => out.push(&format!("Points({count})")),
            Spread::Terms { size, threads, most } => {
                let fields = format!("size: {size}, threads: {threads}, most: {most}");
                out.push(&format!("Terms {{ {fields} }}"));
            }
            Spread::Tiles(along) => out.push(&format!("Tiles({along})")),
            Spread::Patches(threads) => out.push(&format!("Patches({threads})")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Spread, Tile, sharing};

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
        assert_eq!(Spread::Points(256).blocks(&[], &[10, 100]), 4);
        assert_eq!(Spread::Points(256).blocks(&[], &[]), 1);
        let terms =
            |most, size| Spread::Terms { size: 1, threads: 256, most }.blocks(&[7, size], &[1000]);
        assert_eq!([3, 1000, 1 << 40].map(|n| terms(256, n)), [4, 250, 1000]);
        assert_eq!([3, 1000, 1 << 40].map(|n| terms(32, n)), [4, 125, 125]);
    }

    #[test]
    fn tiles_are_as_long_as_short_dimensions() {
        let of = |rows, columns| {
            let Tile { tall, wide, deep } = Tile::of(rows, columns);
            [tall, wide, deep]
        };
        assert_eq!(of(1 << 40, 1 << 40), [5, 5, 0]);
        assert_eq!(of(1000, 33), [5, 5, 0]);
        assert_eq!(of(1000, 16), [6, 4, 0]);
        assert_eq!((of(1000, 3), of(3, 1000)), ([8, 2, 0], [2, 8, 0]));
        assert_eq!((of(17, 300), of(12, 12), of(1, 1)), ([5, 5, 0], [4, 4, 2], [2, 2, 6]));
        for rows in 1..300 {
            for columns in 1..300 {
                let [tall, wide, deep] = of(rows, columns);
                let elements = (1 << deep) * (1 << wide) * ((1 << tall) + 1);
                assert_eq!(tall + wide + deep, 10);
                assert!(elements <= Tile::elements(), "{rows} {columns}");
            }
        }
    }

    #[test]
    fn tiles_cover_all_points() {
        let of = |along, extents: &[i64]| Spread::Tiles(along).blocks(&[], extents);
        assert_eq!((of(0, &[32, 32]), of(0, &[33, 32]), of(0, &[33, 65])), (1, 2, 6));
        assert_eq!((of(1, &[5, 64, 64]), of(0, &[64, 5, 64])), (20, 20));
        // 64 matrices of 3 x 4 are a tile.
        assert_eq!((of(1, &[64, 3, 4]), of(1, &[65, 3, 4])), (1, 2));
        assert_eq!(of(0, &[1 << 20, 1 << 20]), 1 << 30);
    }

    #[test]
    fn patches_cover_all_points() {
        let sides = |rows, columns| {
            let Tile { tall, wide, deep } = Tile::patch(rows, columns, 256);
            [1 << deep, 1 << tall, 1 << wide]
        };
        assert_eq!(sides(1000, 1000), [1, 8, 32]);
        assert_eq!((sides(3, 1000), sides(1, 1000)), ([1, 4, 64], [1, 1, 256]));
        assert_eq!(
            (sides(1000, 5), sides(2, 3), sides(1, 1)),
            ([1, 32, 8], [32, 2, 4], [256, 1, 1])
        );
        let of = |extents: &[i64]| Spread::Patches(256).blocks(&[], extents);
        assert_eq!((of(&[8, 32]), of(&[9, 32]), of(&[9, 33])), (1, 2, 4));
        assert_eq!((of(&[7, 8, 32]), of(&[33, 2, 3])), (7, 2));
        assert_eq!(Spread::Patches(64).blocks(&[], &[8, 32]), 4);
    }
}
