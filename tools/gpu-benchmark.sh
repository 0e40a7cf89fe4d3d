#!/bin/sh
# Tests and measures array-fn on a machine with a GPU, beside what else is there. Needs no Rust: only the
# programs that lie beside this script (tools/bundle-gpu.sh puts them there), and for the peers Python
# with numpy and any of jax, torch, cupy.
#
#   gpu-benchmark.sh [OUT]
#
# OUT (default: gpu-results) receives the output of every part, JSON lines of all measurements and
# summary.txt. Each part has a time limit; all together take LIMIT seconds at most (default 480): parts
# come in the order of their importance, and what does not fit is left out. The exit code is 1 if a part
# failed.
#
#   LIMIT=480        seconds in all
#   PYTHON=python3   the interpreter of the peers
#   ROUNDS=2         how often dg-bench and the peers take turns
set -u

here=$(cd "$(dirname "$0")" && pwd)
out=${1:-gpu-results}
mkdir -p "$out" && out=$(cd "$out" && pwd) || exit 2
limit=${LIMIT:-480}
python=${PYTHON:-python3}
rounds=${ROUNDS:-2}
begin=$(date +%s)
failed=0
: >"$out/summary.txt"

say() {
  echo "$1" | tee -a "$out/summary.txt"
}

# part NAME SECONDS COMMAND...: runs the command with a limit; its output goes to NAME.txt.
part() {
  name=$1 most=$2
  shift 2
  start=$(date +%s)
  left=$((limit - (start - begin)))
  if [ "$left" -lt 5 ]; then
    say "$name: left out, the time is up"
    return 0
  fi
  [ "$most" -gt "$left" ] && most=$left
  timeout "$most" "$@" >"$out/$name.txt" 2>&1
  code=$?
  took=$(($(date +%s) - start))
  case $code in
    0) say "$name: ok, $took s" ;;
    124) say "$name: ended after its limit of $most s; what it measured until then is kept" ;;
    *) say "$name: FAILED with exit code $code after $took s: $(tail -n 1 "$out/$name.txt")"
      failed=1 ;;
  esac
  return $code
}

# sanitize TOOL: the wave operator in all ways under a tool of compute-sanitizer.
sanitize() {
  if command -v compute-sanitizer >/dev/null 2>&1; then
    part "sanitize-$1" 45 compute-sanitizer --tool "$1" --error-exitcode 9 "$here/dg-bench" \
      --device cuda --sweep --sizes 200 --orders 2 --dtypes f64 --copy-mib 1 --seconds 0
  else
    say "sanitize-$1: left out, there is no compute-sanitizer"
  fi
}

part device 15 nvidia-smi
# Questions that only a driver answers, each in a process of its own, with a table of answers.
part first-gpu 120 "$here/first-gpu"
part values 90 env ARRAY_FN_TEST_DRIVER=real "$here/values" cuda
sanitize memcheck

# Without the driver's cache of compiled kernels, and then with it.
part first-call-cold 40 env CUDA_CACHE_DISABLE=1 \
  "$here/dg-bench" --device cuda --micro --parts first-call --json "$out/first-call-cold.jsonl"
part micro 60 "$here/dg-bench" --device cuda --micro --seconds 0.2 --json "$out/micro.jsonl"

if part export 60 "$python" "$here/peers/dg_ops.py" export "$out/inputs" --dtype f64 f32; then
  round=1
  while [ "$round" -le "$rounds" ]; do
    for way in "--executor graph" "--executor stream" "--executor graph --unfused"; do
      file=inputs-$(echo "$way" | tr -d '-' | tr ' ' '-')-$round
      # Unquoted: options are words.
      part "$file" 20 "$here/dg-bench" --device cuda --inputs "$out/inputs" $way --seconds 0.3 \
        --json "$out/$file.jsonl"
    done
    part "peers-$round" 75 "$python" "$here/peers/run_all.py" --device cuda --suite dg \
      --dtype f64 f32 --seconds 0.2 --raw "$out/peers.jsonl"
    round=$((round + 1))
  done
  rm -rf "$out/inputs"
fi

part sweep 120 "$here/dg-bench" --device cuda --sweep --seconds 0.25 --json "$out/sweep.jsonl"
sanitize racecheck
sanitize initcheck
part wave 30 "$here/wave" --json

say "all: $(($(date +%s) - begin)) s, results in $out"
exit $failed
