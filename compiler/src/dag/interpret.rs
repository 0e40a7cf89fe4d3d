//! The reference interpreter: it runs any DAG slowly and literally, and so judges every executor.

use super::{
    Const, DType, Dag, LoopId, NodeId, NodeKind, ParamKind, Scalar, ScalarId, Size, Target, Var,
    evaluate,
};
use crate::hash::HashMap;
use std::collections::BTreeMap;

/// An array in row-major order. A scalar has rank 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    pub dtype: DType,
    pub shape: Vec<usize>,
    /// One entry per element, as in [`Const::bits`].
    pub bits: Vec<u64>,
}

impl Tensor {
    /// An array of the given elements.
    ///
    /// # Panics
    /// If the number of elements is not the product of `shape`, or one of them has another dtype.
    pub fn new(dtype: DType, shape: &[usize], elements: impl IntoIterator<Item = Const>) -> Tensor {
        let bits: Vec<u64> = elements
            .into_iter()
            .map(|c| {
                assert_eq!(c.dtype, dtype, "dtype of an element");
                c.bits
            })
            .collect();
        assert_eq!(bits.len(), shape.iter().product::<usize>(), "number of elements");
        Tensor { dtype, shape: shape.to_vec(), bits }
    }

    /// An array of `dtype` from numbers, converted by [`Const::from_f64`].
    pub fn from_f64(dtype: DType, shape: &[usize], elements: &[f64]) -> Tensor {
        Tensor::new(dtype, shape, elements.iter().map(|x| Const::from_f64(dtype, *x)))
    }

    /// An array of rank 0.
    pub fn scalar(value: Const) -> Tensor {
        Tensor { dtype: value.dtype, shape: Vec::new(), bits: vec![value.bits] }
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.bits.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bits.is_empty()
    }

    /// Element `k` in row-major order.
    pub fn element(&self, k: usize) -> Const {
        Const { dtype: self.dtype, bits: self.bits[k] }
    }

    pub fn elements(&self) -> impl Iterator<Item = Const> {
        self.bits.iter().map(|bits| Const { dtype: self.dtype, bits: *bits })
    }

    /// All elements as numbers. Integers beyond 2^53 are rounded.
    pub fn to_f64(&self) -> Vec<f64> {
        self.elements().map(Const::to_f64).collect()
    }

    /// The row-major position of an index, or `None` if it lies outside.
    fn position(&self, index: &[i64]) -> Option<usize> {
        let mut position = 0;
        for (i, extent) in index.iter().zip(&self.shape) {
            let i = usize::try_from(*i).ok().filter(|i| i < extent)?;
            position = position * extent + i;
        }
        Some(position)
    }
}

/// The result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The results, in order.
    pub results: Vec<Tensor>,
    /// The final values of `&mut` parameters, by index into [`Dag::inputs`]. A parameter that is never assigned keeps
    /// its value.
    pub params: BTreeMap<usize, Tensor>,
}

/// Finds the dimensions that the arguments' shapes determine.
///
/// # Errors
/// If arguments contradict each other or have the wrong rank.
pub fn infer_dims(
    dag: &Dag,
    args: &[Tensor],
    explicit: &[(&str, i64)],
) -> Result<HashMap<String, i64>, String> {
    let mut dims: HashMap<String, i64> =
        explicit.iter().map(|(name, value)| (name.to_string(), *value)).collect();
    let mut equations: Vec<(Size, i64)> = Vec::new();
    for (input, arg) in dag.inputs.iter().zip(args) {
        if input.shape.len() != arg.shape.len() {
            return Err(format!("`{}` has rank {}", input.name, arg.shape.len()));
        }
        equations.extend(input.shape.iter().cloned().zip(arg.shape.iter().map(|n| *n as i64)));
    }
    loop {
        let before = dims.len();
        for (size, value) in &equations {
            let size = size.substitute(&|name| dims.get(name).copied().map(Size::constant));
            let [name] = &size.dims()[..] else { continue };
            // The size is affine in its one unknown: value = constant + slope * unknown.
            let at = |x: i64| size.evaluate(&|_| Some(x));
            let (Some(zero), Some(one), Some(two)) = (at(0), at(1), at(2)) else { continue };
            let slope = one - zero;
            if slope != 0 && two - one == slope && (value - zero) % slope == 0 {
                dims.insert(name.to_string(), (value - zero) / slope);
            }
        }
        if dims.len() == before {
            return Ok(dims);
        }
    }
}

