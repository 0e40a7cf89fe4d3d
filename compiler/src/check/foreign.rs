//! Foreign functions: their declarations, and calls of them.

use super::checker::{Checker, Operand};
use super::promote::conversion;
use super::types::Type;
use super::value::{Array, Reported, Res, Value};
use crate::dag::foreign::Code;
use crate::dag::{Const, DType, Foreign, ForeignCall, Routine, Size};
use crate::diagnostic::{Diagnostic, Errors, SpanRange};
use crate::foreign::{self, Types};
use crate::hash::HashMap;
use crate::parse::ast::{self, Arg, Block, Element, Function};
use proc_macro2::Ident;

/// The dtypes that C and Rust have types for.
const DTYPES: &str = "the dtypes of foreign functions are f64, f32, bool, and all integers";

/// The foreign functions of a block without those whose declarations are wrong, by their positions. One of scalars with
/// several results is several.
pub(crate) fn declared(block: &Block, errors: &mut Errors) -> HashMap<usize, Vec<Foreign>> {
    let mut found = HashMap::default();
    for (k, function) in block.own_fns().enumerate() {
        let Some(code) = &function.foreign else { continue };
        let before = errors.len();
        if block.shared {
            let name = &function.name;
            let claim = format!("the foreign function `{name}` stands in a shared block");
            errors.push(Diagnostic::new(name.span(), claim).help(format_args!(
                "declare it in each block that calls it; functions of this block can take it as an argument, \
                 `{name}: fn({})`",
                names(function)
            )));
        }
        match types(function, errors) {
            Some(types) if errors.len() == before => match foreign::of(function, code, &types) {
                Ok(foreign) => drop(found.insert(k, foreign)),
                Err(diagnostic) => errors.push(diagnostic),
            },
            _ => {}
        }
    }
    found
}

