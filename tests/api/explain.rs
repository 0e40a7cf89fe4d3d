//! Explanations: what they say, and that pages and pictures are whole.

use array_fn::{Device, Error, IndexArray, array_fn, explain::Explanation};
use std::collections::BTreeSet;

array_fn! {
    fn falling<N>(x: [f64; N]) -> [f64; N] {
        exp(-x) // <- in a helper
    }

    #[unfused]
    pub fn heat<N>(u: [f64; N], left: [index<N>; N], right: [index<N>; N], r: f64) -> [f64; N] {
        let flux = u[left] - 2 * u
            + u[right];
        u + r * flux
    }

    pub fn softmax<N>(x: [f64; N]) -> [f64; N] {
        let e = falling(max(x) - x);
        e / sum(e)
    }

    pub fn sorted<M, N>(x: [f64; M, N]) -> [f64; M, N] where N: 4 | _ {
        let y = 2 * x + x * x - 1;
        sort(y, axis=1) + 1
    }

    pub fn running<N>(x: [f64; N]) -> [f64; N] {
        cumsum(x)
    }

    pub fn untouched<N>(x: &mut [f64; N]) -> [f64; N] {
        let y = x;
        y
    }

    pub fn nothing<N>(y: &mut [f64; N]) { y = y; }

    pub fn taken<E, N>(u: [f64; E], i: [i64; N], out: &mut [f64; N]) {
        out = u[i];
    }

    pub fn roots<N, T: f32 | f64>(x: [T; N]) -> [T; N] { sqrt(x) / 3 }

    pub fn shared<M, N>(x: [f64; M, N], y: [f64; M, N]) -> [f64; M, N] {
        let mut x = x;
        for _ in 0..2 {
            x = x / sum(x, axis=1, keepdims=true) + exp(-x) * sin(y);
        }
        x
    }

    pub fn of_rows<M, N>(x: [f64; M, N]) -> [f64; M, N] {
        let e = exp(x - max(x, axis=1, keepdims=true));
        e / sum(e, axis=1, keepdims=true)
    }
}

fn cpu() -> Device {
    Device::cpu_with_threads(2)
}

/// No temporary lives in a slot while another one does.
fn check_slots(explanation: &Explanation) {
    let temporaries = &explanation.temporaries;
    for (k, a) in temporaries.iter().enumerate() {
        assert!(a.bytes <= explanation.slots[a.slot]);
        for b in temporaries[..k].iter().filter(|b| b.slot == a.slot) {
            let (Some(a), Some(b)) = (&a.live, &b.live) else { continue };
            assert!(a.end() < b.start() || b.end() < a.start(), "{explanation}");
        }
    }
}

/// Elements are nested, attributes quoted, and there is one root.
fn check_markup(text: &str) {
    let text = text.strip_prefix("<!DOCTYPE html>").unwrap_or(text).trim();
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find('<') {
        let (before, tag) = rest.split_at(begin);
        assert!(!open.is_empty() || before.trim().is_empty(), "text outside of the root: {before}");
        let end = tag.find('>').expect("a tag ends");
        let inside = &tag[1..end];
        assert_eq!(inside.matches('"').count() % 2, 0, "{inside}");
        match inside.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if inside.ends_with('/') => {}
            None => open.push(inside.split_whitespace().next().expect("a name")),
        }
        rest = &tag[end + 1..];
    }
    assert_eq!(open, [""; 0]);
    for entity in text.split('&').skip(1) {
        let known = ["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known));
        assert!(known, "&{}", entity.chars().take(9).collect::<String>());
    }
}

