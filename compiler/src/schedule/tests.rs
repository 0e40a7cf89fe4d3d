//! Fusion on graphs made by hand: a discontinuous-Galerkin right-hand side, in-place updates, checks.

use super::kernel::Access;
use super::*;
use crate::dag::interpret::Tensor;
use crate::dag::{Binary, Const, DType, Input, Output, ParamKind, Reduce, ScalarId, Target, Unary};
use crate::plan::{self, BufferId, ParamId, Place, ResultId};

fn dims(names: &[&str]) -> Vec<Size> {
    names.iter().map(|n| n.parse::<i64>().map_or_else(|_| Size::dim(n), Size::constant)).collect()
}

fn input(dag: &mut Dag, name: &str, dtype: DType, kind: ParamKind, shape: &[&str]) -> NodeId {
    dag.input(Input { name: name.into(), dtype, shape: dims(shape), kind })
}

fn at(dag: &mut Dag, node: NodeId, axes: &[usize]) -> ScalarId {
    let index = axes.iter().map(|k| dag.axis(*k)).collect();
    dag.load(node, index)
}

/// `einsum` of two operands, with labels of the operands and of the output: one letter per axis.
fn einsum(dag: &mut Dag, name: &str, spec: &str, a: NodeId, b: NodeId) -> NodeId {
    let (inputs, output) = spec.split_once("->").unwrap();
    let (la, lb) = inputs.split_once(',').unwrap();
    let size = |dag: &Dag, l: char| match la.find(l) {
        Some(k) => dag.node(a).shape[k].clone(),
        None => dag.node(b).shape[lb.find(l).unwrap()].clone(),
    };
    let mut summed: Vec<char> = la.chars().chain(lb.chars()).collect();
    summed.retain(|l| !output.contains(*l));
    summed.sort();
    summed.dedup();
    let extents = summed.iter().map(|l| size(dag, *l)).collect();
    let shape = output.chars().map(|l| size(dag, l)).collect();
    let body = dag.reduce(Reduce::Sum, extents, |dag, vars| {
        let mut element = |node, labels: &str| {
            let index = labels
                .chars()
                .map(|l| match output.find(l) {
                    Some(k) => dag.axis(k),
                    None => vars[summed.iter().position(|s| *s == l).unwrap()],
                })
                .collect();
            dag.load(node, index)
        };
        let (x, y) = (element(a, la), element(b, lb));
        dag.binary(Binary::Mul, x, y)
    });
    dag.compute(name, shape, body)
}

