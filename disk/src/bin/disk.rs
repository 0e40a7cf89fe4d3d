//! Makes the data of measurements, converts TIFF files, and runs the programs that array functions are measured against.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use array_fn_disk::data::{Matrix, Series, Slide, Storage};
use array_fn_disk::rivals::{Average, Query, average, subsample, time_average};
use array_fn_disk::{Result, picture, process, tiff};
use array_fn_store::Codec;
use clap::{Args, Parser, Subcommand};
use serde_json::{Value, json};

/// Data on disk, and hand-written programs over it.
#[derive(Parser)]
#[command(name = "disk")]
struct Program {
    #[command(subcommand)]
    command: Command,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
    /// Threads that compute and wait for the disk.
    #[arg(long, global = true, default_value_t = 2)]
    threads: usize,
}

#[derive(Subcommand)]
enum Command {
    /// Make the slide, [19760, 15360, 3] u8: 910 MB.
    Slide(Target),
    /// Make the time series, [46080, 2113, 4] f32: 1.56 GB.
    Series(Target),
    /// Make the matrix, [16384, 16384] f64 in rows: 2.15 GB.
    Matrix(Target),
    /// Convert a TIFF image.
    Tiff {
        /// The image.
        image: PathBuf,
        #[command(flatten)]
        target: Target,
    },
    /// Means of squares of pixels of a box of a slide.
    Average(Look),
    /// Every nth pixel of a box of a slide.
    Subsample(Look),
    /// Weighted mean over time of a series.
    TimeAverage {
        /// The series.
        array: PathBuf,
        /// The first step.
        #[arg(long, default_value_t = 8000)]
        from: usize,
        /// The step after the last.
        #[arg(long, default_value_t = 38_000)]
        to: usize,
    },
}

#[derive(Args)]
struct Target {
    /// The Zarr array to make.
    target: PathBuf,
    /// Codecs, such as "zstd:1 crc32c".
    #[arg(long, default_value = "none")]
    codecs: String,
}

#[derive(Args)]
struct Look {
    /// The slide.
    array: PathBuf,
    /// The first row and column.
    #[arg(long, value_delimiter = ',', default_values_t = Query::MEASURED.start)]
    start: Vec<usize>,
    /// Rows and columns.
    #[arg(long, value_delimiter = ',', default_values_t = Query::MEASURED.size)]
    size: Vec<usize>,
    /// Pixels per pixel of the result, in both directions.
    #[arg(long, default_value_t = Query::MEASURED.n)]
    n: usize,
    /// A PNG file of the result.
    #[arg(long)]
    picture: Option<PathBuf>,
}

impl Look {
    fn run(
        &self,
        name: &str,
        threads: usize,
        of: fn(&std::path::Path, &Query, usize) -> Result<Average>,
    ) -> Result<Value> {
        let both = |values: &[usize]| match *values {
            [rows, columns] => Ok([rows, columns]),
            _ => Err("give two numbers, rows and columns"),
        };
        let query = Query { start: both(&self.start)?, size: both(&self.size)?, n: self.n };
        let begin = Instant::now();
        let result = of(&self.array, &query, threads)?;
        let seconds = begin.elapsed().as_secs_f64();
        if let Some(path) = &self.picture {
            picture::write_png(path, result.shape, &result.means)?;
        }
        let of_means: u64 = result.means.iter().map(|&mean| u64::from(mean)).sum();
        let mut value = measured(seconds, result.bytes_read);
        value[name] = json!(result.sum);
        value["sum_of_result"] = json!(of_means);
        Ok(value)
    }
}

fn measured(seconds: f64, bytes_read: u64) -> Value {
    json!({
        "seconds": seconds,
        "peak_rss": process::peak_rss(),
        "bytes_read": bytes_read,
        "device_bytes": process::device_bytes(),
    })
}

fn run(program: &Program) -> Result<Value> {
    let threads = program.threads;
    let begin = Instant::now();
    let codecs = |target: &Target| Codec::parse_list(&target.codecs);
    match &program.command {
        Command::Slide(target) => {
            let codecs = &codecs(target)?;
            let storage = Storage { chunk: Slide::CHUNK, codecs, threads };
            Slide::measured().write(&target.target, &storage)?;
        }
        Command::Series(target) => {
            let codecs = &codecs(target)?;
            let storage = Storage { chunk: Series::CHUNK, codecs, threads };
            Series::MEASURED.write(&target.target, &storage)?;
        }
        Command::Matrix(target) => {
            let codecs = &codecs(target)?;
            let storage = Storage { chunk: Matrix::CHUNK, codecs, threads };
            Matrix::MEASURED.write(&target.target, &storage)?;
        }
        Command::Tiff { image, target } => {
            tiff::convert(image, &target.target, &codecs(target)?)?;
        }
        Command::Average(look) => return look.run("sum", threads, average),
        Command::Subsample(look) => return look.run("sum_subsampled", threads, subsample),
        Command::TimeAverage { array, from, to } => {
            let begin = Instant::now();
            let result = time_average(array, *from..*to, threads)?;
            let mut value = measured(begin.elapsed().as_secs_f64(), result.bytes_read);
            value["sum"] = json!(result.means.iter().sum::<f64>());
            value["first"] = json!(result.means.first());
            value["weight"] = json!(result.weight);
            return Ok(value);
        }
    }
    Ok(measured(begin.elapsed().as_secs_f64(), 0))
}

fn main() -> ExitCode {
    let program = Program::parse();
    match run(&program) {
        Ok(value) if program.json => println!("{value}"),
        Ok(value) => {
            for (name, value) in value.as_object().into_iter().flatten() {
                println!("{name}: {value}");
            }
        }
        Err(error) => {
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
