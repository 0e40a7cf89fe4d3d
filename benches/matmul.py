"""Matrix products by NumPy, in Gflop/s, as `matmul.rs` prints them."""

import os
import time

import numpy as np

threads = os.environ.get("OPENBLAS_NUM_THREADS", "all")
for dtype in ["f8", "f4"]:
    for size in [16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048]:
        a, b = (np.random.rand(size, size).astype(dtype) for _ in range(2))
        out = np.empty_like(a)
        repeats = min(int(np.ceil(2e8 / size**3)), 2000)
        times = []
        for _ in range(7):
            start = time.perf_counter()
            for _ in range(repeats):
                np.matmul(a, b, out=out)
            times.append((time.perf_counter() - start) / repeats)
        print(f"{dtype:>5} {threads:>8} {size:>6} {2 * size**3 / sorted(times)[3] / 1e9:>9.1f}")
