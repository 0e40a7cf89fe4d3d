//! The text of an owned value is an expression of the static type of the same name.

use array_fn_plan::SizeOp::{Add as A, Const as C, Dim as D, Mul as M_};
use array_fn_plan::Writer;

/// The types as a runtime has them. Kernels of this test are numbers.
#[allow(dead_code, reason = "only some types are written here")]
mod plan {
    pub use array_fn_plan::{DType, Numbers, Role, SizeOp, Spread};

    type Size = &'static [SizeOp];
    type Formula = &'static [SizeOp];
    type List<T> = &'static [T];
    type Text = &'static str;
    type PtxText = &'static str;
    type CodeBytes = &'static [u8];
    type SourceText = &'static str;
    type SharedSchedule = Schedule;
    type CpuKernel = u32;
    type Enqueue = u32;
    type Dim = u16;
    type ParamId = u16;
    type ResultId = u16;
    type TempId = u16;
    type KernelId = u16;
    type LaunchId = u16;
    type BufferId = u16;
    type SlotId = u16;
    type StripId = u16;
    type Count = u16;

    array_fn_plan::types!(statics);
}

/// The types as a compiler has them.
#[allow(dead_code, reason = "only some types are written here")]
mod owned {
    use array_fn_plan::{DType, Numbers, Role, SizeOp, Spread, ToRust, Writer};

    pub type Size = Vec<SizeOp>;
    type Formula = Vec<SizeOp>;
    type List<T> = Vec<T>;
    type Text = String;
    type PtxText = String;
    type CodeBytes = String;
    type SourceText = String;
    type CpuKernel = u32;
    type Enqueue = u32;
    type ParamId = u16;
    type ResultId = u16;
    type TempId = u16;
    type KernelId = u16;
    type LaunchId = u16;
    type BufferId = u16;
    type SlotId = u16;
    type StripId = u16;
    type Count = u16;

