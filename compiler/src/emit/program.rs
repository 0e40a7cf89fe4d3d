//! The plan of a program as Rust statics.

use super::cpu;
use super::cuda::CudaSource;
use super::explain;
use crate::check::{CheckedFunction, Instance};
use crate::dag::{Atom, DType, Foreign, Input, Routine, Size};
use crate::foreign;
use crate::hash::HashSet;
use crate::plan::{
    Compiled, Constraint, CpuKernel, Cuda, Dim, Enqueue, Kernel, Origin, Param, ParamKind, Program,
    Schedule, SourceText, Variant,
};
use crate::schedule::kernel::{Access, KernelIr, RoutineKernel, Value, ValueId};
use crate::schedule::scheduled::Scheduled;
use array_fn_plan::Writer;
use std::fmt::Write;

/// The Rust source of a function's kernels, of its `PROGRAM` and of its `FUNCTION`. It expects the names of the
/// runtime's modules in scope, and `__SOURCE` in the module around.
pub fn emit(
    function: &CheckedFunction,
    instance: &Instance,
    scheduled: Scheduled,
    cuda: CudaSource,
    compiled: Compiled,
) -> String {
    let mut s = foreign::external(&called(&scheduled));
    for (k, kernel) in scheduled.kernels.iter().enumerate() {
        s.push_str(&cpu::emit(kernel, &function_name(k)));
        s.push('\n');
    }
    if let Some(unfused) = &scheduled.unfused {
        let unfused = Writer::text(unfused, &function.dims);
        writeln!(s, "const UNFUSED: plan::Schedule = {unfused};").unwrap();
    }
    let program = program(function, instance, scheduled, cuda, compiled);
    writeln!(
        s,
        "static PROGRAM: plan::Program = {};
        #[doc(hidden)]
        // SAFETY: kernels and plan are those of one checked program, which keeps the runtime's contract.
        pub static FUNCTION: rt::Function = unsafe {{ rt::Function::new(&PROGRAM) }};",
        Writer::text(&program, &function.dims)
    )
    .unwrap();
    s
}

/// The foreign functions that the kernels call, each once.
fn called(scheduled: &Scheduled) -> Vec<Foreign> {
    let mut found: Vec<Foreign> = Vec::new();
    for kernel in &scheduled.kernels {
        if let Some(RoutineKernel { routine: Routine::Foreign(call), .. }) = &kernel.routine
            && !found.contains(&call.function)
        {
            found.push(call.function.clone());
        }
        for k in 0..kernel.value_count() {
            if let Value::Foreign { function, .. } = kernel.value(ValueId(k as u32))
                && !found.contains(function)
            {
                found.push(function.clone());
            }
        }
    }
    found
}

/// The beginning of the names of kernel `k`'s Rust functions.
fn function_name(k: usize) -> String {
    format!("k{k}")
}

/// The plan.
fn program(
    function: &CheckedFunction,
    instance: &Instance,
    scheduled: Scheduled,
    cuda: CudaSource,
    compiled: Compiled,
) -> Program {
    let constraints = constraints(function, instance);
    let kernels = scheduled.kernels.iter().zip(cuda.kernels).enumerate();
    let kernels = kernels.map(|(k, (kernel, info))| Kernel {
        name: info.name,
        cpu: CpuKernel(cpu::table(kernel, &function_name(k))),
        cuda: info.launch,
        chains: info.chains,
        alternatives: info.alternatives,
        writes: written(kernel),
        enqueue: enqueue(kernel),
        some_rows: kernel.some_rows,
    });
    let variants = scheduled.variants.into_iter().zip(cuda.joined);
    let variants = variants
        .map(|(variant, joined)| Variant { fused: Schedule { joined, ..variant.fused }, ..variant })
        .collect();
    Program {
        name: scheduled.name,
        dims: function.dims.clone(),
        explicit_dims: function.explicit_dims.iter().cloned().map(Dim).collect(),
        dim_sources: function.dim_sources.clone(),
        params: instance.dag.inputs.iter().map(param).collect(),
        results: instance.results.clone(),
        constraints,
        variants,
        ranks: scheduled.ranks.map(Dim),
        kernels: kernels.collect(),
        cuda: Cuda {
            source: cuda.source,
            only_on_cpus: cuda.only_on_cpus.unwrap_or_default(),
            ptx: compiled.ptx,
            code: compiled.code,
        },
        origin: Origin { operations: explain::operations(&instance.dag), source: SourceText },
    }
}

