//! Loops and branches: the checker, the optimiser and the schedules against plain Rust.

mod agree;
mod foreign;
mod parts;
mod recurrences;

use agree::run;
use array_fn_compiler::dag::interpret::Tensor;
use array_fn_compiler::dag::{Const, DType};

fn f64s(elements: &[f64]) -> Tensor {
    Tensor::from_f64(DType::F64, &[elements.len()], elements)
}

fn scalar(value: f64) -> Tensor {
    Tensor::scalar(Const::from_f64(DType::F64, value))
}

fn integer(value: i64) -> Tensor {
    Tensor::scalar(Const::i64(value))
}

/// The number of passes is the value of a loop. A loop may run no pass at all.
#[test]
fn a_loop_ends_when_its_condition_fails() {
    let source = "pub fn collatz(start: i64) -> (i64, i64) {
        let mut n = start;
        let mut most = start;
        let passes = while n != 1, at most 1000 {
            n = if n % 2 == 0 { floor_divide(n, 2) } else { 3 * n + 1 };
            most = maximum(most, n);
        };
        (passes, most)
    }";
    for (start, passes, most) in [(1, 0, 1), (2, 1, 2), (6, 8, 16), (27, 111, 9232)] {
        let got = run(source, &[], &[integer(start)]).unwrap();
        assert_eq!(got.results, [integer(passes), integer(most)], "{start}");
    }
}

#[test]
fn a_loop_ends_after_the_largest_number_of_passes() {
    let source = "pub fn f(most: i32) -> (i64, f64) {
        let mut x = 1.0;
        let passes = loop, at most most { x *= 2.0; };
        (passes, x)
    }";
    for (most, passes, x) in [(-3, 0, 1.0), (0, 0, 1.0), (5, 5, 32.0)] {
        let most = Tensor::scalar(Const::from_i128(DType::I32, most));
        let got = run(source, &[], &[most]).unwrap();
        assert_eq!(got.results, [integer(passes), scalar(x)]);
    }
}

/// A pass reads the neighbours of old elements, so passes alternate between two arrays.
#[test]
fn jacobi_reads_old_neighbours() {
    let source = "pub fn jacobi<N>(u: &mut [f64; N], b: [f64; N], tolerance: f64) -> (f64, i64) {
        let mut error = 1e300;
        let passes = while error > tolerance, at most 7 {
            let old = u;
            u[1..-1] = 0.5 * (old[..-2] + old[2..] + b[1..-1]);
            error = max(abs(u - old));
        };
        (error, passes)
    }";
    for n in [3, 4, 9] {
        for tolerance in [0.0, 1e-1, 1e301] {
            let start: Vec<f64> = (0..n).map(|k| f64::from(k * k % 5)).collect();
            let b: Vec<f64> = (0..n).map(|k| f64::from(k % 3)).collect();
            let (mut u, mut error, mut passes) = (start.clone(), 1e300, 0);
            while error > tolerance && passes < 7 {
                let old = u.clone();
                for k in 1..u.len() - 1 {
                    u[k] = 0.5 * (old[k - 1] + old[k + 1] + b[k]);
                }
                error = u.iter().zip(&old).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                passes += 1;
            }
            let dims = [("N", i64::from(n))];
            let got = run(source, &dims, &[f64s(&start), f64s(&b), scalar(tolerance)]).unwrap();
            assert_eq!(got.results, [scalar(error), integer(passes)], "{n} {tolerance}");
            assert_eq!(got.params[&0], f64s(&u), "{n} {tolerance}");
        }
    }
}

/// States that take each other's places.
#[test]
fn fibonacci_swaps_states() {
    let source = "pub fn fibonacci<N>(n: i64, x: [f64; N]) -> ([f64; N], [f64; N]) {
        let mut a = x;
        let mut b = 2.0 * x;
        for _ in 0..n {
            let next = a + b;
            a = b;
            b = next;
        }
        (a, b)
    }";
    for n in 0..6 {
        let (mut a, mut b) = (1.0, 2.0);
        for _ in 0..n {
            (a, b) = (b, a + b);
        }
        let got = run(source, &[("N", 2)], &[integer(n), f64s(&[1.0, 10.0])]).unwrap();
        assert_eq!(got.results, [f64s(&[a, 10.0 * a]), f64s(&[b, 10.0 * b])], "{n}");
    }
}

