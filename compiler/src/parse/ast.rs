//! The syntax tree of an `array_fn!` block. Every node keeps its span in the source.

use crate::dag::Rounding;
use crate::diagnostic::SpanRange;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

/// A whole `array_fn! { ... }`: its `const`s, `struct`s and `fn`s. Items of each kind are in source order.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// `#![unfused]` at the top of the block: every `pub fn` also gets its unfused program.
    pub unfused: bool,
    /// `#![strict]` or `#![fast_math]` at the top of the block. It holds for every `pub fn` without such an attribute.
    pub rounding: Option<Rounding>,
    /// `#![shared]` at the top of the block: other blocks can use its items.
    pub shared: bool,
    /// The names of other blocks that this block uses.
    pub uses: Vec<Use>,
    /// The block's own items. Once the block is linked ([`crate::shared`]), the items of the blocks that it uses
    /// follow.
    pub consts: Vec<Const>,
    pub records: Vec<Record>,
    pub fns: Vec<Function>,
    /// The items that the used names stand for.
    pub imports: Vec<Import>,
    /// Whether an item is missing because it did not parse. Uses of unknown names are no errors then.
    pub incomplete: bool,
}

impl Block {
    /// The constants that the block itself declares.
    pub fn own_consts(&self) -> impl Iterator<Item = &Const> {
        self.consts.iter().filter(|constant| constant.home == 0)
    }

    /// The records that the block itself declares.
    pub fn own_records(&self) -> impl Iterator<Item = &Record> {
        self.records.iter().filter(|record| record.home == 0)
    }

    /// The functions that the block itself declares. They come first.
    pub fn own_fns(&self) -> impl Iterator<Item = &Function> {
        self.fns.iter().take_while(|function| function.home == 0)
    }
}

/// One name of a `use`: `super::gas::pressure as p`.
#[derive(Clone, Debug)]
pub struct Use {
    /// The module: `super`, `gas`. It begins with `crate`, `self`, `super` or the name of another crate.
    pub path: Vec<Ident>,
    pub name: Ident,
    /// The name of the item in this block: `name`, unless an `as` says otherwise.
    pub alias: Ident,
    /// The path and the name.
    pub span: SpanRange,
}

impl Use {
    /// The module followed by `::`, as Rust writes it where the block stands.
    pub fn module(&self) -> TokenStream {
        let path = &self.path;
        let inside = path.first().is_some_and(|p| p == "crate" || p == "self" || p == "super");
        // A path that begins with a name begins with a crate, even if a module has the same name.
        let root = (!inside).then(|| quote!(::));
        quote!(#root #(#path::)*)
    }
}

/// A used name, and the item that it stands for.
#[derive(Clone, Debug)]
pub struct Import {
    /// The block that uses it, as [`Function::home`] counts.
    pub user: usize,
    pub alias: Ident,
    pub item: Item,
}

/// An item by its position among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Item {
    Const(usize),
    Record(usize),
    Function(usize),
}

/// `const NAME: TYPE = EXPR;`, of a scalar or of an array with literal sizes.
#[derive(Clone, Debug)]
pub struct Const {
    /// Doc comments and `#[doc]` attributes, passed through.
    pub attrs: TokenStream,
    pub public: bool,
    /// The visibility as written. Empty unless `public`.
    pub vis: TokenStream,
    pub name: Ident,
    pub ty: Type,
    pub value: Expr,
    /// The block that declares it: 0 is the one that is compiled, others are those that it uses.
    pub home: usize,
}

/// `struct NAME<E, N, T: f32 | f64> { field: TYPE, ... }`: fields that belong together under one name.
#[derive(Clone, Debug)]
pub struct Record {
    /// Doc comments, `#[derive]`, `#[deprecated]`, `#[allow]`...: passed through.
    pub attrs: TokenStream,
    /// The visibility as written. Empty if Rust has no `struct` for the record.
    pub vis: TokenStream,
    pub name: Ident,
    /// `<E, N>` without `: dtypes`.
    pub dims: Vec<Ident>,
    /// `<T: f32 | f64>`.
    pub dtypes: Vec<DtypeParam>,
    /// `<E, N, T: ...>`: all names in the order of declaration, which is the order of arguments.
    pub generics: Vec<Ident>,
    pub fields: Vec<Field>,
    /// The record without its fields, for messages about the whole.
    pub span: SpanRange,
    /// The block that declares it: 0 is the one that is compiled, others are those that it uses.
    pub home: usize,
    /// Where Rust finds the `struct`, if another block declares the record.
    pub elsewhere: Option<Elsewhere>,
}

