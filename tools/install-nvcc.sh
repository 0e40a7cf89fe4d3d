#!/usr/bin/env bash
# Installs the pinned CUDA compilers (nvcc, NVRTC, ptxas) from PyPI into ./.cuda, which git ignores, and
# prints the folder to use as CUDA_HOME. Needs python3 with venv, and a network the first time; no GPU, no root.
#
#   export CUDA_HOME=$(tools/install-nvcc.sh)
#
# Every wheel is pinned: nvcc's own requirements carry no versions, and a newer nvvm would write PTX
# of an ISA that the matching driver refuses.
set -euo pipefail
cd "$(dirname "$0")/.."

wheels=(
  nvidia-cuda-nvcc==13.0.88
  nvidia-cuda-nvrtc==13.0.88
  nvidia-nvvm==13.0.88
  nvidia-cuda-crt==13.0.88
  nvidia-cuda-runtime==13.0.96
)
target=$PWD/.cuda
stamp=$target/.installed

if [ "$(cat "$stamp" 2>/dev/null)" != "${wheels[*]}" ]; then
  rm -rf "$target"
  python3 -m venv "$target" >&2
  "$target/bin/pip" install --quiet --disable-pip-version-check --no-deps "${wheels[@]}" >&2
  printf '%s' "${wheels[*]}" >"$stamp"
fi

home=$(echo "$target"/lib/python3*/site-packages/nvidia/cu13)
"$home/bin/nvcc" --version >/dev/null
echo "$home"
