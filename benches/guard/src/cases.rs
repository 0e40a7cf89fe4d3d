//! All cases: a function, its plain loop, sizes and the bound.

use crate::functions as f;
use crate::loops;
use crate::measure::Case;
use array_fn::{Array, Error, IndexArray};
use std::hint::black_box;

/// Elements of the small and of the large arrays: of a first cache, and of no core's own.
const SIZES: [usize; 2] = [4_000, 400_000];
/// Elements of the rows of matrices: fewer than a vector has lanes, some vectors and a part of one, many.
const ROWS: [usize; 3] = [3, 10, 200];

fn value(k: usize) -> f64 {
    (k.wrapping_mul(2_654_435_761) % 1_000_003) as f64 / 1_000_003.0
}

fn array<const R: usize>(shape: [usize; R]) -> Result<Array<f64, R>, Error> {
    Array::from_vec(shape, (0..shape.iter().product()).map(value).collect())
}

fn single<const R: usize>(shape: [usize; R]) -> Result<Array<f32, R>, Error> {
    Array::from_vec(shape, (0..shape.iter().product()).map(|k| value(k) as f32).collect())
}

fn bytes(n: usize) -> Result<Array<u8, 1>, Error> {
    Array::from_vec([n], (0..n).map(|k| (256.0 * value(k)) as u8).collect())
}

fn indices(n: usize, below: usize) -> Vec<u32> {
    (0..n).map(|k| (value(k + 1) * below as f64) as u32).collect()
}

/// Adds cases: who gives a result, which is dropped.
struct Cases(Vec<Case>);

impl Cases {
    fn add<T, U>(
        &mut self,
        name: impl Into<String>,
        bound: f64,
        mut function: impl FnMut() -> Result<T, Error> + 'static,
        mut plain: impl FnMut() -> U + 'static,
    ) {
        self.0.push(Case {
            name: name.into(),
            bound,
            function: Box::new(move || drop(black_box(function().expect("arguments suit")))),
            plain: Box::new(move || drop(black_box(plain()))),
        });
    }
}

pub fn all() -> Result<Vec<Case>, Error> {
    let mut cases = Cases(Vec::new());
    for (size, n) in ["small", "large"].into_iter().zip(SIZES) {
        elements(&mut cases, size, n)?;
        whole_arrays(&mut cases, size, n)?;
        algorithms(&mut cases, size, n)?;
        for columns in ROWS {
            matrices(&mut cases, &format!("{size}, rows of {columns}"), n / columns, columns)?;
        }
    }
    for n in [40, 250] {
        let (a, b) = (array([n, n])?, array([n, n])?);
        let (p, q) = (a.as_slice().to_vec(), b.as_slice().to_vec());
        let name = format!("product of {n}");
        cases.add(name, 0.7, move || f::product(&a, &b), move || loops::product(&p, &q, [n, n]));
    }
    // Few rows, and many terms.
    let (a, b) = (array([16, 1000])?, array([1000, 16])?);
    let (p, q) = (a.as_slice().to_vec(), b.as_slice().to_vec());
    cases.add(
        "product of 16 rows",
        0.6,
        move || f::product(&a, &b),
        move || loops::product(&p, &q, [1000, 16]),
    );
    let n = 250;
    let a = array([n, n])?;
    let p = a.as_slice().to_vec();
    let q = loops::plane(n, n, |i, j| p[j * n + i]);
    cases.add(
        "product with the transpose",
        0.4,
        move || f::gram(&a),
        move || loops::product(&q, &p, [n, n]),
    );
    let (a, x) = (
        Array::from_fn([5000, 2], |[i, j]| value(i + j) as f32)?,
        Array::from_vec([2], vec![0.5f32, 2.0])?,
    );
    let (p, y) = (a.as_slice().to_vec(), x.as_slice().to_vec());
    cases.add(
        "rows of 2 by a vector",
        1.5,
        move || f::few_terms(&a, &x),
        move || loops::each(5000, |i| p[2 * i] * y[0] + p[2 * i + 1] * y[1]),
    );
    let (a, x) = (single([2500, 4])?, single([2500])?);
    let (p, y) = (a.as_slice().to_vec(), x.as_slice().to_vec());
    cases.add(
        "weighted sums of 4 columns",
        0.9,
        move || f::weighted_columns(&a, &x),
        move || {
            let mut sums = vec![0.0f32; 4];
            for (row, weight) in p.chunks_exact(4).zip(&y) {
                sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += weight * value);
            }
            sums
        },
    );
    // Rows of the result are no whole lines of memory.
    let n = 1001;
    let a = Array::from_fn([n, n], |[i, j]| value(i + j))?;
    let p = a.as_slice().to_vec();
    cases.add(
        "transposition of 1001 x 1001",
        1.1,
        move || f::turned(&a),
        move || loops::plane(n, n, |i, j| p[j * n + i]),
    );
    let n = 250;
    let a = Array::from_fn([n, n], |[i, j]| if i == j { n as f64 } else { value(i + j) })?;
    let p = a.as_slice().to_vec();
    cases.add("cholesky", 0.5, move || f::factor(&a), move || loops::factor(&p, n));
    for (size, n) in ["small", "large"].into_iter().zip(SIZES) {
        let (x, y) = (array([n / 3, 3])?, array([n / 32, 32])?);
        let (p, q) = (x.as_slice().to_vec(), y.as_slice().to_vec());
        let name = |what: &str| format!("{what}, {size}");
        cases.add(
            name("sums of 3 columns"),
            1.8,
            move || f::columns_of_3(&x),
            move || loops::columns(&p, 3),
        );
        cases.add(
            name("sums of 32 columns"),
            2.8,
            move || f::columns_of_32(&y),
            move || loops::columns(&q, 32),
        );
    }
    Ok(cases.0)
}

