//! Plots of what was verified.

use super::judge::{Judge, Table};
use array_fn_dg_drivers::{Failure, replace, say};
use plotters::prelude::*;
use std::path::Path;

/// Whatever a plotter may say.
type DrawError = Box<dyn std::error::Error>;

/// Distinct also for the colour-blind (Okabe and Ito).
const COLOURS: [RGBColor; 5] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(40, 40, 40),
];

/// Writes one SVG file for each table with curves into `folder`.
pub fn write(judge: &Judge, folder: &Path) -> Result<(), Failure> {
    prepare(folder)?;
    let drawn = judge.tables.iter().filter(|table| !table.curves.is_empty());
    for (k, table) in drawn.enumerate() {
        let path = folder.join(format!("verify_{:02}.svg", k + 1));
        let svg = draw(table)
            .map_err(|error| Failure::Other(format!("cannot draw the plot: {error}")))?;
        replace(&path, svg.as_bytes())?;
        say!("plot {}", path.display())?;
    }
    Ok(())
}

/// Makes the folder, before there is anything to write into it.
pub fn prepare(folder: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::writing(folder, &error))
}

fn draw(table: &Table) -> Result<String, DrawError> {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (720, 440)).into_drawing_area();
    let points = || table.curves.iter().flat_map(|(_, points)| points);
    let span = |value: fn(&(f64, f64)) -> f64| {
        points()
            .map(value)
            .fold((f64::INFINITY, 0.0f64), |(low, high), x| (low.min(x), high.max(x)))
    };
    let ((left, right), (bottom, top)) = (span(|p| p.0), span(|p| p.1));
    area.fill(&WHITE)?;
    let mut builder = ChartBuilder::on(&area);
    builder
        .caption(&table.title, ("sans-serif", 15))
        .margin(10)
        .x_label_area_size(40)
        .y_label_area_size(70);
    // A macro, as charts with other axes have other types.
    macro_rules! curves {
        ($chart:expr) => {{
            let mut chart = $chart;
            for ((name, points), colour) in table.curves.iter().zip(COLOURS.iter().cycle()) {
                chart
                    .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)))?
                    .label(name)
                    .legend(move |(x, y)| {
                        Rectangle::new([(x, y - 2), (x + 14, y + 2)], colour.filled())
                    });
                if table.errors {
                    let marks = points.iter().map(|&point| Circle::new(point, 3, colour.filled()));
                    chart.draw_series(marks)?;
                }
            }
            chart
                .configure_series_labels()
                .background_style(WHITE.mix(0.85))
                .border_style(BLACK.mix(0.3))
                .position(match table.errors {
                    true => SeriesLabelPosition::LowerLeft,
                    false => SeriesLabelPosition::UpperLeft,
                })
                .draw()?;
        }};
    }
    if table.errors {
        let across = (0.9 * left..1.1 * right).log_scale();
        let mut chart =
            builder.build_cartesian_2d(across, (0.5 * bottom..2.0 * top).log_scale())?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0e}"))
            .x_desc("cells along an edge")
            .y_desc("error")
            .draw()?;
        curves!(chart);
    } else {
        let mut chart = builder.build_cartesian_2d(0.0..right, 0.0..1.1 * top)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .y_label_formatter(&|y| format!("{y:.3}"))
            .x_desc("time")
            .y_desc("kinetic energy lost in a unit of time")
            .draw()?;
        curves!(chart);
    }
    area.present()?;
    drop(area);
    Ok(svg)
}
