//! Tests of the schedules of small programs: how many kernels there are, which arrays are stored, which kernels run
//! strip by strip.

use super::{KernelSet, Mode, schedule};
use crate::check::check_block;
use crate::dag::Size;
use crate::diagnostic::Errors;
use crate::optimise::optimise;
use crate::parse::parse_block;
use crate::plan::{Launch, Numbers, Place, ResultId, Schedule, TempId};

fn fused(source: &str) -> Schedule {
    fused_into(source, &mut KernelSet::default())
}

pub(super) fn fused_into(source: &str, kernels: &mut KernelSet) -> Schedule {
    let mut errors = Errors::default();
    let block = parse_block(source.parse().unwrap(), &mut errors);
    let checked = check_block(&block, &mut errors);
    assert!(errors.is_empty(), "{}", errors.render(source, "source"));
    schedule(&optimise(&checked[0].instances[0].dag), Mode::Fused, kernels)
}

fn of(body: &str, result: &str) -> Schedule {
    let params = "x: [f64; M, N], y: [f64; N], z: [f64; M, N], w: [f64; M]";
    fused(&format!("pub fn f<M, N>({params}) -> {result} {{ {body} }}"))
}

/// The number of results of parts of `M` rows with `N` numbers of 8 bytes each. A part has at least 64 rows, and about
/// 512 KiB.
const PARTS: &str =
    "N * floor_div(M + 64 * floor_div(511, 8 * N) + 63, 64 * floor_div(511, 8 * N) + 64)";

/// The lengths of the arrays that are stored between kernels.
fn stored(s: &Schedule) -> Vec<String> {
    s.temps.iter().map(|t| t.len.to_string()).collect()
}

#[test]
fn terms_of_reductions_are_not_stored() {
    for body in [
        "sum(exp(x - y), axis=1)",
        "any(isnan(x), axis=1)",
        "max(abs(x - z), axis=1) + 1",
        "(x * 2) @ y",
    ] {
        let result = match () {
            () if body.starts_with("any") => "[bool; M]",
            () => "[f64; M]",
        };
        let s = of(body, result);
        assert_eq!((s.launches.len(), s.temps.len()), (1, 0), "{body}");
    }
    // Sums of parts of the rows, and their sum.
    let s = of("sum((2 * x - z) ** 2, axis=0) * y", "[f64; N]");
    assert_eq!((s.launches.len(), stored(&s)), (2, vec![PARTS.to_string()]));
    // Partial sums, and their sum.
    let s = of("sum((x - z) ** 2)", "f64");
    assert_eq!(
        (s.launches.len(), stored(&s)),
        (2, vec!["floor_div(M * N + 4095, 4096)".to_string()])
    );
}

#[test]
fn whole_arrays_have_one_axis() {
    // The parts of one axis, and those of two.
    let [one, two] =
        ["floor_div(M * N + 4095, 4096)", "floor_div(M + 7, 8) * floor_div(N + 4095, 4096)"];
    for (body, result, parts) in [
        ("max(x * z)", "f64", one),
        ("any(x > z)", "bool", one),
        // The second of two reductions: the least position of the maximum.
        ("argmax(x)", "i64", one),
        // Arrays that are read in another order, or not with all variables, keep all axes.
        ("sum(x * y)", "f64", two),
        ("sum(x[..;-1] * z)", "f64", two),
        // One kernel reads `x` once for both.
        ("(sum(x), sum(x * y))", "(f64, f64)", two),
    ] {
        let s = of(body, result);
        assert!(stored(&s).contains(&parts.to_string()), "{body}: {:?}", stored(&s));
        assert!(!stored(&s).contains(&[one, two][usize::from(parts == one)].to_string()), "{body}");
    }
    let s = fused("pub fn f<K, M, N>(x: [f32; K, M, N]) -> i64 { argmax(x) }");
    assert!(
        stored(&s).contains(&"floor_div(K * M * N + 4095, 4096)".to_string()),
        "{:?}",
        stored(&s)
    );
    // A position among all elements needs no remainder.
    assert!(!format!("{s:?}").contains("Rem"));
}

