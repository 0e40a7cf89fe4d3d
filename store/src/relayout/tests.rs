//! What is planned is what happens: bytes, chunks, calls and memory of random changes of small arrays.

use std::path::PathBuf;

use super::*;
use crate::grid::Block;

struct Random(u64);

impl Random {
    fn within(&mut self, low: u64, high: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + self.0 % (high - low + 1)
    }
}

struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The elements of `bytes` with axes in another order, by the plainest means.
fn transposed(bytes: &[u8], shape: &[u64], axes: &[usize], item: usize) -> Vec<u8> {
    let strides = permuted(&crate::c_strides(shape, item as u64), axes);
    let target = permuted(shape, axes);
    crate::positions(&Block::all(&target))
        .flat_map(|at| {
            let start = crate::grid::offset(&at, &strides) as usize;
            bytes[start..start + item].to_vec()
        })
        .collect()
}

#[test]
fn random_changes_do_what_their_plans_say() {
    let folder = std::env::temp_dir().join(format!("array-fn-plans-{}", std::process::id()));
    let folder = Folder(folder);
    let mut random = Random(0xfeed);
    let (mut several, mut tight) = (0, 0);
    for case in 0..150 {
        let _ = std::fs::remove_dir_all(&folder.0);
        let rank = random.within(1, 3);
        let shape: Vec<u64> = (0..rank).map(|_| random.within(1, 40)).collect();
        let chunks =
            |random: &mut Random| -> Vec<u64> { (0..rank).map(|_| random.within(1, 15)).collect() };
        let (source_chunk, target_chunk) = (chunks(&mut random), chunks(&mut random));
        let mut axes: Vec<usize> = (0..rank as usize).collect();
        for k in 1..axes.len() {
            axes.swap(k, random.within(0, k as u64) as usize);
        }
        let element = ElementType::of::<u32>();
        let codecs = [vec![], vec![Codec::Crc32c], vec![Codec::Gzip(1)]];
        let codecs = codecs[random.within(0, 2) as usize].clone();
        let spec = Spec::new(element, &shape, &source_chunk).codecs(codecs);
        let bytes: Vec<u8> = (0..shape.iter().product::<u64>())
            .flat_map(|k| (k as u32).wrapping_mul(0x9e37_79b9).to_le_bytes())
            .collect();
        let source = StoredArray::create(folder.0.join("source"), &spec).unwrap();
        source.write_block(&Block::all(&shape), &bytes).unwrap();
        let source = StoredArray::open(folder.0.join("source")).unwrap();
        let npy = case % 5 == 0;
        let name = if npy { "target.npy" } else { "target" };
        let mut relayout =
            relayout(&source, folder.0.join(name)).axes(&axes).durable(false).threads(1);
        if !npy {
            relayout = relayout.chunks(&target_chunk);
        }
        // Some memory beyond the least: from hardly any to enough for all.
        let target = relayout.described_target(&axes, element).unwrap();
        let slot = target.header().bytes(&target.header().write_chunk);
        relayout =
            relayout.memory(Pass::least(&source, &target) + slot * (random.within(0, 200) / 8));
        if case % 7 == 0 {
            relayout = relayout.passes(2);
        }
        let plan = match relayout.plan() {
            Err(Error::Memory { .. }) if case % 7 == 0 => continue,
            plan => plan.unwrap(),
        };
        assert!(plan.peak_bytes() <= relayout.memory, "{plan}");
        several += u64::from(plan.passes().len() > 1);
        let report = relayout.run().unwrap();
        for (k, (pass, counts)) in plan.passes().iter().zip(&report.passes).enumerate() {
            assert_eq!(counts.chunks_read, pass.chunks_read, "{plan}");
            assert_eq!(counts.chunks_written, pass.chunks_written, "{plan}");
            if pass.is_exact {
                assert_eq!(counts.bytes_read, pass.bytes_read, "{plan}");
                assert_eq!(counts.bytes_written, pass.bytes_written, "{plan}");
            }
            if pass.work != pass::Work::Copy {
                assert_eq!(counts.reads, pass.simulated().calls, "{plan}");
                assert_eq!(report.slots_used[k], pass.open, "{plan}");
                assert!(pass.open <= pass.slots);
                tight += 1;
            }
        }
        let made = StoredArray::open(folder.0.join(name)).unwrap();
        let mut read = vec![0; bytes.len()];
        made.read_block(&Block::all(&made.header().shape), &mut read).unwrap();
        assert!(read == transposed(&bytes, &shape, &axes, 4), "case {case}: {plan}");
        let sums = (checksum_as(&source, &axes, element, 2).unwrap(), checksum(&made, 3).unwrap());
        assert_eq!(sums.0, sums.1);
        assert!(!folder.0.join(format!("{name}.relayout")).exists());
    }
    assert!(several > 10 && tight > 100, "{several} {tight}");
}
