//! Affine index expressions: sums of values times sizes, plus a size.

use super::kernel::ValueId;
use crate::dag::Size;
use std::collections::BTreeMap;

/// `constant + sum of coefficient * value`; no zero coefficients.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Affine {
    pub terms: BTreeMap<ValueId, Size>,
    pub constant: Size,
}

impl Affine {
    pub fn constant(size: Size) -> Affine {
        Affine { terms: BTreeMap::new(), constant: size }
    }

    pub fn value(id: ValueId) -> Affine {
        Affine { terms: BTreeMap::from([(id, Size::one())]), constant: Size::zero() }
    }

    pub fn as_size(&self) -> Option<&Size> {
        self.terms.is_empty().then_some(&self.constant)
    }

    pub fn as_constant(&self) -> Option<i64> {
        self.as_size().and_then(Size::as_constant)
    }

    /// The value that the expression consists of, if it is nothing but one value.
    pub fn as_value(&self) -> Option<ValueId> {
        let (id, coefficient) = self.terms.first_key_value()?;
        (self.terms.len() == 1 && self.constant.is_zero() && coefficient.is_one()).then_some(*id)
    }

    pub fn add(&self, other: &Affine) -> Affine {
        let mut sum = self.clone();
        sum.constant = sum.constant.add(&other.constant);
        for (id, c) in &other.terms {
            sum.add_term(*id, c);
        }
        sum
    }

    pub fn add_term(&mut self, id: ValueId, coefficient: &Size) {
        let total = self.terms.get(&id).map_or(coefficient.clone(), |c| c.add(coefficient));
        if total.is_zero() {
            self.terms.remove(&id);
        } else {
            self.terms.insert(id, total);
        }
    }

    pub fn scale(&self, k: &Size) -> Affine {
        let mut scaled = Affine::constant(self.constant.mul(k));
        for (id, c) in &self.terms {
            scaled.add_term(*id, &c.mul(k));
        }
        scaled
    }

    /// Splits it into `n * quotient + rest`, with the largest quotient that exact division of terms allows.
    pub fn split(&self, n: &Size) -> (Affine, Affine) {
        let (mut quotient, mut rest) = (Affine::default(), Affine::default());
        for (id, c) in &self.terms {
            match c.exact_div(n) {
                Some(q) => quotient.add_term(*id, &q),
                None => rest.add_term(*id, c),
            }
        }
        match (self.constant.exact_div(n), self.constant.as_constant(), n.as_constant()) {
            (Some(q), ..) => quotient.constant = q,
            (None, Some(c), Some(n)) => {
                quotient.constant = Size::constant(c.div_euclid(n));
                rest.constant = Size::constant(c.rem_euclid(n));
            }
            _ => rest.constant = self.constant.clone(),
        }
        (quotient, rest)
    }
}
