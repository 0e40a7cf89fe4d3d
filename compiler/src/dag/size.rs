//! Symbolic sizes: polynomials over the dimensions in canonical form. Equal sizes are equal as data.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The variables of the polynomials.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Atom {
    /// A dimension, by name.
    Dim(Arc<str>),
    /// `floor(size / k)`, `k >= 2`. Slices with steps have such sizes.
    FloorDiv(Box<Size>, i64),
    /// `floor(a / max(b, 1))` of two sizes. The scheduler cuts loops with it.
    Quotient(Box<Size>, Box<Size>),
}

/// A product of atoms, sorted, with repetitions.
type Monomial = Vec<Atom>;

/// An integer polynomial over [`Atom`]s. The zero polynomial has no terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Size {
    terms: BTreeMap<Monomial, i64>,
}

impl Size {
    pub fn constant(value: i64) -> Size {
        let mut terms = BTreeMap::new();
        if value != 0 {
            terms.insert(Vec::new(), value);
        }
        Size { terms }
    }

    pub fn zero() -> Size {
        Size::default()
    }

    pub fn one() -> Size {
        Size::constant(1)
    }

    pub fn dim(name: &str) -> Size {
        Size { terms: BTreeMap::from([(vec![Atom::Dim(name.into())], 1)]) }
    }

    /// The value, if no dimension occurs.
    pub fn as_constant(&self) -> Option<i64> {
        match self.terms.len() {
            0 => Some(0),
            1 => self.terms.get(&Vec::new() as &Monomial).copied(),
            _ => None,
        }
    }

    pub fn is_one(&self) -> bool {
        self.as_constant() == Some(1)
    }

    pub fn is_zero(&self) -> bool {
        self.terms.is_empty()
    }

    /// The terms, each as the atoms of its monomial and its coefficient.
    pub fn terms(&self) -> impl Iterator<Item = (&[Atom], i64)> {
        self.terms.iter().map(|(m, c)| (m.as_slice(), *c))
    }

    fn from_terms(terms: impl IntoIterator<Item = (Monomial, i64)>) -> Size {
        let mut sum: BTreeMap<Monomial, i64> = BTreeMap::new();
        for (monomial, c) in terms {
            let entry = sum.entry(monomial).or_insert(0);
            *entry = entry.wrapping_add(c);
        }
        sum.retain(|_, c| *c != 0);
        Size { terms: sum }
    }

    pub fn add(&self, other: &Size) -> Size {
        Size::from_terms(self.terms.clone().into_iter().chain(other.terms.clone()))
    }

    pub fn sub(&self, other: &Size) -> Size {
        self.add(&other.scale(-1))
    }

    pub fn scale(&self, k: i64) -> Size {
        Size::from_terms(self.terms.iter().map(|(m, c)| (m.clone(), c.wrapping_mul(k))))
    }

