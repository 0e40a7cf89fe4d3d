#!/usr/bin/env python3
"""Checks that zarr-python, tensorstore and dask read what this crate writes, and that it reads what they write.

    cargo build -p array-fn-store --features blosc,object-store
    python3 -m venv target/interop && target/interop/bin/pip install zarr tensorstore dask numpy
    target/interop/bin/python store/tests/interop.py target/debug/array-fn-relayout --urls

With `--urls` arrays are also read and written as objects of a store; without it the feature `object-store` may be off.
Prints one line for each check that fails, and ends with status 1 if there is one.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

import dask.array
import numcodecs
import numpy
import tensorstore
import zarr
from zarr.codecs import BloscCodec, BytesCodec, Crc32cCodec, GzipCodec, ShardingCodec, TransposeCodec, ZstdCodec

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
URLS = "--urls" in sys.argv[2:]
SHAPE = (67, 45)
DTYPES = ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32",
          "float64", "complex64", "complex128"]
# Codecs as the program takes them, and those of zarr-python that stand for the same.
CODECS = {
    "none": [BytesCodec()],
    "zstd:3": [BytesCodec(), ZstdCodec(level=3)],
    "gzip:5": [BytesCodec(), GzipCodec(level=5)],
    "blosc:5": [BytesCodec(), BloscCodec(cname="lz4", clevel=5, shuffle="shuffle", typesize=8)],
    "crc32c": [BytesCodec(), Crc32cCodec()],
    "transpose:1,0": [TransposeCodec(order=(1, 0)), BytesCodec()],
    "transpose:1,0 zstd:1 crc32c": [TransposeCodec(order=(1, 0)), BytesCodec(), ZstdCodec(level=1), Crc32cCodec()],
}
done = 0
faults = []


def check(name, holds):
    global done
    done += 1
    if not holds:
        faults.append(name)
        print(f"FAILED: {name}")


def program(*arguments):
    run = subprocess.run([PROGRAM, *map(str, arguments), "--json"], capture_output=True, text=True)
    return json.loads(run.stdout), run.returncode == 0


def elements(dtype):
    random = numpy.random.default_rng(1)
    if dtype == "bool":
        return random.integers(0, 2, SHAPE).astype(dtype)
    values = random.integers(0, 100, SHAPE).astype(dtype)
    return values + 1j * values.T.reshape(SHAPE) if dtype.startswith("complex") else values


def with_tensorstore(path):
    spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": str(path)}}
    return tensorstore.open(spec).result().read().result()


def ours(folder, dtype, codecs, shard):
    """The program writes, others read."""
    name = f"{dtype} {codecs} shard={shard} written by us"
    values = elements(dtype)
    source, target = folder / "source.npy", folder / "ours"
    numpy.save(source, values)
    options = ["--chunks", "10,12", "--codecs", codecs] + (["--shard", "20,36"] if shard else [])
    answer, succeeded = program("run", source, target, "--verify", *options)
    check(f"{name}: {answer.get('error')}", succeeded)
    if not succeeded:
        return
    check(f"{name}, read by zarr", numpy.array_equal(zarr.open_array(target, mode="r")[:], values))
    check(f"{name}, read by tensorstore", numpy.array_equal(with_tensorstore(target), values))
    check(f"{name}, read by dask", numpy.array_equal(dask.array.from_zarr(str(target)).compute(), values))


def theirs(folder, name, write, values):
    """Others write, the program reads."""
    source, target = folder / "theirs", folder / "back.npy"
    write(source)
    answer, succeeded = program("run", source, target, "--verify")
    check(f"{name}: {answer.get('error')}", succeeded)
    if succeeded:
        check(f"{name}, read by us", numpy.array_equal(numpy.load(target), values))
    if URLS and source.is_dir():
        objects = folder / "objects"
        urls = [f"file://{path}" for path in (source, objects)]
        answer, succeeded = program("run", *urls, "--chunks", "30,7", "--verify")
        check(f"{name}, from store to store: {answer.get('error')}", succeeded)
        if succeeded:
            check(f"{name}, in a store", numpy.array_equal(zarr.open_array(objects, mode="r")[:], values))


def of_zarr(values, codecs, shard):
    def write(path):
        chain = [ShardingCodec(chunk_shape=(10, 12), codecs=codecs)] if shard else codecs
        filters = [codec for codec in chain if isinstance(codec, TransposeCodec)]
        rest = [codec for codec in chain if codec not in filters]
        array = zarr.create_array(path, shape=SHAPE, chunks=(20, 36) if shard else (10, 12), dtype=values.dtype,
                                  filters=filters, serializer=rest[0], compressors=rest[1:] or None)
        array[:] = values
    return write


def of_zarr_2(values, compressor, order):
    def write(path):
        array = zarr.create_array(path, shape=SHAPE, chunks=(10, 12), dtype=values.dtype, zarr_format=2,
                                  compressors=compressor, order=order)
        array[:] = values
    return write


def of_tensorstore(values, codecs):
    def write(path):
        spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": str(path)}, "create": True,
                "metadata": {"shape": SHAPE, "data_type": str(values.dtype), "codecs": codecs,
                             "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [20, 36]}}}}
        tensorstore.open(spec).result().write(values).result()
    return write


def of_dask(values):
    def write(path):
        dask.array.from_array(values, chunks=(10, 12)).to_zarr(str(path))
    return write


def main():
    in_folder = lambda check, *arguments: with_folder(check, *arguments)
    for dtype in DTYPES:
        in_folder(ours, dtype, "zstd:3", False)
        values = elements(dtype)
        in_folder(theirs, f"{dtype} written by zarr", of_zarr(values, CODECS["zstd:3"], False), values)
    values = elements("float64")
    for text, codecs in CODECS.items():
        for shard in (False, True):
            in_folder(ours, "float64", text, shard)
            name = f"{text} shard={shard} written by zarr"
            in_folder(theirs, name, of_zarr(values, codecs, shard), values)
    for order in "CF":
        for compressor in (None, numcodecs.Zstd(3), numcodecs.GZip(5), numcodecs.Blosc("lz4", 5)):
            name = f"version 2, order {order}, {compressor}, written by zarr"
            in_folder(theirs, name, of_zarr_2(values, compressor, order), values)
    little = {"name": "bytes", "configuration": {"endian": "little"}}
    big = {"name": "bytes", "configuration": {"endian": "big"}}
    index = [little, {"name": "crc32c"}]
    lists = {
        "little": [little],
        "big-endian": [big],
        "gzip": [little, {"name": "gzip", "configuration": {"level": 5}}],
        "zstd crc32c": [little, {"name": "zstd", "configuration": {"level": 1}}, {"name": "crc32c"}],
        "blosc": [little, {"name": "blosc", "configuration": {"cname": "zstd", "clevel": 3, "shuffle": "bitshuffle"}}],
        "shards with the index at the start": [{"name": "sharding_indexed", "configuration": {
            "chunk_shape": [10, 12], "codecs": [little, {"name": "zstd", "configuration": {"level": 1}}],
            "index_codecs": index, "index_location": "start"}}],
        "transpose": [{"name": "transpose", "configuration": {"order": [1, 0]}}, little],
    }
    for name, codecs in lists.items():
        in_folder(theirs, f"{name} written by tensorstore", of_tensorstore(values, codecs), values)
    in_folder(theirs, "written by dask", of_dask(values), values)
    for order in "CF":
        write = lambda path: path.with_name("theirs").write_bytes(npy(values, order))
        in_folder(theirs, f".npy in order {order}", write, values)
    print(f"{done} checks, {len(faults)} failed")
    return 1 if faults else 0


def npy(values, order):
    import io

    out = io.BytesIO()
    numpy.save(out, numpy.asarray(values, order=order))
    return out.getvalue()


def with_folder(check, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        check(pathlib.Path(folder), *arguments)


if __name__ == "__main__":
    sys.exit(main())
