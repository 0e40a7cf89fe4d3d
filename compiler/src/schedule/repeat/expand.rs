//! Puts the launches of loops in the place of the launches that stood for them, and other launches after some.

use super::{Copies, LoweredLoop, Operand};
use crate::hash::{HashMap, HashSet};
use crate::plan::{
    Launch, LaunchId, Loop, ParamId, Place, ScalarArg, Schedule, SlotId, StripId, TempId,
};

/// A schedule in which some launches stand for loops becomes one with the launches of the loops. The launches that
/// `others` has for one run after it, one after another, and what waits for it waits for the last.
pub(in crate::schedule) fn expand(
    schedule: Schedule,
    loops: HashMap<usize, LoweredLoop>,
    mut others: HashMap<usize, Vec<Launch>>,
) -> Schedule {
    if loops.is_empty() && others.is_empty() {
        return schedule;
    }
    let Schedule { launches, temps, slots, check_launches, checks, joined, .. } = schedule;
    let strips =
        launches.iter().filter_map(|launch| Some(launch.strip.as_ref()?.number.0 + 1)).max();
    let empty = Schedule {
        launches: Vec::new(),
        temps,
        slots,
        check_launches: 0,
        checks,
        loops: Vec::new(),
        joined,
    };
    let mut expanding = Expanding { out: empty, strips: strips.unwrap_or(0), last: Vec::new() };
    for (k, launch) in launches.into_iter().enumerate() {
        let after = expanding.last_of(&launch.after);
        let last = match loops.get(&k) {
            Some(lowered) => expanding.add_loop(lowered, &launch, after),
            None => {
                let launches = &mut expanding.out.launches;
                launches.push(Launch { after, ..launch });
                for other in others.remove(&k).unwrap_or_default() {
                    let after = vec![LaunchId(launches.len() - 1)];
                    launches.push(Launch { after, ..other });
                }
                vec![LaunchId(launches.len() - 1)]
            }
        };
        expanding.last.push(last);
        if k < check_launches {
            expanding.out.check_launches = expanding.out.launches.len();
        }
    }
    expanding.out
}

struct Expanding {
    out: Schedule,
    /// The number of strips so far.
    strips: usize,
    /// For each launch of the old schedule, those after which it is done.
    last: Vec<Vec<LaunchId>>,
}

/// What the places and scalars of a schedule are outside of it.
struct Names {
    params: Vec<Operand>,
    results: Vec<Place>,
    /// The number of its first temporary.
    temps: usize,
}

impl Names {
    fn place(&self, place: Place) -> Place {
        match place {
            Place::Param(k) => match self.params[k.0] {
                Operand::Array(place) => place,
                Operand::Scalar(_) => unreachable!("scalars are in no memory"),
            },
            Place::Result(k) => self.results[k.0],
            Place::Temp(t) => Place::Temp(TempId(t.0 + self.temps)),
        }
    }

    fn scalar(&self, scalar: ScalarArg) -> ScalarArg {
        match scalar {
            ScalarArg::Const(_) => scalar,
            ScalarArg::Param(ParamId(k)) => match self.params[k] {
                Operand::Scalar(param) => ScalarArg::Param(param),
                Operand::Array(_) => unreachable!("arrays are no scalars"),
            },
        }
    }
}