    pub fn mul(&self, other: &Size) -> Size {
        let mut terms = Vec::new();
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                let mut m: Monomial = a.iter().chain(b).cloned().collect();
                m.sort();
                terms.push((m, x.wrapping_mul(*y)));
            }
        }
        Size::from_terms(terms)
    }

    /// The product, unless it is long. Products of products could grow without bounds otherwise.
    pub fn short_product(&self, other: &Size) -> Option<Size> {
        let degree = |size: &Size| size.terms.keys().map(Vec::len).max().unwrap_or(0);
        let short =
            self.terms.len() * other.terms.len() <= 64 && degree(self) + degree(other) <= 16;
        short.then(|| self.mul(other))
    }

    pub fn product<'a>(sizes: impl IntoIterator<Item = &'a Size>) -> Size {
        sizes.into_iter().fold(Size::one(), |p, s| p.mul(s))
    }

    /// `floor(self / k)` for `k >= 1`. Exact divisions leave no atom behind.
    pub fn floor_div(&self, k: i64) -> Size {
        assert!(k >= 1, "divisor of a size");
        if k == 1 {
            return self.clone();
        }
        if let Some(c) = self.as_constant() {
            return Size::constant(c.div_euclid(k));
        }
        // floor((k q + r) / k) = q + floor(r / k), term by term.
        let (mut quotient, mut rest) = (Vec::new(), Vec::new());
        for (m, c) in &self.terms {
            quotient.push((m.clone(), c.div_euclid(k)));
            rest.push((m.clone(), c.rem_euclid(k)));
        }
        let (quotient, rest) = (Size::from_terms(quotient), Size::from_terms(rest));
        match rest.as_constant() {
            Some(c) => quotient.add(&Size::constant(c.div_euclid(k))),
            None => {
                let atom = Atom::FloorDiv(Box::new(rest), k);
                quotient.add(&Size { terms: BTreeMap::from([(vec![atom], 1)]) })
            }
        }
    }

    /// `floor(self / max(other, 1))`. Neither size is negative for possible dimensions.
    pub fn quotient(&self, other: &Size) -> Size {
        match other.as_constant() {
            Some(k) => self.floor_div(k.max(1)),
            None => {
                let atom = Atom::Quotient(Box::new(self.clone()), Box::new(other.clone()));
                Size { terms: BTreeMap::from([(vec![atom], 1)]) }
            }
        }
    }

    /// `a` and `b`, if this size is `floor(a / max(b, 1))` and nothing else.
    pub fn as_quotient(&self) -> Option<(Size, Size)> {
        let mut terms = self.terms();
        let ([atom], 1) = terms.next().filter(|_| self.terms.len() == 1)? else { return None };
        match atom {
            Atom::Quotient(a, b) => Some(((**a).clone(), (**b).clone())),
            Atom::FloorDiv(a, k) => Some(((**a).clone(), Size::constant(*k))),
            Atom::Dim(_) => None,
        }
    }

    /// `self / other`, if `other` is one term and divides `self` without remainder.
    pub fn exact_div(&self, other: &Size) -> Option<Size> {
        if self == other {
            return Some(Size::one());
        }
        let (divisor, k) = other.terms.iter().next().filter(|_| other.terms.len() == 1)?;
        let mut terms = Vec::new();
        for (m, c) in &self.terms {
            let mut m = m.clone();
            for atom in divisor {
                let at = m.iter().position(|a| a == atom)?;
                m.remove(at);
            }
            if c % k != 0 {
                return None;
            }
            terms.push((m, c / k));
        }
        Some(Size::from_terms(terms))
    }

    /// Replaces dimensions. `dims` returns `None` for a dimension that stays.
    pub fn substitute(&self, dims: &dyn Fn(&str) -> Option<Size>) -> Size {
        let mut sum = Size::zero();
        for (m, c) in &self.terms {
            let mut product = Size::constant(*c);
            for atom in m {
                let factor = match atom {
                    Atom::Dim(name) => dims(name).unwrap_or_else(|| Size::dim(name)),
                    Atom::FloorDiv(size, k) => size.substitute(dims).floor_div(*k),
                    Atom::Quotient(a, b) => a.substitute(dims).quotient(&b.substitute(dims)),
                };
                product = product.mul(&factor);
            }
            sum = sum.add(&product);
        }
        sum
    }

    /// The value for given dimensions, with wrapping arithmetic, or `None` if a dimension is missing.
    pub fn evaluate(&self, dims: &dyn Fn(&str) -> Option<i64>) -> Option<i64> {
        self.substitute(&|name| dims(name).map(Size::constant)).as_constant()
    }

    /// The names of the dimensions that occur, sorted, each once.
    pub fn dims(&self) -> Vec<Arc<str>> {
        fn collect(size: &Size, out: &mut Vec<Arc<str>>) {
            for atom in size.terms.keys().flatten() {
                match atom {
                    Atom::Dim(name) => out.push(name.clone()),
                    Atom::FloorDiv(inner, _) => collect(inner, out),
                    Atom::Quotient(a, b) => [a, b].into_iter().for_each(|s| collect(s, out)),
                }
            }
        }
        let mut out = Vec::new();
        collect(self, &mut out);
        out.sort();
        out.dedup();
        out
    }

    /// Whether the size is at least `bound` for all dimensions >= 0. The test is sufficient, not exact: every
    /// non-constant coefficient has to be non-negative.
    pub fn at_least(&self, bound: i64) -> bool {
        let constant = self.terms.get(&Vec::new() as &Monomial).copied().unwrap_or(0);
        fn atoms_non_negative(m: &Monomial) -> bool {
            m.iter().all(|a| match a {
                Atom::Dim(_) => true,
                Atom::FloorDiv(s, _) | Atom::Quotient(s, _) => s.at_least(0),
            })
        }
        self.terms.iter().all(|(m, c)| m.is_empty() || (*c >= 0 && atoms_non_negative(m)))
            && constant >= bound
    }
}

