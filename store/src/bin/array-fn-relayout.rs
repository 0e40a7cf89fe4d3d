//! Shows arrays on disk and in object stores, and changes their layout within a bound of memory.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use array_fn_store::relayout::{Machine, Relayout, checksum_as};
use array_fn_store::{Codec, ElementType, Error, Result, Spec, StoredArray, relayout};
use clap::{Args, Parser, Subcommand};
use serde_json::{Value, json};

/// Shows arrays on disk, and changes their chunks, axes, codecs and elements within a bound of memory.
#[derive(Parser)]
#[command(name = "array-fn-relayout", version)]
struct Program {
    #[command(subcommand)]
    command: Command,
    /// Print JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// Show shape, elements, chunks and codecs of an array.
    Inspect {
        /// A Zarr array or a `.npy` file; a URL such as s3://bucket/a.zarr for an array in an object store.
        array: PathBuf,
    },
    /// Show what `run` would do: passes, bytes, memory and predicted time. With --shape, for a source that need not exist.
    Plan(Box<Planned>),
    /// Make the new array. After a kill, the same command goes on.
    Run(Change),
    /// Compare the elements of two arrays, however they are stored.
    Verify {
        /// An array.
        source: PathBuf,
        /// The array that was made from it.
        target: PathBuf,
        /// Axis k of the target is this axis of the source.
        #[arg(long, value_delimiter = ',')]
        axes: Option<Vec<usize>>,
        /// Threads that read.
        #[arg(long, default_value_t = 4)]
        threads: usize,
    },
}

#[derive(Args)]
struct Change {
    /// The array to read: Zarr or `.npy`, or the URL of a Zarr array in an object store.
    source: PathBuf,
    /// The array to make: Zarr, or `.npy` if it ends so; or a URL.
    target: PathBuf,
    /// Shape of the new chunks, such as 1024,1024.
    #[arg(long, value_delimiter = ',')]
    chunks: Option<Vec<u64>>,
    /// Shape of the shards, which hold several chunks.
    #[arg(long, value_delimiter = ',')]
    shard: Option<Vec<u64>>,
    /// Order of the axes, such as 1,0 to transpose.
    #[arg(long, value_delimiter = ',')]
    axes: Option<Vec<usize>>,
    /// Codecs, such as "zstd:3 crc32c"; also gzip:6, blosc:5, transpose:1,0.
    #[arg(long, default_value = "none")]
    codecs: String,
    /// Element type, such as float32.
    #[arg(long)]
    element: Option<String>,
    /// Memory by which the process may grow, such as 256M, in bytes with K, M, G or T for 2^10, 2^20, 2^30 or 2^40.
    #[arg(long, default_value = "256M", value_parser = parse_memory)]
    memory: u64,
    /// Threads that read, copy and write.
    #[arg(long)]
    threads: Option<usize>,
    /// Number of passes, 1 to 3.
    #[arg(long)]
    passes: Option<usize>,
    /// Read both arrays at the end and compare check sums.
    #[arg(long)]
    verify: bool,
    /// Do not wait until the new array is on the disk.
    #[arg(long)]
    no_sync: bool,
}

/// A change that is only planned, perhaps of an array that does not exist, and for another machine.
#[derive(Args)]
struct Planned {
    #[command(flatten)]
    change: Change,
    /// Shape of a source that need not exist; SOURCE is only a name then.
    #[arg(long, value_delimiter = ',', requires_all = ["source_chunks", "source_element"])]
    shape: Option<Vec<u64>>,
    /// Its chunks.
    #[arg(long, value_delimiter = ',', requires = "shape")]
    source_chunks: Option<Vec<u64>>,
    /// Its element type, such as float32.
    #[arg(long, requires = "shape")]
    source_element: Option<String>,
    /// Its codecs.
    #[arg(long, default_value = "none", requires = "shape")]
    source_codecs: String,
    /// Shape of its shards.
    #[arg(long, value_delimiter = ',', requires = "shape")]
    source_shard: Option<Vec<u64>>,
    /// Bytes that the machine reads, in GB (10^9) per second.
    #[arg(long, value_name = "GB/S")]
    read_speed: Option<f64>,
    /// Bytes that it writes, in GB per second.
    #[arg(long, value_name = "GB/S")]
    write_speed: Option<f64>,
    /// Bytes without codecs that one core decodes or encodes, in GB per second.
    #[arg(long, value_name = "GB/S")]
    codec_speed: Option<f64>,
    /// Time of a read of a part of a file that is not in the system's cache, in microseconds.
    #[arg(long, value_name = "US")]
    call_time: Option<f64>,
    /// Time to open a file, in microseconds.
    #[arg(long, value_name = "US")]
    file_time: Option<f64>,
    /// Time to make a file, in microseconds.
    #[arg(long, value_name = "US")]
    new_file_time: Option<f64>,
    /// Time of a request to an object store, beside that of its bytes, in microseconds.
    #[arg(long, value_name = "US")]
    request_time: Option<f64>,
    /// Cores that compute.
    #[arg(long)]
    cores: Option<usize>,
    /// Memory that the system's cache of files may take, such as 16G.
    #[arg(long, value_parser = parse_memory)]
    cache: Option<u64>,
}

