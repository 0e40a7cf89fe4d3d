// What the kernels of a library and the scheduler, a library of its own, share.

namespace array_fn_host {

struct Dim3 {
    unsigned int x, y, z;
};

// The block that runs on an OS thread, and which of its threads. Each library has one per OS thread.
struct Context {
    Dim3 blockIdx, threadIdx, blockDim, gridDim;
    unsigned char* shared;
    void (*barrier)(int line);
};

}  // namespace array_fn_host
