//! Small versions of the data, their check sums, and the hand-written programs beside plain loops.

use std::fs::File;
use std::path::{Path, PathBuf};

use array_fn_disk::data::{Matrix, Series, Slide, Storage};
use array_fn_disk::rivals::{Query, average, subsample, time_average};
use array_fn_disk::{picture, tiff};
use array_fn_store::{Codec, Stored};

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("array-fn-disk-{name}-{}", std::process::id());
        let folder = Folder(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).unwrap();
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn slide(path: &Path, codecs: &[Codec]) -> Slide {
    let slide = Slide::new(200, 150);
    slide.write(path, &Storage { chunk: [64, 64, 3], codecs, threads: 2 }).unwrap();
    slide
}

/// The published check sums of the slide that is measured, and of its query.
#[test]
fn slide_has_its_check_sums() {
    let slide = Slide::measured();
    assert_eq!([0, 1, 2].map(|c| slide.pixel(0, 0, c)), [158, 88, 46]);
    let Query { start, n, .. } = Query::MEASURED;
    let [rows, columns] = Query::MEASURED.result();
    let (mut sums, mut means) = (0, 0);
    let mut row = vec![0u32; columns * 3];
    for i in 0..rows {
        row.fill(0);
        for y in (start[0] + i * n..).take(n) {
            for (j, sums) in row.chunks_exact_mut(3).enumerate() {
                for x in (start[1] + j * n..).take(n) {
                    for (c, sum) in sums.iter_mut().enumerate() {
                        *sum += u32::from(slide.pixel(y, x, c));
                    }
                }
            }
        }
        sums += row.iter().map(|&sum| u64::from(sum)).sum::<u64>();
        means += row.iter().map(|&sum| u64::from(sum / 64)).sum::<u64>();
    }
    assert_eq!((sums, means), (38_246_002_903, 595_305_502));
}

/// The published check sum of the series that is measured.
#[test]
fn series_has_its_check_sum() {
    let series = Series::MEASURED;
    let (mut sum, mut weights) = (0.0, 0.0);
    for step in 8000..38_000 {
        sum += Series::weight(step) * f64::from(series.value(step, 0, 0));
        weights += Series::weight(step);
    }
    assert_eq!(weights, 119_997.0);
    assert!((sum / weights - 0.500_254_953_549_917_7).abs() < 1e-15, "{}", sum / weights);
}

#[test]
fn arrays_have_the_elements_of_the_formulas() {
    let folder = Folder::new("formulas");
    let slide = slide(&folder.path("slide"), &[]);
    let pixels = Stored::<u8, 3>::open(folder.path("slide")).unwrap().all().read().unwrap();
    let series = Series { steps: 30, elements: 7 };
    let storage = Storage { chunk: [8, 7, 4], codecs: &[Codec::Crc32c], threads: 3 };
    series.write(&folder.path("series"), &storage).unwrap();
    let values = Stored::<f32, 3>::open(folder.path("series")).unwrap().all().read().unwrap();
    let matrix = Matrix { size: 33 };
    let storage = Storage { chunk: [8, 33], codecs: &[Codec::Zstd(1)], threads: 1 };
    matrix.write(&folder.path("matrix"), &storage).unwrap();
    let numbers = Stored::<f64, 2>::open(folder.path("matrix")).unwrap().all().read().unwrap();
    for y in 0..200 {
        for x in 0..150 {
            for c in 0..3 {
                assert_eq!(pixels[[y, x, c]], slide.pixel(y, x, c));
            }
        }
    }
    for step in 0..30 {
        for element in 0..7 {
            for k in 0..4 {
                assert_eq!(values[[step, element, k]], series.value(step, element, k));
            }
        }
    }
    assert_eq!(numbers[[32, 31]], matrix.value(32, 31));
    assert_eq!(numbers[[0, 32]], matrix.value(0, 32));
    // What exists is not written over.
    let storage = Storage { chunk: [8, 33], codecs: &[], threads: 1 };
    let error = matrix.write(&folder.path("matrix"), &storage).unwrap_err();
    assert!(error.to_string().contains("exists"), "{error}");
}

