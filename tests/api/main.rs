//! The face of the crate, used as a program with `ndarray` arrays uses it.

#![allow(missing_docs)]

mod columns;
mod explain;
mod far;
mod few_of_sorted;
mod few_rows;
mod few_terms;
mod gathered;
mod generic;
mod literals;
mod macros;
mod matrices;
mod moves;
mod pieces;
mod powers_of_two;
mod records;
mod rests;
mod row_pairs;
mod safe;
mod scans;
mod segments;
mod shared;
mod short_rows;
mod strips;
mod threads;
mod trace;
mod transposed;
mod tuning;

use array_fn::{Array, Device, Error, IndexArray, Mode, array_fn};
use ndarray::{Array1, Array2, ArrayD, arr1, arr2, s};

array_fn! {
    /// Adds one to whichever of `a` and `b` the condition selects.
    pub fn select_plus_one<N>(c: [bool; N], a: [f64; N], b: [f64; N]) -> [f64; N] {
        where(c, a, b) + 1
    }

    /// Adds `c * u` to `k`; the sums of what was added.
    #[unfused]
    pub fn accumulate<E, N>(u: [f64; E, N], c: f64, k: &mut [f64; E, N]) -> [f64; E] {
        let added = c * u;
        k += added;
        sum(added, axis=1)
    }

    /// The neighbours' values less the own ones.
    pub fn jumps<E, N>(u: [f64; E], neighbour: [index<E>; E, N]) -> [f64; E, N] {
        u[neighbour] - u[.., newaxis]
    }

    /// Elements at positions that are only known at the call.
    pub fn take<E, N>(u: [f64; E], i: [i64; N], out: &mut [f64; N]) -> f64 {
        out = u[i];
        sum(u)
    }

    /// Every second element of an odd number.
    pub fn evens<N>(x: [f32; 2 * N + 1]) -> [f32; N + 1] {
        x[..;2]
    }

    pub fn ramp<N>(step: f64) -> [f64; N] {
        from_fn(|i: N| step * (i as f64))
    }

    /// How often each index comes.
    pub fn counts<N, B>(i: [index<B>; N]) -> [f64; B] {
        counted(i)
    }

    fn counted<N, B>(i: [index<B>; N]) -> [f64; B] {
        scatter_add(zeros([f64; B]), i, ones([f64; N]))
    }

    pub fn pinned<N>(x: [f64; N]) -> [f64; N] where N: 4 | 10 {
        2 * x
    }

    pub fn mean_and_norm<N>(x: [f64; N]) -> (f64, f64) {
        (mean(x), sqrt(sum(x * x)))
    }
}

#[test]
fn a_domain_follows_from_the_indices() -> Result<(), Error> {
    let index = IndexArray::new([3], [0usize, 2, 2], 4)?;
    assert_eq!(counts(&index)?.as_slice(), [1.0, 0.0, 2.0, 0.0]);
    assert!(counts::plan(&Device::cpu(), 3, 4).is_ok());
    // In a plan's dimensions and in an array that is given, the domain is another.
    let mut out = Array::zeros([5])?;
    let error = counts::into(&index, &mut out).unwrap_err().to_string();
    assert!(error.contains("B is 4, the domain of `i`"), "{error}");
    Ok(())
}

#[test]
fn select() -> Result<(), Error> {
    let y = select_plus_one(&[true, false], &[1.0, 2.0], &[10.0, 20.0])?;
    assert_eq!(y.to_ndarray()?, arr1(&[2.0, 21.0]));
    // Vectors, slices and arrays of this crate are operands, too.
    let c = Array::from_vec([2], vec![false, true])?;
    let y = select_plus_one(&c, &vec![1.0, 2.0], &[10.0, 20.0][..])?;
    assert_eq!(y.as_slice(), [11.0, 3.0]);
    Ok(())
}

