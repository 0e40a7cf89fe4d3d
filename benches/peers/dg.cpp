// Hand-coded DG right-hand sides (maths and array shapes: dg_ops.py): one fused pass, no temporaries
// in memory, W elements side by side in the SIMD lanes, OpenMP over blocks of W.
// Per block: transpose q into lanes, gather the neighbours' face values, then for R node rows at a
// time accumulate all D and LIFT products in registers and write the finished rows out.
// A step of navier_stokes is two such passes a stage: gradients, of which stress, power and heat are stored;
// then the divergence of the whole flux, and the update of increment and state.
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
    // Of navier_stokes: what faces are, K*4 each (the share of the value across, walls that hold the gas, and
    // those that let no heat through), the law of viscosity, the step's length, and memory for stress (9),
    // increment (5), states (2 x 5), each K*Np.
    const T *penalty, *share, *sticky, *insulated;
    T viscosity, growth, sutherland, conduction, dt, *work;
};

constexpr double STAGES[5][2] = {{0.0, 1432997174477.0 / 9575080441755.0},
                                 {-567301805773.0 / 1357537059087.0, 5161836677717.0 / 13612068292357.0},
                                 {-2404267990393.0 / 2016746695238.0, 1720146321549.0 / 2090206949498.0},
                                 {-3550918686646.0 / 2091501179385.0, 3134564353537.0 / 4481467310338.0},
                                 {-1275806237668.0 / 842570457699.0, 2277821191437.0 / 14882151754819.0}};

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

    // rhs = LIFT g - D F.
    static inline __attribute__((always_inline)) void products(const Args<T> &a, V F[3][5][Np], V g[5][NF],
                                                               V rhs[5][Np]) {
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
        products(a, F, g, rhs);
        for (int f = 0; f < 5; f++) b.store(f, rhs[f]);
    }

    // Velocity and p / rho.
    static void primitives(const V *q, V *w) {
        const V inv = T(1) / q[0];
        for (int j = 0; j < 3; j++) w[j] = inv * q[1 + j];
        w[3] = T(GAMMA - 1) * (inv * q[4] - T(0.5) * (w[0] * w[0] + w[1] * w[1] + w[2] * w[2]));
    }

    static void mirror(V bc, const V *n, V *v) {
        const V vn = 2 * bc * (n[0] * v[0] + n[1] * v[1] + n[2] * v[2]);
        for (int j = 0; j < 3; j++) v[j] -= vn * n[j];
    }

    // n.F(in) - F* of Toro, Spruce & Speares into g.
    static void hllc(const V *in, const V *out, const V *n, V *g) {
        const V inv[2] = {T(1) / in[0], T(1) / out[0]};
        const V *q[2] = {in, out};
        V un[2], p[2], a[2];
        for (int k = 0; k < 2; k++) {
            un[k] = inv[k] * (n[0] * q[k][1] + n[1] * q[k][2] + n[2] * q[k][3]);
            p[k] = T(GAMMA - 1) * (q[k][4] - T(0.5) * inv[k] *
                   (q[k][1] * q[k][1] + q[k][2] * q[k][2] + q[k][3] * q[k][3]));
            a[k] = L::sqrt(T(GAMMA) * p[k] * inv[k]);
        }
        const V zero = {}, slow = -L::max(a[0] - un[0], a[1] - un[1]), fast = L::max(un[0] + a[0], un[1] + a[1]);
        const V r0 = in[0] * (slow - un[0]), r1 = out[0] * (fast - un[1]);
        const V contact = (p[1] - p[0] + r0 * un[0] - r1 * un[1]) / (r0 - r1);
        const auto own = contact >= zero;
        const V u = own ? un[0] : un[1], pr = own ? p[0] : p[1], wave = own ? slow : fast;
        const V clipped = own ? -L::max(zero, -slow) : L::max(zero, fast);
        const V push = contact - u, stretch = (wave - u) / (wave - contact);
        V s[5];
        for (int k = 0; k < 5; k++) s[k] = own ? in[k] : out[k];
        const V energy = s[4] + push * (s[0] * contact + pr / (wave - u));
        const V mn0 = in[0] * un[0], m = s[0] * u;
        g[0] = mn0 - m - clipped * (stretch * s[0] - s[0]);
        for (int j = 0; j < 3; j++)
            g[1 + j] = un[0] * in[1 + j] + p[0] * n[j] - (u * s[1 + j] + pr * n[j]) -
                       clipped * (stretch * (s[1 + j] + s[0] * push * n[j]) - s[1 + j]);
        g[4] = un[0] * (in[4] + p[0]) - u * (s[4] + pr) - clipped * (stretch * energy - s[4]);
    }

    // Sutherland's law, or a constant.
    static V viscosity(const Args<T> &a, V theta) {
        return a.viscosity + a.growth * theta * L::sqrt(theta) / (theta + a.sutherland);
    }

    // Stress xx, xy, xz, yy, yz, zz, then power and heat along x, y, z, of the state a.q.
    static void stress(const Args<T> &a, T *to, int e0) {
        const Block b(a, e0);
        V q[5][Np], w[4][Np], g[4][NF], s[9][Np], share[4], insulated[4];
        L::template load<4>(a.share + e0 * 4, share);
        L::template load<4>(a.insulated + e0 * 4, insulated);
        for (int f = 0; f < 5; f++) b.load(f, q[f]);
        for (int i = 0; i < Np; i++) {
            const V at[5] = {q[0][i], q[1][i], q[2][i], q[3][i], q[4][i]};
            V wi[4];
            primitives(at, wi);
            for (int k = 0; k < 4; k++) w[k][i] = wi[k];
        }
        for (int m = 0; m < NF; m++) {
            const int i = a.fmask[m], f = m / Nf;
            const V n[3] = {b.n[0][f], b.n[1][f], b.n[2][f]};
            V out[5], wp[4];
            b.template gather<5>(m, out);
            mirror(b.bc[f], n, out + 1);
            primitives(out, wp);
            const V half = share[f] * b.fs[f];
            for (int k = 0; k < 3; k++) g[k][m] = half * (wp[k] - w[k][i]);
            g[3][m] = half * (1 - insulated[f]) * (wp[3] - w[3][i]);
        }
        for (int i0 = 0; i0 < Np; i0 += R) {
            V slope[3][4][R];
            for (int k = 0; k < 4; k++) {
                V along[3][R] = {}, lift[4][R] = {};
                for (int j = 0; j < Np; j++)
                    for (int r = 0; r < 3; r++)
                        for (int i = 0; i < R; i++) along[r][i] += a.D[(r * Np + i0 + i) * Np + j] * w[k][j];
                for (int m = 0; m < Nf; m++)
                    for (int f = 0; f < 4; f++)
                        for (int i = 0; i < R; i++) lift[f][i] += a.LIFT[(i0 + i) * NF + f * Nf + m] * g[k][f * Nf + m];
                for (int x = 0; x < 3; x++)
                    for (int i = 0; i < R; i++) {
                        V sum = {};
                        for (int r = 0; r < 3; r++) sum += b.G[r][x] * along[r][i];
                        for (int f = 0; f < 4; f++) sum += b.n[x][f] * lift[f][i];
                        slope[x][k][i] = sum;
                    }
            }
            for (int i = 0; i < R; i++) {
                auto d = [&](int x, int k) { return slope[x][k][i]; };
                const V mu = viscosity(a, w[3][i0 + i]), heat = a.conduction * mu;
                const V third = (d(0, 0) + d(1, 1) + d(2, 2)) / T(3);
                const V t[6] = {2 * mu * (d(0, 0) - third), mu * (d(0, 1) + d(1, 0)), mu * (d(0, 2) + d(2, 0)),
                                2 * mu * (d(1, 1) - third), mu * (d(1, 2) + d(2, 1)), 2 * mu * (d(2, 2) - third)};
                const V u = w[0][i0 + i], v = w[1][i0 + i], z = w[2][i0 + i];
                for (int k = 0; k < 6; k++) s[k][i0 + i] = t[k];
                s[6][i0 + i] = t[0] * u + t[1] * v + t[2] * z + heat * d(0, 3);
                s[7][i0 + i] = t[1] * u + t[3] * v + t[4] * z + heat * d(1, 3);
                s[8][i0 + i] = t[2] * u + t[4] * v + t[5] * z + heat * d(2, 3);
            }
        }
        for (int k = 0; k < 9; k++) L::template store<Np>(to + ((long)k * a.K + e0) * Np, s[k]);
    }

    // The state a.rhs after a stage from a.q. Lanes before `first` are another block's.
    static void stage(const Args<T> &a, const T *s, T *increment, const T *coefficients, int e0, int first) {
        const Block b(a, e0);
        V q[5][Np], t[9][Np], F[3][5][Np], g[5][NF], rhs[5][Np], inc[Np];
        for (int f = 0; f < 5; f++) b.load(f, q[f]);
        for (int k = 0; k < 9; k++) L::template load<Np>(s + ((long)k * a.K + e0) * Np, t[k]);
        constexpr int ROW[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
        for (int i = 0; i < Np; i++) {
            const V inv = T(1) / q[0][i];
            const V p = T(GAMMA - 1) * (q[4][i] - T(0.5) * inv *
                        (q[1][i] * q[1][i] + q[2][i] * q[2][i] + q[3][i] * q[3][i]));
            for (int r = 0; r < 3; r++) {
                const V *G = b.G[r];
                const V m = G[0] * q[1][i] + G[1] * q[2][i] + G[2] * q[3][i], vel = m * inv;
                F[r][0][i] = m;
                for (int j = 0; j < 3; j++)
                    F[r][1 + j][i] = vel * q[1 + j][i] + p * G[j] - G[0] * t[ROW[j][0]][i] - G[1] * t[ROW[j][1]][i] -
                                     G[2] * t[ROW[j][2]][i];
                F[r][4][i] = vel * (q[4][i] + p) - G[0] * t[6][i] - G[1] * t[7][i] - G[2] * t[8][i];
            }
        }
        V penalty[4], share[4], sticky[4], insulated[4];
        L::template load<4>(a.penalty + e0 * 4, penalty);
        L::template load<4>(a.share + e0 * 4, share);
        L::template load<4>(a.sticky + e0 * 4, sticky);
        L::template load<4>(a.insulated + e0 * 4, insulated);
        for (int m = 0; m < NF; m++) {
            const int i = a.fmask[m], f = m / Nf;
            const V n[3] = {b.n[0][f], b.n[1][f], b.n[2][f]};
            const V in[5] = {q[0][i], q[1][i], q[2][i], q[3][i], q[4][i]};
            V out[5], beyond[5], w[4], wp[4], h[5], sp[9];
            b.template gather<5>(m, out);
            // To the inviscid flux all walls are the same: the mirror image of the own state is across.
            for (int k = 0; k < 5; k++) beyond[k] = out[k] + sticky[f] * (in[k] - out[k]);
            mirror(b.bc[f] + sticky[f], n, beyond + 1);
            const int *idx = a.vmapP + (long)e0 * NF + m;
            for (int k = 0; k < 9; k++)
                for (int l = 0; l < W; l++) sp[k][l] = s[(long)k * a.K * Np + idx[l * NF]];
            hllc(in, beyond, n, h);
            mirror(b.bc[f], n, out + 1);
            primitives(in, w), primitives(out, wp);
            V force[3], step[3], pull = {}, jump[4], at[4];
            for (int k = 0; k < 4; k++) {
                jump[k] = (k < 3 ? V{} + 1 : 1 - insulated[f]) * (wp[k] - w[k]);
                at[k] = w[k] + share[f] * jump[k];
            }
            for (int j = 0; j < 3; j++) {
                force[j] = n[0] * t[ROW[j][0]][i] + n[1] * t[ROW[j][1]][i] + n[2] * t[ROW[j][2]][i];
                step[j] = n[0] * sp[ROW[j][0]] + n[1] * sp[ROW[j][1]] + n[2] * sp[ROW[j][2]];
                pull += n[j] * step[j];
            }
            const V wall = 2 * b.bc[f], stiff = viscosity(a, at[3]) * penalty[f];
            const V power = n[0] * t[6][i] + n[1] * t[7][i] + n[2] * t[8][i];
            const V there = (1 - wall) * (n[0] * sp[6] + n[1] * sp[7] + n[2] * sp[8]);
            V loss = a.conduction * stiff * jump[3], work = {};
            g[0][m] = b.fs[f] * h[0];
            for (int j = 0; j < 3; j++) {
                const V drag = stiff * jump[j];
                work += at[j] * force[j];
                loss += at[j] * drag;
                step[j] = force[j] - step[j] + wall * (step[j] - pull * n[j]);
                g[1 + j][m] = b.fs[f] * (h[1 + j] - (1 - share[f]) * step[j] + drag);
            }
            const V leak = insulated[f] * (power - work);
            g[4][m] = b.fs[f] * (h[4] - (1 - share[f]) * (power - there) - leak + loss);
        }
        products(a, F, g, rhs);
        for (int f = 0; f < 5; f++) {
            T *at = increment + ((long)f * a.K + e0) * Np;
            L::template load<Np>(at, inc);
            for (int i = 0; i < Np; i++) {
                inc[i] = coefficients[0] * inc[i] + a.dt * rhs[f][i];
                q[f][i] += coefficients[1] * inc[i];
            }
            if (first == 0) L::template store<Np>(at, inc), b.store(f, q[f]);
            else
                for (int l = first; l < W; l++)
                    for (int i = 0; i < Np; i++) {
                        at[l * Np + i] = inc[i][l];
                        a.rhs[((long)f * a.K + e0 + l) * Np + i] = q[f][i][l];
                    }
        }
    }

    static void step(const Args<T> &given) {
        Args<T> a = given;
        const long size = (long)a.K * Np;
        T *s = a.work, *increment = s + 9 * size, *states[2] = {increment + 5 * size, increment + 10 * size};
#pragma omp parallel
        for (int n = 0; n < 5; n++) {
            Args<T> at = a;
            if (n > 0) at.q = states[(n - 1) % 2];
            if (n < 4) at.rhs = states[n % 2];
            const T coefficients[2] = {T(STAGES[n][0]), T(STAGES[n][1])};
#pragma omp for schedule(static)
            for (int e = 0; e < a.K; e += W) stress(at, s, std::min(e, a.K - W));
#pragma omp for schedule(static)
            for (int e = 0; e < a.K; e += W) {
                const int e0 = std::min(e, a.K - W);
                stage(at, s, increment, coefficients, e0, e - e0);
            }
        }
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
extern "C" void step_f64(int p, const Args<double> *a) {
    if (p == 1) Dg<double, 1>::step(*a);
    if (p == 2) Dg<double, 2>::step(*a);
    if (p == 3) Dg<double, 3>::step(*a);
    if (p == 4) Dg<double, 4>::step(*a);
}
extern "C" void rhs_f32(int is_euler, int p, const Args<float> *a) { rhs(is_euler, p, a); }
