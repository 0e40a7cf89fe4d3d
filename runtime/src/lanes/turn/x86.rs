//! Transpositions by registers of SSE2, and by those of AVX2 past the caches.

use super::Sides;
use std::arch::x86_64::*;
use std::mem::MaybeUninit;

/// The bytes of the side of a block: a line of memory.
const LINE: usize = 64;

/// The elements of two registers, alternating: those of the first halves, and those of the second halves.
#[cfg_attr(optimised, inline(always))]
fn in_turns<const S: usize>(a: __m128i, b: __m128i) -> [__m128i; 2] {
    // SAFETY: every processor of this architecture has the instructions.
    unsafe {
        match S {
            1 => [_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)],
            2 => [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)],
            4 => [_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)],
            _ => [_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)],
        }
    }
}

/// Interleaves the elements of the first half and of the second half of `N` registers, `times` times. Each time
/// element `k` of all elements moves to `2 * k`, modulo their number less 1.
#[cfg_attr(optimised, inline(always))]
fn shuffled<const S: usize, const N: usize>(mut all: [__m128i; N], times: usize) -> [__m128i; N] {
    let mut time = 0;
    while time < times {
        let before = all;
        let mut k = 0;
        while k < N / 2 {
            [all[2 * k], all[2 * k + 1]] = in_turns::<S>(before[k], before[k + N / 2]);
            k += 1;
        }
        time += 1;
    }
    all
}

/// # Safety
/// Each address `k * row` bytes after `from` must be readable for 16 bytes.
#[cfg_attr(optimised, inline(always))]
unsafe fn load<const S: usize, const N: usize>(from: *const [u8; S], row: isize) -> [__m128i; N] {
    // SAFETY: the caller's promise; all have a value at first.
    unsafe {
        let mut all = [_mm_setzero_si128(); N];
        let mut k = 0;
        while k < N {
            all[k] = _mm_loadu_si128(from.byte_offset(k as isize * row).cast());
            k += 1;
        }
        all
    }
}

/// Stores the first registers of a tile, one for each row.
///
/// # Safety
/// For each of `rows`, `to + row * to_row` must be writable for 16 bytes.
#[inline(always)]
unsafe fn store_rows<const S: usize, const N: usize>(
    to: *mut [u8; S],
    to_row: isize,
    rows: usize,
    all: [__m128i; N],
) {
    for (k, row) in all.into_iter().enumerate().take(rows) {
        // SAFETY: the caller's promise.
        unsafe { _mm_storeu_si128(to.byte_offset(k as isize * to_row).cast(), row) };
    }
}

/// Transposes if both sides have at least as many elements as a register. It goes by blocks of lines; the last
/// blocks overlap with others.
///
/// # Safety
/// As [`super::turn`] of elements of `S` bytes.
#[inline(never)]
pub unsafe fn tiles<const S: usize, const M: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    sides: Sides,
) {
    let Sides { rows, columns, from_row, to_row } = sides;
    let times = M.ilog2() as usize;
    // Rows of blocks, not columns: processors have more loads than stores under way.
    let mut row = 0;
    while row < rows {
        let last_row = Ord::min(row + LINE / S, rows);
        let mut column = 0;
        while column < columns {
            let last_column = Ord::min(column + LINE / S, columns);
            let mut r = row;
            while r < last_row {
                let tile_row = Ord::min(r, rows - M);
                let mut c = column;
                while c < last_column {
                    let tile_column = Ord::min(c, columns - M);
                    // SAFETY: the caller's promise, of `M` rows and columns from here on.
                    unsafe {
                        let from = from.byte_offset(tile_column as isize * from_row);
                        let to = to.byte_offset(tile_row as isize * to_row);
                        let tile = load::<S, M>(from.add(tile_row), from_row);
                        let tile = shuffled::<S, M>(tile, times);
                        store_rows(to.add(tile_column), to_row, M, tile);
                    }
                    c += M;
                }
                r += M;
            }
            column = last_column;
        }
        row = last_row;
    }
}

