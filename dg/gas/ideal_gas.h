/* The ideal gas with gamma = 1.4, for C, for CUDA, and for array functions. All units are dimensionless. */
#ifndef IDEAL_GAS_H
#define IDEAL_GAS_H

#include <math.h>

#ifdef __CUDACC__
#define IDEAL_GAS static inline __host__ __device__
#else
#define IDEAL_GAS static inline
#endif

#define IDEAL_GAS_GAMMA 1.4

/* The pressure, from density, the components of momentum, and total energy per volume. */
IDEAL_GAS double pressure(double density, double mx, double my, double mz, double energy) {
    double square = mx * mx + my * my + mz * mz;
    return (IDEAL_GAS_GAMMA - 1.0) * (energy - 0.5 * (1.0 / density) * square);
}

/* The speed of sound, from density and pressure. */
IDEAL_GAS double sound_speed(double density, double pressure) {
    return sqrt(IDEAL_GAS_GAMMA * pressure * (1.0 / density));
}

#endif
