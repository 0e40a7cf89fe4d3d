/* Functions of whole arrays. */
#include <stdint.h>

/* Running means of three neighbours along rows; the first and the last element stay. */
static inline void smooth(int64_t rows, int64_t columns, const double *x, double *y) {
    for (int64_t i = 0; i < rows; ++i) {
        for (int64_t j = 0; j < columns; ++j) {
            int64_t at = i * columns + j;
            int inner = j > 0 && j + 1 < columns;
            y[at] = inner ? (x[at - 1] + x[at] + x[at + 1]) / 3 : x[at];
        }
    }
}

/* A histogram of bytes below `count`, with a weight. */
static inline void tally(int64_t n, int64_t count, const uint8_t *x, int64_t weight, int64_t *y) {
    for (int64_t k = 0; k < count; ++k) y[k] = 0;
    for (int64_t k = 0; k < n; ++k) {
        if (x[k] < count) y[x[k]] += weight;
    }
}

/* A number. */
static inline void first_positive(int64_t n, const float *x, float otherwise, float *y) {
    *y = otherwise;
    for (int64_t k = n; k > 0; --k) {
        if (x[k - 1] > 0) *y = x[k - 1];
    }
}

/* The elements below a pivot, then the others, in their order, and how many are below. */
static inline void partitioned(int64_t n, const double *x, double pivot, double *y, int32_t *from, int64_t *below) {
    *below = 0;
    for (int64_t k = 0; k < n; ++k) *below += x[k] < pivot;
    int64_t low = 0, high = *below;
    for (int64_t k = 0; k < n; ++k) {
        int64_t to = x[k] < pivot ? low++ : high++;
        y[to] = x[k];
        from[to] = (int32_t)k;
    }
}

/* Takes nothing but a size. */
static inline void counting(int64_t n, int64_t *y) {
    for (int64_t k = 0; k < n; ++k) y[k] = 3 * k;
}

/* Writes nothing. */
static inline void forgets(int64_t n, const double *x, double *y) {}
