//! The parser on strings: the programs that it accepts, how operators bind, and its messages about the rest.

use super::ast::*;
use super::parse_block;
use crate::dag::Rounding;
use crate::diagnostic::Errors;
use proc_macro2::TokenStream;
use std::str::FromStr;

fn block(source: &str) -> (Block, Vec<String>) {
    let mut errors = Errors::default();
    let tokens = TokenStream::from_str(source).expect("the source lexes");
    let block = parse_block(tokens, &mut errors);
    let lines = errors
        .sorted()
        .iter()
        .map(|d| {
            let (start, end) = (d.span.start.start(), d.span.end.end());
            let text = match start.line == end.line {
                true => source
                    .lines()
                    .nth(start.line - 1)
                    .map(|l| l.chars().take(end.column).skip(start.column).collect::<String>()),
                false => None,
            };
            format!("{}: {}", text.unwrap_or_else(|| "...".into()), d.message())
        })
        .collect();
    (block, lines)
}

fn valid(source: &str) -> Block {
    let (block, errors) = block(source);
    assert!(errors.is_empty(), "{source}\n{errors:#?}");
    block
}

/// The tail expression of a function body, in prefix notation.
fn tree(expr: &str) -> String {
    let block = valid(&format!("pub fn f<N>(x: [f64; N]) -> f64 {{ {expr} }}"));
    show(block.fns[0].body.tail.as_ref().expect("a tail"))
}

fn error(expr: &str) -> String {
    let (_, errors) = block(&format!("pub fn f<N>(x: [f64; N]) -> f64 {{ {expr} }}"));
    assert_eq!(errors.len(), 1, "{expr}: {errors:#?}");
    errors.into_iter().next().unwrap_or_default()
}

