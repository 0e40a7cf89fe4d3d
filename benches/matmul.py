"""Matrix products by NumPy, in Gflop/s, as `matmul.rs` prints them."""

import os
import time

import numpy as np

threads = os.environ.get("OPENBLAS_NUM_THREADS", "all")
for dtype in ["f8", "f4"]:
    squares = [(s, s, s) for s in [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048]]
    tall = [(20_000, s, s) for s in [4, 8, 16, 24, 32, 64]]
    for m, k, n in squares + tall:
        a, b = np.random.rand(m, k).astype(dtype), np.random.rand(k, n).astype(dtype)
        out = np.empty((m, n), dtype)
        repeats = min(int(np.ceil(2e8 / (m * k * n))), 2000)
        times = []
        for _ in range(7):
            start = time.perf_counter()
            for _ in range(repeats):
                np.matmul(a, b, out=out)
            times.append((time.perf_counter() - start) / repeats)
        print(f"{dtype:>5} {threads:>7} {m:>5} {k:>5} {n:>5} {2 * m * k * n / sorted(times)[3] / 1e9:>9.1f}")
