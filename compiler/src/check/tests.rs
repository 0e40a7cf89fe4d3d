//! Tests of the checker on strings: values by the reference interpreter, and messages.

mod messages;
mod random;
mod runtime_checks;
mod table;

use super::{CheckedFunction, check_block};
use crate::dag::interpret::{Outcome, Tensor, infer_dims, interpret};
use crate::dag::visit::visit_operands;
use crate::dag::{Binary, Const, DType, Node, NodeKind, Scalar};
use crate::diagnostic::Errors;
use crate::parse::parse_block;
use proc_macro2::TokenStream;
use std::str::FromStr;

fn check(source: &str) -> (Vec<CheckedFunction>, Vec<String>) {
    let mut errors = Errors::default();
    let tokens = TokenStream::from_str(source).expect("the source lexes");
    let block = parse_block(tokens, &mut errors);
    let functions = check_block(&block, &mut errors);
    let messages = errors.sorted().iter().map(|d| d.message()).collect();
    (functions, messages)
}

fn valid(source: &str) -> Vec<CheckedFunction> {
    let (functions, errors) = check(source);
    assert!(errors.is_empty(), "{source}\n{}", errors.join("\n"));
    functions
}

fn errors(source: &str) -> Vec<String> {
    let (_, errors) = check(source);
    assert!(!errors.is_empty(), "no error in {source}");
    errors
}

/// The only error of a source.
fn error(source: &str) -> String {
    let mut all = errors(source);
    assert_eq!(all.len(), 1, "{source}\n{}", all.join("\n"));
    all.remove(0)
}

fn run(source: &str, args: &[Tensor]) -> Result<Outcome, String> {
    let functions = valid(source);
    let dag = &functions.last().expect("a public function").instances[0].dag;
    let dims = infer_dims(dag, args, &[])?;
    interpret(dag, &|name| dims.get(name).copied(), args)
}

fn value(source: &str, args: &[Tensor]) -> Tensor {
    let mut outcome = run(source, args).unwrap_or_else(|e| panic!("{source}\n{e}"));
    outcome.results.remove(0)
}

fn f64s(shape: &[usize], elements: &[f64]) -> Tensor {
    Tensor::from_f64(DType::F64, shape, elements)
}

fn i64s(shape: &[usize], elements: &[i64]) -> Tensor {
    Tensor::new(DType::I64, shape, elements.iter().map(|x| Const::i64(*x)))
}

fn range(shape: &[usize]) -> Tensor {
    let n = shape.iter().product::<usize>();
    f64s(shape, &(0..n).map(|x| x as f64).collect::<Vec<_>>())
}

#[track_caller]
fn assert_value(source: &str, args: &[Tensor], shape: &[usize], expected: &[f64]) {
    let found = value(source, args);
    assert_eq!(found.shape, shape, "{source}");
    let close = found.to_f64().iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-12);
    assert!(close && found.len() == expected.len(), "{source}\n{:?}", found.to_f64());
}

// ----- values -------------------------------------------------------------------------------

#[test]
fn arithmetic_and_broadcasting() {
    assert_value(
        "pub fn f<E, N>(a: [f64; E, N], b: [f64; N]) -> [f64; E, N] { let c = a * 2 + b; c ** 2 - 1 }",
        &[range(&[2, 2]), f64s(&[2], &[1.0, 0.5])],
        &[2, 2],
        &[0.0, 5.25, 24.0, 41.25],
    );
    assert_value(
        "pub fn f<N>(c: [bool; N], a: [f64; N], b: [f64; N]) -> [f64; N] { where(c, a, b) + 1 }",
        &[
            Tensor::from_f64(DType::Bool, &[2], &[1.0, 0.0]),
            f64s(&[2], &[1.0, 2.0]),
            f64s(&[2], &[3.0, 4.0]),
        ],
        &[2],
        &[2.0, 5.0],
    );
    assert_value(
        "pub fn f<N>(a: [i64; N]) -> [f64; N] { a / 2 + (a % 3) as f64 - floor_div(a, 2) as f64 }",
        &[i64s(&[3], &[-1, 4, 5])],
        &[3],
        &[-0.5 + 2.0 + 1.0, 2.0 + 1.0 - 2.0, 2.5 + 2.0 - 2.0],
    );
    assert_value(
        "pub fn f<N>(x: [f64; N], a: f64) -> [f64; N] { sqrt(4) * x + a }",
        &[range(&[2]), Tensor::scalar(Const::f64(3.0))],
        &[2],
        &[3.0, 5.0],
    );
}

