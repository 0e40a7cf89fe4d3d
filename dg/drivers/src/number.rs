//! Numbers beside axes and scales.

/// As many digits as a reader of a drawing wants.
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
