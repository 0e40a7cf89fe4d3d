//! Arrays that a call updates: new chunks are kept beside an array on disk, and new elements beside an array in memory, until all
//! of the call has succeeded.

use std::fs::File;

use array_fn_runtime::stream::Streamed;

use super::operand::{Sink, SinkPlace};
use super::{Argument, Call};
use crate::update::{Update, is_possible, lock};
use crate::{Error, Result};

/// A parameter that is updated.
#[derive(Debug)]
pub(super) struct Updated<'a> {
    pub param: usize,
    /// Its number among the results, which follow those of the function.
    pub result: usize,
    pub sink: Sink<'a>,
}

/// Takes the places of new values out of the arguments. Those on disk are targets of passes; those in memory are copied to at the
/// end.
pub(super) fn updates<'a>(
    streamed: &'static Streamed,
    args: &mut [Argument<'a>],
    sinks: &mut Vec<Option<Sink<'a>>>,
) -> Vec<Updated<'a>> {
    let mut updates = Vec::new();
    for update in streamed.updates() {
        let param = usize::from(update.param);
        let result = sinks.len();
        let Some(Argument::Large(large)) = args.get_mut(param) else {
            sinks.push(None);
            continue;
        };
        let Some(sink) = large.update.take() else {
            sinks.push(None);
            continue;
        };
        sinks.push(sink.stored().map(|array| sink.within(array)));
        updates.push(Updated { param, result, sink: *sink });
    }
    updates
}

/// The updates of arrays on disk that are under way.
pub(super) enum Pending {
    /// New chunks beside each array, with the number of the update.
    Beside(Vec<(usize, Update)>),
    /// Arrays that change at once. The locks keep other updates away.
    InPlace { _locks: Vec<File> },
}

impl Pending {
    /// Begins the updates.
    ///
    /// # Errors
    /// [`Error::Request`] if another call updates one of the arrays; [`Error::Io`].
    pub(super) fn begin(updates: &[Updated<'_>], in_place: bool) -> Result<Pending> {
        let stored = updates.iter().enumerate();
        let stored = stored.filter_map(|(k, update)| Some((k, update.sink.stored()?)));
        if in_place {
            let files = stored.filter(|(_, array)| array.storage().is_files());
            let locks = files.map(|(_, array)| lock(array)).collect::<Result<_>>()?;
            return Ok(Pending::InPlace { _locks: locks });
        }
        let begun = stored.map(|(k, array)| Ok((k, Update::begin(array)?)));
        Ok(Pending::Beside(begun.collect::<Result<_>>()?))
    }

    /// The targets of a call, in which new chunks go beside their arrays.
    pub(super) fn sinks<'s>(
        &'s self,
        updates: &[Updated<'s>],
        sinks: &'s [Option<Sink<'s>>],
    ) -> Vec<Option<Sink<'s>>> {
        let beside = |k: usize| {
            let number = updates.iter().position(|update| update.result == k)?;
            match self {
                Pending::Beside(begun) => {
                    begun.iter().find(|(of, _)| *of == number).map(|(_, update)| update.array())
                }
                Pending::InPlace { .. } => None,
            }
        };
        let sinks = sinks.iter().enumerate();
        let moved = sinks.map(|(k, sink)| {
            let sink = sink.as_ref()?;
            match beside(k) {
                Some(array) => Some(sink.within(array)),
                None => Some(sink.again()),
            }
        });
        moved.collect()
    }

    /// Puts all new chunks into place.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(super) fn commit(self) -> Result<()> {
        match self {
            Pending::Beside(updates) => {
                updates.into_iter().try_for_each(|(_, update)| update.commit())
            }
            Pending::InPlace { .. } => Ok(()),
        }
    }
}

impl<R> Call<'_, R> {
    /// Whether the arrays that are updated can be, in the way that was asked for.
    pub(super) fn check_updates(&self) -> Result<()> {
        let function = self.streamed.function().program().name;
        let wrong = |message| Err(Error::Request { message });
        for update in &self.updates {
            let name = self.streamed.function().program().params[update.param].name;
            let of = self.streamed.updates().iter();
            let Some(of) = of.into_iter().find(|of| usize::from(of.param) == update.param) else {
                continue;
            };
            let Some(array) = update.sink.stored() else { continue };
            if self.in_place && !of.reads_others.is_empty() {
                return wrong(format!(
                    "`{name}` of `{function}` cannot be updated in place: {} reads elements of it that another tile may \
                     have changed already; leave out `in_place`, and new chunks are kept beside {} until the call ends",
                    of.reads_others,
                    array.header().name
                ));
            }
            if !self.in_place && !is_possible(array) {
                let remedy = match of.reads_others.is_empty() {
                    true => {
                        "call `in_place`, after which an interrupted call leaves the array half changed, or"
                    }
                    false => "",
                };
                return wrong(format!(
                    "{} has no folder beside which new chunks of `{name}` can be kept until `{function}` ends: {remedy} \
                     return the new array, and write it into another one by `stream_into`",
                    array.header().name
                ));
            }
        }
        Ok(())
    }

    /// The updates, for people.
    pub(super) fn described_updates(&self) -> Vec<String> {
        let of = |update: &Updated<'_>| {
            let name = self.streamed.function().program().params[update.param].name;
            match &update.sink.place {
                SinkPlace::Memory { .. } => format!("`{name}` is changed in memory at the end"),
                SinkPlace::Stored { .. } if self.in_place => {
                    format!(
                        "`{name}` is changed chunk by chunk, so an interrupted call leaves it half changed"
                    )
                }
                SinkPlace::Stored { .. } => {
                    format!("`{name}` is changed at the end; until then new chunks are beside it")
                }
            }
        };
        self.updates.iter().map(of).collect()
    }
}
