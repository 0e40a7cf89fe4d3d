"""A generated function, and the cases that it is measured in."""
import dataclasses
import re

import translate

FLOATS = ("f64", "f32")
INTEGERS = ("i64", "i32", "u8")
NUMBERS = FLOATS + INTEGERS
LARGE = (100, 10_000, 1_000_000, 10_000_000)


def vector(n):
    return {"N": n}


def square(n):
    side = max(2, round(n**0.5))
    return {"M": side, "N": side}


def short_first(n):
    return {"M": 4, "N": max(1, n // 4)}


def short_last(n):
    return {"M": max(1, n // 4), "N": 4}


def rows_of_70(n):
    return {"M": max(3, n // 70), "N": 70}


def cube(n):
    k = max(2, round(n ** (1 / 3)))
    return {"M": k, "N": k, "K": max(1, n // (k * k))}


def image(n):
    side = max(2, round((n / 3) ** 0.5))
    return {"M": side, "N": side, "K": 3}


MATRICES = {"square": square, "short first": short_first, "short last": short_last}
# Rows of 70 elements begin and end within lines of memory.
ROWS = MATRICES | {"rows of 70": rows_of_70}
CUBES = {"cube": cube, "short last": image}
VECTORS = {"": vector}


@dataclasses.dataclass
class Function:
    """One template. `args` are types as `T[N]`, `index<S>[N]` or `f64`, in which `T` is the dtype of a case; `numpy`
    is the body as NumPy spells it, an expression or statements; `here`, `jax` and `numba` are bodies where they are
    spelt otherwise (`numba=True`: NumPy's under `njit(parallel=True)`). `out` are the results' shapes, as `[N]` (of
    NumPy's dtype) or `T[N]`. `layouts` give the sizes of dimensions for a number of elements; `data` names the
    distributions of operands (`data.py`)."""

    kind: str
    name: str
    args: dict
    numpy: str
    out: object = "[N]"
    here: str = None
    jax: str = None
    numba: object = None
    dtypes: tuple = ("f64",)
    layouts: dict = dataclasses.field(default_factory=lambda: VECTORS)
    sizes: tuple = LARGE
    data: dict = dataclasses.field(default_factory=dict)
    attributes: str = ""
    tolerance: float = 1.0
    check: str = "equal"

    def dims(self):
        text = " ".join([*self.args.values(), *self.outs()])
        named = re.findall(r"(?<![\w<])[A-Z]\b(?!\[)", re.sub(r"\bT\b", "", text)) + re.findall(r"index<(\w)>", text)
        return list(dict.fromkeys(named))

    def outs(self):
        return [self.out] if isinstance(self.out, str) else list(self.out)

    def rust(self):
        """The body as `array_fn!` has it."""
        return "        " + self.here if self.here else translate.body(self.numpy)

    def calls(self):
        """Names that the body calls."""
        names = re.findall(r"([a-z_][\w.]*)\s*\(", self.rust())
        return {*names, *(name.split(".")[-1] for name in names if not name.startswith("random."))}

    def cases(self, sizes):
        for dtype in self.dtypes:
            for layout, dims in self.layouts.items():
                for size in self.sizes:
                    if size in sizes or not sizes:
                        yield dict(kind=self.kind, name=self.name, dtype=dtype, layout=layout, size=size,
                                   dims=dims(size), function=f"{self.name}_{dtype}")  # fmt: skip


def split_type(text, dtype):
    """Element type, bound of indices (or None) and sizes (None: a number) of a type's text."""
    match = re.fullmatch(r"(\w*)(?:<(.+?)>)?(?:\[(.*)\])?", text)
    element, bound, shape = match.groups()
    sizes = None if shape is None else [s.strip() for s in shape.split(",") if s.strip()]
    return dtype if element == "T" else element, bound, sizes
