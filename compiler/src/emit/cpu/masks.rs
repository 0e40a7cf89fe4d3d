//! Stores the bools of several vectors together. A vector of large elements has few lanes, and to store so few bools is
//! more work than the comparison. To store 16 of them takes a handful of instructions.

use super::analysis::{Analysis, Offset};
use super::order::Order;
use super::widths;
use crate::dag::DType;
use crate::schedule::kernel::{Access, KernelIr, Stmt};

/// The most values of such a kernel: code that is repeated should be small.
const MAX_VALUES: usize = 48;
/// The beginning of a store in the code for one vector.
const STORE: &str = "l::store_bool(";

/// The loops over several vectors at a time, for a kernel whose results are all bools. They come before the loop over
/// single vectors. `v` is the variable of the lanes, and `body` the code for one vector.
pub(super) fn joined(kernel: &KernelIr, analysis: &Analysis, v: u32, body: &str) -> Option<String> {
    let [phase] = kernel.phases.as_slice() else { return None };
    let bools_in_order = |stmt: &Stmt| match *stmt {
        Stmt::Store { buffer, offset, .. } => {
            let to = kernel.buffers[buffer as usize];
            to.dtype == DType::Bool
                && to.access == Access::Write
                && matches!(analysis.offset(kernel, offset), Offset::Linear { stride: None, .. })
        }
        _ => false,
    };
    if analysis.order != Order::Points
        || analysis.one_lane
        || analysis.widths == widths::SMALL
        || kernel.value_count() > MAX_VALUES
        || !phase.loops.is_empty()
        || !kernel.locals.is_empty()
        || !phase.body.iter().all(bools_in_order)
    {
        return None;
    }
    let stores = phase.body.len();
    let mut loops = String::new();
    // As many vectors as have 16 lanes.
    for (width, vectors) in [(4, 4), (8, 2)] {
        let mut turn = String::new();
        for k in 0..vectors {
            let mut own = String::new();
            for (number, part) in body.split(STORE).enumerate() {
                if number > 0 {
                    own += &format!("l::join_bool::<W, {k}>(&mut joined[{}], ", number - 1);
                }
                own += part;
            }
            turn += &format!("{{ let v{v} = v{v} + {k} * W as i64; {own} }}\n");
        }
        loops += &format!(
            "if const {{ W == {width} }} {{
                while v{v} + 16 <= stop {{
                    let mut joined = [l::Joined::NONE; {stores}];
                    {turn}
                    for joined in joined {{
                        l::store_joined(joined);
                    }}
                    v{v} += 16;
                }}
            }}\n"
        );
    }
    Some(loops)
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn bools_of_large_elements_are_stored_together() {
        let source =
            emitted("pub fn f<N>(x: [f64; N]) -> ([bool; N], [bool; N]) { (x > 0, x < 1) }");
        assert_eq!(source.matches("l::join_bool::<W, 3>(&mut joined[1], ").count(), 1, "{source}");
        assert_eq!(source.matches("l::store_joined(").count(), 2, "{source}");
        for other in [
            "pub fn f<N>(x: [u8; N]) -> [bool; N] { x > 0 }",
            "pub fn f<N>(x: [f64; N]) -> ([bool; N], [f64; N]) { (x > 0, x + 1) }",
            "pub fn f<N>(x: [f64; N], y: &mut [bool; N]) { y &= x > 0; }",
        ] {
            assert!(!emitted(other).contains("join_bool"), "{other}");
        }
    }
}
