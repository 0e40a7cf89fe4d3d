//! The plan of a program as Rust statics.

use super::{cpu, cuda::CudaSource};
use crate::dag::size::Atom;
use crate::dag::{Constraint, DType, Input, InputKind, Size};
use crate::schedule::cost::Cost;
use crate::schedule::kernel::{Access, Kernel};
use crate::schedule::program::{
    Contraction, DimSource, Factor, Launch, Numbers, Place, Program, ResultInfo, Role, ScalarArg,
    Schedule, Variant,
};
use std::fmt::Write;

/// The PTX of a program, as an expression of type `Option<&'static str>`.
pub type PtxExpression = String;

/// The Rust source of the kernels of `program`, of its `PROGRAM` and of its `FUNCTION`. It expects the names of the
/// runtime's modules in scope, and `__SOURCE` in the module around.
pub fn emit(program: &Program, cuda: &CudaSource, ptx: &PtxExpression, operations: &str) -> String {
    let mut s = String::new();
    for (k, kernel) in program.kernels.iter().enumerate() {
        s.push_str(&cpu::emit(kernel, &format!("k{k}")));
        s.push('\n');
    }
    let dims = Dims { names: &program.dims };
    if let Some(unfused) = &program.unfused {
        writeln!(s, "const UNFUSED: plan::Schedule = {};", schedule(unfused, &dims)).unwrap();
    }
    let explicit: Vec<_> = program.explicit_dims.iter().map(|d| dims.index(d)).collect();
    let dim_names: Vec<_> = program.dims.iter().map(|d| format!("{d:?}")).collect();
    writeln!(
        s,
        "static PROGRAM: plan::Program = plan::Program {{
            name: {:?}, dims: &[{}], explicit_dims: &{explicit:?}, dim_sources: &[{}],
            params: &[{}], results: &[{}], constraints: &[{}], variants: &[{}], kernels: &[{}],
            cuda: plan::Cuda {{ source: {:?}, ptx: {ptx} }},
            origin: plan::Origin {{ operations: {operations:?}, source: super::__SOURCE }},
        }};
        #[doc(hidden)]
        // SAFETY: kernels and plan are those of one checked program, which keeps the runtime's contract.
        pub static FUNCTION: rt::Function = unsafe {{ rt::Function::new(&PROGRAM) }};",
        program.name,
        dim_names.join(", "),
        dim_sources(program, &dims).join(", "),
        params(program, &dims).join(", "),
        results(program, &dims).join(", "),
        constraints(program, &dims).join(", "),
        variants(program, &dims).join(",\n"),
        kernels(program, cuda).join(",\n"),
        cuda.source,
    )
    .unwrap();
    s
}

fn dim_sources(program: &Program, dims: &Dims) -> Vec<String> {
    let source = |d: &DimSource| {
        format!(
            "plan::DimSource {{ dim: {}, param: {}, axis: {:?}, scale: {}, offset: {} }}",
            dims.index(&d.dim),
            d.param,
            d.axis,
            d.scale,
            dims.size(&d.offset)
        )
    };
    program.dim_sources.iter().map(source).collect()
}

fn params(program: &Program, dims: &Dims) -> Vec<String> {
    let param = |p: &Input| {
        let kind = match &p.kind {
            InputKind::Scalar => "plan::ParamKind::Scalar".to_string(),
            InputKind::Array => "plan::ParamKind::Array".to_string(),
            InputKind::ArrayMut => "plan::ParamKind::ArrayMut".to_string(),
            InputKind::Index { bound } => {
                format!("plan::ParamKind::Index {{ bound: {} }}", dims.size(bound))
            }
        };
        format!(
            "plan::Param {{ name: {:?}, dtype: {}, kind: {kind}, shape: {}, text: {:?} }}",
            p.name,
            dtype(p.dtype),
            dims.sizes(&p.shape),
            type_text(p.dtype, &p.kind, &p.shape)
        )
    };
    program.params.iter().map(param).collect()
}

fn results(program: &Program, dims: &Dims) -> Vec<String> {
    let result = |r: &ResultInfo| {
        let shape = dims.sizes(&r.shape);
        format!(
            "plan::ResultInfo {{ name: {:?}, dtype: {}, shape: {shape} }}",
            r.name,
            dtype(r.dtype)
        )
    };
    program.results.iter().map(result).collect()
}

fn constraints(program: &Program, dims: &Dims) -> Vec<String> {
    let constraint = |c: &Constraint| {
        let size = dims.size(&c.size);
        format!("plan::Constraint {{ size: {size}, message: {:?} }}", c.message)
    };
    program.constraints.iter().map(constraint).collect()
}

