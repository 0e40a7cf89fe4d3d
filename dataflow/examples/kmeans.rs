//! `array_fn_dataflow::kmeans` as a program, which can draw the clusters.

use array_fn_dataflow::kmeans::{self, Data};
use array_fn_dataflow::program::{self, Options};
use clap::Parser;
use plotters::prelude::*;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    options: Options,
    /// Draws the first two coordinates of some points, in the colours of their clusters, to this SVG file.
    #[arg(long)]
    picture: Option<PathBuf>,
}

/// The most points of a picture.
const DRAWN: usize = 2000;

fn main() -> ExitCode {
    let Arguments { options, picture } = Arguments::parse();
    let code = program::finish("kmeans", &options, kmeans::run);
    if let (Some(path), true) = (picture, code == ExitCode::SUCCESS)
        && let Err(error) = draw(&options, &path)
    {
        eprintln!("kmeans: {}: {error}", path.display());
        return ExitCode::FAILURE;
    }
    code
}

fn draw(options: &Options, path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let Data { x, start } = kmeans::data(options.size)?;
    let device = options.device()?;
    let (centres, _, _) = device.run(|| kmeans::kmeans(5, &x, &start, 0.0))?;
    let cluster = device.run(|| kmeans::nearest(&x, &centres))?.to_vec();
    let [points, axes] = x.shape();
    let x = x.to_vec();
    let step = points.div_ceil(DRAWN);
    let root = SVGBackend::new(path, (800, 800)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root).margin(20).build_cartesian_2d(-1.6..2.6, -1.6..2.6)?;
    let colour = |k: usize| HSLColor(k as f64 * 0.618 % 1.0, 0.65, 0.5);
    chart.draw_series((0..points).step_by(step).map(|i| {
        let at = (x[i * axes], x[i * axes + 1]);
        Circle::new(at, 2, colour(cluster[i] as usize).filled())
    }))?;
    chart.draw_series(
        centres
            .to_vec()
            .chunks(axes)
            .enumerate()
            .map(|(k, centre)| Cross::new((centre[0], centre[1]), 7, colour(k).stroke_width(3))),
    )?;
    root.present()?;
    Ok(())
}