/// Transposes three rows, two columns at a time.
///
/// # Safety
/// As [`super::turn`].
#[inline(never)]
pub unsafe fn three(from: *const f64, to: *mut f64, sides: Sides) {
    let Sides { columns, from_row, to_row, .. } = sides;
    let rows = [0, 1, 2].map(|k| to.wrapping_byte_offset(k * to_row));
    let mut column = 0;
    while column + 2 <= columns {
        // SAFETY: the caller's promise, of two columns.
        unsafe {
            let first = from.byte_offset(column as isize * from_row);
            let second = first.byte_offset(from_row);
            let (a, b) = (_mm_loadu_pd(first), _mm_loadu_pd(second));
            let last = _mm_loadh_pd(_mm_load_sd(first.add(2)), second.add(2));
            _mm_storeu_pd(rows[0].add(column), _mm_unpacklo_pd(a, b));
            _mm_storeu_pd(rows[1].add(column), _mm_unpackhi_pd(a, b));
            _mm_storeu_pd(rows[2].add(column), last);
        }
        column += 2;
    }
    if column < columns {
        // SAFETY: the caller's promise, of the last column.
        unsafe {
            let from = from.byte_offset(column as isize * from_row);
            for (k, row) in rows.into_iter().enumerate() {
                row.add(column).write(from.add(k).read());
            }
        }
    }
}

/// Writes rows that are whole lines of memory, past the caches.
///
/// # Safety
/// As [`super::turn`] of elements of 8 bytes, and there must be AVX2.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn past(from: *const f64, to: *mut f64, sides: Sides) {
    // Two lines of each row together, so that a store is not far from the one before. More columns would be more
    // rows of `from` than processors find early enough by themselves.
    const COLUMNS: usize = 16;
    const ROWS: usize = 8;
    let Sides { rows, columns, from_row, to_row } = sides;
    let (whole_rows, whole_columns) = (rows - rows % ROWS, columns - columns % COLUMNS);
    for column in (0..whole_columns).step_by(COLUMNS) {
        for row in (0..whole_rows).step_by(ROWS) {
            for half in [0, 4] {
                for eight in [0, 8] {
                    // SAFETY: the caller's promise, of so many rows and columns from here on; lines are aligned.
                    unsafe {
                        let at = |k: usize| {
                            let column = (column + eight + k) as isize;
                            _mm256_loadu_pd(from.byte_offset(column * from_row).add(row + half))
                        };
                        let first = four([at(0), at(1), at(2), at(3)]);
                        let second = four([at(4), at(5), at(6), at(7)]);
                        for k in 0..4 {
                            let row = (row + half + k) as isize;
                            let to = to.byte_offset(row * to_row).add(column + eight);
                            _mm256_stream_pd(to, first[k]);
                            _mm256_stream_pd(to.add(4), second[k]);
                        }
                    }
                }
            }
        }
    }
    // SAFETY: the caller's promise.
    unsafe {
        super::each(from, to, sides, 0..whole_rows, whole_columns..columns);
        super::each(from, to, sides, whole_rows..rows, 0..columns);
    }
}

/// The elements of a row that are collected before they are written, and room for a line more.
const COLLECTED: usize = 128;

