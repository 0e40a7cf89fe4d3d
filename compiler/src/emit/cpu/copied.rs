//! Short rows that are copied whole, each from another place. Only the places of the first element are computed, once
//! per row.

use super::{Emitter, extent};
use crate::schedule::kernel::{Extent, KernelIr, Stmt, Value};

/// A row of this many bytes is not short: the work to find its places does not matter.
const LONG: usize = 256;

/// The function `{name}_rows` of a kernel that copies rows, for points of whole rows, and the condition for it.
pub fn emit(kernel: &KernelIr, name: &str) -> Option<(String, String)> {
    let ([phase], [outer @ .., lane]) = (kernel.phases.as_slice(), kernel.parallel.as_slice())
    else {
        return None;
    };
    let ([Stmt::Store { buffer, value, .. }], [others @ .., last], Extent::Size(k)) =
        (phase.body.as_slice(), outer, lane.extent)
    else {
        return None;
    };
    if !matches!(kernel.value(*value), Value::Load { .. }) {
        return None;
    }
    let mut e = Emitter::new(kernel);
    let copied = e.copied_row()?;
    let bytes = kernel.buffers[*buffer as usize].dtype.bytes();
    let (n, v, o) = (extent(lane.extent), lane.var.0, last.var.0);
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
        let (mut flat, end) = (begin as i64 / stop, end as i64 / stop);
        let mut row = flat;
        {first}
        while flat < end {{
            let last = i64::min({whole}, v{o} + (end - flat));
            flat += last - v{o};
            while v{o} < last {{
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
        "let n = *a.sizes.add({k});
        if n > 0 && n * {bytes} < {LONG} && begin as i64 % n == 0 && end as i64 % n == 0 {{
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
}
