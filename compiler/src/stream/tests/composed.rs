//! Views of views, and shifts that are known only at the call.

use super::{functions, same, streamed};
use crate::plan::{AxisView, TileInput};

#[test]
fn shifts_at_the_call() {
    for body in [
        "roll(x, k)",
        "roll(x, -k) - roll(x, 2 * k + 1)",
        "x - roll(x, k)",
        "roll(roll(x, k), 3)",
        "roll(x, k) + x[..;-1]",
    ] {
        let text = format!("pub fn f<N>(x: [f64; N], k: i64) -> [f64; N] {{ {body} }}");
        same(&text, &["N"], &[("N", 13)]);
        let text = format!("pub fn f<N>(x: [f64; N], k: i64) -> f64 {{ sum(({body}) * x) }}");
        same(&text, &["N"], &[("N", 4)]);
    }
    same("pub fn f<N>(x: [f64; N], k: i32) -> [f64; N] { roll(x, k) }", &["N"], &[("N", 9)]);
    let text = "pub fn f<N, M>(x: [f64; N, M], k: i64) -> [f64; N, M] { roll(x, k, axis=0) * roll(x, k, axis=1) }";
    same(text, &["N", "M"], &[("N", 7), ("M", 5)]);
    let pass = &streamed(&functions(text)[0], &["N", "M"]).unwrap().passes[0];
    let is_rolled = |input: &TileInput| match input {
        TileInput::Box { views, .. } => {
            views.iter().any(|view| matches!(view, AxisView::Rolled { .. }))
        }
        TileInput::Start(_) => false,
    };
    assert!(pass.inputs.iter().all(is_rolled));
}

#[test]
fn views_of_views() {
    for body in [
        "roll(x[..;-1], 3)",
        "roll(x, 3)[..;-1]",
        "roll(x[..;-1], -2)[..;-1] - x",
        "pad(x[..;-1], (2, 3), mode=\"edge\")[2..-3]",
        "pad(x, (2, 3), mode=\"edge\")[..;-1][3..-2]",
        "pad(x[..;-1], (2, 3), mode=\"wrap\")[1..-4]",
        "pad(x, (4, 1), mode=\"wrap\")[..;-1][1..-4]",
        "pad(x[..;-1], (2, 3), mode=\"reflect\")[0..-5]",
        "pad(x, (2, 3), mode=\"reflect\")[..;-1][2..-3]",
        "pad(x[..;-1], (2, 3), mode=\"symmetric\")[3..-2]",
        "pad(x, (1, 2), mode=\"symmetric\")[..;-1][1..-2]",
        "tile(x[..;-1], 2)[3..N + 3]",
        "tile(x, 2)[..;-1][1..N + 1]",
    ] {
        let text = format!("pub fn f<N>(x: [f64; N]) -> [f64; N] {{ {body} }}");
        same(&text, &["N"], &[("N", 11)]);
        let text =
            format!("pub fn f<N>(x: [f64; N]) -> f64 {{ sum(({body}) * arange(N) as f64) }}");
        same(&text, &["N"], &[("N", 9)]);
    }
}
