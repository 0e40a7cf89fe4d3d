//! Points that do not fill a vector, of kernels with loops over each: worked out twice, in vectors of half the size, or
//! one at a time.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    /// Integers, so that the order of sums is of no matter.
    fn image<E, N, T: f32 | f64>(u: [T; E, N], a: [T; N, N], w: [T; E]) -> [T; E, N] {
        w[.., newaxis] * einsum("ij,ej->ei", a, u) - sum(u, axis=1)[.., newaxis]
    }

    pub fn double<E, N>(u: [f64; E, N], a: [f64; N, N], w: [f64; E]) -> [f64; E, N] where N: 4 { image(u, a, w) }

    pub fn single<E, N>(u: [f32; E, N], a: [f32; N, N], w: [f32; E]) -> [f32; E, N] where N: 4 { image(u, a, w) }

    /// What is added to cannot be worked out twice.
    pub fn add_double<E, N>(u: [f64; E, N], a: [f64; N, N], w: [f64; E], r: &mut [f64; E, N]) where N: 4 {
        r += image(u, a, w);
    }

    pub fn add_single<E, N>(u: [f32; E, N], a: [f32; N, N], w: [f32; E], r: &mut [f32; E, N]) where N: 4 {
        r += image(u, a, w);
    }
}

const N: usize = 4;

fn numbers(len: usize, factor: usize) -> impl Iterator<Item = i16> {
    (0..len).map(move |k| (k * factor % 23) as i16 - 9)
}

/// `image` of `elements`, in integers.
fn expected(elements: usize) -> Vec<i16> {
    let u: Vec<i16> = numbers(elements * N, 5).collect();
    let (a, w): (Vec<i16>, Vec<i16>) =
        (numbers(N * N, 7).collect(), numbers(elements, 3).collect());
    let of = |at: usize| {
        let (e, i) = (at / N, at % N);
        let row = &u[e * N..][..N];
        let image: i16 = (0..N).map(|j| a[i * N + j] * row[j]).sum();
        w[e] * image - row.iter().sum::<i16>()
    };
    (0..elements * N).map(of).collect()
}

/// All remainders of vectors of 4 to 16 lanes, of several chunks, too.
fn sizes() -> impl Iterator<Item = usize> {
    (1..50).chain(4090..4115)
}

macro_rules! agrees {
    ($t:ty, $new:ident, $add:ident) => {
        for threads in [1, 2] {
            let device = Device::cpu_with_threads(threads);
            for elements in sizes() {
                let of = |factor: usize, len: usize| -> Vec<$t> {
                    numbers(len, factor).map(<$t>::from).collect()
                };
                let u = Array::from_vec([elements, N], of(5, elements * N))?;
                let a = Array::from_vec([N, N], of(7, N * N))?;
                let w = Array::from_vec([elements], of(3, elements))?;
                let expected: Vec<$t> = expected(elements).into_iter().map(<$t>::from).collect();
                let out = device.run(|| $new(&u, &a, &w))?;
                assert_eq!(out.as_slice(), expected, "{elements} elements");

                let mut sum = Array::from_vec([elements, N], of(11, elements * N))?;
                device.run(|| $add(&u, &a, &w, &mut sum))?;
                let before = of(11, elements * N);
                let expected: Vec<$t> = before.iter().zip(&expected).map(|(r, x)| r + x).collect();
                assert_eq!(sum.as_slice(), expected, "{elements} elements, added to");
            }
        }
    };
}

#[test]
fn all_points_are_worked_out() -> Result<(), Error> {
    agrees!(f64, double, add_double);
    agrees!(f32, single, add_single);
    Ok(())
}