#[test]
fn update_in_place() -> Result<(), Error> {
    let u = arr2(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    let mut k = Array2::ones((3, 2));
    let sums = accumulate(&u, 2.0, &mut k)?;
    assert_eq!(sums.view(), arr1(&[6.0, 14.0, 22.0]));
    assert_eq!(k, &u * 2.0 + 1.0);
    // Views of any layout are read; written ones must be contiguous.
    let mut wide = Array2::zeros((2, 3));
    accumulate(&u.t(), 1.0, &mut wide)?;
    assert_eq!(wide, u.t());
    let error = accumulate(&u, 1.0, &mut wide.view_mut().reversed_axes()).unwrap_err();
    assert!(matches!(error, Error::NotContiguous { .. }), "{error}");
    let rows = u.slice(s![..;2, ..]);
    assert_eq!(accumulate(&rows, 1.0, &mut Array2::zeros((2, 2)))?.as_slice(), [3.0, 11.0]);
    Ok(())
}

#[test]
fn results_into_given_memory() -> Result<(), Error> {
    let (u, mut k) = (Array2::<f64>::ones((4, 3)), Array2::zeros((4, 3)));
    let mut out = Array1::zeros(4);
    accumulate::into(&u, 0.5, &mut k, &mut out)?;
    assert_eq!(out, arr1(&[1.5; 4]));
    let error = accumulate::into(&u, 0.5, &mut k, &mut [0.0; 3]).unwrap_err();
    assert!(matches!(error, Error::ShapeMismatch { .. }), "{error}");
    Ok(())
}

#[test]
fn index_arrays() -> Result<(), Error> {
    let neighbour = IndexArray::new([3, 2], [1usize, 2, 2, 0, 0, 1], 3)?;
    let y = jumps(&[1.0, 10.0, 100.0], &neighbour)?;
    assert_eq!(y.as_slice(), [9.0, 99.0, 90.0, -9.0, -99.0, -90.0]);
    let error = jumps(&[1.0, 10.0], &IndexArray::new([2, 1], [0, 1], 3)?).unwrap_err();
    assert!(matches!(error, Error::IndexBound { .. }), "{error}");
    Ok(())
}

#[test]
fn checked_indices_leave_arguments_as_they_were() -> Result<(), Error> {
    let mut out = [7.0; 2];
    let error = take(&[1.0, 2.0, 3.0], &[0, 3], &mut out).unwrap_err();
    assert!(matches!(error, Error::CheckFailed { position: 1, .. }), "{error}");
    let said = "take: `i` is out of range for axis 0 of `u`, which has size E, at position 1, where it is 3 \
                (here E = 3): indices count from 0 to E - 1, or, from the end, from -1 to -E";
    assert_eq!(error.to_string(), said);
    assert_eq!(out, [7.0; 2]);
    assert_eq!(take(&[1.0, 2.0, 3.0], &[2, 0], &mut out)?.item(), 6.0);
    assert_eq!(out, [3.0, 1.0]);
    Ok(())
}

#[test]
fn dimensions_of_every_kind() -> Result<(), Error> {
    assert_eq!(evens(&[0.0, 1.0, 2.0, 3.0, 4.0])?.as_slice(), [0.0, 2.0, 4.0]);
    assert!(matches!(evens(&[0.0; 4]), Err(Error::NotDivisible { .. })));
    assert_eq!(ramp(4, 0.5)?.as_slice(), [0.0, 0.5, 1.0, 1.5]);
    assert_eq!(ramp(0, 0.5)?.shape(), [0]);
    assert_eq!(pinned(&[1.0; 4])?.as_slice(), [2.0; 4]);
    assert_eq!(pinned(&[1.0; 10])?.as_slice(), [2.0; 10]);
    let error = pinned(&[1.0; 5]).unwrap_err();
    assert!(matches!(error, Error::NoVariant { .. }), "{error}");
    let dynamic = ArrayD::<f64>::ones(vec![2, 2]);
    let error = pinned(&dynamic).unwrap_err();
    assert!(error.to_string().contains("it has 2 axes where 1 are declared"), "{error}");
    Ok(())
}

#[test]
fn several_results() -> Result<(), Error> {
    let (mean, norm) = mean_and_norm(&[3.0, 4.0])?;
    assert_eq!((mean.item(), norm.item()), (3.5, 5.0));
    Ok(())
}

#[test]
fn fused_and_unfused_on_devices_of_all_sizes() -> Result<(), Error> {
    let u = Array2::from_shape_fn((30_011, 7), |(i, j)| i as f64 - 2.0 * j as f64);
    let run = || {
        let mut k = Array2::zeros(u.raw_dim());
        accumulate(&u, 0.25, &mut k).map(|sums| (sums, k))
    };
    let expected = (u.sum_axis(ndarray::Axis(1)) * 0.25, &u * 0.25);
    for threads in [1, 2, 5] {
        let device = Device::cpu_with_threads(threads);
        for device in [device.clone(), device.unfused()] {
            let (sums, k) = device.run(run)?;
            assert_eq!((sums.to_ndarray()?, k), expected, "{device}");
        }
    }
    Ok(())
}

#[test]
fn plans_ahead_of_calls() -> Result<(), Error> {
    let plan = accumulate::plan(&Device::cpu(), 1000, 4)?;
    assert_eq!(plan.mode(), Mode::Fused);
    assert_eq!(plan.dims().collect::<Vec<_>>(), [("E", 1000), ("N", 4)]);
    let unfused = accumulate::plan(&Device::cpu().unfused(), 1000, 4)?;
    assert!(plan.kernel_count() <= unfused.kernel_count());
    // At least u is read, k is read and written, and the sums are written.
    assert!(plan.bytes() >= 8 * (3 * 4000 + 1000));
    Ok(())
}
