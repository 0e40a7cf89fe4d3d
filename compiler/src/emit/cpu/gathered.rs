//! Lets kernels that gather from large arrays ask early for what they read in order.
//!
//! Processors find arrays that are read in order by themselves, but less so while a kernel gathers from an array that the
//! cache of its core does not hold. Its places would then come late, and with them all that is gathered.

use super::Emitter;
use super::ahead::is_pure;
use super::analysis::Offset;
use super::far::{self, Far, stored};
use super::order::Order;
use super::value::Tile;
use crate::hash::HashMap;
use crate::schedule::kernel::Access;
use crate::schedule::steps;

impl Emitter<'_> {
    /// The code that asks for what a later turn reads in order, for kernels without loops that gather.
    pub(super) fn ask_beside_gathers(&mut self) -> String {
        let kernel = self.kernel;
        let is_plain = self.analysis.order == Order::Points && !self.analysis.one_lane;
        if !is_plain || kernel.has_loops() || !self.gathers() {
            return String::new();
        }
        let body = std::mem::take(&mut self.out);
        self.scopes.push(HashMap::default());
        let tile = Tile { depends: &[], copy: 0 };
        let mut asked = String::new();
        for (buffer, offset) in far::loads(kernel, &self.analysis, stored(kernel)) {
            asked += &format!("l::fetch({});\n", self.pointer(buffer, offset, &tile));
        }
        self.scopes.pop();
        let places = std::mem::replace(&mut self.out, body);
        // Kernels whose results pass the caches ask anyway.
        let asks = match self.far {
            Some(Far::Streams { .. }) => "!FAR && ",
            _ => "",
        };
        format!("if {asks}W > 1 && a.gathers {{\n{places}{asked}}}\n")
    }

    /// Whether a lane reads an element at a place that was read from memory.
    fn gathers(&self) -> bool {
        let kernel = self.kernel;
        steps::loads(kernel, stored(kernel)).into_iter().any(|(_, buffer, offset)| {
            kernel.buffers[buffer as usize].access == Access::Read
                && matches!(self.analysis.offset(kernel, offset), Offset::Other)
                && !is_pure(kernel, offset)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    /// Whether a kernel asks beside its gathers.
    fn asks(source: &str) -> bool {
        emitted(source).contains("W > 1 && a.gathers {")
    }

    #[test]
    fn kernels_that_gather_ask_for_what_they_read_in_order() {
        assert!(asks(
            "pub fn f<N, M>(x: [f64; N, 4], i: [index<N>; M], j: [index<N>; M]) -> [bool; M] {
                all(x[i] < x[j], axis=1)
            }"
        ));
        assert!(asks("pub fn f<N, M>(x: [f64; N], i: [index<N>; M]) -> [f64; M] { 2 * x[i] }"));
        assert!(!asks("pub fn f<N>(x: [f64; N]) -> [f64; 3 * N] { 2 * repeat(x, 3) }"));
        assert!(!asks("pub fn f<N>(x: [f64; N], y: [f64; N]) -> [f64; N] { x + y }"));
    }
}
