//! Memory that remembers which array and which points used it.

use super::super::kernel::Access;
use crate::dag::DType;
use crate::plan::TempId;

/// The array whose value an element holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The only array that the memory ever has.
    Itself,
    /// One of the temporaries that share the slot.
    Temp(TempId),
}

#[derive(Clone, Copy, Debug, Default)]
struct Element {
    bits: u64,
    owner: Option<Owner>,
    /// The points of the running launch that read and wrote it.
    read_by: Option<usize>,
    read_by_others: bool,
    written_by: Option<usize>,
}

#[derive(Clone, Debug, Default)]
pub struct Array {
    elements: Vec<Element>,
    /// The elements that the running launch has touched.
    touched: Vec<usize>,
}

impl Array {
    pub fn empty(len: usize) -> Array {
        Array { elements: vec![Element::default(); len], touched: Vec::new() }
    }

    pub fn filled(bits: impl Iterator<Item = u64>) -> Array {
        let element = |bits| Element { bits, owner: Some(Owner::Itself), ..Element::default() };
        Array { elements: bits.map(element).collect(), touched: Vec::new() }
    }

    /// Makes it an array that nothing has been written to.
    pub fn forget(&mut self) {
        self.elements.fill(Element::default());
    }

    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// The elements, if all have been written.
    pub fn into_bits(self) -> Option<Vec<u64>> {
        self.elements.into_iter().map(|e| e.owner.map(|_| e.bits)).collect()
    }

    /// The value that `owner` left at a position. `point` is the point of the launch that reads it.
    pub fn read(&mut self, at: usize, owner: Owner, point: Option<usize>) -> Result<u64, String> {
        let element = &mut self.elements[at];
        if element.owner != Some(owner) {
            return Err(format!(
                "element {at} holds a value of {:?}, not of {owner:?}",
                element.owner
            ));
        }
        if let Some(point) = point {
            if element.written_by.is_some_and(|p| p != point) {
                return Err(format!(
                    "point {point} reads element {at}, which another point writes"
                ));
            }
            if element.read_by.is_none() && element.written_by.is_none() {
                self.touched.push(at);
            }
            element.read_by_others |= element.read_by.is_some_and(|p| p != point);
            element.read_by = Some(point);
        }
        Ok(element.bits)
    }

    pub fn write(
        &mut self,
        at: usize,
        owner: Owner,
        point: usize,
        bits: u64,
    ) -> Result<(), String> {
        let element = &mut self.elements[at];
        if element.written_by.is_some() {
            return Err(format!("element {at} is written twice"));
        }
        if element.read_by_others || element.read_by.is_some_and(|p| p != point) {
            return Err(format!("point {point} writes element {at}, which another point reads"));
        }
        if element.read_by.is_none() {
            self.touched.push(at);
        }
        *element = Element { bits, owner: Some(owner), written_by: Some(point), ..*element };
        Ok(())
    }

    pub fn end_of_launch(&mut self) {
        for at in self.touched.drain(..) {
            let element = &mut self.elements[at];
            (element.read_by, element.read_by_others, element.written_by) = (None, false, None);
        }
    }
}

/// An array as a kernel sees it.
pub struct Buffer {
    pub array: Array,
    pub owner: Owner,
    pub dtype: DType,
    pub len: usize,
    pub access: Access,
}

impl Buffer {
    pub fn read(&mut self, offset: i64, point: usize) -> Result<u64, String> {
        if self.access == Access::Write {
            return Err("a buffer that is only written is read".into());
        }
        let at = self.position(offset)?;
        self.array.read(at, self.owner, Some(point))
    }

    pub fn write(&mut self, offset: i64, point: usize, bits: u64) -> Result<(), String> {
        if self.access == Access::Read {
            return Err("a buffer that is only read is written".into());
        }
        let at = self.position(offset)?;
        self.array.write(at, self.owner, point, bits)
    }

    fn position(&self, offset: i64) -> Result<usize, String> {
        let inside = usize::try_from(offset).ok().filter(|k| *k < self.len);
        inside.ok_or_else(|| format!("element {offset} of {}", self.len))
    }
}
