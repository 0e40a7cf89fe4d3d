//! Two graphs as Graphviz text: that of the array operations, and that of the kernels that they became.

use std::fmt::Write;

use super::text::{self, bytes};
use super::{ExplainedArray, ExplainedLaunch, Explanation, Operation};

/// A graph to be drawn.
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    /// Pairs of positions in `nodes`: from, to.
    pub(super) edges: Vec<(usize, usize)>,
}

pub(super) struct Node {
    pub(super) kind: Kind,
    /// The lines of the text, separated by `\n`.
    pub(super) label: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Input,
    Operation,
    /// A value that leaves the function.
    Output,
    Kernel(usize),
    /// The operations of a line, and the first kernel that computes them.
    Line(Option<usize>),
}

/// The colour of a kernel: the same in all pictures, and light enough for text on it.
pub(super) fn colour(kernel: usize) -> &'static str {
    const COLOURS: [&str; 8] =
        ["#dbe9f6", "#fde3c8", "#dcf0d8", "#f6d9dd", "#e6def2", "#efe6c6", "#d5eeee", "#e8e8e8"];
    COLOURS[kernel % COLOURS.len()]
}

impl Explanation {
    /// The array operations as they were written, before anything is fused, in Graphviz's language.
    pub fn dot_before(&self) -> String {
        self.before().dot(self.plan.name())
    }

    /// The kernels and the order between them, with the operations that each computes, in Graphviz's language.
    pub fn dot_after(&self) -> String {
        self.after().dot(self.plan.name())
    }

    pub(super) fn before(&self) -> Graph {
        let mut graph = Graph { nodes: Vec::new(), edges: Vec::new() };
        for operation in &self.operations {
            let kind = if operation.is_input() { Kind::Input } else { Kind::Operation };
            graph.nodes.push(Node { kind, label: label(operation) });
        }
        for (k, operation) in self.operations.iter().enumerate() {
            graph.edges.extend(operation.operands.iter().map(|&operand| (operand, k)));
            for what in &operation.leaves_as {
                graph.edges.push((k, graph.nodes.len()));
                graph.nodes.push(Node { kind: Kind::Output, label: shortened(what) });
            }
        }
        graph
    }

    /// The kernels first, in their order; then the parameters that they read, and the results.
    pub(super) fn after(&self) -> Graph {
        let kernels = self.launches.iter().enumerate().map(|(k, launch)| {
            let mut label = format!("{k} {}", launch.plan.name);
            for line in wrapped(&self.computes(launch)) {
                let _ = write!(label, "\n{line}");
            }
            let _ = write!(label, "\n{}", bytes(launch.plan.bytes));
            for (time, how) in [(launch.predicted, "predicted"), (launch.measured, "measured")] {
                if time.is_some() {
                    let _ = write!(label, ", {} {how}", text::time(time));
                }
            }
            if let Some(part) = launch.roofline_fraction() {
                let _ = write!(label, "\n{} of the roofline", text::percent(Some(part)));
            }
            Node { kind: Kind::Kernel(k), label }
        });
        let mut graph = Graph { nodes: kernels.collect(), edges: Vec::new() };
        for (k, launch) in self.launches.iter().enumerate() {
            graph.edges.extend(launch.plan.after.iter().map(|&before| (usize::from(before), k)));
        }
        let parameters = self.operations.iter().filter(|operation| operation.is_input());
        for parameter in parameters {
            let reads = |launch: &ExplainedLaunch| {
                let is_it = |array: &_| matches!(array, ExplainedArray::Parameter(name) if *name == parameter.name);
                launch.reads.iter().any(is_it)
            };
            let readers = self.launches.iter().enumerate().filter(|(_, launch)| reads(launch));
            let readers: Vec<usize> = readers.map(|(k, _)| k).collect();
            if !readers.is_empty() {
                let node = graph.nodes.len();
                graph.edges.extend(readers.into_iter().map(|k| (node, k)));
                graph.nodes.push(Node { kind: Kind::Input, label: label(parameter) });
            }
        }
        for (k, launch) in self.launches.iter().enumerate() {
            for array in &launch.writes {
                let label = match array {
                    ExplainedArray::Temporary(_) => continue,
                    ExplainedArray::Parameter(name) => format!("&mut {name}"),
                    ExplainedArray::Result { .. } => array.to_string(),
                };
                graph.edges.push((k, graph.nodes.len()));
                graph.nodes.push(Node { kind: Kind::Output, label });
            }
        }
        graph
    }
}

impl Graph {
    pub(super) fn dot(&self, name: &str) -> String {
        let mut out = format!("digraph {} {{\n", quoted(name));
        out.push_str("  node [fontname=\"monospace\", fontsize=10];\n");
        for (k, node) in self.nodes.iter().enumerate() {
            let shape: String = match node.kind {
                Kind::Input => "box".into(),
                Kind::Operation => "ellipse".into(),
                Kind::Line(None) => "box, style=rounded".into(),
                Kind::Output => "plaintext".into(),
                Kind::Kernel(k) | Kind::Line(Some(k)) => {
                    format!("box, style=filled, fillcolor=\"{}\"", colour(k))
                }
            };
            let _ = writeln!(out, "  n{k} [label={}, shape={shape}];", quoted(&node.label));
        }
        for (from, to) in &self.edges {
            let _ = writeln!(out, "  n{from} -> n{to};");
        }
        out.push_str("}\n");
        out
    }
}

fn label(operation: &Operation) -> String {
    let mut label = format!("{}\n{}", operation.name, operation.ty);
    if let Some(line) = operation.line {
        let _ = write!(label, "\nline {line}");
    }
    label
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

pub(super) fn shortened(text: &str) -> String {
    const LENGTH: usize = 40;
    match text.char_indices().nth(LENGTH) {
        Some((cut, _)) => format!("{} ...", &text[..cut]),
        None => text.to_string(),
    }
}

/// A list in a few short lines. Items for which there is no room are counted.
fn wrapped(list: &str) -> Vec<String> {
    let (mut lines, left) = broken(list, ", ");
    if left > 0 {
        lines.push(format!("and {left} more"));
    }
    lines
}

/// Text in a few short lines, and the number of its items for which there is no room.
pub(super) fn broken(text: &str, separator: &str) -> (Vec<String>, usize) {
    const WIDTH: usize = 36;
    const LINES: usize = 6;
    let mut lines: Vec<String> = Vec::new();
    let items: Vec<&str> = text.split(separator).filter(|item| !item.is_empty()).collect();
    for (k, item) in items.iter().enumerate() {
        let full = lines.len() == LINES;
        match lines.last_mut() {
            Some(line)
                if line.chars().count() + separator.len() + item.chars().count() <= WIDTH =>
            {
                let _ = write!(line, "{separator}{item}");
            }
            _ if full => return (lines, items.len() - k),
            _ => lines.push((*item).to_string()),
        }
    }
    (lines, 0)
}
