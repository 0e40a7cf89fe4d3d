//! The lines of a function as a graph. A box stands for the operations of one line, and its colour tells the kernel
//! that they became part of.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::dot::{Graph, Kind, Node, broken, shortened};
use super::{Explanation, Operation};

/// Functions with more operations are not drawn, because the search for boxes takes time that grows with their square.
const MAX_OPERATIONS: usize = 2000;

impl Explanation {
    /// The lines of the source and the values that flow between them, in Graphviz's language.
    ///
    /// Operations of one line are one box if they are part of the same kernels, and feed each other or read the same
    /// value. Parameters are not shown. `None` if the function is very large.
    pub fn dot_lines(&self) -> Option<String> {
        Some(self.lines()?.dot(self.plan.name()))
    }

    pub(super) fn lines(&self) -> Option<Graph> {
        if self.operations.len() > MAX_OPERATIONS {
            return None;
        }
        let boxes = boxes(&self.operations);
        let mut graph = Graph { nodes: Vec::new(), edges: Vec::new() };
        let mut members: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (k, operation) in self.operations.iter().enumerate() {
            if !operation.is_input() {
                members.entry(boxes[k]).or_default().push(k);
            }
        }
        let mut nodes = BTreeMap::new();
        for (&number, members) in &members {
            let kernel = self.operations[members[0]].launches.first().copied();
            let label = self.line_label(&boxes, members);
            nodes.insert(number, graph.nodes.len());
            graph.nodes.push(Node { kind: Kind::Line(kernel), label });
        }
        let mut edges = BTreeSet::new();
        for (k, operation) in self.operations.iter().enumerate() {
            let Some(&to) = nodes.get(&boxes[k]) else { continue };
            let flows = |&&operand: &&usize| {
                let operand = &self.operations[operand];
                !is_scalar(operand) || operand.line != operation.line
            };
            let from = operation.operands.iter().filter(flows);
            let from = from.filter_map(|&operand| nodes.get(&boxes[operand]));
            edges.extend(from.filter(|&&from| from != to).map(|&from| (from, to)));
            for what in &operation.leaves_as {
                edges.insert((to, graph.nodes.len()));
                graph.nodes.push(Node { kind: Kind::Output, label: shortened(what) });
            }
        }
        graph.edges = edges.into_iter().collect();
        Some(graph)
    }

    /// The label of a box: the values that leave it, their type if they have one type, and the line as it is written.
    /// If the function has several kernels, also those that compute the box.
    fn line_label(&self, boxes: &[usize], members: &[usize]) -> String {
        let is_used = |k: usize| {
            let reads = |(user, operation): (usize, &Operation)| {
                boxes[user] != boxes[k] && operation.operands.contains(&k)
            };
            !self.operations[k].leaves_as.is_empty()
                || self.operations.iter().enumerate().any(reads)
        };
        let mut leave: Vec<&Operation> =
            members.iter().filter(|&&k| is_used(k)).map(|&k| &self.operations[k]).collect();
        if leave.is_empty() {
            leave.extend(members.last().map(|&k| &self.operations[k]));
        }
        let first = leave[0];
        let text =
            first.line.and_then(|line| self.source.get(&line)).map_or("", |text| text.trim());
        // In the order of the line. In a `let`, values without a name in the line tell nothing, and are left out.
        let mut names: Vec<(usize, &str)> = leave
            .iter()
            .map(|operation| (text.find(&operation.name), operation.name.as_str()))
            .map(|(place, name)| (place.unwrap_or(text.len()), name))
            .collect();
        names.sort_unstable();
        names.dedup();
        if text.starts_with("let ") && names[0].0 < text.len() {
            names.retain(|&(place, _)| place < text.len());
        }
        let names: Vec<&str> = names.into_iter().map(|(_, name)| name).collect();
        let mut label = names.join(", ");
        if leave.iter().all(|operation| operation.ty == first.ty) {
            let _ = write!(label, ": {}", first.ty);
        }
        if let Some(line) = first.line {
            let (parts, left) = broken(&format!("{line}: {text}"), " ");
            let _ = write!(label, "\n{}{}", parts.join("\n"), if left > 0 { " ..." } else { "" });
        }
        if self.launches.len() > 1 && !first.launches.is_empty() {
            let kernels: Vec<String> = first.launches.iter().map(usize::to_string).collect();
            let _ = write!(label, "\nkernel {}", kernels.join(", "));
        }
        label
    }
}