/// Writes rows that may begin and end within lines of memory past the caches. Elements of `L` rows, as many as a
/// line has, are collected until they fill lines. `M` elements fill a register.
///
/// # Safety
/// As [`super::turn`] of elements of `S` bytes, and there must be AVX2. Rows of `to` lie at multiples of `S`.
#[cfg_attr(optimised, inline(always))]
pub unsafe fn past_broken<const S: usize, const M: usize, const L: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    sides: Sides,
) {
    /// Lines of memory.
    #[derive(Clone, Copy)]
    #[repr(align(64))]
    struct Row {
        _lines: [[u8; LINE]; COLLECTED / 8 + 1],
    }
    let Sides { rows, columns, from_row, to_row } = sides;
    let mut collected = MaybeUninit::<[Row; L]>::uninit();
    let collected: *mut Row = collected.as_mut_ptr().cast();
    let whole_rows = rows - rows % L;
    for row in (0..whole_rows).step_by(L) {
        // SAFETY: the caller's promise, of so many rows.
        let to = unsafe { to.byte_offset(row as isize * to_row) };
        // The elements of a line before the first of each row.
        let before: [usize; L] =
            std::array::from_fn(|k| to.wrapping_byte_offset(k as isize * to_row).addr() % LINE / S);
        // SAFETY: `k` is less than `L`, and `at` no more than `COLLECTED + L`.
        let place = |k: usize, at: usize| unsafe { collected.add(k).cast::<[u8; S]>().add(at) };
        let mut column = 0;
        while column < columns {
            let width = Ord::min(COLLECTED, columns - column);
            // SAFETY: the caller's promise, of `width` columns and `L` rows from here on.
            unsafe {
                let from = from.byte_offset(column as isize * from_row).add(row);
                let mut c = 0;
                while c + M <= width {
                    let from = from.byte_offset(c as isize * from_row);
                    for r in (0..L).step_by(M) {
                        let tile = load::<S, M>(from.add(r), from_row);
                        let tile = shuffled::<S, M>(tile, M.ilog2() as usize);
                        for (k, some) in tile.into_iter().enumerate() {
                            _mm_storeu_si128(place(r + k, before[r + k] + c).cast(), some);
                        }
                    }
                    c += M;
                }
                for c in c..width {
                    let from = from.byte_offset(c as isize * from_row);
                    for (k, before) in before.iter().enumerate() {
                        place(k, before + c).write(from.add(k).read());
                    }
                }
            }
            for (k, &before) in before.iter().enumerate() {
                // The place of the first collected element, which lies before the row at its beginning.
                let to = to.wrapping_byte_offset(k as isize * to_row).wrapping_add(column);
                let to = to.wrapping_sub(before);
                let (end, mut at) = (before + width, 0);
                // SAFETY: elements from `at` up to `end` are collected, and lie in the row; whole lines are aligned.
                unsafe {
                    if column == 0 && before > 0 {
                        at = Ord::min(L, end);
                        copy(place(k, before), to.wrapping_add(before), at - before);
                    }
                    while at + L <= end {
                        let [from, to] =
                            [place(k, at).cast_const(), to.wrapping_add(at).cast_const()];
                        let [first, second] =
                            [0, 32].map(|byte| _mm256_load_si256(from.byte_add(byte).cast()));
                        _mm256_stream_si256(to.cast_mut().cast(), first);
                        _mm256_stream_si256(to.cast_mut().byte_add(32).cast(), second);
                        at += L;
                    }
                    match column + width < columns {
                        // What fills no line is the beginning of the next one.
                        true => copy(place(k, at), place(k, 0), end - at),
                        false => copy(place(k, at), to.wrapping_add(at), end - at),
                    }
                }
            }
            column += width;
        }
    }
    // SAFETY: the caller's promise.
    unsafe { super::each(from, to, sides, whole_rows..rows, 0..columns) };
}

/// Copies less than a line.
///
/// # Safety
/// As [`std::ptr::copy_nonoverlapping`].
#[cfg_attr(optimised, inline(always))]
unsafe fn copy<const S: usize>(from: *const [u8; S], to: *mut [u8; S], elements: usize) {
    for k in 0..elements {
        // SAFETY: the caller's promise.
        unsafe { to.add(k).write(from.add(k).read()) };
    }
}

/// Transposes four registers of rows into four registers of columns.
///
/// # Safety
/// There must be AVX2.
#[cfg_attr(optimised, inline(always))]
unsafe fn four([a, b, c, d]: [__m256d; 4]) -> [__m256d; 4] {
    // SAFETY: the caller's promise.
    unsafe {
        let [low, high] = [_mm256_unpacklo_pd(a, b), _mm256_unpackhi_pd(a, b)];
        let [later_low, later_high] = [_mm256_unpacklo_pd(c, d), _mm256_unpackhi_pd(c, d)];
        [
            _mm256_permute2f128_pd::<0x20>(low, later_low),
            _mm256_permute2f128_pd::<0x20>(high, later_high),
            _mm256_permute2f128_pd::<0x31>(low, later_low),
            _mm256_permute2f128_pd::<0x31>(high, later_high),
        ]
    }
}

