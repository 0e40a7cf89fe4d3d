//! Combinations of many elements by segments, as chains of kernels. A radix sort brings the positions of each segment
//! together, in their order. Then there is one thread for each column of each segment of a part, which combines the
//! elements in that order. So results are those of a plain loop.

use super::chain::{
    Formula, Stages, constant, divided_up, number, quotient_up, read, size, stage, times, within,
    written,
};
use super::radix::{self, Keys, Rows, Turns};
use super::{Helpers, THREADS};
use crate::dag::{DType, Reduce};
use crate::emit::cuda::expression::{self, Expression, OperandFacts};
use crate::emit::cuda::names::c_type;
use crate::plan::StageArgument::{Buffer, Number, Scratch};
use crate::plan::{Chain, Stage};

/// The most bytes of a segment's number. Positions are the other half of 64 bits.
const MOST_BYTES: u32 = 4;

/// A combination of values of a dtype by indices.
pub(super) struct Combined {
    pub(super) op: Reduce,
    pub(super) dtype: DType,
    pub(super) index: DType,
}

impl Combined {
    /// The chains, for segments whose numbers have one byte, and more.
    pub(super) fn chains(&self, stages: &mut Stages, helpers: &mut Helpers) -> Vec<Chain> {
        let bytes = 1..=MOST_BYTES;
        bytes.map(|bytes| self.chain(bytes, stages, helpers)).collect()
    }

    fn chain(&self, bytes: u32, stages: &mut Stages, helpers: &mut Helpers) -> Chain {
        let rows = Rows { n: size(0), rows: constant(1) };
        // The number after the last segment is that of elements without any.
        let most = (1i64 << (8 * bytes)) - 1;
        let keys = Keys { dtype: DType::U32, descending: false };
        let turns = [
            Turns { last: Scratch(3), other: Scratch(2) },
            Turns { last: Scratch(4), other: Scratch(5) },
        ];
        // The first pass writes the other memory.
        let from = if bytes.is_multiple_of(2) { Scratch(3) } else { Scratch(2) };
        let mut all = vec![self.numbers(&from, stages)];
        all.extend(keys.both(bytes, from, turns, &rows, stages, helpers));
        all.push(self.combine(stages, helpers));
        let pieces = if bytes == 1 { 3 } else { 4 };
        let scratch = rows.counts().into_iter().chain((0..pieces).map(|_| rows.bytes(4))).collect();
        let columns = within(2, 1, i64::MAX);
        Chain { suits: vec![radix::long(), within(1, 1, most), columns], scratch, stages: all }
    }

    /// The stage that writes the number of each element's segment, of 32 bits.
    fn numbers(&self, to: &crate::plan::StageArgument, stages: &mut Stages) -> Stage {
        let buffers = [read(c_type(self.index), "b0"), written("unsigned int", "b1")];
        let parameters: Vec<String> =
            buffers.into_iter().chain(["n", "segments"].map(number)).collect();
        let name = stages.name(&format!("segments_{}", self.index), &parameters, || {
            format!(
                "    const long long at = blockIdx.x * {THREADS}LL + threadIdx.x;
    if (at >= n) return;
    const long long segment = (long long)b0[at];
    b1[at] = (unsigned int)(segment >= 0 && segment < segments ? segment : segments);
"
            )
        });
        let arguments = vec![Buffer(0), to.clone(), Number(size(0)), Number(size(1))];
        stage(name, 0, divided_up(&size(0), THREADS), arguments)
    }

    /// The stage that combines the elements of each segment.
    fn combine(&self, stages: &mut Stages, helpers: &mut Helpers) -> Stage {
        let c = c_type(self.dtype);
        let facts = OperandFacts { dtype: self.dtype, index: false, right: None };
        let [so_far, value] = ["so_far", "x"].map(Expression::primary);
        let next = expression::binary(self.op.combine(), facts, &so_far, &value, helpers).text;
        let none = Expression::constant(self.op.identity(self.dtype)).text;
        let buffers = [
            read("unsigned int", "numbers"),
            read("unsigned int", "positions"),
            read(c, "b1"),
            written(c, "b2"),
        ];
        let numbers = ["n", "segments", "columns", "length", "points"].map(number);
        let parameters: Vec<String> = buffers.into_iter().chain(numbers).collect();
        let name = format!("combine_{}_{}", format!("{:?}", self.op).to_lowercase(), self.dtype);
        let name = stages.name(&name, &parameters, || {
            format!(
                "    const long long at = blockIdx.x * {THREADS}LL + threadIdx.x;
    if (at >= points) return;
    const long long point = at / columns;
    const long long column = at - point * columns;
    const long long part = point / segments;
    const unsigned long long segment = (unsigned long long)(point - part * segments) << 32;
    // The first element of the segment in this part, and the first one after these.
    long long bounds[2];
    #pragma unroll
    for (int k = 0; k < 2; ++k) {{
        const unsigned long long bound = segment + (unsigned long long)((part + k) * length);
        long long low = k == 0 ? 0 : bounds[0];
        long long high = n;
        while (low < high) {{
            const long long middle = low + (high - low) / 2;
            if (((unsigned long long)numbers[middle] << 32 | positions[middle]) < bound) low = middle + 1;
            else high = middle;
        }}
        bounds[k] = low;
    }}
    {c} so_far = {none};
    long long k = bounds[0];
    for (; k + 4 <= bounds[1]; k += 4) {{
        {c} four[4];
        #pragma unroll
        for (int i = 0; i < 4; ++i) four[i] = b1[positions[k + i] * columns + column];
        #pragma unroll
        for (int i = 0; i < 4; ++i) {{
            const {c} x = four[i];
            so_far = {next};
        }}
    }}
    for (; k < bounds[1]; ++k) {{
        const {c} x = b1[positions[k] * columns + column];
        so_far = {next};
    }}
    b2[at] = so_far;
"
            )
        });
        let columns = size(2);
        let points = times(&times(&size(3), &size(1)), &columns);
        let numbers = [size(0), size(1), columns, self.length(), points.clone()].map(Number);
        let buffers = [Scratch(3), Scratch(4), Buffer(1), Buffer(2)];
        let arguments = buffers.into_iter().chain(numbers).collect();
        stage(name, 0, divided_up(&points, THREADS), arguments)
    }

    /// The number of elements of a part.
    fn length(&self) -> Formula {
        quotient_up(&size(0), &size(3))
    }
}
