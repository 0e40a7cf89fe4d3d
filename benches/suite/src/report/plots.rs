//! Plots, as SVG.

use super::cases::{Case, Cases, PEERS};
use crate::Error;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

/// A plot that was drawn.
pub struct Plot {
    pub file: String,
    pub title: String,
}

/// Peers of plots: those of tables without slower variants of the same library.
const DRAWN: [&str; 7] = ["array-fn", "cpp", "numba", "jax", "torch.compile", "numexpr", "numpy"];

/// Distinct also for the colour-blind (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(213, 94, 0),
    RGBColor(40, 40, 40),
    RGBColor(0, 158, 115),
    RGBColor(0, 114, 178),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(180, 160, 40),
];

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws what there are measurements for.
pub fn draw(cases: &Cases, folder: &Path) -> Result<Vec<Plot>, Error> {
    let Some(&threads) = cases.threads().first() else { return Ok(Vec::new()) };
    let mut drawn = Vec::new();
    for (suite, dtype, title) in [
        ("expr", "", "Expressions: time over C++"),
        ("dg", "f64", "Right-hand sides, f64: time over C++"),
        ("dg", "f32", "Right-hand sides, f32: time over C++"),
    ] {
        let of_type = |case: &&Case| dtype.is_empty() || case.key.dtype == dtype;
        let chosen: Vec<&Case> = cases.of(suite, threads).filter(of_type).collect();
        if chosen.iter().any(|case| case.ms("cpp").is_some()) {
            let dash = if dtype.is_empty() { "" } else { "-" };
            let file = format!("ratios-{suite}{dash}{dtype}.svg");
            let title = format!("{title}, {threads} threads");
            ratios(&chosen, &folder.join(&file), &title)?;
            drawn.push(Plot { file, title });
        }
    }
    let sweep: Vec<&Case> = cases.of("dg-sweep", threads).collect();
    if sweep.len() > 1 {
        let title = format!("Wave, order 3, f64: ns per degree of freedom, {threads} threads");
        let path = folder.join("sweep.svg");
        let area = SVGBackend::new(&path, (900, 420)).into_drawing_area();
        curves(&sweep, &area, &title)?;
        area.present()?;
        drawn.push(Plot { file: "sweep.svg".to_owned(), title });
    }
    let sizes: Vec<&Case> = cases.of("sizes", threads).collect();
    if sizes.len() > 1 {
        let path = folder.join("sizes.svg");
        let area = SVGBackend::new(&path, (1200, 420)).into_drawing_area();
        area.fill(&WHITE)?;
        for (part, name) in area.split_evenly((1, 3)).iter().zip(["axpy", "gauss", "sum"]) {
            let of_name = |case: &&&Case| case.key.op.starts_with(name);
            let chosen: Vec<&Case> = sizes.iter().filter(of_name).copied().collect();
            if chosen.len() > 1 {
                curves(&chosen, part, &format!("{name}: ns per element"))?;
            }
        }
        area.present()?;
        let title = format!("Nanoseconds per element against size, {threads} threads");
        drawn.push(Plot { file: "sizes.svg".to_owned(), title });
    }
    Ok(drawn)
}

fn shown(peer: &str) -> &'static str {
    PEERS.iter().find(|(name, _)| *name == peer).map_or("?", |(_, shown)| shown)
}

/// The peers that measured any of the cases, with their colours.
fn peers(cases: &[&Case]) -> Vec<(&'static str, RGBColor)> {
    let measured = |name: &str| cases.iter().any(|case| case.ms(name).is_some());
    DRAWN.into_iter().zip(COLOURS).filter(|(name, _)| measured(name)).collect()
}

