// Hand-coded DG right-hand sides (maths and array shapes: dg_ops.py): one fused pass, no temporaries
// in memory, W elements side by side in the SIMD lanes, OpenMP over blocks of W.
// Per block: transpose q into lanes, gather the neighbours' face values, then for R node rows at a
// time accumulate all D and LIFT products in registers and write the finished rows out.
// Wave lifts g once per face and applies the normals afterwards: 1 instead of 4 LIFT products.
// build: g++ -O3 -march=native -mprefer-vector-width=512 -ffast-math -fopenmp -shared -fPIC dg.cpp
#include "lanes.h"

constexpr double GAMMA = 1.4;

template <class T> struct Args {
    int K;
    const T *q, *D, *LIFT, *G, *nrm, *fs, *bc;
    const int *vmapP, *fmask;
    T *rhs;
    T c;
};

template <class T, int P> struct Dg : Lanes<T> {
    using L = Lanes<T>;
    using V = typename L::V;
    static constexpr int W = L::W, Np = (P + 1) * (P + 2) * (P + 3) / 6, Nf = (P + 1) * (P + 2) / 2, NF = 4 * Nf;
    // Rows per register tile, which divides Np: 32 registers with AVX-512, else 16.
    static constexpr int R = BYTES == 64 ? (Np % 5 == 0 ? 5 : 4) : Np % 2 == 0 ? 2 : 1;

    // Geometry of elements e0 .. e0+W-1 in lanes; state and neighbour access.
    struct Block {
        const Args<T> &a;
        const int e0;
        V G[3][3], n[3][4], fs[4], bc[4];
        Block(const Args<T> &a, int e0) : a(a), e0(e0) {
            for (int k = 0; k < 9; k++) std::memcpy(&G[k / 3][k % 3], a.G + (long)k * a.K + e0, sizeof(V));
            for (int j = 0; j < 3; j++) L::template load<4>(a.nrm + ((long)j * a.K + e0) * 4, n[j]);
            L::template load<4>(a.fs + e0 * 4, fs);
            L::template load<4>(a.bc + e0 * 4, bc);
        }
        const T *field(int f) const { return a.q + (long)f * a.K * Np; }
        void load(int f, V *q) const { L::template load<Np>(field(f) + (long)e0 * Np, q); }
        void store(int f, const V *r) const { L::template store<Np>(a.rhs + ((long)f * a.K + e0) * Np, r); }
        template <int F> void gather(int m, V *out) const {
            const int *idx = a.vmapP + (long)e0 * NF + m;
            for (int f = 0; f < F; f++)
                for (int l = 0; l < W; l++) out[f][l] = field(f)[idx[l * NF]];
        }
    };

    static void wave(const Args<T> &a, int e0) {
        const Block b(a, e0);
        V q[4][Np], w[3][Np], g[4][Nf], rhs[4][Np];
        for (int f = 0; f < 4; f++) b.load(f, q[f]);
        for (int r = 0; r < 3; r++)
            for (int i = 0; i < Np; i++)
                w[r][i] = b.G[r][0] * q[1][i] + b.G[r][1] * q[2][i] + b.G[r][2] * q[3][i];
        for (int f = 0; f < 4; f++)
            for (int k = 0; k < Nf; k++) {
                const int m = f * Nf + k, i = a.fmask[m];
                V out[4];
                b.template gather<4>(m, out);
                V in_n = {}, out_n = {};
                for (int j = 0; j < 3; j++) in_n += b.n[j][f] * q[1 + j][i], out_n += b.n[j][f] * out[1 + j];
                g[f][k] = a.c / 2 * b.fs[f] * (in_n - out_n + 2 * b.bc[f] * out_n - q[0][i] + out[0]);
            }
        for (int i0 = 0; i0 < Np; i0 += R) {
            V du[3][R] = {}, div[R] = {}, lift[4][R] = {};
            for (int j = 0; j < Np; j++)
                for (int r = 0; r < 3; r++)
                    for (int i = 0; i < R; i++) {
                        const T d = a.D[(r * Np + i0 + i) * Np + j];
                        du[r][i] += d * q[0][j];
                        div[i] += d * w[r][j];
                    }
            for (int k = 0; k < Nf; k++)
                for (int f = 0; f < 4; f++)
                    for (int i = 0; i < R; i++) lift[f][i] += a.LIFT[(i0 + i) * NF + f * Nf + k] * g[f][k];
            for (int i = 0; i < R; i++) {
                rhs[0][i0 + i] = lift[0][i] + lift[1][i] + lift[2][i] + lift[3][i] - a.c * div[i];
                for (int j = 0; j < 3; j++) {
                    V s = {};
                    for (int r = 0; r < 3; r++) s += b.G[r][j] * du[r][i];
                    s *= -a.c;
                    for (int f = 0; f < 4; f++) s -= b.n[j][f] * lift[f][i];
                    rhs[1 + j][i0 + i] = s;
                }
            }
        }
        for (int f = 0; f < 4; f++) b.store(f, rhs[f]);
    }

    // n.F(q) into flux; returns |un| + sound.
    static V normal_flux(const V *q, const V *n, V *flux) {
        const V inv = T(1) / q[0], mn = n[0] * q[1] + n[1] * q[2] + n[2] * q[3], un = mn * inv;
        const V p = T(GAMMA - 1) * (q[4] - T(0.5) * inv * (q[1] * q[1] + q[2] * q[2] + q[3] * q[3]));
        flux[0] = mn;
        for (int j = 0; j < 3; j++) flux[1 + j] = un * q[1 + j] + p * n[j];
        flux[4] = un * (q[4] + p);
        return L::abs(un) + L::sqrt(T(GAMMA) * p * inv);
    }

    static void euler(const Args<T> &a, int e0) {
        const Block b(a, e0);
        V q[5][Np], F[3][5][Np], g[5][NF], rhs[5][Np];
        for (int f = 0; f < 5; f++) b.load(f, q[f]);
        for (int i = 0; i < Np; i++) {
            const V inv = T(1) / q[0][i];
            const V p = T(GAMMA - 1) * (q[4][i] - T(0.5) * inv *
                        (q[1][i] * q[1][i] + q[2][i] * q[2][i] + q[3][i] * q[3][i]));
            for (int r = 0; r < 3; r++) {
                const V m = b.G[r][0] * q[1][i] + b.G[r][1] * q[2][i] + b.G[r][2] * q[3][i];
                const V vel = m * inv;
                F[r][0][i] = m;
                for (int j = 0; j < 3; j++) F[r][1 + j][i] = vel * q[1 + j][i] + p * b.G[r][j];
                F[r][4][i] = vel * (q[4][i] + p);
            }
        }
        for (int m = 0; m < NF; m++) {
            const int i = a.fmask[m], f = m / Nf;
            const V n[3] = {b.n[0][f], b.n[1][f], b.n[2][f]};
            const V in[5] = {q[0][i], q[1][i], q[2][i], q[3][i], q[4][i]};
            V out[5], fin[5], fout[5];
            b.template gather<5>(m, out);
            const V mn = 2 * b.bc[f] * (n[0] * out[1] + n[1] * out[2] + n[2] * out[3]);
            for (int j = 0; j < 3; j++) out[1 + j] -= mn * n[j];
            const V lam = L::max(normal_flux(in, n, fin), normal_flux(out, n, fout));
            for (int k = 0; k < 5; k++)
                g[k][m] = T(0.5) * b.fs[f] * (fin[k] - fout[k] - lam * (in[k] - out[k]));
        }
        for (int i0 = 0; i0 < Np; i0 += R) {
            V acc[5][R] = {};
            for (int j = 0; j < Np; j++)
                for (int r = 0; r < 3; r++)
                    for (int i = 0; i < R; i++)
                        for (int k = 0; k < 5; k++) acc[k][i] -= a.D[(r * Np + i0 + i) * Np + j] * F[r][k][j];
            for (int m = 0; m < NF; m++)
                for (int i = 0; i < R; i++)
                    for (int k = 0; k < 5; k++) acc[k][i] += a.LIFT[(i0 + i) * NF + m] * g[k][m];
            for (int k = 0; k < 5; k++)
                for (int i = 0; i < R; i++) rhs[k][i0 + i] = acc[k][i];
        }
        for (int f = 0; f < 5; f++) b.store(f, rhs[f]);
    }

    static void run(bool is_euler, const Args<T> &a) {
#pragma omp parallel for schedule(static)
        for (int e = 0; e < a.K; e += W) {
            const int e0 = std::min(e, a.K - W);  // the last block overlaps the one before
            is_euler ? euler(a, e0) : wave(a, e0);
        }
    }
};

template <class T> void rhs(int is_euler, int p, const Args<T> *a) {
    if (p == 1) Dg<T, 1>::run(is_euler, *a);
    if (p == 2) Dg<T, 2>::run(is_euler, *a);
    if (p == 3) Dg<T, 3>::run(is_euler, *a);
    if (p == 4) Dg<T, 4>::run(is_euler, *a);
}
extern "C" void rhs_f64(int is_euler, int p, const Args<double> *a) { rhs(is_euler, p, a); }
extern "C" void rhs_f32(int is_euler, int p, const Args<float> *a) { rhs(is_euler, p, a); }
