//! Hostile sizes: what the parser lets through does not overflow the stack of a later stage.

use array_fn_compiler::diagnostic::Errors;
use proc_macro2::TokenStream;

fn expand(body: &str) {
    let source = format!("pub fn f<N>(x: [f64; N], m: [f64; N, N]) -> [f64; N] {{ {body} }}");
    let tokens: TokenStream = source.parse().expect("the source lexes");
    let mut errors = Errors::default();
    array_fn_compiler::check_tokens(tokens.clone(), &mut errors);
    let messages: Vec<String> = errors.sorted().into_iter().map(|d| d.message()).collect();
    assert!(messages.is_empty(), "{messages:?}");
    assert!(!array_fn_compiler::expand(tokens).is_empty());
}

#[test]
fn expressions_at_the_limit_pass_all_stages() {
    expand(&format!("x{}", " + x".repeat(190)));
    expand(&format!("x{}", ".abs()".repeat(190)));
    expand(&format!("{}x", "-".repeat(75)));
    expand(&format!("x{}", " ** x".repeat(75)));
    expand(&format!("{}x{}", "sqrt(".repeat(75), ")".repeat(75)));
    expand(&format!("{}x{}", "(".repeat(75), " + x)".repeat(75)));
    expand(&format!("{}x{}", "{".repeat(75), "}".repeat(75)));
    expand(&format!("x{}", "[..]".repeat(190)));
    expand(&format!("x{}", " as f32 as f64".repeat(90)));
    expand(&format!("{}x{}", "m @ (".repeat(20), ")".repeat(20)));
}

#[test]
fn long_programs_pass_all_stages() {
    expand(&format!("let a = x; {} a", "let a = a * 0.5 + x;".repeat(500)));
    expand("let a = x; for s in 0..300 { a = a * 0.5 + s; } a");
}

/// What is used twice is read once, or the work doubles with each step.
#[test]
fn values_used_twice_pass_all_stages() {
    for step in ["a + a", "a * a", "a - a * a", "where(m[0] > a, a, a + a)"] {
        expand(&format!("let a = x; {} a", format!("let a = {step};").repeat(100)));
    }
    for step in ["k + k", "k * k", "k - k * k", "k % 3 + k % 5", "maximum(k, k * k)"] {
        let steps = format!("let k = {step};").repeat(100);
        expand(&format!("let k = 3 + N as i64; {steps} x * k as f64"));
        expand(&format!("from_fn(|i: N| {{ let k = i; {steps} x[i] * k as f64 }})"));
        expand(&format!("from_fn(|i: N| {{ let k = x[i] as i64; {steps} x[i] * k as f64 }})"));
    }
}

#[test]
fn long_closures_pass_all_stages() {
    for step in ["k + j", "k * j", "k + x[i] as i64 * j", "sum(x[..2]) as i64 + k"] {
        let steps = format!("let k = {step}; let j = j * 3 + k;").repeat(400);
        expand(&format!("from_fn(|i: N| {{ let k = i; let j = i * i; {steps} x[i] * k as f64 }})"));
    }
}

