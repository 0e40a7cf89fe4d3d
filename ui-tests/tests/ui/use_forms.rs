//! A `use` names items of blocks of this crate, one by one, by a path that says where it begins.

array_fn::array_fn! {
    use super::gas::*;
    use gas::pressure;
    use pressure;
    use ::gas::pressure;
    pub use super::gas::State;
    use super::gas::{self, pressure};
    /// The law of a gas.
    use super::gas::law;
    use super::gas::law as sum law;
    use super::gas::
}

fn main() {}
