typedef unsigned long long u64;
typedef unsigned long long cudaGraphConditionalHandle;
extern "C" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);

__device__ static u64 thread_number() {
    return blockIdx.x * (u64)blockDim.x + threadIdx.x;
}

extern "C" __global__ void axpy(
    float a, const float* x, float* y, unsigned long long x_len, unsigned long long y_len
) {
    u64 i = thread_number();
    if (i < x_len && i < y_len) y[i] = y[i] + a * x[i];
}

extern "C" __global__ void choose(
    const unsigned int* flag, unsigned long long len, cudaGraphConditionalHandle condition
) {
    if (thread_number() == 0 && len > 0) cudaGraphSetConditional(condition, flag[0]);
}

extern "C" __global__ void count_down(
    unsigned int* counter, unsigned long long len, cudaGraphConditionalHandle condition
) {
    if (thread_number() == 0 && len > 0) {
        if (counter[0] > 0) counter[0] = counter[0] - 1;
        cudaGraphSetConditional(condition, counter[0]);
    }
}

extern "C" __global__ void increment(unsigned int* counter, unsigned long long len) {
    if (thread_number() == 0 && len > 0) counter[0] = counter[0] + 1;
}
