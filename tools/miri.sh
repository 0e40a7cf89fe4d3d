#!/usr/bin/env bash
# The runtime's own tests under Miri, which sees undefined behaviour: how operands become pointers, arrays, buffers,
# views, frames and the team of threads, with kernels written by hand. Needs the nightly toolchain with the components
# `miri` and `rust-src`.
#
#   tools/miri.sh [FILTER]
set -euo pipefail
cd "$(dirname "$0")/.."
# Clocks, files and environment variables are the machine's. Threads wait for each other in loops, which Miri is to
# end: one that yields lets another one run. Sums are compared to the last bit, as processors round them.
export MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-deterministic-floats ${MIRIFLAGS:-}"
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/miri-tests"
# Neither pictures nor GPUs: both are libraries of others.
time cargo +nightly miri test -p array-fn-runtime --no-default-features --features ndarray,half,complex \
  --no-fail-fast --lib --test calls --test errors -- "$@"