/// Transposes `N` rows, whose columns lie next to each other in memory. Returns the number of columns that were
/// done.
///
/// # Safety
/// As [`super::turn`] of elements of `S` bytes.
#[inline(never)]
pub unsafe fn apart<const S: usize, const M: usize, const N: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    sides: Sides,
) -> usize {
    let mut column = 0;
    while column + M <= sides.columns {
        // SAFETY: the caller's promise, of `M` columns: as many elements as `N` registers have.
        unsafe {
            let all = load::<S, N>(from.add(column * N), 16);
            let all = shuffled::<S, N>(all, M.ilog2() as usize);
            store_rows(to.add(column), sides.to_row, N, all);
        }
        column += M;
    }
    column
}

/// Reads `bytes` bytes, which are `HALF` (2 or 4) at least and twice as many at most. Those of the result after them
/// are 0.
///
/// # Safety
/// `from` must be readable for `bytes`.
#[cfg_attr(optimised, inline(always))]
unsafe fn bytes_of<const HALF: usize>(from: *const u8, bytes: usize) -> u64 {
    // SAFETY: the caller's promise: both halves lie within the bytes, and overlap if these are fewer.
    unsafe {
        let last = from.add(bytes - HALF);
        let [first, last] = match HALF {
            2 => [from, last].map(|at| u64::from(at.cast::<u16>().read_unaligned())),
            _ => [from, last].map(|at| u64::from(at.cast::<u32>().read_unaligned())),
        };
        first | last << (8 * (bytes - HALF))
    }
}

/// Transposes fewer rows than a register has elements, but at least half as many, by tiles of which some rows are not
/// written. Returns the number of columns that were done: all, or none.
///
/// # Safety
/// As [`super::turn`] of elements of `S` bytes.
#[inline(never)]
pub unsafe fn few<const S: usize, const M: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    sides: Sides,
) -> usize {
    let Sides { rows, columns, from_row, .. } = sides;
    if columns < M || from_row < (rows * S) as isize {
        return 0;
    }
    // SAFETY: the caller's promise.
    unsafe {
        match (M, rows) {
            (4, 3) => few_rows::<S, M, 3>(from, to, sides),
            (4, 2) => few_rows::<S, M, 2>(from, to, sides),
            _ => few_rows::<S, M, 0>(from, to, sides),
        }
    }
    columns
}

/// The tiles of [`few`]. `R` is the number of rows, or 0.
///
/// # Safety
/// As [`few`]; there are `M` columns, and rows of `from` do not overlap.
#[inline(always)]
unsafe fn few_rows<const S: usize, const M: usize, const R: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    Sides { rows, columns, from_row, to_row }: Sides,
) {
    let rows = if R > 0 { R } else { rows };
    let (bytes, times) = (rows * S, M.ilog2() as usize);
    let mut column = 0;
    // SAFETY: the caller's promise, of `M` columns and one after them, before whose end the bytes lie that are read after
    // the elements of a column: two columns fill a register at least.
    unsafe {
        while column + M < columns {
            let tile = load::<S, M>(from.byte_offset(column as isize * from_row), from_row);
            store_rows(to.add(column), to_row, rows, shuffled::<S, M>(tile, times));
            column += M;
        }
    }
    // The last tile ends with the last column, so it may begin before the end of the tile before. The last column is
    // read by itself: its first eight bytes, and those of its last eight that come after them.
    let column = columns - M;
    // SAFETY: the caller's promise, of these `M` columns; as above for all but the last.
    unsafe {
        let from = from.byte_offset(column as isize * from_row);
        let mut tile = [_mm_setzero_si128(); M];
        for (k, column) in tile[..M - 1].iter_mut().enumerate() {
            *column = _mm_loadu_si128(from.byte_offset(k as isize * from_row).cast());
        }
        let last = from.byte_offset((M - 1) as isize * from_row).cast::<u8>();
        let first_half = last.cast::<u64>().read_unaligned();
        let last_half = last.add(bytes - 8).cast::<u64>().read_unaligned();
        let after = last_half >> (8 * (15 - bytes)) >> 8;
        tile[M - 1] = _mm_set_epi64x(after as i64, first_half as i64);
        store_rows(to.add(column), to_row, rows, shuffled::<S, M>(tile, times));
    }
}