fn elements(cases: &mut Cases, size: &str, n: usize) -> Result<(), Error> {
    let name = |what: &str| format!("{what}, {size}");
    let (x, s, t) = (array([n])?, single([n])?, single([n])?);
    let (b, c) = (bytes(n)?, bytes(n)?);
    let p = x.as_slice().to_vec();
    let chain = |v: f64| ((0.1 * v + 0.2) * v - 0.3) * v + 0.4;
    let y = x.clone();
    cases.add(name("polynomial"), 0.9, move || f::polynomial(&y), {
        let p = p.clone();
        move || loops::each(n, |k| chain(p[k]))
    });
    let y = x.clone();
    cases.add(name("exponential"), 0.7, move || f::exponential(&y), {
        let p = p.clone();
        move || loops::each(n, |k| (-p[k]).exp())
    });
    // Results that are 0 take no longer than others.
    let far = Array::from_vec([n], p.iter().map(|v| v + 800.0).collect())?;
    cases.add(name("exponential of far numbers"), 0.7, move || f::exponential(&far), {
        let p = p.clone();
        move || loops::each(n, |k| (-p[k]).exp())
    });
    cases.add(name("cast"), 1.0, move || f::halved(&x), move || loops::each(n, |k| p[k] as f32));
    let (p, q) = (s.as_slice().to_vec(), t.as_slice().to_vec());
    cases.add(
        name("select"),
        0.7,
        move || f::selected(&s, &t),
        move || loops::each(n, |k| if p[k] > q[k] { p[k] - q[k] } else { 0.0 }),
    );
    // The factors of Stirling's formula, which a plain loop cannot do without.
    let stirling = |v: f32| (f64::from(v) + 1.0).powf(f64::from(v) + 0.5) * f64::from(-v).exp();
    let r = single([n])?;
    for (what, function) in [
        ("gamma", f::gammas as fn(&Array<f32, 1>) -> Result<Array<f32, 1>, Error>),
        ("log of gamma", f::log_gammas),
    ] {
        let (x, p) = (r.clone(), r.as_slice().to_vec());
        cases.add(
            name(what),
            0.4,
            move || function(&x),
            move || loops::each(n, |k| stirling(p[k]) as f32),
        );
    }
    let integers = |k: usize| (1e6 * value(k)) as i32;
    let (p, q) = (loops::each(n, integers), loops::each(n, |k| integers(k + 1)));
    let (x, y) = (Array::from_vec([n], p.clone())?, Array::from_vec([n], q.clone())?);
    cases.add(
        name("difference of integers"),
        if n < SIZES[1] { 0.5 } else { 0.9 },
        move || f::differences(&x, &y),
        move || loops::each(n, |k| p[k].wrapping_sub(q[k])),
    );
    let (p, q) = (b.as_slice().to_vec(), c.as_slice().to_vec());
    let (b2, p2) = (b.clone(), p.clone());
    cases.add(
        name("comparison of bytes"),
        0.6,
        move || f::less(&b, &c),
        move || loops::each(n, |k| p[k] < q[k]),
    );
    cases.add(
        name("count of bytes"),
        1.5,
        move || f::count_true(&b2),
        move || p2.iter().filter(|&&v| v > 100).count(),
    );
    Ok(())
}

