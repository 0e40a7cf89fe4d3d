"""How long a call takes: as `server/src/timing.rs` samples, so that all are measured alike."""
import time

SAMPLE = 50e-6
SAMPLES = 3
PATIENCE = 4.0


def sample(call, batch):
    start = time.perf_counter()
    for _ in range(batch):
        call()
    return (time.perf_counter() - start) / batch


def measure(call, seconds):
    """The median and the least of samples in about so many seconds, in seconds a call."""
    start = time.perf_counter()
    first = sample(call, 1)
    batch = min(1000, max(1, int(SAMPLE / first)))
    if batch > 1:
        sample(call, batch)
    times = []
    while True:
        spent = time.perf_counter() - start
        if times and spent >= (PATIENCE * seconds if len(times) < SAMPLES else seconds):
            break
        times.append(sample(call, batch))
    times.sort()
    return dict(median=times[len(times) // 2], least=times[0], samples=len(times))
