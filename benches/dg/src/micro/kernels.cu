// The kernels of `dg-bench --micro`. `kernels.ptx` is made of this file:
//   nvcc -ptx -arch=compute_75 kernels.cu -o kernels.ptx

typedef unsigned long long cudaGraphConditionalHandle;
extern "C" __device__ void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value);

// Adds to each element: as little work as a kernel can do.
extern "C" __global__ void add(float* x, float amount, unsigned long long n) {
    unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (i < n) x[i] += amount;
}

// Takes one from the first element and ends the loop when nothing is left.
extern "C" __global__ void count_down(unsigned int* left, cudaGraphConditionalHandle more, unsigned long long n) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        unsigned int next = n > 0 && left[0] > 0 ? left[0] - 1 : 0;
        if (n > 0) left[0] = next;
        cudaGraphSetConditional(more, next > 0);
    }
}
