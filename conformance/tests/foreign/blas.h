/* A product of matrices by BLAS. */
#include <cblas.h>
#include <stdint.h>

static inline void product(int64_t m, int64_t k, int64_t n, const double *a, const double *b, double *c) {
    cblas_dgemm(
        CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)m, (int)n, (int)k, 1.0, a, (int)k, b, (int)n, 0.0, c, (int)n
    );
}
