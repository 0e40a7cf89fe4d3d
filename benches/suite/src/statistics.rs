//! Summaries of several measurements.

use crate::timing::quantile;

/// The median; None of nothing.
pub fn median(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    (!values.is_empty()).then(|| quantile(&values, 0.5))
}

/// The least; None of nothing.
pub fn least(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    values.into_iter().min_by(f64::total_cmp)
}

/// The geometric mean; None of nothing.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logarithms = values.iter().map(|value| value.ln()).sum::<f64>();
    (!values.is_empty()).then(|| (logarithms / values.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries() {
        assert_eq!(median([3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median([]), None);
        assert_eq!(least([3.0, 1.0, 2.0]), Some(1.0));
        assert!((geometric_mean(&[1.0, 4.0]).unwrap() - 2.0).abs() < 1e-15);
        assert_eq!(geometric_mean(&[]), None);
    }
}
