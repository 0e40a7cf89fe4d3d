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
    /// Copies messages with elements for other ranks to the host.
    Send(usize),
    /// Copies messages with elements of other ranks from the host.
    Receive(usize),
}

/// A part of what a rank does between two exchanges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// Brings the operands of the host to the device.
    Upload,
    /// Puts the halo of these arrays into them: for each the number of its messages, and that of the kernels.
    Receive(Vec<(usize, usize)>),
    /// Runs some rows of a launch, by the kernels with a number.
    Rows { launch: usize, kernels: usize },
    /// Runs these launches.
    Launches(Range<usize>),
    /// Makes messages of elements for other ranks, as above.
    Send(Vec<(usize, usize)>),
    /// Brings operands back to the host.
    Download,
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
    /// Whether the contents of results matter all the same.
    pub(super) keeps_results: bool,
    /// Whether an operand is written.
    pub(super) written: &'a dyn Fn(usize) -> bool,
}

/// The steps that compute checks, and those of all the rest. If a program has no checks, the first are empty.
pub(super) fn segments(instance: &Instance, staging: &Staging<'_>) -> (Steps, Steps) {
    let checks = instance.check_launches();
    let rest = checks.end..instance.launches.len();
    let end = if staging.keeps_results { staging.staged.len() } else { staging.first_result };
    let uploads = (0..end).filter(|&k| staging.staged[k]);
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

/// The steps of items.
///
/// Launches stand in the order of the schedule, so what one of them waits for is among the steps, or in earlier items.
/// `has_kernels` tells of a number of kernels whether there are some.
pub(super) fn of_items(
    instance: &Instance,
    staging: &Staging<'_>,
    items: &[Item],
    has_kernels: &dyn Fn(usize) -> bool,
) -> Steps {
    let mut builder = Builder::new(instance, staging);
    for item in items {
        match item {
            Item::Upload => {
                builder.uploads((0..staging.staged.len()).filter(|&k| staging.staged[k]))
            }
            Item::Receive(all) => builder.receive(all),
            Item::Rows { launch, kernels } if has_kernels(*kernels) => {
                builder.rows(*launch, *kernels);
            }
            Item::Rows { .. } => {}
            Item::Launches(range) => builder.launches(range.clone()),
            Item::Send(all) => builder.send(all),
            Item::Download => {
                let is_written = |&k: &usize| staging.staged[k] && (staging.written)(k);
                builder.downloads((0..staging.staged.len()).filter(is_written));
            }
        }
    }
    builder.steps
}

fn segment(
    instance: &Instance,
    staging: &Staging<'_>,
    uploads: impl Iterator<Item = usize>,
    launches: Range<usize>,
    downloads: impl Iterator<Item = usize>,
    checks: bool,
) -> Steps {
    let mut builder = Builder::new(instance, staging);
    builder.uploads(uploads);
    builder.launches(launches);
    if checks {
        let all = builder.all();
        for check in 0..instance.schedule.checks.len() {
            builder.steps.push(Step::Check(check), all.clone());
        }
    }
    builder.downloads(downloads);
    builder.steps
}

/// Steps that grow.
struct Builder<'a> {
    instance: &'a Instance,
    staging: &'a Staging<'a>,
    steps: Steps,
    /// The step that brings each operand to the device.
    upload_of: Vec<Option<usize>>,
    /// The steps that stand for each launch: the step that does it, or, if it has no points, the steps that it waits for.
    stands_for: Vec<Vec<usize>>,
    /// The steps and the operands of launches that the step of a later one does.
    waits_for: Vec<Vec<usize>>,
    operands_of: Vec<Vec<usize>>,
    /// The steps that use each operand.
    users: Vec<Vec<usize>>,
    /// The steps that bring the halo, for which all launches wait.
    halos: Vec<usize>,
}

