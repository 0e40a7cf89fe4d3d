//! What the launches of an instance read of other ranks, and the order in which a rank runs them.

use std::ops::Range;

use super::{Ranks, Rows};
use crate::Error;
use crate::instance::flow::{Part, Repeated};
use crate::instance::{BoundLaunch, Instance};
use crate::plan::{Across, AcrossArray, ParamKind, Place};
use crate::size;

/// An array of which a launch reads elements of other ranks, for given dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Crossed {
    pub(crate) place: Place,
    /// The number of the halo.
    pub(crate) halo: usize,
    /// The number of elements before the axis of the rows.
    pub(crate) outer: usize,
    /// The bytes at a position.
    pub(crate) bytes: usize,
    /// Its number among the arrays of the launch, which are exchanged at the same time.
    pub(crate) slot: usize,
}

/// A launch that reads elements of other ranks.
pub(crate) struct AcrossLaunch {
    pub(crate) arrays: Box<[Crossed]>,
    /// Whether it can run for some rows.
    pub(crate) by_rows: bool,
}

/// Launches in the order in which a rank runs them.
pub(crate) enum Unit {
    /// Launches that read nothing of other ranks, and the loops among them.
    Own(Own),
    /// A launch that does.
    Across(usize),
}

/// Neighbouring launches that read nothing of other ranks.
pub(crate) struct Own {
    pub(crate) launches: Range<usize>,
    pub(crate) parts: Box<[Part<Range<usize>>]>,
}

/// The launches of an instance, but for those of checks, as a rank runs them.
pub(crate) struct Order {
    pub(crate) units: Box<[Part<Unit>]>,
    /// For each launch of the instance, what it reads of other ranks.
    pub(crate) across: Box<[Option<AcrossLaunch>]>,
}

/// What of a rank an [`Order`] depends on: its rows, and the numbers of positions of a row in its halos.
pub(crate) type Shape = (Rows, Vec<usize>);

impl Order {
    /// # Errors
    /// [`Error::Ranks`] where the rank has no halo for an array.
    pub(crate) fn new(instance: &Instance, ranks: &Ranks) -> Result<Order, Error> {
        let across = instance.launches.iter().map(|launch| of_launch(instance, ranks, launch));
        let across: Box<[Option<AcrossLaunch>]> = across.collect::<Result<_, Error>>()?;
        let launches = instance.check_launches().end..instance.launches.len();
        let parts = instance.parts(launches, &mut |range| range);
        let units = units(parts, &|k| across[k].is_some());
        Ok(Order { units, across })
    }

    pub(crate) fn shape(ranks: &Ranks) -> Shape {
        (ranks.rows(), ranks.halos().iter().map(|halo| halo.per_row).collect())
    }

    /// The unit with exactly these launches.
    #[cfg(feature = "cuda")]
    pub(crate) fn own(&self, launches: &Range<usize>) -> Option<&Own> {
        let mut units = Vec::new();
        crate::instance::flow::all(&self.units, &mut units);
        units.into_iter().find_map(|unit| match unit {
            Unit::Own(own) if own.launches == *launches => Some(own),
            _ => None,
        })
    }
}

/// The parameters that launches read across and only read. Elements of other ranks are written into copies of them, because the
/// caller lends them for reading.
pub(crate) fn copied(instance: &Instance) -> Vec<Place> {
    let mut copied = Vec::new();
    for launch in &instance.launches {
        let Some(across) = &launch.launch.across else { continue };
        for array in across.arrays {
            let place = instance.places_of(launch)[usize::from(array.buffer)];
            if let Place::Param(k) = place
                && instance.program.params[usize::from(k)].kind == ParamKind::Array
                && !copied.contains(&place)
            {
                copied.push(place);
            }
        }
    }
    copied
}