fn variants(program: &Program, dims: &Dims) -> Vec<String> {
    let unfused = if program.unfused.is_some() { "Some(UNFUSED)" } else { "None" };
    let variant = |v: &Variant| {
        let pins: Vec<_> =
            v.pins.iter().map(|(d, n)| format!("({}, {n})", dims.index(d))).collect();
        format!(
            "plan::Variant {{ pins: &[{}], few: &[{}], fused: {}, unfused: {unfused} }}",
            pins.join(", "),
            v.few.iter().map(|size| dims.size(size)).collect::<Vec<_>>().join(", "),
            schedule(&v.fused, dims)
        )
    };
    program.variants.iter().map(variant).collect()
}

fn kernels(program: &Program, cuda: &CudaSource) -> Vec<String> {
    let kernel = |(k, kernel): (usize, &Kernel)| {
        let info = &cuda.kernels[k];
        let written = |k: &usize| kernel.buffers[*k].access != Access::Read;
        let writes: Vec<usize> = (0..kernel.buffers.len()).filter(written).collect();
        format!(
            "plan::Kernel {{ name: {:?}, cpu: {}, cuda: plan::CudaKernel {{ threads: {},
                    points_per_block: {}, shared_bytes: {} }}, writes: &{writes:?} }}",
            info.name,
            cpu::table(kernel, &format!("k{k}")),
            info.threads,
            info.points_per_block,
            info.shared_bytes
        )
    };
    program.kernels.iter().enumerate().map(kernel).collect()
}

/// A type as the user wrote it, with dimensions by name.
pub fn type_text(dtype: DType, kind: &InputKind, shape: &[Size]) -> String {
    let shape: Vec<_> = shape.iter().map(Size::to_string).collect();
    let shape = shape.join(", ");
    match kind {
        InputKind::Scalar => dtype.to_string(),
        InputKind::Array if shape.is_empty() => dtype.to_string(),
        InputKind::Array => format!("[{dtype}; {shape}]"),
        InputKind::ArrayMut => format!("&mut [{dtype}; {shape}]"),
        InputKind::Index { bound } => format!("[index<{bound}>; {shape}]"),
    }
}

fn dtype(dtype: DType) -> &'static str {
    match dtype {
        DType::Bool => "plan::DType::Bool",
        DType::I8 => "plan::DType::I8",
        DType::I16 => "plan::DType::I16",
        DType::I32 => "plan::DType::I32",
        DType::I64 => "plan::DType::I64",
        DType::U8 => "plan::DType::U8",
        DType::U16 => "plan::DType::U16",
        DType::U32 => "plan::DType::U32",
        DType::U64 => "plan::DType::U64",
        DType::F16 => "plan::DType::F16",
        DType::BF16 => "plan::DType::BF16",
        DType::F32 | DType::C32 => "plan::DType::F32",
        DType::F64 | DType::C64 => "plan::DType::F64",
    }
}

fn schedule(schedule: &Schedule, dims: &Dims) -> String {
    let launches: Vec<_> = schedule.launches.iter().map(|l| launch(l, dims)).collect();
    let temps: Vec<_> = schedule
        .temps
        .iter()
        .map(|t| {
            let (dtype, len) = (dtype(t.dtype), dims.size(&t.len));
            // A temporary that nothing touches may share any slot.
            let slot = if t.slot == usize::MAX { 0 } else { t.slot };
            format!("plan::Temp {{ name: {:?}, dtype: {dtype}, len: {len}, slot: {slot} }}", t.name)
        })
        .collect();
    let checks: Vec<_> = schedule
        .checks
        .iter()
        .map(|c| format!("plan::Check {{ temp: {}, message: {:?} }}", c.temp, c.message))
        .collect();
    format!(
        "plan::Schedule {{ launches: &[{}], temps: &[{}], slots: {}, check_launches: {},
            checks: &[{}] }}",
        launches.join(",\n"),
        temps.join(", "),
        schedule.slots,
        schedule.check_launches,
        checks.join(", ")
    )
}

fn launch(l: &Launch, dims: &Dims) -> String {
    let buffers: Vec<_> = l
        .buffers
        .iter()
        .map(|p| match p {
            Place::Param(k) => format!("plan::Place::Param({k})"),
            Place::Result(k) => format!("plan::Place::Result({k})"),
            Place::Temp(k) => format!("plan::Place::Temp({k})"),
        })
        .collect();
    let scalars: Vec<_> = l
        .scalars
        .iter()
        .map(|s| match s {
            ScalarArg::Const(bits) => format!("plan::ScalarArg::Const({bits})"),
            ScalarArg::Param(k) => format!("plan::ScalarArg::Param({k})"),
        })
        .collect();
    format!(
        "plan::Launch {{ name: {:?}, kernel: {}, buffers: &[{}], scalars: &[{}], sizes: {},
            extents: {}, after: &{:?}, strip: {}, cost: {}, computes: &{:?}, contraction: {},
            block: {} }}",
        l.name,
        l.kernel,
        buffers.join(", "),
        scalars.join(", "),
        dims.sizes(&l.sizes),
        dims.sizes(&l.extents),
        l.after,
        l.strip.as_ref().map_or("None".into(), |strip| format!(
            "Some(plan::Strip {{ number: {}, rows: {}, step: {} }})",
            strip.number,
            dims.size(&strip.rows),
            dims.size(&strip.step)
        )),
        cost(&l.cost, dims),
        l.computes,
        l.contraction.as_ref().map_or("None".into(), |c| contraction(c, dims)),
        l.block.as_ref().map_or("None".into(), |block| format!("Some({})", dims.size(block)))
    )
}

