//! Finds the name that a misspelt one is nearest to, by edit distance.

use std::cmp::Reverse;

/// The name among `candidates` that is nearest to `name`, if near enough to be a misspelling.
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = match name.chars().count() {
        0..=3 => 1,
        4..=6 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        .filter(|c| *c != name)
        .map(|c| (distance(name, c), c))
        .filter(|(d, c)| *d <= limit && *d < c.chars().count().max(name.chars().count()))
        // Of names at the same distance, the one with the longest common start is chosen.
        .min_by_key(|(d, c)| (*d, Reverse(common_start(name, c)), *c))
        .map(|(_, c)| c)
}

fn common_start(a: &str, b: &str) -> usize {
    a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count()
}

/// The edit distance, with transpositions of neighbours. A change of case counts half.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0usize; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = 2 * i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = 2 * j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = match (a[i - 1], b[j - 1]) {
                (x, y) if x == y => 0,
                (x, y) if x.eq_ignore_ascii_case(&y) => 1,
                _ => 2,
            };
            let mut best =
                (rows[i - 1][j - 1] + change).min(rows[i - 1][j] + 2).min(rows[i][j - 1] + 2);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 2);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()].div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspellings_are_found_and_strangers_are_not() {
        let names = ["sqrt", "sum", "transpose", "reshape"];
        assert_eq!(nearest("sqtr", names), Some("sqrt"));
        assert_eq!(nearest("tranpose", names), Some("transpose"));
        assert_eq!(nearest("Sum", names), Some("sum"));
        assert_eq!(nearest("convolve", names), None);
        assert_eq!(nearest("x", ["y"]), None);
        assert_eq!(nearest("sinn", ["sign", "sinh", "sin"]), Some("sin"));
    }
}
