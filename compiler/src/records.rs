//! Takes records apart. Below the checker there are arrays and scalars only.
//!
//! A parameter `q: State` becomes one parameter per field, called `q.rho` and `q.momentum`. A result of type `State`
//! becomes one result per field. So the graph, the schedule, the kernels and the plan of a program are those of the
//! same program without records.

mod check;

#[cfg(test)]
mod tests;

pub(crate) use check::Scope;
pub use check::check_records;

use crate::diagnostic::SpanRange;
use crate::limits;
use crate::parse::ast::{Arg, Block, Element, Expr, ExprKind, Function, Record, Type};
use std::collections::{BTreeMap, HashMap};

/// The records of a block, and the signatures of its functions with records taken apart.
#[derive(Debug, Default)]
pub struct Records {
    records: Vec<Record>,
    by_name: BTreeMap<String, usize>,
    signatures: Vec<Signature>,
}

/// The parameters and results of a function, with those of record types taken apart.
#[derive(Debug, Default)]
pub struct Signature {
    pub params: Vec<Leaf>,
    pub results: Vec<Leaf>,
}

/// A parameter or result that is no record, or a field of a parameter or result that is one.
#[derive(Clone, Debug)]
pub struct Leaf {
    /// Its name in messages: `dt`, `q.momentum`, `space.metric.inverse`.
    pub text: String,
    /// The position of the declared parameter or result that it belongs to.
    pub of: usize,
    pub mutable: bool,
    /// The type, which is never a record.
    pub ty: Type,
}

impl Records {
    pub fn new(block: &Block) -> Records {
        // Later records come first, so that earlier ones of the same name replace them.
        let names = block.records.iter().enumerate().rev();
        let mut records = Records {
            records: block.records.clone(),
            by_name: names.map(|(k, record)| (record.name.to_string(), k)).collect(),
            signatures: Vec::new(),
        };
        records.signatures = block.fns.iter().map(|f| records.signature_of(f)).collect();
        records
    }

    pub fn find(&self, name: &str) -> Option<&Record> {
        self.by_name.get(name).map(|k| &self.records[*k])
    }

    /// The name of the record that was probably meant, in the block's spelling.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        crate::suggest::nearest(name, self.by_name.keys().map(String::as_str))
    }

    /// The signature of a function, by its position in the block.
    pub fn signature(&self, function: usize) -> &Signature {
        &self.signatures[function]
    }

    fn signature_of(&self, function: &Function) -> Signature {
        let mut signature = Signature::default();
        let params = function.params.iter().enumerate();
        // Functions are no arguments of kernels.
        for (of, param) in params.filter(|(_, p)| !matches!(p.ty.element, Element::Function(_))) {
            let leaf = |(text, ty)| Leaf { text, of, mutable: param.mutable, ty };
            let leaves = self.leaves(&param.ty, &param.name.to_string());
            signature.params.extend(leaves.into_iter().map(leaf));
        }
        for (of, ty) in function.results.iter().enumerate() {
            let leaf = |(text, ty)| Leaf { text, of, mutable: false, ty };
            let leaves = self.leaves(ty, "");
            signature.results.extend(leaves.into_iter().map(leaf));
        }
        signature
    }

    /// The parts of a value of type `ty` that is called `text`: the name and the type of each, in the order of fields.
    /// No type is a record. The list is cut short if it has more parts than a function may have parameters.
    pub fn leaves(&self, ty: &Type, text: &str) -> Vec<(String, Type)> {
        let mut leaves = Vec::new();
        self.collect(ty, text.to_string(), &mut Vec::new(), &mut leaves);
        leaves
    }

    fn collect(
        &self,
        ty: &Type,
        text: String,
        within: &mut Vec<String>,
        leaves: &mut Vec<(String, Type)>,
    ) {
        let Element::Record { name, .. } = &ty.element else {
            leaves.push((text, ty.clone()));
            return;
        };
        let name = name.to_string();
        // A record that contains itself is an error, reported at its declaration.
        if within.contains(&name) || leaves.len() > limits::PARAMETERS {
            return;
        }
        within.push(name);
        for (field, ty) in self.fields(ty) {
            self.collect(&ty, format!("{text}.{field}"), within, leaves);
        }
        within.pop();
    }

    /// The fields of a record type. The arguments of `ty` are substituted in the type of each. Other types have no
    /// fields.
    pub fn fields(&self, ty: &Type) -> Vec<(String, Type)> {
        let Element::Record { name, args } = &ty.element else { return Vec::new() };
        let Some(record) = self.find(&name.to_string()) else { return Vec::new() };
        let args = match args {
            Some(args) => args.clone(),
            None => same_names(record, ty.span),
        };
        let names = record.generics.iter().map(ToString::to_string);
        let args: HashMap<String, Expr> = names.zip(args).collect();
        let fields = record.fields.iter();
        fields.map(|f| (f.name.to_string(), self.substituted_type(&f.ty, &args))).collect()
    }

    fn substituted_type(&self, ty: &Type, args: &HashMap<String, Expr>) -> Type {
        let element = match &ty.element {
            Element::Dtype(name) => match args.get(&name.to_string()).map(|arg| &arg.kind) {
                Some(ExprKind::Name(dtype)) => Element::Dtype(dtype.clone()),
                _ => Element::Dtype(name.clone()),
            },
            Element::Index(bound) => Element::Index(Box::new(substituted(bound, args))),
            Element::Function(arguments) => Element::Function(arguments.clone()),
            Element::Record { name, args: given } => {
                // Arguments that are left out are the names that the surrounding record declares.
                let given = match (given, self.find(&name.to_string())) {
                    (Some(given), _) => given.clone(),
                    (None, Some(record)) => same_names(record, ty.span),
                    (None, None) => Vec::new(),
                };
                let given = given.iter().map(|arg| substituted(arg, args)).collect();
                Element::Record { name: name.clone(), args: Some(given) }
            }
        };
        let shape = ty.shape.as_ref();
        let shape = shape.map(|sizes| sizes.iter().map(|size| substituted(size, args)).collect());
        Type { element, shape, span: ty.span }
    }
}

/// The arguments of a record type that is written without any: the names that the record declares.
fn same_names(record: &Record, span: SpanRange) -> Vec<Expr> {
    let names = record.generics.iter();
    names.map(|name| Expr { kind: ExprKind::Name(name.clone()), span }).collect()
}

/// Replaces the names in a size by the expressions in `args`.
fn substituted(size: &Expr, args: &HashMap<String, Expr>) -> Expr {
    let boxed = |size: &Expr| Box::new(substituted(size, args));
    let kind = match &size.kind {
        ExprKind::Name(name) => match args.get(&name.to_string()) {
            Some(arg) => return arg.clone(),
            None => return size.clone(),
        },
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, boxed(a)),
        ExprKind::Binary(op, span, a, b) => ExprKind::Binary(*op, *span, boxed(a), boxed(b)),
        ExprKind::Call { function, args: given } => ExprKind::Call {
            function: function.clone(),
            args: given
                .iter()
                .map(|arg| Arg { name: arg.name.clone(), value: substituted(&arg.value, args) })
                .collect(),
        },
        _ => return size.clone(),
    };
    Expr { kind, span: size.span }
}
