//! TIFF files become Zarr arrays.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use array_fn_store::{Block, Codec, ElementType, Grid, Spec, StoredArray, positions};
use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult, Limits};

use crate::Result;

/// Rows and columns of a chunk, about.
const CHUNK: u64 = 1024;

/// Makes a Zarr array of shape `[rows, columns, channels]` with elements `u8` from the first image of a TIFF file, which
/// has 8 bits per channel: gray, RGB, RGBA, or any number of bands. Tiles and strips are decoded one by one. Chunks
/// are the most whole tiles that have up to 1024 rows and columns, so each tile is decoded once, and memory holds one
/// chunk and one tile.
///
/// # Errors
/// Another kind of image, with the kind; errors of the file and of the store. An array that was begun is removed.
pub fn convert(file: &Path, target: &Path, codecs: &[Codec]) -> Result<StoredArray> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let reader = BufReader::new(File::open(file).map_err(|error| named(&error))?);
    let decoder = Decoder::new(reader).map_err(|error| named(&error))?;
    // A slide is larger than the limits; the memory of a tile is bounded below.
    let mut decoder = decoder.with_limits(Limits::unlimited());
    let (columns, rows) = decoder.dimensions().map_err(|error| named(&error))?;
    let channels = match decoder.colortype().map_err(|error| named(&error))? {
        ColorType::Gray(8) => 1,
        ColorType::GrayA(8) => 2,
        ColorType::Multiband { bit_depth: 8, num_samples } => u64::from(num_samples),
        ColorType::RGB(8) => 3,
        ColorType::RGBA(8) => 4,
        other => {
            let message =
                format!("pixels are {other:?}; 8 bits of gray, RGB, RGBA or bands are read");
            return Err(named(&message).into());
        }
    };
    let (width, height) = decoder.chunk_dimensions();
    if u64::from(width) * u64::from(height) * channels > 1 << 30 {
        return Err(named(&format!("a tile of {width} x {height} pixels is above 1 GiB")).into());
    }
    let tile = [u64::from(height), u64::from(width), channels];
    let shape = [u64::from(rows), u64::from(columns), channels];
    let whole = |axis: usize| tile[axis] * (CHUNK / tile[axis]).max(1);
    let chunk = [whole(0), whole(1), channels];
    let spec = Spec::new(ElementType::of::<u8>(), &shape, &chunk).codecs(codecs.iter().cloned());
    let array = StoredArray::create(target, &spec)?;
    let written = write(&mut decoder, &array, &Grid { shape: shape.into(), chunk: tile.into() });
    if let Err(error) = written {
        // Part of an image must not pass for all of it. The error to report is the first one.
        let _ = std::fs::remove_dir_all(target);
        return Err(named(&error).into());
    }
    Ok(array)
}

fn write(decoder: &mut Decoder<BufReader<File>>, array: &StoredArray, tiles: &Grid) -> Result<()> {
    let grid = array.header().write_grid();
    let (across, channels) = (tiles.counts()[1], tiles.shape[2]);
    let mut pixels = Vec::new();
    for chunk in positions(&Block::all(&grid.counts())) {
        let block = grid.block(&chunk);
        pixels.resize(block.elements() as usize, 0);
        for tile in positions(&tiles.touched(&block)) {
            let inside = tiles.block(&tile);
            let number = u32::try_from(tile[0] * across + tile[1])?;
            let decoded = match decoder.read_chunk(number)? {
                DecodingResult::U8(decoded) => decoded,
                _ => return Err(format!("tile {number} has no 8-bit pixels").into()),
            };
            if decoded.len() as u64 != inside.elements() {
                let (bytes, expected) = (decoded.len(), inside.elements());
                return Err(format!("tile {number} has {bytes} bytes, not {expected}").into());
            }
            let row_bytes = (inside.shape[1] * channels) as usize;
            let (first, left) =
                (inside.start[0] - block.start[0], inside.start[1] - block.start[1]);
            for (row, source) in (first..).zip(decoded.chunks_exact(row_bytes)) {
                let at = ((row * block.shape[1] + left) * channels) as usize;
                pixels[at..at + row_bytes].copy_from_slice(source);
            }
        }
        array.write_block(&block, &pixels)?;
    }
    Ok(())
}
