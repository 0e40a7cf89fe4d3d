typedef unsigned long long u64;

// Allowed to start before the kernels that it depends on are done: it waits for them itself.
extern "C" __global__ void early_add(
    const float* x, const float* y, float* z,
    unsigned long long x_len, unsigned long long y_len, unsigned long long z_len
) {
#ifdef __CUDACC__
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
    u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x;
    if (i < x_len && i < y_len && i < z_len) z[i] = x[i] + y[i];
}
