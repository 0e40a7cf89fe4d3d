//! Boxes of pixels as PNG files.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use crate::Result;

/// Writes `pixels`, in C order of shape `[rows, columns, channels]`, as a PNG file. One channel is gray, two have
/// transparency, three are red, green and blue, four are these with transparency.
///
/// # Errors
/// Another number of channels, a length that is not that of the shape, no rows or columns, and errors of the file.
pub fn write_png(
    path: impl AsRef<Path>,
    [rows, columns, channels]: [usize; 3],
    pixels: &[u8],
) -> Result<()> {
    let color = match channels {
        1 => png::ColorType::Grayscale,
        2 => png::ColorType::GrayscaleAlpha,
        3 => png::ColorType::Rgb,
        4 => png::ColorType::Rgba,
        _ => return Err(format!("a PNG file has 1 to 4 channels, not {channels}").into()),
    };
    let expected = rows.checked_mul(columns).and_then(|pixels| pixels.checked_mul(channels));
    if expected != Some(pixels.len()) {
        let bytes = pixels.len();
        return Err(format!("{rows} x {columns} x {channels} pixels have not {bytes} bytes").into());
    }
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, u32::try_from(columns)?, u32::try_from(rows)?);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(())
}
