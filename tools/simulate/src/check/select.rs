//! Which launches of a recording are checked.

use crate::recording::{Launch, Recording};
use clap::ValueEnum;

/// What one launch is checked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Each {
    /// Each kernel of each source
    Kernel,
    /// Each source: the largest launch of any of its kernels
    Source,
}

/// The launches that are checked, for each source. A kernel's launch is the largest recorded, and the first of those.
/// With `only`, names of kernels contain it.
pub fn select<'a>(
    recording: &'a Recording,
    each: Each,
    only: Option<&str>,
) -> Vec<(&'a str, Vec<&'a Launch>)> {
    let mut sources: Vec<(&str, Vec<&Launch>)> = Vec::new();
    let mut positions = std::collections::HashMap::new();
    for launch in &recording.launches {
        if only.is_some_and(|text| !launch.kernel.contains(text)) {
            continue;
        }
        let position = *positions.entry(&*launch.source).or_insert_with(|| {
            sources.push((&launch.source, Vec::new()));
            sources.len() - 1
        });
        let chosen = &mut sources[position].1;
        let rival =
            chosen.iter().position(|known| each == Each::Source || known.kernel == launch.kernel);
        match rival {
            Some(rival) if chosen[rival].threads() < launch.threads() => chosen[rival] = launch,
            Some(_) => {}
            None => chosen.push(launch),
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::{Each, select};
    use crate::recording::{Launch, Recording};

    fn recording(launches: &[(&str, &str, u32)]) -> Recording {
        let launch = |&(kernel, source, blocks): &(&str, &str, u32)| Launch {
            kernel: kernel.to_owned(),
            source: source.to_owned(),
            grid: [blocks, 1, 1],
            block: [256, 1, 1],
            shared: 0,
            buffers: Vec::new(),
            arguments: Vec::new(),
        };
        Recording { folder: Default::default(), launches: launches.iter().map(launch).collect() }
    }

    fn names(found: &[(&str, Vec<&Launch>)]) -> Vec<String> {
        let launches = found.iter().flat_map(|(source, launches)| {
            launches.iter().map(move |l| format!("{source} {} {}", l.kernel, l.grid[0]))
        });
        launches.collect()
    }

    #[test]
    fn the_largest_launch_of_each_kernel() {
        let all = [
            ("f", "a.cu", 1),
            ("g", "a.cu", 2),
            ("f", "b.cu", 9),
            ("f", "a.cu", 4),
            ("f", "a.cu", 3),
        ];
        let recording = recording(&all);
        let kernels = select(&recording, Each::Kernel, None);
        assert_eq!(names(&kernels), ["a.cu f 4", "a.cu g 2", "b.cu f 9"]);
        let sources = select(&recording, Each::Source, None);
        assert_eq!(names(&sources), ["a.cu f 4", "b.cu f 9"]);
        assert_eq!(names(&select(&recording, Each::Kernel, Some("g"))), ["a.cu g 2"]);
        assert!(select(&recording, Each::Kernel, Some("h")).is_empty());
    }
}
