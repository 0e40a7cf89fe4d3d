//! Calls of hand-written programs: values, schedules, concurrency.

mod programs;
mod surroundings;

use array_fn_runtime::rt::{
    DynArray, DynData, LaunchCall, Launcher, Mode, call_dynamic, plan_for, run_with,
};
use array_fn_runtime::{Array, Device, Error, IndexArray};
use programs::{AXPY, PINNED, TAKE, axpy, axpy_into, gather, pinned, take};

fn values(e: usize, n: usize) -> Array<f64, 2> {
    Array::from_fn([e, n], |[i, j]| (i as f64).sin() + j as f64).unwrap()
}

/// `axpy` by plain loops: the updated `k` and the result.
fn expected(u: &Array<f64, 2>, c: f64, k: f64) -> (Vec<f64>, Vec<f64>) {
    let [e, n] = u.shape();
    let scaled: Vec<f64> = u.as_slice().iter().map(|u| c * u).collect();
    let sums = (0..e).map(|i| scaled[i * n..(i + 1) * n].iter().sum());
    (scaled.iter().map(|t| k + t).collect(), sums.collect())
}

#[test]
fn small_and_chunked_calls_agree_with_plain_loops() -> Result<(), Error> {
    let sizes = [(1, 1), (8, 1), (3, 5), (1000, 7), (4099, 33), (7, 20_000)];
    for (e, n) in sizes.into_iter().take(if cfg!(miri) { 4 } else { 6 }) {
        let u = values(e, n);
        let (updated, sums) = expected(&u, 2.5, 1.0);
        for threads in [1, 2, 5] {
            let mut k = Array::full([e, n], 1.0)?;
            let result = Device::cpu_with_threads(threads).run(|| axpy(&u, 2.5, &mut k))?;
            assert_eq!(k.as_slice(), updated, "{e} x {n}, {threads} threads");
            assert_eq!(result.as_slice(), sums, "{e} x {n}, {threads} threads");
        }
    }
    Ok(())
}

#[test]
fn empty_dimensions_work() -> Result<(), Error> {
    for (e, n) in [(0, 0), (0, 3), (3, 0)] {
        let u = Array::zeros([e, n])?;
        let result = axpy(&u, 1.0, &mut Array::zeros([e, n])?)?;
        assert_eq!(result.to_vec(), vec![0.0; e]);
    }
    assert_eq!(take(&[], &[], &mut [])?.item(), 0.0);
    assert_eq!(pinned(0, &[0.0; 9])?.shape(), [3, 0]);
    Ok(())
}

#[test]
fn operands_of_every_kind() -> Result<(), Error> {
    let mut k = [[0.0; 2]; 2];
    let sums = axpy(&[[1.0, 2.0], [3.0, 4.0]], 2.0, &mut k)?;
    assert_eq!((sums.as_slice(), k), (&[6.0, 14.0][..], [[2.0, 4.0], [6.0, 8.0]]));
    let (u, mut k) = (vec![[1.0, 2.0], [3.0, 4.0]], vec![[1.0, 1.0], [1.0, 1.0]]);
    assert_eq!(axpy(&u[1..], 2.0, &mut k[..1])?.as_slice(), [14.0]);
    assert_eq!((axpy(&u, 2.0, &mut k)?.len(), k), (2, vec![[9.0, 13.0], [7.0, 9.0]]));
    assert_eq!(axpy(&[[0.0; 0]; 3], 2.0, &mut [[0.0; 0]; 3])?.as_slice(), [0.0; 3]);
    let u = ndarray::arr2(&[[1.0, 2.0], [3.0, 4.0]]);
    let mut k = ndarray::Array2::zeros((2, 2));
    assert_eq!(axpy(&u, 2.0, &mut k)?.as_slice(), [6.0, 14.0]);
    assert_eq!(k, &u * 2.0);
    // A transposed view is copied; a mutable view is written through.
    assert_eq!(axpy(&u.t(), 1.0, &mut k.view_mut())?.as_slice(), [4.0, 6.0]);
    assert_eq!(k, &u * 2.0 + u.t());
    let (shared, dynamic) = (u.to_shared(), u.clone().into_dyn());
    assert_eq!(axpy(&shared, 1.0, &mut k)?.as_slice(), [3.0, 7.0]);
    assert_eq!(axpy(&dynamic, 1.0, &mut Array::zeros([2, 2])?)?.as_slice(), [3.0, 7.0]);
    let u = vec![1.0, 2.0];
    assert_eq!(gather(&u, &IndexArray::new([3], [1i32, 1, 0], 2)?)?.as_slice(), [2.0, 2.0, 1.0]);
    assert_eq!(gather(&u[..], &IndexArray::new([1], [1i32], 2)?)?.as_slice(), [2.0]);
    let mut k = vec![0.0; 2];
    assert_eq!(take(&[5.0, 7.0], &[1i64, 0], &mut k[..])?.item(), 12.0);
    assert_eq!(k, [7.0, 5.0]);
    Ok(())
}

#[test]
fn results_into_given_memory() -> Result<(), Error> {
    let u = values(40, 30);
    let (_, sums) = expected(&u, 3.0, 0.0);
    let mut out = ndarray::Array1::zeros(40);
    axpy_into(&u, 3.0, &mut Array::zeros([40, 30])?, &mut out)?;
    assert_eq!(out.to_vec(), sums);
    Ok(())
}

