//! One kernel as a `__global__` function: signature, local arrays, phases, barriers.

use super::body::Body;
use super::footprint::Footprint;
use super::helpers::Helpers;
use super::mapping::{Mapping, Strategy, constant, inner_points};
use super::names::c_type;
use super::shared::{Places, last_sums};
use super::{patch, rounds, terms, tile};
use crate::emit::text::add_line;
use crate::schedule::kernel::{Access, Extent, KernelIr, Loop, Phase};

/// The number of threads that a multiprocessor should be able to hold. It is small, so that each thread may have 128
/// registers. Without a bound, ptxas aims at so many threads that it spills registers.
const RESIDENT_THREADS: u32 = 512;
/// Kernels with more values than this (systems of equations) may have twice the registers.
const MANY_VALUES: usize = 256;
/// The parameter of a kernel for some rows that is the first of them.
const FROM_ROW: &str = "from_row";

pub(super) fn emit(
    name: &str,
    kernel: &KernelIr,
    mapping: &Mapping,
    helpers: &mut Helpers,
) -> String {
    if let Strategy::Rows { sharing } = mapping.strategy {
        return super::rows::emit(name, kernel, mapping, sharing, helpers);
    }
    let mut out = signature(name, kernel, mapping);
    if let Some(routine) = &kernel.routine {
        out.push_str(&super::routine::body(kernel, routine, helpers));
        out.push_str("}\n");
        return out;
    }
    let waits = matches!(mapping.strategy, Strategy::Shared { waits: true, .. });
    let places = Places::of(kernel, waits);
    match mapping.strategy {
        Strategy::Shared { stride, .. } => out.push_str(&shared_locals(kernel, &places, stride)),
        Strategy::Registers | Strategy::LocalMemory => {
            for (k, local) in kernel.locals.iter().enumerate() {
                add_line!(&mut out, "    {} local{k}[{}];", c_type(local.dtype), local.len.max(1));
            }
        }
        Strategy::Flat | Strategy::Rows { .. } => {}
        Strategy::Terms(shared) => {
            out.push_str(&terms::body(kernel, mapping, shared, helpers));
            out.push_str("}\n");
            return out;
        }
        Strategy::Tiles(_) => {
            out.push_str(&tile::body(kernel, mapping, helpers));
            out.push_str("}\n");
            return out;
        }
        Strategy::Patches => {
            out.push_str(&patch::body(kernel, mapping, helpers));
            out.push_str("}\n");
            return out;
        }
    }
    let points = product(None, &parallel_loops(kernel));
    let per_block = mapping.points_per_block;
    add_line!(&mut out, "    const long long points = {points};");

    let one_thread_per_point = match mapping.strategy {
        Strategy::Registers | Strategy::LocalMemory => true,
        Strategy::Flat => kernel.phases.iter().all(|p| p.loops.is_empty()),
        Strategy::Shared { .. }
        | Strategy::Terms(_)
        | Strategy::Tiles(_)
        | Strategy::Patches
        | Strategy::Rows { .. } => false,
    };
    if one_thread_per_point {
        // Where the threads of a block are registers' only limit, blocks of fewer threads run the same code.
        let per_block = match takes_any_block(mapping) {
            true => "blockDim.x".to_string(),
            false => per_block.to_string(),
        };
        add_line!(
            &mut out,
            "    const long long point = (long long)blockIdx.x * {per_block} + threadIdx.x;
    if (point >= points) return;"
        );
        let several = kernel.phases.len() > 1;
        for phase in &kernel.phases {
            let mut body = Body::new(kernel, mapping, phase, helpers);
            if several {
                body.open("{");
            }
            decode(&mut body, "point", "long long", &parallel_loops(kernel));
            for l in &phase.loops {
                body.open_loop(l);
            }
            body.statements(&phase.body);
            for _ in &phase.loops {
                body.close();
            }
            if several {
                body.close();
            }
            out.push_str(&body.finish());
        }
        out.push_str("}\n");
        return out;
    }

    add_line!(&mut out, "    const long long first = (long long)blockIdx.x * {per_block};");
    if let Strategy::Shared { stride: 2.., .. } = mapping.strategy {
        add_line!(
            &mut out,
            "    const unsigned int lane = threadIdx.x % {per_block};
    const unsigned int group = threadIdx.x / {per_block};
    const unsigned int last = points - first < {per_block} ? (unsigned int)(points - first) - 1 : {};",
            per_block - 1
        );
    }
    let (mut pending, mut written) = (Footprint::default(), rounds::Written::default());
    let last_sums = last_sums(kernel).filter(|_| waits);
    for (k, phase) in kernel.phases.iter().enumerate() {
        if inner_points(phase) == Some(0) {
            continue;
        }
        let footprint = Footprint::of(kernel, phase).with_places(&places);
        if footprint.conflicts(&pending) {
            out.push_str("    __syncthreads();\n");
            pending = Footprint::default();
        }
        pending.merge(footprint);
        if rounds::are_known(mapping, phase) {
            out.push_str(&rounds::phase(
                kernel,
                mapping,
                phase,
                last_sums == Some(k),
                &mut written,
                helpers,
            ));
            continue;
        }
        written.by(phase, true);
        let mut body = Body::new(kernel, mapping, phase, helpers);
        items(&mut body, kernel, mapping, phase);
        body.statements(&phase.body);
        body.close();
        out.push_str(&body.finish());
    }
    out.push_str("}\n");
    out
}

