//! Operations that many programs consist of, each alone.

use super::{Planner, Program};
use crate::error::Error;
use array_fn::{Array, IndexArray, array_fn};
use array_fn_workloads::expressions;

array_fn! {
    pub fn copied<N>(x: [f64; N]) -> [f64; N] {
        x
    }

    pub fn axpy<N>(a: f64, x: [f64; N], y: [f64; N]) -> [f64; N] {
        a * x + y
    }

    /// A polynomial of degree 7.
    pub fn polynomial<N>(x: [f64; N]) -> [f64; N] {
        ((((((0.3 * x - 0.7) * x + 1.1) * x - 0.2) * x + 0.6) * x - 1.3) * x + 0.4) * x + 2.1
    }

    /// Second differences along a row.
    pub fn stencil_3<N>(u: [f64; N]) -> [f64; N - 2] {
        u[..-2] - 2 * u[1..-1] + u[2..]
    }

    pub fn sum_all<N>(x: [f64; N]) -> f64 {
        sum(x)
    }

    pub fn sum_rows<M, N>(x: [f64; M, N]) -> [f64; M] {
        sum(x, axis=1)
    }

    pub fn sum_columns<M, N>(x: [f64; M, N]) -> [f64; N] {
        sum(x, axis=0)
    }

    pub fn var_rows<M, N>(x: [f64; M, N]) -> [f64; M] {
        var(x, axis=1)
    }

    pub fn argmax_all<N>(x: [f64; N]) -> i64 {
        argmax(x)
    }

    pub fn dot<N>(x: [f64; N], y: [f64; N]) -> f64 {
        x @ y
    }

    pub fn transpose_f64<M, N>(x: [f64; M, N]) -> [f64; N, M] {
        transpose(x)
    }

    pub fn transpose_f32<M, N>(x: [f32; M, N]) -> [f32; N, M] {
        transpose(x)
    }

    pub fn cumulative_sum<N>(x: [f64; N]) -> [f64; N] {
        cumsum(x)
    }

    /// How often each index occurs.
    pub fn histogram<N, B>(i: [index<B>; N]) -> [i64; B] {
        bincount(i)
    }

    pub fn sort_i32<N>(x: [i32; N]) -> [i32; N] {
        sort(x)
    }
}

/// Makes a program with arrays of about so many elements.
type Make = fn(usize) -> Result<Program, Error>;

/// A program that is called with these operands, and planned for these dimensions.
macro_rules! program {
    ($name:expr, $($function:ident)::+, ($($operand:expr),*), ($($dimension:expr),*)) => {{
        let plan: Planner =
            Box::new(move |device| Ok($($function)::+::plan(device, $($dimension),*)?));
        Ok(Program {
            name: $name.to_owned(),
            call: Box::new(move || Ok(Values::values($($function)::+($(&$operand),*)?)?)),
            plan,
            elements: None,
        })
    }};
}

/// Elements of results.
trait Values {
    fn values(self) -> Result<Vec<f64>, array_fn::Error>;
}

macro_rules! values {
    ($($dtype:ident)*) => {$(
        impl<const D: usize> Values for Array<$dtype, D> {
            fn values(self) -> Result<Vec<f64>, array_fn::Error> {
                Ok(self.to_host()?.as_slice().iter().map(|&value| value as f64).collect())
            }
        }
    )*};
}
values!(f64 f32 i32 i64);

impl<A: Values, B: Values> Values for (A, B) {
    fn values(self) -> Result<Vec<f64>, array_fn::Error> {
        Ok([self.0.values()?, self.1.values()?].concat())
    }
}

impl<A: Values, B: Values, C: Values> Values for (A, B, C) {
    fn values(self) -> Result<Vec<f64>, array_fn::Error> {
        Ok([self.0.values()?, self.1.values()?, self.2.values()?].concat())
    }
}

