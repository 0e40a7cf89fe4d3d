//! One bool per lane, as bits.

/// Bit `k` is lane `k`; higher bits are 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct M<const W: usize>(pub u32);

impl<const W: usize> M<W> {
    pub(super) const ALL: u32 = if W >= 32 { u32::MAX } else { (1 << W) - 1 };

    #[cfg_attr(optimised, inline(always))]
    pub fn and(self, o: Self) -> Self {
        M(self.0 & o.0)
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn or(self, o: Self) -> Self {
        M(self.0 | o.0)
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn xor(self, o: Self) -> Self {
        M(self.0 ^ o.0)
    }
    // Generated code calls all of these by name, none as an operator.
    #[allow(clippy::should_implement_trait)]
    #[cfg_attr(optimised, inline(always))]
    pub fn complement(self) -> Self {
        M(!self.0 & Self::ALL)
    }
    #[cfg_attr(optimised, inline(always))]
    pub fn lane(self, k: usize) -> bool {
        self.0 >> k & 1 != 0
    }
}

impl M<1> {
    /// The same bool in every lane.
    #[cfg_attr(optimised, inline(always))]
    pub fn splat<const W: usize>(self) -> M<W> {
        M(if self.0 != 0 { M::<W>::ALL } else { 0 })
    }
}