/// Runs `dag` on `args`: one per input, in order. Scalars have rank 0, and index arrays are `i64`.
///
/// # Errors
/// A wrong argument, a violated constraint, or a failed check (the message tells the position). An *internal error*
/// says that the DAG itself is wrong, for example that it loads outside of an array.
pub fn interpret(
    dag: &Dag,
    dims: &dyn Fn(&str) -> Option<i64>,
    args: &[Tensor],
) -> Result<Outcome, String> {
    let size = |size: &Size| {
        size.evaluate(dims).ok_or_else(|| format!("size `{size}` has an unknown dimension"))
    };
    if args.len() != dag.inputs.len() {
        return Err(format!("{} arguments for {} parameters", args.len(), dag.inputs.len()));
    }
    for (input, arg) in dag.inputs.iter().zip(args) {
        if input.dtype != arg.dtype {
            return Err(format!("`{}` is {}, not {}", input.name, arg.dtype, input.dtype));
        }
        let shape = input.shape.iter().map(size).collect::<Result<Vec<_>, _>>()?;
        if !arg.shape.iter().map(|n| *n as i64).eq(shape.iter().copied()) {
            return Err(format!("`{}` has shape {:?}, not {shape:?}", input.name, arg.shape));
        }
        if let ParamKind::Index { bound } = &input.kind {
            let bound = size(bound)?;
            if let Some(bad) = arg.elements().find(|c| !(0..bound).contains(&(c.bits as i64))) {
                let (name, value) = (&input.name, bad.bits as i64);
                return Err(format!("`{name}` holds index {value}, outside 0..{bound}"));
            }
        }
    }
    for constraint in &dag.constraints {
        if size(&constraint.size)? < 0 {
            return Err(constraint.message.clone());
        }
    }

    let (values, loops) = (HashMap::default(), HashMap::default());
    let mut run = Run { dag, dims, args, values, loops, memo: Vec::new(), stamp: 0 };
    for check in &dag.checks {
        run.compute_with_operands([check.node])?;
        let position = run.values[&check.node].bits[0] as i64;
        if position != i64::MAX {
            return Err(super::check::failure(&check.message, position, args, dims));
        }
    }
    run.compute_with_operands(dag.outputs.iter().map(|o| o.node))?;

    let mut results = BTreeMap::new();
    let mut params = BTreeMap::new();
    for (k, input) in dag.inputs.iter().enumerate() {
        if input.kind == ParamKind::ArrayMut {
            params.insert(k, args[k].clone());
        }
    }
    for output in &dag.outputs {
        let value = run.values[&output.node].clone();
        let wrong = match output.target {
            Target::Result(k) => results.insert(k, value).is_some(),
            Target::Param(k) => {
                let old = params.insert(k as usize, value);
                old.is_none_or(|p| p.shape != run.values[&output.node].shape)
            }
        };
        if wrong {
            return Err(format!("internal error: bad output {output:?}"));
        }
    }
    Ok(Outcome { results: results.into_values().collect(), params })
}

struct Run<'a> {
    dag: &'a Dag,
    dims: &'a dyn Fn(&str) -> Option<i64>,
    args: &'a [Tensor],
    values: HashMap<NodeId, Tensor>,
    /// The last states of loops.
    loops: HashMap<LoopId, Vec<Tensor>>,
    /// The values of scalars, each with a stamp. A value is valid if its stamp is that of the current point.
    memo: Vec<(u64, u64)>,
    stamp: u64,
}

/// Values of the loop variables at one point.
struct Point {
    axes: Vec<i64>,
    /// The height and the indices of each surrounding reduction, outermost first.
    reductions: Vec<(u32, Vec<i64>)>,
    stamp: u64,
}

