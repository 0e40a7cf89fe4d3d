#!/usr/bin/env bash
# Builds what tools/gpu-benchmark.sh needs on a machine with a GPU but without Rust, into gpu-bundle/,
# which git ignores, and prints its size and the command to run there.
#
#   tools/bundle-gpu.sh
#
# Kernels are compiled by the toolkit in CUDA_HOME, or by what tools/install-nvcc.sh installs. The machine there
# needs this machine's architecture and at least its glibc.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

limit_mib=60
bundle=$root/gpu-bundle
target=${CARGO_TARGET_DIR:-$root/target}
: "${CUDA_HOME:=$(tools/install-nvcc.sh)}"
export CUDA_HOME ARRAY_FN_REQUIRE_PTX=1

cargo build --release -p array-fn-dg-bench -p array-fn-first-gpu
cargo build --release --example wave
# The test program's name ends in a hash.
values=$(cargo test --release -p array-fn-conformance --test values --no-run --message-format=json |
  grep '"name":"values"' | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -n 1)
[ -n "$values" ] || { echo "error: cargo names no test program \`values\`" >&2; exit 1; }

rm -rf "$bundle"
mkdir "$bundle"
cp "$target/release/dg-bench" "$target/release/first-gpu" "$target/release/examples/wave" tools/gpu-benchmark.sh \
  "$bundle/"
cp "$values" "$bundle/values"
strip "$bundle/dg-bench" "$bundle/first-gpu" "$bundle/wave" "$bundle/values"
mkdir "$bundle/peers"
cp benches/peers/*.py "$bundle/peers/"

du -sh "$bundle"/*
kib=$(du -sk "$bundle" | cut -f 1)
echo "$bundle: $kib KiB"
if [ "$kib" -gt $((limit_mib * 1024)) ]; then
  echo "error: more than $limit_mib MiB" >&2
  exit 1
fi
echo "On the machine with a GPU:  sh gpu-bundle/gpu-benchmark.sh gpu-results"
