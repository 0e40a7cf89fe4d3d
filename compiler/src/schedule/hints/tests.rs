//! The effect of each attribute on the kernels of a function.

use crate::compile::{check_tokens, schedule_function};
use crate::dag::Size;
use crate::diagnostic::Errors;
use crate::emit::cuda;
use crate::plan::{Launch, Schedule, Spread};
use crate::schedule::kernel::Lanes;
use crate::schedule::scheduled::Scheduled;

fn compiled(source: &str) -> Scheduled {
    let mut errors = Errors::default();
    let checked = check_tokens(source.parse().unwrap(), &mut errors);
    assert!(errors.is_empty(), "{errors:?}\n{source}");
    let function = &checked.functions[0];
    schedule_function(&checked.block, function, &function.instances[0])
}

fn fused(program: &Scheduled) -> &Schedule {
    &program.variants[0].fused
}

/// The names of the launches, and those of the temporaries.
fn shape(source: &str) -> (Vec<String>, Vec<String>) {
    let program = compiled(source);
    let schedule = fused(&program);
    let launches = schedule.launches.iter().map(|l| l.name.clone()).collect();
    (launches, schedule.temps.iter().map(|t| t.name.clone()).collect())
}

/// A function with `attribute` before its `let a`.
fn tuned(attribute: &str, signature: &str, body: &str) -> String {
    format!("pub fn f{signature} {{ {} }}", body.replace("let a", &format!("{attribute} let a")))
}

#[test]
fn materialized_values_are_in_memory_for_their_users() {
    let signature = "<E, N>(x: [f64; E, N], y: [f64; E, N]) -> [f64; E, N]";
    let body = "let p = x * y; let a = sqrt(p); a / (1 + a)";
    let (launches, temps) = shape(&tuned("", signature, body));
    assert_eq!((launches.len(), temps.len()), (1, 0));
    let (launches, temps) = shape(&tuned("#[materialize]", signature, body));
    // Its operands share its kernel; its users do not.
    assert_eq!((launches.len(), temps), (2, vec!["a".to_string()]));
    assert_eq!(launches[0], "a");
}

#[test]
fn views_can_be_materialized() {
    let signature = "<E, N>(x: [f64; N, E], m: [f64; N, N]) -> [f64; E, N]";
    for (attribute, temps) in [("", 0), ("#[materialize]", 1), ("#[no_fuse]", 1)] {
        for body in ["let a = x.T; a * 2 + a", "let a = x[..;-1].T; a * 2 + a"] {
            assert_eq!(shape(&tuned(attribute, signature, body)).1.len(), temps, "{attribute}");
        }
    }
    // A table of constants, too, and a copy.
    let signature = "<E>(x: [f64; E], k: [index<4>; E]) -> [f64; E]";
    let body = "let a = [0.5, 1.5, 2.5, 3.5]; x + a[k]";
    assert_eq!(shape(&tuned("", signature, body)).1.len(), 0);
    assert_eq!(shape(&tuned("#[materialize]", signature, body)).1, ["a"]);
}

#[test]
fn inlined_values_are_computed_by_their_users() {
    let signature = "<E>(x: [f64; E, 3], l: [index<E>; E], r: [index<E>; E]) -> [f64; E]";
    let body = "let a = sqrt(sum(x * x, axis=1)); a[l] - a[r]";
    let (launches, temps) = shape(&tuned("", signature, body));
    assert_eq!((launches.len(), temps.len()), (2, 1));
    // Only the root is inlined: its operand is a separate value, and is stored.
    assert_eq!(shape(&tuned("#[inline]", signature, body)).1.len(), 1);
    let body = "#[inline] let s = x * x; #[inline] let a = sum(s, axis=1); a[l] - a[r]";
    let (launches, temps) = shape(&tuned("", signature, body));
    assert_eq!((launches.len(), temps.len()), (1, 0));
}