#[test]
fn a_table() -> Result<(), Error> {
    let explanation = softmax::explain(&cpu(), 100_000)?;
    let text = format!("{explanation:#}");
    let expected = "\
softmax<N = 100000> on the CPU with 2 threads: 6 array operations in 5 kernels

kernel       points    bytes     ops  ops/byte
0 max_parts      25   800 kB   200 k      0.25
1 max             1    208 B      50      0.24
2 sum_parts      25   800 kB   400 k      0.50
3 sum             1    208 B      25      0.12
4 divide      100 k  1.60 MB   400 k      0.25
all           100 k  3.20 MB  1.00 M      0.31

0 computes max (19)
  reads x; writes max_parts
1 computes max (19)
  reads max_parts; writes max
  after 0
2 computes subtract (19), negative (8), e (8), sum (20)
  reads max, x; writes sum_parts
  after 1
3 computes subtract (19), negative (8), e (8), sum (20)
  reads sum_parts; writes sum
  after 2
4 computes subtract (19), negative (8), e (8), divide (20)
  reads max, x, sum; writes result 0
  after 3

temporary  bytes  slot   live
max_parts  200 B     0  0..=1
max          8 B     1  1..=4
sum_parts  200 B     0  2..=3
sum          8 B     2  3..=4

temporaries take 384 B at most
";
    assert_eq!(text, expected);
    check_slots(&explanation);
    Ok(())
}

#[test]
fn strips() -> Result<(), Error> {
    let explanation = of_rows::explain(&cpu(), 1000, 1000)?;
    let text = format!("{explanation:#}");
    let strips: Vec<_> = explanation.launches.iter().map(|l| l.strip.clone()).collect();
    let (first, last) =
        (strips[0].as_ref().expect("a strip"), strips[3].as_ref().expect("a strip"));
    assert_eq!((&*first.with, &*last.with), (&[1, 2, 3][..], &[0, 1, 2][..]), "{text}");
    // Some rows, several times.
    assert!(first.rows > 1 && first.rows < 200, "{text}");
    let order = format!("\n  after 2; in strips of {} rows with 0, 1, 2\n", last.rows);
    assert!(text.contains(&order), "{text}");
    assert!(text.contains("reads result 0, sum; writes result 0"), "{text}");
    // What fits the cache runs kernel by kernel.
    let explanation = of_rows::explain(&cpu(), 10, 100)?;
    assert!(explanation.launches.iter().all(|l| l.strip.is_none()), "{explanation:#}");
    Ok(())
}

#[test]
fn operations_and_lines() -> Result<(), Error> {
    let fused = heat::explain(&cpu(), 10)?;
    let names: Vec<_> = fused.computed().map(|o| (o.name.as_str(), o.line.unwrap_or(0))).collect();
    let expected = [
        ("gather", 13),
        ("multiply", 13),
        ("subtract", 13),
        ("gather", 14),
        ("flux", 14),
        ("multiply", 15),
        ("add", 15),
    ];
    assert_eq!(names, expected);
    assert_eq!(fused.operations.iter().filter(|o| o.is_input()).count(), 4);
    assert!(fused.computed().all(|o| o.launches == [0]));
    assert_eq!(fused.source[&14].trim(), "+ u[right];");
    assert!(!fused.source.contains_key(&8), "a helper that is not called");
    assert!(softmax::explain(&cpu(), 10)?.source[&8].contains("<- in a helper"));
    // Without fusion each operation is a kernel.
    let unfused = heat::unfused_explain(&cpu(), 10)?;
    assert_eq!(unfused.launches.len(), 7);
    for (k, launch) in unfused.launches.iter().enumerate() {
        let [operation] = launch.operations[..] else { panic!("{unfused}") };
        assert_eq!(unfused.operations[operation].launches, [k]);
    }
    check_slots(&unfused);
    // The array that is gathered from and read directly comes from memory once.
    let bytes = |e: &Explanation| e.plan().launches().map(|l| (l.bytes, l.cached_bytes)).next();
    assert_eq!(bytes(&fused), Some((10 * (8 + 4 + 4 + 8), 2 * 80)));
    // What is only gathered from comes at most once, and no more than is asked for.
    assert_eq!(bytes(&unfused), Some((10 * (8 + 4 + 8), 0)));
    Ok(())
}

