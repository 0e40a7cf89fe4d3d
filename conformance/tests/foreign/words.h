/* The words of functions that a C compiler and a CUDA compiler both compile. */
#pragma once
#ifdef __CUDACC__
#define ARRAY_FUNCTION static inline __host__ __device__
#else
#define ARRAY_FUNCTION static inline
#endif