#[test]
fn rivals_agree_with_plain_loops() {
    let folder = Folder::new("rivals");
    let plain = folder.path("plain");
    let slide = slide(&plain, &[]);
    let packed = folder.path("packed");
    self::slide(&packed, &[Codec::Zstd(3)]);
    // Boxes that begin and end within chunks; one side per way to add, and one pixel per square.
    for (start, size, n) in
        [([40, 24], [128, 120], 8), ([4, 0], [196, 148], 4), ([63, 1], [130, 140], 1)]
    {
        let query = Query { start, size, n };
        let [rows, columns] = query.result();
        let (mut means, mut every, mut sum) = (Vec::new(), Vec::new(), 0);
        for i in 0..rows {
            for j in 0..columns {
                for c in 0..3 {
                    let [y, x] = [start[0] + i * n, start[1] + j * n];
                    let of_square = (y..y + n)
                        .flat_map(|y| (x..x + n).map(move |x| (y, x)))
                        .map(|(y, x)| u64::from(slide.pixel(y, x, c)))
                        .sum::<u64>();
                    means.push((of_square / (n * n) as u64) as u8);
                    every.push(slide.pixel(y, x, c));
                    sum += of_square;
                }
            }
        }
        for array in [&plain, &packed] {
            for threads in [1, 2, 5] {
                let averaged = average(array, &query, threads).unwrap();
                assert_eq!((averaged.sum, averaged.shape), (sum, [rows, columns, 3]));
                assert!(averaged.means == means && averaged.bytes_read > 0);
                let sampled = subsample(array, &query, threads).unwrap();
                assert!(sampled.means == every);
                assert_eq!(sampled.sum, every.iter().map(|&value| u64::from(value)).sum::<u64>());
            }
        }
    }
    let query = Query { start: [4, 0], size: [64, 64], n: 8 };
    let error = average(&plain, &query, 2).err().unwrap();
    assert!(error.to_string().contains("multiples of n = 8"), "{error}");
}

#[test]
fn mean_over_time_agrees_with_a_plain_loop() {
    let folder = Folder::new("time");
    let series = Series { steps: 100, elements: 5 };
    for (name, codecs) in [("plain", &[][..]), ("packed", &[Codec::Zstd(1)])] {
        let path = folder.path(name);
        series.write(&path, &Storage { chunk: [16, 5, 4], codecs, threads: 2 }).unwrap();
        let result = time_average(&path, 9..87, 2).unwrap();
        for element in 0..5 {
            for k in 0..4 {
                let term = |step| Series::weight(step) * f64::from(series.value(step, element, k));
                let expected = (9..87).map(term).sum::<f64>() / result.weight;
                assert!((result.means[element * 4 + k] - expected).abs() < 1e-14);
            }
        }
        assert!(time_average(&path, 9..101, 2).is_err());
    }
}

/// Writes a TIFF file in tiles, which the encoder of the crate does not do by itself.
fn write_tiff(path: &Path, [rows, columns, channels]: [usize; 3], tile: usize, pixels: &[u8]) {
    use ::tiff::encoder::TiffEncoder;
    use ::tiff::tags::Tag;
    let mut encoder = TiffEncoder::new(File::create(path).unwrap()).unwrap();
    let mut directory = encoder.image_directory().unwrap();
    let (mut offsets, mut bytes) = (Vec::new(), Vec::new());
    for top in (0..rows).step_by(tile) {
        for left in (0..columns).step_by(tile) {
            // Tiles are stored whole, also at the ends.
            let mut out = vec![0u8; tile * tile * channels];
            for y in top..(top + tile).min(rows) {
                let width = tile.min(columns - left) * channels;
                let (from, to) = ((y * columns + left) * channels, (y - top) * tile * channels);
                out[to..to + width].copy_from_slice(&pixels[from..from + width]);
            }
            offsets.push(directory.write_data(&out[..]).unwrap() as u32);
            bytes.push(out.len() as u32);
        }
    }
    let eight = vec![8u16; channels];
    directory.write_tag(Tag::ImageWidth, columns as u32).unwrap();
    directory.write_tag(Tag::ImageLength, rows as u32).unwrap();
    directory.write_tag(Tag::BitsPerSample, &eight[..]).unwrap();
    directory.write_tag(Tag::Compression, 1u16).unwrap();
    let interpretation: u16 = if channels > 2 { 2 } else { 1 };
    directory.write_tag(Tag::PhotometricInterpretation, interpretation).unwrap();
    directory.write_tag(Tag::SamplesPerPixel, channels as u16).unwrap();
    if channels == 4 {
        directory.write_tag(Tag::ExtraSamples, 2u16).unwrap();
    }
    directory.write_tag(Tag::TileWidth, tile as u32).unwrap();
    directory.write_tag(Tag::TileLength, tile as u32).unwrap();
    directory.write_tag(Tag::TileOffsets, &offsets[..]).unwrap();
    directory.write_tag(Tag::TileByteCounts, &bytes[..]).unwrap();
    directory.finish().unwrap();
}

