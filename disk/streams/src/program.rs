//! What the examples have in common: their options, their data, and how they print.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use array_fn::Device;
use array_fn::store::Codec;
use array_fn::store::stream::Call;
use array_fn_disk::{Result, process};
use clap::Parser;
use serde_json::{Map, Value, json};

/// The options of all examples.
#[derive(Clone, Debug, Parser)]
pub struct Options {
    /// The Zarr array. Without it, one is made from a formula, in the folder `target/disk`, and kept.
    #[arg(long)]
    pub array: Option<PathBuf>,
    /// What the program may grow by, in bytes: 64M, 1G.
    #[arg(long, default_value = "256M", value_parser = bytes)]
    pub memory: u64,
    /// The most threads. Without it, as many as the machine has cores.
    #[arg(long)]
    pub threads: Option<usize>,
    /// `cpu`, or `cuda` for the first GPU.
    #[arg(long, default_value = "cpu")]
    pub device: String,
    /// Codecs of an array that is made: `none`, `zstd:1`, `zstd:1 crc32c`.
    #[arg(long, default_value = "none")]
    pub codecs: String,
    /// A smaller array, of some megabytes.
    #[arg(long)]
    pub small: bool,
    /// Calls. The time is the median.
    #[arg(long, default_value_t = 1)]
    pub calls: usize,
    /// One line of JSON.
    #[arg(long)]
    pub json: bool,
}

fn bytes(text: &str) -> std::result::Result<u64, String> {
    let (number, unit) = match text.char_indices().last() {
        Some((end, 'K')) => (&text[..end], 1u64 << 10),
        Some((end, 'M')) => (&text[..end], 1 << 20),
        Some((end, 'G')) => (&text[..end], 1 << 30),
        _ => (text, 1),
    };
    let number: Option<u64> = number.parse().ok();
    number
        .and_then(|number| number.checked_mul(unit))
        .ok_or_else(|| "write it as in 256M".to_owned())
}

/// What a program found, with the bytes that its plans read.
#[derive(Debug, Default)]
pub struct Outcome {
    fields: Map<String, Value>,
    seconds: f64,
    bytes_read: u64,
}

impl Outcome {
    /// The time of the calls so far.
    pub fn seconds(&self) -> f64 {
        self.seconds
    }

    /// A value of the result.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    /// Adds a value of the result.
    pub fn add(&mut self, name: &str, value: impl Into<Value>) {
        self.fields.insert(name.to_owned(), value.into());
    }
}

impl Options {
    /// The same with a small array, as tests want it.
    pub fn small(array: &Path) -> Options {
        Options {
            array: Some(array.to_owned()),
            memory: 64 << 20,
            threads: None,
            device: "cpu".to_owned(),
            codecs: "none".to_owned(),
            small: true,
            calls: 1,
            json: true,
        }
    }

    /// The codecs that the options ask for.
    ///
    /// # Errors
    /// One that does not exist.
    pub fn codecs(&self) -> Result<Vec<Codec>> {
        match self.codecs.as_str() {
            "none" => Ok(Vec::new()),
            codecs => Ok(Codec::parse_list(codecs)?),
        }
    }

    fn device(&self) -> Result<Device> {
        match self.device.as_str() {
            "cpu" => Ok(Device::cpu()),
            "cuda" => Ok(Device::cuda(0)?),
            other => Err(format!("there is no device `{other}`: say `cpu` or `cuda`").into()),
        }
    }

    /// Runs a call as the options say, several times if they say so, and adds its time and bytes to the outcome.
    ///
    /// # Errors
    /// Those of the call.
    pub fn run<'a, R>(&self, outcome: &mut Outcome, call: impl Fn() -> Call<'a, R>) -> Result<R> {
        let device = self.device()?;
        let call = || {
            let call = call().memory(self.memory).device(&device);
            match self.threads {
                Some(threads) => call.threads(threads),
                None => call,
            }
        };
        let plan = call().plan()?;
        if !self.json {
            println!("{plan}");
        }
        let mut times = Vec::new();
        let mut result = None;
        for _ in 0..self.calls.max(1) {
            let begin = Instant::now();
            result = Some(call().run()?);
            times.push(begin.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        outcome.seconds += times[times.len() / 2];
        outcome.bytes_read += plan.passes.iter().map(|pass| pass.bytes_read).sum::<u64>();
        result.ok_or_else(|| "nothing was run".into())
    }

    /// The path of the array, which is made if it is not there.
    ///
    /// # Errors
    /// Those of `make`.
    pub fn array(&self, name: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<PathBuf> {
        let path = match &self.array {
            Some(path) => path.clone(),
            None => {
                let size = if self.small { "-small" } else { "" };
                let codecs = self.codecs.replace([':', ' '], "-");
                let folder = Path::new("target/disk");
                std::fs::create_dir_all(folder)?;
                folder.join(format!("{name}{size}-{codecs}.zarr"))
            }
        };
        data(&path, make)?;
        Ok(path)
    }
}

/// Makes an array if it is not there. It gets its name when it is complete.
///
/// # Errors
/// Those of `make`, and of files.
pub fn data(path: &Path, make: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    if path.exists() {
        return Ok(());
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".incomplete");
    let unfinished = path.with_file_name(name);
    if unfinished.exists() {
        std::fs::remove_dir_all(&unfinished)?;
    }
    make(&unfinished)?;
    std::fs::rename(unfinished, path)?;
    Ok(())
}

/// Runs an example, prints its outcome, and tells how it ended.
pub fn main(
    name: &str,
    options: &Options,
    run: impl FnOnce(&Options, &mut Outcome) -> Result<()>,
) -> ExitCode {
    let mut outcome = Outcome::default();
    if let Err(error) = run(options, &mut outcome) {
        eprintln!("{name}: {error}");
        return ExitCode::FAILURE;
    }
    outcome.add("seconds", outcome.seconds);
    outcome.add("peak_rss", process::peak_rss());
    outcome.add("bytes_read", outcome.bytes_read);
    if options.json {
        println!("{}", Value::Object(outcome.fields));
    } else {
        for (name, value) in &outcome.fields {
            println!("{name}: {value}");
        }
    }
    ExitCode::SUCCESS
}

/// A JSON array of the first numbers of a result.
pub(crate) fn first(values: impl Iterator<Item = f64>) -> Value {
    json!(values.take(4).collect::<Vec<_>>())
}