/// Whether the code of a kernel is for blocks of any number of threads, up to that of the mapping.
pub(super) fn takes_any_block(mapping: &Mapping) -> bool {
    matches!(mapping.strategy, Strategy::Registers | Strategy::Patches)
}

/// Whose parameters they are.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A kernel's of its own.
    Kernel,
    /// A function's that does a part of a kernel.
    Part,
    /// A kernel's that does several launches. One of them may write what another one reads.
    Joined,
}

/// The types and the names of the parameters of a kernel.
pub(super) fn parameters(kernel: &KernelIr, form: Form) -> Vec<(String, String)> {
    let mut parameters = Vec::new();
    for (k, buffer) in kernel.buffers.iter().enumerate() {
        let element = if buffer.index { "int" } else { c_type(buffer.dtype) };
        let constness = if buffer.access == Access::Read { "const " } else { "" };
        let alone = if form == Form::Joined { "" } else { " __restrict__" };
        parameters.push((format!("{constness}{element}*{alone}"), format!("b{k}")));
    }
    for (k, scalar) in kernel.scalars.iter().enumerate() {
        parameters.push((format!("const {}", c_type(*scalar)), format!("s{k}")));
    }
    let number = |name| ("const long long".to_string(), name);
    parameters.extend((0..kernel.sizes).map(|k| number(format!("n{k}"))));
    parameters.extend((0..kernel.parallel.len()).map(|k| number(format!("m{k}"))));
    parameters.extend(kernel.some_rows.then(|| number(FROM_ROW.to_string())));
    parameters
}

/// The number of blocks that a multiprocessor should be able to hold.
pub(super) fn resident_blocks(threads: u32) -> u32 {
    ((RESIDENT_THREADS + threads / 2) / threads).max(1)
}

pub(super) fn signature(name: &str, kernel: &KernelIr, mapping: &Mapping) -> String {
    let parameters = parameters(kernel, Form::Kernel);
    let parameters: Vec<String> = parameters.iter().map(|p| format!("{} {}", p.0, p.1)).collect();
    let parameters = if parameters.is_empty() {
        String::new()
    } else {
        format!("\n    {}", parameters.join(",\n    "))
    };
    // So may threads that do several items at once.
    let several = matches!(mapping.strategy, Strategy::Shared { .. });
    let many = several || kernel.value_count() > MANY_VALUES;
    let resident = if many { RESIDENT_THREADS / 2 } else { RESIDENT_THREADS };
    format!(
        "extern \"C\" __global__ void __launch_bounds__({}, {}) {name}({parameters}) {{\n",
        mapping.threads,
        ((resident + mapping.threads / 2) / mapping.threads).max(1)
    )
}

/// Declares local arrays in the shared memory of a block.
fn shared_locals(kernel: &KernelIr, places: &Places, stride: u32) -> String {
    let mut out = "    ARRAY_FN_SHARED(shared);\n".to_string();
    for (k, local) in kernel.locals.iter().enumerate() {
        let (element, offset) = (c_type(local.dtype), places.offsets[k] * i64::from(stride));
        add_line!(&mut out, "    {element}* const local{k} = ({element}*)(shared + {offset});");
    }
    out
}

