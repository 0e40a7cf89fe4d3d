#!/usr/bin/env python3
"""Checks licences, sources and repeated versions of all dependencies by `deny.toml`, where cargo-deny is not installed.

It reads the same lists as cargo-deny does. Prints each fault and ends with status 1 if there is one.
"""

import re
import sys
import tomllib
from pathlib import Path

from packages import metadata

REGISTRY = "registry+https://github.com/rust-lang/crates.io-index"


def is_allowed(expression, allowed):
    """Whether a choice of licences in an SPDX expression consists of allowed ones.

    `OR` and `AND` become Python's operators, and each licence the answer whether it is allowed. Old manifests
    separate alternatives by `/`.
    """
    # A licence with an exception is one licence, as in `Apache-2.0 WITH LLVM-exception`.
    words = re.findall(r"\(|\)|[^\s()]+(?:\s+WITH\s+[^\s()]+)?", expression.replace("/", " OR "))
    operators = {"(": "(", ")": ")", "OR": "or", "AND": "and"}
    terms = [operators.get(word) or str(" ".join(word.split()) in allowed) for word in words]
    return bool(terms) and eval(" ".join(terms), {"__builtins__": {}})


def is_skipped(package, skip):
    """Whether a second version of the package is allowed: `skip` has its name and how its version begins."""
    return any(
        package["name"] == name and f"{package['version']}.".startswith(f"{version}.")
        for name, version in (entry["crate"].split(":") for entry in skip)
    )


def faults_of(packages, rules):
    allowed = set(rules["licenses"]["allow"])
    skip = rules["bans"]["skip"]
    versions = {}
    for package in packages:
        name = f"{package['name']} {package['version']}"
        if not is_allowed(package["license"] or "", allowed):
            yield f"{name}: licence `{package['license']}` is not allowed"
        # Packages of the workspace have no source.
        if package["source"] not in (None, REGISTRY):
            yield f"{name}: comes from {package['source']}"
        if not is_skipped(package, skip):
            versions.setdefault(package["name"], []).append(package["version"])
    for name, several in versions.items():
        if len(several) > 1:
            yield f"{name}: several versions, {', '.join(several)}"


def main():
    workspace = metadata("--all-features")
    rules = tomllib.loads((Path(workspace["workspace_root"]) / "deny.toml").read_text(encoding="utf-8"))
    faults = list(faults_of(workspace["packages"], rules))
    print(*faults, sep="\n", end="\n" if faults else "")
    print(f"{len(workspace['packages'])} packages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