impl Run<'_> {
    fn size(&self, size: &Size) -> Result<usize, String> {
        let value = size.evaluate(self.dims);
        let value = value.ok_or_else(|| format!("size `{size}` has an unknown dimension"))?;
        usize::try_from(value).map_err(|_| format!("internal error: size `{size}` is {value}"))
    }

    fn new_stamp(&mut self) -> u64 {
        self.stamp += 1;
        self.stamp
    }

    fn compute_with_operands(
        &mut self,
        roots: impl IntoIterator<Item = NodeId>,
    ) -> Result<(), String> {
        for id in super::visit::reachable_from(self.dag, roots) {
            if !self.values.contains_key(&id) {
                let value = self.compute(id)?;
                self.values.insert(id, value);
            }
        }
        Ok(())
    }

    fn compute(&mut self, id: NodeId) -> Result<Tensor, String> {
        let node = self.dag.node(id);
        let name = |e: String| format!("{e}, in node {} `{}`", id.0, node.name);
        let body = match &node.kind {
            NodeKind::Input(k) => return Ok(self.args[*k as usize].clone()),
            NodeKind::Compute(body) => *body,
            NodeKind::Loop { id, state, operands } => {
                let states = match self.loops.get(id) {
                    Some(states) => states,
                    None => {
                        let operands: Vec<_> = operands.iter().map(|o| &self.values[o]).collect();
                        let states =
                            self.dag.body_of(*id).run(self.dims, &operands).map_err(name)?;
                        self.loops.entry(*id).or_insert(states)
                    }
                };
                return Ok(states[*state as usize].clone());
            }
            NodeKind::Routine { routine, operands } => {
                let operands: Vec<&Tensor> = operands.iter().map(|o| &self.values[o]).collect();
                let shape = node.shape.iter().map(|s| self.size(s)).collect::<Result<Vec<_>, _>>();
                return routine.evaluate_into(&operands, &shape.map_err(name)?).map_err(name);
            }
        };
        let shape = node.shape.iter().map(|s| self.size(s)).collect::<Result<Vec<_>, _>>();
        let shape = shape.map_err(name)?;
        let mut bits = Vec::new();
        for axes in points(&shape) {
            let point = Point { axes, reductions: Vec::new(), stamp: self.new_stamp() };
            bits.push(self.scalar(body, &point).map_err(name)?.bits);
        }
        Ok(Tensor { dtype: node.dtype, shape, bits })
    }

    /// The value of a scalar at a point. Both sides of a select are evaluated, as the DAG allows.
    fn scalar(&mut self, id: ScalarId, point: &Point) -> Result<Const, String> {
        let k = id.0 as usize;
        if let Some((stamp, bits)) = self.memo.get(k)
            && *stamp == point.stamp
        {
            return Ok(Const { dtype: self.dag.dtype(id), bits: *bits });
        }
        let value = self.scalar_uncached(id, point)?;
        if value.dtype != self.dag.dtype(id) {
            return Err(format!("internal error: scalar {k} has dtype {}", value.dtype));
        }
        if self.memo.len() <= k {
            self.memo.resize(k + 1, (0, 0));
        }
        self.memo[k] = (point.stamp, value.bits);
        Ok(value)
    }

    fn scalar_uncached(&mut self, id: ScalarId, point: &Point) -> Result<Const, String> {
        match self.dag.scalar(id) {
            Scalar::Const(c) => Ok(*c),
            Scalar::Size(size) => match size.evaluate(self.dims) {
                Some(value) => Ok(Const::i64(value)),
                None => Err(format!("size `{size}` has an unknown dimension")),
            },
            Scalar::Var(var) => {
                let value = match var {
                    Var::Axis(k) => point.axes.get(*k as usize).copied(),
                    Var::Reduction { height, k } => {
                        let around = point.reductions.iter().find(|(h, _)| h == height);
                        around.and_then(|(_, index)| index.get(*k as usize).copied())
                    }
                    Var::Fresh(_) => None,
                };
                value.map(Const::i64).ok_or_else(|| format!("internal error: {var:?} is not bound"))
            }
            Scalar::Load { node, index } => {
                let index = index
                    .iter()
                    .map(|s| Ok(self.scalar(*s, point)?.bits as i64))
                    .collect::<Result<Vec<_>, String>>()?;
                let source = &self.values[node];
                match source.position(&index) {
                    Some(position) => Ok(source.element(position)),
                    None => Err(format!(
                        "internal error: load of `{}` (node {}) at {index:?} outside its shape {:?}",
                        self.dag.node(*node).name,
                        node.0,
                        source.shape
                    )),
                }
            }
            Scalar::Unary(op, a) => {
                let a = self.scalar(*a, point)?;
                evaluate::unary(*op, a)
                    .ok_or_else(|| format!("internal error: {op:?} is not defined for {}", a.dtype))
            }
            Scalar::Binary(op, a, b) => {
                let (a, b) = (self.scalar(*a, point)?, self.scalar(*b, point)?);
                evaluate::binary(*op, a, b).ok_or_else(|| {
                    format!("internal error: {op:?} is not defined for {a:?}, {b:?}")
                })
            }
            Scalar::Select(condition, yes, no) => {
                let condition = self.scalar(*condition, point)?;
                let (yes, no) = (self.scalar(*yes, point)?, self.scalar(*no, point)?);
                match condition.dtype {
                    DType::Bool => Ok(if condition.bits != 0 { yes } else { no }),
                    other => Err(format!("internal error: condition of dtype {other}")),
                }
            }
            Scalar::Cast(dtype, a) => Ok(evaluate::cast(*dtype, self.scalar(*a, point)?)),
            Scalar::Foreign { function, arguments } => {
                let arguments = arguments.iter().map(|s| self.scalar(*s, point)).collect::<Result<
                    Vec<_>,
                    String,
                >>(
                )?;
                function.evaluate(&arguments)
            }
            Scalar::Reduce { op, height, extents, range, body } => {
                let extents =
                    extents.iter().map(|s| self.size(s)).collect::<Result<Vec<_>, _>>()?;
                let indices: Box<dyn Iterator<Item = Vec<i64>>> = match range {
                    Some([low, high]) => {
                        let low = self.scalar(*low, point)?.bits as i64;
                        let high = self.scalar(*high, point)?.bits as i64;
                        Box::new((low.max(0)..high.min(extents[0] as i64)).map(|k| vec![k]))
                    }
                    None => Box::new(points(&extents)),
                };
                let mut sum = op.identity(self.dag.dtype(id));
                for index in indices {
                    let mut reductions = point.reductions.clone();
                    reductions.push((*height, index));
                    let stamp = self.new_stamp();
                    let inner = Point { axes: point.axes.clone(), reductions, stamp };
                    let term = self.scalar(*body, &inner)?;
                    sum = evaluate::binary(op.combine(), sum, term).ok_or_else(|| {
                        format!("internal error: {op:?} is not defined for {}", term.dtype)
                    })?;
                }
                Ok(sum)
            }
        }
    }
}