fn show(expr: &Expr) -> String {
    let list = |l: &[Expr]| l.iter().map(show).collect::<Vec<_>>().join(" ");
    let args = |l: &[Arg]| {
        let one = |a: &Arg| match &a.name {
            Some(name) => format!(" {name}={}", show(&a.value)),
            None => format!(" {}", show(&a.value)),
        };
        l.iter().map(one).collect::<String>()
    };
    let opt = |e: &Option<Expr>| e.as_ref().map(show).unwrap_or_default();
    match &expr.kind {
        ExprKind::Int { value, suffix } => {
            format!("{value}{}", suffix.as_ref().map(ToString::to_string).unwrap_or_default())
        }
        ExprKind::Float { value, suffix } => {
            format!("{value:?}{}", suffix.as_ref().map(ToString::to_string).unwrap_or_default())
        }
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::Str(s) => format!("{s:?}"),
        ExprKind::Name(n) => n.to_string(),
        ExprKind::Unary(op, e) => format!("({op:?} {})", show(e)),
        ExprKind::Binary(op, _, a, b) => format!("({op:?} {} {})", show(a), show(b)),
        ExprKind::Index(x, subscripts) => {
            let one = |s: &Subscript| match &s.kind {
                SubscriptKind::Index(e) => show(e),
                SubscriptKind::Slice { start, stop, step } => {
                    format!("{}..{};{}", opt(start), opt(stop), opt(step))
                }
                SubscriptKind::NewAxis => "newaxis".into(),
                SubscriptKind::Ellipsis => "...".into(),
            };
            format!("{}[{}]", show(x), subscripts.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        ExprKind::Call { function, args: a } => format!("({function}{})", args(a)),
        ExprKind::Method { receiver, method, args: a } => {
            format!("(.{method} {}{})", show(receiver), args(a))
        }
        ExprKind::Field(e, name) => format!("{}.{name}", show(e)),
        ExprKind::Cast(e, dtype) => format!("(as {} {dtype})", show(e)),
        ExprKind::Tuple(l) => format!("(tuple {})", list(l)),
        ExprKind::List(l) => format!("[{}]", list(l)),
        ExprKind::Type(ty) => format!("<{}>", show_type(ty)),
        ExprKind::Closure { params, body } => {
            let one = |(name, size): &(_, Option<Expr>)| match size {
                Some(size) => format!("{name}:{}", show(size)),
                None => format!("{name}"),
            };
            let params: Vec<_> = params.iter().map(one).collect::<Vec<String>>();
            format!("(|{}| {})", params.join(" "), show(body))
        }
        ExprKind::Record(record) => {
            let RecordExpr { name, fields, base } = &**record;
            let fields = fields.iter().map(|(field, value)| format!(" {field}:{}", show(value)));
            let base = base.iter().map(|base| format!(" ..{}", show(base)));
            format!("({name}{})", fields.chain(base).collect::<String>())
        }
        ExprKind::Block(body) => {
            let tail = body.tail.as_ref().map(show).unwrap_or_default();
            format!("{{{} {tail}}}", body.stmts.len())
        }
        ExprKind::Flow(flow) => {
            let heads = flow.heads().map(|head| format!(" {}", show(head))).collect::<String>();
            let bodies = flow.bodies().map(|body| {
                let tail = body.tail.as_ref().map(show).unwrap_or_default();
                format!(" {{{} {tail}}}", body.stmts.len())
            });
            let word = match **flow {
                Flow::While { .. } => "while",
                Flow::If { .. } => "if",
            };
            format!("({word}{heads}{})", bodies.collect::<String>())
        }
    }
}

fn show_type(ty: &Type) -> String {
    let element = match &ty.element {
        Element::Dtype(name) => name.to_string(),
        Element::Index(d) => format!("index<{}>", show(d)),
        Element::Function(arguments) => format!("fn/{}", arguments.len()),
        Element::Record { name, args: None } => name.to_string(),
        Element::Record { name, args: Some(args) } => {
            format!("{name}<{}>", args.iter().map(show).collect::<Vec<_>>().join(", "))
        }
    };
    match &ty.shape {
        Some(shape) => {
            format!("{element}; {}", shape.iter().map(show).collect::<Vec<_>>().join(", "))
        }
        None => element,
    }
}

#[test]
fn operators_bind_as_in_python_and_rust() {
    for (source, expected) in [
        ("a + b * 2 - c / d ** 2", "(Sub (Add a (Mul b 2)) (Div c (Pow d 2)))"),
        ("-x**2", "(Neg (Pow x 2))"),
        ("2 ** -x ** 3 * y", "(Mul (Pow 2 (Neg (Pow x 3))) y)"),
        ("a ** b ** c", "(Pow a (Pow b c))"),
        ("a @ b * c", "(Mul (MatMul a b) c)"),
        ("a - b - c", "(Sub (Sub a b) c)"),
        ("-x as f32 * y", "(Mul (as (Neg x) f32) y)"),
        ("x as f32 + 1", "(Add (as x f32) 1)"),
        ("a * b as f32 as f64", "(Mul a (as (as b f32) f64))"),
        ("x ** 2 as f32", "(as (Pow x 2) f32)"),
        ("a & b == c", "(Eq (And a b) c)"),
        ("a | b ^ c & d << 1 + e", "(Or a (Xor b (And c (Shl d (Add 1 e)))))"),
        ("a < b && c < d || e", "(Or (And (Lt a b) (Lt c d)) e)"),
        ("(a < b) & (c >= d)", "(And (Lt a b) (Ge c d))"),
        ("~m & !n", "(And (Not m) (Not n))"),
        ("a<-b", "(Lt a (Neg b))"),
        ("a<<-b", "(Shl a (Neg b))"),
        ("a<=-b", "(Le a (Neg b))"),
        ("a==-b", "(Eq a (Neg b))"),
        ("a!=b", "(Ne a b)"),
        ("a**-b", "(Pow a (Neg b))"),
        ("a%b>>c", "(Shr (Rem a b) c)"),
        ("- -+x", "(Neg (Neg (Plus x)))"),
        ("-x.abs()", "(Neg (.abs x))"),
        ("x.T @ y.T[0]", "(MatMul x.T y.T[0])"),
    ] {
        assert_eq!(tree(source), expected, "{source}");
    }
}

#[test]
fn primaries() {
    for (source, expected) in [
        ("0x1f + 0b101 + 0o17 + 1_000i64", "(Add (Add (Add 31 5) 15) 1000i64)"),
        ("2.5f32 + 1e-3 + 1. + 3f64", "(Add (Add (Add 2.5f32 0.001) 1.0) 3.0f64)"),
        ("2.0.sqrt()", "(.sqrt 2.0)"),
        ("2.sum()", "(.sum 2)"),
        ("true", "true"),
        ("(a)", "a"),
        ("(a,)", "(tuple a)"),
        ("()", "(tuple )"),
        ("(a, b + 1)", "(tuple a (Add b 1))"),
        ("[a, b,]", "[a b]"),
        ("zeros([f64; E, 2 * N + 1])", "(zeros <f64; E, (Add (Mul 2 N) 1)>)"),
        ("full([index<E * N>; E], 0)", "(full <index<(Mul E N)>; E> 0)"),
        ("where(c, a, b) + 1", "(Add (where c a b) 1)"),
        ("sum(x, axis=-1, keepdims=!k)", "(sum x axis=(Neg 1) keepdims=(Not k))"),
        ("x.sum(axis=(0, 1)).T", "(.sum x axis=(tuple 0 1)).T"),
        ("f(a == b)", "(f (Eq a b))"),
        ("step(&mut u, dt)", "(step u dt)"),
        ("einsum(\"ij,jk->ik\", a, b)", "(einsum \"ij,jk->ik\" a b)"),
        ("einsum(r\"ij->ji\", a)", "(einsum \"ij->ji\" a)"),
        ("from_fn(|i: E, j: N + 1| a[i] * b[j])", "(from_fn (|i:E j:(Add N 1)| (Mul a[i] b[j])))"),
        ("full(|| 1 | 2)", "(full (|| (Or 1 2)))"),
        ("sum(|k| -a[k])", "(sum (|k| (Neg a[k])))"),
        ("{ let a = 1; let (b, _) = f(a); b }", "{2 b}"),
    ] {
        assert_eq!(tree(source), expected, "{source}");
    }
}

#[test]
fn loops_and_branches() {
    assert_eq!(tree("if x[0] > 1.0 { a } else { b }"), "(if (Gt x[0] 1.0) {0 a} {0 b})");
    assert_eq!(
        tree("1 + if c { a } else if d { b } else { e }"),
        "(Add 1 (if c {0 a} {0 (if d {0 b} {0 e})}))"
    );
    let f = &valid(
        "pub fn f(n: i64) -> i64 {
            let mut k = 0;
            while k < n, at most 10 { k += 1; if k == 5 { break; } }
            loop at most n { k += 1; }
            if k > 3 { k = 2; } else { k = 1; }
            -k
        }",
    )
    .fns[0];
    assert_eq!(f.body.stmts.len(), 4, "{:#?}", f.body.stmts);
    // A minus after a loop or a branch begins a new statement, as in Rust.
    assert_eq!(show(f.body.tail.as_ref().expect("a tail")), "(Neg k)");
}

#[test]
fn subscripts() {
    for (source, expected) in [
        ("x[1..-1, ..;2, newaxis, ..., i]", "x[1..(Neg 1);, ..;2, newaxis, ..., i]"),
        ("x[..]", "x[..;]"),
        ("x[..-1]", "x[..(Neg 1);]"),
        ("x[-1..]", "x[(Neg 1)..;]"),
        ("x[..;-1]", "x[..;(Neg 1)]"),
        ("x[a..b;c]", "x[a..b;c]"),
        ("x[1..N-1;2,0]", "x[1..(Sub N 1);2, 0]"),
        ("x[idx][.., 3]", "x[idx][..;, 3]"),
        ("x[...,1..]", "x[..., 1..;]"),
        ("x[-1]", "x[(Neg 1)]"),
    ] {
        assert_eq!(tree(source), expected, "{source}");
    }
}

#[test]
fn items() {
    let block = valid(
        "#![unfused]
        #![strict]
        /// Pi.
        pub const PI: f64 = 3.14;
        const W: [f64; 2, 2] = [[1, 2], [3, 4]];
        /// Doc.
        #[unfused] #[must_use] #[fast_math]
        pub(crate) fn f<E, N, T: f32 | f64>(x: [T; E, N], u: &mut [f64; E, 2 * N], n: index<N>, idx: [index<E * N>; E, 3]) -> (T, [f64; 3, E])
        where N: 4 | 10 | 20 | 35 | _, (A, B): (1,2) | (3,4),
        { u += 1; u **= 2; u @= x; for s in 0..5 { u -= s; } let y: [f64; N] = x; (x, u) }
        fn g(x: f64) { let mut a = x; a = a + 1; h(x); }
        pub fn h<>() -> f64 { 1 }",
    );
    assert!(block.unfused && block.rounding == Some(Rounding::Strict));
    assert_eq!(block.consts.len(), 2);
    assert!(block.consts[0].public && !block.consts[1].public);
    let f = &block.fns[0];
    assert!(
        f.unfused
            && f.rounding == Some(Rounding::Fast)
            && f.is_public()
            && f.results_tuple
            && !f.broken
    );
    assert_eq!(f.attrs.to_string().matches('#').count(), 2);
    assert_eq!(f.dims.iter().map(ToString::to_string).collect::<Vec<_>>(), ["E", "N"]);
    assert_eq!(f.dtypes[0].choices.len(), 2);
    let types: Vec<_> = f.params.iter().map(|p| show_type(&p.ty)).collect();
    assert_eq!(types, ["T; E, N", "f64; E, (Mul 2 N)", "index<N>", "index<(Mul E N)>; E, 3"]);
    assert!(f.params[1].mutable && !f.params[0].mutable);
    assert!(f.pins[0].generic && f.pins[0].values.len() == 4);
    assert_eq!(f.pins[1].values[1].0, [3, 4]);
    assert_eq!(f.body.stmts.len(), 5);
    assert!(matches!(&f.body.stmts[1], Stmt::Assign { op: Some(BinaryOp::Pow), .. }));
    assert!(matches!(&f.body.stmts[3], Stmt::For { body, .. } if body.stmts.len() == 1));
    assert!(f.body.tail.is_some());
    let g = &block.fns[1];
    assert!(
        g.rounding.is_none() && !g.is_public() && g.results.is_empty() && g.body.tail.is_none()
    );
    assert_eq!(block.fns.len(), 3);
}

#[test]
fn records() {
    let block = valid(
        "/// Doc.
        #[derive(PartialEq)]
        pub(crate) struct State<E, T: f32 | f64, N> {
            /// Density.
            rho: [T; E, N],
            #[allow(dead_code)] gas: Gas<T>,
        }
        struct Gas<T: f32> { gamma: T }
        fn f<E, N, K>(q: State<2 * E, f32, K>, r: &mut Gas, n: K) -> (State, f64) {
            let State { rho, gas: mut g, .. } = q;
            let Gas { gamma: _ } = r;
            for k in 0..K { rho = g; }
            r.gamma += State { rho, gas: { g }, ..q }.gas.gamma[0];
            (K { a, b: 2 }, q.gas.gamma)
        }",
    );
    let state = &block.records[0];
    assert_eq!(state.vis.to_string().replace(' ', ""), "pub(crate)");
    assert_eq!(state.attrs.to_string().matches('#').count(), 2);
    let names =
        |names: &[proc_macro2::Ident]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(&state.generics), ["E", "T", "N"]);
    assert_eq!(names(&state.dims), ["E", "N"]);
    let fields: Vec<_> =
        state.fields.iter().map(|f| format!("{}: {}", f.name, show_type(&f.ty))).collect();
    assert_eq!(fields, ["rho: T; E, N", "gas: Gas<T>"]);
    assert!(!block.records[1].is_public());
    let f = &block.fns[0];
    let types: Vec<_> = f.params.iter().map(|p| show_type(&p.ty)).collect();
    assert_eq!(types, ["State<(Mul 2 E), f32, K>", "Gas", "K"]);
    assert_eq!(show_type(&f.results[0]), "State");
    let Stmt::Let { pattern: Pattern::Record { fields, rest: true, .. }, .. } = &f.body.stmts[0]
    else {
        panic!("a pattern of a record");
    };
    let fields: Vec<_> = fields.iter().map(|(field, name)| format!("{field}: {name}")).collect();
    assert_eq!(fields, ["rho: rho", "gas: g"]);
    // The braces after the range of a `for` are its body.
    assert!(matches!(&f.body.stmts[2], Stmt::For { body, .. } if body.stmts.len() == 1));
    let Stmt::Assign { target, value, .. } = &f.body.stmts[3] else { panic!("an assignment") };
    assert_eq!(show(target), "r.gamma");
    assert_eq!(show(value), "(State rho:rho gas:{0 g} ..q).gas.gamma[0]");
    let tail = f.body.tail.as_ref().map(show);
    assert_eq!(tail.as_deref(), Some("(tuple (K a:a b:2) q.gas.gamma)"));
}

