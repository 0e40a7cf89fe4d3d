//! Programs that forbid themselves unsafe code, with arrays of unusual sizes.
#![forbid(unsafe_code)]

use array_fn::{Array, Device, Error, IndexArray, array_fn};
use std::time::{Duration, Instant};

array_fn! {
    pub fn total<M, N>(x: [f64; M, N]) -> f64 { sum(x) }

    pub fn largest_sums<L, M, N>(x: [f64; L, M, N], y: [f64; M, N]) -> (f64, f64, i64) {
        (sum(x * y), sum(abs(x)) + sum(y), sum(x as i64))
    }

    pub fn sorted<M, N>(x: [f64; M, N]) -> [f64; M, N] { sort(x, axis=1) }

    pub fn running<M, N>(x: [f64; M, N]) -> [f64; M, N] { cumulative_sum(x, axis=1) }

    pub fn columns<M, N>(x: [f64; M, N]) -> [f64; N] { sum(x, axis=0) }

    pub fn doubled<N>(x: [f64; N]) -> [f64; N] { 2.0 * x }

    pub fn generic<N, T: f32 | f64>(x: [T; N], i: [index<N>; 2], y: &mut [T; 2]) -> T {
        y += x[i];
        sum(x)
    }

    pub fn of_nothing<M, N>() -> f64 { sum(zeros([f64; M, N])) }

    pub fn of_ones<M, N>() -> i64 { sum(ones([i64; M, N])) }
}

#[test]
fn calls_need_no_unsafe_code() -> Result<(), Error> {
    let mut y = [1.0f32, 2.0];
    let total = generic(&[1.0, 2.0, 3.0], &IndexArray::new([2], [2, 0], 3)?, &mut y)?;
    assert_eq!((f32::from(total), y), (6.0, [4.0, 3.0]));
    let x = [[1.0, 2.0], [3.0, 4.0]];
    assert_eq!(total_of(&x)?, 10.0);
    let mut out = [0.0; 2];
    columns::into(&x, &mut out)?;
    assert_eq!(out, [4.0, 6.0]);
    Ok(())
}

fn total_of(x: &[[f64; 2]]) -> Result<f64, Error> {
    Ok(total(x)?.into())
}

/// Whatever the other axes say, also where nothing is optimised.
#[test]
fn empty_arrays_are_no_work() -> Result<(), Error> {
    let begin = Instant::now();
    for threads in [1, 2] {
        Device::cpu_with_threads(threads).run(|| -> Result<(), Error> {
            let x = Array::zeros([1 << 40, 0])?;
            assert_eq!(total(&x)?.item(), 0.0);
            assert_eq!(total(&Array::zeros([0, 1 << 40])?)?.item(), 0.0);
            let y = Array::zeros([1 << 20, 1 << 20, 0])?;
            let (a, b, c) = largest_sums(&y, &Array::zeros([1 << 20, 0])?)?;
            assert_eq!((a.item(), b.item(), c.item()), (0.0, 0.0, 0));
            assert_eq!(sorted(&x)?.shape(), [1 << 40, 0]);
            assert_eq!(running(&x)?.shape(), [1 << 40, 0]);
            assert_eq!(columns(&x)?.shape(), [0]);
            Ok(())
        })?;
    }
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    Ok(())
}

#[test]
fn plans_of_empty_results_have_no_kernels() -> Result<(), Error> {
    let plan = doubled::plan(&Device::cpu(), 0)?;
    assert_eq!((plan.kernel_count(), plan.bytes()), (0, 0));
    assert_eq!(doubled::plan(&Device::cpu(), 1)?.kernel_count(), 1);
    assert_eq!(sorted::plan(&Device::cpu(), 1 << 30, 0)?.kernel_count(), 0);
    Ok(())
}

#[test]
fn arrays_of_more_elements_than_there_are_numbers() {
    for result in [of_nothing(1 << 32, 1 << 32).map(drop), of_ones(1 << 32, 1 << 32).map(drop)] {
        assert!(matches!(result, Err(Error::SizeOverflow { .. })), "{result:?}");
        // What the compiler makes of a program has no names in it.
        let said = result.unwrap_err().to_string();
        let internal = ["kernel", "temporary", "_parts"].iter().find(|word| said.contains(**word));
        assert!(internal.is_none() && said.ends_with(": use smaller dimensions"), "{said}");
        assert!(said.contains("(here M = 4294967296, N = 4294967296)"), "{said}");
    }
    // Arrays that are never made may be larger than memory.
    assert_eq!(of_nothing(1 << 30, 1 << 30).unwrap().item(), 0.0);
}