#[test]
fn reductions() {
    let x = || range(&[2, 3]);
    assert_value("pub fn f<E, N>(x: [f64; E, N]) -> f64 { x.sum() }", &[x()], &[], &[15.0]);
    assert_value(
        "pub fn f<E, N>(x: [f64; E, N]) -> [f64; N] { sum(x, axis=0) }",
        &[x()],
        &[3],
        &[3.0, 5.0, 7.0],
    );
    assert_value(
        "pub fn f<E, N>(x: [f64; E, N]) -> [f64; E, 1] { mean(x, axis=-1, keepdims=true) }",
        &[x()],
        &[2, 1],
        &[1.0, 4.0],
    );
    assert_value(
        "pub fn f<E, N>(x: [f64; E, N]) -> f64 { max(x, axis=(0, 1)) - x.min() }",
        &[x()],
        &[],
        &[5.0],
    );
    assert_value(
        "pub fn f<N>(x: [bool; N]) -> i64 { sum(x) }",
        &[Tensor::from_f64(DType::Bool, &[3], &[1.0, 0.0, 1.0])],
        &[],
        &[2.0],
    );
    assert_value(
        "pub fn f<N>(x: [f64; N]) -> bool { all(x < 5) & any(x == 2) }",
        &[range(&[4])],
        &[],
        &[1.0],
    );
}

#[test]
fn contractions() {
    let a = || range(&[2, 3]);
    let b = || range(&[3, 2]);
    assert_value(
        "pub fn f<I, J, K>(a: [f64; I, J], b: [f64; J, K]) -> [f64; I, K] { a @ b }",
        &[a(), b()],
        &[2, 2],
        &[10.0, 13.0, 28.0, 40.0],
    );
    assert_value(
        "pub fn f<I, J, K>(a: [f64; I, J], b: [f64; J, K]) -> [f64; K, I] { einsum(\"ij,jk->ki\", a, b) }",
        &[a(), b()],
        &[2, 2],
        &[10.0, 28.0, 13.0, 40.0],
    );
    assert_value(
        "pub fn f<I>(a: [f64; I, I]) -> f64 { einsum(\"ii\", a) }",
        &[range(&[2, 2])],
        &[],
        &[3.0],
    );
    assert_value(
        "pub fn f<I>(a: [f64; I, I]) -> [f64; I] { einsum(\"ii->i\", a) }",
        &[range(&[2, 2])],
        &[2],
        &[0.0, 3.0],
    );
    assert_value(
        "pub fn f<I, J>(a: [f64; I, J], s: [f64; 1, J]) -> [f64; I] { einsum(\"ij,ij->i\", a, s) }",
        &[a(), f64s(&[1, 3], &[1.0, 2.0, 3.0])],
        &[2],
        &[8.0, 26.0],
    );
    assert_value(
        "pub fn f<I, J>(a: [f64; I, J]) -> [f64; J, I] { einsum(\"...i->i...\", a) }",
        &[a()],
        &[3, 2],
        &[0.0, 3.0, 1.0, 4.0, 2.0, 5.0],
    );
    assert_value(
        "pub fn f<B, I, J>(a: [f64; B, I, J], b: [f64; J]) -> [f64; B, I] { a @ b }",
        &[range(&[1, 2, 3]), f64s(&[3], &[1.0, 1.0, 1.0])],
        &[1, 2],
        &[3.0, 12.0],
    );
}

