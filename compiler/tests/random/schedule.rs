//! The scheduler against the interpreter: what the kernels compute, fused and unfused, is what the DAG
//! means, and they keep the rules of the kernel IR, whatever a user asks of how it is done.

use crate::for_each_seed;
use crate::generate::{self, Case, Rng};
use crate::hints;
use array_fn_compiler::dag::dot::dot;
use array_fn_compiler::dag::interpret::{Outcome, interpret};
use array_fn_compiler::dag::{Const, DType, Dag, NodeKind, Rounding, Size, Target};
use array_fn_compiler::optimise::{optimise, specialise};
use array_fn_compiler::plan::Schedule;
use array_fn_compiler::schedule::interpret::{Call, interpret as run_schedule};
use array_fn_compiler::schedule::{KernelSet, Mode, inline, schedule, split};
use std::sync::atomic::{AtomicU64, Ordering};

/// NaNs alike: nothing promises their payload.
fn canonical(mut outcome: Outcome) -> Outcome {
    for tensor in outcome.results.iter_mut().chain(outcome.params.values_mut()) {
        if tensor.dtype.is_float() {
            let nan = Const::from_f64(tensor.dtype, f64::NAN).bits;
            let dtype = tensor.dtype;
            for bits in &mut tensor.bits {
                if (Const { dtype, bits: *bits }).to_f64().is_nan() {
                    *bits = nan;
                }
            }
        }
    }
    outcome
}

fn meaning(case: &Case, dag: &Dag) -> Result<Outcome, String> {
    interpret(dag, &|name| case.dim(name), &case.args).map(canonical)
}

fn results(dag: &Dag) -> Vec<(DType, Vec<Size>)> {
    let mut results: Vec<_> = dag
        .outputs
        .iter()
        .filter_map(|o| match o.target {
            Target::Result(k) => Some((k, dag.node(o.node).dtype, dag.node(o.node).shape.clone())),
            Target::Param(_) => None,
        })
        .collect();
    results.sort_by_key(|r| r.0);
    results.into_iter().map(|r| (r.1, r.2)).collect()
}

fn run(
    case: &Case,
    dag: &Dag,
    schedule: &Schedule,
    kernels: &KernelSet,
) -> Result<Outcome, String> {
    let mut rng = Rng(dag.node_count() as u64);
    let call = Call {
        dims: &|name| case.dim(name),
        params: &dag.inputs,
        args: &case.args,
        results: &results(dag),
    };
    run_schedule(schedule, &kernels.kernels, &call, &mut |n| rng.below(n)).map(canonical)
}

/// How often the scheduler did what it is there for.
#[derive(Default)]
struct Seen {
    fused: AtomicU64,
    phases: AtomicU64,
    locals: AtomicU64,
    loops: AtomicU64,
    reductions: AtomicU64,
    shared_slots: AtomicU64,
    several: AtomicU64,
    updates: AtomicU64,
    failed_checks: AtomicU64,
    passes: AtomicU64,
    hinted: AtomicU64,
}

impl Seen {
    fn note(&self, dag: &Dag, schedule: &Schedule, kernels: &KernelSet) {
        let add = |counter: &AtomicU64, yes: bool| {
            counter.fetch_add(yes as u64, Ordering::Relaxed);
        };
        let computed = dag.nodes().filter(|(_, n)| matches!(n.kind, NodeKind::Compute(_))).count();
        add(&self.fused, schedule.launches.len() < computed);
        add(&self.several, schedule.launches.len() > 1);
        add(&self.phases, kernels.kernels.iter().any(|k| k.phases.len() > 1));
        add(&self.locals, kernels.kernels.iter().any(|k| !k.locals.is_empty()));
        let mut phases = kernels.kernels.iter().flat_map(|k| &k.phases);
        add(&self.loops, phases.clone().any(|p| !p.loops.is_empty()));
        let reduce = |s: &_| matches!(s, array_fn_compiler::schedule::kernel::Stmt::Reduce { .. });
        add(&self.reductions, phases.any(|p| p.body.iter().any(reduce)));
        add(&self.passes, !schedule.loops.is_empty());
        add(&self.updates, dag.outputs.iter().any(|o| matches!(o.target, Target::Param(_))));
    }
}