/// For each operation the number of its box, which is the position of one of the operations in that box. No two boxes
/// need each other.
fn boxes(operations: &[Operation]) -> Vec<usize> {
    let mut boxes: Vec<usize> = (0..operations.len()).collect();
    let mut join = |a: usize, b: usize| {
        let (one, other) = (boxes[a], boxes[b]);
        let (a, b) = (&operations[a], &operations[b]);
        let alike = a.line.is_some() && a.line == b.line && a.launches == b.launches;
        let apart = || {
            !is_between(operations, &boxes, one, other)
                && !is_between(operations, &boxes, other, one)
        };
        if alike && !a.is_input() && one != other && apart() {
            boxes.iter_mut().filter(|b| **b == other).for_each(|b| *b = one);
        }
    };
    let mut readers: Vec<Option<usize>> = vec![None; operations.len()];
    for (k, user) in operations.iter().enumerate() {
        for &operand in &user.operands {
            let before = readers[operand].replace(k);
            let shared = operations[operand].is_input() || is_scalar(&operations[operand]);
            match before {
                // Two calls of a helper are not one box only because they share a scalar, such as `gamma - 1`, or a
                // parameter.
                Some(_) if shared => continue,
                // The parts of a tuple stand on one line.
                Some(before) => join(before, k),
                None => {}
            }
            join(operand, k);
        }
    }
    boxes
}

fn is_scalar(operation: &Operation) -> bool {
    !operation.ty.starts_with('[')
}

/// Whether the box `to` needs some third box that needs the box `from`.
fn is_between(operations: &[Operation], boxes: &[usize], from: usize, to: usize) -> bool {
    // The boxes, other than `to`, that need `from`, directly or by way of others. Operations come after their operands,
    // but boxes may not. So a box that one pass of the loop marks may be needed by a box that the pass has already gone
    // by.
    let mut through = vec![false; operations.len()];
    loop {
        let mut changed = false;
        for (k, operation) in operations.iter().enumerate() {
            let own = boxes[k];
            if own == from || through[own] {
                continue;
            }
            let needs = |&operand: &usize| {
                let of = boxes[operand];
                through[of] || (of == from && own != to)
            };
            if operation.operands.iter().any(needs) {
                if own == to {
                    return true;
                }
                through[own] = true;
                changed = true;
            }
        }
        if !changed {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::origin;
    use std::sync::Mutex;

    static TEXTS: Mutex<Vec<&str>> = Mutex::new(Vec::new());

    /// Operations on lines, by `(line, operands)`.
    fn of(operations: &[(usize, &[usize])]) -> Vec<usize> {
        let mut text = String::new();
        for (k, (line, operands)) in operations.iter().enumerate() {
            let operands: Vec<String> = operands.iter().map(usize::to_string).collect();
            let operands = operands.join(",");
            let _ = writeln!(text, "{k}\tarray\t{line}\tx\t[f64; N]\t{operands}");
        }
        // Kept for ever, like the texts of programs. Memory that a static refers to is no leak.
        let text: &'static str = text.leak();
        TEXTS.lock().unwrap().push(text);
        boxes(&origin::operations(text, &[]).0)
    }

    #[test]
    fn lines_are_boxes() {
        // y = (x + x) * x, on one line, then another.
        assert_eq!(of(&[(1, &[]), (2, &[0]), (2, &[0, 1]), (3, &[2])]), [0, 1, 1, 3]);
        // A helper's line, called with two values.
        assert_eq!(of(&[(1, &[]), (2, &[]), (5, &[0]), (5, &[1])]), [0, 1, 2, 3]);
        // Parts of one value.
        assert_eq!(of(&[(1, &[]), (5, &[0]), (5, &[0])]), [0, 1, 1]);
        // One needs the other by way of another line.
        assert_eq!(of(&[(1, &[]), (5, &[0]), (6, &[1]), (5, &[0, 2])]), [0, 1, 2, 3]);
    }

    #[test]
    fn no_two_boxes_need_each_other() {
        // 0 on line 1 -> 1 on line 2 -> 2 on line 1, which reads 0 as well.
        assert_eq!(of(&[(1, &[]), (2, &[0]), (1, &[0, 1])]), [0, 1, 2]);
        // By way of a box: {1, 3} of line 2 would need {0, 2} of line 1, and the other way round.
        let crossed = of(&[(1, &[]), (2, &[]), (1, &[0, 1]), (2, &[0, 1])]);
        assert_eq!(crossed, [0, 1, 0, 3]);
    }
}