/// Where Rust finds the `struct` of another block.
#[derive(Clone, Debug)]
pub struct Elsewhere {
    /// Its path, seen from the module of the block that is compiled.
    pub path: TokenStream,
    /// The name under which a shared block makes the record known. Blocks that use a record with it as a field need it.
    pub alias: Ident,
}

impl Record {
    /// Whether Rust has a `struct` for the record.
    pub fn is_public(&self) -> bool {
        !self.vis.is_empty()
    }
}

/// A field of a record.
#[derive(Clone, Debug)]
pub struct Field {
    /// Doc comments, `#[allow]`...: passed through.
    pub attrs: TokenStream,
    pub name: Ident,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub struct Function {
    /// Doc comments, `#[doc]`, `#[deprecated]`, `#[must_use]`, `#[allow]`...: passed through.
    pub attrs: TokenStream,
    /// Attributes that tune: `#[threads(128)]`.
    pub tuning: Vec<Attribute>,
    /// `#[unfused]`: the program with one kernel per comprehension is generated, too.
    pub unfused: bool,
    /// `#[strict]` or `#[fast_math]`.
    pub rounding: Option<Rounding>,
    /// `#[stream(N)]`.
    pub stream: Option<Stream>,
    /// `#[ranks(E)]`.
    pub ranks: Option<Ranks>,
    /// The visibility as written (`pub`, `pub(crate)`). Empty for a private helper.
    pub vis: TokenStream,
    pub name: Ident,
    /// `<E, N>` without `: dtypes`.
    pub dims: Vec<Ident>,
    /// `<T: f32 | f64>`.
    pub dtypes: Vec<DtypeParam>,
    pub params: Vec<Param>,
    /// The declared results. Empty if the function only updates `&mut` parameters.
    pub results: Vec<Type>,
    /// True for `-> (A, B)`, also with one element, and false for `-> A`.
    pub results_tuple: bool,
    /// `where N: 4 | 10 | _, (A, B): (1, 2) | (3, 4)`.
    pub pins: Vec<Pin>,
    /// `unsafe extern "phi.h"`: the function has no body, and its code is elsewhere.
    pub foreign: Option<ForeignCode>,
    pub body: Body,
    /// Whether a part of the body did not parse. Then the errors say which, `body` is empty and not to be checked, and
    /// the signature is good.
    pub broken: bool,
    /// The tokens of a broken body, for the editor. Empty otherwise.
    pub broken_tokens: TokenStream,
    /// The span of the signature, for messages about the whole function.
    pub span: SpanRange,
    /// The span of the body with its braces.
    pub body_span: Span,
    /// The block that declares it: 0 is the one that is compiled, others are those that it uses.
    pub home: usize,
}

/// `#[stream(N, M)]`: the function also runs over arrays that are too large for memory, cut along these dimensions.
#[derive(Clone, Debug)]
pub struct Stream {
    pub dims: Vec<Ident>,
    /// The place of the attribute.
    pub span: SpanRange,
}

/// `#[ranks(E)]`: the function also runs on several ranks, each of which has some rows of the arrays along this dimension.
#[derive(Clone, Debug)]
pub struct Ranks {
    pub dim: Ident,
    /// The place of the attribute.
    pub span: SpanRange,
}

/// Where the code of a foreign function is.
#[derive(Clone, Debug)]
pub enum ForeignCode {
    /// A header, as it is written between the quotes.
    C { header: String, span: SpanRange },
    /// A path: `crate::gas::pressure`. Its last part is the name of the function in the block, too.
    Rust { path: Vec<Ident> },
}

impl Function {
    /// Whether a Rust function is generated, as for `pub` and `pub(...)`. Other functions are helpers.
    pub fn is_public(&self) -> bool {
        !self.vis.is_empty()
    }
}

/// An attribute that tunes: it says how a value is computed, and does not change the value.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub tuning: Tuning,
    /// The span of the whole attribute, from `#` on.
    pub span: SpanRange,
}

#[derive(Clone, Debug)]
pub enum Tuning {
    Materialize,
    Inline,
    NoFuse,
    /// The dimension that runs in lanes.
    Vectorize(Ident),
    /// Dimensions, each with the number of its steps that make a task.
    Block(Vec<(Ident, i64)>),
    /// The number of CUDA threads per block: a multiple of 32 that a block can have.
    Threads(u32),
}