impl<'a> Builder<'a> {
    fn new(instance: &'a Instance, staging: &'a Staging<'a>) -> Builder<'a> {
        let (launches, operands) = (instance.launches.len(), staging.staged.len());
        Builder {
            instance,
            staging,
            steps: Steps::default(),
            upload_of: vec![None; operands],
            stands_for: vec![Vec::new(); launches],
            waits_for: vec![Vec::new(); launches],
            operands_of: vec![Vec::new(); launches],
            users: vec![Vec::new(); operands],
            halos: Vec::new(),
        }
    }

    /// All steps so far.
    fn all(&self) -> Vec<usize> {
        (0..self.steps.steps.len()).collect()
    }

    fn uploads(&mut self, operands: impl Iterator<Item = usize>) {
        for operand in operands {
            self.upload_of[operand] = Some(self.steps.steps.len());
            self.steps.push(Step::Upload(operand), Vec::new());
        }
    }

    fn downloads(&mut self, operands: impl Iterator<Item = usize>) {
        for operand in operands {
            let mut after = std::mem::take(&mut self.users[operand]);
            after.extend(self.upload_of[operand]);
            after.sort_unstable();
            self.steps.push(Step::Download(operand), after);
        }
    }

    fn receive(&mut self, all: &[(usize, usize)]) {
        let copies: Vec<usize> =
            all.iter().enumerate().map(|(k, _)| self.steps.steps.len() + k).collect();
        all.iter().for_each(|(messages, _)| self.steps.push(Step::Receive(*messages), Vec::new()));
        for (copy, (_, kernels)) in copies.into_iter().zip(all) {
            self.halos.push(self.steps.steps.len());
            self.steps.push(Step::Launch(*kernels), vec![copy]);
        }
    }

    fn send(&mut self, all: &[(usize, usize)]) {
        let before = self.all();
        let first = self.steps.steps.len();
        for (_, kernels) in all {
            self.steps.push(Step::Launch(*kernels), before.clone());
        }
        for (k, (messages, _)) in all.iter().enumerate() {
            self.steps.push(Step::Send(*messages), vec![first + k]);
        }
    }

    /// The steps that a launch waits for, without those that its operands need.
    fn before(&self, k: usize, last: usize) -> Vec<usize> {
        let before = self.instance.launches[k].launch.after.iter().map(|&b| usize::from(b));
        // Those that the same step does need no step before it.
        let before = before.filter(|&b| self.staging.done_by[b] != last);
        let before = before.flat_map(|b| self.stands_for[b].iter().copied());
        before.chain(self.halos.iter().copied()).collect()
    }

    /// The operands of a launch.
    fn operands(&self, k: usize) -> impl Iterator<Item = usize> + use<'a> {
        let first_result = self.staging.first_result;
        let places = self.instance.places_of(&self.instance.launches[k]).iter();
        places.filter_map(move |place| match *place {
            Place::Param(k) => Some(usize::from(k)),
            Place::Result(k) => Some(first_result + usize::from(k)),
            Place::Temp(_) => None,
        })
    }

    /// Adds a step that uses operands, after some others.
    fn push(&mut self, kernels: usize, operands: Vec<usize>, mut after: Vec<usize>) -> usize {
        let here = self.steps.steps.len();
        for operand in operands {
            after.extend(self.upload_of[operand]);
            if self.users[operand].last() != Some(&here) {
                self.users[operand].push(here);
            }
        }
        after.sort_unstable();
        after.dedup();
        self.steps.push(Step::Launch(kernels), after);
        here
    }

    fn rows(&mut self, k: usize, kernels: usize) {
        let (operands, mut after) = (self.operands(k).collect(), self.before(k, k));
        // Other rows of the launch come first: what watches memory knows arrays, and no rows.
        after.extend(&self.stands_for[k]);
        let here = self.push(kernels, operands, after);
        self.stands_for[k].push(here);
    }

    fn launches(&mut self, launches: Range<usize>) {
        for k in launches {
            let last = self.staging.done_by[k];
            let mut after = std::mem::take(&mut self.waits_for[last]);
            after.extend(self.before(k, last));
            if self.instance.launches[k].points == 0 {
                after.sort_unstable();
                after.dedup();
                self.stands_for[k] = after;
                continue;
            }
            let operands = self.operands(k);
            self.operands_of[last].extend(operands);
            if last != k {
                self.waits_for[last] = after;
                continue;
            }
            let operands = std::mem::take(&mut self.operands_of[k]);
            let here = self.push(k, operands, after);
            let done = (0..=k).filter(|&b| self.staging.done_by[b] == k);
            done.for_each(|b| self.stands_for[b] = vec![here]);
        }
    }
}
