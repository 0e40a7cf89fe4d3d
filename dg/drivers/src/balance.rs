//! How evenly ranks share the mesh, for people and for programs.

use crate::{Failure, say};
use array_fn_dg::{Balance, Spread};
use serde_json::{Value, json};

/// The names of a rank's numbers, and the numbers of all ranks.
fn columns(balance: &Balance) -> [(&'static str, Vec<usize>); 5] {
    let Balance { elements, interior, shared_faces, neighbours } = balance;
    [
        ("elements", elements.clone()),
        ("interior", interior.clone()),
        ("boundary", balance.boundary()),
        ("shared_faces", shared_faces.clone()),
        ("neighbours", neighbours.clone()),
    ]
}

/// Prints a row for each rank, and least, mean and most of all.
///
/// # Errors
/// [`Failure::Done`] when nobody reads it, [`Failure::Input`] when it cannot be written.
pub(crate) fn print(balance: &Balance) -> Result<(), Failure> {
    let columns = columns(balance);
    let row = |label: &str, cells: [String; 5]| {
        let cells: String = cells.iter().map(|cell| format!(" {cell:>12}")).collect();
        say!("{label:<10}{cells}")
    };
    row("rank", columns.each_ref().map(|(name, _)| name.replace('_', " ")))?;
    for rank in 0..balance.elements.len() {
        row(&rank.to_string(), columns.each_ref().map(|(_, of)| of[rank].to_string()))?;
    }
    let spreads = columns.map(|(_, of)| Spread::of(&of));
    row("min", spreads.map(|of| of.min.to_string()))?;
    row("mean", spreads.map(|of| format!("{:.1}", of.mean)))?;
    row("max", spreads.map(|of| of.max.to_string()))?;
    row("max/mean", spreads.map(|of| format!("{:.3}", of.imbalance())))
}

/// A line about all ranks.
pub(crate) fn line(balance: &Balance) -> String {
    let spread = |of: &[usize]| {
        let Spread { min, max, .. } = Spread::of(of);
        if min == max { min.to_string() } else { format!("{min} to {max}") }
    };
    format!(
        "{} of {} tetrahedra, of which {} touch another; {} faces shared with {} ranks",
        balance.elements.len(),
        spread(&balance.elements),
        spread(&balance.boundary()),
        spread(&balance.shared_faces),
        spread(&balance.neighbours)
    )
}

/// The same for programs: of each number the least, the mean, the most, and the numbers of all ranks.
pub(crate) fn facts(balance: &Balance) -> Value {
    let facts = columns(balance).map(|(name, of)| {
        let spread = Spread::of(&of);
        let facts = json!({
            "min": spread.min,
            "mean": spread.mean,
            "max": spread.max,
            "imbalance": spread.imbalance(),
            "of_ranks": of,
        });
        (name.to_string(), facts)
    });
    Value::Object(facts.into_iter().collect())
}
