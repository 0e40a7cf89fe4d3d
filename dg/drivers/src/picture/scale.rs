//! Scales of colours.

use crate::number::{axis, ends};

/// A scale of colours. If values have one sign, it goes from one colour to another. If they have both signs, it goes
/// from one colour through white to another.
pub struct Scale {
    /// The values of the first and of the last colour.
    pub range: [f64; 2],
    /// The number of shades. The next number stands for pixels outside of the mesh.
    pub shades: u8,
    gradient: colorous::Gradient,
}

impl Scale {
    /// The scale for some values, from the least to the greatest unless `range` says otherwise.
    pub fn new(values: impl Iterator<Item = f64>, range: Option<[f64; 2]>, shades: u8) -> Self {
        let [least, greatest] = ends(values);
        let largest = least.abs().max(greatest.abs());
        let range = range.unwrap_or(match (least < -0.1 * largest, greatest > 0.1 * largest) {
            // No pixel has a number.
            _ if !largest.is_finite() => [0.0, 1.0],
            (true, true) => [-largest, largest],
            // All values are the same, but the scale needs some width.
            _ if greatest - least <= 1e-12 * largest => {
                let room = if largest > 0.0 { 1e-6 * largest } else { 0.5 };
                [least - room, greatest + room]
            }
            _ => [least, greatest],
        });
        let range = axis(range);
        let signed = range[0] == -range[1];
        let gradient = if signed { colorous::RED_BLUE } else { colorous::VIRIDIS };
        Scale { range, shades, gradient }
    }

    /// Red, green and blue of all shades, from the least to the greatest. The last colour is grey, for pixels outside
    /// of the mesh.
    pub fn palette(&self) -> Vec<u8> {
        // Values above zero are red.
        let signed = self.range[0] == -self.range[1];
        let colour = |shade: u8| {
            let share = f64::from(shade) / f64::from(self.shades - 1);
            self.gradient.eval_continuous(if signed { 1.0 - share } else { share }).as_array()
        };
        let grey = [225; 3];
        (0..self.shades).map(colour).chain([grey]).flatten().collect()
    }

    /// The shade of a value.
    pub fn shade(&self, value: f64) -> u8 {
        if !value.is_finite() {
            return self.shades;
        }
        let share = ((value - self.range[0]) / (self.range[1] - self.range[0])).clamp(0.0, 1.0);
        (share * f64::from(self.shades - 1)).round() as u8
    }
}
