//! Ratios as colours: of kinds, dtypes and sizes as a picture, of every case as a page.

use super::outcome::Outcome;
use crate::Error;
use crate::statistics::geometric_mean;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::path::Path;

const CELL: (i32, i32) = (46, 22);
const LEFT: i32 = 150;
const TOP: i32 = 64;

/// From blue (faster) over white (equal) to red (slower), by the logarithm; a factor of ten is full colour.
fn colour(ratio: f64) -> RGBColor {
    let depth = ratio.log10().clamp(-1.0, 1.0);
    let fade = |full: u8| (255.0 - (255.0 - f64::from(full)) * depth.abs()) as u8;
    if depth > 0.0 { RGBColor(255, fade(40), fade(30)) } else { RGBColor(fade(50), fade(120), 255) }
}

/// The names in the order in which they first stand.
pub fn distinct<'a, T: PartialEq>(
    outcomes: &'a [Outcome],
    key: impl Fn(&'a Outcome) -> T,
) -> Vec<T> {
    let mut names = Vec::new();
    for name in outcomes.iter().map(key) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// A row for each kind, a column for each size and dtype: the colour is that of the geometric mean over NumPy, the
/// number the worst ratio.
pub fn draw(outcomes: &[Outcome], path: &Path) -> Result<(), Error> {
    let kinds = distinct(outcomes, |outcome| &*outcome.kind);
    let dtypes = distinct(outcomes, |outcome| &*outcome.dtype);
    // Powers of ten around sizes.
    let decade = |outcome: &Outcome| (outcome.size as f64).log10().round() as u32;
    let mut columns: Vec<(u32, &str)> = Vec::new();
    let mut decades = distinct(outcomes, decade);
    decades.sort_unstable();
    for &size in &decades {
        for &dtype in &dtypes {
            if outcomes.iter().any(|outcome| decade(outcome) == size && outcome.dtype == dtype) {
                columns.push((size, dtype));
            }
        }
    }
    let width = LEFT + CELL.0 * columns.len() as i32 + 10;
    let height = TOP + CELL.1 * kinds.len() as i32 + 10;
    let area = SVGBackend::new(path, (width as u32, height as u32)).into_drawing_area();
    area.fill(&WHITE)?;
    let style = |size: i32, position: HPos| {
        ("sans-serif", size).into_text_style(&area).pos(Pos::new(position, VPos::Center))
    };
    let title = "Time over NumPy's: colours are geometric means, numbers the worst ratios";
    area.draw_text(title, &style(15, HPos::Left), (8, 14))?;
    for (column, (size, dtype)) in columns.iter().enumerate() {
        let x = LEFT + CELL.0 * column as i32 + CELL.0 / 2;
        area.draw_text(&format!("1e{size}"), &style(11, HPos::Center), (x, TOP - 26))?;
        area.draw_text(dtype, &style(11, HPos::Center), (x, TOP - 11))?;
    }
    for (row, &kind) in kinds.iter().enumerate() {
        let y = TOP + CELL.1 * row as i32;
        area.draw_text(kind, &style(12, HPos::Right), (LEFT - 8, y + CELL.1 / 2))?;
        for (column, &(size, dtype)) in columns.iter().enumerate() {
            let of_cell = outcomes.iter().filter(|outcome| {
                outcome.kind == kind && outcome.dtype == dtype && decade(outcome) == size
            });
            let ratios: Vec<f64> = of_cell.filter_map(Outcome::over_numpy).collect();
            let Some(mean) = geometric_mean(&ratios) else { continue };
            let x = LEFT + CELL.0 * column as i32;
            let corners = [(x, y), (x + CELL.0 - 1, y + CELL.1 - 1)];
            area.draw(&Rectangle::new(corners, colour(mean).filled()))?;
            let worst = ratios.iter().copied().fold(0.0, f64::max);
            let middle = (x + CELL.0 / 2, y + CELL.1 / 2);
            area.draw_text(&format!("{worst:.2}"), &style(11, HPos::Center), middle)?;
        }
    }
    area.present()?;
    Ok(())
}

/// Every case as a row of a table, by its ratio to NumPy, the worst first.
pub fn page(outcomes: &[Outcome]) -> String {
    let mut sorted: Vec<&Outcome> = outcomes.iter().collect();
    let key = |outcome: &Outcome| outcome.over_numpy().unwrap_or(f64::INFINITY);
    sorted.sort_by(|a, b| key(b).total_cmp(&key(a)));
    let mut page = String::from(
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Sweep</title>\n<style>td { padding: 1px 8px; font: 13px sans-serif }</style>\n\
         <table>\n<tr><td>case<td>over NumPy<td>over the best other<td>ms\n",
    );
    let escaped = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
    for outcome in sorted {
        let cell = |ratio: Option<f64>| match ratio {
            Some(ratio) => {
                let RGBColor(red, green, blue) = colour(ratio);
                format!("<td style=\"background: rgb({red},{green},{blue})\">{ratio:.2}")
            }
            None => "<td>-".to_owned(),
        };
        let last = outcome.wrong.clone().unwrap_or_else(|| outcome.times());
        page.push_str(&format!(
            "<tr><td>{}{}{}<td>{}\n",
            escaped(&outcome.title),
            cell(outcome.over_numpy()),
            cell(outcome.over_best()),
            escaped(&last)
        ));
    }
    page.push_str("</table>\n");
    page
}

#[cfg(test)]
mod tests {
    use super::super::outcome::tests::outcome;
    use super::*;

    #[test]
    fn the_worst_is_the_first_row() {
        let page = page(&[outcome("sorting", "a", 0.5, 1.0), outcome("sorting", "b", 2.0, 4.0)]);
        let [a, b] = ["sorting: a", "sorting: b"].map(|title| page.find(title).unwrap());
        assert!(b < a);
        assert_eq!(colour(1.0), WHITE);
    }
}
