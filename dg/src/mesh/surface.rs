//! What the names of surfaces suggest.

/// Words in the names of surfaces through which a flow comes and goes.
pub(crate) const OPEN: &[&str] = &["farfield", "inflow", "outflow", "absorb", "open"];

/// Words in the names of walls.
pub(crate) const WALL: &[&str] = &["wall", "wing", "scatterer", "rigid", "hard"];

/// The value beside the first list with a word that the name of a surface contains. Upper and lower case do not matter.
pub(crate) fn named_after<T>(
    name: &str,
    lists: impl IntoIterator<Item = (&'static [&'static str], T)>,
) -> Option<T> {
    let name = name.to_lowercase();
    let named = |words: &[&str]| words.iter().any(|word| name.contains(word));
    lists.into_iter().find_map(|(words, value)| named(words).then_some(value))
}
