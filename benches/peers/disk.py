"""Peers of programs over arrays on disk: means of squares of pixels, means over time, and changes of chunks.

    target/release/disk slide DATA/slide.zarr          # once; also with `--codecs zstd:1` as DATA/slide-zstd.zarr
    target/release/disk series DATA/bess.zarr
    target/release/disk matrix DATA/rows.zarr
    python3 benches/peers/disk.py DATA [average] [time-average] [rechunk] [--rounds 5]

Each run is a process of its own; rounds take turns, and tables have medians. `cold`: the system's cache of files was
emptied before, which needs root. `warm`: it has the array. Seconds are those of the work, without imports. RSS is the
most resident memory of the process. Peers of Python run in the environments that `--zarr` and `--rechunker` name:

    python3 -m venv Z && Z/bin/pip install zarr tensorstore dask
    python3 -m venv R && R/bin/pip install rechunker==0.5.4 'zarr<3' dask

Peers that are not installed are left out. `zarrs_reencode` is looked for in the path (`cargo install zarrs_tools`).
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

# The query of the slide: rows, columns, and pixels per pixel of the result in both directions.
ROWS, COLUMNS, N = (4000, 14000), (3000, 13000), 8
# The time steps of the series.
STEPS = (8000, 38000)
SIZE = 16384
TARGETS = {"squares": (1024, 1024), "columns": (16384, 64)}
THREADS = 2


# Work, in a process of its own. Each function returns what to check, and is timed.


def open_tensorstore(path, create=None):
    import tensorstore as ts

    spec = {
        "driver": "zarr3",
        "kvstore": {"driver": "file", "path": str(path)},
        "context": {"data_copy_concurrency": {"limit": THREADS}},
    }
    if create is None:
        return ts.open(spec, read=True).result()
    spec["metadata"] = {
        "shape": [SIZE, SIZE],
        "data_type": "float64",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": list(create)}},
        "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        "fill_value": 0.0,
    }
    return ts.open(spec, create=True).result()


def means(pixels):
    """Sums of squares of pixels; rows and columns are multiples of N."""
    rows, columns, channels = pixels.shape
    return pixels.reshape(rows // N, N, columns // N, N, channels).sum(axis=(1, 3), dtype="u4")


def average_tensorstore(path):
    import tensorstore as ts

    box = open_tensorstore(path)[ROWS[0] : ROWS[1], COLUMNS[0] : COLUMNS[1]]
    return int(ts.downsample(box, [N, N, 1], "mean").read().result().sum(dtype="u8"))


def average_dask(path):
    import dask.array as da

    box = da.from_zarr(str(path))[ROWS[0] : ROWS[1], COLUMNS[0] : COLUMNS[1]]
    chunks = tuple(tuple(size // N for size in sizes) for sizes in box.chunks[:2]) + box.chunks[2:]
    result = box.map_blocks(means, dtype="u4", chunks=chunks)
    return int((result.compute(num_workers=THREADS) // (N * N)).sum(dtype="u8"))


def average_zarr(path):
    import numpy as np
    import zarr

    array = zarr.open_array(str(path), mode="r")
    rows = []
    for row in range(*ROWS, 1000):
        rows.append(means(array[row : row + 1000, COLUMNS[0] : COLUMNS[1]]))
    return int((np.concatenate(rows) // (N * N)).sum(dtype="u8"))


def weights():
    import numpy as np

    return 1.0 + np.arange(*STEPS) % 7


def time_average_tensorstore(path):
    import numpy as np

    array, w, total = open_tensorstore(path), weights(), 0.0
    for start, end in chunks_of_steps():
        total += np.tensordot(w[start - STEPS[0] : end - STEPS[0]], array[start:end].read().result(), 1)
    return float((total / w.sum()).sum())


def time_average_dask(path):
    import dask.array as da

    box, w = da.from_zarr(str(path))[STEPS[0] : STEPS[1]], weights()
    total = da.einsum("t,tek->ek", da.from_array(w, chunks=(box.chunks[0],)), box)
    return float((total.compute(num_workers=THREADS) / w.sum()).sum())


def time_average_zarr(path):
    import numpy as np
    import zarr

    array, w, total = zarr.open_array(str(path), mode="r"), weights(), 0.0
    for start, end in chunks_of_steps():
        total += np.tensordot(w[start - STEPS[0] : end - STEPS[0]], array[start:end], 1)
    return float((total / w.sum()).sum())


def chunks_of_steps(size=256):
    borders = range(STEPS[0] // size * size + size, STEPS[1], size)
    return zip([STEPS[0], *borders], [*borders, STEPS[1]])


def rechunk_tensorstore(path, target, chunks):
    """By slabs of 128 MB of whole target chunks, each in a transaction, so that chunks are written once."""
    import tensorstore as ts

    source, out = open_tensorstore(path), open_tensorstore(target, chunks)
    axis = 0 if chunks[0] < SIZE else 1
    for start in range(0, SIZE, 1024):
        box = tuple(slice(start, start + 1024) if k == axis else slice(None) for k in range(2))
        with ts.Transaction() as transaction:
            out.with_transaction(transaction)[box].write(source[box]).result()


def rechunk_dask(path, target, chunks):
    import dask.array as da
    import zarr

    out = zarr.create_array(str(target), shape=(SIZE, SIZE), chunks=chunks, dtype="f8", compressors=None)
    array = da.from_zarr(str(path)).rechunk(chunks)
    da.store(array, out, lock=False, num_workers=THREADS)


def rechunk_rechunker(path, target, chunks):
    """With the executor of dask: a bound of 128 MB for each of two threads."""
    import dask
    import zarr
    from rechunker import rechunk

    source, plain = zarr.open(str(path), mode="r"), {"compressor": None}
    plan = rechunk(
        source, chunks, "128MB", str(target), target_options=plain, temp_store=f"{target}.temp", temp_options=plain
    )
    with dask.config.set(scheduler="threads", num_workers=THREADS):
        plan.execute()


def work(name, arguments):
    """Runs a function above, and prints what it took."""
    import importlib

    for module in {"tensorstore": ["tensorstore", "numpy"], "dask": ["dask.array", "zarr"], "zarr": ["zarr", "numpy"],
                   "rechunker": ["rechunker", "zarr", "dask"]}[name.split("_")[-1]]:
        importlib.import_module(module)
    paths = [Path(argument) for argument in arguments[:2]]
    chunks = [tuple(int(size) for size in argument.split(",")) for argument in arguments[2:]]
    begin = time.perf_counter()
    result = globals()[name](*paths, *chunks)
    seconds = time.perf_counter() - begin
    lines = Path("/proc/self/status").read_text().splitlines()
    peak = next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
    print(json.dumps({"seconds": seconds, "peak_rss": peak, "sum": result}))


# Measurements.


def empty_cache():
    subprocess.run(["sync"], check=True)
    Path("/proc/sys/vm/drop_caches").write_text("3\n")


def run(command):
    """Runs a command. If it prints JSON, that is returned, with what the system knows where that is missing."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    seconds = time.perf_counter() - begin
    if status != 0:
        raise RuntimeError(f"{command} failed")
    try:
        result = json.loads(text.splitlines()[-1])
    except (IndexError, ValueError):
        result = {}
    return {"seconds": seconds, "peak_rss": usage.ru_maxrss * 1024, **result}


