//! Kernels that decide on the passes of loops. Programs with loops have them in their sources; the runtime knows their
//! names.

/// Each kernel has one thread. A condition is what the launches of a pass have left in memory. `half_pass` stands between
/// the passes of two sets of arrays: the second pass decides again, and `finish` is for a loop that ends in between.
///
/// Sources of several programs may be compiled as one.
pub(super) const DECIDERS: &str = "
#ifndef ARRAY_FN_DECIDERS
#define ARRAY_FN_DECIDERS
typedef unsigned long long cudaGraphConditionalHandle;
extern \"C\" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);

extern \"C\" __global__ void __launch_bounds__(1) array_fn_next_pass(
    const unsigned char* condition, const cudaGraphConditionalHandle pass) {
    cudaGraphSetConditional(pass, *condition);
}

extern \"C\" __global__ void __launch_bounds__(1) array_fn_half_pass(
    const unsigned char* condition, const cudaGraphConditionalHandle pass,
    const cudaGraphConditionalHandle odd, const cudaGraphConditionalHandle finish) {
    cudaGraphSetConditional(pass, *condition);
    cudaGraphSetConditional(odd, *condition);
    cudaGraphSetConditional(finish, *condition == 0);
}
#endif
";

/// The names of these kernels.
pub(super) const NAMES: [&str; 2] = ["array_fn_next_pass", "array_fn_half_pass"];
