/* Functions of whole arrays for CPUs, and the same for GPUs by copies on a stream. The driver is looked for when it is
   called, so that programs need none where there is no GPU. */
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

struct CUstream_st;

static inline void *of_driver(const char *name) { return dlsym(dlopen("libcuda.so", RTLD_NOW), name); }

static inline void device_copy(void *target, const void *source, int64_t bytes, struct CUstream_st *stream) {
    typedef int (*Copy)(uint64_t, uint64_t, size_t, struct CUstream_st *);
    if (bytes > 0) {
        ((Copy)of_driver("cuMemcpyDtoDAsync_v2"))((uint64_t)target, (uint64_t)source, (size_t)bytes, stream);
    }
}

static inline void device_fill(void *target, unsigned value, int64_t elements, struct CUstream_st *stream) {
    typedef int (*Fill)(uint64_t, unsigned, size_t, struct CUstream_st *);
    if (elements > 0) ((Fill)of_driver("cuMemsetD32Async"))((uint64_t)target, value, (size_t)elements, stream);
}

/* The second half, then the first one. */
static inline void rotated(int64_t n, const double *x, double *y) {
    for (int64_t k = 0; k < n; ++k) y[k] = x[(k + n / 2) % n];
}

static inline void rotated_cuda(struct CUstream_st *stream, int64_t n, const double *x, double *y) {
    int64_t first = n / 2;
    device_copy(y, x + first, 8 * (n - first), stream);
    device_copy(y + n - first, x, 8 * first, stream);
}

/* Each row with a number behind it, and so many sevens. */
static inline void tagged(int64_t m, int64_t n, const float *x, float tag, float *y, uint32_t *sevens) {
    for (int64_t i = 0; i < m; ++i) {
        for (int64_t j = 0; j < n; ++j) y[i * (n + 1) + j] = x[i * n + j];
        y[i * (n + 1) + n] = tag;
        sevens[i] = 7;
    }
}

static inline void tagged_cuda(struct CUstream_st *stream, int64_t m, int64_t n, const float *x, const float *tag, float *y, uint32_t *sevens) {
    for (int64_t i = 0; i < m; ++i) {
        device_copy(y + i * (n + 1), x + i * n, 4 * n, stream);
        device_copy(y + i * (n + 1) + n, tag, 4, stream);
    }
    device_fill(sevens, 7, m, stream);
}

/* For GPUs it waits, which no function may. */
static inline void waits(int64_t n, const double *x, double *y) { rotated(n, x, y); }

static inline void waits_cuda(struct CUstream_st *stream, int64_t n, const double *x, double *y) {
    rotated_cuda(stream, n, x, y);
    ((int (*)(struct CUstream_st *))of_driver("cuStreamSynchronize"))(stream);
}
