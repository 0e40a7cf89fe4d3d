#!/usr/bin/env bash
# Random DAGs through all passes and through the scheduler, against the interpreter; no rustc involved.
#
#   tools/random-dags.sh [COUNT [FIRST_SEED]]
set -euo pipefail
cd "$(dirname "$0")/.."
export ARRAY_FN_RANDOM_DAGS="${1:-100000}" ARRAY_FN_RANDOM_SEED="${2:-0}"
time cargo test --profile random -p array-fn-compiler --test random