/// The index of a loop from 0 to a size is in range of an axis of that size.
#[test]
fn a_loop_stores_its_history() {
    let source = "pub fn history<T, N>(x: [f64; N], kick: [f64; T]) -> [f64; T, N] {
        let mut u = x;
        let mut all = zeros([f64; T, N]);
        for t in 0..T {
            u = 0.5 * u + kick[t];
            all[t] = u;
        }
        all
    }";
    let kick = [1.0, -2.0, 4.0];
    let (mut u, mut all) = ([3.0, 8.0], Vec::new());
    for kick in kick {
        u = u.map(|u| 0.5 * u + kick);
        all.extend(u);
    }
    let got = run(source, &[("T", 3), ("N", 2)], &[f64s(&[3.0, 8.0]), f64s(&kick)]).unwrap();
    assert_eq!(got.results, [Tensor::from_f64(DType::F64, &[3, 2], &all)]);
}

#[test]
fn loops_nest_and_break() {
    let source = "pub fn primes(n: i64) -> i64 {
        let mut count = 0;
        for k in 2..n {
            let mut divisor = 2;
            let mut is_prime = true;
            loop, at most k {
                if divisor * divisor > k { break; }
                if k % divisor == 0 { is_prime = false; }
                divisor += 1;
            }
            if is_prime { count += 1; }
        }
        count
    }";
    for (n, count) in [(0, 0), (3, 1), (10, 4), (30, 10)] {
        assert_eq!(run(source, &[], &[integer(n)]).unwrap().results, [integer(count)], "{n}");
    }
}

/// Arrays are assigned in the branch that is taken only; the other one does not run.
#[test]
fn branches_assign_arrays() {
    let source = "pub fn f<N>(x: [f64; N], limit: f64) -> ([f64; N], i64) {
        let mut y = x;
        let mut steps = 0;
        if sum(x) > limit {
            y = x - mean(x);
            steps = 1;
        } else if max(x) > limit {
            y = sort(x);
            steps = 2;
        } else {
            for t in 0..3 { y = y + t as f64; }
        }
        (y, steps)
    }";
    let x = [3.0, 1.0, 2.0];
    for (limit, y, steps) in
        [(0.0, [1.0, -1.0, 0.0], 1), (6.5, [3.0, 1.0, 2.0], 0), (2.5, [1.0, -1.0, 0.0], 1)]
    {
        let (y, steps) = match limit {
            6.5 => (x.map(|x| x + 0.0 + 1.0 + 2.0), 0),
            _ => (y, steps),
        };
        let got = run(source, &[("N", 3)], &[f64s(&x), scalar(limit)]).unwrap();
        assert_eq!(got.results, [f64s(&y), integer(steps)], "{limit}");
    }
    let x = [3.0, -1.0, -2.0];
    let got = run(source, &[("N", 3)], &[f64s(&x), scalar(2.5)]).unwrap();
    assert_eq!(got.results, [f64s(&[-2.0, -1.0, 3.0]), integer(2)]);
}

/// A record is several states, and a helper may change it.
#[test]
fn records_are_states() {
    let source = "struct State<N> { q: [f64; N], p: [f64; N] }
    fn step<N>(s: &mut State<N>, h: f64) {
        s.p -= h * s.q;
        s.q += h * s.p;
    }
    pub fn pendulum<N>(q: [f64; N], p: [f64; N], h: f64, n: i64) -> ([f64; N], [f64; N]) {
        let mut s = State { q, p };
        for _ in 0..n { step(s, h); }
        (s.q, s.p)
    }";
    let (mut q, mut p) = ([1.0, 2.0], [0.0, -1.0]);
    for _ in 0..4 {
        for k in 0..2 {
            p[k] -= 0.125 * q[k];
            q[k] += 0.125 * p[k];
        }
    }
    let args = [f64s(&[1.0, 2.0]), f64s(&[0.0, -1.0]), scalar(0.125), integer(4)];
    let got = run(source, &[("N", 2)], &args).unwrap();
    assert_eq!(got.results, [f64s(&q), f64s(&p)]);
}

