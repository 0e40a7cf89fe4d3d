//! Fields: neighbouring elements of rows, where neighbouring lanes have neighbouring rows. Examples are the parts of
//! complex numbers, the coordinates of points, and the channels of pixels. They are loaded together and transposed in
//! registers, and stored in the same way.

use super::Emitter;
use super::analysis::Offset;
use super::transposed::{MAX_NEIGHBOURS, MIN_NEIGHBOURS, Neighbours};
use super::value::Tile;
use super::widths;
use crate::dag::DType;
use crate::hash::HashMap;
use crate::schedule::kernel::{Phase, Stmt, Value, ValueId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// For the last of several statements that store neighbouring elements, the numbers of all of them, in the order of
/// memory.
pub(super) type FieldStores = HashMap<usize, Rc<[usize]>>;

/// The distance of the rows of lanes, and the size of their elements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rows {
    stride: i64,
    bytes: i64,
}

impl Rows {
    /// The number of neighbours that are moved together, from the first one on.
    fn together(self, neighbours: usize) -> usize {
        match neighbours {
            // Two registers become two others.
            2.. if self.stride == 2 => 2,
            MIN_NEIGHBOURS.. => neighbours.min(MAX_NEIGHBOURS),
            // They fill a register of the smallest kind.
            2.. if self.bytes == 8 => 2,
            _ => 1,
        }
    }

    /// Groups of neighbours among members, each of which has the constant of its offset.
    fn groups<T: Copy + Ord>(self, members: &mut [(i64, T)]) -> Vec<Rc<[T]>> {
        members.sort();
        let mut groups = Vec::new();
        for mut run in members.chunk_by(|(a, _), (b, _)| a + 1 == *b) {
            while !run.is_empty() {
                let (first, rest) = run.split_at(self.together(run.len()));
                if first.len() > 1 {
                    groups.push(first.iter().map(|(_, member)| *member).collect());
                }
                run = rest;
            }
        }
        groups
    }
}

/// Accesses of one buffer whose offsets differ only in a constant.
type Groups<T> = BTreeMap<(u32, Rows, Vec<u32>), Vec<(i64, T)>>;

impl Emitter<'_> {
    /// Whether elements can be moved like floats of their size. That is not possible if the number of lanes is that of
    /// floats of another size, because the lanes would then mean other registers.
    pub(super) fn moves_as_floats(&self, dtype: DType) -> bool {
        match dtype {
            DType::F32 | DType::F64 | DType::I32 | DType::U32 => true,
            DType::I64 | DType::U64 => self.widths() == widths::WIDE,
            _ => false,
        }
    }

    /// Adds an access, if it is one of a field.
    fn add_field<T>(&self, groups: &mut Groups<T>, member: T, buffer: u32, offset: ValueId) {
        let info = self.kernel.buffers[buffer as usize];
        if info.index || !self.moves_as_floats(info.dtype) {
            return;
        }
        let Offset::Linear { stride: Some(stride), rest } =
            self.analysis.offset(self.kernel, offset)
        else {
            return;
        };
        let Value::Const(stride) = *self.kernel.value(stride) else { return };
        let (stride, bytes) = (stride.bits as i64, info.dtype.bytes());
        if stride >= 2
            && let Some((_, constant, rest)) = self.parts(&rest, None)
        {
            let key = (buffer, Rows { stride, bytes }, rest);
            groups.entry(key).or_default().push((constant, member));
        }
    }

    /// Finds the fields that neighbouring lanes load from neighbouring rows in a phase without loops.
    pub(super) fn field_loads(
        &self,
        loads: &[(ValueId, u32, ValueId)],
        neighbours: &mut Neighbours,
    ) {
        let mut groups = Groups::new();
        for (id, buffer, offset) in loads {
            self.add_field(&mut groups, *id, *buffer, *offset);
        }
        for ((_, rows, _), members) in &mut groups {
            for ids in rows.groups(members) {
                ids.iter().for_each(|id| drop(neighbours.insert(*id, ids.clone())));
            }
        }
    }

    /// Finds the fields that neighbouring lanes store into neighbouring rows in a phase without loops.
    pub(super) fn field_stores(&self, phase: &Phase) -> FieldStores {
        let mut groups = Groups::new();
        for (k, stmt) in phase.body.iter().enumerate() {
            if let Stmt::Store { buffer, offset, .. } = stmt
                && phase.loops.is_empty()
            {
                self.add_field(&mut groups, k, *buffer, *offset);
            }
        }
        let mut stores = FieldStores::default();
        for ((_, rows, _), members) in &mut groups {
            for group in rows.groups(members) {
                let last = group.iter().copied().max().expect("no group is empty");
                group.iter().for_each(|k| drop(stores.insert(*k, Rc::new([]))));
                stores.insert(last, group);
            }
        }
        stores
    }

    /// The statement that stores the values of some stores together.
    pub(super) fn store_fields(&mut self, phase: &Phase, group: &[usize], tile: &Tile) -> String {
        let mut values = Vec::new();
        let mut first = None;
        for k in group {
            let Stmt::Store { buffer, offset, value } = phase.body[*k] else { continue };
            first.get_or_insert((buffer, offset));
            values.push(self.varying(value, tile));
        }
        let (buffer, offset) = first.expect("no group is empty");
        let Offset::Linear { stride, rest } = self.analysis.offset(self.kernel, offset) else {
            unreachable!("fields have linear offsets")
        };
        let (at, stride) = self.linear(stride, &rest, tile);
        let (stride, values) = (stride.expect("a stride"), values.join(", "));
        format!(
            "l::store_neighbours(b{buffer}.wrapping_offset(({at}) as isize), {stride}, [{values}]);"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::transposed::tests::emitted;

    #[test]
    fn parts_of_complex_numbers_are_moved_together() {
        let source = emitted("pub fn f<N>(x: [c64; N], y: [c64; N]) -> [c64; N] { x * y }");
        assert_eq!(source.matches("l::load_neighbours::<f64, W, 2>(").count(), 2, "{source}");
        assert_eq!(source.matches("l::store_neighbours(").count(), 1, "{source}");
        assert!(!source.contains("strided"), "{source}");
        let source = emitted("pub fn f<N>(x: [c64; N]) -> [f64; N] { imag(x) }");
        assert!(source.contains("l::load_alternate::<f64, W>("), "{source}");
    }

    #[test]
    fn rows_that_registers_do_not_turn_are_loaded_element_by_element() {
        let of = |dtype: &str, width: usize| {
            emitted(&format!(
                "pub fn f<N>(x: [{dtype}; N, {width}]) -> [{dtype}; N] {{ x[.., 0] * x[.., 1] }}"
            ))
        };
        assert!(of("f64", 3).contains("l::load_neighbours::<f64, W, 2>("));
        assert!(of("f32", 2).contains("l::load_neighbours::<f32, W, 2>("));
        assert!(of("i32", 2).contains("l::load_neighbours::<i32, W, 2>("));
        assert!(of("f32", 3).contains("l::load_strided("));
        assert!(of("u8", 2).contains("l::load_strided("));
    }

    #[test]
    fn many_fields_are_groups() {
        let source = emitted(
            "pub fn f<N>(x: [f32; N, 7]) -> [f32; N] {
                x[.., 0] * x[.., 1] + x[.., 2] * x[.., 3] + x[.., 4] * x[.., 6]
            }",
        );
        assert!(source.contains("l::load_neighbours::<f32, W, 5>("), "{source}");
        assert_eq!(source.matches("l::load_strided(").count(), 1, "{source}");
    }
}
