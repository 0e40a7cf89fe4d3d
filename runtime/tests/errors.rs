//! Every way a call can fail, with its message, and that nothing was written.

mod programs;

use array_fn_runtime::rt::{
    DynArray, DynData, Mode, call_dynamic, call_into, call_new, scalar_arg,
};
use array_fn_runtime::rt::{Operand, OperandMut};
use array_fn_runtime::{Array, Error, IndexArray};
use programs::{AXPY, GATHER, TAKE, axpy, axpy_into, gather, pinned, take};

fn message<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
    result.unwrap_err().to_string()
}

fn zeros(e: usize, n: usize) -> Array<f64, 2> {
    Array::zeros([e, n]).unwrap()
}

#[test]
fn shapes_that_contradict_each_other() {
    assert_eq!(
        message(axpy(&zeros(8, 3), 1.0, &mut zeros(9, 3))),
        "axpy: argument `k: &mut [f64; E, N]` has shape [9, 3]: E is 8 from `u` axis 0, but `k` axis 0 \
         has 9; pass arrays whose shapes agree"
    );
    // Also when a plan for these dimensions exists already.
    axpy(&zeros(8, 3), 1.0, &mut zeros(8, 3)).unwrap();
    assert!(
        message(axpy(&zeros(8, 3), 1.0, &mut zeros(8, 4)))
            .contains("N is 3 from `u` axis 1, but `k` axis 1 has 4")
    );
    assert_eq!(
        message(axpy_into(&zeros(8, 3), 1.0, &mut zeros(8, 3), &mut [0.0; 7])),
        "axpy: argument `out: [f64; E]` has shape [7]: E is 8 from `u` axis 0, but `out` axis 0 has 7; \
         pass arrays whose shapes agree"
    );
}

#[test]
fn ranks_known_at_run_time() {
    let u = ndarray::ArrayD::<f64>::zeros(vec![2, 3, 4]);
    assert_eq!(
        message(axpy(&u, 1.0, &mut zeros(2, 3))),
        "axpy: argument `u: [f64; E, N]` has shape [2, 3, 4]: it has 3 axes where 2 are declared; pass \
         arrays whose shapes agree"
    );
    let u = ndarray::ArrayD::<f64>::zeros(vec![1; 9]);
    assert!(message(axpy(&u, 1.0, &mut zeros(2, 3))).contains(
        "has shape [1, 1, 1, 1, 1, 1, 1, 1, 1]: it has 9 axes, more than the 8 that are supported"
    ));
}

#[test]
fn operands_that_cannot_be_passed_cannot_be_passed_later() {
    let (u, mut k) = (zeros(2, 3), ndarray::Array2::<f64>::zeros((3, 2)));
    let mut k = k.view_mut().reversed_axes();
    let mut args =
        [Operand::<f64, 2>::arg(&u), scalar_arg(&1.0), OperandMut::<f64, 2>::arg_mut(&mut k)];
    for _ in 0..2 {
        let result = call_new::<1>(&AXPY, Mode::Fused, &[], &mut args).map(|_| ());
        assert!(matches!(result, Err(Error::NotContiguous { .. })));
    }
}

#[test]
fn empty_arrays_have_sizes_that_would_fit_memory() {
    for shape in [[usize::MAX, 0], [0, usize::MAX], [0, 1 << 61]] {
        assert_eq!(
            message(Array::<f64, 2>::zeros(shape)),
            format!("the size of an array of shape {shape:?} overflows: use smaller dimensions")
        );
        assert!(matches!(
            Array::<f64, 2>::from_vec(shape, vec![]),
            Err(Error::SizeOverflow { .. })
        ));
        assert!(IndexArray::new(shape, [0usize; 0], 1).is_err());
    }
    let a = zeros(1 << 40, 0);
    assert_eq!((a.view().dim(), a.to_string()), ((1 << 40, 0), "[]".to_owned()));
    assert_eq!(a.to_ndarray().unwrap().dim(), (1 << 40, 0));
}

#[test]
fn dimensions_that_do_not_divide() {
    assert_eq!(
        message(pinned(1, &[0.0; 10])),
        "pinned: argument `x: [f64; 2 * N + 1]` has shape [10]: axis 0 must be 2 * N + 1 for a whole \
         number N; pass an array of such a size"
    );
    assert!(matches!(pinned(1, &[]), Err(Error::NotDivisible { .. })));
}

#[test]
fn constraints_and_variants() {
    assert_eq!(
        message(pinned(1, &[0.0; 1])),
        "pinned: N must be at least 1 (here N = 0): pass arrays of other sizes"
    );
    assert_eq!(
        message(pinned(1, &[0.0; 11])),
        "pinned: no variant for N = 5; compiled are N = 4; N = 10: pass arrays of such sizes, or add \
         these to the function's `where` (`| _` adds a variant for all others)"
    );
}

