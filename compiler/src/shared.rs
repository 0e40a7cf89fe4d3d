//! Blocks that use items of other blocks.
//!
//! A macro sees only the tokens of its own block. So a block with `#![shared]` at its top hands its tokens on:
//!
//! 1. The shared block leaves a `macro_rules!` macro behind for each item ([`exports()`]).
//! 2. A block with a `use` expands to a call of that macro ([`request`]). Rust finds the macro by the path of the
//!    `use`, as it finds any item.
//! 3. The macro calls back with the tokens of the shared block ([`Handed`]).
//!
//! Build scripts run no macros. They find the other block by its module.
//!
//! [`link()`] then appends the items of the used blocks to those of the block that is compiled. Every constant and
//! function knows the block that declares it (`home`), and the names in it mean the items that they mean there. Records
//! have no such scopes: a record of another block is renamed if the block that is compiled does not use it by name.

mod exports;
mod link;
mod rename;
mod spacing;
#[cfg(test)]
mod tests;

pub use exports::{answer, exports, id, request};
pub use link::link;

use crate::hash::HashMap;
use crate::parse::ast::{Block, Import, Item};
use proc_macro2::{Delimiter, Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{format_ident, quote};
use std::collections::BTreeMap;

/// A shared block in the form in which it is handed on.
#[derive(Clone, Debug)]
pub struct SharedBlock {
    /// Different for different blocks.
    pub id: String,
    /// Whether it has errors. They are reported where the block stands.
    pub broken: bool,
    /// For each name that it uses, the block that declares the name.
    pub providers: Vec<String>,
    pub tokens: TokenStream,
}

/// The blocks that were handed to a block that uses their items.
#[derive(Clone, Debug, Default)]
pub struct Handed {
    /// For each used name, in the order of the `use`s, the block that declares the name.
    pub providers: Vec<String>,
    /// These blocks, and all blocks that they use.
    pub blocks: Vec<SharedBlock>,
}

impl Handed {
    /// Takes the answer for the next name: the block that declares it, then the blocks that this block uses.
    pub fn take(&mut self, blocks: Vec<SharedBlock>) {
        self.providers.extend(blocks.first().map(|block| block.id.clone()));
        for block in blocks {
            if self.blocks.iter().all(|known| known.id != block.id) {
                self.blocks.push(block);
            }
        }
    }

    fn to_tokens(&self) -> TokenStream {
        let providers = self.providers.iter().map(|id| Literal::string(id));
        let blocks = self.blocks.iter().map(SharedBlock::to_tokens);
        quote!([#(#providers)*] #(#blocks)*)
    }

    /// Reads the tokens of [`Handed::to_tokens`].
    fn from_tokens(tokens: TokenStream) -> Option<Handed> {
        let mut tokens = tokens.into_iter();
        let providers = texts(tokens.next()?)?;
        let blocks = tokens.map(SharedBlock::from_token).collect::<Option<Vec<_>>>()?;
        Some(Handed { providers, blocks })
    }
}

impl SharedBlock {
    fn to_tokens(&self) -> TokenStream {
        let SharedBlock { id, broken, providers, tokens } = self;
        let state = Ident::new(if *broken { "broken" } else { "sound" }, Span::call_site());
        let tokens = spacing::marked(tokens.clone());
        quote!({ #id #state [#(#providers)*] { #tokens } })
    }

    fn from_token(token: TokenTree) -> Option<SharedBlock> {
        let mut parts = group(token)?.stream().into_iter();
        let id = text(&parts.next()?)?;
        let broken = matches!(parts.next()?, TokenTree::Ident(state) if state == "broken");
        let providers = texts(parts.next()?)?;
        let tokens = spacing::unmarked(group(parts.next()?)?.stream());
        Some(SharedBlock { id, broken, providers, tokens })
    }
}

/// The token as a group, if it is one. Tokens that a macro handed on may arrive in a group without delimiters.
fn group(token: TokenTree) -> Option<Group> {
    match token {
        TokenTree::Group(outer) if outer.delimiter() == Delimiter::None => {
            outer.stream().into_iter().next().and_then(group)
        }
        TokenTree::Group(group) => Some(group),
        _ => None,
    }
}

fn text(token: &TokenTree) -> Option<String> {
    match token {
        TokenTree::Literal(literal) => {
            literal.to_string().strip_prefix('"')?.strip_suffix('"').map(str::to_string)
        }
        TokenTree::Group(group) => text(&group.stream().into_iter().next()?),
        _ => None,
    }
}

fn texts(token: TokenTree) -> Option<Vec<String>> {
    group(token)?.stream().into_iter().map(|token| text(&token)).collect()
}

/// The name under which a block hands `item` on. If the block is not shared, this name does not exist, and rustc says
/// that it "could not find `pressure__of_a_shared_block` in `gas`".
pub fn exported(item: &Ident) -> Ident {
    let text = item.to_string();
    format_ident!("{}__of_a_shared_block", text.trim_start_matches("r#"), span = item.span())
}

/// The name under which a shared block makes a record known that it uses itself.
fn passed_on(record: &str, id: &str) -> Ident {
    format_ident!("{}__of_{}", record.trim_start_matches("r#"), id)
}

/// The constants and functions that names mean in each of the linked blocks.
#[derive(Debug, Default)]
pub struct Names {
    homes: Vec<BTreeMap<String, Item>>,
}

impl Names {
    pub fn new(block: &Block) -> Names {
        let mut names = Names::default();
        // Later items come first, so that earlier ones of the same name replace them.
        for (k, constant) in block.consts.iter().enumerate().rev() {
            names.add(constant.home, &constant.name, Item::Const(k));
        }
        for (k, function) in block.fns.iter().enumerate().rev() {
            names.add(function.home, &function.name, Item::Function(k));
        }
        for Import { user, alias, item } in &block.imports {
            if !matches!(item, Item::Record(_)) {
                names.add(*user, alias, *item);
            }
        }
        names
    }

    fn add(&mut self, home: usize, name: &Ident, item: Item) {
        if self.homes.len() <= home {
            self.homes.resize_with(home + 1, BTreeMap::new);
        }
        self.homes[home].insert(name.to_string(), item);
    }

    /// The function that `name` means in a block.
    pub fn function(&self, home: usize, name: &str) -> Option<usize> {
        match self.homes.get(home)?.get(name)? {
            Item::Function(k) => Some(*k),
            Item::Const(_) | Item::Record(_) => None,
        }
    }

    /// The constant that `name` means in a block.
    pub fn constant(&self, home: usize, name: &str) -> Option<usize> {
        match self.homes.get(home)?.get(name)? {
            Item::Const(k) => Some(*k),
            Item::Function(_) | Item::Record(_) => None,
        }
    }

    /// The names of functions that a block can call.
    pub fn functions(&self, home: usize) -> impl Iterator<Item = &str> {
        let names = self.homes.get(home).into_iter().flatten();
        names.filter(|(_, item)| matches!(item, Item::Function(_))).map(|(name, _)| name.as_str())
    }

    /// The names of constants that a block can use.
    pub fn constants(&self, home: usize) -> impl Iterator<Item = &str> {
        let names = self.homes.get(home).into_iter().flatten();
        names.filter(|(_, item)| matches!(item, Item::Const(_))).map(|(name, _)| name.as_str())
    }

    /// How many blocks are linked.
    pub fn blocks(&self) -> usize {
        self.homes.len()
    }
}

/// The blocks by their ids.
fn by_id(handed: &Handed) -> HashMap<&str, &SharedBlock> {
    handed.blocks.iter().map(|block| (block.id.as_str(), block)).collect()
}
