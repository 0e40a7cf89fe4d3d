//! The reference interpreter of schedules. It runs kernels point by point, slowly and literally, and checks that they
//! keep the promises of the kernel IR and of the plan. So the scheduler can be tested without a backend, and every
//! backend has a meaning to be compared with.
//!
//! It reports:
//!
//! - accesses outside of a buffer or local array;
//! - reads of elements that nothing has written, or that a temporary in the same slot has overwritten;
//! - points of one launch, or of the loops of one phase, that depend on each other;
//! - launches that use the same memory without an order;
//! - elements of results that stay unwritten;
//! - violations of the declared access and dtype of a buffer;
//! - descriptions of contractions that do not agree with the kernel.

mod contraction;
mod kernel;
mod memory;
mod routine;

use super::kernel::{Access, KernelIr, RoutineKernel};
use crate::dag::interpret::{Outcome, Tensor};
use crate::dag::{DType, Input, ParamKind, Size, check};
use crate::hash::{HashMap, HashSet};
use crate::plan::{Launch, Place, ScalarArg, Schedule, SlotId};
use memory::{Array, Owner};
use std::collections::BTreeMap;
use std::ops::Range;

/// The inputs of a call, and the types of its results.
pub struct Call<'a> {
    /// Values of the dimensions.
    pub dims: &'a dyn Fn(&str) -> Option<i64>,
    pub params: &'a [Input],
    /// One per parameter: scalars as rank 0, index arrays as `i64`, in bounds.
    pub args: &'a [Tensor],
    /// Dtype and shape of each result.
    pub results: &'a [(DType, Vec<Size>)],
}

/// Runs a schedule. Among launches that `after` leaves unordered, `pick`, which is given the number of ready launches,
/// chooses the next one. It also chooses whether strips run row by row (1 of 2).
///
/// # Errors
/// A failed check (the message says at which position), or an *internal error* if the schedule breaks a rule.
pub fn interpret(
    schedule: &Schedule,
    kernels: &[KernelIr],
    call: &Call,
    pick: &mut dyn FnMut(usize) -> usize,
) -> Result<Outcome, String> {
    order_of_memory(schedule, kernels)?;
    let mut run = Run::new(schedule, call)?;
    let (checks, rest) =
        (0..schedule.check_launches, schedule.check_launches..schedule.launches.len());
    run.range(kernels, checks, 0, pick)?;
    for check in &schedule.checks {
        let position =
            run.array(Place::Temp(check.temp))?.read(0, Owner::Temp(check.temp), None)? as i64;
        if position != i64::MAX {
            return Err(check::failure(&check.message, position, call.args, call.dims));
        }
    }
    run.range(kernels, rest, 0, pick)?;
    run.outcome()
}

struct Run<'a> {
    schedule: &'a Schedule,
    call: &'a Call<'a>,
    params: Vec<Array>,
    results: Vec<Array>,
    slots: Vec<Array>,
    done: HashSet<usize>,
}