/// Sums and checks that are the same in every pass are done once, before the loop.
#[test]
fn invariants_move_out() {
    let source = "pub fn f<M, N>(x: [f64; M, N], k: [i64; M], n: i64) -> [f64; M] {
        let mut y = zeros([f64; M]);
        for _ in 0..n {
            y = 0.5 * y[k] + sum(x, axis=1);
        }
        y
    }";
    let x = Tensor::from_f64(DType::F64, &[2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let k = |k: &[i64]| Tensor::new(DType::I64, &[2], k.iter().map(|k| Const::i64(*k)));
    let mut y = [0.0, 0.0];
    for _ in 0..3 {
        y = [0.5 * y[1] + 6.0, 0.5 * y[0] + 15.0];
    }
    let dims = [("M", 2), ("N", 3)];
    let got = run(source, &dims, &[x.clone(), k(&[1, 0]), integer(3)]).unwrap();
    assert_eq!(got.results, [f64s(&y)]);
    // The check runs before the loop, even if the loop has no pass.
    run(source, &dims, &[x, k(&[1, 2]), integer(0)]).unwrap_err();
}

/// A check after a loop needs what the loop leaves, so the loop runs before the checks are judged.
#[test]
fn checks_may_need_loops() {
    let source = "pub fn f<N>(x: &mut [f64; N], n: i64) -> f64 {
        let mut k = 0;
        for _ in 0..n { k += 2; x += 1.0; }
        x[k]
    }";
    let got = run(source, &[("N", 3)], &[f64s(&[1.0, 2.0, 3.0]), integer(1)]).unwrap();
    assert_eq!(got.results, [scalar(4.0)]);
    run(source, &[("N", 3)], &[f64s(&[1.0, 2.0, 3.0]), integer(2)]).unwrap_err();
}

/// Long loops with constant bounds are not unrolled.
#[test]
fn long_constant_loops_run() {
    let source = "pub fn f(x: f64) -> f64 { let mut y = x; for _ in 0..30000 { y += 1.0; } y }";
    assert_eq!(run(source, &[], &[scalar(0.5)]).unwrap().results, [scalar(30000.5)]);
}

#[test]
fn complex_numbers_are_states() {
    let source = "pub fn escape(re: f64, im: f64) -> i64 {
        let c = (re as c64) + 1j * (im as c64);
        let mut z = 0.0 * c;
        while abs(z) < 2.0, at most 50 { z = z * z + c; }
    }";
    let source =
        source.replace("        while", "        let n = while").replace("+ c; }", "+ c; }; n");
    let escape = |re: f64, im: f64| {
        let (mut a, mut b, mut n) = (0.0 * re, 0.0 * im, 0);
        while f64::hypot(a, b) < 2.0 && n < 50 {
            (a, b) = (a * a - b * b + re, a * b + b * a + im);
            n += 1;
        }
        n
    };
    for (re, im) in [(0.0, 0.0), (1.0, 1.0), (0.3, 0.5), (-0.75, 0.25), (0.36, 0.1)] {
        let got = run(&source, &[], &[scalar(re), scalar(im)]).unwrap();
        assert_eq!(got.results, [integer(escape(re, im))], "{re} {im}");
    }
}

/// Each `break` ends the loop at its own place.
#[test]
fn a_loop_may_end_in_several_places() {
    let source = "pub fn f(n: i64, m: i64) -> (i64, i64, i64) {
        let mut a = 0;
        let mut b = 0;
        let passes = loop, at most 9 {
            a += 1;
            if a > n { break; }
            let c = 2 * a;
            b += c;
            if b > m { break; }
            a += 1;
            if a + b == 1000 { break; }
        };
        (passes, a, b)
    }";
    for (n, m) in [(0, 100), (3, 100), (100, 5), (100, 1), (100, 1000)] {
        let (mut passes, mut a, mut b) = (0, 0, 0);
        while passes < 9 {
            passes += 1;
            a += 1;
            if a > n {
                break;
            }
            b += 2 * a;
            if b > m {
                break;
            }
            a += 1;
        }
        let got = run(source, &[], &[integer(n), integer(m)]).unwrap();
        assert_eq!(got.results, [integer(passes), integer(a), integer(b)], "{n} {m}");
    }
}