/// Acoustic wave, strong form, fields first: volume terms by einsum, traces by gathers, one lift.
fn wave(n: &str, m: &str) -> Dag {
    let mut dag = Dag::new("wave");
    let d = &mut dag;
    d.dims = vec!["E".into()];
    let q = input(d, "q", DType::F64, ParamKind::Array, &["4", "E", n]);
    let diff = input(d, "D", DType::F64, ParamKind::Array, &["3", n, n]);
    let lift = input(d, "LIFT", DType::F64, ParamKind::Array, &[n, m]);
    let g = input(d, "G", DType::F64, ParamKind::Array, &["3", "3", "E"]);
    let normal = input(d, "nrm", DType::F64, ParamKind::Array, &["3", "E", m]);
    let bound = Size::dim("E").mul(&dims(&[n])[0]);
    let vmap = input(d, "vmapP", DType::I64, ParamKind::Index { bound }, &["E", m]);
    let fmask =
        input(d, "fmask", DType::I64, ParamKind::Index { bound: dims(&[n])[0].clone() }, &[m]);
    let zero = d.constant(Const::i64(0));
    let one = d.constant(Const::i64(1));
    // u = q[0], v = q[1..]
    let (a0, a1, a2) = (d.axis(0), d.axis(1), d.axis(2));
    let body = d.load(q, vec![zero, a0, a1]);
    let u = d.compute("u", dims(&["E", n]), body);
    let next = d.binary(Binary::Add, a0, one);
    let body = d.load(q, vec![next, a1, a2]);
    let v = d.compute("v", dims(&["3", "E", n]), body);
    let du = einsum(d, "du", "rij,ej->rei", diff, u);
    let grad = einsum(d, "grad", "rxe,rei->xei", g, du);
    let w = einsum(d, "w", "rxe,xei->rei", g, v);
    let div = einsum(d, "div", "rij,rej->ei", diff, w);
    // traces
    let at_mask = at(d, fmask, &[2]);
    let body = d.load(q, vec![a0, a1, at_mask]);
    let qm = d.compute("qM", dims(&["4", "E", m]), body);
    let flat = at(d, vmap, &[1, 2]);
    let size = d.size(dims(&[n])[0].clone());
    let (e, i) = (d.binary(Binary::FloorDiv, flat, size), d.binary(Binary::Rem, flat, size));
    let body = d.load(q, vec![a0, e, i]);
    let qp = d.compute("qP", dims(&["4", "E", m]), body);
    let (x, y) = (at(d, qm, &[0, 1, 2]), at(d, qp, &[0, 1, 2]));
    let body = d.binary(Binary::Sub, x, y);
    let jump = d.compute("jump", dims(&["4", "E", m]), body);
    let body = d.load(jump, vec![next, a1, a2]);
    let vjump = d.compute("vjump", dims(&["3", "E", m]), body);
    let njump = einsum(d, "njump", "xem,xem->em", normal, vjump);
    let body = d.load(jump, vec![zero, a0, a1]);
    let s = at(d, njump, &[0, 1]);
    let body = d.binary(Binary::Sub, s, body);
    let flux = d.compute("flux", dims(&["E", m]), body);
    let lifted = einsum(d, "lifted", "nm,em->en", lift, flux);
    // rhs = stack: u from div, v from grad
    let is_u = d.binary(Binary::Eq, a0, zero);
    let (x, y) = (d.load(div, vec![a1, a2]), d.load(lifted, vec![a1, a2]));
    let ru = d.binary(Binary::Sub, y, x);
    let two = d.constant(Const::i64(2));
    let clamp = d.binary(Binary::Sub, a0, one);
    let clamp = d.binary(Binary::Max, clamp, zero);
    let clamp = d.binary(Binary::Min, clamp, two);
    let rv = d.load(grad, vec![clamp, a1, a2]);
    let rv = d.unary(Unary::Neg, rv);
    let body = d.select(is_u, ru, rv);
    let rhs = d.compute("rhs", dims(&["4", "E", n]), body);
    d.outputs = vec![Output { target: Target::Result(0), node: rhs }];
    dag
}

#[test]
fn wave_is_one_kernel() {
    let mut kernels = KernelSet::default();
    let dag = wave("20", "40");
    let s = schedule(&dag, Mode::Fused, &mut kernels);
    assert_eq!(s.launches.len(), 1, "{:#?}", s.launches);
    assert!(s.temps.is_empty());
    let kernel = &kernels.kernels[0];
    assert_eq!(kernel.parallel.len(), 1);
    // The state is staged; the derivative of u is merged with the loops that use it.
    assert!(kernel.phases.len() <= 4, "{} phases", kernel.phases.len());
    assert!(kernel.locals.len() <= 3, "{:?}", kernel.locals);
    let bytes = s.launches[0].cost.bytes.evaluate(&|_| Some(1000)).unwrap();
    assert!(bytes < 1000 * (8 * (80 + 80 + 9 + 120 + 160) + 160) + 100_000, "{bytes}");
    let source = crate::emit::cpu::emit(kernel, "k0");
    assert!(syn_like_balanced(&source));
    if let Ok(path) = std::env::var("ARRAY_FN_DUMP_KERNEL") {
        std::fs::write(path, source).unwrap();
    }
}

fn syn_like_balanced(source: &str) -> bool {
    source.parse::<proc_macro2::TokenStream>().is_ok()
}

#[test]
fn unfused_is_one_kernel_per_comprehension() {
    let mut kernels = KernelSet::default();
    let dag = wave("20", "40");
    let s = schedule(&dag, Mode::Unfused, &mut kernels);
    let computed = dag.nodes().filter(|(_, n)| matches!(n.kind, NodeKind::Compute(_))).count();
    assert_eq!(s.launches.len(), computed);
    assert!(s.slots < s.temps.len(), "temporaries share memory");
    for (l, launch) in s.launches.iter().enumerate() {
        assert!(launch.after.iter().all(|a| a.0 < l));
    }
}