#[test]
fn graphs() -> Result<(), Error> {
    let explanation = sorted::explain(&cpu(), 3, 5)?;
    let (before, after) = (explanation.dot_before(), explanation.dot_after());
    assert_eq!(before.matches(" [label=").count(), explanation.operations.len() + 1);
    // Each kernel, the parameter, the result.
    assert_eq!(after.matches(" [label=").count(), explanation.launches.len() + 2);
    assert!(before.contains("n0 -> n1;") && before.ends_with("}\n"), "{before}");
    let kinds: BTreeSet<_> = explanation.computed().map(|o| o.kind).collect();
    assert!(kinds.contains("sort") && kinds.contains("array"), "{kinds:?}");
    // The variant for N = 4 is the same graph.
    assert_eq!(sorted::explain(&cpu(), 3, 4)?.operations.len(), explanation.operations.len());
    check_slots(&explanation);
    Ok(())
}

#[test]
fn lines() -> Result<(), Error> {
    let explanation = softmax::explain(&cpu(), 100_000)?;
    let lines = explanation.dot_lines().unwrap();
    // What several kernels compute is a box for each: the maximum, the exponentials in the helper and before it, their
    // sum, the quotient; and the result.
    let boxes = |lines: &str| lines.matches(" [label=").count();
    assert_eq!(boxes(&lines), 6, "{lines}");
    assert!(lines.contains(": let e = falling(max(x) - x);\\nkernel 0, 1\""), "{lines}");
    assert!(lines.contains(": exp(-x) // <- in a helper\\nkernel 2, 3, 4\""), "{lines}");
    // Operations of one kernel and line are one box.
    let explanation = sorted::explain(&cpu(), 3, 5)?;
    let lines = explanation.dot_lines().unwrap();
    assert!(lines.contains("label=\"y: [f64; M, N]\\n"), "{lines}");
    assert!(boxes(&lines) < explanation.operations.len(), "{lines}");
    // What else is used of a line does not hide its value.
    let shared = shared::explain(&cpu(), 1000, 100)?.dot_lines().unwrap();
    assert!(shared.contains("label=\"add, multiply: [f64; M, N]\\n"), "{shared}");
    let roots = roots::explain::<f64>(&cpu(), 7)?.dot_lines().unwrap();
    assert_eq!((boxes(&roots), roots.matches("->").count()), (2, 1), "{roots}");
    Ok(())
}

#[test]
fn functions_that_do_little() -> Result<(), Error> {
    let copied = untouched::explain(&cpu(), 4)?;
    assert_eq!((copied.computed().count(), copied.launches.len()), (0, 1));
    let nothing = nothing::explain(&cpu(), 4)?.with_measurements()?;
    assert!(nothing.launches.is_empty() && nothing.measured.is_some(), "{nothing}");
    assert!(nothing.to_string().starts_with("nothing<N = 4>"), "{nothing}");
    #[cfg(feature = "explain")]
    check_markup(&nothing.html());
    Ok(())
}

#[cfg(feature = "explain")]
/// A long scan is several kernels on a GPU.
#[test]
fn chains_have_all_their_kernels() -> Result<(), Error> {
    let sources = |n| -> Result<Vec<&'static str>, Error> {
        Ok(running::explain(&cpu(), n)?
            .launches
            .into_iter()
            .flat_map(|launch| launch.cuda)
            .collect())
    };
    let heads = ["fill_", "scan_"];
    let long = sources(8193)?;
    assert_eq!((long.len(), sources(8192)?.len()), (2, 1));
    for (source, head) in long.iter().zip(heads) {
        assert!(source.contains("__global__") && source.contains(head), "{source}");
    }
    Ok(())
}