#[test]
#[cfg_attr(miri, ignore = "Miri ends where memory ends")]
fn sizes_that_overflow() {
    assert_eq!(
        message(pinned(usize::MAX, &[0.0; 9])),
        "the size of dimension M overflows: use smaller dimensions"
    );
    assert!(matches!(pinned(1 << 62, &[0.0; 9]), Err(Error::SizeOverflow { .. })));
    assert!(matches!(pinned(1 << 55, &[0.0; 9]), Err(Error::OutOfMemory { .. })));
}

#[test]
fn index_bounds() {
    assert_eq!(
        message(gather(&[1.0, 2.0], &IndexArray::new([1], [0usize], 3).unwrap())),
        "gather: argument `m: [index<E>; N]` holds indices below 3, but E is 2 here: make the \
         `IndexArray` with bound 2"
    );
}

#[test]
fn operands_that_cannot_be_written() {
    let mut k = ndarray::Array2::<f64>::zeros((2, 2));
    assert_eq!(
        message(axpy(&zeros(2, 2), 1.0, &mut k.view_mut().reversed_axes())),
        "axpy: argument `k` is written to, so it must be C-contiguous, but its strides are not: pass an \
         array in standard layout (a whole `Array`, or a copy by `to_owned()` that you assign back)"
    );
}

#[test]
fn failed_checks_leave_arguments_as_they_were() {
    let mut k = [7.0; 3];
    assert_eq!(
        message(take(&[1.0, 2.0], &[0, 1, 2], &mut k)),
        "take: `i` is out of range for axis 0 of `u` at position 2"
    );
    assert!(matches!(
        take(&[1.0, 2.0], &[0, -1, 2], &mut k),
        Err(Error::CheckFailed { position: 1, .. })
    ));
    assert_eq!(k, [7.0; 3]);
    // The same plan works for good values afterwards.
    assert_eq!(take(&[1.0, 2.0], &[0, 1, 1], &mut k).unwrap().item(), 5.0);
}

#[test]
fn memory_that_is_shared() {
    let u = zeros(2, 2);
    let view = u.view();
    // What raw views of other crates can do; the call must notice before it writes.
    let mut alias =
        // SAFETY: the memory is valid; this view is only ever handed to calls that refuse it.
        unsafe { ndarray::ArrayViewMut2::from_shape_ptr((2, 2), view.as_ptr().cast_mut()) };
    assert_eq!(
        message(axpy(&u, 1.0, &mut alias)),
        "axpy: argument `k` is written to, but shares memory with argument `u`: pass a copy of one of \
         them"
    );
    let (mut k, mut out) = (zeros(2, 2), [0.0; 4]);
    // SAFETY: as above.
    let mut part = unsafe { ndarray::ArrayViewMut1::from_shape_ptr(2, out.as_mut_ptr()) };
    let other = ndarray::ArrayView2::from_shape((2, 2), &out).unwrap();
    let mut args = [other.arg(), scalar_arg(&1.0), OperandMut::<f64, 2>::arg_mut(&mut k)];
    let mut outs = [part.arg_mut()];
    assert!(matches!(
        call_into(&AXPY, Mode::Fused, &[], &mut args, &mut outs),
        Err(Error::Aliasing { argument, other, .. }) if argument == "out" && other == "u"
    ));
}

#[test]
fn arguments_of_dynamic_calls() {
    let array = |data| DynArray::Array { shape: vec![2], data };
    let u = || array(DynData::F64(vec![1.0, 2.0]));
    let call = |args| message(call_dynamic(&TAKE, Mode::Fused, &[], args));
    assert_eq!(call(vec![u()]), "take takes 3 arguments, got 1: pass 3");
    assert_eq!(
        call(vec![u(), array(DynData::I32(vec![0, 1])), u()]),
        "take: argument `i: [i64; N]` must be an array of i64, got an array of i32: convert it"
    );
    assert_eq!(
        call(vec![DynArray::Scalar(DynData::F64(vec![0.0])), u(), u()]),
        "take: argument `u: [f64; E]` must be an array of f64, got a scalar of f64: convert it"
    );
    let short = DynArray::Array { shape: vec![3], data: DynData::F64(vec![1.0]) };
    assert_eq!(call(vec![short, u(), u()]), "shape [3] has 3 elements, got 1: pass 3");
    let index = DynArray::Index { shape: vec![1], values: vec![2], bound: 2 };
    assert!(
        message(call_dynamic(&GATHER, Mode::Fused, &[], vec![u(), index]))
            .starts_with("index 2 at position 0 is out of range")
    );
    assert_eq!(
        message(call_dynamic(&GATHER, Mode::Fused, &[4], vec![u(), u()])),
        "gather: argument `m: [index<E>; N]` must be an index array, got an array of f64: convert it"
    );
}
