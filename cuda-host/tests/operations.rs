//! Every operation on every dtype, emitted, compiled for the host and run, against the compiler's own
//! definition of the operations (`dag::evaluate`).

mod support;

use array_fn_compiler::dag::{Binary, Const, DType, Unary, evaluate};
use array_fn_compiler::schedule::kernel::*;
use support::{Builder, Memory, emit, run};

const UNARY: [Unary; 36] = [
    Unary::Neg,
    Unary::Not,
    Unary::Abs,
    Unary::Sqrt,
    Unary::Cbrt,
    Unary::Exp,
    Unary::Exp2,
    Unary::Expm1,
    Unary::Log,
    Unary::Log2,
    Unary::Log10,
    Unary::Log1p,
    Unary::Sin,
    Unary::Cos,
    Unary::Tan,
    Unary::Asin,
    Unary::Acos,
    Unary::Atan,
    Unary::Sinh,
    Unary::Cosh,
    Unary::Tanh,
    Unary::Asinh,
    Unary::Acosh,
    Unary::Atanh,
    Unary::Erf,
    Unary::Erfc,
    Unary::Gamma,
    Unary::LogGamma,
    Unary::Sign,
    Unary::Floor,
    Unary::Ceil,
    Unary::Trunc,
    Unary::Round,
    Unary::IsNan,
    Unary::IsInf,
    Unary::IsFinite,
];

const BINARY: [Binary; 27] = [
    Binary::Add,
    Binary::Sub,
    Binary::Mul,
    Binary::Div,
    Binary::FloorDiv,
    Binary::Rem,
    Binary::Fmod,
    Binary::Pow,
    Binary::PowI,
    Binary::Min,
    Binary::Max,
    Binary::Atan2,
    Binary::Hypot,
    Binary::Copysign,
    Binary::NextAfter,
    Binary::Gcd,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Shl,
    Binary::Shr,
    Binary::Eq,
    Binary::Ne,
    Binary::Lt,
    Binary::Le,
    Binary::Gt,
    Binary::Ge,
];

/// The dtypes that kernels compute in.
fn arithmetic() -> impl Iterator<Item = DType> {
    DType::ALL.into_iter().filter(|dtype| !dtype.is_half())
}

/// Values that have made trouble before.
fn samples(dtype: DType) -> Vec<Const> {
    let float = |x: f64| Const::from_f64(dtype, x);
    let int = |x: i128| Const::from_i128(dtype, x);
    match dtype {
        DType::Bool => vec![Const::bool(false), Const::bool(true)],
        _ if dtype.is_float() => {
            let mut values: Vec<Const> =
                [0.0, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 7.5, 1e-20, 3e9, 1e19, 1e25, f64::INFINITY]
                    .into_iter()
                    .flat_map(|x| [float(x), float(-x)])
                    .collect();
            values.push(float(f64::NAN));
            values
        }
        integer => {
            let (low, high) = integer.integer_range().expect("an integer");
            let bits = i128::from(integer.bytes()) * 8;
            let near = [0, 1, 2, 7, 100, bits - 1, bits, bits + 1, 1 << (bits * 5 / 8), low, high];
            near.into_iter()
                .chain(if low < 0 { vec![-1, -2, -7] } else { vec![] })
                .filter(|x| (low..=high).contains(x))
                .map(int)
                .collect()
        }
    }
}

/// Equal as NumPy's `testing.assert_equal` would have it, within a few units in the last place where
/// the two sides may use other mathematical functions.
fn agree(got: Const, want: Const, exact: bool) -> bool {
    if got == want {
        return true;
    }
    if got.dtype != want.dtype || !got.dtype.is_float() {
        return false;
    }
    let (x, y) = (got.to_f64(), want.to_f64());
    if x.is_nan() || y.is_nan() {
        return x.is_nan() && y.is_nan();
    }
    let epsilon = got.dtype.epsilon();
    x == y || !exact && (x - y).abs() <= 8.0 * epsilon * y.abs()
}

/// `out[i] = f(a[i], b[i])`
fn elementwise(
    dtypes: &[DType],
    f: impl FnOnce(&mut Builder, &[ValueId]) -> ValueId,
) -> (KernelIr, DType) {
    let mut b = Builder::default();
    let i = b.parallel(Extent::Size(0));
    let n = b.size();
    assert_eq!(b.kernel.value(n), &Value::Size(0));
    let inputs: Vec<ValueId> = dtypes
        .iter()
        .map(|t| {
            let buffer = b.buffer(*t, Access::Read);
            b.load(buffer, i)
        })
        .collect();
    let value = f(&mut b, &inputs);
    let dtype = b.kernel.dtype(value);
    let out = b.buffer(dtype, Access::Write);
    b.phase(vec![], vec![Stmt::Store { buffer: out, offset: i, value }]);
    (b.kernel, dtype)
}

