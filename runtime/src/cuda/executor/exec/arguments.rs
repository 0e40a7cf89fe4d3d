//! The arguments of all launches.

use std::ffi::c_void;
use std::sync::Arc;

use super::{StagingMemory, User};
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
    pub(super) first: Box<[usize]>,
}

impl Arguments {
    /// The arguments of an instance, given the memory of its staged operands and of its temporaries.
    pub(super) fn new(
        instance: &Instance,
        staging: &[Option<StagingMemory>],
        slots: &[Arc<Memory>],
    ) -> Arguments {
        let mut bound = vec![0; staging.len()];
        for (value, staging) in bound.iter_mut().zip(staging) {
            if let Some((_, device)) = staging {
                *value = device.address();
            }
        }
        let first_result = instance.program.params.len();
        let mut users = vec![Vec::new(); staging.len()];
        let (mut values, mut first) = (Vec::new(), Vec::new());
        for (k, launch) in instance.launches.iter().enumerate() {
            first.push(values.len());
            let mut argument = |operand: Option<usize>, value: u64| {
                if let Some(operand) = operand {
                    users[operand].push((k as u32, values.len() as u32));
                }
                values.push(operand.map_or(value, |operand| bound[operand]));
            };
            for place in instance.places_of(launch) {
                match *place {
                    Place::Param(k) => argument(Some(usize::from(k)), 0),
                    Place::Result(k) => argument(Some(first_result + usize::from(k)), 0),
                    Place::Temp(k) => {
                        let slot = instance.schedule.temps[usize::from(k)].slot;
                        argument(None, slots[usize::from(slot)].address());
                    }
                }
            }
            for scalar in instance.scalars_of(launch) {
                match *scalar {
                    ScalarArg::Const(bits) => argument(None, bits),
                    ScalarArg::Param(k) => argument(Some(usize::from(k)), 0),
                }
            }
            for &size in instance.sizes_of(launch) {
                argument(None, size.cast_unsigned());
            }
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