#[test]
fn places_in_whole_arrays_are_looked_for_in_one_part() {
    let reads = |body: &str, result: &str| {
        let s = of(body, result);
        let parts = s.launches.iter().filter(|l| l.name.ends_with("_parts"));
        parts.map(|l| l.buffers.len()).collect::<Vec<_>>()
    };
    // The array, the extrema of its parts, the extremum; and the result.
    assert_eq!(reads("argmax(x)", "i64"), [2, 4]);
    assert_eq!(reads("argmin(y * 2.0)", "i64"), [2, 4]);
    // Lanes are neighbouring columns, whose results are in different parts.
    assert_eq!(reads("argmax(x, axis=0)", "[i64; N]"), [2, 3]);
    // The number of maxima.
    assert_eq!(reads("sum(where(x == max(x), 1, 0))", "i64"), [2, 4]);
    // The maximum of another array tells nothing. Nor does that of this array if something else is searched, or if
    // other elements count.
    for body in [
        "sum(where(x == max(z), 1, 0))",
        "sum(where((x == max(x)) | (z > 0.0), 1, 0))",
        "max(where(x == max(x), 1, 2))",
    ] {
        let last = *reads(body, "i64").last().unwrap();
        assert_eq!(last, if body.contains("z >") { 4 } else { 3 }, "{body}");
    }
}

#[test]
fn short_sums_count_no_more_than_their_terms() {
    let s = of("(sum(y), sum(x))", "(f64, f64)");
    for (m, n) in [(1000, 1000), (3, 20), (5, 4097)] {
        let dims = |name: &str| Some(if name == "M" { m } else { n });
        for (launch, terms) in
            s.launches.iter().filter(|l| l.name.ends_with("_parts")).zip([n, m * n])
        {
            let ops = launch.cost.ops.evaluate(&dims).unwrap();
            assert!((terms..=terms + terms / 4 + 10).contains(&ops), "{m} {n}: {ops} of {terms}");
        }
    }
    assert_eq!(s.launches.iter().filter(|l| l.name.ends_with("_parts")).count(), 2);
}

#[test]
fn maxima_of_floats_count_what_keeps_nans() {
    let ops = |ty: &str, value: &str| {
        let s = fused(&format!("pub fn f<M, N>(x: [{ty}; M, N]) -> {value}"));
        s.launches[0].cost.ops.to_string()
    };
    assert_eq!(ops("f64", "[f64; M] { max(x, axis=1) }"), "2 * M * N");
    assert_eq!(ops("i64", "[i64; M] { max(x, axis=1) }"), "M * N");
    assert_eq!(ops("f64", "[f64; M, N] { maximum(x, 1) }"), "2 * M * N");
    assert_eq!(ops("f64", "[f64; M] { sum(x, axis=1) }"), "M * N");
}

#[test]
fn what_lanes_load_from_the_same_place_is_no_gather() {
    let of = |index: &str, value: &str| {
        let source = format!(
            "pub fn f<E, N, F>(u: [f64; E, N], own: [index<N>; F], other: [index<E>; E]) -> {index} {{ {value} }}"
        );
        let cost = fused(&source).launches[0].cost.clone();
        (cost.gathered.to_string(), cost.strided.to_string(), cost.gathers.len())
    };
    // The same columns in all elements, read for each element.
    let (gathered, strided, arrays) = of("[f64; E]", "sum(u[.., own], axis=1)");
    assert_eq!((gathered.as_str(), strided.as_str(), arrays), ("0", "E * F", 1));
    let (gathered, strided, arrays) = of("[f64; E]", "u[other, 0]");
    assert_eq!((gathered.as_str(), strided.as_str(), arrays), ("8 * E", "0", 1));
}

