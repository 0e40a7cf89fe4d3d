#!/usr/bin/env bash
# AddressSanitizer over Rust code, which needs the nightly toolchain: the runtime's own tests, and the conformance
# suite on the CPU's kernels, for the instruction set of the machine or for `ARRAY_FN_ISA`.
#
#   tools/address-sanitizer.sh [runtime | conformance]
set -euo pipefail
cd "$(dirname "$0")/.."
target="$(rustc +nightly -vV | sed -n 's/^host: //p')"
# Apart from other builds, for which all would be compiled again. Programs of build scripts and macros stay as they are:
# the flags are for the target alone.
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target}/address-sanitizer"
export RUSTFLAGS="-Zsanitizer=address"
# Libraries that stand in for a driver are loaded by programs of the same flags; memory that lives as long as the
# process is no leak; tests ask for more memory than there is.
export ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1"
suite() {
  time cargo +nightly test --target "$target" "$@"
}
[ "${1:-runtime}" = runtime ] &&
  suite -p array-fn-runtime --features half,complex --lib --test calls --test errors --test allocation
[ "${1:-conformance}" = conformance ] &&
  # The stand-in for the CUDA driver is a library that the sanitizer's programs do not load.
  suite -p array-fn-conformance --test values -- --skip cuda::
exit 0
