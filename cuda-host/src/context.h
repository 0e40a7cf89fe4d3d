// What the kernels of a library and the scheduler, a library of its own, share.

namespace array_fn_host {

struct Dim3 {
    unsigned int x, y, z;
};

// The block that runs on an OS thread, and which of its threads.
struct Context {
    Dim3 blockIdx, threadIdx, blockDim, gridDim;
    unsigned char* shared;
    void (*barrier)(int line);
    // Hands a value to other threads, and returns that of the thread with this number.
    unsigned long long (*exchange)(unsigned long long value, unsigned int other, int line);
};

// One for each OS thread, of the scheduler's library: kernels read `threadIdx` at every turn, and at an
// address that is fixed when libraries are loaded, no call looks for it. Few libraries may have such addresses.
extern "C" __thread Context array_fn_host_thread __attribute__((tls_model("initial-exec")));

}  // namespace array_fn_host
