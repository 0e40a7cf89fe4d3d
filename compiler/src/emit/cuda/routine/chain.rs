//! Chains: kernels that do the work of a routine together where its rows are too long for a block.

use super::THREADS;
use crate::plan::{Stage, StageArgument, Within};
use array_fn_plan::SizeOp;
use std::collections::{BTreeMap, HashSet};

/// A number over the sizes and the extents of a launch.
pub(super) type Formula = Vec<SizeOp>;

/// The stages of a source. Routines share those that do the same.
#[derive(Debug)]
pub(in crate::emit::cuda) struct Stages {
    /// What all names begin with.
    prefix: String,
    /// The text of each stage, by its name.
    texts: BTreeMap<String, String>,
    /// Whether blocks of some stage wait for each other.
    has_flags: bool,
}

/// Flags by which a block waits for what others have written. What a thread wrote before it sets a flag is there for the
/// threads that have seen the flag. A host compiler can be given other definitions.
const FLAGS: &str = "
#ifndef ARRAY_FN_FLAGS
static __device__ inline void raise_flag(unsigned int* flag, unsigned int value) {
    __threadfence();
    *(volatile unsigned int*)flag = value;
}

static __device__ inline void await_flag(const unsigned int* flag, unsigned int value) {
    while (*(const volatile unsigned int*)flag < value) {}
    __threadfence();
}
#endif
";

impl Stages {
    /// The stages of a program. Their names differ from those of its kernels.
    pub(in crate::emit::cuda) fn new<'a>(
        program: &str,
        kernels: impl Iterator<Item = &'a str>,
    ) -> Stages {
        let kernels: HashSet<&str> = kernels.collect();
        let mut prefix = format!("{program}__stage_");
        while kernels.iter().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        Stages { prefix, texts: BTreeMap::new(), has_flags: false }
    }

    /// The name of a stage of [`THREADS`] threads, whose parameters and body are written unless it is known.
    pub(super) fn name(
        &mut self,
        name: &str,
        parameters: &[String],
        body: impl FnOnce() -> String,
    ) -> String {
        self.name_resident(name, parameters, 2, body)
    }

    /// The same for a stage of which at least so many blocks fit a multiprocessor, as far as registers go.
    pub(super) fn name_resident(
        &mut self,
        name: &str,
        parameters: &[String],
        blocks: u32,
        body: impl FnOnce() -> String,
    ) -> String {
        let name = format!("{}{name}", self.prefix);
        self.texts.entry(name.clone()).or_insert_with_key(|name| {
            let parameters = parameters.join(",\n    ");
            let body = body();
            format!(
                "\nextern \"C\" __global__ void __launch_bounds__({THREADS}, {blocks}) {name}(
    {parameters}) {{\n{body}}}\n"
            )
        });
        name
    }

    /// Stages can use `raise_flag` and `await_flag` from now on.
    pub(super) fn define_flags(&mut self) {
        self.has_flags = true;
    }

    /// The texts of all stages.
    pub(in crate::emit::cuda) fn text(&self) -> String {
        let flags = if self.has_flags { FLAGS } else { "" };
        std::iter::once(flags).chain(self.texts.values().map(String::as_str)).collect()
    }
}

/// The value of size `k` of a launch, or of an extent, which follow the sizes.
pub(super) fn size(k: u32) -> Formula {
    vec![SizeOp::Dim(u16::try_from(k).expect("launches have few sizes"))]
}

pub(super) fn constant(value: i64) -> Formula {
    vec![SizeOp::Const(value)]
}

pub(super) fn times(a: &Formula, b: &Formula) -> Formula {
    [a.as_slice(), b, &[SizeOp::Mul]].concat()
}

pub(super) fn plus(a: &Formula, b: &Formula) -> Formula {
    [a.as_slice(), b, &[SizeOp::Add]].concat()
}

/// `ceil(a / by)`
pub(super) fn divided_up(a: &Formula, by: u32) -> Formula {
    let by = i64::from(by);
    [a.as_slice(), &[SizeOp::Const(by - 1), SizeOp::Add, SizeOp::FloorDiv(by)]].concat()
}

/// `ceil(a / b)`, where `b` is positive.
pub(super) fn quotient_up(a: &Formula, b: &Formula) -> Formula {
    [a.as_slice(), b, &[SizeOp::Add, SizeOp::Const(-1), SizeOp::Add], b, &[SizeOp::Quotient]]
        .concat()
}

/// A condition on size `k`.
pub(super) fn within(size: u32, least: i64, most: i64) -> Within {
    Within { size, least, most }
}

/// A stage of [`THREADS`] threads.
pub(super) fn stage(
    name: String,
    shared_bytes: u32,
    blocks: Formula,
    arguments: Vec<StageArgument>,
) -> Stage {
    Stage { name, threads: THREADS, shared_bytes, blocks, arguments }
}

/// The statements that combine what threads have in shared memory, `from`, up to each thread's own, for the first
/// `count` threads. `to` is as much memory again; the two change places. `combined` is what the values of an earlier
/// thread, `from[threadIdx.x - step]`, and `total` give.
pub(super) fn scan_of_threads(element: &str, count: &str, combined: &str) -> String {
    format!(
        "    for (unsigned int step = 1; step < {count}; step *= 2) {{
        {element} total = from[threadIdx.x];
        if (threadIdx.x >= step) total = {combined};
        to[threadIdx.x] = total;
        __syncthreads();
        {element}* const other = from;
        from = to;
        to = other;
    }}
"
    )
}

/// [`scan_of_threads`] of sums of integers.
pub(super) fn sums_of_threads(element: &str, count: &str) -> String {
    scan_of_threads(element, count, "from[threadIdx.x - step] + total")
}

/// A pointer parameter that is only read.
pub(super) fn read(c: &str, name: &str) -> String {
    format!("const {c}* __restrict__ {name}")
}

/// A pointer parameter that is written.
pub(super) fn written(c: &str, name: &str) -> String {
    format!("{c}* __restrict__ {name}")
}

/// A `long long` parameter.
pub(super) fn number(name: &str) -> String {
    format!("const long long {name}")
}
