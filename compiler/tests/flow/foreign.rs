//! Foreign functions in graphs and schedules.

use crate::agree::run_judged;
use crate::{f64s, integer};
use array_fn_compiler::dag::interpret::Tensor;
use array_fn_compiler::dag::{Const, Foreign};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::schedule::kernel::{KernelIr, Value, ValueId};
use array_fn_compiler::{check_tokens, schedule_function};

/// What interpreters compute in place of the C functions of the tests.
fn judge(function: &Foreign) {
    // Equal calls share a function, which may be met again.
    let _ = match function.name.as_str() {
        "fdim" => function.judge.set(|x| Const::f64((x[0].to_f64() - x[1].to_f64()).max(0.0))),
        "ldexp" => function.judge.set(|x| {
            let n = x[1].to_i128().unwrap_or(0);
            Const::f64(x[0].to_f64() * 2f64.powi(n as i32))
        }),
        "modf" => function.judge.set(match function.which {
            Some(0) => |x| Const::f64(x[0].to_f64().fract()),
            _ => |x| Const::f64(x[0].to_f64().trunc()),
        }),
        _ => Ok(()),
    };
    let _ = function.array_judge.set(match function.name.as_str() {
        "turned" => |operands, _, elements| {
            // The array from back to front, times a number.
            let [x, factor] = operands else { panic!("{operands:?}") };
            assert_eq!(x.len(), elements);
            x.iter().rev().map(|x| Const::f64(x.to_f64() * factor[0].to_f64())).collect()
        },
        "split" => |operands, result, elements| {
            // The numbers at even positions, those at odd ones, and how many there are.
            let [x] = operands else { panic!("{operands:?}") };
            match result {
                2 => vec![Const::i64(x.len() as i64); elements],
                _ => x.iter().copied().skip(result).step_by(2).take(elements).collect(),
            }
        },
        _ => |_, _, elements| (0..elements as i64).map(Const::i64).collect(),
    });
}

fn run(source: &str, dims: &[(&str, i64)], args: &[Tensor]) -> Vec<Tensor> {
    run_judged(source, &judge, dims, args).unwrap().results
}

#[test]
fn they_are_applied_to_elements() {
    let source = "unsafe extern \"<math.h>\" fn fdim(x: f64, y: f64) -> f64;
    unsafe extern \"<math.h>\" fn ldexp(x: f64, n: i32) -> f64;
    pub fn f<N>(x: [f64; N], n: i64) -> ([f64; N], f64) {
        (fdim(x, 1) + ldexp(x, n as i32), sum(fdim(2.0, x)))
    }";
    let x = f64s(&[0.5, 3.0, -1.0]);
    let want = [f64s(&[1.0, 8.0, -2.0]), Tensor::scalar(Const::f64(4.5))];
    assert_eq!(run(source, &[("N", 3)], &[x, integer(1)]), want);
}

#[test]
fn they_take_whole_arrays() {
    let source = "unsafe extern \"<math.h>\" fn turned<N>(x: [f64; N], factor: f64) -> [f64; N];
    pub fn f<N>(x: [f64; N + 1], n: i64) -> ([f64; N], [f64; N]) {
        let mut y = x[1..];
        for k in 0..n { y = turned(y, 2) + k as f64; }
        (turned(x[..-1] + 1.0, 0.5), y)
    }";
    let x = f64s(&[1.0, 2.0, 4.0, 8.0]);
    let want = [f64s(&[2.5, 1.5, 1.0]), f64s(&[9.0, 17.0, 33.0])];
    assert_eq!(run(source, &[("N", 3)], &[x, integer(2)]), want);
}

/// Each result of a function of scalars, and all or one of those of a function of arrays, in a loop, too, and read by
/// checks.
#[test]
fn they_have_several_results() {
    let source = "unsafe extern \"<math.h>\" fn modf(x: f64) -> (f64, f64);
    unsafe extern \"<math.h>\" fn split<N>(x: [f64; 2 * N]) -> ([f64; N], [f64; N], i64);
    unsafe extern \"<math.h>\" fn count<N>() -> [i64; N];
    pub fn f<N>(x: [f64; 2 * N], n: i64) -> ([f64; N], [f64; N], f64, [i64; N], [f64; N], i64) {
        let (fraction, whole) = modf(x);
        let (even, odd, all) = split(fraction + 10.0 * whole);
        let (_, alone, _) = split(x + 1.0);
        let mut z = x;
        for k in 0..n {
            let (a, b, m) = split(z);
            z = concatenate((b, a)) + m as f64;
        }
        let (_, _, chosen) = split(x[..-2]);
        let (low, high, _) = split(z);
        (even - 1.0, odd, all as f64 + sum(alone), count(N), low + high, (count(N) + 7)[chosen % N])
    }";
    let x = f64s(&[0.5, 3.25, -1.0, 2.0, 8.5, 4.0]);
    let results = run(source, &[("N", 3)], &[x, integer(2)]);
    assert_eq!(results[0], f64s(&[-0.5, -11.0, 79.5]));
    assert_eq!(results[1], f64s(&[30.25, 20.0, 40.0]));
    assert_eq!(results[2], Tensor::scalar(Const::f64(18.25)));
    assert_eq!(results[3].bits, [0, 1, 2]);
    // Two passes: 0.5 3.25 -1 2 8.5 4, 9.25 8 10 6.5 5 14.5, 14 12.5 20.5 15.25 16 11.
    assert_eq!(results[4], f64s(&[26.5, 35.75, 27.0]));
    assert_eq!(results[5], integer(8));
}

/// All results of a call are those of one launch.
#[test]
fn several_results_are_one_call() {
    let source =
        "unsafe extern \"<math.h>\" fn split<N>(x: [f64; 2 * N]) -> ([f64; N], [f64; N], i64);
    pub fn f<N>(x: [f64; 2 * N]) -> ([f64; N], i64) {
        let (even, odd, count) = split(x);
        (even + flip(odd), count)
    }
    pub fn one<N>(x: [f64; 2 * N]) -> [f64; N] { let (_, odd, _) = split(x); odd }";
    let mut errors = Errors::default();
    let checked = check_tokens(source.parse().unwrap(), &mut errors);
    assert!(errors.is_empty());
    for function in &checked.functions {
        let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
        let launches = &scheduled.variants[0].fused.launches;
        let calls = launches.iter().filter(|l| scheduled.kernels[l.kernel.0].routine.is_some());
        let buffers: Vec<usize> = calls.map(|launch| launch.buffers.len()).collect();
        assert_eq!(buffers, [4], "{}", scheduled.name);
    }
}

/// Equal calls are one, and calls whose value nobody needs are none.
#[test]
fn they_are_pure() {
    let source = "unsafe extern \"<math.h>\" fn fdim(x: f64, y: f64) -> f64;
    pub fn f<N>(x: [f64; N]) -> [f64; N] {
        let _unused = fdim(x, 3);
        fdim(x, 1) + fdim(x, 1)
    }";
    let mut errors = Errors::default();
    let checked = check_tokens(source.parse().unwrap(), &mut errors);
    assert!(errors.is_empty());
    let function = &checked.functions[0];
    let scheduled = schedule_function(&checked.block, function, &function.instances[0]);
    let calls = |kernel: &KernelIr| {
        let values = (0..kernel.value_count() as u32).map(ValueId);
        values.filter(|id| matches!(kernel.value(*id), Value::Foreign { .. })).count()
    };
    assert_eq!(scheduled.kernels.iter().map(calls).sum::<usize>(), 1);
}