def table(title, runs):
    """`runs` has lists of results by name and by state of the cache."""
    states = list(next(iter(runs.values())))
    print(f"\n{title}\n")
    print("| | " + " | ".join(f"{state} s | RSS, MB" for state in states) + " |")
    print("| --- |" + " --- | --- |" * len(states))
    for name, by_state in runs.items():
        cells = []
        for state in states:
            results = by_state.get(state, [])
            if results:
                cells.append(f"{statistics.median(result['seconds'] for result in results):.3f}")
                cells.append(f"{statistics.median(result['peak_rss'] for result in results) / 1e6:.0f}")
            else:
                cells += ["-", "-"]
        print(f"| {name} | " + " | ".join(cells) + " |")
    sys.stdout.flush()


def worker(environment, name, *arguments):
    python = Path(environment) / "bin" / "python" if environment else None
    if python is None or not python.exists():
        return None
    return [str(python), __file__, "--work", name, *map(str, arguments)]


def query(args, title, kind, arrays):
    for array in arrays:
        path = args.data / array
        if not path.exists():
            print(f"{path} is not there")
            continue
        commands = {"read alone": None, "hand-written Rust": [str(args.disk), kind, str(path), "--json"]}
        for peer in ("tensorstore", "dask", "zarr"):
            command = worker(args.zarr, f"{kind.replace('-', '_')}_{peer}", path)
            if command:
                commands[peer] = command
        runs = {name: {"cold": [], "warm": []} for name in commands}
        for _ in range(args.rounds):
            for name, command in commands.items():
                for state in ("cold", "warm"):
                    if state == "cold":
                        empty_cache()
                    if command is None:
                        result = read_alone(touched(kind, path))
                    else:
                        result = run(command)
                    runs[name][state].append(result)
        table(f"{title}, {array}, medians of {args.rounds}", runs)
        for name, by_state in runs.items():
            sums = {str(result.get("sum_of_result", result.get("sum"))) for result in by_state["cold"]}
            if sums != {"None"}:
                print(f"sum of {name}: {', '.join(sorted(sums))}")