/// A kernel, its inputs and what it should give.
struct Case {
    name: String,
    kernel: KernelIr,
    inputs: Vec<Vec<Const>>,
    want: Vec<Const>,
    exact: bool,
}

fn check(title: &str, cases: Vec<Case>) {
    let kernels: Vec<(String, KernelIr)> =
        cases.iter().map(|c| (c.name.clone(), c.kernel.clone())).collect();
    let (source, host) = emit(title, &kernels);
    for (k, case) in cases.iter().enumerate() {
        let n = case.want.len();
        let mut memory: Vec<Memory> = case
            .inputs
            .iter()
            .map(|input| {
                let bits: Vec<u64> = input.iter().map(|c| c.bits).collect();
                Memory::new(input[0].dtype, false, &bits)
            })
            .collect();
        memory.push(Memory::poisoned(case.want[0].dtype, n));
        run(&source, &host, k, &mut memory, &[], &[n as i64], &[n as i64]);
        for (e, (got, want)) in
            memory[memory.len() - 1].elements().into_iter().zip(&case.want).enumerate()
        {
            let arguments: Vec<Const> = case.inputs.iter().map(|input| input[e]).collect();
            assert!(
                agree(got, *want, case.exact),
                "{}{:?}: got {} ({:#x}), want {} ({:#x})",
                case.name,
                arguments.iter().map(|c| c.to_f64()).collect::<Vec<_>>(),
                got.to_f64(),
                got.bits,
                want.to_f64(),
                want.bits,
            );
        }
    }
}

#[test]
fn unary_operations() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut cases = Vec::new();
    for dtype in arithmetic() {
        for op in UNARY {
            let inputs = samples(dtype);
            let Some(want) = inputs.iter().map(|a| evaluate::unary(op, *a)).collect() else {
                continue;
            };
            let (kernel, _) = elementwise(&[dtype], |b, x| b.unary(op, x[0]));
            let name = format!("{op:?}_{dtype}").to_lowercase();
            cases.push(Case { name, kernel, inputs: vec![inputs], want, exact: false });
        }
    }
    assert!(cases.len() > 90, "{} cases", cases.len());
    check("unary_operations", cases);
}

#[test]
fn binary_operations() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut cases = Vec::new();
    for dtype in arithmetic() {
        for op in BINARY {
            let right = if op == Binary::PowI { DType::I64 } else { dtype };
            let (mut left_inputs, mut right_inputs, mut want) = (vec![], vec![], vec![]);
            for a in samples(dtype) {
                for b in samples(right) {
                    // A power of a float is a product here and a `pow` there: no huge exponents.
                    if op == Binary::PowI
                        && dtype.is_float()
                        && b.bits.cast_signed().unsigned_abs() > 65
                    {
                        continue;
                    }
                    if let Some(c) = evaluate::binary(op, a, b) {
                        left_inputs.push(a);
                        right_inputs.push(b);
                        want.push(c);
                    }
                }
            }
            if want.is_empty() {
                continue;
            }
            let (kernel, _) = elementwise(&[dtype, right], |b, x| b.binary(op, x[0], x[1]));
            let name = format!("{op:?}_{dtype}").to_lowercase();
            let exact = !matches!(op, Binary::Pow | Binary::PowI | Binary::Hypot | Binary::Atan2);
            cases.push(Case { name, kernel, inputs: vec![left_inputs, right_inputs], want, exact });
        }
    }
    assert!(cases.len() > 110, "{} cases", cases.len());
    check("binary_operations", cases);
}

#[test]
fn casts_and_selections() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut cases = Vec::new();
    for from in DType::ALL {
        for to in DType::ALL {
            // Halves convert from `f32` and `f64` and to `f32`; a DAG has no other conversions of them.
            let other = if from.is_half() { to } else { from };
            if from != to
                && (from.is_half() || to.is_half())
                && other != DType::F32
                && (from.is_half() || other != DType::F64)
            {
                continue;
            }
            let inputs = samples(from);
            let want = inputs.iter().map(|a| evaluate::cast(to, *a)).collect();
            let (kernel, _) = elementwise(&[from], |b, x| b.kernel.add(Value::Cast(to, x[0]), to));
            let name = format!("cast_{from}_{to}");
            cases.push(Case { name, kernel, inputs: vec![inputs], want, exact: true });
        }
        let (mut conditions, mut yes, mut no, mut want) = (vec![], vec![], vec![], vec![]);
        for a in samples(from) {
            for b in samples(from) {
                for c in [false, true] {
                    conditions.push(Const::bool(c));
                    yes.push(a);
                    no.push(b);
                    want.push(if c { a } else { b });
                }
            }
        }
        let (kernel, _) = elementwise(&[DType::Bool, from, from], |b, x| {
            b.kernel.add(Value::Select(x[0], x[1], x[2]), from)
        });
        let inputs = vec![conditions, yes, no];
        cases.push(Case { name: format!("select_{from}"), kernel, inputs, want, exact: true });
    }
    check("casts_and_selections", cases);
}