#[test]
fn slices_and_gathers() {
    let x = || range(&[5]);
    assert_value(
        "pub fn f<N>(x: [f64; N]) -> [f64; N - 2] { x[1..-1] }",
        &[x()],
        &[3],
        &[1.0, 2.0, 3.0],
    );
    assert_value(
        "pub fn f<N>(x: [f64; N]) -> [f64; floor_div(N + 1, 2)] { x[..;2] }",
        &[x()],
        &[3],
        &[0.0, 2.0, 4.0],
    );
    assert_value(
        "pub fn f<N>(x: [f64; N]) -> [f64; N] { x[..;-1] }",
        &[x()],
        &[5],
        &[4.0, 3.0, 2.0, 1.0, 0.0],
    );
    assert_value(
        "pub fn f<N>(x: [f64; N]) -> [f64; 2] { x[-1..-3;-1] }",
        &[x()],
        &[2],
        &[4.0, 3.0],
    );
    assert_value(
        "pub fn f<E, N>(x: [f64; E, N]) -> [f64; E, 1] { x[..., -1, newaxis] }",
        &[range(&[2, 3])],
        &[2, 1],
        &[2.0, 5.0],
    );
    assert_value(
        "pub fn f<E, K>(x: [f64; E], i: [index<E>; K]) -> [f64; K] { x[i] }",
        &[x(), i64s(&[3], &[4, 0, 4])],
        &[3],
        &[4.0, 0.0, 4.0],
    );
    // Neighbouring index arrays stay in place; separated ones go to the front.
    let y = || range(&[2, 3, 4]);
    assert_value(
        "pub fn f(x: [f64; 2, 3, 4], i: [index<3>; 2], j: [index<4>; 2]) -> [f64; 2, 2] { x[.., i, j] }",
        &[y(), i64s(&[2], &[0, 2]), i64s(&[2], &[1, 3])],
        &[2, 2],
        &[1.0, 11.0, 13.0, 23.0],
    );
    assert_value(
        "pub fn f(x: [f64; 2, 3, 4], i: [index<2>; 2], j: [index<4>; 2]) -> [f64; 2, 3] { x[i, .., j] }",
        &[y(), i64s(&[2], &[0, 1]), i64s(&[2], &[1, 3])],
        &[2, 3],
        &[1.0, 5.0, 9.0, 15.0, 19.0, 23.0],
    );
    assert_value(
        "pub fn f(x: [f64; 2, 3, 4], j: [index<4>; 2]) -> [f64; 2, 3] { x[0, .., j] }",
        &[y(), i64s(&[2], &[1, 3])],
        &[2, 3],
        &[1.0, 5.0, 9.0, 3.0, 7.0, 11.0],
    );
    assert_value(
        "pub fn f(x: [f64; 2, 3, 4], i: [index<3>; 2, 1], j: [index<4>; 2]) -> [f64; 2, 2, 2] { x[.., i, j] }",
        &[y(), i64s(&[2, 1], &[0, 2]), i64s(&[2], &[1, 3])],
        &[2, 2, 2],
        &[1.0, 3.0, 9.0, 11.0, 13.0, 15.0, 21.0, 23.0],
    );
}

#[test]
fn closures() {
    assert_value(
        "pub fn f<I, J, K>(a: [f64; I, J], b: [f64; J, K]) -> [f64; I, K] {
             from_fn(|i: I, k: K| sum(|j: J| a[i, j] * b[j, k]))
         }",
        &[range(&[2, 3]), range(&[3, 2])],
        &[2, 2],
        &[10.0, 13.0, 28.0, 40.0],
    );
    assert_value(
        "pub fn f<N>(x: [f64; N]) -> [f64; N] { from_fn(|i: N| x[(i + 1) % N] - x[i - 1]) }",
        &[range(&[4])],
        &[4],
        &[1.0 - 3.0, 2.0, 2.0, -2.0],
    );
    assert_value(
        "pub fn f<E, N>(a: [f64; E, N]) -> [f64; E] {
             from_fn(|e: E| { let row = a[e]; let half = row * 0.5; sum(half * half) + max(row) })
         }",
        &[range(&[2, 2])],
        &[2],
        &[0.25 + 1.0, 13.0 / 4.0 + 3.0],
    );
    assert_value(
        "pub fn f<E, N>(a: [f64; E, N]) -> [f64; E] {
             from_fn(|e: E| { let s = from_fn(|n: N| sum(|m: N| a[e, m]) * a[e, n]); s[N - 1] + sum(s) })
         }",
        &[range(&[2, 2])], &[2], &[1.0 + 1.0, 15.0 + 25.0]);
    assert_value(
        "pub fn f<N>(x: [f64; N]) -> [f64; N] { from_fn(|i: N| x[minimum(i + 1, N - 1)]) }",
        &[range(&[3])],
        &[3],
        &[1.0, 2.0, 2.0],
    );
    for provable in [
        "x[i]",
        "x[(i + 1) % N]",
        "x[minimum(i + 1, N - 1)]",
        "x[N - 1 - i]",
        "x[i - 1]",
        "x[where(i == 0, 0, i - 1)]",
        "x[floor_div(i, 2)]",
    ] {
        let source =
            format!("pub fn f<N>(x: [f64; N]) -> [f64; N] {{ from_fn(|i: N| {provable}) }}");
        assert_eq!(valid(&source)[0].instances[0].dag.checks.len(), 0, "{provable}");
    }
}

