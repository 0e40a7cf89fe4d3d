//! Rust code that is generic over the dtypes of functions.

use array_fn::{Array, Device, Element, Error, array_fn};

array_fn! {
    pub fn doubled<N, T: f32 | f64 | i64>(x: [T; N]) -> [T; N] { x + x }
    pub fn halves<N, T: f32 | f64>(x: [T; N], by: T) -> [T; N] { x / by }
    pub fn picked<N, T: f32 | f64, U: i32 | i64>(x: [T; N], i: [U; N]) -> ([T; N], [U; N]) {
        (x[i], i + 1)
    }
}

/// A bound of its own, which has those of the functions.
trait Real: doubled::Dtype + halves::Dtype + From<f32> {}
impl Real for f32 {}
impl Real for f64 {}

fn there_and_back<T: Real>(x: &Array<T, 1>) -> Result<Array<T, 1>, Error> {
    let mut out = Array::zeros(x.shape())?;
    halves::into(&doubled(x)?, T::from(2.0), &mut out)?;
    assert_eq!(halves::plan::<T>(&Device::cpu(), x.len())?.kernel_count(), 1);
    Ok(out)
}

fn first<T: doubled::Dtype>(x: &[T]) -> Result<T, Error> {
    Ok(doubled(x)?.as_slice()[0])
}

fn chosen<T: Element, U: Element>(x: &[T], i: &[U]) -> Result<(Vec<T>, Vec<U>), Error>
where
    (T, U): picked::Dtypes,
{
    let (x, i) = picked(x, i)?;
    Ok((x.as_slice().to_vec(), i.as_slice().to_vec()))
}

#[test]
fn one_dtype_is_a_bound() {
    let single = Array::from_slice([2], &[1.5f32, -2.0]).unwrap();
    assert_eq!(there_and_back(&single).unwrap().as_slice(), [1.5, -2.0]);
    let double = Array::from_slice([2], &[0.1, 3.0]).unwrap();
    assert_eq!(there_and_back(&double).unwrap().as_slice(), [0.1, 3.0]);
    assert_eq!((first(&[3i64]).unwrap(), first(&[0.25f32]).unwrap()), (6, 0.5));
}

#[test]
fn several_dtypes_are_a_tuple() {
    assert_eq!(chosen(&[5.0, 6.0], &[1i32, 0]).unwrap(), (vec![6.0, 5.0], vec![2, 1]));
    assert_eq!(chosen(&[5f32, 6.0], &[1i64, 1]).unwrap(), (vec![6.0, 6.0], vec![2, 2]));
}