/// `u += c * u[neighbour]`: the gather needs the old values of other elements.
#[test]
fn a_gathered_parameter_is_not_overwritten_early() {
    let mut dag = Dag::new("step");
    let d = &mut dag;
    d.dims = vec!["E".into()];
    let u = input(d, "u", DType::F64, ParamKind::ArrayMut, &["E"]);
    let next = input(d, "next", DType::I64, ParamKind::Index { bound: Size::dim("E") }, &["E"]);
    let neighbour = at(d, next, &[0]);
    let body = d.load(u, vec![neighbour]);
    let gathered = d.compute("gathered", dims(&["E"]), body);
    let (x, y) = (at(d, u, &[0]), at(d, gathered, &[0]));
    let body = d.binary(Binary::Add, x, y);
    let sum = d.compute("sum", dims(&["E"]), body);
    d.outputs = vec![Output { target: Target::Param(0), node: sum }];
    let mut kernels = KernelSet::default();
    let s = schedule(&dag, Mode::Fused, &mut kernels);
    assert_eq!(s.launches.len(), 2);
    for launch in &s.launches {
        let k = &kernels.kernels[launch.kernel.0];
        let u = launch.buffers.iter().position(|p| *p == Place::Param(ParamId(0))).unwrap();
        let gathers = launch.buffers.contains(&Place::Param(ParamId(1)));
        assert_eq!(gathers, k.buffers[u].access == Access::Read);
    }
}

/// `a, b = b, a`
#[test]
fn parameters_can_be_swapped() {
    let mut dag = Dag::new("swap");
    let d = &mut dag;
    d.dims = vec!["E".into()];
    let a = input(d, "a", DType::F64, ParamKind::ArrayMut, &["E"]);
    let b = input(d, "b", DType::F64, ParamKind::ArrayMut, &["E"]);
    d.outputs = vec![
        Output { target: Target::Param(0), node: b },
        Output { target: Target::Param(1), node: a },
    ];
    let s = schedule(&dag, Mode::Fused, &mut KernelSet::default());
    assert!(!s.temps.is_empty() || s.launches.len() == 1, "{s:#?}");
}

/// A sum over everything runs in parallel parts.
#[test]
fn long_reductions_are_split() {
    let mut dag = Dag::new("total");
    let d = &mut dag;
    d.dims = vec!["N".into()];
    let x = input(d, "x", DType::F64, ParamKind::Array, &["N"]);
    let body = d.reduce(Reduce::Sum, dims(&["N"]), |d, v| d.load(x, vec![v[0]]));
    let total = d.compute("total", vec![], body);
    d.outputs = vec![Output { target: Target::Result(0), node: total }];
    let s = schedule(&dag, Mode::Fused, &mut KernelSet::default());
    assert_eq!(s.launches.len(), 2);
    assert_eq!(s.launches[0].extents[0].to_string(), "floor_div(N + 4095, 4096)");
}

/// The optimiser leaves no sum over one element or none; a graph that it has not seen may have some.
#[test]
fn sums_over_one_and_over_none() {
    let mut dag = Dag::new("sums");
    let d = &mut dag;
    d.dims = vec!["N".into()];
    let x = input(d, "x", DType::I64, ParamKind::Array, &["N"]);
    for (k, n) in ["0", "1", "2"].into_iter().enumerate() {
        let body = d.reduce(Reduce::Sum, dims(&[n]), |d, _| {
            let i = d.axis(0);
            d.load(x, vec![i])
        });
        let node = d.compute(n, dims(&["N"]), body);
        d.outputs.push(Output { target: Target::Result(k as u32), node });
    }
    let mut kernels = KernelSet::default();
    let s = schedule(&dag, Mode::Fused, &mut kernels);
    let i64s = |elements: &[i64]| {
        Tensor::new(DType::I64, &[elements.len()], elements.iter().map(|x| Const::i64(*x)))
    };
    let results = vec![(DType::I64, dims(&["N"])); 3];
    let call = interpret::Call {
        dims: &|name| (name == "N").then_some(2),
        params: &dag.inputs,
        args: &[i64s(&[3, 4])],
        results: &results,
    };
    let outcome = interpret::interpret(&s, &kernels.kernels, &call, &mut |_| 0).unwrap();
    assert_eq!(outcome.results, [i64s(&[0, 0]), i64s(&[3, 4]), i64s(&[6, 8])]);
}