fn check(seed: u64, seen: &Seen) {
    let case = generate::exact_case(seed);
    let expected = meaning(&case, &case.dag);
    seen.failed_checks.fetch_add(expected.is_err() as u64, Ordering::Relaxed);
    let fail = |what: &str, dag: &Dag, got: &Result<Outcome, String>| {
        panic!(
            "seed {seed}, {what}, {:?}\nexpected: {expected:?}\ngot: {got:?}\n{}\nmade from {}",
            case.dims,
            dot(dag),
            dot(&case.dag)
        )
    };
    let optimised = optimise(&case.dag);
    let pinned = optimise(&specialise(&case.dag, &case.dims));
    let pins = &case.dims[(seed % 2) as usize..][..1];
    let partly = optimise(&specialise(&case.dag, pins));
    for (name, dag) in [("optimised", &optimised), ("pinned", &pinned), ("partly", &partly)] {
        let got = meaning(&case, dag);
        if got != expected {
            fail(name, dag, &got);
        }
    }
    let views = inline::inline_views(&optimised);
    let gathers = inline::inline_gathers(&views);
    let (split, _) = split::split_reductions(&gathers, split::Rows::Split);
    for (name, dag) in [("views", &views), ("gathers", &gathers), ("split", &split)] {
        let got = meaning(&case, dag);
        if got != expected {
            fail(name, dag, &got);
        }
    }
    let plans = [
        ("fused", &optimised, Mode::Fused),
        ("pinned and fused", &pinned, Mode::Fused),
        ("partly pinned and fused", &partly, Mode::Fused),
        ("unfused", &optimised, Mode::Unfused),
    ];
    for (name, dag, mode) in plans {
        let mut kernels = KernelSet::default();
        let schedule = schedule(dag, mode, &mut kernels);
        let got = run(&case, dag, &schedule, &kernels);
        if got != expected {
            let kernels = &kernels.kernels;
            eprintln!("{schedule:?}\n{kernels:?}");
            fail(name, dag, &got);
        }
        let shared = schedule.slots < schedule.temps.len();
        seen.shared_slots.fetch_add(shared as u64, Ordering::Relaxed);
        if mode == Mode::Fused {
            seen.note(dag, &schedule, &kernels);
        }
    }
    let hinted = hints::drawn(&case, seed);
    let plans = [
        ("hinted", optimise(&hinted), &optimised),
        ("hinted and pinned", optimise(&specialise(&hinted, &case.dims)), &pinned),
        ("hinted and partly pinned", optimise(&specialise(&hinted, pins)), &partly),
    ];
    for (name, dag, plain) in &plans {
        let shape = |dag: &Dag| {
            let mut kernels = KernelSet::default();
            let schedule = schedule(dag, Mode::Fused, &mut kernels);
            let got = run(&case, dag, &schedule, &kernels);
            (schedule.launches.len(), schedule.temps.len(), got)
        };
        let (launches, temps, got) = shape(dag);
        if got != expected {
            fail(name, dag, &got);
        }
        let (plain_launches, plain_temps, _) = shape(plain);
        let differs = (launches, temps) != (plain_launches, plain_temps);
        seen.hinted.fetch_add(differs as u64, Ordering::Relaxed);
    }
}

/// Kernels that are strict compute sums in the interpreter's order, whatever else is done to them.
#[test]
fn strict_kernels_compute_the_same_bits() {
    for_each_seed(300, |seed| {
        let mut case = generate::case(seed);
        case.dag.tuning.rounding = Rounding::Strict;
        let expected = meaning(&case, &case.dag);
        let pinned = specialise(&case.dag, &case.dims);
        for (dag, mode) in [
            (optimise(&case.dag), Mode::Fused),
            (optimise(&pinned), Mode::Fused),
            (optimise(&case.dag), Mode::Unfused),
        ] {
            let mut kernels = KernelSet::default();
            let schedule = schedule(&dag, mode, &mut kernels);
            assert!(kernels.kernels.iter().all(|kernel| kernel.is_strict()));
            let got = run(&case, &dag, &schedule, &kernels);
            assert!(
                got == expected,
                "seed {seed}, {mode:?}, {:?}\nexpected: {expected:?}\ngot: {got:?}\n{}",
                case.dims,
                dot(&case.dag)
            );
        }
    });
}

#[test]
fn kernels_compute_what_the_dag_means() {
    let seen = Seen::default();
    let cases = for_each_seed(500, |seed| check(seed, &seen));
    // The generator makes what matters. (Each case is scheduled three times.)
    let counts = [
        ("fewer kernels than nodes", seen.fused, 40),
        ("several kernels", seen.several, 30),
        ("several phases", seen.phases, 10),
        ("local arrays", seen.locals, 10),
        ("loops of phases", seen.loops, 30),
        ("reductions", seen.reductions, 20),
        ("temporaries that share memory", seen.shared_slots, 1),
        ("updated parameters", seen.updates, 30),
        ("failed checks", seen.failed_checks, 1),
        ("loops over passes", seen.passes, 5),
        ("other kernels because of hints", seen.hinted, 30),
    ];
    for (what, counter, percent) in counts {
        let count = counter.into_inner();
        assert!(cases < 500 || count * 100 >= percent * cases, "{count} of {cases} with {what}");
    }
}

/// Segments of no elements, which are combined of no parts.
#[test]
fn seeds_that_have_failed() {
    for seed in [3876, 4361] {
        check(seed, &Seen::default());
    }
}
