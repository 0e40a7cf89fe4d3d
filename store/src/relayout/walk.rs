//! The order of the work of one pass: which source chunks are read, one after another, and which target chunks are in
//! memory meanwhile. Planner and executor share it, so that what is planned is what happens.
//!
//! Axes are those of the target. The target is cut into *templates*, boxes of whole target chunks. A template is done by
//! a *walk* over the source chunks that meet it, axis by axis in a fixed order. Each step reads one source chunk and
//! copies its elements to target chunks. A target chunk is *open*, that is in memory, from the first step that has
//! elements of it to the last.

use crate::grid::{Block, Grid, ordered_positions};

/// The work of one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walk {
    /// Source chunks.
    pub(crate) source: Grid,
    /// Target chunks.
    pub(crate) target: Grid,
    /// Target chunks of a template on each axis.
    pub(crate) template: Vec<u64>,
    /// The axes, the one that varies slowest first.
    pub(crate) order: Vec<usize>,
}

/// One step: a source chunk, and the elements of it that are in the template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) chunk: Vec<u64>,
    pub(crate) part: Block,
}

impl Walk {
    /// All steps of all templates.
    pub(crate) fn steps(&self) -> impl Iterator<Item = Step> + use<> {
        let (source, target) = (self.source.clone(), self.target.clone());
        let order = self.order.clone();
        let shape = target.chunk.iter().zip(&self.template).map(|(&chunk, &count)| chunk * count);
        let templates = Grid { shape: target.shape, chunk: shape.collect() };
        let all = Block::all(&templates.counts());
        ordered_positions(&all, &order.clone()).flat_map(move |template| {
            let block = templates.block(&template);
            let source = source.clone();
            ordered_positions(&source.touched(&block), &order).filter_map(move |chunk| {
                let part = source.block(&chunk).intersection(&block)?;
                Some(Step { chunk, part })
            })
        })
    }

    /// The target chunks that have elements of a step.
    pub(crate) fn targets(&self, step: &Step) -> Block {
        self.target.touched(&step.part)
    }

    /// The source chunks that have elements of a target chunk. All steps with them are of one template.
    pub(crate) fn sources(&self, target: &[u64]) -> Block {
        self.source.touched(&self.target.block(target))
    }
}

/// What a walk does, counted step by step.
#[cfg(test)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Simulated {
    /// Source chunks read, with repetition.
    pub(crate) chunk_reads: u64,
    /// Elements that the steps copy.
    pub(crate) elements: u64,
    /// Target chunks that are open at one time, at most.
    pub(crate) open: u64,
    /// Calls that read, by the caller's count for a step.
    pub(crate) calls: u64,
}

#[cfg(test)]
impl Walk {
    /// Goes through the walk and counts. `calls` is the number of calls that read a part.
    pub(crate) fn simulate(&self, calls: &dyn Fn(&Block) -> u64) -> Simulated {
        let mut out = Simulated::default();
        let mut remaining = std::collections::HashMap::new();
        for step in self.steps() {
            out.chunk_reads += 1;
            out.elements += step.part.elements();
            out.calls += calls(&step.part);
            let targets: Vec<_> = crate::grid::positions(&self.targets(&step)).collect();
            for target in &targets {
                let flat = self.target.flat(target);
                remaining.entry(flat).or_insert_with(|| self.sources(target).elements());
            }
            out.open = out.open.max(remaining.len() as u64);
            for target in &targets {
                let flat = self.target.flat(target);
                if let Some(left) = remaining.get_mut(&flat) {
                    *left -= 1;
                    if *left == 0 {
                        remaining.remove(&flat);
                    }
                }
            }
        }
        out
    }
}
