//! Segments of long arrays: the same bits for any number of threads, whether tasks are parts of the elements or segments.

use array_fn::{Array, Device, Error, IndexArray, array_fn};

array_fn! {
    pub fn sums<N, S>(x: [f64; N], m: [index<S>; N]) -> [f64; S] { segment_sum(x, m) }

    #[strict]
    pub fn sums_in_order<N, S>(x: [f64; N], m: [index<S>; N]) -> [f64; S] { segment_sum(x, m) }

    pub fn largest<N, S>(x: [f64; N], m: [index<S>; N]) -> [f64; S] { segment_max(x, m) }

    pub fn counts<N, S>(m: [index<S>; N]) -> [i64; S] { bincount(m) }

    /// Pairs of values.
    pub fn pairs<N, S>(x: [f64; N], m: [index<S>; N]) -> [f64; S, 2] {
        segment_sum(stack([x, 2.0 * x], axis=1), m)
    }

    /// The last one that names a place counts.
    pub fn put<N, S>(x: [f64; N], m: [index<S>; N], u: &mut [f64; S]) { u[m] = x; }
}

const ELEMENTS: usize = 150_001;

fn values() -> Vec<f64> {
    (0..ELEMENTS).map(|k| (k * 7919 % 10_007) as f64 / 7.0 - 500.0).collect()
}

/// All results, in one row.
fn results(m: &IndexArray<1>, threads: usize) -> Result<Vec<f64>, Error> {
    let x = Array::from_vec([ELEMENTS], values())?;
    Device::cpu_with_threads(threads).run(|| {
        let mut u = Array::full([m.bound()], -1.0)?;
        put(&x, m, &mut u)?;
        let mut all = sums(&x, m)?.as_slice().to_vec();
        all.extend_from_slice(sums_in_order(&x, m)?.as_slice());
        all.extend_from_slice(largest(&x, m)?.as_slice());
        all.extend(counts(m)?.as_slice().iter().map(|n| *n as f64));
        all.extend_from_slice(u.as_slice());
        all.extend_from_slice(pairs(&x, m)?.as_slice());
        Ok(all)
    })
}

/// The same by a loop. Sums of the first kind have no order of their own.
fn plainly(m: &[usize], segments: usize) -> Vec<f64> {
    let mut rows = [0.0, 0.0, f64::NEG_INFINITY, 0.0, -1.0].map(|none| vec![none; segments]);
    let mut pairs = vec![0.0; 2 * segments];
    for (segment, x) in m.iter().copied().zip(values()) {
        rows[0][segment] += x;
        rows[1][segment] += x;
        rows[2][segment] = x.max(rows[2][segment]);
        rows[3][segment] += 1.0;
        rows[4][segment] = x;
        pairs[2 * segment] += x;
        pairs[2 * segment + 1] += 2.0 * x;
    }
    [rows.concat(), pairs].concat()
}

#[test]
fn segments_are_the_same_for_any_number_of_threads() -> Result<(), Error> {
    // The last ones are more than caches hold.
    for segments in [1, 3, 40, 5_000, 100_000, 2_200_000] {
        for ascending in [false, true] {
            let mut m: Vec<usize> = (0..ELEMENTS).map(|k| k * 7907 % segments).collect();
            if ascending {
                m.sort_unstable();
            }
            let indices = IndexArray::new([ELEMENTS], m.iter().copied(), segments)?;
            let first = results(&indices, 1)?;
            for threads in [2, 3] {
                let same = first == results(&indices, threads)?;
                assert!(same, "{segments} segments, {ascending}, {threads} threads");
            }
            for (k, (own, expected)) in first.iter().zip(plainly(&m, segments)).enumerate() {
                let strict = (segments..5 * segments).contains(&k);
                let tolerance = if strict { 0.0 } else { 1e-9 * expected.abs().max(1e3) };
                let near = (own - expected).abs() <= tolerance || *own == expected;
                assert!(near, "{segments} segments, {ascending}, at {k}: {own}, {expected}");
            }
        }
    }
    Ok(())
}
