//! An order that is certain: for each of several things, those that run before it.

/// For each of a growing number of things, the set of those before it, as bits.
#[derive(Default)]
pub struct Ancestors {
    sets: Vec<Vec<u64>>,
    /// Whether something comes after it.
    leads: Vec<bool>,
}

impl Ancestors {
    /// Adds one more thing, which comes after nothing.
    pub fn push(&mut self) {
        self.sets.push(Vec::new());
        self.leads.push(false);
    }

    /// Whether `a` comes before `k`.
    pub fn contains(&self, k: usize, a: usize) -> bool {
        has(&self.sets[k], a)
    }

    /// Whether some other thing comes after `a` and before `k`.
    pub fn between(&self, a: usize, k: usize) -> bool {
        bits(&self.sets[k]).any(|x| x != a && x != k && self.contains(x, a))
    }

    /// Lets all of `before`, and everything before them, come before `k` and everything after it.
    pub fn add(&mut self, k: usize, before: impl IntoIterator<Item = usize>) {
        let mut gained = Vec::new();
        for a in before {
            unite(&mut gained, &self.sets[a]);
            insert(&mut gained, a);
            self.leads[a] = true;
        }
        if gained.iter().enumerate().all(|(w, g)| g & !self.sets[k].get(w).unwrap_or(&0) == 0) {
            return;
        }
        unite(&mut self.sets[k], &gained);
        if !self.leads[k] {
            return;
        }
        for (other, set) in self.sets.iter_mut().enumerate() {
            if other != k && has(set, k) {
                unite(set, &gained);
            }
        }
    }

    /// Makes `k` a part of `into`: everything that is before or after one of them is before or after both.
    pub fn join(&mut self, into: usize, k: usize) {
        let mut before = std::mem::take(&mut self.sets[k]);
        unite(&mut before, &self.sets[into]);
        remove(&mut before, into);
        remove(&mut before, k);
        self.sets[into].clone_from(&before);
        insert(&mut before, into);
        self.leads[into] |= self.leads[k];
        for (other, set) in self.sets.iter_mut().enumerate() {
            if other != into && (has(set, k) || has(set, into)) {
                remove(set, k);
                unite(set, &before);
            }
        }
    }
}

fn has(set: &[u64], k: usize) -> bool {
    set.get(k / 64).is_some_and(|word| word >> (k % 64) & 1 != 0)
}

fn insert(set: &mut Vec<u64>, k: usize) {
    if set.len() <= k / 64 {
        set.resize(k / 64 + 1, 0);
    }
    set[k / 64] |= 1 << (k % 64);
}

fn remove(set: &mut [u64], k: usize) {
    if let Some(word) = set.get_mut(k / 64) {
        *word &= !(1 << (k % 64));
    }
}

fn unite(set: &mut Vec<u64>, other: &[u64]) {
    if set.len() < other.len() {
        set.resize(other.len(), 0);
    }
    set.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

fn bits(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(w, word)| {
        let mut left = *word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(w * 64 + bit)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_with_a_late_link() {
        let mut ancestors = Ancestors::default();
        (0..200).for_each(|_| ancestors.push());
        // 0 < 1 < .. < 99 and 100 < .. < 199, then 99 < 100.
        for k in (1..200).filter(|k| *k != 100) {
            ancestors.add(k, [k - 1]);
        }
        assert!(ancestors.contains(99, 0) && !ancestors.contains(150, 0));
        ancestors.add(100, [99]);
        assert!(ancestors.contains(150, 0) && !ancestors.contains(0, 150));
        assert!(ancestors.between(98, 100) && !ancestors.between(99, 100));
        ancestors.join(98, 99);
        assert!(ancestors.contains(100, 98) && !ancestors.contains(100, 99));
        assert!(!ancestors.contains(98, 98) && !ancestors.between(98, 100));
    }
}
