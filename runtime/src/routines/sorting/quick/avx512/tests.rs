use super::super::super::tests::random;
use super::super::has_avx512;
use super::*;

/// Keys of several kinds.
fn kinds(count: usize) -> Vec<Vec<u64>> {
    let count_down = (0..count as u64).rev();
    vec![
        random(count).collect(),
        random(count).map(|r| r % 5).collect(),
        random(count).map(|r| if r % 3 == 0 { u64::MAX } else { r % 2 }).collect(),
        vec![7; count],
        vec![u64::MAX; count],
        (0..count as u64).collect(),
        count_down.clone().collect(),
        // An organ pipe.
        count_down.enumerate().map(|(k, down)| down.min(k as u64)).collect(),
    ]
}

#[test]
#[cfg_attr(miri, ignore = "it has no AVX-512")]
fn keys_of_all_kinds_are_sorted() {
    if !has_avx512() {
        return;
    }
    for count in (0..2000).step_by(7).chain([127, 128, 129, 255, 256, 257, 1023, 1024, 1025]) {
        for mut wide in kinds(count) {
            let mut narrow: Vec<u32> = wide.iter().map(|key| *key as u32).collect();
            let (mut wide_sorted, mut narrow_sorted) = (wide.clone(), narrow.clone());
            wide_sorted.sort_unstable();
            narrow_sorted.sort_unstable();
            // SAFETY: the processor has AVX-512.
            unsafe {
                sort_u64(&mut wide);
                sort_u32(&mut narrow);
            }
            assert_eq!((wide, narrow), (wide_sorted, narrow_sorted), "{count}");
        }
    }
}

macro_rules! check_partitions {
    ($key:ty, $partition:ident, $deal:ident) => {
        for count in (0..700).step_by(3).chain([128, 129, 256, 257, 5000]) {
            for keys in kinds(count) {
                let keys: Vec<$key> = keys.into_iter().map(|key| key as $key).collect();
                let mut sorted = keys.clone();
                sorted.sort_unstable();
                let middle = keys.get(count / 2).copied().unwrap_or(3);
                for pivot in [0, 1, 2, 7, middle, <$key>::MAX] {
                    let expected = keys.iter().filter(|key| **key < pivot).count();
                    let check = |mut found: Vec<$key>, below: usize| {
                        assert_eq!(below, expected, "{count} {pivot}");
                        assert!(found[..below].iter().all(|key| *key < pivot), "{count}");
                        found.sort_unstable();
                        assert!(found == sorted, "{count} {pivot}");
                    };
                    let mut found = keys.clone();
                    // SAFETY: the processor has AVX-512.
                    let below = unsafe { $partition(&mut found, pivot) };
                    check(found, below);
                    for part in [5, 16, 100, 700] {
                        let mut found = vec![9; count];
                        let (mut below, mut above) = (0, count);
                        let start = found.as_mut_ptr();
                        for part in keys.chunks(part) {
                            // SAFETY: as above; as many keys are left as there is room for.
                            let less =
                                unsafe { $deal(part, start.add(below)..start.add(above), pivot) };
                            (below, above) = (below + less, above - (part.len() - less));
                        }
                        assert_eq!(below, above);
                        check(found, below);
                    }
                }
            }
        }
    };
}

#[test]
#[cfg_attr(miri, ignore = "it has no AVX-512")]
fn pivots_part_keys() {
    if has_avx512() {
        check_partitions!(u64, partition_u64, deal_u64);
        check_partitions!(u32, partition_u32, deal_u32);
    }
}

#[test]
#[cfg_attr(miri, ignore = "it has no AVX-512")]
fn keys_of_all_lengths_are_sorted() {
    if !has_avx512() {
        return;
    }
    for count in (0..600).chain([5_000, 100_000]) {
        for bits in [1, 5, 32, 64] {
            let mut wide: Vec<u64> = random(count).map(|r| r >> (64 - bits)).collect();
            if bits == 64 {
                wide.iter_mut().step_by(3).for_each(|key| *key = u64::MAX);
            }
            let mut narrow: Vec<u32> = wide.iter().map(|key| *key as u32).collect();
            let (mut wide_sorted, mut narrow_sorted) = (wide.clone(), narrow.clone());
            wide_sorted.sort_unstable();
            narrow_sorted.sort_unstable();
            // SAFETY: the processor has AVX-512.
            unsafe {
                sort_u64(&mut wide);
                sort_u32(&mut narrow);
            }
            assert_eq!((wide, narrow), (wide_sorted, narrow_sorted), "{count} {bits}");
        }
    }
}