impl From<i64> for Size {
    fn from(value: i64) -> Size {
        Size::constant(value)
    }
}

impl fmt::Display for Size {
    /// Writes the size as a user would: `2 * N + 1`, with the largest terms first and the constant last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.terms.is_empty() {
            return f.write_str("0");
        }
        let mut terms: Vec<_> = self.terms.iter().collect();
        terms.sort_by_key(|(m, c)| (m.is_empty(), **c < 0));
        for (k, (m, c)) in terms.into_iter().enumerate() {
            let sign = if *c < 0 { "-" } else { "+" };
            match (k, *c < 0) {
                (0, true) => f.write_str("-")?,
                (0, false) => {}
                _ => write!(f, " {sign} ")?,
            }
            let magnitude = c.unsigned_abs();
            let mut first = true;
            if magnitude != 1 || m.is_empty() {
                write!(f, "{magnitude}")?;
                first = false;
            }
            for atom in m {
                if !first {
                    f.write_str(" * ")?;
                }
                first = false;
                match atom {
                    Atom::Dim(name) => f.write_str(name)?,
                    Atom::FloorDiv(size, k) => write!(f, "floor_div({size}, {k})")?,
                    Atom::Quotient(a, b) => write!(f, "floor_div({a}, {b})")?,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_form_decides_equality() {
        let (e, n) = (Size::dim("E"), Size::dim("N"));
        let left = e.add(&n).mul(&e.sub(&n));
        assert_eq!(left, e.mul(&e).sub(&n.mul(&n)));
        assert_eq!(e.sub(&e), Size::zero());
        assert_eq!(e.scale(6).add(&Size::constant(7)).floor_div(3).to_string(), "2 * E + 2");
        assert_eq!(e.mul(&n).scale(4).exact_div(&e.scale(2)), Some(n.scale(2)));
        assert_eq!(n.floor_div(2).evaluate(&|_| Some(7)), Some(3));
        let quotient = e.quotient(&n);
        assert_eq!(e.floor_div(3).as_quotient(), Some((e.clone(), Size::constant(3))));
        assert_eq!(quotient.as_quotient(), Some((e, n)));
        let of = |e, n| quotient.evaluate(&|name| Some(if name == "E" { e } else { n }));
        assert_eq!((of(17, 5), of(17, 1), of(17, 0)), (Some(3), Some(17), Some(17)));
        assert_eq!(quotient.substitute(&|_| Some(Size::constant(3))), Size::one());
    }

    #[test]
    fn display_is_what_a_user_writes() {
        let n = Size::dim("N");
        assert_eq!(n.scale(2).add(&1.into()).to_string(), "2 * N + 1");
        assert_eq!(Size::constant(3).sub(&n).to_string(), "-N + 3");
        assert_eq!(n.add(&1.into()).floor_div(2).to_string(), "floor_div(N + 1, 2)");
        assert_eq!(Size::dim("M").quotient(&n).scale(8).to_string(), "8 * floor_div(M, N)");
    }
}
