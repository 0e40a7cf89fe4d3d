//! What falls short, and what there is to plot.

use array_fn_dg::Error;
use array_fn_dg_drivers::{Failure, print, say};

/// Errors on meshes with more and more cells along an edge, as another implementation has them (with four
/// digits; 0 where it has none), and the least rate between the last two.
pub struct Study<'a> {
    pub order: usize,
    pub cells: &'a [usize],
    pub expected: &'a [f64],
    pub least_rate: f64,
}

impl<'a> Study<'a> {
    /// A study that no other implementation has.
    pub fn new(order: usize, cells: &'a [usize], least_rate: f64) -> Self {
        Study { order, cells, expected: &[0.0; 9][..cells.len()], least_rate }
    }
}

/// Curves to plot: points by the name of their curve.
pub struct Table {
    pub title: String,
    pub curves: Vec<(String, Vec<(f64, f64)>)>,
    /// Errors against numbers of cells, both logarithmic.
    pub errors: bool,
}

/// Prints figures and counts those that fall short.
pub struct Judge {
    /// Whether to leave out the finest meshes.
    pub quick: bool,
    pub tables: Vec<Table>,
    /// How many figures fall short.
    pub short: usize,
}

impl Judge {
    pub fn new(quick: bool) -> Self {
        Judge { quick, tables: Vec::new(), short: 0 }
    }

    /// Begins a table.
    pub fn title(&mut self, title: &str) -> Result<(), Failure> {
        say!("{title}")?;
        self.tables.push(Table { title: title.into(), curves: Vec::new(), errors: true });
        Ok(())
    }

    /// Prints a line of errors on finer and finer meshes.
    pub fn study(
        &mut self,
        study: &Study,
        error: impl Fn(usize, usize) -> Result<f64, Error>,
    ) -> Result<(), Failure> {
        print(format_args!("  order {}", study.order))?;
        let cells = &study.cells[..study.cells.len() - usize::from(self.quick)];
        let mut points: Vec<(f64, f64)> = Vec::new();
        let mut rate = f64::NAN;
        for (&n, &expected) in cells.iter().zip(study.expected) {
            let error = error(study.order, n)?;
            print(format_args!("   n = {n} {error:.3e}"))?;
            if let Some((coarser, before)) = points.last() {
                rate = (before / error).log2() / (n as f64 / coarser).log2();
                print(format_args!(" ({rate:.2})"))?;
            }
            points.push((n as f64, error));
            // Half a unit of the last of four digits, and one more for rounding.
            if expected != 0.0 && (error / expected - 1.0).abs() >= 2e-3 {
                print(format_args!(" instead of {expected:.3e}"))?;
                self.short += 1;
            }
        }
        // The rates of coarse meshes are not those of the method.
        let wanted = !self.quick && study.least_rate > 0.0;
        if wanted && rate.partial_cmp(&study.least_rate) != Some(std::cmp::Ordering::Greater) {
            print(format_args!("   too slow: {:.2} is needed", study.least_rate))?;
            self.short += 1;
        }
        say!("")?;
        if let Some(table) = self.tables.last_mut() {
            table.curves.push((format!("order {}", study.order), points));
        }
        Ok(())
    }

    /// Prints a figure that has to be below a limit.
    pub fn bounded(&mut self, what: &str, figure: f64, limit: f64) -> Result<(), Failure> {
        let fine = figure < limit;
        self.short += usize::from(!fine);
        say!("  {what}: {figure:.1e}{}", if fine { "" } else { ", too much" })
    }

    /// Prints a figure of which another implementation has two digits.
    pub fn agrees(&mut self, what: &str, figure: f64, expected: &str) -> Result<(), Failure> {
        let text = format!("{figure:.1e}");
        let fine = text == expected;
        let instead = if fine { String::new() } else { format!(" instead of {expected}") };
        self.short += usize::from(!fine);
        say!("  {what}: {text}{instead}")
    }
}