#[test]
fn shapes() {
    let x = || range(&[2, 3]);
    assert_value(
        "pub fn f<E, N>(x: [f64; E, N]) -> [f64; N, E] { x.T }",
        &[x()],
        &[3, 2],
        &[0.0, 3.0, 1.0, 4.0, 2.0, 5.0],
    );
    assert_value(
        "pub fn f<E, N>(x: [f64; E, N]) -> [f64; E * N] { x.ravel()[..] }",
        &[x()],
        &[6],
        &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
    );
    assert_value(
        "pub fn f<E>(x: [f64; E, 6]) -> [f64; E, 2, 3] { x.reshape(E, 2, -1) }",
        &[range(&[1, 6])],
        &[1, 2, 3],
        &[0.0, 1.0, 2.0, 3.0, 4.0, 5.0],
    );
    assert_value(
        "pub fn f<E, N>(x: [f64; E, N, 4]) -> [f64; 4, E * N] { x.transpose(2, 0, 1).reshape([4, E * N]) }",
        &[range(&[1, 2, 4])],
        &[4, 2],
        &[0.0, 4.0, 1.0, 5.0, 2.0, 6.0, 3.0, 7.0],
    );
    assert_value(
        "pub fn f<N>(a: [f64; N], b: [f64; N]) -> [f64; N, 3] { stack([a, b, a + b], axis=-1) }",
        &[range(&[2]), f64s(&[2], &[5.0, 6.0])],
        &[2, 3],
        &[0.0, 5.0, 5.0, 1.0, 6.0, 7.0],
    );
    assert_value(
        "pub fn f<N, M>(a: [f64; N], b: [f64; M]) -> [f64; N + M + 1] { concatenate([a, b, [9.0]]) }",
        &[range(&[2]), f64s(&[3], &[5.0, 6.0, 7.0])],
        &[6],
        &[0.0, 1.0, 5.0, 6.0, 7.0, 9.0],
    );
    assert_value(
        "pub fn f<N>(a: [f64; N]) -> [f64; 2, N] { broadcast_to(expand_dims(a, 0), [2, N]).squeeze() }",
        &[range(&[2])],
        &[2, 2],
        &[0.0, 1.0, 0.0, 1.0],
    );
}

/// Whether integer division occurs in the last node.
fn divides(source: &str) -> bool {
    let dag = &valid(source)[0].instances[0].dag;
    let mut stack = Vec::new();
    if let Some((_, Node { kind: NodeKind::Compute(body), .. })) = dag.nodes().last() {
        stack.push(*body);
    }
    while let Some(id) = stack.pop() {
        if let Scalar::Binary(Binary::Rem | Binary::FloorDiv, ..) = dag.scalar(id) {
            return true;
        }
        visit_operands(dag.scalar(id), &mut |s| stack.push(s));
    }
    false
}

#[test]
fn reshape_divides_only_where_an_axis_is_split_into_several() {
    assert!(!divides(
        "pub fn f<K, N>(q: [f64; 4, K * N]) -> [f64; 2, 2, K, N] { q.reshape(4, K, N).reshape(2, 2, K, N) }"
    ));
    assert!(!divides(
        "pub fn f<K, N>(q: [f64; K, 4 * N]) -> [f64; K, 1, 4, N] { q.reshape(K, 1, 4, N) }"
    ));
    assert!(divides(
        "pub fn f<K, N>(q: [f64; 4, K, N]) -> [f64; 4, K * N] { q.reshape([4, K * N]) }"
    ));
}

#[test]
fn statements() {
    assert_value(
        "const A: [f64; 3] = [0.0, 0.5, 2.0];
         const S: i64 = 3;
         fn axpy<N>(a: f64, x: [f64; N], y: &mut [f64; N]) { y += a * x; }
         pub fn f<N>(x: [f64; N]) -> [f64; N] {
             let y = zeros([f64; N]);
             for s in 0..S { axpy(A[s], x + s, y); }
             y
         }",
        &[range(&[2])],
        &[2],
        &[0.5 + 4.0, 1.0 + 6.0],
    );
    let outcome = run(
        "pub fn f<N>(u: &mut [f64; N], v: &mut [f64; N], dt: f64) { let r = u + v; u += dt * r; v = 1.0; }",
        &[range(&[2]), range(&[2]), Tensor::scalar(Const::f64(2.0))],
    ).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(outcome.params[&0].to_f64(), [0.0, 5.0]);
    assert_eq!(outcome.params[&1].to_f64(), [1.0, 1.0]);
    assert_value(
        "fn both<N>(x: [f64; N]) -> (f64, [f64; N]) { (sum(x), 2 * x) }
         pub fn f<E>(x: [f64; 2 * E]) -> [f64; 2 * E] { let (s, y) = both(x); y + s }",
        &[range(&[4])],
        &[4],
        &[6.0, 8.0, 10.0, 12.0],
    );
    assert_value(
        "pub fn f<N>(x: [f64; N]) -> f64 { let k = x.shape[0]; sum(x) / N + k }",
        &[range(&[3])],
        &[],
        &[4.0],
    );
}

