//! Pictures for people: a DAG as Graphviz text, and a scalar as a formula.

use super::{Binary, Dag, NodeId, NodeKind, Scalar, ScalarId, Size, Target, Unary, Var, visit};
use std::fmt::Write;

/// Formulas longer than this are cut in pictures.
const FORMULA_LENGTH: usize = 160;

/// The graph in Graphviz's language. Boxes are inputs, ellipses are comprehensions (name, dtype and shape, formula),
/// and hexagons are routines. Results and checks stand at the bottom.
pub fn dot(dag: &Dag) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "digraph {} {{", quoted(&dag.name));
    out.push_str("  node [fontname=\"monospace\", fontsize=10];\n");
    for id in visit::reachable(dag) {
        let node = dag.node(id);
        let title = format!("{}: {}", node.name, type_text(dag, id));
        let (form, label) = match &node.kind {
            NodeKind::Input(_) => ("box", title),
            NodeKind::Compute(body) => {
                ("ellipse", format!("{title}\n{}", shortened(formula(dag, *body))))
            }
            NodeKind::Routine { routine, operands } => {
                let operands: Vec<_> =
                    operands.iter().map(|o| dag.node(*o).name.as_str()).collect();
                ("hexagon", format!("{title}\n{}({})", routine.name(), operands.join(", ")))
            }
            NodeKind::Loop { id, state, .. } => {
                ("octagon", format!("{title}\nstate {state} of loop {}", id.0))
            }
        };
        let _ = writeln!(out, "  n{} [shape={form}, label={}];", id.0, quoted(&label));
        for operand in visit::operands(dag, id) {
            let _ = writeln!(out, "  n{} -> n{};", operand.0, id.0);
        }
    }
    for (k, output) in dag.outputs.iter().enumerate() {
        let label = match output.target {
            Target::Result(r) => format!("result {r}"),
            Target::Param(p) => format!("&mut {}", dag.inputs[p as usize].name),
        };
        let _ = writeln!(out, "  out{k} [shape=plaintext, label={}];", quoted(&label));
        let _ = writeln!(out, "  n{} -> out{k} [style=bold];", output.node.0);
    }
    for (k, check) in dag.checks.iter().enumerate() {
        let label = format!("check: {}", super::check::claim(&check.message));
        let _ = writeln!(out, "  check{k} [shape=octagon, label={}];", quoted(&label));
        let _ = writeln!(out, "  n{} -> check{k} [style=dashed];", check.node.0);
    }
    out.push_str("}\n");
    out
}

/// A node's type as a user writes it: `f64` or `[f64; E, 2 * N]`.
fn type_text(dag: &Dag, id: NodeId) -> String {
    let node = dag.node(id);
    match &node.shape[..] {
        [] => node.dtype.to_string(),
        shape => format!("[{}; {}]", node.dtype, sizes(shape)),
    }
}

fn sizes(sizes: &[Size]) -> String {
    sizes.iter().map(Size::to_string).collect::<Vec<_>>().join(", ")
}