#[test]
fn errors_are_small_and_helpful() {
    for (source, expected) in [
        (
            "a if c else b",
            "if: `a if c else b` is not part of the array language\n= help: write `where(c, a, b)`",
        ),
        (
            "a < b < c",
            "<: comparisons cannot be chained\n= help: compare in pairs: `(a < b) & (b < c)`",
        ),
        (
            "a < b & c < d",
            "<: comparisons cannot be chained\n= help: `&`, `|` and `^` bind tighter than comparisons: write `(a < b) & (c < d)`",
        ),
        (
            "x[::2]",
            "::: slices are written with `..` here, not with `:`\n= help: `:` is `..`, `a:b` is `a..b`, `::2` is `..;2`, `a:b:c` is `a..b;c`",
        ),
        (
            "x[1:3]",
            ":: slices are written with `..` here, not with `:`\n= help: `:` is `..`, `a:b` is `a..b`, `::2` is `..;2`, `a:b:c` is `a..b;c`",
        ),
        (
            "a + ",
            "+: `+` has no operand on its right\n= help: write one behind it, or remove the `+`",
        ),
        (
            "f(a, b +)",
            "+: `+` has no operand on its right\n= help: write one behind it, or remove the `+`",
        ),
        (
            "1.e3",
            "1.e3: this is not a number in Rust\n= help: write a digit after the point: 1.0e3",
        ),
        (
            "einsum('i', x)",
            "'i': single quotes hold one character in Rust, not text\n= help: use double quotes: \"i\"",
        ),
        ("2.5i", "2.5i: unknown suffix `i` of a number\n= help: an imaginary number is `2.5j`"),
        ("let y = a b; y", "b: expected `;` or an operator, found `b`"),
        (
            "let y = a\nlet z = 1; z",
            "a: expected `;` or an operator after this\n= help: a statement ends in `;` (`//` starts a comment: floor division is `floor_div(a, b)`)",
        ),
        (
            "np.sum(x, axis: 1)",
            "axis: `axis:` does not name an argument\n= help: keyword arguments are written `axis=value`",
        ),
        (
            "sum(x, axis=1, 2)",
            "2: a positional argument cannot follow a keyword argument\n= help: put it first, or name it too",
        ),
        (
            "let (a, (b, c)) = f(x); a",
            "(: patterns do not nest\n= help: name the parts one level at a time: `let (a, b) = ...;`",
        ),
        (
            "[0.0; 3]",
            "[0.0; 3]: `[value; count]` is not part of the array language\n= help: write `full([f64; N], value)`",
        ),
        (
            "for i in range(5) { } x",
            "range(5): a loop runs over a range of integers\n= help: write `for s in 0..5 { ... }`",
        ),
        ("x[]", "[]: expected an index or a slice in here"),
        (
            "a::b(x)",
            "::: paths are not part of the array language\n= help: names stand alone: write `b`",
        ),
    ] {
        assert_eq!(error(source), expected, "{source}");
    }
}