fn whole_arrays(cases: &mut Cases, size: &str, n: usize) -> Result<(), Error> {
    let name = |what: &str| format!("{what}, {size}");
    let (x, b) = (array([n])?, bytes(n)?);
    let (p, q) = (x.as_slice().to_vec(), b.as_slice().to_vec());
    let (y, r) = (x.clone(), p.clone());
    cases.add(name("sum"), 0.65, move || f::total(&y), move || r.iter().sum::<f64>());
    let (y, r) = (x.clone(), p.clone());
    cases.add(
        name("place of the largest"),
        1.1,
        move || f::place(&y),
        move || (1..n).fold(0, |best, k| if r[k] > r[best] { k } else { best }),
    );
    cases.add(name("any"), 1.1, move || f::is_any(&x), move || p.iter().any(|&v| v > 2.0));
    cases.add(name("largest byte"), 10.0, move || f::largest(&b), move || q.iter().copied().max());
    Ok(())
}

fn algorithms(cases: &mut Cases, size: &str, n: usize) -> Result<(), Error> {
    let name = |what: &str| format!("{what}, {size}");
    let x = array([n])?;
    let p = x.as_slice().to_vec();
    let (y, q) = (x.clone(), p.clone());
    cases.add(name("cumsum"), 2.0, move || f::running(&y), move || loops::running(&q));
    let (y, q) = (x.clone(), p.clone());
    cases.add(name("sort"), 1.3, move || f::sorted(&y), move || loops::sorted(&q));
    let (y, q) = (x.clone(), p.clone());
    cases.add(name("ten least"), 0.2, move || f::least(&y), move || loops::sorted(&q));
    let (y, q) = (x.clone(), p.clone());
    cases.add(name("argsort"), 0.9, move || f::order(&y), move || loops::order(&q));

    let edges = loops::sorted(&p[..n / 40]);
    let of_edges = Array::from_vec([edges.len()], edges.clone())?;
    let (y, q) = (x.clone(), p.clone());
    cases.add(
        name("searchsorted"),
        1.0,
        move || f::found(&of_edges, &y),
        move || loops::each(n, |k| edges.partition_point(|edge| *edge < q[k]) as i64),
    );
    for groups in [50, n / 4] {
        let i = indices(n, groups);
        let index =
            IndexArray::new([n], i.iter().map(|&k| k as usize).collect::<Vec<_>>(), groups)?;
        let (y, q) = (x.clone(), p.clone());
        cases.add(
            format!("segments, {groups} groups, {size}"),
            3.2,
            move || f::segments(&y, &index),
            move || loops::segments(&q, &i, groups),
        );
    }
    let i = indices(n, n);
    let index = IndexArray::new([n], i.iter().map(|&k| k as usize).collect::<Vec<_>>(), n)?;
    cases.add(
        name("gather"),
        1.1,
        move || f::gathered(&x, &index),
        move || loops::each(n, |k| p[i[k] as usize]),
    );
    let b = n / 9;
    let (a, v) = (array([b, 3, 3])?, array([b, 3])?);
    let (p, q) = (a.as_slice().to_vec(), v.as_slice().to_vec());
    cases.add(
        name("batched 3x3"),
        0.85,
        move || f::batched(&a, &v),
        move || {
            loops::plane(b, 3, |e, i| {
                (0..3).map(|j| p[9 * e + 3 * i + j] * q[3 * e + j]).sum::<f64>()
            })
        },
    );
    Ok(())
}

