// CUDA for a C++ compiler: enough of the language for kernels that array-fn emits.

// No C++ headers: every source is compiled by itself, and those would take most of the time.
#include <math.h>

#define __global__
#define __device__
#define __launch_bounds__(...)

static inline float __int_as_float(unsigned int bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static inline int __float_as_int(float value) {
    int bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double __longlong_as_double(unsigned long long bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

// The handle of a conditional node is the address of the node's value.
typedef unsigned long long cudaGraphConditionalHandle;

extern "C" inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
    *reinterpret_cast<unsigned int*>(handle) = value;
}

namespace array_fn_host {

static thread_local Context context;

// Positions 0, 1, ... N - 1 as a parameter pack.
template <unsigned long... I>
struct Positions {};
template <unsigned long N, unsigned long... I>
struct UpTo : UpTo<N - 1, N - 1, I...> {};
template <unsigned long... I>
struct UpTo<0, I...> {
    typedef Positions<I...> Type;
};

template <class... A, unsigned long... I>
static void apply(void (*kernel)(A...), void** parameters, Positions<I...>) {
    kernel(*static_cast<A*>(parameters[I])...);
}

template <class... A>
static void apply(void (*kernel)(A...), void** parameters) {
    apply(kernel, parameters, typename UpTo<sizeof...(A)>::Type());
}

}  // namespace array_fn_host

extern "C" array_fn_host::Context* array_fn_host_context() { return &array_fn_host::context; }

#define blockIdx array_fn_host::context.blockIdx
#define threadIdx array_fn_host::context.threadIdx
#define blockDim array_fn_host::context.blockDim
#define gridDim array_fn_host::context.gridDim
#define __syncthreads() array_fn_host::context.barrier(__LINE__)
#define ARRAY_FN_SHARED(name) unsigned char* const name = array_fn_host::context.shared
#define ARRAY_FN_HOST(kernel)                                                                        \
    extern "C" void array_fn_host_##kernel(void** parameters) {                                      \
        array_fn_host::apply(kernel, parameters);                                                    \
    }