/// Blocks of a given number of bytes, some of which are errors.
mod large {
    type Shape = (&'static str, fn(usize) -> String);

    fn many(count: usize, item: impl Fn(usize) -> String) -> String {
        (0..count).map(item).collect()
    }

    fn function(body: &str) -> String {
        format!(
            "pub fn f<N>(x: [f64; N], y: [f64; N], m: [bool; N]) -> [f64; N] {{ let a = x; {body} a }}"
        )
    }

    fn statements(statement: fn(usize) -> String) -> impl Fn(usize) -> String {
        move |count| function(&many(count, statement))
    }

    pub const SHAPES: &[Shape] = &[
        ("one name", |n| statements(|_| "let a = a + y;".into())(n)),
        ("a name each", |n| statements(|k| format!("let a{k} = x * {k};"))(n)),
        ("blocks", |n| statements(|_| "let a = { let b = a; b + x };".into())(n)),
        ("scans", |n| statements(|_| "let a = cumsum(a) * y;".into())(n)),
        ("sorts", |n| statements(|_| "let a = sort(a);".into())(n)),
        ("neighbours", |n| {
            statements(|_| "let a = roll(a * y, 1) + concatenate([a[1..], a[..1]]);".into())(n)
        }),
        ("closures", |n| statements(|k| format!("let a = from_fn(|i: N| a[i] + {k});"))(n)),
        ("unknown names", |n| statements(|k| format!("let b{k} = c{k};"))(n)),
        ("no expressions", |n| statements(|_| "let = ;".into())(n)),
        ("swallowed divisions", |n| statements(|_| "let b = a // x\n;".into())(n)),
        ("a loop of", |n| function(&format!("for k in 0..20000 {{ {} }}", "a = a * k;".repeat(n)))),
        ("numbers in a loop", |n| {
            function(&format!("for k in 0..20000 {{ {} }}", "let b = k + 1;".repeat(n)))
        }),
        ("list of numbers", |n| function(&format!("let a = a * sum([{}]);", "0.5, ".repeat(n)))),
        ("list of arrays", |n| {
            function(&format!("let a = sum(stack([{}]), axis=0);", "x, ".repeat(n)))
        }),
        ("joined arrays", |n| {
            let lists = many(n / 300, |_| {
                format!("let a = a + sum(concatenate([{}]));", "x, ".repeat(300))
            });
            function(&lists)
        }),
        ("sum", |n| function(&format!("let a = a{};", " + x".repeat(n)))),
        ("parentheses", |n| function(&format!("let a = {}x{};", "(".repeat(n), ")".repeat(n)))),
        ("string", |n| function(&format!("let a = einsum(\"{}\", a);", "ij,".repeat(n)))),
        ("new axes", |n| function(&format!("let b = x[{}];", "newaxis, ".repeat(n)))),
        ("axes", |n| format!("pub fn f<N>(x: [f64; {}]) -> f64 {{ sum(x) }}", "N, ".repeat(n))),
        ("axes of a value", |n| function(&format!("let b = zeros([f64; {}]);", "1, ".repeat(n)))),
        ("size", |n| function(&format!("let b = zeros([f64; {}1]);", "(N + 1) * ".repeat(n)))),
        ("dimensions", |n| {
            format!("pub fn f<{}>() -> f64 {{ 0 }}", many(n, |k| format!("A{k}, ")))
        }),
        ("parameters", |n| {
            format!(
                "pub fn f<N>({}) -> [f64; N] {{ a0 }}",
                many(n, |k| format!("a{k}: [f64; N], "))
            )
        }),
        ("results", |n| {
            let (types, values) = ("f64, ".repeat(n), "x, ".repeat(n));
            format!("pub fn f(x: f64) -> ({types}) {{ ({values}) }}")
        }),
        ("dtypes", |n| {
            let (dtypes, params) =
                (many(n, |k| format!("T{k}: f32 | f64, ")), many(n, |k| format!("a{k}: T{k}, ")));
            format!("pub fn f<{dtypes}>({params}) -> f64 {{ a0 as f64 }}")
        }),
        ("choices", |n| format!("pub fn f<T: f64{}>(x: T) -> T {{ x }}", "| f32 ".repeat(n))),
        ("variants", |n| {
            let sizes = many(n, |k| format!("{k} | "));
            format!("pub fn f<N>(x: [f64; N]) -> [f64; N] where N: {sizes} _ {{ x }}")
        }),
        ("attributes", |n| format!("{} pub fn f(x: f64) -> f64 {{ x }}", "#[unfused] ".repeat(n))),
        ("unknown attributes", |n| {
            format!("{} pub fn f(x: f64) -> f64 {{ x }}", "#[un] ".repeat(n))
        }),
        ("documentation", |n| format!("{} pub fn f(x: f64) -> f64 {{ x }}", "/// It.\n".repeat(n))),
        ("functions", |n| {
            many(n, |k| format!("pub fn f{k}<N>(x: [f64; N]) -> [f64; N] {{ x * {k} }}\n"))
        }),
        ("helpers of helpers", |n| {
            let helper = |k: usize| {
                let inside =
                    if k == 0 { "x".into() } else { format!("h{}(x) + h{}(x)", k - 1, k - 1) };
                format!("fn h{k}<N>(x: [f64; N]) -> [f64; N] {{ {inside} }}")
            };
            many(n, helper) + &format!("pub fn f<N>(x: [f64; N]) -> [f64; N] {{ h{}(x) }}", n - 1)
        }),
        ("helpers", |n| {
            let helpers =
                many(n, |k| format!("fn h{k}<N>(x: [f64; N]) -> [f64; N] {{ x * {k} }}\n"));
            helpers + &function(&many(n, |k| format!("let a = h{k}(a);")))
        }),
        ("constants", |n| {
            let constant = |k: usize| format!("const C{k}: f64 = C{} * 1.5;", k + 1);
            many(n, constant) + &format!("const C{n}: f64 = 1;")
        }),
        ("items that are none", |n| "= ;".repeat(n)),
    ];
}

/// What the processor did for this thread, where the system tells.
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(|nanoseconds: f64| nanoseconds / 1e9)
}

/// A megabyte of anything is compiled or refused in ten seconds. `ARRAY_FN_BYTES` asks for
/// another size than a few kilobytes.
#[test]
fn large_blocks_take_a_time_in_proportion() {
    let bytes = std::env::var("ARRAY_FN_BYTES").ok().and_then(|bytes| bytes.parse().ok());
    let bytes: usize = bytes.unwrap_or(8000);
    let mut slow = Vec::new();
    for (name, shape) in large::SHAPES {
        let each = (shape(600).len() - shape(300).len()) as f64 / 300.0;
        let source = shape((bytes as f64 / each) as usize);
        let tokens: TokenStream = source.parse().expect("it lexes");
        let Some(start) = processor_time() else { return };
        let expansion = array_fn_compiler::expand(tokens);
        let took = processor_time().unwrap_or(start) - start;
        drop(expansion);
        println!("{name}: {} bytes, {took:.2} s", source.len());
        // To find that a limit is exceeded takes a time of its own.
        if took > 5.0 + source.len() as f64 * 7.5e-6 {
            slow.push(format!("{name}: {} bytes, {took:.2} s", source.len()));
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
