//! Predicted beside measured times of kernels: `cargo bench -p array-fn-benches --bench model [-- PART-OF-NAME]`.
//!
//! Prints a line a kernel, with predicted over measured time, and the share of them within 25%. Each is measured in five
//! rounds, of which the fastest counts: a machine's other work, which comes and goes, is not predicted.

#![allow(missing_docs)]

use array_fn::explain::Explanation;
use array_fn::{Array, Device, Error, IndexArray, array_fn};

array_fn! {
    pub fn axpy<N>(a: f64, x: [f64; N], y: &mut [f64; N]) { y += a * x; }

    pub fn elementwise<N>(x: [f64; N], y: [f64; N], z: [f64; N]) -> [f64; N] {
        x * y + 3 * z - where(x > 1, y, z)
    }

    pub fn elementwise_f32<N>(x: [f32; N], y: [f32; N], z: [f32; N]) -> [f32; N] {
        x * y + 3 * z - where(x > 1, y, z)
    }

    pub fn norms<N>(x: [f64; N], y: [f64; N]) -> [f64; N] { sqrt(x * x + y * y) / (x + y) }

    fn cdf<N>(x: [f64; N]) -> [f64; N] { 0.5 * (1 + erf(x * 0.7071067811865476)) }

    pub fn black_scholes<N>(spot: [f64; N], strike: [f64; N], time: [f64; N]) -> ([f64; N], [f64; N]) {
        let (rate, volatility) = (0.02, 0.3);
        let spread = volatility * sqrt(time);
        let d1 = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * time) / spread;
        let d2 = d1 - spread;
        let discounted = strike * exp(-rate * time);
        let call = spot * cdf(d1) - discounted * cdf(d2);
        (call, call - spot + discounted)
    }

    pub fn exponentials<N>(x: [f64; N]) -> [f64; N] { exp(x) }

    pub fn exponentials_f32<N>(x: [f32; N]) -> [f32; N] { exp(x) }

    pub fn waves<N>(x: [f64; N]) -> [f64; N] { sin(x) * cos(2 * x) }

    pub fn stencil<M, N>(u: [f64; M + 2, N + 2]) -> [f64; M, N] {
        0.25 * (u[..-2, 1..-1] + u[2.., 1..-1] + u[1..-1, ..-2] + u[1..-1, 2..])
    }

    pub fn matvec<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; M] { a @ x }

    pub fn matvec_small<M, N>(a: [f64; M, N], x: [f64; N]) -> [f64; M] where N: 4 | 35 { a @ x }

    pub fn softmax<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        let e = exp(x - max(x, axis=1, keepdims=true));
        e / sum(e, axis=1, keepdims=true)
    }

    pub fn total<N>(x: [f64; N]) -> f64 { sum(x) }

    pub fn row_sums<M, N>(x: [f64; M, N]) -> [f64; M] { sum(x, axis=1) }

    pub fn column_sums<M, N>(x: [f64; M, N]) -> [f64; N] { sum(x, axis=0) }

    pub fn variance<N>(x: [f64; N]) -> f64 { mean((x - mean(x)) ** 2) }

    pub fn gathered<E, N>(u: [f64; E], i: [index<E>; N]) -> [f64; N] { 2 * u[i] }

    #[unfused]
    pub fn diamond<N>(x: [f64; N]) -> [f64; N] {
        let (a, b) = (x + 1, x * 2);
        a * b - x
    }

    /// Volume and surface terms of a nodal method on elements: `D u + L (u[neighbour] - u[own])`.
    pub fn element_terms<E, N, F>(
        u: [f64; E, N], d: [f64; N, N], lift: [f64; N, F],
        neighbour_element: [index<E>; E, F], neighbour_node: [index<N>; E, F], own: [index<N>; F],
    ) -> [f64; E, N] where (N, F): (4, 12) | (10, 24) | (20, 40) | (35, 60) {
        let jump = u[neighbour_element, neighbour_node] - u[.., own];
        einsum("ij,ej->ei", d, u) + einsum("if,ef->ei", lift, jump)
    }
}

const ROUNDS: usize = 5;

/// What was measured, function by function in the order they come in each round.
struct Report {
    known: Vec<(String, Explanation)>,
    next: usize,
    wanted: Option<String>,
}

impl Report {
    /// Measures on data that the runtime makes.
    fn own(
        &mut self,
        name: &str,
        explanation: impl Fn() -> Result<Explanation, Error>,
    ) -> Result<(), Error> {
        self.measured(name, || explanation()?.with_measurements())
    }

    fn measured(
        &mut self,
        name: &str,
        explanation: impl FnOnce() -> Result<Explanation, Error>,
    ) -> Result<(), Error> {
        if self.wanted.as_ref().is_some_and(|wanted| !name.contains(wanted.as_str())) {
            return Ok(());
        }
        let explanation = explanation()?;
        match self.known.get_mut(self.next) {
            Some((_, least)) => {
                for (launch, other) in least.launches.iter_mut().zip(explanation.launches) {
                    launch.measured = launch.measured.min(other.measured);
                }
            }
            None => self.known.push((name.to_string(), explanation)),
        }
        self.next += 1;
        Ok(())
    }