#[test]
fn pages() -> Result<(), Error> {
    let explanations = [
        heat::explain(&cpu(), 10)?.with_measurements()?,
        heat::unfused_explain(&cpu(), 10)?,
        softmax::explain(&cpu(), 100_000)?,
        sorted::explain(&cpu(), 3, 4)?,
        untouched::explain(&cpu(), 0)?,
        taken::explain(&cpu(), 5, 7)?,
        roots::explain::<f32>(&cpu(), 7)?,
    ];
    for explanation in explanations {
        let page = explanation.html();
        check_markup(&page);
        assert!(!page.contains("src=") && !page.contains("href="), "needs nothing else");
        for (k, launch) in explanation.launches.iter().enumerate() {
            assert!(page.contains(&format!("<summary>{k} {}", launch.plan.name)), "{page}");
            let [cuda] = launch.cuda[..] else { panic!("{:?}", launch.cuda) };
            let head = format!("{}(", launch.plan.kernel);
            assert!(cuda.contains(&head), "{}\n{cuda}", launch.plan.kernel);
            assert_eq!(cuda.matches("__global__").count(), 1);
        }
        check_markup(&explanation.svg_buffers());
        let (before, after) = (explanation.svg_before().unwrap(), explanation.svg_after().unwrap());
        check_markup(&before);
        check_markup(&after);
        let lines = explanation.svg_lines().unwrap();
        check_markup(&lines);
        assert!(page.contains(&lines));
        // A kernel has its colour wherever it is drawn.
        let colours = |svg: &str| -> BTreeSet<String> {
            let fills = svg.split("fill=\"").skip(1).filter(|rest| rest.contains("#4a7ba6"));
            let fills = fills.filter_map(|rest| rest.split_once("\" stroke=\"#4a7ba6\""));
            fills.map(|(fill, _)| fill.to_string()).filter(|fill| fill.len() == 7).collect()
        };
        assert_eq!(colours(&after).len(), explanation.launches.len(), "{after}");
        assert!(colours(&lines).is_subset(&colours(&after)), "{lines}");
        assert_eq!(colours(&lines).is_empty(), explanation.computed().count() == 0, "{lines}");
        for (what, is_known) in
            [(" measured", explanation.measured.is_some()), (" predicted", true)]
        {
            assert_eq!(after.contains(what), is_known, "{what}: {after}");
        }
        for operation in &explanation.operations {
            assert!(before.contains(&format!(">{}<", operation.name)), "{before}");
        }
    }
    let path = std::env::temp_dir().join(format!("array-fn-explain-{}.html", std::process::id()));
    let explanation = roots::explain::<f64>(&cpu(), 7)?;
    explanation.write_html(&path).unwrap();
    assert_eq!(std::fs::read_to_string(&path).unwrap(), explanation.html());
    std::fs::remove_file(&path).unwrap();
    Ok(())
}

#[test]
fn measured_times() -> Result<(), Error> {
    let explanation = softmax::explain(&cpu(), 10_000)?;
    assert!(explanation.measured.is_none());
    let explanation = explanation.with_measurements()?;
    assert!(explanation.launches.iter().all(|launch| launch.measured.is_some()), "{explanation}");
    assert!(explanation.measured.is_some());
    // On arguments of the caller.
    let (u, neighbour) = ([1.0, 2.0, 3.0], IndexArray::new([3], [2, 0, 1], 3)?);
    let mut calls = 0;
    let explanation = heat::explain(&cpu(), 3)?.measure(|| {
        calls += 1;
        heat(&u, &neighbour, &neighbour, 0.5)
    })?;
    assert!(calls > 5 && explanation.launches[0].measured.is_some());
    // Calls of something else are none of it.
    let other = heat::explain(&cpu(), 4)?.measure(|| heat(&u, &neighbour, &neighbour, 0.5))?;
    assert!(other.launches[0].measured.is_none() && other.measured.is_some());
    // Errors are those of the call.
    let failing =
        taken::explain(&cpu(), 2, 2)?.measure(|| taken(&[1.0; 2], &[0, 5], &mut [0.0; 2]));
    assert!(matches!(failing, Err(Error::CheckFailed { position: 1, .. })));
    taken::explain(&cpu(), 2, 2)?.with_measurements()?;
    Ok(())
}