#[test]
fn tiled_tiff_files_become_arrays() {
    let folder = Folder::new("tiff");
    for (shape, tile) in
        [([1100, 90, 3], 16), ([70, 1300, 1], 48), ([65, 33, 4], 64), ([30, 40, 2], 2048)]
    {
        let [rows, columns, channels] = shape;
        let name = format!("{rows}-{channels}");
        let pixels: Vec<u8> = (0..rows * columns * channels).map(|k| (k * 7 / 3) as u8).collect();
        write_tiff(&folder.path("image.tif"), shape, tile, &pixels);
        let converted =
            tiff::convert(&folder.path("image.tif"), &folder.path(&name), &[Codec::Zstd(1)]);
        let array = converted.unwrap();
        let chunk = (tile * (1024 / tile).max(1)) as u64;
        assert_eq!(array.header().chunk, [chunk, chunk, channels as u64]);
        let read = Stored::<u8, 3>::open(folder.path(&name)).unwrap().all().read().unwrap();
        assert!(read.as_slice() == pixels, "{shape:?}");
    }
}

#[test]
fn tiff_files_in_strips_are_read_and_other_pixels_refused() {
    use ::tiff::encoder::{TiffEncoder, colortype};
    let folder = Folder::new("strips");
    let pixels: Vec<u8> = (0..50 * 40 * 3).map(|k| k as u8).collect();
    let mut encoder = TiffEncoder::new(File::create(folder.path("strips.tif")).unwrap()).unwrap();
    encoder.write_image::<colortype::RGB8>(40, 50, &pixels).unwrap();
    tiff::convert(&folder.path("strips.tif"), &folder.path("strips"), &[]).unwrap();
    let read = Stored::<u8, 3>::open(folder.path("strips")).unwrap().all().read().unwrap();
    assert!(read.as_slice() == pixels);
    let mut encoder = TiffEncoder::new(File::create(folder.path("16.tif")).unwrap()).unwrap();
    encoder.write_image::<colortype::Gray16>(4, 4, &[7; 16]).unwrap();
    let error = tiff::convert(&folder.path("16.tif"), &folder.path("16"), &[]).unwrap_err();
    assert!(error.to_string().contains("Gray(16)"), "{error}");
    // A file that is cut off leaves nothing.
    let whole = std::fs::read(folder.path("strips.tif")).unwrap();
    write_tiff(&folder.path("tiles.tif"), [50, 40, 3], 16, &pixels);
    let mut bytes = std::fs::read(folder.path("tiles.tif")).unwrap();
    let middle = bytes.len() / 2;
    // The directory is at the end, so the pixels before it are taken out.
    bytes.drain(8..middle);
    std::fs::write(folder.path("cut.tif"), &bytes).unwrap();
    assert!(tiff::convert(&folder.path("cut.tif"), &folder.path("cut"), &[]).is_err());
    assert!(!folder.path("cut").exists() && whole.len() > pixels.len());
}

#[test]
fn pictures_are_read_back() {
    let folder = Folder::new("picture");
    let pixels: Vec<u8> = (0..5 * 7 * 3).map(|k| (k * 11) as u8).collect();
    picture::write_png(folder.path("a.png"), [5, 7, 3], &pixels).unwrap();
    let file = std::io::BufReader::new(File::open(folder.path("a.png")).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut read = vec![0; pixels.len()];
    let info = reader.next_frame(&mut read).unwrap();
    assert_eq!((info.width, info.height, info.color_type), (7, 5, png::ColorType::Rgb));
    assert!(read == pixels);
    assert!(picture::write_png(folder.path("b.png"), [5, 7, 5], &pixels).is_err());
    assert!(picture::write_png(folder.path("b.png"), [5, 8, 3], &pixels).is_err());
}
