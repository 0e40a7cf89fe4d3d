// SIMD lanes over independent items (elements, rows): one vector holds W = BYTES/sizeof(T) of them, BYTES
// being what the machine's registers hold (64 with AVX-512, else 32).
// load/store transpose W consecutive rows of N values into N vectors and back, 4 columns at a time.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

#ifdef __AVX512F__
constexpr int BYTES = 64;
#else
constexpr int BYTES = 32;
#endif

template <class T> struct Lanes {
    static constexpr int W = BYTES / sizeof(T);
    typedef T V __attribute__((vector_size(BYTES)));
    typedef T H __attribute__((vector_size(4 * sizeof(T))));
    typedef std::conditional_t<sizeof(T) == 8, long, int> I;
    typedef I M __attribute__((vector_size(BYTES)));

    // Exchange row and column in every group of 4 lanes of 4 vectors (its own inverse).
    static void transpose4(V v[4]) {
        M even, odd, low, high;
        for (int j = 0; j < W; j++) {
            const int g = j / 4 * 4, m = j % 4;
            even[j] = g + m / 2 * 2 + m % 2 * W, odd[j] = even[j] + 1;
            low[j] = g + m % 2 + m / 2 * W, high[j] = low[j] + 2;
        }
        const V a = __builtin_shuffle(v[0], v[1], even), b = __builtin_shuffle(v[0], v[1], odd);
        const V c = __builtin_shuffle(v[2], v[3], even), d = __builtin_shuffle(v[2], v[3], odd);
        v[0] = __builtin_shuffle(a, c, low), v[2] = __builtin_shuffle(a, c, high);
        v[1] = __builtin_shuffle(b, d, low), v[3] = __builtin_shuffle(b, d, high);
    }
    // A vector from 4 values at each of src, src + stride, ...; and back.
    static V rows(const T *src, long stride) {
        H h[W / 4];
        for (int g = 0; g < W / 4; g++) std::memcpy(&h[g], src + g * stride, sizeof(H));
        if constexpr (W == 4) return h[0];
        else if constexpr (W == 8) return __builtin_shufflevector(h[0], h[1], 0, 1, 2, 3, 4, 5, 6, 7);
        else {
            const auto a = __builtin_shufflevector(h[0], h[1], 0, 1, 2, 3, 4, 5, 6, 7);
            const auto b = __builtin_shufflevector(h[2], h[3], 0, 1, 2, 3, 4, 5, 6, 7);
            return __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        }
    }
    template <int G> static void put(T *dst, long stride, V v) {
        const H h = __builtin_shufflevector(v, v, 4 * G, 4 * G + 1, 4 * G + 2, 4 * G + 3);
        std::memcpy(dst + G * stride, &h, sizeof(H));
        if constexpr (G + 1 < W / 4) put<G + 1>(dst, stride, v);
    }
    // v[i][l] = src[l*N + i] for i < N; N >= 4.
    template <int N> static void load(const T *src, V *v) {
        for (int k = 0; k < (N + 3) / 4; k++) {
            const int i = std::min(4 * k, N - 4);
            for (int r = 0; r < 4; r++) v[i + r] = rows(src + r * N + i, 4 * N);
            transpose4(v + i);
        }
    }
    template <int N> static void store(T *dst, const V *v) {
        for (int k = 0; k < (N + 3) / 4; k++) {
            const int i = std::min(4 * k, N - 4);
            V t[4] = {v[i], v[i + 1], v[i + 2], v[i + 3]};
            transpose4(t);
            for (int r = 0; r < 4; r++) put<0>(dst + r * N + i, 4 * N, t[r]);
        }
    }
    static V max(V a, V b) { return a > b ? a : b; }
    static V abs(V a) { return a < 0 ? -a : a; }
    static V sqrt(V a) { for (int l = 0; l < W; l++) a[l] = std::sqrt(a[l]); return a; }
};