/// The product of a number, if there is one, and the loops' extents.
///
/// C++ multiplies from the left. Literals that fit are of type `int`, and so is their product, which may not fit. If it
/// does not, the first literal is written as a `long long`.
pub(super) fn product(number: Option<i64>, loops: &Loops) -> String {
    let extents = loops.iter().map(|(_, extent)| extent.clone());
    let mut factors: Vec<String> =
        number.map(|n| n.to_string()).into_iter().chain(extents).collect();
    let mut literals = factors.iter().map_while(|factor| factor.parse::<i32>().ok());
    let fits = literals.try_fold(1i32, |product, n| product.checked_mul(n)).is_some();
    match factors.first_mut() {
        Some(first) if !fits => first.push_str("LL"),
        Some(_) => {}
        None => factors.push("1".to_string()),
    }
    factors.join(" * ")
}

/// Opens the loop in which the threads of a block share out the inner points of the phase, for all points of the block.
/// Binds the loop variables.
fn items(body: &mut Body, kernel: &KernelIr, mapping: &Mapping, phase: &Phase) {
    let per_block = mapping.points_per_block as i64;
    let inner = inner_points(phase);
    let step = mapping.threads;
    let inner_count = product(None, &inner_loops(phase));
    let shared = matches!(mapping.strategy, Strategy::Shared { .. });
    let (count, index) = match inner {
        Some(n) if n.saturating_mul(per_block) < i64::from(i32::MAX) => {
            (format!("{}", n * per_block), "unsigned int")
        }
        _ => (product(Some(per_block), &inner_loops(phase)), "long long"),
    };
    body.open(&format!("for ({index} item = threadIdx.x; item < {count}; item += {step}) {{"));
    let (place, rest) = match inner {
        _ if shared => (format!("item % {per_block}"), Some(format!("item / {per_block}"))),
        Some(1) => ("item".to_string(), None),
        Some(n) => (format!("item / {n}"), Some(format!("item % {n}"))),
        None => (format!("item / ({inner_count})"), Some(format!("item % ({inner_count})"))),
    };
    if shared {
        body.line(&format!("const unsigned int lane = {place};"));
        body.line("const long long point = first + lane;");
    } else {
        body.line(&format!("const long long point = first + {place};"));
    }
    body.line("if (point >= points) continue;");
    match rest {
        Some(rest) => {
            body.line(&format!("const {index} inner = {rest};"));
            decode(body, "inner", index, &inner_loops(phase));
        }
        None => decode(body, "0", index, &inner_loops(phase)),
    }
    decode(body, "point", "long long", &parallel_loops(kernel));
}

/// Loops with their extents as C++ expressions.
pub(super) type Loops<'a> = Vec<(&'a Loop, String)>;

pub(super) fn inner_loops(phase: &Phase) -> Loops<'_> {
    phase.loops.iter().map(|l| (l, extent(l.extent))).collect()
}

/// The parallel loops with their extents. An extent that is a constant of the kernel is written as that constant, not
/// as a parameter.
pub(super) fn parallel_loops(kernel: &KernelIr) -> Loops<'_> {
    let extent = |(k, l)| (l, constant(l).map_or(format!("m{k}"), |n| format!("{n}LL")));
    kernel.parallel.iter().enumerate().map(extent).collect()
}

/// What is added to the index of a parallel loop, which counts from the first point of a launch.
pub(super) fn from_row(kernel: &KernelIr, l: &Loop) -> String {
    let rows = kernel.parallel.first().filter(|_| kernel.some_rows);
    if rows.is_some_and(|rows| rows.var == l.var) {
        format!("{FROM_ROW} + ")
    } else {
        String::new()
    }
}

/// Splits a flat index into the variables of nested loops, the last one running fastest.
pub(super) fn decode(body: &mut Body, flat: &str, index: &str, loops: &Loops) {
    let mut rest = flat.to_string();
    for (k, (l, extent)) in loops.iter().enumerate().rev() {
        let var = body.bind(l.var);
        let from = from_row(body.kernel(), l);
        if constant(l) == Some(1) || flat == "0" {
            body.line(&format!("const long long {var} = {from}0;"));
        } else if loops[..k].iter().all(|(l, _)| constant(l) == Some(1)) {
            body.line(&format!("const long long {var} = {from}{rest};"));
        } else {
            body.line(&format!("const long long {var} = {from}{rest} % {extent};"));
            let next = format!("{flat}_{k}");
            body.line(&format!("const {index} {next} = {rest} / {extent};"));
            rest = next;
        }
    }
}

/// The extent of a loop that starts at 0.
pub(super) fn extent(extent: Extent) -> String {
    match extent {
        Extent::Const(n) => n.to_string(),
        Extent::Size(k) => format!("n{k}"),
        Extent::Range { .. } => unreachable!("only reductions run over ranges"),
    }
}
