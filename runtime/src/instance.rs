//! Instances: a program for given dimensions, with every size evaluated and its memory laid out. What runs an instance
//! is an executor's business.

pub(crate) mod flow;
mod joined;
mod launch;
mod run;

use std::ops::Range;

use crate::buffer::{ALIGNMENT, alignment};
use crate::device::Choice;
use crate::frames::Frames;
use crate::plan::{DType, ParamKind, Place, Program, ScalarArg, Schedule, Size, Temp, Variant};
use crate::shape::{MAX_RANK, Shape, volume};
use crate::size::{self, evaluate_for};
use crate::{Error, Mode};
pub(crate) use joined::JoinedLaunches;
pub(crate) use launch::BoundLaunch;
use launch::Tables;
pub(crate) use run::Run;

/// The device, the mode and the dimensions that an instance is made for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Key<'a> {
    /// One value per dimension of the program.
    pub(crate) dims: &'a [i64],
    pub(crate) mode: Mode,
    /// What of the device its executor depends on.
    pub(crate) choice: Choice,
}

/// Shape of a parameter, and its bound if it is an index array.
pub(crate) struct ParamLayout {
    pub(crate) shape: Shape,
    pub(crate) bound: usize,
}

pub(crate) struct ResultLayout {
    pub(crate) shape: Shape,
    pub(crate) len: usize,
    pub(crate) bytes: usize,
}

/// A program for given dimensions.
pub(crate) struct Instance {
    pub(crate) program: &'static Program,
    pub(crate) schedule: &'static Schedule,
    pub(crate) mode: Mode,
    choice: Choice,
    dims: Box<[i64]>,
    pub(crate) params: Box<[ParamLayout]>,
    pub(crate) results: Box<[ResultLayout]>,
    /// Byte offset of each temporary in the arena.
    temps: Box<[usize]>,
    /// Bytes of each slot, which temporaries share one after another.
    pub(crate) slots: Box<[usize]>,
    pub(crate) arena_bytes: usize,
    pub(crate) launches: Box<[BoundLaunch]>,
    /// Tables of all launches, one after another.
    places: Box<[Place]>,
    scalars: Box<[ScalarArg]>,
    sizes: Box<[i64]>,
    frames: Frames,
}

impl Instance {
    /// Builds the instance; the shapes of all arguments fit `key.dims`.
    ///
    /// # Errors
    /// [`Error::NoVariant`], [`Error::NoUnfused`], [`Error::Constraint`], [`Error::SizeOverflow`].
    pub(crate) fn new(program: &'static Program, key: Key<'_>) -> Result<Instance, Error> {
        let Key { dims, mode, choice } = key;
        check_constraints(program, dims)?;
        let variant = select_variant(program, dims)?;
        let schedule = match mode {
            Mode::Fused => &variant.fused,
            Mode::Unfused => {
                variant.unfused.as_ref().ok_or(Error::NoUnfused { function: program.name })?
            }
        };
        let params = param_layouts(program, dims)?;
        let results = result_layouts(program, dims)?;
        let Arena { temps, slots, bytes: arena_bytes } = layout_arena(program, schedule, dims)?;

        let mut tables = Tables::default();
        let is_empty = |place: Place| match place {
            Place::Param(k) => params[usize::from(k)].shape.contains(&0),
            Place::Result(k) => results[usize::from(k)].len == 0,
            Place::Temp(k) => {
                size::evaluate(schedule.temps[usize::from(k)].len, dims).is_some_and(|len| len <= 0)
            }
        };
        let launches = schedule.launches.iter();
        let launches = launches.map(|launch| tables.bind(program, launch, dims, &is_empty));
        let launches = launches.collect::<Result<Box<[_]>, Error>>()?;
        Ok(Instance {
            program,
            schedule,
            mode,
            choice,
            dims: dims.into(),
            params,
            results,
            temps,
            slots,
            arena_bytes,
            launches,
            places: tables.places.into(),
            scalars: tables.scalars.into(),
            sizes: tables.sizes.into(),
            frames: Frames::default(),
        })
    }

    /// The values of the program's dimensions.
    pub(crate) fn dims(&self) -> &[i64] {
        &self.dims
    }