impl Expanding {
    /// The launches after which launches of the old schedule are done.
    fn last_of(&self, launches: &[LaunchId]) -> Vec<LaunchId> {
        let mut all: Vec<LaunchId> =
            launches.iter().flat_map(|l| &self.last[l.0]).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Adds a loop that starts after some launches, and returns those after which it is done.
    fn add_loop(
        &mut self,
        lowered: &LoweredLoop,
        whole: &Launch,
        after: Vec<LaunchId>,
    ) -> Vec<LaunchId> {
        let LoweredLoop { name, states, second, operands, start, pass, finish } = lowered;
        let copying = |copies: &Copies, from: &dyn Fn(usize) -> Operand| Names {
            params: copies.states.iter().map(|&k| from(k)).collect(),
            results: copies.states.iter().map(|&k| states[k]).collect(),
            temps: 0,
        };
        let starting = copying(start, &|k| operands[k]);
        let mut done = self.add(&start.schedule, &starting, whole, after);
        let first = LaunchId(self.out.launches.len());
        let temps = self.add_temps(pass);
        let other: Vec<Place> = (0..states.len()).map(|k| second[k].unwrap_or(states[k])).collect();
        let fixed = || operands[states.len()..].iter().copied();
        let of = |from: &[Place], to: &[Place]| Names {
            params: from.iter().map(|place| Operand::Array(*place)).chain(fixed()).collect(),
            results: to.to_vec(),
            temps,
        };
        done = self.add(pass, &of(states, &other), whole, done);
        let odd = LaunchId(self.out.launches.len());
        if !finish.states.is_empty() {
            done = self.add(pass, &of(&other, states), whole, done);
        }
        let last = LaunchId(self.out.launches.len());
        let finishing = copying(finish, &|k| Operand::Array(second[k].unwrap_or(states[k])));
        done = self.add(&finish.schedule, &finishing, whole, done);
        let end = LaunchId(self.out.launches.len());
        let (name, condition) = (name.clone(), lowered.condition());
        self.out.loops.push(Loop { name, first, odd, finish: last, end, condition });
        // Loops around others come first.
        self.out.loops.sort_by_key(|l| (l.first, std::cmp::Reverse(l.end)));
        done
    }

    /// Adds the temporaries of a schedule, which share memory among themselves alone. Returns the number of the first.
    fn add_temps(&mut self, schedule: &Schedule) -> usize {
        let first = self.out.temps.len();
        let slots = self.out.slots;
        self.out.temps.extend(schedule.temps.iter().cloned().map(|mut temp| {
            if temp.slot != SlotId::NONE {
                temp.slot.0 += slots;
            }
            temp
        }));
        self.out.slots += schedule.slots;
        first
    }

    /// Adds the launches of a schedule. Those that need no other launch of it come after `after`. Returns those that no
    /// other launch of it needs, or `after` if it has none.
    fn add(
        &mut self,
        schedule: &Schedule,
        names: &Names,
        whole: &Launch,
        after: Vec<LaunchId>,
    ) -> Vec<LaunchId> {
        let base = self.out.launches.len();
        let shifted = |launch: LaunchId| LaunchId(launch.0 + base);
        let mut strips = 0;
        for launch in &schedule.launches {
            let strip = launch.strip.clone().map(|mut strip| {
                strips = strips.max(strip.number.0 + 1);
                strip.number = StripId(strip.number.0 + self.strips);
                strip
            });
            let needs: Vec<LaunchId> = match launch.after.is_empty() {
                true => after.clone(),
                false => launch.after.iter().map(|a| shifted(*a)).collect(),
            };
            self.out.launches.push(Launch {
                buffers: launch.buffers.iter().map(|place| names.place(*place)).collect(),
                scalars: launch.scalars.iter().map(|scalar| names.scalar(*scalar)).collect(),
                after: needs,
                strip,
                // Operations have their numbers in the graph of the function, in which a loop is one.
                computes: whole.computes.clone(),
                ..launch.clone()
            });
        }
        self.strips += strips;
        for of in &schedule.loops {
            self.out.loops.push(Loop {
                name: of.name.clone(),
                first: shifted(of.first),
                odd: shifted(of.odd),
                finish: shifted(of.finish),
                end: shifted(of.end),
                condition: TempId(of.condition.0 + names.temps),
            });
        }
        let needed: HashSet<usize> =
            schedule.launches.iter().flat_map(|launch| &launch.after).map(|a| a.0).collect();
        let last = (0..schedule.launches.len()).filter(|k| !needed.contains(k));
        let last: Vec<LaunchId> = last.map(|k| LaunchId(base + k)).collect();
        if last.is_empty() { after } else { last }
    }
}
