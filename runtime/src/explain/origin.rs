//! The operations and the lines of a function as they were written, read from the compiler's text (see
//! `emit/explain.rs` there).

use std::collections::BTreeMap;

use super::result_text;

/// One array operation as it was written: a node of the graph before anything is fused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Operation {
    /// The name that `let` binds it to, or else the name of the operation.
    pub name: String,
    /// `input`, `array`, or the name of an algorithm (`argsort`, `scan_sum`, ...).
    pub kind: &'static str,
    /// The line of the source file it is written on; `None` where that is not known.
    pub line: Option<usize>,
    /// Dtype and shape, by the function's dimensions: `[f64; E, 2 * N]`.
    pub ty: &'static str,
    /// Its operands, as positions in [`Explanation::operations`](super::Explanation::operations).
    pub operands: Vec<usize>,
    /// The outputs of the function that it is: `result 0`, `out.rho` (a field of a record), `&mut u`, `check: ...`.
    pub leaves_as: Vec<String>,
    /// The launches that compute it, in ascending order. There are several if it is repeated instead of stored. There
    /// is none if it is an input, or was folded into its users.
    pub launches: Vec<usize>,
}

impl Operation {
    /// Whether it is a parameter of the function.
    pub fn is_input(&self) -> bool {
        self.kind == "input"
    }
}

/// The operations, and a map from positions in the compiler's graph to positions among them. `results` are the names of
/// the function's results.
pub(super) fn operations(
    text: &'static str,
    results: &[&str],
) -> (Vec<Operation>, BTreeMap<u32, usize>) {
    let leaves_as = |what: &str| {
        let number = what.strip_prefix("result ").and_then(|number| number.parse().ok());
        let name = number.and_then(|number: usize| results.get(number));
        name.map_or_else(|| what.to_owned(), |name| result_text(name))
    };
    let mut operations: Vec<Operation> = Vec::new();
    let mut places = BTreeMap::new();
    for line in text.lines() {
        let mut fields = line.split('\t');
        let mut field = || fields.next().unwrap_or_default();
        let first = field();
        if first == ">" {
            let (what, place) = (field(), field().parse().ok().and_then(|k| places.get(&k)));
            if let Some(&k) = place {
                let operation: &mut Operation = &mut operations[k];
                operation.leaves_as.push(leaves_as(what));
            }
            continue;
        }
        let Ok(number) = first.parse::<u32>() else { continue };
        let (kind, line, name, ty) = (field(), field().parse().ok(), field(), field());
        let operands = field().split(',').filter_map(|k| places.get(&k.parse().ok()?).copied());
        let operands = operands.collect();
        places.insert(number, operations.len());
        operations.push(Operation {
            name: name.to_string(),
            kind,
            line: line.filter(|&line| line > 0),
            ty,
            operands,
            leaves_as: Vec::new(),
            launches: Vec::new(),
        });
    }
    (operations, places)
}

/// The lines of the source, by number.
pub(super) fn source(text: &'static str) -> BTreeMap<usize, &'static str> {
    let mut lines = BTreeMap::new();
    let mut number = 0;
    for line in text.lines() {
        match line.strip_prefix('\u{1}') {
            Some(first) => number = first.parse().unwrap_or_default(),
            None => {
                if !line.trim().is_empty() {
                    lines.insert(number, line);
                }
                number += 1;
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_the_compiler() {
        let text = "0\tinput\t0\tu\t[f64; N]\t\n2\tarray\t7\ty\t[f64; N]\t0\n>\tresult 0\t2\n\
            >\tresult 1\t2\n>\tresult 2\t2\n>\t&mut u\t2\n";
        let (operations, places) = operations(text, &["out 0.rho", "out 0.k.x", "out 1"]);
        assert_eq!(operations.len(), 2);
        assert!(operations[0].is_input() && operations[0].line.is_none());
        assert_eq!((operations[1].name.as_str(), operations[1].line), ("y", Some(7)));
        assert_eq!(operations[1].operands, [0]);
        assert_eq!(operations[1].leaves_as, ["out 0.rho", "out 0.k.x", "result 1", "&mut u"]);
        assert_eq!(places[&2], 1);
        let lines = source("\u{1}7\n{\n    y\n\n}\n\u{1}20\n{ x }\n");
        let lines: Vec<_> = lines.into_iter().collect();
        assert_eq!(lines, [(7, "{"), (8, "    y"), (10, "}"), (20, "{ x }")]);
    }
}