/// Costs that are too high wake threads for a few points.
#[test]
fn small_parts_of_arrays_count_as_such() {
    let of = |source: &str| {
        let cost = fused(source).launches[0].cost.clone();
        let dims = |_: &str| Some(1000);
        [cost.bytes, cost.ops].map(|size| size.evaluate(&dims).unwrap())
    };
    // A row of a matrix, and its result.
    let [bytes, ops] = of("pub fn f<M, N>(x: [f64; M, N]) -> [f64; N] { x[-1] + 1 }");
    assert_eq!([bytes, ops], [16_000, 1000]);
    // All of a matrix.
    let [bytes, _] = of("pub fn f<M, N>(x: [f64; M, N]) -> [f64; M, N] { x + 1 }");
    assert_eq!(bytes, 16_000_000);
    // Each point looks at one element of each array, and not at all elements.
    let [bytes, ops] =
        of("pub fn f<N>(x: [f64; N], y: [f64; N]) -> [f64; 2 * N] { concatenate([x, y]) }");
    assert!(bytes == 32_000 && ops <= 20 * 1000, "{bytes} {ops}");
    // Each point is in one piece, and does the work of that one.
    let [_, ops] = of("pub fn f<N>(x: [f64; N, N]) -> [f64; N, N] { 3 * triu(x) }");
    assert_eq!(ops, 1_000_000);
}

#[test]
fn what_is_dear_or_read_often_is_stored() {
    // Otherwise each element of `exp(x)` would be computed for each column of the product.
    let s = of("exp(x) @ z.T", "[f64; M, M]");
    assert_eq!(stored(&s), ["M * N"]);
    // Powers take longer than memory, so two readers share them.
    let s = of("let p = x ** y; (sum(p, axis=0), sum(p, axis=1))", "([f64; N], [f64; M])");
    assert!(stored(&s).contains(&"M * N".to_string()));
    let s = of("let p = 2 * x; (sum(p, axis=0), sum(p, axis=1))", "([f64; N], [f64; M])");
    assert!(!stored(&s).contains(&"M * N".to_string()));
}

#[test]
fn what_neighbours_share_is_computed_again() {
    let cells = |body: &str, result: &str| {
        let s = of(body, result);
        (s.launches.len(), stored(&s))
    };
    // States, the fluxes between them, and the differences of those.
    let fluxes = "let p = abs(w) / (1 + w * w);
        let f = p[1..] * w[1..] - p[..-1] * w[..-1];
        let g = p[1..] - p[..-1];
        (w[1..-1] - (f[1..] - f[..-1]), p[1..-1] - (g[1..] - g[..-1]))";
    assert_eq!(cells(fluxes, "([f64; M - 2], [f64; M - 2])"), (1, vec![]));
    let twice = "let y = x[2..] - 2 * x[1..-1] + x[..-2]; y[2..] - 2 * y[1..-1] + y[..-2]";
    assert_eq!(cells(twice, "[f64; M - 4, N]"), (1, vec![]));
    // Sines take longer than memory, and a result is in memory in any case.
    let sines = "let p = sin(w); let f = p[1..] - p[..-1]; f[1..] * f[..-1]";
    assert_eq!(cells(sines, "[f64; M - 2]"), (2, vec!["M".to_string()]));
    let results = "let p = w * w + 1 / w; (p, p[1..] - p[..-1])";
    assert_eq!(cells(results, "([f64; M], [f64; M - 1])").0, 2);
    // In place, neighbours would be overwritten before they are read: fluxes are computed again, states stay.
    let update = "pub fn f<M>(w: &mut [f64; M]) {
        let p = abs(w) / (1 + w * w);
        let f = p[1..] - p[..-1];
        w[1..-1] -= f[1..] - f[..-1];
    }";
    let s = fused(update);
    assert_eq!((s.launches.len(), stored(&s)), (2, vec!["M".to_string()]));
    // Gathers are not done twice either.
    let gathered = format!(
        "pub fn f<M>(x: [f64; M], i: [index<M>; M]) -> ([f64; M - 2], [f64; M - 2]) {{ let w = x[i]; {fluxes} }}"
    );
    assert!(stored(&fused(&gathered)).contains(&"M".to_string()));
    // Each row needs all of it.
    let outer = "let p = sqrt(y) / (1 + y) / (2 + y); x[.., 1..] + p[1..] * p[..-1]";
    assert_eq!(cells(outer, "[f64; M, N - 1]").0, 2);
}

