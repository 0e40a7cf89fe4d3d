//! Arrays whose element types are known only at run time, and the choice of a program by them.

use array_fn_runtime::stream::Streamed;

use super::operand::Sink;
use crate::{Block, ElementType, Error, Result, StoredArray};

/// What can be passed to `f::stream_stored` for an array whose element type chooses the program, and for results: a
/// `&StoredArray`, or a box of one, `(&array, Block { start, shape })`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no array whose element type is known only at run time",
    note = "pass a `&store::StoredArray`, or `(&array, store::Block {{ start, shape }})` for a box of one"
)]
pub trait Untyped<'a> {
    /// The array, if it has so many axes.
    #[doc(hidden)]
    fn untyped(self, rank: usize) -> Result<Sink<'a>>;
}

impl<'a> Untyped<'a> for &'a StoredArray {
    fn untyped(self, rank: usize) -> Result<Sink<'a>> {
        (self, Block::all(&self.header().shape)).untyped(rank)
    }
}

impl<'a> Untyped<'a> for (&'a StoredArray, Block) {
    fn untyped(self, rank: usize) -> Result<Sink<'a>> {
        let (array, block) = self;
        let header = array.header();
        if [header.shape.len(), block.start.len(), block.shape.len()] != [rank; 3] {
            let name = header.name.clone();
            return Err(Error::Rank { array: name, expected: rank, actual: header.shape.len() });
        }
        Ok(Sink::untyped(array, block))
    }
}

/// The first choice whose types are those of the arrays, with its number. `arrays` are parameters, each with the number of the
/// type in a choice.
///
/// # Errors
/// [`Error::Request`] if there is none.
#[doc(hidden)]
pub fn choose(
    function: &str,
    arrays: &[(&str, usize, &Sink<'_>)],
    choices: &[(&[ElementType], &'static Streamed)],
) -> Result<(usize, &'static Streamed)> {
    let fits =
        |types: &[ElementType]| arrays.iter().all(|(_, k, array)| array.element() == types[*k]);
    if let Some(k) = choices.iter().position(|(types, _)| fits(types)) {
        return Ok((k, choices[k].1));
    }
    for (parameter, k, array) in arrays {
        let mut taken: Vec<&str> = choices.iter().map(|(types, _)| types[*k].name()).collect();
        let mut seen = std::collections::HashSet::new();
        taken.retain(|name| seen.insert(*name));
        if !taken.contains(&array.element().name()) {
            return Err(Error::request(format!(
                "{}: elements are {}, but `{parameter}` of `{function}` takes {}: convert it by `relayout`",
                name_of(array),
                array.element(),
                taken.join(", ")
            )));
        }
    }
    let all = arrays.iter().map(|(parameter, _, array)| {
        format!("`{parameter}`, {}, has {}", name_of(array), array.element())
    });
    Err(Error::request(format!(
        "`{function}` is not compiled for these types together: {}",
        all.collect::<Vec<_>>().join("; ")
    )))
}

fn name_of<'s>(array: &'s Sink<'_>) -> &'s str {
    array.stored().map_or("an array", |array| &array.header().name)
}
