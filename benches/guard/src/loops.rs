//! Plain loops: what one writes without thinking of registers or caches, compiled for the baseline of the architecture.

/// `f` of each index.
pub fn each<T>(n: usize, f: impl Fn(usize) -> T) -> Vec<T> {
    (0..n).map(f).collect()
}

/// `f` of each row and column.
pub fn plane<T>(m: usize, n: usize, f: impl Fn(usize, usize) -> T) -> Vec<T> {
    let mut all = Vec::with_capacity(m * n);
    for i in 0..m {
        all.extend((0..n).map(|j| f(i, j)));
    }
    all
}

/// Sums of columns, row by row.
pub fn columns(x: &[f64], n: usize) -> Vec<f64> {
    let mut sums = vec![0.0; n];
    for row in x.chunks_exact(n) {
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    sums
}

/// Places of the largest element of each column.
pub fn places(x: &[f32], n: usize) -> Vec<i64> {
    let (mut best, mut places) = (x[..n].to_vec(), vec![0; n]);
    for (i, row) in x.chunks_exact(n).enumerate() {
        for j in 0..n {
            if row[j] > best[j] {
                (best[j], places[j]) = (row[j], i as i64);
            }
        }
    }
    places
}

pub fn softmax(x: &[f64], n: usize) -> Vec<f64> {
    let mut all = Vec::with_capacity(x.len());
    for row in x.chunks_exact(n) {
        let max = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = all.len();
        all.extend(row.iter().map(|value| (value - max).exp()));
        let sum: f64 = all[first..].iter().sum();
        all[first..].iter_mut().for_each(|value| *value /= sum);
    }
    all
}

pub fn running(x: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let next = |value: &f64| {
        sum += value;
        sum
    };
    x.iter().map(next).collect()
}

pub fn running_down(x: &[f64], n: usize) -> Vec<f64> {
    let mut all = x.to_vec();
    for k in n..all.len() {
        all[k] += all[k - n];
    }
    all
}

pub fn sorted(x: &[f64]) -> Vec<f64> {
    let mut all = x.to_vec();
    all.sort_unstable_by(f64::total_cmp);
    all
}

pub fn order(x: &[f64]) -> Vec<i64> {
    let mut all: Vec<i64> = (0..x.len() as i64).collect();
    all.sort_by(|a, b| x[*a as usize].total_cmp(&x[*b as usize]));
    all
}

pub fn segments(x: &[f64], i: &[u32], count: usize) -> Vec<f64> {
    let mut sums = vec![0.0; count];
    x.iter().zip(i).for_each(|(value, &segment)| sums[segment as usize] += value);
    sums
}

/// Row times matrix of `[terms, n]`, row by row, which compilers vectorise.
pub fn product(a: &[f64], b: &[f64], [terms, n]: [usize; 2]) -> Vec<f64> {
    let mut all = vec![0.0; a.len() / terms * n];
    for (out, row) in all.chunks_exact_mut(n).zip(a.chunks_exact(terms)) {
        for (factor, other) in row.iter().zip(b.chunks_exact(n)) {
            out.iter_mut().zip(other).for_each(|(sum, value)| *sum += factor * value);
        }
    }
    all
}

/// Cholesky's factor, row by row.
pub fn factor(a: &[f64], n: usize) -> Vec<f64> {
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let products = l[i * n..][..j].iter().zip(&l[j * n..][..j]);
            let rest = a[i * n + j] - products.map(|(x, y)| x * y).sum::<f64>();
            l[i * n + j] = if i == j { rest.sqrt() } else { rest / l[j * n + j] };
        }
    }
    l
}