#[test]
fn columns_of_literal_rows_have_lanes() {
    for (width, body) in [("5", "sum(x, axis=0)"), ("32", "x.T @ w"), ("3", "max(x, axis=0)")] {
        let s = fused(&format!(
            "pub fn f<M>(x: [f64; M, {width}], w: [f64; M]) -> [f64; {width}] {{ {body} }}"
        ));
        let of_parts = &s.launches[0].extents;
        assert_eq!(of_parts.len(), 2, "{body}");
        assert_eq!(of_parts[1].to_string(), width, "{body}");
    }
}

#[test]
fn columns_are_summed_beside_rows() {
    // Parts of 8 rows, or of as many more as fit into 512 KiB.
    let step = "8 * floor_div(65535, 8 * N) + 8";
    let parts = format!("N * floor_div(M + 8 * floor_div(65535, 8 * N) + 7, {step})");
    let steps = |s: &Schedule| -> Vec<_> {
        let strips = s.launches.iter().map(|launch| launch.strip.as_ref());
        strips.map(|strip| strip.map(|s| (s.rows.to_string(), s.step.to_string()))).collect()
    };
    let s = of("(sum(x, axis=0), mean(x, axis=1))", "([f64; N], [f64; M])");
    assert_eq!(stored(&s), [parts.as_str()]);
    let of_rows = |step: &str| Some(("M".to_string(), step.to_string()));
    assert_eq!(steps(&s), [of_rows(step), None, of_rows("1")]);
    // Rows, every eighth row, and parts of these: a strip has only one kind of parts.
    let s = of(
        "let e = w[..;8]; (w + 1, e * 2, e.sum(), w[..;8][..;4] + 1)",
        "([f64; M], [f64; floor_div(M + 7, 8)], f64, [f64; floor_div(floor_div(M + 7, 8) + 3, 4)])",
    );
    for launch in &s.launches {
        let Some(strip) = &launch.strip else { continue };
        for m in [0, 1, 63, 64, 1000, 100_000] {
            let value = |size: &Size| size.evaluate(&|_| Some(m)).unwrap();
            let (rows, step) = (value(&strip.rows), value(&strip.step));
            assert_eq!(value(&launch.extents[0]), (rows + step - 1) / step, "{}", launch.name);
        }
    }
    // Nobody else reads the rows, or only after the sum is known, or for the sum.
    for (body, result) in [
        ("(sum(x, axis=0), mean(z, axis=1))", "([f64; N], [f64; M])"),
        ("x - mean(x, axis=0)", "[f64; M, N]"),
        ("(x - mean(x, axis=1, keepdims=true)).sum(axis=0)", "[f64; N]"),
        ("(sum(x, axis=0), mean(x, axis=0))", "([f64; N], [f64; N])"),
        // Parts of a product of matrices would be large.
        ("(x.T @ z, sum(z, axis=1))", "([f64; N, N], [f64; M])"),
    ] {
        let s = of(body, result);
        assert!(!stored(&s).contains(&parts), "{body}: {:?}", stored(&s));
    }
}

#[test]
fn rows_stay_in_the_cache() {
    let softmax =
        "let e = exp(x - max(x, axis=1, keepdims=true)); e / sum(e, axis=1, keepdims=true)";
    let s = of(softmax, "[f64; M, N]");
    assert_eq!(stored(&s), ["M", "M"], "a maximum and a sum for each row");
    let strips: Vec<_> =
        s.launches.iter().map(|l| l.strip.as_ref().map(|s| s.rows.to_string())).collect();
    assert_eq!(strips, vec![Some("M".to_string()); 4]);
    // The exponentials are in the memory of the result.
    let in_result = |l: &Launch| l.buffers.contains(&Place::Result(ResultId(0)));
    assert_eq!(s.launches.iter().filter(|l| in_result(l)).count(), 3);
    // The temporaries of one strip share no memory: both are alive while it runs.
    assert_eq!(s.slots, 2);
}

