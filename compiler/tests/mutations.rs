//! No input makes the compiler panic: programs with tokens dropped, doubled and exchanged go through
//! the checker, and through all stages if they are still valid.

use array_fn_compiler::diagnostic::Errors;
use proc_macro2::{Group, TokenStream, TokenTree};

const PROGRAMS: [&str; 4] = [
    "const W: [f64; 2] = [0.5, -1.5];
    pub fn f<E, N, T: f32 | f64>(x: [T; E, N], idx: [index<E * N>; E, 3], k: i64) -> ([T; E, 3], T)
    where N: 4 | _ {
        let (a, b) = g(x); let c: [T; E, N] = a + b * 2;
        let d = reshape(c, (E * N)); (d[idx], sum(c ** 2) / 3 as T)
    }
    fn g<A, B, S: f32 | f64>(x: [S; A, B]) -> ([S; A, B], [S; A, B]) { (x, -x) }",
    "pub fn step<E, N>(u: &mut [f64; E, N], d: [f64; N, N], dt: f64, m: [bool; E, N]) {
        for s in 0..3 { let r = einsum(\"ij,ej->ei\", d, u); u += dt * where(m & (r > 0), r, 0); }
    }",
    "pub fn stencil<N>(x: [f64; N + 2], i: [i64; N]) -> [f64; N] {
        let y = x[2..] - 2 * x[1..-1] + x[..-2];
        from_fn(|j: N| y[minimum(j + 1, N - 1)]) + y[i] + x[1..-1;1]
    }",
    "pub fn shapes<E, N>(x: [f64; E, N], y: [i32; N]) -> [f64; N, 2, E] {
        let a = stack([x, x * y as f64], axis=1).transpose(2, 1, 0);
        let b = concatenate([x[.., newaxis], ones([f64; E, 1, N])], axis=1).mean(axis=(0, 1), keepdims=true);
        a + b.T[..N] * x.max() + squeeze(expand_dims(x, 0), axis=0)[0, 0]
    }",
];

/// Xorshift: the same mutations on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }
}

fn count(tokens: &TokenStream) -> usize {
    let inner = |token: TokenTree| match token {
        TokenTree::Group(group) => 1 + count(&group.stream()),
        _ => 1,
    };
    tokens.clone().into_iter().map(inner).sum()
}

fn flat(tokens: &TokenStream, list: &mut Vec<TokenTree>) {
    for token in tokens.clone() {
        if let TokenTree::Group(group) = &token {
            flat(&group.stream(), list);
        }
        list.push(token);
    }
}

/// `tokens` with the token number `at` dropped, doubled, or replaced by `other`.
fn mutate(tokens: &TokenStream, at: &mut usize, how: usize, other: &TokenTree) -> TokenStream {
    let mut mutated = Vec::new();
    for token in tokens.clone() {
        let here = *at == 0;
        *at = at.wrapping_sub(1);
        match (here, how) {
            (true, 0) => {}
            (true, 1) => mutated.extend([token.clone(), token]),
            (true, 2) => mutated.push(other.clone()),
            (true, _) => mutated.extend([other.clone(), token]),
            (false, _) => mutated.push(match token {
                TokenTree::Group(group) => {
                    let mut inner =
                        Group::new(group.delimiter(), mutate(&group.stream(), at, how, other));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                token => token,
            }),
        }
    }
    mutated.into_iter().collect()
}

#[test]
fn mutated_programs_are_errors_or_programs() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    let (mut valid, mut invalid) = (0, 0);
    for round in 0..3000 {
        let program: TokenStream = PROGRAMS[round % PROGRAMS.len()].parse().expect("it lexes");
        let mut list = Vec::new();
        flat(&program, &mut list);
        let mut tokens = program;
        for _ in 0..=random.below(2) {
            let other = list[random.below(list.len())].clone();
            let mut at = random.below(count(&tokens));
            tokens = mutate(&tokens, &mut at, random.below(4), &other);
        }
        let mut errors = Errors::default();
        array_fn_compiler::check_tokens(tokens.clone(), &mut errors);
        if errors.is_empty() {
            valid += 1;
            // All stages take their time: a part of the survivors is enough.
            if valid % 8 == 0 {
                array_fn_compiler::expand(tokens);
            }
        } else {
            invalid += 1;
            assert!(errors.sorted().iter().all(|d| !d.message().is_empty()));
        }
    }
    assert!(valid > 50 && invalid > 1000, "{valid} valid, {invalid} invalid");
}

#[test]
fn the_programs_are_valid() {
    for program in PROGRAMS {
        let tokens: TokenStream = program.parse().expect("it lexes");
        let mut errors = Errors::default();
        array_fn_compiler::check_tokens(tokens, &mut errors);
        assert!(errors.is_empty(), "{}", errors.render(program, "program"));
    }
}
