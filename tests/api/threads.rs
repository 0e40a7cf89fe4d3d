//! Results are the same to the bit, however many threads there are: products and sums are one rounding in lanes and two
//! alone, so a point must have a lane of its own always or never.

use array_fn::{Array, Device, Error, array_fn};

array_fn! {
    /// Points that are each worth a task.
    pub fn heavy<N>(x: [f64; N], y: [f32; N]) -> ([f64; N], [f32; N]) {
        let mut a = x;
        let mut b = y;
        for _ in 0..60 {
            a = 3.1 * a * (0.9 - a) + 0.01 * x;
            b = 3.1 * b * (0.9 - b) + 0.01 * y;
        }
        (a, b)
    }

    /// Rows that several threads share.
    pub fn rows<M, N>(x: [f64; M, N], y: [f64; N], z: [f64; M]) -> [f64; M, N] {
        x * y + z[.., newaxis] * x
    }

    /// Points with loops of their own, the last vector of which overlaps.
    pub fn image<E, N>(u: [f64; E, N], a: [f64; N, N]) -> [f64; E, N] where N: 12 {
        u * (u @ a) + u
    }

    /// Short rows of values and of their sums.
    pub fn short_rows<M, N>(x: [f64; M, N], y: [f32; M, N]) -> ([f64; M, N], [f64; M], [f32; M]) {
        (x * x + 0.1 * x - sum(x, axis=1)[.., newaxis], sum(x * x, axis=1), mean(y, axis=1))
    }

    /// Sums down the columns of short rows, whose order depends on how lanes stand in columns.
    pub fn short_columns<M, N>(x: [f64; M, N], y: [f32; M, N]) -> ([f64; N], [f32; N]) {
        (sum(x * x, axis=0), mean(y, axis=0))
    }

    /// Channels of pixels that do not follow each other, and sums down small matrices. In lanes, exponentials are not
    /// those of the standard library, which points alone have.
    pub fn channels<M, N, K>(x: [f32; M, N, K]) -> ([f32; M, floor_div(N + 1, 2), K], [f32; M, K]) {
        let mut y = x[.., ..;2];
        let mut z = x;
        for _ in 0..8 {
            y = exp(-y * y);
            z = exp(-z * z);
        }
        (y, sum(z, axis=1))
    }

    /// Launches that run together for some rows, of which one does not look at rows: its points follow each other in
    /// memory, so what is left over after its vectors depends on how many rows these are.
    pub fn points_of_rows<M, N>(x: [f32; M, N]) -> ([f32; M, N], [f32; M]) {
        let mut z = x;
        for _ in 0..8 {
            z = exp(-z * z);
        }
        (z, sum(z * z, axis=1))
    }

    /// The same with elements that must be computed only once, because they change.
    pub fn changed_rows<M, N, K>(x: [f32; M, N, K], r: &mut [f32; M, N, K]) -> [f32; M, K] {
        r = r * exp(-x * x) + x * x;
        sum(r * exp(-r * r), axis=1)
    }

    /// Rows of two pieces.
    pub fn pieces<M, N>(x: [f32; M, N], y: [f32; M, N]) -> [f32; M, N + N] {
        concatenate((exp(-x * y), exp(-y * y) * x + y), axis=1)
    }

    /// Rows that a kernel has in local arrays.
    pub fn long_rows<M>(x: [f32; M, 8000]) -> [f32; M, 8000] {
        let e = exp(x - max(x, axis=1, keepdims=true));
        e / sum(e, axis=1, keepdims=true)
    }
}

fn values(count: usize) -> impl Iterator<Item = f64> {
    (0..count).map(|k| ((k * 7919 + 13) % 1009) as f64 / 1009.0)
}

fn array<const R: usize>(shape: [usize; R]) -> Result<Array<f64, R>, Error> {
    Array::from_vec(shape, values(shape.iter().product()).collect())
}

fn single<const R: usize>(shape: [usize; R]) -> Result<Array<f32, R>, Error> {
    let values = values(shape.iter().product()).map(|value| value as f32);
    Array::from_vec(shape, values.collect())
}

