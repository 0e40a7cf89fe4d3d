//! Drawings: the field as an image, with axes and a scale of colours.

use super::scale::Scale;
use super::{AXES, DrawError};
use crate::number::{axis, number};
use array_fn_dg::output::Section;
use base64::Engine;
use ndarray::Array2;
use plotters::prelude::*;

/// The number of shades.
const SHADES: u8 = 255;

/// An image element with the colours of the values, over a rectangle of the drawing.
fn image(values: &Array2<f64>, scale: &Scale, place: [u32; 4]) -> Result<String, DrawError> {
    let (rows, columns) = values.dim();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, columns.try_into()?, rows.try_into()?);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_palette(scale.palette());
    encoder.set_compression(png::Compression::High);
    // Shades are indices of colours, so differences of neighbours are no smaller than the shades.
    encoder.set_filter(png::Filter::NoFilter);
    let pixels: Vec<u8> = values.iter().map(|&value| scale.shade(value)).collect();
    encoder.write_header()?.write_image_data(&pixels)?;
    let data = base64::engine::general_purpose::STANDARD.encode(&bytes);
    let [x, y, width, height] = place;
    Ok(format!(
        "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
         href=\"data:image/png;base64,{data}\"/>\n"
    ))
}

/// An SVG file of the values at the pixels of a section. `name` is that of the field.
pub fn draw(
    section: &Section,
    values: &Array2<f64>,
    range: Option<[f64; 2]>,
    title: &str,
    name: &str,
) -> Result<Vec<u8>, DrawError> {
    // Margins around the picture. To the right of it is the scale of colours, with its numbers.
    const LEFT: u32 = 62;
    const TOP: u32 = 40;
    const BOTTOM: u32 = 46;
    const GAP: u32 = 16;
    const BAR: u32 = 16;
    const NUMBERS: u32 = 76;
    const LABEL: (&str, u32) = ("sans-serif", 15);
    let scale = Scale::new(values.iter().copied(), range, SHADES);
    let [width, height] = section.pixels.map(|pixels| pixels as u32);
    let bar = LEFT + width + GAP;
    let mut svg = String::new();
    {
        let size = (bar + BAR + NUMBERS, TOP + height + BOTTOM);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        area.titled(title, ("sans-serif", 17))?;
        let sides = section.axes().map(|axis| AXES[axis]);
        let [x, y] = [0, 1].map(|side| {
            let [low, high] = axis([section.lower[side], section.upper[side]]);
            low..high
        });
        ChartBuilder::on(&area.clone().shrink((0, TOP), (LEFT + width, height + BOTTOM)))
            .x_label_area_size(BOTTOM)
            .y_label_area_size(LEFT)
            .build_cartesian_2d(x, y)?
            .configure_mesh()
            .disable_mesh()
            .x_labels((width / 90).max(2) as usize)
            .y_labels((height / 60).max(2) as usize)
            .x_desc(sides[0])
            .y_desc(sides[1])
            .label_style(LABEL)
            .axis_desc_style(LABEL)
            .draw()?;
        ChartBuilder::on(&area.shrink((bar, TOP), (BAR + NUMBERS, height)))
            .right_y_label_area_size(NUMBERS)
            .build_cartesian_2d(0.0..1.0, 0.0..1.0)?
            .set_secondary_coord(0.0..1.0, scale.range[0]..scale.range[1])
            .configure_secondary_axes()
            .y_desc(name)
            .label_style(LABEL)
            .axis_desc_style(LABEL)
            .set_all_tick_mark_size(5)
            .y_labels((height / 60).max(2) as usize)
            .y_label_formatter(&|value| number(*value))
            .draw()?;
    }
    let shades = Array2::from_shape_fn((usize::from(SHADES), 1), |(row, _)| {
        let share = 1.0 - (row as f64 + 0.5) / f64::from(SHADES);
        scale.range[0] + share * (scale.range[1] - scale.range[0])
    });
    let images = image(values, &scale, [LEFT, TOP, width, height])?
        + &image(&shades, &scale, [bar, TOP, BAR, height])?;
    let end = svg.rfind("</svg>").ok_or("no end of the drawing")?;
    svg.insert_str(end, &images);
    Ok(svg.into_bytes())
}

#[cfg(test)]
#[path = "tests/svg.rs"]
mod tests;
