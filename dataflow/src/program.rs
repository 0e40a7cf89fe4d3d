//! What the programs have in common: their options, and how they print.

use crate::{Outcome, Size};
use array_fn::{Device, Error};
use clap::Parser;
use std::process::ExitCode;

/// The options of a program.
#[derive(Clone, Debug, Parser)]
pub struct Options {
    /// How much data.
    #[arg(long, value_enum, default_value = "small")]
    pub size: Size,
    /// `cpu`, or `cuda` for the first GPU.
    #[arg(long, default_value = "cpu")]
    pub device: String,
    /// Threads of the CPU; 0 is as many as the machine has.
    #[arg(long, default_value_t = 0)]
    pub threads: usize,
    /// Calls that are timed, after a first one.
    #[arg(long, default_value_t = 5)]
    pub calls: usize,
    /// One line of JSON.
    #[arg(long)]
    pub json: bool,
}

impl Options {
    /// The device that the options ask for.
    ///
    /// # Errors
    /// A text for people, where there is no such device.
    pub fn device(&self) -> Result<Device, String> {
        match self.device.as_str() {
            "cpu" => Ok(Device::cpu_with_threads(self.threads)),
            "cuda" => Device::cuda(0).map_err(|error| error.to_string()),
            other => Err(format!("there is no device `{other}`: say `cpu` or `cuda`")),
        }
    }
}

/// Runs a program, prints its outcome, and tells how it ended.
pub fn main(
    name: &str,
    run: impl FnOnce(&Device, Size, usize) -> Result<Outcome, Error>,
) -> ExitCode {
    finish(name, &Options::parse(), run)
}

/// The same for options that are known.
pub fn finish(
    name: &str,
    options: &Options,
    run: impl FnOnce(&Device, Size, usize) -> Result<Outcome, Error>,
) -> ExitCode {
    let outcome = options.device().and_then(|device| {
        run(&device, options.size, options.calls).map_err(|error| error.to_string())
    });
    match outcome {
        Ok(outcome) => {
            print(name, options, outcome);
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{name}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn print(name: &str, options: &Options, outcome: Outcome) {
    let Outcome { mut sums, time, preparation } = outcome;
    if options.json {
        sums.insert("seconds".into(), serde_json::json!(time.as_secs_f64()));
        if let Some(preparation) = preparation {
            sums.insert("preparation_seconds".into(), serde_json::json!(preparation.as_secs_f64()));
        }
        println!("{}", serde_json::Value::Object(sums));
        return;
    }
    let size = clap::ValueEnum::to_possible_value(&options.size);
    let size = size.map_or(String::new(), |value| value.get_name().to_string());
    println!("{name}, {size}: {:.1} ms", time.as_secs_f64() * 1e3);
    if let Some(preparation) = preparation {
        println!("  prepared in {:.1} ms", preparation.as_secs_f64() * 1e3);
    }
    for (key, value) in sums {
        println!("  {key} = {value}");
    }
}