/// Transposes at most `N` rows, but at least half as many. Columns of `N` elements, of 4 or 8 bytes, are collected in `N`
/// registers of `M` elements. Returns the number of columns that were done: all, or none.
///
/// # Safety
/// As [`super::turn`] of elements of `S` bytes.
#[inline(never)]
pub unsafe fn narrow<const S: usize, const M: usize, const N: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    sides: Sides,
) -> usize {
    let Sides { rows, columns, from_row, to_row } = sides;
    let bytes = rows * S;
    if columns < M || from_row < bytes as isize || N * S > 8 {
        return 0;
    }
    // SAFETY: the caller's promise, of this column and the next one, before whose end the bytes lie that are read after
    // the elements: two columns have as many bytes at least.
    let column = |column: usize| unsafe {
        let from = from.byte_offset(column as isize * from_row);
        match N * S {
            4 => u64::from(from.cast::<u32>().read_unaligned()),
            _ => from.cast::<u64>().read_unaligned(),
        }
    };
    // SAFETY: the caller's promise, of the last column.
    let last = || unsafe {
        let from = from.byte_offset((columns - 1) as isize * from_row).cast::<u8>();
        match N * S {
            4 => bytes_of::<2>(from, bytes),
            _ => bytes_of::<4>(from, bytes),
        }
    };
    // SAFETY: the caller's promise, of `M` columns.
    let tile = |first: usize, has_last: bool| unsafe {
        let mut tile = [_mm_setzero_si128(); N];
        for (k, some) in tile.iter_mut().enumerate() {
            let (first, is_last) = (first + k * (M / N), has_last && k == N - 1);
            let [low, high] = match N * S {
                4 => {
                    let end = if is_last { last() } else { column(first + 3) };
                    [column(first) | column(first + 1) << 32, column(first + 2) | end << 32]
                }
                _ => [column(first), if is_last { last() } else { column(first + 1) }],
            };
            *some = _mm_set_epi64x(high as i64, low as i64);
        }
        store_rows(to.add(first), to_row, rows, shuffled::<S, N>(tile, M.ilog2() as usize));
    };
    let mut done = 0;
    while done + M < columns {
        tile(done, false);
        done += M;
    }
    // It ends with the last column, so it may begin before the end of the tile before.
    tile(columns - M, true);
    columns
}

/// Transposes one row, whose columns are `N` elements apart. Returns the number of columns that were done.
///
/// # Safety
/// As [`super::turn`] of elements of `S` bytes, for so many columns.
#[inline(never)]
pub unsafe fn one_apart<const S: usize, const M: usize, const N: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    columns: usize,
) -> usize {
    let mut column = 0;
    // The bytes read after the last of `M` columns lie before the next column, which is there, too.
    while column + M < columns {
        // SAFETY: the caller's promise, of `M` columns and the one after them.
        unsafe {
            let all = load::<S, N>(from.add(column * N), 16);
            let all = shuffled::<S, N>(all, M.ilog2() as usize);
            store_rows(to.add(column), 0, 1, all);
        }
        column += M;
    }
    column
}

/// Transposes `N` columns, whose rows lie next to each other in memory. Returns the number of rows that were done.
///
/// # Safety
/// As [`super::turn`] of elements of `S` bytes.
#[inline(never)]
pub unsafe fn joined<const S: usize, const M: usize, const N: usize>(
    from: *const [u8; S],
    to: *mut [u8; S],
    sides: Sides,
) -> usize {
    let mut row = 0;
    while row + M <= sides.rows {
        // SAFETY: the caller's promise, of `M` rows: as many elements as `N` registers have.
        unsafe {
            let all = load::<S, N>(from.add(row), sides.from_row);
            let all = shuffled::<S, N>(all, N.ilog2() as usize);
            store_rows(to.add(row * N), 16, N, all);
        }
        row += M;
    }
    row
}