fn names(function: &Function) -> String {
    let names = function.params.iter().map(|param| param.name.to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// The types of the parameters and of the results.
pub(crate) fn types(function: &Function, errors: &mut Errors) -> Option<Types> {
    let name = &function.name;
    let declared = function.params.iter().map(|param| &param.ty).chain(&function.results);
    let of_arrays = declared.clone().any(|ty| ty.shape.is_some());
    let dim = function.dims.first().filter(|_| !of_arrays);
    if let Some(generic) = function.dtypes.first().map(|dtype| &dtype.name).or(dim) {
        let claim = format!("the foreign function `{name}` declares `{generic}`");
        let help = match of_arrays {
            true => "it has certain dtypes: declare a function for each",
            false => "it takes scalars of certain dtypes, and is applied to arrays of any shape",
        };
        errors.push(Diagnostic::new(generic.span(), claim).help(help));
        return None;
    }
    let mut params = Vec::new();
    for param in &function.params {
        let who = format!("the parameter `{}` of `{name}`", param.name);
        if param.mutable {
            let claim = format!("{who} is `&mut`, but a foreign function updates nothing");
            errors.push(Diagnostic::new(param.ty.span, claim).help("return the new value instead"));
            continue;
        }
        params.extend(dtype(&param.ty, &who, errors));
    }
    if function.results.is_empty() {
        let claim = format!("the foreign function `{name}` has no result");
        let help = match of_arrays {
            true => "declare one, such as `-> [f64; N]`",
            false => "declare one, such as `-> f64`",
        };
        errors.push(Diagnostic::new(function.span, claim).help(help));
        return None;
    }
    let tuple = function.results_tuple;
    let mut results = Vec::new();
    for (k, result) in function.results.iter().enumerate() {
        let who = match tuple {
            true => format!("result {k} of `{name}`"),
            false => format!("the result of `{name}`"),
        };
        results.extend(dtype(result, &who, errors));
    }
    let shaped = function.params.iter().map(|param| param.ty.shape.is_some());
    let arrays = of_arrays.then(|| shaped.collect());
    let known = params.len() == function.params.len() && results.len() == function.results.len();
    known.then_some(Types { params, results, tuple, arrays })
}

/// The dtype of a type of scalars or arrays.
fn dtype(ty: &ast::Type, who: &str, errors: &mut Errors) -> Option<DType> {
    let Element::Dtype(dtype) = &ty.element else {
        let claim = format!("{who} has no dtype");
        let help = match &ty.element {
            Element::Index(_) => {
                "declare i64 in place of `index<...>`: index arrays can be passed for it"
            }
            _ => DTYPES,
        };
        errors.push(Diagnostic::new(ty.span, claim).help(help));
        return None;
    };
    match DType::from_name(&dtype.to_string()) {
        Some(known) if !known.is_complex() && !known.is_half() => Some(known),
        None => {
            errors.push(super::unknown_dtype(dtype));
            None
        }
        Some(_) => {
            let claim = format!("{who} has the dtype `{dtype}`, which C has not");
            errors.push(Diagnostic::new(ty.span, claim).help(DTYPES));
            None
        }
    }
}

impl Checker<'_> {
    /// The value of a call of the foreign function with this position in the block.
    pub(super) fn call_foreign(
        &mut self,
        index: usize,
        name: &Ident,
        args: &[Arg],
        span: SpanRange,
    ) -> Res<Value> {
        let callee = &self.scopes.block.fns[index];
        self.called.insert(index);
        let ordered = self.arguments(callee, &[], name, args, span)?;
        let operands: Vec<Res<Operand>> = ordered.iter().map(|arg| self.operand(arg)).collect();
        let operands = operands.into_iter().collect::<Res<Vec<_>>>()?;
        let Some(foreign) = self.state.foreign.get(&index).cloned() else {
            return Err(Reported::after_error());
        };
        let mut arrays = Vec::new();
        for ((operand, param), dtype) in operands.iter().zip(&callee.params).zip(&foreign[0].params)
        {
            let who = format!("the parameter `{}` of `{name}`", param.name);
            arrays.push((operand.text.as_str(), self.foreign_argument(operand, *dtype, &who)?));
        }
        let labels: Vec<String> =
            callee.params.iter().map(|param| param.name.to_string()).collect();
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let text = name.to_string();
        let tuple = callee.results_tuple;
        let mut results = Vec::new();
        for foreign in foreign {
            let result =
                self.elementwise(&text, span, &labels, &arrays, None, move |dag, elements| {
                    dag.foreign(foreign.clone(), elements.to_vec())
                })?;
            results.push(Value::Array(result));
        }
        Ok(if tuple { Value::Tuple(results) } else { results.remove(0) })
    }

    /// Whether the function with this position in the block is foreign, and is applied to elements.
    pub(super) fn is_applied_to_elements(&self, index: usize) -> bool {
        let of_arrays = |foreign: &Foreign| matches!(foreign.code, Code::CArrays { .. });
        self.scopes.block.fns[index].foreign.is_some()
            && !self.state.foreign.get(&index).is_some_and(|all| all.iter().any(of_arrays))
    }

    /// The results of a call of a foreign function of arrays, whose parameters are bound in the current frame.
    pub(super) fn foreign_routine(
        &mut self,
        index: usize,
        dims: &[Size],
        operands: &[Operand],
    ) -> Res<Vec<Value>> {
        let callee = &self.scopes.block.fns[index];
        let Some([function]) = self.state.foreign.get(&index).map(Vec::as_slice) else {
            return Err(Reported::after_error());
        };
        let (name, function) = (function.name.clone(), function.clone());
        let mut nodes = Vec::new();
        for (param, operand) in callee.params.iter().zip(operands) {
            let bound = self.scopes.lookup(&param.name.to_string()).map(|b| b.value.clone());
            let Some(Ok(Value::Array(array))) = bound else { return Err(Reported::after_error()) };
            let array = match array.rank() {
                0 => self.graph.emit(&name, vec![Size::one()], vec![array], |dag, arrays, _| {
                    arrays[0].element(dag, &[])
                }),
                _ => array,
            };
            nodes.push(self.stored(&name, &array, (&operand.text, operand.span))?);
        }
        if nodes.is_empty() {
            // Every routine has an operand.
            let zero = self.graph.dag.constant(Const::i64(0));
            nodes.push(self.graph.dag.compute("nothing", vec![Size::one()], zero));
        }
        let mut shapes = Vec::new();
        for result in &callee.results {
            shapes.push(self.resolve_type(result)?.sizes().to_vec());
        }
        let in_memory = |shape: &Vec<Size>| match shape.is_empty() {
            true => vec![Size::one()],
            false => shape.clone(),
        };
        let stored: Vec<Vec<Size>> = shapes.iter().map(in_memory).collect();
        let mut results = Vec::new();
        for (result, shape) in shapes.into_iter().enumerate() {
            let call = ForeignCall {
                function: function.clone(),
                result,
                sizes: dims.to_vec(),
                shapes: stored.clone(),
            };
            let (dtype, of_node) = (function.results[result], stored[result].clone());
            let routine = Routine::Foreign(call);
            let node = self.graph.dag.routine_into(&name, routine, nodes.clone(), of_node.clone());
            let array = Array::node(of_node, dtype, node);
            results.push(Value::Array(match shape.is_empty() {
                false => array,
                true => self.graph.emit(&name, shape, vec![array], |dag, arrays, _| {
                    let first = dag.constant(Const::i64(0));
                    arrays[0].element(dag, &[first])
                }),
            }));
        }
        Ok(results)
    }

    /// An argument as an array of the parameter's dtype, and of any shape.
    fn foreign_argument(&mut self, operand: &Operand, dtype: DType, who: &str) -> Res<Array> {
        let Value::Array(array) = &operand.value else {
            let scalar = Type { dtype, bound: None, shape: None };
            return self.conform(operand, &scalar, who);
        };
        if array.dtype == dtype {
            return Ok(array.clone().with_bound(None));
        }
        let claim = format!("expected dtype {dtype}, found {}", array.dtype);
        Err(self.report(
            Diagnostic::new(operand.span, claim)
                .fact(format_args!("{who} is {dtype}"))
                .fact(format_args!("`{}` is {}", operand.text, operand.value.type_text()))
                .help(conversion(&operand.text, array.dtype, dtype)),
        ))
    }
}