#[test]
fn what_must_not_be_fused_is_alone() {
    let signature = "<N>(x: [f64; N], y: [f64; N]) -> [f64; N]";
    let body = "let p = x + y; let a = p * 2; let q = a - x; q * y + p";
    assert_eq!(shape(&tuned("", signature, body)).0.len(), 1);
    let (launches, temps) = shape(&tuned("#[no_fuse]", signature, body));
    assert_eq!(launches.len(), 3);
    assert_eq!(launches[1], "a");
    assert_eq!(temps, ["a"], "`p` is where the result will be");
}

#[test]
fn functions_can_keep_all_values_apart() {
    let body = "<N>(u: &mut [f64; N], x: [f64; N]) { let a = x[..;-1] * 2; u += a / (1 + x); }";
    assert_eq!(shape(&format!("pub fn f{body}")).0.len(), 1);
    let (launches, temps) = shape(&format!("#[no_fuse] pub fn f{body}"));
    // `x[..;-1]` only moves data; `u` is still updated in place.
    assert_eq!((launches.len(), temps.len()), (4, 3), "{launches:?}");
}

#[test]
fn threads_are_those_of_the_cuda_kernels() {
    let body = "<E>(x: [f64; E, 20], d: [f64; 20, 20]) -> [f64; E, 20] {
        let y = einsum(\"ij,ej->ei\", d, x); einsum(\"ij,ej->ei\", d, y) + x.max(axis=1, keepdims=true)
    }";
    let usual = cuda::emit(&compiled(&format!("pub fn f{body}")));
    for threads in [32, 192, 1024] {
        let asked = cuda::emit(&compiled(&format!("#[threads({threads})] pub fn f{body}")));
        assert!(asked.kernels.iter().all(|k| k.launch.threads == threads));
        assert!(
            asked.source.contains(&format!("__launch_bounds__({threads}, ")),
            "{}",
            asked.source
        );
        assert_ne!(asked.source, usual.source);
    }
    // The same for kernels with one thread per point. The program without fusion ignores the wish.
    let body = "<N>(x: [f64; N]) -> [f64; N] { 2 * x + 1 }";
    let program = compiled(&format!("#[unfused] #[threads(96)] pub fn f{body}"));
    let cuda = cuda::emit(&program);
    let of = |l: &Launch| {
        let launch = &cuda.kernels[l.kernel.0].launch;
        (launch.threads, launch.spread)
    };
    assert!(fused(&program).launches.iter().all(|l| of(l) == (96, Spread::Points(96))));
    assert!(program.unfused.iter().flat_map(|s| &s.launches).all(|l| of(l).0 == 256));
}

/// The program without fusion is the baseline, and ignores all wishes.
#[test]
fn unfused_programs_are_not_tuned() {
    let of = |attribute: &str| {
        let source = format!(
            "#[unfused] pub fn f<N>(x: [f64; N]) -> [f64; N] {{
                {attribute} let a = roll(x, 0); #[vectorize(N)] let b = 2 * a; b + 1 }}"
        );
        let program = compiled(&source);
        program.unfused.map(|s| s.launches.iter().map(|l| l.name.clone()).collect::<Vec<_>>())
    };
    assert_eq!(of("#[materialize]"), of(""));
    assert_eq!(of("#[inline]"), of(""));
}

/// The extents of the only launch, and the lanes of its kernel.
fn lanes(source: &str) -> (Vec<String>, Option<Lanes>) {
    let program = compiled(source);
    let [launch] = fused(&program).launches.as_slice() else { panic!("one launch: {source}") };
    let extents = launch.extents.iter().map(Size::to_string).collect();
    (extents, program.kernels[launch.kernel.0].lanes)
}

