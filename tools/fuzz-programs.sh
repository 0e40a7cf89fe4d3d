#!/usr/bin/env bash
# Fresh random programs against NumPy: first on the interpreters (no rustc involved), then compiled, on every
# executor. What fails is printed with its seed, made smaller by leaving out statements.
#
#   tools/fuzz-programs.sh [--seed S] [--count N] [--interpreters]
#
# Needs Python with NumPy >= 2.1 and ml_dtypes, for bf16 ($PYTHON, otherwise python3).
set -euo pipefail
cd "$(dirname "$0")/.."
seed=$(date +%s) count=200 compiled=1
while [ $# -gt 0 ]; do
  case $1 in
    --seed) seed=$2; shift 2 ;;
    --count) count=$2; shift 2 ;;
    --interpreters) compiled=; shift ;;
    *) sed -n '2,7s/^# \?//p' "$0"; exit 2 ;;
  esac
done
python=${PYTHON:-python3}
generator=conformance/tests/corpus/generate.py
folder=$PWD/target/fuzz-programs
export CARGO_INCREMENTAL=0

# run FOLDER: the tests of one stage on the programs of a folder.
interpreters() { ARRAY_FN_PROGRAMS=$1 cargo test -q -p array-fn-compiler --test corpus -- --nocapture; }
executors() { ARRAY_FN_PROGRAMS=$1 cargo test -q -p array-fn-conformance --test corpus -- --nocapture; }

# stage RUN BLOCK: generates and runs; programs that fail are made smaller with the same command.
stage() {
  "$python" $generator --seed "$seed" --count "$count" --out "$folder" --block "$2"
  if "$1" "$folder" > "$folder/log" 2>&1; then
    grep -h ' wrong$' "$folder/log"
    return
  fi
  if ! grep -qE '^(p[0-9]+|rejected)\b' "$folder/log"; then
    cat "$folder/log"
    return 1
  fi
  export -f "$1"
  "$python" conformance/tests/corpus/minimise.py --seed "$seed" --log "$folder/log" --out "$folder/small" -- bash -c "$1 $folder/small"
  return 1
}

echo "seed $seed"
stage interpreters 1
[ -z "$compiled" ] || stage executors 20
