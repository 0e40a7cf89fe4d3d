//! Parameters that are updated.

use super::{functions, same, streamed};

/// For each updated parameter, the operation because of which it cannot be changed in place.
fn others(text: &str, cut: &[&str]) -> Vec<String> {
    let streamed = streamed(&functions(text)[0], cut).unwrap();
    streamed.updates.into_iter().map(|update| update.reads_others).collect()
}

#[test]
fn elementwise_updates_are_in_place() {
    for text in [
        "pub fn f<N>(x: &mut [f64; N]) { x = 2.0 * x + 1.0; }",
        "pub fn f<N>(x: &mut [f64; N], y: [f64; N]) -> f64 { x += y[..;-1]; sum(y) }",
        "pub fn f<N>(x: &mut [f64; N], y: &mut [f64; N]) { let a = x + y; y = x - y; x = a; }",
        "pub fn f<N>(x: [f64; N], s: &mut [f64; 3]) { s += sum(x); }",
        "pub fn f<N>(x: &mut [f64; N]) { x = arange(N) as f64; }",
    ] {
        same(text, &["N"], &[("N", 13)]);
        assert!(others(text, &["N"]).iter().all(String::is_empty), "{text}");
    }
    let text = "pub fn f<N, M>(x: &mut [f64; N, M]) -> [f64; M] { x[.., 0] = 7.0; x *= 2.0; sum(x, axis=0) }";
    same(text, &["N", "M"], &[("N", 7), ("M", 5)]);
    assert_eq!(others(text, &["N", "M"]), [""]);
}

#[test]
fn others_are_not() {
    for (text, operation) in [
        ("pub fn f<N>(x: &mut [f64; N]) { x = x + roll(x, 1); }", "of line 1"),
        ("pub fn f<N>(x: &mut [f64; N]) { x[1..-1] = x[2..] - x[..-2]; }", "of line 1"),
        ("pub fn f<N>(x: &mut [f64; N]) { x = x - mean(x); }", "sum("),
        ("pub fn f<N>(x: &mut [f64; N]) { x = x[..;-1]; }", "of line 1"),
        (
            "pub fn f<N>(x: &mut [f64; N]) -> [f64; N - 1] { let d = x[1..] - x[..-1]; x *= 2.0; d }",
            "of line 1",
        ),
    ] {
        same(text, &["N"], &[("N", 13)]);
        let found = others(text, &["N"]);
        assert!(found.len() == 1 && found[0].contains(operation), "{text}: {found:?}");
    }
}

/// Tiles of arrays that share no operation are cut apart from each other.
#[test]
fn exchanged_arrays_are_not() {
    let text = "pub fn f<N>(x: &mut [f64; N], y: &mut [f64; N]) { let a = x; x = y; y = a; }";
    same(text, &["N"], &[("N", 13)]);
    assert_eq!(others(text, &["N"]), ["the new value of another array"; 2]);
}

#[test]
fn what_does_not_change_is_no_update() {
    let text = "pub fn f<N>(x: &mut [f64; N]) -> f64 { sum(x) }";
    same(text, &["N"], &[("N", 9)]);
    assert!(others(text, &["N"]).is_empty());
}