fn param(input: &Input) -> Param {
    let Input { name, dtype, shape, kind } = input.clone();
    let text = type_text(dtype, &kind, &shape);
    Param { name, dtype, kind, shape, text }
}

/// What puts a kernel's work on a stream, if it is a foreign function for GPUs.
fn enqueue(kernel: &KernelIr) -> Enqueue {
    let enqueue = kernel.routine.as_ref().and_then(|routine| match &routine.routine {
        Routine::Foreign(call) => call.function.enqueue(),
        _ => None,
    });
    Enqueue(enqueue)
}

/// The buffers that a kernel writes.
fn written(kernel: &KernelIr) -> Vec<u32> {
    let buffers = (0..).zip(&kernel.buffers);
    buffers.filter(|(_, buffer)| buffer.access != Access::Read).map(|(k, _)| k).collect()
}

/// The conditions on sizes. Besides those of the graph, the number of elements of each intermediate array must not
/// overflow, whether or not the array is ever stored.
///
/// Parameters and results need no such condition: parameters are in memory already, and the elements of results are
/// counted when the plan is made.
fn constraints(function: &CheckedFunction, instance: &Instance) -> Vec<Constraint> {
    let mut constraints = instance.dag.constraints.clone();
    let shapes = instance.dag.inputs.iter().map(|input| &input.shape);
    let shapes = shapes.chain(instance.results.iter().map(|result| &result.shape));
    let mut counted: HashSet<Size> = shapes.filter_map(|shape| elements(shape)).collect();
    let is_explicit = |atom: &Atom| match atom {
        Atom::Dim(name) => function.explicit_dims.iter().any(|dim| **dim == **name),
        Atom::FloorDiv(..) | Atom::Quotient(..) => false,
    };
    let may_overflow = |size: &Size| {
        size.terms().any(|(atoms, c)| atoms.len() > 1 || c > 1 && atoms.iter().any(is_explicit))
    };
    for (_, node) in instance.dag.nodes() {
        let Some(size) = elements(&node.shape).filter(may_overflow) else { continue };
        if counted.insert(size.clone()) {
            let message = format!("an intermediate array needs {size} elements");
            constraints.push(Constraint { size, message });
        }
    }
    constraints
}

/// The number of elements, unless its formula is long.
fn elements(shape: &[Size]) -> Option<Size> {
    shape.iter().try_fold(Size::one(), |elements, size| elements.short_product(size))
}

/// A type as the user wrote it, with dimensions by name.
fn type_text(dtype: DType, kind: &ParamKind, shape: &[Size]) -> String {
    let shape: Vec<_> = shape.iter().map(Size::to_string).collect();
    let shape = shape.join(", ");
    match kind {
        ParamKind::Scalar => dtype.to_string(),
        ParamKind::Array if shape.is_empty() => dtype.to_string(),
        ParamKind::Array => format!("[{dtype}; {shape}]"),
        ParamKind::ArrayMut => format!("&mut [{dtype}; {shape}]"),
        ParamKind::Index { bound } => format!("[index<{bound}>; {shape}]"),
    }
}

/// The imports that emitted statics expect in scope, besides `array_fn::__rt as rt`.
pub const PRELUDE: &str = "
    use ::core::prelude::rust_2024::*;
    use rt::plan::{self, CpuArgs, CpuFn, CpuKernel};
    use rt::plan::SizeOp::{Add as A, Const as C, Dim as D, FloorDiv as F, Mul as M_, Quotient as Q};
    use rt::lanes::{self as l, M, V};
";
