//! Registers of numbers, as the kernel of products uses them.

/// A register. All functions are unsafe, because they take the instruction set for granted. Those with pointers also
/// need as many elements there as they read or write, at any alignment.
pub(super) trait Register: Copy {
    type Element: Copy;
    /// A mask of the first elements.
    type Mask: Copy;
    const LANES: usize;

    unsafe fn zero() -> Self;
    /// The same element in all lanes.
    unsafe fn splat(from: *const Self::Element) -> Self;
    unsafe fn first(count: usize) -> Self::Mask;
    unsafe fn load(from: *const Self::Element) -> Self;
    /// The first elements, then zeros.
    unsafe fn load_first(from: *const Self::Element, first: Self::Mask) -> Self;
    unsafe fn store(self, to: *mut Self::Element);
    /// Stores the first `count` elements, which are fewer than all.
    unsafe fn store_first(self, to: *mut Self::Element, count: usize);
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// `self * factor + sum`
    unsafe fn fma(self, factor: Self, sum: Self) -> Self;
}