impl Tuning {
    /// The name of the attribute.
    pub fn name(&self) -> &'static str {
        match self {
            Tuning::Materialize => "materialize",
            Tuning::Inline => "inline",
            Tuning::NoFuse => "no_fuse",
            Tuning::Vectorize(_) => "vectorize",
            Tuning::Block(_) => "block",
            Tuning::Threads(_) => "threads",
        }
    }

    /// The dimensions that it names.
    pub fn dims(&self) -> Vec<&Ident> {
        match self {
            Tuning::Vectorize(dim) => vec![dim],
            Tuning::Block(steps) => steps.iter().map(|(dim, _)| dim).collect(),
            Tuning::Materialize | Tuning::Inline | Tuning::NoFuse | Tuning::Threads(_) => {
                Vec::new()
            }
        }
    }
}

#[derive(Clone, Debug)]
pub struct DtypeParam {
    pub name: Ident,
    /// The names of the dtypes, as written.
    pub choices: Vec<Ident>,
}

#[derive(Clone, Debug)]
pub struct Pin {
    pub dims: Vec<Ident>,
    /// One entry per alternative, with one value per dimension in `dims`.
    pub values: Vec<(Vec<i64>, SpanRange)>,
    /// `| _`: there is also a generic variant.
    pub generic: bool,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Ident,
    /// `&mut [T; ...]`
    pub mutable: bool,
    pub ty: Type,
}

#[derive(Clone, Debug)]
pub struct Type {
    pub element: Element,
    /// `None` for a scalar (`f64`), `Some` for `[f64; ...]`.
    pub shape: Option<Vec<Expr>>,
    pub span: SpanRange,
}

#[derive(Clone, Debug)]
pub enum Element {
    /// `f64`, or the name of a dtype parameter.
    Dtype(Ident),
    /// `index<D>`, where D is an expression over dimensions.
    Index(Box<Expr>),
    /// `State<E, N>`, a record of the block. Without angle brackets, its arguments are the dimensions and dtypes of the
    /// same names. It has no shape.
    Record { name: Ident, args: Option<Vec<Expr>> },
    /// `fn(left, right)`: a function with this number of arguments, known when the block is compiled. It has no shape.
    Function(Vec<Ident>),
}

/// The statements and the tail expression of a function, a `for`, or a block.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub stmts: Vec<Stmt>,
    pub tail: Option<Expr>,
}

#[derive(Clone, Debug)]
pub enum Stmt {
    /// `let x: TYPE = EXPR;`, `let (a, b) = EXPR;` or `let State { rho, .. } = EXPR;`.
    Let { attributes: Vec<Attribute>, pattern: Pattern, ty: Option<Type>, value: Expr },
    /// `x = EXPR;` or, with `op`, `x += EXPR;` and so on. `x` is a `&mut` parameter, or a name that a `let mut`
    /// outside of a loop declared.
    Assign { target: Expr, op: Option<BinaryOp>, value: Expr },
    /// `for s in LO..HI { ... }`, which is unrolled if the bounds are constants.
    For { var: Ident, lo: Expr, hi: Expr, body: Body, span: SpanRange },
    /// `f(...);`: a helper called for its effect on `&mut` arguments. Or a loop, a branch or a block.
    Expr(Expr),
    /// `break;`
    Break(SpanRange),
}

/// The names that a `let` binds.
#[derive(Clone, Debug)]
pub enum Pattern {
    Name(Ident),
    /// `(a, b)`; also `()` and `(a,)`.
    Tuple(Vec<Ident>),
    /// `State { rho, momentum: m, .. }`
    Record {
        name: Ident,
        /// Each field, with the name that it gets.
        fields: Vec<(Ident, Ident)>,
        /// `..`: fields may be left out.
        rest: bool,
        span: SpanRange,
    },
}