fn matrices(cases: &mut Cases, size: &str, m: usize, n: usize) -> Result<(), Error> {
    let mut cases = OnMatrices { cases, size, columns: n };
    of_own_places(&mut cases, m, n)?;
    of_other_places(&mut cases, m, n)
}

/// Adds cases on matrices of some size.
struct OnMatrices<'a> {
    cases: &'a mut Cases,
    size: &'a str,
    columns: usize,
}

impl OnMatrices<'_> {
    /// `bounds` are those of the rows of `ROWS`.
    fn add<T, U>(
        &mut self,
        what: &str,
        bounds: [f64; 3],
        function: impl FnMut() -> Result<T, Error> + 'static,
        plain: impl FnMut() -> U + 'static,
    ) {
        let bound = bounds[ROWS.iter().position(|row| *row == self.columns).unwrap_or(0)];
        self.cases.add(format!("{what}, {}", self.size), bound, function, plain);
    }
}

/// Adds a case with operands of its own, as cases outlive the function that adds them.
macro_rules! case {
    ($cases:ident, $what:literal, $bounds:expr, $function:ident($($arg:ident),*), |$($with:ident),*| $plain:expr) => {{
        $(let $arg = $arg.clone();)*
        $(let $with = $with.clone();)*
        $cases.add($what, $bounds, move || f::$function($(&$arg),*), move || $plain);
    }};
}

/// Sums, products, and elements made of those in their own row and column.
fn of_own_places(cases: &mut OnMatrices, m: usize, n: usize) -> Result<(), Error> {
    let (x, s, r, c) = (array([m, n])?, single([m, n])?, array([n])?, array([m])?);
    let p = x.as_slice().to_vec();
    let (q, row, column) = (s.as_slice().to_vec(), r.as_slice().to_vec(), c.as_slice().to_vec());
    let sum = |row: &[f64]| row.iter().sum::<f64>();
    case!(cases, "sums of rows", [3.0, 3.0, 1.3], rows(x), |p| p
        .chunks_exact(n)
        .map(sum)
        .collect::<Vec<_>>());
    case!(cases, "sums of columns", [1.2, 2.0, 1.6], columns(x), |p| loops::columns(&p, n));
    case!(cases, "places in columns", [5.0, 4.6, 2.2], places(s), |q| loops::places(&q, n));
    case!(cases, "matrix times vector", [2.6, 2.0, 0.7], products(x, r), |p, row| p
        .chunks_exact(n)
        .map(|x| x.iter().zip(&row).map(|(x, y)| x * y).sum::<f64>())
        .collect::<Vec<_>>());
    case!(cases, "weighted rows", [2.0, 2.2, 0.9], weighted(x, r, c), |p, row, column| p
        .chunks_exact(n)
        .zip(&column)
        .map(|(x, z)| z * x.iter().zip(&row).map(|(x, y)| x * y).sum::<f64>())
        .collect::<Vec<_>>());
    case!(cases, "row and column", [0.8, 0.6, 0.5], affine(x, r, c), |p, row, column| {
        loops::plane(m, n, |i, j| p[i * n + j] * row[j] + column[i])
    });
    case!(cases, "centred rows", [1.8, 1.1, 0.6], centred(x), |p| {
        let means: Vec<f64> = p.chunks_exact(n).map(|x| sum(x) / n as f64).collect();
        loops::plane(m, n, |i, j| p[i * n + j] - means[i])
    });
    case!(cases, "softmax", [2.0, 1.2, 0.75], softmax(x), |p| loops::softmax(&p, n));
    Ok(())
}

