//! Executes the instructions that replacements are made of, as NVIDIA's manual has them, for tests.

use std::collections::HashMap;

/// Registers by their names, as bits.
#[derive(Default)]
pub struct Registers(HashMap<String, u64>);

impl Registers {
    pub fn set(&mut self, name: &str, bits: u64) {
        self.0.insert(name.to_owned(), bits);
    }

    pub fn get(&self, name: &str) -> u64 {
        *self.0.get(name).unwrap_or_else(|| panic!("{name} has no value"))
    }

    /// A register or a literal.
    fn value(&self, operand: &str) -> u64 {
        if operand.starts_with('%') {
            return self.get(operand);
        }
        let hexadecimal = |digits: &str| u64::from_str_radix(digits, 16).unwrap();
        match (operand.strip_prefix("0d"), operand.strip_prefix("0f")) {
            (Some(digits), _) | (None, Some(digits)) => hexadecimal(digits),
            _ => operand.parse::<i128>().unwrap_or_else(|_| panic!("{operand}")) as u64,
        }
    }

    /// Executes lines without branches.
    pub fn run(&mut self, text: &str) {
        for line in text.lines().map(str::trim) {
            let Some(line) = line.strip_suffix(';').filter(|line| !line.starts_with('.')) else {
                continue;
            };
            let (opcode, rest) = line.split_once(char::is_whitespace).unwrap();
            self.step(&opcode.split('.').collect::<Vec<_>>(), rest.trim());
        }
    }

    fn step(&mut self, opcode: &[&str], rest: &str) {
        if opcode[0] == "mov" && rest.contains('{') {
            return self.pack(rest);
        }
        let operands: Vec<&str> = rest.split(',').map(str::trim).collect();
        let v: Vec<u64> = operands[1..].iter().map(|operand| self.value(operand)).collect();
        let kind = opcode[opcode.len() - 1];
        let result = match opcode {
            ["mov", kind] => cut(v[0], kind),
            ["cvt", .., to, from] => convert(opcode[1], to, from, v[0]),
            ["setp", relation, kind] => u64::from(compare(relation, kind, v[0], v[1])),
            ["selp", ..] => {
                if v[2] != 0 {
                    v[0]
                } else {
                    v[1]
                }
            }
            ["mul", "wide", _] => (v[0] & u64::from(u32::MAX)) * (v[1] & u64::from(u32::MAX)),
            ["mul", "hi", "u32"] => {
                ((v[0] & u64::from(u32::MAX)) * (v[1] & u64::from(u32::MAX))) >> 32
            }
            [name, .., "f64"] => {
                let x: Vec<f64> = v.iter().map(|&bits| f64::from_bits(bits)).collect();
                arithmetic(name, &x).to_bits()
            }
            [name, .., "f32"] => {
                let x: Vec<f64> = v.iter().map(|&b| f64::from(f32::from_bits(b as u32))).collect();
                u64::from((arithmetic(name, &x) as f32).to_bits())
            }
            [name, ..] => integer(name, kind, &v),
            [] => panic!("{rest}"),
        };
        let result = match opcode {
            ["mul", "wide", _] | ["setp", ..] => result,
            ["cvt", .., to, _] => cut(result, to),
            _ => cut(result, kind),
        };
        self.set(operands[0], result);
    }

    fn pack(&mut self, rest: &str) {
        let names: Vec<&str> =
            rest.split([',', '{', '}']).map(str::trim).filter(|name| !name.is_empty()).collect();
        if rest.starts_with('{') {
            let whole = self.value(names[2]);
            self.set(names[0], whole & u64::from(u32::MAX));
            self.set(names[1], whole >> 32);
        } else {
            let (low, high) = (self.value(names[1]), self.value(names[2]));
            self.set(names[0], low & u64::from(u32::MAX) | high << 32);
        }
    }
}

