//! Plots of a history, as curves.

use crate::number::{axis, ends};
use crate::{Failure, file};
use plotters::prelude::*;
use std::path::Path;

type DrawError = Box<dyn std::error::Error>;

/// Curves of the columns of a history, each against the time, in an SVG file.
pub struct Plot<'a> {
    pub history: &'a Path,
    pub path: &'a Path,
}

impl Plot<'_> {
    /// Draws the history as far as it goes.
    ///
    /// # Errors
    /// [`Failure::Input`] when the history cannot be read, or the plot cannot be written.
    pub fn draw(&self) -> Result<(), Failure> {
        let text = std::fs::read_to_string(self.history).map_err(|error| {
            let history = self.history.display();
            let problem = format_args!("cannot read `{history}`: {error}");
            Failure::input(problem, "leave it there while the program runs")
        })?;
        let svg = draw(&text)
            .map_err(|error| Failure::Other(format!("cannot draw the plot: {error}")))?;
        file::replace(self.path, svg.as_bytes())
    }
}

fn draw(text: &str) -> Result<String, DrawError> {
    let mut lines = text.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').skip(3).collect();
    let rows: Vec<Vec<f64>> = lines
        .map(|line| line.split(',').skip(1).map(|cell| cell.parse().unwrap_or(f64::NAN)).collect())
        .filter(|row: &Vec<f64>| row.len() == names.len() + 2)
        .collect();
    // More points than the picture has pixels are of no use.
    let every = rows.len().div_ceil(1000).max(1);
    let chosen: Vec<&Vec<f64>> = rows.iter().step_by(every).chain(rows.last()).collect();
    let columns = names.len().clamp(1, 3);
    let panels = names.len().div_ceil(columns);
    let mut svg = String::new();
    {
        let size = (360 * columns as u32, 230 * panels as u32);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        for (k, (panel, name)) in
            area.split_evenly((panels, columns)).iter().zip(&names).enumerate()
        {
            let points: Vec<(f64, f64)> = chosen.iter().map(|row| (row[0], row[k + 2])).collect();
            curve(panel, name, &points)?;
        }
        area.present()?;
    }
    Ok(svg)
}

/// One quantity against the time.
fn curve<B: DrawingBackend>(
    area: &DrawingArea<B, plotters::coord::Shift>,
    name: &str,
    points: &[(f64, f64)],
) -> Result<(), DrawError>
where
    B::ErrorType: 'static,
{
    let [times, [low, high]] = [|p: &(f64, f64)| p.0, |p: &(f64, f64)| p.1].map(|coordinate| {
        let [low, high] = ends(points.iter().map(coordinate));
        if low > high { [0.0, 1.0] } else { [low, high] }
    });
    let size = low.abs().max(high.abs());
    // A quantity that changes by rounding only looks constant.
    let room = if high - low > 1e-10 * size { 0.06 * (high - low) } else { 0.1 * size.max(1e-300) };
    let [low, high] = axis([low - room, high + room]);
    let [start, end] = axis(times);
    let points = points.iter().map(|&(x, y)| (x.clamp(start, end), y.clamp(low, high)));
    let mut chart = ChartBuilder::on(area)
        .caption(name.replace('_', " "), ("sans-serif", 15))
        .margin(6)
        .x_label_area_size(26)
        .y_label_area_size(66)
        .build_cartesian_2d(start..end, low..high)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(5)
        .y_labels(5)
        .y_label_formatter(&|value| crate::number::number(*value))
        .draw()?;
    chart.draw_series(LineSeries::new(points, &RGBColor(0, 114, 178)))?;
    Ok(())
}

#[cfg(test)]
#[path = "tests/plot.rs"]
mod tests;
