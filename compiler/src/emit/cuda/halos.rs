//! Kernels that bring elements of a halo into messages and out of them. Programs that read rows of other ranks have them in
//! their sources; the runtime knows their names.

/// `places` has the place of each element of a message in its array, both in elements of `words` words. A word has as many
/// bytes as `width` says: 8, 4, 2 or 1. All elements together have `count` words.
///
/// Sources of several programs may be compiled as one.
pub(super) const HALOS: &str = "
#ifndef ARRAY_FN_HALOS
#define ARRAY_FN_HALOS
extern \"C\" __global__ void __launch_bounds__(256) array_fn_pack(
    const unsigned char* __restrict__ array, unsigned char* __restrict__ message,
    const long long* __restrict__ places, const long long count, const long long words, const long long width) {
    const long long k = (long long)blockIdx.x * 256 + threadIdx.x;
    if (k >= count) return;
    const long long at = places[k / words] * words + k % words;
    if (width == 8) ((unsigned long long*)message)[k] = ((const unsigned long long*)array)[at];
    else if (width == 4) ((unsigned int*)message)[k] = ((const unsigned int*)array)[at];
    else if (width == 2) ((unsigned short*)message)[k] = ((const unsigned short*)array)[at];
    else message[k] = array[at];
}

extern \"C\" __global__ void __launch_bounds__(256) array_fn_unpack(
    unsigned char* __restrict__ array, const unsigned char* __restrict__ message,
    const long long* __restrict__ places, const long long count, const long long words, const long long width) {
    const long long k = (long long)blockIdx.x * 256 + threadIdx.x;
    if (k >= count) return;
    const long long at = places[k / words] * words + k % words;
    if (width == 8) ((unsigned long long*)array)[at] = ((const unsigned long long*)message)[k];
    else if (width == 4) ((unsigned int*)array)[at] = ((const unsigned int*)message)[k];
    else if (width == 2) ((unsigned short*)array)[at] = ((const unsigned short*)message)[k];
    else array[at] = message[k];
}
#endif
";

/// The names of these kernels.
pub(super) const NAMES: [&str; 2] = ["array_fn_pack", "array_fn_unpack"];
