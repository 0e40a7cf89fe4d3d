//! The values of expressions while a function is lowered.

use super::ops::FunctionInfo;
use crate::dag::{Binary, Const, DType, Dag, NodeId, Reduce, ScalarId, Size};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A proof that an error has been reported. Code that gets one reports nothing, so errors never cascade.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported(());

impl Reported {
    /// The proof; only to be called right after an error was pushed.
    pub(crate) fn after_error() -> Reported {
        Reported(())
    }
}

pub(crate) type Res<T> = Result<T, Reported>;

/// A number without a dtype. It takes the dtype of the operand that it meets (NEP 50).
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Weak {
    Bool(bool),
    Int(i128),
    Float(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
    /// The value of a dimension or of arithmetic on dimensions; never constant.
    Size(Size),
}

impl Weak {
    pub(crate) fn size(size: Size) -> Weak {
        match size.as_constant() {
            Some(c) => Weak::Int(c as i128),
            None => Weak::Size(size),
        }
    }

    /// The dtype if nothing else decides, as in NumPy for Python numbers.
    pub(crate) fn default_dtype(&self) -> DType {
        match self {
            Weak::Bool(_) => DType::Bool,
            Weak::Int(i) if *i > i64::MAX as i128 => DType::U64,
            Weak::Int(_) | Weak::Size(_) => DType::I64,
            Weak::Float(_) => DType::F64,
            Weak::Complex(..) => DType::C64,
        }
    }
}

#[derive(Clone)]
pub(crate) enum Value {
    Weak(Weak),
    Array(Array),
    Tuple(Vec<Value>),
    Record(Rc<RecordValue>),
    Function(Passed),
}

/// A function as a value, which can be passed and called.
#[derive(Clone, Copy)]
pub(crate) enum Passed {
    /// A function of the block, by its position there.
    Own(usize),
    BuiltIn(&'static FunctionInfo),
}

/// A value of a record type: its fields in the order of declaration.
pub(crate) struct RecordValue {
    /// The name of the record.
    pub(crate) name: String,
    pub(crate) fields: Vec<(String, Value)>,
}

impl RecordValue {
    pub(crate) fn field(&self, name: &str) -> Option<&Value> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// The same record with another value of a field.
    pub(crate) fn with(&self, name: &str, value: Value) -> RecordValue {
        let fields = self.fields.iter();
        let fields = fields.map(|(field, old)| match field == name {
            true => (field.clone(), value.clone()),
            false => (field.clone(), old.clone()),
        });
        RecordValue { name: self.name.clone(), fields: fields.collect() }
    }
}

impl From<Array> for Value {
    fn from(array: Array) -> Value {
        Value::Array(array)
    }
}

/// An array, or, of rank 0, a typed scalar. The data of a complex array are those of a real array with one more axis,
/// of extent 2 ([`Array::real`]).
#[derive(Clone)]
pub(crate) struct Array {
    pub(crate) shape: Vec<Size>,
    pub(crate) dtype: DType,
    pub(crate) data: Data,
    /// `Some(D)`: every element is in `0..D` (an index array and views of it); dtype is `i64`.
    pub(crate) bound: Option<Size>,
    /// Whether elements may depend on loop variables of enclosing closures.
    pub(crate) open: bool,
}

#[derive(Clone)]
pub(crate) enum Data {
    Node(NodeId),
    /// A value of rank 0: a constant, a size, or a value inside a closure. It is folded into the bodies of its users.
    Scalar(ScalarId),
    /// All elements, row-major.
    Constant(Rc<Vec<Const>>),
    /// An array inside a closure: a rule for its elements.
    Lazy(Rc<Lazy>),
    /// The real or the imaginary parts (the scalar says which) of a complex array, given as a real one.
    Part(Rc<Array>, ScalarId),
}

type ElementRule = Box<dyn Fn(&mut Dag, &[ScalarId]) -> ScalarId>;

pub(crate) struct Lazy {
    rule: ElementRule,
    /// Elements that were asked for before. Without them, shared values would make evaluation exponential.
    memo: RefCell<HashMap<Vec<ScalarId>, ScalarId>>,
}

impl Lazy {
    pub(crate) fn new(rule: impl Fn(&mut Dag, &[ScalarId]) -> ScalarId + 'static) -> Rc<Lazy> {
        Rc::new(Lazy { rule: Box::new(rule), memo: RefCell::default() })
    }

    fn element(&self, dag: &mut Dag, index: &[ScalarId]) -> ScalarId {
        if let Some(done) = self.memo.borrow().get(index) {
            return *done;
        }
        let element = (self.rule)(dag, index);
        self.memo.borrow_mut().insert(index.to_vec(), element);
        element
    }
}

impl Array {
    pub(crate) fn rank(&self) -> usize {
        self.shape.len()
    }

    pub(crate) fn node(shape: Vec<Size>, dtype: DType, node: NodeId) -> Array {
        Array { shape, dtype, data: Data::Node(node), bound: None, open: false }
    }

    pub(crate) fn scalar(dtype: DType, id: ScalarId, open: bool) -> Array {
        Array { shape: Vec::new(), dtype, data: Data::Scalar(id), bound: None, open }
    }

    pub(crate) fn with_bound(mut self, bound: Option<Size>) -> Array {
        self.bound = bound;
        self
    }

    /// The array as it is below the checker: a complex array becomes a real one with an axis for its parts.
    pub(crate) fn real(&self) -> Array {
        let mut array = self.clone();
        if self.dtype.is_complex() {
            array.shape.push(Size::constant(2));
            array.dtype = self.dtype.part();
        }
        array
    }

    /// The complex array whose parts are along the last axis.
    pub(crate) fn complex(mut self) -> Array {
        self.shape.pop();
        self.dtype = self.dtype.complex_of();
        self
    }

    /// The element at `index` (one scalar per axis) of an array that is not complex.
    pub(crate) fn element(&self, dag: &mut Dag, index: &[ScalarId]) -> ScalarId {
        match &self.data {
            Data::Node(node) => dag.load(*node, index.to_vec()),
            Data::Scalar(id) => *id,
            Data::Lazy(lazy) => lazy.element(dag, index),
            Data::Part(array, part) => {
                let at: Vec<ScalarId> = index.iter().copied().chain([*part]).collect();
                array.element(dag, &at)
            }
            Data::Constant(elements) => {
                let shape: Vec<usize> = self
                    .shape
                    .iter()
                    .map(|s| s.as_constant().map_or(0, |c| c.max(0) as usize))
                    .collect();
                select_constant(dag, elements, &shape, index)
            }
        }
    }

    /// The same as [`Array::element`], for an array that may be empty along `axes`. If it is empty, nothing is loaded,
    /// and the value has no meaning. (Both sides of a selection are evaluated, so a selection would not suffice.)
    pub(crate) fn element_unless_empty(
        &self,
        dag: &mut Dag,
        index: &[ScalarId],
        axes: &[usize],
    ) -> ScalarId {
        let Some((first, more)) = axes.split_first() else { return self.element(dag, index) };
        // A loop that runs once, or not at all if a size is zero.
        let (zero, one) = (dag.constant(Const::i64(0)), dag.constant(Const::i64(1)));
        let mut times = dag.size(self.shape[*first].clone());
        for axis in more {
            let size = dag.size(self.shape[*axis].clone());
            times = dag.binary(Binary::Min, times, size);
        }
        let times = dag.binary(Binary::Min, times, one);
        let op = match self.dtype {
            DType::Bool => Reduce::Any,
            dtype if dtype.is_float() || dtype.is_integer() => Reduce::Max,
            _ => Reduce::Sum,
        };
        let extent = self.shape[*first].clone();
        dag.reduce_range(op, extent, [zero, times], |dag, k| {
            let mut at = index.to_vec();
            // The index of the loop is zero. A load that depends on it cannot be moved out of the loop.
            for axis in axes {
                at[*axis] = dag.binary(Binary::Add, at[*axis], k);
            }
            self.element(dag, &at)
        })
    }

    /// The same as [`Array::element`], for an array that is broadcast to `shape`. `index` is that of the result.
    pub(crate) fn broadcast_element(
        &self,
        dag: &mut Dag,
        shape: &[Size],
        index: &[ScalarId],
    ) -> ScalarId {
        let own = self.broadcast_index(dag, shape, index);
        self.element(dag, &own)
    }

    /// The index of that element.
    pub(crate) fn broadcast_index(
        &self,
        dag: &mut Dag,
        shape: &[Size],
        index: &[ScalarId],
    ) -> Vec<ScalarId> {
        let skip = shape.len() - self.rank();
        (0..self.rank())
            .map(|k| {
                if self.shape[k].is_one() && !shape[skip + k].is_one() {
                    dag.constant(Const::i64(0))
                } else {
                    index[skip + k]
                }
            })
            .collect()
    }
}

/// An element of a literal array at run-time indices, as one chain of selections per axis.
fn select_constant(
    dag: &mut Dag,
    elements: &[Const],
    shape: &[usize],
    index: &[ScalarId],
) -> ScalarId {
    let Some((&len, rest)) = shape.split_first() else {
        return dag.constant(elements[0]);
    };
    let stride = elements.len() / len.max(1);
    let part = |dag: &mut Dag, k: usize| {
        select_constant(dag, &elements[k * stride..(k + 1) * stride], rest, &index[1..])
    };
    let mut next = part(dag, len - 1);
    let mut value = next;
    for k in (0..len - 1).rev() {
        let this = part(dag, k);
        // One comparison with `<=` serves a whole run of equal elements.
        if this != next {
            let at = dag.constant(Const::i64(k as i64));
            let here = dag.binary(crate::dag::Binary::Le, index[0], at);
            value = dag.select(here, this, value);
        }
        next = this;
    }
    value
}

/// `[E, N]`
pub(crate) fn shape_text(shape: &[Size]) -> String {
    let sizes: Vec<String> = shape.iter().map(|s| s.to_string()).collect();
    format!("[{}]", sizes.join(", "))
}

/// `[f64; E, N]`, `f64`, `[index<E>; N]`: a type as a user writes it.
pub(crate) fn type_text(dtype: DType, bound: Option<&Size>, shape: &[Size]) -> String {
    let element = match bound {
        Some(bound) => format!("index<{bound}>"),
        None => dtype.to_string(),
    };
    if shape.is_empty() {
        return element;
    }
    let sizes: Vec<String> = shape.iter().map(|s| s.to_string()).collect();
    format!("[{element}; {}]", sizes.join(", "))
}

impl Value {
    /// The type for messages.
    pub(crate) fn type_text(&self) -> String {
        match self {
            Value::Weak(Weak::Bool(_)) => "a bool literal".into(),
            Value::Weak(Weak::Int(_)) => "an integer literal".into(),
            Value::Weak(Weak::Float(_)) => "a float literal".into(),
            Value::Weak(Weak::Complex(..)) => "a complex literal".into(),
            Value::Weak(Weak::Size(s)) => format!("the size {s}"),
            Value::Array(a) => type_text(a.dtype, a.bound.as_ref(), &a.shape),
            Value::Tuple(items) => {
                let items: Vec<String> = items.iter().map(Value::type_text).collect();
                format!("({})", items.join(", "))
            }
            Value::Record(record) => format!("the record {}", record.name),
            Value::Function(_) => "a function".into(),
        }
    }
}
