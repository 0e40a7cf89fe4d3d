//! Unit tests of the module `svg`.

use super::*;

/// Windows and scales of colours that are as large, as small and as thin as possible.
#[test]
fn extreme_windows_and_ranges() {
    let windows = [
        ([0.0, 0.0], [1.0, 1.0]),
        ([0.0, 0.0], [1e-300, 1e-300]),
        ([-1e300, -1e300], [1e300, 1e300]),
        ([1.0, 1.0], [1.0 + 1e-8, 1.0 + 1e-8]),
        ([0.0, 0.0], [1e9, 1.0]),
        ([0.0, 0.0], [1.0, 1e9]),
    ];
    let ranges = [
        None,
        Some([0.0, 1e-320]),
        Some([1.0, 1.0f64.next_up()]),
        Some([-1e308, 1e308]),
        Some([-f64::MAX, f64::MAX]),
        Some([0.0, f64::MAX]),
    ];
    for (lower, upper) in windows {
        let section = Section::new(2, 0.5, lower, upper, 72).unwrap();
        let [columns, rows] = section.pixels;
        for value in [0.0, 1.0, f64::NAN, 1e308, 5e-324] {
            for range in ranges {
                let values = Array2::from_elem((rows, columns), value);
                let svg = draw(&section, &values, range, "title", "name").unwrap();
                assert!(svg.trim_ascii_end().ends_with(b"</svg>"), "{lower:?} {upper:?} {range:?}");
            }
        }
    }
}
