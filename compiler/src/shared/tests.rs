use super::*;
use crate::diagnostic::Errors;
use crate::{check_handed, cuda_programs_handed};

fn tokens(source: &str) -> TokenStream {
    source.parse().expect("the source lexes")
}

/// Blocks as their macros hand them on. Each is given by its id, the ids of the blocks that it uses, and its source.
fn handed(providers: &[&str], blocks: &[(&str, &[&str], &str)]) -> Handed {
    let owned = |ids: &[&str]| ids.iter().map(ToString::to_string).collect();
    let block = |(id, providers, source): &(&str, &[&str], &str)| SharedBlock {
        id: id.to_string(),
        broken: false,
        providers: owned(providers),
        tokens: tokens(source),
    };
    Handed { providers: owned(providers), blocks: blocks.iter().map(block).collect() }
}

fn messages(source: &str, handed: &Handed) -> Vec<String> {
    let mut errors = Errors::default();
    check_handed(tokens(source), handed, &mut errors);
    errors.sorted().iter().map(|error| error.message()).collect()
}

const GAS: &str = "#![shared]
    const GAMMA: f64 = 1.4;
    pub struct State<N> { rho: [f64; N], energy: [f64; N] }
    fn pressure<N>(q: State) -> [f64; N] { (GAMMA - 1) * q.energy ** 2 }";

#[test]
fn what_is_handed_survives_as_tokens() {
    let all = handed(
        &["a", "b", "a"],
        &[("a", &["c"], GAS), ("b", &[], "fn f() -> f64 { 1 }"), ("c", &[], "")],
    );
    let read = Handed::from_tokens(all.to_tokens()).expect("it is what was written");
    assert_eq!(read.to_tokens().to_string(), all.to_tokens().to_string());
    assert_eq!(read.providers, ["a", "b", "a"]);
    assert_eq!(read.blocks[0].providers, ["c"]);
    assert_eq!(read.blocks[0].tokens.to_string(), tokens(GAS).to_string());
}

/// The CUDA texts of a block. They show everything but the names of functions.
fn emitted(source: &str, handed: &Handed) -> Vec<String> {
    let mut errors = Errors::default();
    let checked = check_handed(tokens(source), handed, &mut errors);
    assert!(errors.is_empty() && !checked.block.incomplete, "{:?}", messages(source, handed));
    let programs = cuda_programs_handed(tokens(source), handed);
    programs.into_iter().map(|program| program.source).collect()
}

const STEP: &str = "pub fn step<N>(q: State, k: State, dt: f64) -> State {
        State { rho: q.rho + dt * k.rho, energy: k.energy - GAMMA * pressure(q) }
    }
    pub fn twice<N>(q: State) -> [f64; N] { on(pressure, q) }
    fn on<N>(f: fn(q), q: State) -> [f64; N] { 2 * f(q) }";

#[test]
fn what_is_split_into_blocks_is_compiled_as_in_one() {
    let one = GAS.replace("#![shared]", "") + STEP;
    let alone = emitted(&one, &Handed::default());
    assert_eq!(alone.len(), 2);
    let all = handed(&["gas", "gas", "gas"], &[("gas", &[], GAS)]);
    let split = emitted(&format!("use super::gas::{{State, pressure, GAMMA}};{STEP}"), &all);
    assert_eq!(split, alone);
    // The items have other names here, and come through a block between.
    let law = "#![shared] const GAMMA: f64 = 1.4;";
    let state = "#![shared] use super::law::GAMMA as G;
        pub struct State<N> { rho: [f64; N], energy: [f64; N] }
        fn pressure<N>(q: State) -> [f64; N] { (G - 1) * q.energy ** 2 }";
    let blocks: [(&str, &[&str], &str); 2] = [("law", &[], law), ("state", &["law"], state)];
    let all = handed(&["law", "state", "state"], &blocks);
    let step = STEP.replace("State", "Gas").replace("pressure", "p").replace("GAMMA", "H");
    let uses = "use super::law::GAMMA as H; use super::state::{State as Gas, pressure as p};";
    assert_eq!(emitted(&format!("{uses}{step}"), &all), alone);
}