impl<'a> Run<'a> {
    fn new(schedule: &'a Schedule, call: &'a Call<'a>) -> Result<Run<'a>, String> {
        let full = |t: &Tensor| Array::filled(t.bits.iter().copied());
        let params = call.args.iter().map(full).collect();
        let mut results = Vec::new();
        for (_, shape) in call.results {
            let mut len = 1;
            for extent in shape {
                len *= size(call, extent)?;
            }
            results.push(Array::empty(len));
        }
        let mut lens = vec![0; schedule.slots];
        for temp in schedule.temps.iter().filter(|t| t.slot != SlotId::NONE) {
            let len = lens.get_mut(temp.slot.0).ok_or("internal error: no such slot")?;
            *len = size(call, &temp.len)?.max(*len);
        }
        let slots = lens.into_iter().map(Array::empty).collect();
        Ok(Run { schedule, call, params, results, slots, done: HashSet::default() })
    }

    fn array(&mut self, place: Place) -> Result<&mut Array, String> {
        let found = match place {
            Place::Param(k) => self.params.get_mut(k.0),
            Place::Result(k) => self.results.get_mut(k.0),
            Place::Temp(k) => {
                self.schedule.temps.get(k.0).and_then(|t| self.slots.get_mut(t.slot.0))
            }
        };
        found.ok_or_else(|| format!("internal error: {place:?} does not exist"))
    }

    /// Runs launches, and the loops among them, which are some of those from a position on.
    fn range(
        &mut self,
        kernels: &[KernelIr],
        range: Range<usize>,
        loops: usize,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<(), String> {
        let mut next = range.start;
        for (k, of) in self.schedule.loops.iter().enumerate().skip(loops) {
            if of.first.0 >= next && of.end.0 <= range.end {
                self.launches(kernels, (next..of.first.0).collect(), pick)?;
                self.repeat(kernels, k, pick)?;
                next = of.end.0;
            }
        }
        self.launches(kernels, (next..range.end).collect(), pick)
    }

    fn repeat(
        &mut self,
        kernels: &[KernelIr],
        k: usize,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<(), String> {
        let of = &self.schedule.loops[k];
        let [first, odd, finish, end] = [of.first.0, of.odd.0, of.finish.0, of.end.0];
        let mut is_odd = false;
        let (place, owner) = (Place::Temp(of.condition), Owner::Temp(of.condition));
        while self.array(place)?.read(0, owner, None)? != 0 {
            self.done.retain(|l| !(first..end).contains(l));
            match is_odd && odd < finish {
                true => {
                    self.done.extend(first..odd);
                    self.range(kernels, odd..finish, k + 1, pick)?;
                }
                false => self.range(kernels, first..odd, k + 1, pick)?,
            }
            is_odd = !is_odd;
        }
        self.done.extend(first..finish);
        if is_odd && odd < finish {
            self.range(kernels, finish..end, k + 1, pick)?;
        }
        self.done.extend(finish..end);
        Ok(())
    }

    fn launches(
        &mut self,
        kernels: &[KernelIr],
        mut left: Vec<usize>,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<(), String> {
        let by_strips = pick(2) == 1;
        while !left.is_empty() {
            let launches = &self.schedule.launches;
            let strip = |l: usize| launches[l].strip.as_ref().filter(|_| by_strips);
            let number = |l: usize| strip(l).map(|strip| strip.number);
            let together =
                |l: usize, k: usize| l == k || number(l).is_some() && number(l) == number(k);
            let ready = |l: &usize| {
                let unit = left.iter().filter(|k| together(*l, **k));
                unit.flat_map(|k| &launches[*k].after)
                    .all(|a| self.done.contains(&a.0) || together(*l, a.0))
            };
            let ready: Vec<usize> = left.iter().copied().filter(ready).collect();
            if ready.is_empty() {
                return Err(format!("internal error: launches {left:?} wait for each other"));
            }
            let l = ready[pick(ready.len()) % ready.len()];
            let unit: Vec<usize> = left.iter().copied().filter(|k| together(l, *k)).collect();
            left.retain(|k| !unit.contains(k));
            let rows: Vec<_> = match strip(l) {
                Some(strip) => {
                    let rows = value(self.call, &strip.rows)?;
                    (0..rows).map(|row| Some((row, rows))).collect()
                }
                None => vec![None],
            };
            for row in rows {
                for l in &unit {
                    let launch = &self.schedule.launches[*l];
                    let part = match (row, &launch.strip) {
                        (Some((row, rows)), Some(strip)) => {
                            let step = value(self.call, &strip.step)?;
                            if row % step != 0 {
                                continue;
                            }
                            Some((row / step, (rows + step - 1) / step))
                        }
                        _ => None,
                    };
                    self.launch(&kernels[launch.kernel.0], launch, part).map_err(|e| {
                        format!("internal error: {e}, in launch {l} `{}`", launch.name)
                    })?;
                }
                if row.is_some() {
                    self.forget_rows(&unit);
                }
            }
            self.done.extend(unit);
        }
        Ok(())
    }

    /// Forgets the rows of which a strip's launches need no others.
    fn forget_rows(&mut self, unit: &[usize]) {
        for place in unit.iter().flat_map(|l| &self.schedule.launches[*l].buffers) {
            // A strip may have launches before a loop, and others after it. Strips of other numbers are those of another
            // copy of a loop's pass.
            let strip = self.schedule.launches[unit[0]].strip.as_ref();
            let touches = |of: &Launch| of.strip.as_ref() == strip && of.buffers.contains(place);
            let all = self.schedule.launches.iter().enumerate().filter(|(_, of)| touches(of));
            if let Place::Temp(t) = place
                && let temp = &self.schedule.temps[t.0]
                && temp.in_strip.is_some()
                && all.into_iter().all(|(l, _)| unit.contains(&l))
            {
                self.slots[temp.slot.0].forget();
            }
        }
    }

    /// Runs all points of a launch, or those of one of several equal parts.
    fn launch(
        &mut self,
        kernel: &KernelIr,
        launch: &Launch,
        rows: Option<(i64, i64)>,
    ) -> Result<(), String> {
        let call = self.call;
        let counts = [
            (kernel.buffers.len(), launch.buffers.len()),
            (kernel.scalars.len(), launch.scalars.len()),
            (kernel.sizes as usize, launch.sizes.len()),
            (kernel.parallel.len(), launch.extents.len()),
        ];
        if counts.iter().any(|(of_kernel, given)| of_kernel != given) {
            return Err(format!("parameters of the kernel and of the launch differ: {counts:?}"));
        }
        let sizes = launch.sizes.iter().map(|s| value(call, s)).collect::<Result<Vec<_>, _>>()?;
        let extents =
            launch.extents.iter().map(|s| value(call, s)).collect::<Result<Vec<_>, _>>()?;
        let scalars =
            launch.scalars.iter().map(|s| scalar(call, s)).collect::<Result<Vec<_>, _>>()?;
        let mut buffers = self.take_buffers(kernel, launch)?;
        let result = match &kernel.routine {
            Some(RoutineKernel { routine, .. }) => {
                routine::run(routine, extents[0], &sizes, &mut buffers)
            }
            None => kernel::run(kernel, &extents, rows, &sizes, &scalars, &mut buffers),
        };
        let result = result.and_then(|()| match &launch.contraction {
            Some(described) if rows.is_none() => {
                contraction::check(described, &|size| value(call, size), &mut buffers)
            }
            _ => Ok(()),
        });
        for (place, buffer) in launch.buffers.iter().zip(buffers).rev() {
            let mut array = buffer.array;
            array.end_of_launch();
            *self.array(*place)? = array;
        }
        result
    }

    /// Takes the arrays that a launch is bound to. They are missing here until it is over.
    fn take_buffers(
        &mut self,
        kernel: &KernelIr,
        launch: &Launch,
    ) -> Result<Vec<memory::Buffer>, String> {
        let mut buffers: Vec<memory::Buffer> = Vec::new();
        for (place, declared) in launch.buffers.iter().zip(&kernel.buffers) {
            let written = declared.access != Access::Read;
            let Bound { owner, dtype, index, len } = self.bound(*place, written)?;
            if (dtype, index) != (declared.dtype, declared.index) {
                return Err(format!("{place:?} holds {dtype}, the kernel reads {declared:?}"));
            }
            // A routine may read one array as two operands.
            let same = launch.buffers[..buffers.len()].iter().position(|p| p == place);
            let (array, len) = match same.map(|k| (k, &buffers[k])) {
                Some((k, _)) if written || kernel.buffers[k].access != Access::Read => {
                    return Err(format!("it writes {place:?} and has it twice"));
                }
                Some((_, memory::Buffer { array, len, .. })) => (array.clone(), *len),
                None => (std::mem::take(self.array(*place)?), len),
            };
            let access = declared.access;
            buffers.push(memory::Buffer { array, owner, dtype, len, access });
        }
        Ok(buffers)
    }

    /// The array at a place; an error if it is `written` and may not be.
    fn bound(&self, place: Place, written: bool) -> Result<Bound, String> {
        let call = self.call;
        Ok(match place {
            Place::Param(k) => {
                let input = &call.params[k.0];
                let index = matches!(input.kind, ParamKind::Index { .. });
                if written && input.kind != ParamKind::ArrayMut {
                    return Err(format!("it writes parameter `{}`", input.name));
                }
                let len = self.params[k.0].len();
                Bound { owner: Owner::Itself, dtype: input.dtype, index, len }
            }
            Place::Result(k) => {
                let (dtype, _) = call.results[k.0];
                let len = self.results[k.0].len();
                Bound { owner: Owner::Itself, dtype, index: false, len }
            }
            Place::Temp(k) => {
                let temp = &self.schedule.temps[k.0];
                let len = size(call, &temp.len)?;
                Bound { owner: Owner::Temp(k), dtype: temp.dtype, index: false, len }
            }
        })
    }

    fn outcome(self) -> Result<Outcome, String> {
        let mut results = Vec::new();
        for (k, (array, (dtype, shape))) in
            self.results.into_iter().zip(self.call.results).enumerate()
        {
            let bits = array.into_bits().ok_or_else(|| {
                format!("internal error: some elements of result {k} are never written")
            })?;
            let shape = shape.iter().map(|s| size(self.call, s)).collect::<Result<Vec<_>, _>>()?;
            results.push(Tensor { dtype: *dtype, shape, bits });
        }
        let mut params = BTreeMap::new();
        for (k, (array, input)) in self.params.into_iter().zip(self.call.params).enumerate() {
            if input.kind == ParamKind::ArrayMut {
                let bits = array.into_bits().ok_or("internal error: a parameter lost elements")?;
                params.insert(k, Tensor { bits, ..self.call.args[k].clone() });
            }
        }
        Ok(Outcome { results, params })
    }
}

/// An array that a launch is bound to, without its elements.
struct Bound {
    owner: Owner,
    dtype: DType,
    /// Whether it is a parameter of indices.
    index: bool,
    len: usize,
}

fn scalar(call: &Call, scalar: &ScalarArg) -> Result<u64, String> {
    match scalar {
        ScalarArg::Const(bits) => Ok(*bits),
        ScalarArg::Param(k) => match call.args.get(k.0) {
            Some(arg) if arg.shape.is_empty() => Ok(arg.bits[0]),
            _ => Err(format!("parameter {} is no scalar", k.0)),
        },
    }
}

fn value(call: &Call, size: &Size) -> Result<i64, String> {
    size.evaluate(call.dims).ok_or_else(|| format!("size `{size}` has an unknown dimension"))
}

fn size(call: &Call, size: &Size) -> Result<usize, String> {
    let value = value(call, size)?;
    usize::try_from(value).map_err(|_| format!("internal error: size `{size}` is {value}"))
}

/// A piece of memory. Temporaries of one slot are one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Memory {
    Slot(SlotId),
    Of(Place),
}

/// Checks the order of launches. Launches that use the same memory, one of them writing, must be ordered by `after`;
/// and a launch may come only after launches with smaller numbers.
fn order_of_memory(schedule: &Schedule, kernels: &[KernelIr]) -> Result<(), String> {
    let mut before: Vec<HashSet<usize>> = Vec::new();
    let mut users: HashMap<Memory, Vec<(usize, Access)>> = HashMap::default();
    for (l, launch) in schedule.launches.iter().enumerate() {
        let mut all: HashSet<usize> = launch.after.iter().map(|a| a.0).collect();
        if let Some(late) = all.iter().find(|a| **a >= l) {
            return Err(format!("internal error: launch {l} comes after {late}"));
        }
        for a in &launch.after {
            all.extend(before[a.0].iter().copied());
        }
        before.push(all);
        for (place, buffer) in launch.buffers.iter().zip(&kernels[launch.kernel.0].buffers) {
            let memory = match place {
                Place::Temp(t) => Memory::Slot(schedule.temps[t.0].slot),
                other => Memory::Of(*other),
            };
            let check = l < schedule.check_launches;
            if check && buffer.access != Access::Read && !matches!(place, Place::Temp(_)) {
                return Err(format!(
                    "internal error: launch {l} computes a check and writes {place:?}"
                ));
            }
            users.entry(memory).or_default().push((l, buffer.access));
        }
    }
    for (memory, users) in users {
        for (k, (l, access)) in users.iter().enumerate() {
            for (earlier, other) in &users[..k] {
                let written = *access != Access::Read || *other != Access::Read;
                // All checks are over before anything else starts.
                let apart = *earlier < schedule.check_launches && *l >= schedule.check_launches;
                if written && !apart && earlier != l && !before[*l].contains(earlier) {
                    return Err(format!(
                        "internal error: launches {earlier} and {l} use {memory:?} in no order"
                    ));
                }
            }
        }
    }
    Ok(())
}