/// The extents of a function's launches.
fn extents(source: &str) -> Vec<String> {
    let mut errors = crate::diagnostic::Errors::default();
    let block = crate::parse::parse_block(source.parse().unwrap(), &mut errors);
    let checked = crate::check::check_block(&block, &mut errors);
    let dag = crate::optimise::optimise(&checked[0].instances[0].dag);
    let launches = schedule(&dag, Mode::Fused, &mut KernelSet::default()).launches;
    let text =
        |l: &plan::Launch| l.extents.iter().map(Size::to_string).collect::<Vec<_>>().join(", ");
    launches.iter().map(text).collect()
}

/// A reduction is one node, whether axes are kept or not. An attribute on it applies to the reduction, not to the view.
#[test]
fn reductions_are_the_same_with_and_without_their_axes() {
    let columns =
        "pub fn f<M, N>(x: [f64; M, N]) -> [f64; M, N] { (x - x.mean(axis=0)) / x.std(axis=0) }";
    // Means and deviations, both in parts, and the quotient.
    assert_eq!(extents(columns).len(), 5, "{:?}", extents(columns));
    let both = "pub fn f<M, N>(x: [f64; M, N]) -> ([f64; M], [f64; M, N]) {
        (x.max(axis=1), x - x.max(axis=1, keepdims=true))
    }";
    assert_eq!(extents(both).len(), 2, "{:?}", extents(both));
    let short = |attribute: &str| {
        extents(&format!(
            "pub fn f<N>(x: [f64; N, 3], y: [f64; N, 3]) -> [f64; N, 3] {{
                {attribute} let m = sqrt(x.max(axis=1, keepdims=true)); y - m
            }}"
        ))
    };
    let reduced = |attribute: &str| short(attribute).len();
    assert_eq!((reduced("#[materialize]"), reduced("#[inline]")), (2, 1));
    let bare = |attribute: &str| {
        extents(&format!(
            "pub fn f<N>(x: [f64; N, 3], y: [f64; N, 3]) -> [f64; N, 3] {{
                {attribute} let m = x.max(axis=1, keepdims=true); y - m
            }}"
        ))
    };
    assert_eq!(bare("#[materialize]")[0], "N");
    assert_eq!((bare("#[materialize]").len(), bare("#[inline]").len()), (2, 1));
}

/// Arithmetic on the sum is applied to the sum of the parts.
#[test]
fn reductions_inside_of_expressions_are_split() {
    let parts = "floor_div(N + 4095, 4096)";
    assert_eq!(extents("pub fn f<N>(x: [f64; N]) -> f64 { x.mean() }"), [parts, ""]);
    assert_eq!(extents("pub fn f<N>(x: [f64; N]) -> f64 { std(x) }"), [parts, "", parts, ""]);
    let quotient = "pub fn f<N>(x: [f64; N]) -> f64 { sum(x * x) / sum(x) }";
    assert_eq!(extents(quotient), [parts, ""]);
}

/// Deviations from the mean of a row are summed in the kernel that computes it.
#[test]
fn variances_are_taken_row_by_row() {
    let rows = extents("pub fn f<M, N>(x: [f64; M, N]) -> f64 { std(x) }");
    assert_eq!(rows.iter().filter(|e| *e == "M").count(), 1, "{rows:?}");
    assert!(!rows.iter().any(|e| e.contains('N')), "{rows:?}");
    let short = extents("pub fn f<M>(x: [f64; M, 3]) -> f64 { std(x) }");
    assert!(!short.iter().any(|e| e == "M"), "{short:?}");
}