#[test]
fn products_run_with_what_reads_their_rows() {
    let s = fused(
        "pub fn f<M, N, K>(x: [f64; M, N], c: [f64; K, N]) -> [i64; M] {
            argmin(sum(c * c, axis=1) - x @ (2 * c).T, axis=1)
        }",
    );
    let product = s.launches.iter().position(|l| l.contraction.is_some()).unwrap();
    let rows = |k: usize| s.launches[k].strip.as_ref().map(|strip| strip.rows.to_string());
    assert_eq!((rows(product), s.launches.len()), (Some("M".to_string()), product + 2));
    assert_eq!(s.launches[product].strip, s.launches[product + 1].strip);
    // Nothing else reads the product.
    let kept =
        s.temps.iter().filter(|temp| temp.in_strip.is_some() && temp.len.to_string() == "K * M");
    assert_eq!(kept.count(), 1, "{:?}", s.temps);
}

#[test]
fn results_replace_temporaries() {
    // `p` is read by another row's sum before it is replaced, and `q` by a column's.
    let s = of("let p = x ** z; p * p.sum(axis=1)[..;-1][.., newaxis]", "[f64; M, N]");
    assert_eq!(stored(&s), ["M"]);
    let s = of("let q = x ** z; q / q.sum(axis=0)", "[f64; M, N]");
    assert_eq!(stored(&s), [PARTS, "N"]);
    // Not possible if another element is needed, or if the kernel of the result reads it once more.
    let s = of("let p = x ** z; p[.., ..;-1] * p.sum(axis=0)", "[f64; M, N]");
    assert_eq!(stored(&s), ["M * N", PARTS, "N"]);
    let s = of(
        "let p = x ** z; let t = p.sum(axis=0); (p * t, p[.., ..;-1] - t)",
        "([f64; M, N], [f64; M, N])",
    );
    assert_eq!(stored(&s), ["M * N", PARTS, "N"]);
    // Other dtypes have elements of other sizes.
    let s = of(
        "let p = x ** z; let q = p as f32; (q * (q.sum(axis=0)), p)",
        "([f32; M, N], [f64; M, N])",
    );
    assert_eq!(s.temps.len(), 2);
    // The result of one program may be what is read last of all.
    let s = of(
        "let p = x ** z; let t = p.sum(axis=0); (p * t, (p - t).sum(axis=1))",
        "([f64; M, N], [f64; M])",
    );
    let last = s.launches.iter().position(|l| {
        l.buffers.contains(&Place::Result(ResultId(0)))
            && l.buffers.contains(&Place::Temp(TempId(0)))
    });
    assert!(last.is_some(), "{s:#?}");
}

#[test]
fn columns_are_no_strips() {
    // The second kernel needs sums over all rows.
    let s = of("x - sum(x * z, axis=0)", "[f64; M, N]");
    assert_eq!(s.launches.len(), 3);
    assert!(s.launches.iter().all(|l| l.strip.is_none()), "{:#?}", s.launches);
    // Row `i` needs row `M - 1 - i`.
    let s = of("let r = sum(x, axis=1); x + r[..;-1][.., newaxis]", "[f64; M, N]");
    assert!(s.launches.iter().all(|l| l.strip.is_none()), "{:#?}", s.launches);
}

#[test]
fn parameters_are_overwritten_row_by_row() {
    let strips = |gathered: &str| {
        let s = fused(&format!(
            "pub fn f<M, N>(u: &mut [f64; M, N], k: [index<M>; M]) -> [f64; M] {{
                let s = sum(u, axis=1);
                let t = {gathered};
                u = u - s[.., newaxis];
                sum(u ** 2, axis=1) + t
            }}"
        ));
        s.launches.iter().map(|l| l.strip.as_ref().map(|s| s.number.0)).collect::<Vec<_>>()
    };
    let own = strips("u[.., 0]");
    assert!(own.len() > 1 && own.iter().all(|strip| *strip == Some(0)), "{own:?}");
    // The old value of another row is gone once its strip has run.
    let gathered = strips("u[k, 0]");
    assert!(gathered.contains(&None), "{gathered:?}");
}

