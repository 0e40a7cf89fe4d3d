use super::*;

fn agrees<T: Copy + Default + PartialEq + std::fmt::Debug>(element: impl Fn(usize) -> T) {
    for rows in (0..21).chain([63, 64, 65, 70]) {
        for columns in (0..21).chain([31, 64, 67]) {
            // One row whose columns are near each other is a separate case.
            for (from_gap, to_gap) in [(0, 0), (3, 0), (0, 2), (1, 5), (7, 0)] {
                let (from_row, to_row) = (rows + from_gap, columns + to_gap);
                // Nothing after the last element is read or written.
                let size = |row: usize, rows: usize, columns: usize| match rows * columns {
                    0 => 0,
                    _ => (rows - 1) * row + columns,
                };
                let from: Vec<T> = (0..size(from_row, columns, rows)).map(&element).collect();
                let mut to = vec![T::default(); size(to_row, rows, columns)];
                let mut expected = to.clone();
                for row in 0..rows {
                    for column in 0..columns {
                        expected[row * to_row + column] = from[column * from_row + row];
                    }
                }
                let [r, c, f, t] = [rows, columns, from_row, to_row].map(|n| n as i64);
                // SAFETY: the arrays have all rows and columns.
                unsafe { turn::<T, 1>(from.as_ptr(), f, to.as_mut_ptr(), t, r, c) };
                assert_eq!(to, expected, "{rows} {columns} {from_row} {to_row}");
            }
        }
    }
}

#[test]
fn rows_become_columns_of_any_shape_and_size() {
    agrees::<u8>(|k| (k % 251) as u8 + 1);
    agrees::<u16>(|k| k as u16 + 1);
    agrees::<u32>(|k| k as u32 + 1);
    agrees::<f64>(|k| k as f64 + 1.0);
    agrees::<[f64; 2]>(|k| [k as f64, 1.0]);
    agrees::<[f32; 2]>(|k| [k as f32, 1.0]);
}

#[cfg(target_arch = "x86_64")]
fn agrees_past<T: Copy + PartialEq + std::fmt::Debug>(element: fn(usize) -> T) {
    for (rows, columns) in
        [(8usize, 16usize), (9, 24), (16, 16), (31, 47), (40, 300), (33, 129), (7, 64), (64, 15)]
    {
        for (gap, start) in [(0, 0), (8, 0), (1, 0), (3, 5), (0, 1)] {
            let (from_row, to_row) = (rows + 3, columns.next_multiple_of(8) + gap);
            let from: Vec<T> = (0..columns * from_row).map(element).collect();
            let nothing = element(usize::MAX);
            let mut to = vec![nothing; rows * to_row + 32];
            let first = to.as_ptr().align_offset(64) + start;
            let [r, c, f, t] = [rows, columns, from_row, to_row].map(|n| n as i64);
            // SAFETY: the arrays have all rows and columns, and there is AVX2.
            let done = unsafe { turn_past(from.as_ptr(), f, to[first..].as_mut_ptr(), t, r, c) };
            crate::lanes::finish_streams();
            assert_eq!(done, rows >= 8 && columns >= 16, "{rows} {columns}");
            for (k, value) in to.iter().enumerate() {
                let at = k.wrapping_sub(first);
                let (row, column) = (at / to_row, at % to_row);
                let expected = match done && k >= first && row < rows && column < columns {
                    true => from[column * from_row + row],
                    false => nothing,
                };
                assert_eq!(*value, expected, "{row} {column} of {rows} {columns}, {gap} {start}");
            }
        }
    }
}

#[test]
#[cfg(target_arch = "x86_64")]
fn rows_pass_the_caches() {
    if !is_x86_feature_detected!("avx2") || cfg!(miri) {
        return;
    }
    agrees_past(|k| k as u64);
    agrees_past(|k| k as u32);
}

#[test]
fn parts_stay_together_in_rows_of_odd_lengths() {
    let from: Vec<u16> = (0..65).collect();
    let mut to = [0; 29];
    // SAFETY: two rows of four elements lie in `to`, and the four columns in `from`.
    unsafe { turn::<u16, 2>(from.as_ptr(), 13, to.as_mut_ptr(), 9, 2, 4) };
    for row in 0..2 {
        for column in 0..4 {
            for k in 0..2 {
                assert_eq!(to[row * 9 + 2 * column + k], from[column * 13 + 2 * row + k]);
            }
        }
    }
}
