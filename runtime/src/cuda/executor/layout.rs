//! [`Layout`]: the kernels of an instance for one choice of candidates.

use crate::Error;
use crate::cuda::Product;
use crate::cuda::module::Module;
use crate::instance::{Instance, JoinedLaunches};

use super::kernels::Kernels;
use super::tuner::{Candidate, Unit};

/// The kernels that a call runs.
pub(super) struct Layout {
    /// The kernels of each launch of the instance, one after another; none for a launch without points, and for one that
    /// another launch's kernel does. On a rank, further kernels follow, by numbers behind those of launches.
    pub(super) kernels: Box<[Kernels]>,
    /// For each launch, the one whose kernels do it.
    pub(super) done_by: Box<[usize]>,
    /// Whether calls have a graph. As long as candidates are measured, kernels are put on the stream one by one.
    pub(super) has_graph: bool,
}

// SAFETY: the handles of kernels are the driver's, which may be used from any thread.
unsafe impl Send for Layout {}
// SAFETY: as above.
unsafe impl Sync for Layout {}

impl Layout {
    /// The kernels with these candidates, one for each unit.
    ///
    /// # Errors
    /// Those of the driver, [`Error::SizeOverflow`] where a grid is too large.
    pub(super) fn new(
        module: &Module,
        instance: &Instance,
        products: &[Option<Product>],
        units: &[Unit],
        choices: &[usize],
        has_graph: bool,
    ) -> Result<Layout, Error> {
        let chosen = |launch: usize| {
            let unit = units.iter().position(|unit| unit.launches.contains(&launch))?;
            Some(&units[unit].candidates[choices[unit]])
        };
        let is_joined = |joined: &JoinedLaunches| {
            let mut launches = joined.launches();
            launches.all(|k| !matches!(chosen(k), Some(Candidate::Apart)))
        };
        let all = joined(instance, products).filter(is_joined).collect();
        Layout::of_joined(module, instance, all, &chosen, has_graph)
    }

    /// The kernels of a rank, and `more` kernels behind those of the launches. The compiler's choice is that of all ranks.
    /// Launches that read `across` are kernels of their own.
    ///
    /// # Errors
    /// As for [`Layout::new`].
    pub(super) fn on_rank(
        module: &Module,
        instance: &Instance,
        across: &dyn Fn(usize) -> bool,
        more: Vec<Kernels>,
    ) -> Result<Layout, Error> {
        let stay = |joined: &JoinedLaunches| !joined.launches().any(across);
        let all = instance.joined().filter(stay).collect();
        let layout = Layout::of_joined(module, instance, all, &|_| None, true)?;
        let kernels = layout.kernels.into_iter().chain(more).collect();
        Ok(Layout { kernels, ..layout })
    }

    /// The kernels where these launches are joined, with the candidates of launches.
    fn of_joined<'c>(
        module: &Module,
        instance: &Instance,
        all: Vec<JoinedLaunches>,
        chosen: &dyn Fn(usize) -> Option<&'c Candidate>,
        has_graph: bool,
    ) -> Result<Layout, Error> {
        let mut done_by: Box<[usize]> = (0..instance.launches.len()).collect();
        for joined in &all {
            if let Some(last) = joined.launches().last() {
                joined.launches().for_each(|k| done_by[k] = last);
            }
        }
        let kernels = instance.launches.iter().enumerate().map(|(k, launch)| {
            match all.iter().find(|joined| joined.is_last(k)) {
                Some(joined) => Kernels::joined(module, instance, *joined),
                None if done_by[k] != k => Ok(Kernels::default()),
                None => match chosen(k) {
                    Some(Candidate::Kernel { name, launch: own }) => {
                        Kernels::new(module, instance, launch, name, own)
                    }
                    _ => {
                        let kernel = launch.kernel;
                        Kernels::new(module, instance, launch, kernel.name, &kernel.cuda)
                    }
                },
            }
        });
        let kernels = kernels.collect::<Result<_, Error>>()?;
        Ok(Layout { kernels, done_by, has_graph })
    }
}

/// The launches that may be one kernel each, because no library does one of them.
pub(super) fn joined(
    instance: &Instance,
    products: &[Option<Product>],
) -> impl Iterator<Item = JoinedLaunches> {
    instance.joined().filter(|joined| joined.launches().all(|k| products[k].is_none()))
}