#[test]
fn fields_are_computed_where_their_operands_are() {
    let mut kernels = KernelSet::default();
    // Of the operations that the sum needs, only the first one distinguishes the fields.
    fused_into(
        "pub fn f<E>(q: [f64; 5, E, 20], s: [f64; E, 20], l: [f64; 20, 20]) -> [f64; 5, E, 20] {
            let v = sqrt(s);
            let flux = concatenate([(q[1] * v)[newaxis], q[1..4] * q[0], (q[4] * v)[newaxis]]);
            let r = einsum(\"ij,xej->xei\", l, s * (0.5 * (flux - v * q)));
            concatenate([r[..1], 2 * r[1..4], r[4..]])
        }",
        &mut kernels,
    );
    let [kernel] = kernels.kernels.as_slice() else { panic!("{} kernels", kernels.kernels.len()) };
    // Both arrays are copied; then all fields of a node at a time, then the sums.
    let loops: Vec<usize> = kernel.phases.iter().map(|p| p.loops.len()).collect();
    assert_eq!(loops, [2, 1, 1, 1]);
}

/// Loops over neighbouring elements become one loop, whose index need not be split.
#[test]
fn loops_of_constant_extents_in_the_order_of_memory_are_one() {
    let loops = |source: &str| {
        let mut kernels = KernelSet::default();
        fused_into(source, &mut kernels);
        kernels.kernels[0].phases.iter().map(|p| p.loops.len()).collect::<Vec<_>>()
    };
    let reshaped =
        "pub fn f(x: [f64; 10, 4]) -> [f64; 10, 1, 1, 1, 1, 4] { reshape(x, 10, 1, 1, 1, 1, 4) }";
    assert_eq!(loops(reshaped), [1]);
    assert_eq!(loops("pub fn f(x: [f64; 10, 4], y: [f64; 10, 4]) -> [f64; 10, 4] { x * y }"), [1]);
    assert_eq!(loops("pub fn f(x: [f64; 10, 4]) -> [f64; 4, 10] { x.T }"), [2]);
    assert_eq!(loops("pub fn f(x: [f64; 10, 4]) -> [f64; 10, 4] { x[..;-1] }"), [2]);
    assert_eq!(loops("pub fn f(x: [f64; 10, 4], y: [f64; 4]) -> [f64; 10, 4] { x * y }"), [2]);
}

/// Numbers are pairs, so rows are twice as long.
#[test]
fn complex_products_are_for_a_library() {
    let of = |expression: &str| {
        let s = fused(&format!(
            "pub fn f<M, K, N>(a: [c64; M, K], b: [c64; K, N], c: [c64; K, M]) -> [c64; M, N] {{
                {expression}
            }}"
        ));
        let mut contractions = s.launches.iter().filter_map(|l| l.contraction.as_ref());
        let contraction = contractions.next().unwrap();
        assert_eq!((contraction.numbers, contractions.next()), (Numbers::Complex, None), "{s:#?}");
        let axes = contraction.axes.iter();
        axes.map(|a| format!("{:?} {}, {}, {}", a.role, a.left, a.right, a.out)).collect()
    };
    let expected: [Vec<String>; 2] = [of("a @ b"), of("c.T @ b + 1")];
    assert_eq!(expected[0], ["M 2 * K, 0, 2 * N", "N 0, 2, 2", "K 2, 2 * N, 0"]);
    assert_eq!(expected[1], ["M 2, 0, 2 * N", "N 0, 2, 2", "K 2 * M, 2 * N, 0"]);
}