/// Elements made of those at other places.
fn of_other_places(cases: &mut OnMatrices, m: usize, n: usize) -> Result<(), Error> {
    let (x, s) = (array([m, n])?, single([m, n])?);
    let (p, q) = (x.as_slice().to_vec(), s.as_slice().to_vec());
    if n > 2 && m > 2 {
        case!(cases, "five points", [0.6, 0.8, 0.35], five_points(x), |p| loops::plane(
            m - 2,
            n - 2,
            |i, j| {
                let at = (i + 1) * n + j + 1;
                p[at - n] + p[at + n] + p[at - 1] + p[at + 1] - 4.0 * p[at]
            }
        ));
        case!(cases, "inside", [1.0, 1.9, 2.2], inside(x), |p| loops::plane(
            m - 2,
            n - 2,
            |i, j| p[(i + 1) * n + j + 1]
        ));
    }
    case!(cases, "even columns", [3.5, 4.0, 2.0], even(x), |p| loops::plane(
        m,
        n.div_ceil(2),
        |i, j| 2.0 * p[i * n + 2 * j]
    ));
    case!(cases, "transposition", [2.8, 2.0, 1.4], turned(x), |p| loops::plane(n, m, |j, i| p
        [i * n + j]));
    // Matrices of eight rows.
    let pages = m / 8;
    let (u, v) = (array([pages, 8, n])?, single([pages, 8, n])?);
    case!(cases, "transpositions", [4.0, 2.0, 1.3], turned_pages(v), |q| {
        let mut all = Vec::with_capacity(q.len());
        for page in q.chunks_exact(8 * n) {
            for j in 0..n {
                all.extend((0..8).map(|i| page[i * n + j]));
            }
        }
        all
    });
    case!(cases, "differences of rows", [2.2, 2.6, 2.0], page_differences(u), |p| {
        let mut all = Vec::with_capacity(p.len());
        for page in p.chunks_exact(8 * n) {
            all.extend((n..8 * n).map(|k| page[k] - page[k - n]));
        }
        all
    });
    case!(cases, "sums of matrices", [2.2, 1.3, 0.9], page_sums(u), |p| p
        .chunks_exact(8 * n)
        .map(|page| page.iter().sum::<f64>())
        .collect::<Vec<_>>());
    case!(cases, "roll of rows", [2.0, 3.5, 2.6], rolled(s), |q| loops::plane(m, n, |i, j| {
        q[i * n + if j == 0 { n - 1 } else { j - 1 }]
    }));
    case!(cases, "rows side by side", [2.8, 6.0, 2.8], joined(x), |p| {
        let mut all = Vec::with_capacity(2 * p.len());
        for row in p.chunks_exact(n) {
            all.extend_from_slice(row);
            all.extend_from_slice(row);
        }
        all
    });
    case!(cases, "tiles", [0.35, 0.45, 0.15], tiled(s), |q| loops::plane(2 * m, 2 * n, |i, j| {
        q[i % m * n + j % n]
    }));
    case!(cases, "cumsum down columns", [2.2, 1.6, 1.2], running_down(x), |p| loops::running_down(
        &p, n
    ));
    let i: Vec<u32> = indices(n, n);
    let index = IndexArray::new([n], i.iter().map(|&k| k as usize).collect::<Vec<_>>(), n)?;
    case!(cases, "columns by index", [1.0, 1.2, 0.7], picked(s, index), |q, i| loops::plane(
        m,
        n,
        |row, j| { q[row * n + i[j] as usize] }
    ));
    if n == 3 && m <= 2000 {
        case!(cases, "nearest of all", [0.8, 0.8, 0.8], distances(x, x), |p| loops::each(m, |i| {
            let distance =
                |j: usize| (0..3).map(|k| (p[3 * i + k] - p[3 * j + k]).powi(2)).sum::<f64>();
            (0..m).map(distance).fold(f64::INFINITY, f64::min)
        }));
    }
    Ok(())
}