fn bits(kind: &str) -> u32 {
    kind.trim_start_matches(char::is_alphabetic).parse().unwrap_or(64)
}

/// The bits that a type has.
fn cut(value: u64, kind: &str) -> u64 {
    if kind == "pred" { value } else { value & (u64::MAX >> (64 - bits(kind))) }
}

fn signed(value: u64, kind: &str) -> i64 {
    let unused = 64 - bits(kind);
    ((value << unused) as i64) >> unused
}

fn convert(mode: &str, to: &str, from: &str, value: u64) -> u64 {
    let real = match from {
        "f64" => f64::from_bits(value),
        "f32" => f64::from(f32::from_bits(value as u32)),
        _ if from.starts_with('s') => signed(value, from) as f64,
        _ => cut(value, from) as f64,
    };
    let real = match mode {
        "rzi" => real.trunc(),
        "rni" => real.round_ties_even(),
        "rmi" => real.floor(),
        "rpi" => real.ceil(),
        _ => real,
    };
    match to {
        "f64" => real.to_bits(),
        "f32" => u64::from((real as f32).to_bits()),
        _ if from.starts_with('s') => signed(value, from) as u64,
        _ => cut(value, from),
    }
}

fn compare(relation: &str, kind: &str, a: u64, b: u64) -> bool {
    if kind == "f64" {
        let (a, b) = (f64::from_bits(a), f64::from_bits(b));
        return match relation {
            "eq" => a == b,
            "ne" => a != b && !a.is_nan() && !b.is_nan(),
            "gt" => a > b,
            "lt" => a < b,
            "nan" => a.is_nan() || b.is_nan(),
            _ => panic!("{relation}"),
        };
    }
    let order = match kind.starts_with('s') {
        true => signed(a, kind).cmp(&signed(b, kind)),
        false => cut(a, kind).cmp(&cut(b, kind)),
    };
    match relation {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "lt" => order.is_lt(),
        "gt" => order.is_gt(),
        "ge" => order.is_ge(),
        _ => panic!("{relation}"),
    }
}

fn arithmetic(name: &str, x: &[f64]) -> f64 {
    match name {
        "add" => x[0] + x[1],
        "sub" => x[0] - x[1],
        "mul" => x[0] * x[1],
        "fma" => x[0].mul_add(x[1], x[2]),
        "sqrt" => x[0].sqrt(),
        "rcp" => 1.0 / x[0],
        _ => panic!("{name}"),
    }
}

fn integer(name: &str, kind: &str, v: &[u64]) -> u64 {
    let sign = kind.starts_with('s');
    let amount = |bits: u64| bits as u32;
    match name {
        "add" => v[0].wrapping_add(v[1]),
        "sub" => v[0].wrapping_sub(v[1]),
        "neg" => v[0].wrapping_neg(),
        "mul" => v[0].wrapping_mul(v[1]),
        "and" => v[0] & v[1],
        "or" => v[0] | v[1],
        "xor" => v[0] ^ v[1],
        "shl" if amount(v[1]) >= bits(kind) => 0,
        "shl" => v[0] << v[1],
        "shr" if sign => (signed(v[0], kind) >> amount(v[1]).min(63)) as u64,
        "shr" if amount(v[1]) >= bits(kind) => 0,
        "shr" => cut(v[0], kind) >> v[1],
        "min" if sign => signed(v[0], kind).min(signed(v[1], kind)) as u64,
        "max" if sign => signed(v[0], kind).max(signed(v[1], kind)) as u64,
        "min" => v[0].min(v[1]),
        "div" if sign => (signed(v[0], kind) / signed(v[1], kind)) as u64,
        "rem" if sign => (signed(v[0], kind) % signed(v[1], kind)) as u64,
        "div" => cut(v[0], kind) / cut(v[1], kind),
        "rem" => cut(v[0], kind) % cut(v[1], kind),
        _ => panic!("{name}.{kind}"),
    }
}
