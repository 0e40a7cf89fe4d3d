/* Scalar functions of all dtypes. */
#include "words.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* A helper whose name is that of an array function, and of a parameter there. */
ARRAY_FUNCTION double square(double x) { return x * x; }

ARRAY_FUNCTION double phi(double x, double y) {
    double r = sqrt(square(x) + square(y));
    return r > 1.0 ? x / r : x * y;
}

ARRAY_FUNCTION float half_of(float x) { return 0.5f * x; }

ARRAY_FUNCTION int64_t mixed(int32_t a, uint8_t b, int64_t c) { return c * (a - (int32_t)b) - a; }

ARRAY_FUNCTION bool differs(bool a, double x) { return a != (x > 0.0); }

/* Two results: the radius, and the angle in turns. */
ARRAY_FUNCTION void polar(double x, double y, double *radius, float *turns) {
    *radius = sqrt(square(x) + square(y));
    *turns = (float)(x > y ? 0.25 * y : 0.5 * x);
}

ARRAY_FUNCTION uint8_t digit(uint8_t x) { return x % 10; }

ARRAY_FUNCTION double constant(void) { return 0.375; }
