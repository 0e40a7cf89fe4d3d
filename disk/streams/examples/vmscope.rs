//! The virtual microscope: means and samples of a box of a slide, and a picture of it.
//!
//! `cargo run --release -p array-fn-streams --example vmscope -- --picture view.png`

use std::path::PathBuf;
use std::process::ExitCode;

use array_fn::store::Stored;
use array_fn_disk::rivals::Query;
use array_fn_disk::{Result, tiff};
use array_fn_streams::vmscope;
use array_fn_streams::{Options, Outcome, data};
use clap::Parser;

/// Looks at a box of a slide.
#[derive(Parser)]
struct Microscope {
    #[command(flatten)]
    options: Options,
    /// A TIFF image with tiles, which is converted to a Zarr array once.
    #[arg(long)]
    tiff: Option<PathBuf>,
    /// The first row and column: 4000,3000.
    #[arg(long, value_parser = pair)]
    start: Option<[usize; 2]>,
    /// Rows and columns: 10000,10000.
    #[arg(long, value_parser = pair)]
    size: Option<[usize; 2]>,
    /// The side of the squares of pixels that become one: 1, 2, 4, 8 or 16.
    #[arg(long, default_value_t = 8)]
    n: usize,
    /// A PNG file of the means.
    #[arg(long)]
    picture: Option<PathBuf>,
    /// Where a way over the slide ends: row and column. `--picture` has a number before its extension then.
    #[arg(long, value_parser = pair)]
    to: Option<[usize; 2]>,
    /// The side of the squares at the end of the way.
    #[arg(long, default_value_t = 2)]
    to_n: usize,
    /// The pictures of the way.
    #[arg(long, default_value_t = 10)]
    steps: usize,
}

fn pair(text: &str) -> std::result::Result<[usize; 2], String> {
    let numbers = text.split_once(',').and_then(|(a, b)| Some([a.parse().ok()?, b.parse().ok()?]));
    numbers.ok_or_else(|| "write two numbers, as in 4000,3000".to_owned())
}

impl Microscope {
    fn run(&self, options: &Options, outcome: &mut Outcome) -> Result<()> {
        let path = match &self.tiff {
            Some(image) => {
                let path = image.with_extension("zarr");
                let codecs = options.codecs()?;
                data(&path, |path| {
                    tiff::convert(image, path, &codecs)?;
                    Ok(())
                })?;
                path
            }
            None => options.array("slide", |path| vmscope::slide(path, options))?,
        };
        let slide = Stored::<u8, 3>::open(&path)?;
        let all = slide.shape();
        let measured = self.tiff.is_none() && options.array.is_none() && !options.small;
        let whole = Query { start: [0, 0], size: [all[0], all[1]], n: self.n };
        let or = if measured { Query { n: self.n, ..Query::MEASURED } } else { whole };
        let (start, size) = (self.start.unwrap_or(or.start), self.size.unwrap_or(or.size));
        let begin = Query { start, size, n: self.n };
        let Some(end) = self.to else {
            return vmscope::run(&slide, &begin, self.picture.as_deref(), options, outcome);
        };
        let end = Query { start: end, n: self.to_n, size };
        for k in 0..self.steps {
            let query = vmscope::towards(&begin, &end, k, self.steps);
            let numbered = self.picture.as_ref().map(|path| {
                let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
                path.with_extension(format!("{k:03}.{extension}"))
            });
            vmscope::run(&slide, &query, numbered.as_deref(), options, outcome)?;
        }
        Ok(())
    }
}

fn main() -> ExitCode {
    let microscope = Microscope::parse();
    array_fn_streams::main("vmscope", &microscope.options, |options, outcome| {
        microscope.run(options, outcome)
    })
}