#[test]
fn swallowed_floor_divisions_are_noticed() {
    let body = |text: &str| block(&format!("pub fn f<N>(x: f64, k: f64) -> f64 {{\n{text}\n}}")).1;
    let found = body("    x // k");
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(
        found[0].starts_with("x: `// k` behind this is a comment, not a division"),
        "{found:?}"
    );
    assert_eq!(body("let a = x // 2\n + k; a").len(), 1);
    assert_eq!(body("let a = (x + 1) // N;\n + k; a").len(), 1);
    for fine in [
        "x // the k",
        "let a = x; // k\n a",
        "x /* // k */",
        "// k\n x",
        "x // unknown",
        "f(x, // k\n k)",
        "/* x\n x // k */ x",
        "einsum(\"x // k\", x)",
    ] {
        assert_eq!(body(fine), Vec::<String>::new(), "{fine}");
    }
}

#[test]
fn every_error_of_a_block_is_reported() {
    let (block, errors) = block(
        "enum S { A, B }
        pub fn f(x: f64) -> f64 { let a = ; let b = x +; f(x y, 1.e3); b }
        pub fn g(x: [f64]) -> &f64 { 1 + }
        pub fn h(x: f64) -> f64 { x }",
    );
    assert_eq!(errors.len(), 8, "{errors:#?}");
    let names: Vec<_> = block.fns.iter().map(|f| (f.name.to_string(), f.broken)).collect();
    assert_eq!(names, [("f".to_string(), true), ("h".to_string(), false)]);
}