def touched(kind, path):
    """The files of the chunks that the query touches."""
    if kind == "time-average":
        return [path / "c" / str(k) / "0" / "0" for k in range(STEPS[0] // 256, -(-STEPS[1] // 256))]
    rows, columns = (range(a // 1024, -(-b // 1024)) for a, b in (ROWS, COLUMNS))
    return [path / "c" / str(i) / str(j) / "0" for i in rows for j in columns]


def read_alone(files):
    """Reads files in two processes, as fast as `cat` does."""
    begin = time.perf_counter()
    halves = [files[k::THREADS] for k in range(THREADS)]
    processes = [subprocess.Popen(["cat", *map(str, half)], stdout=subprocess.DEVNULL) for half in halves]
    for process in processes:
        process.wait()
    return {"seconds": time.perf_counter() - begin, "peak_rss": 0}


def as_version_2(path):
    """The same files under the names of Zarr 2, which the peer `rechunker` needs."""
    out = path.with_name("rows-v2.zarr")
    if not out.exists():
        out.mkdir()
        metadata = {"zarr_format": 2, "shape": [SIZE, SIZE], "chunks": [64, SIZE], "dtype": "<f8", "compressor": None,
                    "fill_value": 0.0, "order": "C", "filters": None}
        (out / ".zarray").write_text(json.dumps(metadata))
        for file in (path / "c").glob("*/0"):
            os.link(file, out / f"{file.parent.name}.0")
    return out


def rechunk(args):
    source, target = args.data / "rows.zarr", args.data / "target.zarr"
    if not source.exists():
        print(f"{source} is not there")
        return
    for shape, chunks in TARGETS.items():
        text = ",".join(map(str, chunks))
        program = [str(args.relayout), "run", str(source), str(target), "--chunks", text, "--memory", "256M"]
        commands = {
            "cp": ["cp", "-r", str(source), str(target)],
            "array-fn-relayout --no-sync": [*program, "--no-sync"],
            "cp, sync -f": ["sh", "-c", f"cp -r {source} {target} && sync -f {target}"],
            "array-fn-relayout": program,
        }
        for name, environment, path in [("tensorstore", args.zarr, source), ("dask", args.zarr, source),
                                        ("rechunker", args.rechunker, as_version_2(source))]:
            command = worker(environment, f"rechunk_{name}", path, target, text)
            if command:
                commands[name] = command
        reencode = shutil.which("zarrs_reencode")
        if reencode:
            commands["zarrs_reencode"] = [reencode, "--ignore-checksums", "--chunk-shape", text, str(source), str(target)]
        runs = {name: {"cold": []} for name in commands if not args.only or name in args.only}
        for _ in range(args.rounds):
            for name in runs:
                empty_cache()
                runs[name]["cold"].append(run(commands[name]))
                for path in (target, Path(f"{target}.temp")):
                    shutil.rmtree(path, ignore_errors=True)
        table(f"[64, 16384] to {list(chunks)} ({shape}), {SIZE}^2 f64, medians of {args.rounds}", runs)


def main():
    if sys.argv[1:2] == ["--work"]:
        work(sys.argv[2], sys.argv[3:])
        return
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("kinds", nargs="*", default=["average", "time-average", "rechunk"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", help="names of programs that change chunks")
    parser.add_argument("--zarr", help="an environment with zarr 3, tensorstore and dask")
    parser.add_argument("--rechunker", help="an environment with rechunker, zarr 2 and dask")
    parser.add_argument("--disk", type=Path, default=Path("target/release/disk"))
    parser.add_argument("--relayout", type=Path, default=Path("target/release/array-fn-relayout"))
    args = parser.parse_intermixed_args()
    print(f"load {os.getloadavg()[0]:.1f} at the start")
    if "average" in args.kinds:
        query(args, "Means of 8 x 8 pixels", "average", ["slide.zarr", "slide-zstd.zarr"])
    if "time-average" in args.kinds:
        query(args, "Mean over 30000 steps", "time-average", ["bess.zarr"])
    if "rechunk" in args.kinds:
        rechunk(args)
    print(f"\nload {os.getloadavg()[0]:.1f} at the end")


if __name__ == "__main__":
    main()
