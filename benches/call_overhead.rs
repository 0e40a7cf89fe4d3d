//! What a call costs besides its work: arrays of 8 elements.

#![allow(missing_docs)]

use array_fn::{Array, array_fn};
use criterion::{Criterion, criterion_group, criterion_main};

array_fn! {
    pub fn axpy<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] {
        a * x + y
    }

    pub fn update<N>(a: f64, x: [f64; N], y: &mut [f64; N]) {
        y += a * x;
    }
}

fn calls(criterion: &mut Criterion) {
    let (x, mut y) = (Array::full([8], 1.0).unwrap(), Array::full([8], 2.0).unwrap());
    let mut out = Array::zeros([8]).unwrap();
    let mut group = criterion.benchmark_group("8 elements");
    group.bench_function("new result", |bencher| bencher.iter(|| axpy(0.5, &x, &y).unwrap()));
    group.bench_function("into", |bencher| {
        bencher.iter(|| axpy::into(0.5, &x, &y, &mut out).unwrap());
    });
    group.bench_function("in place", |bencher| bencher.iter(|| update(1e-9, &x, &mut y).unwrap()));
    group.finish();
}

criterion_group!(benches, calls);
criterion_main!(benches);
