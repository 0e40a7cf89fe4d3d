//! Functions over ranks. A *rank* is a process, or a thread, that has some rows of large arrays and computes these.
//!
//! A function with `#[ranks(E)]` runs on a [`Device`](crate::Device) that has [`Ranks`]
//! ([`Device::with_ranks`](crate::Device::with_ranks)). Its arrays along `E` have the rank's own rows in front. Behind
//! them is room for elements of other ranks: the *halo*. Where a kernel reads elements at the positions of an
//! `index<E>` or `index<E * N>` parameter, those in the halo come from other ranks first. Meanwhile the kernel computes
//! the rows that need nothing of other ranks, which stand in front: the *interior*.
//!
//! Other functions see the rows of one rank. What they compute of them is combined by [`Exchange`]: `max`, `sum`.
//!
//! | module | contents |
//! | --- | --- |
//! | [`exchange`](Exchange) | the trait of transports; [`Solo`] and [`Threads`] are two of them |
//! | [`exact`](ExactSum) | sums of floats over ranks, which are the same bits for any number of them |
//! | `partition` | which rows belong to which rank, and their numbers there ([`Partition`]) |
//! | `halo` | the rows of a rank, its halos, and what goes in and out of arrays |
//! | [`launched`] | what a launcher, such as `mpirun`, says of this process |
//! | `across` | what launches read of other ranks, and the order in which a rank runs them |
//! | `run` | runs the launches of a plan, on any device, and exchanges halos in between |
//!
//! # The same bits for any number of ranks
//!
//! Some kernels round points that do not fill a vector in another way ([rounding]). On ranks there are no such points
//! along `E`, if the number of rows with the halo is a multiple of [`Rows::ALIGNED`].
//!
//! [rounding]: https://github.com/array-fn/array-fn/blob/main/docs/rounding.md

mod across;
mod exact;
mod exchange;
mod halo;
mod launched;
mod partition;
mod run;
mod solo;
mod threads;

pub(crate) use across::{Crossed, Order, Own, Shape, copied};
pub use exact::ExactSum;
pub use exchange::{Channel, Exchange, Link};
pub(crate) use halo::Channels;
#[cfg(feature = "cuda")]
pub(crate) use halo::WeakRanks;
pub use halo::{Halo, Neighbour, Ranks, Rows};
pub use launched::{Launched, launched};
pub use partition::{Local, Partition, Positions};
pub(crate) use run::{OnRank, run};
pub use solo::Solo;
pub use threads::Threads;