/// `2 * (a @ b)`
fn doubled_product(m: &str, k: &str, n: &str) -> Dag {
    let mut dag = Dag::new("doubled");
    let d = &mut dag;
    d.dims = ["M", "K", "N"].map(String::from).to_vec();
    let a = input(d, "a", DType::F64, ParamKind::Array, &[m, k]);
    let b = input(d, "b", DType::F64, ParamKind::Array, &[k, n]);
    let product = einsum(d, "product", "mk,kn->mn", a, b);
    let two = d.constant(Const::from_f64(DType::F64, 2.0));
    let element = at(d, product, &[0, 1]);
    let body = d.binary(Binary::Mul, two, element);
    let doubled = d.compute("doubled", dims(&[m, n]), body);
    d.outputs = vec![Output { target: Target::Result(0), node: doubled }];
    dag
}

/// A product that may be large is stored, so that a library can compute it. A product with a small extent, such as the
/// pinned extents of an element's operators, stays in one kernel with its users.
#[test]
fn large_contractions_are_stored_by_themselves() {
    let launches = |[m, k, n]: [&str; 3]| {
        let s = schedule(&doubled_product(m, k, n), Mode::Fused, &mut KernelSet::default());
        s.launches.iter().map(|l| l.contraction.is_some()).collect::<Vec<_>>()
    };
    for sizes in [["M", "K", "N"], ["256", "K", "300"], ["M", "64", "N"], ["M", "1000", "1000"]] {
        assert_eq!(launches(sizes), [true, false], "{sizes:?}");
    }
    for sizes in [
        ["20", "K", "N"],
        ["M", "15", "N"],
        ["M", "120", "360"],
        ["M", "K", "1"],
        ["35", "35", "N"],
    ] {
        assert_eq!(launches(sizes), [false], "{sizes:?}");
    }
}

/// Roles and strides of a product of a transposed slice: `sum over k of a[e, k + 1, m] * b[n, e, k]`.
#[test]
fn contractions_know_their_strides() {
    let mut dag = Dag::new("strided");
    let d = &mut dag;
    d.dims = ["E", "M", "K", "N"].map(String::from).to_vec();
    let longer = Size::dim("K").add(&Size::one());
    let shape = vec![Size::dim("E"), longer.clone(), Size::dim("M")];
    let a = d.input(Input { name: "a".into(), dtype: DType::F32, shape, kind: ParamKind::Array });
    let b = input(d, "b", DType::F32, ParamKind::Array, &["N", "E", "K"]);
    let body = d.reduce(Reduce::Sum, dims(&["K"]), |d, v| {
        let (e, m, n, one) = (d.axis(0), d.axis(1), d.axis(2), d.constant(Const::i64(1)));
        let next = d.binary(Binary::Add, v[0], one);
        let (x, y) = (d.load(a, vec![e, next, m]), d.load(b, vec![n, e, v[0]]));
        d.binary(Binary::Mul, x, y)
    });
    let product = d.compute("product", dims(&["E", "M", "N"]), body);
    d.outputs = vec![Output { target: Target::Result(0), node: product }];
    let s = schedule(&dag, Mode::Fused, &mut KernelSet::default());
    let launch = &s.launches[0];
    let c = launch.contraction.as_ref().unwrap();
    let place = |buffer: BufferId| launch.buffers[buffer.0];
    assert_eq!(place(c.left.buffer), Place::Param(ParamId(0)));
    assert_eq!(place(c.right.buffer), Place::Param(ParamId(1)));
    assert_eq!(place(c.out), Place::Result(ResultId(0)));
    assert_eq!((&c.left.offset, &c.right.offset), (&Size::dim("M"), &Size::zero()));
    let text = |a: &plan::ContractionAxis| {
        format!("{:?} {}: {}, {}, {}", a.role, a.extent, a.left, a.right, a.out)
    };
    let texts: Vec<_> = c.axes.iter().map(text).collect();
    let expected =
        ["Batch E: K * M + M, K, M * N", "M M: 1, 0, N", "N N: 0, E * K, 1", "K K: M, 1, 0"];
    assert_eq!(texts, expected);
}