#[test]
fn macro_captures_are_transparent() {
    use proc_macro2::{Delimiter, Group, TokenTree};
    let capture =
        |text: &str| TokenTree::Group(Group::new(Delimiter::None, text.parse().expect("it lexes")));
    let mut body: TokenStream = "2 *".parse().expect("it lexes");
    body.extend([capture("a + b")]);
    let mut tokens: TokenStream = "pub fn".parse().expect("it lexes");
    tokens.extend([capture("f")]);
    tokens.extend("(a: f64, b:".parse::<TokenStream>().into_iter().flatten());
    let mut params: TokenStream = "a: ".parse().expect("it lexes");
    params.extend([capture("[f64; 3]")]);
    params.extend(", b: ".parse::<TokenStream>().expect("it lexes"));
    params.extend([capture("f64")]);
    let mut tokens: TokenStream = "pub fn".parse().expect("it lexes");
    tokens.extend([capture("f")]);
    tokens.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, params))]);
    tokens.extend("-> ".parse::<TokenStream>().expect("it lexes"));
    tokens.extend([capture("f64")]);
    tokens.extend([TokenTree::Group(Group::new(Delimiter::Brace, body))]);
    let mut errors = Errors::default();
    let block = parse_block(tokens, &mut errors);
    assert!(errors.is_empty(), "{errors:?}");
    let tail = block.fns[0].body.tail.as_ref().expect("a tail");
    assert_eq!(show(tail), "(Mul 2 (Add a b))");
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let n = 5000;
    let nested = [
        format!("{}x{}", "(".repeat(n), ")".repeat(n)),
        format!("{}x{}", "[".repeat(n), "]".repeat(n)),
        format!("{}x{}", "x[".repeat(n), "]".repeat(n)),
        format!("{}x{}", "f(".repeat(n), ")".repeat(n)),
        format!("{}x{}", "{".repeat(n), "}".repeat(n)),
        format!("{}{}", "for s in 0..2 {".repeat(n), "}".repeat(n)),
        format!("{}x", "-".repeat(n)),
        format!("x{}", " + x".repeat(n)),
        format!("x{}", " ** x".repeat(n)),
        format!("x{}", ".abs()".repeat(n)),
        format!("x{}", "[..]".repeat(n)),
        format!("x{}", " as f64".repeat(n)),
        format!("{}x", "|i: N| ".repeat(n)),
        format!("zeros([f64; {}x{}])", "zeros([f64; ".repeat(n), "])".repeat(n)),
    ];
    for source in nested {
        let (_, errors) = block(&format!("pub fn f(x: f64) -> f64 {{ {source} }}"));
        let some = errors.iter().any(|e| e.contains("levels deep"));
        assert!(some, "{}: {errors:#?}", source.chars().take(20).collect::<String>());
    }
    tree(&format!("x{}", " + x".repeat(150)));
    tree(&format!("{}x{}", "(".repeat(60), ")".repeat(60)));
}

