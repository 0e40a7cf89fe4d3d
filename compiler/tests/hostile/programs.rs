//! Valid programs with some of their tokens dropped, doubled, exchanged, or taken from other programs.

use array_fn_compiler::check::function_table;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::iter::Peekable;
use std::path::Path;

/// Decisions, made by numbers: the bytes of a fuzzer, or what a generator makes of a seed.
pub struct Choices<I: Iterator<Item = u64>>(Peekable<I>);

impl<I: Iterator<Item = u64>> Choices<I> {
    pub fn new(numbers: I) -> Self {
        Choices(numbers.peekable())
    }

    /// A number below `n`; 0 when there are no more.
    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next().unwrap_or(0) % n.max(1) as u64) as usize
    }

    fn is_over(&mut self) -> bool {
        self.0.peek().is_none()
    }
}

/// A program as a list of words; brackets are words.
type Words = Vec<String>;

/// Programs of the conformance suite and of the golden messages.
pub struct Programs {
    /// Single functions.
    functions: Vec<Words>,
    /// Whole blocks with several functions that need each other.
    blocks: Vec<Words>,
}

impl Programs {
    pub fn read() -> Programs {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut files = Vec::new();
        for folder in ["conformance/tests/values/cases", "ui-tests/tests/ui"] {
            let entries = std::fs::read_dir(root.join(folder)).expect("the folder of the programs");
            files.extend(entries.map(|entry| entry.expect("an entry").path()));
        }
        files.retain(|file| file.extension().is_some_and(|e| e == "rs"));
        files.sort();
        let mut programs = Programs { functions: Vec::new(), blocks: Vec::new() };
        for file in files {
            let text = std::fs::read_to_string(file).expect("a readable file");
            let Ok(tokens) = text.parse::<TokenStream>() else { continue };
            let mut blocks = Vec::new();
            find_blocks(tokens, &mut blocks);
            blocks.into_iter().for_each(|block| programs.add(block));
        }
        assert!(programs.functions.len() > 200, "{} functions", programs.functions.len());
        programs
    }

    fn add(&mut self, block: TokenStream) {
        let mut function: Vec<TokenTree> = Vec::new();
        for token in block.clone() {
            let is_body =
                matches!(&token, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
            function.push(token);
            if is_body {
                self.functions.push(words(std::mem::take(&mut function).into_iter().collect()));
            }
        }
        let block = words(block);
        if block.len() < 600 {
            self.blocks.push(block);
        }
    }

    fn count(&self) -> usize {
        self.functions.len() + self.blocks.len()
    }

    fn pick(&self, choices: &mut Choices<impl Iterator<Item = u64>>) -> &Words {
        match choices.below(self.count()) {
            k if k < self.functions.len() => &self.functions[k],
            k => &self.blocks[k - self.functions.len()],
        }
    }

    /// One of the programs, changed in a few places.
    pub fn changed(&self, choices: &mut Choices<impl Iterator<Item = u64>>) -> String {
        let mut program = self.pick(choices).clone();
        for _ in 0..1 + choices.below(2) {
            if choices.is_over() || program.is_empty() {
                break;
            }
            self.change(&mut program, choices);
        }
        program.join(" ")
    }

    fn change(&self, program: &mut Words, choices: &mut Choices<impl Iterator<Item = u64>>) {
        let at = choices.below(program.len());
        match choices.below(9) {
            0 => {
                program.drain(whole(program, at));
            }
            1 => {
                let part = program[whole(program, at)].to_vec();
                program.splice(at..at, part);
            }
            2 => {
                let other = choices.below(program.len());
                let part = program[whole(program, other)].to_vec();
                program.splice(whole(program, at), part);
            }
            3 | 4 => {
                let other = self.pick(choices);
                let from = choices.below(other.len());
                let part = other[whole(other, from)].to_vec();
                let into = whole(program, at);
                program.splice(into, part);
            }
            5 => {
                const VALUES: [&str; 12] = [
                    "0",
                    "1",
                    "2",
                    "-1",
                    "7",
                    "255",
                    "9223372036854775807",
                    "0.5",
                    "N",
                    "x",
                    "1e400",
                    "true",
                ];
                let value = VALUES[choices.below(VALUES.len())];
                program.splice(whole(program, at), value.split(' ').map(String::from));
            }
            6 => {
                const SIGNS: [&str; 16] = [
                    "+", "-", "*", "/", "**", "%", "@", "&", "|", "<", "==", "..", ",", ";", "=",
                    ".",
                ];
                program.insert(at, SIGNS[choices.below(SIGNS.len())].into());
            }
            7 => {
                let dtypes = ["f64", "f32", "f16", "bf16", "i64", "i32", "i8", "u8", "u32", "bool"];
                let to = dtypes[choices.below(dtypes.len())];
                let places =
                    || (0..program.len()).filter(|k| dtypes.contains(&program[*k].as_str()));
                if let Some(k) = places().nth(choices.below(places().count())) {
                    program[k] = to.into();
                }
            }
            _ => {
                let names: Vec<&str> =
                    function_table().iter().map(|function| function.name).collect();
                let known = |k: &usize| names.contains(&program[*k].as_str());
                let places: Vec<usize> = (0..program.len()).filter(known).collect();
                if !places.is_empty() {
                    let k = places[choices.below(places.len())];
                    program[k] = names[choices.below(names.len())].into();
                }
            }
        }
    }
}

/// The word, or the group that starts or ends there.
fn whole(words: &Words, at: usize) -> std::ops::Range<usize> {
    let step = |word: &str| match word {
        "(" | "[" | "{" => 1,
        ")" | "]" | "}" => -1,
        _ => 0,
    };
    let mut depth = step(&words[at]);
    match depth {
        1 => {
            let mut end = at + 1;
            while depth > 0 && end < words.len() {
                depth += step(&words[end]);
                end += 1;
            }
            at..end
        }
        -1 => {
            let mut start = at;
            while depth < 0 && start > 0 {
                start -= 1;
                depth += step(&words[start]);
            }
            start..at + 1
        }
        _ => at..at + 1,
    }
}

/// The contents of all `array_fn! { .. }`.
fn find_blocks(tokens: TokenStream, blocks: &mut Vec<TokenStream>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (k, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else { continue };
        let is_block = k >= 2 && matches!(&tokens[k - 2], TokenTree::Ident(i) if i == "array_fn");
        if is_block {
            blocks.push(group.stream());
        } else {
            find_blocks(group.stream(), blocks);
        }
    }
}

/// Joint punctuation stays one word.
fn words(tokens: TokenStream) -> Words {
    let mut words = Words::new();
    let mut joint = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                words.push(open.into());
                words.extend(self::words(group.stream()));
                words.push(close.into());
                joint = false;
            }
            TokenTree::Punct(punct) => {
                match words.last_mut() {
                    Some(last) if joint => last.push(punct.as_char()),
                    _ => words.push(punct.as_char().to_string()),
                }
                joint = punct.spacing() == proc_macro2::Spacing::Joint;
            }
            other => {
                match words.last_mut() {
                    // A lifetime's name.
                    Some(last) if joint && last == "'" => last.push_str(&other.to_string()),
                    _ => words.push(other.to_string()),
                }
                joint = false;
            }
        }
    }
    words
}
