//! Comparing executors: arguments for any program, and results up to rounding.

use crate::HostLauncher;
use array_fn_runtime::rt::plan::{self, DType, ParamKind, Program, SizeOp};
use array_fn_runtime::rt::{
    BF16Bits, Device, DynArray, DynData, F16Bits, Function, Mode, call_dynamic, run_with,
};
use std::path::Path;

/// The values of all dimensions for every variant of a program: those that a variant pins, `e` for the
/// dimension `E`, and `other` for the rest.
pub fn dims(program: &Program, e: i64, other: i64) -> Vec<Vec<i64>> {
    let variants = program.variants.iter().map(|variant| {
        let names = program.dims.iter().enumerate();
        let dims = names.map(|(k, name)| {
            let pin = variant.pins.iter().find(|pin| usize::from(pin.0) == k);
            pin.map_or(if *name == "E" { e } else { other }, |pin| pin.1)
        });
        dims.collect()
    });
    variants.collect()
}

/// The value of a size.
pub fn size(size: plan::Size, dims: &[i64]) -> i64 {
    let mut stack = Vec::new();
    let pop = |stack: &mut Vec<i64>| stack.pop().expect("a well-formed size");
    for op in size {
        let value = match op {
            SizeOp::Const(c) => *c,
            SizeOp::Dim(k) => dims[usize::from(*k)],
            SizeOp::Add => pop(&mut stack) + pop(&mut stack),
            SizeOp::Mul => pop(&mut stack) * pop(&mut stack),
            SizeOp::FloorDiv(k) => pop(&mut stack).div_euclid(*k),
            SizeOp::Quotient => {
                let by = pop(&mut stack).max(1);
                pop(&mut stack).div_euclid(by)
            }
        };
        stack.push(value);
    }
    pop(&mut stack)
}

/// Arguments of a program for these dimensions, the same in every run: small numbers, eighths if they
/// are floats; zeros in `i64` arrays, which may be used as indices.
pub fn arguments(program: &Program, dims: &[i64]) -> Vec<DynArray> {
    let mut state = 12345u64;
    let mut random = move |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    let one = |param: &plan::Param| {
        let shape: Vec<usize> = param.shape.iter().map(|s| size(s, dims) as usize).collect();
        let count = shape.iter().product();
        if let ParamKind::Index { bound } = param.kind {
            let bound = size(bound, dims) as usize;
            let values = (0..count).map(|_| random(bound) as i32).collect();
            return DynArray::Index { shape, values, bound };
        }
        let mut number = || random(40) as i32 - 20;
        let data = match param.dtype {
            DType::Bool => DynData::Bool((0..count).map(|_| number() > 0).collect()),
            DType::I8 => DynData::I8((0..count).map(|_| number() as i8).collect()),
            DType::I16 => DynData::I16((0..count).map(|_| number() as i16).collect()),
            DType::I32 => DynData::I32((0..count).map(|_| number()).collect()),
            DType::I64 if matches!(param.kind, ParamKind::Scalar) => {
                DynData::I64(vec![number().into()])
            }
            DType::I64 => DynData::I64(vec![0; count]),
            DType::U8 => DynData::U8((0..count).map(|_| number() as u8).collect()),
            DType::U16 => DynData::U16((0..count).map(|_| number() as u16).collect()),
            DType::U32 => DynData::U32((0..count).map(|_| number() as u32).collect()),
            DType::U64 => DynData::U64((0..count).map(|_| number() as u64).collect()),
            // Eighths below 4 are exact in both.
            DType::F16 | DType::BF16 => {
                let eighths = (0..count).map(|_| number() as f32 / 8.0);
                half_data(param.dtype, eighths)
            }
            DType::F32 => DynData::F32((0..count).map(|_| number() as f32 / 8.0).collect()),
            DType::F64 => DynData::F64((0..count).map(|_| f64::from(number()) / 8.0).collect()),
        };
        match param.kind {
            ParamKind::Scalar => DynArray::Scalar(data),
            _ => DynArray::Array { shape, data },
        }
    };
    program.params.iter().map(one).collect()
}

