//! The text from which `explain` explains a function. The runtime reads it only when it is asked for an explanation.
//! One string costs rustc next to nothing, while a table of statics would cost a type check of each entry.
//!
//! [`operations`] has one line per node of the graph before optimisation. Its fields, separated by tabs, are:
//!
//! 1. the position;
//! 2. the kind: `input`, `array`, `loop` (a state of it), or the name of a routine;
//! 3. the line of the source (0 if it is not known);
//! 4. the name;
//! 5. the type;
//! 6. the positions of the operands, separated by commas.
//!
//! Then there is one line per output of the graph, with the fields `>`, the kind of output, and the position.
//!
//! [`source`] has stretches of the source, each after a line of `\u{1}` and the number of its first line.

use crate::dag::{DType, Dag, NodeKind, Size, Target, visit};
use crate::emit::text::add_line;
use crate::parse::ast::{Block, Function};
use proc_macro2::Span;
use std::collections::BTreeSet;

/// The graph of a function as it was written.
pub fn operations(dag: &Dag) -> String {
    let mut out = String::new();
    for id in visit::reachable(dag) {
        let node = dag.node(id);
        let kind = match &node.kind {
            NodeKind::Input(_) => "input",
            NodeKind::Compute(_) => "array",
            NodeKind::Routine { routine, .. } => routine.name(),
            NodeKind::Loop { .. } => "loop",
        };
        let operands = visit::operands(dag, id).iter().map(|o| o.0.to_string()).collect::<Vec<_>>();
        let name = match &node.kind {
            NodeKind::Input(k) => &dag.inputs[*k as usize].name,
            _ => &node.name,
        };
        add_line!(
            &mut out,
            "{}\t{kind}\t{}\t{}\t{}\t{}",
            id.0,
            node.origin.line,
            plain(name),
            type_text(node.dtype, &node.shape),
            operands.join(",")
        );
    }
    for output in &dag.outputs {
        let what = match output.target {
            Target::Result(k) => format!("result {k}"),
            Target::Param(k) => format!("&mut {}", dag.inputs[k as usize].name),
        };
        add_line!(&mut out, ">\t{what}\t{}", output.node.0);
    }
    for check in &dag.checks {
        add_line!(
            &mut out,
            ">\tcheck: {}\t{}",
            plain(crate::dag::check::claim(&check.message)),
            check.node.0
        );
    }
    out
}

/// The text on one line, without separators of fields.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn type_text(dtype: DType, shape: &[Size]) -> String {
    match shape {
        [] => dtype.to_string(),
        shape => {
            let sizes: Vec<_> = shape.iter().map(Size::to_string).collect();
            format!("[{dtype}; {}]", sizes.join(", "))
        }
    }
}

/// The first and the last line of the body of each of the block's own functions.
pub fn bodies(block: &Block) -> Vec<(usize, usize)> {
    let line = |span: Span| (span.start().line, span.end().line);
    block.own_fns().map(|f| line(f.body_span)).collect()
}

/// The body of a function, and those of the helpers that `lines` lead into. Empty if the source is not known.
pub fn source(
    block: &Block,
    function: &Function,
    bodies: &[(usize, usize)],
    lines: &BTreeSet<usize>,
) -> String {
    let mut out = String::new();
    for (other, &(first, last)) in block.own_fns().zip(bodies) {
        let own = std::ptr::eq(other, function);
        if !own && lines.range(first..=last.max(first)).next().is_none() {
            continue;
        }
        if let Some(text) = text_of(other.body_span) {
            add_line!(&mut out, "\u{1}{first}\n{text}");
        }
    }
    out
}

fn text_of(span: Span) -> Option<String> {
    span.source_text().filter(|text| text.starts_with('{'))
}

/// The lines on which the operations of a graph stand.
pub fn lines(dag: &Dag) -> impl Iterator<Item = usize> {
    visit::reachable(dag).into_iter().map(|id| dag.node(id).origin.line).filter(|line| *line > 0)
}
