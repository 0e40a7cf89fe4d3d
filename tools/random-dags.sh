#!/usr/bin/env bash
# Random DAGs through all passes and through the scheduler, against the interpreter; no rustc involved.
#
#   tools/random-dags.sh [COUNT [FIRST_SEED]]
set -euo pipefail
cd "$(dirname "$0")/.."
export ARRAY_FN_RANDOM_DAGS="${1:-100000}" ARRAY_FN_RANDOM_SEED="${2:-0}"
# `--workspace`: with the features that other tests build with, so that nothing is built twice.
time cargo test --workspace --test random
