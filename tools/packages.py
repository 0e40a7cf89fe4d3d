#!/usr/bin/env python3
"""The packages of the workspace that are published, one a line, each after those that it depends on.

Published are all whose `Cargo.toml` has no `publish = false`, so no list has to be kept.
"""

import graphlib
import json
import subprocess


def metadata(*arguments):
    """What cargo knows of the workspace, as a dictionary."""
    command = ["cargo", "metadata", "--format-version", "1", *arguments]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def published(workspace):
    """The packages that are published, each after those that it depends on."""
    # `publish` is a list of registries: null allows all of them, and `publish = false` is the empty list.
    packages = {p["name"]: p for p in workspace["packages"] if p["source"] is None and p["publish"] != []}
    before = {
        name: {d["name"] for d in package["dependencies"] if d["kind"] != "dev" and d["name"] in packages}
        for name, package in sorted(packages.items())
    }
    return [packages[name] for name in graphlib.TopologicalSorter(before).static_order()]


if __name__ == "__main__":
    for package in published(metadata("--no-deps")):
        print(package["name"])