    pub(crate) fn key(&self) -> Key<'_> {
        Key { dims: &self.dims, mode: self.mode, choice: self.choice }
    }

    /// The launches that compute the values of checks. They come before all others.
    pub(crate) fn check_launches(&self) -> Range<usize> {
        0..usize::from(self.schedule.check_launches).min(self.launches.len())
    }

    /// The places that the buffer parameters of a launch are bound to.
    pub(crate) fn places_of(&self, launch: &BoundLaunch) -> &[Place] {
        &self.places[launch.buffers..][..launch.launch.buffers.len()]
    }

    pub(crate) fn scalars_of(&self, launch: &BoundLaunch) -> &[ScalarArg] {
        &self.scalars[launch.scalars..][..launch.launch.scalars.len()]
    }

    /// The sizes, then the extents of a launch.
    pub(crate) fn sizes_of(&self, launch: &BoundLaunch) -> &[i64] {
        &self.sizes[launch.sizes..][..launch.launch.sizes.len() + launch.launch.extents.len()]
    }

    /// Byte offset of a temporary in the arena.
    pub(crate) fn temp_offset(&self, temp: usize) -> usize {
        self.temps[temp]
    }

    /// # Errors
    /// [`Error::SizeOverflow`].
    pub(crate) fn temp_bytes(&self, temp: usize) -> Result<usize, Error> {
        temp_bytes(self.program, &self.schedule.temps[temp], &self.dims)
    }

    /// If the launches of one strip use only their own rows of a temporary, the bytes from one row to the next.
    pub(crate) fn bytes_of_row(&self, temp: usize) -> Option<usize> {
        let Temp { in_strip, dtype, .. } = &self.schedule.temps[temp];
        let elements = size::evaluate((*in_strip)?, &self.dims)?;
        usize::try_from(elements).ok()?.checked_mul(dtype.size())
    }

    /// Bytes of the array at a place.
    pub(crate) fn place_bytes(&self, place: Place) -> usize {
        match place {
            Place::Param(k) => {
                let (k, param) = (usize::from(k), &self.program.params[usize::from(k)]);
                volume(&self.params[k].shape, param.dtype.size()).map_or(usize::MAX, |v| v.1)
            }
            Place::Result(k) => self.results[usize::from(k)].bytes,
            Place::Temp(k) => self.temp_bytes(usize::from(k)).unwrap_or(usize::MAX),
        }
    }

    /// Whether all elements that a launch writes are `f32`.
    pub(crate) fn has_single_targets(&self, launch: &BoundLaunch) -> bool {
        let places = self.places_of(launch);
        let mut written = launch.kernel.writes.iter().map(|&k| places[k as usize]);
        written.all(|place| self.place_dtype(place) == DType::F32)
    }

    pub(crate) fn place_dtype(&self, place: Place) -> DType {
        match place {
            Place::Param(k) => self.program.params[usize::from(k)].dtype,
            Place::Result(k) => self.program.results[usize::from(k)].dtype,
            Place::Temp(k) => self.schedule.temps[usize::from(k)].dtype,
        }
    }
}

fn param_layouts(program: &Program, dims: &[i64]) -> Result<Box<[ParamLayout]>, Error> {
    let params = program.params.iter().map(|param| {
        let what = || format!("argument `{}` of {}", param.name, program.name);
        let bound = match param.kind {
            ParamKind::Index { bound } => non_negative(bound, dims, what)?,
            ParamKind::Scalar | ParamKind::Array | ParamKind::ArrayMut => 0,
        };
        let shape = shape_of(param.shape, dims, what)?;
        volume(&shape, param.dtype.size())?;
        Ok(ParamLayout { shape, bound })
    });
    params.collect()
}

fn result_layouts(program: &Program, dims: &[i64]) -> Result<Box<[ResultLayout]>, Error> {
    let results = program.results.iter().map(|result| {
        let shape = shape_of(result.shape, dims, || format!("a result of {}", program.name))?;
        let (len, bytes) = volume(&shape, result.dtype.size())?;
        Ok(ResultLayout { shape, len, bytes })
    });
    results.collect()
}

/// Memory of temporaries.
struct Arena {
    /// Byte offset of each temporary.
    temps: Box<[usize]>,
    /// Bytes of each slot.
    slots: Box<[usize]>,
    /// Bytes of all.
    bytes: usize,
}

fn temp_bytes(program: &Program, temp: &Temp, dims: &[i64]) -> Result<usize, Error> {
    let what = || inside(program, dims);
    Ok(volume(&[non_negative(temp.len, dims, what)?], temp.dtype.size())?.1)
}

