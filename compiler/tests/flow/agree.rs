//! Runs functions by the interpreter and by all their schedules, which must agree.

use array_fn_compiler::dag::interpret::{Outcome, Tensor, interpret};
use array_fn_compiler::dag::{Dag, Foreign, NodeKind, Routine, Scalar, visit};
use array_fn_compiler::diagnostic::Errors;
use array_fn_compiler::schedule::interpret::{Call, interpret as run_schedule};
use array_fn_compiler::{check_tokens, schedule_function};
use proc_macro2::TokenStream;

/// Runs the first function of a block by the interpreter and by all its schedules, which must agree.
pub fn run(source: &str, dims: &[(&str, i64)], args: &[Tensor]) -> Result<Outcome, String> {
    run_judged(source, &|_| {}, dims, args)
}

/// The same for a block with foreign functions, for which `judge` says what interpreters compute.
pub fn run_judged(
    source: &str,
    judge: &dyn Fn(&Foreign),
    dims: &[(&str, i64)],
    args: &[Tensor],
) -> Result<Outcome, String> {
    let tokens: TokenStream = format!("#![unfused] {source}").parse().expect("the source lexes");
    let mut errors = Errors::default();
    let checked = check_tokens(tokens, &mut errors);
    assert!(errors.is_empty(), "{}", errors.render(source, "source"));
    let (function, instance) = (&checked.functions[0], &checked.functions[0].instances[0]);
    each_foreign(&instance.dag, judge);
    let dims = |name: &str| dims.iter().find(|(d, _)| *d == name).map(|d| d.1);
    let expected = interpret(&instance.dag, &dims, args);
    let scheduled = schedule_function(&checked.block, function, instance);
    let results: Vec<_> = instance.results.iter().map(|r| (r.dtype, r.shape.clone())).collect();
    let call = Call { dims: &dims, params: &instance.dag.inputs, args, results: &results };
    for schedule in scheduled.schedules() {
        let got = run_schedule(schedule, &scheduled.kernels, &call, &mut |n| n - 1);
        assert_eq!(got, expected, "{schedule:#?}");
    }
    expected
}

/// Calls `f` on all foreign functions of a graph and of its loops.
fn each_foreign(dag: &Dag, f: &dyn Fn(&Foreign)) {
    for (_, node) in dag.nodes() {
        match &node.kind {
            NodeKind::Compute(body) => visit::visit_scalars(dag, *body, &mut |_, scalar| {
                if let Scalar::Foreign { function, .. } = scalar {
                    f(function);
                }
            }),
            NodeKind::Routine { routine: Routine::Foreign(call), .. } => f(&call.function),
            NodeKind::Loop { id, .. } => each_foreign(&dag.body_of(*id).dag, f),
            NodeKind::Input(_) | NodeKind::Routine { .. } => {}
        }
    }
}
