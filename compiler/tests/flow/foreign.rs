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
        _ => Ok(()),
    };
    let _ = function.array_judge.set(|operands, elements| {
        // The sizes, an array and a number: the array from back to front, times the number.
        let [sizes, x, factor] = operands else { panic!("{operands:?}") };
        assert_eq!(sizes[0].to_i128(), Some(elements as i128));
        x.iter().rev().map(|x| Const::f64(x.to_f64() * factor[0].to_f64())).collect()
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