/// A scalar as a formula. Axes are `i0, i1, ...`, and reduction variables are `r1`, or `r1_0, r1_1, ...`.
pub fn formula(dag: &Dag, id: ScalarId) -> String {
    let child = |s: ScalarId| formula(dag, s);
    match dag.scalar(id) {
        Scalar::Const(c) => match c.to_i128() {
            Some(x) if c.dtype == super::DType::Bool => (x != 0).to_string(),
            Some(x) => x.to_string(),
            None => format!("{:?}", c.to_f64()),
        },
        Scalar::Size(size) => format!("({size})"),
        Scalar::Var(var) => variable(*var),
        Scalar::Load { node, index } => {
            let name = &dag.node(*node).name;
            match &index[..] {
                [] => name.clone(),
                index => {
                    let index: Vec<_> = index.iter().map(|s| child(*s)).collect();
                    format!("{name}[{}]", index.join(", "))
                }
            }
        }
        Scalar::Unary(Unary::Neg, a) => format!("-{}", child(*a)),
        Scalar::Unary(Unary::Not, a) => format!("!{}", child(*a)),
        Scalar::Unary(op, a) => format!("{}({})", format!("{op:?}").to_lowercase(), child(*a)),
        Scalar::Binary(op, a, b) => match symbol(*op) {
            Some(symbol) => format!("({} {symbol} {})", child(*a), child(*b)),
            None => format!("{}({}, {})", format!("{op:?}").to_lowercase(), child(*a), child(*b)),
        },
        Scalar::Foreign { function, arguments } => {
            let arguments: Vec<String> = arguments.iter().map(|s| child(*s)).collect();
            format!("{}({})", function.name, arguments.join(", "))
        }
        Scalar::Select(c, a, b) => format!("where({}, {}, {})", child(*c), child(*a), child(*b)),
        Scalar::Cast(dtype, a) => format!("{dtype}({})", child(*a)),
        Scalar::Reduce { op, height, extents, range, body } => {
            let vars: Vec<_> = extents
                .iter()
                .enumerate()
                .map(|(k, size)| {
                    let var = variable(Var::Reduction { height: *height, k: k as u32 });
                    match range {
                        Some([low, high]) => format!("{var}: {}..{}", child(*low), child(*high)),
                        None => format!("{var}: {size}"),
                    }
                })
                .collect();
            format!("{}(|{}| {})", format!("{op:?}").to_lowercase(), vars.join(", "), child(*body))
        }
    }
}

fn variable(var: Var) -> String {
    match var {
        Var::Axis(k) => format!("i{k}"),
        Var::Reduction { height, k: 0 } => format!("r{height}"),
        Var::Reduction { height, k } => format!("r{height}_{k}"),
        Var::Fresh(k) => format!("fresh{k}"),
    }
}

fn symbol(op: Binary) -> Option<&'static str> {
    Some(match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
        Binary::Rem => "%",
        Binary::Pow | Binary::PowI => "**",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Shl => "<<",
        Binary::Shr => ">>",
        Binary::Eq => "==",
        Binary::Ne => "!=",
        Binary::Lt => "<",
        Binary::Le => "<=",
        Binary::Gt => ">",
        Binary::Ge => ">=",
        _ => return None,
    })
}

fn shortened(mut text: String) -> String {
    if let Some((cut, _)) = text.char_indices().nth(FORMULA_LENGTH) {
        text.truncate(cut);
        text.push_str(" ...");
    }
    text
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dag::{Const, DType, Input, Output, ParamKind, Reduce};

    #[test]
    fn a_small_graph() {
        let (e, n) = (Size::dim("E"), Size::dim("N"));
        let mut dag = Dag::new("mean_square");
        let shape = vec![e.clone(), n.clone()];
        let kind = ParamKind::Array;
        let u = dag.input(Input { name: "u".into(), dtype: DType::F64, shape, kind });
        let i = dag.axis(0);
        let sum = dag.reduce(Reduce::Sum, vec![n], |dag, r| {
            let x = dag.load(u, vec![i, r[0]]);
            dag.binary(Binary::Mul, x, x)
        });
        let half = dag.constant(Const::f64(0.5));
        let body = dag.binary(Binary::Mul, half, sum);
        let y = dag.compute("y", vec![e], body);
        dag.outputs.push(Output { target: Target::Result(0), node: y });
        let expected = "digraph \"mean_square\" {
  node [fontname=\"monospace\", fontsize=10];
  n0 [shape=box, label=\"u: [f64; E, N]\"];
  n1 [shape=ellipse, label=\"y: [f64; E]\\n(0.5 * sum(|r1: N| (u[i0, r1] * u[i0, r1])))\"];
  n0 -> n1;
  out0 [shape=plaintext, label=\"result 0\"];
  n1 -> out0 [style=bold];
}
";
        assert_eq!(dot(&dag), expected);
    }
}
