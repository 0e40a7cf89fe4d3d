//! Changes of the layout of an array on disk: its chunks, the order of its axes, its codecs, the type of its elements.
//!
//! ```
//! use array_fn_store::{Codec, ElementType, Spec, StoredArray, relayout};
//!
//! let folder = std::env::temp_dir().join(format!("array-fn-relayout-doc-{}", std::process::id()));
//! let spec = Spec::new(ElementType::of::<f64>(), &[1000, 1000], &[10, 1000]);
//! let source = StoredArray::create(folder.join("rows.zarr"), &spec)?;
//! let relayout = relayout(&source, folder.join("columns.zarr"))
//!     .chunks(&[1000, 10])
//!     .codecs([Codec::Zstd(3)])
//!     .memory(64 << 20);
//! let plan = relayout.plan()?;
//! assert_eq!(plan.passes().len(), 1);
//! println!("{plan}");
//! relayout.run()?;
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), array_fn_store::Error>(())
//! ```
//!
//! The target is made beside its name and renamed when all of it is there, so it is complete or absent. A journal tells
//! which of its chunks are written; the same call goes on after a kill. docs/store.md has the mathematics of the plans.

mod checksum;
pub(crate) mod exec;
mod journal;
mod pass;
mod passes;
mod plan;
mod search;
mod walk;

#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

pub use checksum::{checksum, checksum_as};
pub use exec::Report;
pub use pass::{Machine, Pass};
pub use plan::Plan;

use crate::element::{ElementType, cast, has_cast};
use crate::grid::permuted;
use crate::spec::{Codec, Spec};
use crate::storage::Storage;
use crate::{Error, Result, StoredArray};

/// A change of layout from `source` to a new array at `target`: a Zarr array, or a `.npy` file if the name ends so.
///
/// Unless told otherwise, the target has the chunks, axes and elements of the source, no shards and no codecs.
pub fn relayout(source: &StoredArray, target: impl AsRef<Path>) -> Relayout {
    change(source, Storage::Files, target.as_ref().to_owned())
}

/// A change of layout from `source`, in files or in an object store, to a new Zarr array in an object store.
///
/// Chunks are written under the target's key, and `zarr.json` last. Until then there is no array for readers. What a
/// call that was killed had written is found by a list of the objects; so the same call goes on, from any machine.
///
/// # Errors
/// [`Error::Request`] if the path is no key, is empty, or ends in `.npy`.
#[cfg(feature = "object-store")]
pub fn relayout_at(source: &StoredArray, store: &crate::Store, path: &str) -> Result<Relayout> {
    let key = store.key(path)?;
    if key.file_name().is_none() {
        return Err(Error::request(format!(
            "the target has no name in {}: give one, as in `columns.zarr`",
            store.name()
        )));
    }
    let change = change(source, Storage::Objects(store.clone()), key);
    if change.is_npy {
        return Err(Error::request(
            "object stores take Zarr arrays only: choose a name that does not end in `.npy`",
        ));
    }
    Ok(change)
}

fn change(source: &StoredArray, storage: Storage, target: PathBuf) -> Relayout {
    Relayout {
        source: source.clone(),
        storage,
        is_npy: target.extension().is_some_and(|extension| extension == "npy"),
        target,
        chunks: None,
        shard: None,
        axes: None,
        codecs: Vec::new(),
        element: None,
        memory: 256 << 20,
        threads: None,
        passes: None,
        verify: false,
        durable: true,
        machine: Machine::default(),
    }
}

/// A change of layout that can be planned and run. Made by [`relayout`].
#[derive(Clone, Debug)]
pub struct Relayout {
    source: StoredArray,
    storage: Storage,
    target: PathBuf,
    is_npy: bool,
    chunks: Option<Vec<u64>>,
    shard: Option<Vec<u64>>,
    axes: Option<Vec<usize>>,
    codecs: Vec<Codec>,
    element: Option<ElementType>,
    memory: u64,
    threads: Option<usize>,
    passes: Option<usize>,
    verify: bool,
    durable: bool,
    machine: Machine,
}

impl Relayout {
    /// The shape of the target's chunks, in the order of its axes.
    #[must_use]
    pub fn chunks(mut self, chunks: &[u64]) -> Self {
        self.chunks = Some(chunks.to_vec());
        self
    }

    /// Stores the target's chunks in shards of this shape.
    #[must_use]
    pub fn shard(mut self, shard: &[u64]) -> Self {
        self.shard = Some(shard.to_vec());
        self
    }

    /// Axis `k` of the target is axis `axes[k]` of the source, as in NumPy's `transpose`.
    #[must_use]
    pub fn axes(mut self, axes: &[usize]) -> Self {
        self.axes = Some(axes.to_vec());
        self
    }

    /// The codecs of the target.
    #[must_use]
    pub fn codecs(mut self, codecs: impl IntoIterator<Item = Codec>) -> Self {
        self.codecs = codecs.into_iter().collect();
        self
    }

    /// The element type of the target. Elements are converted as by `as` in Rust: to integers, fractions are cut off and
    /// what is out of range saturates.
    #[must_use]
    pub fn element(mut self, element: ElementType) -> Self {
        self.element = Some(element);
        self
    }