#[test]
fn signatures() {
    let f = &valid(
        "pub fn f<E, N, M, K, T: f32 | f64>(x: [T; E, 2 * N + 1], e: [index<M>; E]) -> [T; E, N]
         where N: 4 | 10 | _ { zeros([T; E, N]) + M + K }",
    )[0];
    assert_eq!(f.explicit_dims, ["K"]);
    let axes: Vec<Option<usize>> = f.dim_sources.iter().map(|source| source.axis).collect();
    assert_eq!(axes, [Some(0), Some(1), None]);
    assert_eq!((f.dim_sources[1].scale, f.dim_sources[1].offset.as_constant()), (2, Some(1)));
    assert_eq!(f.pins, [vec![("N".to_string(), 4)], vec![("N".to_string(), 10)], vec![]]);
    assert_eq!(f.instances.len(), 2);
    assert_eq!(f.instances[0].dtypes, [("T".to_string(), DType::F32)]);
}

#[test]
fn the_wave_operator_lowers() {
    let functions = valid(
        "const DIRICHLET: i64 = 1;
         pub fn rhs<K, Np, Nf>(
             q: [f64; 4, K, Np], d: [f64; 3, Np, Np], lift: [f64; Np, 4 * Nf], g: [f64; 3, 3, K],
             n: [f64; 3, K, 4], fs: [f64; K, 4], bc: [f64; K, 4],
             fmask: [index<Np>; 4 * Nf], vp: [index<K * Np>; K, 4 * Nf],
         ) -> [f64; 4, K, Np] where (Np, Nf): (4, 3) | (10, 6) | (20, 10) | (35, 15) {
             let du = einsum(\"rij,kj->rki\", d, q[0]);
             let gradient = einsum(\"rxk,rki->xki\", g, du);
             let w = einsum(\"rxk,xki->rki\", g, q[1..]);
             let divergence = einsum(\"rij,rkj->ki\", d, w);
             let qm = q[.., .., fmask].reshape([4, K, 4, Nf]);
             let qp = q.reshape([4, K * Np])[.., vp].reshape([4, K, 4, Nf]);
             let normal = n[..., newaxis];
             let ghost = (1 - 2 * bc)[..., newaxis];
             let un = sum(normal * qm[1..], axis=0) - ghost * sum(normal * qp[1..], axis=0);
             let flux = 0.5 * fs[..., newaxis] * (un - (qm[0] - qp[0]));
             let all = stack([flux, -normal[0] * flux, -normal[1] * flux, -normal[2] * flux]);
             let lifted = einsum(\"ij,fkj->fki\", lift, all.reshape([4, K, 4 * Nf]));
             lifted - concatenate([divergence[newaxis], gradient])
         }",
    );
    let dag = &functions[0].instances[0].dag;
    assert!(dag.checks.is_empty() && dag.constraints.is_empty(), "{:?}", dag.constraints);
    assert_eq!(functions[0].pins.len(), 4);
    assert!(dag.node_count() > 30);
}

#[test]
fn deep_nesting_is_an_error_and_not_a_crash() {
    let nested = format!("{}x{}", "sin(".repeat(70), ")".repeat(70));
    let helpers: String = (0..20)
        .map(|k| {
            let body = nested.replacen('x', &format!("h{}(x)", k + 1), 1);
            format!("fn h{k}<N>(x: [f64; N]) -> [f64; N] {{ {body} }}")
        })
        .collect();
    let source = format!(
        "{helpers} fn h20<N>(x: [f64; N]) -> [f64; N] {{ x }}
         pub fn f<N>(x: [f64; N]) -> [f64; N] {{ h0(x) }}"
    );
    assert!(errors(&source)[0].contains("nested too deeply"));
    let chain: String = (0..300)
        .map(|k| {
            let body = format!("let y = {{ -h{}(x) }}; y", k + 1);
            format!("fn h{k}<N>(x: [f64; N]) -> [f64; N] {{ {body} }}")
        })
        .collect();
    let source = format!(
        "{chain} fn h300<N>(x: [f64; N]) -> [f64; N] {{ x }}
         pub fn f<N>(x: [f64; N]) -> [f64; N] {{ h0(x) }}"
    );
    assert!(errors(&source)[0].contains("nested too deeply"));
}
