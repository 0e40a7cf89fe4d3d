//! Short rows that are copied whole, each from another place. Only the places of the first element are computed, once
//! per row.

use super::{Emitter, extent};
use crate::schedule::kernel::{Extent, KernelIr, Stmt, Value};

/// A row of this many bytes is not short: the work to find its places does not matter.
const LONG: i64 = 256;
/// The same for rows whose places are read from memory, which are asked for before their turn. With 2048 bytes that took
/// longer than to leave them to the processor.
const LONG_ASKED: i64 = 1024;
/// The least bytes of a row of known length. Shorter ones are gathered, many rows in a vector.
const LEAST: i64 = 32;
/// A row is asked for as many bytes before its turn, but at most as many rows.
const AHEAD: (i64, i64) = (1024, 8);

/// The function `{name}_rows` of a kernel that copies rows, for points of whole rows, and the condition for it.
pub fn emit(kernel: &KernelIr, name: &str) -> Option<(String, String)> {
    let ([phase], [outer @ .., lane]) = (kernel.phases.as_slice(), kernel.parallel.as_slice())
    else {
        return None;
    };
    let ([Stmt::Store { buffer, value, .. }], [others @ .., last]) = (phase.body.as_slice(), outer)
    else {
        return None;
    };
    if !matches!(kernel.value(*value), Value::Load { .. }) {
        return None;
    }
    let bytes = kernel.buffers[*buffer as usize].dtype.bytes();
    let mut e = Emitter::new(kernel);
    let copied = e.copied_row()?;
    let asked = e.ask_for_row();
    let long = if asked.is_some() { LONG_ASKED } else { LONG };
    let (length, is_short) = match lane.extent {
        Extent::Const(n) if (LEAST..long).contains(&bytes.saturating_mul(n)) => {
            (format!("{n}i64"), String::new())
        }
        Extent::Size(k) => {
            (format!("*a.sizes.add({k})"), format!("n > 0 && n * {bytes} < {long} && "))
        }
        _ => return None,
    };
    let (n, v, o) = (extent(lane.extent), lane.var.0, last.var.0);
    let ahead = asked.map_or(String::new(), |asked| {
        format!(
            "if a.gathers && v{o} + ahead < last {{
                let (v{o}, v{v}) = (v{o} + ahead, 0i64);
                {asked}
            }}"
        )
    });
    let distance = match ahead.is_empty() {
        true => String::new(),
        false => format!("let ahead = i64::clamp({} / (stop * {bytes}), 1, {});", AHEAD.0, AHEAD.1),
    };
    let mut s = format!(
        "unsafe fn {name}_rows(a: &CpuArgs, begin: usize, end: usize) {{
        unsafe {{\n"
    );
    e.arguments(&mut s);
    let (mut first, mut next) = (String::new(), String::new());
    for l in others.iter().chain([last]).rev() {
        let (v, n) = (l.var.0, extent(l.extent));
        first += &format!("let mut v{v} = row % {n}; row /= {n};\n");
    }
    for l in others.iter().rev() {
        let (v, n) = (l.var.0, extent(l.extent));
        next += &format!("v{v} += 1;\nif v{v} == {n} {{ v{v} = 0;\n");
    }
    let close = "}".repeat(others.len());
    let whole = extent(last.extent);
    s += &format!(
        "let stop = {n};
        {distance}
        let (mut flat, end) = (begin as i64 / stop, end as i64 / stop);
        let mut row = flat;
        {first}
        while flat < end {{
            let last = i64::min({whole}, v{o} + (end - flat));
            flat += last - v{o};
            while v{o} < last {{
                {ahead}
                let mut v{v} = 0i64;
                {copied}
                let _ = v{v};
                v{o} += 1;
            }}
            v{o} = 0;
            {next}{close}
        }}
        }}
        }}"
    );
    let is_short = format!(
        "let n = {length};
        if {is_short}begin as i64 % n == 0 && end as i64 % n == 0 {{
            return {name}_rows(a, begin, end);
        }}"
    );
    Some((s, is_short))
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn rows_that_are_copied_have_a_loop_over_rows() {
        let has_rows = |body: &str, result: &str| {
            emitted(&format!("pub fn f<M, N, K>(x: [f64; M, N, K]) -> {result} {{ {body} }}"))
                .contains("k_rows(a, begin, end)")
        };
        assert!(has_rows("transpose(x, (1, 0, 2))", "[f64; N, M, K]"));
        assert!(has_rows("roll(x, 1, axis=0)", "[f64; M, N, K]"));
        // Elements in another order, and work that is more than a copy.
        assert!(!has_rows("x[.., .., ..;-1]", "[f64; M, N, K]"));
        assert!(!has_rows("2 * transpose(x, (1, 0, 2))", "[f64; N, M, K]"));
    }

    #[test]
    fn rows_whose_places_are_read_are_asked_for_before_their_turn() {
        let rows = |columns: &str, value: &str| {
            let source = format!(
                "pub fn f<M>(x: [u8; M, {columns}], i: [index<M>; M]) -> [u8; M, {columns}] {{ {value} }}"
            );
            let source = emitted(&source);
            (source.contains("k_rows(a, begin, end)"), source.contains("l::ask_for_row("))
        };
        assert_eq!(rows("100", "x[i]"), (true, true));
        assert_eq!(rows("1000", "x[i]"), (true, true));
        // Processors find what follows in a long row, and rows in order.
        assert_eq!(rows("5000", "x[i]"), (false, false));
        assert_eq!(rows("100", "x[..;-1]"), (true, false));
        // A row of a few bytes is no loop.
        assert_eq!(rows("8", "x[i]"), (false, false));
    }
}
