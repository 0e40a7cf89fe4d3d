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
#[path = "tests/animation.rs"]
mod tests;