#[test]
fn products_for_a_library_are_not_summed_part_by_part() {
    let s = fused(
        "pub fn f<E, M, N>(x: [f64; E, M, N], y: [f64; E, N]) -> ([f64; M, N], [f64; E, M, N]) {
            (einsum(\"em,en->mn\", x[.., .., 0], y), exp(x))
        }",
    );
    assert_eq!(s.launches.iter().filter(|l| l.contraction.is_some()).count(), 1, "{s:#?}");
    assert!(s.temps.is_empty(), "{s:#?}");
}

#[test]
fn kernels_whose_local_arrays_do_not_fit_are_split() {
    // Each step reads the one before at another place of its row.
    let steps = ["let a = sqrt(x); "].into_iter().map(str::to_string).chain((0..8).map(|k| {
        let op = ["+", "*"][k % 2];
        format!("let a = a {op} a[.., ..;-1]; ")
    }));
    let source = |n: usize| {
        let steps = steps.clone().collect::<String>();
        format!("pub fn f<M>(x: [f64; M, {n}]) -> [f64; M, {n}] {{ {steps} a }}")
    };
    let kernels = |n: usize| {
        let mut kernels = KernelSet::default();
        let schedule = fused_into(&source(n), &mut kernels);
        for kernel in &kernels.kernels {
            let elements: usize = kernel.locals.iter().map(|l| l.len).sum();
            assert!(elements <= super::MAX_LOCAL_ELEMENTS as usize, "{elements} elements");
        }
        schedule.launches.len()
    };
    assert_eq!(kernels(64), 1);
    assert!(kernels(2048) > 1);
}

#[test]
fn choices_in_unrolled_loops_are_made_once() {
    let mut kernels = KernelSet::default();
    let s = fused_into(
        "pub fn f<N>(re: [f64; N], im: [f64; N]) -> [i64; N] {
            let (mut x, mut y, mut count) = (re, im, zeros([i64; N]));
            for _k in 0..40 {
                let inside = x * x + y * y <= 4;
                let next = x * x - y * y + re;
                y = where(inside, 2 * x * y + im, y);
                x = where(inside, next, x);
                count += where(inside, 1, 0);
            }
            count
        }",
        &mut kernels,
    );
    assert_eq!((s.launches.len(), s.temps.len()), (1, 0));
    let values = kernels.kernels[0].value_count();
    assert!(values < 40 * 16, "{values}");
}

/// An assignment at single indices goes through what it stores, not through the array, also where its value depends on
/// other elements of the array.
#[test]
fn stores_at_single_indices_are_short() {
    let points = |source: &str| {
        let s = fused(source);
        let of = |launch: &Launch| Size::product(&launch.extents).to_string();
        (s.launches.iter().map(of).collect::<Vec<_>>(), stored(&s))
    };
    let row = "pub fn f<T, N>(h: &mut [f64; T, N], u: [f64; N], t: i64) { h[t] = u; }";
    let (launches, temps) = points(row);
    assert_eq!(launches.last().unwrap(), "N * floor_div(2 * T, T + 1)");
    assert!(!temps.iter().any(|len| len.contains("T *")), "{temps:?}");
    let element =
        "pub fn f<T>(h: &mut [f64; T]) where T: 5000 | _ { for t in 1..T { h[t] += h[t - 1]; } }";
    for (source, longest) in [(element, "T"), (row, "N * T")] {
        let (launches, temps) = points(source);
        assert!(!launches.iter().any(|points| points == longest), "{launches:?}");
        assert!(!temps.iter().any(|len| len == longest), "{temps:?}");
    }
}

/// The extents of the launches of a function without results.
fn extents(params: &str, body: &str) -> Vec<Vec<String>> {
    let s = fused(&format!("pub fn f<M, N>({params}) {{ {body} }}"));
    let of = |launch: &Launch| launch.extents.iter().map(Size::to_string).collect();
    s.launches.iter().map(of).collect()
}

