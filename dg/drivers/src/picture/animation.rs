//! Animations: GIF files whose frames are the instants of a run.

use super::scale::Scale;
use super::{AXES, DrawError};
use crate::number::{axis, number};
use array_fn_dg::output::Section;
use gif::{Encoder, Frame, Repeat};
use ndarray::Array2;
use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use std::io::Cursor;

/// The number of shades. With grey, white and black there are as many colours as 7 bits can number.
const SHADES: u8 = 125;
const WHITE: u8 = SHADES + 1;
const BLACK: u8 = SHADES + 2;

/// Margins around the field. To the right of it is the scale of colours, with its numbers.
const LEFT: usize = 60;
const TOP: usize = 24;
const BOTTOM: usize = 40;
const GAP: usize = 14;
const BAR: usize = 14;
const NUMBERS: usize = 76;

/// How long a frame is shown, in hundredths of a second.
const DELAY: u16 = 8;

/// A GIF file of the values at the pixels of a section, each with a title. All frames have the same scale of colours.
/// `name` is that of the field.
pub fn encode(
    section: &Section,
    frames: &[(String, Array2<f32>)],
    range: Option<[f64; 2]>,
    name: &str,
) -> Result<Vec<u8>, DrawError> {
    let values = frames.iter().flat_map(|(_, values)| values);
    let scale = Scale::new(values.map(|&value| value.into()), range, SHADES);
    let [columns, rows] = section.pixels;
    let mut blank = Canvas::new(LEFT + columns + GAP + BAR + NUMBERS, TOP + rows + BOTTOM)?;
    blank.axes(section);
    blank.bar(&scale, LEFT + columns + GAP, rows, name);

    let mut palette = scale.palette();
    palette.extend([[255; 3], [0; 3]].as_flattened());
    let [width, height]: [u16; 2] = [blank.width.try_into()?, blank.height.try_into()?];
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height, &palette)?;
    encoder.set_repeat(Repeat::Infinite)?;
    for (title, values) in frames {
        let mut canvas = blank.clone();
        canvas.text(LEFT, 5, title);
        for ((row, column), &value) in values.indexed_iter() {
            canvas.set(LEFT + column, TOP + row, scale.shade(value.into()));
        }
        let buffer = canvas.pixels.into();
        encoder.write_frame(&Frame { delay: DELAY, width, height, buffer, ..Frame::default() })?;
    }
    drop(encoder);
    Ok(bytes)
}

/// The font "8x13" of the X Window System, which is in the public domain: the characters from the space to `~`, side by
/// side.
const FONT: &[u8] = include_bytes!("font.png");
const GLYPH: [usize; 2] = [8, 13];

/// Numbers of colours, row by row.
#[derive(Clone)]
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
    /// The pixels of the font, row by row: 0 where there is no ink.
    font: Vec<u8>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Result<Self, DrawError> {
        let mut decoder = png::Decoder::new(Cursor::new(FONT));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info()?;
        let mut font = vec![0; reader.output_buffer_size().ok_or("the font is too large")?];
        reader.next_frame(&mut font)?;
        Ok(Canvas { width, height, pixels: vec![WHITE; width * height], font })
    }

    /// Sets a pixel, if there is one.
    fn set(&mut self, x: usize, y: usize, colour: u8) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = colour;
        }
    }

    /// Writes to the right of `x` and below `y`.
    fn text(&mut self, x: usize, y: usize, text: &str) {
        let [width, height] = GLYPH;
        let all = self.font.len() / height;
        for (i, c) in text.bytes().enumerate() {
            let glyph = usize::from(c.clamp(b' ', b'~') - b' ');
            for (row, column) in (0..height * width).map(|k| (k / width, k % width)) {
                if self.font[row * all + glyph * width + column] != 0 {
                    self.set(x + i * width + column, y + row, BLACK);
                }
            }
        }
    }

    /// The numbers and names of both axes, to the left of the field and below it.
    fn axes(&mut self, section: &Section) {
        let [columns, rows] = section.pixels;
        let [x, y] = section.axes().map(|axis| AXES[axis]);
        let [width, height] = GLYPH;
        for (share, text) in marks([section.lower[0], section.upper[0]], columns / 90) {
            let at = LEFT + (share * (columns - 1) as f64) as usize;
            (0..5).for_each(|i| self.set(at, TOP + rows + i, BLACK));
            self.text(at - (text.len() * width / 2).min(at), TOP + rows + 7, &text);
        }
        for (share, text) in marks([section.lower[1], section.upper[1]], rows / 60) {
            let at = TOP + ((1.0 - share) * (rows - 1) as f64) as usize;
            (1..6).for_each(|i| self.set(LEFT - i, at, BLACK));
            self.text((LEFT - 8).saturating_sub(text.len() * width), at - height / 2, &text);
        }
        self.text(LEFT + columns / 2, TOP + rows + 23, x);
        self.text(2, TOP + rows / 2 + 12, y);
    }

    /// The scale of colours, with its numbers to the right and the field's name below.
    fn bar(&mut self, scale: &Scale, left: usize, rows: usize, name: &str) {
        let [low, high] = scale.range;
        for row in 0..rows {
            let share = 1.0 - (row as f64 + 0.5) / rows as f64;
            let shade = scale.shade(low + share * (high - low));
            (0..BAR).for_each(|i| self.set(left + i, TOP + row, shade));
        }
        for (share, text) in marks(scale.range, rows / 60) {
            let at = TOP + ((1.0 - share) * (rows - 1) as f64) as usize;
            (0..4).for_each(|i| self.set(left + BAR + i, at, BLACK));
            self.text(left + BAR + 6, at - GLYPH[1] / 2, &text);
        }
        self.text(left, TOP + rows + 7, name);
    }
}

/// Round numbers on an axis between `ends`: where they are, from 0 to 1, and as text.
fn marks(ends: [f64; 2], most: usize) -> Vec<(f64, String)> {
    let [low, high] = axis(ends);
    let points = RangedCoordf64::from(low..high).key_points(most.max(2));
    points.into_iter().map(|x| ((x - low) / (high - low), number(x))).collect()
}

#[cfg(test)]
mod tests {
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
}
