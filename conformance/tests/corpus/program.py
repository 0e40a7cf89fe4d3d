"""Programs as data: parameters, statements, results; their text as an `array_fn!` function and as NumPy."""

import re
from dataclasses import dataclass, field

import prelude
from sizes import shape_text


@dataclass(eq=False)
class Value:
    """What a name stands for, in each call of the program."""

    name: str
    dtype: str
    shape: tuple
    # One array a call, as NumPy computes it; and as a slightly wrong computer would (see `Rounding`).
    plain: list
    bent: list
    # Floats: every computer gets exactly this, a multiple of 2 ** -fraction.
    exact: bool = True
    fraction: int = 0
    # Integers below this size (an `index<bound>`).
    bound: object = None
    # What the compiler knows to be positions: of an axis of this size, or (False) of some axis.
    domain: object = None
    # An array that the function updates.
    mutable: bool = False
    # Parameters: has a statement assigned it?
    parameter: bool = False

    @property
    def rank(self):
        return len(self.shape)

    @property
    def is_float(self):
        return self.dtype in ("f32", "f64", "f16", "bf16")

    @property
    def is_half(self):
        return self.dtype in ("f16", "bf16")

    @property
    def is_complex(self):
        return self.dtype in ("c32", "c64")

    @property
    def rounds(self):
        """Computers may differ in the last digits."""
        return self.is_float or self.is_complex

    @property
    def is_int(self):
        return self.dtype[0] in "iu"

    def type_text(self):
        element = f"index<{self.bound.text()}>" if self.bound else self.dtype
        return f"[{element}; {shape_text(self.shape)}]" if self.shape else element


@dataclass(eq=False)
class Statement:
    """`let value = rust;`, or an assignment to what `target` was. `$0`, `$1` stand for the operands."""

    kind: str
    value: Value
    rust: str
    numpy: str
    operands: list
    target: Value = None
    # The assignment as written, where it is not `name = rust`: `$t` stands for the name.
    assignment: str = ""
    # `let name: type`
    annotated: bool = False
    # May stand in the place of its only use.
    inline: bool = False
    let_mut: bool = False
    # Lines before the function: helpers that the statement calls.
    before: str = ""
    # Sizes that must not be negative; operands whose elements must index axes: `(operand, extent)`.
    requires: list = field(default_factory=list)
    checks: list = field(default_factory=list)


@dataclass(eq=False)
class Program:
    name: str
    dims: dict  # name to its values, one a call
    pins: str = ""
    params: list = field(default_factory=list)
    statements: list = field(default_factory=list)
    results: list = field(default_factory=list)

    @property
    def calls(self):
        return len(next(iter(self.dims.values())))

    def environment(self, call):
        return {name: values[call] for name, values in self.dims.items()}

    def live(self):
        """The statements that results and updated parameters need."""
        final = {}
        for s in self.statements:
            if s.target is not None:
                final[s.value.name] = s.value
        wanted = {id(v) for v in self.results}
        wanted |= {id(final[p.name]) for p in self.params if p.mutable and p.name in final}
        kept = []
        for s in reversed(self.statements):
            if id(s.value) in wanted:
                wanted |= {id(v) for v in s.operands}
                if s.target is not None:
                    wanted.add(id(s.target))
                kept.append(s)
        return kept[::-1]

    def outcomes(self):
        """Results, then updated parameters, as values."""
        final = {p.name: p for p in self.params if p.mutable}
        for s in self.statements:
            if s.value.name in final:
                final[s.value.name] = s.value
        return self.results + [final[p.name] for p in self.params if p.mutable]

    def used_params(self):
        used = {id(v) for s in self.live() for v in s.operands + ([s.target] if s.target else [])}
        used |= {id(v) for v in self.results}
        return [p for p in self.params if id(p) in used or p.mutable]

    def used_dims(self):
        """Dimensions that the text mentions."""
        texts = [v.type_text() for v in self.params + self.results]
        texts += [part for s in self.live() for part in (s.rust, s.assignment, s.value.type_text())]
        text = " ".join(texts)
        return [d for d in self.dims if re.search(rf"\b{d}\b", text)]

    def rust(self):
        """The function, with what stands before it."""
        live = self.live()
        uses = {}
        for k, s in enumerate(live):
            for v in s.operands + ([s.target] if s.target else []):
                uses.setdefault(id(v), []).append(k)
        for v in self.results:
            uses.setdefault(id(v), []).append(len(live))
        texts, lines = {}, []
        for k, s in enumerate(live):
            # An operand's text: its name, or what it is.
            def operand(match, s=s):
                v = s.operands[int(match[1])]
                return texts.get(id(v), v.name)

            rust = re.sub(r"\$(\d)", operand, s.rust)
            here = uses.get(id(s.value), [])
            if s.target is not None:
                text = re.sub(r"\$(\d)", operand, s.assignment or "$t = " + s.rust + ";")
                lines += text.replace("$t", s.value.name).splitlines()
                continue
            alone = len(here) == 1 and here[0] < len(live)
            moved = live[k : here[0] + 1] if alone else []
            if s.inline and alone and not any(m.target for m in moved) and len(rust) < 160:
                texts[id(s.value)] = f"({rust})"
                continue
            ty = f": {s.value.type_text()}" if s.annotated else ""
            lines += f"let {'mut ' if s.let_mut else ''}{s.value.name}{ty} = {rust};".splitlines()
        names = [texts.get(id(v), v.name) for v in self.results]
        if names:
            lines.append(names[0] if len(names) == 1 else f"({', '.join(names)})")
        params = [
            f"{p.name}: {'&mut ' if p.mutable else ''}{p.type_text()}" for p in self.params
        ]
        types = [v.type_text() for v in self.results]
        result = "" if not types else " -> " + (types[0] if len(types) == 1 else f"({', '.join(types)})")
        dims = self.used_dims()
        generics = f"<{', '.join(dims)}>" if dims else ""
        pins = self.pins if self.pins and all(d in dims for d in re.findall(r"[A-Z]", self.pins)) else ""
        head = f"pub fn {self.name}{generics}({', '.join(params)}){result}"
        body = "\n".join("    " + line for line in lines)
        before = "".join(s.before + "\n" for s in live if s.before)
        return f"{before}{head}" + (f"\nwhere {pins},\n" if pins else " ") + f"{{\n{body}\n}}"

    def numpy(self):
        """The same for a reader who knows NumPy."""
        lines = []
        for s in self.live():
            text = re.sub(r"\$(\d)", lambda m, s=s: s.operands[int(m[1])].name, s.numpy)
            text = text.replace("$t", s.target.name if s.target else "")
            lines.append(f"    {s.value.name} = {text}")
        names = [v.name for v in self.results] + [p.name for p in self.params if p.mutable]
        params = [p.name for p in self.params] + list(self.used_dims())
        return f"def {self.name}({', '.join(params)}):\n" + "\n".join(lines) + f"\n    return {', '.join(names)}"

    def kinds(self):
        return [s.kind for s in self.live()]


def evaluate(text, dims, operands, target=None, cache={}):
    """Evaluates NumPy text with `$0`... as operands."""
    if text not in cache:
        code = re.sub(r"\$(\d|t)", r"_\1", text)
        cache[text] = compile(code, text, "eval")
    names = {f"_{k}": v for k, v in enumerate(operands)}
    return eval(cache[text], {**vars(prelude), **dims, **names, "_t": target})
