//! How the threads that share the terms of a point make their accumulators one, which all of them have then.
//!
//! They are combined in an order that depends on the number of threads alone, so all threads have the same bits.

use super::expression::Expression;
use super::mapping::Neighbours;
use super::names::c_type;
use crate::dag::{DType, Reduce};
use crate::schedule::kernel::Accumulator;

/// The threads of a warp, which exchange values without memory.
pub(super) const WARP: u32 = 32;
/// So many threads of a column add up what all of them have; then each adds up what these have.
const FAN: u32 = 16;
/// The widest accumulator.
const WIDEST: u32 = 8;

/// The shared memory in which the threads of a block meet, if the widest accumulator has so many bytes.
pub(super) fn shared_bytes(threads: u32, neighbours: Neighbours, bytes: i64) -> u32 {
    match neighbours {
        Neighbours::Terms => 2 * area(threads),
        Neighbours::Points => threads * bytes as u32,
    }
}

/// The bytes for a value of each warp.
fn area(threads: u32) -> u32 {
    threads / WARP * WIDEST
}

/// An accumulator that threads make one.
pub(super) struct Meeting<'a> {
    pub accumulator: &'a Accumulator,
    pub dtype: DType,
    pub neighbours: Neighbours,
    /// Of a block.
    pub threads: u32,
    /// How many accumulators of the phase come before it.
    pub before: u32,
    /// Whether no other accumulator of the phase follows.
    pub last: bool,
}

impl Meeting<'_> {
    /// The statement. `combined` writes the combination of two expressions.
    pub(super) fn text(&self, combined: &mut dyn FnMut(&str, &str) -> String) -> String {
        match self.neighbours {
            Neighbours::Terms => self.rows(combined),
            Neighbours::Points => self.columns(combined),
        }
    }

    /// Neighbouring threads: those of a warp exchange values at growing distances. Where there are several warps, each
    /// thread then combines what these have.
    fn rows(&self, combined: &mut dyn FnMut(&str, &str) -> String) -> String {
        let (c, t) = (c_type(self.dtype), format!("t{}", self.accumulator.id.0));
        let exchanged = format!("__shfl_xor_sync(0xffffffffu, {t}, k)");
        let pair = if self.depends_on_order() {
            // Of zeros with different signs, the threads would otherwise take different ones.
            format!(
                "const bool upper = threadIdx.x & k;
            const {c} other = {exchanged}, left = upper ? other : {t}, right = upper ? {t} : other;
            {t} = {};",
                combined("left", "right")
            )
        } else {
            format!(
                "const {c} other = {exchanged};
            {t} = {};",
                combined(&t, "other")
            )
        };
        // What the last accumulator but one left is no longer read: all threads have waited once more since.
        let place = self.before % 2 * area(self.threads);
        let all = combined(&t, "parts[k]");
        format!(
            "if (sharing > 1) {{
        #pragma unroll
        for (unsigned int k = 1; k < {WARP}; k *= 2) if (k < sharing) {{
            {pair}
        }}
        if (sharing > {WARP}) {{
            {c}* const parts = ({c}*)(shared + {place}) + (threadIdx.x - lane) / {WARP};
            if (lane % {WARP} == 0) parts[lane / {WARP}] = {t};
            __syncthreads();
            {t} = parts[0];
            for (unsigned int k = 1; k < sharing / {WARP}; ++k) {t} = {all};
        }}
    }}"
        )
    }

    /// Threads that are apart: each finds in shared memory what the others have.
    fn columns(&self, combined: &mut dyn FnMut(&str, &str) -> String) -> String {
        let (c, t) = (c_type(self.dtype), format!("t{}", self.accumulator.id.0));
        let identity = Expression::constant(self.accumulator.op.identity(self.dtype)).text;
        let part = "parts[k * own_points]";
        let (some, all) = (combined("some", part), combined(&t, part));
        let wait = if self.last { "" } else { "\n        __syncthreads();" };
        format!(
            "if (sharing > 1) {{
        {c}* const parts = ({c}*)shared + (threadIdx.x & (own_points - 1));
        parts[lane * own_points] = {t};
        __syncthreads();
        if (sharing > {FAN}) {{
            {c} some = {identity};
            if (lane < {FAN}) for (unsigned int k = lane; k < sharing; k += {FAN}) some = {some};
            __syncthreads();
            if (lane < {FAN}) parts[lane * own_points] = some;
            __syncthreads();
        }}
        {t} = parts[0];
        for (unsigned int k = 1; k < (sharing < {FAN} ? sharing : {FAN}); ++k) {t} = {all};{wait}
    }}"
        )
    }

    /// Whether the combination of two values may have other bits than that of the same values exchanged.
    fn depends_on_order(&self) -> bool {
        matches!(self.accumulator.op, Reduce::Min | Reduce::Max) && self.dtype.is_float()
    }
}

#[cfg(test)]
mod tests {
    use crate::compile::{check_tokens, schedule_function};
    use crate::diagnostic::Errors;
    use crate::emit::cuda;

    fn emitted(body: &str) -> String {
        let source = format!("pub fn f<M, N>(x: [f64; M, N], k: [i32; M, N]) {body}");
        let mut errors = Errors::default();
        let checked = check_tokens(source.parse().unwrap(), &mut errors);
        assert!(errors.is_empty(), "{errors:?}\n{source}");
        let function = &checked.functions[0];
        let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
        cuda::emit(&scheduled).source
    }

    #[test]
    fn threads_of_rows_exchange_values_and_wait_once() {
        let text = emitted("-> [f64; M] { sum(x, axis=1) }");
        assert_eq!(text.matches("__shfl_xor_sync").count(), 1, "{text}");
        assert_eq!(text.matches("__syncthreads").count(), 1, "{text}");
        let columns = emitted("-> [f64; N] { sum(x, axis=0) }");
        assert!(columns.contains("own_points") && !columns.contains("__shfl"), "{columns}");
    }

    /// The results of warps are in other places than those of the sum before, which some threads may still read.
    #[test]
    fn successive_sums_have_places_of_their_own() {
        let text = emitted(
            "-> ([f64; M], [f64; M], [f64; M]) { (sum(x, axis=1), sum(x * x, axis=1), sum(exp(x), axis=1)) }",
        );
        let places: Vec<&str> = text
            .match_indices("parts = (double*)(shared + ")
            .map(|(at, found)| text[at + found.len()..].split(')').next().unwrap_or_default())
            .collect();
        assert_eq!(places, ["0", "64", "0"], "{text}");
    }

    #[test]
    fn extremes_of_floats_are_taken_in_order() {
        assert!(emitted("-> [f64; M] { max(x, axis=1) }").contains("maximum_f64(left, right)"));
        assert!(!emitted("-> [i32; M] { max(k, axis=1) }").contains("left"));
        assert!(!emitted("-> [f64; M] { sum(x, axis=1) }").contains("left"));
    }
}
