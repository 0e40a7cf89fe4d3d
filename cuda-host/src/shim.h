// CUDA for a C++ compiler: enough of the language for kernels that array-fn emits.
//
// The threads of a block are fibers that take turns at __syncthreads(). Blocks run one after another.
// Shared memory starts as a pattern of NaNs, has exactly the size that the launch asked for, and is
// followed by bytes whose change is reported.

// No C++ headers: every source is compiled by itself, and those would take most of the time.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#define __global__
#define __device__
#define __launch_bounds__(...)

struct array_fn_dim3 {
    unsigned int x, y, z;
};
static thread_local array_fn_dim3 blockIdx, threadIdx, blockDim, gridDim;

static inline float __int_as_float(unsigned int bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline double __longlong_as_double(unsigned long long bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The handle of a conditional node is the address of the node's value.
typedef unsigned long long cudaGraphConditionalHandle;

extern "C" inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
    *reinterpret_cast<unsigned int*>(handle) = value;
}

namespace array_fn_host {

enum Status { OK = 0, DIVERGENT_BARRIER = 1, SHARED_OVERRUN = 2, OUT_OF_MEMORY = 3 };

// As much as CUDA gives a thread's local memory, and some; the system hands out pages as they are used.
static const size_t STACK = 640 * 1024;
static const size_t GUARD = 256;
static const unsigned char GUARD_BYTE = 0xA5;

struct Fiber {
    ucontext_t context;
    char* stack;
    bool done;
    int barrier;
};

// What the fibers of this OS thread share.
struct Block {
    ucontext_t scheduler;
    Fiber fibers[1024];
    unsigned int fiber_count = 0;
    Fiber* running = nullptr;
    unsigned char* shared = nullptr;
    void (*kernel)(void**) = nullptr;
    void** parameters = nullptr;
    ~Block() {
        for (unsigned int t = 0; t < fiber_count; ++t) free(fibers[t].stack);
    }
};
static thread_local Block block;

static void barrier(int line) {
    Fiber* self = block.running;
    self->barrier = line;
    swapcontext(&self->context, &block.scheduler);
}

static void enter() {
    block.kernel(block.parameters);
    block.running->done = true;
    swapcontext(&block.running->context, &block.scheduler);
}

static void resume(unsigned int thread) {
    threadIdx = {thread, 0, 0};
    block.running = &block.fibers[thread];
    swapcontext(&block.scheduler, &block.running->context);
}

static int run_block(unsigned int threads) {
    for (unsigned int t = 0; t < threads; ++t) {
        Fiber& fiber = block.fibers[t];
        getcontext(&fiber.context);
        fiber.context.uc_stack.ss_sp = fiber.stack;
        fiber.context.uc_stack.ss_size = STACK;
        fiber.context.uc_link = nullptr;
        fiber.done = false;
        fiber.barrier = 0;
        makecontext(&fiber.context, enter, 0);
    }
    // Every other round runs backwards, so that a missing barrier shows in one of them.
    for (unsigned int round = 0;; ++round) {
        for (unsigned int k = 0; k < threads; ++k) {
            resume(round % 2 == 0 ? k : threads - 1 - k);
        }
        const Fiber& first = block.fibers[0];
        for (unsigned int t = 1; t < threads; ++t) {
            const Fiber& other = block.fibers[t];
            if (other.done != first.done || (!first.done && other.barrier != first.barrier)) {
                return DIVERGENT_BARRIER;
            }
        }
        if (first.done) return OK;
    }
}

static int launch(
    void (*kernel)(void**), unsigned int grid, unsigned int threads, size_t shared, void** parameters) {
    if (threads > 1024) return OUT_OF_MEMORY;
    for (; block.fiber_count < threads; ++block.fiber_count) {
        char* stack = static_cast<char*>(malloc(STACK));
        if (!stack) return OUT_OF_MEMORY;
        block.fibers[block.fiber_count].stack = stack;
    }
    unsigned char* start = static_cast<unsigned char*>(malloc(shared + GUARD));
    if (!start) return OUT_OF_MEMORY;
    block.shared = start;
    block.kernel = kernel;
    block.parameters = parameters;
    gridDim = {grid, 1, 1};
    blockDim = {threads, 1, 1};
    int status = OK;
    for (unsigned int b = 0; b < grid && status == OK; ++b) {
        blockIdx = {b, 0, 0};
        memset(start, 0xFF, shared);
        memset(start + shared, GUARD_BYTE, GUARD);
        status = run_block(threads);
        for (size_t k = 0; k < GUARD && status == OK; ++k) {
            if (start[shared + k] != GUARD_BYTE) status = SHARED_OVERRUN;
        }
    }
    free(start);
    return status;
}

// Positions 0, 1, ... N - 1 as a parameter pack.
template <size_t... I>
struct Positions {};
template <size_t N, size_t... I>
struct UpTo : UpTo<N - 1, N - 1, I...> {};
template <size_t... I>
struct UpTo<0, I...> {
    typedef Positions<I...> Type;
};

template <class... A, size_t... I>
static void apply(void (*kernel)(A...), void** parameters, Positions<I...>) {
    kernel(*static_cast<A*>(parameters[I])...);
}

template <class... A>
static void apply(void (*kernel)(A...), void** parameters) {
    apply(kernel, parameters, typename UpTo<sizeof...(A)>::Type());
}

}  // namespace array_fn_host

#define __syncthreads() array_fn_host::barrier(__LINE__)
#define ARRAY_FN_SHARED(name) unsigned char* const name = array_fn_host::block.shared
#define ARRAY_FN_HOST(kernel)                                                                        \
    extern "C" int array_fn_host_##kernel(                                                           \
        unsigned int grid, unsigned int threads, size_t shared, void** parameters) {                 \
        void (*run)(void**) = [](void** p) { array_fn_host::apply(kernel, p); };                     \
        return array_fn_host::launch(run, grid, threads, shared, parameters);                        \
    }
