//! Unit tests of the module `animation`.

use super::*;

/// The colours of all pixels of all frames, as `[row][column]` of red, green and blue.
fn decoded(bytes: &[u8]) -> Vec<Vec<Vec<[u8; 3]>>> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let width = usize::from(decoder.width());
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!((frame.delay, usize::from(frame.width)), (DELAY, width));
        let pixels: Vec<[u8; 3]> =
            frame.buffer.chunks(4).map(|rgba| [rgba[0], rgba[1], rgba[2]]).collect();
        frames.push(pixels.chunks(width).map(<[_]>::to_vec).collect());
    }
    frames
}

/// Frames share their colours, which stand for the values; the title is the only text that changes.
#[test]
fn frames_have_the_colours_of_one_scale() {
    let section = Section::new(2, 0.5, [0.0, 0.0], [2.0, 1.0], 200).unwrap();
    let [columns, rows] = section.pixels;
    let rising = Array2::from_shape_fn((rows, columns), |(_, x)| x as f32);
    let mut constant = Array2::from_elem((rows, columns), 199.0);
    constant[[7, 3]] = f32::NAN;
    let frames = [("t = 0".to_string(), rising), ("t = 1".to_string(), constant)];
    let frames = decoded(&encode(&section, &frames, None, "u").unwrap());
    let [first, second] = &frames[..] else { panic!("{} frames", frames.len()) };
    let field = |frame: &Vec<Vec<[u8; 3]>>, x: usize, y: usize| frame[TOP + y][LEFT + x];
    let gradient = colorous::VIRIDIS;
    let shades: Vec<[u8; 3]> = (0..SHADES)
        .map(|i| gradient.eval_continuous(f64::from(i) / f64::from(SHADES - 1)).as_array())
        .collect();
    for x in 0..columns {
        let shade = (x as f64 / 199.0 * f64::from(SHADES - 1)).round() as usize;
        assert_eq!(field(first, x, rows / 2), shades[shade], "{x}");
    }
    assert_eq!([field(first, 0, 0), field(second, 0, 0)], [shades[0], shades[124]]);
    assert_eq!(field(second, 3, 7), [225; 3]);
    // The bar rises from the least value to the greatest.
    let bar = LEFT + columns + GAP;
    let bar = [first[TOP][bar], first[TOP + rows - 1][bar]];
    // The middles of its first and last pixel are half a pixel of 100 from the ends: 0.6 shades.
    assert_eq!(bar, [shades[123], shades[1]]);
    let ink = |frame: &Vec<Vec<[u8; 3]>>, rows: std::ops::Range<usize>| {
        let row = |row: &Vec<[u8; 3]>| row.iter().filter(|c| **c == [0; 3]).count();
        frame[rows].iter().map(row).sum::<usize>()
    };
    let [all, title] = [TOP..first.len(), 0..TOP];
    assert_eq!(ink(first, all.clone()), ink(second, all));
    assert!(ink(first, title.clone()) > 20 && ink(first, title.clone()) != ink(second, title));
}

/// Windows and scales that are as large, as small and as thin as possible.
#[test]
fn extreme_windows_and_ranges() {
    let windows = [
        ([0.0, 0.0], [1e-300, 1e-300]),
        ([-1e300, -1e300], [1e300, 1e300]),
        ([0.0, 0.0], [1e9, 1.0]),
        ([0.0, 0.0], [1.0, 1e9]),
    ];
    for (lower, upper) in windows {
        let section = Section::new(2, 0.5, lower, upper, 72).unwrap();
        let [columns, rows] = section.pixels;
        for value in [0.0, f32::NAN, 1e38, 1e-45] {
            for range in [None, Some([0.0, 1e-320]), Some([-f64::MAX, f64::MAX])] {
                let frames = [("t".repeat(500), Array2::from_elem((rows, columns), value))];
                let bytes = encode(&section, &frames, range, "name").unwrap();
                assert_eq!(decoded(&bytes).len(), 1, "{lower:?} {upper:?} {range:?}");
            }
        }
    }
}
