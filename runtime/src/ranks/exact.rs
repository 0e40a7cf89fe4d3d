//! Sums of numbers that do not depend on their order.

use super::Exchange;
use crate::Error;

/// The bits of a word of the sum.
const BITS: usize = 32;

/// The words of the sum. The least is worth 2^-1074, the least positive number, and numbers end below 2^1024. Two more words
/// hold carries, and the last one the sign.
const WORDS: usize = (1074 + 1024) / BITS + 3;

/// How many numbers are added before carries are moved on. Each adds less than 2^32 to a word.
const BEFORE_CARRY: u32 = 1 << 30;

/// A sum of numbers in double precision, without any rounding until [`ExactSum::value`]. So it is the same bits for any
/// order of the numbers, and for any way in which ranks share them. (The idea of a long fixed-point number is Kulisch's.)
///
/// ```
/// use array_fn_runtime::ranks::ExactSum;
///
/// let sum: ExactSum = [1e300, 1.0, -1e300].into_iter().collect();
/// assert_eq!(sum.value(), 1.0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactSum {
    /// Multiples of 2^(32 i - 1074), of which each may be of any sign.
    words: [i64; WORDS],
    /// How many were positive infinities, negative ones, and no numbers.
    endless: [i64; 3],
    /// How many numbers were added since carries were moved on.
    added: u32,
}

impl Default for ExactSum {
    fn default() -> Self {
        ExactSum::new()
    }
}

impl FromIterator<f64> for ExactSum {
    fn from_iter<I: IntoIterator<Item = f64>>(numbers: I) -> Self {
        let mut sum = ExactSum::new();
        numbers.into_iter().for_each(|x| sum.add(x));
        sum
    }
}

impl ExactSum {
    /// The sum of nothing.
    pub fn new() -> Self {
        ExactSum { words: [0; WORDS], endless: [0; 3], added: 0 }
    }

    /// Adds a number.
    pub fn add(&mut self, x: f64) {
        let bits = x.to_bits();
        let (exponent, fraction) = ((bits >> 52 & 0x7ff) as usize, bits & ((1 << 52) - 1));
        if exponent == 0x7ff {
            let kind = if fraction > 0 { 2 } else { usize::from(x < 0.0) };
            self.endless[kind] += 1;
            return;
        }
        // Numbers below the least normal one have the same exponent as that, and no leading bit.
        let (place, digits) = match exponent {
            0 => (0, fraction),
            _ => (exponent - 1, fraction | 1 << 52),
        };
        let digits = u128::from(digits) << (place % BITS);
        for (k, word) in self.words[place / BITS..][..3].iter_mut().enumerate() {
            let part = (digits >> (BITS * k)) as u32;
            *word += if x < 0.0 { -i64::from(part) } else { i64::from(part) };
        }
        self.added += 1;
        if self.added == BEFORE_CARRY {
            self.carry();
        }
    }

    /// Moves carries on, so that all words but the last are from 0 to 2^32 - 1.
    fn carry(&mut self) {
        let mut carry = 0;
        for word in &mut self.words[..WORDS - 1] {
            let all = *word + carry;
            *word = all & 0xffff_ffff;
            carry = all >> BITS;
        }
        self.words[WORDS - 1] += carry;
        self.added = 0;
    }

    /// Replaces each sum by the sum of those of all ranks. All ranks call this.
    ///
    /// # Errors
    /// Those of [`Exchange::sum`].
    pub fn of_ranks(sums: &mut [ExactSum], exchange: &dyn Exchange) -> Result<(), Error> {
        let mut all = Vec::with_capacity(sums.len() * (WORDS + 3));
        for sum in &mut *sums {
            sum.carry();
            all.extend(sum.words.iter().chain(&sum.endless));
        }
        exchange.sum(&mut all)?;
        for (sum, all) in sums.iter_mut().zip(all.chunks_exact(WORDS + 3)) {
            let (words, endless) = all.split_at(WORDS);
            sum.words.copy_from_slice(words);
            sum.endless.copy_from_slice(endless);
            sum.carry();
        }
        Ok(())
    }

    /// The number nearest to the sum; of two, that which is even. It is infinite where the sum is too large, or where an
    /// infinity was added, and NaN where infinities of both signs, or NaN, were.
    pub fn value(&self) -> f64 {
        match self.endless {
            [0, 0, 0] => {}
            [_, 0, 0] => return f64::INFINITY,
            [0, _, 0] => return f64::NEG_INFINITY,
            _ => return f64::NAN,
        }
        let mut of = self.clone();
        of.carry();
        let is_negative = of.words[WORDS - 1] < 0;
        if is_negative {
            of.words.iter_mut().for_each(|word| *word = -*word);
            of.carry();
        }
        let size = of.magnitude();
        if is_negative { -size } else { size }
    }