/// The URL that an argument is, if it is one.
fn url(path: &Path) -> Option<&str> {
    let text = path.to_str()?;
    let (scheme, _) = text.split_once("://")?;
    let is_scheme = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    (!scheme.is_empty() && scheme.chars().all(is_scheme)).then_some(text)
}

#[cfg(not(feature = "object-store"))]
fn without_stores(url: &str) -> Error {
    Error::Request {
        message: format!(
            "{url} is in an object store, and this program was built without these: build it with \
             `cargo install --path store --features aws`, or with the feature `gcp`, `azure`, `http` or, for file:// \
             alone, `object-store`"
        ),
    }
}

fn open(path: &Path) -> Result<StoredArray> {
    match url(path) {
        None => StoredArray::open(path),
        #[cfg(feature = "object-store")]
        Some(url) => StoredArray::open_at(&array_fn_store::Store::from_url(url)?, ""),
        #[cfg(not(feature = "object-store"))]
        Some(url) => Err(without_stores(url)),
    }
}

fn change(source: &StoredArray, target: &Path) -> Result<Relayout> {
    match url(target) {
        None => Ok(relayout(source, target)),
        #[cfg(feature = "object-store")]
        Some(url) => {
            array_fn_store::relayout_at(source, &array_fn_store::Store::from_url(url)?, "")
        }
        #[cfg(not(feature = "object-store"))]
        Some(url) => Err(without_stores(url)),
    }
}

fn element_of(name: &str) -> Result<ElementType> {
    ElementType::from_name(name).ok_or_else(|| Error::Request {
        message: format!("`{name}` is no element type: write it as NumPy does, such as float32"),
    })
}

impl Planned {
    fn source(&self) -> Result<StoredArray> {
        let (Some(shape), Some(chunks), Some(element)) =
            (&self.shape, &self.source_chunks, &self.source_element)
        else {
            return open(&self.change.source);
        };
        let codecs = Codec::parse_list(&self.source_codecs)?;
        let mut spec = Spec::new(element_of(element)?, shape, chunks).codecs(codecs);
        if let Some(shard) = &self.source_shard {
            spec = spec.shard(shard);
        }
        StoredArray::described(&self.change.source, &spec)
    }

    fn machine(&self) -> Machine {
        let default = Machine::default();
        let speed = |given: Option<f64>, default: f64| given.map_or(default, |given| given * 1e9);
        let time = |given: Option<f64>, default: f64| given.map_or(default, |given| given * 1e-6);
        Machine {
            read_bytes_per_s: speed(self.read_speed, default.read_bytes_per_s),
            write_bytes_per_s: speed(self.write_speed, default.write_bytes_per_s),
            coded_bytes_per_s: speed(self.codec_speed, default.coded_bytes_per_s),
            seconds_per_call: time(self.call_time, default.seconds_per_call),
            seconds_per_file: time(self.file_time, default.seconds_per_file),
            seconds_per_new_file: time(self.new_file_time, default.seconds_per_new_file),
            seconds_per_request: time(self.request_time, default.seconds_per_request),
            cores: self.cores.unwrap_or(default.cores),
            cache_bytes: self.cache.unwrap_or(default.cache_bytes),
        }
    }
}

fn parse_memory(text: &str) -> std::result::Result<u64, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((end, 'K')) => (&text[..end], 1 << 10),
        Some((end, 'M')) => (&text[..end], 1 << 20),
        Some((end, 'G')) => (&text[..end], 1 << 30),
        Some((end, 'T')) => (&text[..end], 1 << 40),
        _ => (text, 1),
    };
    let number: Option<u64> = number.parse().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "write it as in 256M".to_owned())
}

