"""What statements are made of: functions of a builder, each of which makes one or raises `Reject`."""

import importlib
import pathlib

# (weight, function) of each operation; filled by the files of this folder.
OPERATIONS = []


def operation(weight, complex=False):
    """Registers an operation, chosen so often; `complex`: it takes complex operands as they are."""

    def register(function):
        function.complex = complex
        OPERATIONS.append((weight, function))
        return function

    return register


def load():
    for path in sorted(pathlib.Path(__file__).parent.glob("[a-z]*.py")):
        importlib.import_module(f"operations.{path.stem}")
    return OPERATIONS
