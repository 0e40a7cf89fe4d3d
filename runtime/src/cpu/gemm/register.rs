//! Registers of numbers, as the kernel of products uses them.

/// A register. All functions are unsafe, because they take the instruction set for granted; those with pointers ask
/// for so many elements there, at any address.
pub(super) trait Register: Copy {
    type Element: Copy;
    /// Which elements are the first so many.
    type Mask: Copy;
    const LANES: usize;

    unsafe fn zero() -> Self;
    /// The element in all lanes.
    unsafe fn splat(from: *const Self::Element) -> Self;
    unsafe fn first(count: usize) -> Self::Mask;
    unsafe fn load(from: *const Self::Element) -> Self;
    /// The first elements and zeros.
    unsafe fn load_first(from: *const Self::Element, first: Self::Mask) -> Self;
    unsafe fn store(self, to: *mut Self::Element);
    /// The first `count` elements, fewer than all.
    unsafe fn store_first(self, to: *mut Self::Element, count: usize);
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// Asks for what is going to be read and written, if it is there.
    unsafe fn ask(at: *const Self::Element);
    /// `self * factor + sum`
    unsafe fn fma(self, factor: Self, sum: Self) -> Self;
}
