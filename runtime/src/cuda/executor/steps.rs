//! The steps of a call on the device, and their order: copies of operands of the host, kernels, copies back. Executors
//! differ in how they put these steps on the device.

use std::ops::Range;

use crate::instance::Instance;
use crate::plan::Place;

/// One piece of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Copies an operand from the host.
    Upload(usize),
    /// Runs a launch of the instance.
    Launch(usize),
    /// Copies the value of a check to the host.
    Check(usize),
    /// Copies an operand to the host.
    Download(usize),
}

/// Steps in an order that respects `after`.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Steps {
    pub(super) steps: Vec<Step>,
    /// For each step, the positions of the steps that must be done before it.
    pub(super) after: Vec<Vec<usize>>,
}

impl Steps {
    fn push(&mut self, step: Step, after: Vec<usize>) {
        self.steps.push(step);
        self.after.push(after);
    }

    /// The same steps, each of which waits for the one before.
    pub(super) fn into_chain(mut self) -> Steps {
        for (k, after) in self.after.iter_mut().enumerate() {
            *after = k.checked_sub(1).into_iter().collect();
        }
        self
    }
}

/// Which operands are staged, and which copies they need.
pub(super) struct Staging<'a> {
    pub(super) staged: &'a [bool],
    /// For each launch, the one whose step does it, which is not an earlier one.
    pub(super) done_by: &'a [usize],
    /// The position of the first result. The contents of results before the call do not matter.
    pub(super) first_result: usize,
    /// Whether an operand is written.
    pub(super) written: &'a dyn Fn(usize) -> bool,
}

/// The steps that compute checks, and those of all the rest. If a program has no checks, the first are empty.
pub(super) fn segments(instance: &Instance, staging: &Staging<'_>) -> (Steps, Steps) {
    let checks = instance.check_launches();
    let rest = checks.end..instance.launches.len();
    let uploads = (0..staging.first_result).filter(|&k| staging.staged[k]);
    let downloads =
        (0..staging.staged.len()).filter(|&k| staging.staged[k] && (staging.written)(k));
    if instance.schedule.checks.is_empty() {
        let all = 0..instance.launches.len();
        return (Steps::default(), segment(instance, staging, uploads, all, downloads, false));
    }
    // The operands that checks read have to be on the device, so all copies come with the checks.
    let first = segment(instance, staging, uploads, checks, [].into_iter(), true);
    let second = segment(instance, staging, [].into_iter(), rest, downloads, false);
    (first, second)
}

fn segment(
    instance: &Instance,
    staging: &Staging<'_>,
    uploads: impl Iterator<Item = usize>,
    launches: Range<usize>,
    downloads: impl Iterator<Item = usize>,
    checks: bool,
) -> Steps {
    let mut steps = Steps::default();
    let mut upload_of = vec![None; staging.staged.len()];
    for operand in uploads {
        upload_of[operand] = Some(steps.steps.len());
        steps.push(Step::Upload(operand), Vec::new());
    }
    // The steps that stand for each launch: the step that does it, or, if it has no points, the steps that it waits for.
    let mut stands_for: Vec<Vec<usize>> = vec![Vec::new(); instance.launches.len()];
    // The steps and the operands of launches that the step of a later one does.
    let mut waits_for: Vec<Vec<usize>> = vec![Vec::new(); instance.launches.len()];
    let mut operands_of: Vec<Vec<usize>> = vec![Vec::new(); instance.launches.len()];
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); staging.staged.len()];
    let operand_of = |place: &Place| match *place {
        Place::Param(k) => Some(usize::from(k)),
        Place::Result(k) => Some(staging.first_result + usize::from(k)),
        Place::Temp(_) => None,
    };
    for k in launches {
        let bound = &instance.launches[k];
        let last = staging.done_by[k];
        let before = bound.launch.after.iter().map(|&b| usize::from(b));
        // Those that the same step does need no step before it.
        let before = before.filter(|&b| staging.done_by[b] != last);
        let before = before.flat_map(|b| stands_for[b].iter().copied());
        let mut after = std::mem::take(&mut waits_for[last]);
        after.extend(before);
        if bound.points == 0 {
            after.sort_unstable();
            after.dedup();
            stands_for[k] = after;
            continue;
        }
        let operands = instance.places_of(bound).iter().filter_map(operand_of);
        operands_of[last].extend(operands);
        if last != k {
            waits_for[last] = after;
            continue;
        }
        let here = steps.steps.len();
        for operand in std::mem::take(&mut operands_of[k]) {
            after.extend(upload_of[operand]);
            if users[operand].last() != Some(&here) {
                users[operand].push(here);
            }
        }
        after.sort_unstable();
        after.dedup();
        steps.push(Step::Launch(k), after);
        (0..=k).filter(|&b| staging.done_by[b] == k).for_each(|b| stands_for[b] = vec![here]);
    }
    if checks {
        let all: Vec<usize> = (0..steps.steps.len()).collect();
        for check in 0..instance.schedule.checks.len() {
            steps.push(Step::Check(check), all.clone());
        }
    }
    for operand in downloads {
        let mut after = std::mem::take(&mut users[operand]);
        after.extend(upload_of[operand]);
        after.sort_unstable();
        steps.push(Step::Download(operand), after);
    }
    steps
}