/// Compares the bits that `f` gives with those of one thread.
fn same_bits<T: PartialEq>(what: &str, f: impl Fn() -> Result<T, Error>) -> Result<(), Error> {
    let one = Device::cpu_with_threads(1).run(&f)?;
    for threads in [2, 3, 5, 16] {
        assert!(Device::cpu_with_threads(threads).run(&f)? == one, "{what}, {threads} threads");
    }
    Ok(())
}

fn bits<const R: usize>(x: &Array<f64, R>) -> Vec<u64> {
    x.as_slice().iter().map(|value| value.to_bits()).collect()
}

fn single_bits<const R: usize>(x: &Array<f32, R>) -> Vec<u32> {
    x.as_slice().iter().map(|value| value.to_bits()).collect()
}

#[test]
fn of_few_expensive_points() -> Result<(), Error> {
    for n in [1, 3, 7, 29, 90, 100, 1025] {
        let (x, y) = (array([n])?, single([n])?);
        same_bits(&format!("{n} points"), || {
            heavy(&x, &y).map(|(a, b)| (bits(&a), single_bits(&b)))
        })?;
    }
    Ok(())
}

#[test]
fn of_rows_that_threads_share() -> Result<(), Error> {
    for shape in [[3, 100_003], [2, 65_550], [7, 20_001], [40_000, 5], [9000, 19]] {
        let (x, y, z) = (array(shape)?, array([shape[1]])?, array([shape[0]])?);
        same_bits(&format!("{shape:?}"), || rows(&x, &y, &z).map(|r| bits(&r)))?;
    }
    Ok(())
}

#[test]
fn of_points_with_loops() -> Result<(), Error> {
    let a = array([12, 12])?;
    for n in [1025, 1027, 2054, 4099] {
        let u = array([n, 12])?;
        same_bits(&format!("{n} elements"), || image(&u, &a).map(|r| bits(&r)))?;
    }
    Ok(())
}

#[test]
fn of_short_rows() -> Result<(), Error> {
    for n in 1..20 {
        let shape = [100_000 / n, n];
        let (x, y) = (array(shape)?, single(shape)?);
        same_bits(&format!("rows of {n}"), || {
            short_rows(&x, &y).map(|(r, s, t)| (bits(&r), bits(&s), single_bits(&t)))
        })?;
        same_bits(&format!("columns of rows of {n}"), || {
            short_columns(&x, &y).map(|(s, t)| (bits(&s), single_bits(&t)))
        })?;
    }
    Ok(())
}

#[test]
fn of_channels_and_small_matrices() -> Result<(), Error> {
    for [m, n] in [[5, 9], [40, 30], [67, 3], [200, 2], [1000, 6], [90, 110]] {
        for k in 1..10 {
            let x = single([m, n, k])?;
            same_bits(&format!("channels {:?}", [m, n, k]), || {
                channels(&x).map(|(y, sums)| (single_bits(&y), single_bits(&sums)))
            })?;
        }
    }
    Ok(())
}

#[test]
fn of_launches_that_share_rows() -> Result<(), Error> {
    for [m, n] in [[90, 330], [331, 90], [33, 1003], [9, 10_001]] {
        let (x, y) = (single([m, n])?, single([m, n])?);
        same_bits(&format!("points {:?}", [m, n]), || {
            points_of_rows(&x).map(|(z, sums)| (single_bits(&z), single_bits(&sums)))
        })?;
        same_bits(&format!("pieces {:?}", [m, n]), || pieces(&x, &y).map(|r| single_bits(&r)))?;
    }
    // Without rows, too.
    for shape in [[90, 330, 1], [90, 330, 3], [90, 330, 5], [90, 330, 11], [0, 330, 3], [3, 0, 3]] {
        let x = single(shape)?;
        same_bits(&format!("changed rows {shape:?}"), || {
            let mut r = x.clone();
            let sums = changed_rows(&x, &mut r)?;
            Ok((single_bits(&r), single_bits(&sums)))
        })?;
    }
    Ok(())
}

/// Threads that others start have small stacks, and code that is not optimised needs most.
#[test]
fn local_arrays_leave_the_stack_alone() -> Result<(), Error> {
    let run = || same_bits("long rows", || long_rows(&single([33, 8000])?));
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(run);
    thread.expect("a thread").join().expect("no panic")
}