    fn print(&self) {
        let (mut within, mut kernels) = (0, 0);
        for (name, explanation) in &self.known {
            for launch in &explanation.launches {
                let (Some(predicted), Some(measured)) = (launch.predicted, launch.measured) else {
                    continue;
                };
                let ratio = predicted.as_secs_f64() / measured.as_secs_f64();
                let near = (0.75..=1.25).contains(&ratio);
                kernels += 1;
                within += usize::from(near);
                println!(
                    "{name:<28} {:<14} {predicted:>10.1?} {measured:>10.1?} {ratio:>6.2} {} {:>5.0}%",
                    launch.plan.name,
                    if near { ' ' } else { '!' },
                    100.0 * launch.roofline_fraction().unwrap_or(0.0)
                );
            }
        }
        println!("{within} of {kernels} kernels within 25%");
    }
}

fn main() -> Result<(), Error> {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with("--"));
    let mut report = Report { known: Vec::new(), next: 0, wanted };
    for _ in 0..ROUNDS {
        report.next = 0;
        round(&mut report)?;
    }
    println!(
        "{:<28} {:<14} {:>10} {:>10} {:>6}",
        "function", "kernel", "predicted", "measured", "ratio"
    );
    report.print();
    Ok(())
}

fn round(report: &mut Report) -> Result<(), Error> {
    for threads in [1, 0] {
        let device = Device::cpu_with_threads(threads);
        let title = |name: &str| format!("{name}/{}", device.threads());
        for n in [1_000, 30_000, 10_000_000] {
            report.own(&title("axpy"), || axpy::explain(&device, n))?;
            report.own(&title("elementwise"), || elementwise::explain(&device, n))?;
            report.own(&title("elementwise_f32"), || elementwise_f32::explain(&device, n))?;
            report.own(&title("norms"), || norms::explain(&device, n))?;
            report.own(&title("total"), || total::explain(&device, n))?;
            report.own(&title("variance"), || variance::explain(&device, n))?;
        }
        for n in [1_000, 1_000_000] {
            report.measured(&title("black_scholes"), || {
                // Of equal prices the logarithm would be easy.
                let array = |low: f64, high: f64, step: usize| {
                    let values =
                        (0..n).map(|k| low + (high - low) * (k * step % 1009) as f64 / 1009.0);
                    Array::from_slice([n], &values.collect::<Vec<_>>())
                };
                let (spot, strike) = (array(80.0, 120.0, 7)?, array(70.0, 130.0, 11)?);
                let time = array(0.1, 2.0, 13)?;
                let explanation = black_scholes::explain(&device, n)?;
                let (mut call, mut put) = (Array::zeros([n])?, Array::zeros([n])?);
                explanation
                    .measure(|| black_scholes::into(&spot, &strike, &time, &mut call, &mut put))
            })?;
            report.own(&title("exponentials"), || exponentials::explain(&device, n))?;
            report.own(&title("exponentials_f32"), || exponentials_f32::explain(&device, n))?;
            report.own(&title("waves"), || waves::explain(&device, n))?;
        }
        for n in [62, 1022, 4094] {
            report.own(&title("stencil"), || stencil::explain(&device, n, n))?;
            report.own(&title("row_sums"), || row_sums::explain(&device, n, n))?;
            report.own(&title("column_sums"), || column_sums::explain(&device, n, n))?;
            report.own(&title("matvec"), || matvec::explain(&device, n, n))?;
        }
        report.own(&title("softmax"), || softmax::explain(&device, 4096, 256))?;
        for n in [4, 35] {
            report.own(&title("matvec_small"), || matvec_small::explain(&device, 200_000, n))?;
        }
        report.own(&title("diamond"), || diamond::explain(&device, 1_000))?;
        report.own(&title("diamond unfused"), || diamond::unfused_explain(&device, 1_000))?;
        for (n, f) in [(4, 12), (10, 24), (20, 40), (35, 60)] {
            report.own(&title("element_terms"), || {
                element_terms::explain(&device, 100_000 / n, n, f)
            })?;
        }
        report.measured(&title("gathered"), || {
            let (n, bound) = (1_000_000, 50_000);
            let index = (0..n).map(|k: usize| k.wrapping_mul(2_654_435_761) % bound);
            let (index, u) = (IndexArray::new([n], index, bound)?, Array::full([bound], 1.0)?);
            let mut out = Array::zeros([n])?;
            gathered::explain(&device, bound, n)?.measure(|| gathered::into(&u, &index, &mut out))
        })?;
    }
    Ok(())
}
