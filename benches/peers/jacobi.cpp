// Jacobi's method for u'' = f on N points, to convergence: the peer of `dataflow/examples/jacobi.rs`, which compiles it
// and passes N, the tolerance and the bound on passes. Prints the seconds of a run, the passes, and the sum of u.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

// The passes until no element changes by more than the tolerance. Two arrays take turns.
static long solve(std::vector<double> &u, const std::vector<double> &f, double tolerance, long most) {
    const long n = (long)u.size();
    std::vector<double> other = u;
    double *__restrict old = u.data(), *__restrict next = other.data();
    const double *__restrict right = f.data();
    long passes = 0;
    for (double change = INFINITY; change > tolerance && passes < most; ++passes) {
        change = 0.0;
        for (long k = 1; k + 1 < n; ++k) {
            next[k] = 0.5 * (old[k - 1] + old[k + 1] - right[k]);
            change = std::max(change, std::fabs(next[k] - old[k]));
        }
        std::swap(old, next);
    }
    if (old != u.data()) u = other;
    return passes;
}

int main(int argc, char **argv) {
    if (argc < 4) return 2;
    const long n = std::atol(argv[1]), most = std::atol(argv[3]);
    const double tolerance = std::atof(argv[2]);
    std::vector<double> u(n, 0.0), f(n, 0.0);
    u[0] = 1.0;
    u[n - 1] = 2.0;
    const auto begin = std::chrono::steady_clock::now();
    const long passes = solve(u, f, tolerance, most);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    double sum = 0.0;
    for (double x : u) sum += x;
    std::printf("%.9e %ld %.17g\n", took.count(), passes, sum);
}