fn of_launch(
    instance: &Instance,
    ranks: &Ranks,
    launch: &BoundLaunch,
) -> Result<Option<AcrossLaunch>, Error> {
    let Some(Across { by_rows, arrays }) = &launch.launch.across else { return Ok(None) };
    let places = instance.places_of(launch);
    let arrays = arrays.iter().enumerate().map(|(slot, array)| {
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
        let halo = ranks.halos().iter().position(|halo| halo.per_row == per_row);
        let halo = halo.ok_or_else(|| Error::Ranks {
            message: format!(
                "{} reads elements of other ranks at {per_row} positions of a row, and there is no halo for that: \
                 give `Ranks` a `Halo` with `per_row: {per_row}`",
                instance.program.name
            ),
        })?;
        Ok(Crossed { place, halo, outer, bytes, slot })
    });
    Ok(Some(AcrossLaunch { arrays: arrays.collect::<Result<_, Error>>()?, by_rows: *by_rows }))
}

/// Parts in which launches that read across stand alone. A loop without such launches belongs to those around it.
fn units(parts: Box<[Part<Range<usize>>]>, is_across: &dyn Fn(usize) -> bool) -> Box<[Part<Unit>]> {
    let mut units = Vec::new();
    let mut own: Vec<Part<Range<usize>>> = Vec::new();
    let flush = |own: &mut Vec<Part<Range<usize>>>, units: &mut Vec<Part<Unit>>| {
        let range = |part: &Part<Range<usize>>| match part {
            Part::Straight(range) => range.clone(),
            Part::Repeated(of) => of.launches.clone(),
        };
        if let (Some(first), Some(last)) = (own.first(), own.last()) {
            let launches = range(first).start..range(last).end;
            units.push(Part::Straight(Unit::Own(Own {
                launches,
                parts: std::mem::take(own).into(),
            })));
        }
    };
    for part in parts {
        match part {
            Part::Straight(range) => {
                let mut next = range.start;
                for k in range.clone().filter(|k| is_across(*k)) {
                    if next < k {
                        own.push(Part::Straight(next..k));
                    }
                    flush(&mut own, &mut units);
                    units.push(Part::Straight(Unit::Across(k)));
                    next = k + 1;
                }
                if next < range.end {
                    own.push(Part::Straight(next..range.end));
                }
            }
            Part::Repeated(of) if !of.launches.clone().any(is_across) => {
                own.push(Part::Repeated(of));
            }
            Part::Repeated(of) => {
                flush(&mut own, &mut units);
                units.push(Part::Repeated(Repeated {
                    launches: of.launches,
                    condition: of.condition,
                    even: self::units(of.even, is_across),
                    odd: self::units(of.odd, is_across),
                    finish: self::units(of.finish, is_across),
                }));
            }
        }
    }
    flush(&mut own, &mut units);
    units.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(units: &[Part<Unit>]) -> String {
        let each = units.iter().map(|unit| match unit {
            Part::Straight(Unit::Own(own)) => format!("{:?}({})", own.launches, own.parts.len()),
            Part::Straight(Unit::Across(k)) => format!("{k}!"),
            Part::Repeated(of) => {
                let parts = [&of.even, &of.odd, &of.finish].map(|parts| text(parts));
                format!("[{}]", parts.join("|"))
            }
        });
        each.collect::<Vec<_>>().join(" ")
    }

    fn repeated(even: Range<usize>, end: usize) -> Part<Range<usize>> {
        Part::Repeated(Repeated {
            launches: even.start..end,
            condition: 0,
            even: [Part::Straight(even.clone())].into(),
            odd: [].into(),
            finish: if even.end < end { [Part::Straight(even.end..end)].into() } else { [].into() },
        })
    }

    #[test]
    fn launches_that_read_across_stand_alone() {
        let of = |parts: Vec<Part<Range<usize>>>, across: &[usize]| {
            text(&units(parts.into(), &|k| across.contains(&k)))
        };
        assert_eq!(of(vec![Part::Straight(0..5)], &[]), "0..5(1)");
        assert_eq!(of(vec![Part::Straight(0..5)], &[0, 2, 3]), "0! 1..2(1) 2! 3! 4..5(1)");
        // A loop on the device, and one on the host.
        let parts = || vec![Part::Straight(0..2), repeated(2..4, 5), Part::Straight(5..6)];
        assert_eq!(of(parts(), &[1]), "0..1(1) 1! 2..6(2)");
        assert_eq!(of(parts(), &[3]), "0..2(1) [2..3(1) 3!||4..5(1)] 5..6(1)");
    }
}
