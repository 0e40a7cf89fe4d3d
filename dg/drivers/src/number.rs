//! The numbers beside axes and scales.

/// The least and the greatest of those values that are finite. If there are none, the first end is above the second.
pub fn ends(values: impl IntoIterator<Item = f64>) -> [f64; 2] {
    let finite = values.into_iter().filter(|x| x.is_finite());
    finite.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
}

/// The range of an axis that shows `low` to `high`. It is neither so narrow nor so wide that marks would share a
/// number.
pub fn axis([low, high]: [f64; 2]) -> [f64; 2] {
    let [low, high] = [low, high].map(|end| end.clamp(-1e300, 1e300));
    let least = (1e-9 * low.abs().max(high.abs())).max(1e-300);
    let middle = 0.5 * (low + high);
    // This is false, too, if an end is not a number.
    match high - low >= least {
        true => [low, high],
        false if middle.is_finite() => [middle - least, middle + least],
        false => [0.0, 1.0],
    }
}

/// A number with as many digits as the reader of a drawing needs.
pub fn number(value: f64) -> String {
    let size = value.abs();
    match size {
        _ if size < 1e-12 => "0".into(),
        _ if (1e-3..1e5).contains(&size) => {
            let text = format!("{value:.4}");
            text.trim_end_matches('0').trim_end_matches('.').into()
        }
        _ => format!("{value:.1e}"),
    }
}
