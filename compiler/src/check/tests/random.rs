//! Random programs. None of them makes the checker panic, and every accepted program is right inside.

use super::check;
use crate::check::function_table;
use crate::dag::interpret::{Tensor, infer_dims, interpret};
use crate::dag::{Const, DType};

/// A generator of programs, most of them wrong.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % n
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    fn leaf(&mut self) -> String {
        const LEAVES: &[&str] = &[
            "a",
            "a",
            "a",
            "b",
            "b",
            "c",
            "d",
            "m",
            "x",
            "k",
            "u",
            "v",
            "three",
            "one",
            "N",
            "E",
            "0",
            "1",
            "2",
            "3",
            "-1",
            "0.5",
            "2.0",
            "true",
            "T3",
            "S",
            "1e300",
            "(0 - N)",
            "[1, 2, 3]",
            "zeros([f64; E, N])",
            "b.T",
            "a[newaxis]",
            "i",
            "j",
        ];
        self.pick(LEAVES).to_string()
    }

    fn subscript(&mut self, depth: usize) -> String {
        match self.below(12) {
            0..=2 => "..".into(),
            3 => "newaxis".into(),
            4 => "...".into(),
            5 => self
                .pick(&["1..", "..-1", "1..-1", "..;2", "..;-1", "-1..0;-1", "..3", "..N", "1..;3"])
                .into(),
            6 => self.pick(&["0", "-1", "1", "2", "N - 1", "k", "S"]).into(),
            7 => self
                .pick(&["d", "c", "T3", "i", "j", "i - 1", "(i + j) % N", "minimum(i, j)"])
                .into(),
            _ => self.expr(depth),
        }
    }

    fn expr(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.leaf();
        }
        let d = depth - 1;
        match self.below(14) {
            0..=1 => self.leaf(),
            2..=5 => {
                let op = self
                    .pick(&["+", "-", "*", "/", "%", "**", "@", "&", "|", "<<", "==", "<", ">="]);
                format!("(({}) {op} ({}))", self.expr(d), self.expr(d))
            }
            6 => format!("({}{})", self.pick(&["-", "!", ""]), self.expr(d)),
            7..=8 => {
                let count = 1 + self.below(3);
                let parts: Vec<String> = (0..count).map(|_| self.subscript(d)).collect();
                format!("({})[{}]", self.expr(d), parts.join(", "))
            }
            9 => format!(
                "(({}) as {})",
                self.expr(d),
                self.pick(&["f64", "f32", "i32", "i64", "bool", "u64"])
            ),
            10 => format!("from_fn(|i: N, j: {}| {})", self.pick(&["N", "E", "3"]), self.expr(d)),
            11 => format!("{}(|j: N| {})", self.pick(&["sum", "max", "all", "mean"]), self.expr(d)),
            12 => {
                let spec =
                    self.pick(&["i,i->i", "ij,j", "ij->ji", "ii", "i,j->ij", "...i,i", "i,j,i->"]);
                let count = spec.split("->").next().unwrap_or_default().split(',').count();
                let args: Vec<String> = (0..count).map(|_| self.expr(d)).collect();
                format!("einsum(\"{spec}\", {})", args.join(", "))
            }
            _ => {
                let table = function_table();
                let f = &table[self.below(table.len())];
                let x = self.expr(d);
                match f.name {
                    "stack" | "concatenate" => format!(
                        "{}([{x}, {}], axis={})",
                        f.name,
                        self.expr(d),
                        self.pick(&["0", "-1", "1"])
                    ),
                    "reshape" => format!(
                        "reshape({x}, {})",
                        self.pick(&["-1", "N, E", "[N, 1]", "E * N", "3", "-1, N"])
                    ),
                    "transpose" => format!("transpose({x})"),
                    "broadcast_to" => format!("broadcast_to({x}, [E, N])"),
                    "expand_dims" | "squeeze" => {
                        format!("{}({x}, {})", f.name, self.pick(&["0", "-1", "1"]))
                    }
                    "swapaxes" | "moveaxis" => {
                        format!("{}({x}, 0, {})", f.name, self.pick(&["0", "-1", "1"]))
                    }
                    "zeros" | "ones" => format!("{}([f64; N])", f.name),
                    "full" => format!("full([f64; N], {x})"),
                    "clip" | "where" => {
                        format!("{}({x}, {}, {})", f.name, self.expr(d), self.expr(d))
                    }
                    "from_fn" | "einsum" => x,
                    name if f.signature.contains("axis=") => format!(
                        "{name}({x}{})",
                        self.pick(&["", ", axis=0", ", axis=-1, keepdims=true", ", axis=(0, 1)"])
                    ),
                    name if f.signature.contains(", ") => format!("{name}({x}, {})", self.expr(d)),
                    name => format!("{name}({x})"),
                }
            }
        }
    }
}

/// No program makes the checker panic, and every accepted program runs without an internal error, such as a load
/// outside of an array.
#[test]
fn random_programs_are_rejected_or_run() {
    let count: usize =
        std::env::var("RANDOM_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut accepted = 0;
    for _ in 0..count {
        let expr = random.expr(3);
        let pins = random.pick(&["", "where N: 3 | 4"]);
        let source = format!(
            "const T3: [i64; 3] = [0, 2, 1]; const S: i64 = 2;
             pub fn f<E, N>(a: [f64; N], b: [f64; E, N], c: [i64; N], d: [index<N>; N], m: [bool; N],
                            x: f64, k: i64, u: [u32; N], v: [i32; E, N], three: [f64; 3], one: [f64; 1],
                            sink: &mut [f64; N]) {pins} {{
                 let r = {expr};
                 sink = where(any(r != r), 1.0, 2.0);
             }}"
        );
        let (functions, errors) = check(&source);
        if !errors.is_empty() {
            assert!(functions.is_empty(), "{source}\n{errors:?}");
            continue;
        }
        accepted += 1;
        let dag = &functions[0].instances[0].dag;
        for n in [3usize, 1, 4] {
            if n == 1 && !pins.is_empty() {
                continue;
            }
            let e = n % 3 + 1;
            let number = |dtype, shape: &[usize]| {
                let len = shape.iter().product::<usize>();
                let values: Vec<f64> = (0..len).map(|k| (k % n) as f64).collect();
                Tensor::from_f64(dtype, shape, &values)
            };
            let args = [
                number(DType::F64, &[n]),
                number(DType::F64, &[e, n]),
                number(DType::I64, &[n]),
                number(DType::I64, &[n]),
                number(DType::Bool, &[n]),
                Tensor::scalar(Const::f64(0.5)),
                Tensor::scalar(Const::i64(0)),
                number(DType::U32, &[n]),
                number(DType::I32, &[e, n]),
                number(DType::F64, &[3]),
                number(DType::F64, &[1]),
                number(DType::F64, &[n]),
            ];
            let dims = infer_dims(dag, &args, &[]).unwrap_or_else(|e| panic!("{source}\n{e}"));
            if let Err(message) = interpret(dag, &|name| dims.get(name).copied(), &args) {
                assert!(!message.contains("internal"), "{source}\nN = {n}, E = {e}: {message}");
            }
        }
    }
    assert!(accepted > count / 20, "only {accepted} of {count} are programs");
}
