/* A stiffened gas, for C, for CUDA, and for array functions. All units are dimensionless. */
#ifndef GAS_LAW_H
#define GAS_LAW_H

#include <math.h>

#ifdef __CUDACC__
#define GAS_LAW static inline __host__ __device__
#else
#define GAS_LAW static inline
#endif

#define GAS_LAW_GAMMA 1.4
#define GAS_LAW_STIFFNESS 0.05

/* The pressure of a gas, from its density, momentum and total energy per volume. */
GAS_LAW double pressure(double density, double momentum, double energy) {
    double kinetic = 0.5 * momentum * momentum / density;
    return (GAS_LAW_GAMMA - 1.0) * (energy - kinetic) - GAS_LAW_GAMMA * GAS_LAW_STIFFNESS;
}

/* The speed of sound, from density and pressure. */
GAS_LAW double sound_speed(double density, double pressure) {
    return sqrt(GAS_LAW_GAMMA * (pressure + GAS_LAW_STIFFNESS) / density);
}

#endif