#[test]
fn stores_to_slices_leave_other_points_alone() {
    let of = |body: &str| extents("u: &mut [f64; M, N], v: &mut [f64; N], w: [f64; 10]", body);
    assert_eq!(of("v[..10] = w;"), [["10"]]);
    assert_eq!(of("v[-10..] += w;"), [["10"]]);
    assert_eq!(of("v[1..-1] *= 2.0;"), [["N - 2"]]);
    assert_eq!(of("v[3..20] = 1.0;"), [["17"]]);
    assert_eq!(of("u[1..-1, 2..] += 1.0;"), [["M - 2", "N - 2"]]);
    // Side by side in memory.
    assert_eq!(of("u[2..] = v;"), [["M - 2", "N"]]);
    assert_eq!(of("u[..10, 3] = w;"), [["floor_div(2 * N, N + 1)", "10"]]);
    // A slice with gaps, and one whose elements depend on others.
    assert_eq!(of("v[..;2] = 1.0;"), [["N"]]);
    assert_eq!(of("v[1..] = v[..-1];")[0], ["N"]);
}

#[test]
fn stores_to_slices_in_a_pass_leave_other_points_alone() {
    let s = fused(
        "pub fn f<N>(u: &mut [f64; N], w: [f64; 10], n: i64) { for t in 0..n { u[..10] += w; } }",
    );
    let of = |launch: &Launch| launch.extents.iter().map(Size::to_string).collect::<Vec<_>>();
    assert!(s.launches.iter().any(|launch| of(launch) == ["10"]), "{:?}", s.launches);
    assert!(!s.launches.iter().any(|launch| of(launch) == ["N"]), "{:?}", s.launches);
}

#[test]
fn stores_to_several_parts_of_an_array_are_launches_of_their_own() {
    // Launches without extents compute checks.
    let of = |body: &str| {
        let all = extents("u: &mut [f64; M, N], v: &mut [f64; N], i: i64", body);
        all.into_iter().filter(|extents| !extents.is_empty()).collect::<Vec<_>>()
    };
    let one = "floor_div(2 * N, N + 1)";
    assert_eq!(of("v[i] = 1.0; v[i + 1] = 2.0;"), [[one], [one]]);
    // Both read the old element, also if they are at the same index.
    assert_eq!(of("v[i] += 1.0; v[3] += 2.0;").len(), 2);
    let edges = of("u[0] = 1.0; u[-1] = 2.0; u[.., 0] = 3.0; u[.., -1] = 4.0;");
    assert_eq!(edges.len(), 4, "{edges:?}");
    // Much of the array, where one launch reads and writes less.
    assert_eq!(of("v[1..] = 1.0; v[..-1] += 2.0;"), [["N"]]);
    // One after another, and what reads the array after all of them.
    let s = fused(
        "pub fn f<N>(v: &mut [f64; N], i: i64) -> f64 { v[i] = 1.0; v[i + 1] = 2.0; sum(v) }",
    );
    let parts: Vec<usize> =
        (0..s.launches.len()).filter(|&k| s.launches[k].extents.len() == 1).take(2).collect();
    let waits = |k: usize, other: usize| s.launches[k].after.iter().any(|l| l.0 == other);
    assert!(waits(parts[1], parts[0]), "{:?}", s.launches);
    assert!((0..s.launches.len()).any(|k| waits(k, parts[1])), "{:?}", s.launches);
}

#[test]
fn rows_of_fields_are_in_strips() {
    let s = fused(
        r#"pub fn f<E, N>(u: [f64; 3, E, N], d: [f64; N, N]) -> [f64; 3, E, N] {
            let flux = concatenate([(u[0] * u[1])[newaxis], u[0] * u[1..]]);
            einsum("ij,xej->xei", d, flux)
        }"#,
    );
    let in_strip = s.temps.iter().map(|temp| {
        let row = temp.in_strip.as_ref().map(|row| row.to_string());
        (temp.len.to_string(), row.unwrap_or_default())
    });
    // The elements from one row to the next, also of an array that rows are an inner axis of.
    let expected = [("E * N", "N"), ("2 * E * N", "N")].map(|(len, row)| (len.into(), row.into()));
    assert_eq!(in_strip.collect::<Vec<(String, String)>>(), expected);
}