impl Change {
    fn relayout(&self, source: &StoredArray) -> Result<Relayout> {
        let mut out = change(source, &self.target)?
            .codecs(Codec::parse_list(&self.codecs)?)
            .memory(self.memory)
            .verify(self.verify)
            .durable(!self.no_sync);
        if let Some(chunks) = &self.chunks {
            out = out.chunks(chunks);
        }
        if let Some(shard) = &self.shard {
            out = out.shard(shard);
        }
        if let Some(axes) = &self.axes {
            out = out.axes(axes);
        }
        if let Some(name) = &self.element {
            out = out.element(element_of(name)?);
        }
        if let Some(threads) = self.threads {
            out = out.threads(threads);
        }
        if let Some(passes) = self.passes {
            out = out.passes(passes);
        }
        Ok(out)
    }
}

fn inspect(array: &StoredArray) -> (Value, String) {
    let header = array.header();
    let bytes = header.shape.iter().product::<u64>() * header.element.size() as u64;
    let value = json!({
        "path": header.name,
        "format": header.format,
        "element": header.element.name(),
        "shape": header.shape,
        "chunk": header.chunk,
        "write_chunk": header.write_chunk,
        "chunks": header.grid().len(),
        "codecs": header.codecs,
        "bytes": bytes,
    });
    let text = format!(
        "{}: {}, {} of shape {:?}, {:.1} MB without codecs\nchunks of {:?} ({}), files of {:?}\ncodecs: {}",
        header.name,
        header.format,
        header.element,
        header.shape,
        bytes as f64 / 1e6,
        header.chunk,
        header.grid().len(),
        header.write_chunk,
        header.codecs.join(", ")
    );
    (value, text)
}

fn run(command: &Command) -> Result<(Value, String)> {
    match command {
        Command::Inspect { array } => Ok(inspect(&open(array)?)),
        Command::Plan(change) => {
            let relayout = change.change.relayout(&change.source()?)?;
            let plan = relayout.machine(change.machine()).plan()?;
            Ok((plan.json(), plan.to_string()))
        }
        Command::Run(change) => {
            let relayout = change.relayout(&open(&change.source)?)?;
            let plan = relayout.plan()?;
            let report = relayout.run()?;
            let sum =
                |of: fn(&array_fn_store::Counts) -> u64| report.passes.iter().map(of).sum::<u64>();
            let text = format!(
                "{plan}\nread {:.1} MB, wrote {:.1} MB in {:.2} s; {} chunks were there from an earlier run{}",
                sum(|counts| counts.bytes_read) as f64 / 1e6,
                sum(|counts| counts.bytes_written) as f64 / 1e6,
                report.seconds,
                report.chunks_kept,
                report
                    .checksum
                    .map_or_else(String::new, |sum| format!("; verified, check sum {sum:016x}"))
            );
            Ok((json!({"plan": plan.json(), "report": report.json()}), text))
        }
        Command::Verify { source, target, axes, threads } => {
            let (source, target) = (open(source)?, open(target)?);
            let rank = target.header().shape.len();
            let same: Vec<usize> = (0..rank).collect();
            let element = target.header().element;
            let axes = axes.as_ref().unwrap_or(&same);
            let (from, to) = (&source.header().shape, &target.header().shape);
            if !axes.iter().map(|&axis| from.get(axis)).eq(to.iter().map(Some)) {
                let message = format!(
                    "{} has shape {from:?} and {} {to:?}: if axes were permuted, say how, such as `--axes 1,0`",
                    source.header().name,
                    target.header().name
                );
                return Err(Error::Request { message });
            }
            let expected = checksum_as(&source, axes, element, *threads)?;
            let actual = checksum_as(&target, &same, element, *threads)?;
            if expected != actual {
                return Err(Error::Request {
                    message: format!(
                        "the elements differ: check sum {actual:016x} of {}, {expected:016x} of {}",
                        target.header().name,
                        source.header().name
                    ),
                });
            }
            let value = json!({"equal": true, "checksum": format!("{actual:016x}")});
            Ok((value, format!("equal, check sum {actual:016x}")))
        }
    }
}

fn main() -> ExitCode {
    let program = Program::parse();
    match run(&program.command) {
        Ok((mut value, _)) if program.json => {
            value["peak_resident_bytes"] = array_fn_store::peak_resident_bytes().into();
            println!("{value}");
        }
        Ok((_, text)) => println!("{text}"),
        Err(error) => {
            if program.json {
                println!("{}", json!({"error": error.to_string()}));
            }
            eprintln!("error: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
