//! What the generator makes: every kind of node and of scalar, of every dtype.

use crate::generate::{
    self, COMPARISONS, FLOAT_BINARY, FLOAT_UNARY, INTEGER_BINARY, INTEGER_UNARY,
};
use array_fn_compiler::dag::{
    Binary, DType, Dag, NodeKind, ParamKind, Reduce, Routine, Scalar, Target, visit,
};
use std::collections::BTreeMap;

/// How often each kind occurs.
#[derive(Default)]
struct Counts(BTreeMap<String, usize>);

impl Counts {
    fn add(&mut self, kind: String) {
        *self.0.entry(kind).or_default() += 1;
    }

    fn note(&mut self, dag: &Dag) {
        for (_, node) in dag.nodes() {
            match &node.kind {
                NodeKind::Input(k) => self.add(match dag.inputs[*k as usize].kind {
                    ParamKind::Array => format!("array of {}", node.dtype),
                    ParamKind::ArrayMut => format!("updated array of {}", node.dtype),
                    ParamKind::Scalar => format!("scalar of {}", node.dtype),
                    ParamKind::Index { .. } => "index array".to_string(),
                }),
                NodeKind::Routine { routine, .. } => self.add(routine.name().to_string()),
                NodeKind::Loop { .. } => self.add("state of a loop".to_string()),
                NodeKind::Compute(body) => {
                    self.add(format!("comprehension of {}", node.dtype));
                    visit::visit_scalars(dag, *body, &mut |id, scalar| match scalar {
                        Scalar::Unary(op, _) => self.add(format!("{op:?} {}", dag.dtype(id))),
                        Scalar::Binary(op, a, _) => self.add(format!("{op:?} {}", dag.dtype(*a))),
                        Scalar::Select(..) => self.add(format!("select {}", dag.dtype(id))),
                        Scalar::Foreign { function, .. } => {
                            self.add(format!("foreign {}", function.result()));
                        }
                        Scalar::Cast(to, a) => self.add(format!("{} as {to}", dag.dtype(*a))),
                        Scalar::Reduce { op, range, .. } => {
                            let ranged = if range.is_some() { " over a range" } else { "" };
                            self.add(format!("{op:?} of {}{ranged}", dag.dtype(id)));
                        }
                        Scalar::Const(_)
                        | Scalar::Size(_)
                        | Scalar::Var(_)
                        | Scalar::Load { .. } => {}
                    });
                }
            }
        }
        for output in &dag.outputs {
            match output.target {
                Target::Result(_) => self.add("result".to_string()),
                Target::Param(_) => self.add("update".to_string()),
            }
        }
        dag.checks.iter().for_each(|_| self.add("check".to_string()));
    }
}

/// What has to occur.
fn required() -> Vec<String> {
    let mut kinds: Vec<String> =
        ["index array", "result", "update", "check", "state of a loop"].map(str::to_string).into();
    let mut routines: Vec<Routine> =
        [Reduce::Sum, Reduce::Prod, Reduce::Min, Reduce::Max].map(Routine::Scan).into();
    let columns = [Reduce::Sum, Reduce::Prod, Reduce::Min, Reduce::Max].map(Routine::ScanColumns);
    routines.extend(columns);
    routines.extend([
        Routine::ComplexProducts,
        Routine::ArgSort,
        Routine::Sort,
        Routine::Middle,
        Routine::Lu,
        Routine::LuSolve,
    ]);
    routines.extend([false, true].map(|largest| Routine::Top { largest }));
    routines.push(Routine::Positions);
    routines.extend([Routine::Cholesky, Routine::SingularValues]);
    routines.extend([false, true].map(|right| Routine::Search { right }));
    routines.extend([Reduce::Sum, Reduce::Prod, Reduce::Min, Reduce::Max].map(Routine::Segment));
    routines.extend([Routine::SegmentCount, Routine::SegmentLast, Routine::SegmentStore]);
    kinds.extend(routines.iter().map(|r| r.name().to_string()));
    for dtype in DType::ALL {
        for what in ["array", "updated array", "scalar", "comprehension"] {
            kinds.push(format!("{what} of {dtype}"));
        }
        kinds.push(format!("select {dtype}"));
        kinds.extend((!dtype.is_half()).then(|| format!("foreign {dtype}")));
        // Halves compute in f32, by the graph itself.
        let stored_only = dtype.is_half();
        for from in DType::ALL.into_iter().filter(|from| *from != dtype) {
            if !stored_only && !from.is_half() {
                kinds.push(format!("{from} as {dtype}"));
            }
        }
        if stored_only {
            continue;
        }
        let (unary, binary, reductions) = match dtype {
            DType::Bool => (
                &[][..],
                &[Binary::And, Binary::Or, Binary::Xor][..],
                &[Reduce::All, Reduce::Any][..],
            ),
            d if d.is_float() => (FLOAT_UNARY, FLOAT_BINARY, NUMERIC),
            _ => (INTEGER_UNARY, INTEGER_BINARY, NUMERIC),
        };
        kinds.extend(unary.iter().map(|op| format!("{op:?} {dtype}")));
        kinds.extend(binary.iter().chain(COMPARISONS).map(|op| format!("{op:?} {dtype}")));
        for op in reductions {
            kinds.extend([format!("{op:?} of {dtype}"), format!("{op:?} of {dtype} over a range")]);
        }
    }
    kinds
}

const NUMERIC: &[Reduce] = &[Reduce::Sum, Reduce::Prod, Reduce::Min, Reduce::Max];

#[test]
fn every_kind_occurs() {
    let mut counts = Counts::default();
    for seed in 0..6000 {
        counts.note(&generate::case(seed).dag);
        counts.note(&generate::exact_case(seed).dag);
    }
    let required = required();
    let missing: Vec<&String> = required.iter().filter(|k| !counts.0.contains_key(*k)).collect();
    let rarest = counts.0.iter().filter(|(k, _)| required.contains(k)).min_by_key(|(_, n)| **n);
    println!("{} kinds, the rarest {rarest:?}", required.len());
    assert!(missing.is_empty(), "never made: {missing:?}");
}