    /// The memory by which the process may grow, in bytes; 256 MiB unless given.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Self {
        self.memory = bytes;
        self
    }

    /// The number of threads. Unless given, it is the number of least predicted time: 4 to 16, which
    /// keep a disk busy, or fewer if the memory is small.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads.max(1));
        self
    }

    /// The number of passes, 1 to 3. Unless given, the number with the least predicted time is taken.
    #[must_use]
    pub fn passes(mut self, passes: usize) -> Self {
        self.passes = Some(passes);
        self
    }

    /// Reads both arrays again at the end, and compares check sums of their elements.
    #[must_use]
    pub fn verify(mut self, verify: bool) -> Self {
        self.verify = verify;
        self
    }

    /// Whether the target has to be on the disk, so that it outlasts a loss of power, before it gets its name. It is on
    /// unless turned off.
    #[must_use]
    pub fn durable(mut self, durable: bool) -> Self {
        self.durable = durable;
        self
    }

    /// Predicts times for a machine, and takes the plan that is fastest there. A plan for another machine than this one
    /// can be run here; its prediction does not hold then.
    #[must_use]
    pub fn machine(mut self, machine: Machine) -> Self {
        self.machine = machine;
        self
    }

    /// The passes, their bytes, their memory and the predicted time. Nothing is read but metadata.
    ///
    /// # Errors
    /// [`Error::Exists`], [`Error::Request`], and [`Error::Memory`] if nothing fits.
    pub fn plan(&self) -> Result<Plan> {
        let name = self.storage.address(&self.target);
        let exists = match &self.storage {
            Storage::Files => self.target.exists(),
            #[cfg(feature = "object-store")]
            Storage::Objects(_) => self
                .storage
                .has_array(&self.target)
                .map_err(|error| Error::io(&name, "look at", &self.target, error))?,
        };
        if exists {
            return Err(Error::Exists { path: name.into() });
        }
        let header = self.source.header();
        let axes = self.axes.clone().unwrap_or_else(|| (0..header.shape.len()).collect());
        let mut sorted = axes.clone();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..header.shape.len()) {
            return Err(Error::request(format!(
                "{axes:?} is no order of the {} axes: give each axis once",
                header.shape.len()
            )));
        }
        let element = self.element.unwrap_or(header.element);
        if !has_cast(header.element, element) {
            return Err(Error::request(format!(
                "{} has no conversion to {element}: it would lose the imaginary parts",
                header.element
            )));
        }
        let target = self.described_target(&axes, element)?;
        if self.passes.is_some_and(|passes| !(1..=3).contains(&passes)) {
            return Err(Error::request("the number of passes must be 1, 2 or 3"));
        }
        self.machine.check()?;
        let passes = match self.threads {
            Some(threads) => self.passes_with(&target, &axes, threads),
            None => self.passes_with_any(&target, &axes),
        };
        let passes = passes.ok_or_else(|| Error::Memory {
            array: header.name.clone(),
            needed: self.least(&target, &axes),
            memory: self.memory,
        })?;
        Ok(Plan { passes, memory: self.memory })
    }

    fn described_target(&self, axes: &[usize], element: ElementType) -> Result<StoredArray> {
        let header = self.source.header();
        let shape = permuted(&header.shape, axes);
        let path = match &self.storage {
            Storage::Files => exec::Folder::of(&self.target).target,
            #[cfg(feature = "object-store")]
            Storage::Objects(_) => self.target.clone(),
        };
        if self.is_npy {
            if self.chunks.is_some() || self.shard.is_some() || !self.codecs.is_empty() {
                return Err(Error::request(
                    "`.npy` files have no chunks and no codecs: leave them out",
                ));
            }
            return StoredArray::described_npy(&path, element, &shape);
        }
        let chunk = self.chunks.clone().unwrap_or_else(|| permuted(&header.chunk, axes));
        let mut spec = Spec::new(element, &shape, &chunk).codecs(self.codecs.iter().cloned());
        spec.shard = self.shard.clone();
        spec.attributes = header.attributes.clone();
        let names = header.dimension_names.as_ref().filter(|names| names.len() == axes.len());
        spec.dimension_names =
            names.map(|names| axes.iter().map(|&axis| names[axis].clone()).collect());
        let mut fill = vec![0; element.size()];
        cast(header.element, element, &header.fill, &mut fill);
        spec.fill = Some(fill);
        StoredArray::described_in(&self.storage, &path, &spec)
    }

    /// The target of an array without elements.
    fn empty_target(&self) -> Result<StoredArray> {
        let header = self.source.header();
        let axes = self.axes.clone().unwrap_or_else(|| (0..header.shape.len()).collect());
        self.described_target(&axes, self.element.unwrap_or(header.element))
    }

    /// Makes the target. If an earlier run of the same change was killed, goes on where it was.
    ///
    /// # Errors
    /// As for [`Relayout::plan`], and errors of chunks. The target is absent then. What was written stays in a folder
    /// `NAME.relayout` beside it, from which the same call goes on; remove it to give the change up.
    pub fn run(&self) -> Result<Report> {
        // Chunks of an array that is only described would count as absent.
        let (path, name) = (&self.source.header().path, &self.source.header().name);
        let exists = match self.source.storage() {
            Storage::Files => path.exists(),
            #[cfg(feature = "object-store")]
            storage => {
                storage.has_array(path).map_err(|error| Error::io(name, "look at", path, error))?
            }
        };
        if !exists {
            return Err(Error::metadata(name, "there is no such file or folder"));
        }
        let plan = self.plan()?;
        exec::run(self, &plan)
    }
}
