//! Runs the launches of a plan on a rank, and exchanges halos in between.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use super::halo::Elements;
use super::{Ranks, Rows};
use crate::Error;
use crate::cpu::Cpu;
use crate::cpu::launch::Launches;
use crate::cpu::tasks::Stage;
use crate::instance::{Instance, Run, flow};
use crate::plan::{Across, AcrossArray, Place};
use crate::size;

/// The launches of an instance, cut into tasks for the rows of ranks, of which threads may have several.
#[derive(Default)]
pub(crate) struct RowStages(Mutex<Vec<(Shape, Arc<[OfLaunch]>)>>);

/// What of a rank the tasks depend on: its rows, and the numbers of positions of a row in its halos.
type Shape = (Rows, Vec<usize>);

/// The number of ranks whose tasks are kept.
const MOST_KEPT: usize = 64;

/// A launch, cut into tasks: all of it, or the interior and what waits for the halo.
struct OfLaunch {
    /// For each array that it reads across, the number of the halo and the array.
    arrays: Box<[(usize, Crossed)]>,
    /// What can run before the halo is there.
    before: Option<Stage>,
    after: Stage,
}

/// [`AcrossArray`] for given dimensions.
#[derive(Clone, Copy)]
struct Crossed {
    place: Place,
    outer: usize,
    bytes: usize,
}

impl RowStages {
    fn of(
        &self,
        launches: Launches<'_>,
        instance: &Instance,
        ranks: &Ranks,
        threads: usize,
    ) -> Result<Arc<[OfLaunch]>, Error> {
        let shape: Shape = (ranks.rows(), ranks.halos().iter().map(|halo| halo.per_row).collect());
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, found)) = known.iter().find(|(of, _)| *of == shape) {
            return Ok(found.clone());
        }
        let made: Result<Vec<OfLaunch>, Error> =
            (0..launches.len()).map(|k| of_launch(launches, instance, ranks, k, threads)).collect();
        let made: Arc<[OfLaunch]> = made?.into();
        known.truncate(MOST_KEPT - 1);
        known.insert(0, (shape, made.clone()));
        Ok(made)
    }
}

fn of_launch(
    launches: Launches<'_>,
    instance: &Instance,
    ranks: &Ranks,
    k: usize,
    threads: usize,
) -> Result<OfLaunch, Error> {
    let launch = launches.get(k);
    let whole = || OfLaunch {
        arrays: Box::default(),
        before: None,
        after: Stage::new(launches, k..k + 1, threads),
    };
    let Some(Across { by_rows, arrays }) = &launch.launch.across else { return Ok(whole()) };
    let places = instance.places_of(&launch);
    let arrays: Result<Box<[_]>, Error> = arrays
        .iter()
        .map(|array| {
            let AcrossArray { buffer, outer, per_row, inner } = *array;
            let value = |size| {
                let value = size::evaluate_for(size, instance.dims(), || {
                    format!("an array of {}", instance.program.name)
                })?;
                Ok(usize::try_from(value).unwrap_or(0))
            };
            let place = places[usize::from(buffer)];
            let bytes = value(inner)? * instance.place_dtype(place).size();
            let (per_row, outer) = (value(per_row)?, value(outer)?);
            // What goes in and out of the array is within it.
            let whole = outer * ranks.rows().all * per_row * bytes;
            assert_eq!(whole, instance.place_bytes(place), "the plan describes the array");
            let number = ranks.halos().iter().position(|halo| halo.per_row == per_row);
            let number = number.ok_or_else(|| Error::Ranks {
                message: format!(
                    "{} reads elements of other ranks at {per_row} positions of a row, and there is no halo for that: \
                     give `Ranks` a `Halo` with `per_row: {per_row}`",
                    instance.program.name
                ),
            })?;
            Ok((number, Crossed { place, outer, bytes }))
        })
        .collect();
    let mut of = OfLaunch { arrays: arrays?, ..whole() };
    // Tasks of a library are no points.
    if *by_rows && launch.code.library.is_none() {
        let points = launch.points / ranks.rows().all.max(1);
        let [interior, rest] =
            ranks.rows().parts().map(|rows| rows.start * points..rows.end * points);
        of.before =
            (!interior.is_empty()).then(|| Stage::of_points(launches, k, interior, threads));
        of.after = Stage::of_points(launches, k, rest, threads);
    }
    Ok(of)
}

/// Runs some launches and the loops among them.
///
/// # Errors
/// Those of the transport and of the threads.
///
/// # Safety
/// As for `Cpu::execute`, for all launches of the range; everything before must be done.
pub(crate) unsafe fn run(
    stages: &RowStages,
    run: &Run<'_>,
    launches: Launches<'_>,
    range: Range<usize>,
    cpu: &Cpu,
    ranks: &Ranks,
) -> Result<(), Error> {
    let instance = run.instance;
    let stages = stages.of(launches, instance, ranks, cpu.threads())?;
    let mut channels = ranks.channels();
    // The arrays whose halo is there, because nothing has written them since it came.
    let mut fresh: Vec<Place> = Vec::new();
    let mut each = |range: &Range<usize>| {
        for k in range.clone() {
            let of = &stages[k];
            let arrays: Vec<(Place, (usize, Elements))> = of
                .arrays
                .iter()
                .filter(|(_, array)| !fresh.contains(&array.place))
                .map(|(number, Crossed { place, outer, bytes })| {
                    let pointer = run.pointer(*place);
                    (*place, (*number, Elements { pointer, outer: *outer, bytes: *bytes }))
                })
                .collect();
            let (places, arrays): (Vec<Place>, Vec<(usize, Elements)>) = arrays.into_iter().unzip();
            // SAFETY: promised by the caller. Arrays along the rows have all rows of the rank, as the call has checked. Only
            // the launch that runs uses them, and it reads no halo before it has come.
            unsafe {
                if !arrays.is_empty() {
                    run.event("send halo", || channels.start(ranks, &arrays))?;
                }
                if let Some(before) = &of.before {
                    cpu.execute(run, launches, before)?;
                    channels.poll(&arrays);
                }
                if !arrays.is_empty() {
                    run.event("wait for halo", || channels.finish(ranks, &arrays))?;
                }
                cpu.execute(run, launches, &of.after)?;
            }
            fresh.extend(places);
            let launch = launches.get(k);
            let of_launch = instance.places_of(&launch);
            for buffer in launch.kernel.writes {
                let written = of_launch[*buffer as usize];
                fresh.retain(|place| *place != written);
            }
        }
        Ok(())
    };
    // SAFETY: the launches before a loop, and those of each pass, are done when the condition is asked for.
    let mut holds = |condition| Ok(unsafe { run.holds(condition) });
    flow::run(&instance.parts(range, &mut |range| range), &mut each, &mut holds)
}