#[test]
fn dimensions_run_in_lanes() {
    let of = |attribute: &str, body: &str| {
        lanes(&format!("{attribute} pub fn f<M, N>(x: [f64; M, N], y: [f64; N]) -> {body}"))
    };
    let texts = |list: &[&str]| list.iter().map(|s| s.to_string()).collect::<Vec<_>>();
    let body = "[f64; M, N] { 2 * x + y }";
    assert_eq!(of("", body), (texts(&["M", "N"]), None));
    assert_eq!(of("#[vectorize(N)]", body), (texts(&["M", "N"]), None));
    assert_eq!(of("#[vectorize(M)]", body), (texts(&["N", "M"]), None));
    // Flattened, unless an outer dimension is asked for.
    let body = "[f64; M, N] { #[vectorize(N)] let a = 2 * x; a + 1 }";
    assert_eq!(of("", body).0, ["M * N"]);
    assert_eq!(of("#[vectorize(M)]", "[f64; M, N] { 2 * x + 1 }").0, ["N", "M"]);
    // The `let` counts more than the function.
    assert_eq!(of("#[vectorize(M)]", body).0, ["M * N"]);
    // Terms or points of sums.
    let rows = "[f64; M] { sum(x, axis=1) }";
    assert_eq!(of("#[vectorize(M)]", rows).1, Some(Lanes::Points));
    assert_eq!(of("#[vectorize(N)]", rows).1, Some(Lanes::Terms));
    let columns = "[f64; N] { sum(x, axis=0) }";
    assert_eq!(of("#[vectorize(M)]", columns).1, Some(Lanes::Terms));
}

#[test]
fn pinned_dimensions_run_in_lanes() {
    let of = |attribute: &str| {
        let source = format!(
            "{attribute} pub fn f<E, N>(x: [f64; E, N]) -> [f64; E, N] where N: 4 {{ 2 * x + 1 }}"
        );
        lanes(&source).0
    };
    assert_eq!(of(""), ["4 * E"]);
    assert_eq!(of("#[vectorize(N)]"), ["4 * E"]);
    assert_eq!(of("#[vectorize(E)]"), ["4", "E"]);
}

#[test]
fn blocks_are_counted_in_points() {
    let blocks = |attribute: &str, body: &str| {
        let source = format!("{attribute} pub fn f<E, N>(x: [f64; E, N], y: [f64; N]) -> {body}");
        let program = compiled(&source);
        let block = |l: &Launch| l.block.as_ref().map(Size::to_string);
        fused(&program).launches.iter().map(block).collect::<Vec<_>>()
    };
    let body = "[f64; E, N] { x + y }";
    assert_eq!(blocks("", body), [None]);
    assert_eq!(blocks("#[block(E = 32)]", body), [Some("32 * N".to_string())]);
    assert_eq!(blocks("#[block(N = 32)]", body), [Some("32".to_string())]);
    assert_eq!(blocks("#[block(N = 8, E = 4)]", body), [Some("4 * N".to_string())]);
    assert_eq!(blocks("#[block(E = 32)] #[vectorize(E)]", body), [Some("32".to_string())]);
    assert_eq!(blocks("#[block(E = 32)]", "[f64; N] { 2 * y }"), [None]);
    // Flattened points are counted, too.
    assert_eq!(blocks("#[block(E = 32)]", "[f64; E, N] { 2 * x }"), [Some("32 * N".to_string())]);
}

/// The attributes of a helper are about its own sizes.
#[test]
fn hints_of_helpers_arrive() {
    let source = "
        fn half<K, L>(z: [f64; K, L]) -> [f64; K, L] { #[vectorize(K)] let a = z / 2; a }
        pub fn f<M, N>(x: [f64; M, N], y: [f64; N]) -> [f64; M, N] { half(x) + y }";
    let mut errors = Errors::default();
    let checked = check_tokens(source.parse().unwrap(), &mut errors);
    let function = &checked.functions[0];
    let program = schedule_function(&checked.block, function, &function.instances[0]);
    let extents = &fused(&program).launches[0].extents;
    assert_eq!(extents, &[Size::dim("N"), Size::dim("M")]);
}
