"""Functions of docs/numpy.md that no case of the sweep calls, and why."""

REASONS = {
    "atleast_1d": "gives its operand another shape, no work",
    "atleast_2d": "gives its operand another shape, no work",
    "atleast_3d": "gives its operand another shape, no work",
    "join": "NumPy has none; `dataflow` measures one",
    "random.fold_in": "one number",
    "random.key": "one number",
    "random.split": "a few numbers",
}
