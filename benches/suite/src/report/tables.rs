//! Markdown tables.

use super::cases::{Case, Cases, PEERS};
use super::machine::triad;
use crate::record::OWN;
use crate::statistics::geometric_mean;
use serde_json::Value;

/// Times C++ that a case of array-fn may take.
const BAR: f64 = 1.15;

/// A number with three significant digits.
fn digits(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let before = value.abs().log10().floor() as i32 + 1;
    format!("{value:.*}", usize::try_from(3 - before).unwrap_or(0))
}

fn optional(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), digits)
}

/// All tables.
pub fn all(cases: &Cases, machine: &Value) -> String {
    let mut text = String::new();
    for threads in cases.threads() {
        let plural = if threads == 1 { "thread" } else { "threads" };
        for (suite, title) in [
            ("expr", "Expressions"),
            ("dg", "Right-hand sides"),
            ("dg-large", "Right-hand sides, larger meshes"),
        ] {
            for dtype in if suite == "expr" { &["f64 f32"][..] } else { &["f64", "f32"] } {
                let chosen: Vec<&Case> = cases
                    .of(suite, threads)
                    .filter(|case| dtype.contains(case.key.dtype.as_str()))
                    .collect();
                if !chosen.is_empty() {
                    let dtypes = if suite == "expr" { "" } else { &format!(", {dtype}") };
                    text.push_str(&format!("\n### {title}{dtypes}, {threads} {plural}\n\n"));
                    text.push_str(&comparison(&chosen, triad(machine, threads)));
                }
            }
        }
        text.push_str(&precisions(cases, threads));
        text.push_str(&per_item(
            cases,
            "dg-sweep",
            threads,
            "Wave, order 3: ns per degree of freedom",
        ));
        text.push_str(&per_item(cases, "sizes", threads, "Sizes: ns per element"));
    }
    text
}

/// Geometric means over C++, for the most threads.
pub fn summary(cases: &Cases) -> String {
    let Some(&threads) = cases.threads().first() else { return String::new() };
    let mut rows = Vec::new();
    for (suite, title) in [
        ("expr", "array expressions"),
        ("dg", "DG right-hand sides"),
        ("dg-large", "DG right-hand sides, larger meshes"),
    ] {
        for dtype in if suite == "expr" { &["f64 f32"][..] } else { &["f64", "f32"] } {
            let chosen: Vec<&Case> = cases
                .of(suite, threads)
                .filter(|case| dtype.contains(case.key.dtype.as_str()))
                .collect();
            if !chosen.is_empty() {
                let name =
                    if suite == "expr" { title.to_owned() } else { format!("{title}, {dtype}") };
                rows.push((name, chosen));
            }
        }
    }
    let everything: Vec<&Case> = rows.iter().flat_map(|(_, cases)| cases).copied().collect();
    // Slower variants of the same libraries are in the other tables.
    let shown = |name: &str| !["cpp", "torch", "numpy.einsum"].contains(&name);
    let peers: Vec<_> = peers(&everything).into_iter().filter(|(name, _)| shown(name)).collect();
    let mut columns = vec![format!("time over C++, {threads} threads")];
    columns.extend(peers.iter().map(|(_, shown)| (*shown).to_owned()));
    let mut text = header(&columns);
    for (name, cases) in rows {
        let mut cells = vec![name];
        for (peer, _) in &peers {
            let ratios = cases.iter().filter_map(|case| case.ratio(peer, "cpp"));
            cells.push(optional(geometric_mean(&ratios.collect::<Vec<f64>>())));
        }
        text.push_str(&row(&cells));
    }
    text
}

/// The peers that measured any of the cases.
fn peers(cases: &[&Case]) -> Vec<(&'static str, &'static str)> {
    let measured = |name: &str| cases.iter().any(|case| case.ms(name).is_some());
    PEERS.into_iter().filter(|(name, _)| measured(name)).collect()
}

fn header(columns: &[String]) -> String {
    format!("| {} |\n|{}\n", columns.join(" | "), " --- |".repeat(columns.len()))
}

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// Name, and what distinguishes it.
fn name(case: &Case) -> String {
    let key = &case.key;
    if key.order > 0 {
        format!("{} p{}, {} tets", key.op, key.order, key.elements)
    } else {
        format!("{} ({})", key.op, key.dtype)
    }
}