#[test]
fn constants_are_exact() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut cases = Vec::new();
    for dtype in DType::ALL {
        for (k, constant) in samples(dtype).into_iter().enumerate() {
            let (kernel, _) = elementwise(&[], |b, _| b.kernel.add(Value::Const(constant), dtype));
            let name = format!("constant_{dtype}_{k}");
            cases.push(Case { name, kernel, inputs: vec![], want: vec![constant; 3], exact: true });
        }
    }
    check("constants", cases);
}

/// Operations of nested expressions; floats have the first five.
const NESTED: &[Binary] = &[
    Binary::Add,
    Binary::Sub,
    Binary::Mul,
    Binary::FloorDiv,
    Binary::Rem,
    Binary::And,
    Binary::Or,
    Binary::Xor,
    Binary::Shl,
    Binary::Shr,
    Binary::Min,
];

/// Steps that each join two earlier values, of which the first three are given; the last one is the result.
struct Nested<'a> {
    /// Operations by number; after these come the negation of the first value, and the larger one of both.
    operations: &'a [Binary],
    /// The number of an operation, and those of the values.
    steps: Vec<(usize, usize, usize)>,
}

impl Nested<'_> {
    fn evaluate(&self, given: [Const; 3]) -> Const {
        let mut values = given.to_vec();
        for (op, a, b) in &self.steps {
            let (a, b) = (values[*a], values[*b]);
            values.push(match self.operations.get(*op) {
                Some(op) => evaluate::binary(*op, a, b).unwrap(),
                None if *op == self.operations.len() => evaluate::unary(Unary::Neg, a).unwrap(),
                None => {
                    let less = evaluate::binary(Binary::Lt, a, b).unwrap();
                    if less.bits != 0 { b } else { a }
                }
            });
        }
        values[values.len() - 1]
    }

    fn build(&self, builder: &mut Builder, given: [ValueId; 3], dtype: DType) -> ValueId {
        let mut values = given.to_vec();
        for (op, p, q) in &self.steps {
            let (p, q) = (values[*p], values[*q]);
            let value = match self.operations.get(*op) {
                Some(op) => builder.binary(*op, p, q),
                None if *op == self.operations.len() => builder.unary(Unary::Neg, p),
                None => {
                    let less = builder.binary(Binary::Lt, p, q);
                    builder.kernel.add(Value::Select(less, q, p), dtype)
                }
            };
            values.push(value);
        }
        values[values.len() - 1]
    }
}

/// Signs, precedence and grouping: random expressions over a few operations, in one kernel each.
#[test]
fn nested_expressions_keep_their_structure() {
    if !array_fn_cuda_host::has_compiler() {
        return;
    }
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = move |n: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 20) % n
    };
    let mut cases = Vec::new();
    for case in 0..60 {
        let dtype = [DType::I64, DType::I32, DType::U32, DType::F64][case % 4];
        let operations = if dtype.is_float() { &NESTED[..5] } else { NESTED };
        let inputs: Vec<Vec<Const>> = (0..2)
            .map(|_| {
                let special = samples(dtype);
                let mut one = |_| match case % 8 < 4 {
                    true => Const::from_i128(dtype, random(41) as i128 - 20),
                    // Sums and products of these overflow.
                    false => special[random(special.len() as u64) as usize],
                };
                (0..9).map(&mut one).collect()
            })
            .collect();
        let steps: Vec<(usize, usize, usize)> = (0..12)
            .map(|k| {
                let (a, b) = (random(k + 3) as usize, random(k + 3) as usize);
                (random(operations.len() as u64 + 2) as usize, a, b)
            })
            .collect();
        let nested = Nested { operations, steps };
        let constant = Const::from_i128(dtype, -3);
        let want =
            (0..9).map(|e| nested.evaluate([inputs[0][e], inputs[1][e], constant])).collect();
        let (kernel, _) = elementwise(&[dtype, dtype], |b, x| {
            let constant = b.kernel.add(Value::Const(constant), dtype);
            nested.build(b, [x[0], x[1], constant], dtype)
        });
        let name = format!("nested_{case}");
        cases.push(Case { name, kernel, inputs, want, exact: true });
    }
    check("nested_expressions", cases);
}