/// Eighths as halves: a few digits, so that the upper half of an `f32` holds them, and exponents that
/// an `f16` has.
fn half_data(dtype: DType, eighths: impl Iterator<Item = f32>) -> DynData {
    let bf16 = |x: f32| (x.to_bits() >> 16) as u16;
    // An `f16` has three digits more and an exponent that is 112 less.
    let f16 = |x: f32| match x == 0.0 {
        true => 0,
        false => {
            let magnitude = ((x.to_bits() & 0x7fff_ffff) - (112 << 23)) >> 13;
            (magnitude | x.to_bits() >> 16 & 0x8000) as u16
        }
    };
    match dtype {
        DType::F16 => DynData::F16(eighths.map(|x| F16Bits(f16(x))).collect()),
        _ => DynData::BF16(eighths.map(|x| BF16Bits(bf16(x))).collect()),
    }
}

/// Checks that results are equal up to the rounding that another order of operations brings.
///
/// # Panics
/// If they are not.
pub fn compare(got: &[DynArray], want: &[DynArray], what: &str) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (k, (got, want)) in got.iter().zip(want).enumerate() {
        let (got_shape, got_data) = parts(got);
        let (shape, data) = parts(want);
        assert_eq!(got_shape, shape, "{what}, result {k}");
        let (x, y) = match (numbers(got_data), numbers(data)) {
            (Some(x), Some(y)) => (x, y),
            _ => {
                assert_eq!(got_data, data, "{what}, result {k}");
                continue;
            }
        };
        assert_eq!(x.len(), y.len(), "{what}, result {k}");
        let largest = y.iter().filter(|y| y.is_finite()).fold(1.0f64, |m, y| m.max(y.abs()));
        let epsilon = if matches!(data, DynData::F32(_)) { 1e-5 } else { 1e-12 };
        for (e, (x, y)) in x.into_iter().zip(y).enumerate() {
            let close = x == y || x.is_nan() && y.is_nan() || (x - y).abs() <= epsilon * largest;
            assert!(close, "{what}, result {k}, element {e}: {x}, not {y}");
        }
    }
}

fn parts(array: &DynArray) -> (&[usize], &DynData) {
    match array {
        DynArray::Array { shape, data } => (shape, data),
        DynArray::Scalar(data) => (&[], data),
        DynArray::Index { .. } => panic!("an index array is no result"),
    }
}

/// Elements of a float array.
fn numbers(data: &DynData) -> Option<Vec<f64>> {
    match data {
        DynData::F32(values) => Some(values.iter().map(|x| f64::from(*x)).collect()),
        DynData::F64(values) => Some(values.clone()),
        _ => None,
    }
}

/// Runs a function's emitted CUDA kernels and the CPU executor on equal arguments, for every variant and
/// every schedule it has, with `E` from `sizes` and `other` for dimensions that no variant pins.
///
/// # Panics
/// If they disagree.
pub fn check_against_cpu(function: &'static Function, sizes: &[i64], other: i64, cache: &Path) {
    check_adjusted(function, sizes, other, cache, &|_, _| ());
}

/// [`check_against_cpu`] with arguments for which the function has a meaning: `adjust` changes each, given
/// its parameter.
///
/// # Panics
/// If they disagree.
pub fn check_adjusted(
    function: &'static Function,
    sizes: &[i64],
    other: i64,
    cache: &Path,
    adjust: &dyn Fn(&plan::Param, &mut DynArray),
) {
    let program = function.program();
    let launcher = HostLauncher::new(program, cache).unwrap_or_else(|e| panic!("{e}"));
    for dims in sizes.iter().flat_map(|e| dims(program, *e, other)) {
        let mut args = arguments(program, &dims);
        program.params.iter().zip(&mut args).for_each(|(param, arg)| adjust(param, arg));
        let explicit: Vec<usize> =
            program.explicit_dims.iter().map(|k| dims[usize::from(*k)] as usize).collect();
        let unfused = program.variants.iter().all(|variant| variant.unfused.is_some());
        let modes = [Some(Mode::Fused), unfused.then_some(Mode::Unfused)];
        for mode in modes.into_iter().flatten() {
            let what = format!("{} {dims:?} {mode:?}", program.name);
            let run = || call_dynamic(function, mode, &explicit, args.clone());
            let cpu = Device::cpu().run(run);
            // SAFETY: the launcher runs the program's own kernels.
            let cuda = unsafe { run_with(function, mode, &explicit, args.clone(), &launcher) };
            let fail = |e| panic!("{what}: {e}");
            compare(&cuda.unwrap_or_else(fail), &cpu.unwrap_or_else(fail), &what);
        }
    }
}
