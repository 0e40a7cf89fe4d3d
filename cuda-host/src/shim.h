// CUDA for a C++ compiler: enough of the language for kernels that array-fn emits.

// The mathematical functions that kernels call; C++'s headers would take most of the time to compile.
#define ARRAY_FN_UNARY(name)                                                                         \
    double name(double) noexcept;                                                                    \
    float name##f(float) noexcept;
#define ARRAY_FN_BINARY(name)                                                                        \
    double name(double, double) noexcept;                                                            \
    float name##f(float, float) noexcept;
extern "C" {
ARRAY_FN_UNARY(sqrt)
ARRAY_FN_UNARY(cbrt)
ARRAY_FN_UNARY(exp)
ARRAY_FN_UNARY(exp2)
ARRAY_FN_UNARY(expm1)
ARRAY_FN_UNARY(log)
ARRAY_FN_UNARY(log2)
ARRAY_FN_UNARY(log10)
ARRAY_FN_UNARY(log1p)
ARRAY_FN_UNARY(sin)
ARRAY_FN_UNARY(cos)
ARRAY_FN_UNARY(tan)
ARRAY_FN_UNARY(asin)
ARRAY_FN_UNARY(acos)
ARRAY_FN_UNARY(atan)
ARRAY_FN_UNARY(sinh)
ARRAY_FN_UNARY(cosh)
ARRAY_FN_UNARY(tanh)
ARRAY_FN_UNARY(asinh)
ARRAY_FN_UNARY(acosh)
ARRAY_FN_UNARY(atanh)
ARRAY_FN_UNARY(erf)
ARRAY_FN_UNARY(erfc)
ARRAY_FN_UNARY(tgamma)
ARRAY_FN_UNARY(lgamma)
ARRAY_FN_UNARY(floor)
ARRAY_FN_UNARY(ceil)
ARRAY_FN_UNARY(trunc)
ARRAY_FN_UNARY(rint)
ARRAY_FN_UNARY(fabs)
ARRAY_FN_BINARY(fmod)
ARRAY_FN_BINARY(pow)
ARRAY_FN_BINARY(atan2)
ARRAY_FN_BINARY(hypot)
ARRAY_FN_BINARY(copysign)
ARRAY_FN_BINARY(nextafter)
}

#define __global__
#define __device__
#define __launch_bounds__(...)
// The threads of a block run on one thread of the machine. Emitted kernels have `ARRAY_FN_SHARED`, whose memory is new in
// each block.
#define __shared__ static thread_local

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

static inline long long __double_as_longlong(double value) {
    long long bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline int __popc(unsigned int bits) { return __builtin_popcount(bits); }

// Atomic operations, which order nothing else. Blocks may run on several threads of the machine.
static inline unsigned int atomicAdd(unsigned int* place, unsigned int value) {
    return __atomic_fetch_add(place, value, __ATOMIC_RELAXED);
}

static inline unsigned long long atomicAdd(unsigned long long* place, unsigned long long value) {
    return __atomic_fetch_add(place, value, __ATOMIC_RELAXED);
}

static inline unsigned int atomicOr(unsigned int* place, unsigned int value) {
    return __atomic_fetch_or(place, value, __ATOMIC_RELAXED);
}

static inline long long atomicMax(long long* place, long long value) {
    long long old = __atomic_load_n(place, __ATOMIC_RELAXED);
    while (old < value) {
        if (__atomic_compare_exchange_n(place, &old, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) break;
    }
    return old;
}

// The handle of a conditional node is the address of the node's value.
typedef unsigned long long cudaGraphConditionalHandle;

extern "C" inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
    *reinterpret_cast<unsigned int*>(handle) = value;
}

namespace array_fn_host {

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

// A shuffle of all threads of a warp, of which each gets the value of another one. As a barrier, kernels reach it in all
// warps or in none.
template <class T>
static T exchanged(T value, unsigned int other, int line) {
    unsigned long long bits = 0;
    static_assert(sizeof value <= sizeof bits, "one word at most");
    __builtin_memcpy(&bits, &value, sizeof value);
    bits = array_fn_host_thread.exchange(bits, other, line);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

template <class T>
static T exchanged_xor(unsigned int mask, T value, unsigned int distance, int line) {
    if (mask != 0xffffffffu || distance >= 32) __builtin_trap();
    return exchanged(value, array_fn_host_thread.threadIdx.x ^ distance, line);
}

// The first threads of a warp keep their own values.
template <class T>
static T exchanged_up(unsigned int mask, T value, unsigned int distance, int line) {
    if (mask != 0xffffffffu || distance >= 32) __builtin_trap();
    const unsigned int own = array_fn_host_thread.threadIdx.x;
    return exchanged(value, own % 32 < distance ? own : own - distance, line);
}

}  // namespace array_fn_host

// Flags between blocks. These run one after another, so a flag that is not set yet never will be.
#define ARRAY_FN_FLAGS
static inline void raise_flag(unsigned int* flag, unsigned int value) {
    __atomic_store_n(flag, value, __ATOMIC_RELEASE);
}

static inline void await_flag(const unsigned int* flag, unsigned int value) {
    if (__atomic_load_n(flag, __ATOMIC_ACQUIRE) < value) __builtin_trap();
}

extern "C" array_fn_host::Context* array_fn_host_context() {
    return &array_fn_host::array_fn_host_thread;
}

#define blockIdx array_fn_host::array_fn_host_thread.blockIdx
#define threadIdx array_fn_host::array_fn_host_thread.threadIdx
#define blockDim array_fn_host::array_fn_host_thread.blockDim
#define gridDim array_fn_host::array_fn_host_thread.gridDim
#define __syncthreads() array_fn_host::array_fn_host_thread.barrier(__LINE__)
// All threads of the block wait, so kernels reach it in all warps or in none.
#define __syncwarp() array_fn_host::array_fn_host_thread.barrier(__LINE__)
#define __shfl_xor_sync(mask, value, distance) array_fn_host::exchanged_xor(mask, value, distance, __LINE__)
#define __shfl_up_sync(mask, value, distance) array_fn_host::exchanged_up(mask, value, distance, __LINE__)
#define ARRAY_FN_SHARED(name) unsigned char* const name = array_fn_host::array_fn_host_thread.shared
#define ARRAY_FN_HOST(kernel)                                                                        \
    extern "C" void array_fn_host_##kernel(void** parameters) {                                      \
        array_fn_host::apply(kernel, parameters);                                                    \
    }