impl Pattern {
    /// The names that it binds, including `_`.
    pub fn names(&self) -> impl Iterator<Item = &Ident> {
        let (single, many, fields) = match self {
            Pattern::Name(name) => (Some(name), &[][..], &[][..]),
            Pattern::Tuple(names) => (None, &names[..], &[][..]),
            Pattern::Record { fields, .. } => (None, &[][..], &fields[..]),
        };
        single.into_iter().chain(many).chain(fields.iter().map(|(_, name)| name))
    }
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: SpanRange,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `2`, `0x1f`, `1_000i64`: the value, and the dtype suffix as written. Literals have no sign.
    Int {
        value: u128,
        suffix: Option<Ident>,
    },
    /// `2.5`, `1e-3f32`
    Float {
        value: f64,
        suffix: Option<Ident>,
    },
    Bool(bool),
    /// `"ij,jk->ik"`
    Str(String),
    /// A parameter, a `let`, a dimension, a const, a closure index.
    Name(Ident),
    Unary(UnaryOp, Box<Expr>),
    /// A binary operation. The span is that of the operator.
    Binary(BinaryOp, SpanRange, Box<Expr>, Box<Expr>),
    /// `x[1..-1, newaxis, ..., i]`
    Index(Box<Expr>, Vec<Subscript>),
    /// `sum(x, axis=1)`
    Call {
        function: Ident,
        args: Vec<Arg>,
    },
    /// `x.sum(axis=1)`
    Method {
        receiver: Box<Expr>,
        method: Ident,
        args: Vec<Arg>,
    },
    /// `x.T`, `state.rho`
    Field(Box<Expr>, Ident),
    /// `State { rho, momentum: m, ..old }`
    Record(Box<RecordExpr>),
    /// `x as f32`
    Cast(Box<Expr>, Ident),
    /// `(a, b)`; `()` is empty.
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `[f64; E, N]` in the place of a value: the argument of `zeros` and similar functions.
    Type(Box<Type>),
    /// `|i: E, j: N| ...`
    Closure {
        params: Vec<(Ident, Option<Expr>)>,
        body: Box<Expr>,
    },
    /// `{ let a = ...; a + 1 }`
    Block(Box<Body>),
    /// A loop or a branch.
    Flow(Box<Flow>),
}

/// A loop or a branch.
#[derive(Clone, Debug)]
pub enum Flow {
    /// `while CONDITION, at most MOST { ... }`, or, without a condition, `loop, at most MOST { ... }`. The value is the
    /// number of passes.
    While { condition: Option<Expr>, most: Option<Expr>, body: Body },
    /// `if CONDITION { ... } else { ... }`
    If { condition: Expr, then: Body, otherwise: Option<Body> },
}

impl Flow {
    /// The condition, and the largest number of passes.
    pub fn heads(&self) -> impl Iterator<Item = &Expr> {
        let (condition, most) = match self {
            Flow::While { condition, most, .. } => (condition.as_ref(), most.as_ref()),
            Flow::If { condition, .. } => (Some(condition), None),
        };
        condition.into_iter().chain(most)
    }

    /// The same, to be changed; and the bodies.
    pub fn parts_mut(&mut self) -> (Vec<&mut Expr>, Vec<&mut Body>) {
        match self {
            Flow::While { condition, most, body } => {
                (condition.iter_mut().chain(most).collect(), vec![body])
            }
            Flow::If { condition, then, otherwise } => {
                (vec![condition], std::iter::once(then).chain(otherwise).collect())
            }
        }
    }

    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        let (first, second) = match self {
            Flow::While { body, .. } => (body, None),
            Flow::If { then, otherwise, .. } => (then, otherwise.as_ref()),
        };
        std::iter::once(first).chain(second)
    }
}

/// `State { rho, momentum: m, ..old }`
#[derive(Clone, Debug)]
pub struct RecordExpr {
    pub name: Ident,
    /// Each field with its value. Where no value is written, it is the name of the field.
    pub fields: Vec<(Ident, Expr)>,
    /// The record that the other fields are taken from.
    pub base: Option<Expr>,
}

/// An argument of a call. `name` is the one of `name=value`.
#[derive(Clone, Debug)]
pub struct Arg {
    pub name: Option<Ident>,
    pub value: Expr,
}

#[derive(Clone, Debug)]
pub struct Subscript {
    pub kind: SubscriptKind,
    pub span: SpanRange,
}

#[derive(Clone, Debug)]
pub enum SubscriptKind {
    /// An integer, an index variable or an index array.
    Index(Expr),
    /// `start..stop;step`, each part optional.
    Slice {
        start: Option<Expr>,
        stop: Option<Expr>,
        step: Option<Expr>,
    },
    NewAxis,
    Ellipsis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Neg,
    Plus,
    /// `!m` or `~m`
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// `%`
    Rem,
    /// `**`
    Pow,
    /// `@`
    MatMul,
    /// `&` (and `&&`)
    And,
    /// `|` (and `||`)
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}