    #[derive(Clone, Debug)]
    pub struct Dim(pub &'static str);

    impl ToRust for Dim {
        fn to_rust(&self, out: &mut Writer<'_>) {
            out.position(self.0).to_rust(out);
        }
    }

    #[derive(Clone, Debug)]
    pub struct SharedSchedule;

    impl ToRust for SharedSchedule {
        fn to_rust(&self, out: &mut Writer<'_>) {
            out.push("UNFUSED");
        }
    }

    array_fn_plan::types!(owned);
}

/// Asserts that an owned value is written as an expression that has the type of a static.
macro_rules! assert_text {
    ($type:ty, $expression:expr, $value:expr) => {
        static EXPRESSION: $type = $expression;
        let debug = format!("{EXPRESSION:?}");
        let text = Writer::text(&$value, &["E".to_string(), "N".to_string()]);
        assert_eq!(bare(&text), bare(stringify!($expression)), "{debug}");
    };
}

/// The text without spaces, and without commas behind last elements.
fn bare(text: &str) -> String {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    text.replace(",]", "]").replace(",}", "}")
}

const EMPTY: plan::Schedule = plan::Schedule {
    launches: &[],
    temps: &[],
    slots: 0,
    check_launches: 0,
    checks: &[],
    loops: &[],
    joined: &[],
};

fn empty() -> owned::Schedule {
    owned::Schedule {
        launches: Vec::new(),
        temps: Vec::new(),
        slots: 0,
        check_launches: 0,
        checks: Vec::new(),
        loops: Vec::new(),
        joined: Vec::new(),
    }
}

#[test]
fn a_launch_with_everything() {
    let (e, n): (owned::Size, owned::Size) = (vec![D(0)], vec![C(2), D(1), M_, C(1), A]);
    let factor = |buffer| owned::Factor { buffer, offset: vec![C(0)] };
    let axis = owned::ContractionAxis {
        role: plan::Role::K,
        extent: e.clone(),
        left: n.clone(),
        right: vec![C(1)],
        out: vec![C(0)],
    };
    let launch = owned::Launch {
        name: "a \"b\"".into(),
        kernel: 3,
        buffers: vec![owned::Place::Param(0), owned::Place::Result(1), owned::Place::Temp(2)],
        scalars: vec![owned::ScalarArg::Const(u64::MAX), owned::ScalarArg::Param(1)],
        sizes: vec![n.clone()],
        extents: vec![e.clone(), n],
        after: vec![0, 1],
        strip: Some(owned::Strip { number: 7, rows: e.clone(), step: vec![C(1)] }),
        cost: owned::Cost {
            ops: e.clone(),
            gathers: vec![owned::Gather { array: e.clone(), elements: vec![C(8)] }],
            ..owned::Cost::default()
        },
        computes: vec![4],
        contraction: Some(owned::Contraction {
            dtype: plan::DType::F64,
            numbers: plan::Numbers::Complex,
            left: factor(0),
            right: factor(1),
            out: 2,
            axes: vec![axis],
        }),
        block: Some(e.clone()),
        across: Some(owned::Across {
            by_rows: true,
            arrays: vec![owned::AcrossArray {
                buffer: 1,
                outer: vec![C(4)],
                per_row: e,
                inner: vec![C(1)],
            }],
        }),
    };
    assert_text!(
        plan::Launch,
        plan::Launch {
            name: "a \"b\"",
            kernel: 3,
            buffers: &[plan::Place::Param(0), plan::Place::Result(1), plan::Place::Temp(2)],
            scalars: &[plan::ScalarArg::Const(18446744073709551615), plan::ScalarArg::Param(1)],
            sizes: &[&[C(2), D(1), M_, C(1), A]],
            extents: &[&[D(0)], &[C(2), D(1), M_, C(1), A]],
            after: &[0, 1],
            strip: Some(plan::Strip { number: 7, rows: &[D(0)], step: &[C(1)] }),
            cost: plan::Cost {
                ops: &[D(0)],
                gathers: &[plan::Gather { array: &[D(0)], elements: &[C(8)] }],
                ..plan::Cost::NONE
            },
            computes: &[4],
            contraction: Some(plan::Contraction {
                dtype: plan::DType::F64,
                numbers: plan::Numbers::Complex,
                left: plan::Factor { buffer: 0, offset: &[C(0)] },
                right: plan::Factor { buffer: 1, offset: &[C(0)] },
                out: 2,
                axes: &[plan::ContractionAxis {
                    role: plan::Role::K,
                    extent: &[D(0)],
                    left: &[C(2), D(1), M_, C(1), A],
                    right: &[C(1)],
                    out: &[C(0)]
                }]
            }),
            block: Some(&[D(0)]),
            across: Some(plan::Across {
                by_rows: true,
                arrays: &[plan::AcrossArray {
                    buffer: 1,
                    outer: &[C(4)],
                    per_row: &[D(0)],
                    inner: &[C(1)]
                }]
            })
        },
        launch
    );
}

#[test]
fn a_launch_that_costs_nothing() {
    assert_text!(plan::Cost, plan::Cost { ..plan::Cost::NONE }, owned::Cost::default());
}

#[test]
fn kinds_of_parameters() {
    use owned::ParamKind::{Array, ArrayMut, Index, Scalar};
    assert_text!(
        &[plan::ParamKind],
        &[
            plan::ParamKind::Scalar,
            plan::ParamKind::Array,
            plan::ParamKind::ArrayMut,
            plan::ParamKind::Index { bound: &[D(1)] }
        ],
        vec![Scalar, Array, ArrayMut, Index { bound: vec![D(1)] }]
    );
}

#[test]
fn variants_name_dimensions_by_position_and_share_a_schedule() {
    const UNFUSED: plan::Schedule = EMPTY;
    let variant = owned::Variant {
        pins: vec![(owned::Dim("N"), 4), (owned::Dim("E"), 1)],
        few: Vec::new(),
        fused: empty(),
        unfused: Some(owned::SharedSchedule),
    };
    assert_text!(
        plan::Variant,
        plan::Variant {
            pins: &[(1, 4), (0, 1)],
            few: &[],
            fused: plan::Schedule {
                launches: &[],
                temps: &[],
                slots: 0,
                check_launches: 0,
                checks: &[],
                loops: &[],
                joined: &[]
            },
            unfused: Some(UNFUSED)
        },
        variant
    );
}
