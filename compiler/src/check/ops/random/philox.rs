//! Philox4x32-10: random bits as a function of a counter and a key (Salmon, Moraes, Dror, Shaw: Parallel
//! random numbers: as easy as 1, 2, 3; SC11).

use crate::check::fold;
use crate::dag::{Binary, Const, DType, Dag, ScalarId};

const ROUNDS: u64 = 10;
const MULTIPLIERS: [u64; 2] = [0xD251_1F53, 0xCD9E_8D57];
const WEYL: [u64; 2] = [0x9E37_79B9, 0xBB67_AE85];

/// Four random `u32`, from a counter of four words and a key of two. All of them are `u64` whose lower halves count;
/// the upper halves need not be cleared.
pub(super) fn philox(
    dag: &mut Dag,
    mut counter: [ScalarId; 4],
    key: [ScalarId; 2],
) -> [ScalarId; 4] {
    for round in 0..ROUNDS {
        let first = product(dag, MULTIPLIERS[0], counter[0]);
        let second = product(dag, MULTIPLIERS[1], counter[2]);
        let mixed = |dag: &mut Dag, product, word, k: usize| {
            let high = upper_half(dag, product);
            let step = number(dag, DType::U64, WEYL[k].wrapping_mul(round) & HALF);
            let key = fold::binary(dag, Binary::Add, key[k], step);
            let mixed = fold::binary(dag, Binary::Xor, high, word);
            fold::binary(dag, Binary::Xor, mixed, key)
        };
        counter =
            [mixed(dag, second, counter[1], 0), second, mixed(dag, first, counter[3], 1), first];
    }
    counter.map(|word| fold::cast(dag, DType::U32, word))
}

/// The bits of a lower half.
const HALF: u64 = 0xffff_ffff;

/// The product of a multiplier and the lower half of a word, as a `u64`. Its two halves are those of the product.
fn product(dag: &mut Dag, multiplier: u64, word: ScalarId) -> ScalarId {
    let [multiplier, half] = [multiplier, HALF].map(|value| number(dag, DType::U64, value));
    let low = fold::binary(dag, Binary::And, word, half);
    fold::binary(dag, Binary::Mul, low, multiplier)
}

/// The high 32 bits of a `u64`.
pub(super) fn upper_half(dag: &mut Dag, wide: ScalarId) -> ScalarId {
    let bits = number(dag, DType::U64, 32);
    fold::binary(dag, Binary::Shr, wide, bits)
}

/// The high and the low 32 bits of a `u64`, as `u32`.
pub(super) fn halves(dag: &mut Dag, wide: ScalarId) -> [ScalarId; 2] {
    let high = upper_half(dag, wide);
    [fold::cast(dag, DType::U32, high), fold::cast(dag, DType::U32, wide)]
}

/// `high * 2^32 + low`
pub(super) fn joined(dag: &mut Dag, high: ScalarId, low: ScalarId) -> ScalarId {
    let bits = number(dag, DType::U64, 32);
    let high = fold::cast(dag, DType::U64, high);
    let low = fold::cast(dag, DType::U64, low);
    let high = fold::binary(dag, Binary::Shl, high, bits);
    fold::binary(dag, Binary::Or, high, low)
}

/// An integer constant (wrapping).
pub(super) fn number(dag: &mut Dag, dtype: DType, value: u64) -> ScalarId {
    dag.constant(Const::from_i128(dtype, value.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dag::{Output, Scalar, Target, interpret::interpret};

    /// The answers that come with Random123 (`kat_vectors`): counter, key, output.
    const KNOWN: [([u32; 4], [u32; 2], [u32; 4]); 3] = [
        ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
        ([!0; 4], [!0; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
        (
            [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
            [0xa409_3822, 0x299f_31d0],
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1],
        ),
    ];

    #[test]
    fn known_answers() {
        for (counter, key, expected) in KNOWN {
            let mut dag = Dag::new("philox");
            let words = counter.map(|w| number(&mut dag, DType::U64, w.into()));
            let key = key.map(|w| number(&mut dag, DType::U64, w.into()));
            let output = philox(&mut dag, words, key);
            for (word, expected) in output.into_iter().zip(expected) {
                let Scalar::Const(c) = dag.scalar(word) else { panic!("not folded") };
                assert_eq!(c.to_i128(), Some(expected.into()));
            }
        }
    }

    /// The same without folding, through a comprehension.
    #[test]
    fn known_answers_at_run_time() {
        for (counter, key, expected) in KNOWN {
            let mut dag = Dag::new("philox");
            let zero = dag.axis(0);
            let zero = dag.cast(DType::U64, zero);
            // The upper halves do not count.
            let mut word = |w: u32| {
                let w = number(&mut dag, DType::U64, u64::from(w) | 0xabc << 40);
                dag.binary(Binary::Add, zero, w)
            };
            let (words, key) = (counter.map(&mut word), key.map(&mut word));
            let output = philox(&mut dag, words, key);
            for (k, word) in output.into_iter().enumerate() {
                let node = dag.compute("word", vec![crate::dag::Size::one()], word);
                dag.outputs.push(Output { target: Target::Result(k as u32), node });
            }
            let outcome = interpret(&dag, &|_| None, &[]).expect("it runs");
            for (result, expected) in outcome.results.iter().zip(expected) {
                let found: Vec<_> = result.elements().map(|c| c.to_i128()).collect();
                assert_eq!(found, [Some(expected.into())]);
            }
        }
    }
}