/// All indices of a shape in row-major order. Rank 0 has one empty index.
fn points(shape: &[usize]) -> impl Iterator<Item = Vec<i64>> + use<> {
    let shape = shape.to_vec();
    let count: usize = shape.iter().product();
    (0..count).map(move |mut flat| {
        let mut index = vec![0; shape.len()];
        for (i, extent) in index.iter_mut().zip(&shape).rev() {
            *i = (flat % extent) as i64;
            flat /= extent;
        }
        index
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dag::{Binary, Check, Constraint, Input, Output, Reduce, Unary};

    fn input(dag: &mut Dag, name: &str, dtype: DType, shape: &[Size], kind: ParamKind) -> NodeId {
        dag.input(Input { name: name.into(), dtype, shape: shape.to_vec(), kind })
    }

    fn result(dag: &mut Dag, node: NodeId) {
        let k = dag.outputs.iter().filter(|o| matches!(o.target, Target::Result(_))).count();
        dag.outputs.push(Output { target: Target::Result(k as u32), node });
    }

    fn run(dag: &Dag, args: &[Tensor]) -> Result<Outcome, String> {
        let dims = infer_dims(dag, args, &[])?;
        interpret(dag, &|name| dims.get(name).copied(), args)
    }

    fn f64s(shape: &[usize], data: &[f64]) -> Tensor {
        Tensor::from_f64(DType::F64, shape, data)
    }

    #[test]
    fn matrix_product_with_broadcast() {
        // out[i, j] = sum_k a[i, k] * b[k, j] + c[0, j]
        let (m, k, n) = (Size::dim("M"), Size::dim("K"), Size::dim("N"));
        let mut dag = Dag::new("f");
        let a = input(&mut dag, "a", DType::F64, &[m.clone(), k.clone()], ParamKind::Array);
        let b = input(&mut dag, "b", DType::F64, &[k.clone(), n.clone()], ParamKind::Array);
        let c = input(&mut dag, "c", DType::F64, &[Size::one(), n.clone()], ParamKind::Array);
        let (i, j) = (dag.axis(0), dag.axis(1));
        let product = dag.reduce(Reduce::Sum, vec![k], |dag, v| {
            let (x, y) = (dag.load(a, vec![i, v[0]]), dag.load(b, vec![v[0], j]));
            dag.binary(Binary::Mul, x, y)
        });
        let zero = dag.constant(Const::i64(0));
        let c = dag.load(c, vec![zero, j]);
        let body = dag.binary(Binary::Add, product, c);
        let out = dag.compute("out", vec![m, n], body);
        result(&mut dag, out);
        let args = [
            f64s(&[2, 3], &[1., 2., 3., 4., 5., 6.]),
            f64s(&[3, 2], &[1., 0., 0., 1., 1., 1.]),
            f64s(&[1, 2], &[10., 20.]),
        ];
        let outcome = run(&dag, &args).unwrap();
        assert_eq!(outcome.results, [f64s(&[2, 2], &[14., 25., 20., 31.])]);
        let empty = [f64s(&[0, 0], &[]), f64s(&[0, 2], &[]), f64s(&[1, 2], &[1., 2.])];
        assert_eq!(run(&dag, &empty).unwrap().results, [f64s(&[0, 2], &[])]);
    }

    #[test]
    fn nested_reductions_see_their_own_variables() {
        // out = max_i sum_j (a[i, j] + i), and the same inner sum used once more outside.
        let (m, n) = (Size::dim("M"), Size::dim("N"));
        let mut dag = Dag::new("f");
        let a = input(&mut dag, "a", DType::I64, &[m.clone(), n.clone()], ParamKind::Array);
        let max = dag.reduce(Reduce::Max, vec![m], |dag, i| {
            let sum = dag.reduce(Reduce::Sum, vec![n.clone()], |dag, j| {
                let x = dag.load(a, vec![i[0], j[0]]);
                dag.binary(Binary::Add, x, i[0])
            });
            dag.binary(Binary::Mul, sum, sum)
        });
        let out = dag.compute("out", vec![], max);
        result(&mut dag, out);
        let a = Tensor::from_f64(DType::I64, &[2, 3], &[1., 2., 3., -9., -1., -1.]);
        let expected = Tensor::scalar(Const::i64(64));
        assert_eq!(run(&dag, &[a]).unwrap().results, [expected]);
        let empty = Tensor::from_f64(DType::I64, &[0, 3], &[]);
        assert_eq!(run(&dag, &[empty]).unwrap().results[0].bits, [i64::MIN as u64]);
    }

    #[test]
    fn gather_and_update_in_place() {
        // u = u[idx] + 1
        let n = Size::dim("N");
        let mut dag = Dag::new("f");
        let u = input(&mut dag, "u", DType::F32, std::slice::from_ref(&n), ParamKind::ArrayMut);
        let kind = ParamKind::Index { bound: n.clone() };
        let idx = input(&mut dag, "idx", DType::I64, std::slice::from_ref(&n), kind);
        let i = dag.axis(0);
        let at = dag.load(idx, vec![i]);
        let x = dag.load(u, vec![at]);
        let one = dag.constant(Const::from_f64(DType::F32, 1.0));
        let body = dag.binary(Binary::Add, x, one);
        let new = dag.compute("new", vec![n], body);
        dag.outputs.push(Output { target: Target::Param(0), node: new });
        let u = Tensor::from_f64(DType::F32, &[3], &[1., 2., 3.]);
        let idx = |data: &[f64]| Tensor::from_f64(DType::I64, &[3], data);
        let outcome = run(&dag, &[u.clone(), idx(&[2., 0., 0.])]).unwrap();
        assert_eq!(outcome.params[&0].to_f64(), [4., 2., 2.]);
        let error = run(&dag, &[u, idx(&[2., 3., 0.])]).unwrap_err();
        assert_eq!(error, "`idx` holds index 3, outside 0..3");
    }

    #[test]
    fn checks_and_constraints_stop_the_run() {
        // Requires every a[i] >= 0 and N >= 2.
        let n = Size::dim("N");
        let mut dag = Dag::new("f");
        let a = input(&mut dag, "a", DType::I32, std::slice::from_ref(&n), ParamKind::Array);
        let first = dag.reduce(Reduce::Min, vec![n.clone()], |dag, v| {
            let x = dag.load(a, vec![v[0]]);
            let zero = dag.constant(Const::from_i128(DType::I32, 0));
            let bad = dag.binary(Binary::Lt, x, zero);
            let never = dag.constant(Const::i64(i64::MAX));
            dag.select(bad, v[0], never)
        });
        let first = dag.compute("first", vec![], first);
        dag.checks.push(Check { node: first, message: "negative at {position}".into() });
        let size = n.sub(&Size::constant(2));
        dag.constraints.push(Constraint { size, message: "N is at least 2".into() });
        let i = dag.axis(0);
        let x = dag.load(a, vec![i]);
        let neg = dag.unary(Unary::Neg, x);
        let out = dag.compute("out", vec![n], neg);
        result(&mut dag, out);
        let a = |data: &[f64]| Tensor::from_f64(DType::I32, &[data.len()], data);
        assert_eq!(run(&dag, &[a(&[1., 2.])]).unwrap().results[0].to_f64(), [-1., -2.]);
        assert_eq!(run(&dag, &[a(&[1., -2., -3.])]).unwrap_err(), "negative at 1");
        assert_eq!(run(&dag, &[a(&[1.])]).unwrap_err(), "N is at least 2");
    }

    #[test]
    fn a_load_outside_is_an_internal_error_that_names_the_node() {
        let n = Size::dim("N");
        let mut dag = Dag::new("f");
        let a = input(&mut dag, "a", DType::F64, std::slice::from_ref(&n), ParamKind::Array);
        let (i, one) = (dag.axis(0), dag.constant(Const::i64(1)));
        let next = dag.binary(Binary::Add, i, one);
        let body = dag.load(a, vec![next]);
        let out = dag.compute("shifted", vec![n], body);
        result(&mut dag, out);
        let error = run(&dag, &[f64s(&[2], &[1., 2.])]).unwrap_err();
        assert_eq!(
            error,
            "internal error: load of `a` (node 0) at [2] outside its shape [2], in node 1 `shifted`"
        );
    }

    #[test]
    fn dimensions_follow_from_affine_shapes() {
        let (n, m) = (Size::dim("N"), Size::dim("M"));
        let mut dag = Dag::new("f");
        let shape = [n.scale(2).add(&m), m.clone()];
        input(&mut dag, "a", DType::F64, &shape, ParamKind::Array);
        let dims = infer_dims(&dag, &[f64s(&[7, 1], &[0.0; 7])], &[]).unwrap();
        assert_eq!((dims["N"], dims["M"]), (3, 1));
        assert!(infer_dims(&dag, &[f64s(&[7], &[0.0; 7])], &[]).is_err());
    }
}
