//! Attributes change how functions compute, not what.

use array_fn::{Array, Device, Error, IndexArray, array_fn};

array_fn! {
    pub fn plain<E, N>(x: [f64; E, N], y: [f64; N], next: [index<E>; E]) -> ([f64; E, N], [f64; N, E]) {
        let a = sqrt(abs(x)) - y;
        let t = a.T;
        let h = y / 2;
        (a[next] - a + h, 2 * t)
    }

    #[vectorize(E)]
    #[block(E = 7)]
    #[threads(64)]
    pub fn tuned<E, N>(x: [f64; E, N], y: [f64; N], next: [index<E>; E]) -> ([f64; E, N], [f64; N, E]) {
        #[inline]
        let a = sqrt(abs(x)) - y;
        #[materialize]
        let t = a.T;
        #[no_fuse]
        let h = y / 2;
        (a[next] - a + h, 2 * t)
    }

    /// The example of docs/tuning.md.
    #[threads(128)]
    #[block(E = 256)]
    pub fn residual<E, N>(u: [f64; E, N], d: [f64; N, N], next: [index<E>; E]) -> [f64; E, N] where N: 20 {
        #[materialize]
        let flux = tanh(einsum("ij,ej->ei", d, u));
        #[inline]
        let half = 0.5 * u;
        flux[next] - flux + half[next] - half
    }
}

fn ramp(shape: [usize; 2]) -> Result<Array<f64, 2>, Error> {
    let values = (0..shape[0] * shape[1]).map(|k| (k % 1013) as f64 * 0.37 - 100.0);
    Array::from_vec(shape, values.collect())
}

fn ring(n: usize) -> Result<IndexArray<1>, Error> {
    IndexArray::new([n], (0..n).map(|k| ((k + 1) % n) as i64).collect::<Vec<_>>(), n)
}

/// Much work on several threads, in tasks of 7 steps; little work on one.
#[test]
fn attributes_change_no_bit() -> Result<(), Error> {
    for [elements, nodes] in [[3000, 67], [5, 3], [1, 1], [40_000, 8]] {
        let x = ramp([elements, nodes])?;
        let y: Vec<f64> = (0..nodes).map(|k| k as f64 * 0.3).collect();
        let next = ring(elements)?;
        let device = Device::cpu_with_threads(3);
        let (a, b) = device.run(|| plain(&x, &y, &next))?;
        let (c, d) = device.run(|| tuned(&x, &y, &next))?;
        let bits = |array: &[f64]| array.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert!(bits(a.as_slice()) == bits(c.as_slice()), "{elements} {nodes}");
        assert!(bits(b.as_slice()) == bits(d.as_slice()), "{elements} {nodes}");
    }
    Ok(())
}

/// Plans show what attributes did.
#[test]
fn attributes_change_plans() -> Result<(), Error> {
    let device = Device::cpu();

    let usual = plain::plan(&device, 1000, 10)?.launches().map(|l| l.name).collect::<Vec<_>>();
    let asked = tuned::plan(&device, 1000, 10)?.launches().map(|l| l.name).collect::<Vec<_>>();
    assert_ne!(usual, asked);
    let u = ramp([300, 20])?;
    let d = ramp([20, 20])?;
    let result = device.run(|| residual(&u, &d, &ring(300)?))?;
    assert!(result.as_slice().iter().all(|v| v.is_finite()));
    Ok(())
}
