//! Arrays on disk of known element type and rank.

use std::marker::PhantomData;
use std::path::Path;

use array_fn_runtime::{Array, Element};

use crate::array::StoredArray;
use crate::backend::Header;
use crate::element::{ElementType, bytes_of, bytes_of_mut};
use crate::grid::Block;
use crate::spec::Spec;
use crate::{Error, Result};

/// An array on disk with elements `T` and `RANK` axes.
///
/// ```
/// use array_fn_store::{Codec, ElementType, Spec, Stored};
///
/// let folder = std::env::temp_dir().join(format!("array-fn-store-doc-{}", std::process::id()));
/// let spec = Spec::new(ElementType::of::<f32>(), &[100, 200], &[30, 50]).codecs([Codec::Zstd(3), Codec::Crc32c]);
/// let stored = Stored::<f32, 2>::create(folder.join("a.zarr"), &spec)?;
/// // A box of 2 x 3 elements, in C order.
/// stored.slice([29, 49], [2, 3]).write(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let row = stored.slice([30, 0], [1, 200]).read()?;
/// assert_eq!(row.as_slice()[48..53], [0.0, 4.0, 5.0, 6.0, 0.0]);
/// # std::fs::remove_dir_all(&folder).unwrap();
/// # Ok::<(), array_fn_store::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Stored<T, const RANK: usize> {
    array: StoredArray,
    element: PhantomData<T>,
}

impl<T: Element, const RANK: usize> Stored<T, RANK> {
    /// Opens a Zarr array or a `.npy` file, as [`StoredArray::open`] does.
    ///
    /// # Errors
    /// As there, and [`Error::ElementType`], [`Error::Rank`].
    pub fn open(path: impl AsRef<Path>) -> Result<Self> {
        StoredArray::open(path)?.try_into()
    }

    /// Makes a Zarr array, as [`StoredArray::create`] does.
    ///
    /// # Errors
    /// As there, and [`Error::ElementType`], [`Error::Rank`], before anything is made.
    pub fn create(path: impl AsRef<Path>, spec: &Spec) -> Result<Self> {
        let name = path.as_ref().display().to_string();
        check::<T, RANK>(&name, spec.element, spec.shape.len())?;
        StoredArray::create(path, spec)?.try_into()
    }

    /// Opens a Zarr array in an object store, as [`StoredArray::open_at`] does.
    ///
    /// # Errors
    /// As there, and [`Error::ElementType`], [`Error::Rank`].
    #[cfg(feature = "object-store")]
    pub fn open_at(store: &crate::Store, path: &str) -> Result<Self> {
        StoredArray::open_at(store, path)?.try_into()
    }

    /// Makes a Zarr array in an object store, as [`StoredArray::create_at`] does.
    ///
    /// # Errors
    /// As there, and [`Error::ElementType`], [`Error::Rank`], before anything is made.
    #[cfg(feature = "object-store")]
    pub fn create_at(store: &crate::Store, path: &str, spec: &Spec) -> Result<Self> {
        let name = store.address(&store.key(path)?);
        check::<T, RANK>(&name, spec.element, spec.shape.len())?;
        StoredArray::create_at(store, path, spec)?.try_into()
    }

    /// Makes a `.npy` file of zeros.
    ///
    /// # Errors
    /// As for [`StoredArray::create_npy`].
    pub fn create_npy(path: impl AsRef<Path>, shape: [usize; RANK]) -> Result<Self> {
        let shape = shape.map(|size| size as u64);
        StoredArray::create_npy(path, ElementType::of::<T>(), &shape)?.try_into()
    }

    /// The same array without its types.
    pub fn array(&self) -> &StoredArray {
        &self.array
    }

    /// What is known of the array without reading chunks.
    pub fn header(&self) -> &Header {
        self.array.header()
    }

    /// The number of elements on each axis.
    pub fn shape(&self) -> [usize; RANK] {
        std::array::from_fn(|axis| self.header().shape[axis] as usize)
    }

    /// A box of the array. Nothing is read, and nothing is checked, before it is used.
    pub fn slice(&self, start: [usize; RANK], shape: [usize; RANK]) -> Slice<'_, T, RANK> {
        Slice { stored: self, start, shape }
    }

    /// All of the array.
    pub fn all(&self) -> Slice<'_, T, RANK> {
        self.slice([0; RANK], self.shape())
    }
}

fn check<T: Element, const RANK: usize>(
    name: &str,
    element: ElementType,
    rank: usize,
) -> Result<()> {
    let expected = ElementType::of::<T>();
    if element != expected {
        return Err(Error::ElementType {
            array: name.to_owned(),
            expected: expected.to_string(),
            actual: element.to_string(),
        });
    }
    if rank != RANK {
        return Err(Error::Rank { array: name.to_owned(), expected: RANK, actual: rank });
    }
    Ok(())
}

impl<T: Element, const RANK: usize> TryFrom<StoredArray> for Stored<T, RANK> {
    type Error = Error;

    fn try_from(array: StoredArray) -> Result<Self> {
        let header = array.header();
        check::<T, RANK>(&header.name, header.element, header.shape.len())?;
        Ok(Stored { array, element: PhantomData })
    }
}

/// A box of an array on disk, which is read or written when asked for.
#[derive(Clone, Copy, Debug)]
pub struct Slice<'a, T, const RANK: usize> {
    stored: &'a Stored<T, RANK>,
    start: [usize; RANK],
    shape: [usize; RANK],
}

impl<'a, T: Element, const RANK: usize> Slice<'a, T, RANK> {
    pub(crate) fn array(&self) -> &'a StoredArray {
        &self.stored.array
    }

    /// The number of elements on each axis.
    pub fn shape(&self) -> [usize; RANK] {
        self.shape
    }

    /// A box inside this one: `start` counts from the start of this one.
    #[must_use]
    pub fn slice(&self, start: [usize; RANK], shape: [usize; RANK]) -> Self {
        let start = std::array::from_fn(|axis| self.start[axis].saturating_add(start[axis]));
        Slice { stored: self.stored, start, shape }
    }

    pub(crate) fn start(&self) -> [usize; RANK] {
        self.start
    }

    fn block(&self) -> Block {
        let wide = |axes: [usize; RANK]| axes.map(|size| size as u64).to_vec();
        Block { start: wide(self.start), shape: wide(self.shape) }
    }

    /// Reads the box into an array.
    ///
    /// # Errors
    /// [`Error::Box`] if it is not inside the array, [`Error::Array`] if there is no memory; errors of chunks.
    pub fn read(&self) -> Result<Array<T, RANK>> {
        let mut out = Array::zeros(self.shape)?;
        self.read_into(out.as_mut_slice())?;
        Ok(out)
    }

    /// Reads the box into memory in C order, one element for each of the box.
    ///
    /// # Errors
    /// As for [`Slice::read`]; some of the memory may have been written then.
    pub fn read_into(&self, out: &mut [T]) -> Result<()> {
        // SAFETY: `read_block` writes elements of the array's type, which `check` found to be `T`; bytes of `bool`
        // that are no value are an error before they are copied.
        self.stored.array.read_block(&self.block(), unsafe { bytes_of_mut(out) })
    }

    /// Writes the box from memory in C order, one element for each of the box. Chunks that the box has in part are
    /// read, changed and written.
    ///
    /// # Errors
    /// As for [`Slice::read`]; each chunk is then as before or as wanted.
    pub fn write(&self, elements: &[T]) -> Result<()> {
        self.stored.array.write_block(&self.block(), bytes_of(elements))
    }
}