/// Bars of times over C++, on a logarithmic axis, for each case and peer.
fn ratios(cases: &[&Case], path: &Path, title: &str) -> Result<(), Error> {
    let area = SVGBackend::new(path, (1100, 440)).into_drawing_area();
    area.fill(&WHITE)?;
    let others: Vec<_> = peers(cases).into_iter().filter(|(name, _)| *name != "cpp").collect();
    let all =
        cases.iter().flat_map(|case| others.iter().filter_map(|(peer, _)| case.ratio(peer, "cpp")));
    let (mut low, mut high) = (0.8_f64, 2.0_f64);
    for ratio in all {
        (low, high) = (low.min(0.9 * ratio), high.max(1.2 * ratio));
    }
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(8)
        .x_label_area_size(34)
        .y_label_area_size(50)
        .build_cartesian_2d(0.0..cases.len() as f64, (low..high).log_scale())?;
    let label = |x: &f64| {
        let case = &cases[(*x as usize).min(cases.len() - 1)].key;
        match case.order {
            0 => case.op.clone(),
            order => format!("{} p{order}", case.op),
        }
    };
    // Labels stand in the middle of their cases, so there is a line at each half.
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .x_labels(0)
        .y_label_formatter(&|y| {
            format!("{y:.3}").trim_end_matches('0').trim_end_matches('.').into()
        })
        .y_desc("time / C++")
        .draw()?;
    let width = 0.84 / others.len() as f64;
    for (k, (peer, colour)) in others.iter().enumerate() {
        let bars = cases.iter().enumerate().filter_map(|(i, case)| {
            let left = i as f64 + 0.08 + k as f64 * width;
            let ratio = case.ratio(peer, "cpp")?;
            Some(Rectangle::new([(left, low), (left + 0.92 * width, ratio)], colour.filled()))
        });
        let colour = *colour;
        let mark = move |(x, y)| Rectangle::new([(x, y - 5), (x + 12, y + 5)], colour.filled());
        chart.draw_series(bars)?.label(shown(peer)).legend(mark);
    }
    let ends = [(0.0, 1.0), (cases.len() as f64, 1.0)];
    chart.draw_series(LineSeries::new(ends, &BLACK))?;
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .position(SeriesLabelPosition::UpperLeft)
        .draw()?;
    let style =
        ("sans-serif", 13).into_text_style(&area).pos(plotters::style::text_anchor::Pos::new(
            plotters::style::text_anchor::HPos::Center,
            plotters::style::text_anchor::VPos::Top,
        ));
    for i in 0..cases.len() {
        let middle = i as f64 + 0.5;
        let (x, y) = chart.backend_coord(&(middle, low));
        area.draw_text(&label(&middle), &style, (x, y + 8))?;
    }
    area.present()?;
    Ok(())
}

/// The ends of a logarithmic axis, moved to the powers of ten around them if it had none: these alone bring labels.
fn labelled(low: f64, high: f64) -> (f64, f64) {
    match high.log10().floor() < low.log10().ceil() {
        true => (10f64.powf(low.log10().floor()), 10f64.powf(high.log10().ceil())),
        false => (low, high),
    }
}

/// Nanoseconds per element against their number, both logarithmic, a line for each peer.
fn curves(cases: &[&Case], area: &Area, title: &str) -> Result<(), Error> {
    area.fill(&WHITE)?;
    let peers = peers(cases);
    let each = |case: &Case, peer: &str| Some(1e6 * case.ms(peer)? / case.values as f64);
    let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
    for value in cases.iter().flat_map(|case| peers.iter().filter_map(|(p, _)| each(case, p))) {
        (low, high) = (low.min(0.8 * value), high.max(1.25 * value));
    }
    (low, high) = labelled(low, high);
    let sizes = cases.iter().map(|case| case.values as f64);
    let (first, last) = (sizes.clone().fold(f64::INFINITY, f64::min), sizes.fold(0.0, f64::max));
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(36)
        .y_label_area_size(54)
        .build_cartesian_2d((first..last).log_scale(), (low..high).log_scale())?;
    chart
        .configure_mesh()
        .x_labels(8)
        .x_label_formatter(&|x| format!("{x:.0e}"))
        .y_label_formatter(&|y| {
            format!("{y:.3}").trim_end_matches('0').trim_end_matches('.').into()
        })
        .light_line_style(TRANSPARENT)
        .draw()?;
    for (peer, colour) in peers {
        let points: Vec<(f64, f64)> =
            cases.iter().filter_map(|case| Some((case.values as f64, each(case, peer)?))).collect();
        let style = colour.stroke_width(2);
        chart
            .draw_series(LineSeries::new(points, style))?
            .label(shown(peer))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], style));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .position(SeriesLabelPosition::UpperRight)
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::labelled;

    #[test]
    fn axes_have_a_power_of_ten() {
        assert_eq!(labelled(1.4, 6.1), (1.0, 10.0));
        assert_eq!(labelled(0.02, 0.03), (0.01, 0.1));
        assert_eq!(labelled(0.5, 3.0), (0.5, 3.0));
    }
}