fn cost(cost: &Cost, dims: &Dims) -> String {
    let gathers: Vec<_> = cost
        .gathers
        .iter()
        .map(|g| {
            let (array, elements) = (dims.size(&g.array), dims.size(&g.elements));
            format!("plan::Gather {{ array: {array}, elements: {elements} }}")
        })
        .collect();
    let sizes = [
        ("bytes", &cost.bytes),
        ("gathered", &cost.gathered),
        ("ops", &cost.ops),
        ("divisions", &cost.divisions),
        ("exponentials", &cost.exponentials),
        ("transcendentals", &cost.transcendentals),
        ("strided", &cost.strided),
    ];
    let sizes = sizes.into_iter().filter(|(_, size)| !size.is_zero());
    let mut fields: Vec<_> =
        sizes.map(|(name, size)| format!("{name}: {}", dims.size(size))).collect();
    if !gathers.is_empty() {
        fields.push(format!("gathers: &[{}]", gathers.join(", ")));
    }
    fields.push("..plan::Cost::NONE".into());
    format!("plan::Cost {{ {} }}", fields.join(", "))
}

fn contraction(c: &Contraction, dims: &Dims) -> String {
    let factor = |f: &Factor| {
        let (buffer, offset) = (f.buffer, dims.size(&f.offset));
        format!("plan::Factor {{ buffer: {buffer}, offset: {offset} }}")
    };
    let axes: Vec<_> = c
        .axes
        .iter()
        .map(|axis| {
            let role = match axis.role {
                Role::Batch => "Batch",
                Role::M => "M",
                Role::N => "N",
                Role::K => "K",
            };
            format!(
                "plan::ContractionAxis {{ role: plan::Role::{role}, extent: {}, left: {},
                    right: {}, out: {} }}",
                dims.size(&axis.extent),
                dims.size(&axis.left),
                dims.size(&axis.right),
                dims.size(&axis.out)
            )
        })
        .collect();
    let numbers = match c.numbers {
        Numbers::Real => "Real",
        Numbers::Complex => "Complex",
    };
    format!(
        "Some(plan::Contraction {{ dtype: {}, numbers: plan::Numbers::{numbers}, left: {},
            right: {}, out: {}, axes: &[{}] }})",
        dtype(c.dtype),
        factor(&c.left),
        factor(&c.right),
        c.out,
        axes.join(", ")
    )
}

struct Dims<'a> {
    names: &'a [String],
}

impl Dims<'_> {
    fn index(&self, name: &str) -> usize {
        self.names.iter().position(|n| n == name).expect("a declared dimension")
    }

    fn sizes(&self, sizes: &[Size]) -> String {
        let sizes: Vec<_> = sizes.iter().map(|s| self.size(s)).collect();
        format!("&[{}]", sizes.join(", "))
    }

    fn size(&self, size: &Size) -> String {
        let mut ops = Vec::new();
        self.postfix(size, &mut ops);
        format!("&[{}]", ops.join(", "))
    }

    fn postfix(&self, size: &Size, ops: &mut Vec<String>) {
        let mut first = true;
        for (atoms, c) in size.terms() {
            let mut factors = 0;
            if c != 1 || atoms.is_empty() {
                ops.push(format!("C({c})"));
                factors += 1;
            }
            for atom in atoms {
                match atom {
                    Atom::Dim(name) => ops.push(format!("D({})", self.index(name))),
                    Atom::FloorDiv(inner, k) => {
                        self.postfix(inner, ops);
                        ops.push(format!("F({k})"));
                    }
                    Atom::Quotient(a, b) => {
                        self.postfix(a, ops);
                        self.postfix(b, ops);
                        ops.push("Q".into());
                    }
                }
                factors += 1;
                if factors > 1 {
                    ops.push("M_".into());
                }
            }
            if !first {
                ops.push("A".into());
            }
            first = false;
        }
        if first {
            ops.push("C(0)".into());
        }
    }
}

/// The imports that emitted statics expect in scope, besides `array_fn::__rt as rt`.
pub const PRELUDE: &str = "
    use ::core::prelude::rust_2024::*;
    use rt::plan::{self, CpuArgs, CpuFn, CpuKernel};
    use rt::plan::SizeOp::{Add as A, Const as C, Dim as D, FloorDiv as F, Mul as M_, Quotient as Q};
    use rt::lanes::{self as l, M, V};
";
