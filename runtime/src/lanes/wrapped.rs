//! The rows and the columns of lanes that run on over the ends of rows.

use super::{V, each};

/// The row and the column of the points from `at` on, one point per lane, in rows of `n` points.
#[cfg_attr(optimised, inline(always))]
pub fn rows_and_columns<const W: usize>(at: i64, n: i64) -> (V<i64, W>, V<i64, W>) {
    let (mut row, mut column) = (at / n, at % n);
    let (mut rows, mut columns) = ([0; W], [0; W]);
    for (of_row, of_column) in rows.iter_mut().zip(&mut columns) {
        (*of_row, *of_column) = (row, column);
        column += 1;
        if column == n {
            (row, column) = (row + 1, 0);
        }
    }
    (V(rows), V(columns))
}

/// The rows and columns of the points that follow.
#[cfg_attr(optimised, inline(always))]
pub fn next_rows_and_columns<const W: usize>(
    rows: V<i64, W>,
    columns: V<i64, W>,
    n: i64,
) -> (V<i64, W>, V<i64, W>) {
    let (by_rows, by_columns) = (W as i64 / n, W as i64 % n);
    // Columns are below `n`, so one row more suffices.
    let over: [i64; W] = each(|k| i64::from(columns.0[k] + by_columns >= n));
    let rows = each(|k| rows.0[k] + by_rows + over[k]);
    (V(rows), V(each(|k| columns.0[k] + by_columns - (-over[k] & n))))
}

/// The quotients of the rows from `row` on by a size. Rows after `last` count as `last`, and `row` is at least 0.
#[cfg_attr(optimised, inline(always))]
pub fn quotients<const W: usize>(row: i64, last: i64, by: i64) -> V<i64, W> {
    let (all, _) = divided::<W>(row, last, by);
    V(all)
}

/// The remainders of these divisions.
#[cfg_attr(optimised, inline(always))]
pub fn remainders<const W: usize>(row: i64, last: i64, by: i64) -> V<i64, W> {
    let (_, all) = divided::<W>(row, last, by);
    V(all)
}

/// Both, by one division.
#[cfg_attr(optimised, inline(always))]
fn divided<const W: usize>(row: i64, last: i64, by: i64) -> ([i64; W], [i64; W]) {
    let (by, first) = (by.max(1), row.min(last));
    let (mut quotient, mut remainder) = (first / by, first % by);
    // Mostly, they are the same, and follow each other.
    let last_lane = W as i64 - 1;
    if remainder + last_lane < by && row + last_lane <= last {
        return ([quotient; W], each(|k| remainder + k as i64));
    }
    let (mut quotients, mut remainders) = ([0; W], [0; W]);
    for k in 0..W {
        (quotients[k], remainders[k]) = (quotient, remainder);
        remainder += i64::from(row + (k as i64) < last);
        if remainder == by {
            (quotient, remainder) = (quotient + 1, 0);
        }
    }
    (quotients, remainders)
}

/// The greatest common divisor of two numbers from 1 on, the second one a power of two.
#[cfg_attr(optimised, inline(always))]
pub fn common_divisor(n: i64, lanes: i64) -> i64 {
    1 << i64::from(n.trailing_zeros()).min(i64::from(lanes.trailing_zeros()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_divided_one_after_the_other() {
        for (row, last, by) in [(0, 20, 3), (7, 20, 1), (5, 9, 4), (9, 3, 2), (0, 20, 100)] {
            let (quotients, remainders) =
                (quotients::<8>(row, last, by).0, remainders::<8>(row, last, by).0);
            for lane in 0..8 {
                let row = (row + lane as i64).min(last);
                assert_eq!((quotients[lane], remainders[lane]), (row / by, row % by), "{row}");
            }
        }
    }

    #[test]
    fn divisors_are_powers_of_two() {
        let of = |lanes| (1..=8).map(move |n| common_divisor(n, lanes)).collect::<Vec<_>>();
        assert_eq!(of(8), [1, 2, 1, 4, 1, 2, 1, 8]);
        assert_eq!(of(4), [1, 2, 1, 4, 1, 2, 1, 4]);
    }

    #[test]
    fn points_follow_each_other() {
        for n in 1..20 {
            let (mut rows, mut columns) = rows_and_columns::<8>(5, n);
            for turn in 0..30 {
                for lane in 0..8 {
                    let at = 5 + 8 * turn + lane as i64;
                    assert_eq!((rows.0[lane], columns.0[lane]), (at / n, at % n), "{at}, {n}");
                }
                (rows, columns) = next_rows_and_columns(rows, columns, n);
            }
        }
    }
}