#[test]
fn names_are_those_of_the_block_they_stand_in() {
    let other = "#![shared]
        const A: f64 = B + 1;
        const B: f64 = 2;
        fn clipped<N>(x: [f64; N]) -> [f64; N] { clip(x * A, 0, C) }
        const C: f64 = 9;";
    let all = handed(&["other"], &[("other", &[], other)]);
    let user = "use self::other::clipped;
        const B: f64 = 100;
        fn clip<N>(x: [f64; N], low: f64, high: f64) -> [f64; N] { x - low - high }
        pub fn f<N>(x: [f64; N], A: f64) -> [f64; N] { clipped(x) + clip(x, A, B) }";
    let alone =
        "pub fn f<N>(x: [f64; N], A: f64) -> [f64; N] { clip(x * 3.0, 0, 9.0) + (x - A - 100.0) }";
    assert_eq!(emitted(user, &all), emitted(alone, &Handed::default()));
    // An item that is not used by name is unknown.
    let unknown =
        "use self::other::clipped; pub fn f<N>(x: [f64; N]) -> [f64; N] { clipped(x) * C }";
    let found = messages(unknown, &all);
    assert!(found.len() == 1 && found[0].starts_with("unknown name `C`"), "{found:?}");
}

#[test]
fn sizes_of_records_may_be_constants_of_their_block() {
    let table = "#![shared] const STAGES: i64 = 3;
        pub struct Table<N> { k: [f64; STAGES, N], at: [index<STAGES>; N] }
        fn total<N>(t: Table) -> [f64; N] { sum(t.k[t.at[0]], axis=0) + ones([f64; N]) * STAGES }";
    let all = handed(&["table", "table"], &[("table", &[], table)]);
    let user = "use super::table::{Table, total};
        pub fn f<N>(t: Table) -> ([f64; N], [f64; 3, N]) { (t.k[0] + t.k[2], 2 * t.k) }";
    let alone = "pub struct Table<N> { k: [f64; 3, N], at: [index<3>; N] }
        pub fn f<N>(t: Table) -> ([f64; N], [f64; 3, N]) { (t.k[0] + t.k[2], 2 * t.k) }";
    assert_eq!(emitted(user, &all), emitted(alone, &Handed::default()));
}

#[test]
fn a_block_that_uses_a_broken_one_is_silent() {
    for (provider, source) in [("gas", "#![shared] fn f() -> { 1 }"), ("gone", "")] {
        let all = handed(&[provider], &[("gas", &[], source)]);
        let user = "use super::gas::f; pub fn g(x: f64) -> f64 { f(x) + 1 }";
        let mut errors = Errors::default();
        let checked = check_handed(tokens(user), &all, &mut errors);
        assert!(errors.is_empty() && checked.block.incomplete && checked.functions.is_empty());
    }
    // Blocks that use each other are impossible, because no macro hands them on.
    let blocks: [(&str, &[&str], &str); 2] = [
        ("a", &["b"], "#![shared] use super::b::g; fn f(x: f64) -> f64 { g(x) }"),
        ("b", &["a"], "#![shared] use super::a::f; fn g(x: f64) -> f64 { f(x) }"),
    ];
    let user = "use super::a::f; pub fn h(x: f64) -> f64 { f(x) }";
    let mut errors = Errors::default();
    assert!(check_handed(tokens(user), &handed(&["a"], &blocks), &mut errors).block.incomplete);
}

/// The macro of a shared block hands on every item that it declares, and no other.
#[test]
fn shared_blocks_leave_a_macro_for_each_item() {
    let expansion = crate::expand(tokens(GAS)).to_string();
    for name in ["GAMMA", "State", "pressure"] {
        assert!(expansion.contains(&format!("as {name}__of_a_shared_block")), "{expansion}");
    }
    assert_eq!(expansion.matches("__of_a_shared_block").count(), 3);
    let alone = crate::expand(tokens(&GAS.replace("#![shared]", ""))).to_string();
    assert!(!alone.contains("macro_rules") && !alone.contains("__of_a_shared_block"));
}
