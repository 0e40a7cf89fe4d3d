"""Symbolic sizes as the language has them: polynomials over dimensions, in canonical form."""


class Size:
    """`terms`: monomial (sorted tuple of atoms) to coefficient. An atom is a dimension's name, or
    `(size, k)` for `floor_div(size, k)`."""

    def __init__(self, terms):
        self.terms = {m: c for m, c in terms.items() if c}
        self.key = tuple(sorted(self.terms.items(), key=repr))

    def __eq__(self, other):
        return isinstance(other, Size) and self.key == other.key

    def __hash__(self):
        return hash(self.key)

    def __repr__(self):
        return self.text()

    def __add__(self, other):
        terms = dict(self.terms)
        for m, c in size(other).terms.items():
            terms[m] = terms.get(m, 0) + c
        return Size(terms)

    def __sub__(self, other):
        return self + size(other) * -1

    def __mul__(self, other):
        terms = {}
        for m, c in self.terms.items():
            for n, d in size(other).terms.items():
                key = tuple(sorted(m + n, key=repr))
                terms[key] = terms.get(key, 0) + c * d
        return Size(terms)

    def floor_div(self, k):
        """As the compiler has it: what is a multiple of `k` leaves the quotient, term by term."""
        if k == 1:
            return self
        quotient = Size({m: c // k for m, c in self.terms.items()})
        rest = Size({m: c % k for m, c in self.terms.items()})
        if rest.constant() is not None:
            return quotient + rest.constant() // k
        return quotient + Size({((rest, k),): 1})

    def constant(self):
        """The value, if no dimension occurs."""
        if not self.terms:
            return 0
        return self.terms[()] if set(self.terms) == {()} else None

    def is_one(self):
        return self.constant() == 1

    def dimension(self):
        """The name, if this is a plain dimension."""
        if len(self.terms) == 1:
            ((monomial, c),) = self.terms.items()
            if c == 1 and len(monomial) == 1 and isinstance(monomial[0], str):
                return monomial[0]
        return None

    def dimensions(self):
        """The names that occur."""
        names = set()
        for monomial in self.terms:
            for atom in monomial:
                names |= {atom} if isinstance(atom, str) else atom[0].dimensions()
        return names

    def value(self, dims):
        total = 0
        for monomial, c in self.terms.items():
            for atom in monomial:
                c *= dims[atom] if isinstance(atom, str) else atom[0].value(dims) // atom[1]
            total += c
        return total

    def text(self):
        """In the language's own words; `floor_div` is known to NumPy's side, too."""
        out = ""
        for monomial, c in sorted(self.terms.items(), key=lambda t: (not t[0], repr(t[0]))):
            atoms = [a if isinstance(a, str) else f"floor_div({a[0].text()}, {a[1]})" for a in monomial]
            factors = ([str(abs(c))] if abs(c) != 1 or not atoms else []) + atoms
            sign = ("-" if c < 0 else "") if not out else (" - " if c < 0 else " + ")
            out += sign + " * ".join(factors)
        return out or "0"


def size(value):
    """A size of a number or of a dimension's name."""
    if isinstance(value, Size):
        return value
    return Size({(value,): 1}) if isinstance(value, str) else Size({(): int(value)})


def product(sizes):
    total = size(1)
    for s in sizes:
        total = total * s
    return total


def broadcast(*shapes):
    """The common shape, or None."""
    rank = max(map(len, shapes))
    out = [size(1)] * rank
    for shape in shapes:
        for k, s in enumerate(shape):
            at = rank - len(shape) + k
            if s.is_one() or s == out[at]:
                continue
            if not out[at].is_one():
                return None
            out[at] = s
    return tuple(out)


def shape_text(shape):
    return ", ".join(s.text() for s in shape)
