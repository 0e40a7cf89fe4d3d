//! The arguments of all launches.

use std::ffi::c_void;
use std::sync::Arc;

use super::{StagingMemory, User};
use crate::cuda::executor::kernels::{Argument, Kernels};
use crate::cuda::memory::Memory;
use crate::instance::Instance;
use crate::plan::{Place, ScalarArg};

/// The arguments of all launches. Those that no call changes have their values already. See the fields of
/// [`super::Exec`].
pub(super) struct Arguments {
    pub(super) bound: Box<[u64]>,
    pub(super) users: Box<[Box<[User]>]>,
    pub(super) values: Vec<u64>,
    pub(super) pointers: Box<[*mut c_void]>,
    pub(super) first: Box<[Box<[usize]>]>,
}

impl Arguments {
    /// The arguments of the kernels of an instance, given the memory of its staged operands and of its temporaries, and
    /// the scratch memory of each launch.
    pub(super) fn new(
        instance: &Instance,
        kernels: &[Kernels],
        staging: &[Option<StagingMemory>],
        slots: &[Arc<Memory>],
        scratch: &dyn Fn(usize, usize) -> u64,
    ) -> Arguments {
        let mut bound = vec![0; staging.len()];
        for (value, staging) in bound.iter_mut().zip(staging) {
            if let Some((_, device)) = staging {
                *value = device.address();
            }
        }
        let first_result = instance.program.params.len();
        let places = |launch: usize| instance.places_of(&instance.launches[launch]);
        let scalars = |launch: usize| instance.scalars_of(&instance.launches[launch]);
        let mut users = vec![Vec::new(); staging.len()];
        let (mut values, mut first) = (Vec::new(), Vec::new());
        for (k, of_launch) in kernels.iter().enumerate() {
            let mut end = values.len();
            let mut push = |operand: Option<usize>, value: u64| {
                if let Some(operand) = operand {
                    users[operand].push((k as u32, values.len() as u32));
                }
                values.push(operand.map_or(value, |operand| bound[operand]));
                values.len()
            };
            let mut starts = Vec::new();
            for kernel in 0..of_launch.lists() {
                starts.push(end);
                for argument in of_launch.arguments(instance, k, kernel) {
                    let mut array = |place| match place {
                        Place::Param(k) => push(Some(usize::from(k)), 0),
                        Place::Result(k) => push(Some(first_result + usize::from(k)), 0),
                        Place::Temp(k) => {
                            let slot = instance.schedule.temps[usize::from(k)].slot;
                            push(None, slots[usize::from(slot)].address())
                        }
                    };
                    end = match argument {
                        Argument::Buffer { launch, buffer } => array(places(launch)[buffer]),
                        Argument::Array(place) => array(place),
                        Argument::Scratch(piece) => push(None, scratch(k, piece)),
                        Argument::Scalar { launch, scalar } => match scalars(launch)[scalar] {
                            ScalarArg::Const(bits) => push(None, bits),
                            ScalarArg::Param(k) => push(Some(usize::from(k)), 0),
                        },
                        Argument::Number(bits) => push(None, bits),
                    };
                }
            }
            first.push(starts.into());
        }
        let start = values.as_mut_ptr();
        // The additions never wrap, because the pointers stay within the values.
        let pointers = (0..values.len()).map(|k| start.wrapping_add(k).cast()).collect();
        Arguments {
            bound: bound.into(),
            users: users.into_iter().map(Vec::into_boxed_slice).collect(),
            values,
            pointers,
            first: first.into(),
        }
    }
}