/// Valid input with tokens dropped, doubled, swapped or cut off never panics. A cut inside a body is always an error
/// with a place.
#[test]
fn mutated_input_never_panics() {
    const SEED: &str = "const C: [f64; 2] = [1., 2.];
        pub fn f<E, N, T: f32 | f64>(x: [T; E, N], u: &mut [f64; E], i: [index<E * N>; E, 3]) -> ([T; E], f64)
        where N: 4 | _, (A, B): (1, 2) | (3, 4) {
            let (a, b) = g(x, axis=-1); let y: [f64; E] = x[1..-1, ..;2, newaxis, ..., i] ** 2 as f64;
            for s in 0..5 { u += -y * C[s] @ x.T; }
            let z = sum(|k: N| a[k] * 1e-3f64) + where(a < b, zeros([f64; E, 2 * N]), { let q = 1; q });
            (einsum(\"ij->i\", z), [a, b].sum(keepdims=true))
        }";
    valid(SEED);
    let tokens: Vec<_> = flatten(SEED);
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move |n: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % n.max(1) as u64) as usize
    };
    let check = |words: &[String]| {
        let text = words.join(" ");
        // Unbalanced delimiters are errors of rustc, and the macro never sees them.
        let Ok(stream) = TokenStream::from_str(&text) else { return None };
        let mut errors = Errors::default();
        parse_block(stream, &mut errors);
        for d in errors.sorted() {
            assert!(d.span.start.start().line >= 1 && !d.message().is_empty());
        }
        Some(!errors.is_empty())
    };
    let mut failures = 0;
    for _ in 0..4000 {
        let mut words = tokens.clone();
        for _ in 0..=next(3) {
            let (i, j) = (next(words.len()), next(words.len()));
            match next(4) {
                0 => drop(words.remove(i)),
                1 => words.insert(i, words[j].clone()),
                2 => words.swap(i, j),
                _ => words.insert(
                    i,
                    ["=", "..", ";", "'", "#", "1.5q", "let", "fn", "|", "0"][j % 10].into(),
                ),
            }
        }
        failures += usize::from(check(&words).unwrap_or(false));
    }
    assert!(failures > 1000, "mutations are noticed: {failures}");
    // The source is cut off anywhere, and the open delimiters are closed. That is an error, unless the rest is a
    // program.
    let mut cut_errors = 0;
    for end in 1..tokens.len() {
        let mut words = tokens[..end].to_vec();
        let mut open = Vec::new();
        for word in &words {
            match word.as_str() {
                "(" => open.push(")"),
                "[" => open.push("]"),
                "{" => open.push("}"),
                ")" | "]" | "}" => drop(open.pop()),
                _ => {}
            }
        }
        words.extend(open.iter().rev().map(ToString::to_string));
        cut_errors += usize::from(check(&words) == Some(true));
    }
    assert!(cut_errors * 3 > tokens.len() * 2, "{cut_errors} of {}", tokens.len());
}

/// The tokens of `source` as words. Operators stay in one piece.
fn flatten(source: &str) -> Vec<String> {
    use proc_macro2::{Delimiter, Spacing, TokenTree};
    fn walk(stream: TokenStream, words: &mut Vec<String>) {
        let mut joint = false;
        for token in stream {
            match token {
                TokenTree::Group(g) => {
                    let (open, close) = match g.delimiter() {
                        Delimiter::Parenthesis => ("(", ")"),
                        Delimiter::Bracket => ("[", "]"),
                        Delimiter::Brace => ("{", "}"),
                        Delimiter::None => ("", ""),
                    };
                    words.push(open.into());
                    walk(g.stream(), words);
                    words.push(close.into());
                    joint = false;
                }
                TokenTree::Punct(p) => {
                    match words.last_mut() {
                        Some(last) if joint => last.push(p.as_char()),
                        _ => words.push(p.to_string()),
                    }
                    joint = p.spacing() == Spacing::Joint;
                }
                other => {
                    words.push(other.to_string());
                    joint = false;
                }
            }
        }
    }
    let mut words = Vec::new();
    walk(source.parse().expect("it lexes"), &mut words);
    words
}