    /// The number nearest to a sum that is not negative, and whose carries are moved on.
    fn magnitude(&self) -> f64 {
        let bit = |place: usize| self.words[place / BITS] >> (place % BITS) & 1;
        let Some(top) = self.words.iter().rposition(|word| *word != 0) else { return 0.0 };
        let length = top * BITS + (64 - self.words[top].leading_zeros() as usize);
        // The 53 leading bits, or all if there are fewer, which stand from `low` on.
        let low = length.saturating_sub(53);
        let mut digits = 0u64;
        for place in (low..length).rev() {
            digits = digits << 1 | bit(place).cast_unsigned();
        }
        let (word, within) = (low.saturating_sub(1) / BITS, low.saturating_sub(1) % BITS);
        if low > 0 && bit(low - 1) == 1 {
            let rest = self.words[word] & ((1 << within) - 1) != 0;
            let rest = rest || self.words[..word].iter().any(|word| *word != 0);
            digits += u64::from(rest || digits & 1 == 1);
        }
        if low + 1 >= 0x7ff {
            return f64::INFINITY;
        }
        // A carry of the digits goes into the exponent. Without a leading bit, the exponent is 0.
        match digits >> 52 {
            0 => f64::from_bits(digits),
            _ => f64::from_bits(((low as u64 + 1) << 52) + (digits - (1 << 52))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranks::Threads;

    fn sum(numbers: &[f64]) -> f64 {
        numbers.iter().copied().collect::<ExactSum>().value()
    }

    /// Numbers of all sizes and both signs, the same each time.
    fn random(count: usize) -> Vec<f64> {
        let mut seed = 5u64;
        let next = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            seed ^ seed >> 29
        };
        let all = std::iter::repeat_with(next).map(f64::from_bits);
        all.filter(|x| x.is_finite()).take(count).collect()
    }

    /// One number is itself, and two are what the processor makes of them, which rounds once.
    #[test]
    fn one_and_two_numbers() {
        let mut numbers = random(3000);
        numbers.extend([0.0, 1.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, 1.0 + f64::EPSILON]);
        for x in &numbers {
            assert_eq!(sum(&[*x]).to_bits(), if *x == 0.0 { 0 } else { x.to_bits() }, "{x:e}");
            assert_eq!(sum(&[*x, -x]), 0.0, "{x:e}");
        }
        for (k, x) in numbers.iter().enumerate() {
            // Near each other, so that both have a part in the result.
            let near = f64::from_bits(x.to_bits().wrapping_add(k as u64 * 0x000a_1234_5678_9abc));
            let far = x * (k as f64 - 9.5) / 2f64.powi(k as i32 % 60);
            for y in [near, far].into_iter().filter(|y| y.is_finite()) {
                assert_eq!(sum(&[*x, y]), x + y, "{x:e} + {y:e}");
                assert_eq!(sum(&[*x, -y]), x - y, "{x:e} - {y:e}");
            }
        }
    }

    #[test]
    fn sums_are_rounded_once() {
        assert_eq!(sum(&[1e308, 1e308, -1e308]), 1e308);
        assert_eq!(sum(&[f64::MAX, f64::MAX]), f64::INFINITY);
        assert_eq!(sum(&[-f64::MAX, -f64::MAX]), f64::NEG_INFINITY);
        // Half of the last place is rounded to the even number, and a little more is not.
        let half = f64::EPSILON / 2.0;
        assert_eq!(sum(&[1.0, half]), 1.0);
        assert_eq!(sum(&[1.0, half, 1e-300]), 1.0 + f64::EPSILON);
        assert_eq!(sum(&[1.0 + f64::EPSILON, half]), 1.0 + 2.0 * f64::EPSILON);
        assert_eq!(sum(&[1.0, half, -1e-300]), 1.0);
        assert_eq!(sum(&[2.0 - f64::EPSILON, half]), 2.0);
        assert_eq!(sum(&vec![0.1; 1000]), 100.0);
        assert!(sum(&[f64::INFINITY, f64::NEG_INFINITY]).is_nan());
        assert!(sum(&[f64::NAN, 1.0]).is_nan());
        assert_eq!(sum(&[f64::INFINITY, -1.0]), f64::INFINITY);
        assert_eq!(sum(&[1.0, f64::NEG_INFINITY]), f64::NEG_INFINITY);
    }

    #[test]
    fn neither_order_nor_ranks_matter() {
        let numbers: Vec<f64> = random(1000).into_iter().map(|x| x * 1e-10).collect();
        let (alone, mut reversed) = (sum(&numbers), numbers.clone());
        reversed.reverse();
        assert_eq!(sum(&reversed), alone);
        // Pairs of opposite numbers leave one number.
        let pairs: Vec<f64> = numbers.iter().flat_map(|x| [*x, -x]).chain([0.25]).collect();
        for ranks in [1, 2, 3, 7] {
            let sums = Threads::new(ranks).run(|exchange| {
                let rank = exchange.rank();
                let own = |of: &[f64]| of.iter().skip(rank).step_by(ranks).copied().collect();
                let mut sums = [own(&numbers), own(&pairs), ExactSum::new()];
                ExactSum::of_ranks(&mut sums, &*exchange)?;
                Ok::<_, Error>(sums.map(|sum| sum.value()))
            });
            assert_eq!(sums.unwrap(), vec![[alone, 0.25, 0.0]; ranks]);
        }
    }
}