/// Milliseconds of everybody, and ratios of array-fn.
fn comparison(cases: &[&Case], triad: Option<f64>) -> String {
    let peers = peers(cases);
    let mut columns = vec!["ms: median (least)".to_owned()];
    columns.extend(peers.iter().map(|(_, shown)| (*shown).to_owned()));
    columns.extend(["array-fn / C++", "/ best other", "GB/s", "of triad"].map(str::to_owned));
    columns.push(format!("<= {BAR} C++"));
    let mut text = header(&columns);
    for case in cases {
        let mut cells = vec![name(case)];
        cells.extend(peers.iter().map(|(peer, _)| match (case.ms(peer), case.min_ms(peer)) {
            (Some(ms), Some(least)) => format!("{} ({})", digits(ms), digits(least)),
            _ => "-".to_owned(),
        }));
        let ratio = case.ratio(OWN, "cpp");
        cells.push(match case.least_ratio(OWN, "cpp") {
            Some(least) => format!("{} ({})", optional(ratio), digits(least)),
            None => "-".to_owned(),
        });
        cells.push(optional(case.to_best_other()));
        let rate = case.gb_s(OWN);
        cells.push(optional(rate));
        let fraction =
            rate.zip(triad).map(|(rate, triad)| format!("{:.0} %", 100.0 * rate / triad));
        cells.push(fraction.unwrap_or("-".to_owned()));
        cells.push(match ratio {
            Some(ratio) if ratio <= BAR => "yes".to_owned(),
            Some(_) => "no".to_owned(),
            None => "-".to_owned(),
        });
        text.push_str(&row(&cells));
    }
    text.push_str(&means(cases, &peers));
    text
}

/// The row of geometric means: of each peer over C++, of array-fn over C++ and the best other.
fn means(cases: &[&Case], peers: &[(&'static str, &'static str)]) -> String {
    let mean = |value: &dyn Fn(&Case) -> Option<f64>| {
        let values: Vec<f64> = cases.iter().filter_map(|case| value(case)).collect();
        geometric_mean(&values)
    };
    let mut cells = vec!["geometric mean over C++".to_owned()];
    for (peer, _) in peers {
        let value = mean(&|case| case.ratio(peer, "cpp"));
        cells.push(value.map_or("-".to_owned(), |value| format!("{}x", digits(value))));
    }
    let ratio = optional(mean(&|case| case.ratio(OWN, "cpp")));
    let least = optional(mean(&|case| case.least_ratio(OWN, "cpp")));
    cells.push(format!("{ratio} ({least})"));
    cells.push(optional(mean(&|case| case.to_best_other())));
    cells.extend(["", "", ""].map(str::to_owned));
    row(&cells)
}

/// How much faster right-hand sides are in single precision.
fn precisions(cases: &Cases, threads: usize) -> String {
    let mut text = String::new();
    for suite in ["dg", "dg-large"] {
        for double in cases.of(suite, threads).filter(|case| case.key.dtype == "f64") {
            let wanted = super::cases::Key { dtype: "f32".to_owned(), ..double.key.clone() };
            let Some(single) = cases.of(suite, threads).find(|case| case.key == wanted) else {
                continue;
            };
            let gain = |peer| Some(double.ms(peer)? / single.ms(peer)?);
            if text.is_empty() {
                text.push_str(&format!(
                    "\n### Time in f64 over time in f32, {threads} threads\n\n"
                ));
                text.push_str(&header(&["", "array-fn", "C++"].map(str::to_owned)));
            }
            text.push_str(&row(&[name(double), optional(gain(OWN)), optional(gain("cpp"))]));
        }
    }
    text
}

/// Nanoseconds per degree of freedom, or element.
fn per_item(cases: &Cases, suite: &str, threads: usize, title: &str) -> String {
    let chosen: Vec<&Case> = cases.of(suite, threads).collect();
    if chosen.is_empty() {
        return String::new();
    }
    let peers = peers(&chosen);
    let mut columns = vec![String::new()];
    columns.extend(peers.iter().map(|(_, shown)| (*shown).to_owned()));
    let mut text = format!("\n### {title}, {threads} threads\n\n{}", header(&columns));
    for case in chosen {
        let each = |ms: f64| 1e6 * ms / case.values as f64;
        let mut cells = vec![match case.key.order {
            0 => case.key.op.clone(),
            _ => format!("{} DOF", case.values),
        }];
        cells.extend(peers.iter().map(|(peer, _)| optional(case.ms(peer).map(each))));
        text.push_str(&row(&cells));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::cases::tests::record;
    use serde_json::json;

    #[test]
    fn a_table() {
        let records = [record(OWN, 0, 1.1), record("cpp", 0, 1.0), record("numba", 0, 4.4)];
        let machine = json!({"ceilings": [{"threads": 2, "triad_786432_kib_gb_s": 40.0}]});
        let text = all(&Cases::new(&records), &machine);
        assert!(text.contains("### Expressions, 2 threads"), "{text}");
        let expected = "| where (f64) | 1.10 (0.550) | 1.00 (0.500) | 4.40 (2.20) | 1.10 (1.10) | 0.250 \
                        | 10.0 | 25 % | yes |";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("| geometric mean over C++ | 1.10x | 1.00x | 4.40x |"), "{text}");
        let text = summary(&Cases::new(&records));
        assert!(text.contains("| array expressions | 1.10 | 4.40 |"), "{text}");
    }
}
