//! Every pass keeps the interpreter's result, bit for bit.

use crate::{for_each_seed, generate};
use array_fn_compiler::dag::dot::{dot, formula};
use array_fn_compiler::dag::interpret::{Outcome, Tensor, interpret};
use array_fn_compiler::dag::{
    Binary, Const, DType, Dag, Input, NodeKind, Output, ParamKind, Size, Target, visit,
};
use array_fn_compiler::optimise;
use generate::Case;
use std::sync::atomic::{AtomicU64, Ordering};

type Pass = fn(&Case) -> Dag;

/// The outcome with all NaNs alike: nothing promises their payload.
fn run(case: &Case, dag: &Dag) -> Outcome {
    let outcome = interpret(dag, &|name| case.dim(name), &case.args);
    let mut outcome = outcome.unwrap_or_else(|e| panic!("{e}\n{}", dot(dag)));
    for tensor in outcome.results.iter_mut().chain(outcome.params.values_mut()) {
        let canonical = |c: Const| match c.dtype.is_float() && c.to_f64().is_nan() {
            true => Const::from_f64(c.dtype, f64::NAN).bits,
            false => c.bits,
        };
        tensor.bits = tensor.elements().map(canonical).collect();
    }
    outcome
}

#[test]
fn passes_keep_results() {
    let passes: [(&str, Pass); 5] = [
        ("dead_code", |case| optimise::dead_code(&case.dag)),
        ("fold", |case| optimise::fold(&case.dag)),
        ("specialise", |case| optimise::specialise(&case.dag, &case.dims)),
        ("specialise one", |case| optimise::specialise(&case.dag, &case.dims[..1])),
        ("all", |case| optimise::optimise(&optimise::specialise(&case.dag, &case.dims[1..]))),
    ];
    let [reductions, empty, work_left, unstable] = [const { AtomicU64::new(0) }; 4];
    let cases = for_each_seed(1500, |seed| {
        let case = generate::case(seed);
        let before = run(&case, &case.dag);
        for (name, pass) in &passes {
            let dag = pass(&case);
            assert!(
                before == run(&case, &dag),
                "seed {seed}, {name}, {:?}\nbefore: {}\nafter: {}",
                case.dims,
                dot(&case.dag),
                dot(&dag),
            );
        }
        let once = optimise::optimise(&case.dag);
        let (counts, folded) = (visit::counts(&case.dag), visit::counts(&once));
        assert!(folded.comprehensions <= counts.comprehensions, "seed {seed}");
        let add = |counter: &AtomicU64, yes: bool| {
            counter.fetch_add(yes as u64, Ordering::Relaxed);
        };
        add(&unstable, folded != visit::counts(&optimise::optimise(&once)));
        add(&reductions, counts.reductions > 0);
        add(&empty, before.results.iter().any(|r| r.is_empty()));
        add(&work_left, folded.scalars > 4);
    });
    let [reductions, empty, work_left, unstable] =
        [reductions, empty, work_left, unstable].map(AtomicU64::into_inner);
    // The generator makes what matters, and one round does nearly all there is to do.
    assert!(reductions > cases / 5, "{reductions} with reductions");
    assert!(empty > cases / 20 && empty < cases / 2, "{empty} with an empty result");
    assert!(work_left > cases / 3, "{work_left} that folding leaves a computation");
    assert!(unstable < cases / 50, "{unstable} DAGs shrink again when folded twice");
}

/// `x op c` and `c op x` for every operation, dtype and special value on both sides.
#[test]
fn identities_hold_for_special_values() {
    use Binary::*;
    for dtype in DType::ALL {
        let specials = generate::specials(dtype);
        let ops: &[Binary] = match dtype {
            DType::Bool => &[And, Or, Xor, Min, Max, Eq, Ne, Lt, Le, Gt, Ge],
            d if d.is_float() => {
                &[Add, Sub, Mul, Div, FloorDiv, Rem, Fmod, Pow, Min, Max, Eq, Ne, Lt, Le, Gt, Ge]
            }
            _ => &[
                Add, Sub, Mul, FloorDiv, Rem, Min, Max, And, Or, Xor, Shl, Shr, Eq, Ne, Lt, Le, Gt,
                Ge,
            ],
        };
        let mut dag = Dag::new("f");
        let shape = vec![Size::dim("N")];
        let input = Input { name: "x".into(), dtype, shape: shape.clone(), kind: ParamKind::Array };
        let x = dag.input(input);
        let i = dag.axis(0);
        let x = dag.load(x, vec![i]);
        let mut bodies = Vec::new();
        for op in ops {
            bodies.push(dag.binary(*op, x, x));
            for c in &specials {
                let c = dag.constant(*c);
                bodies.extend([dag.binary(*op, x, c), dag.binary(*op, c, x)]);
            }
        }
        for (k, body) in bodies.into_iter().enumerate() {
            let node = dag.compute("y", shape.clone(), body);
            dag.outputs.push(Output { target: Target::Result(k as u32), node });
        }
        let args = vec![Tensor::new(dtype, &[specials.len()], specials.iter().copied())];
        let case = Case { dag, dims: vec![("N".into(), specials.len() as i64)], args };
        let (before, after) = (run(&case, &case.dag), run(&case, &optimise::fold(&case.dag)));
        for (k, (a, b)) in before.results.iter().zip(&after.results).enumerate() {
            let NodeKind::Compute(body) = case.dag.node(case.dag.outputs[k].node).kind else {
                unreachable!()
            };
            assert_eq!(a, b, "{dtype}: {}", formula(&case.dag, body));
        }
    }
}

mod reshapes {
    use super::*;
    use array_fn_compiler::dag::{Scalar, Var};

    /// `x[(i * M + j) // M, (i * M + j) % M]` over `[N, M]` is `x[i, j]`.
    #[test]
    fn flattening_and_back_is_a_copy() {
        let (n, m) = (Size::dim("N"), Size::dim("M"));
        let mut dag = Dag::new("f");
        let shape = vec![n, m.clone()];
        let kind = ParamKind::Array;
        let x =
            dag.input(Input { name: "x".into(), dtype: DType::F64, shape: shape.clone(), kind });
        let (i, j, width) = (dag.axis(0), dag.axis(1), dag.size(m));
        let row = dag.binary(Binary::Mul, i, width);
        let flat = dag.binary(Binary::Add, row, j);
        let (q, r) =
            (dag.binary(Binary::FloorDiv, flat, width), dag.binary(Binary::Rem, flat, width));
        let body = dag.load(x, vec![q, r]);
        let copy = dag.compute("copy", shape.clone(), body);
        let again = dag.load(copy, vec![i, j]);
        let two = dag.constant(Const::f64(2.0));
        let double = dag.binary(Binary::Mul, again, two);
        let out = dag.compute("out", shape, double);
        dag.outputs.push(Output { target: Target::Result(0), node: out });

        let folded = optimise::optimise(&dag);
        assert_eq!(visit::counts(&folded).comprehensions, 1);
        let mut loads = Vec::new();
        for (_, node) in folded.nodes() {
            let NodeKind::Compute(body) = node.kind else { continue };
            visit::visit_scalars(&folded, body, &mut |_, scalar| {
                if let Scalar::Load { index, .. } = scalar {
                    loads.push(index.iter().map(|i| folded.scalar(*i).clone()).collect::<Vec<_>>());
                }
            });
        }
        assert_eq!(loads, [[Scalar::Var(Var::Axis(0)), Scalar::Var(Var::Axis(1))]]);
    }
}
