//! Halves and complex numbers in typed signatures: arrays, scalars, `ndarray`, `into`, constants, choices.

#![allow(missing_docs)]

use array_fn::{Array, Error, array_fn, bf16, c32, c64, f16};
use ndarray::{Array2, array};

array_fn! {
    pub const UNIT: c64 = 1j;
    pub const TABLE: [c32; 2] = [1 + 2j, 3];
    pub const HALF: f16 = 0.1;

    pub fn rotate<N>(z: [c64; N], by: c64) -> [c64; N] { z * by * UNIT }
    pub fn turn<N>(z: &mut [c32; N, 2]) { z *= 1j * TABLE; }
    pub fn norms<M, N>(z: [c64; M, N]) -> ([f64; M, N], c64) { (abs(z), sum(z)) }
    pub fn scale<N>(x: [f16; N], by: f16, y: [bf16; N]) -> ([f16; N], bf16) { (x * by + HALF, sum(y)) }
    pub fn square<N, T: f32 | c64 | f16>(x: [T; N], s: T) -> [T; N] { x * x + s }
    pub fn bytes<N>(x: [u8; N], y: [i16; N]) -> ([u8; N], i64) { (x + 200, sum(y)) }
}

#[test]
fn complex_arrays_go_in_and_out() -> Result<(), Error> {
    let z = [c64::new(1.0, 2.0), c64::new(0.0, -1.0), c64::new(3.0, 0.5)];
    let by = c64::new(0.5, -1.0);
    let expected = z.map(|z| z * by * UNIT);
    assert_eq!(rotate(&z, by)?.to_vec(), expected);
    assert_eq!(rotate(&z.to_vec(), by)?.as_slice(), expected);
    let stored = Array::from_vec([3], z.to_vec())?;
    let mut out = Array::zeros([3])?;
    rotate::into(&stored, by, &mut out)?;
    assert_eq!(out.as_slice(), expected);
    assert!(format!("{out:?}").starts_with("Array<c64, 1> [3] "));
    Ok(())
}

#[test]
fn complex_arrays_are_updated() -> Result<(), Error> {
    let mut z = array![[c32::new(1.0, 0.0), c32::new(0.0, 2.0)]];
    turn(&mut z)?;
    assert_eq!(z, array![[c32::new(-2.0, 1.0), c32::new(-6.0, 0.0)]]);
    Ok(())
}

#[test]
fn views_of_complex_arrays_are_read_in_their_order() -> Result<(), Error> {
    let z = Array2::from_shape_fn((3, 2), |(i, j)| c64::new(i as f64, 4.0 * j as f64));
    let (norms, sum) = norms(&z.t())?;
    assert_eq!(norms.shape(), [2, 3]);
    assert_eq!(norms[[1, 0]], 4.0);
    assert_eq!(sum.item(), z.sum());
    Ok(())
}

#[test]
fn shapes_of_complex_arrays_are_checked() {
    let (z, mut out) = ([c64::new(1.0, 2.0); 3], [c64::default(); 2]);
    let error = rotate::into(&z, UNIT, &mut out).unwrap_err();
    assert!(matches!(error, Error::ShapeMismatch { .. }), "{error}");
    assert_eq!(out, [c64::default(); 2]);
}

#[test]
fn halves_go_in_and_out() -> Result<(), Error> {
    let x = [0.1, -2.5, 1000.0].map(f16::from_f32);
    let by = f16::from_f32(0.3);
    let (scaled, sum) = scale(&x, by, &[bf16::from_f32(0.5); 3])?;
    let expected = x.map(|x| {
        let product = f16::from_f32(x.to_f32() * by.to_f32());
        f16::from_f32(product.to_f32() + HALF.to_f32())
    });
    assert_eq!(scaled.as_slice(), expected);
    assert_eq!(sum.item(), bf16::from_f32(1.5));
    Ok(())
}

#[test]
fn one_function_for_several_elements() -> Result<(), Error> {
    assert_eq!(square(&[2.0f32], 1.0)?.to_vec(), [5.0]);
    assert_eq!(square(&[UNIT], c64::new(2.0, 3.0))?.to_vec(), [c64::new(1.0, 3.0)]);
    let two = f16::from_f32(2.0);
    assert_eq!(square(&[two], two)?.to_vec(), [f16::from_f32(6.0)]);
    Ok(())
}

#[test]
fn small_integers_wrap_and_widen() -> Result<(), Error> {
    let (bytes, sum) = bytes(&[100u8, 5], &[i16::MAX, i16::MAX])?;
    assert_eq!((bytes.to_vec(), sum.item()), (vec![44, 205], 65534));
    Ok(())
}
