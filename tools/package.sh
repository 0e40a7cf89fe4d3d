#!/usr/bin/env bash
# Makes the packages that would be published, and builds new crates that depend on them, as users do. Nothing is
# published. Git must have nothing uncommitted, as for `cargo publish`.
#
#   tools/package.sh [OPTIONS OF cargo package, such as --allow-dirty]
#
# Cargo would build each package by itself to verify it, and the dependencies of each again. Here one crate depends
# on all packages, so each is built once, and runs.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD

limit_kib=1024
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
names=$(tools/packages.py)
rm -rf "$target"/package/*.crate
# shellcheck disable=SC2046
cargo package --no-verify "$@" $(printf -- '-p %s ' $names)

work=$target/package/check
rm -rf "$work"
mkdir -p "$work/unpacked" "$work/program/src" "$work/all/src"
for name in $names; do
  file=$(ls "$target/package/$name"-[0-9]*.crate)
  tar -xzf "$file" -C "$work/unpacked"
  mv "$work/unpacked/$(basename "$file" .crate)" "$work/unpacked/$name"
  kib=$(du -k "$file" | cut -f 1)
  echo "$name: $kib KiB"
  [ "$kib" -le "$limit_kib" ] || { echo "error: more than $limit_kib KiB" >&2; exit 1; }
  for part in LICENSE-MIT LICENSE-APACHE README.md Cargo.toml src; do
    [ -e "$work/unpacked/$name/$part" ] || { echo "error: $name has no $part" >&2; exit 1; }
  done
done

# manifest FOLDER DEPENDENCY...: a crate in FOLDER that depends on published packages. Cargo takes these from here, as
# long as no registry has them.
manifest() {
  local folder=$1
  shift
  printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "2024"\n\n[workspace]\n' "$(basename "$folder")"
  printf '\n[dependencies]\n'
  printf '%s = "*"\n' "$@"
  printf '\n[build-dependencies]\narray-fn-build = "*"\n'
  printf '\n[patch.crates-io]\n'
  for name in $names; do
    printf '%s = { path = "../unpacked/%s" }\n' "$name" "$name"
  done
}

# The program of the README, with a build script.
manifest "$work/program" array-fn >"$work/program/Cargo.toml"
awk '/^```rust$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' README.md >"$work/program/src/main.rs"
printf 'fn main() {\n    array_fn_build::compile();\n}\n' >"$work/program/build.rs"
# A crate that depends on everything.
# shellcheck disable=SC2086
manifest "$work/all" $names >"$work/all/Cargo.toml"
printf '//! Depends on all packages.\n' >"$work/all/src/lib.rs"

# The toolchain and the versions that are tested.
cp rust-toolchain.toml "$work/"
cp Cargo.lock "$work/program/"
cp Cargo.lock "$work/all/"
export CARGO_TARGET_DIR=$work/target
# Sources are collected from the workspace only.
unset ARRAY_FN_DUMP
expected='[0.25, 0.5, 0.25, 0.0]'
printed=$(cd "$work/program" && cargo run)
[ "$printed" = "$expected" ] || { echo "error: the program printed $printed, not $expected" >&2; exit 1; }
echo "the README's program prints $printed"
(cd "$work/all" && cargo check)
echo "$(wc -w <<<"$names") packages in $target/package, built from $root"