#[test]
fn variants_and_modes() -> Result<(), Error> {
    assert_eq!(pinned(2, &[0.0; 9])?.as_slice(), [1.0; 6]);
    assert_eq!(pinned(1, &[0.0; 21])?.as_slice(), [2.0; 9]);
    let unfused = Device::cpu().unfused();
    assert_eq!(unfused.run(|| pinned(1, &[0.0; 21]))?.as_slice(), [1.0; 9]);
    assert!(matches!(unfused.run(|| pinned(1, &[0.0; 9])), Err(Error::NoUnfused { .. })));
    Ok(())
}

#[test]
fn plans_ahead_of_calls() -> Result<(), Error> {
    let device = Device::cpu_with_threads(2);
    let plan = plan_for(&AXPY, &device, Mode::Fused, &[10, 3])?;
    assert_eq!(plan.name(), "axpy");
    assert_eq!(plan.dims().collect::<Vec<_>>(), [("E", 10), ("N", 3)]);
    assert_eq!((plan.kernel_count(), plan.temporary_bytes()), (3, 256));
    assert_eq!((plan.bytes(), plan.ops()), (30 * (16 + 24 + 8), 90));
    let points: Vec<_> = plan.launches().map(|launch| (launch.name, launch.points)).collect();
    assert_eq!(points, [("t", 30), ("k", 30), ("sums", 10)]);
    assert!(format!("{plan:?}").contains("E = 10, N = 3"));
    assert!(matches!(
        plan_for(&PINNED, &device, Mode::Fused, &[5, 1]),
        Err(Error::NoVariant { .. })
    ));
    Ok(())
}

#[test]
fn many_threads_call_the_same_function() {
    let device = Device::cpu_with_threads(3);
    let (threads, rounds, large) = if cfg!(miri) { (3, 6, 300) } else { (8, 30, 3000) };
    std::thread::scope(|scope| {
        for thread in 0..threads {
            let device = device.clone();
            scope.spawn(move || {
                for round in 0..rounds {
                    // Sizes beyond the number of plans that are kept, and parallel ones in between.
                    let e = 1 + (7 * thread + round) % 50 + if round % 5 == 0 { large } else { 0 };
                    let u = values(e, 9);
                    let (updated, sums) = expected(&u, thread as f64, 1.0);
                    let mut k = Array::full([e, 9], 1.0).unwrap();
                    let result = device.run(|| axpy(&u, thread as f64, &mut k)).unwrap();
                    assert_eq!(k.as_slice(), updated);
                    assert_eq!(result.as_slice(), sums);
                }
            });
        }
    });
}

#[test]
fn dynamic_calls() -> Result<(), Error> {
    let args = || {
        vec![
            DynArray::Array { shape: vec![3], data: DynData::F64(vec![1.0, 2.0, 3.0]) },
            DynArray::Array { shape: vec![2], data: DynData::I64(vec![2, 0]) },
            DynArray::Array { shape: vec![2], data: DynData::F64(vec![0.0; 2]) },
        ]
    };
    let expected = vec![
        DynArray::Array { shape: vec![], data: DynData::F64(vec![4.0]) },
        DynArray::Array { shape: vec![2], data: DynData::F64(vec![3.0, 1.0]) },
    ];
    assert_eq!(call_dynamic(&TAKE, Mode::Fused, &[], args())?, expected);

    /// Runs the CPU kernels, point by point, and writes down which ones.
    struct Recorder(std::cell::RefCell<Vec<(&'static str, usize)>>);
    impl Launcher for Recorder {
        unsafe fn launch(&self, call: &LaunchCall<'_>) {
            self.0.borrow_mut().push((call.launch.name, call.points));
            for point in 0..call.points {
                // SAFETY: promised by the caller.
                unsafe { (call.kernel.cpu.baseline)(&call.args, point, point + 1) };
            }
        }
    }
    let recorder = Recorder(Default::default());
    // SAFETY: the recorder runs the program's own kernels.
    let results = unsafe { run_with(&TAKE, Mode::Fused, &[], args(), &recorder)? };
    assert_eq!(results, expected);
    assert_eq!(*recorder.0.borrow(), [("check", 1), ("k", 2), ("sum", 1)]);
    Ok(())
}

#[test]
fn a_panic_in_a_kernel_spoils_no_later_call() {
    struct Panicking;
    impl Launcher for Panicking {
        unsafe fn launch(&self, _: &LaunchCall<'_>) {
            panic!("on purpose");
        }
    }
    let args = |k| {
        let array = |data| DynArray::Array { shape: vec![1], data };
        vec![
            array(DynData::F64(vec![5.0])),
            array(DynData::I64(vec![0])),
            array(DynData::F64(vec![k])),
        ]
    };
    let caught = std::panic::catch_unwind(|| {
        // SAFETY: the launcher returns from no launch.
        unsafe { run_with(&TAKE, Mode::Fused, &[], args(0.0), &Panicking) }
    });
    assert!(caught.is_err());
    let results = call_dynamic(&TAKE, Mode::Fused, &[], args(1.0)).unwrap();
    assert_eq!(results[0], DynArray::Array { shape: vec![], data: DynData::F64(vec![5.0]) });
}