/// Temporaries of one slot share memory.
fn layout_arena(program: &Program, schedule: &Schedule, dims: &[i64]) -> Result<Arena, Error> {
    let overflow = || Error::SizeOverflow { what: inside(program, dims) };
    let mut slots = vec![0usize; usize::from(schedule.slots)];
    for temp in schedule.temps {
        let bytes = temp_bytes(program, temp, dims)?;
        let slot = &mut slots[usize::from(temp.slot)];
        *slot = (*slot).max(bytes);
    }
    let mut end = 0usize;
    let sizes = slots.clone();
    for (slot, &bytes) in slots.iter_mut().zip(&sizes) {
        *slot = end.checked_next_multiple_of(alignment(bytes)).ok_or_else(overflow)?;
        let bytes = bytes.checked_next_multiple_of(ALIGNMENT).ok_or_else(overflow)?;
        end = slot.checked_add(bytes).ok_or_else(overflow)?;
    }
    let temps = schedule.temps.iter().map(|temp| slots[usize::from(temp.slot)]).collect();
    Ok(Arena { temps, slots: sizes.into(), bytes: end })
}

fn non_negative(size: Size, dims: &[i64], what: impl Fn() -> String) -> Result<usize, Error> {
    let value = evaluate_for(size, dims, &what)?;
    usize::try_from(value).map_err(|_| Error::NegativeSize { what: what(), value })
}

fn shape_of(sizes: &[Size], dims: &[i64], what: impl Fn() -> String) -> Result<Shape, Error> {
    let mut axes = [0; MAX_RANK];
    for (axis, &size) in axes.iter_mut().zip(sizes) {
        *axis = non_negative(size, dims, &what)?;
    }
    let axes = axes.get(..sizes.len()).and_then(Shape::new);
    axes.ok_or(Error::Rank { expected: MAX_RANK, actual: sizes.len() })
}

/// The dimensions as text: `E = 8, N = 4`.
pub(crate) fn dims_text(program: &Program, dims: &[i64]) -> String {
    let texts = program.dims.iter().zip(dims).map(|(name, value)| format!("{name} = {value}"));
    texts.collect::<Vec<_>>().join(", ")
}

/// A name, for errors about its size, of something that has no name in the program.
pub(crate) fn inside(program: &Program, dims: &[i64]) -> String {
    match dims {
        [] => format!("an intermediate array of {}", program.name),
        dims => {
            format!("an intermediate array of {} (here {})", program.name, dims_text(program, dims))
        }
    }
}

pub(crate) fn check_constraints(program: &Program, dims: &[i64]) -> Result<(), Error> {
    for constraint in program.constraints {
        let involved = || {
            let involved = size::dims_of(constraint.size).into_iter().map(usize::from);
            let text = |k: usize| format!("{} = {}", program.dims[k], dims[k]);
            involved.map(text).collect::<Vec<_>>().join(", ")
        };
        let what = || {
            let (name, involved) = (program.name, involved());
            format!("an intermediate array or a dimension of {name} (here {involved})")
        };
        if evaluate_for(constraint.size, dims, what)? < 0 {
            return Err(Error::Constraint {
                function: program.name,
                message: constraint.message,
                dims: involved(),
            });
        }
    }
    Ok(())
}

/// The first variant that these sizes fit.
fn select_variant(program: &'static Program, dims: &[i64]) -> Result<&'static Variant, Error> {
    let holds = |variant: &&Variant| {
        variant.pins.iter().all(|&(dim, value)| dims[usize::from(dim)] == value)
            && variant.few.iter().all(|size| size::evaluate(size, dims).is_some_and(|n| n <= 1))
    };
    program.variants.iter().find(holds).ok_or_else(|| {
        let mut pinned: Vec<u16> = Vec::new();
        for &(dim, _) in program.variants.iter().flat_map(|variant| variant.pins) {
            if !pinned.contains(&dim) {
                pinned.push(dim);
            }
        }
        let pair =
            |(dim, value): (u16, i64)| format!("{} = {value}", program.dims[usize::from(dim)]);
        let group = |texts: Vec<String>| texts.join(" and ");
        let here = pinned.iter().map(|&dim| pair((dim, dims[usize::from(dim)])));
        let variants = program.variants.iter().filter(|variant| variant.few.is_empty());
        let variants =
            variants.map(|variant| group(variant.pins.iter().map(|&pin| pair(pin)).collect()));
        Error::NoVariant {
            function: program.name,
            dims: group(here.collect()),
            variants: variants.collect::<Vec<_>>().join("; "),
        }
    })
}
