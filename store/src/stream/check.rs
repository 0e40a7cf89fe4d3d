//! What must hold of the arrays of a call before anything runs.

use std::path::PathBuf;

use super::operand::{LargeArray, Place, SinkPlace};
use super::{Argument, Call, tiles};
use crate::{ElementType, Error, Result, StoredArray};

impl<'a, R> Call<'a, R> {
    /// Compares boxes with their arrays, and targets with results.
    pub(super) fn check_places(&self, dims: &[i64]) -> Result<()> {
        for arg in &self.args {
            if let Argument::Large(LargeArray {
                place: Place::Stored { array, start },
                shape,
                ..
            }) = arg
            {
                is_inside(array, start, shape)?;
            }
        }
        let program = self.streamed.function().program();
        for (sink, (name, dtype, shape)) in self.sinks.iter().zip(self.streamed.results()) {
            let Some(sink) = sink else { continue };
            let mut expected = Vec::new();
            for axis in shape {
                expected.push(usize::try_from(tiles::size(axis, dims)?).unwrap_or(0));
            }
            if let (true, Some(array)) = (sink.dtype != dtype, sink.stored()) {
                let parts = sink.element().parts;
                return Err(Error::request(format!(
                    "{}: elements are {}, but result `{name}` of `{}` has {}: make the target with that type",
                    array.header().name,
                    sink.element(),
                    program.name,
                    ElementType { dtype, parts }
                )));
            }
            if sink.shape != expected || sink.dtype != dtype {
                return Err(Error::Array(array_fn_runtime::Error::ShapeMismatch {
                    function: program.name,
                    argument: name.to_owned(),
                    declared: format!("a result of shape {expected:?}"),
                    actual: sink.shape.clone(),
                    conflict: "a target has the shape of its result".to_owned(),
                }));
            }
            if let SinkPlace::Stored { array, start } = &sink.place {
                is_inside(array, start, &sink.shape)?;
            }
        }
        self.check_updates()?;
        self.check_targets_are_apart()
    }

    /// The arrays on disk, of operands that are only read, and of targets and arrays that are updated.
    pub(super) fn stored(&self) -> [Vec<&'a StoredArray>; 2] {
        let updated = |k: usize| self.updates.iter().any(|update| update.param == k);
        let sources = self.args.iter().enumerate().filter_map(|(k, arg)| match arg {
            Argument::Large(large) => match large.place {
                Place::Stored { array, .. } if !updated(k) => Some(array),
                _ => None,
            },
            Argument::Memory(_) => None,
        });
        let targets = self.sinks.iter().flatten().filter_map(|sink| match sink.place {
            SinkPlace::Stored { array, .. } => Some(array),
            SinkPlace::Memory { .. } => None,
        });
        [sources.collect(), targets.collect()]
    }

    /// Tiles read operands while others write targets, and each target collects chunks by itself. So a target is the same
    /// array on disk as nothing else.
    fn check_targets_are_apart(&self) -> Result<()> {
        let place = |array: &StoredArray| array.storage().identity(&array.header().path);
        let [sources, targets] = self.stored();
        let mut known: Vec<PathBuf> = sources.into_iter().map(place).collect();
        for array in targets {
            let target = place(array);
            if known.contains(&target) {
                return Err(Error::Request {
                    message: format!(
                        "{} is written by `{}`, and also another operand or target of it: \
                         write into an array of its own",
                        array.header().name,
                        self.streamed.function().program().name
                    ),
                });
            }
            known.push(target);
        }
        Ok(())
    }
}

/// Whether a box is inside of its array.
fn is_inside(array: &StoredArray, start: &[u64], shape: &[usize]) -> Result<()> {
    let header = array.header();
    let ends = start.iter().zip(shape).map(|(&at, &size)| at.checked_add(size as u64));
    let inside = ends.zip(&header.shape).all(|(end, &size)| end.is_some_and(|end| end <= size));
    match inside {
        true => Ok(()),
        false => Err(Error::Box {
            array: header.name.clone(),
            message: format!(
                "the box that starts at {start:?} with shape {:?} is not inside shape {:?}",
                &shape[..start.len()],
                header.shape
            ),
        }),
    }
}
