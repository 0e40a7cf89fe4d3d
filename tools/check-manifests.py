#!/usr/bin/env python3
"""Checks what the manifests of the workspace must have in common; prints each fault and ends with status 1 if there is one.

- All packages have the version, the Rust version and the lints of the workspace.
- `rust-toolchain.toml` names the Rust version that `rust-version` asks for: no other one is tested.
- A published package has all that a registry shows, both licences, and published dependencies only.
"""

import sys
import tomllib
from pathlib import Path

from packages import metadata, published

FIELDS = ("description", "documentation", "keywords", "categories", "readme", "license", "rust_version")


def read(path):
    return tomllib.loads(path.read_text(encoding="utf-8"))


def faults_of_all(workspace, root):
    shared = root["workspace"]["package"]
    for package in workspace["packages"]:
        manifest = read(Path(package["manifest_path"]))
        if manifest.get("lints") != {"workspace": True}:
            yield f"{package['name']}: `[lints]` is not the workspace's"
        for key, ours in (("version", "version"), ("rust_version", "rust-version")):
            if package[key] != shared[ours]:
                yield f"{package['name']}: {ours} is {package[key]}, the workspace's is {shared[ours]}"


def faults_of_toolchain(folder, root):
    channel = read(folder / "rust-toolchain.toml")["toolchain"]["channel"]
    minimum = root["workspace"]["package"]["rust-version"]
    if channel.split(".")[:2] != minimum.split(".")[:2]:
        yield f"rust-toolchain.toml has {channel}, but rust-version is {minimum}"
    readme = (folder / "README.md").read_text(encoding="utf-8")
    if f"Rust {minimum} or newer" not in readme:
        yield f"README.md does not say `Rust {minimum} or newer`"


def faults_of_published(workspace):
    packages = published(workspace)
    names = {package["name"] for package in packages}
    ours = {package["name"] for package in workspace["packages"]}
    for package in packages:
        for field in FIELDS:
            if not package[field]:
                yield f"{package['name']}: no {field.replace('_', '-')}"
        for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
            if not (Path(package["manifest_path"]).parent / licence).is_file():
                yield f"{package['name']}: no {licence}"
        for dependency in package["dependencies"]:
            name = dependency["name"]
            if dependency["kind"] == "dev" or name not in ours:
                continue
            if name not in names:
                yield f"{package['name']}: depends on {name}, which is not published"
            if dependency["req"] != f"={package['version']}":
                yield f"{package['name']}: asks for {name} {dependency['req']}, not ={package['version']}"


def main():
    workspace = metadata("--no-deps")
    folder = Path(workspace["workspace_root"])
    root = read(folder / "Cargo.toml")
    faults = [
        *faults_of_all(workspace, root),
        *faults_of_toolchain(folder, root),
        *faults_of_published(workspace),
    ]
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(workspace['packages'])} manifests, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