/// A number from 0 to 1 that looks random.
fn unit(k: usize) -> f64 {
    let mixed = (k as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ (mixed >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 11) as f64 / (1u64 << 53) as f64
}

fn vector(n: usize) -> Result<Array<f64, 1>, Error> {
    Ok(Array::from_fn([n], |[k]| unit(k) - 0.5)?)
}

fn matrix(rows: usize, columns: usize) -> Result<Array<f64, 2>, Error> {
    Ok(Array::from_fn([rows, columns], |[i, j]| unit(i * columns + j) - 0.5)?)
}

fn vector_f32(n: usize, from: f64, to: f64) -> Result<Array<f32, 1>, Error> {
    Ok(Array::from_fn([n], |[k]| (from + (to - from) * unit(k)) as f32)?)
}

fn rows(name: &'static str, n: usize, columns: usize) -> Result<Program, Error> {
    let rows = (n / columns).max(1);
    let x = matrix(rows, columns)?;
    program!(name, sum_rows, (x), (rows, columns))
}

fn columns(name: &'static str, n: usize, columns: usize) -> Result<Program, Error> {
    let rows = (n / columns).max(1);
    let x = matrix(rows, columns)?;
    program!(name, sum_columns, (x), (rows, columns))
}

/// All operations, by name.
pub const OPERATIONS: &[(&str, Make)] = &[
    ("copy", |n| {
        let x = vector(n)?;
        program!("copy", copied, (x), (n))
    }),
    ("axpy", |n| {
        let (x, y) = (vector(n)?, vector(n)?);
        let plan: Planner = Box::new(move |device| Ok(axpy::plan(device, n)?));
        let call = move || Ok(axpy(0.7, &x, &y)?.values()?);
        let (name, call) = ("axpy".to_owned(), Box::new(call));
        Ok(Program { name, call, plan, elements: None })
    }),
    ("polynomial", |n| {
        let x = vector(n)?;
        program!("polynomial", polynomial, (x), (n))
    }),
    ("stencil_3", |n| {
        let u = vector(n)?;
        program!("stencil_3", stencil_3, (u), (n))
    }),
    ("stencil_5", |n| {
        let u = matrix(n / 1024, 1024)?;
        program!("stencil_5", expressions::stencil, (u), (n / 1024, 1024))
    }),
    ("sum_all", |n| {
        let x = vector(n)?;
        program!("sum_all", sum_all, (x), (n))
    }),
    ("sum_rows_3", |n| rows("sum_rows_3", n, 3)),
    ("sum_rows_32", |n| rows("sum_rows_32", n, 32)),
    ("sum_rows_1000", |n| rows("sum_rows_1000", n, 1000)),
    ("sum_columns_3", |n| columns("sum_columns_3", n, 3)),
    ("sum_columns_32", |n| columns("sum_columns_32", n, 32)),
    ("sum_columns_1000", |n| columns("sum_columns_1000", n, 1000)),
    ("var_rows", |n| {
        let x = matrix(n / 1024, 1024)?;
        program!("var_rows", var_rows, (x), (n / 1024, 1024))
    }),
    ("argmax", |n| {
        let x = vector(n)?;
        program!("argmax", argmax_all, (x), (n))
    }),
    ("dot", |n| {
        let (x, y) = (vector(n)?, vector(n)?);
        program!("dot", dot, (x, y), (n))
    }),
    ("transpose_f64", |n| {
        let x = matrix(n / 1024, 1024)?;
        program!("transpose_f64", transpose_f64, (x), (n / 1024, 1024))
    }),
    ("transpose_f32", |n| {
        let x = Array::from_fn([n / 1024, 1024], |[i, j]| unit(1024 * i + j) as f32)?;
        program!("transpose_f32", transpose_f32, (x), (n / 1024, 1024))
    }),
    ("softmax", |n| {
        let x = Array::from_fn([n / 1024, 1024], |[i, j]| unit(1024 * i + j) as f32)?;
        program!("softmax", expressions::softmax, (x), (n / 1024, 1024))
    }),
    ("reduce", |n| {
        let x = matrix(n / 1024, 1024)?;
        program!("reduce", expressions::reduce, (x), (n / 1024, 1024))
    }),
    ("cumulative_sum", |n| {
        let x = vector(n)?;
        program!("cumulative_sum", cumulative_sum, (x), (n))
    }),
    ("histogram_100", |n| histogram_of("histogram_100", n, 100)),
    ("histogram_1e5", |n| histogram_of("histogram_1e5", n, 100_000)),
    ("sort_i32", |n| {
        let x = Array::from_fn([n], |[k]| (unit(k) * 4e9) as u32 as i32)?;
        program!("sort_i32", sort_i32, (x), (n))
    }),
    ("where_plus_one", |n| {
        let c = Array::from_fn([n], |[k]| unit(k) < 0.5)?;
        let (a, b) = (vector(n)?, vector(n)?);
        program!("where_plus_one", expressions::where_plus_one, (c, a, b), (n))
    }),
    ("black_scholes", |n| {
        let s = vector_f32(n, 5.0, 30.0)?;
        let (x, t) = (vector_f32(n, 1.0, 100.0)?, vector_f32(n, 0.25, 10.0)?);
        program!("black_scholes", expressions::black_scholes, (s, x, t), (n))
    }),
    ("matvec_20", |n| {
        let (a, x) = (matrix(20, 20)?, matrix(n / 20, 20)?);
        program!("matvec_20", expressions::matvec, (a, x), (n / 20, 20))
    }),
    ("diamond", |n| {
        let (x, y) = (vector(n)?, vector(n)?);
        program!("diamond", expressions::diamond, (x, y), (n))
    }),
    ("diamond_max", |n| {
        let (x, y) = (vector(n)?, vector(n)?);
        program!("diamond_max", expressions::diamond_max, (x, y), (n))
    }),
];

fn histogram_of(name: &'static str, n: usize, bins: usize) -> Result<Program, Error> {
    let indices: Vec<i32> =
        (0..n).map(|k| ((unit(k) * bins as f64) as i32).min(bins as i32 - 1)).collect();
    let i = IndexArray::new([n], &indices, bins)?;
    let plan: Planner = Box::new(move |device| Ok(histogram::plan(device, n, bins)?));
    let call = move || Ok(histogram(&i)?.values()?);
    Ok(Program { name: name.to_owned(), call: Box::new(call), plan, elements: None })
}
